/* fuzz_history.c - results that are read (torsor pod): a file of rows, or a classic NetCDF file that is damaged.
 *
 * Input that begins with '!' is a list of edits to a NetCDF file of a small deck; else it is the .mov file. What must
 * hold: it is refused, or read. */
#include "fuzz/edits.h"
#include "fuzz/fuzz.h"
#include "output/history.h"
#include "output/output.h"
#include "problem/deck.h"
#include <stdio.h>
#include <unistd.h>

static const char DECK[] =
    "begin: data; problem: initial value; end: data;"
    "begin: initial value; initial time: 0.; final time: 1.e-1; time step: 1.e-2; tolerance: 1.e-6; end: initial value;"
    "begin: control data; structural nodes: 1; rigid bodies: 1; output results: netcdf, classic; end: control data;"
    "begin: nodes; structural: 1, dynamic, null, eye, 1., 0., 0., null; end: nodes;"
    "begin: elements; body: 1, 1, 1., null, eye; end: elements;";

static char base[64], *good;
static size_t n_good;

static char *path_of(const char *extension)
{
    static char path[96];
    snprintf(path, sizeof path, "%s.%s", base, extension);
    return path;
}

static void put_file(const char *extension, const void *bytes, size_t n)
{
    FILE *file = fopen(path_of(extension), "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0)
        abort();
}

static bool begin(void *to, const model *m, const state *s)
{
    deck *d = ((void **)to)[0];
    (void)s;
    ((void **)to)[1] = output_open(m, base, d->errors);
    return ((void **)to)[1] != NULL;
}

static void step(void *to, const state *s, const nonlinear_report *r)
{
    (void)r;
    output_step(((void **)to)[1], s);
}

static void prepare(void)
{
    deck *d = deck_create();
    void *both[2] = {d, NULL};
    const run_options o = {.errors = d->errors, .listen = {.to = both, .begin = begin, .step = step}};
    run_summary sum;
    snprintf(base, sizeof base, "/tmp/torsor-fuzz-%ld", (long)getpid());
    if (!deck_read_text(d, "history", DECK, sizeof DECK - 1) || !initial_value_solve(d->problem, d->model, &o, &sum))
        abort();
    output_close(both[1], true);
    deck_destroy(d);
    good = malloc(1 << 16);
    FILE *file = fopen(path_of("nc"), "rb");
    n_good = file ? fread(good, 1, 1 << 16, file) : 0;
    if (file)
        fclose(file);
    unlink(path_of("nc"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!good)
        prepare();
    const bool is_netcdf = size > 0 && data[0] == '!' && n_good > 0;
    fuzz_world w = fuzz_begin();
    history h = {0};
    if (is_netcdf) {
        char *bytes = malloc(n_good);
        memcpy(bytes, good, n_good);
        edit(bytes, n_good, data + 1, size - 1);
        put_file("nc", bytes, n_good);
        free(bytes);
    } else {
        put_file("mov", data, size);
    }
    const history_options o = {.kinds = SIGNAL_POSITION | SIGNAL_ROTATION, .from = -HUGE_VAL, .to = HUGE_VAL};
    if (history_read(path_of(is_netcdf ? "nc" : "mov"), &o, w.errors, &h))
        history_free(&h);
    unlink(path_of(is_netcdf ? "nc" : "mov"));
    fuzz_end(&w);
    return 0;
}
