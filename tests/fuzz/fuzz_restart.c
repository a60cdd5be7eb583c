/* fuzz_restart.c - restart files of a small deck, damaged behind a checksum that is right.
 *
 * What must hold: such a file is refused, or the run goes on to its end or to an error. */
#include "fuzz/edits.h"
#include "problem/deck.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char DECK[] =
    "begin: data; problem: initial value; end: data;"
    "begin: initial value; initial time: 0.; final time: 1.; time step: 1.e-2; method: ms, 0.6; tolerance: 1.e-6;"
    "max iterations: 9; derivatives tolerance: 1.; end: initial value;"
    "begin: control data; structural nodes: 3; rigid bodies: 1; joints: 3; beams: 1; gravity; make restart file; end: "
    "control data;"
    "begin: nodes; structural: 1, static, null, eye, null, null;"
    "structural: 2, dynamic, 1., 0., 0., eye, null, null; structural: 3, static, 2., 0., 0., eye, null, null; end: "
    "nodes;"
    "drive caller: 1, ramp, 1., 0., 1., 0.; scalar function: \"mu\", const, 0.2;"
    "begin: elements; joint: 1, clamp, 1, node, node; body: 2, 2, 1., null, eye; gravity: uniform, 0., 0., -1., const, "
    "9.81;"
    "joint: 2, revolute hinge, 1, null, 2, -1., 0., 0., friction, 0.1, modlugre, 1.e3, 1., 0.1, 1.e-3,"
    "\"mu\", simple plane hinge; joint: 3, clamp, 3, node, node;"
    "beam2: 1, 2, null, 3, null, eye, linear viscoelastic generic, diag, 1.e3, 1.e3, 1.e3, 1.e2, 1.e2, 1.e2, "
    "proportional,"
    "1.e-3; end: elements;";

static deck *model_deck;
static char *good;
static size_t n_good, head;

static void prepare(void)
{
    size_t n_empty;
    archive *archive = archive_create(), *empty = archive_create();
    model_deck = deck_create();
    if (!deck_read_text(model_deck, "restart", DECK, sizeof DECK - 1))
        abort();
    const run_options options = {.errors = model_deck->errors};
    run *run = run_create(model_deck->problem, model_deck->model, &options);
    if (!run || run_begin(run) != RUN_CONTINUES || run_advance(run) != RUN_CONTINUES ||
        run_advance(run) != RUN_CONTINUES)
        abort();
    run_save(archive, run);
    archive_bytes(empty, &n_empty);
    const char *bytes = archive_bytes(archive, &n_good);
    head = n_empty;
    n_good -= head;
    good = malloc(n_good);
    memcpy(good, bytes + head, n_good);
    run_destroy(run);
    archive_destroy(archive);
    archive_destroy(empty);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!good)
        prepare();
    size_t n;
    char *payload = malloc(n_good);
    memcpy(payload, good, n_good);
    edit(payload, n_good, data, size);
    archive *writing = archive_create();
    archive_raw(writing, payload, n_good);
    const void *bytes = archive_bytes(writing, &n);
    archive *archive = archive_open_bytes(bytes, n);
    diag *errors = diag_create(model_deck->texts);
    const run_options options = {.errors = errors, .resume = archive, .resume_name = "restart"};
    run *run = run_create(model_deck->problem, model_deck->model, &options);
    run_status status = run ? run_begin(run) : RUN_FAILED;
    for (int i = 0; i < 2 && status == RUN_CONTINUES; i++)
        status = run_advance(run);
    run_destroy(run);
    diag_destroy(errors);
    archive_destroy(archive);
    archive_destroy(writing);
    free(payload);
    return 0;
}
