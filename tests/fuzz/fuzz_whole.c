/* fuzz_whole.c - whole decks, beginning with those of MBDyn cases, changed in ways that leave them decks.
 *
 * A deck that is accepted is solved for a few steps. It is not trusted: files of the working directory alone are read,
 * and none is written. What must hold: everything comes to an end. */
#include "fuzz/mutate.h"
#include "problem/deck.h"

enum { MOST_UNKNOWNS = 300, MOST_STEPS = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void solve(const deck *deck)
{
    const run_options unheard = {.errors = deck->errors};
    run *run = run_create(deck->problem, deck->model, &unheard);
    run_status status = run ? run_begin(run) : RUN_FAILED;
    for (int i = 0; i < MOST_STEPS && status == RUN_CONTINUES; i++)
        status = run_advance(run);
    if (run && status != RUN_FAILED)
        run_end(run);
    run_destroy(run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    deck *deck = deck_create();
    sources_set_rules(deck->texts, FILES_CONFINED | FILES_UNWRITTEN);
    if (deck_read_text(deck, "fuzz", (const char *)data, size) && deck->problem &&
        deck->model->n_unknowns < MOST_UNKNOWNS && deck->problem->abort != ABORT_INPUT)
        solve(deck);
    deck_destroy(deck);
    return 0;
}
