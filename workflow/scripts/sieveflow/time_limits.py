"""Work that is stopped when its time is over."""

import signal
import time
from contextlib import contextmanager


class TimeLimit(Exception):
    """The time that was given to a method is over."""


class Clock:
    """Seconds that are shared by several pieces of work; None for as many as they need."""

    def __init__(self, seconds):
        self._seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    @contextmanager
    def running(self):
        """Do a piece of work; raises TimeLimit, also inside of it, when the time is over.

        Python is asked between two of its own steps: a single call into compiled code is finished first.
        """
        if self._end is None:
            yield
            return
        left = self._end - time.monotonic()
        if left <= 0:
            self._stop()
        before = signal.signal(signal.SIGALRM, self._stop)
        signal.setitimer(signal.ITIMER_REAL, left)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _stop(self, *_):
        raise TimeLimit(f"not finished within {self._seconds:g} s, the limit for these realizations")


def is_time_limit(error):
    """Whether the text of a failed realization says that its time was over: it is no reason to try it again."""
    return f"{TimeLimit.__name__}: " in error
