"""The display's own thread: it draws the newest view, and brings the display back when it was lost.

One slot holds the newest view, so the game never waits for the display, and the display is never more than
one frame behind.
"""

import logging
import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from PIL import Image

from hugo_castle.clock import Clock, now_ms
from hugo_castle.devices.display import Display
from hugo_castle.inputs import DeviceChanged, Post

log = logging.getLogger(__name__)

View = TypeVar("View")

FIRST_PAUSE_MS = 500.0
LONGEST_PAUSE_MS = 8000.0

# 50 pictures a second are more than I2C carries (23 ms for a full one at 400 kHz); a renderer that asks for
# more must not spin.
SHORTEST_FRAME_MS = 20.0

# After a renderer's error: long enough to leave the processor alone, short enough to come back by itself.
AFTER_ERROR_MS = 1000.0

CLOSING_S = 2.0


class Frame(Protocol):
    """What a view looks like at one moment.

    image: mode "1", of the display's size. text: the lines of text in it. next_ms: when, counted from the
    view's first moment, the picture changes again; None: it is still. A frame may also have a `contrast`,
    0 to 255; without it, or with None, the display is as bright as configured.
    """

    @property
    def image(self) -> Image.Image: ...
    @property
    def text(self) -> tuple[str, ...]: ...
    @property
    def next_ms(self) -> float | None: ...


class Painter(Generic[View]):
    """Draws views on a display in a thread of its own, until `close`.

    open_display: opens and initialises it, or raises DeviceLost; tried again after 0.5 s, doubling to 8 s.
    render: (view, milliseconds since it was shown first) -> Frame; runs in the painter's thread.
    post: gets `DeviceChanged("display", ...)`, once when the display is lost, once when it is repainted.
    check_ms: how often a still display is asked whether it is there. refresh_ms: how often the chip is
    initialised anew and repainted in full, since its memory may go bad in hours.
    """

    def __init__(
        self,
        open_display: Callable[[], Display],
        render: Callable[[View, float], Frame],
        post: Post,
        clock: Clock = now_ms,
        *,
        check_ms: float = 2_000.0,
        refresh_ms: float = 600_000.0,
    ) -> None:
        self._open_display = open_display
        self._render = render
        self._post = post
        self._clock = clock
        self._check_ms = check_ms
        self._refresh_ms = refresh_ms
        self._changed = threading.Condition()
        self._slot: tuple[View, float] | None = None
        self._is_new = False
        self._closing = False
        self._blank_at_end = False
        self._lost = False
        self._frame: Frame | None = None
        self._last_text: tuple[str, ...] = ()
        self._complained: set[tuple[str, str, int]] = set()
        self._thread = threading.Thread(target=self._run, name="painter", daemon=True)
        self._thread.start()

    @property
    def last_text(self) -> tuple[str, ...]:
        """The lines of text last drawn on the display."""
        return self._last_text

    def show(self, view: View) -> None:
        """Draw `view` as soon as possible instead of what is there. Never blocks.

        The view that is shown already goes on undisturbed (its animation does not start again).
        """
        with self._changed:
            if self._slot is not None and self._slot[0] == view:
                return
            self._slot = view, self._clock()
            self._is_new = True
            self._changed.notify()

    def close(self, blank: bool = False) -> None:
        """Stop the thread; the last picture stays on the glass, or `blank` switches it off."""
        with self._changed:
            self._closing = True
            self._blank_at_end = blank
            self._changed.notify()
        self._thread.join(CLOSING_S)
        if self._thread.is_alive():
            log.warning("the display did not finish within %.0f s", CLOSING_S)

    # -- the thread --

    def _run(self) -> None:
        pause_ms = FIRST_PAUSE_MS
        while not self._closing:
            try:
                easel = _Easel(self._open_display(), self._clock())
                self._draw(easel)
                self._report_back()
                pause_ms = FIRST_PAUSE_MS
                self._serve(easel)
            except Exception as error:
                self._report_lost(error)
                self._wait(pause_ms)
                pause_ms = min(2 * pause_ms, LONGEST_PAUSE_MS)

    def _serve(self, easel: "_Easel") -> None:
        while self._wait_for_work(easel):
            now = self._clock()
            if now >= easel.refreshed_at_ms + self._refresh_ms:
                easel.display.restart()
                easel.refreshed_at_ms = easel.checked_at_ms = now
            if now >= easel.checked_at_ms + self._check_ms:
                easel.display.check()
                easel.checked_at_ms = now
            if self._is_new or (easel.draw_at_ms is not None and now >= easel.draw_at_ms):
                self._draw(easel)
        if self._blank_at_end:
            easel.display.blank()
        easel.display.close()

    def _wait_for_work(self, easel: "_Easel") -> bool:
        """Sleep until there is something to do; False when closing."""
        times = [easel.refreshed_at_ms + self._refresh_ms, easel.checked_at_ms + self._check_ms]
        if easel.draw_at_ms is not None:
            times.append(easel.draw_at_ms)
        with self._changed:
            timeout_s = max(0.0, min(times) - self._clock()) / 1000
            self._changed.wait_for(lambda: self._closing or self._is_new, timeout_s)
            return not self._closing

    def _wait(self, pause_ms: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closing, pause_ms / 1000)

    def _draw(self, easel: "_Easel") -> None:
        with self._changed:
            slot, self._is_new = self._slot, False
        if slot is None:
            return
        view, since_ms = slot
        frame = self._rendered(view, self._clock() - since_ms)
        if frame is not None:
            self._frame = frame
            easel.draw_at_ms = None if frame.next_ms is None else since_ms + frame.next_ms
        else:
            easel.draw_at_ms = self._clock() + AFTER_ERROR_MS
        if self._frame is not None:
            easel.put(self._frame)
            self._last_text = self._frame.text
        if easel.draw_at_ms is not None:
            easel.draw_at_ms = max(easel.draw_at_ms, self._clock() + SHORTEST_FRAME_MS)

    def _rendered(self, view: View, elapsed_ms: float) -> Frame | None:
        """The view's frame; None when the renderer failed."""
        try:
            return self._render(view, elapsed_ms)
        except Exception as error:
            self._complain(error)
            return None

    def _complain(self, error: Exception) -> None:
        """Log an error of the renderer, the first time that it happens at this place."""
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace is not None else ("", 0)
        key = (type(error).__name__, *place)
        if key not in self._complained:
            self._complained.add(key)
            log.error("a picture could not be drawn; the last one stays", exc_info=error)

    def _report_lost(self, error: Exception) -> None:
        if self._lost or self._closing:
            return
        self._lost = True
        trouble = " ".join(str(error).split()) or type(error).__name__
        log.warning("display: %s", trouble, exc_info=error)
        self._post(DeviceChanged("display", trouble, self._clock()))

    def _report_back(self) -> None:
        if self._lost:
            self._lost = False
            log.info("display: it is back")
            self._post(DeviceChanged("display", None, self._clock()))


class _Easel:
    """An open display, and what is on it."""

    def __init__(self, display: Display, now_ms: float) -> None:
        self.display = display
        self.checked_at_ms = self.refreshed_at_ms = now_ms
        self.draw_at_ms: float | None = None
        self._pixels: bytes | None = None
        self._contrast: int | None = None

    def put(self, frame: Frame) -> None:
        """Send what differs from what is there."""
        contrast = getattr(frame, "contrast", None)
        if contrast != self._contrast:
            self.display.contrast(contrast)
            self._contrast = contrast
        pixels = frame.image.tobytes()
        if pixels != self._pixels:
            self.display.show(frame.image)
            self._pixels = pixels
