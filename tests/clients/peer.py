#!/usr/bin/env python3
"""peer.py - the peer of the cases (tests/peers/peer.py) by mbc_py_interface: same words, same loads, same file."""
import argparse
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import mbc_py_interface as mbc  # noqa: E402

STEP = (0.1, 0.2, 0.3)
ROTATIONS = {"none": "none", "vec": "orientation vector", "mat": "orientation matrix", "euler": "euler123"}


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
    at = {"path": where} if kind == "unix" else {"host": "127.0.0.1", "port": int(where)}
    at.update(create=not a.listen, timeout=30.)
    if a.kind == "modal":
        return mbc.mbcModal(**at, modes=a.n, type="rigid" if a.no_modal else "all" if a.rigid else "modal")
    return mbc.mbcNodal(**at, nodes=a.n, labels=a.labels, orientation=ROTATIONS[a.rot], accelerations=a.accel,
                        reference_node=a.ref is not None, mapping=a.mapping)


def row(f, name, *fields):
    there = [field for field in fields if field is not None]
    if there:
        print(name, *("%.12e" % number for field in there for number in field), file=f)


def write_motion(f, p, a):
    print("command", p.command, file=f)
    row(f, "rigid" if a.kind == "modal" else "reference", p.reference_x, p.reference_R, p.reference_v, p.reference_w, p.reference_a,
        p.reference_wp)
    if p.labels is not None:
        print("labels", *p.labels, file=f)
    for name, fields in (("x", [p.x]), ("r", [p.R]), ("v", [p.v]), ("w", [p.w]), ("a", [p.a, p.wp]), ("q", [p.q]), ("qp", [p.qp])):
        row(f, name, *fields)


def put(view, numbers):
    for i, number in enumerate(numbers if view is not None else ()):
        view[i] = number


def load(p, a, first):
    put(p.reference_f, (1., 2., -1.) if a.kind == "struct" else (0.5, -0.4, 0.3))
    put(p.reference_m, (0.3, -0.2, 0.1) if a.kind == "struct" else (0.03, 0.02, -0.01))
    if p.p is not None:
        put(p.p, [0.4 * (i + 1) - 3. * p.q[i] - 0.2 * p.qp[i] for i in range(a.n)])
    if p.f is not None:
        put(p.f, [20 * (first[i] + STEP[i % 3] - p.x[i]) - 2 * p.v[i] for i in range(3 * a.n)])
    if p.m is not None:
        put(p.m, [-0.3 * p.w[i] + (i // 3 + 1) * STEP[i % 3] for i in range(3 * a.n)])
    if a.labels:
        put(p.load_labels, [int(label) for label in a.labels.split(",")])


def talk(f, p, a):
    commands, count, first = [int(word) for word in a.cmds.split(",")], 0, None
    while p.recv():
        write_motion(f, p, a)
        first = first or (list(p.x) if p.x is not None else [0.])
        load(p, a, first)
        command = commands[count % len(commands)]
        p.data_and_next = command == 6
        p.send(command != 2)
        count += 1
    print("abort", file=f)


def main():
    a = read_words()
    with open(a.out, "w") as f, meet(a) as p:
        if a.listen:
            print("negotiation", struct.pack("=BIIB", 7, 2 | {"none": 0, "vec": 0x100, "mat": 0x200, "euler": 0x400}[a.rot], a.n, 8).hex(), file=f)
        talk(f, p, a)


if __name__ == "__main__":
    main()
