"""Reads NetCDF files of every format, with the C library that Torsor writes them with; needs neither numpy nor libtorsor.

    from torsor import netcdf

    with netcdf.File("fall.nc") as file:
        file["node.struct.7.X"].rows()          # a list of numbers for each time
        file["node.struct.7.X"].attributes      # {"units": "Length", "type": "Vec3", "description": "..."}
        file["node.struct.7.X"].shape           # (101, 3)
        list(file)                              # the names of all variables
"""
import collections.abc
import ctypes as c
import ctypes.util
import functools
import math
import os
import weakref

_NAME_SIZE = 257
_TEXT = 2
_TYPES = {1: c.c_int8, _TEXT: c.c_char, 3: c.c_int16, 4: c.c_int32, 5: c.c_float, 6: c.c_double, 7: c.c_uint8, 8: c.c_uint16, 9: c.c_uint32,
          10: c.c_int64, 11: c.c_uint64}


@functools.lru_cache(maxsize=None)
def _library():
    name = ctypes.util.find_library("netcdf")
    if not name:
        raise OSError("the NetCDF library is not installed (Debian: libnetcdf19)")
    library = c.PyDLL(name)  # which keeps the lock of Python: the library is not safe in threads
    library.nc_strerror.restype = c.c_char_p
    return library


def _call(function, *arguments):
    status = getattr(_library(), function)(*arguments)
    if status:
        raise OSError(f"{function}: {_library().nc_strerror(status).decode()}")


def _ask(function, kind, *arguments):
    """The number that a function of the library returns through its last argument."""
    number = kind()
    _call(function, *arguments, c.byref(number))
    return number.value


def _ask_name(function, *arguments):
    name = c.create_string_buffer(_NAME_SIZE)
    _call(function, *arguments, name)
    return name.value.decode()


class Variable:
    """A variable of an open file: names of its dimensions, its shape, its attributes; its numbers are read when they are asked for."""

    def __init__(self, file, index):
        self._where = file, index
        self.name = _ask_name("nc_inq_varname", *self._where)
        which = (c.c_int * _ask("nc_inq_varndims", c.c_int, *self._where))()
        _call("nc_inq_vardimid", *self._where, which)
        self.dimensions = tuple(_ask_name("nc_inq_dimname", file, d) for d in which)
        self.shape = tuple(_ask("nc_inq_dimlen", c.c_size_t, file, d) for d in which)

    @property
    def varies(self):
        """Whether there is a row for each time."""
        return self.dimensions[:1] == ("time",)

    @functools.cached_property
    def attributes(self):
        """Texts, and tuples of numbers, by name."""
        names = [_ask_name("nc_inq_attname", *self._where, i) for i in range(_ask("nc_inq_varnatts", c.c_int, *self._where))]
        return {name: self._attribute(name.encode()) for name in names}

    def _attribute(self, name):
        kind = _ask("nc_inq_atttype", c.c_int, *self._where, name)
        values = (_TYPES[kind] * _ask("nc_inq_attlen", c.c_size_t, *self._where, name))()
        _call("nc_get_att", *self._where, name, values)
        return values.value.decode() if kind == _TEXT else tuple(values)

    def numbers(self):
        """All numbers, one after the other, as an array of ctypes."""
        kind = _TYPES[_ask("nc_inq_vartype", c.c_int, *self._where)]
        values = (kind * math.prod(self.shape))()
        _call("nc_get_var", *self._where, values)
        return values

    def rows(self):
        """The numbers, a list for each time; for a variable that does not vary with time, a single list."""
        values = list(self.numbers())
        if not self.varies:
            return [values]
        n = math.prod(self.shape[1:])
        return [values[i:i + n] for i in range(0, len(values), n)]


class File(collections.abc.Mapping):
    """An open file: its variables by name. It is closed at the end of a `with` block, or with the object."""

    def __init__(self, path):
        handle = c.c_int()
        try:
            _call("nc_open", os.fsencode(path), 0, c.byref(handle))
        except OSError as problem:
            raise OSError(f"{path}: {problem}") from None
        self.close = weakref.finalize(self, _call, "nc_close", handle)
        self._variables = {v.name: v for v in (Variable(handle, i) for i in range(_ask("nc_inq_nvars", c.c_int, handle)))}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __getitem__(self, name):
        return self._variables[name]

    def __iter__(self):
        return iter(self._variables)

    def __len__(self):
        return len(self._variables)
