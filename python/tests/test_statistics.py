"""Statistics of histories: published examples and closed forms."""
import math

import numpy as np
import pytest

import torsor


def test_statistics_of_equal_and_unequal_steps():
    found = torsor.statistics([2, 4, 4, 4, 5, 5, 7, 9])
    assert (found.count, found.mean, found.deviation, found.maximum, found.maximum_time) == (8, 5, 2, 9, 7)
    t = np.linspace(0, 1, 3000) ** 2
    found = torsor.statistics(t, t)
    assert found.mean == pytest.approx(0.5, abs=1e-6) and found.deviation == pytest.approx(1 / math.sqrt(12), abs=1e-6)
    with pytest.raises(ValueError):
        torsor.statistics([1, 2], [1])


def test_rainflow_example_of_astm_e1049():
    found = torsor.rainflow([-2, 1, -3, 5, -1, 3, -4, 4, -2])
    counts = {float(r): sum(row[2] for row in found if row[0] == r) for r in set(found[:, 0])}
    assert counts == {3: 0.5, 4: 1.5, 6: 0.5, 8: 1, 9: 0.5}
    assert len(torsor.rainflow([])) == 0


def test_equivalent_load_of_a_sine_is_its_range():
    x = 10 + 3 * np.cos(2 * np.pi * np.arange(4001) / 400)
    assert torsor.equivalent_load(x, exponent=7, cycles=10) == pytest.approx(6)
    assert torsor.equivalent_load(x, 4, 10, ultimate=30) == pytest.approx(9)


def test_spectrum_holds_the_variance():
    x = 5 + 2 * np.sin(2 * np.pi * 6.25 * 0.01 * np.arange(8192))
    f, s = torsor.spectrum(x, 0.01)
    assert np.sum(s) * f[1] == pytest.approx(2) and f[np.argmax(s)] == pytest.approx(6.25, abs=f[1])
    with pytest.raises(ValueError):
        torsor.spectrum(x, 0.01, segment=1000)


def test_extreme_of_gumbel_quantiles():
    p = (np.arange(20000) + 0.5) / 20000
    x = 100 - 12 * np.log(-np.log(p))
    assert torsor.extreme(x, periods=1000) == pytest.approx(100 + 12 * (math.log(1000) - math.log(math.log(2))), rel=1e-3)
    with pytest.raises(ValueError):
        torsor.extreme([1, 1, 2])
