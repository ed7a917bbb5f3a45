"""Seconds of computing, by what they were spent on."""

import time
from contextlib import contextmanager


@contextmanager
def measured(seconds, phase):
    """Add the processor time of a block to an entry of a dict."""
    started = time.process_time()
    try:
        yield
    finally:
        seconds[phase] = seconds.get(phase, 0.0) + time.process_time() - started
