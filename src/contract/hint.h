/* hint.h - what a driven element tells the element that it switches on: "offset{2}", "position-drive3{...}".
 *
 * Hints are read with the deck. When the element is switched on, `take` takes what the hint names from the state. A
 * drive in a hint is made anew each time, with the values that its expressions have then: its arguments were recorded
 * when they were read (deck/recording.h), the values go into the solution, and what is built from both has a room of
 * its own there. */
#pragma once
#include "contract/element.h"
#include "contract/law.h"

typedef struct hinted hinted;

typedef struct hint {
    void (*take)(const state *state, const elem *element, const struct hint *hint, memory_block *memory);
    int side;            /* of a joint */
    const hinted *drive; /* what is built; NULL: nothing */
} hint;

/* What a solution builds of a hint. */
typedef struct workspace {
    arena *memory;
    const void *drive; /* drive or template drive; NULL: not given yet */
    ARRAY(const drive *) remembering;
} workspace;
