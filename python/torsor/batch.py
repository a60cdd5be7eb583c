"""Batches: many instances of one model at once, with arrays that the library uses in place."""
import ctypes as c
import os

import numpy as np

from . import _library as lib
from .message import Error
from .model import _definitions


def _names(words):
    return (c.c_char_p * len(words))(*(word.encode() for word in words))


def _pointer(array):
    return None if array is None else array.ctypes.data_as(lib.NUMBERS)


class Batch:
    """Instances of a deck that differ in parameters, states or inputs; each has the numbers of an analysis of its own, to the bit.

        batch = torsor.Batch("chain.mbd", 10000, parameters=["variable.G"], outputs=["node.struct.3.X"])
        batch.parameters[:, 0] = gravities
        history = batch.run(steps=100, every=10)       # instances x rows x numbers

        batch.begin()                                  # or step by step, with inputs
        for _ in range(100):
            batch.inputs[:, 0] = policy(batch.outputs)
            batch.step()

    parameters  names of quantities that are set when an instance begins: variables, drives, motion of nodes
    inputs      names of quantities that `step` sets
    outputs     names of quantities that are read
    threads     0: one for each processor
    variables   variables of the deck, the same in all instances

    The arrays `parameters`, `inputs` and `outputs` have a row for each instance; the library reads and writes them without copies.
    """

    def __init__(self, deck, instances, *, parameters=(), inputs=(), outputs=(), threads=0, variables=None):
        self._library, self._batch = lib.library(), None
        rows = _definitions(variables or {})
        model = self._library.open(os.fsencode(deck), lib.Options(definitions=rows, n_definitions=len(rows), settable=True))
        if not model:
            raise MemoryError
        texts = [self._library.message_at(model, i).rendered.decode(errors="replace") for i in range(self._library.message_count(model))]
        names = _names(parameters), _names(inputs), _names(outputs)
        options = lib.BatchOptions(instances=instances, threads=threads, parameters=names[0], inputs=names[1], outputs=names[2],
                                   n_parameters=len(parameters), n_inputs=len(inputs), n_outputs=len(outputs))
        self._batch = self._library.batch_open(model, options)
        self._library.close(model)  # the batch keeps it
        if not self._batch:
            raise MemoryError
        trouble = self._library.batch_trouble(self._batch).decode()
        if trouble:
            raise Error("\n".join([trouble, *texts]), [])
        widths = [self._library.batch_width(self._batch, array) for array in range(3)]
        self.parameters, self.inputs, self.outputs = (np.zeros((instances, width)) for width in widths)
        self.instances = instances

    def __len__(self):
        return self.instances

    def run(self, steps, every=1):
        """Solves every instance from its beginning, for at most that many steps; returns outputs after each `every` steps."""
        if steps < 0 or every < 1:
            raise ValueError("steps are not negative, and `every` is at least 1")
        history = np.empty((self.instances, 1 + steps // every, self.outputs.shape[1]))
        self._check(self._library.batch_run(self._batch, steps, every, _pointer(self._given(self.parameters)), _pointer(history)))
        return history

    def begin(self, which=None):
        """Begins all instances, or those for which `which` is true; returns the outputs."""
        chosen = None if which is None else np.ascontiguousarray(np.broadcast_to(which, self.instances), dtype=np.uint8)
        at = None if chosen is None else chosen.ctypes.data_as(c.POINTER(c.c_ubyte))
        self._check(self._library.batch_begin(self._batch, at, _pointer(self._given(self.parameters)), _pointer(self._given(self.outputs))))
        return self.outputs

    def step(self, steps=1):
        """Sets the inputs and makes steps in all instances that have begun; returns the outputs."""
        self._check(self._library.batch_step(self._batch, steps, _pointer(self._given(self.inputs)), _pointer(self._given(self.outputs))))
        return self.outputs

    def states(self):
        """'ok', 'end', or 'failed', for each instance."""
        words = {lib.OK: "ok", lib.END: "end"}
        return [words.get(self._library.batch_state(self._batch, i), "failed") for i in range(self.instances)]

    @staticmethod
    def _given(array):
        if array.dtype != float or not array.flags.c_contiguous:
            raise ValueError("the arrays of a batch are changed in place, not replaced by others of another kind")
        return array

    def _check(self, status):
        """Instances that fail have outputs that are not numbers; that is no error of the batch."""
        if status == lib.NO_MEMORY:
            raise MemoryError
        if status == lib.MISUSE:
            raise ValueError("the batch cannot do this")

    def close(self):
        if self._batch:
            self._library.batch_close(self._batch)
            self._batch = None

    def __del__(self):
        self.close()
