"""Ctrl-C while a library is at work."""
import contextlib
import signal
import threading


class Interrupts:
    """Nothing may be raised while the library is at work: Ctrl-C is noted, so that the library can be told to end, and heard of after it."""

    came = None  # what the handler is to be given; None: nothing

    @contextlib.contextmanager
    def noted(self):
        before = signal.getsignal(signal.SIGINT)
        if threading.current_thread() is not threading.main_thread() or not callable(before):
            yield
            return

        def note(*arguments):
            self.came = arguments

        signal.signal(signal.SIGINT, note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
            came, self.came = self.came, None
            if came:
                before(*came)
