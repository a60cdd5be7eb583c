"""Meshes, modal bodies and stresses from Python, next to closed forms."""
import numpy as np
import pytest

import torsor

E, NU, DENSITY = 1e9, 0.0, 1000.0
N = 8  # cells of a bar 8 x 1 x 1

BAR = "\n".join(["*NODE, NSET=ALL", *(f"{4 * i + k + 1}, {i}, {y}, {z}" for i in range(N + 1) for k, (y, z) in enumerate([(0, 0), (1, 0), (1, 1), (0, 1)])),
                 "*ELEMENT, TYPE=C3D8, ELSET=BAR", *(f"{i + 1}, " + ", ".join(str(4 * i + k + 1) for k in (0, 1, 2, 3, 4, 5, 6, 7)) for i in range(N)),
                 "*NSET, NSET=ROOT", "1, 2, 3, 4", "*NSET, NSET=TIP", ", ".join(str(4 * N + k) for k in (1, 2, 3, 4)), "*SURFACE, NAME=END", f"{N}, S2", ""])


@pytest.fixture
def bar(tmp_path):
    (tmp_path / "bar.inp").write_text(BAR)
    return tmp_path / "bar.inp"


def test_stress(bar, tmp_path):
    """A bar that a pressure pulls: uniaxial stress p, strain p / E."""
    p = 1e5
    deck = torsor.mesh(bar, material=(E, NU, DENSITY), fix="ROOT", pressure={"END": -p}, static=True, time_step=0.5)
    with torsor.Model(text=deck, results=tmp_path / "bar") as model:
        model.run()
        assert model["node.struct.33.X"][0] == pytest.approx(N * (1 + p / E), rel=1e-6)
        model.end()
        stress, strain = torsor.field(tmp_path / "bar", model), torsor.field(tmp_path / "bar", model, "strain")
        assert stress.values.shape == (len(stress.time), 4 * N + 4, 6)
        np.testing.assert_allclose(stress.at(17)[-1], [p, 0, 0, 0, 0, 0], atol=1e-3 * p)
        np.testing.assert_allclose(strain.at(17)[-1], [p / E, 0, 0, 0, 0, 0], atol=1e-3 * p / E)
        np.testing.assert_allclose(stress.von_mises[-1], p, rtol=1e-3)
        np.testing.assert_allclose(stress.principal[-1, 3], [p, 0, 0], atol=1e-3 * p)
        with pytest.raises(KeyError):
            stress.at(99)
        with pytest.raises(ValueError):
            torsor.field(tmp_path / "bar", model, "heat")
        with pytest.raises(torsor.Error):
            torsor.field(tmp_path / "none", model)


def test_no_stress(tmp_path):
    deck = torsor.mesh(_written(tmp_path), material=(E, NU, DENSITY), fix=["ROOT"], static=True)
    with torsor.Model(text=deck.replace("begin: control data;", "begin: control data; default output: none, structural nodes;"), results=tmp_path / "b") as model:
        model.run()
        model.end()
        with pytest.raises(torsor.Error, match="no stress"):
            torsor.field(tmp_path / "b", model)


def _written(folder):
    (folder / "b.inp").write_text(BAR)
    return folder / "b.inp"


def test_reduce(bar, tmp_path):
    """The fixed and free ends of a bar carried rigidly: the static shape along the axis has the stiffness E A / L."""
    deck = torsor.mesh(bar, material={"BAR": (E, NU, DENSITY)}, fix={"ROOT": None}, rigid="TIP")
    with torsor.Model(text=deck) as model:
        table = model.reduce(tmp_path / "bar.fem", interfaces=[4 * N + 5], modes=3)
        assert "static: node 37, displacement x" in table and "9 modes in" in table
        lines = (tmp_path / "bar.fem").read_text().split("** RECORD GROUP 10,")[1].splitlines()[1:10]
        K = np.array([[float(v) for v in line.split()] for line in lines])
        assert K[3, 3] == pytest.approx(E / N, rel=1e-6)
        with pytest.raises(torsor.Error, match="structural node 99 is not defined"):
            model.reduce(tmp_path / "bar.fem", interfaces=[99])


def test_buckling(tmp_path):
    """Stress stiffening by a force along a column: Euler's load, pi^2 E I / 4 L^2."""
    n, L, modulus, area = 10, 10.0, 7e10, 1e-5
    (tmp_path / "column.bdf").write_text("\n".join(
        ["BEGIN BULK", *(f"GRID,{i + 1},,{L * i / n}" for i in range(n + 1)), *(f"CBAR,{i + 1},1,{i + 1},{i + 2},0.,1.,0." for i in range(n)),
         f"PBAR,1,1,1.-2,{area},{area},{2 * area}", "MAT1,1,7.+10,,.3,2700.", "ENDDATA"]))
    with torsor.Model(text=torsor.mesh(tmp_path / "column.bdf")) as model:
        model.reduce(tmp_path / "column.fem", interfaces=[n + 1], origin=1, modes=4, stiffening=True)
    text = (tmp_path / "column.fem").read_text()
    K = np.array(_numbers(text, 10)).reshape(10, 10)
    groups = np.array(_numbers(text, 19)[1:]).reshape(-1, 101)
    K0 = groups[groups[:, 0] == 13][0, 1:].reshape(10, 10)
    load = 1 / np.linalg.eigvals(np.linalg.solve(K, K0)).real.max()
    assert load == pytest.approx(np.pi**2 * modulus * area / (4 * L**2), rel=5e-3)


def _numbers(text, group):
    body = text.split(f"** RECORD GROUP {group},")[1].split("** RECORD")[0].splitlines()[1:]
    return [float(v) for line in body if not line.startswith("**") for v in line.split()]


def test_fem(tmp_path):
    """A point on a spring: one mode, mass 4, stiffness 100."""
    rows = "".join(f"{v:18.6E}" for v in (0.5, 0.0, 0.0))
    (tmp_path / "a.pch").write_text("$EIGENVECTOR\n$REAL OUTPUT\n$EIGENVALUE =  0.2500000E+02  MODE =     1\n"
                                    f"{7:10d}       G{rows}\n-CONT-            {rows}\n")
    (tmp_path / "a.bdf").write_text("BEGIN BULK\nGRID,7,,1.,2.,3.\nENDDATA\n")
    assert "0.795775" in torsor.fem(tmp_path / "a.pch", tmp_path / "a.bdf", output=tmp_path / "a.fem", unit_masses=True)
    with pytest.raises(torsor.Error, match="generalised mass"):
        torsor.fem(tmp_path / "a.pch", tmp_path / "a.bdf", output=tmp_path / "a.fem")
    with pytest.raises(torsor.Error, match="mode 3 is not defined"):
        torsor.fem(tmp_path / "a.pch", tmp_path / "a.bdf", output=tmp_path / "a.fem", unit_masses=True, modes=[3])


def test_messages(bar):
    with pytest.raises(torsor.Error) as caught:
        torsor.mesh(bar)
    assert caught.value.code == "E0864"
    with pytest.raises(torsor.Error, match="set or group 'LID' is not defined"):
        torsor.mesh(bar, material=(E, NU), fix="LID")
    with pytest.raises(ValueError):
        torsor.mesh(bar, material=(1, 2, 3, 4, 5, 6))
    bar.write_text(BAR.replace("*NODE", "*HEAT FLUX\n*NODE"))
    with pytest.warns(torsor.TorsorWarning, match="HEAT FLUX"):
        torsor.mesh(bar, material=(E, NU), fix="ROOT")
