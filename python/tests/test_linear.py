"""A cart with a pole: its linear model has a closed form, and a regulator made from it balances the nonlinear model."""
import pathlib
import re

import numpy as np
import pytest

import torsor

MANUAL = pathlib.Path(__file__).resolve().parents[2] / "docs" / "manual" / "linear-models.md"
CART, POLE, ARM, INERTIA, G = 1.0, 0.3, 0.5, 1e-2, 9.81


def blocks():
    """The indented blocks of the page."""
    lines = MANUAL.read_text().splitlines()
    found, block = [], []
    for line in [*lines, "end"]:
        if line.startswith("    ") or (block and not line.strip()):
            block.append(line[4:])
        elif block:
            found.append("\n".join(block).strip() + "\n")
            block = []
    return found


@pytest.fixture
def deck(tmp_path, monkeypatch):
    text = next(block for block in blocks() if block.startswith("# cart-pole.mbd"))
    (tmp_path / "cart-pole.mbd").write_text(text)
    monkeypatch.chdir(tmp_path)
    return text


def exact():
    m, c, j = CART + POLE, -POLE * ARM, INERTIA + POLE * ARM**2
    det = m * j - c * c
    A = np.zeros((4, 4))
    A[0, 2] = A[1, 3] = 1
    A[2, 1], A[3, 1] = -c * POLE * G * ARM / det, m * POLE * G * ARM / det
    return A, np.array([[0], [0], [j / det], [-c / det]])


def test_matrices(deck):
    linear = torsor.Model(text=deck).linearize(inputs=["drive.7"], outputs=["node.struct.3.X"])
    A, B = exact()
    assert [x.name for x in linear.states] == ["structural node 2, position x", "structural node 3, rotation z",
                                               "structural node 2, velocity x", "structural node 3, rotation rate z"]
    np.testing.assert_allclose(linear.A, A, atol=1e-9)
    np.testing.assert_allclose(linear.B, B, atol=1e-9)
    np.testing.assert_allclose(linear.C[0], [1, -ARM, 0, 0], atol=1e-9)
    np.testing.assert_array_equal(linear.D, 0)
    w = np.array([0.5, 3.0])
    expected = [(linear.C @ np.linalg.solve(1j * x * np.eye(4) - A, B))[:, 0] for x in w]
    np.testing.assert_allclose(linear.response(w)[:, :, 0], expected, atol=1e-9)
    np.testing.assert_allclose(np.sort(linear.poles().real), np.sort(np.linalg.eigvals(A).real), atol=1e-8)
    zeros = np.sqrt(POLE * G * ARM / INERTIA)
    np.testing.assert_allclose(np.sort(linear.zeros("drive.7", "node.struct.3.X[0]").real), [-zeros, zeros], rtol=1e-6)
    assert any("node 3" in mode.name for mode in linear.modes())


def test_regulator_of_the_manual(deck):
    pytest.importorskip("scipy")
    code = next(block for block in blocks() if block.startswith("import numpy as np, scipy.linalg, torsor"))
    space = {}
    exec(compile(code, str(MANUAL), "exec"), space)
    model = space["model"]
    assert model.time == pytest.approx(15.0, abs=6e-3)
    assert abs(model["node.struct.2.X"][0]) < 1e-3
    assert abs(space["angle"]) < 1e-3


def test_unknown_names(deck):
    model = torsor.Model(text=deck)
    with pytest.raises(KeyError):
        model.linearize(inputs=["drive.8"])
    with pytest.raises(torsor.Error):
        model.linearize(inputs=["node.struct.2.X"])
    assert re.match("structural", model.linearize().states[0].name)
