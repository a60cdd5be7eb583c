"""Batches from Python: arrays in place, the bits of single models."""
import numpy as np
import pytest

import torsor

CHAIN = """
set: real G = 9.81;
set: real L = 1.;
begin: data; problem: initial value; end: data;
begin: initial value;
    initial time: 0.; final time: 1.; time step: 1.e-3; method: ms, 0.6; tolerance: 1.e-8; max iterations: 20;
end: initial value;
begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; gravity; forces: 1; end: control data;
begin: nodes; structural: 1, dynamic, L/2, 0., 0., eye, null, null; end: nodes;
begin: elements;
    drive caller: 7, const, 0.;
    gravity: uniform, 0., 0., -1., string, "G";
    body: 1, 1, 1., null, diag, 0.1, 0.1, 0.1;
    joint: 1, spherical pin, 1, position, -L/2, 0., 0., 0., 0., 0.;
    couple: 1, absolute, 1, 0., 1., 0., reference, 7;
end: elements;
"""


@pytest.fixture
def deck(tmp_path):
    (tmp_path / "chain.mbd").write_text(CHAIN)
    return tmp_path / "chain.mbd"


def test_run_has_the_bits_of_models(deck):
    batch = torsor.Batch(deck, 5, parameters=["variable.G"], outputs=["node.struct.1.X", "time"])
    batch.parameters[:, 0] = [1, 5, 9.81, 20, 0]
    history = batch.run(40, every=20)
    assert history.shape == (5, 3, 4) and batch.states() == ["ok"] * 5
    for gravity, rows in zip(batch.parameters[:, 0], history):
        model = torsor.Model(deck, G=float(gravity))
        for row in rows:
            assert np.array_equal(row[:3], model["node.struct.1.X"]) and row[3] == model.time
            for _ in range(20):
                model.step()
    # At the beginning the rod falls like a pendulum: z = - a t^2 / 2 with a = m g l^2 / (J + m l^2), l = L / 2.
    expected = -0.5 * batch.parameters[:, 0] * 0.25 / (0.1 + 0.25) * 0.04 ** 2
    np.testing.assert_allclose(history[:, 2, 2], expected, rtol=2e-3, atol=1e-12)


def test_steps_with_inputs_in_place(deck):
    batch = torsor.Batch(deck, 3, inputs=["drive.7"], outputs=["node.struct.1.Omega[1]"], threads=2)
    outputs = batch.outputs
    batch.begin()
    for step in range(10):
        batch.inputs[:, 0] = [0.0, 1.0, -1.0 + outputs[2, 0]]
        assert batch.step() is outputs
    batch.begin([True, False, False])
    assert outputs[0, 0] == 0 and outputs[1, 0] > outputs[2, 0] > 0


def test_mistakes(deck):
    with pytest.raises(torsor.Error, match="depends on the value that 'variable.L' had"):
        torsor.Batch(deck, 2, parameters=["variable.L"])
    with pytest.raises(torsor.Error, match="no quantity 'node.struct.2.X'"):
        torsor.Batch(deck, 2, outputs=["node.struct.2.X"])
    batch = torsor.Batch(deck, 2, outputs=["time"])
    with pytest.raises(ValueError):
        batch.run(-1)
