"""Studies from Python: cases, executors, tables."""
import concurrent.futures
import math
import shutil

import numpy as np
import pytest

import torsor
from conftest import EXAMPLES

PLAN = """
deck = "pendulum.mbd"
[variables]
L = [0.5, 1.0, 2.0]
M = {from = 1, to = 2, n = 2}
[outputs]
x = "node.struct.1.X[0]"
v = "node.struct.1.XP[2]"
"""


@pytest.fixture
def plan(tmp_path):
    shutil.copy(EXAMPLES / "pendulum" / "pendulum.mbd", tmp_path)
    (tmp_path / "plan.toml").write_text(PLAN)
    return tmp_path / "plan.toml"


def test_run_solves_every_case(plan):
    study = torsor.Study(plan)
    assert len(study) == 6 and study.states() == ["open"] * 6
    assert study.run() == ["done"] * 6
    table = study.table()
    assert list(table["L"]) == [0.5, 0.5, 1, 1, 2, 2]
    # A rod released from the horizontal passes the vertical with w^2 = 3 g / L; its centre is at L / 2.
    fastest = [math.sqrt(3 * 9.81 / length) * length / 2 for length in (1, 2)]
    speeds = np.sqrt(np.maximum(table["v.maximum"], -table["v.minimum"]) ** 2)
    assert all(speed < limit * 1.001 for speed, limit in zip(speeds[2::2], fastest))
    np.testing.assert_allclose(table["x.maximum"], table["L"] / 2)
    assert (study.folder / "results.nc").exists()


def test_any_executor(plan):
    study = torsor.Study(plan, plan.parent / "threads")
    with concurrent.futures.ThreadPoolExecutor(3) as executor:
        assert study.run(executor) == ["done"] * 6
    other = torsor.Study(plan, plan.parent / "processes")
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        other.run(executor, chunk=2)
    assert (study.folder / "results.csv").read_bytes() == (other.folder / "results.csv").read_bytes()


def test_outputs_of_the_caller(plan):
    study = torsor.Study(plan, outputs={"z": "node.struct.1.X[2]"})
    assert study.solve(0) == "done"
    study.collect()
    assert not math.isnan(study.table()["z.last"][0]) and study.states()[1] == "open"


def test_mistakes_are_errors_with_their_place(plan):
    plan.write_text(PLAN.replace("L =", "LENGTH ="))
    with pytest.raises(torsor.Error, match="the deck has no variable 'LENGTH'") as caught:
        torsor.Study(plan).run()
    assert caught.value.place[1] == 4
    plan.write_text(PLAN.replace("[outputs]", "[output]"))
    with pytest.raises(torsor.Error, match="unknown key 'output'"):
        torsor.Study(plan)
