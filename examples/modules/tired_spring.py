"""tired_spring.py - an element in Python: a spring to a point that loses strength as it tires.

    user defined: LABEL, python, "tired_spring.py", TiredSpring, NODE, STIFFNESS, FADING;

    F = -k (1 - m) x,   m grows by fading * |x| * time step with every step, up to 1
"""
import math

from torsor.element import Element


class TiredSpring(Element):
    """A spring to the origin that tires."""

    memory = 1
    private = ("m",)

    def read(self, card):
        self.node = card.node("node")
        self.at = card.touch(self.node)
        self.k = card.positive("stiffness")
        self.fading = card.real("fading")

    def force(self, s):
        return [-self.k * (1 - s.memory[0]) * x for x in s.motion(self.node).x]

    def eval(self, s, r, J):
        for i, f in enumerate(self.force(s)):
            r[self.at + i] += f

    def accept(self, s, memory):
        memory[0] = min(1.0, memory[0] + self.fading * math.hypot(*s.motion(self.node).x) * s.time_step)

    def output(self, s):
        return [("F", "force", "force on the node", self.force(s)), ("m", "number", "how tired it is", s.memory)]

    def private_value(self, s, name):
        return s.memory[0]
