/* drive_test.c - another drive, which is written to a file while the deck is read.
 *
 *     rows  t  f(t) [ f'(t) ]   from t0 to t1 in steps of dt                                                       */
#include "base/source.h"
#include "drive/arguments.h"
#include "drive/diag_rows.h"
#include "model/model.h"
#include "model/reading.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static void drive_test_put_row(FILE *to, const drive *d, state *s, double t)
{
    fprintf(to, "%.16g %.16g", t, drive_at(d, s, t));
    if (drive_has_slope(d))
        fprintf(to, " %.16g", drive_slope(d, s, t));
    fputc('\n', to);
}

/* NULL, or why not. `time`: that of the deck, which expressions see. */
static const char *tabulate(const drive *d, state *s, double *time, const char *path, const double range[3])
{
    FILE *to = fopen(path, "w");
    if (!to)
        return strerror(errno);
    const double begin = s->t;
    for (int i = 0; range[0] + i * range[2] <= range[1]; i++) {
        s->t = *time = range[0] + i * range[2];
        drive_test_put_row(to, d, s, s->t);
    }
    *time = begin;
    const bool ok = !ferror(to);
    return fclose(to) == 0 && ok ? NULL : strerror(errno);
}

static void write_table(reader *r, const drive *of, const char *path, const double range[3])
{
    const sources *files = reader_texts(r);
    if (!read_ok(r) || !reader_allows(r, "a file of a drive") || sources_rules(files) & FILES_UNWRITTEN)
        return;
    fault failed = {0};
    state s = model_input_state(model_of(r));
    double none = 0.0, *time = model_of(r)->time ? &model_of(r)->time->now.r : &none;
    s.failed = &failed;
    const char *why = sources_has_file(files, path) ? "it is a file of the deck" : tabulate(of, &s, time, path, range);
    why = !why && failed.is_set ? failed.text : why;
    if (why)
        read_error_last(r, E_DRIVE_TABLE, path, why);
}

static void drive_test_read(reader *r, drive *d)
{
    enum { MOST_ROWS = 10000000 };
    const drive *of = *(const drive **)d->self = read_drive(r, "drive to tabulate");
    const char *path = read_filename(r, "file");
    double range[3];
    range[0] = read_real(r, "first time");
    range[1] = read_real(r, "last time");
    range[2] = read_positive(r, "time step");
    if (read_ok(r) && range[1] - range[0] > MOST_ROWS * range[2])
        read_error_last(r, E_DRIVE_TABLE, path, "there would be too many rows");
    write_table(r, of, path, range);
}

static double drive_test_at(const drive *d, const state *s, double x)
{
    return drive_at(*(const drive *const *)d->self, s, x);
}

static double drive_test_slope(const drive *d, const state *s, double x)
{
    return drive_slope(*(const drive *const *)d->self, s, x);
}

static bool drive_test_has_slope(const drive *d) { return drive_has_slope(*(const drive *const *)d->self); }

const drive_type drive_test_type = {
    .keyword = "drive test",
    .grammar = "drive test, DRIVE, \"FILE\", T0, T1, DT",
    .summary = "Another drive, which is also written to a file while the deck is read.",
    .module = MODULE_DRIVE_TEST,
    .size = sizeof(const drive *),
    .read = drive_test_read,
    .value = drive_test_at,
    .slope = drive_test_slope,
    .has_slope = drive_test_has_slope,
};
