"""Studies: many cases of one deck, solved by any executor of concurrent.futures."""
import concurrent.futures
import csv
import ctypes as c
import functools
import os
import pathlib
import threading

import numpy as np

from . import _library as lib
from .message import Error, from_c

STATES = ("open", "taken", "done", "refused", "failed")


class _Handle:
    """A study of the library, open."""

    def __init__(self, plan, folder, deck, outputs, keep_results):
        self._library = lib.library()
        self.messages = []
        self._hear = lib.HEAR(lambda _, message: self.messages.append(from_c(message.contents)))
        words = (c.c_char_p * len(outputs))(*(word.encode() for word in outputs))
        opening = lib.Options(message=c.cast(self._hear, c.c_void_p))
        options = lib.StudyOptions(plan=os.fsencode(plan), folder=folder and os.fsencode(folder), deck=deck and os.fsencode(deck),
                                   outputs=words, n_outputs=len(outputs), keep_results=keep_results, open=c.pointer(opening))
        self._kept = words, opening, options
        self.pointer = self._library.study_open(c.byref(options))
        if not self.pointer:
            raise Error("the study cannot be opened", self.messages)

    def __getattr__(self, name):
        """handle.solve(3) is torsor_study_solve(study, 3)."""
        return functools.partial(getattr(self._library, "study_" + name), self.pointer)

    def __del__(self):
        if getattr(self, "pointer", None):
            self._library.study_close(self.pointer)
            self.pointer = None


_kept = threading.local()


def _open(*arguments):
    """Kept from one call of a worker to the next: a plan is read once in each process, or thread."""
    if getattr(_kept, "arguments", None) != arguments:
        _kept.handle, _kept.arguments = _Handle(*arguments), arguments
    return _kept.handle


def _solve(arguments, indices):
    """What a worker does: the states of these cases, or the messages of one that could not be stored."""
    handle = _open(*arguments)
    states = []
    for index in indices:
        handle.messages.clear()
        states.append(STATES[handle.solve(index)])
        if states[-1] == "open":
            raise Error(f"case {index + 1} could not be stored", handle.messages)
    return states


class Study:
    """Many cases of one deck, as a plan describes them (docs/manual/studies.md).

        study = torsor.Study("gear.toml")
        study.run()
        table = study.table()

    plan          path of a TOML file, or of a CSV file with the variables of each case
    folder        where records and tables are; None: beside the plan
    deck          overrides that of the plan
    outputs       names and quantities besides those of the plan: {"load": "elem.joint.3.F[2]"}
    keep_results  keep the result files of each case
    """

    def __init__(self, plan, folder=None, *, deck=None, outputs=None, keep_results=False):
        words = tuple(f"{name}={quantity}" for name, quantity in (outputs or {}).items())

        def absolute(path):
            return None if path is None else os.path.abspath(path)

        self._arguments = absolute(plan), absolute(folder), absolute(deck), words, bool(keep_results)
        self._handle = _Handle(*self._arguments)

    def __len__(self):
        return self._handle.count()

    def __repr__(self):
        return f"<torsor.Study {self._arguments[0]!r}, {len(self)} cases>"

    @property
    def folder(self):
        return pathlib.Path(os.fsdecode(self._handle.folder()))

    def check(self):
        """Compares the plan with the deck; raises an Error if it names what the deck does not have."""
        self._handle.messages.clear()
        if self._handle.check() != lib.OK:
            raise Error("the plan does not fit its deck", self._handle.messages)

    def states(self):
        """'open', 'done', 'refused' or 'failed' for each case."""
        return [STATES[self._handle.state(index)] for index in range(len(self))]

    def solve(self, index):
        """Solves one case in this process, unless it is done already; returns its state."""
        return _solve(self._arguments, [index])[0]

    def run(self, executor=None, *, chunk=None):
        """Solves the cases that are open or have failed, writes the tables, and returns the states.

        executor   any executor of concurrent.futures: processes of this machine by default, those of mpi4py, of dask ...
        chunk      number of cases that a worker gets at a time
        """
        self.check()
        todo = [index for index, state in enumerate(self.states()) if state == "open" or self._handle.reopen(index) == 0]
        if executor is None:
            with concurrent.futures.ProcessPoolExecutor() as own:
                self._run(own, todo, chunk or max(1, min(64, len(todo) // (8 * (os.cpu_count() or 1)))))
        else:
            self._run(executor, todo, chunk or 1)
        self.collect()
        return self.states()

    def _run(self, executor, todo, chunk):
        futures = [executor.submit(_solve, self._arguments, todo[i:i + chunk]) for i in range(0, len(todo), chunk)]
        try:
            for future in futures:
                future.result()
        finally:
            for future in futures:
                future.cancel()

    def collect(self):
        """Writes results.csv, results.nc and times.csv of what has been solved."""
        self._handle.messages.clear()
        if self._handle.collect() != lib.OK:
            raise Error("the tables cannot be written", self._handle.messages)

    def report(self, path):
        """Writes the tables and a page about them, HTML that needs no other file."""
        self._handle.messages.clear()
        if self._handle.report(os.fsencode(path)) != lib.OK:
            raise Error("the report cannot be written", self._handle.messages)

    def table(self):
        """Columns of results.csv by name: arrays of numbers, or lists of texts."""
        with open(self.folder / "results.csv", newline="") as file:
            head, *rows = csv.reader(file)
        return {name: _column([row[i] for row in rows]) for i, name in enumerate(head)}

    def frame(self):
        """The same as a data frame of pandas."""
        import pandas
        return pandas.DataFrame(self.table())


def _column(words):
    try:
        return np.array([float(word) if word else np.nan for word in words]) if any(words) else list(words)
    except ValueError:
        return list(words)
