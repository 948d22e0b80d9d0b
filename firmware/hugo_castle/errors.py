"""The root of all errors that hugo-castle raises on purpose."""


class HugoError(Exception):
    """Something that a person can act on. Its text is one clear line: what, where, what to do."""


class DeviceLost(HugoError):
    """A chip, bus, port or display does not answer (now); the text names it and what to check.

    The library's own error is kept as the cause. Whoever meets it retries with back-off.
    """
