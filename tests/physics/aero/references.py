"""References of the aeroelastic benchmarks, computed from their own equations; nothing in here knows Torsor.

Bessel functions by their series, periodic systems by Runge-Kutta, flutter by Newton's method on the determinant with Theodorsen's C(k).
"""
import cmath, math

EULER = 0.57721566490153286


# --- unsteady thin airfoils ------------------------------------------------------------------------------------------

def bessel_j(n, x):
    term, total = (x / 2) ** n / math.factorial(n), 0.0
    for k in range(200):
        total += term
        term *= -(x / 2) ** 2 / ((k + 1) * (k + 1 + n))
    return total


def bessel_y(n, x):
    """For n = 0, 1."""
    harmonic = lambda k: sum(1 / i for i in range(1, k + 1))
    if n == 0:
        return 2 / math.pi * ((math.log(x / 2) + EULER) * bessel_j(0, x)
                              - sum((-1) ** k * harmonic(k) * (x / 2) ** (2 * k) / math.factorial(k) ** 2 for k in range(1, 40)))
    rest = sum((-1) ** k * (harmonic(k) + harmonic(k + 1)) * (x / 2) ** (2 * k + 1) / (math.factorial(k) * math.factorial(k + 1))
               for k in range(40))
    return -2 / (math.pi * x) + 2 / math.pi * (math.log(x / 2) + EULER) * bessel_j(1, x) - rest / math.pi


def theodorsen(k):
    """C(k) of harmonic motion, from Hankel functions of the second kind."""
    h0 = bessel_j(0, k) - 1j * bessel_y(0, k)
    h1 = bessel_j(1, k) - 1j * bessel_y(1, k)
    return h1 / (h1 + 1j * h0)


def bessel_ik(x):
    """I0, I1, K0, K1 by their integral representations."""
    n, top = 400, 18.0
    i0 = i1 = 0.0
    for j in range(n):
        t = math.pi * (j + 0.5) / n
        i0 += math.exp(x * math.cos(t)) / n
        i1 += math.exp(x * math.cos(t)) * math.cos(t) / n
    k0 = k1 = 0.0
    h = top / 2000
    for j in range(2000):
        t = h * (j + 0.5)
        value = math.exp(-min(x * math.cosh(t), 700)) * h
        k0, k1 = k0 + value, k1 + value * math.cosh(t)
    return i0, i1, k0, k1


def wagner_table(points):
    """Lift after a step of the incidence, as a part of that in the end, at times in semichords:
    1 - integral of exp(-x s) / (x^2 ((K0 - K1)^2 + pi^2 (I0 + I1)^2)), after Garrick."""
    n, nodes = 1200, []
    for j in range(n):      # x = exp(u), so that small ones are dense
        u = -9 + 11 * (j + 0.5) / n
        x = math.exp(u)
        i0, i1, k0, k1 = bessel_ik(x)
        nodes.append((x, 11 / n * x / (x * x * ((k0 - k1) ** 2 + math.pi ** 2 * (i0 + i1) ** 2))))
    small = math.exp(-9)    # below, the integrand is exp(-x s) nearly
    return [1 - small - sum(w * math.exp(-x * s) for x, w in nodes) for s in points]


def airloads(p, k, v, b, a, density):
    """Matrix of minus lift and of moment for h (down, at the axis) and pitch; C at the reduced frequency k, unit span."""
    c = theodorsen(k)
    lift_h = math.pi * density * b ** 2 * p * p + 2 * math.pi * density * v * b * c * p
    lift_a = (math.pi * density * b ** 2 * (v * p - b * a * p * p)
              + 2 * math.pi * density * v * b * c * (v + b * (0.5 - a) * p))
    moment_h = math.pi * density * b ** 2 * b * a * p * p + 2 * math.pi * density * v * b ** 2 * (a + 0.5) * c * p
    moment_a = (math.pi * density * b ** 2 * (-v * b * (0.5 - a) * p - b * b * (1 / 8 + a * a) * p * p)
                + 2 * math.pi * density * v * b ** 2 * (a + 0.5) * c * (v + b * (0.5 - a) * p))
    return [[-lift_h, -lift_a], [moment_h, moment_a]]


def section_matrix(p, k, v, s):
    """Of the typical section s: rows of force and moment."""
    q = airloads(p, k, v, s["b"], s["a"], s["density"])
    m, static, inertia = s["m"], s["m"] * s["x"] * s["b"], s["m"] * s["r2"] * s["b"] ** 2
    return [[m * p * p + m * s["wh"] ** 2 - q[0][0], static * p * p - q[0][1]],
            [static * p * p - q[1][0], inertia * p * p + inertia * s["wa"] ** 2 - q[1][1]]]


def determinant(matrix):
    """By elimination with pivots."""
    a, n, d = [row[:] for row in matrix], len(matrix), 1.0
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(a[i][k]))
        if pivot != k:
            a[k], a[pivot], d = a[pivot], a[k], -d
        d *= a[k][k]
        if a[k][k] == 0:
            return 0.0
        for i in range(k + 1, n):
            f = a[i][k] / a[k][k]
            for j in range(k, n):
                a[i][j] -= f * a[k][j]
    return d


def pk_root(matrix, b, v, guess):
    """A root p of the p-k method: det matrix(p, Im(p) b/v, v) = 0, by the secant method."""
    f = lambda p: determinant(matrix(p, max(abs(p.imag) * b / v, 1e-6), v))
    p0, p1 = guess, guess * 1.001 + 0.001j
    f0, f1 = f(p0), f(p1)
    for _ in range(60):
        if f1 == f0:
            break
        p0, p1, f0 = p1, p1 - f1 * (p1 - p0) / (f1 - f0), f1
        f1 = f(p1)
        if abs(p1 - p0) < 1e-12 * abs(p1):
            break
    return p1


def flutter(matrix, b, speeds, guesses):
    """First speed at which a branch of the p-k method crosses to growth, and its frequency."""
    best = (math.inf, 0.0)
    for guess in guesses:
        p, before = guess, speeds[0]
        for v in speeds:
            root = pk_root(matrix, b, v, p)
            if root.real > 0 and v > speeds[0]:
                low, high = before, v
                for _ in range(50):
                    middle = 0.5 * (low + high)
                    p = pk_root(matrix, b, middle, p)
                    low, high = (low, middle) if p.real > 0 else (middle, high)
                best = min(best, (high, p.imag))
                break
            p, before = root, v
    return best


def typical_section():
    """Flutter speed, frequency, and speed of divergence of the deck typical-section."""
    s = {"b": 1.0, "a": -0.2, "x": 0.1, "r2": 0.25, "wh": 20.0, "wa": 50.0, "density": 1.225}
    s["m"] = 20 * math.pi * s["density"]
    matrix = lambda p, k, v: section_matrix(p, k, v, s)
    speed, frequency = flutter(matrix, s["b"], [5 + 5 * i for i in range(40)], [20j, 50j])
    stiffness = s["r2"] * s["m"] * s["wa"] ** 2
    divergence = math.sqrt(stiffness / (0.5 * s["density"] * 2 * s["b"] * 2 * math.pi * s["b"] * (s["a"] + 0.5)))
    return speed, frequency, divergence


if __name__ == "__main__":
    print(typical_section())
    print(theodorsen(0.5), wagner_table([0.0, 1.0, 5.0, 20.0]))
