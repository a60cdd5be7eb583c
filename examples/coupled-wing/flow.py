#!/usr/bin/env python3
"""flow.py - the flow solver: a lattice of horseshoe vortices, one per panel, over a half-wing and its mirror image.

    flow.py SOCKET

Panel i lies between nodes i and i + 1. Its bound vortex is at the quarter chord; the flow is tangential at three quarters of
the chord:

    sum_j A_ij Gamma_j = V alpha_i        alpha = alpha_0 - R_32 - z'/V + gust/V + flap        lift = rho V Gamma dx

A_ij is the downwash of the vortex of panel j, whose two legs extend downstream. Half of the lift of a panel acts on each of its nodes, ahead of
the elastic axis. The orientation of the lever (the last point) is the angle of the flap, which extends over the outer half of the wing.
"""
import math
import struct
import sys

from sockets import connect, receive

N, SPAN, CHORD, AHEAD = 8, 6.0, 1.0, 0.1
SPEED, DENSITY, ALPHA = 40.0, 1.225, math.radians(3)
GUST, GUST_BEGIN, GUST_SECONDS, STEP = 6.0, 0.5, 0.4, 5e-3
FLAP_EFFECT = 0.5
POINTS = N + 1


def downwash(x, left, right):
    """Downwash at x, half a chord behind it, of a horseshoe vortex of unit circulation between two spanwise positions."""
    a = CHORD / 2
    leg = lambda end: (1 + a / math.hypot(a, x - end)) / (x - end)
    bound = ((x - left) / math.hypot(a, x - left) - (x - right) / math.hypot(a, x - right)) / a
    return (bound + leg(left) - leg(right)) / (4 * math.pi)


def influence():
    dx = SPAN / N
    return [[downwash((i + 0.5) * dx, j * dx, (j + 1) * dx) + downwash((i + 0.5) * dx, -(j + 1) * dx, -j * dx) for j in range(N)]
            for i in range(N)]


def solve(matrix, right):
    """Gaussian elimination with partial pivoting."""
    rows = [row[:] + [b] for row, b in zip(matrix, right)]
    for k in range(len(rows)):
        best = max(range(k, len(rows)), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    x = [0.0] * len(rows)
    for k in reversed(range(len(rows))):
        x[k] = (rows[k][-1] - sum(rows[k][j] * x[j] for j in range(k + 1, len(rows)))) / rows[k][k]
    return x


def gust(t):
    phase = (t - GUST_BEGIN) / GUST_SECONDS
    return GUST / 2 * (1 - math.cos(2 * math.pi * phase)) if 0 < phase < 1 else 0.0


def lifts(matrix, twist, climb, flap, t):
    """Lift of all panels, from the motion of the nodes; the root is fixed."""
    mean = lambda of, i: ((of[i - 1] if i > 0 else 0.0) + of[i]) / 2
    angle = [ALPHA - mean(twist, i) - mean(climb, i) / SPEED + gust(t) / SPEED + (FLAP_EFFECT * flap if i >= N // 2 else 0.0)
             for i in range(N)]
    circulation = solve(matrix, [SPEED * a for a in angle])
    return [DENSITY * SPEED * c * SPAN / N for c in circulation]


def main():
    s = connect(sys.argv[1])
    s.sendall(struct.pack("=BII", 7, 0x202, POINTS))  # negotiation: nodes with orientation matrices
    if receive(s, 1) != b"\x08":
        sys.exit("flow: the negotiation failed")
    matrix, k = influence(), 0
    while True:
        command = receive(s, 1)
        if command is None or command[0] not in (2, 6):
            return
        data = struct.unpack(f"={18 * POINTS}d", receive(s, 18 * 8 * POINTS))
        R, v = data[3 * POINTS:12 * POINTS], data[12 * POINTS:15 * POINTS]
        slope = [R[9 * i + 5] for i in range(POINTS)]  # R_32: rise of the chord towards the trailing edge
        lift = lifts(matrix, slope[:N], [v[3 * i + 2] for i in range(N)], slope[N], k * STEP)
        on_node = [(lift[i] + (lift[i + 1] if i + 1 < N else 0.0)) / 2 for i in range(N)] + [0.0]
        forces = [f for lift_here in on_node for f in (0.0, 0.0, lift_here)]
        moments = [m for lift_here in on_node for m in (-AHEAD * CHORD * lift_here, 0.0, 0.0)]
        s.sendall(b"\x06" + struct.pack(f"={6 * POINTS}d", *forces, *moments))
        k += 1


if __name__ == "__main__":
    main()
