/* output.c - selection of the states to be written: the meter, the writers, and the .out file.
 *
 *     # Derivatives solution step at time 0 performed in 1 iterations with 2.1e-12 error
 *     # Key for lines starting with "Step":
 *     # Step Time TStep NIter ResErr SolErr SolConv Out
 *     Step 0 0 0 1 2.1e-12 0 0 1
 *
 * A state is written if the output meter is nonzero, or if its step is a multiple of the output frequency. The meter
 * is evaluated once per step, since some drives change when they trigger. Output is visible to readers after a
 * second. */
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
    const model *model;
    diag *errors;
    stream log, table, structure, energies; /* .log, .out, .dof, .nrg */
    void *writer[ARRAY_LEN(writers)];       /* NULL: not requested */
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

static bool close_all(output *output, bool complete)
{
    bool is_good = true;
    for (int i = 0; i < writer_count; i++)
        if (output->writer[i]) {
            is_good &= writers[i]->close(output->writer[i], complete);
            output->writer[i] = NULL;
        }
    is_good &= stream_close(&output->log, true, output->errors);
    output->table.mark = "# incomplete: the analysis ended before its final time\n";
    output->table.is_marked = !complete || !is_good;
    is_good &= stream_close(&output->table, true, output->errors);
    is_good &= stream_close(&output->structure, complete, output->errors);
    is_good &= stream_close(&output->energies, true, output->errors);
    free(output);
    return is_good;
}

static bool open_all(output *output, const char *base)
{
    if (!stream_open(&output->log, base, "log", output->errors) ||
        !stream_open(&output->table, base, "out", output->errors))
        return false;
    const control *control = &output->model->options;
    if (control->print && control->print_to_file && !stream_open(&output->structure, base, "dof", output->errors))
        return false;
    for (int i = 0; i < writer_count; i++) {
        if (!writers[i]->is_wanted(output->model))
            continue;
        output->writer[i] = writers[i]->open(output->model, base, output->errors);
        if (!output->writer[i])
            return false;
    }
    return true;
}

output *output_open(const model *model, const char *base, diag *errors)
{
    output *o = heap_resize(NULL, sizeof *o);
    *o = (output){.model = model,
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
        output_structure(model, &o->structure.rows);
    log_model(model, &o->log.rows);
    return o;
}

static void write_key(output *output)
{
    if (!output->has_key)
        text_string(&output->table.rows,
                    "# Key for lines starting with \"Step\":\n# Step Time TStep NIter ResErr SolErr SolConv Out\n");
    output->has_key = true;
}

void output_begun(output *output, const state *state, int iterations, double error)
{
    const char *what = state->now == PHASE_DUMMY ? "Initial solution after dummy steps" : "Derivatives solution step";
    output_comment(output, "%s at time %.10g performed in %d iterations with %.10g error", what, state->t, iterations,
                   error);
}

void output_assembled(output *output)
{
    if (output->log_is_complete)
        return;
    output->log_is_complete = true;
    log_unknowns(output->model, &output->log.rows);
    log_symbols(output->model->names, &output->log.rows);
}

static bool is_due(const control *control, const state *state)
{
    return control->output_meter ? drive_now(control->output_meter, state) != 0.0
                                 : state->step % control->output_frequency == 0;
}

static void flush_now_and_then(output *output)
{
    const time_t t = now();
    if (t == output->flushed)
        return;
    output->flushed = t;
    stream_flush(&output->log);
    stream_flush(&output->table);
    stream_flush(&output->energies);
    for (int i = 0; i < writer_count; i++)
        if (output->writer[i] && writers[i]->flush)
            writers[i]->flush(output->writer[i]);
}

bool output_energies(output *output, const char *base)
{
    if (!stream_open(&output->energies, base, "nrg", output->errors))
        return false;
    text_string(&output->energies.rows, "# time");
    for (int k = 0; k < ENERGY_COUNT; k++)
        text_printf(&output->energies.rows, " %s", energy_names[k]);
    text_char(&output->energies.rows, '\n');
    return true;
}

static void write_energies(output *output, const step_line *line)
{
    text_general(&output->energies.rows, line->t, 16);
    for (int k = 0; k < ENERGY_COUNT; k++) {
        text_char(&output->energies.rows, ' ');
        text_general(&output->energies.rows, line->energies[k], 9);
    }
    text_char(&output->energies.rows, '\n');
    stream_breathe(&output->energies);
}

bool output_step(output *output, const state *state, const step_line *line)
{
    bool is_good = !output->log.failed && !output->table.failed && !output->energies.failed;
    output->wrote_last = is_due(&output->model->options, state);
    if (output->wrote_last && output->energies.path && line->energies)
        write_energies(output, line);
    for (int i = 0; i < writer_count; i++)
        if (output->writer[i] && writers[i]->step && (output->wrote_last || writers[i]->at_every_step))
            is_good &= writers[i]->step(output->writer[i], state, line);
    flush_now_and_then(output);
    return is_good;
}

static void summarize_eigen(output *output, const state *state, const eigen_result *result)
{
    output_comment(output, "eigenanalysis %d at time %g: %d eigenvalues (real part, imaginary part, Hz)", result->index,
                   state->t, result->n_chosen);
    for (int k = 0; k < result->n_chosen; k++) {
        double re, im;
        eigen_lambda(result, result->chosen[k], &re, &im);
        if (isfinite(re) && isfinite(im))
            output_comment(output, "  %d: %g %g %g", k + 1, re, im, im / (2 * M_PI));
    }
}

bool output_eigen(output *output, const state *state, const eigen_result *result)
{
    bool is_good = true;
    for (int i = 0; i < writer_count; i++)
        if (output->writer[i] && writers[i]->eigen)
            is_good &= writers[i]->eigen(output->writer[i], state, result);
    summarize_eigen(output, state, result);
    return is_good;
}

bool output_restart(const char *base, int number, archive *archive, diag *errors)
{
    const source_location nowhere = {0, 0, 0};
    text path = {0};
    text_string(&path, base);
    if (number >= 0)
        text_printf(&path, ".%d", number);
    text_string(&path, ".rst");
    text_char(&path, '\0');
    const int failed = archive_write(archive, path.data);
    if (failed)
        diag_report(errors, E_OUTPUT_FAILED, nowhere, path.data, strerror(failed));
    text_free(&path);
    return !failed;
}

/* Numbers as by %.16g. */
static void put_real(text *row, double v)
{
    text_char(row, ' ');
    text_general(row, v, 16);
}

static void put_integer(text *row, int v)
{
    text_char(row, ' ');
    text_integer(row, v);
}

void output_iteration_line(output *output, const step_line *line)
{
    text *row = &output->table.rows;
    write_key(output);
    text_string(row, "Step");
    put_integer(row, line->step);
    put_real(row, line->t);
    put_real(row, line->step == 0 ? 0 : line->dt);
    put_integer(row, line->iterations);
    put_real(row, line->residual_error);
    put_real(row, line->solution_error);
    put_integer(row, line->by_solution);
    put_integer(row, output->wrote_last);
    text_char(row, '\n');
    stream_breathe(&output->table);
}

void output_comment(output *output, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    text_printf(&output->table.rows, "# %s\n", line);
}

void output_abandon(output *output) { close_all(output, false); }

bool output_close(output *output, bool complete)
{
    if (!output->log_is_complete)
        log_symbols(output->model->names, &output->log.rows);
    return close_all(output, complete);
}
