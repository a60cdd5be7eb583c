/* analysis.c - analyses: beginning, steps, results, snapshots. */
#include "api/eigen_table.h"
#include "api/handles.h"
#include "api/options.h"
#include "api/quantities.h"
#include "problem/diag_rows.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- what a run tells --------------------------------------------------------------------------------------------- */

static void print(const torsor_analysis *analysis, const char *words)
{
    if (!analysis->options.print)
        return;
    char *shown = text_visible(words);
    analysis->options.print(analysis->options.context, shown);
    free(shown);
}

static void print_text(const torsor_analysis *analysis, text *words)
{
    if (words->n > 0) {
        text_char(words, '\0');
        print(analysis, words->data);
    }
    text_free(words);
}

/* Prints what the `print` card requests, unless it is written to a file. */
static void print_structure(const torsor_analysis *analysis, const model *model)
{
    text words = {0};
    if (model->options.print && !model->options.print_to_file)
        output_structure(model, &words);
    print_text(analysis, &words);
}

static bool analysis_begin(void *to, const model *model, const state *state)
{
    torsor_analysis *analysis = to;
    (void)state;
    print_structure(analysis, model);
    if (!analysis->options.results)
        return true;
    analysis->out = output_open(model, analysis->options.results, analysis->errors);
    analysis->has_written =
        analysis->out && (!analysis->balance || output_energies(analysis->out, analysis->options.results));
    return analysis->has_written;
}

static void assembled(void *to)
{
    const torsor_analysis *analysis = to;
    if (analysis->out)
        output_assembled(analysis->out);
}

static void begun(void *to, const state *state, const nonlinear_report *report)
{
    const torsor_analysis *analysis = to;
    if (analysis->out && analysis->problem.show & SHOW_MESSAGES)
        output_begun(analysis->out, state, report->iterations, report->residual_error);
}

static void analysis_step(void *to, const state *state, const nonlinear_report *report)
{
    torsor_analysis *analysis = to;
    const step_line line = {.step = state->step,
                            .t = state->t,
                            .dt = state->dt,
                            .iterations = report->iterations,
                            .residual_error = report->residual_error,
                            .solution_error = report->solution_error,
                            .energies = analysis->balance ? energy_now(analysis->balance) : NULL,
                            .by_solution = report->by_solution};
    if (analysis->balance) {
        energy_observe(analysis->balance, state);
        watch_step(analysis->watch, state, energy_now(analysis->balance), analysis->errors);
    }
    if (!analysis->out || !analysis->writes || analysis->problem.clock.is_silent)
        return;
    analysis->has_written = output_step(analysis->out, state, &line) && analysis->has_written;
    if (analysis->problem.show & SHOW_MESSAGES)
        output_iteration_line(analysis->out, &line);
}

static bool eigen(void *to, const state *state, const eigen_result *result)
{
    torsor_analysis *analysis = to;
    if (analysis->options.eigen_table) {
        text table = {0};
        eigen_table(state->model, state, result, &table);
        print_text(analysis, &table);
    }
    if (analysis->out && analysis->writes)
        analysis->has_written = output_eigen(analysis->out, state, result) && analysis->has_written;
    return analysis->has_written;
}

static void message(void *to, const char *words)
{
    const torsor_analysis *analysis = to;
    text line = {0};
    text_printf(&line, "%s\n", words);
    print_text(analysis, &line);
}

/* Called when a restart file is due. */
static bool analysis_save_restart(void *to, archive *from)
{
    torsor_analysis *analysis = to;
    const bool is_numbered = analysis->model->deck->model->options.restart_numbered;
    if (!analysis->options.results || !analysis->writes)
        return true;
    return output_restart(analysis->options.results, is_numbered ? analysis->restarts++ : -1, from, analysis->errors);
}

/* All processes stop after the same step. */
static bool stop(void *to)
{
    torsor_analysis *analysis = to;
    const bool mine = atomic_load(&analysis->interrupted) || !analysis->has_written;
    return analysis->is_stopped = ranks_any(analysis->ranks, mine);
}

/* --- beginning and end -------------------------------------------------------------------------------------------- */

static torsor_status status_of(const torsor_analysis *analysis, run_status status)
{
    if (status == RUN_FAILED || !analysis->has_written)
        return TORSOR_ERROR;
    if (analysis->ranks ? analysis->is_stopped : atomic_load(&analysis->interrupted))
        return TORSOR_INTERRUPTED;
    return status == RUN_ENDED ? TORSOR_END : TORSOR_OK;
}

/* Whether the interval since the last call has passed. */
static bool progress_is_due(torsor_analysis *analysis)
{
    struct timespec now;
    if (!(analysis->options.progress_interval > 0))
        return true;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    const double seconds = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    if (seconds - analysis->progress_time < analysis->options.progress_interval)
        return false;
    analysis->progress_time = seconds;
    return true;
}

static void show_progress(torsor_analysis *analysis)
{
    const state *state = &run_solution(analysis->run)->state;
    if (analysis->options.progress && progress_is_due(analysis) &&
        !analysis->options.progress(analysis->options.context, state->t, analysis->problem.t_end, state->step))
        atomic_store(&analysis->interrupted, 1);
}

static void find_beginning(torsor_analysis *analysis)
{
    if (analysis->run && analysis->options.prepare)
        analysis->options.prepare(analysis->options.context, analysis);
    const run_status status = analysis->run ? run_begin(analysis->run) : RUN_FAILED;
    diag_flush(analysis->errors);
    analysis->status = status_of(analysis, status);
}

static void begin_run(torsor_analysis *analysis)
{
    const bool has_rows = analysis->options.results || analysis->balance;
    const run_options options = {.observer = {.context = analysis,
                                              .begin = analysis_begin,
                                              .assembled = assembled,
                                              .begun = begun,
                                              .step = has_rows ? analysis_step : NULL,
                                              .eigen = eigen,
                                              .message = analysis->options.print ? message : NULL,
                                              .stop = stop,
                                              .serialize = analysis_save_restart},
                                 .errors = analysis->errors,
                                 .resume = analysis->resume,
                                 .resume_name = analysis->options.resume,
                                 .resume_where = analysis->resume_where,
                                 .may_restore = analysis->options.may_restore,
                                 .is_timed = analysis->options.time_solver,
                                 .ranks = analysis->ranks,
                                 .number = atomic_fetch_add(&analysis->model->analyses, 1)};
    analysis->run = run_create(&analysis->problem, analysis->model->deck->model, &options);
    if (analysis->run && analysis->may_begin_again) {
        analysis->origin = snapshot_create(analysis->run);
        snapshot_take(analysis->origin, analysis->run);
    }
    find_beginning(analysis);
}

static const char *own_text(arena *memory, const char *words)
{
    return words ? arena_string(memory, words, strlen(words)) : NULL;
}

/* Uses the restart file given by the options, or else the one named in the deck. */
static void take_restart(torsor_analysis *analysis, const control *control)
{
    const bool is_given = analysis->options.resume != NULL;
    analysis->options.resume = own_text(analysis->memory, is_given ? analysis->options.resume : control->load_restart);
    analysis->resume_where = is_given ? (source_location){0, 0, 0} : control->load_restart_where;
}

/* Returns false after an error. */
static bool take_accuracy(torsor_analysis *analysis)
{
    const double asked = analysis->options.accuracy;
    if (asked == 0 || problem_set_accuracy(&analysis->problem, asked))
        return true;
    diag_report(analysis->errors, E_ACCURACY_ASKED, analysis->problem.location, ACCURACY_LEAST, ACCURACY_MOST, asked);
    diag_flush(analysis->errors);
    analysis->status = TORSOR_ERROR;
    return false;
}

static void begin_analysis(void *on)
{
    torsor_analysis *analysis = on;
    const deck *deck = analysis->model->deck;
    analysis->memory = arena_create();
    analysis->errors = diag_create(deck->texts);
    analysis->messages.on_message = analysis->may_begin_again ? NULL : analysis->model->options.message;
    analysis->messages.context = analysis->model->options.context;
    messages_open(&analysis->messages, analysis->errors);
    analysis->writes = analysis->has_written = true;
    analysis->options.results = own_text(analysis->memory, analysis->options.results);
    take_restart(analysis, &deck->model->options);
    analysis->resume = analysis->options.resume ? archive_open(analysis->options.resume) : NULL;
    analysis->problem = *deck->problem;
    if (analysis->options.endless)
        analysis->problem.t_end = HUGE_VAL;
    if (analysis->options.threads != 0)
        analysis->problem.assembly_threads = analysis->problem.linear_options.threads =
            analysis->options.threads > 0 ? analysis->options.threads : THREADS_AUTO;
    if (analysis->options.consistent_start)
        analysis->problem.start = START_CONSISTENT;
    if (!take_accuracy(analysis))
        return;
    if (analysis->options.eigen_table && !analysis->problem.eigen)
        analysis->problem.eigen = eigenanalysis_at(analysis->problem.t0, analysis->memory);
    if (analysis->options.energy) {
        analysis->balance = energy_create(deck->model, analysis->memory);
        analysis->watch = watch_create(deck->model, analysis->memory);
    }
    begin_run(analysis);
}

void analysis_work(torsor_analysis *analysis, void (*work)(void *on), void *on)
{
    if (atomic_exchange(&analysis->is_at_work, true))
        return;
    const guard_outcome how = guarded_until(work, on, analysis->options.give_up);
    atomic_store(&analysis->is_at_work, false);
    if (how == GUARD_DONE)
        return;
    analysis->is_given_up = how == GUARD_GIVEN_UP;
    analysis->status = analysis->is_given_up ? TORSOR_INTERRUPTED : TORSOR_NO_MEMORY;
}

static torsor_analysis *begin_first(torsor_model *model, const torsor_analysis_options *options, bool may_begin_again,
                                    const ranks *ranks)
{
    torsor_analysis *analysis = model ? calloc(1, sizeof *analysis) : NULL;
    if (!analysis)
        return NULL;
    analysis->model = model;
    analysis->may_begin_again = may_begin_again;
    analysis->ranks = ranks;
    atomic_fetch_add(&model->users, 1);
    analysis->status = TORSOR_MISUSE;
    if (options_copy(&analysis->options, sizeof analysis->options, options) && torsor_has_problem(model))
        analysis_work(analysis, begin_analysis, analysis);
    return analysis;
}

torsor_analysis *torsor_begin(torsor_model *model, const torsor_analysis_options *options)
{
    return begin_first(model, options, false, NULL);
}

torsor_analysis *analysis_begin_on(torsor_model *model, const torsor_analysis_options *options, const ranks *ranks)
{
    return begin_first(model, options, false, ranks);
}

torsor_analysis *analysis_begin_repeatable(torsor_model *model, const torsor_analysis_options *options)
{
    return begin_first(model, options, true, NULL);
}

static void return_to_origin(void *on)
{
    torsor_analysis *analysis = on;
    analysis->status = TORSOR_MISUSE; /* as before the first beginning: motions cannot be set yet */
    analysis->is_moved = false;
    atomic_store(&analysis->interrupted, 0);
    if (run_rewind(analysis->run, analysis->origin))
        find_beginning(analysis);
    else
        analysis->status = TORSOR_ERROR;
    diag_flush(analysis->errors);
}

torsor_status analysis_begin_again(torsor_analysis *analysis)
{
    if (!analysis->origin || analysis->status == TORSOR_NO_MEMORY)
        return analysis->status;
    analysis_work(analysis, return_to_origin, analysis);
    return analysis->status;
}

torsor_status torsor_state(const torsor_analysis *analysis) { return analysis ? analysis->status : TORSOR_MISUSE; }

/* --- steps -------------------------------------------------------------------------------------------------------- */

typedef struct {
    torsor_analysis *analysis;
    double until;
    bool is_one, is_cut; /* is_cut: no step goes beyond `until` */
} advancing;

bool analysis_reconsider(torsor_analysis *analysis)
{
    const bool ok = !analysis->is_moved || run_reconsider(analysis->run);
    analysis->is_moved = analysis->is_moved && !ok;
    return ok;
}

static void analysis_advance(torsor_analysis *analysis, double until)
{
    if (!analysis_reconsider(analysis)) {
        diag_flush(analysis->errors);
        analysis->status = TORSOR_ERROR;
        return;
    }
    const run_status status = run_advance_to(analysis->run, until);
    diag_flush(analysis->errors);
    show_progress(analysis);
    analysis->status = status_of(analysis, status);
}

static void advance_to(void *on)
{
    const advancing *advancing = on;
    const double nearly =
        advancing->is_cut ? advancing->until - 1e-9 * torsor_time_step(advancing->analysis) : advancing->until;
    do
        analysis_advance(advancing->analysis, advancing->is_cut ? advancing->until : HUGE_VAL);
    while (advancing->analysis->status == TORSOR_OK && !advancing->is_one && torsor_time(advancing->analysis) < nearly);
}

static torsor_status go_on(advancing advancing)
{
    if (!advancing.analysis || analysis_is_at_work(advancing.analysis))
        return TORSOR_MISUSE;
    if (advancing.analysis->status == TORSOR_OK)
        analysis_work(advancing.analysis, advance_to, &advancing);
    return advancing.analysis->status;
}

torsor_status torsor_step(torsor_analysis *analysis)
{
    const bool has_more = torsor_state(analysis) == TORSOR_OK;
    const torsor_status status = go_on((advancing){.analysis = analysis, .is_one = true});
    return has_more && status == TORSOR_END ? TORSOR_OK : status; /* the last step also counts as a step */
}

torsor_status torsor_run(torsor_analysis *analysis)
{
    return go_on((advancing){.analysis = analysis, .until = HUGE_VAL});
}

torsor_status torsor_run_past(torsor_analysis *analysis, double time)
{
    if (isnan(time))
        return TORSOR_MISUSE;
    return torsor_state(analysis) == TORSOR_OK && torsor_time(analysis) >= time
               ? TORSOR_OK
               : go_on((advancing){.analysis = analysis, .until = time});
}

torsor_status torsor_run_exactly_to(torsor_analysis *analysis, double time)
{
    if (isnan(time))
        return TORSOR_MISUSE;
    return torsor_state(analysis) == TORSOR_OK && torsor_time(analysis) >= time - 1e-9 * torsor_time_step(analysis)
               ? TORSOR_OK
               : go_on((advancing){.analysis = analysis, .until = time, .is_cut = true});
}

/* --- the end ------------------------------------------------------------------------------------------------------ */

static void close_results(void *on)
{
    torsor_analysis *analysis = on;
    const bool ok = !analysis->run || analysis->is_given_up || run_end(analysis->run) != RUN_FAILED;
    const bool is_complete = ok && (analysis->status == TORSOR_END || analysis->status == TORSOR_OK);
    const bool is_written = !analysis->out || output_close(analysis->out, is_complete);
    analysis->out = NULL;
    if (!is_written || !ok)
        analysis->status = TORSOR_ERROR;
    diag_flush(analysis->errors);
}

static void abandon_results(void *on)
{
    torsor_analysis *analysis = on;
    output_abandon(analysis->out);
}

torsor_status torsor_end(torsor_analysis *analysis)
{
    if (!analysis)
        return TORSOR_OK;
    if (atomic_exchange(&analysis->is_at_work, true))
        return TORSOR_MISUSE;
    const bool is_usable = analysis->status != TORSOR_NO_MEMORY && analysis->status != TORSOR_MISUSE;
    if (is_usable && !guarded(close_results, analysis))
        analysis->status = TORSOR_NO_MEMORY;
    if (analysis->out && !guarded(abandon_results, analysis))
        analysis->status = TORSOR_NO_MEMORY;
    const torsor_status status = analysis->status;
    snapshot_destroy(analysis->origin);
    quantities_destroy(analysis->names);
    ordinary_destroy(analysis->ordinary);
    run_destroy(analysis->run);
    watch_destroy(analysis->watch);
    archive_destroy(analysis->resume);
    diag_destroy(analysis->errors);
    messages_close(&analysis->messages);
    arena_destroy(analysis->memory);
    model_leave(analysis->model);
    free(analysis);
    return status;
}

void torsor_interrupt(torsor_analysis *analysis)
{
    if (analysis)
        atomic_store(&analysis->interrupted, 1);
}

/* --- time --------------------------------------------------------------------------------------------------------- */

static bool has_run(const torsor_analysis *analysis) { return analysis && analysis->run; }

double torsor_time(const torsor_analysis *analysis)
{
    return has_run(analysis) ? run_solution(analysis->run)->state.t : (double)NAN;
}
double torsor_time_step(const torsor_analysis *analysis)
{
    return has_run(analysis) ? run_solution(analysis->run)->state.dt : (double)NAN;
}
int torsor_step_number(const torsor_analysis *analysis)
{
    return has_run(analysis) ? run_solution(analysis->run)->state.step : 0;
}
double torsor_final_time(const torsor_analysis *analysis)
{
    return has_run(analysis) ? analysis->problem.t_end : (double)NAN;
}

void torsor_write_results(torsor_analysis *analysis, bool on)
{
    if (analysis)
        analysis->writes = on;
}

torsor_summary torsor_summary_of(const torsor_analysis *analysis)
{
    const run_summary none = {0}, *sum = has_run(analysis) ? run_results(analysis->run) : &none;
    const solver_seconds taken = has_run(analysis) ? run_seconds(analysis->run) : (solver_seconds){0};
    return (torsor_summary){.time = sum->t,
                            .steps = sum->steps,
                            .iterations = sum->iterations,
                            .jacobians = sum->jacobians,
                            .error = sum->error,
                            .residual_seconds = taken.residual,
                            .jacobian_seconds = taken.jacobian,
                            .solution_seconds = taken.solution};
}

/* --- going back --------------------------------------------------------------------------------------------------- */

typedef struct {
    torsor_analysis *analysis;
    torsor_snapshot *torsor_snapshot;
    const torsor_snapshot *snapshot;
    const char *path;
    bool ok;
} passage;

/* Whether the analysis can be restored: its options allow it, no call is at work, and none has run out of memory. */
static bool may_restore(const torsor_analysis *analysis)
{
    return has_run(analysis) && !analysis_is_at_work(analysis) && analysis->options.may_restore &&
           analysis->status != TORSOR_NO_MEMORY;
}

static void analysis_take(void *on)
{
    const passage *passage = on;
    if (!passage->torsor_snapshot->snapshot)
        passage->torsor_snapshot->snapshot = snapshot_create(passage->analysis->run);
    snapshot_take(passage->torsor_snapshot->snapshot, passage->analysis->run);
    passage->torsor_snapshot->is_moved = passage->analysis->is_moved;
}

torsor_snapshot *torsor_snapshot_take(torsor_analysis *analysis)
{
    passage passage = {.analysis = analysis,
                       .torsor_snapshot = may_restore(analysis) ? calloc(1, sizeof *passage.torsor_snapshot) : NULL};
    if (!passage.torsor_snapshot)
        return NULL;
    passage.torsor_snapshot->model = analysis->model;
    if (guarded(analysis_take, &passage))
        return passage.torsor_snapshot;
    torsor_snapshot_free(passage.torsor_snapshot);
    return NULL;
}

static bool belong_together(const torsor_snapshot *snapshot, const torsor_analysis *analysis)
{
    return snapshot && may_restore(analysis) && snapshot->model == analysis->model &&
           snapshot_fits(snapshot->snapshot, analysis->run);
}

torsor_status torsor_snapshot_renew(torsor_snapshot *snapshot, torsor_analysis *analysis)
{
    passage passage = {.analysis = analysis, .torsor_snapshot = snapshot};
    if (!belong_together(snapshot, analysis))
        return TORSOR_MISUSE;
    return guarded(analysis_take, &passage) ? TORSOR_OK : TORSOR_NO_MEMORY;
}

static void analysis_go_back(void *on)
{
    passage *passage = on;
    passage->ok = snapshot_restore_checked(passage->snapshot->snapshot, passage->analysis->run);
    passage->analysis->is_moved = passage->snapshot->is_moved;
    diag_flush(passage->analysis->errors);
}

torsor_status torsor_restore(torsor_analysis *analysis, const torsor_snapshot *snapshot)
{
    passage passage = {.analysis = analysis, .snapshot = snapshot};
    if (!belong_together(snapshot, analysis))
        return TORSOR_MISUSE;
    if (!guarded(analysis_go_back, &passage))
        return analysis->status = TORSOR_NO_MEMORY;
    /* An interrupt that has taken effect is over; a later one is not lost. */
    if (analysis->status == TORSOR_INTERRUPTED)
        atomic_store(&analysis->interrupted, 0);
    analysis->status = !passage.ok ? TORSOR_ERROR : run_is_over(analysis->run) ? TORSOR_END : TORSOR_OK;
    if (analysis->balance)
        energy_restart(analysis->balance);
    return passage.ok ? TORSOR_OK : TORSOR_ERROR;
}

torsor_energy torsor_energies(const torsor_analysis *analysis)
{
    const double none = (double)NAN, *E = analysis && analysis->balance ? energy_now(analysis->balance) : NULL;
    if (!E)
        return (torsor_energy){none, none, none, none, none, none, none, none};
    return (torsor_energy){.kinetic = E[ENERGY_KINETIC],
                           .potential = E[ENERGY_POTENTIAL],
                           .elastic = E[ENERGY_ELASTIC],
                           .dissipated = E[ENERGY_DISSIPATED],
                           .drives = E[ENERGY_DRIVES],
                           .forces = E[ENERGY_FORCES],
                           .other = E[ENERGY_OTHER],
                           .imbalance = E[ENERGY_IMBALANCE]};
}

void torsor_snapshot_free(torsor_snapshot *snapshot)
{
    if (!snapshot)
        return;
    snapshot_destroy(snapshot->snapshot);
    free(snapshot);
}

static void save(void *on)
{
    passage *passage = on;
    passage->ok = analysis_reconsider(passage->analysis);
    diag_flush(passage->analysis->errors);
    if (!passage->ok)
        return;
    archive *to = archive_create();
    run_save(to, passage->analysis->run);
    passage->ok = !archive_failed(to) && archive_write(to, passage->path) == 0;
    archive_destroy(to);
}

torsor_status torsor_save(torsor_analysis *analysis, const char *path)
{
    passage passage = {.analysis = analysis, .path = path};
    if (!may_restore(analysis) || !path || !analysis->problem.type->save)
        return TORSOR_MISUSE;
    return !guarded(save, &passage) ? TORSOR_NO_MEMORY : passage.ok ? TORSOR_OK : TORSOR_ERROR;
}
