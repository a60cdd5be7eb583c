"""A rod that turns about z with W: its steady state in a frame that turns with it, and small vibrations about that; the reference for blades.

    r' = R (e1 + eps),  R' = R kappa x,  (eps, kappa) = compliance * R' (n, m)
    n' = m W x (W x r),  m' = -r' x n + W x H,  H = R J R' W               loads of the root such that the tip is free

Linearised, with everything times exp(i w t), u the displacement and t the rotation in space:

    u' = t x r' + R eps,  t' = R kappa,  (eps, kappa) = compliance * R' (dn - t x n, dm - t x m)
    dn' = m (-w^2 u + 2 i w W x u + W x (W x u)),  dm' = -u' x n - r' x dn + i w dH + W x dH,
    dH = t x H + R J R' (i w t - t x W)

A frequency is a w for which six loads of the root leave the tip free: a determinant, and it is real. Nothing here knows finite elements.
"""
import rod
from rod import cross, product, turned


def add(*vectors):
    return [sum(v) for v in zip(*vectors)]


def step(slope, y, h):
    """A step of the Runge-Kutta method of fourth order, and the states and slopes it went through."""
    k1 = slope(y)
    y2 = [a + h / 2 * b for a, b in zip(y, k1)]
    k2 = slope(y2)
    y3 = [a + h / 2 * b for a, b in zip(y, k2)]
    k3 = slope(y3)
    y4 = [a + h * b for a, b in zip(y, k3)]
    k4 = slope(y4)
    end = [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]
    return end, ((y, k1), (y2, k2), (y3, k3), (y4, k4))


class Blade:
    """legs: (length, turn about z before it); J: moments of inertia a length about the axes of the section."""

    def __init__(self, radius, legs, stiffness, mass, J, speed, steps):
        self.radius, self.legs, self.mass, self.J, self.steps = radius, legs, mass, J, steps
        self.compliance = rod.inverse(stiffness)
        self.W = [0.0, 0.0, speed]
        self.root = self.find_root()

    def strains(self, q, n, m):
        load = turned(q, n, -1) + turned(q, m, -1)
        return [sum(c * v for c, v in zip(row, load)) for row in self.compliance]

    def inertia(self, q, w):
        return turned(q, [j * v for j, v in zip(self.J, turned(q, w, -1))])

    def steady(self, y):
        r, q, n, m = y[:3], y[3:7], y[7:10], y[10:13]
        e = self.strains(q, n, m)
        dr = turned(q, [1 + e[0], e[1], e[2]])
        dn = [self.mass * v for v in cross(self.W, cross(self.W, r))]
        dm = add(cross(n, dr), cross(self.W, self.inertia(q, self.W)))
        return dr + product(q, [0.0] + [0.5 * v for v in e[3:]]) + dn + dm

    def vibration(self, y, dy, d, w):
        q, n0, m0, dr, W = y[3:7], y[7:10], y[10:13], dy[:3], self.W
        u, t, n, m = d[:3], d[3:6], d[6:9], d[9:12]
        e = self.strains(q, add(n, cross(n0, t)), add(m, cross(m0, t)))
        du = add(cross(t, dr), turned(q, e[:3]))
        dn = [self.mass * (-w * w * a + 2j * w * b + c) for a, b, c in zip(u, cross(W, u), cross(W, cross(W, u)))]
        dH = add(cross(t, self.inertia(q, W)), self.inertia(q, [1j * w * a + b for a, b in zip(t, cross(W, t))]))
        dm = add(cross(n0, du), cross(n, dr), [1j * w * a for a in dH], cross(W, dH))
        return du + turned(q, e[3:]) + dn + dm

    def integrate(self, root, w=None):
        """The state of the tip and, given w, what loads of the root, one after the other, do to it."""
        y = [self.radius, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0] + list(root)
        columns = [[0j] * 6 + [complex(i == k) for i in range(6)] for k in range(6)] if w is not None else []
        for length, turn in self.legs:
            y[3:7] = product(y[3:7], rod.about_z(turn))
            for _ in range(self.steps):
                y, stages = step(self.steady, y, length / self.steps)
                for k, d in enumerate(columns):
                    passed = iter(stages)
                    columns[k], _ = step(lambda v: self.vibration(*next(passed), v, w), d, length / self.steps)
        return y, columns

    def find_root(self):
        root = [self.mass * self.W[2]**2 * (self.radius + sum(length for length, _ in self.legs))**2 / 2] + [0.0] * 5
        size = max(1.0, root[0])
        for _ in range(20):
            ends = [[self.integrate([v + sign * 1e-4 * size * (i == j) for i, v in enumerate(root)])[0][7:] for sign in (1, -1)] for j in range(6)]
            slopes = [[(a - b) / (2e-4 * size) for a, b in zip(*pair)] for pair in ends]
            d = rod.solve([list(row) for row in zip(*slopes)], self.integrate(root)[0][7:])
            root = [a - b for a, b in zip(root, d)]
            if max(abs(v) for v in d) < 1e-10 * size:
                return root
        raise ArithmeticError("no steady state of the blade")

    def determinant(self, w):
        columns = self.integrate(self.root, w)[1]
        return rod.determinant([[column[6 + i] for column in columns] for i in range(6)]).real
