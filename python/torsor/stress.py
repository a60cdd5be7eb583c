"""Stress and strain at the nodes of solids and shells, from results."""
import ctypes as c
import os

import numpy as np

from . import _library as lib
from .message import Error, from_c

_KINDS = {"stress": 0, "stress below": 1, "strain": 2}


class Field:
    """`values[time, node]` has 11, 22, 33, 12, 23, 31 in global axes; nan where a node has none. `nodes` are labels."""

    def __init__(self, time, nodes, values):
        self.time, self.nodes, self.values = time, nodes, values

    def at(self, node):
        """Of one node, by its label, over time."""
        found = np.flatnonzero(self.nodes == node)
        if len(found) == 0:
            raise KeyError(node)
        return self.values[:, found[0]]

    @property
    def von_mises(self):
        call = lib.library().von_mises
        return np.apply_along_axis(lambda six: call(np.ascontiguousarray(six).ctypes.data_as(lib.NUMBERS)), -1, self.values)

    @property
    def principal(self):
        """Three numbers for each node, the largest first."""
        def of(six):
            three = np.empty(3)
            lib.library().principal(np.ascontiguousarray(six).ctypes.data_as(lib.NUMBERS), three.ctypes.data_as(lib.NUMBERS))
            return three
        return np.apply_along_axis(of, -1, self.values)


def field(result, model, kind="stress"):
    """Stress ("stress"; "stress below": on the other side of shells) or "strain" at the nodes, of results NAME that the program or
    the model has written. The model is the one that they are of."""
    if kind not in _KINDS:
        raise ValueError(f"{kind}: expected one of {', '.join(_KINDS)}")
    call, heard = lib.library(), []
    hear = lib.HEAR(lambda _, m: heard.append(from_c(m.contents)))
    opened = call.results_open(os.fsencode(result), model._model, hear, None)
    if not opened:
        raise Error(f"cannot read {result}", heard)
    try:
        return _read(call, opened, model, kind)
    finally:
        call.results_close(opened)


def _read(call, opened, model, kind):
    drawing = call.draw(model._model).contents
    times = lib.NUMBERS()
    n = call.results_times(opened, c.byref(times))
    handle = call.field_open(opened, model._model, _KINDS[kind])
    if not handle:
        raise Error("the results contain no stress at nodes: switch on the output of the elements")
    values = np.empty((n, drawing.n_nodes, 6))
    try:
        for i in range(n):
            if call.field_read(handle, i, values[i].ctypes.data_as(lib.NUMBERS)) != lib.OK:
                raise Error(f"cannot read the results at time {times[i]:g}")
    finally:
        call.field_close(handle)
    labels = np.array([drawing.nodes[i].label for i in range(drawing.n_nodes)], dtype=int)
    return Field(np.array(times[:n]), labels, values)
