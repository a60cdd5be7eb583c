/* analysis.c - analyses: beginning, steps, results, going back. */
#include "api/eigen_table.h"
#include "api/handles.h"
#include "api/options.h"
#include "api/quantities.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- what a run tells --------------------------------------------------------------------------------------------- */

static void print(const torsor_analysis *a, const char *words)
{
    if (!a->options.print)
        return;
    char *shown = text_visible(words);
    a->options.print(a->options.context, shown);
    free(shown);
}

static void print_text(const torsor_analysis *a, text *words)
{
    if (words->n > 0) {
        text_char(words, '\0');
        print(a, words->data);
    }
    text_free(words);
}

/* What the `print` card asks for, unless it goes to a file. */
static void print_structure(const torsor_analysis *a, const model *m)
{
    text words = {0};
    if (m->options.print && !m->options.print_to_file)
        output_structure(m, &words);
    print_text(a, &words);
}

static bool analysis_begin(void *to, const model *m, const state *s)
{
    torsor_analysis *a = to;
    (void)s;
    print_structure(a, m);
    if (!a->options.results)
        return true;
    a->out = output_open(m, a->options.results, a->errors);
    a->has_written = a->out && (!a->balance || output_energies(a->out, a->options.results));
    return a->has_written;
}

static void assembled(void *to)
{
    const torsor_analysis *a = to;
    if (a->out)
        output_assembled(a->out);
}

static void begun(void *to, const state *s, const nonlinear_report *r)
{
    const torsor_analysis *a = to;
    if (a->out && a->problem.show & SHOW_MESSAGES)
        output_begun(a->out, s, r->iterations, r->residual_error);
}

static void analysis_step(void *to, const state *s, const nonlinear_report *r)
{
    torsor_analysis *a = to;
    const step_line line = {.step = s->step,
                            .t = s->t,
                            .dt = s->dt,
                            .iterations = r->iterations,
                            .residual_error = r->residual_error,
                            .solution_error = r->solution_error,
                            .energies = a->balance ? energy_now(a->balance) : NULL,
                            .by_solution = r->by_solution};
    if (a->balance) {
        energy_observe(a->balance, s);
        watch_step(a->watch, s, energy_now(a->balance), a->errors);
    }
    if (!a->out || !a->writes || a->problem.clock.is_silent)
        return;
    a->has_written = output_step(a->out, s, &line) && a->has_written;
    if (a->problem.show & SHOW_MESSAGES)
        output_iteration_line(a->out, &line);
}

static bool eigen(void *to, const state *s, const eigen_result *r)
{
    torsor_analysis *a = to;
    if (a->options.eigen_table) {
        text table = {0};
        eigen_table(s->model, s, r, &table);
        print_text(a, &table);
    }
    if (a->out && a->writes)
        a->has_written = output_eigen(a->out, s, r) && a->has_written;
    return a->has_written;
}

static void message(void *to, const char *words)
{
    const torsor_analysis *a = to;
    text line = {0};
    text_printf(&line, "%s\n", words);
    print_text(a, &line);
}

/* A restart file is due. */
static bool analysis_keep(void *to, archive *from)
{
    torsor_analysis *a = to;
    const bool is_numbered = a->m->deck->model->options.restart_numbered;
    if (!a->options.results || !a->writes)
        return true;
    return output_restart(a->options.results, is_numbered ? a->restarts++ : -1, from, a->errors);
}

static bool stop(void *to)
{
    torsor_analysis *a = to;
    return atomic_load(&a->interrupted) || !a->has_written;
}

/* --- beginning and end -------------------------------------------------------------------------------------------- */

static torsor_status status_of(const torsor_analysis *a, run_status status)
{
    if (status == RUN_FAILED || !a->has_written)
        return TORSOR_ERROR;
    if (atomic_load(&a->interrupted))
        return TORSOR_INTERRUPTED;
    return status == RUN_ENDED ? TORSOR_END : TORSOR_OK;
}

static void show_progress(torsor_analysis *a)
{
    const state *s = &run_solution(a->x)->s;
    if (a->options.progress && !a->options.progress(a->options.context, s->t, a->problem.t_end, s->step))
        atomic_store(&a->interrupted, 1);
}

static void begin_run(torsor_analysis *a)
{
    const run_options o = {.listen = {.context = a,
                                      .begin = analysis_begin,
                                      .assembled = assembled,
                                      .begun = begun,
                                      .step = analysis_step,
                                      .eigen = eigen,
                                      .message = a->options.print ? message : NULL,
                                      .stop = stop,
                                      .keep = analysis_keep},
                           .errors = a->errors,
                           .resume = a->resume,
                           .resume_name = a->options.resume,
                           .resume_where = a->resume_where,
                           .may_return = a->options.may_return,
                           .is_timed = a->options.time_solver,
                           .number = atomic_fetch_add(&a->m->analyses, 1)};
    a->x = run_create(&a->problem, a->m->deck->model, &o);
    if (a->x && a->options.prepare)
        a->options.prepare(a->options.context, a);
    const run_status status = a->x ? run_begin(a->x) : RUN_FAILED;
    diag_flush(a->errors);
    a->status = status_of(a, status);
}

static const char *own_text(arena *memory, const char *words)
{
    return words ? arena_string(memory, words, strlen(words)) : NULL;
}

/* From outside, or from the deck: the file it names. */
static void take_restart(torsor_analysis *a, const control *c)
{
    const bool is_given = a->options.resume != NULL;
    a->options.resume = own_text(a->memory, is_given ? a->options.resume : c->load_restart);
    a->resume_where = is_given ? (place){0, 0, 0} : c->load_restart_where;
}

static void begin_analysis(void *on)
{
    torsor_analysis *a = on;
    const deck *d = a->m->deck;
    a->memory = arena_create();
    a->errors = diag_create(d->texts);
    a->messages.hear = a->m->options.message;
    a->messages.context = a->m->options.context;
    messages_open(&a->messages, a->errors);
    a->writes = a->has_written = true;
    a->options.results = own_text(a->memory, a->options.results);
    take_restart(a, &d->model->options);
    a->resume = a->options.resume ? archive_open(a->options.resume) : NULL;
    a->problem = *d->problem;
    if (a->options.endless)
        a->problem.t_end = HUGE_VAL;
    if (a->options.threads != 0)
        a->problem.assembly_threads = a->problem.linear_options.threads =
            a->options.threads > 0 ? a->options.threads : THREADS_AUTO;
    if (a->options.eigen_table && !a->problem.eigen)
        a->problem.eigen = eigenanalysis_at(a->problem.t0, a->memory);
    if (a->options.energy) {
        a->balance = energy_create(d->model, a->memory);
        a->watch = watch_create(d->model, a->memory);
    }
    begin_run(a);
}

void analysis_work(torsor_analysis *a, void (*work)(void *on), void *on)
{
    const guard_outcome how = guarded_until(work, on, a->options.give_up);
    if (how == GUARD_DONE)
        return;
    a->is_given_up = how == GUARD_GIVEN_UP;
    a->status = a->is_given_up ? TORSOR_INTERRUPTED : TORSOR_NO_MEMORY;
}

torsor_analysis *torsor_begin(torsor_model *m, const torsor_analysis_options *options)
{
    torsor_analysis *a = m ? calloc(1, sizeof *a) : NULL;
    if (!a)
        return NULL;
    a->m = m;
    a->status = TORSOR_MISUSE;
    if (options_copy(&a->options, sizeof a->options, options) && torsor_has_problem(m))
        analysis_work(a, begin_analysis, a);
    return a;
}

torsor_status torsor_state(const torsor_analysis *a) { return a ? a->status : TORSOR_MISUSE; }

/* --- steps -------------------------------------------------------------------------------------------------------- */

typedef struct {
    torsor_analysis *a;
    double until;
    bool is_one, is_cut; /* is_cut: no step goes beyond */
} advancing;

bool analysis_reconsider(torsor_analysis *a)
{
    const bool ok = !a->is_moved || run_reconsider(a->x);
    a->is_moved = a->is_moved && !ok;
    return ok;
}

static void analysis_advance(torsor_analysis *a, double until)
{
    if (!analysis_reconsider(a)) {
        diag_flush(a->errors);
        a->status = TORSOR_ERROR;
        return;
    }
    const run_status status = run_advance_to(a->x, until);
    diag_flush(a->errors);
    show_progress(a);
    a->status = status_of(a, status);
}

static void advance_to(void *on)
{
    const advancing *x = on;
    const double nearly = x->is_cut ? x->until - 1e-9 * torsor_time_step(x->a) : x->until;
    do
        analysis_advance(x->a, x->is_cut ? x->until : HUGE_VAL);
    while (x->a->status == TORSOR_OK && !x->is_one && torsor_time(x->a) < nearly);
}

static torsor_status go_on(advancing x)
{
    if (!x.a)
        return TORSOR_MISUSE;
    if (x.a->status == TORSOR_OK)
        analysis_work(x.a, advance_to, &x);
    return x.a->status;
}

torsor_status torsor_step(torsor_analysis *a)
{
    const bool has_more = torsor_state(a) == TORSOR_OK;
    const torsor_status status = go_on((advancing){.a = a, .is_one = true});
    return has_more && status == TORSOR_END ? TORSOR_OK : status; /* the last step is one as well */
}

torsor_status torsor_run(torsor_analysis *a) { return go_on((advancing){.a = a, .until = HUGE_VAL}); }

torsor_status torsor_run_to(torsor_analysis *a, double time)
{
    if (isnan(time))
        return TORSOR_MISUSE;
    return torsor_state(a) == TORSOR_OK && torsor_time(a) >= time ? TORSOR_OK
                                                                  : go_on((advancing){.a = a, .until = time});
}

torsor_status torsor_run_until(torsor_analysis *a, double time)
{
    if (isnan(time))
        return TORSOR_MISUSE;
    return torsor_state(a) == TORSOR_OK && torsor_time(a) >= time - 1e-9 * torsor_time_step(a)
               ? TORSOR_OK
               : go_on((advancing){.a = a, .until = time, .is_cut = true});
}

/* --- the end ------------------------------------------------------------------------------------------------------ */

static void close_results(void *on)
{
    torsor_analysis *a = on;
    const bool ok = !a->x || a->is_given_up || run_end(a->x) != RUN_FAILED;
    const bool is_complete = ok && (a->status == TORSOR_END || a->status == TORSOR_OK);
    const bool is_written = !a->out || output_close(a->out, is_complete);
    a->out = NULL;
    if (!is_written || !ok)
        a->status = TORSOR_ERROR;
    diag_flush(a->errors);
}

static void abandon_results(void *on)
{
    torsor_analysis *a = on;
    output_abandon(a->out);
}

torsor_status torsor_end(torsor_analysis *a)
{
    if (!a)
        return TORSOR_OK;
    const bool is_usable = a->status != TORSOR_NO_MEMORY && a->status != TORSOR_MISUSE;
    if (is_usable && !guarded(close_results, a))
        a->status = TORSOR_NO_MEMORY;
    if (a->out && !guarded(abandon_results, a))
        a->status = TORSOR_NO_MEMORY;
    const torsor_status status = a->status;
    quantities_destroy(a->names);
    ordinary_destroy(a->ordinary);
    run_destroy(a->x);
    watch_destroy(a->watch);
    archive_destroy(a->resume);
    diag_destroy(a->errors);
    messages_close(&a->messages);
    arena_destroy(a->memory);
    free(a);
    return status;
}

void torsor_interrupt(torsor_analysis *a)
{
    if (a)
        atomic_store(&a->interrupted, 1);
}

/* --- time --------------------------------------------------------------------------------------------------------- */

static bool has_run(const torsor_analysis *a) { return a && a->x; }

double torsor_time(const torsor_analysis *a) { return has_run(a) ? run_solution(a->x)->s.t : (double)NAN; }
double torsor_time_step(const torsor_analysis *a) { return has_run(a) ? run_solution(a->x)->s.dt : (double)NAN; }
int torsor_step_number(const torsor_analysis *a) { return has_run(a) ? run_solution(a->x)->s.step : 0; }
double torsor_final_time(const torsor_analysis *a) { return has_run(a) ? a->problem.t_end : (double)NAN; }

void torsor_write_results(torsor_analysis *a, bool on)
{
    if (a)
        a->writes = on;
}

torsor_summary torsor_summary_of(const torsor_analysis *a)
{
    const run_summary none = {0}, *sum = has_run(a) ? run_results(a->x) : &none;
    const solver_seconds taken = has_run(a) ? run_seconds(a->x) : (solver_seconds){0};
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
    torsor_analysis *a;
    torsor_snapshot *s;
    const torsor_snapshot *snapshot;
    const char *path;
    bool ok;
} passage;

/* What is needed to return is there, and nothing is half done. */
static bool may_return(const torsor_analysis *a)
{
    return has_run(a) && a->options.may_return && a->status != TORSOR_NO_MEMORY;
}

static void analysis_take(void *on)
{
    const passage *p = on;
    if (!p->s->snapshot)
        p->s->snapshot = snapshot_create(p->a->x);
    snapshot_take(p->s->snapshot, p->a->x);
    p->s->is_moved = p->a->is_moved;
}

torsor_snapshot *torsor_snapshot_take(torsor_analysis *a)
{
    passage p = {.a = a, .s = may_return(a) ? calloc(1, sizeof *p.s) : NULL};
    if (!p.s)
        return NULL;
    p.s->m = a->m;
    if (guarded(analysis_take, &p))
        return p.s;
    torsor_snapshot_free(p.s);
    return NULL;
}

static bool belong_together(const torsor_snapshot *s, const torsor_analysis *a)
{
    return s && may_return(a) && s->m == a->m && snapshot_fits(s->snapshot, a->x);
}

torsor_status torsor_snapshot_renew(torsor_snapshot *s, torsor_analysis *a)
{
    passage p = {.a = a, .s = s};
    if (!belong_together(s, a))
        return TORSOR_MISUSE;
    return guarded(analysis_take, &p) ? TORSOR_OK : TORSOR_NO_MEMORY;
}

static void analysis_go_back(void *on)
{
    passage *p = on;
    p->ok = snapshot_return(p->snapshot->snapshot, p->a->x);
    p->a->is_moved = p->snapshot->is_moved;
    diag_flush(p->a->errors);
}

torsor_status torsor_return(torsor_analysis *a, const torsor_snapshot *s)
{
    passage p = {.a = a, .snapshot = s};
    if (!belong_together(s, a))
        return TORSOR_MISUSE;
    if (!guarded(analysis_go_back, &p))
        return a->status = TORSOR_NO_MEMORY;
    /* An interrupt that has been heard is over; one to come is not lost. */
    if (a->status == TORSOR_INTERRUPTED)
        atomic_store(&a->interrupted, 0);
    a->status = !p.ok ? TORSOR_ERROR : run_is_over(a->x) ? TORSOR_END : TORSOR_OK;
    if (a->balance)
        energy_restart(a->balance);
    return p.ok ? TORSOR_OK : TORSOR_ERROR;
}

torsor_energy torsor_energies(const torsor_analysis *a)
{
    const double none = (double)NAN, *E = a && a->balance ? energy_now(a->balance) : NULL;
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

void torsor_snapshot_free(torsor_snapshot *s)
{
    if (!s)
        return;
    snapshot_destroy(s->snapshot);
    free(s);
}

static void save(void *on)
{
    passage *p = on;
    p->ok = analysis_reconsider(p->a);
    diag_flush(p->a->errors);
    if (!p->ok)
        return;
    archive *to = archive_create();
    run_save(to, p->a->x);
    p->ok = !archive_failed(to) && archive_write(to, p->path) == 0;
    archive_destroy(to);
}

torsor_status torsor_save(torsor_analysis *a, const char *path)
{
    passage p = {.a = a, .path = path};
    if (!may_return(a) || !path || !a->problem.type->save)
        return TORSOR_MISUSE;
    return !guarded(save, &p) ? TORSOR_NO_MEMORY : p.ok ? TORSOR_OK : TORSOR_ERROR;
}
