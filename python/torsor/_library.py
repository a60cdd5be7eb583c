"""The C library: where it is, and its functions as torsor.h declares them."""
import ctypes as c
import ctypes.util
import functools
import importlib.machinery
import importlib.util
import os
import pathlib

OK, END, INTERRUPTED, ERROR, NO_MEMORY, MISUSE = 0, 1, 2, -1, -2, -3

PRINT = c.CFUNCTYPE(None, c.c_void_p, c.c_char_p)
PROGRESS = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_double, c.c_double, c.c_int)


class Message(c.Structure):
    _fields_ = [("severity", c.c_int), ("code", c.c_char_p), ("file", c.c_char_p), ("line", c.c_int), ("column", c.c_int),
                ("length", c.c_int), ("text", c.c_char_p), ("hint", c.c_char_p), ("rendered", c.c_char_p)]


class Definition(c.Structure):
    _fields_ = [("name", c.c_char_p), ("value", c.c_char_p)]


class Sized(c.Structure):
    """Options, whose first member is the size that they have here."""
    _fields_ = [("size", c.c_size_t)]

    def __init__(self, **members):
        super().__init__(size=c.sizeof(type(self)), **members)


class Options(Sized):
    _fields_ = [("definitions", c.POINTER(Definition)), ("n_definitions", c.c_int), ("limits", c.POINTER(Definition)),
                ("n_limits", c.c_int), ("environment", c.POINTER(c.c_char_p)), ("variables_of", c.c_void_p),
                ("may_redefine", c.c_bool), ("settable", c.c_bool), ("sandbox", c.c_bool), ("read_only", c.c_bool),
                ("print", PRINT), ("message", c.c_void_p), ("context", c.c_void_p), ("give_up", c.POINTER(c.c_int))]


class AnalysisOptions(Sized):
    _fields_ = [("results", c.c_char_p), ("resume", c.c_char_p), ("may_restore", c.c_bool), ("threads", c.c_int),
                ("endless", c.c_bool), ("time_solver", c.c_bool), ("energy", c.c_bool), ("eigen_table", c.c_bool),
                ("print", PRINT), ("progress", PROGRESS),
                ("context", c.c_void_p), ("give_up", c.POINTER(c.c_int)), ("prepare", c.c_void_p),
                ("consistent_start", c.c_bool), ("accuracy", c.c_double), ("progress_interval", c.c_double)]


class Quantity(c.Structure):
    _fields_ = [("name", c.c_char_p), ("unit", c.c_char_p), ("description", c.c_char_p), ("size", c.c_int),
                ("can_get", c.c_bool), ("can_set", c.c_bool), ("is_declared", c.c_bool), ("type", c.c_int)]


NUMBERS = c.POINTER(c.c_double)
HEAR = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(Message))


class MeshRequest(c.Structure):
    _fields_ = [("kind", c.c_int), ("group", c.c_char_p), ("value", c.c_double * 5), ("n", c.c_int)]


class MeshOptions(Sized):
    _fields_ = [("mesh", c.c_char_p), ("requests", c.POINTER(MeshRequest)), ("n_requests", c.c_int), ("quadratic", c.c_bool),
                ("full", c.c_bool), ("parts", c.c_bool), ("is_static", c.c_bool), ("sandbox", c.c_bool), ("time", c.c_double),
                ("time_step", c.c_double), ("scale", c.c_double), ("message", HEAR), ("message_to", c.c_void_p)]


class FemOptions(Sized):
    _fields_ = [("files", c.POINTER(c.c_char_p)), ("n_files", c.c_int), ("fem", c.c_char_p), ("modes", c.POINTER(c.c_uint)),
                ("n_modes", c.c_int), ("unit_masses", c.c_bool), ("sandbox", c.c_bool), ("message", HEAR), ("message_to", c.c_void_p)]


class Reduction(Sized):
    _fields_ = [("file", c.c_char_p), ("interfaces", c.POINTER(c.c_uint)), ("n_interfaces", c.c_int), ("has_origin", c.c_bool),
                ("origin", c.c_uint), ("nodes", c.POINTER(c.c_uint)), ("n_nodes", c.c_int), ("modes", c.c_int), ("stiffening", c.c_bool)]


class Statistics(c.Structure):
    _fields_ = [("count", c.c_int), *((name, c.c_double) for name in ("mean", "deviation", "rms", "minimum", "maximum", "minimum_time",
                                                                      "maximum_time", "first", "last"))]


class StudyOptions(Sized):
    _fields_ = [("plan", c.c_char_p), ("folder", c.c_char_p), ("deck", c.c_char_p), ("outputs", c.POINTER(c.c_char_p)), ("n_outputs", c.c_int),
                ("keep_results", c.c_bool), ("open", c.POINTER(Options)), ("give_up", c.POINTER(c.c_int))]


class LinearOptions(Sized):
    _fields_ = [("inputs", c.POINTER(c.c_int)), ("outputs", c.POINTER(c.c_int)), ("n_inputs", c.c_int), ("n_outputs", c.c_int)]


class LinearChannel(c.Structure):
    _fields_ = [("name", c.c_char_p), ("unit", c.c_char_p), ("value", c.c_double), ("order", c.c_int), ("source", c.c_int)]


class LinearMode(c.Structure):
    _fields_ = [("re", c.c_double), ("im", c.c_double), ("name", c.c_char_p)]


class Sparse(c.Structure):
    _fields_ = [("rows", c.c_int), ("columns", c.c_int), ("n", c.c_int), ("row", c.POINTER(c.c_int)), ("column", c.POINTER(c.c_int)),
                ("value", c.POINTER(c.c_double))]


class BatchOptions(Sized):
    _fields_ = [("instances", c.c_int), ("threads", c.c_int), *((name, c.POINTER(c.c_char_p)) for name in ("parameters", "inputs", "outputs")),
                *((name, c.c_int) for name in ("n_parameters", "n_inputs", "n_outputs"))]


class Passage(c.Structure):
    _fields_ = [("file", c.c_int), ("line", c.c_int), ("column", c.c_int), ("begin", c.c_size_t), ("end", c.c_size_t)]


class DrawnNode(c.Structure):
    _fields_ = [("label", c.c_uint), ("name", c.c_char_p), ("is_dummy", c.c_bool), ("position", c.c_double * 3),
                ("orientation", c.c_double * 9), ("where", Passage)]


class Drawing(c.Structure):
    _fields_ = [("nodes", c.POINTER(DrawnNode)), *((name, c.c_void_p) for name in ("things", "shapes", "vertices", "ties", "corners",
                                                                                 "amplitudes", "texts")), ("n_nodes", c.c_int)]


_FUNCTIONS = {
    "version": (c.c_char_p, []),
    "open": (c.c_void_p, [c.c_char_p, c.POINTER(Options)]),
    "open_text": (c.c_void_p, [c.c_char_p, c.c_char_p, c.c_size_t, c.POINTER(Options)]),
    "close": (None, [c.c_void_p]),
    "is_good": (c.c_bool, [c.c_void_p]),
    "message_count": (c.c_int, [c.c_void_p]),
    "message_at": (Message, [c.c_void_p, c.c_int]),
    "analysis_message_count": (c.c_int, [c.c_void_p]),
    "analysis_message_at": (Message, [c.c_void_p, c.c_int]),
    "begin": (c.c_void_p, [c.c_void_p, c.POINTER(AnalysisOptions)]),
    "state": (c.c_int, [c.c_void_p]),
    "step": (c.c_int, [c.c_void_p]),
    "run_past": (c.c_int, [c.c_void_p, c.c_double]),
    "run": (c.c_int, [c.c_void_p]),
    "end": (c.c_int, [c.c_void_p]),
    "interrupt": (None, [c.c_void_p]),
    "time": (c.c_double, [c.c_void_p]),
    "time_step": (c.c_double, [c.c_void_p]),
    "step_number": (c.c_int, [c.c_void_p]),
    "final_time": (c.c_double, [c.c_void_p]),
    "write_results": (None, [c.c_void_p, c.c_bool]),
    "quantity_count": (c.c_int, [c.c_void_p]),
    "quantity_at": (Quantity, [c.c_void_p, c.c_int]),
    "find": (c.c_int, [c.c_void_p, c.c_char_p]),
    "nearest_name": (c.c_char_p, [c.c_void_p, c.c_char_p]),
    "run_recording": (c.c_int, [c.c_void_p, c.c_double, c.POINTER(c.c_int), c.c_int, c.c_void_p, c.c_int, c.POINTER(c.c_int)]),
    "get_at": (c.c_int, [c.c_void_p, c.c_int, NUMBERS, c.c_int]),
    "set_at": (c.c_int, [c.c_void_p, c.c_int, NUMBERS, c.c_int]),
    "snapshot_take": (c.c_void_p, [c.c_void_p]),
    "snapshot_renew": (c.c_int, [c.c_void_p, c.c_void_p]),
    "restore": (c.c_int, [c.c_void_p, c.c_void_p]),
    "snapshot_free": (None, [c.c_void_p]),
    "save": (c.c_int, [c.c_void_p, c.c_char_p]),
    "free": (None, [c.c_void_p]),
    "mesh": (c.c_void_p, [c.POINTER(MeshOptions), c.POINTER(c.c_int)]),
    "fem": (c.c_void_p, [c.POINTER(FemOptions), c.POINTER(c.c_int)]),
    "reduce": (c.c_void_p, [c.c_void_p, c.POINTER(Reduction)]),
    "linearize": (c.c_void_p, [c.c_void_p, c.POINTER(LinearOptions)]),
    "linear_free": (None, [c.c_void_p]),
    "linear_time": (c.c_double, [c.c_void_p]),
    "linear_count": (c.c_int, [c.c_void_p, c.c_int]),
    "linear_at": (LinearChannel, [c.c_void_p, c.c_int, c.c_int]),
    "linear_matrix": (Sparse, [c.c_void_p, c.c_int]),
    "linear_poles": (c.c_int, [c.c_void_p, NUMBERS, NUMBERS]),
    "linear_zeros": (c.c_int, [c.c_void_p, c.c_int, c.c_int, NUMBERS, NUMBERS, c.POINTER(c.c_int)]),
    "linear_response": (c.c_int, [c.c_void_p, c.c_double, NUMBERS, NUMBERS]),
    "linear_mode_count": (c.c_int, [c.c_void_p]),
    "linear_mode_at": (LinearMode, [c.c_void_p, c.c_int]),
    "draw": (c.POINTER(Drawing), [c.c_void_p]),
    "results_open": (c.c_void_p, [c.c_char_p, c.c_void_p, HEAR, c.c_void_p]),
    "results_close": (None, [c.c_void_p]),
    "results_times": (c.c_int, [c.c_void_p, c.POINTER(NUMBERS)]),
    "field_open": (c.c_void_p, [c.c_void_p, c.c_void_p, c.c_int]),
    "field_close": (None, [c.c_void_p]),
    "field_read": (c.c_int, [c.c_void_p, c.c_int, NUMBERS]),
    "statistics_of": (Statistics, [NUMBERS, NUMBERS, c.c_int]),
    "rainflow": (c.c_int, [NUMBERS, c.c_int, NUMBERS]),
    "equivalent_load": (c.c_double, [NUMBERS, c.c_int, c.c_double, c.c_double, c.c_double]),
    "spectrum_segment": (c.c_int, [c.c_int]),
    "spectrum": (c.c_int, [NUMBERS, c.c_int, c.c_double, c.c_int, NUMBERS, NUMBERS]),
    "gumbel_fit": (c.c_int, [NUMBERS, NUMBERS, c.c_int, NUMBERS, NUMBERS]),
    "gumbel_extreme": (c.c_double, [c.c_double] * 4),
    "study_open": (c.c_void_p, [c.POINTER(StudyOptions)]),
    "study_close": (None, [c.c_void_p]),
    "study_count": (c.c_int, [c.c_void_p]),
    "study_folder": (c.c_char_p, [c.c_void_p]),
    "study_check": (c.c_int, [c.c_void_p]),
    "study_state": (c.c_int, [c.c_void_p, c.c_int]),
    "study_solve": (c.c_int, [c.c_void_p, c.c_int]),
    "study_reopen": (c.c_int, [c.c_void_p, c.c_int]),
    "study_collect": (c.c_int, [c.c_void_p]),
    "study_report": (c.c_int, [c.c_void_p, c.c_char_p]),
    "batch_open": (c.c_void_p, [c.c_void_p, c.POINTER(BatchOptions)]),
    "batch_close": (None, [c.c_void_p]),
    "batch_trouble": (c.c_char_p, [c.c_void_p]),
    "batch_width": (c.c_int, [c.c_void_p, c.c_int]),
    "batch_run": (c.c_int, [c.c_void_p, c.c_int, c.c_int, NUMBERS, NUMBERS]),
    "batch_begin": (c.c_int, [c.c_void_p, c.POINTER(c.c_ubyte), NUMBERS, NUMBERS]),
    "batch_step": (c.c_int, [c.c_void_p, c.c_int, NUMBERS, NUMBERS]),
    "batch_state": (c.c_int, [c.c_void_p, c.c_int]),
    "von_mises": (c.c_double, [NUMBERS]),
    "principal": (None, [NUMBERS, NUMBERS]),
}


def _places():
    """Where the library may be, the most particular first."""
    here = pathlib.Path(__file__).resolve().parent
    if os.environ.get("TORSOR_LIBRARY"):
        yield os.environ["TORSOR_LIBRARY"]
        return
    for beside in (here / "libtorsor.so", here.parent.parent / "build" / "libtorsor.so"):
        if beside.exists():
            yield str(beside)
    yield ctypes.util.find_library("torsor") or "libtorsor.so.0.1"


def _reader_type(library):
    """The type that reads quantities without ctypes, when the module torsor_fast is beside the library; else None."""
    path = pathlib.Path(library).resolve().with_name("torsor_fast.abi3.so")
    if not path.exists():
        return None
    loader = importlib.machinery.ExtensionFileLoader("torsor_fast", str(path))
    spec = importlib.util.spec_from_file_location("torsor_fast", path, loader=loader)
    try:
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    except ImportError:  # made for another processor, or for a newer Python
        return None
    return module.Reader


class Library:
    """The functions of the library without their prefix: Library().step is torsor_step."""

    def __init__(self, path):
        self._library = c.CDLL(path)
        self.reader_type = _reader_type(path)
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(self._library, "torsor_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def reader(self, analysis, locked, create, indices):
        """Reads quantities of an analysis whose indices are known; None if it takes ctypes to do so."""
        if not self.reader_type or not analysis:
            return None
        return self.reader_type(c.cast(self.get_at, c.c_void_p).value, analysis, locked, create, indices)


@functools.lru_cache(maxsize=None)
def library():
    problems = []
    for path in _places():
        try:
            return Library(path)
        except (OSError, AttributeError) as problem:
            problems.append(f"{path}: {problem}")
    raise ImportError("cannot load the library libtorsor.so; set TORSOR_LIBRARY to its path\n  " + "\n  ".join(problems))


def version():
    """Version of the library."""
    return library().version().decode()
