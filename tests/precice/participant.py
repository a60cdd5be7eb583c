#!/usr/bin/env python3
"""participant.py - the other side of couplings in tests, through the C interface of preCICE.

    participant.py KIND NAME MESH DIMENSIONS [NUMBERS ...]       the library is PRECICE_LIBRARY

    added-mass MASS        a fluid in front of a piston: force - MASS a, a from the last three velocities
    ramp N HEIGHT MOST     N vertices on the line x = -0.05: force t MOST y / HEIGHT along x
    steady FILE            vertices and forces of the file, line by line: x y z fx fy fz; the last displacements go to seen.dat
"""
import ctypes
import os
import sys


class Participant:
    def __init__(self, name, mesh, dimensions, coordinates):
        self.lib = ctypes.CDLL(os.environ["PRECICE_LIBRARY"])
        self.lib.precicec_getMaxTimeStepSize.restype = ctypes.c_double
        self.mesh, self.n = mesh.encode(), len(coordinates) // dimensions
        self.lib.precicec_createParticipant(name.encode(), b"precice-config.xml", 0, 1)
        self.ids = (ctypes.c_int * self.n)()
        self.lib.precicec_setMeshVertices(self.mesh, self.n, self.doubles(coordinates), self.ids)

    @staticmethod
    def doubles(values):
        return (ctypes.c_double * len(values))(*values)

    def read(self, data, at):
        size = self.n * self.lib.precicec_getDataDimensions(self.mesh, data.encode())
        values = (ctypes.c_double * size)()
        self.lib.precicec_readData(self.mesh, data.encode(), self.n, self.ids, ctypes.c_double(at), values)
        return list(values)

    def write(self, data, values):
        self.lib.precicec_writeData(self.mesh, data.encode(), self.n, self.ids, self.doubles(values))

    def run(self, force, reads="Velocity"):
        """force(t, dt, state, what was read) gives forces and the next state; what is taken back begins from the old state."""
        t, state = 0.0, None
        if self.lib.precicec_requiresInitialData():
            self.write("Force", force(0.0, 0.0, None, None)[0])
        self.lib.precicec_initialize()
        while self.lib.precicec_isCouplingOngoing():
            if self.lib.precicec_requiresWritingCheckpoint():
                kept = t, state
            dt = self.lib.precicec_getMaxTimeStepSize()
            values, state = force(t + dt, dt, state, self.read(reads, dt))
            self.write("Force", values)
            self.lib.precicec_advance(ctypes.c_double(dt))
            t += dt
            if self.lib.precicec_requiresReadingCheckpoint():
                t, state = kept
        self.lib.precicec_finalize()


def added_mass(name, mesh, dimensions, mass):
    def force(t, dt, last, now):
        if now is None:
            return [0.0] * dimensions, None
        before, last = last or (None, [0.0] * dimensions)
        if before is None:
            slope = [(b - a) / dt for a, b in zip(last, now)]
        else:
            slope = [(3 * c - 4 * b + a) / (2 * dt) for a, b, c in zip(before, last, now)]
        return [-float(mass) * a for a in slope], (last, now)
    Participant(name, mesh, dimensions, [0.0] * dimensions).run(force)


def ramp(name, mesh, dimensions, n, height, most):
    n, height, most = int(n), float(height), float(most)
    y = [height * (i + 0.5) / n for i in range(n)]

    def force(t, dt, last, now):
        return [v for h in y for v in [t * most * h / height, 0.0, 0.0][:dimensions]], None
    Participant(name, mesh, dimensions, [v for h in y for v in [-0.05, h, 0.0][:dimensions]]).run(force, "Displacement")


def steady(name, mesh, dimensions, path):
    rows = [[float(x) for x in line.split()] for line in open(path)]
    all_forces = [v for r in rows for v in r[3:]]

    def force(t, dt, last, now):
        with open("seen.dat", "w") as to:
            print(*(now or []), file=to)
        return all_forces, None
    Participant(name, mesh, dimensions, [v for r in rows for v in r[:3]]).run(force, "Displacement")


if __name__ == "__main__":
    kind, name, mesh, dimensions, *rest = sys.argv[1:]
    {"added-mass": added_mass, "ramp": ramp, "steady": steady}[kind](name, mesh, int(dimensions), *rest)
