/* drive_test.c - another drive, which is written to a file while the deck is read.
 *
 *     rows  t  f(t) [ f'(t) ]   from t0 to t1 in steps of dt                                                       */
#include "base/source.h"
#include "base/whole_file.h"
#include "drive/arguments.h"
#include "drive/diag_rows.h"
#include "model/model.h"
#include "model/reading.h"
#include <stdio.h>
#include <string.h>

static void drive_test_put_row(FILE *to, const drive *drive, state *state, double t)
{
    fprintf(to, "%.16g %.16g", t, drive_at(drive, state, t));
    if (drive_has_derivative(drive))
        fprintf(to, " %.16g", drive_derivative(drive, state, t));
    fputc('\n', to);
}

/* Returns NULL, or the reason for a failure. `time` is the variable Time of the deck, which expressions read. */
static const char *tabulate(const drive *drive, state *state, double *time, const char *path, const double range[3])
{
    const char *why;
    FILE *to = whole_file_open(path, &why);
    if (!to)
        return why;
    const double begin = state->t;
    for (int i = 0; range[0] + i * range[2] <= range[1]; i++) {
        state->t = *time = range[0] + i * range[2];
        drive_test_put_row(to, drive, state, state->t);
    }
    *time = begin;
    return whole_file_close(to, path, true);
}

static void write_table(reader *reader, const drive *of, const char *path, const double range[3])
{
    const sources *files = reader_texts(reader);
    if (!read_ok(reader) || !reader_allows(reader, "a file of a drive") || sources_rules(files) & FILES_UNWRITTEN)
        return;
    evaluation_error failed = {0};
    state state = model_input_state(model_of(reader));
    double none = 0.0, *time = model_of(reader)->time ? &model_of(reader)->time->now.r : &none;
    state.failed = &failed;
    const char *why =
        sources_has_file(files, path) ? "it is a file of the deck" : tabulate(of, &state, time, path, range);
    why = !why && failed.is_set ? failed.text : why;
    if (why)
        read_error_last(reader, E_DRIVE_TABLE, path, why);
}

static void drive_test_read(reader *reader, drive *d)
{
    enum { MOST_ROWS = 10000000 };
    const drive *of = *(const drive **)d->self = read_drive(reader, "drive to tabulate");
    const char *path = read_filename(reader, "file");
    double range[3];
    range[0] = read_real(reader, "first time");
    range[1] = read_real(reader, "last time");
    range[2] = read_positive(reader, "time step");
    if (read_ok(reader) && range[1] - range[0] > MOST_ROWS * range[2])
        read_error_last(reader, E_DRIVE_TABLE, path, "it would have too many rows");
    write_table(reader, of, path, range);
}

static double drive_test_at(const drive *d, const state *state, double x)
{
    return drive_at(*(const drive *const *)d->self, state, x);
}

static double drive_test_derivative(const drive *d, const state *state, double x)
{
    return drive_derivative(*(const drive *const *)d->self, state, x);
}

static bool drive_test_has_derivative(const drive *d) { return drive_has_derivative(*(const drive *const *)d->self); }

const drive_type drive_test_type = {
    .keyword = "drive test",
    .grammar = "drive test, DRIVE, \"FILE\", T0, T1, DT",
    .summary = "Another drive, which is also written to a file while the deck is read.",
    .module = MODULE_DRIVE_TEST,
    .size = sizeof(const drive *),
    .read = drive_test_read,
    .value = drive_test_at,
    .derivative = drive_test_derivative,
    .has_derivative = drive_test_has_derivative,
};
