/* initial.c - the initial assembly.
 *
 *     positions, by Newton            - Kp (x - x0) + phi_x' lambda (+ f) = 0
 *                                     phi(x, t) = 0
 *     then velocities, linear in v    - Kv (v - v0) + (phi_x' lambda)' + psi_v' nu = 0
 *                                     phi_x v + phi_t = 0
 *                                     psi(v, x) = 0
 *
 * Coordinates of elements (the amplitudes of modes) are positions whose springs are the elements' own stiffness.
 * With (phi_x' lambda)' = phi_x' lambda' + (phi_x' lambda)_x v: the reactions as they change in time; the second term
 * is left out for drive displacement, as in MBDyn, where it would spoil velocities that fit.
 * Everything comes from the elements' eval: with (dvalue, drate) = (1, 0) the Jacobian of the own rows is phi_x and
 * that of the node rows along own columns is phi_x'; with (0, 1) the own rows give psi_v. Momentum rows and other
 * states take no part. */
#include "assembly/initial.h"
#include "linalg/linear_solver.h"
#include "math/rotation.h"
#include <float.h>
#include <string.h>

typedef struct {
    solution *u;
    const model *m;
    int n, n_motions;           /* unknowns; those of the nodes, which come first */
    int *index;                 /* of a global unknown, -1: takes no part */
    int *row_index;             /* of a global row */
    int *row_of;                /* back to the global row, for messages */
    unsigned char *by_velocity; /* multipliers of constraints on velocities, by index */
    unsigned char *coordinate;  /* coordinates of elements, by index */
    ARRAY(const elem *) elems;  /* that take part */
    int *slot;
    csc *A;
    linear *solver;
    double *r, *d;
    double *magnitude; /* sums of the magnitudes of what is in r */
    double *now;       /* velocities and multipliers of the velocity problem */
    double *rate;      /* given for the coordinates, by index */
    double *local_r, *J, *J_rate;
    frame *start; /* by pose */
    bool *slowly; /* by pose: parameters of rotations add up */
} assembly;

static own_kind initial_kind_of(const elem *e, int k) { return e->kinds ? e->kinds[k] : OWN_CONSTRAINT; }

static bool takes_part_as(own_kind kind)
{
    return kind == OWN_CONSTRAINT || kind == OWN_PLAIN_CONSTRAINT || kind == OWN_VELOCITY_CONSTRAINT ||
           kind == OWN_COORDINATE;
}

static bool has_constraints(const elem *e)
{
    for (int k = 0; k < e->n_own; k++)
        if (takes_part_as(initial_kind_of(e, k)))
            return true;
    return false;
}

/* Deformable elements take part when the deck says so of all or of their class, and joints when they are driven, as in
 * the reference program. */
static bool takes_part(const model *m, const state *s, const elem *e)
{
    const elem_assembly part = elem_assembly_of(e->type);
    if (e->n == 0 || !elem_is_on(s, e) || part.never)
        return false;
    if (has_constraints(e) || part.always)
        return true;
    const elem_class *class = e->type->card->class;
    if (e->switched != MEMORY_NONE && part.deformable && class->flags & CLASS_ASSEMBLED_DRIVEN)
        return true;
    const bool is_used = m->options.class_in_assembly[elem_class_index(e->type->card)];
    if (!m->options.assemble_deformable)
        return part.deformable && is_used;
    return part.deformable || (part.force && is_used);
}

static void number_nodes(assembly *a)
{
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        a->start[n->pose] = *n->initial;
        for (int k = 0; k < (n->has_rotation ? 6 : 3); k++) {
            a->row_of[a->n] = n->row + k;
            a->index[n->dof + k] = a->row_index[n->row + k] = a->n++;
        }
    }
    a->n_motions = a->n;
}

static void number_multipliers(assembly *a)
{
    for (int i = 0; i < a->elems.n; i++) {
        const elem *e = a->elems.items[i];
        for (int k = 0; k < e->n_own; k++) {
            const own_kind kind = initial_kind_of(e, k);
            if (!takes_part_as(kind))
                continue;
            a->by_velocity[a->n] = kind == OWN_VELOCITY_CONSTRAINT;
            a->coordinate[a->n] = kind == OWN_COORDINATE;
            a->rate[a->n] = kind == OWN_COORDINATE ? a->u->yp[e->own + k] : 0.0;
            a->row_of[a->n] = e->own + k;
            a->index[e->own + k] = a->row_index[e->own + k] = a->n++;
        }
    }
}

static void make_matrix(assembly *a)
{
    csc_builder *b = csc_builder_create(a->n);
    for (int i = 0; i < a->n; i++)
        csc_builder_add(b, i, i);
    for (int i = 0; i < a->elems.n; i++) {
        const elem *e = a->elems.items[i];
        for (int k = 0; k < e->n_slots; k++) {
            const int row = a->row_index[e->row[e->source[k] / e->ld]],
                      column = a->index[e->column[e->source[k] % e->ld]];
            if (row >= 0 && column >= 0)
                csc_builder_add(b, row, column);
        }
    }
    a->A = csc_builder_finish(b, &a->slot);
    csc_builder_destroy(b);
}

static int *no_indices(arena *memory, int n)
{
    int *at = ARENA_ARRAY(memory, int, n);
    memset(at, -1, (size_t)n * sizeof *at);
    return at;
}

static void find_slow_nodes(assembly *a, arena *memory)
{
    int *pose_of = no_indices(memory, a->m->n_unknowns);
    for (int i = 0; i < a->m->nodes.n; i++)
        if (a->m->nodes.items[i]->pose >= 0 && a->m->nodes.items[i]->has_rotation)
            pose_of[a->m->nodes.items[i]->dof + 3] = a->m->nodes.items[i]->pose;
    for (int i = 0; i < a->elems.n; i++) {
        const elem *e = a->elems.items[i];
        for (int k = 0; elem_assembly_of(e->type).additive_rotations && k < e->n; k++)
            if (e->column[k] >= 0 && pose_of[e->column[k]] >= 0)
                a->slowly[pose_of[e->column[k]]] = true;
    }
}

static void initial_begin(assembly *a, solution *u, arena *memory)
{
    const model *m = u->m;
    *a = (assembly){.u = u, .m = m};
    const int n = m->n_unknowns;
    a->index = no_indices(memory, n);
    a->row_index = no_indices(memory, n);
    a->row_of = ARENA_ARRAY(memory, int, n);
    a->by_velocity = ARENA_ARRAY(memory, unsigned char, n);
    a->coordinate = ARENA_ARRAY(memory, unsigned char, n);
    a->rate = ARENA_ARRAY(memory, double, n);
    a->start = ARENA_ARRAY(memory, frame, m->n_poses);
    a->slowly = ARENA_ARRAY(memory, bool, m->n_poses);
    int size = 0;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.items[i];
        if (takes_part(m, &u->s, e)) {
            array_push(&a->elems, e);
            size = e->n * e->ld > size ? e->n * e->ld : size;
        }
    }
    number_nodes(a);
    number_multipliers(a);
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

static void initial_end(assembly *a)
{
    linear_destroy(a->solver);
    csc_destroy(a->A);
    free(a->slot);
    array_free(&a->elems);
}

/* One element's rows and Jacobian with the given seeds, zeroed first. */
static void initial_evaluate(assembly *a, const elem *e, double dvalue, double drate, double *J)
{
    state s = a->u->s;
    s.dvalue = dvalue, s.drate = drate;
    local out = {.r = a->local_r, .J = J, .ld = e->ld};
    memset(out.r, 0, (size_t)e->n * sizeof(double));
    memset(out.J, 0, (size_t)(e->n * e->ld) * sizeof(double));
    e->type->eval(e->ld, &s, e, &out);
}

/* Does the entry tell how reactions turn with the nodes, where that is not asked for? */
static bool is_left_out(const assembly *a, const elem *e, int row, int column)
{
    return elem_assembly_of(e->type).steady_reactions && row < a->n_motions && column < a->n_motions;
}

/* Adds the entries of a local Jacobian; rows of constraints on velocities are taken from J_rate instead. */
static const int *initial_scatter(assembly *a, const elem *e, const int *slot, bool velocities)
{
    for (int k = 0; k < e->n_slots; k++) {
        const int i = e->source[k] / e->ld;
        const int row = a->row_index[e->row[i]], column = a->index[e->column[e->source[k] % e->ld]];
        if (row < 0 || column < 0)
            continue;
        const bool is_psi = a->by_velocity[row] || a->by_velocity[column];
        const double *J = velocities && a->by_velocity[row] ? a->J_rate : a->J;
        if (velocities ? !is_left_out(a, e, row, column) : !is_psi)
            a->A->value[*slot] += J[e->source[k]];
        slot++;
    }
    return slot;
}

/* Stiffness of the springs that hold the nodes; a multiplier that takes no part in this phase is held at zero. */
static void add_diagonal(assembly *a, bool velocities)
{
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        const node_assembly *s = n->assembly;
        const double K = velocities ? s->velocity_stiffness : s->position_stiffness;
        for (int k = 0; k < (n->has_rotation ? 6 : 3); k++)
            a->A->value[a->slot[a->index[n->dof + k]]] -= K;
    }
    for (int i = 0; i < a->n; i++)
        if (a->by_velocity[i] && !velocities)
            a->A->value[a->slot[i]] += 1;
}

/* What round-off leaves of the sums in r. */
static double round_off(const assembly *a)
{
    double sum = 0;
    for (int i = 0; i < a->n; i++)
        sum += a->magnitude[i] * a->magnitude[i];
    return DBL_EPSILON * sqrt(sum);
}

static double norm_of(const assembly *a, initial_report *report)
{
    double sum = 0, worst = 0;
    for (int i = 0; i < a->n; i++) {
        sum += a->r[i] * a->r[i];
        if (fabs(a->r[i]) > worst) {
            worst = fabs(a->r[i]);
            report->worst_row = a->row_of[i];
        }
    }
    return sqrt(sum);
}

/* The length of all positions: as in the reference the tolerance is relative to it. */
static double length_of(const assembly *a)
{
    double sum = 1.0;
    for (int i = 0; i < a->m->n_poses; i++)
        sum += vec3_dot(a->u->poses[i].x, a->u->poses[i].x);
    return sqrt(sum);
}

/* The constraint of the element with the largest residual; -1: none above the tolerance. */
static int most_violated(const assembly *a, const elem *e)
{
    double most = a->m->options.assembly_tolerance;
    int worst = -1;
    for (int k = 0; k < e->n_own; k++) {
        const int i = a->row_index[e->own + k];
        if (i < 0 || a->coordinate[i] || !(fabs(a->r[i]) > most))
            continue;
        most = fabs(a->r[i]);
        worst = i;
    }
    return worst;
}

/* One constraint an element, worst first. */
static void list_violated(const assembly *a, initial_report *report, bool rates)
{
    report->n_violated = 0;
    report->rates = rates;
    for (int i = 0; i < a->elems.n; i++) {
        const int worst = most_violated(a, a->elems.items[i]);
        int k = report->n_violated;
        while (worst >= 0 && k > 0 && fabs(a->r[worst]) > report->violated[k - 1].distance)
            k--;
        if (worst < 0 || k == ASSEMBLY_WORST)
            continue;
        report->n_violated += report->n_violated < ASSEMBLY_WORST;
        for (int j = report->n_violated - 1; j > k; j--)
            report->violated[j] = report->violated[j - 1];
        report->violated[k].row = a->row_of[worst];
        report->violated[k].distance = fabs(a->r[worst]);
    }
}

static bool initial_solve(assembly *a, initial_report *report)
{
    static const linear_options defaults = {0};
    if (!a->solver)
        a->solver = linear_create(linear_default_backend(a->A), a->A, &defaults);
    int column = -1;
    if (linear_factor(a->solver, a->A, &column) != LINEAR_OK) {
        report->singular = true;
        report->worst_row = column >= 0 ? a->row_of[column] : -1;
        return false;
    }
    for (int i = 0; i < a->n; i++)
        a->d[i] = -a->r[i];
    linear_solve(a->solver, a->d);
    return true;
}

static void initial_add(assembly *a, int row, double term)
{
    a->r[row] += term;
    a->magnitude[row] += fabs(term);
}

/* r and magnitudes begin with what springs do. */
static void begin_rows(assembly *a, void (*springs)(assembly *a))
{
    memset(a->r, 0, (size_t)a->n * sizeof(double));
    springs(a);
    for (int i = 0; i < a->n; i++)
        a->magnitude[i] = fabs(a->r[i]);
}

/* --- positions ---------------------------------------------------------------------------------------------------- */

static void position_springs(assembly *a)
{
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        const node_assembly *s = n->assembly;
        const pose *p = &a->u->poses[n->pose];
        const frame *f = &a->start[n->pose];
        double *r = a->r + a->index[n->dof];
        vec3_store(r, vec3_scale(-s->position_stiffness, vec3_sub(p->x, f->x)));
        if (n->has_rotation) {
            const mat3 turned = mat3_mult(&p->R, &f->R);
            vec3_store(r + 3, vec3_scale(-s->position_stiffness, rotation_to_cgr(&turned)));
        }
    }
}

static void position_system(assembly *a)
{
    csc_zero(a->A);
    begin_rows(a, position_springs);
    const int *slot = a->slot + a->n;
    for (int i = 0; i < a->elems.n; i++) {
        const elem *e = a->elems.items[i];
        initial_evaluate(a, e, 1, 0, a->J);
        for (int k = 0; k < e->n; k++) {
            const int row = e->row[k] < 0 ? -1 : a->row_index[e->row[k]];
            if (row >= 0 && !a->by_velocity[row])
                initial_add(a, row, a->local_r[k]);
        }
        slot = initial_scatter(a, e, slot, false);
    }
    add_diagonal(a, false);
}

/* As in the reference, parameters add up where a total joint imposes a rotation: the error then falls by g^2/4 with
 * each iteration, and what is left of it shows in the reactions at the start. Elsewhere, and beyond a radian, rotations
 * follow each other. */
static void turn_node(assembly *a, const node *n, vec3 d)
{
    const frame *f = &a->start[n->pose];
    mat3 *R = &a->u->poses[n->pose].R;
    const mat3 turned = mat3_mult(R, &f->R);
    const vec3 g = rotation_to_cgr(&turned);
    const bool adds_up = a->slowly[n->pose] && vec3_norm(g) < 1.0;
    const mat3 turn = rotation_from_cgr(adds_up ? vec3_add(g, d) : d);
    *R = mat3_mul(&turn, adds_up ? &f->R : R);
}

static void move_positions(assembly *a)
{
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        pose *p = &a->u->poses[n->pose];
        const double *d = a->d + a->index[n->dof];
        p->x = vec3_add(p->x, vec3_load(d));
        if (n->has_rotation)
            turn_node(a, n, vec3_load(d + 3));
    }
    for (int i = 0; i < a->m->n_unknowns; i++)
        if (a->index[i] >= 0 && (a->m->kind[i] == DOF_ALGEBRAIC || a->coordinate[a->index[i]]))
            a->u->y[i] += a->d[a->index[i]];
}

/* --- velocities --------------------------------------------------------------------------------------------------- */

/* Velocity given for a node. With `omega rotates` the angular velocity is turned by the transpose of the node's
 * correction, as the reference program does (docs/differences.md). */
static frame wanted(const assembly *a, const node *n)
{
    frame f = a->start[n->pose];
    if (n->has_rotation && n->assembly->omega_rotates) {
        const mat3 turned = mat3_mult(&a->u->poses[n->pose].R, &f.R);
        f.w = mat3_tmulv(&turned, f.w);
    }
    return f;
}

static void velocity_springs(assembly *a)
{
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        const node_assembly *s = n->assembly;
        const pose *p = &a->u->poses[n->pose];
        const frame f = wanted(a, n);
        double *r = a->r + a->index[n->dof];
        vec3_store(r, vec3_scale(-s->velocity_stiffness, vec3_sub(p->v, f.v)));
        if (n->has_rotation)
            vec3_store(r + 3, vec3_scale(-s->velocity_stiffness, vec3_sub(p->w, f.w)));
    }
}

/* Own rows: psi itself, and phi_t for constraints on positions. The element's rows are those of the last evaluate. */
static void velocity_rows(assembly *a, const elem *e)
{
    for (int i = 0; i < e->n; i++) {
        const int row = e->row[i] < 0 ? -1 : a->row_index[e->row[i]];
        if (row >= 0 && a->by_velocity[row])
            initial_add(a, row, a->local_r[i]);
    }
    if (!e->type->rate)
        return;
    double *phi_t = a->local_r;
    memset(phi_t, 0, (size_t)e->n * sizeof(double));
    e->type->rate(&a->u->s, e, phi_t);
    for (int k = 0; k < e->n_own; k++) {
        const int row = a->row_index[e->own + k];
        if (row >= 0 && !a->by_velocity[row])
            initial_add(a, row, phi_t[k]);
    }
}

/* r += J x: reactions as they change in time, and phi_x v. The stiffness of coordinates acts on what their rates differ
 * from those given. */
static void velocity_products(assembly *a, const elem *e)
{
    for (int k = 0; k < e->n_slots; k++) {
        const int row = a->row_index[e->row[e->source[k] / e->ld]], column = a->index[e->column[e->source[k] % e->ld]];
        if (row >= 0 && column >= 0 && !a->by_velocity[row] && !is_left_out(a, e, row, column))
            initial_add(a, row, a->J[e->source[k]] * (a->now[column] - (a->coordinate[row] ? a->rate[column] : 0.0)));
    }
}

static void load_velocities(assembly *a)
{
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        vec3_store(a->now + a->index[n->dof], a->u->poses[n->pose].v);
        if (n->has_rotation)
            vec3_store(a->now + a->index[n->dof] + 3, a->u->poses[n->pose].w);
    }
}

static void velocity_system(assembly *a)
{
    csc_zero(a->A);
    load_velocities(a);
    begin_rows(a, velocity_springs);
    const int *slot = a->slot + a->n;
    for (int i = 0; i < a->elems.n; i++) {
        const elem *e = a->elems.items[i];
        initial_evaluate(a, e, 1, 0, a->J);
        if (has_constraints(e))
            velocity_products(a, e);
        initial_evaluate(a, e, 0, 1, a->J_rate);
        if (has_constraints(e))
            velocity_rows(a, e);
        slot = initial_scatter(a, e, slot, true);
    }
    add_diagonal(a, true);
}

static void move_velocities(assembly *a)
{
    for (int i = 0; i < a->n; i++)
        a->now[i] += a->d[i];
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        pose *p = &a->u->poses[n->pose];
        p->v = vec3_load(a->now + a->index[n->dof]);
        if (n->has_rotation)
            p->w = vec3_load(a->now + a->index[n->dof] + 3);
    }
}

/* Both problems side by side: the velocities are solved again whenever the positions have moved. */
static bool initial_iterate(assembly *a, initial_report *report, initial_report *given)
{
    const control *c = &a->m->options;
    for (report->iterations = 0;; report->iterations++) {
        velocity_system(a);
        const double velocities = norm_of(a, report);
        double least = round_off(a);
        list_violated(a, report, true);
        position_system(a);
        const double positions = norm_of(a, report);
        const double length = length_of(a);
        least = hypot(least, round_off(a)) / length;
        report->error = hypot(positions, velocities) / length;
        if (positions > c->assembly_tolerance)
            list_violated(a, report, false);
        if (report->iterations == 0)
            *given = *report;
        if (report->error <= fmax(c->assembly_tolerance, least))
            return true;
        if (report->iterations >= c->assembly_iterations || !isfinite(report->error) || !initial_solve(a, report))
            return false;
        move_positions(a);
        velocity_system(a);
        if (!initial_solve(a, report))
            return false;
        move_velocities(a);
    }
}

static void find_moved(const assembly *a, initial_report *report)
{
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.items[i];
        if (n->pose < 0 || n->is_dummy)
            continue;
        const pose *p = &a->u->poses[n->pose];
        const mat3 turn = mat3_mult(&p->R, &n->initial->R);
        const double distance = vec3_norm(vec3_sub(p->x, n->initial->x)), angle = vec3_norm(rotation_log(&turn));
        report->extent = fmax(report->extent, vec3_norm(n->initial->x));
        if (distance > report->distance)
            report->distance = distance, report->moved = n;
        if (n->has_rotation && angle > report->angle)
            report->angle = angle, report->turned = n;
    }
}

static bool assemble(assembly *a, initial_report *report)
{
    initial_report given = {0};
    const bool ok = initial_iterate(a, report, &given);
    if (ok)
        find_moved(a, report);
    if (ok || !(report->error < given.error)) {
        report->n_violated = given.n_violated;
        memcpy(report->violated, given.violated, sizeof given.violated);
        report->rates = given.rates;
        report->as_given = true;
    }
    return ok;
}

/* Back to the unknowns: positions and velocities from the poses. */
static void finish(assembly *a)
{
    solution *u = a->u;
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        vec3_store(u->y + n->dof, u->poses[n->pose].x);
        vec3_store(u->yp + n->dof, u->poses[n->pose].v);
    }
    for (int i = 0; i < a->m->n_unknowns; i++)
        if (a->index[i] >= 0 && a->coordinate[a->index[i]])
            u->yp[i] = a->now[a->index[i]];
    solution_rebase(u);
}

static bool is_needed(const solution *u)
{
    const model *m = u->m;
    for (int i = 0; i < m->elems.n; i++)
        if (takes_part(m, &u->s, m->elems.items[i]))
            return true;
    return false;
}

/* Coordinates begin as they are given. */
static void initial_coordinates(solution *u)
{
    initial_values v = {.y = u->y, .yp = u->yp, .poses = u->poses};
    for (int i = 0; i < u->m->elems.n; i++) {
        const elem *e = u->m->elems.items[i];
        if (e->n_own > 0 && initial_kind_of(e, 0) == OWN_COORDINATE && e->type->initial)
            e->type->initial(&u->s, e, &v);
    }
}

bool initial_assembly(solution *u, initial_report *report)
{
    *report = (initial_report){.worst_row = -1};
    if (u->m->options.skip_assembly || !is_needed(u))
        return true;
    arena *memory = arena_create();
    assembly a;
    initial_coordinates(u);
    u->s.now = PHASE_ASSEMBLY;
    initial_begin(&a, u, memory);
    const bool ok = assemble(&a, report);
    finish(&a);
    initial_end(&a);
    arena_destroy(memory);
    return ok;
}

void initial_reactions_forget(solution *u)
{
    for (int i = 0; i < u->m->elems.n; i++) {
        const elem *e = u->m->elems.items[i];
        for (int k = 0; !elem_assembly_of(e->type).keeps_reactions && k < e->n_own; k++)
            if (takes_part_as(initial_kind_of(e, k)) && initial_kind_of(e, k) != OWN_COORDINATE)
                u->y[e->own + k] = 0.0;
    }
}
