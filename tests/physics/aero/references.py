"""References of the aeroelastic benchmarks, computed from their own equations; nothing in here knows Torsor.

Bessel functions by their series, periodic systems by Runge-Kutta, flutter by Newton's method on the determinant with Theodorsen's C(k).
"""
import cmath, math, re

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


def jones(k):
    """Jones' approximation of C(k)."""
    return 1 - 0.165 * 1j * k / (1j * k + 0.0455) - 0.335 * 1j * k / (1j * k + 0.3)


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


def gust_peak(penetrates):
    """Largest acceleration of the deck gust: heave of a rigid wing. The lift of its own motion by Wagner's function (Jones); that of the gust
    by the same, as if it met the whole chord at once, or by Kussner's (Sears and Sparks), from the leading edge on."""
    b, speed, mass, density, top, length = 1.0, 50.0, 100.0, 1.225, 5.0, 50.0
    entered = -5.0 / speed - (-b / speed if penetrates else 0.0)
    shape = lambda t: 0.5 * top * (1 - math.cos(2 * math.pi * speed * t / length)) if 0 <= speed * t <= length else 0.0
    wind = lambda t: shape(t + entered)
    wagner = [(0.165, 0.0455), (0.335, 0.3)]
    kussner = [(0.5, 0.13), (0.5, 1.0)] if penetrates else wagner
    dt, t, v, best = 2.5e-4, 0.0, 0.0, 0.0
    lag, gust_lag, before = [0.0, 0.0], [0.0, 0.0], 0.0
    apparent = math.pi * density * b * b
    while t < 1.5:      # deficiencies by exponentials over a step, velocity by Heun's rule
        def acceleration(v, w, rate):
            circulatory = 2 * math.pi * density * b * speed * (-v - sum(lag) + w - sum(gust_lag))
            return (circulatory + (0.0 if penetrates else apparent * rate)) / (mass + apparent)
        w = wind(t)
        rate = (wind(t + dt / 2) - wind(t - dt / 2)) / dt
        a = acceleration(v, w, rate)
        best = max(best, a)
        dv, dw = -a * dt, wind(t + dt) - w
        lag = [(x + A * dv / 2) * math.exp(-B * speed * dt / b) + A * dv / 2 for x, (A, B) in zip(lag, wagner)]
        gust_lag = [(x + A * dw / 2) * math.exp(-B * speed * dt / b) + A * dw / 2 for x, (A, B) in zip(gust_lag, kussner)]
        v, t = v + a * dt, t + dt
    return best


def feathering(speed, stiffness):
    """The root with an oscillation of a section that pitches about an axis a quarter of a semichord before midchord (deck feather), with Jones' lag
    of a motion exp(p t)."""
    b, a, span, inertia, density = 0.4, -0.25, 0.5, 0.5, 1.225

    def f(p):
        s = p * b / speed
        lag = 1 - 0.165 * s / (s + 0.0455) - 0.335 * s / (s + 0.3)
        moment = (math.pi * density * b ** 2 * (-speed * b * (0.5 - a) * p - b * b * (1 / 8 + a * a) * p * p)
                  + 2 * math.pi * density * speed * b ** 2 * (a + 0.5) * lag * (speed + b * (0.5 - a) * p))
        return inertia * p * p + stiffness - span * moment

    p0 = complex(-10, math.sqrt(stiffness / inertia))
    p1, f0 = p0 * 1.01, f(p0)
    for _ in range(60):
        f1 = f(p1)
        if f1 == f0 or abs(p1 - p0) < 1e-13 * abs(p1):
            break
        p0, p1, f0 = p1, p1 - f1 * (p1 - p0) / (f1 - f0), f1
    return p1


def read_ends(path):
    """Two numbers, of the last line."""
    with open(path) as f:
        return [float(w) for w in f.read().split("\n")[-2].split()]


# --- ground resonance ------------------------------------------------------------------------------------------------

def solve(a, b):
    """Columns of a x = b, by elimination."""
    n = len(a)
    rows = [a[i][:] + b[i][:] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        inverse = 1 / rows[k][k]
        rows[k] = [v * inverse for v in rows[k]]
        for i in range(n):
            if i != k and rows[i][k] != 0:
                f = rows[i][k]
                rows[i] = [v - f * w for v, w in zip(rows[i], rows[k])]
    return [row[n:] for row in rows]


def multiply(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def eigenvalues(a):
    """By the QR method with shifts, complex Givens rotations on a Hessenberg matrix that is full at first."""
    a, n, found = [[complex(v) for v in row] for row in a], len(a), []
    while n > 0:
        for _ in range(500):
            if n == 1 or max(abs(a[n - 1][j]) for j in range(n - 1)) < 1e-13 * max(abs(a[i][i]) for i in range(n)):
                break
            p, q, r, t = a[n - 2][n - 2], a[n - 2][n - 1], a[n - 1][n - 2], a[n - 1][n - 1]
            root = cmath.sqrt((p - t) ** 2 / 4 + q * r)
            shift = min((p + t) / 2 + root, (p + t) / 2 - root, key=lambda z: abs(z - t))
            b = [[a[i][j] - (shift if i == j else 0) for j in range(n)] for i in range(n)]
            rotations = []
            for j in range(n - 1):
                for i in range(j + 1, n):
                    size = math.hypot(abs(b[j][j]), abs(b[i][j]))
                    if abs(b[i][j]) == 0 or size == 0:
                        continue
                    c, s = b[j][j] / size, b[i][j] / size
                    b[j], b[i] = ([c.conjugate() * x + s.conjugate() * y for x, y in zip(b[j], b[i])],
                                  [c * y - s * x for x, y in zip(b[j], b[i])])
                    rotations.append((j, i, c, s))
            for j, i, c, s in rotations:
                for row in b:
                    row[j], row[i] = row[j] * c + row[i] * s, row[i] * c.conjugate() - row[j] * s.conjugate()
            a = [[b[i][j] + (shift if i == j else 0) for j in range(n)] for i in range(n)]
        found.append(a[n - 1][n - 1])
        n -= 1
        a = [row[:n] for row in a[:n]]
    return found


HAMMOND = {"blades": 4, "mass": 6.5, "moment": 65.0, "inertia": 800.0, "offset": 1.0, "damper": 3000.0, "hub": 550.0, "spring": 85000.0,
           "hub_damper": 3500.0}    # slugs, feet, pounds


def lag_equations(omega, psi, dampers, h=HAMMOND):
    """The matrix A of x' = A x for x = hub x, y, lag of the blades and their rates, at an azimuth."""
    n = h["blades"] + 2
    mass = [[0.0] * n for _ in range(n)]
    right = [[0.0] * (2 * n) for _ in range(n)]
    total = h["hub"] + h["blades"] * h["mass"]
    for k in range(2):
        mass[k][k], right[k][k], right[k][n + k] = total, -h["spring"], -h["hub_damper"]
    for b in range(h["blades"]):
        i, angle = b + 2, psi + 2 * math.pi * b / h["blades"]
        s, c, moment = math.sin(angle), math.cos(angle), h["moment"]
        mass[i][i] = h["inertia"]
        right[i][i], right[i][n + i] = -h["offset"] * moment * omega ** 2, -dampers[b]
        mass[i][0], mass[i][1] = -moment * s, moment * c
        mass[0][i], mass[1][i] = -moment * s, moment * c
        right[0][i], right[0][n + i] = -moment * omega ** 2 * s, 2 * omega * moment * c
        right[1][i], right[1][n + i] = moment * omega ** 2 * c, 2 * omega * moment * s
    accelerations = solve(mass, right)
    return [[float(j == n + i) for j in range(2 * n)] for i in range(n)] + accelerations


def growth(rpm, dampers, steps=120):
    """The largest real part of the exponents, by Runge-Kutta over a turn."""
    omega = rpm * 2 * math.pi / 60
    n = 2 * (HAMMOND["blades"] + 2)
    x, dt = [[float(i == j) for j in range(n)] for i in range(n)], 2 * math.pi / omega / steps
    a = [lag_equations(omega, math.pi * k / steps, dampers) for k in range(2 * steps + 1)]
    add = lambda p, q, f: [[u + f * v for u, v in zip(r, s)] for r, s in zip(p, q)]
    for k in range(steps):
        k1 = multiply(a[2 * k], x)
        k2 = multiply(a[2 * k + 1], add(x, k1, dt / 2))
        k3 = multiply(a[2 * k + 1], add(x, k2, dt / 2))
        k4 = multiply(a[2 * k + 2], add(x, k3, dt))
        x = add(add(add(add(x, k1, dt / 6), k2, dt / 3), k3, dt / 3), k4, dt / 6)
    return max(math.log(abs(z)) for z in eigenvalues(x) if abs(z) > 1e-12) * omega / (2 * math.pi)


def hammond():
    """Both ends of the band in which the rotor with one damper lost is unstable, rpm."""
    dampers, ends = [0.0, 3000.0, 3000.0, 3000.0], []
    for low, high in ((150.0, 170.0), (210.0, 190.0)):      # stable, unstable
        for _ in range(20):
            middle = 0.5 * (low + high)
            low, high = (low, middle) if growth(middle, dampers) > 0 else (middle, high)
        ends.append(0.5 * (low + high))
    return ends


# --- rotors ----------------------------------------------------------------------------------------------------------

GAUSS = [(x, w) for x, w in zip(
    [-0.9739065285171717, -0.8650633666889845, -0.6794095682990244, -0.4333953941292472, -0.1488743389816312,
     0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717],
    [0.0666713443086881, 0.1494513491505806, 0.2190863625159821, 0.2692667193099964, 0.2955242247147529,
     0.2955242247147529, 0.2692667193099964, 0.2190863625159821, 0.1494513491505806, 0.0666713443086881])]


def flapping_rotor(speed, pitch, cyclic, turns=14, steps=90):
    """Thrust coefficient, induced velocity over tip speed, coning and both harmonics of flapping, rad: blade elements with lift 2 pi a
    under the exact angles, one blade flapping by Runge-Kutta, uniform inflow by momentum theory from the mean of a turn."""
    omega, radius, chord, density, lock, blades = 40.0, 4.0, 0.15, 1.225, 8.0, 3
    inertia = density * 2 * math.pi * chord * radius ** 4 / lock
    area, tip = math.pi * radius ** 2, omega * radius
    stations = [(radius / 2 * (1 + x), radius / 2 * w) for x, w in GAUSS]
    u, beta, rate, dpsi = 5.0, 0.0, 0.0, 2 * math.pi / steps

    def loads(psi, b, bdot):
        """Moment about the hinge, force along the axis."""
        theta, moment, thrust = pitch + cyclic * math.cos(psi), 0.0, 0.0
        sb, cb = math.sin(b), math.cos(b)
        for r, w in stations:
            v1 = omega * r * cb + speed * math.sin(psi)
            v2 = r * bdot + u * cb + speed * math.cos(psi) * sb
            wind = math.atan2(-v2, v1)
            lift = 0.5 * density * (v1 * v1 + v2 * v2) * chord * 2 * math.pi * (theta + wind)
            moment += w * r * lift * math.cos(wind)
            thrust += w * lift * math.cos(wind) * cb
        return moment, thrust

    for turn in range(turns):
        history, thrust, dt = [], 0.0, dpsi / omega
        for k in range(steps):
            psi = k * dpsi
            f = lambda p, b, d: loads(p, b, d)[0] / inertia - omega ** 2 * math.sin(b) * math.cos(b)
            thrust += blades * loads(psi, beta, rate)[1] / steps
            history.append((psi, beta))
            a1 = f(psi, beta, rate)
            a2 = f(psi + dpsi / 2, beta + dt / 2 * rate, rate + dt / 2 * a1)
            a3 = f(psi + dpsi / 2, beta + dt / 2 * rate + dt * dt / 4 * a1, rate + dt / 2 * a2)
            a4 = f(psi + dpsi, beta + dt * rate + dt * dt / 2 * a2, rate + dt * a3)
            beta, rate = beta + dt * rate + dt * dt / 6 * (a1 + a2 + a3), rate + dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        for _ in range(50):
            u = 0.5 * u + 0.5 * thrust / (2 * density * area * math.hypot(speed, u))
    mean = sum(b for _, b in history) / steps
    cosine = sum(b * math.cos(p) for p, b in history) * 2 / steps
    sine = sum(b * math.sin(p) for p, b in history) * 2 / steps
    return thrust / (density * area * tip ** 2), u / tip, mean, cosine, sine


def turning_discretized(steps, radius=0.6):
    """How much weaker than the exact one the centrifugal stiffness of a blade is that turns at a constant rate, integrated by the method `ms`
    with so many steps a turn: y = (1 - b) y1 + b y2 + h b0 (y' + 2 radius y1' + radius^2 y2').

    A step with the rate W turns by the angle p for which the rotation vector g = 2 tan(angle/2), g' = W (1 + g^2/4), meets the formula;
    the momentum, which turns with it, has then the derivative i W~ y, W~ = (z - 1)(z + b)/(i h b0 (z + radius)^2), z = exp(i p), for i W y."""
    b = 1 / (2 / (1 + radius) - 0.5) - 1
    b0, angle = (1 + b) / (1 + radius) ** 2, 2 * math.pi / steps

    def off(p):
        one, two = math.tan(p / 2), math.tan(p)
        return -2 * (1 - b) * one - 2 * b * two + angle * b0 * (1 + 2 * radius * (1 + one ** 2) + radius ** 2 * (1 + two ** 2))

    low, high = 0.9 * angle, 1.1 * angle
    for _ in range(60):
        p = 0.5 * (low + high)
        low, high = (low, p) if off(p) < 0 else (p, high)
    z = cmath.exp(1j * p)
    return ((z - 1) * (z + b) / (1j * b0 * (z + radius) ** 2)).real / angle


# --- wind turbine ----------------------------------------------------------------------------------------------------

STATIONS = [2.8667, 5.6, 8.3333, 11.75, 15.85, 19.95, 24.05, 28.15, 32.25, 36.35, 40.45, 44.55, 48.65, 52.75, 56.1667, 58.9, 61.6333]
TWISTS = [13.308, 13.308, 13.308, 13.308, 11.480, 10.162, 9.011, 7.795, 6.544, 5.361, 4.188, 3.125, 2.319, 1.526, 0.863, 0.370, 0.106]
CHORDS = [3.542, 3.854, 4.167, 4.557, 4.652, 4.458, 4.249, 4.007, 3.748, 3.502, 3.256, 3.010, 2.764, 2.518, 2.313, 2.086, 1.419]
FOILS = [(6.9667, "cylinder1"), (9.7, "cylinder2"), (13.8, "du40"), (22.0, "du35"), (26.1, "du30"), (34.3, "du25"), (42.5, "du21"),
         (63.0, "naca64")]


def interpolate(xs, ys, x):
    if x <= xs[0]:
        return ys[0]
    for x0, x1, y0, y1 in zip(xs, xs[1:], ys, ys[1:]):
        if x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return ys[-1]


def read_polar(path):
    """Angles and values of lift and drag at the first Mach number."""
    with open(path) as f:
        lines = f.read().splitlines()[1:]
    counts, at, tables = [int(w) for w in lines[0].split(";")[1].split()], 1, []
    for k in range(2):
        rows = [line.split() for line in lines[at + 1:at + 1 + counts[2 * k + 1]]]
        tables.append(([float(r[0]) for r in rows], [float(r[1]) for r in rows]))
        at += 1 + counts[2 * k + 1]
    return tables


def blade_shape(path):
    """Radii and chords of the deck's blade, whose chord has Prandtl's factor in it."""
    with open(path) as f:
        pairs = re.findall(r"\((\S+) - MIDDLE\)/HALF, (\d[\d.]*),", f.read())
    radii, chords = zip(*[(float(r), float(c)) for r, c in pairs if "." in c])
    return [1.5] + list(radii) + [63.0], [chords[0]] + list(chords) + [0.0]


def gauss(n):
    """Points and weights of Gauss and Legendre, roots of the polynomial by Newton's method."""
    points = []
    for i in range(n):
        x = math.cos(math.pi * (i + 0.75) / (n + 0.5))
        for _ in range(20):
            before, p = 1.0, x
            for k in range(2, n + 1):
                before, p = p, ((2 * k - 1) * x * p - (k - 1) * before) / k
            slope = n * (x * p - before) / (x * x - 1)
            x -= p / slope
        points.append((x, 2 / ((1 - x * x) * slope * slope)))
    return points


def even(n):
    return [((2 * k + 1) / n - 1, 2 / n) for k in range(n)]


def turbine_uniform(folder, speed, rpm, points):
    """Thrust and power of the same rotor by blade elements with one induced velocity u for the whole disk and no swirl, T = 2 rho A u (V - u);
    points of the span, from -1 to 1, with their weights."""
    omega, radius, density, half = rpm * 2 * math.pi / 60, 63.0, 1.225, 30.75
    polars = {name: read_polar("%s/nrel-%s.c81" % (folder, name)) for _, name in FOILS}
    radii, chords = blade_shape("%s/nrel.blade" % folder)
    stations = []
    for x, weight in points:
        r = radius - half + half * x
        stations.append((r, half * weight * interpolate(radii, chords, r), math.radians(interpolate(STATIONS, TWISTS, r)),
                         polars[next(name for end, name in FOILS if r <= end)]))

    def loads(u):
        thrust = torque = 0.0
        for r, area, twist, (lift, drag) in stations:
            x, y = omega * r, speed - u
            phi = math.atan2(y, x)
            alpha = math.degrees(phi - twist)
            cl, cd = interpolate(*lift, alpha), interpolate(*drag, alpha)
            q = 1.5 * density * (x * x + y * y) * area
            thrust += q * (cl * math.cos(phi) + cd * math.sin(phi))
            torque += q * (cl * math.sin(phi) - cd * math.cos(phi)) * r
        return thrust, torque * omega

    low, high = 0.0, 0.5 * speed     # the wake goes on downstream
    for _ in range(40):
        u = 0.5 * (low + high)
        low, high = (u, high) if loads(u)[0] > 2 * density * math.pi * radius ** 2 * u * (speed - u) else (low, u)
    return loads(u)


def turbine(folder, speed, rpm):
    """Thrust and power of the rotor by blade element momentum theory: each annulus for itself, with swirl and Prandtl's factor."""
    omega, radius, density, n = rpm * 2 * math.pi / 60, 63.0, 1.225, 200
    polars = {name: read_polar("%s/nrel-%s.c81" % (folder, name)) for _, name in FOILS}
    thrust = power = 0.0
    for k in range(n):
        dr = (radius - 1.5) / n
        r = 1.5 + (k + 0.5) * dr
        chord, twist = interpolate(STATIONS, CHORDS, r), math.radians(interpolate(STATIONS, TWISTS, r))
        lift, drag = polars[next(name for end, name in FOILS if r <= end)]
        a = swirl = 0.0
        for _ in range(200):
            phi = math.atan2(speed * (1 - a), omega * r * (1 + swirl))
            alpha = math.degrees(phi - twist)
            cl, cd = interpolate(*lift, alpha), interpolate(*drag, alpha)
            cn, ct = cl * math.cos(phi) + cd * math.sin(phi), cl * math.sin(phi) - cd * math.cos(phi)
            f = max(2 / math.pi * math.acos(math.exp(-1.5 * (radius - r) / (r * abs(math.sin(phi))))), 0.02)
            solidity = 3 * chord / (2 * math.pi * r)
            load = solidity * cn * (1 - a) ** 2 / math.sin(phi) ** 2      # thrust coefficient of the annulus
            wanted = 0.5 * (1 - math.sqrt(max(1 - load / f, 0.0))) if load / f < 0.96 else 0.143 + math.sqrt(0.0203 - 0.6427 * (0.889 - load / f))
            spin = solidity * ct * (1 - a) / (4 * f * math.sin(phi) ** 2) * speed / (omega * r)
            a, swirl = 0.7 * a + 0.3 * min(wanted, 0.95), 0.7 * swirl + 0.3 * spin
        w2 = (speed * (1 - a)) ** 2 + (omega * r * (1 + swirl)) ** 2
        thrust += 1.5 * density * w2 * chord * cn * dr
        power += 1.5 * density * w2 * chord * ct * dr * r * omega
    return thrust, power


if __name__ == "__main__":
    print(typical_section())
    print(hammond())
    print(flapping_rotor(0.0, 0.12, 0.0), flapping_rotor(0.0, 0.12, 0.03), flapping_rotor(24.0, 0.12, 0.0))
    print(wagner_table([0.0, 1.0, 5.0, 20.0]), gust_peak(False), gust_peak(True))
