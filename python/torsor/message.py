"""Messages of the library as data, and the exceptions that carry them."""
import dataclasses

SEVERITIES = ("note", "warning", "error")


@dataclasses.dataclass(frozen=True)
class Message:
    severity: str  # "note", "warning", "error"
    code: str      # "E0112"; never changes its meaning
    file: str      # None: nowhere in a text
    line: int      # from 1
    column: int
    length: int    # of the token, in bytes
    text: str
    hint: str
    rendered: str  # all of it, with the line and a caret

    def __str__(self):
        return self.rendered.rstrip()


def from_c(m):
    def text(s):
        return s.decode(errors="replace") if s is not None else None

    return Message(SEVERITIES[m.severity], text(m.code), text(m.file), m.line, m.column, m.length, text(m.text), text(m.hint) or "",
                   text(m.rendered) or "")


class Error(Exception):
    """What the library has refused. `messages` has all of it; place and hint are those of the first error."""

    def __init__(self, text, messages=()):
        self.messages = list(messages)
        faults = [m for m in self.messages if m.severity == "error"]
        super().__init__("\n".join(str(m) for m in faults) if faults else text)
        first = faults[0] if faults else None
        self.code = first.code if first else None
        self.place = (first.file, first.line, first.column) if first else None
        self.hint = first.hint if first else ""


class Interrupted(Error):
    """The analysis was stopped by `Model.interrupt`."""


class TorsorWarning(UserWarning):
    """A warning of the library, through Python's module of warnings."""
