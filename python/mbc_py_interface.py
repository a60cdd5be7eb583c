"""The other side of external forces of a deck: motion comes, loads go (docs/manual/clients.md).

    nodal = mbcNodal(path="solver.sock", nodes=2)
    while nodal.recv():
        nodal.f[2] = -10. * nodal.x[2]
        nodal.send(converged)

Names and order are those of mbc.h. Numbers are views of what the library has: flat, three (of a matrix nine, by columns) a node, which
numpy.asarray takes without a copy.
"""
import ctypes as c
import ctypes.util
import functools
import os
import pathlib

MODAL, NODAL, REFERENCE_NODE, ACCELERATIONS, LABELS, MAPPING, RIGID = 0x1, 0x2, 0x4, 0x8, 0x10, 0x10000, 0x20000
ORIENTATIONS = {"none": 0, "orientation vector": 0x100, "orientation matrix": 0x200, "euler123": 0x400}
_FAILED, _END = -1, 0
_FIELDS = ("reference_x", "reference_R", "reference_v", "reference_w", "reference_a", "reference_wp", "x", "R", "v", "w", "a", "wp", "q", "qp",
           "reference_f", "reference_m", "f", "m", "p")
_COUNT = c.POINTER(c.c_uint)
_FUNCTIONS = {
    "create": (c.c_void_p, [c.c_uint, c.c_uint]),
    "destroy": (None, [c.c_void_p]),
    "set_patience": (None, [c.c_void_p, c.c_double]),
    "set_data_and_next": (None, [c.c_void_p, c.c_int]),
    "connect": (c.c_int, [c.c_void_p, c.c_char_p]),
    "connect_port": (c.c_int, [c.c_void_p, c.c_char_p, c.c_int]),
    "listen": (c.c_int, [c.c_void_p, c.c_char_p]),
    "listen_port": (c.c_int, [c.c_void_p, c.c_char_p, c.c_int]),
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
    library = c.CDLL(path or ctypes.util.find_library("torsor-mbc") or "libtorsor-mbc.so.0")
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "mbc_" + name)
        function.restype, function.argtypes = result, arguments
    return library


def _view(address, count, kind):
    """Numbers where they are; nothing when they are not exchanged."""
    if not address:
        return None
    return memoryview((kind * count).from_address(address)).cast("B").cast({c.c_double: "d", c.c_uint32: "I"}[kind])


class _Peer:
    """A connection; meets the solver and agrees with it when it is made."""

    def __init__(self, flags, n, path, host, port, create, timeout, data_and_next):
        self._call = _library()
        self._peer = self._call.mbc_create(flags, n)
        if not self._peer:
            raise MemoryError("there is no memory for the peer")
        self._call.mbc_set_patience(self._peer, timeout)
        self.data_and_next = data_and_next
        count = c.c_uint()
        for which, name in enumerate(_FIELDS):
            address = self._call.mbc_numbers(self._peer, which, c.byref(count))
            setattr(self, name, _view(address, count.value, c.c_double))
        self.labels = _view(self._call.mbc_labels(self._peer), n, c.c_uint32)
        self.load_labels = _view(self._call.mbc_load_labels(self._peer), n, c.c_uint32)
        self._meet(path, host, port, create)

    def _meet(self, path, host, port, create):
        if path is not None:
            meet = self._call.mbc_connect if create else self._call.mbc_listen
            self._check(meet(self._peer, os.fsencode(path)))
        else:
            meet = self._call.mbc_connect_port if create else self._call.mbc_listen_port
            self._check(meet(self._peer, host.encode() if host else None, port))

    def _check(self, status):
        if status == _FAILED:
            raise MbcError(self._call.mbc_message(self._peer).decode(errors="replace"))
        return status

    def recv(self):
        """The next motion; False at the end of the run."""
        return self._check(self._call.mbc_recv(self._peer)) != _END

    def send(self, converged):
        """The loads; when they have converged the solver may go to the next step."""
        self._check(self._call.mbc_send(self._peer, int(bool(converged))))

    def abort(self):
        """Stops the run."""
        self._check(self._call.mbc_abort(self._peer))

    @property
    def command(self):
        return self._call.mbc_command(self._peer)

    @property
    def reference_label(self):
        return self._call.mbc_reference_label(self._peer)

    @property
    def data_and_next(self):
        """Whether the last loads of a step are sent; else those before stay."""
        return self._data_and_next

    @data_and_next.setter
    def data_and_next(self, yes):
        self._data_and_next = bool(yes)
        self._call.mbc_set_data_and_next(self._peer, int(bool(yes)))

    def close(self):
        """Hangs up. Views of numbers must not be used any more."""
        if getattr(self, "_peer", None):
            for name in (*_FIELDS, "labels", "load_labels"):
                setattr(self, name, None)
            self._call.mbc_destroy(self._peer)
            self._peer = None

    __del__ = close

    def __enter__(self):
        return self

    def __exit__(self, *why):
        self.close()


class mbcNodal(_Peer):
    """external structural; with mapping=True external structural mapping. create: what the card says of the socket."""

    def __init__(self, *, path=None, host=None, port=0, create=True, timeout=600., data_and_next=1, nodes=1, labels=False,
                 orientation="orientation matrix", accelerations=False, reference_node=False, mapping=False):
        if orientation not in ORIENTATIONS:
            raise ValueError(f"orientation {orientation!r} is none of {', '.join(ORIENTATIONS)}")
        turned = 0 if mapping and not reference_node else ORIENTATIONS[orientation]
        flags = (NODAL | turned | LABELS * bool(labels) | ACCELERATIONS * bool(accelerations) | REFERENCE_NODE * bool(reference_node)
                 | MAPPING * bool(mapping))
        super().__init__(flags, nodes, path, host, port, create, timeout, data_and_next)


class mbcModal(_Peer):
    """external modal, external modal mapping. type: "all", "modal" or "rigid", as on the card."""

    def __init__(self, *, path=None, host=None, port=0, create=True, timeout=600., data_and_next=1, modes=1, type="all"):
        flags = {"all": MODAL | REFERENCE_NODE, "modal": MODAL, "rigid": MODAL | REFERENCE_NODE | RIGID}
        if type not in flags:
            raise ValueError(f"type {type!r} is none of {', '.join(flags)}")
        super().__init__(flags[type], modes, path, host, port, create, timeout, data_and_next)
