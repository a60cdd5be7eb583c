"""Meshes of one type of solid over a block of cells, mapped to any shape, and the decks they make.

A cell has 27 lattice points, 0..2 along each edge; nodes are made where elements need them, those of cubic elements at multiples of
2/3. Prisms halve a cell, tetrahedra cut it into six along its diagonal.
"""
import itertools
from fractions import Fraction

H20 = [(2, 2, 2), (0, 2, 2), (0, 0, 2), (2, 0, 2), (2, 2, 0), (0, 2, 0), (0, 0, 0), (2, 0, 0), (1, 2, 2), (0, 1, 2), (1, 0, 2), (2, 1, 2),
       (1, 2, 0), (0, 1, 0), (1, 0, 0), (2, 1, 0), (2, 2, 1), (0, 2, 1), (0, 0, 1), (2, 0, 1)]
H20R = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (0, 0, 2), (2, 0, 2), (2, 2, 2), (0, 2, 2), (1, 0, 0), (2, 1, 0), (1, 2, 0), (0, 1, 0),
        (1, 0, 2), (2, 1, 2), (1, 2, 2), (0, 1, 2), (0, 0, 1), (2, 0, 1), (2, 2, 1), (0, 2, 1)]
H27 = H20R[:12] + H20R[16:] + H20R[12:16] + [(1, 1, 0), (1, 0, 1), (2, 1, 1), (1, 2, 1), (0, 1, 1), (1, 1, 2), (1, 1, 1)]
P15 = [(0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 2), (2, 0, 2), (0, 2, 2), (1, 0, 0), (1, 1, 0), (0, 1, 0), (1, 0, 2), (1, 1, 2), (0, 1, 2),
       (0, 0, 1), (2, 0, 1), (0, 2, 1)]
P18 = P15[:9] + P15[12:] + P15[9:12] + [(1, 0, 1), (1, 1, 1), (0, 1, 1)]
T10 = [(0, 2, 0), (0, 0, 2), (0, 0, 0), (2, 0, 0), (0, 1, 1), (0, 0, 1), (0, 1, 0), (1, 1, 0), (1, 0, 1), (1, 0, 0)]
T20 = [(0, 0, 0), (3, 0, 0), (0, 3, 0), (0, 0, 3), (1, 0, 0), (2, 0, 0), (2, 1, 0), (1, 2, 0), (0, 2, 0), (0, 1, 0), (0, 0, 2), (0, 0, 1),
       (0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1)]

# nodes, points with laws, nodes with pressures, face on which loads act
SHAPES = {
    "hexahedron8": (H20[:8], 8, 1, "q4"), "hexahedron20": (H20, 27, 8, "q8"), "hexahedron20r": (H20R, 8, 8, "q8r"),
    "hexahedron27": (H27, 27, 0, "q9"), "pentahedron15": (P15, 21, 6, "q8"), "pentahedron18": (P18, 21, 0, "q9"),
    "tetrahedron10": (T10, 5, 4, "t6"), "tetrahedron20": (T20, 15, 0, "t10"),
}
FORMS = {"hexahedron20fr": ("hexahedron20r", "f"), "hexahedron20upcr": ("hexahedron20r", "upc")}
FORMS |= {name: (name, "") for name in SHAPES}
FORMS |= {name + "f": (name, "f") for name in SHAPES if name != "hexahedron20r"}
FORMS |= {name + "upc": (name, "upc") for name in SHAPES if name not in ("hexahedron20r", "hexahedron27", "pentahedron18", "tetrahedron20")}

Q9 = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1), (1, 1)]
Q8 = [(2, 2), (0, 2), (0, 0), (2, 0), (1, 2), (0, 1), (1, 0), (2, 1)]
T6 = [(0, 0), (2, 0), (0, 2), (1, 0), (1, 1), (0, 1)]
T10_SIDES = [(0, 0), (3, 0), (0, 3), (1, 0), (2, 0), (2, 1), (1, 2), (0, 2), (0, 1), (1, 1)]


def cells(size):
    return itertools.product(*(range(n) for n in size))


def affine(base, axes, r, whole=2):
    """Lattice point of a node at r / whole along the axes."""
    return tuple(base[i] + Fraction(sum(axes[k][i] * r[k] for k in range(3)), whole) for i in range(3))


def elements_of(shape, size):
    """Lattice points of each element's nodes."""
    nodes = SHAPES[shape][0]
    unit = [tuple(2 * (i == k) for i in range(3)) for k in range(3)]
    for cell in cells(size):
        base = tuple(2 * c for c in cell)
        if shape.startswith("tetrahedron"):
            for a, b, c in itertools.permutations(range(3)):
                steps = [unit[a], tuple(unit[a][i] + unit[b][i] for i in range(3)), (2, 2, 2)]
                if (a, b, c) not in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
                    steps[0], steps[1] = steps[1], steps[0]
                yield [affine(base, steps, r, 3 if shape == "tetrahedron20" else 2) for r in nodes]
        elif shape.startswith("pentahedron"):
            yield [affine(base, unit, r) for r in nodes]
            far = tuple(base[i] + (2, 2, 0)[i] for i in range(3))
            yield [affine(far, [(-2, 0, 0), (0, -2, 0), (0, 0, 2)], r) for r in nodes]
        else:
            yield [affine(base, unit, r) for r in nodes]


def faces_of(shape, size, axis, at_end):
    """Faces where coordinate `axis` begins or ends, numbered so that r1 x r2 points outwards."""
    kind = SHAPES[shape][3]
    first, second = [(1, 2), (2, 0), (0, 1)][axis] if at_end else [(2, 1), (0, 2), (1, 0)][axis]
    level = 2 * size[axis] if at_end else 0
    for cell in cells(size):
        if cell[axis] != (size[axis] - 1 if at_end else 0):
            continue
        corner = [2 * c for c in cell]
        corner[axis] = level

        def place(u, v):
            p = list(corner)
            p[first] += u
            p[second] += v
            return tuple(p)
        # the diagonal of Kuhn's tetrahedra goes from the corner (0, 0) to (2, 2)
        if kind == "t10":
            for p, q in (((2, 0), (2, 2)), ((2, 2), (0, 2))):
                yield [place(*(Fraction(p[i] * u + q[i] * v, 3) for i in range(2))) for u, v in T10_SIDES]
        elif kind == "t6":
            yield [place(u, v) for u, v in ((0, 0), (2, 0), (2, 2), (1, 0), (2, 1), (1, 1))]
            yield [place(u, v) for u, v in ((0, 0), (2, 2), (0, 2), (1, 1), (1, 2), (0, 1))]
        else:
            yield [place(u, v) for u, v in {"q4": Q8[:4], "q8": Q8, "q8r": Q9[:8], "q9": Q9}[kind]]


class Mesh:
    """A block of cells of a type, with its nodes at x(lattice point / 2)."""

    def __init__(self, kind, size, x):
        self.kind, self.size = kind, size
        self.shape, self.form = FORMS[kind]
        self.elements = list(elements_of(self.shape, size))
        points = sorted({p for e in self.elements for p in e})
        self.label = {p: i + 1 for i, p in enumerate(points)}
        self.at = {p: x(*(float(c) / 2 for c in p)) for p in points}
        self.clamps, self.loads, self.frame, self.gravity = [], [], "", ""
        self.density, self.time, self.method = None, 1.0, "implicit euler"  # without a density there is no inertia

    def hold(self, point, component, motion):
        """motion: what the coordinate is, as a drive."""
        self.clamps.append((point, component, motion))

    def load(self, axis, at_end, card, drive, options=""):
        for face in faces_of(self.shape, self.size, axis, at_end):
            self.loads.append((card + SHAPES[self.shape][3], options, face, drive))

    def pressures(self):
        """Labels of nodes with pressures, element by element: at the corners, or one an element."""
        if self.form != "upc":
            return [[] for _ in self.elements]
        n = SHAPES[self.shape][2]
        if n == 1:
            return [[100001 + i] for i in range(len(self.elements))]
        return [[100000 + self.label[p] for p in e[:n]] for e in self.elements]

    def deck(self, law, steps, tolerance):
        points, pressures = SHAPES[self.shape][1], self.pressures()
        hydraulic = sorted({label for labels in pressures for label in labels})
        out = ["begin: data; problem: initial value; end: data;", "begin: initial value;",
               "initial time: 0.; final time: %.17g; time step: %.17g; method: %s;" % (self.time, self.time / steps, self.method),
               "tolerance: %g; max iterations: 30; derivatives tolerance: 1e10;" % tolerance, "end: initial value;",
               "begin: control data; structural nodes: %d; solids: %d; genels: %d; %s" %
               (len(self.at), len(self.elements), len(self.clamps), "" if self.density else "model: static;"),
               "hydraulic nodes: %d;" % len(hydraulic) if hydraulic else "",
               "surface loads: %d;" % len(self.loads) if self.loads else "",
               "skip initial joint assembly; output precision: 16; %s%s end: control data;" % (self.frame, "gravity;" if self.gravity else ""), "begin: nodes;"]
        for p, label in self.label.items():
            out.append("structural: %d, %s displacement, %.17g, %.17g, %.17g, null;" % (label, "dynamic" if self.density else "static", *self.at[p]))
        out += ["hydraulic: %d, 0.;" % label for label in hydraulic]
        out.append("end: nodes; begin: elements;")
        for i, (e, p) in enumerate(zip(self.elements, pressures)):
            labels = [str(self.label[q]) for q in e] + [str(q) for q in p]
            out.append("%s: %d, %s, %s, %s%s;" % (self.kind, i + 1, ", ".join(labels), ", ".join(["%.17g" % (self.density or 1.0)] * len(e)), law, ", same" * (points - 1)))
        for i, (p, component, motion) in enumerate(self.clamps):
            out.append("genel: %d, clamp, %d, structural, %d, algebraic, %s;" % (i + 1, self.label[p], component + 1, motion))
        for i, (card, options, face, drive) in enumerate(self.loads):
            labels = ", ".join(str(self.label[q]) for q in face)
            out.append("%s: %d, %s%s, from drives%s;" % (card, i + 1, options, labels, (", " + drive) * len(face)))
        return "\n".join(out + [self.gravity, "end: elements;", ""])
