#!/usr/bin/env python3
"""controller.py - turns the flap against the climb of the tip, so that the wing swings less.

    controller.py SENSOR FLAP GAIN

SENSOR sends height and climb of the tip after each step, FLAP takes the angle for the next one; GAIN is in radians for one metre a second.
"""
import struct
import sys

from sockets import connect, receive

MOST = 0.26  # radians


def main():
    sensor_path, flap_path, gain = sys.argv[1], sys.argv[2], float(sys.argv[3])
    flap, sensor = connect(flap_path), connect(sensor_path)
    angle = 0.0
    while True:
        try:
            flap.sendall(struct.pack("=d", angle))
        except OSError:
            return
        record = receive(sensor, 16)
        if record is None:
            return
        _, climb = struct.unpack("=2d", record)
        angle = max(-MOST, min(MOST, -gain * climb))


if __name__ == "__main__":
    main()
