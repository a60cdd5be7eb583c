"""Statistics, load cycles, spectra and extremes of histories."""
import ctypes as c
import dataclasses

import numpy as np

from . import _library as lib


@dataclasses.dataclass(frozen=True)
class Statistics:
    """Of the samples of a history; extremes with the times at which they occur first."""
    count: int
    mean: float
    deviation: float
    rms: float
    minimum: float
    maximum: float
    minimum_time: float
    maximum_time: float
    first: float
    last: float


def _numbers(values):
    array = np.ascontiguousarray(values, dtype=float)
    if array.ndim != 1:
        raise ValueError("a history is an array of one dimension")
    return array, array.ctypes.data_as(lib.NUMBERS)


def statistics(values, times=None):
    """Mean, deviation and extremes; samples at unequal times are weighted by the time that they stand for."""
    array, pointer = _numbers(values)
    instants, at = _numbers(times) if times is not None else (array, None)
    if len(instants) != len(array):
        raise ValueError(f"{len(array)} values, but {len(instants)} times")
    found = lib.library().statistics_of(at, pointer, len(array))
    return Statistics(*(getattr(found, field.name) for field in dataclasses.fields(Statistics)))


def rainflow(values):
    """Load cycles by ASTM E1049-85: an array with the columns range, mean and count (1, or 0.5 for half a cycle)."""
    array, pointer = _numbers(values)
    cycles = np.empty((len(array) + 1, 3))
    n = lib.library().rainflow(pointer, len(array), cycles.ctypes.data_as(lib.NUMBERS))
    if n < 0:
        raise MemoryError
    return cycles[:n].copy()


def equivalent_load(values, exponent, cycles=1.0, ultimate=0.0):
    """Range of the load that does the same damage in `cycles` cycles, by an S-N curve N ~ S^-exponent.

    With an ultimate load, ranges are first converted to zero mean load by Goodman's rule."""
    found = rainflow(values)
    return lib.library().equivalent_load(found.ctypes.data_as(lib.NUMBERS), len(found), exponent, cycles, ultimate)


def spectrum(values, time_step, segment=None):
    """Frequencies and one-sided power spectral density (unit^2 / Hz) by Welch's method."""
    array, pointer = _numbers(values)
    length = segment or lib.library().spectrum_segment(len(array))
    frequencies, densities = np.empty(length // 2 + 1), np.empty(length // 2 + 1)
    n = lib.library().spectrum(pointer, len(array), time_step, length, frequencies.ctypes.data_as(lib.NUMBERS), densities.ctypes.data_as(lib.NUMBERS))
    if n < 0:
        raise MemoryError
    if n == 0:
        raise ValueError(f"a segment is a power of two, at most {len(array)} samples, and time steps are positive")
    return frequencies, densities


def extreme(maxima, periods=1.0, probability=0.5, weights=None):
    """The value that the maximum of `periods` periods exceeds with this probability: Gumbel's distribution, fitted to maxima of one period each."""
    array, pointer = _numbers(maxima)
    weighted, heavy = _numbers(weights) if weights is not None else (array, None)
    if len(weighted) != len(array):
        raise ValueError(f"{len(array)} maxima, but {len(weighted)} weights")
    location, scale = c.c_double(), c.c_double()
    if lib.library().gumbel_fit(pointer, heavy, len(array), c.byref(location), c.byref(scale)) != lib.OK:
        raise ValueError("at least three different maxima are needed")
    return lib.library().gumbel_extreme(location, scale, periods, probability)
