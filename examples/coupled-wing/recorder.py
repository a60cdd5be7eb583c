#!/usr/bin/env python3
"""recorder.py - records the motion of the wing, and draws it.

    recorder.py SOCKET FILE.csv              one row per step: time, angle of the flap, height of nodes 1 to 9
    recorder.py --draw FREE.csv HELD.csv PICTURE.svg
"""
import csv
import struct
import sys

from sockets import connect, receive

STEP, CHANNELS = 5e-3, 10


def record(path, file):
    s = connect(path)
    with open(file, "w", newline="") as to:
        rows = csv.writer(to)
        rows.writerow(["time", "flap", *[f"z{i}" for i in range(1, 10)]])
        k = 0
        while (data := receive(s, 8 * CHANNELS)) is not None:
            rows.writerow([f"{k * STEP:.6g}", *[f"{v:.9g}" for v in struct.unpack(f"={CHANNELS}d", data)]])
            k += 1


# --- the picture ------------------------------------------------------------------------------------------------------


def read(file):
    with open(file) as rows:
        return [[float(v) for v in row] for row in list(csv.reader(rows))[1:]]


def path(points, style):
    return f'<polyline fill="none" {style} points="' + " ".join(f"{x:.1f},{y:.1f}" for x, y in points) + '"/>'


def frame(x, y, w, h, title, low, high, unit):
    lines = [f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="none" stroke="#888"/>', f'<text x="{x}" y="{y - 6}">{title}</text>']
    for k in range(5):
        v = low + (high - low) * k / 4
        at = y + h - h * k / 4
        lines.append(f'<line x1="{x}" x2="{x + w}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>'
                     f'<text x="{x - 6}" y="{at + 4:.1f}" text-anchor="end">{v:.2f}{unit}</text>')
    return lines


def plot(box, rows, column, scale, low, high, style):
    x, y, w, h = box
    until = rows[-1][0]
    return path([(x + w * row[0] / until, y + h - h * (scale * row[column] - low) / (high - low)) for row in rows], style)


def draw(free, held, picture):
    free, held = read(free), read(held)
    grey, blue = 'stroke="#999" stroke-width="1.5"', 'stroke="#1f4fa3" stroke-width="2"'
    low, high = min(row[10] for row in free) - 0.05, max(row[10] for row in free) + 0.05
    tip, flap, shape = (70, 30, 520, 180), (70, 250, 520, 110), (70, 400, 520, 150)
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 580" font-family="sans-serif" font-size="12">',
           '<rect width="620" height="580" fill="white"/>']
    out += frame(*tip, "height of the tip over 2.5 s, with a gust at 0.5 s: without (grey) and with the controller", low, high, " m")
    out += [plot(tip, free, 10, 1, low, high, grey), plot(tip, held, 10, 1, low, high, blue)]
    out += frame(*flap, "angle of the flap", -15, 15, "&#176;")
    out += [plot(flap, held, 1, 57.29578, -15, 15, blue)]
    out += frame(*shape, "the wing every 0.05 s, with the controller", low, high, " m")
    x, y, w, h = shape
    for row in held[::10]:
        out.append(path([(x + w * i / 8, y + h - h * (row[2 + i] - low) / (high - low)) for i in range(9)],
                        'stroke="#1f4fa3" stroke-opacity="0.35"'))
    with open(picture, "w") as to:
        to.write("\n".join(out + ["</svg>", ""]))


if __name__ == "__main__":
    if sys.argv[1] == "--draw":
        draw(*sys.argv[2:5])
    else:
        record(*sys.argv[1:3])
