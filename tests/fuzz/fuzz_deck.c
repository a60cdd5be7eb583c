/* fuzz_deck.c - arbitrary text as a whole deck, or as the elements block of a small model that is then solved.
 *
 * A text that begins with '!' is a deck of its own: it is read and built. Any other text stands in the elements block
 * of a model with nodes of every kind; when it is accepted, the model is solved for three steps. What must hold:
 * everything comes to an end. */
#include "fuzz/fuzz.h"
#include "problem/deck.h"
#include <string.h>

static const char PROBLEM[] =
    "begin: data; problem: initial value; end: data;"
    "begin: initial value; initial time: 0.; final time: 3.e-3; time step: 1.e-3; method: ms, 0.6; tolerance: 1.e-6;"
    "max iterations: 5; derivatives tolerance: 1.e3; derivatives max iterations: 3; end: initial value;"
    "begin: control data; structural nodes: 5; abstract nodes: 3; parameter nodes: 1; electric nodes: 1; thermal "
    "nodes: 1;"
    "gravity; max iterations: 9; tolerance: 1.e-6;";
static const char NODES[] =
    "end: control data;"
    "begin: nodes; structural: 1, static, null, eye, null, null; structural: 2, dynamic, 1., 0., 0., eye, null, null;"
    "structural: 3, dynamic, 2., 0., 0., eye, 0., 1., 0., 0., 0., 1.; structural: 4, dynamic displacement, 1., 1., 0., "
    "null;"
    "structural: 5, dynamic, 3., 0., 0.1, eye, null, null;"
    "abstract: 1, differential; abstract: 2, algebraic; abstract: 3, differential, value, 1.; parameter: 1, element;"
    "electric: 1, value, 1.; thermal: 1, value, 300.; end: nodes;"
    "begin: elements; body: 1002, 2, 1., null, eye; body: 1003, 3, 1., null, eye; body: 1004, 4, 1.; body: 1005, 5, "
    "1., null, eye;"
    "gravity: uniform, 0., 0., -1., const, 9.81;";
static const char AFTER[] = ";end: elements;";

/* Announces as many elements of each kind as the text seems to have. */
static void announce(text *text, const char *words, const char *counter, const char *const *cards, int n)
{
    for (int i = 0; i < 3 && cards[i]; i++)
        for (const char *p = words; (p = strstr(p, cards[i])) != NULL; p++)
            n++;
    text_printf(text, "%s: %d;", counter, n);
}

static void put_model(text *text, const char *words)
{
    static const char *const BODIES[3] = {"body:"}, *const JOINTS[3] = {"joint:"},
                             *const FORCES[3] = {"force:", "couple:"}, *const GENELS[3] = {"genel:"},
                             *const BEAMS[3] = {"beam:", "beam2:", "beam3:"};
    text_string(text, PROBLEM);
    announce(text, words, "rigid bodies", BODIES, 4);
    announce(text, words, "joints", JOINTS, 0);
    announce(text, words, "forces", FORCES, 0);
    announce(text, words, "genels", GENELS, 0);
    announce(text, words, "beams", BEAMS, 0);
    text_string(text, NODES);
    text_string(text, words);
    text_string(text, AFTER);
}

static void solve(deck *deck)
{
    enum { MOST_UNKNOWNS = 500 };
    const run_options unheard = {.errors = deck->errors};
    run_summary summary;
    deck->model->limits.meeting_seconds = 0;
    if (deck->problem && deck->model->n_unknowns < MOST_UNKNOWNS)
        problem_solve(deck->problem, deck->model, &unheard, &summary);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    deck *deck = deck_create();
    if (size > 0 && data[0] == '!') {
        deck_read_text(deck, "fuzz", (const char *)data + 1, size - 1);
    } else {
        text text = {0};
        put_model(&text, arena_string(deck->memory, (const char *)data, size));
        if (deck_read_text(deck, "fuzz", text.data, text.n))
            solve(deck);
        text_free(&text);
    }
    deck_destroy(deck);
    return 0;
}
