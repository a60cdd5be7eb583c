#!/usr/bin/env python3
"""peer.py - the peer of the cases (tests/peers/peer.py) by mbc_py_interface: same words, same loads, same file."""
import argparse
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import mbc_py_interface as mbc  # noqa: E402

STEP = (0.1, 0.2, 0.3)
ROTATIONS = {"none": 0, "vec": 0x100, "mat": 0x200, "euler": 0x400}


def read_words():
    words = argparse.ArgumentParser()
    words.add_argument("--addr", required=True)
    words.add_argument("--out", required=True)
    words.add_argument("kind", choices=["struct", "modal"])
    words.add_argument("--n", type=int, default=1)
    words.add_argument("--rot", default="mat", choices=ROTATIONS)
    words.add_argument("--labels")
    words.add_argument("--ref", type=int)
    words.add_argument("--cmds", default="6")
    for name in ("listen", "accel", "mapping", "rigid", "no-modal"):
        words.add_argument("--" + name, action="store_true")
    return words.parse_args()


def meet(a):
    kind, where = a.addr.split(":", 1)
    path, host, port = (where, "", 0) if kind == "unix" else ("", "127.0.0.1", int(where))
    timeout, verbose, data_and_next, create = 30, 0, 1, not a.listen
    if a.kind == "modal":
        return mbc.mbcModal(path, host, port, timeout, verbose, data_and_next, a.rigid, a.n, rigid=a.no_modal, create=create)
    rot = ROTATIONS[a.rot] if not a.mapping else ROTATIONS[a.rot] << 4 if a.ref is not None else 0
    return mbc.mbcNodal(path, host, port, timeout, verbose, data_and_next, a.ref is not None, a.n, a.labels is not None, rot, a.accel,
                        mapping=a.mapping, create=create)


def row(f, name, *fields):
    there = [field for field in fields if field is not None]
    if there:
        print(name, *("%.12e" % number for field in there for number in field), file=f)


def write_motion(f, p, a):
    print("command", p.command, file=f)
    row(f, "rigid" if a.kind == "modal" else "reference", p.r_x, p.r_theta, p.r_r, p.r_euler_123, p.r_xp, p.r_omega, p.r_xpp, p.r_omegap)
    if p.n_labels is not None:
        print("labels", *p.n_labels, file=f)
    for name, fields in (("x", [p.n_x]), ("r", [p.n_theta, p.n_r, p.n_euler_123]), ("v", [p.n_xp]), ("w", [p.n_omega]),
                         ("a", [p.n_xpp, p.n_omegap]), ("q", [p.m_q]), ("qp", [p.m_qp])):
        row(f, name, *fields)


def put(view, numbers):
    for i, number in enumerate(numbers if view is not None else ()):
        view[i] = number


def load(p, a, first):
    put(p.r_f, (1., 2., -1.) if a.kind == "struct" else (0.5, -0.4, 0.3))
    put(p.r_m, (0.3, -0.2, 0.1) if a.kind == "struct" else (0.03, 0.02, -0.01))
    if p.m_p is not None:
        put(p.m_p, [0.4 * (i + 1) - 3. * p.m_q[i] - 0.2 * p.m_qp[i] for i in range(a.n)])
    if p.n_f is not None:
        put(p.n_f, [20 * (first[i] + STEP[i % 3] - p.n_x[i]) - 2 * p.n_xp[i] for i in range(3 * a.n)])
    if p.n_m is not None:
        put(p.n_m, [-0.3 * p.n_omega[i] + (i // 3 + 1) * STEP[i % 3] for i in range(3 * a.n)])
    if a.labels:
        put(p.n_load_labels, [int(label) for label in a.labels.split(",")])


def talk(f, p, a):
    commands, count, first = [int(word) for word in a.cmds.split(",")], 0, None
    while not p.recv():
        write_motion(f, p, a)
        first = first or (list(p.n_x) if p.n_x is not None else [0.])
        load(p, a, first)
        command = commands[count % len(commands)]
        p.data_and_next = command == 6
        p.send(command != 2)
        count += 1
    print("abort", file=f)


def main():
    a = read_words()
    with open(a.out, "w") as f, meet(a) as p:
        p.negotiate()
        if a.listen:
            print("negotiation", struct.pack("=BIIB", 7, 2 | ROTATIONS[a.rot], a.n, 8).hex(), file=f)
        talk(f, p, a)


if __name__ == "__main__":
    main()
