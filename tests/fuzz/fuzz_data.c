/* fuzz_data.c - files of numbers that a deck names: the first byte chooses the card, the rest is the file.
 *
 * What must hold: the file is refused, or the deck is solved to an end. */
#include "base/array.h"
#include "fuzz/fuzz.h"
#include "problem/deck.h"
#include <stdio.h>
#include <unistd.h>

static const char HEAD[] =
    "module load: \"libmodule-damper-graall\"; module load: \"libmodule-hid\"; begin: data; problem: initial value; "
    "end: data; begin: initial value; "
    "initial time: 0.; final time: 0.03; time step: 0.01; tolerance: 1.e-6; max iterations: 10; derivatives tolerance: "
    "1.; end: initial value; "
    "begin: control data; structural nodes: 2; abstract nodes: 2; rigid bodies: 1; genels: 2; air properties; %s end: "
    "control data; begin: nodes; structural: 1, dynamic, null, eye, 1., 0., 0., "
    "null; structural: 2, modal, null, eye, null, null; abstract: 1, differential; abstract: 2, differential; "
    "end: nodes; ";
static const char ELEMENTS[] =
    "begin: elements; body: 1, 1, 2., null, eye; genel: 1, spring support, 1, abstract, algebraic, linear "
    "viscoelastic, "
    "1., 1.; genel: 2, spring support, 2, abstract, algebraic, linear viscoelastic, 1., 1.; "
    "air properties: std, SI, temperature deviation, 0., reference altitude, 0., 1., 0., 0., const, 10.; "
    "joint: 2, modal, 2, 1, 1, no damping, \"" TEST_FOLDER "/contract/modal.fem\", 0; joint: 3, clamp, 2, node, node; ";

/* @ stands for the file. Cards of the control data, before the elements, and among them. */
static const struct {
    char letter;
    const char *announced, *before, *among;
} CARDS[] = {
    {'c', "joints: 2; aerodynamic elements: 1;", "c81 data: 1, \"@\";",
     "aerodynamic body: 1, 1, null, eye, 1., const, 1., const, 0., const, 0., const, 0., 2, c81, 1, jacobian, yes;"},
    {'f', "joints: 2; aerodynamic elements: 1;", "c81 data: 1, \"@\", free format, flip;",
     "aerodynamic body: 1, 1, null, eye, 1., const, 1., const, 0., const, 0., const, 0., 2, theodorsen, c81, 1;"},
    {'n', "joints: 2; aerodynamic elements: 1;", "c81 data: 1, \"@\", nrel;",
     "aerodynamic body: 1, 1, null, eye, 1., const, 1., const, 0., const, 0., const, 0., 2, c81, 1;"},
    {'g', "joints: 2; aerodynamic elements: 1;", "",
     "generic aerodynamic force: 1, 1, file, angle units, degrees, \"@\";"},
    {'a', "joints: 2; aeromodals: 1;", "", "aeromodal: 1, 2, eye, 0.8, 3, rigid, gust, 1., \"@\";"},
    {'b', "joints: 2; aeromodals: 1;", "", "aeromodal: 1, 2, eye, 0.8, 3, \"@\";"},
    {'d', "joints: 2; electric elements: 1;", "",
     "electric: 1, discrete control, 1, 1, 2, fir, 2, 1, control, \"@\", outputs, 1, abstract, algebraic, inputs, 2, "
     "abstract, algebraic;"},
    {'x', "joints: 2; forces: 1; file drivers: 1;",
     "begin: drivers; file: 1, fixed step, count, 2, initial time, from file, time step, from file, "
     "interpolation, linear, \"@\"; end: drivers;",
     "force: 1, absolute, 1, position, null, 0., 0., 1., file, 1, 1;"},
    {'v', "joints: 2; forces: 1; file drivers: 1;",
     "begin: drivers; file: 1, variable step, 2, interpolation, const, pad zeroes, no, \"@\"; end: drivers;",
     "force: 1, absolute, 1, position, null, 0., 0., 1., file, 1, 2;"},
    {'j', "joints: 2; forces: 1; file drivers: 1;", "begin: drivers; file: 1, joystick, \"@\", 2, 2; end: drivers;",
     "force: 1, absolute, 1, position, null, 0., 0., 1., file, 1, 3;"},
    {'r', "joints: 3;", "",
     "joint: 1, rod with offset, 1, null, 2, 1., 0., 0., from nodes, graall damper, \"@\", 1.3;"},
};

static void put_card(text *text, const char *card, const char *path)
{
    for (; *card; card++)
        if (*card == '@')
            text_printf(text, "%s", path);
        else
            text_char(text, *card);
}

static void put_file(const char *path, const void *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0)
        abort();
}

static void solve(const char *words, size_t n)
{
    deck *deck = deck_create();
    const run_options unheard = {.errors = deck->errors};
    run_summary summary;
    deck->model->limits.meeting_seconds = 0;
    if (deck_read_text(deck, "fuzz", words, n) && deck->problem)
        problem_solve(deck->problem, deck->model, &unheard, &summary);
    deck_destroy(deck);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64];
    int k = 0;
    while (size > 0 && k < ARRAY_LEN(CARDS) && CARDS[k].letter != data[0])
        k++;
    if (size == 0 || k == ARRAY_LEN(CARDS))
        return -1;
    if (!*path)
        snprintf(path, sizeof path, "/tmp/torsor-fuzz-%ld.dat", (long)getpid());
    put_file(path, data + 1, size - 1);
    text all = {0};
    text_printf(&all, HEAD, CARDS[k].announced);
    put_card(&all, CARDS[k].before, path);
    text_printf(&all, "%s", ELEMENTS);
    put_card(&all, CARDS[k].among, path);
    text_printf(&all, "end: elements;");
    solve(all.data, all.n);
    text_free(&all);
    unlink(path);
    return 0;
}
