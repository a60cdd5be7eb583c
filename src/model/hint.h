/* hint.h - what a driven element tells the element that it switches on: "offset{2}", "position-drive3{...}".
 *
 * Hints are read with the deck. When the element is switched on, `take` takes what the hint names from the state. A
 * drive in a hint is made anew each time, with the values that its expressions have then: its arguments were recorded
 * when they were read (deck/recording.h), the values go into the solution, and what is built from both has a room of
 * its own there. */
#pragma once
#include "model/element.h"
#include "model/law.h"

typedef struct hinted hinted;

typedef struct hint {
    void (*take)(const state *s, const elem *e, const struct hint *h, memory_block *m);
    int side;            /* of a joint */
    const hinted *drive; /* what is built; NULL: nothing */
} hint;

/* What a solution builds of a hint. */
typedef struct room {
    arena *memory;
    const void *is; /* drive or template drive; NULL: not given yet */
    ARRAY(const drive *) remembering;
} room;

/* A drive that is `first` until the hint gives another one, which the reader stands at. `h` becomes the hint that does
 * so. */
const drive *read_hinted_drive(reader *r, const drive *first, const char *what, hint *h);
const tpl_drive *read_hinted_tpl_drive(reader *r, const tpl_drive *first, int dim, const char *what, hint *h);

/* Whether two memories say other things of what was given. */
bool hints_differ(const struct model *m, const memory_block *a, const memory_block *b);
/* Builds in the rooms of a solution what its memory says has been given; false after an error, which has been
 * reported. */
bool hints_build(const struct model *m, const memory_block *from, room *rooms, diag *errors);
void rooms_free(room *rooms, int n);
