/* study_case.c - solves one case of a study and computes what is kept of it. */
#include "statistics/history_statistics.h"
#include "statistics/rainflow.h"
#include "study/diag_rows.h"
#include "study/study_model.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_MESSAGES = 20 };

/* Samples of all outputs, a row for each time: the time, then the outputs. */
typedef struct {
    torsor_study *study;
    case_record *record;
    arena *memory;
    case_model model;
    int *indices; /* of quantities, by output */
    double *rows;
    size_t n, limit; /* numbers of rows */
    size_t width;
} sampling;

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void keep_message(case_record *record, const torsor_message *message, arena *memory)
{
    if (message->severity != TORSOR_SEVERITY_NOTE && record->messages.n < MOST_MESSAGES)
        array_push(&record->messages, arena_string(memory, message->rendered, strlen(message->rendered)));
}

static void keep_text(sampling *sampling, const char *words) { array_push(&sampling->record->messages, words); }

/* --- outputs ------------------------------------------------------------------------------------------------------ */

static bool find_outputs(sampling *sampling, torsor_analysis *analysis)
{
    const plan *plan = &sampling->study->plan;
    for (int i = 0; i < plan->outputs.n; i++) {
        const char *name = plan->outputs.items[i].quantity;
        const int index = torsor_find(analysis, name);
        const int size = torsor_quantity_at(analysis, index).size; /* of a component: 0 */
        if (index < 0 || size > 1) {
            const char *near = index < 0 ? torsor_nearest_name(analysis, name) : NULL;
            keep_text(sampling,
                      index < 0 ? arena_printf(sampling->memory, "the model has no quantity '%s'%s%s%s", name,
                                               near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "")
                                : arena_printf(sampling->memory, "'%s' has %d numbers: name one of them, as in '%s[0]'",
                                               name, size, name));
            return false;
        }
        sampling->indices[i] = index;
    }
    return true;
}

static bool sample(sampling *sampling, torsor_analysis *analysis)
{
    if (sampling->n == sampling->limit) {
        sampling->limit = 2 * sampling->limit + 256;
        sampling->rows = heap_resize(sampling->rows, size_product(sampling->limit, sampling->width * sizeof(double)));
    }
    double *row = sampling->rows + sampling->n++ * sampling->width;
    row[0] = torsor_time(analysis);
    for (size_t i = 1; i < sampling->width; i++) {
        torsor_get_at(analysis, sampling->indices[i - 1], &row[i], 1);
        if (isnan(row[i])) {
            keep_text(sampling, arena_printf(sampling->memory, "output '%s' is not a number at time %g",
                                             sampling->study->plan.outputs.items[i - 1].name, row[0]));
            return false;
        }
    }
    return true;
}

/* --- statistics --------------------------------------------------------------------------------------------------- */

static void copy_row_at(const sampling *sampling, double time, double *to)
{
    for (size_t i = 0; i < sampling->n; i++) {
        const double *row = sampling->rows + i * sampling->width;
        if (row[0] == time) {
            memcpy(to, row + 1, (sampling->width - 1) * sizeof *to);
            return;
        }
    }
}

static double equivalent(const plan_output *output, const double *values, int n)
{
    if (!(output->exponent > 0.0))
        return (double)NAN;
    load_cycle *cycles = heap_resize(NULL, ((size_t)n + 1) * sizeof *cycles);
    const load_fatigue fatigue = {.exponent = output->exponent, .cycles = output->cycles, .ultimate = output->ultimate};
    const double load = equivalent_load(cycles, rainflow_count(values, n, cycles), &fatigue);
    free(cycles);
    return load;
}

static void put_statistics(const sampling *sampling, int index, double *times, double *values)
{
    const plan_output *output = &sampling->study->plan.outputs.items[index];
    int n = 0;
    for (size_t i = 0; i < sampling->n; i++) {
        const double *row = sampling->rows + i * sampling->width;
        if (row[0] >= output->start && row[0] <= output->end) {
            times[n] = row[0];
            values[n++] = row[1 + index];
        }
    }
    const history_statistics found = history_statistics_of(times, values, n);
    double *to = sampling->record->statistics + (size_t)index * PLAN_STATISTICS;
    to[PLAN_LAST] = found.last;
    to[PLAN_MEAN] = found.mean;
    to[PLAN_DEVIATION] = found.deviation;
    to[PLAN_RMS] = found.rms;
    to[PLAN_MINIMUM] = found.least;
    to[PLAN_MINIMUM_TIME] = found.least_time;
    to[PLAN_MAXIMUM] = found.greatest;
    to[PLAN_MAXIMUM_TIME] = found.greatest_time;
    to[PLAN_EQUIVALENT_LOAD] = equivalent(output, values, n);
    const size_t first = (size_t)index * (sampling->width - 1);
    copy_row_at(sampling, found.least_time, sampling->record->at_minimum + first);
    copy_row_at(sampling, found.greatest_time, sampling->record->at_maximum + first);
}

static void apply_checks(const sampling *sampling)
{
    const plan *plan = &sampling->study->plan;
    case_record *record = sampling->record;
    for (int i = 0; i < plan->checks.n; i++) {
        const plan_check *check = &plan->checks.items[i];
        const double value = record->statistics[(size_t)check->output * PLAN_STATISTICS + check->statistic];
        if (!(value > check->above && value < check->below))
            array_push(&record->refused, check->name);
    }
    record->state = record->refused.n > 0 ? TORSOR_CASE_REFUSED : TORSOR_CASE_DONE;
}

static void finish_record(const sampling *sampling)
{
    double *times = heap_reals(size_product(2, sampling->n));
    for (int i = 0; i < sampling->study->plan.outputs.n; i++)
        put_statistics(sampling, i, times, times + sampling->n);
    free(times);
    apply_checks(sampling);
}

/* --- the run ------------------------------------------------------------------------------------------------------ */

/* Returns false if it was given up. */
static bool run_analysis(sampling *sampling, torsor_analysis *analysis)
{
    bool ok = torsor_state(analysis) == TORSOR_OK && find_outputs(sampling, analysis) && sample(sampling, analysis);
    torsor_status status = ok ? TORSOR_OK : torsor_state(analysis);
    while (ok && (status = torsor_step(analysis)) == TORSOR_OK)
        ok = sample(sampling, analysis);
    sampling->record->steps = torsor_summary_of(analysis).steps;
    for (int i = 0; i < torsor_analysis_message_count(analysis); i++) {
        const torsor_message message = torsor_analysis_message_at(analysis, i);
        keep_message(sampling->record, &message, sampling->memory);
    }
    const torsor_status end = torsor_end(analysis);
    if (ok && status == TORSOR_END && end == TORSOR_END)
        finish_record(sampling);
    return status != TORSOR_INTERRUPTED && end != TORSOR_INTERRUPTED;
}

static bool has_file(const case_record *record, const char *path)
{
    for (int i = 0; i < record->files.n; i++)
        if (strcmp(record->files.items[i], path) == 0)
            return true;
    return false;
}

/* Each file once, however often the deck includes it. */
static void keep_files(sampling *sampling, const torsor_model *model)
{
    for (int i = 0; i < torsor_file_count(model); i++) {
        char *path = realpath(torsor_file_at(model, i), NULL);
        const char *hash = path ? study_file_hash(sampling->study, path) : NULL;
        if (hash && !has_file(sampling->record, path)) {
            array_push(&sampling->record->files, arena_string(sampling->memory, path, strlen(path)));
            array_push(&sampling->record->hashes, hash);
        }
        free(path);
    }
}

/* Gives the variables their values before the initial state is computed. */
static void study_case_prepare(void *context, torsor_analysis *analysis)
{
    const case_model *model = context;
    for (int i = 0; i < model->n; i++)
        torsor_set_real(analysis, model->settings[i].name, model->settings[i].value);
}

static bool run_model(sampling *sampling)
{
    torsor_study *study = sampling->study;
    torsor_model *model = sampling->model.model;
    for (int i = 0; i < torsor_message_count(model); i++) {
        const torsor_message message = torsor_message_at(model, i);
        keep_message(sampling->record, &message, sampling->memory);
    }
    keep_files(sampling, model);
    const volatile int *give_up = study->options.give_up;
    if (!torsor_is_good(model) || !torsor_has_problem(model)) {
        if (torsor_is_good(model))
            keep_text(sampling, "the deck has no problem to solve");
        return !give_up || *give_up == 0;
    }
    const torsor_analysis_options options = {
        .size = sizeof options,
        .threads = 1,
        .give_up = give_up,
        .context = &sampling->model,
        .prepare = sampling->model.n > 0 ? study_case_prepare : NULL,
        .results = study->plan.keeps_results
                       ? arena_printf(sampling->memory, "%s/results/%s", study->folder, sampling->record->key)
                       : NULL};
    torsor_analysis *analysis = torsor_begin(model, &options);
    if (!analysis)
        keep_text(sampling, "memory is exhausted");
    return !analysis || run_analysis(sampling, analysis);
}

bool study_run_case(torsor_study *study, int index, case_record *record, arena *memory)
{
    const double begun = processor_seconds();
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    sampling sampling = {.study = study,
                         .record = record,
                         .memory = memory,
                         .indices = arena_integers(memory, (size_t)study->plan.outputs.n),
                         .width = 1 + (size_t)study->plan.outputs.n};
    sampling.model = study_model_of(study, index, memory);
    const bool ok = sampling.model.model && run_model(&sampling);
    free(sampling.rows);
    record->seconds = processor_seconds() - begun;
    record->host = arena_string(memory, host, strlen(host));
    return ok;
}
