"""Results as arrays with names and units: histories of runs, and the files that the program writes.

A text file has one row for each label and written step. Its columns get the names of the NetCDF file where the kind of the
row tells them; all of them are there as well as `EXT.LABEL`, a table as it stands in the file.
"""
import pathlib

import numpy as np

from . import netcdf


class Series(np.ndarray):
    """Numbers over time, with name, unit and description. The first index is the time."""

    def __new__(cls, values, name="", unit="", description=""):
        series = np.asarray(values, dtype=float).view(cls)
        series.name, series.unit, series.description = name, unit, description
        return series

    def __array_finalize__(self, other):
        for attribute in ("name", "unit", "description"):
            setattr(self, attribute, getattr(other, attribute, ""))


class History:
    """Series by name, over one time. `history["node.struct.1.X"]`, or one component with [i] behind the name, from 0."""

    def __init__(self, time):
        self.time = time
        self._series = {}

    def add(self, series):
        self._series[series.name] = series

    def __getitem__(self, name):
        if name == "time":
            return self.time
        if name in self._series:
            return self._series[name]
        whole, bracket, index = name.partition("[")
        if bracket and whole in self._series and index.rstrip("]").isdigit():
            series = self._series[whole]
            return Series(series.reshape(len(series), -1)[:, int(index.rstrip("]"))], name, series.unit, series.description)
        raise KeyError(name)

    def __contains__(self, name):
        try:
            self[name]
        except (KeyError, IndexError):
            return False
        return True

    def __iter__(self):
        return iter(self._series)

    def __len__(self):
        return len(self._series)

    def keys(self):
        return self._series.keys()

    def items(self):
        return self._series.items()


def read(result):
    """Results of the program: NAME.nc, or NAME.out with its companions; without extension, the first there is."""
    path = pathlib.Path(result)
    if path.suffix == ".nc":
        return _read_netcdf(path)
    base = path.with_suffix("") if path.suffix[1:] in _COLUMNS or path.suffix == ".out" else path
    binary, text = pathlib.Path(f"{base}.nc"), pathlib.Path(f"{base}.out")
    if path == base and binary.exists():
        return _read_netcdf(binary)
    if text.exists():
        return _read_text(base)
    raise FileNotFoundError(f"{base}: neither {binary.name} nor {text.name} exists")


def _read_netcdf(path):
    with netcdf.File(path) as file:
        history = History(_series(file["time"]))
        for name, variable in file.items():
            if name != "time" and variable.varies:
                history.add(_series(variable))
    return history


def _series(variable):
    values = np.asarray(variable.numbers()).reshape(variable.shape)
    return Series(values, variable.name, variable.attributes.get("units", ""), variable.attributes.get("description", ""))


# --- text ------------------------------------------------------------------------------------------------------------------

# Of each kind of file: the class in names, and for each name how many columns. What a row does not have is left out.
_LOADS = [("f", 3), ("m", 3), ("F", 3), ("M", 3)]
_COLUMNS = {
    "mov": ("node.struct", None),
    "ine": ("elem.autostruct", [("B", 3), ("G", 3), ("BP", 3), ("GP", 3)]),
    "jnt": ("elem.joint", _LOADS),
    "frc": None, "act": None, "grv": None, "aer": None, "rot": None, "prs": ("node.hydraulic", [("p", 1)]), "abs": None,
    "elc": None, "thr": None, "hyd": None, "prm": ("node.parameter", [("x", 1)]), "gen": None, "usr": None, "drv": None, "mod": None,
    "blk": None, "pla": None, "sol": None, "prl": None, "eta": None, "ext": None, "air": None,
}
_ORIENTATIONS = {"euler123": ("E", 3, "deg"), "euler313": ("E", 3, "deg"), "euler321": ("E", 3, "deg"), "phi": ("Phi", 3, "rad"),
                 "mat": ("R", 9, "")}


def _orientations(log):
    """Of each structural node the form of its orientation, as the log tells it."""
    forms = {}
    if log.exists():
        for line in log.read_text(errors="replace").splitlines():
            if line.startswith("structural node:"):
                words = line.split()
                forms[words[2]] = words[6] if len(words) > 6 else "euler123"
    return forms


def _written_times(path):
    """Times of the steps that were written: rows `Step n t dt ... out` whose last column is not 0."""
    rows = [line.split() for line in path.read_text().splitlines() if line.startswith("Step ")]
    return np.array([float(row[2]) for row in rows if row[-1] != "0"])


def _tables(path):
    """Rows of a file by label, as tables of numbers; a row that is cut off ends it."""
    rows = {}
    for line in path.read_text(errors="replace").splitlines():
        label, *numbers = line.split() or ["#"]
        if not label.startswith("#"):
            rows.setdefault(label, []).append(numbers)
    return {label: _table(lines) for label, lines in rows.items()}


def _table(lines):
    width = len(lines[0])
    whole = [line for line in lines if len(line) == width]
    try:
        return np.array(whole, dtype=float)
    except ValueError:
        return None


def _node_columns(form, width):
    if width in (6, 9):  # a node without orientation
        return [("X", 3, ""), ("XP", 3, ""), ("XPP", 3, "")]
    name, n, unit = _ORIENTATIONS.get(form, _ORIENTATIONS["euler123"])
    return [("X", 3, ""), (name, n, unit), ("XP", 3, ""), ("Omega", 3, ""), ("XPP", 3, ""), ("OmegaP", 3, "")]


def _add_columns(history, prefix, table, columns):
    begin = 0
    for name, width, *unit in columns:
        if begin + width > table.shape[1]:
            return
        values = table[:, begin:begin + width]
        history.add(Series(values[:, 0] if width == 1 else values, f"{prefix}.{name}", *unit))
        begin += width


def _read_text(base):
    history = History(Series(_written_times(pathlib.Path(f"{base}.out")), "time", "Time", "simulation time"))
    forms = _orientations(pathlib.Path(f"{base}.log"))
    for extension, known in _COLUMNS.items():
        path = pathlib.Path(f"{base}.{extension}")
        if not path.exists():
            continue
        for label, table in _tables(path).items():
            if table is None:
                continue
            history.add(Series(table, f"{extension}.{label}"))
            if known:
                prefix, columns = known
                _add_columns(history, f"{prefix}.{label}", table,
                             columns or _node_columns(forms.get(label, "euler123"), table.shape[1]))
    return history
