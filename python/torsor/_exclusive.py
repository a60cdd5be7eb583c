"""One thread at a time for what the library does not protect itself."""
import contextlib
import functools
import threading

from .message import Error

IN_USE = "the model is in use: by another thread, or by the call that has called back"


class Exclusive:
    """The functions of the library for one model. While one of them is at work, calls of other threads are refused. Those of the same
    thread come from a callback: the library judges them, but nothing can be ended or closed there."""

    def __init__(self, library):
        self._library, self._lock, self._owner, self._ended = library, threading.Lock(), None, set()

    def reader(self, analysis, create, indices):
        """Reads quantities while no call is at work; None if there is none."""
        return self._library.reader(analysis, self._lock.locked, create, indices)

    @contextlib.contextmanager
    def alone(self):
        """Nobody else, not even a call of this thread further out, uses the model."""
        if not self._lock.acquire(blocking=False):
            raise Error(IN_USE)
        self._owner = threading.get_ident()
        try:
            yield self._library
        finally:
            self._owner = None
            self._lock.release()

    def begun(self, handle):
        self._ended.discard(handle)

    def ended(self, handle):
        """Calls that another thread has prepared with it must not be made."""
        self._ended.add(handle)

    def _call(self, function, *arguments):
        if self._owner == threading.get_ident():
            return function(*arguments)
        if not self._lock.acquire(blocking=False):
            raise Error(IN_USE)
        self._owner = threading.get_ident()
        try:
            if arguments and arguments[0] in self._ended:
                raise Error("another thread has ended the analysis or closed the model")
            return function(*arguments)
        finally:
            self._owner = None
            self._lock.release()

    def __getattr__(self, name):
        function = getattr(self._library, name)
        bound = function if name == "interrupt" else functools.partial(self._call, function)
        setattr(self, name, bound)
        return bound
