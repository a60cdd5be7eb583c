/* whole_deck.h - what targets with whole decks do.
 *
 * A deck that is accepted is solved for a few steps. It is not trusted: files of the working directory alone are read,
 * and none is written. What must hold: everything comes to an end. */
#pragma once
#include "problem/deck.h"
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void solve_deck(const deck *deck)
{
    enum { MOST_STEPS = 3 };
    const run_options unheard = {.errors = deck->errors};
    run *run = run_create(deck->problem, deck->model, &unheard);
    run_status status = run ? run_begin(run) : RUN_FAILED;
    for (int i = 0; i < MOST_STEPS && status == RUN_CONTINUES; i++)
        status = run_advance(run);
    if (run && status != RUN_FAILED)
        run_end(run);
    run_destroy(run);
}

static inline void try_deck(const uint8_t *data, size_t size, int most_unknowns)
{
    deck *deck = deck_create();
    sources_set_rules(deck->texts, FILES_CONFINED | FILES_UNWRITTEN);
    reader_limits(deck->reader)->step_seconds = 3; /* a deck may ask for any number of iterations */
    if (deck_read_text(deck, "fuzz", (const char *)data, size) && deck->problem &&
        deck->model->n_unknowns < most_unknowns && deck->problem->abort != ABORT_INPUT)
        solve_deck(deck);
    deck_destroy(deck);
}
