"""Elements in Python, in a solver that Python itself has loaded."""
import math
import pathlib

import torsor

FILE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "modules" / "tired_spring.py"
DECK = f"""
begin: data; problem: initial value; end: data;
begin: initial value; initial time: 0.; final time: 1.; time step: 1.e-3; tolerance: 1.e-9; max iterations: 30; derivatives tolerance: 1.e-4;
  end: initial value;
begin: control data; structural nodes: 1; rigid bodies: 1; loadable elements: 1; end: control data;
begin: nodes; structural: 1, dynamic, 1., 0., 0., eye, null, null; end: nodes;
begin: elements; body: 1, 1, 2., null, eye; user defined: 3, python, "{FILE}", TiredSpring, 1, 8., 0.; end: elements;
"""


def test_the_interpreter_at_hand_is_used():
    model = torsor.Model(text=DECK)
    model.run()
    assert abs(model["node.struct.1.X"][0] - math.cos(2 * model.time)) < 1e-5
    assert abs(model["elem.loadable.3.F"][0] + 8 * model["node.struct.1.X"][0]) < 1e-9
