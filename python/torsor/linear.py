"""Linear models: A, B, C, D of a model at its present state, constraints eliminated."""
import ctypes as c
import dataclasses

import numpy as np

from . import _library as lib

_STATE, _INPUT, _OUTPUT, _UNKNOWN = range(4)
_MATRICES = "ABCDEKLZ"


@dataclasses.dataclass(frozen=True)
class Channel:
    """A state, an input, an output or an unknown. order: of the derivative of an input."""
    name: str
    unit: str
    value: float
    order: int
    source: int


@dataclasses.dataclass(frozen=True)
class Mode:
    """A mode: its eigenvalue, and what moves in it, by shares of the kinetic energy."""
    eigenvalue: complex
    name: str

    @property
    def frequency(self):
        """In Hz."""
        return self.eigenvalue.imag / (2 * np.pi)

    @property
    def damping(self):
        """As a fraction of critical damping."""
        return -self.eigenvalue.real / abs(self.eigenvalue) if self.eigenvalue else 0.0


class Linear:
    """z' = A z + B u, y = C z + D u; E x' + K x + L u = 0 with x = Z z for all unknowns x.

    A, B, C, D are arrays; sparse("E") gives rows, columns and values of the entries of any of the matrices.
    """

    def __init__(self, library, handle):
        self._library, self._handle = library, handle
        self.time = library.linear_time(handle)
        self.states, self.inputs, self.outputs, self.unknowns = (self._channels(kind) for kind in range(4))

    def __del__(self):
        if self._handle:
            self._library.linear_free(self._handle)
            self._handle = None

    def _channels(self, kind):
        found = (self._library.linear_at(self._handle, kind, i) for i in range(self._library.linear_count(self._handle, kind)))
        return [Channel(x.name.decode(), x.unit.decode(), x.value, x.order, x.source) for x in found]

    def sparse(self, name):
        """(shape, rows, columns, values) of the matrix A, B, C, D, E, K, L or Z."""
        m = self._library.linear_matrix(self._handle, _MATRICES.index(name))
        rows, columns, values = (np.array(x[:m.n]) for x in (m.row, m.column, m.value))
        return (m.rows, m.columns), rows.astype(int), columns.astype(int), values.astype(float)

    def matrix(self, name):
        """The same as a full array."""
        shape, rows, columns, values = self.sparse(name)
        full = np.zeros(shape)
        full[rows, columns] = values
        return full

    @property
    def A(self):
        return self.matrix("A")

    @property
    def B(self):
        return self.matrix("B")

    @property
    def C(self):
        return self.matrix("C")

    @property
    def D(self):
        return self.matrix("D")

    def _judge(self, status):
        if status == lib.NO_MEMORY:
            raise MemoryError
        if status != lib.OK:
            raise ArithmeticError("LAPACK is missing, or has not converged, or there is a pole")

    def poles(self):
        """The eigenvalues of A."""
        re, im = np.zeros(len(self.states) + 1), np.zeros(len(self.states) + 1)
        self._judge(self._library.linear_poles(self._handle, _numbers(re), _numbers(im)))
        return (re + 1j * im)[:-1]

    def zeros(self, input=0, output=0):
        """Zeros of the transfer function from one input to one output, by index or name."""
        re, im, n = np.zeros(len(self.states) + 2), np.zeros(len(self.states) + 2), c.c_int()
        input, output = _index(self.inputs, input), _index(self.outputs, output)
        self._judge(self._library.linear_zeros(self._handle, input, output, _numbers(re), _numbers(im), c.byref(n)))
        return (re + 1j * im)[:n.value]

    def response(self, omega):
        """Frequency response at angular frequencies: frequencies x outputs x inputs, derivatives of inputs included."""
        omega = np.atleast_1d(np.asarray(omega, dtype=float))
        shape = len(self.outputs), sum(x.order == 0 for x in self.inputs)
        found = np.zeros((omega.size, *shape), dtype=complex)
        for k, w in enumerate(omega.ravel()):
            re, im = np.zeros(shape), np.zeros(shape)
            self._judge(self._library.linear_response(self._handle, w, _numbers(re), _numbers(im)))
            found[k] = re + 1j * im
        return found

    def modes(self):
        """Modes by frequency, one of each conjugate pair."""
        count = self._library.linear_mode_count(self._handle)
        self._judge(lib.OK if count >= 0 else lib.ERROR)
        found = (self._library.linear_mode_at(self._handle, i) for i in range(count))
        return [Mode(complex(x.re, x.im), x.name.decode()) for x in found]


def _numbers(array):
    return array.ctypes.data_as(lib.NUMBERS)


def _index(channels, which):
    if isinstance(which, str):
        return [x.name for x in channels].index(which)
    return which
