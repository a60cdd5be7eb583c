"""A falling point, whose motion is known: x(t) = x0 + v0 t - g t^2 / 2."""
import math
import signal
import threading

import numpy as np
import pytest

import torsor

DECK = """
begin: data; problem: initial value; end: data;
set: real G = 9.81;
set: real V = 0.;
begin: initial value;
    initial time: 0.; final time: 1.; time step: 1.e-2;
    method: crank nicolson; tolerance: 1.e-9; max iterations: 10;
    derivatives tolerance: 1.e-6; derivatives max iterations: 10;
end: initial value;
begin: control data; structural nodes: 1; rigid bodies: 1; forces: 1; gravity; end: control data;
begin: nodes;
    structural: 1, dynamic, 1., 2., 3., eye, V, 0., 0., null;
end: nodes;
begin: elements;
    body: 1, 1, 2., null, eye;
    force: 1, absolute, 1, position, null, 1., 0., 0., reference, 7;
    gravity: uniform, 0., 0., -1., G;
end: elements;
"""
DECK = DECK.replace("begin: elements;", "drive caller: 7, const, 0.;\nbegin: elements;")


def test_free_fall():
    with torsor.Model(text=DECK) as model:
        history = model.run(record=["node.struct.1.X", "node.struct.1.XP[2]"])
    t = history.time
    assert len(t) == 101 and t[-1] == pytest.approx(1.0)
    np.testing.assert_allclose(history["node.struct.1.X"][:, 2], 3.0 - 9.81 * t**2 / 2, atol=1e-6)
    np.testing.assert_allclose(history["node.struct.1.XP[2]"], -9.81 * t, atol=1e-6)
    np.testing.assert_array_equal(history["node.struct.1.X[1]"], 2.0)
    assert history["node.struct.1.X"].description


def test_accuracy():
    with torsor.Model(text=DECK.replace("time step: 1.e-2", "time step: 0.25"), accuracy=1e-8) as model:
        model.run()
        assert model.time == pytest.approx(1.0)
        assert model["node.struct.1.X[2]"] == pytest.approx(3.0 - 9.81 / 2, abs=1e-7)
    with pytest.raises(torsor.Error):
        torsor.Model(text=DECK, accuracy=2.0).run()


def test_variables_of_the_deck():
    with torsor.Model(text=DECK, G=1.0, variables={"V": 3}) as model:
        model.run()
        assert model["node.struct.1.X"] == pytest.approx([4.0, 2.0, 2.5], abs=1e-6)


def test_steps_and_times():
    model = torsor.Model(text=DECK)
    steps = 0
    while model.step():
        steps += 1
    assert steps == model.step_number == 100
    assert model.time == pytest.approx(model.final_time)
    assert model.time_step == pytest.approx(1e-2)


def test_run_to_a_time():
    model = torsor.Model(text=DECK)
    model.run(until=0.5)
    assert model.time == pytest.approx(0.5)
    history = model.run(until=0.6, record=["node.struct.1.X"])
    assert history.time[0] == pytest.approx(0.5) and history.time[-1] == pytest.approx(0.6)


def test_setting_a_drive_moves_the_point():
    model = torsor.Model(text=DECK)
    model["drive.7"] = 4.0
    model.run()
    assert model["node.struct.1.X[0]"] == pytest.approx(1.0 + 0.5 * 4.0 / 2.0, abs=2e-2)


def test_setting_the_motion_of_a_node():
    model = torsor.Model(text=DECK, G=0.0)
    model["node.struct.1.XP"] = [0.0, 1.0, 0.0]
    model.run()
    assert model["node.struct.1.X"] == pytest.approx([1.0, 3.0, 3.0], abs=1e-6)


def test_matrices_have_rows_and_columns():
    model = torsor.Model(text=DECK)
    turn = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    model["node.struct.1.R"] = turn
    np.testing.assert_allclose(model["node.struct.1.R"], turn, atol=1e-12)


def test_snapshot_and_restore():
    model = torsor.Model(text=DECK)
    model.run(until=0.3)
    point, x = model.snapshot(), model["node.struct.1.X"].copy()
    model.run()
    end = model["node.struct.1.X"].copy()
    model.restore(point)
    np.testing.assert_array_equal(model["node.struct.1.X"], x)
    model.run()
    np.testing.assert_array_equal(model["node.struct.1.X"], end)
    with pytest.raises(torsor.Error):
        torsor.Model(text=DECK).restore(point)


def test_restart_file(tmp_path):
    model = torsor.Model(text=DECK)
    model.run(until=0.3)
    model.save(tmp_path / "here")
    model.run()
    again = torsor.Model(text=DECK, resume=tmp_path / "here")
    assert again.time == pytest.approx(0.3)
    again.run()
    np.testing.assert_array_equal(again["node.struct.1.X"], model["node.struct.1.X"])


def test_an_error_has_place_and_hint():
    with pytest.raises(torsor.Error) as caught:
        torsor.Model(text=DECK.replace("gravity: uniform", "gravity: unifrom"))
    error = caught.value
    assert error.place[0] == "deck" and error.place[1] > 10 and error.code.startswith("E")
    assert "uniform" in str(error) and "uniform" in error.hint
    assert error.messages[0].severity == "error"


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(torsor.Error):
        torsor.Model(tmp_path / "none.mbd")
    with pytest.raises(TypeError):
        torsor.Model()


def test_names():
    model = torsor.Model(text=DECK)
    with pytest.raises(KeyError, match="did you mean node.struct.1.XP"):
        model["node.struct.1.XPPP"]
    assert "node.struct.1.X" in model and "node.struct.2.X" not in model
    names = {q.name: q for q in model.quantities}
    assert names["node.struct.1.X"].size == 3 and names["drive.7"].can_set
    with pytest.raises(ValueError, match="expected 3 numbers, got 2"):
        model["node.struct.1.X"] = [1, 2]


def test_warnings_are_warnings():
    with pytest.warns(torsor.TorsorWarning):
        torsor.Model(text=DECK.replace("set: real G = 9.81;", "set: real G = 9.81;").replace("max iterations: 10;", "max iterations: 10.5;", 1)).close()


def test_printing():
    said = []
    torsor.Model(text='remark: "hello";\n' + DECK, print=said.append).close()
    assert any("hello" in words for words in said)


LONG = DECK.replace("final time: 1.", "final time: 1.e6")


def test_interrupt_from_a_thread():
    model = torsor.Model(text=LONG)
    model.begin()
    timer = threading.Timer(0.3, model.interrupt)
    timer.start()
    with pytest.raises(torsor.Interrupted):
        model.run()
    assert 0 < model.time < 1e6


def test_control_c():
    model = torsor.Model(text=LONG)
    model.begin()
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        model.run()


def test_two_models_in_two_threads():
    ends = {}

    def run(g):
        with torsor.Model(text=DECK, G=g) as model:
            model.run()
            ends[g] = model["node.struct.1.X[2]"]

    threads = [threading.Thread(target=run, args=[g]) for g in (1.0, 2.0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ends[1.0] == pytest.approx(2.5, abs=1e-6) and ends[2.0] == pytest.approx(2.0, abs=1e-6)


def test_results_are_written(tmp_path):
    with torsor.Model(text=DECK, results=tmp_path / "fall") as model:
        model.run()
    history = torsor.read(tmp_path / "fall")
    assert math.isclose(history["node.struct.1.X"][-1, 2], 3.0 - 9.81 / 2, abs_tol=1e-5)


# --- several threads ----------------------------------------------------------------------------------------------------------------


def running(model):
    """A thread that runs the model, once it has begun to."""
    outcome = []

    def run():
        try:
            model.run()
        except torsor.Error as error:
            outcome.append(error)

    model.begin()
    thread = threading.Thread(target=run)
    thread.outcome = outcome
    thread.start()
    while model._library._owner != thread.ident and thread.is_alive():
        pass
    return thread


@pytest.mark.parametrize("call", ["end", "close", "step", "snapshot", "begin_again"])
def test_calls_during_a_run_of_another_thread_are_refused(call):
    model = torsor.Model(text=DECK.replace("final time: 1.;", "final time: 1.e9;"))
    thread = running(model)
    action = (lambda: model["node.struct.1.X"]) if call == "begin_again" else getattr(model, call)
    with pytest.raises(torsor.Error, match="in use"):
        action()
    model.interrupt()
    thread.join()
    assert len(thread.outcome) == 1 and isinstance(thread.outcome[0], torsor.Interrupted)
    model.close()


def test_one_model_in_several_threads_raises_or_steps():
    model = torsor.Model(text=DECK.replace("final time: 1.;", "final time: 1.e9;"))
    steps, strange = [], []

    def work(k):
        for i in range(200):
            try:
                if k == 0 and i % 20 == 19:
                    model.end()
                else:
                    steps.append(model.step())
            except torsor.Error:
                pass
            except BaseException as error:
                strange.append(error)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert steps and not strange
    model.close()


def test_a_callback_cannot_close_the_model():
    heard = []

    def say(words):
        try:
            heard.append(words)
            models[0].close()
        except torsor.Error as error:
            heard.append(error)

    models = [torsor.Model(text=DECK.replace("gravity;", "gravity; print: dof stats;"), print=say)]
    models[0].run()
    assert any(isinstance(word, torsor.Error) for word in heard)
    models[0].close()


def test_reading_with_and_without_the_module_gives_the_same():
    """The values of torsor_fast are those of ctypes, in numbers and shapes; it reads nothing after the end."""
    with torsor.Model(text=DECK) as model:
        model.step()
        for about in [about for about in model.quantities if about.can_get]:
            slow = model._get_plain(about.name, *model._quantity(about.name))
            value = model[about.name]
            assert np.array_equal(np.ravel(value, order="F" if about.size == 9 else "C"), slow)
            assert np.shape(value) == (() if about.size == 1 else (3, 3) if about.size == 9 else (about.size,))
            assert about.size == 1 or model[about.name] is not value
        read = model._read
        model.end()
        assert read("time") is None


def test_record_has_the_rows_of_single_steps():
    names = ["node.struct.1.X", "node.struct.1.R", "time", "node.struct.1.XP[2]"]
    with torsor.Model(text=DECK) as model:
        rows = [[model[name] for name in names]]
        while model.time < 0.1 and model.step():
            rows.append([model[name] for name in names])
    with torsor.Model(text=DECK) as model:
        history = model.run(0.1, record=names)
        assert len(history.time) == len(rows)
        for k, name in enumerate(names):
            assert np.array_equal(history[name], [row[k] for row in rows])
