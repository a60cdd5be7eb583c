"""An elastic rod in space, integrated along its length: the reference for static problems of beams, and for their critical loads.

The rod is clamped at s = 0 and carries a dead force F and a dead couple C at its free end; F is then the internal force everywhere.

    r' = R (e1 + eps),   R' = R (kappa + kappa0) x,   m' = -r' x F,   (eps, kappa) = compliance * R' (F, m)

m(0) is found so that m(L) = C. Nothing here knows finite elements: a Runge-Kutta method of fourth order, and Newton's with differences.
"""
import math


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def eliminate(m):
    """Makes a matrix upper triangular, in place; its determinant."""
    n, determinant = len(m), 1.0
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(m[i][k]))
        if p != k:
            m[k], m[p], determinant = m[p], m[k], -determinant
        determinant *= m[k][k]
        for i in range(k + 1, n):
            if m[i][k]:
                f = m[i][k] / m[k][k]
                m[i] = [a - f * b for a, b in zip(m[i], m[k])]
    return determinant


def determinant(a):
    return eliminate([list(row) for row in a])


def solve(a, b):
    n = len(b)
    m = [list(row) + [v] for row, v in zip(a, b)]
    eliminate(m)
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (m[k][n] - sum(m[k][j] * x[j] for j in range(k + 1, n))) / m[k][k]
    return x


def inverse(a):
    n = len(a)
    columns = [solve(a, [1.0 if i == j else 0.0 for i in range(n)]) for j in range(n)]
    return [[columns[j][i] for j in range(n)] for i in range(n)]


def diagonal(*d):
    return [[v if i == j else 0.0 for j in range(len(d))] for i, v in enumerate(d)]


def turned(q, v, sign=1.0):
    """v turned by the unit quaternion q, or back."""
    w, x = q[0], [sign * c for c in q[1:]]
    t = [2 * c for c in cross(x, v)]
    u = cross(x, t)
    return [v[i] + w * t[i] + u[i] for i in range(3)]


def product(p, q):
    c = cross(p[1:], q[1:])
    return [p[0] * q[0] - sum(a * b for a, b in zip(p[1:], q[1:]))] + [p[0] * q[i] + q[0] * p[i] + c[i - 1] for i in (1, 2, 3)]


class Rod:
    """Legs of constant section and natural curvature: (length, stiffness 6x6, (kx, ky, kz), quaternion that turns the axes before it)."""

    def __init__(self, legs, steps=200):
        self.legs = [(length, inverse(stiffness), curvature, corner) for length, stiffness, curvature, corner in legs]
        self.steps = steps

    def slope(self, y, F, compliance, natural):
        q, m = y[3:7], y[7:]
        load = turned(q, F, -1) + turned(q, m, -1)
        e = [sum(c * v for c, v in zip(row, load)) for row in compliance]
        r = turned(q, [1 + e[0], e[1], e[2]])
        turn = product(q, [0.0] + [0.5 * (e[3 + i] + natural[i]) for i in range(3)])
        return r + turn + [-c for c in cross(r, F)]

    def end(self, F, m0):
        """Position and orientation of the free end and the couple there, for a given one at the clamp."""
        y = [0.0] * 3 + [1.0, 0.0, 0.0, 0.0] + list(m0)
        for length, compliance, natural, corner in self.legs:
            y[3:7] = product(y[3:7], corner)
            h = length / self.steps
            for _ in range(self.steps):
                k1 = self.slope(y, F, compliance, natural)
                k2 = self.slope([a + h / 2 * b for a, b in zip(y, k1)], F, compliance, natural)
                k3 = self.slope([a + h / 2 * b for a, b in zip(y, k2)], F, compliance, natural)
                k4 = self.slope([a + h * b for a, b in zip(y, k3)], F, compliance, natural)
                y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
        return y

    def jacobian(self, F, m0):
        """d m(L) / d m(0)"""
        step = 1e-6 * max(abs(v) for v in m0)
        columns = []
        for j in range(3):
            ends = [self.end(F, [v + sign * step * (i == j) for i, v in enumerate(m0)])[7:] for sign in (1, -1)]
            columns.append([(a - b) / (2 * step) for a, b in zip(*ends)])
        return [[columns[j][i] for j in range(3)] for i in range(3)]

    def equilibrium(self, F, C, m0):
        """The couple at the clamp, from a guess."""
        scale = max(abs(v) for v in list(m0) + list(C)) + 1e-300
        for _ in range(30):
            rest = [a - b for a, b in zip(self.end(F, m0)[7:], C)]
            d = solve(self.jacobian(F, m0), rest)
            m0 = [a - b for a, b in zip(m0, d)]
            if max(abs(v) for v in d) < 1e-11 * scale:
                return m0
        raise ArithmeticError("no equilibrium of the rod")

    def path(self, F, C, factors, between=4):
        """Displacement of the free end under the load times each of the factors, growing in `between` steps from one to the next."""
        start = self.end([0.0] * 3, [1e-30] * 3)[:3]
        lever = [c + v for c, v in zip(C, cross(start, F))]  # couple at the clamp of the undeformed rod
        m0, last, out = None, 0.0, []
        for factor in factors:
            for k in range(1, between + 1):
                f = last + (factor - last) * k / between
                m0 = [v * f for v in lever] if m0 is None else [v * f / before for v in m0]
                m0 = self.equilibrium([v * f for v in F], [v * f for v in C], m0)
                before = f
            last = factor
            tip = self.end([v * factor for v in F], m0)[:3]
            out.append([a - b for a, b in zip(tip, start)])
        return out


NO_TURN = [1.0, 0.0, 0.0, 0.0]


def about_z(angle):
    return [math.cos(angle / 2), 0.0, 0.0, math.sin(angle / 2)]
