/* initial.c - the initial assembly.
 *
 *     positions, by Newton            - Kp (x - x0) + phi_x' lambda (+ f) = 0
 *                                     phi(x, t) = 0
 *     then velocities, linear in v    - Kv (v - v0) + (phi_x' lambda)' + psi_v' nu (+ f) = 0
 *                                     phi_x v + phi_t = 0
 *                                     psi(v, x) = 0
 *
 * f are the forces of deformable elements and loads, if the deck wants them. As in MBDyn those of solids on dynamic
 * nodes act on velocities, all others on positions. Coordinates of elements (the amplitudes of modes) are positions
 * whose springs are the stiffness of the elements themselves. (phi_x' lambda)' = phi_x' lambda' + (phi_x' lambda)_x v
 * is the time derivative of the reactions; the second term is omitted for drive displacement, as in MBDyn, where it
 * would spoil consistent velocities. Everything is computed by the elements' eval: with (dvalue, drate) = (1, 0) the
 * Jacobian of the internal rows is phi_x and that of the node rows along internal columns is phi_x'; with (0, 1) the
 * internal rows give psi_v. Momentum rows and other states take no part. */
#include "assembly/initial.h"
#include "assembly/constraints.h"
#include "base/bulk.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "math/rotation.h"
#include <float.h>
#include <string.h>

typedef struct {
    solution *solution;
    const model *model;
    int n, n_motions;             /* number of unknowns; of those of the nodes, which come first */
    int *index;                   /* of a global unknown; -1 if it takes no part */
    int *row_index;               /* of a global row */
    int *row_of;                  /* global row of each index, for messages */
    unsigned char *by_velocity;   /* multipliers of constraints on velocities, by index */
    unsigned char *coordinate;    /* coordinates of elements, by index */
    unsigned char *dynamic;       /* rows of dynamic nodes, by index */
    constraint_kind *constraints; /* by index */
    ARRAY(const elem *) elems;    /* elements that take part */
    int *slot;
    csc *matrix;
    linear *solver;
    double *r, *d;
    double *magnitude; /* sums of the magnitudes of the terms of r */
    double *now;       /* velocities and multipliers of the velocity problem */
    double *rate;      /* rates given for the coordinates, by index */
    double *local_r, *J, *J_rate;
    frame *start; /* by pose */
    bool *slowly; /* by pose: rotation parameters are added */
} assembly;

static internal_kind initial_kind_of(const elem *element, int k)
{
    return element->kinds ? element->kinds[k] : INTERNAL_CONSTRAINT;
}

static bool takes_part_as(internal_kind kind)
{
    return kind == INTERNAL_CONSTRAINT || kind == INTERNAL_PLAIN_CONSTRAINT || kind == INTERNAL_VELOCITY_CONSTRAINT ||
           kind == INTERNAL_COORDINATE;
}

static bool has_constraints(const elem *element)
{
    for (int k = 0; k < element->n_internal; k++)
        if (takes_part_as(initial_kind_of(element, k)))
            return true;
    return false;
}

/* As in MBDyn, deformable elements take part if the deck says so for all of them or for their class, and joints if they
 * are driven. */
static bool takes_part(const model *model, const state *state, const elem *element)
{
    const elem_assembly part = elem_assembly_of(element->type);
    if (element->n == 0 || !elem_is_on(state, element) || part.never)
        return false;
    if (has_constraints(element) || part.always)
        return true;
    const elem_class *class = element->type->card->class;
    if (element->switched != MEMORY_NONE && part.deformable && class->flags & CLASS_ASSEMBLED_DRIVEN)
        return true;
    const bool is_used = model->options.class_in_assembly[elem_class_index(element->type->card)];
    if (!model->options.assemble_deformable)
        return part.deformable && is_used;
    return part.deformable || (part.force && is_used);
}

static void number_nodes(assembly *assembly)
{
    for (int i = 0; i < assembly->model->nodes.n; i++) {
        const node *node = assembly->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        assembly->start[node->pose] = *node->initial;
        for (int k = 0; k < (node->has_rotation ? 6 : 3); k++) {
            assembly->row_of[assembly->n] = node->row + k;
            assembly->dynamic[assembly->n] = node->momentum >= 0;
            assembly->index[node->dof + k] = assembly->row_index[node->row + k] = assembly->n++;
        }
    }
    assembly->n_motions = assembly->n;
}

static void number_multipliers(assembly *assembly, const constraint_kind *kinds)
{
    for (int i = 0; i < assembly->elems.n; i++) {
        const elem *element = assembly->elems.items[i];
        for (int k = 0; k < element->n_internal; k++) {
            const internal_kind kind = initial_kind_of(element, k);
            if (!takes_part_as(kind))
                continue;
            assembly->by_velocity[assembly->n] = kind == INTERNAL_VELOCITY_CONSTRAINT;
            assembly->coordinate[assembly->n] = kind == INTERNAL_COORDINATE;
            assembly->constraints[assembly->n] = kinds[element->internal + k];
            assembly->rate[assembly->n] =
                kind == INTERNAL_COORDINATE ? assembly->solution->yp[element->internal + k] : 0.0;
            assembly->row_of[assembly->n] = element->internal + k;
            assembly->index[element->internal + k] = assembly->row_index[element->internal + k] = assembly->n++;
        }
    }
}

static void make_matrix(assembly *assembly)
{
    csc_builder *csc_builder = csc_builder_create(assembly->n);
    for (int i = 0; i < assembly->n; i++)
        csc_builder_add(csc_builder, i, i);
    for (int i = 0; i < assembly->elems.n; i++) {
        const elem *element = assembly->elems.items[i];
        for (int k = 0; k < element->n_slots; k++) {
            const int row = assembly->row_index[element->row[element->source[k] / element->ld]],
                      column = assembly->index[element->column[element->source[k] % element->ld]];
            if (row >= 0 && column >= 0)
                csc_builder_add(csc_builder, row, column);
        }
    }
    assembly->matrix = csc_builder_finish(csc_builder, &assembly->slot);
    csc_builder_destroy(csc_builder);
}

static int *no_indices(arena *memory, int n)
{
    int *at = ARENA_ARRAY(memory, int, n);
    memset(at, -1, (size_t)n * sizeof *at);
    return at;
}

static void find_slow_nodes(assembly *assembly, arena *memory)
{
    int *pose_of = no_indices(memory, assembly->model->n_unknowns);
    for (int i = 0; i < assembly->model->nodes.n; i++)
        if (assembly->model->nodes.items[i]->pose >= 0 && assembly->model->nodes.items[i]->has_rotation)
            pose_of[assembly->model->nodes.items[i]->dof + 3] = assembly->model->nodes.items[i]->pose;
    for (int i = 0; i < assembly->elems.n; i++) {
        const elem *element = assembly->elems.items[i];
        for (int k = 0; elem_assembly_of(element->type).additive_rotations && k < element->n; k++)
            if (element->column[k] >= 0 && pose_of[element->column[k]] >= 0)
                assembly->slowly[pose_of[element->column[k]]] = true;
    }
}

static void initial_begin(assembly *a, solution *solution, arena *memory)
{
    const model *model = solution->model;
    *a = (assembly){.solution = solution, .model = model};
    const int n = model->n_unknowns;
    a->index = no_indices(memory, n);
    a->row_index = no_indices(memory, n);
    a->row_of = ARENA_ARRAY(memory, int, n);
    a->by_velocity = ARENA_ARRAY(memory, unsigned char, n);
    a->coordinate = ARENA_ARRAY(memory, unsigned char, n);
    a->dynamic = ARENA_ARRAY(memory, unsigned char, n);
    a->constraints = ARENA_ARRAY(memory, constraint_kind, n);
    a->rate = ARENA_ARRAY(memory, double, n);
    a->start = ARENA_ARRAY(memory, frame, model->n_poses);
    a->slowly = ARENA_ARRAY(memory, bool, model->n_poses);
    size_t size = 0;
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        if (takes_part(model, &solution->state, element)) {
            array_push(&a->elems, element);
            const size_t entries = size_product((size_t)element->n, (size_t)element->ld);
            size = entries > size ? entries : size;
        }
    }
    number_nodes(a);
    number_multipliers(a, constraint_kinds(model, memory));
    make_matrix(a);
    find_slow_nodes(a, memory);
    a->r = ARENA_ARRAY(memory, double, a->n);
    a->d = ARENA_ARRAY(memory, double, a->n);
    a->magnitude = ARENA_ARRAY(memory, double, a->n);
    a->now = arena_copy(memory, a->rate, (size_t)a->n * sizeof *a->now);
    a->local_r = ARENA_ARRAY(memory, double, size);
    a->J = ARENA_ARRAY(memory, double, size);
    a->J_rate = ARENA_ARRAY(memory, double, size);
}

static void initial_end(assembly *assembly)
{
    linear_destroy(assembly->solver);
    csc_destroy(assembly->matrix);
    free(assembly->slot);
    array_free(&assembly->elems);
}

/* Evaluates the rows and the Jacobian of one element with the given seeds, after zeroing them. */
static void initial_evaluate(assembly *assembly, const elem *element, double dvalue, double drate, double *J)
{
    state state = assembly->solution->state;
    state.dvalue = dvalue, state.drate = drate;
    local out = {.r = assembly->local_r, .J = J, .ld = element->ld};
    memset(out.r, 0, (size_t)element->n * sizeof(double));
    bulk_clear(out.J, (size_t)element->n * (size_t)element->ld * sizeof(double));
    element->type->eval(element->ld, &state, element, &out);
}

/* Tells whether the entry is a derivative of reactions with respect to rotations of nodes, where these are omitted. */
static bool is_left_out(const assembly *assembly, const elem *element, int row, int column)
{
    return elem_assembly_of(element->type).steady_reactions && row < assembly->n_motions &&
           column < assembly->n_motions;
}

/* Tells whether the row belongs to the assembly of velocities only. */
static bool is_of_velocities(const assembly *assembly, const elem *element, int row)
{
    return assembly->by_velocity[row] || (elem_assembly_of(element->type).loads_velocities && assembly->dynamic[row]);
}

/* Adds the entries of a local Jacobian; rows that belong to velocities only are taken from J_rate instead. */
static const int *initial_scatter(assembly *assembly, const elem *element, const int *slot, bool velocities)
{
    for (int k = 0; k < element->n_slots; k++) {
        const int i = element->source[k] / element->ld;
        const int row = assembly->row_index[element->row[i]],
                  column = assembly->index[element->column[element->source[k] % element->ld]];
        if (row < 0 || column < 0)
            continue;
        const bool is_rate = is_of_velocities(assembly, element, row),
                   is_psi = is_rate || assembly->by_velocity[column];
        const double *J = velocities && is_rate ? assembly->J_rate : assembly->J;
        if (velocities ? !is_left_out(assembly, element, row, column) : !is_psi)
            assembly->matrix->value[*slot] += J[element->source[k]];
        slot++;
    }
    return slot;
}

/* Adds the stiffness of the springs that hold the nodes; a multiplier that takes no part in this phase is held at
 * zero. */
static void add_diagonal(assembly *assembly, bool velocities)
{
    for (int i = 0; i < assembly->model->nodes.n; i++) {
        const node *node = assembly->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        const node_assembly *node_assembly = node->assembly;
        const double K = velocities ? node_assembly->velocity_stiffness : node_assembly->position_stiffness;
        for (int k = 0; k < (node->has_rotation ? 6 : 3); k++)
            assembly->matrix->value[assembly->slot[assembly->index[node->dof + k]]] -= K;
    }
    for (int i = 0; i < assembly->n; i++)
        if (assembly->by_velocity[i] && !velocities)
            assembly->matrix->value[assembly->slot[i]] += 1;
}

/* Returns the round-off error of the sums in r. */
static double round_off(const assembly *assembly)
{
    double sum = 0;
    for (int i = 0; i < assembly->n; i++)
        sum += assembly->magnitude[i] * assembly->magnitude[i];
    return DBL_EPSILON * sqrt(sum);
}

static double norm_of(const assembly *assembly, initial_report *report)
{
    double sum = 0, worst = 0;
    for (int i = 0; i < assembly->n; i++) {
        sum += assembly->r[i] * assembly->r[i];
        if (fabs(assembly->r[i]) > worst) {
            worst = fabs(assembly->r[i]);
            report->worst_row = assembly->row_of[i];
        }
    }
    return sqrt(sum);
}

/* Returns the length of the vector of all positions: as in MBDyn, the tolerance is relative to it. */
static double length_of(const assembly *assembly)
{
    double sum = 1.0;
    for (int i = 0; i < assembly->model->n_poses; i++)
        sum += vec3_dot(assembly->solution->poses[i].x, assembly->solution->poses[i].x);
    return sqrt(sum);
}

/* Returns the constraint of the element with the largest residual; -1 if none exceeds the tolerance. */
static int most_violated(const assembly *assembly, const elem *element)
{
    double most = assembly->model->options.assembly_tolerance;
    int worst = -1;
    for (int k = 0; k < element->n_internal; k++) {
        const int i = assembly->row_index[element->internal + k];
        if (i < 0 || assembly->coordinate[i] || !(fabs(assembly->r[i]) > most))
            continue;
        most = fabs(assembly->r[i]);
        worst = i;
    }
    return worst;
}

/* Lists one constraint per element, worst first. */
static void list_violated(const assembly *assembly, initial_report *report, bool rates)
{
    report->n_violated = 0;
    report->rates = rates;
    for (int i = 0; i < assembly->elems.n; i++) {
        const int worst = most_violated(assembly, assembly->elems.items[i]);
        int k = report->n_violated;
        while (worst >= 0 && k > 0 && fabs(assembly->r[worst]) > report->violated[k - 1].distance)
            k--;
        if (worst < 0 || k == ASSEMBLY_WORST)
            continue;
        report->n_violated += report->n_violated < ASSEMBLY_WORST;
        for (int j = report->n_violated - 1; j > k; j--)
            report->violated[j] = report->violated[j - 1];
        report->violated[k].row = assembly->row_of[worst];
        report->violated[k].distance = fabs(assembly->r[worst]);
    }
}

static bool initial_solve(assembly *assembly, initial_report *report)
{
    static const linear_options defaults = {0};
    if (!assembly->solver) {
        assembly->solver = linear_create(linear_default_backend(assembly->matrix), assembly->matrix, &defaults);
        linear_allow_redundancy(assembly->solver, assembly->constraints);
    }
    int column = -1;
    if (linear_factor(assembly->solver, assembly->matrix, &column) != LINEAR_OK) {
        report->singular = true;
        report->worst_row = column >= 0 ? assembly->row_of[column] : -1;
        return false;
    }
    for (int i = 0; i < assembly->n; i++)
        assembly->d[i] = -assembly->r[i];
    linear_solve(assembly->solver, assembly->d);
    report->is_redundant = report->is_redundant || linear_redundant_rows(assembly->solver) > 0;
    return true;
}

static void initial_add(assembly *assembly, int row, double term)
{
    assembly->r[row] += term;
    assembly->magnitude[row] += fabs(term);
}

/* Initializes r and magnitudes with the contribution of the springs. */
static void begin_rows(assembly *a, void (*springs)(assembly *assembly))
{
    memset(a->r, 0, (size_t)a->n * sizeof(double));
    springs(a);
    for (int i = 0; i < a->n; i++)
        a->magnitude[i] = fabs(a->r[i]);
}

/* --- positions ---------------------------------------------------------------------------------------------------- */

static void position_springs(assembly *assembly)
{
    for (int i = 0; i < assembly->model->nodes.n; i++) {
        const node *node = assembly->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        const node_assembly *node_assembly = node->assembly;
        const pose *pose = &assembly->solution->poses[node->pose];
        const frame *frame = &assembly->start[node->pose];
        double *r = assembly->r + assembly->index[node->dof];
        vec3_store(r, vec3_scale(-node_assembly->position_stiffness, vec3_sub(pose->x, frame->x)));
        if (node->has_rotation) {
            const mat3 rotated = mat3_mult(&pose->R, &frame->R);
            vec3_store(r + 3, vec3_scale(-node_assembly->position_stiffness, rotation_to_cgr(&rotated)));
        }
    }
}

static void position_system(assembly *assembly)
{
    csc_zero(assembly->matrix);
    begin_rows(assembly, position_springs);
    const int *slot = assembly->slot + assembly->n;
    for (int i = 0; i < assembly->elems.n; i++) {
        const elem *element = assembly->elems.items[i];
        initial_evaluate(assembly, element, 1, 0, assembly->J);
        for (int k = 0; k < element->n; k++) {
            const int row = element->row[k] < 0 ? -1 : assembly->row_index[element->row[k]];
            if (row >= 0 && !is_of_velocities(assembly, element, row))
                initial_add(assembly, row, assembly->local_r[k]);
        }
        slot = initial_scatter(assembly, element, slot, false);
    }
    add_diagonal(assembly, false);
}

/* As in MBDyn, parameters are added where a total joint imposes a rotation: the error then decreases by g^2/4 with each
 * iteration, and the remaining error is visible in the reactions at the start. Elsewhere, and beyond one radian,
 * rotations are composed. */
static void rotate_node(assembly *assembly, const node *node, vec3 d)
{
    const frame *frame = &assembly->start[node->pose];
    mat3 *R = &assembly->solution->poses[node->pose].R;
    const mat3 rotated = mat3_mult(R, &frame->R);
    const vec3 g = rotation_to_cgr(&rotated);
    const bool adds_up = assembly->slowly[node->pose] && vec3_norm(g) < 1.0;
    const mat3 rotation = rotation_from_cgr(adds_up ? vec3_add(g, d) : d);
    *R = mat3_mul(&rotation, adds_up ? &frame->R : R);
    /* Beams interpolate the rotations since the configuration of the deck. */
    const mat3 now = mat3_mult(R, &frame->R);
    vec3_store(assembly->solution->y + node->dof + 3, rotation_to_cgr(&now));
}

static void move_positions(assembly *assembly)
{
    for (int i = 0; i < assembly->model->nodes.n; i++) {
        const node *node = assembly->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        pose *pose = &assembly->solution->poses[node->pose];
        const double *d = assembly->d + assembly->index[node->dof];
        pose->x = vec3_add(pose->x, vec3_load(d));
        if (node->has_rotation)
            rotate_node(assembly, node, vec3_load(d + 3));
    }
    for (int i = 0; i < assembly->model->n_unknowns; i++)
        if (assembly->index[i] >= 0 &&
            (assembly->model->kind[i] == DOF_ALGEBRAIC || assembly->coordinate[assembly->index[i]]))
            assembly->solution->y[i] += assembly->d[assembly->index[i]];
}

/* --- velocities --------------------------------------------------------------------------------------------------- */

/* Returns the velocity given for a node. With `omega rotates`, the angular velocity is rotated by the transpose of the
 * node's correction, as in MBDyn (docs/differences.md). */
static frame wanted(const assembly *assembly, const node *node)
{
    frame frame = assembly->start[node->pose];
    if (node->has_rotation && node->assembly->omega_rotates) {
        const mat3 rotated = mat3_mult(&assembly->solution->poses[node->pose].R, &frame.R);
        frame.w = mat3_tmulv(&rotated, frame.w);
    }
    return frame;
}

static void velocity_springs(assembly *assembly)
{
    for (int i = 0; i < assembly->model->nodes.n; i++) {
        const node *node = assembly->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        const node_assembly *node_assembly = node->assembly;
        const pose *pose = &assembly->solution->poses[node->pose];
        const frame frame = wanted(assembly, node);
        double *r = assembly->r + assembly->index[node->dof];
        vec3_store(r, vec3_scale(-node_assembly->velocity_stiffness, vec3_sub(pose->v, frame.v)));
        if (node->has_rotation)
            vec3_store(r + 3, vec3_scale(-node_assembly->velocity_stiffness, vec3_sub(pose->w, frame.w)));
    }
}

/* Internal rows: psi itself, and phi_t for constraints on positions. Uses the rows of the last evaluation of the
 * element. */
static void velocity_rows(assembly *assembly, const elem *element)
{
    for (int i = 0; i < element->n; i++) {
        const int row = element->row[i] < 0 ? -1 : assembly->row_index[element->row[i]];
        if (row >= 0 && is_of_velocities(assembly, element, row))
            initial_add(assembly, row, assembly->local_r[i]);
    }
    if (!element->type->rate)
        return;
    double *phi_t = assembly->local_r;
    memset(phi_t, 0, (size_t)element->n * sizeof(double));
    element->type->rate(&assembly->solution->state, element, phi_t);
    for (int k = 0; k < element->n_internal; k++) {
        const int row = assembly->row_index[element->internal + k];
        if (row >= 0 && !assembly->by_velocity[row])
            initial_add(assembly, row, phi_t[k]);
    }
}

/* r += J x: time derivative of the reactions, and phi_x v. The stiffness of coordinates acts on the difference of their
 * rates from those given. */
static void velocity_products(assembly *assembly, const elem *element)
{
    for (int k = 0; k < element->n_slots; k++) {
        const int row = assembly->row_index[element->row[element->source[k] / element->ld]],
                  column = assembly->index[element->column[element->source[k] % element->ld]];
        if (row >= 0 && column >= 0 && !assembly->by_velocity[row] && !is_left_out(assembly, element, row, column))
            initial_add(assembly, row,
                        assembly->J[element->source[k]] *
                            (assembly->now[column] - (assembly->coordinate[row] ? assembly->rate[column] : 0.0)));
    }
}

static void load_velocities(assembly *assembly)
{
    for (int i = 0; i < assembly->model->nodes.n; i++) {
        const node *node = assembly->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        vec3_store(assembly->now + assembly->index[node->dof], assembly->solution->poses[node->pose].v);
        if (node->has_rotation)
            vec3_store(assembly->now + assembly->index[node->dof] + 3, assembly->solution->poses[node->pose].w);
    }
}

static void velocity_system(assembly *assembly)
{
    csc_zero(assembly->matrix);
    load_velocities(assembly);
    begin_rows(assembly, velocity_springs);
    const int *slot = assembly->slot + assembly->n;
    for (int i = 0; i < assembly->elems.n; i++) {
        const elem *element = assembly->elems.items[i];
        initial_evaluate(assembly, element, 1, 0, assembly->J);
        if (has_constraints(element))
            velocity_products(assembly, element);
        initial_evaluate(assembly, element, 0, 1, assembly->J_rate);
        if (has_constraints(element) || elem_assembly_of(element->type).loads_velocities)
            velocity_rows(assembly, element);
        slot = initial_scatter(assembly, element, slot, true);
    }
    add_diagonal(assembly, true);
}

static void move_velocities(assembly *assembly)
{
    for (int i = 0; i < assembly->n; i++)
        assembly->now[i] += assembly->d[i];
    for (int i = 0; i < assembly->model->nodes.n; i++) {
        const node *node = assembly->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        pose *pose = &assembly->solution->poses[node->pose];
        pose->v = vec3_load(assembly->now + assembly->index[node->dof]);
        if (node->has_rotation)
            pose->w = vec3_load(assembly->now + assembly->index[node->dof] + 3);
    }
}

/* Returns whether another iteration is allowed: as many as the deck says, and more as long as each of them shows that
 * it is about to converge. */
static bool may_iterate(const control *control, const initial_report *report, double error_before)
{
    static const double NEARLY = 1e-2;
    const int most = control->assembly_iterations;
    const bool is_near = most > 0 && report->iterations >= most && report->error < NEARLY * error_before;
    return isfinite(report->error) && (report->iterations < most || is_near);
}

/* Solves both problems together: the velocities are solved again whenever the positions have moved. */
static bool initial_iterate(assembly *assembly, initial_report *report, initial_report *given)
{
    const control *control = &assembly->model->options;
    const double seconds = assembly->model->limits.step_seconds, begin = clock_seconds();
    double error_before = INFINITY;
    for (report->iterations = 0;; error_before = report->error, report->iterations++) {
        interrupt_point();
        report->is_late = seconds > 0 && clock_seconds() > begin + seconds;
        if (report->is_late)
            return false;
        velocity_system(assembly);
        const double velocities = norm_of(assembly, report);
        double least = round_off(assembly);
        list_violated(assembly, report, true);
        position_system(assembly);
        const double positions = norm_of(assembly, report);
        const double length = length_of(assembly);
        least = hypot(least, round_off(assembly)) / length;
        report->error = hypot(positions, velocities) / length;
        if (positions > control->assembly_tolerance)
            list_violated(assembly, report, false);
        if (report->iterations == 0)
            *given = *report;
        if (report->error <= fmax(control->assembly_tolerance, least))
            return true;
        if (!may_iterate(control, report, error_before) || !initial_solve(assembly, report))
            return false;
        move_positions(assembly);
        velocity_system(assembly);
        if (!initial_solve(assembly, report))
            return false;
        move_velocities(assembly);
    }
}

static void find_moved(const assembly *assembly, initial_report *report)
{
    for (int i = 0; i < assembly->model->nodes.n; i++) {
        const node *node = assembly->model->nodes.items[i];
        if (node->pose < 0 || node->is_dummy)
            continue;
        const pose *pose = &assembly->solution->poses[node->pose];
        const mat3 rotation = mat3_mult(&pose->R, &node->initial->R);
        const double distance = vec3_norm(vec3_sub(pose->x, node->initial->x)),
                     angle = vec3_norm(rotation_log(&rotation));
        report->extent = fmax(report->extent, vec3_norm(node->initial->x));
        if (distance > report->distance)
            report->distance = distance, report->moved = node;
        if (node->has_rotation && angle > report->angle)
            report->angle = angle, report->rotated = node;
    }
}

static bool assemble(assembly *assembly, initial_report *report)
{
    initial_report given = {0};
    const bool ok = initial_iterate(assembly, report, &given);
    if (ok)
        find_moved(assembly, report);
    if (ok || !(report->error < given.error)) {
        report->n_violated = given.n_violated;
        memcpy(report->violated, given.violated, sizeof given.violated);
        report->rates = given.rates;
        report->as_given = true;
    }
    return ok;
}

/* Computes the unknowns, positions and velocities, from the poses. */
static void finish(assembly *assembly)
{
    solution *solution = assembly->solution;
    for (int i = 0; i < assembly->model->nodes.n; i++) {
        const node *node = assembly->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        vec3_store(solution->y + node->dof, solution->poses[node->pose].x);
        vec3_store(solution->yp + node->dof, solution->poses[node->pose].v);
    }
    for (int i = 0; i < assembly->model->n_unknowns; i++)
        if (assembly->index[i] >= 0 && assembly->coordinate[assembly->index[i]])
            solution->yp[i] = assembly->now[assembly->index[i]];
    solution_rebase(solution);
}

static bool is_needed(const solution *solution)
{
    const model *model = solution->model;
    for (int i = 0; i < model->elems.n; i++)
        if (takes_part(model, &solution->state, model->elems.items[i]))
            return true;
    return false;
}

/* Sets coordinates to their given values. */
static void initial_coordinates(solution *solution)
{
    initial_values initial = {.y = solution->y, .yp = solution->yp, .poses = solution->poses};
    for (int i = 0; i < solution->model->elems.n; i++) {
        const elem *element = solution->model->elems.items[i];
        if (element->n_internal > 0 && initial_kind_of(element, 0) == INTERNAL_COORDINATE && element->type->initial)
            element->type->initial(&solution->state, element, &initial);
    }
}

bool initial_assembly(solution *solution, initial_report *report)
{
    *report = (initial_report){.worst_row = -1};
    if (solution->model->options.skip_assembly || !is_needed(solution))
        return true;
    arena *memory = arena_create();
    assembly assembly;
    initial_coordinates(solution);
    solution->state.now = PHASE_ASSEMBLY;
    initial_begin(&assembly, solution, memory);
    const bool ok = assemble(&assembly, report);
    finish(&assembly);
    initial_end(&assembly);
    arena_destroy(memory);
    return ok;
}

void initial_reactions_reset(solution *solution)
{
    for (int i = 0; i < solution->model->elems.n; i++) {
        const elem *element = solution->model->elems.items[i];
        for (int k = 0; !elem_assembly_of(element->type).keeps_reactions && k < element->n_internal; k++)
            if (takes_part_as(initial_kind_of(element, k)) && initial_kind_of(element, k) != INTERNAL_COORDINATE)
                solution->y[element->internal + k] = 0.0;
    }
}
