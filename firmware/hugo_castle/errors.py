"""The root of all errors that hugo-castle raises on purpose."""


class HugoError(Exception):
    """Something that a person can act on. Its text is one clear line: what, where, what to do."""


class DeviceLost(HugoError):
    """A chip, bus, port or display does not answer (now); the text names it and what to check.

    The library's own error is kept as the cause. Whoever meets it retries with back-off.
    """


class BadInput(HugoError):
    """What was handed to a command cannot be used: an option, a configuration, a record (exit status 2).

    `stands_alone`: the text begins with its own place (`line 3: ...`) and is printed without the program's name.
    """

    def __init__(self, text: str, *, stands_alone: bool = False) -> None:
        super().__init__(text)
        self.stands_alone = stands_alone
