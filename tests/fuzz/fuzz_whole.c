/* fuzz_whole.c - whole decks, beginning with those of the reference cases, changed in ways that leave them decks.
 *
 * A deck that is accepted is solved for a few steps. It is not trusted: files of the working directory alone are read,
 * and none is written. What must hold: everything comes to an end. */
#include "fuzz/mutate.h"
#include "problem/deck.h"

enum { MOST_UNKNOWNS = 300, MOST_STEPS = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void solve(const deck *d)
{
    const run_options unheard = {.errors = d->errors};
    run *x = run_create(d->problem, d->model, &unheard);
    run_status status = x ? run_begin(x) : RUN_FAILED;
    for (int i = 0; i < MOST_STEPS && status == RUN_GOES_ON; i++)
        status = run_advance(x);
    if (x && status != RUN_FAILED)
        run_end(x);
    run_destroy(x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    deck *d = deck_create();
    sources_set_rules(d->texts, FILES_CONFINED | FILES_UNWRITTEN);
    if (deck_read_text(d, "fuzz", (const char *)data, size) && d->problem && d->model->n_unknowns < MOST_UNKNOWNS &&
        d->problem->abort != ABORT_INPUT)
        solve(d);
    deck_destroy(d);
    return 0;
}
