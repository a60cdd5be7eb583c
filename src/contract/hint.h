/* hint.h - hints from a driven element to the element that it switches on: "offset{2}", "position-drive3{...}".
 *
 * Hints are read with the deck. When the element is switched on, `take` obtains the data that the hint names from the
 * state. A drive in a hint is rebuilt each time, with the current values of its expressions: its arguments were
 * recorded when they were read (deck/recording.h), the values are stored in the solution, and so is the instance that
 * is built from both. */
#pragma once
#include "contract/element.h"
#include "contract/law.h"

typedef struct hinted hinted;

typedef struct hint {
    void (*take)(const state *state, const elem *element, const struct hint *hint, memory_block *memory);
    int side;            /* of a joint */
    const hinted *drive; /* the drive to build; NULL: none */
} hint;

/* Instance of a hint, built in a solution. */
typedef struct hint_instance {
    arena *memory;
    const void *drive; /* drive or template drive; NULL: not built yet */
    ARRAY(const drive *) remembering;
} hint_instance;
