"""planar - equilibria of planar frames by shooting: Reissner's beam as differential equations, and the folds of their branches.

    e = (H cos a + V sin a) / EA          g = (V cos a - H sin a) / GA
    x' = (1 + e) cos a - g sin a          y' = (1 + e) sin a + g cos a          a' = a0' + M / EI          M' = y' H - x' V

with the forces H, V in fixed axes. A branch of q, with one equation less than unknowns, is followed by its arc length.
"""
import math


def march(state, length, steps, force, section):
    """(x, y, a, M) at the end of a straight member, by the classical method of Runge and Kutta."""
    H, V = force
    EA, GA, EI = section
    h = length / steps

    def rate(s):
        c, d = math.cos(s[2]), math.sin(s[2])
        e, g = 1 + (H * c + V * d) / EA, (V * c - H * d) / GA
        x, y = e * c - g * d, e * d + g * c
        return x, y, s[3] / EI, y * H - x * V

    for _ in range(steps):
        k1 = rate(state)
        k2 = rate([u + h / 2 * k for u, k in zip(state, k1)])
        k3 = rate([u + h / 2 * k for u, k in zip(state, k2)])
        k4 = rate([u + h * k for u, k in zip(state, k3)])
        state = [u + h / 6 * (a + 2 * b + 2 * c + d) for u, a, b, c, d in zip(state, k1, k2, k3, k4)]
    return state


def solve(matrix, right):
    """Gauss's elimination with partial pivoting."""
    n = len(right)
    rows = [list(row) + [b] for row, b in zip(matrix, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            by = rows[i][k] / rows[k][k]
            rows[i] = [a - by * b for a, b in zip(rows[i], rows[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


def jacobian(equations, q):
    base = equations(q)
    columns = []
    for j in range(len(q)):
        moved = list(q)
        moved[j] += 1e-6
        back = list(q)
        back[j] -= 1e-6
        columns.append([(a - b) / 2e-6 for a, b in zip(equations(moved), equations(back))])
    return base, [list(row) for row in zip(*columns)]


def corrected(equations, q, border):
    for _ in range(30):
        r, J = jacobian(equations, q)
        d = solve(J + [border], [-v for v in r] + [0.0])
        q = [a + b for a, b in zip(q, d)]
        if max(map(abs, d)) < 1e-9:
            return q
    return None


def tangent(equations, q, border):
    _, J = jacobian(equations, q)
    t = solve(J + [border], [0.0] * len(J) + [1.0])
    norm = math.sqrt(sum(v * v for v in t))
    return [v / norm for v in t]


def located(ahead, load, low, high):
    """The length of the step, between (length, component of the tangent) at both ends, where q[load] has an extremum."""
    for _ in range(60):
        x = (low[0] * high[1] - high[0] * low[1]) / (high[1] - low[1])
        q, t = ahead(x)
        if abs(t[load]) < 1e-9:
            break
        if t[load] * low[1] > 0:
            low, high = (x, t[load]), (high[0], high[1] / 2)
        else:
            low, high = (low[0], low[1] / 2), (x, t[load])
    return q[load]


def folds(equations, q, load, step, count):
    """The values of q[load] where it has an extremum on the branch that begins at q and in its direction."""
    found = []
    t = tangent(equations, q, [float(j == load) for j in range(len(q))])

    def ahead(length):
        p = corrected(equations, [a + length * b for a, b in zip(q, t)], t)
        return (p, tangent(equations, p, t)) if p else (None, None)

    while len(found) < count:
        length = step
        p, s = ahead(length)
        while p is None:
            length /= 2
            p, s = ahead(length)
        if t[load] * s[load] < 0:
            found.append(located(ahead, load, (0.0, t[load]), (length, s[load])))
        q, t = p, s
    return found


def lee(steps=120):
    """Lee's frame: two members of 120, hinged at both ends; the load acts at a fifth of the upper one. Unknowns: rotation of the lower end, H, V, load."""
    section = (7.2e6 * 6, 7.2e6 / 2.6 * 5, 7.2e6 * 2)
    unit = 1e4

    def equations(q):
        H, V, P = unit * q[1], unit * q[2], unit * q[3]
        s = march([0.0, 0.0, math.pi / 2 + q[0], 0.0], 120.0, steps, (H, V), section)
        s = march([s[0], s[1], s[2] - math.pi / 2, s[3]], 24.0, steps // 5, (H, V), section)
        x, y, _, M = march(s, 96.0, 4 * steps // 5, (H, V + P), section)
        return (x - 120) / 120, (y - 120) / 120, M / 1e6

    return [unit * p for p in folds(equations, [0.0] * 4, 3, 0.1, 2)]


def toggle(steps=120):
    """Williams' toggle: half of it, clamped at its lower end; the middle keeps its direction. Unknowns: H, V, M at the end, and half the load."""
    section = (1.885e6, 1.885e6 / 2.6 * 5 / 6, 9.274e3)
    length, angle = math.hypot(12.943, 0.386), math.atan2(0.386, 12.943)

    def equations(q):
        x, _, a, _ = march([0.0, 0.0, angle, 100 * q[2]], length, steps, (100 * q[0], -10 * q[1]), section)
        return (x - 12.943), 10 * (a - angle)

    return [20 * p for p in folds(equations, [0.0] * 3, 1, 0.1, 2)]


if __name__ == "__main__":
    print("lee", *lee())
    print("toggle", *toggle())
