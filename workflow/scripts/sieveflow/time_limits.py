"""Work that is stopped when its time is over."""

import signal
import time
from contextlib import contextmanager


class TimeLimit(Exception):
    """The time that was given to a method is over."""


class Clock:
    """Seconds of processor time that are shared by several pieces of work; None for as many as they need.

    Not those of a clock on the wall: whether a method is stopped must not depend on what else the machine does.
    """

    def __init__(self, seconds):
        self._seconds = seconds
        self._end = None if seconds is None else time.process_time() + seconds

    @contextmanager
    def running(self):
        """Do a piece of work; raises TimeLimit, also inside of it, when the time is over.

        Python is asked between two of its own steps: a single call into compiled code is finished first.
        """
        if self._end is None:
            yield
            return
        left = self._end - time.process_time()
        if left <= 0:
            self._stop()
        before = signal.signal(signal.SIGPROF, self._stop)
        signal.setitimer(signal.ITIMER_PROF, left)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)

    def _stop(self, *_):
        raise TimeLimit(f"not finished within {self._seconds:g} s of processor time, the limit for these realizations")


def is_time_limit(error):
    """Whether the text of a failed realization says that its time was over: it is no reason to try it again."""
    return f"{TimeLimit.__name__}: " in error
