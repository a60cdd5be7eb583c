"""A model: a deck and its analysis, step by step."""
import contextlib
import ctypes as c
import dataclasses
import os
import threading
import warnings

import numpy as np

from . import _library as lib
from ._exclusive import Exclusive
from ._signals import Interrupts
from .linear import Linear
from .message import Error, Interrupted, TorsorWarning, from_c
from .results import History, Series

PROGRESS_INTERVAL = 0.02  # seconds between two looks at Ctrl-C
RECORDED_NUMBERS = 1 << 16  # in a block of rows


@dataclasses.dataclass(frozen=True)
class Quantity:
    """Something that can be got or set, by its name."""
    name: str
    unit: str
    description: str
    size: int
    can_get: bool
    can_set: bool


class Snapshot:
    """A point to return to, exact to the bit. It outlives the analysis, not the model."""

    def __init__(self, model, handle):
        self._model, self._handle = model, handle
        model._snapshots.add(self)

    def free(self):
        if self._handle:
            self._model._library.snapshot_free(self._handle)
            self._model._snapshots.discard(self)
        self._handle = None


def _unread(_name):
    """In place of a reader, where there is none."""


def _scratch(size):
    """An array for numbers in the order of the library, and a function that copies it in the shape of a value."""
    numbers = np.empty(size)
    return numbers, (numbers.reshape(3, 3).T if size == 9 else numbers).copy


def _expression(value):
    """A value of Python as an expression of a deck."""
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, (bool, np.bool_)):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    return repr(float(value))


def _definitions(variables):
    rows = (lib.Definition * len(variables))()
    for row, (name, value) in zip(rows, variables.items()):
        row.name, row.value = name.encode(), _expression(value).encode()
    return rows


class Model:
    """A deck, read; its analysis begins with the first step, or with the first thing that is asked of it.

        model = Model("deck.mbd", MASS=2.0)        # MASS: a variable of the deck
        while model.step():
            print(model.time, model["node.struct.1.X"])

    deck       path of the deck
    text       the deck itself, in memory, instead
    results    path of the result files without extension; None: none are written
    resume     restart file to go on from
    threads    0: as the deck says; -1: as many as it can keep busy
    accuracy   error that a step may have: steps of the length that it needs; 0: as the deck says
    sandbox    the deck is not trusted
    may_restore snapshots can be taken
    consistent_start as with 'derivatives coefficient: consistent', whatever the deck says
    print      called with what the deck prints; None: nobody hears of it
    variables  variables of the deck by name; those that are given as keywords join them
    """

    def __init__(self, deck=None, *, text=None, results=None, resume=None, threads=0, accuracy=0.0, sandbox=False, may_restore=True,
                 consistent_start=False, print=None, variables=None, **more):
        if (deck is None) == (text is None):
            raise TypeError("expected either the path of a deck or text=")
        self._model = self._analysis = None
        self._interrupts, self._interrupting = Interrupts(), threading.Lock()
        self._snapshots, self._indices, self._heard = set(), {}, 0
        self._reader, self._read = None, _unread
        self._library = Exclusive(lib.library())
        self._print = lib.PRINT(lambda _, words: print(words.decode(errors="replace"))) if print else lib.PRINT()
        self._progress = lib.PROGRESS(self._on_progress)
        rows = _definitions({**(variables or {}), **more})
        options = lib.Options(definitions=rows, n_definitions=len(rows), settable=True, sandbox=sandbox, print=self._print)
        if text is not None:
            self._model = self._library.open_text(b"deck", text.encode(), len(text.encode()), options)
        else:
            self._model = self._library.open(os.fsencode(deck), options)
        if not self._model:
            raise MemoryError
        self._options = lib.AnalysisOptions(
            results=os.fsencode(results) if results is not None else None, resume=os.fsencode(resume) if resume is not None else None,
            may_restore=may_restore, threads=threads, accuracy=accuracy, print=self._print, progress=self._progress,
            consistent_start=consistent_start, progress_interval=PROGRESS_INTERVAL)
        self._check_reading()

    # --- beginning and end ---------------------------------------------------------------------------------------------------

    def _check_reading(self):
        found = self.messages
        if not self._library.is_good(self._model):
            self.close()
            raise Error("the deck cannot be solved", found)
        self._warn(found)

    @staticmethod
    def _warn(found):
        for m in found:
            if m.severity == "warning":
                warnings.warn(str(m), TorsorWarning, stacklevel=4)

    def begin(self):
        """From the deck to the initial state; done by itself when something needs it."""
        if self._analysis:
            return
        with self._library.alone() as library:
            if not self._model:
                raise Error("the model is closed")
            self._analysis = self._analysis or library.begin(self._model, self._options)
            self._library.begun(self._analysis)
            self._reader = self._library.reader(self._analysis, _scratch, self._indices)
            self._read = self._reader.get if self._reader else _unread
        if not self._analysis:
            raise MemoryError
        self._judge(self._library.state(self._analysis))

    def end(self):
        """Ends the analysis and closes its results. The next step begins anew."""
        with self._library.alone() as library:
            self._end(library)

    def _end(self, library):
        with self._interrupting:
            analysis, self._analysis, self._indices, self._heard = self._analysis, None, {}, 0
            reader, self._reader, self._read = self._reader, None, _unread
        if reader:
            reader.close()
        self._library.ended(analysis)
        if analysis and library.end(analysis) == lib.ERROR:
            raise Error("cannot write the results")

    def close(self):
        """Gives everything back. A model that is used with `with` does so by itself."""
        if self._model is None:
            return
        with self._library.alone() as library:
            for snapshot in list(self._snapshots):
                snapshot.free()
            try:
                self._end(library)
            finally:
                self._library.ended(self._model)
                library.close(self._model)
                self._model = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_model", None):
            try:
                self.close()
            except Error as error:
                warnings.warn(str(error), TorsorWarning)

    @property
    def messages(self):
        """What was found when the deck was read, and since the analysis began."""
        call, m, a = self._library, self._model, self._analysis
        found = [from_c(call.message_at(m, i)) for i in range(call.message_count(m))]
        if a:
            found += [from_c(call.analysis_message_at(a, i)) for i in range(call.analysis_message_count(a))]
        return found

    # --- steps -----------------------------------------------------------------------------------------------------------------

    def _on_progress(self, _to, _time, _until, _step):
        """Called now and then: here Python gets to hear of Ctrl-C."""
        return not self._interrupts.came

    def _judge(self, status):
        """Whether the analysis goes on after a call; everything that is no step and no end is raised."""
        if status in (lib.OK, lib.END):
            if self._heard < self._library.analysis_message_count(self._analysis):
                self._tell_news()
            return status == lib.OK
        if status == lib.NO_MEMORY:
            raise MemoryError
        found = self.messages
        if status == lib.INTERRUPTED:
            raise Interrupted("interrupted", found)
        raise Error("invalid call in this state" if status == lib.MISUSE else "the analysis has failed", found)

    def _tell_news(self):
        call = self._library
        count = call.analysis_message_count(self._analysis)
        self._warn([from_c(call.analysis_message_at(self._analysis, i)) for i in range(self._heard, count)])
        self._heard = count

    def step(self):
        """One accepted step. False: the analysis is complete, and no step was made."""
        self.begin()
        return self._judge(self._library.step(self._analysis))

    def run(self, until=None, record=()):
        """Steps until a time is reached, or to the end. Gives the history of the quantities in `record` (names), with the
        state at the start first; None without any."""
        self.begin()
        if record:
            return self._run_recording(until, record)
        with self._interrupts.noted():
            status = self._library.run(self._analysis) if until is None else self._library.run_past(self._analysis, until)
        self._judge(status)
        return None

    def _run_recording(self, until, names):
        quantities = [("time", *self._quantity("time"))] + [(name, *self._quantity(name)) for name in names]
        which = (c.c_int * len(quantities))(*(index for _, index, _ in quantities))
        first = np.concatenate([np.atleast_1d(self._get_plain(*one)) for one in quantities])
        blocks, status = [first[np.newaxis]], lib.OK
        with self._interrupts.noted():
            while status == lib.OK and (until is None or self.time < until):
                status, rows = self._record_block(until, which, first.size)
                blocks.append(rows)
        self._judge(status)
        return self._history(quantities, np.concatenate(blocks))

    def _record_block(self, until, which, width):
        """Steps until a block of rows is full; its status and rows."""
        most, made = max(1, RECORDED_NUMBERS // width), c.c_int(0)
        rows = np.empty((most, width))
        status = self._library.run_recording(self._analysis, float("inf") if until is None else until, which, len(which),
                                             rows.ctypes.data, most, made)
        return status, rows[:made.value]

    def _history(self, quantities, rows):
        """The columns of the rows as series; the first is the time."""
        history, at = None, 0
        for name, _, size in quantities:
            about, column = self.quantity(name), rows[:, at:at + size]
            at += size
            shaped = column[:, 0] if size == 1 else column.reshape(-1, 3, 3).transpose(0, 2, 1) if size == 9 else column
            series = Series(np.ascontiguousarray(shaped), name, about.unit, "time" if history is None else about.description)
            if history is None:
                history = History(series)
            else:
                history.add(series)
        return history

    def interrupt(self):
        """From any thread: the analysis ends after the current step, and the call that runs raises Interrupted."""
        with self._interrupting:
            if self._analysis:
                self._library.interrupt(self._analysis)

    @property
    def time(self):
        self.begin()
        return self._library.time(self._analysis)

    @property
    def time_step(self):
        """Length of the last step, or of the first to come."""
        self.begin()
        return self._library.time_step(self._analysis)

    @property
    def final_time(self):
        self.begin()
        return self._library.final_time(self._analysis)

    @property
    def step_number(self):
        self.begin()
        return self._library.step_number(self._analysis)

    def write_results(self, on):
        """Steps from now on are, or are not, written to the results."""
        self.begin()
        self._library.write_results(self._analysis, on)

    # --- quantities ------------------------------------------------------------------------------------------------------------

    @property
    def quantities(self):
        """Everything that can be got or set."""
        self.begin()
        return [self._about(i) for i in range(self._library.quantity_count(self._analysis))]

    def quantity(self, name):
        """What is known about a quantity: name, unit, description, size."""
        self.begin()
        return self._about(self._quantity(name)[0])

    def _about(self, index):
        q = self._library.quantity_at(self._analysis, index % self._library.quantity_count(self._analysis))
        return Quantity(q.name.decode(), q.unit.decode(), q.description.decode(), q.size, q.can_get, q.can_set)

    def _quantity(self, name):
        """Its number and size."""
        if name not in self._indices:
            index = self._library.find(self._analysis, name.encode())
            if index < 0:
                near = self._library.nearest_name(self._analysis, name.encode())
                raise KeyError(f"{name}: unknown quantity" + (f"; did you mean {near.decode()}?" if near else ""))
            is_component = index >= self._library.quantity_count(self._analysis)
            self._indices[name] = index, 1 if is_component else self._about(index).size
        return self._indices[name]

    def _get_plain(self, name, index, size):
        """The numbers of a quantity in the order of the library."""
        numbers = np.empty(size)
        status = self._library.get_at(self._analysis, index, numbers.ctypes.data_as(c.POINTER(c.c_double)), size)
        if status != lib.OK:
            raise Error(f"cannot get {name}", self.messages)
        return numbers

    def __getitem__(self, name):
        """A number, a vector, or a matrix."""
        value = self._read(name)
        if value is not None:
            return value
        self.begin()
        numbers = self._get_plain(name, *self._quantity(name))
        return float(numbers[0]) if numbers.size == 1 else numbers.reshape(3, 3).T if numbers.size == 9 else numbers

    def __setitem__(self, name, value):
        self.begin()
        index, size = self._quantity(name)
        given = np.asarray(value, dtype=float)
        numbers = np.ascontiguousarray(given.T if given.shape == (3, 3) else given).ravel()
        if numbers.size != size:
            raise ValueError(f"{name}: expected {size} numbers, got {numbers.size}")
        status = self._library.set_at(self._analysis, index, numbers.ctypes.data_as(c.POINTER(c.c_double)), size)
        if status != lib.OK:
            raise Error(f"cannot set {name}", self.messages)

    def __contains__(self, name):
        self.begin()
        return self._library.find(self._analysis, name.encode()) >= 0

    # --- linear models ---------------------------------------------------------------------------------------------------------

    def linearize(self, inputs=(), outputs=()):
        """The model linearized at the present state, without constraints: torsor.linear.Linear, with A, B, C, D.

        inputs     names of drives, forces on nodes, parameter nodes, variables
        outputs    names of any quantities
        """
        self.begin()
        asked = [(c.c_int * len(names))(*(self._quantity(name)[0] for name in names)) for names in (inputs, outputs)]
        handle = self._library.linearize(self._analysis, lib.LinearOptions(inputs=asked[0], outputs=asked[1], n_inputs=len(inputs),
                                                                           n_outputs=len(outputs)))
        if not handle:
            raise Error("the model cannot be linearized: an input cannot be set, or see the messages", self.messages)
        self._tell_news()
        return Linear(self._library, handle)

    # --- modal bodies ----------------------------------------------------------------------------------------------------------

    def reduce(self, path, *, interfaces=(), origin=None, nodes=(), modes=10, stiffening=False):
        """Component modes (Craig-Bampton) at the present state, written to `path` (.fem) as data of a modal body. Gives a table.

        interfaces   structural nodes: a static shape for each of their freedoms
        origin       a node that no shape moves: the modal node will be there
        nodes        those that the data have besides; all without
        modes        how many, with the interfaces held
        stiffening   stress stiffening by inertia, and by loads on interfaces; needs an origin
        After an error the analysis begins anew.
        """
        self.begin()
        faces, others = (c.c_uint * len(interfaces))(*interfaces), (c.c_uint * len(nodes))(*nodes)
        asked = lib.Reduction(file=os.fsencode(path), interfaces=faces, n_interfaces=len(interfaces), has_origin=origin is not None,
                              origin=origin or 0, nodes=others, n_nodes=len(nodes), modes=modes,
                              stiffening=stiffening)
        text = self._library.reduce(self._analysis, asked)
        if not text:
            failed = Error("the model cannot be reduced", self.messages)
            with contextlib.suppress(Error):
                self.end()
            raise failed
        table = c.cast(text, c.c_char_p).value.decode()
        self._library.free(text)
        self._tell_news()
        return table

    # --- going back ------------------------------------------------------------------------------------------------------------

    def snapshot(self):
        """A point to return to."""
        self.begin()
        handle = self._library.snapshot_take(self._analysis)
        if not handle:
            raise Error("cannot take a snapshot: the model was created with may_restore=False, or memory is exhausted")
        return Snapshot(self, handle)

    def restore(self, snapshot):
        """Restores the state of a snapshot of this model, exactly; also after an end, an error or an interrupt."""
        self.begin()
        if snapshot._model is not self or not snapshot._handle:
            raise Error("the snapshot belongs to another model, or was freed")
        self._judge(self._library.restore(self._analysis, snapshot._handle))


    def save(self, path):
        """A restart file, for `resume`."""
        self.begin()
        self._judge(self._library.save(self._analysis, os.fsencode(path)))
