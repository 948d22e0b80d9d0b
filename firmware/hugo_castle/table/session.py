"""The physical side of the game as a pure state machine: (session, input) -> (session, effects).

`handle` first lets the time that has passed take effect (bounce, pictures that have stayed, a button that is still
down), each at its own moment, then the input. The prompt is never stored: it follows from what is played, what the
board shows, and what lies on top (a choice, the menu).
"""

from collections.abc import Iterable

from hugo_castle.inputs import ButtonChanged, DeviceChanged, Input, SensorsChanged, Thrown
from hugo_castle.rules import OVER, Board, Face, Options
from hugo_castle.table.answers import answer, ask_for_game, look_at_done
from hugo_castle.table.effects import Begin, Effect, Remember, Save, Show, ThrowDie
from hugo_castle.table.model import Preset, Session, Stage, with_play
from hugo_castle.table.pictures import bits, spaces_in
from hugo_castle.table.play import Play, begin, events_after, roll
from hugo_castle.table.prompting import view_of
from hugo_castle.table.sensors import Sensors
from hugo_castle.table.suspects import Suspects
from hugo_castle.table.timing import Timing
from hugo_castle.table.watching import board_deadline_ms, watch


def start(
    board: Board,
    timing: Timing,
    now_ms: float,
    *,
    unfinished: Play | None = None,
    preset: Preset | None = None,
    rules: Options | None = None,
    first_inputs: tuple[Input, ...] = (),
    broken_sensors: Iterable[str] = (),
) -> tuple[Session, tuple[Effect, ...]]:
    """The session at power-on, before its first prompt.

    `unfinished`: the game that the journal offers to go on with; else `preset` begins a game at once, else players are
    asked. `rules`: options of games that begin here. `first_inputs`: what the devices saw at their start; the button's
    first level decides whether it is stuck. `broken_sensors`: what the last `Remember` said.
    """
    broken = bits(board.by_name[name] for name in broken_sensors if name in board.by_name)
    session = Session(
        timing=timing,
        board=board,
        rules=rules or Options(),
        preset=preset,
        now_ms=now_ms,
        suspects=Suspects(broken),
        remembered=broken,
    )
    for event in first_inputs:
        session = _take_in(session, event)
    if unfinished:
        return _started(session._replace(stage=Stage.RESUME, play=unfinished), unfinished)
    return _started(ask_for_game(session), None)


def _started(session: Session, saved: Play | None) -> tuple[Session, tuple[Effect, ...]]:
    return _with_effects(_advance(session, session.now_ms), saved)


def handle(session: Session, event: Input) -> tuple[Session, tuple[Effect, ...]]:
    """The session after an input, and what the service has to do about it, in this order."""
    is_due = session.due_ms is not None and session.due_ms <= event.at_ms
    after = _take_in(_advance(session, event.at_ms) if is_due else session, event)
    return _with_effects(_advance(after, event.at_ms), session.play)


def deadline_ms(session: Session) -> float | None:
    """When the session wants to be told the time (by a `Tick`) if no input comes before; None: it can sleep."""
    return session.due_ms


# Far more than can fall due before anybody hears of it; a timer that changes nothing must not hang the service.
MOST_TIMERS = 10_000

# Time ------------------------------------------------------------------------------------------------


def _advance(session: Session, to_ms: float) -> Session:
    """Everything that falls due up to `to_ms`, in order."""
    for _ in range(MOST_TIMERS):
        at_ms, timer = min(_timers(session), default=(None, 0))
        if at_ms is None or at_ms > to_ms:
            return session._replace(now_ms=max(session.now_ms, to_ms), due_ms=at_ms)
        session = _TIMERS[timer](session._replace(now_ms=max(session.now_ms, at_ms)))
    raise RuntimeError(f"the session does not come to rest at {session.now_ms} ms")


def _timers(session: Session) -> list[tuple[float, int]]:
    """When which of _TIMERS is due."""
    deadlines_ms = (
        session.sensors.deadline_ms(session.timing),
        board_deadline_ms(session),
        session.done_ms,
        session.button.deadline_ms(session.timing),
    )
    return [(at_ms, timer) for timer, at_ms in enumerate(deadlines_ms) if at_ms is not None]


def _sensors_held(session: Session) -> Session:
    return _with_sensors(session, session.sensors.advance(session.now_ms, session.timing))


def _button_held(session: Session) -> Session:
    button, gesture = session.button.advance(session.timing)
    session = session._replace(button=button)
    return answer(session, gesture) if gesture else session


# At one moment the board comes before the button: a press belongs to what is seen.
_TIMERS = (_sensors_held, watch, look_at_done, _button_held)


# Inputs ----------------------------------------------------------------------------------------------


def _take_in(session: Session, event: Input) -> Session:
    if isinstance(event, ButtonChanged):
        return session._replace(button=session.button.edge(event.down, event.at_ms))
    if isinstance(event, SensorsChanged):
        return _with_levels(session, event)
    if isinstance(event, DeviceChanged):
        return _with_trouble(session, event)
    if isinstance(event, Thrown) and session.throwing and session.play:
        return _rolled(session, session.play, event.face)
    return session


def _rolled(session: Session, play: Play, face: Face) -> Session:
    suspects = session.suspects.told()
    if session.agrees:
        suspects = suspects.compared(session.sensors.on, session.expected)
    return with_play(session._replace(throwing=False, suspects=suspects), roll(play, face))


def _with_levels(session: Session, event: SensorsChanged) -> Session:
    by_name = session.board.by_name
    levels = {by_name[name]: level for name, level in event.levels.items() if name in by_name}
    return _with_sensors(session, session.sensors.levels(levels, event.at_ms, session.timing))


def _with_sensors(session: Session, sensors: Sensors) -> Session:
    """New sensors; the picture means something new from when it changed."""
    old = session.sensors
    if (sensors.on, sensors.reliable) == (old.on, old.reliable):
        return session._replace(sensors=sensors)
    touched = bool((sensors.on ^ old.on) & sensors.reliable & old.reliable)
    noisy = sensors.noisy & ~old.noisy
    return session._replace(
        sensors=sensors,
        since_ms=sensors.changed_ms,
        touched=session.touched or touched,
        stirred=session.stirred or touched,
        suspects=session.suspects.noticed(noisy) if noisy else session.suspects,
    )


def _with_trouble(session: Session, event: DeviceChanged) -> Session:
    troubles = tuple(device for device in session.troubles if device != event.device)
    return session._replace(troubles=troubles if event.trouble is None else (*troubles, event.device))


# Effects ---------------------------------------------------------------------------------------------


def _with_effects(session: Session, saved: Play | None) -> tuple[Session, tuple[Effect, ...]]:
    """What has to be done for everything that changed; `saved` is what the journal holds already."""
    effects: list[Effect] = []
    if session.play is not None and session.play is not saved:
        effects += _journal(session.play, saved)
    broken = session.suspects.broken
    if broken != session.remembered:
        effects.append(Remember(tuple(session.board.names[space] for space in spaces_in(broken))))
    if session.throwing:
        effects.append(ThrowDie())
    view = view_of(session)
    if view != session.shown:
        effects.append(Show(view))
    return session._replace(shown=view, remembered=broken), tuple(effects)


def _journal(play: Play, saved: Play | None) -> list[Effect]:
    begun: list[Effect] = []
    if saved is None or play.state.game is not saved.state.game:
        begun, saved = [Begin(play.state.game)], begin(play.state.game)
    keep, events = events_after(play, saved)
    if keep == saved.length and not events and play.standing == saved.standing:
        return begun
    return [*begun, Save(play.state.game, keep, events, play.standing, play.state.phase == OVER)]
