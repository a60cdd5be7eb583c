"""Decks of shells on grids: nodes, elements, supports, loads."""
import math

FREE = "inactive"


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


class Surface:
    """x(i, j): positions of the nodes of an m x n grid of cells, quadrangles or each cut into two triangles."""

    def __init__(self, kind, m, n, x, law, joined=lambda i, j: (i, j), options=""):
        self.kind, self.m, self.n, self.law, self.options = kind, m, n, law, options
        self.label, self.at, self.lines, self.count = {}, {}, [], {"joints": 0, "forces": 0, "rigid bodies": 0}
        for i in range(m + 1):
            for j in range(n + 1):
                where = joined(i, j)
                if where not in self.label:
                    self.label[where] = len(self.label) + 1
                    self.at[where] = x(*where)
                self.label[i, j], self.at[i, j] = self.label[where], self.at[where]
        self.cells = []
        for i in range(m):
            for j in range(n):
                a, b, c, d = [self.label[q] for q in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))]
                self.cells += [(a, b, c), (a, c, d)] if kind.startswith("shell3") else [(a, b, c, d)]

    def add(self, counter, line):
        self.count[counter] += 1
        self.lines.append(line % self.count[counter])

    def hold(self, at, position, rotation):
        """Words such as 'x' and 'yz': what of the node is held."""
        def flags(words):
            return ", ".join("active" if c in words else FREE for c in "xyz") + ", null"
        self.add("joints", "joint: %%d, total pin joint, %d, position, null, position, %s, position constraint, %s, orientation constraint, %s;" % (
            self.label[at], ", ".join("%.17g" % c for c in self.at[at]), flags(position), flags(rotation)))

    def drive(self, at, component, value):
        """Moves a node along a component by a ramp to value at time 1; the first force of the joint's row is the reaction."""
        flags = ", ".join("active" if c == component else FREE for c in "xyz")
        drives = ", ".join("ramp, %.17g, 0., 1., 0." % value if c == component else "null" for c in "xyz")
        self.add("joints", "joint: %%d, total pin joint, %d, position, null, position, %s, position constraint, %s, component, %s;" % (
            self.label[at], ", ".join("%.17g" % c for c in self.at[at]), flags, drives))
        return self.count["joints"]

    def force(self, at, f):
        size = math.sqrt(sum(c * c for c in f))
        self.add("forces", "force: %%d, absolute, %d, position, null, %s, ramp, %.17g, 0., 1., 0.;" % (
            self.label[at], ", ".join("%.17g" % (c / size) for c in f), size))

    def couple(self, at, f):
        size = math.sqrt(sum(c * c for c in f))
        self.add("forces", "couple: %%d, absolute, %d, %s, ramp, %.17g, 0., 1., 0.;" % (
            self.label[at], ", ".join("%.17g" % (c / size) for c in f), size))

    def along(self, line, total):
        """Forces of a load spread evenly over nodes in a line: half at the ends."""
        for k, at in enumerate(line):
            part = (0.5 if k in (0, len(line) - 1) else 1.0) / (len(line) - 1)
            self.force(at, [part * c for c in total])

    def area_of_nodes(self):
        at = {self.label[q]: x for q, x in self.at.items()}
        area = dict.fromkeys(at, 0.0)
        for cell in self.cells:
            corners = [at[k] for k in cell]
            size = 0.0
            for k in range(1, len(cell) - 1):
                a, b = [[p - q for p, q in zip(corners[k + l], corners[0])] for l in (0, 1)]
                size += 0.5 * math.sqrt(sum(c * c for c in cross(a, b)))
            for k in cell:
                area[k] += size / len(cell)
        return area

    def body_load(self, f):
        """Force f per area at the nodes."""
        where = {label: q for q, label in self.label.items()}
        for label, area in self.area_of_nodes().items():
            self.force(where[label], [area * c for c in f])

    def masses(self, density):
        for label, area in self.area_of_nodes().items():
            m = density * area
            self.add("rigid bodies", "body: %%d, %d, %.17g, null, diag, %s;" % (label, m, ", ".join(["%.17g" % (1e-6 * m * area)] * 3)))

    def deck(self, steps, tolerance, problem=""):
        nodes = sorted({label: self.at[q] for q, label in self.label.items()}.items())
        kind = "dynamic" if self.count["rigid bodies"] else "static"
        cards = "".join("%s: %d; " % (k, v) for k, v in self.count.items() if v)
        return "\n".join([
            "begin: data; problem: initial value; end: data;",
            "begin: initial value; initial time: 0.; final time: 1.; time step: %.17g; method: implicit euler; tolerance: %g; "
            "max iterations: 40; derivatives tolerance: 1e9; %s end: initial value;" % (1.0 / steps, tolerance, problem),
            "begin: control data; structural nodes: %d; plates: %d; %sskip initial joint assembly; output precision: 12; "
            "default output: none, structural nodes, joints, plates; end: control data;" % (len(nodes), len(self.cells), cards),
            "begin: nodes;"] + [
            "structural: %d, %s, %s, eye, null, null;" % (label, kind, ", ".join("%.17g" % c for c in x)) for label, x in nodes] + [
            "end: nodes;", "begin: elements;"] + [
            "%s: %d, %s, %s%s;" % (self.kind, k + 1, ", ".join(map(str, cell)), self.law, self.options) for k, cell in enumerate(self.cells)] +
            self.lines + ["end: elements;", ""])
