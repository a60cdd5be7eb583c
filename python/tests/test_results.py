"""Text and NetCDF hold the same numbers under the same names; pictures are made from both."""
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

import torsor


def test_both_forms_agree(results):
    text, netcdf = torsor.read(f"{results}.mov"), torsor.read(f"{results}.nc")
    np.testing.assert_allclose(text.time, netcdf.time, atol=1e-9)
    common = [name for name in text if name in netcdf]
    assert {"node.struct.2.X", "node.struct.2.E", "node.struct.2.Omega", "elem.joint.3.F"} <= set(common)
    for name in common:
        scale = np.abs(netcdf[name]).max() + 1e-12
        np.testing.assert_allclose(text[name], netcdf[name], atol=2e-6 * scale, err_msg=name)


def test_units_and_descriptions(results):
    netcdf = torsor.read(f"{results}.nc")
    assert netcdf["node.struct.1.X"].unit == "Length" and "position" in netcdf["node.struct.1.X"].description
    text = torsor.read(f"{results}.out")
    assert text["node.struct.1.E"].unit == "deg" and text["elem.autostruct.1.B"].shape == (len(text.time), 3)


def test_tables_as_they_stand(results):
    text = torsor.read(f"{results}.jnt")
    assert text["jnt.1"].shape[0] == len(text.time) and text["jnt.4"].shape[1] > 12


def test_the_first_there_is(results):
    assert "node.struct.1.X" in torsor.read(results)
    with pytest.raises(FileNotFoundError):
        torsor.read(str(results) + "-none")


def test_no_netcdf(tmp_path):
    (tmp_path / "a.nc").write_text("this is none")
    with pytest.raises(OSError, match="a.nc"):
        torsor.read(tmp_path / "a.nc")


def test_plot(results):
    axes = torsor.plot(torsor.read(results), "node.struct.1.X", "node.struct.2.X[1]")
    assert len(axes.lines) == 4 and axes.get_ylabel() == "Length"


def test_animate(results, tmp_path):
    motion = torsor.animate(torsor.read(results), links=[(1, 2), (2, 3)], frames=5)
    motion.save(tmp_path / "motion.gif", writer="pillow")
    assert (tmp_path / "motion.gif").stat().st_size > 1000


def test_pip_install_works_offline(tmp_path):
    """Into a folder of its own, without a network, and used from there."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target", tmp_path / "site",
                    str(ROOT / "python")], check=True, capture_output=True)
    said = subprocess.run([sys.executable, "-c", "import torsor; print(torsor.__file__, torsor.version())"], cwd=tmp_path, check=True,
                          capture_output=True, text=True, env={"PYTHONPATH": str(tmp_path / "site"), "PATH": "/usr/bin:/bin"}).stdout
    assert str(tmp_path) in said and said.split()[-1] == torsor.__version__
