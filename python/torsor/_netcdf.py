"""Reads variables and their attributes from a NetCDF file, with the C library that Torsor writes it with."""
import ctypes as c
import ctypes.util
import functools
import os

import numpy as np

_NAME = 257
_KINDS = {1: np.int8, 2: "S1", 3: np.int16, 4: np.int32, 5: np.float32, 6: np.float64, 7: np.uint8, 8: np.uint16, 9: np.uint32,
          10: np.int64, 11: np.uint64}
_CHAR = 2


@functools.lru_cache(maxsize=None)
def _library():
    name = ctypes.util.find_library("netcdf")
    if not name:
        raise OSError("the NetCDF library is not installed (Debian: libnetcdf19)")
    library = c.CDLL(name)
    library.nc_strerror.restype = c.c_char_p
    return library


def _call(function, *arguments):
    status = getattr(_library(), function)(*arguments)
    if status:
        raise OSError(f"{function}: {_library().nc_strerror(status).decode()}")


class File:
    """An open file: names of the variables, their attributes and values."""

    def __init__(self, path):
        self._id = c.c_int()
        try:
            _call("nc_open", os.fsencode(path), 0, c.byref(self._id))
        except OSError as problem:
            raise OSError(f"{path}: {problem}") from None
        n = c.c_int()
        _call("nc_inq_nvars", self._id, c.byref(n))
        self.names = {self._text("nc_inq_varname", i): i for i in range(n.value)}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        _call("nc_close", self._id)

    def _text(self, function, which):
        name = c.create_string_buffer(_NAME)
        _call(function, self._id, which, name)
        return name.value.decode()

    def dimensions(self, name):
        """Names of the dimensions of a variable and their lengths."""
        n = c.c_int()
        _call("nc_inq_varndims", self._id, self.names[name], c.byref(n))
        which = (c.c_int * n.value)()
        _call("nc_inq_vardimid", self._id, self.names[name], which)
        return [(self._text("nc_inq_dimname", d), self._length(d)) for d in which]

    def _length(self, dimension):
        length = c.c_size_t()
        _call("nc_inq_dimlen", self._id, dimension, c.byref(length))
        return length.value

    def attribute(self, name, attribute):
        """A text; "" when there is none."""
        length, kind = c.c_size_t(), c.c_int()
        where = self._id, self.names[name], attribute.encode()
        if _library().nc_inq_att(*where, c.byref(kind), c.byref(length)) or kind.value != _CHAR:
            return ""
        text = c.create_string_buffer(length.value + 1)
        _call("nc_get_att_text", *where, text)
        return text.value.decode()

    def values(self, name):
        kind = c.c_int()
        _call("nc_inq_vartype", self._id, self.names[name], c.byref(kind))
        numbers = np.empty([length for _, length in self.dimensions(name)], dtype=_KINDS[kind.value])
        _call("nc_get_var", self._id, self.names[name], numbers.ctypes.data_as(c.c_void_p))
        return numbers
