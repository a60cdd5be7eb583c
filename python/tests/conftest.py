import os
import pathlib
import subprocess

import matplotlib
import pytest

matplotlib.use("Agg")
ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    """Results of an example, as text and NetCDF, written by the program of the build folder."""
    folder = tmp_path_factory.mktemp("results")
    deck = (EXAMPLES / "four-bar" / "four-bar.mbd").read_text()
    control = "begin: control data;"
    assert control in deck
    (folder / "four-bar.mbd").write_text(deck.replace(control, control + " output results: netcdf, text;"))
    program = os.environ.get("TORSOR_PROGRAM", ROOT / "build" / "torsor")
    subprocess.run([program, "-s", "-f", "four-bar.mbd", "-o", "four-bar"], cwd=folder, check=True, capture_output=True)
    return folder / "four-bar"
