"""events.py - waiting for what a process does, not for a time to pass.

    events.until(lambda: events.catches(process.pid, signal.SIGINT), process)

Conditions are looked at until they hold. How long that takes depends on the machine; the time limit of ctest ends a test that hangs.
"""
import pathlib
import time

PATIENCE = 100  # seconds for what happens at once on a machine with nothing else to do


def until(condition, process=None):
    """Returns when the condition holds, or the process, which could have made it hold, has ended."""
    while not condition() and (process is None or process.poll() is None):
        time.sleep(0.002)


def status(pid, key):
    """A line of /proc/PID/status; empty when the process is not there."""
    try:
        lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return ""
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(key + ":")), "")


def catches(pid, number):
    """Whether the process has a handler for the signal."""
    return bool(int(status(pid, "SigCgt") or "0", 16) >> (number - 1) & 1)


def sleeps(pid):
    """Whether the process waits for something."""
    return status(pid, "State").startswith("S")


def has_loaded(pid, word):
    """Whether a library or file whose name contains the word is mapped into the process."""
    try:
        return word in pathlib.Path(f"/proc/{pid}/maps").read_text()
    except OSError:
        return False


def listens(port):
    """Whether somebody listens at a port of this machine."""
    rows = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return any(row[3] == "0A" and int(row[1].split(":")[1], 16) == int(port) for row in rows)


def hung_up(connection):
    """Waits until the other side has closed the connection."""
    connection.settimeout(PATIENCE)
    try:
        while connection.recv(65536):
            pass
    except OSError:
        pass
