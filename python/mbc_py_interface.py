"""The other side of external forces of a deck: motion comes, loads go (docs/manual/clients.md).

    nodal = mbcNodal(path, host, port, timeout, verbose, data_and_next, refnode, nodes, labels, rot, accels)
    nodal.negotiate()
    while not nodal.recv():
        nodal.n_f[2] = -10. * nodal.n_x[2]
        if nodal.send(converged):
            break
    nodal.destroy()

Numbers are views of what the library has: flat, three (of a matrix nine, by columns) a node; arrays of numpy where it is installed.
"""
import ctypes as c
import ctypes.util
import functools
import os
import pathlib
import sys

from torsor._signals import Interrupts

try:
    import numpy
except ImportError:
    numpy = None

_MODAL, _NODAL, _REFERENCE_NODE, _ACCELERATIONS, _LABELS, _MAPPING, _RIGID = 0x1, 0x2, 0x4, 0x8, 0x10, 0x10000, 0x20000
_TURNED = {0x000: None, 0x100: "theta", 0x200: "r", 0x400: "euler_123"}  # what an orientation is called
_OF_REFERENCE = 4  # bits further to the left, for a mapping
_FAILED, _END = -1, 0
_COUNT = c.POINTER(c.c_uint)
_STOP = c.CFUNCTYPE(c.c_int, c.c_void_p)
_FUNCTIONS = {
    "create": (c.c_void_p, [c.c_uint, c.c_uint]),
    "destroy": (None, [c.c_void_p]),
    "set_patience": (None, [c.c_void_p, c.c_double]),
    "set_stop": (None, [c.c_void_p, _STOP, c.c_void_p]),
    "set_data_and_next": (None, [c.c_void_p, c.c_int]),
    "connect": (c.c_int, [c.c_void_p, c.c_char_p]),
    "connect_port": (c.c_int, [c.c_void_p, c.c_char_p, c.c_int]),
    "listen": (c.c_int, [c.c_void_p, c.c_char_p]),
    "listen_port": (c.c_int, [c.c_void_p, c.c_char_p, c.c_int]),
    "negotiate": (c.c_int, [c.c_void_p]),
    "recv": (c.c_int, [c.c_void_p]),
    "send": (c.c_int, [c.c_void_p, c.c_int]),
    "abort": (c.c_int, [c.c_void_p]),
    "numbers": (c.c_void_p, [c.c_void_p, c.c_int, _COUNT]),
    "labels": (c.c_void_p, [c.c_void_p]),
    "load_labels": (c.c_void_p, [c.c_void_p]),
    "reference_label": (c.c_uint32, [c.c_void_p]),
    "command": (c.c_int, [c.c_void_p]),
    "message": (c.c_char_p, [c.c_void_p]),
}


class MbcError(RuntimeError):
    """What the library says went wrong."""


@functools.lru_cache(maxsize=None)
def _library():
    here = pathlib.Path(__file__).resolve().parent
    places = [here / "torsor" / "libtorsor-mbc.so", here.parent / "build" / "libtorsor-mbc.so"]
    path = os.environ.get("TORSOR_MBC_LIBRARY") or next((str(p) for p in places if p.exists()), None)
    library = c.CDLL(path or ctypes.util.find_library("torsor-mbc") or "libtorsor-mbc.so.0.1")
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "mbc_" + name)
        function.restype, function.argtypes = result, arguments
    return library


def _view(address, count, kind):
    """Numbers where they are; nothing when they are not exchanged."""
    if not address:
        return None
    there = (kind * count).from_address(address)
    if numpy:
        return numpy.frombuffer(there, dtype={c.c_double: "f8", c.c_uint32: "u4"}[kind])
    return memoryview(there).cast("B").cast({c.c_double: "d", c.c_uint32: "I"}[kind])


def _names(turned_reference, turned):
    """Of the fields, in the order of mbc.h. What is not exchanged has no numbers, whatever it is called."""
    def motion(of, orientation):
        return [f"{of}_{name}" for name in ("x", orientation or "r", "xp", "omega", "xpp", "omegap")]

    return [*motion("r", turned_reference), *motion("n", turned), "m_q", "m_qp", "r_f", "r_m", "n_f", "n_m", "m_p"]


class _Peer:
    """A connection. It is made with the object; what is exchanged is agreed on by negotiate."""

    r_x = r_theta = r_r = r_euler_123 = r_xp = r_omega = r_xpp = r_omegap = r_f = r_m = None
    n_x = n_theta = n_r = n_euler_123 = n_xp = n_omega = n_xpp = n_omegap = n_f = n_m = None
    m_q = m_qp = m_p = n_labels = n_load_labels = None

    def __init__(self, flags, n, names, address, timeout, verbose, data_and_next):
        self._call = _library()
        self._peer = self._call.mbc_create(flags, n)
        if not self._peer:
            raise MemoryError("out of memory for the peer")
        self.verbose, self._interrupts = verbose, Interrupts()
        self._stop = _STOP(lambda _: self._interrupts.came is not None)
        self._call.mbc_set_stop(self._peer, self._stop, None)
        self._call.mbc_set_patience(self._peer, timeout)
        self.data_and_next = data_and_next
        self._look(names, n)
        self._meet(*address)

    def _look(self, names, n):
        count = c.c_uint()
        for which, name in enumerate(names):
            address = self._call.mbc_numbers(self._peer, which, c.byref(count))
            setattr(self, name, _view(address, count.value, c.c_double))
        self.n_labels = _view(self._call.mbc_labels(self._peer), n, c.c_uint32)
        self.n_load_labels = _view(self._call.mbc_load_labels(self._peer), n, c.c_uint32)

    def _meet(self, path, host, port, create):
        self._where = os.fspath(path) if path else f"{host or 'localhost'}:{port}"
        call = ("connect" if create else "listen") + ("" if path else "_port")
        self._do(call, *([os.fsencode(path)] if path else [host.encode() if host else None, port]))
        self._tell("connected")

    def _tell(self, *words):
        if self.verbose:
            print(f"{type(self).__name__} {self._where}:", *words, file=sys.stderr)

    def _do(self, what, *arguments):
        with self._interrupts.noted():
            status = getattr(self._call, "mbc_" + what)(self._peer, *arguments)
        if status == _FAILED:
            raise MbcError(self._call.mbc_message(self._peer).decode(errors="replace"))
        return status

    def negotiate(self):
        """Agrees with the solver on what is exchanged."""
        self._do("negotiate")
        self._tell("agreed")
        return False

    def recv(self):
        """The next motion; True at the end of the run."""
        is_over = self._do("recv") == _END
        self._tell("the end" if is_over else f"motion, command {self.command}")
        return is_over

    def send(self, converged):
        """The loads; when they have converged the solver may go to the next step. True would mean the end of the run, which recv says."""
        self._do("send", int(bool(converged)))
        self._tell("loads, converged" if converged else "loads")
        return False

    def abort(self):
        """Stops the run."""
        self._do("abort")

    @property
    def command(self):
        return self._call.mbc_command(self._peer)

    @property
    def r_label(self):
        return self._call.mbc_reference_label(self._peer)

    @property
    def data_and_next(self):
        """Whether the last loads of a step are sent; else those before stay."""
        return self._data_and_next

    @data_and_next.setter
    def data_and_next(self, yes):
        self._data_and_next = bool(yes)
        self._call.mbc_set_data_and_next(self._peer, int(bool(yes)))

    def destroy(self):
        """Hangs up. Views of numbers must not be used any more."""
        if getattr(self, "_peer", None):
            for name in [name for name in vars(self) if name[:2] in ("r_", "n_", "m_")]:
                delattr(self, name)
            self._call.mbc_destroy(self._peer)
            self._peer = None

    __del__ = destroy

    def __enter__(self):
        return self

    def __exit__(self, *why):
        self.destroy()


class mbcNodal(_Peer):
    """external structural. rot: 0x100 orientation vectors, 0x200 matrices, 0x400 Euler angles, 0 none; 0x1000 to 0x4000 those of the
    reference node of external structural mapping, whose points have none (mapping=True says so where there is no such node).
    create: what the card says of the socket. timeout: seconds that a call may wait; less than zero: for ever."""

    def __init__(self, path="", host="", port=0, timeout=600., verbose=0, data_and_next=1, refnode=0, nodes=1, labels=0, rot=0x200, accels=0, *,
                 mapping=False, create=True):
        mapping = mapping or rot >> _OF_REFERENCE in (0x100, 0x200, 0x400)
        turned = rot >> _OF_REFERENCE if mapping else rot
        if turned not in _TURNED or (mapping and turned and not refnode):
            raise ValueError(f"rot 0x{rot:x} is no orientation of " + ("a reference node" if mapping else "nodes"))
        flags = (_NODAL | turned | _LABELS * bool(labels) | _ACCELERATIONS * bool(accels) | _REFERENCE_NODE * bool(refnode)
                 | _MAPPING * bool(mapping))
        super().__init__(flags, nodes, _names(_TURNED[turned], _TURNED[turned]), (path, host, port, create), timeout, verbose, data_and_next)


class mbcModal(_Peer):
    """external modal, external modal mapping. refnode: the frame is exchanged too (type, all); rigid=True: the frame alone (type, rigid)."""

    def __init__(self, path="", host="", port=0, timeout=600., verbose=0, data_and_next=1, refnode=1, modes=1, *, rigid=False, create=True):
        flags = _MODAL | _REFERENCE_NODE * bool(refnode or rigid) | _RIGID * bool(rigid)
        super().__init__(flags, modes, _names("r", "r"), (path, host, port, create), timeout, verbose, data_and_next)
