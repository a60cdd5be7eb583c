/* restart.c - what a run that goes on from a restart file has to know, saved and loaded by one function each.
 *
 *     model      names of all nodes and elements, in order: the deck must have the same
 *     steps      time, step, how the last one went, the strategy, the summary, eigenanalyses done
 *     points     the converged points that the integration works from; the newest is the present state
 *     memories   of all instances, each under its name
 *     variables  those that have changed since the deck was read
 *     peers      those that a file can bring to where they were
 *     solvers    Jacobian matrices and pivots that outlive a step
 *
 * Positions, velocities and orientations follow from the newest point. A time step that the deck has changed is the
 * length of the next step; a method that knows only equal steps then begins anew. */
#include "math/rotation.h"
#include "model/hints.h"
#include "problem/diag_rows.h"
#include "problem/run_internals.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 192 };

/* --- the model ---------------------------------------------------------------------------------------------------- */

static const char *node_name(const node *n, char name[NAME])
{
    snprintf(name, NAME, "%s node %u of %d unknowns", n->type->keyword, n->label, n->n_dof);
    return name;
}

/* "joint 2 (rod)", behind what is there already. */
static void add_name(char name[NAME], const char *of, unsigned label, const char *keyword)
{
    const size_t n = strlen(name);
    char number[16] = "";
    if (label > 0)
        snprintf(number, sizeof number, " %u", label);
    snprintf(name + n, NAME - n, "%s%s%s%s%s%s", n > 0 ? ", " : "", of, number, keyword ? " (" : "",
             keyword ? keyword : "", keyword ? ")" : "");
}

static const char *elem_name(const elem *e, char name[NAME])
{
    name[0] = '\0';
    add_name(name, e->type->card->name, e->label, e->type->keyword);
    const size_t n = strlen(name);
    snprintf(name + n, NAME - n, " of %d unknowns", e->n_own);
    return name;
}

static void keep_model(archive *a, const model *m)
{
    char name[NAME];
    archive_begin(a, "nodes");
    for (int i = 0; i < m->nodes.n; i++)
        archive_word(a, node_name(m->nodes.items[i], name));
    archive_word(a, "no further node");
    archive_end(a);
    archive_begin(a, "elements");
    for (int i = 0; i < m->elems.n; i++)
        archive_word(a, elem_name(m->elems.items[i], name));
    archive_word(a, "no further element");
    archive_end(a);
}

/* --- steps and points --------------------------------------------------------------------------------------------- */

static void keep_summary(archive *a, run_summary *sum)
{
    archive_double(a, &sum->t);
    archive_int(a, &sum->steps);
    archive_long(a, &sum->iterations);
    archive_long(a, &sum->jacobians);
    archive_double(a, &sum->error);
}

static void keep_pace_so_far(archive *a, real_time_memory *t)
{
    archive_long(a, &t->steps);
    archive_long(a, &t->late);
    archive_double(a, &t->longest);
    for (int k = 0; k < JITTER_BINS; k++)
        archive_long(a, &t->jitter[k]);
}

/* A file may hold anything. */
static bool is_halved(const halved_step *k)
{
    return k->length > 0 && isfinite(k->length) && k->times > 0 && k->times < 1024 && k->done >= 0 && k->done < 1 << 30;
}

static void keep_steps(archive *a, run *x)
{
    double t = x->u->s.t, dt = x->u->s.dt, asked = x->p->dt;
    int step = x->u->s.step;
    archive_begin(a, "steps");
    archive_double(a, &t);
    archive_double(a, &dt);
    archive_double(a, &asked);
    archive_int(a, &step);
    archive_bool(a, &x->now->steps.is_under_way);
    archive_int(a, &x->now->solved.iterations);
    keep_summary(a, x->sum);
    archive_int(a, &x->now->steps.strategy.since_reduction);
    archive_int(a, &x->now->steps.strategy.since_raise);
    archive_double(a, &x->now->steps.halved.length);
    archive_int(a, &x->now->steps.halved.times);
    archive_int(a, &x->now->steps.halved.done);
    archive_double(a, &x->now->steps.uncut);
    keep_pace_so_far(a, &x->now->clock);
    eigen_keep(a, x->p->eigen, x->eigen_done);
    archive_end(a);
    if (!(isfinite(t) && t + dt > t))
        archive_fail(a, "it has a step of length %g at time %g", dt, t);
    if (!archive_is_loading(a) || archive_failed(a))
        return;
    const bool is_changed = asked != x->p->dt;
    x->now->steps.is_under_way = x->now->steps.is_under_way && !is_changed;
    if (is_changed || !is_halved(&x->now->steps.halved))
        x->now->steps.halved = (halved_step){0};
    if (is_changed || !isfinite(x->now->steps.uncut))
        x->now->steps.uncut = 0;
    run_set_time(x, t, is_changed ? x->p->dt : dt, step);
}

/* R = R(g) R_ref */
static void set_references(solution *u)
{
    for (int i = 0; i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        const mat3 D = n->has_rotation ? rotation_from_cgr(vec3_load(u->y + n->dof + 3)) : MAT3_EYE;
        u->R_ref[n->pose] = mat3_tmul(&D, &u->poses[n->pose].R);
    }
}

static void take_newest(run *x)
{
    const point *p = history_point(x->past, 0);
    solution *u = x->u;
    memcpy(u->y, p->y, (size_t)u->n * sizeof *u->y);
    memcpy(u->yp, p->yp, (size_t)u->n * sizeof *u->yp);
    memcpy(u->poses, p->poses, (size_t)u->m->n_poses * sizeof *u->poses);
    set_references(u);
    run_look_back(x);
}

static void keep_points(archive *a, run *x)
{
    const integrator_type *method = x->p->method.type;
    bool accelerations = x->u->ypp != NULL;
    archive_begin(a, "points");
    history_keep(a, x->past);
    archive_end(a);
    archive_begin(a, "accelerations");
    archive_bool(a, &accelerations);
    if (x->u->ypp && accelerations)
        archive_doubles(a, x->u->ypp, 6 * (size_t)x->m->n_poses);
    else
        archive_skip(a);
    archive_end(a);
    if (!archive_is_loading(a) || archive_failed(a))
        return;
    if (!x->now->steps.is_under_way && (method->fixed_step || method->holds_step))
        history_restart(x->past);
    take_newest(x);
}

/* --- memories ----------------------------------------------------------------------------------------------------- */

static const char *area_name(const memory_area *m, char name[NAME])
{
    const elem *e = m->within;
    name[0] = '\0';
    if (e && m->self != e->self)
        add_name(name, e->type->card->name, e->label, e->type->keyword);
    add_name(name, m->owner, m->label, m->keyword);
    const size_t n = strlen(name);
    snprintf(name + n, NAME - n, ", %zu bytes", m->size);
    return name;
}

static void keep_memories(archive *a, run *x)
{
    const memory_plan *plan = x->m->plan;
    char name[NAME];
    archive_begin(a, "memories");
    for (int i = 0; i < plan->areas.n && !archive_failed(a); i++) {
        const memory_area *area = &plan->areas.items[i];
        archive_word(a, area_name(area, name));
        archive_raw(a, memory_at(x->u->memory, area->offset), area->size);
        if (area->valid && !archive_failed(a) && !area->valid(area->self, remembered(&x->u->s, area->offset)))
            archive_fail(a, "what it remembers of %s cannot be", name);
    }
    archive_word(a, "no further memory");
    archive_end(a);
    if (archive_is_loading(a) && !archive_failed(a) && !hints_build(x->m, x->u->memory, x->u->rooms, x->errors))
        archive_fail(a, "its hints cannot be followed once more");
}

/* --- variables ---------------------------------------------------------------------------------------------------- */

/* Numbers that were set while the run was under way; strings cannot be. */
static bool has_changed(const run *x, int i)
{
    const symbol *v = symbols_at(x->m->names, i);
    const value *now = &x->u->variables[i];
    if (v->is_const || v->is_live || v->type == TYPE_STRING)
        return false;
    if (v == x->m->time || v == x->m->time_step || v == x->m->step)
        return false;
    return v->type == TYPE_REAL      ? now->r != v->now.r
           : v->type == TYPE_INTEGER ? now->i != v->now.i
                                     : now->b != v->now.b;
}

static void keep_value(archive *a, const symbol *of, value *now)
{
    char name[NAME];
    snprintf(name, sizeof name, "variable %s", of->name);
    archive_begin(a, name);
    archive_word(a, value_type_name(of->type));
    value_keep(a, now);
    archive_end(a);
}

static void save_variables(archive *a, const run *x)
{
    int n = 0;
    for (int i = 0; i < symbols_count(x->m->names); i++)
        n += has_changed(x, i);
    archive_int(a, &n);
    for (int i = 0; i < symbols_count(x->m->names); i++) {
        if (!has_changed(x, i))
            continue;
        archive_word(a, symbols_at(x->m->names, i)->name);
        keep_value(a, symbols_at(x->m->names, i), &x->u->variables[i]);
    }
}

static void load_variables(archive *a, const run *x)
{
    int n = 0;
    archive_int(a, &n);
    for (int i = 0; i < n && !archive_failed(a); i++) {
        const char *name = "";
        archive_string(a, &name);
        const symbol *v = symbols_find(x->m->names, name, strlen(name));
        if (!archive_failed(a) && (!v || v->is_const || v->is_live || v->type == TYPE_STRING))
            archive_fail(a, "it has a value of the variable '%.100s', which the deck has not", name);
        if (archive_failed(a))
            return;
        keep_value(a, v, &x->u->variables[v->index]);
    }
}

static void keep_variables(archive *a, const run *x)
{
    archive_begin(a, "variables");
    archive_raw(a, x->u->random, sizeof *x->u->random);
    if (archive_is_loading(a))
        load_variables(a, x);
    else
        save_variables(a, x);
    archive_end(a);
}

/* --- peers -------------------------------------------------------------------------------------------------------- */

static void save_peer(archive *a, run *x, peer *p)
{
    void *bytes = NULL;
    size_t n = 0;
    const char *wrong = p->plan->keep(&x->u->s, p, &bytes, &n);
    if (wrong)
        archive_fail(a, "%s: %s", p->plan->whose, wrong);
    else
        archive_block(a, (const void **)&bytes, &n);
    free(bytes);
}

static void load_peer(archive *a, const run *x, peer *p)
{
    const void *bytes = NULL;
    archive_block(a, &bytes, &p->n_kept);
    if (!archive_failed(a))
        p->kept = arena_copy(x->memory, bytes, p->n_kept);
}

static void keep_peers(archive *a, run *x)
{
    archive_begin(a, "peers");
    for (int i = 0; i < x->m->peers.n && !archive_failed(a); i++) {
        if (!x->couplings.peers[i].plan->keep)
            continue;
        archive_word(a, x->couplings.peers[i].plan->whose);
        if (archive_is_loading(a))
            load_peer(a, x, &x->couplings.peers[i]);
        else
            save_peer(a, x, &x->couplings.peers[i]);
    }
    archive_word(a, "no further peer");
    archive_end(a);
}

/* --- solvers ------------------------------------------------------------------------------------------------------ */

static void keep_nonlinear(archive *a, run *x)
{
    const nonlinear_type *by = x->p->nonlinear;
    char name[NAME];
    snprintf(name, sizeof name, "%s, %zu bytes", by->keyword, x->solver_size);
    archive_begin(a, "nonlinear solver");
    if (archive_is(a, name))
        archive_raw(a, x->solver_memory, x->solver_size);
    else
        archive_skip(a);
    archive_end(a);
    if (by->valid && !by->valid(x->p->nonlinear_options, x->solver_memory))
        archive_fail(a, "what it remembers of the nonlinear solver cannot be");
}

static void keep_solvers(archive *a, run *x)
{
    keep_nonlinear(a, x);
    archive_begin(a, "linear solver");
    const bool has_factors = equations_keep(a, x->a);
    archive_end(a);
    if (archive_is_loading(a) && !has_factors)
        run_invalidate_jacobian(x);
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

void run_keep(archive *a, run *x)
{
    keep_model(a, x->m);
    keep_steps(a, x);
    keep_points(a, x);
    keep_memories(a, x);
    keep_variables(a, x);
    keep_peers(a, x);
    keep_solvers(a, x);
}

void restart_prepare(run *x)
{
    const control *c = &x->m->options;
    if (c->restart == RESTART_NEVER || !x->listen->keep)
        return;
    if (!x->p->type->save) {
        diag_report(x->errors, W_NEVER_SAVED, c->restart_where, x->p->type->keyword);
        return;
    }
    x->kept = archive_create();
}

bool restart_load(run *x)
{
    archive *a = x->o.resume;
    if (!x->p->type->save) {
        diag_report(x->errors, E_NEVER_SAVED, x->o.resume_where, x->o.resume_name, x->p->type->keyword);
        return false;
    }
    run_save(a, x);
    if (!archive_failed(a))
        return true;
    diag_report(x->errors, E_RESTART_FILE, x->o.resume_where, x->o.resume_name, archive_failed(a));
    return false;
}

bool restart_save(run *x)
{
    if (!x->kept)
        return true;
    archive_clear(x->kept);
    run_save(x->kept, x);
    if (!archive_failed(x->kept))
        return x->listen->keep(x->listen->context, x->kept);
    diag_report(x->errors, E_RESTART_SAVE, x->m->options.restart_where, x->u->s.t, archive_failed(x->kept));
    return false;
}

/* How often the interval has passed; a step may end next to it. */
static double intervals(const run *x, double t) { return floor((t - x->p->t0) / x->m->options.restart_time + 1e-9); }

/* One of the times has come since the step before. */
static bool has_time_come(const run *x)
{
    const control *c = &x->m->options;
    const double t = x->u->s.t + 1e-9 * x->u->s.dt;
    for (int i = 0; i < c->n_restart_times; i++)
        if (c->restart_times[i] <= t && c->restart_times[i] > t - x->u->s.dt)
            return true;
    return false;
}

bool restart_save_due(run *x)
{
    const control *c = &x->m->options;
    const state *s = &x->u->s;
    bool is_due = c->restart == RESTART_STEPS && x->sum->steps % c->restart_steps == 0;
    if (c->restart == RESTART_TIME)
        is_due = intervals(x, s->t) > intervals(x, s->t - s->dt);
    if (c->restart == RESTART_TIMES)
        is_due = has_time_come(x);
    return !is_due || restart_save(x);
}
