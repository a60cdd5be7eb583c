#!/usr/bin/env python3
"""controller.py - rotates the flap against the vertical velocity of the tip, to damp the motion of the wing.

    controller.py SENSOR FLAP GAIN

SENSOR sends height and vertical velocity of the tip after each step; FLAP receives the angle for the next step. GAIN is in radians per
metre per second.
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
