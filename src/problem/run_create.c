/* run_create.c - the parts of a run: its solution with what lies in it, solvers, threads, couplings. */
#include "base/memory_limit.h"
#include "problem/diag_rows.h"
#include "problem/run_internals.h"

static size_t whole_lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

/* Converged points that the history holds. */
static int history_points(const problem *p)
{
    const integrator_type *method = p->method.type, *other = p->dummy_method.type;
    const int main = method->points + method->stages - 1, dummy = other->points + other->stages - 1;
    if (p->type->history_points > 0)
        return p->type->history_points;
    return p->dummy_steps > 0 && dummy > main ? dummy : main;
}

/* The solution, with what the run adds to it. */
static void lay_out(run *run)
{
    const problem *p = run->p;
    const int points = history_points(p), times = p->eigen ? p->eigen->n_times : 0;
    const bool slopes = p->method.type->slopes || p->dummy_method.type->slopes;
    const size_t past = whole_lines(history_size(run->m, points, slopes));
    const size_t progress = whole_lines(sizeof(run_progress)), done = whole_lines((size_t)times);
    run->solver_size = whole_lines(p->nonlinear->memory(p->nonlinear_options, run->m->n_unknowns));
    run->u = solution_create(run->m, past + progress + done + run->solver_size, run->errors, run->memory);
    unsigned char *at = run->u->extra;
    run->now = (run_progress *)at;
    run->sum = &run->now->sum;
    run->past = history_create(run->m, points, slopes, at + progress, run->memory);
    run->eigen_done = (bool *)(at + progress + past);
    run->solver_memory = at + progress + past + done;
}

/* Whether the factors, where it is known how large they will be, fit into memory. */
static bool has_memory(run *run)
{
    static const double GB = 1e9, LARGE = 1e9;
    const double bytes = linear_bytes(run->a->solver), there = memory_available();
    const int n = run->m->n_unknowns;
    if (bytes >= LARGE)
        diag_report(run->errors, N_LARGE, run->p->where, n, bytes / GB);
    if (bytes <= there)
        return true;
    diag_report(run->errors, E_TOO_LARGE, run->p->where, n, bytes / GB, there / GB);
    diag_hint(run->errors,
              "a coarser mesh, more memory, or 'nonlinear solver: matrix free, gmres, preconditioner, incomplete "
              "factors', which needs less, may help");
    return false;
}

static bool prepare_solvers(run *run)
{
    const problem *p = run->p;
    linear_options o = p->linear_options;
    int threads = p->assembly_threads;
    run->a = equations_create(run->m, run->memory);
    run->a->seconds = run->o.is_timed ? &run->seconds : NULL;
    o.is_restartable =
        run->m->options.restart != RESTART_NEVER || run->o.resume || run->o.may_return || run->m->participant;
    o.team = run->team = threads_hire(&threads, &o.threads, run->a);
    equations_share(run->a, run->team, threads, run->memory);
    const char *wanted = p->nonlinear->linear ? p->nonlinear->linear(p->nonlinear_options) : NULL;
    const linear_backend *type = wanted ? linear_backend_find(wanted) : p->linear;
    if (!equations_choose_solver(run->a, type, &o)) {
        diag_report(run->errors, E_SOLVER_MISSING, p->where, type->keyword);
        return false;
    }
    if (!has_memory(run))
        return false;
    if (p->step.scale)
        equations_want_scales(run->a, run->memory);
    if (p->step.residual_test == TEST_RELNORM || p->step.residual_test == TEST_SEPNORM)
        equations_want_magnitudes(run->a, run->memory);
    run->solver = p->nonlinear->prepare(p->nonlinear_options, run->solver_memory, run->u->n, run->memory);
    return true;
}

/* What does not depend on the state it begins with. False after an error. */
static bool run_create_prepare(run *run)
{
    lay_out(run);
    if (!prepare_solvers(run))
        return false;
    solver_output_prepare(run);
    solution_initial(run->u);
    restart_prepare(run);
    peers_prepare(run);
    participant_prepare(run);
    step_limits_prepare(run);
    return true;
}

run *run_create(const problem *p, const model *m, const run_options *o)
{
    arena *memory = arena_create();
    run *x = ARENA_NEW(memory, run);
    *x = (run){.p = p, .m = m, .o = *o, .errors = o->errors, .memory = memory};
    x->listen = &x->o.listen;
    if (run_create_prepare(x) && (!o->resume || restart_load(x)) &&
        (!o->listen.begin || o->listen.begin(o->listen.context, m, &x->u->s)))
        return x;
    run_destroy(x);
    return NULL;
}

void run_destroy(run *run)
{
    if (!run)
        return;
    if (run->work && run->p->type->release)
        run->p->type->release(run);
    peers_end(run);
    participant_destroy(run);
    archive_destroy(run->kept);
    equations_destroy(run->a);
    team_destroy(run->team);
    solution_destroy(run->u);
    arena_destroy(run->memory);
}
