"""sockets.py - shared by the participants: connect to a socket that may not exist yet, and receive complete messages."""
import socket
import time


def connect(path, patience=20.0):
    end = time.monotonic() + patience
    while True:
        s = socket.socket(socket.AF_UNIX)
        try:
            s.connect(path)
            s.settimeout(patience)
            return s
        except OSError:
            s.close()
            if time.monotonic() > end:
                raise
            time.sleep(0.01)


def receive(s, n):
    """Return n bytes, or None if the other side has closed the connection."""
    got = b""
    while len(got) < n:
        more = s.recv(n - len(got))
        if not more:
            return None
        got += more
    return got
