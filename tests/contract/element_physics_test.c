/* element_physics_test.c - what mechanics asks of every row of the table of elements, on random instances.
 *
 *     reactions    do no work: at states where the constraints hold, the forces of the multipliers on the nodes and
 *                  the motions that the constraints forbid span the same space,
 *                      span of columns d(force on nodes)/d(multipliers) = span of rows d(constraints)/d(motion)
 *                  for a single multiplier: the two are parallel
 *     balance      internal forces: forces and moments on all nodes add up to nothing where the constraints hold
 *     frame        internal forces: turning everything turns them, with multipliers that may be others
 *     potential    forces of elements without internal unknowns whose laws have a potential, nothing moving, do no work
 *                  round a closed loop: with M the moment on a node and t its spin,
 *                      K = dF/dx,   K_ij - K_ji = 0,   but   dM/dt - (dM/dt)' = -(M x)    of a node's own moment,
 *                  since spins about different axes do not commute
 *
 * A type that does not keep one of these says why by a flag of contract/element.h; a flag without need is refused. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/element_world.h"
#include "contract/span.h"

static world *W;
static world_state X;
static memory_block *begun;
static double R0[SPAN_LENGTH], J0[SPAN_LENGTH * SPAN_LENGTH];

static void eval(const elem *element, double dvalue, double drate)
{
    X.state.dvalue = dvalue, X.state.drate = drate;
    memset(R0, 0, sizeof R0);
    memset(J0, 0, sizeof J0);
    local out = {.r = R0, .J = J0, .ld = element->ld};
    element->type->eval(element->ld, &X.state, element, &out);
}

static elem_expectations expected(const elem *element) { return elem_expectations_of(element->type); }

/* --- unknowns of an element: multipliers, motions, others --------------------------------------------------------- */

static internal_kind kind_at(const elem *element, int i)
{
    return element->kinds ? element->kinds[i - (element->n - element->n_internal)] : INTERNAL_CONSTRAINT;
}
static bool is_own(const elem *element, int i) { return i >= element->n - element->n_internal; }

/* An algebraic unknown is the multiplier of a constraint on velocities, unless it belongs to friction. */
static bool is_multiplier(const elem *element, int i)
{
    const bool may_work = expected(element).friction || expected(element).reactions_work;
    return is_own(element, i) && kind_at(element, i) <= (may_work ? INTERNAL_VELOCITY_CONSTRAINT : INTERNAL_ALGEBRAIC);
}

static bool is_on_velocities(const elem *element, int i)
{
    return kind_at(element, i) == INTERNAL_VELOCITY_CONSTRAINT || kind_at(element, i) == INTERNAL_ALGEBRAIC;
}

static bool is_motion(const elem *element, int i)
{
    return element->column[i] >= 0 && (!is_own(element, i) || kind_at(element, i) == INTERNAL_COORDINATE);
}

static bool has_multipliers(const elem *element)
{
    for (int i = 0; i < element->n; i++)
        if (is_multiplier(element, i))
            return true;
    return false;
}

static bool has_friction(const elem *element)
{
    for (int i = element->n - element->n_internal; i < element->n; i++)
        if (expected(element).friction && !is_multiplier(element, i))
            return true;
    return false;
}

static bool touches_structure(const elem *element)
{
    for (int i = 0; i < element->n; i++)
        if (world_node_at_row(W, element->row[i]))
            return true;
    return false;
}

static bool has_equations(const elem *element) { return element->type->eval && element->n > 0; }

/* --- states where the constraints hold ---------------------------------------------------------------------------- */

/* How a constraint depends on motions; it is evaluated on the way, and its value returned. */
static double constraint_row(const elem *element, int i, double *row)
{
    const bool on_velocities = is_on_velocities(element, i);
    eval(element, !on_velocities, on_velocities);
    memset(row, 0, SPAN_LENGTH * sizeof *row);
    for (int j = 0; j < element->n; j++)
        if (is_motion(element, j))
            row[j] = J0[i * element->ld + j];
    return R0[i];
}

/* The smallest motion that takes the linearised constraints to zero; *worst is how far the worst is off now. */
static void correction(const elem *element, bool of_velocities, double *dx, double *worst)
{
    static span forbidden;
    double row[SPAN_LENGTH];
    forbidden.n = 0;
    *worst = 0.0;
    memset(dx, 0, SPAN_LENGTH * sizeof *dx);
    for (int i = 0; i < element->n; i++) {
        if (!is_multiplier(element, i) || is_on_velocities(element, i) != of_velocities)
            continue;
        const double phi = constraint_row(element, i, row);
        *worst = fmax(*worst, fabs(phi));
        if (!span_add(&forbidden, row))
            continue;
        const double *along = forbidden.basis[forbidden.n - 1];
        span_axpy(dx, -(phi + span_dot(row, dx)) / span_dot(row, along), along);
    }
}

static bool assemble(const elem *element, bool of_velocities)
{
    double dx[SPAN_LENGTH], worst;
    for (int k = 0; k < 50; k++) {
        correction(element, of_velocities, dx, &worst);
        if (worst < 1e-13)
            return true;
        const double size = span_norm(dx), part = size > 0.5 ? 0.5 / size : 1.0;
        X.state.dvalue = !of_velocities, X.state.drate = of_velocities;
        for (int j = 0; j < element->n; j++)
            if (dx[j] != 0.0 && !(is_own(element, j) && expected(element).linear_shapes))
                world_move(W, &X, element->column[j], part * dx[j]);
    }
    return worst < 1e-11;
}

/* What it remembers becomes that of a step which ends here; true when that is what it was, up to round-off. */
static bool accept(const elem *element, memory_range internal)
{
    double before[512];
    const double *now = (const double *)X.remembers + internal.from;
    const int n = internal.last - internal.from;
    assert_in_range(n, 0, ARRAY_LEN(before));
    memcpy(before, now, memory_bytes(n));
    element->type->history->accept(&X.state, element, X.remembers);
    for (int i = 0; i < n; i++)
        if (memcmp(&before[i], &now[i], sizeof *now) != 0 && !(fabs(before[i] - now[i]) < 1e-13))
            return false;
    return true;
}

/* A state of rest: constraints hold, and what is remembered of the last step is this state. */
static bool settle(const elem *element, memory_range internal)
{
    const bool accepts = elem_history_of(element->type).accept;
    bool ok = assemble(element, false) && assemble(element, true);
    elem_start(&X.state, element, X.remembers);
    for (int k = 0; k < 500 && ok && accepts; k++) {
        const bool is_over = accept(element, internal);
        ok = assemble(element, false) && assemble(element, true);
        if (is_over)
            return ok;
    }
    return ok && !accepts;
}

static void random_state(const elem *element, unsigned long long seed)
{
    world_random_state(W, &X, seed);
    memcpy(X.remembers, begun, memory_bytes(W->model->plan->size));
    for (int i = 0; expected(element).linear_shapes && i < element->n; i++)
        if (is_own(element, i) && kind_at(element, i) == INTERNAL_COORDINATE)
            X.y[element->column[i]] = 0.0;
}

static bool at_rest(const elem *element, int number, unsigned long long seed)
{
    random_state(element, seed);
    return settle(element, W->internal[number]);
}

/* --- reactions ---------------------------------------------------------------------------------------------------- */

/* Forces of a unit multiplier, along all motions; the Jacobian is there. */
static void reaction_column(const elem *element, int i, double *column)
{
    memset(column, 0, SPAN_LENGTH * sizeof *column);
    for (int j = 0; j < element->n; j++)
        if (is_motion(element, j) && element->row[j] >= 0)
            column[j] = J0[j * element->ld + i];
}

/* How far one space is outside the other: the largest of the parts of unit vectors. */
static double work_of_reactions(const elem *element)
{
    static span forbidden, reactions;
    static double row[SPAN_MOST][SPAN_LENGTH], column[SPAN_MOST][SPAN_LENGTH];
    int n = 0;
    double worst = 0.0;
    forbidden.n = reactions.n = 0;
    for (int i = 0; i < element->n; i++)
        if (is_multiplier(element, i)) {
            constraint_row(element, i, row[n]);
            reaction_column(element, i, column[n]);
            span_add(&forbidden, row[n]);
            span_add(&reactions, column[n]);
            n++;
        }
    for (int k = 0; k < n; k++)
        worst = fmax(worst, fmax(span_outside(&forbidden, column[k]), span_outside(&reactions, row[k])));
    return worst;
}

static bool reacts_without_work(const elem *element) { return work_of_reactions(element) <= 1e-9; }

/* Instances at rest whose reactions do work, and those that do none. */
typedef struct {
    int bad, good;
} tally;

static tally try_reactions(int type)
{
    tally tally = {0, 0};
    for (int k = 0; k < INSTANCES; k++) {
        const elem *element = world_elem(W, type, k);
        if (!has_equations(element) || !has_multipliers(element) || has_friction(element) ||
            !at_rest(element, REFERRED + type * INSTANCES + k, (unsigned long long)(5 + 1000 * type + k)))
            continue;
        const bool is_good = reacts_without_work(element);
        tally.good += is_good, tally.bad += !is_good;
    }
    return tally;
}

static bool has_constraints(int type)
{
    for (int k = 0; k < INSTANCES; k++)
        if (has_equations(world_elem(W, type, k)) && has_multipliers(world_elem(W, type, k)))
            return true;
    return false;
}

static int check_reactions(int type)
{
    const elem_type *element_type = elem_types[type];
    const tally seen = try_reactions(type);
    const elem_expectations says = elem_expectations_of(element_type);
    const bool may_work = says.reactions_work || says.reactions_unapplied;
    const char *wrong = seen.good + seen.bad < 20   ? "too few instances could be assembled"
                        : may_work && seen.bad == 0 ? "its type says that reactions do work, but they do not"
                        : !may_work && seen.bad > 0 ? "reactions do work"
                                                    : NULL;
    if (wrong)
        print_error("%s: %s (%d of %d instances)\n", type_name(element_type), wrong, seen.bad, seen.good + seen.bad);
    return wrong != NULL;
}

static void reactions_do_no_work(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < elem_type_count; i++)
        if (has_constraints(i))
            failed += check_reactions(i);
    assert_int_equal(failed, 0);
}

/* With friction there is an internal unknown more, in some of the instances. */
static void friction_is_no_excuse(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < elem_type_count; i++) {
        int n = 0;
        for (int k = 0; k < INSTANCES; k++)
            n += has_friction(world_elem(W, i, k));
        if (elem_expectations_of(elem_types[i]).friction && n == 0)
            print_error("%s: no instance has friction\n", type_name(elem_types[i])), failed++;
    }
    assert_int_equal(failed, 0);
}

/* --- a gear, with its reaction and with one that lacks the ratio -------------------------------------------------- */

/* w1 . e - k w2 . e = 0, e = (0, 0, 1); multiplier M: node 1 -M e, node 2 `back` M e. */
typedef struct {
    const node *node[2];
    double ratio, back;
} gear;

static void gear_connect(const elem *element, layout *layout)
{
    const gear *gear = element->self;
    layout_node(layout, gear->node[0]);
    layout_node(layout, gear->node[1]);
    layout_internal(layout);
}

static void gear_eval(int lanes, const state *state, const elem *element, local *out)
{
    const gear *gear = element->self;
    for (int i = 0; i < 2; i++) {
        const pose *at = &state->poses[gear->node[i]->pose];
        const double by = i == 0 ? 1.0 : -gear->ratio, on = i == 0 ? -1.0 : gear->back;
        out->r[12] += by * at->w.z;
        out->r[6 * i + 5] += on * state->y[element->internal];
        if (lanes == 0)
            continue;
        out->J[12 * out->ld + 6 * i + 5] += by * state->drate;
        for (int j = 0; j < 3; j++)
            out->J[12 * out->ld + 6 * i + 3 + j] += by * state->dvalue * at->w_theta.e[2][j];
        out->J[(6 * i + 5) * out->ld + 12] += on;
    }
}

static void gear_sample(sampler *from, elem *element)
{
    static const internal_kind KINDS[] = {INTERNAL_VELOCITY_CONSTRAINT};
    gear *g = element->self;
    *g = (gear){.node = {sample_structural(from, 0), sample_structural(from, 1)}, .ratio = 2.5, .back = 2.5};
    element->n_internal = 1;
    element->kinds = KINDS;
}

static void slipping_sample(sampler *from, elem *element)
{
    gear_sample(from, element);
    ((gear *)element->self)->back = 1.0;
}

#define GEAR_SLOTS .card = &elem_cards[CARD_JOINT], .size = sizeof(gear), .connect = gear_connect, .eval = gear_eval

static const elem_type gear_type = {GEAR_SLOTS, .keyword = "gear", .sample = gear_sample};
static const elem_type slipping_type = {GEAR_SLOTS, .keyword = "gear without its ratio", .sample = slipping_sample};
static const elem *gears[2];

static void reaction_without_its_ratio_is_seen(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        assert_true(at_rest(gears[i], REFERRED + elem_type_count * INSTANCES + i, 77));
        assert_int_equal(reacts_without_work(gears[i]), i == 0);
    }
}

/* --- balance ------------------------------------------------------------------------------------------------------ */

static double out_of_balance(const elem *element)
{
    vec3 force = {0, 0, 0}, moment = {0, 0, 0};
    double scale = 1.0;
    eval(element, 1.0, 0.0);
    for (int i = 0; i < element->n; i++) {
        const node *node = world_node_at_row(W, element->row[i]);
        if (!node)
            continue;
        const vec3 F = vec3_load(R0 + i);
        scale = fmax(scale, vec3_norm(F));
        force = vec3_add(force, F);
        moment = vec3_add(moment, vec3_cross(X.pose[node->pose].x, F));
        if (node->has_rotation)
            moment = vec3_add(moment, vec3_load(R0 + i + 3));
    }
    return (vec3_norm(force) + vec3_norm(moment)) / scale;
}

static void rotate_everything(const mat3 *Q, const elem *element)
{
    for (int i = 0; i < W->model->n_poses; i++) {
        pose *p = &X.pose[i];
        const mat3 R = mat3_mul(Q, &p->R);
        *p = pose_make(mat3_mulv(Q, p->x), mat3_mulv(Q, p->v), &R, mat3_mulv(Q, p->w));
    }
    if (expected(element).vector_unknowns)
        vec3_store(X.y + element->internal, mat3_mulv(Q, vec3_load(X.y + element->internal)));
}

/* Forces and moments on the nodes, turned. */
static void rotated_forces(const elem *element, const mat3 *Q, double *to)
{
    memset(to, 0, SPAN_LENGTH * sizeof *to);
    for (int i = 0; i < element->n; i++) {
        const node *node = world_node_at_row(W, element->row[i]);
        for (int k = 0; node && k < (node->has_rotation ? 6 : 3); k += 3)
            vec3_store(to + i + k, mat3_mulv(Q, vec3_load(R0 + i + k)));
    }
}

static double out_of_frame(const elem *element, const mat3 *Q)
{
    static span reactions;
    const mat3 eye = MAT3_EYE;
    double expected[SPAN_LENGTH], found[SPAN_LENGTH], column[SPAN_LENGTH];
    eval(element, 1.0, 0.0);
    rotated_forces(element, Q, expected);
    rotate_everything(Q, element);
    eval(element, 1.0, 0.0);
    rotated_forces(element, &eye, found);
    const double scale = fmax(1.0, span_norm(expected));
    reactions.n = 0;
    for (int i = 0; i < element->n; i++)
        if (is_multiplier(element, i)) {
            reaction_column(element, i, column);
            span_add(&reactions, column);
        }
    span_axpy(expected, -1.0, found);
    span_reduce(&reactions, expected);
    return span_norm(expected) / scale;
}

static int check_internal(int type)
{
    const elem_expectations says = elem_expectations_of(elem_types[type]);
    const char *wrong = NULL;
    int checked = 0;
    double off = 0.0;
    for (int k = 0; k < INSTANCES && !wrong; k++) {
        const elem *element = world_elem(W, type, k);
        sampler from = world_sampler(W, (unsigned long long)(11 + k));
        const mat3 Q = sample_rotation(&from);
        if ((says.unbalanced && has_friction(element)) ||
            !at_rest(element, REFERRED + type * INSTANCES + k, (unsigned long long)(5 + 1000 * type + k)))
            continue;
        checked++;
        if ((off = out_of_balance(element)) > 1e-11)
            wrong = "forces and moments are off balance";
        else if ((off = out_of_frame(element, &Q)) > 1e-10)
            wrong = "forces do not turn with the frame";
    }
    if (!wrong && checked < 20)
        wrong = "too few instances could be assembled";
    if (wrong)
        print_error("%s: %s (%.2e)\n", type_name(elem_types[type]), wrong, off);
    return wrong != NULL;
}

/* A type that is not in balance says why, and no type says so without need. */
static int check_excuse(int type)
{
    const elem_type *element_type = elem_types[type];
    const elem_expectations says = elem_expectations_of(element_type);
    const bool has_excuse = says.external_forces || says.unbalanced;
    const bool is_load = elem_assembly_of(element_type).force;
    double most = 0.0;
    if (!has_excuse && !says.internal_forces && !says.momentum_rows && !is_load) {
        print_error("%s: is not said to be in balance, nor why not\n", type_name(element_type));
        return 1;
    }
    for (int k = 0; k < INSTANCES && has_excuse; k++) {
        const elem *element = world_elem(W, type, k);
        if (has_equations(element) &&
            at_rest(element, REFERRED + type * INSTANCES + k, (unsigned long long)(5 + 1000 * type + k)))
            most = fmax(most, out_of_balance(element));
    }
    if (!has_excuse || most > 1e-3)
        return 0;
    print_error("%s: its type says that it is not in balance, but it is\n", type_name(element_type));
    return 1;
}

static void internal_forces_are_in_balance(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < elem_type_count; i++) {
        if (!has_equations(world_elem(W, i, 0)) || !touches_structure(world_elem(W, i, 0)))
            continue;
        failed += check_excuse(i);
        if (elem_expectations_of(elem_types[i]).internal_forces)
            failed += check_internal(i);
    }
    assert_int_equal(failed, 0);
}

/* --- potential ---------------------------------------------------------------------------------------------------- */

static void stop_everything(void)
{
    const vec3 zero = {0, 0, 0};
    for (int i = 0; i < W->model->n_poses; i++)
        X.pose[i] = pose_make(X.pose[i].x, zero, &X.pose[i].R, zero);
    memset(X.yp, 0, (size_t)W->model->n_unknowns * sizeof *X.yp);
}

/* Takes from the stiffness what belongs to spins that do not commute: the rest of a potential's is symmetric. */
static void take_off_spins(const elem *element)
{
    for (int i = 0; i < element->n; i++) {
        const node *node = world_node_at_row(W, element->row[i]);
        if (!node || !node->has_rotation)
            continue;
        const mat3 half = mat3_skew(vec3_scale(0.5, vec3_load(R0 + i + 3)));
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                J0[(i + 3 + a) * element->ld + i + 3 + b] += half.e[a][b];
    }
}

/* Work round a small loop in the plane of two motions, by its area and the size of the stiffness. */
static double work_round_loops(const elem *element)
{
    double worst = 0.0, scale = 1.0;
    stop_everything();
    eval(element, 1.0, 0.0);
    take_off_spins(element);
    for (int i = 0; i < element->n; i++)
        for (int j = 0; j < element->n; j++) {
            worst = fmax(worst, fabs(J0[i * element->ld + j] - J0[j * element->ld + i]));
            scale = fmax(scale, fabs(J0[i * element->ld + j]));
        }
    return worst / scale;
}

/* Those with many columns have many entries each: fewer of them say as much. */
static int instances_of(int type) { return world_elem(W, type, 0)->n > 24 ? INSTANCES / 10 : INSTANCES; }

static bool may_have_potential(const elem *element)
{
    const elem_assembly assembly = elem_assembly_of(element->type);
    return has_equations(element) && element->n_internal == 0 && !assembly.force &&
           (!assembly.always || assembly.deformable) && !expected(element).momentum_rows;
}

static void elastic_forces_have_a_potential(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < elem_type_count; i++) {
        double most = 0.0;
        const bool has_none = elem_expectations_of(elem_types[i]).no_potential;
        for (int k = 0; k < instances_of(i); k++) {
            if (!may_have_potential(world_elem(W, i, k)))
                continue;
            random_state(world_elem(W, i, k), state_seed(i, k) + 5);
            most = fmax(most, work_round_loops(world_elem(W, i, k)));
        }
        if (has_none == (most > 1e-12))
            continue;
        print_error(has_none ? "%s: its type says that it has no potential, but it has\n"
                             : "%s: does work round a closed loop (%.2e)\n",
                    type_name(elem_types[i]), most);
        failed++;
    }
    assert_int_equal(failed, 0);
}

static int begin(void **unused)
{
    (void)unused;
    if (!types_are_complete())
        return -1;
    W = world_create();
    world_sample(W, true);
    sampler from = world_sampler(W, 1);
    gears[0] = world_add(W, &from, &gear_type, 2);
    gears[1] = world_add(W, &from, &slipping_type, 3);
    assert_true(model_freeze(W->model));
    world_state_create(W, &X);
    begun = block_create(W->model->plan, 0x5a);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    if (!W)
        return 0;
    free(X.remembers);
    free(begun);
    world_destroy(W);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reaction_without_its_ratio_is_seen),
        cmocka_unit_test(reactions_do_no_work),
        cmocka_unit_test(friction_is_no_excuse),
        cmocka_unit_test(internal_forces_are_in_balance),
        cmocka_unit_test(elastic_forces_have_a_potential),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
