"""Studies from Python: cases, executors, tables."""
import concurrent.futures
import math
import os
import shutil
import subprocess
import sys

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


def test_executor_of_dask(plan):
    distributed = pytest.importorskip("distributed")
    own, study = torsor.Study(plan, plan.parent / "own"), torsor.Study(plan, plan.parent / "dask")
    own.run()
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        assert study.run(client.get_executor()) == ["done"] * 6
    assert (study.folder / "results.nc").read_bytes() == (own.folder / "results.nc").read_bytes()


def test_executor_of_mpi4py(plan):
    pytest.importorskip("mpi4py")
    if not shutil.which("mpirun"):
        pytest.skip("there is no mpirun")
    own = torsor.Study(plan, plan.parent / "own")
    own.run()
    (plan.parent / "all.py").write_text(f"""
from mpi4py.futures import MPIPoolExecutor
import torsor
if __name__ == "__main__":
    with MPIPoolExecutor() as executor:
        print(*torsor.Study({str(plan)!r}, {str(plan.parent / "mpi")!r}).run(executor))
""")
    allowed = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                   OMPI_MCA_btl="self,vader", OMPI_MCA_plm_rsh_agent="", PYTHONPATH=os.pathsep.join(sys.path))
    done = subprocess.run(["mpirun", "-n", "3", sys.executable, "-m", "mpi4py.futures", "all.py"], cwd=plan.parent, env=allowed, capture_output=True,
                          text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["done"] * 6
    assert (plan.parent / "mpi" / "results.nc").read_bytes() == (own.folder / "results.nc").read_bytes()


def test_frame_of_pandas(plan):
    pytest.importorskip("pandas")
    study = torsor.Study(plan)
    study.run()
    frame = study.frame()
    study.report(plan.parent / "page.html")
    assert (plan.parent / "page.html").read_text().startswith("<!DOCTYPE html>")
    assert list(frame.groupby("L")["x.maximum"].max()) == list(study.table()["x.maximum"][::2])
