/* output.c - what is written when: the meter, the writers, and the .out file.
 *
 *     # Derivatives solution step at time 0 performed in 1 iterations with 2.1e-12 error
 *     # Key for lines starting with "Step":
 *     # Step Time TStep NIter ResErr SolErr SolConv Out
 *     Step 0 0 0 1 2.1e-12 0 0 1
 *
 * A state is written when the output meter is not zero, or when its step is a multiple of the output frequency. The
 * meter is asked once a step: some drives change when they hit. What was written can be looked at a second later. */
#include "output/log_file.h"
#include "assembly/energy.h"
#include "output/diag_rows.h"
#include "output/stream.h"
#include "output/writer.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WRITER(name) extern const writer name##_writer;
#include "output/writers.def"
#undef WRITER

const writer *const writers[] = {
#define WRITER(name) &name##_writer,
#include "output/writers.def"
#undef WRITER
};
const int writer_count = ARRAY_LEN(writers);

struct output {
    const model *m;
    diag *errors;
    stream log, table, structure, energies; /* .log, .out, .dof, .nrg */
    void *writer[ARRAY_LEN(writers)];       /* NULL: not wanted */
    bool log_is_complete, has_key;
    bool wrote_last; /* the state of the last step was written */
    time_t flushed;
};

static time_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return t.tv_sec;
}

static bool close_all(output *o, bool complete)
{
    bool is_good = true;
    for (int i = 0; i < writer_count; i++)
        if (o->writer[i]) {
            is_good &= writers[i]->close(o->writer[i], complete);
            o->writer[i] = NULL;
        }
    is_good &= stream_close(&o->log, true, o->errors);
    o->table.mark = "# incomplete: the analysis ended before its final time\n";
    o->table.is_marked = !complete || !is_good;
    is_good &= stream_close(&o->table, true, o->errors);
    is_good &= stream_close(&o->structure, complete, o->errors);
    is_good &= stream_close(&o->energies, true, o->errors);
    free(o);
    return is_good;
}

static bool open_all(output *o, const char *base)
{
    if (!stream_open(&o->log, base, "log", o->errors) || !stream_open(&o->table, base, "out", o->errors))
        return false;
    const control *c = &o->m->options;
    if (c->print && c->print_to_file && !stream_open(&o->structure, base, "dof", o->errors))
        return false;
    for (int i = 0; i < writer_count; i++) {
        if (!writers[i]->is_wanted(o->m))
            continue;
        o->writer[i] = writers[i]->open(o->m, base, o->errors);
        if (!o->writer[i])
            return false;
    }
    return true;
}

output *output_open(const model *m, const char *base, diag *errors)
{
    output *o = heap_resize(NULL, sizeof *o);
    *o = (output){.m = m,
                  .errors = errors,
                  .log.fd = -1,
                  .table.fd = -1,
                  .structure.fd = -1,
                  .energies.fd = -1,
                  .flushed = now()};
    if (!open_all(o, base)) {
        close_all(o, false);
        return NULL;
    }
    if (o->structure.path)
        output_structure(m, &o->structure.rows);
    log_model(m, &o->log.rows);
    return o;
}

static void write_key(output *o)
{
    if (!o->has_key)
        text_string(&o->table.rows,
                    "# Key for lines starting with \"Step\":\n# Step Time TStep NIter ResErr SolErr SolConv Out\n");
    o->has_key = true;
}

void output_begun(output *o, const state *s, int iterations, double error)
{
    const char *what = s->now == PHASE_DUMMY ? "Initial solution after dummy steps" : "Derivatives solution step";
    output_comment(o, "%s at time %.10g performed in %d iterations with %.10g error", what, s->t, iterations, error);
}

void output_assembled(output *o)
{
    if (o->log_is_complete)
        return;
    o->log_is_complete = true;
    log_unknowns(o->m, &o->log.rows);
    log_symbols(o->m->names, &o->log.rows);
}

static bool is_due(const control *c, const state *s)
{
    return c->output_meter ? drive_now(c->output_meter, s) != 0.0 : s->step % c->output_frequency == 0;
}

static void flush_now_and_then(output *o)
{
    const time_t t = now();
    if (t == o->flushed)
        return;
    o->flushed = t;
    stream_flush(&o->log);
    stream_flush(&o->table);
    stream_flush(&o->energies);
    for (int i = 0; i < writer_count; i++)
        if (o->writer[i] && writers[i]->flush)
            writers[i]->flush(o->writer[i]);
}

bool output_energies(output *o, const char *base)
{
    if (!stream_open(&o->energies, base, "nrg", o->errors))
        return false;
    text_string(&o->energies.rows, "# time");
    for (int k = 0; k < ENERGY_COUNT; k++)
        text_printf(&o->energies.rows, " %s", energy_names[k]);
    text_char(&o->energies.rows, '\n');
    return true;
}

static void write_energies(output *o, const step_line *line)
{
    text_printf(&o->energies.rows, "%.16g", line->t);
    for (int k = 0; k < ENERGY_COUNT; k++)
        text_printf(&o->energies.rows, " %.9g", line->energies[k]);
    text_char(&o->energies.rows, '\n');
    stream_breathe(&o->energies);
}

bool output_step(output *o, const state *s, const step_line *line)
{
    bool is_good = !o->log.failed && !o->table.failed && !o->energies.failed;
    o->wrote_last = is_due(&o->m->options, s);
    if (o->wrote_last && o->energies.path && line->energies)
        write_energies(o, line);
    for (int i = 0; i < writer_count; i++)
        if (o->writer[i] && writers[i]->step && (o->wrote_last || writers[i]->at_every_step))
            is_good &= writers[i]->step(o->writer[i], s, line);
    flush_now_and_then(o);
    return is_good;
}

static void summarize_eigen(output *o, const state *s, const eigen_result *r)
{
    output_comment(o, "eigenanalysis %d at time %g: %d eigenvalues (real part, imaginary part, Hz)", r->index, s->t,
                   r->n_chosen);
    for (int k = 0; k < r->n_chosen; k++) {
        double re, im;
        eigen_lambda(r, r->chosen[k], &re, &im);
        if (isfinite(re) && isfinite(im))
            output_comment(o, "  %d: %g %g %g", k + 1, re, im, im / (2 * M_PI));
    }
}

bool output_eigen(output *o, const state *s, const eigen_result *r)
{
    bool is_good = true;
    for (int i = 0; i < writer_count; i++)
        if (o->writer[i] && writers[i]->eigen)
            is_good &= writers[i]->eigen(o->writer[i], s, r);
    summarize_eigen(o, s, r);
    return is_good;
}

bool output_restart(const char *base, int number, archive *a, diag *errors)
{
    const place nowhere = {0, 0, 0};
    text path = {0};
    text_string(&path, base);
    if (number >= 0)
        text_printf(&path, ".%d", number);
    text_string(&path, ".rst");
    text_char(&path, '\0');
    const int failed = archive_write(a, path.data);
    if (failed)
        diag_report(errors, E_OUTPUT_FAILED, nowhere, path.data, strerror(failed));
    text_free(&path);
    return !failed;
}

void output_iteration_line(output *o, const step_line *line)
{
    write_key(o);
    text_printf(&o->table.rows, "Step %d %.16g %.16g %d %.16g %.16g %d %d\n", line->step, line->t,
                line->step == 0 ? 0 : line->dt, line->iterations, line->residual_error, line->solution_error,
                line->by_solution, o->wrote_last);
    stream_breathe(&o->table);
}

void output_comment(output *o, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_printf(&o->table.rows, "# %s\n", line);
}

void output_abandon(output *o) { close_all(o, false); }

bool output_close(output *o, bool complete)
{
    if (!o->log_is_complete)
        log_symbols(o->m->names, &o->log.rows);
    return close_all(o, complete);
}
