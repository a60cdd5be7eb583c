"""Elements written in Python: `user defined: LABEL, python, "file.py", Class, ARGUMENTS;`

    from torsor.element import Element

    class Spring(Element):
        def read(self, card):
            self.node = card.node("node")
            self.at = card.touch(self.node)
            self.k = card.positive("stiffness")

        def eval(self, s, r, J):
            x = s.motion(self.node).x
            for i in range(3):
                r[self.at + i] -= self.k * x[i]

The solver finds the derivatives by differences, unless the class says `by_differences = False`: J[i][j] is then to be filled whenever it
is not None. What an element remembers is a list of numbers, `memory = 2`, which `accept` may change and `s.memory` shows.
`output` gives (name, unit, words, numbers) of its row, `private` the names of private data. See include/torsor/module.h.
"""
import ctypes as c
import importlib.util
import os

UNITS = {name: i for i, name in enumerate(("number", "length", "velocity", "force", "moment", "angle", "angular velocity", "energy"))}
KINDS = {name: i for i, name in enumerate(("constraint", "velocity constraint", "algebraic", "differential"))}
VERSION = 1


class Motion(c.Structure):
    _fields_ = [("x", c.c_double * 3), ("v", c.c_double * 3), ("R", c.c_double * 9), ("w", c.c_double * 3), ("w_ref", c.c_double * 3)]


class Instant(c.Structure):
    _fields_ = [("time", c.c_double), ("time_step", c.c_double), ("step", c.c_int), ("phase", c.c_int), ("dvalue", c.c_double),
                ("drate", c.c_double), ("memory", c.POINTER(c.c_double)), ("inside", c.c_void_p)]


class Rows(c.Structure):
    _fields_ = [("r", c.POINTER(c.c_double)), ("J", c.POINTER(c.c_double)), ("ld", c.c_int)]


_REAL, _INT, _TEXT, _ANY, _NUMBERS = c.c_double, c.c_int, c.c_char_p, c.c_void_p, c.POINTER(c.c_double)
_AT = c.POINTER(Instant)
_HOST = [  # the order of torsor_host: name, result, arguments
    ("read_real", _REAL, _ANY, _TEXT), ("read_positive", _REAL, _ANY, _TEXT), ("read_integer", _INT, _ANY, _INT, _INT, _TEXT),
    ("read_bool", _INT, _ANY, _TEXT), ("read_string", _TEXT, _ANY, _TEXT), ("read_file_name", _TEXT, _ANY, _TEXT),
    ("read_keyword", _INT, _ANY, _TEXT), ("read_choice", _INT, _ANY, c.POINTER(_TEXT), _TEXT), ("read_more", _INT, _ANY),
    ("read_vec3", None, _ANY, _NUMBERS, _TEXT), ("read_mat3", None, _ANY, _NUMBERS, _TEXT),
    ("read_position", None, _ANY, _ANY, _NUMBERS, _TEXT), ("read_orientation", None, _ANY, _ANY, _NUMBERS, _TEXT),
    ("read_node", _ANY, _ANY, _TEXT), ("read_point", _ANY, _ANY, _TEXT), ("read_dof", _ANY, _ANY, _TEXT), ("read_drive", _ANY, _ANY, _TEXT),
    ("read_law", _ANY, _ANY, _INT, _TEXT), ("read_function", _ANY, _ANY, _TEXT), ("allocate", _ANY, _ANY, c.c_size_t),
    ("error", None, _ANY, _TEXT), ("ok", _INT, _ANY), ("touch_node", _INT, _ANY, _ANY), ("touch_momentum", _INT, _ANY, _ANY),
    ("touch_dof", _INT, _ANY, _ANY), ("own", _INT, _ANY, _INT, c.POINTER(_INT)), ("uncoupled", None, _ANY, _INT, _INT, _INT, _INT),
    ("motion", None, _AT, _ANY, c.POINTER(Motion)), ("dof_value", _REAL, _AT, _ANY), ("dof_weight", _REAL, _AT, _ANY),
    ("internal_value", _REAL, _AT, _INT), ("internal_rate", _REAL, _AT, _INT), ("drive_value", _REAL, _AT, _ANY), ("drive_derivative", _REAL, _AT, _ANY),
    ("law", None, _AT, _ANY, _NUMBERS, _NUMBERS, _ANY), ("law_predict", None, _AT, _ANY, _NUMBERS, _NUMBERS),
    ("law_accept", None, _AT, _ANY, _NUMBERS, _NUMBERS), ("function", _REAL, _AT, _ANY, _REAL, _INT), ("fail", None, _AT, _TEXT),
    ("put", None, _ANY, _TEXT, _INT, _TEXT, _INT, _NUMBERS), ("line", None, _ANY, _INT, _ANY, _ANY), ("spring", None, _ANY, _ANY, _ANY),
    ("mark", None, _ANY, _ANY, _NUMBERS), ("arrow", None, _ANY, _ANY, _NUMBERS, _TEXT)]


class Host(c.Structure):
    _fields_ = [("version", c.c_uint)] + [(name, c.CFUNCTYPE(*types)) for name, *types in _HOST]


_READ = c.CFUNCTYPE(None, _ANY, _ANY)
_EVAL = c.CFUNCTYPE(None, _ANY, _AT, c.POINTER(Rows))
_BEGIN = c.CFUNCTYPE(None, _ANY, _NUMBERS)
_VALID = c.CFUNCTYPE(_INT, _ANY, _NUMBERS)
_TOLD = c.CFUNCTYPE(None, _ANY, _AT, _NUMBERS)
_INITIAL = c.CFUNCTYPE(None, _ANY, _AT, _NUMBERS, _NUMBERS)
_OUTPUT = c.CFUNCTYPE(None, _ANY, _AT, _ANY)
_PRIVATE = c.CFUNCTYPE(_REAL, _ANY, _AT, _INT)
_DRAW = c.CFUNCTYPE(None, _ANY, _ANY)


class ElementType(c.Structure):
    _fields_ = [("keyword", _TEXT), ("grammar", _TEXT), ("summary", _TEXT), ("flags", c.c_uint), ("size", c.c_size_t), ("read", _READ),
                ("eval", _EVAL), ("rate", _TOLD), ("initial", _INITIAL), ("memory", c.c_size_t), ("begin", _BEGIN), ("valid", _VALID),
                ("start", _TOLD), ("predict", _TOLD), ("accept", _TOLD), ("output", _OUTPUT), ("private_names", c.POINTER(_TEXT)),
                ("private_value", _PRIVATE), ("internal_names", c.POINTER(_TEXT)), ("draw", _DRAW)]


class Request(c.Structure):
    _fields_ = [("file", _TEXT), ("class_name", _TEXT), ("host", c.POINTER(Host)), ("type", c.POINTER(ElementType)), ("why", c.c_char * 512)]


class Element:
    """What a class of an element begins with; `read` and `eval` are its own."""

    by_differences = True
    deformable = False
    memory = 0  # how many numbers it remembers
    private = ()
    internal_names = ()
    grammar = ""

    def read(self, card):
        raise NotImplementedError

    def eval(self, s, r, J):
        raise NotImplementedError


class Card:
    """The arguments of the card at hand; `what` names one in messages."""

    def __init__(self, host, at):
        self._host, self._at = host, at

    def real(self, what):
        return self._host.read_real(self._at, what.encode())

    def positive(self, what):
        return self._host.read_positive(self._at, what.encode())

    def integer(self, low, high, what):
        return self._host.read_integer(self._at, low, high, what.encode())

    def boolean(self, what):
        return bool(self._host.read_bool(self._at, what.encode()))

    def string(self, what):
        return (self._host.read_string(self._at, what.encode()) or b"").decode()

    def file_name(self, what):
        return (self._host.read_file_name(self._at, what.encode()) or b"").decode()

    def keyword(self, word):
        return bool(self._host.read_keyword(self._at, word.encode()))

    def choice(self, words, what):
        return self._host.read_choice(self._at, _texts(words), what.encode())

    def more(self):
        return bool(self._host.read_more(self._at))

    def _numbers(self, function, n, *arguments):
        numbers = (_REAL * n)()
        function(self._at, *arguments[:-1], numbers, arguments[-1].encode())
        return list(numbers)

    def vec3(self, what):
        return self._numbers(self._host.read_vec3, 3, what)

    def mat3(self, what):
        return self._numbers(self._host.read_mat3, 9, what)

    def position(self, node, what):
        return self._numbers(self._host.read_position, 3, node, what)

    def orientation(self, node, what):
        return self._numbers(self._host.read_orientation, 9, node, what)

    def node(self, what):
        return self._host.read_node(self._at, what.encode())

    def point(self, what):
        return self._host.read_point(self._at, what.encode())

    def dof(self, what):
        return self._host.read_dof(self._at, what.encode())

    def drive(self, what):
        return self._host.read_drive(self._at, what.encode())

    def function(self, what):
        return self._host.read_function(self._at, what.encode())

    def error(self, words):
        self._host.error(self._at, words.encode())

    def touch(self, node):
        return self._host.touch_node(self._at, node)

    def touch_dof(self, dof):
        return self._host.touch_dof(self._at, dof)

    def own(self, *kinds):
        """Own unknowns: "constraint", "velocity constraint", "algebraic" or "differential" each."""
        return self._host.own(self._at, len(kinds), (_INT * len(kinds))(*(KINDS[kind] for kind in kinds)))


class State:
    """The state at an instant."""

    def __init__(self, host, at, n_memory):
        self._host, self._at = host, at
        is_ = at.contents
        self.time, self.time_step, self.step, self.dvalue, self.drate = is_.time, is_.time_step, is_.step, is_.dvalue, is_.drate
        self.memory = is_.memory[:n_memory] if n_memory and is_.memory else []

    def motion(self, node):
        to = Motion()
        self._host.motion(self._at, node, c.byref(to))
        return to

    def value(self, dof):
        return self._host.dof_value(self._at, dof)

    def weight(self, dof):
        return self._host.dof_weight(self._at, dof)

    def own(self, i):
        return self._host.internal_value(self._at, i)

    def internal_rate(self, i):
        return self._host.internal_rate(self._at, i)

    def drive(self, drive):
        return self._host.drive_value(self._at, drive)

    def function(self, function, x, order=0):
        return self._host.function(self._at, function, x, order)


class _Row:
    """A row of the Jacobian."""

    def __init__(self, numbers, first):
        self._numbers, self._first = numbers, first

    def __getitem__(self, j):
        return self._numbers[self._first + j]

    def __setitem__(self, j, value):
        self._numbers[self._first + j] = value


class _Matrix:
    def __init__(self, rows):
        self._rows = rows

    def __getitem__(self, i):
        return _Row(self._rows.J, i * self._rows.ld)


_elements = []  # by the number that stands in `self` of the solver
_types = []  # what the solver may still call


def _texts(words):
    return (_TEXT * (len(words) + 1))(*(word.encode() for word in words), None)


def _of(self):
    return _elements[c.cast(self, c.POINTER(c.c_size_t))[0]]


def _words(error):
    return f"{type(error).__name__}: {error}".encode()


class _Functions:
    """The functions of a table, for a class."""

    def __init__(self, kind, host):
        self.kind, self.host = kind, host

    def read(self, card, self_):
        try:
            made = self.kind()
            _elements.append(made)
            c.cast(self_, c.POINTER(c.c_size_t))[0] = len(_elements) - 1
            made.read(Card(self.host, card))
        except Exception as error:  # whatever a class does wrong is an error of the deck
            self.host.error(card, _words(error))

    def _guarded(self, at, call, otherwise=None):
        try:
            return call(State(self.host, at, self.kind.memory))
        except Exception as error:
            self.host.fail(at, _words(error))
            return otherwise

    def eval(self, self_, at, out):
        rows = out.contents
        self._guarded(at, lambda s: _of(self_).eval(s, rows.r, _Matrix(rows) if rows.J else None))

    def begin(self, self_, memory):
        for i, number in enumerate(_of(self_).begin()):
            memory[i] = number

    def told(self, name):
        return lambda self_, at, memory: self._guarded(at, lambda s: getattr(_of(self_), name)(s, memory))

    def initial(self, self_, at, y, yp):
        self._guarded(at, lambda s: _of(self_).initial(s, y, yp))

    def output(self, self_, at, out):
        for name, unit, words, numbers in self._guarded(at, lambda s: _of(self_).output(s), ()):
            numbers = list(numbers) if hasattr(numbers, "__iter__") else [numbers]
            self.host.put(out, name.encode(), UNITS[unit], words.encode(), len(numbers), (_REAL * len(numbers))(*numbers))

    def private_value(self, self_, at, index):
        return self._guarded(at, lambda s: float(_of(self_).private_value(s, self.kind.private[index])), 0.0)


def _build(kind, host):
    """The table of a class."""
    f, has = _Functions(kind, host), lambda name: callable(getattr(kind, name, None))
    t = ElementType(keyword=kind.__name__.encode(), grammar=(kind.grammar or f"user defined: LABEL, python, \"FILE.py\", {kind.__name__}, "
                                                             "ARGUMENTS").encode(),
                    summary=(kind.__doc__ or kind.__name__).strip().encode(), size=c.sizeof(c.c_size_t),
                    flags=(1 if kind.by_differences else 0) | (2 if kind.deformable else 0), memory=8 * kind.memory)
    t.read, t.eval = _READ(f.read), _EVAL(f.eval)
    for name in ("start", "predict", "accept", "rate"):
        if has(name):
            setattr(t, name, _TOLD(f.told(name)))
    for name, slot in (("begin", _BEGIN), ("initial", _INITIAL), ("output", _OUTPUT)):
        if has(name):
            setattr(t, name, slot(getattr(f, name)))
    if kind.private:
        t.private_names, t.private_value = _texts(kind.private), _PRIVATE(f.private_value)
    if kind.internal_names:
        t.internal_names = _texts(kind.internal_names)
    return t


def _load(path):
    spec = importlib.util.spec_from_file_location(os.path.splitext(os.path.basename(path))[0], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make(address):
    """Answers a request of the solver: the table of a class of a file."""
    request = Request.from_address(address)
    name, host = request.class_name.decode(), request.host.contents
    if host.version < VERSION:
        raise RuntimeError(f"the solver uses version {host.version} of torsor/module.h, the package version {VERSION}")
    kind = getattr(_load(request.file.decode()), name, None)
    if not (isinstance(kind, type) and issubclass(kind, Element)):
        raise TypeError(f"the file has no class {name} that is a torsor.element.Element")
    _types.append(_build(kind, host))
    request.type = c.pointer(_types[-1])
