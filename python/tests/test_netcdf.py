"""Every format of NetCDF is read, without numpy."""
import os
import subprocess
import sys

import pytest
from conftest import ROOT

from torsor import netcdf

FORMATS = ["classic", "classic64", "nc4", "nc4classic"]


@pytest.fixture(scope="module", params=FORMATS)
def file(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("netcdf")
    deck = (ROOT / "examples" / "pendulum" / "pendulum.mbd").read_text()
    control = "begin: control data;"
    assert control in deck
    (folder / "pendulum.mbd").write_text(deck.replace(control, f"{control} output results: netcdf, {request.param}, no text;"))
    subprocess.run([os.environ.get("TORSOR_PROGRAM", ROOT / "build" / "torsor"), "-s", folder / "pendulum.mbd", "-o", folder / "out"], check=True)
    with netcdf.File(folder / "out.nc") as opened:
        yield opened


def test_variables_shapes_attributes(file):
    time = file["time"]
    assert time.varies and time.dimensions == ("time",) and time.attributes["units"] == "Time"
    label = file["node.struct"].rows()[0][0]
    position = file[f"node.struct.{label}.X"]
    assert position.shape == (time.shape[0], 3) and position.attributes["units"] == "Length"
    assert len(position.rows()) == time.shape[0] and all(len(row) == 3 for row in position.rows())
    assert list(position.numbers()) == sum(position.rows(), [])


def test_labels_do_not_vary(file):
    labels = file["node.struct"]
    assert not labels.varies and len(labels.rows()) == 1 and all(isinstance(label, int) for label in labels.rows()[0])


def test_times_grow(file):
    times = [row[0] for row in file["time"].rows()]
    assert len(times) > 10 and all(a < b for a, b in zip(times, times[1:]))


def test_names(file):
    assert "time" in file and "nothing" not in file and len(file) == len(list(file))
    with pytest.raises(KeyError):
        file["nothing"]


def test_what_cannot_be_read(tmp_path):
    with pytest.raises(OSError, match="none.nc"):
        netcdf.File(tmp_path / "none.nc")
    (tmp_path / "text.nc").write_text("words")
    with pytest.raises(OSError, match="text.nc"):
        netcdf.File(tmp_path / "text.nc")


def test_needs_no_numpy():
    subprocess.run([sys.executable, "-c", "import sys; sys.modules['numpy'] = None; from torsor import netcdf"], check=True)
