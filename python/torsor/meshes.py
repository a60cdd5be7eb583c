"""Decks from meshes, and modal bodies from results of other programs."""
import ctypes as c
import os
import warnings

from . import _library as lib
from .message import Error, TorsorWarning, from_c

_KINDS = {"material": 0, "thickness": 1, "section": 2, "fix": 3, "pressure": 4, "rigid": 5, "mean": 6}
_MOST_VALUES = 5


def _by_group(asked):
    """Pairs (group, values) of what was given: a dictionary, names, or values for all."""
    if asked is None:
        return []
    if isinstance(asked, dict):
        return list(asked.items())
    if isinstance(asked, str):
        return [(asked, ())]
    several = list(asked) if not isinstance(asked, (int, float)) else [asked]
    if several and all(isinstance(one, str) for one in several):
        return [(one, ()) for one in several]
    return [(None, several)]


def _requests(asked):
    rows = []
    for kind, what in asked.items():
        for group, values in _by_group(what):
            numbers = [float(v) for v in (values if isinstance(values, (tuple, list)) else [values]) if v is not None]
            if len(numbers) > _MOST_VALUES:
                raise ValueError(f"{kind}: at most {_MOST_VALUES} numbers are allowed")
            row = lib.MeshRequest(kind=_KINDS[kind], group=group.encode() if group is not None else None, n=len(numbers))
            row.value[:len(numbers)] = numbers
            rows.append(row)
    return (lib.MeshRequest * len(rows))(*rows)


class _Ears:
    """Messages of one call: `hear` is given to the library; errors are raised, warnings warned of."""

    def __init__(self):
        self.found = []
        self.hear = lib.HEAR(lambda _, m: self.found.append(from_c(m.contents)))

    def judge(self, text, status, failed):
        """What was made, as a string; the text of the library is given back to it."""
        if text:
            made = c.cast(text, c.c_char_p).value.decode()
            lib.library().free(text)
        for m in self.found:
            if m.severity == "warning":
                warnings.warn(str(m), TorsorWarning, stacklevel=4)
        if status == lib.NO_MEMORY:
            raise MemoryError
        if not text:
            raise Error(failed, self.found)
        return made


def mesh(path, *, material=None, thickness=None, section=None, fix=None, pressure=None, rigid=None, mean=None, quadratic=False,
         full=False, parts=False, static=False, sandbox=False, time=1.0, time_step=0.1, scale=1.0):
    """The deck of a mesh (.msh, .inp, .bdf, .dat, .nas, .fem), as a text.

        deck = torsor.mesh("bracket.msh", material=(2.1e11, 0.3, 7850), fix="foot", pressure={"seat": 2e5}, static=True)
        model = torsor.Model(text=deck)

    material, thickness, section   values for all, or a dictionary of groups
    fix, rigid, mean               a name, a list of names, or for `fix` a dictionary with digits 1 to 6
    pressure                       a dictionary of groups
    The others are those of `torsor mesh`.
    """
    asked = {"material": material, "thickness": thickness, "section": section, "fix": fix, "pressure": pressure, "rigid": rigid, "mean": mean}
    rows, ears, status = _requests(asked), _Ears(), c.c_int()
    options = lib.MeshOptions(mesh=os.fsencode(path), requests=rows, n_requests=len(rows), quadratic=quadratic, full=full, parts=parts,
                              is_static=static, sandbox=sandbox, time=time, time_step=time_step, scale=scale, message=ears.hear)
    return ears.judge(lib.library().mesh(options, status), status.value, "the mesh cannot be made a deck")


def fem(*files, output, modes=(), unit_masses=False, sandbox=False):
    """Data of a modal body from normal modes of NASTRAN (.pch, .f06, .bdf) or Code_Aster (.resu, .mail), written to `output`.
    Gives a table of the modes."""
    names = (c.c_char_p * len(files))(*(os.fsencode(f) for f in files))
    wanted, ears, status = (c.c_uint * len(modes))(*modes), _Ears(), c.c_int()
    options = lib.FemOptions(files=names, n_files=len(files), fem=os.fsencode(output), modes=wanted, n_modes=len(modes),
                             unit_masses=unit_masses, sandbox=sandbox, message=ears.hear)
    return ears.judge(lib.library().fem(options, status), status.value, "the results cannot be made data of a modal body")
