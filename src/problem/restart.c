/* restart.c - the state that a run needs to continue from a restart file; one function both saves and loads each part.
 *
 *     model      names of all nodes and elements, in order: the deck must have the same
 *     steps      time, step, report of the last step, the strategy, the summary, eigenanalyses done
 *     points     the converged points that the integration uses; the newest is the present state
 *     accuracy   the steps that follow from it, and the stages of the last one
 *     memories   of all instances, each under its name
 *     variables  those that have changed since the deck was read
 *     peers      those whose state a file can restore
 *     solvers    Jacobian matrices and pivots that outlive a step
 *
 * Positions, velocities and orientations follow from the newest point. A time step that was changed in the deck is the
 * length of the next step; a method that requires equal steps then starts again. */
#include "math/rotation.h"
#include "model/hints.h"
#include "problem/diag_rows.h"
#include "problem/drift.h"
#include "problem/radau_step.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 192 };

/* --- the model ---------------------------------------------------------------------------------------------------- */

static const char *node_name(const node *node, char name[NAME])
{
    snprintf(name, NAME, "%s node %u of %d unknowns", node->type->keyword, node->label, node->n_dof);
    return name;
}

/* Appends "joint 2 (rod)" to the existing text. */
static void add_name(char name[NAME], const char *of, unsigned label, const char *keyword)
{
    const size_t n = strlen(name);
    char number[16] = "";
    if (label > 0)
        snprintf(number, sizeof number, " %u", label);
    snprintf(name + n, NAME - n, "%s%s%s%s%s%s", n > 0 ? ", " : "", of, number, keyword ? " (" : "",
             keyword ? keyword : "", keyword ? ")" : "");
}

static const char *elem_name(const elem *element, char name[NAME])
{
    name[0] = '\0';
    add_name(name, element->type->card->name, element->label, element->type->keyword);
    const size_t n = strlen(name);
    snprintf(name + n, NAME - n, " of %d unknowns", element->n_internal);
    return name;
}

static void serialize_model(archive *archive, const model *model)
{
    char name[NAME];
    archive_begin(archive, "nodes");
    for (int i = 0; i < model->nodes.n; i++)
        archive_word(archive, node_name(model->nodes.items[i], name));
    archive_word(archive, "no further node");
    archive_end(archive);
    archive_begin(archive, "elements");
    for (int i = 0; i < model->elems.n; i++)
        archive_word(archive, elem_name(model->elems.items[i], name));
    archive_word(archive, "no further element");
    archive_end(archive);
}

/* --- steps and points --------------------------------------------------------------------------------------------- */

static void serialize_summary(archive *archive, run_summary *sum)
{
    archive_double(archive, &sum->t);
    archive_int(archive, &sum->steps);
    archive_long(archive, &sum->iterations);
    archive_long(archive, &sum->jacobians);
    archive_double(archive, &sum->error);
}

static void keep_pace_so_far(archive *archive, real_time_memory *memory)
{
    archive_long(archive, &memory->steps);
    archive_long(archive, &memory->late);
    archive_double(archive, &memory->longest);
    for (int k = 0; k < JITTER_BINS; k++)
        archive_long(archive, &memory->jitter[k]);
}

/* Checks the data, since a file may contain anything. */
static bool is_halved(const halved_step *halved_step)
{
    return halved_step->length > 0 && isfinite(halved_step->length) && halved_step->times > 0 &&
           halved_step->times < 1024 && halved_step->done >= 0 && halved_step->done < 1 << 30;
}

static void serialize_steps(archive *archive, run *run)
{
    double t = run->solution->state.t, dt = run->solution->state.dt, asked = run->problem->dt;
    int step = run->solution->state.step;
    archive_begin(archive, "steps");
    archive_double(archive, &t);
    archive_double(archive, &dt);
    archive_double(archive, &asked);
    archive_int(archive, &step);
    archive_bool(archive, &run->now->steps.is_under_way);
    archive_int(archive, &run->now->solved.iterations);
    serialize_summary(archive, run->sum);
    archive_int(archive, &run->now->steps.strategy.since_reduction);
    archive_int(archive, &run->now->steps.strategy.since_raise);
    archive_double(archive, &run->now->steps.halved.length);
    archive_int(archive, &run->now->steps.halved.times);
    archive_int(archive, &run->now->steps.halved.done);
    archive_double(archive, &run->now->steps.uncut);
    keep_pace_so_far(archive, &run->now->clock);
    eigen_serialize(archive, run->problem->eigen, run->eigen_done);
    archive_end(archive);
    if (!(isfinite(t) && t + dt > t))
        archive_fail(archive, "it has a step of length %g at time %g", dt, t);
    if (!archive_is_loading(archive) || archive_failed(archive))
        return;
    const bool is_changed = asked != run->problem->dt;
    run->now->steps.is_under_way = run->now->steps.is_under_way && !is_changed;
    if (is_changed || !is_halved(&run->now->steps.halved))
        run->now->steps.halved = (halved_step){0};
    if (is_changed || !isfinite(run->now->steps.uncut))
        run->now->steps.uncut = 0;
    run_set_time(run, t, is_changed ? run->problem->dt : dt, step);
}

/* The steps that follow from an accuracy. What was saved by another method is not used. */
static void serialize_accuracy(archive *archive, run *run)
{
    error_memory *now = &run->now->steps.error;
    bool has_stages = run->radau != NULL;
    archive_begin(archive, "accuracy");
    archive_double(archive, &now->next);
    archive_double(archive, &now->error);
    archive_double(archive, &now->after);
    archive_int(archive, &run->now->steps.events.after);
    archive_bool(archive, &now->is_after_corner);
    archive_bool(archive, &has_stages);
    if (has_stages && run->radau)
        radau_serialize(archive, run->radau);
    else
        archive_skip(archive);
    archive_end(archive);
    if (archive_is_loading(archive))
        error_control_resume(run);
}

/* R = R(g) R_ref,  w = G(g) g' + R(g) w_ref */
static void set_references(solution *solution)
{
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        const pose *pose = &solution->poses[node->pose];
        pose_reference *reference = &solution->references[node->pose];
        *reference = (pose_reference){.R = pose->R, .w = pose->w};
        if (!node->has_rotation)
            continue;
        const vec3 g = vec3_load(solution->y + node->dof + 3), gp = vec3_load(solution->yp + node->dof + 3);
        const mat3 D = rotation_from_cgr(g), G = rotation_cgr_spin(g);
        reference->R = mat3_tmul(&D, &pose->R);
        reference->w = mat3_tmulv(&D, vec3_sub(pose->w, mat3_mulv(&G, gp)));
    }
}

static void take_newest(run *run)
{
    const point *point = history_point(run->past, 0);
    solution *solution = run->solution;
    memcpy(solution->y, point->y, (size_t)solution->n * sizeof *solution->y);
    memcpy(solution->yp, point->yp, (size_t)solution->n * sizeof *solution->yp);
    memcpy(solution->poses, point->poses, (size_t)solution->model->n_poses * sizeof *solution->poses);
    set_references(solution);
    run_look_back(run);
}

static void serialize_points(archive *archive, run *run)
{
    const integrator_type *method = run->problem->method.type;
    bool accelerations = run->solution->ypp != NULL;
    archive_begin(archive, "points");
    history_serialize(archive, run->past);
    archive_end(archive);
    archive_begin(archive, "accelerations");
    archive_bool(archive, &accelerations);
    if (run->solution->ypp && accelerations)
        archive_doubles(archive, run->solution->ypp, 6 * (size_t)run->model->n_poses);
    else
        archive_skip(archive);
    archive_end(archive);
    if (!archive_is_loading(archive) || archive_failed(archive))
        return;
    if (!run->now->steps.is_under_way && (method->fixed_step || method->holds_step))
        history_restart(run->past);
    take_newest(run);
}

/* --- memories ----------------------------------------------------------------------------------------------------- */

static const char *area_name(const memory_area *memory_area, char name[NAME])
{
    const elem *element = memory_area->within;
    name[0] = '\0';
    if (element && memory_area->self != element->self)
        add_name(name, element->type->card->name, element->label, element->type->keyword);
    add_name(name, memory_area->owner, memory_area->label, memory_area->keyword);
    const size_t n = strlen(name);
    snprintf(name + n, NAME - n, ", %zu bytes", memory_area->size);
    return name;
}

static void serialize_memories(archive *archive, run *run)
{
    const memory_plan *plan = run->model->plan;
    char name[NAME];
    archive_begin(archive, "memories");
    for (int i = 0; i < plan->areas.n && !archive_failed(archive); i++) {
        const memory_area *area = &plan->areas.items[i];
        archive_word(archive, area_name(area, name));
        archive_raw(archive, memory_at(run->solution->memory, area->offset), area->size);
        if (area->valid && !archive_failed(archive) &&
            !area->valid(area->self, remembered(&run->solution->state, area->offset)))
            archive_fail(archive, "the stored state of %s is invalid", name);
    }
    archive_word(archive, "no further memory");
    archive_end(archive);
    if (archive_is_loading(archive) && !archive_failed(archive) &&
        !hints_build(run->model, run->solution->memory, run->solution->hint_instances, run->errors))
        archive_fail(archive, "its hints cannot be applied again");
}

/* --- variables ---------------------------------------------------------------------------------------------------- */

/* Tells whether a number was set during the run; strings cannot be. */
static bool has_changed(const run *run, int i)
{
    const symbol *symbol = symbols_at(run->model->names, i);
    const value *now = &run->solution->variables[i];
    if (symbol->is_const || symbol->is_live || symbol->type == TYPE_STRING)
        return false;
    if (symbol == run->model->time || symbol == run->model->time_step || symbol == run->model->step)
        return false;
    return symbol->type == TYPE_REAL      ? now->r != symbol->now.r
           : symbol->type == TYPE_INTEGER ? now->i != symbol->now.i
                                          : now->b != symbol->now.b;
}

static void serialize_value(archive *archive, const symbol *of, value *now)
{
    char name[NAME];
    snprintf(name, sizeof name, "variable %s", of->name);
    archive_begin(archive, name);
    archive_word(archive, value_type_name(of->type));
    value_serialize(archive, now);
    archive_end(archive);
}

static void save_variables(archive *archive, const run *run)
{
    int n = 0;
    for (int i = 0; i < symbols_count(run->model->names); i++)
        n += has_changed(run, i);
    archive_int(archive, &n);
    for (int i = 0; i < symbols_count(run->model->names); i++) {
        if (!has_changed(run, i))
            continue;
        archive_word(archive, symbols_at(run->model->names, i)->name);
        serialize_value(archive, symbols_at(run->model->names, i), &run->solution->variables[i]);
    }
}

static void load_variables(archive *archive, const run *run)
{
    int n = 0;
    archive_int(archive, &n);
    for (int i = 0; i < n && !archive_failed(archive); i++) {
        const char *name = "";
        archive_string(archive, &name);
        const symbol *symbol = symbols_find(run->model->names, name, strlen(name));
        if (!archive_failed(archive) && (!symbol || symbol->is_const || symbol->is_live || symbol->type == TYPE_STRING))
            archive_fail(archive, "it has a value of the variable '%.100s', which the deck does not define", name);
        if (archive_failed(archive))
            return;
        serialize_value(archive, symbol, &run->solution->variables[symbol->index]);
    }
}

static void serialize_variables(archive *archive, const run *run)
{
    archive_begin(archive, "variables");
    archive_raw(archive, run->solution->random, sizeof *run->solution->random);
    if (archive_is_loading(archive))
        load_variables(archive, run);
    else
        save_variables(archive, run);
    archive_end(archive);
}

/* --- peers -------------------------------------------------------------------------------------------------------- */

static void save_peer(archive *archive, run *run, peer *peer)
{
    void *bytes = NULL;
    size_t n = 0;
    const char *wrong = peer->plan->serialize(&run->solution->state, peer, &bytes, &n);
    if (wrong)
        archive_fail(archive, "%s: %s", peer->plan->whose, wrong);
    else
        archive_block(archive, (const void **)&bytes, &n);
    free(bytes);
}

static void load_peer(archive *archive, const run *run, peer *peer)
{
    const void *bytes = NULL;
    archive_block(archive, &bytes, &peer->n_saved);
    if (!archive_failed(archive))
        peer->saved = arena_copy(run->memory, bytes, peer->n_saved);
}

static void serialize_peers(archive *archive, run *run)
{
    archive_begin(archive, "peers");
    for (int i = 0; i < run->model->peers.n && !archive_failed(archive); i++) {
        if (!run->couplings.peers[i].plan->serialize)
            continue;
        archive_word(archive, run->couplings.peers[i].plan->whose);
        if (archive_is_loading(archive))
            load_peer(archive, run, &run->couplings.peers[i]);
        else
            save_peer(archive, run, &run->couplings.peers[i]);
    }
    archive_word(archive, "no further peer");
    archive_end(archive);
}

/* --- solvers ------------------------------------------------------------------------------------------------------ */

static void serialize_nonlinear(archive *archive, run *run)
{
    const nonlinear_type *by = run->problem->nonlinear;
    char name[NAME];
    snprintf(name, sizeof name, "%s, %zu bytes", by->keyword, run->solver_size);
    archive_begin(archive, "nonlinear solver");
    if (archive_is(archive, name))
        archive_raw(archive, run->solver_memory, run->solver_size);
    else
        archive_skip(archive);
    archive_end(archive);
    if (by->valid && !by->valid(run->problem->nonlinear_options, run->solver_memory))
        archive_fail(archive, "the stored state of the nonlinear solver is invalid");
}

static void serialize_solvers(archive *archive, run *run)
{
    serialize_nonlinear(archive, run);
    archive_begin(archive, "linear solver");
    const bool has_factors = equations_serialize(archive, run->equations);
    archive_end(archive);
    if (archive_is_loading(archive) && !has_factors)
        run_invalidate_jacobian(run);
}

/* --- the whole state ---------------------------------------------------------------------------------------------- */

void run_serialize(archive *archive, run *run)
{
    serialize_model(archive, run->model);
    serialize_steps(archive, run);
    serialize_points(archive, run);
    drift_serialize(archive, run);
    serialize_accuracy(archive, run);
    serialize_memories(archive, run);
    serialize_variables(archive, run);
    serialize_peers(archive, run);
    serialize_solvers(archive, run);
}

void restart_prepare(run *run)
{
    const control *control = &run->model->options;
    if (control->restart == RESTART_NEVER || !run->observer->serialize)
        return;
    if (!run->problem->type->save) {
        diag_report(run->errors, W_NEVER_SAVED, control->restart_where, run->problem->type->keyword);
        return;
    }
    run->saved = archive_create();
}

bool restart_load(run *run)
{
    archive *archive = run->options.resume;
    if (!run->problem->type->save) {
        diag_report(run->errors, E_NEVER_SAVED, run->options.resume_where, run->options.resume_name,
                    run->problem->type->keyword);
        return false;
    }
    run_save(archive, run);
    if (!archive_failed(archive))
        return true;
    diag_report(run->errors, E_RESTART_FILE, run->options.resume_where, run->options.resume_name,
                archive_failed(archive));
    return false;
}

bool restart_save(run *run)
{
    if (!run->saved)
        return true;
    archive_clear(run->saved);
    run_save(run->saved, run);
    if (!archive_failed(run->saved))
        return run->observer->serialize(run->observer->context, run->saved);
    diag_report(run->errors, E_RESTART_SAVE, run->model->options.restart_where, run->solution->state.t,
                archive_failed(run->saved));
    return false;
}

/* Returns how often the interval has passed; a step may end close to it. */
static double intervals(const run *run, double t)
{
    return floor((t - run->problem->t0) / run->model->options.restart_time + 1e-9);
}

/* Tells whether one of the times was passed since the previous step. */
static bool has_time_come(const run *run)
{
    const control *control = &run->model->options;
    const double t = run->solution->state.t + 1e-9 * run->solution->state.dt;
    for (int i = 0; i < control->n_restart_times; i++)
        if (control->restart_times[i] <= t && control->restart_times[i] > t - run->solution->state.dt)
            return true;
    return false;
}

bool restart_save_due(run *run)
{
    const control *control = &run->model->options;
    const state *state = &run->solution->state;
    bool is_due = control->restart == RESTART_STEPS && run->sum->steps % control->restart_steps == 0;
    if (control->restart == RESTART_TIME)
        is_due = intervals(run, state->t) > intervals(run, state->t - state->dt);
    if (control->restart == RESTART_TIMES)
        is_due = has_time_come(run);
    return !is_due || restart_save(run);
}
