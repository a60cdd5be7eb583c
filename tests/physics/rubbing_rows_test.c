/* rubbing_rows_test.c - rows of joints and bearings with friction of their own against their equations, which are
 * written once more: inline friction, journal bearing, ball bearing contact.
 *
 * Nodes 1 and 2 are where the random state has them. */
#include "element/contact/bristle.h"
#include "physics/row_world.h"

static vec3 cross(vec3 a, vec3 b) { return vec3_cross(a, b); }
static vec3 minus(vec3 a) { return vec3_scale(-1.0, a); }

/* --- a point on a line -------------------------------------------------------------------------------------------- */

static const vec3 O1 = {0.1, -0.2, 0.3}, O2 = {-0.4, 0.2, 0.1};

/* Axes 1, 2, 3 of the hinge, which are axes 2, 3, 1 of the node; the point of node 2, from it and from node 1. */
typedef struct {
    vec3 e[3], b, arm;
    double v, w; /* of the point along e1, and of node 2 about it; seen from node 1 */
} on_line;

#define LINE_ENDS \
    "node1, 1, offset, 0.1, -0.2, 0.3, hinge, 1, 0., 1., 0., 2, 0., 0., 1., node2, 2, offset, -0.4, 0.2, 0.1"

static on_line line_now(const row_world *row_world)
{
    const pose *a = pose_of(row_world, 1), *b = pose_of(row_world, 2);
    on_line on_line = {.e = {mat3_col(&a->R, 1), mat3_col(&a->R, 2), mat3_col(&a->R, 0)}, .b = mat3_mulv(&b->R, O2)};
    on_line.arm = vec3_sub(vec3_add(b->x, on_line.b), a->x);
    const vec3 at_2 = vec3_add(b->v, cross(b->w, on_line.b)), at_1 = vec3_add(a->v, cross(a->w, on_line.arm));
    on_line.v = vec3_dot(on_line.e[0], vec3_sub(at_2, at_1));
    on_line.w = vec3_dot(on_line.e[0], vec3_sub(b->w, a->w));
    return on_line;
}

/* The constraints, and l1 e2 + l2 e3 + tau e1 at the point, with a couple about e1, on node 1; minus them on node 2. */
static void assert_line(const row_world *row_world, const on_line *on_line, double tau, double moment)
{
    const pose *pose = pose_of(row_world, 1);
    const double *const l = row_world->state.y + row_world->element->internal;
    const vec3 d = vec3_sub(on_line->arm, mat3_mulv(&pose->R, O1)), M = vec3_scale(moment, on_line->e[0]);
    const vec3 F = vec3_axpy(vec3_axpy(vec3_scale(tau, on_line->e[0]), l[0], on_line->e[1]), l[1], on_line->e[2]);
    assert_same(internal_row(row_world, 0), vec3_dot(on_line->e[1], d));
    assert_same(internal_row(row_world, 1), vec3_dot(on_line->e[2], d));
    assert_same_vec3(force_on(row_world, 1), F);
    assert_same_vec3(force_on(row_world, 2), minus(F));
    assert_same_vec3(moment_on(row_world, 1), vec3_add(cross(on_line->arm, F), M));
    assert_same_vec3(moment_on(row_world, 2), minus(vec3_add(cross(on_line->b, F), M)));
}

static double stribeck(double v) { return 0.15 + (0.4 - 0.15) * exp(-pow(fabs(v) / 0.7, 1.4)); }

/* Slides one way, then the other. */
static void restore_order(row_world *row_world)
{
    for (unsigned i = 1; i <= 2; i++) {
        pose_of(row_world, i)->v = minus(pose_of(row_world, i)->v);
        pose_set_angular_velocity(pose_of(row_world, i), minus(pose_of(row_world, i)->w));
    }
}

static void inline_friction(void **of)
{
    row_world *row_world = *of;
    rows_begin(row_world,
               "user defined: 1, inline friction, " LINE_ENDS ", coulomb friction coefficient, 0.15, static friction "
               "coefficient, 0.4, sliding velocity coefficient, 0.7, sliding velocity exponent, 1.4, micro slip "
               "displacement, 0.3, initial stiction state, 0.05, initial stiction derivative, 0.6, viscous friction "
               "coefficient, 0.25, stiction state equation scale, 2.5;");
    for (int i = 0; i < 2; i++) {
        set_internal(row_world, 0, 3.0, 0.0);
        set_internal(row_world, 1, -4.0, 0.0);
        set_internal(row_world, 2, 0.2, 0.35);
        rows_eval(row_world, 0);
        const on_line on_line = line_now(row_world);
        const double tau = 5.0 * stribeck(on_line.v) * 0.2 / 0.3 + 0.25 * on_line.v;
        assert_line(row_world, &on_line, tau, 0.0);
        assert_same(internal_row(row_world, 2), 2.5 * (0.35 - on_line.v + fabs(on_line.v) * 0.2 / 0.3));
        const double shown[] = {3.0, -4.0, 0.2, 0.35, tau, on_line.v};
        static const char *const NAMES[] = {"lambda1", "lambda2", "z", "zP", "tau", "v"};
        for (int j = 0; j < 6; j++)
            assert_same(private_now(row_world, NAMES[j]), shown[j]);
        for (int j = 0; j < 4; j++)
            assert_same(printed(row_world, 1 + j), shown[j]);
        assert_jacobian(row_world, 1e-5, 1e-7);
        restore_order(row_world);
    }
    initial_values initial = {.y = row_world->state.y, .yp = row_world->state.yp};
    row_world->element->type->initial(&row_world->state.state, row_world->element, &initial);
    assert_same(row_world->state.y[row_world->element->internal + 2], 0.05);
    assert_same(row_world->state.yp[row_world->element->internal + 2], 0.6);
}

static void journal_bearing(void **of)
{
    row_world *row_world = *of;
    rows_begin(row_world,
               "user defined: 1, journal bearing, " LINE_ENDS
               ", friction, diameter, 0.6, coulomb friction coefficient, "
               "0.15, static friction coefficient, 0.4, micro stick stiffness, 30., micro stick damping, 0.8, sliding "
               "velocity coefficient, 0.7, sliding velocity exponent, 1.4, viscous friction coefficient, 0.25;");
    for (int i = 0; i < 2; i++) {
        set_internal(row_world, 0, 3.0, 0.0);
        set_internal(row_world, 1, -4.0, 0.0);
        set_internal(row_world, 2, 0.01, 0.35);
        rows_eval(row_world, 0);
        const on_line on_line = line_now(row_world);
        const double v = 0.3 * on_line.w, M = 0.3 * (5.0 * (30.0 * 0.01 + 0.8 * 0.35) + 0.25 * v);
        assert_line(row_world, &on_line, 0.0, M);
        assert_same(internal_row(row_world, 2), 0.35 - v + 30.0 * fabs(v) * 0.01 / stribeck(v));
        const double shown[] = {3.0, -4.0, 0.01, 0.35, on_line.w, M, -M * on_line.w};
        static const char *const NAMES[] = {"lambda1", "lambda2", "z", "zP", "omega", "M", "Pf"};
        for (int j = 0; j < 7; j++)
            assert_same(private_now(row_world, NAMES[j]), shown[j]);
        for (int j = 0; j < 7; j++)
            assert_same(printed(row_world, 1 + j), j == 2 || j == 3 ? 0.0 : shown[j]);
        assert_jacobian(row_world, 1e-5, 1e-7);
        restore_order(row_world);
    }
    assert_true(
        row_world->element->type->has_private(row_world->element, elem_private_index(row_world->element, "Pf")));
}

static void journal_bearing_without_friction(void **of)
{
    row_world *row_world = *of;
    rows_begin(row_world, "user defined: 1, journal bearing, " LINE_ENDS ";");
    rows_eval(row_world, 0);
    const on_line on_line = line_now(row_world);
    assert_line(row_world, &on_line, 0.0, 0.0);
    assert_same(private_now(row_world, "lambda2"), row_world->state.y[row_world->element->internal + 1]);
    assert_false(
        row_world->element->type->has_private(row_world->element, elem_private_index(row_world->element, "z")));
}

/* Nothing slides: friction has no derivative of its own then. */
static void lines_at_rest(void **of)
{
    static const char *const CARDS[] = {
        "user defined: 1, inline friction, " LINE_ENDS ", coulomb friction coefficient, 0.15, static friction "
        "coefficient, 0.4, sliding velocity coefficient, 0.7, sliding velocity exponent, 1.4, micro slip displacement, "
        "0.3;",
        "user defined: 1, journal bearing, " LINE_ENDS ", friction, diameter, 0.6, coulomb friction coefficient, 0.15, "
        "static friction coefficient, 0.4, micro stick stiffness, 30., sliding velocity coefficient, 0.7, sliding "
        "velocity exponent, 1.4;"};
    row_world *row_world = *of;
    for (int i = 0; i < 2; i++) {
        rows_begin(row_world, CARDS[i]);
        for (unsigned k = 1; k <= 2; k++)
            pose_of(row_world, k)->v = (vec3){0, 0, 0},
                               pose_set_angular_velocity(pose_of(row_world, k), (vec3){0, 0, 0});
        set_internal(row_world, 2, 0.01, 0.35);
        row_world->state.state.dvalue = 0.0;
        rows_eval(row_world, 0);
        assert_same(internal_row(row_world, 2), 0.35);
        assert_jacobian(row_world, 1e-9, 1e-4);
    }
}

/* --- bristles ----------------------------------------------------------------------------------------------------- */

typedef struct {
    double coulomb[2], stiction[2], v_s, power, s0[2], s1[2];
} bristles;

static const bristles BENT = {{0.15, 0.2}, {0.4, 0.5}, 0.7, 1.4, {30.0, 20.0}, {0.8, 0.5}};
static const bristles STRAIGHT = {{0.15, 0.15}, {0.15, 0.15}, 1.0, 1.0, {30.0, 30.0}, {0.0, 0.0}};

/* |M^2 U| / |M U| */
static double coefficient(const double mu[2], const double U[2])
{
    return hypot(mu[0] * mu[0] * U[0], mu[1] * mu[1] * U[1]) / hypot(mu[0] * U[0], mu[1] * U[1]);
}

/* z' = U - |M_k^2 U| / g M_k^-2 s_0 z */
static void bend(const bristles *bristles, const double U[2], const double z[2], double rate[2], double tau[2])
{
    const double *const mu = bristles->coulomb, kinetic = coefficient(mu, U),
                        still = coefficient(bristles->stiction, U);
    const double g = kinetic + (still - kinetic) * exp(-pow(hypot(U[0], U[1]) / bristles->v_s, bristles->power));
    const double kappa = hypot(mu[0] * mu[0] * U[0], mu[1] * mu[1] * U[1]) / g;
    for (int i = 0; i < 2; i++) {
        rate[i] = U[i] - kappa * bristles->s0[i] * z[i] / (mu[i] * mu[i]);
        tau[i] = bristles->s0[i] * z[i] + bristles->s1[i] * rate[i];
    }
}

/* --- a ball on washers -------------------------------------------------------------------------------------------- */

static const double RADIUS = 0.25, DAMPING = 0.4;
static const double Z[] = {0.004, -0.003, 0.002, 0.005}, Z_RATE[] = {0.3, -0.2, 0.5, 0.1};

typedef struct {
    const bristles *rubs;
    double k;
    vec3 o;
    mat3 R;
} washer;

/* Force on the ball by a washer on node `label`, and the place where it acts; rows of its bristles. */
static vec3 press(const row_world *row_world, const washer *at, unsigned label, int first, vec3 *foot)
{
    const pose *ball = pose_of(row_world, 1), *on = pose_of(row_world, label);
    const mat3 A = mat3_mul(&on->R, &at->R);
    const vec3 e[] = {mat3_col(&A, 0), mat3_col(&A, 1), mat3_col(&A, 2)};
    const double height = vec3_dot(e[2], vec3_sub(vec3_sub(ball->x, on->x), mat3_mulv(&on->R, at->o)));
    const double d = RADIUS - height;
    *foot = vec3_axpy(ball->x, -height, e[2]);
    const vec3 v1 = vec3_add(ball->v, cross(ball->w, vec3_sub(*foot, ball->x)));
    const vec3 v2 = vec3_add(on->v, cross(on->w, vec3_sub(*foot, on->x))), u = vec3_sub(v1, v2);
    const double U[] = {vec3_dot(e[0], u), vec3_dot(e[1], u)};
    double rate[2], tau[2];
    bend(at->rubs, U, Z + first, rate, tau);
    for (int i = 0; i < 2; i++)
        assert_same(internal_row(row_world, first + i), Z_RATE[first + i] - rate[i]);
    if (d <= 0.0)
        return (vec3){0, 0, 0};
    const double F = fmax(0.0, at->k * (pow(d, 1.5) - DAMPING * 1.5 * sqrt(d) * vec3_dot(e[2], u)));
    return vec3_scale(F, vec3_axpy(vec3_axpy(e[2], -tau[0], e[0]), -tau[1], e[1]));
}

static void assert_ball(row_world *row_world, const washer at[2])
{
    vec3 foot[2], F[2];
    for (int i = 0; i < 4; i++)
        set_internal(row_world, i, Z[i], Z_RATE[i]);
    rows_eval(row_world, 0);
    vec3 sum = {0, 0, 0}, moment = {0, 0, 0};
    for (int i = 0; i < 2; i++) {
        const unsigned label = (unsigned)(2 + i);
        F[i] = press(row_world, &at[i], label, 2 * i, &foot[i]);
        sum = vec3_add(sum, F[i]);
        moment = vec3_add(moment, cross(vec3_sub(foot[i], pose_of(row_world, 1)->x), F[i]));
        assert_same_vec3(force_on(row_world, label), minus(F[i]));
        assert_same_vec3(moment_on(row_world, label),
                         minus(cross(vec3_sub(foot[i], pose_of(row_world, label)->x), F[i])));
    }
    assert_same_vec3(force_on(row_world, 1), sum);
    assert_same_vec3(moment_on(row_world, 1), moment);
}

/* The ball above a washer, its centre at a height along axis 3 of it. */
static void put_washer(row_world *row_world, const washer *at, unsigned label, double height)
{
    pose *on = pose_of(row_world, label);
    const mat3 A = mat3_mul(&on->R, &at->R);
    const vec3 along = vec3_add(vec3_scale(0.2, mat3_col(&A, 0)), vec3_scale(height, mat3_col(&A, 2)));
    on->x = vec3_sub(vec3_sub(pose_of(row_world, 1)->x, mat3_mulv(&on->R, at->o)), along);
}

/* 1 / E = (1 - nu1^2) / E1 + (1 - nu2^2) / E2, k = 4/3 E sqrt r; axes of the second washer are 2, 3, 1 of its node. */
static void ball_on_two_washers(void **of)
{
    static const double HEIGHTS[][2] = {{0.24, 0.22}, {0.26, 0.2}, {0.1, 0.3}, {0.24999, 0.23}};
    const double E = 1.0 / ((1.0 - 0.09) / 2e3 + (1.0 - 0.04) / 3e3), k = 4.0 / 3.0 * E * sqrt(RADIUS);
    const washer at[2] = {{&BENT, k, {0.1, -0.2, 0.3}, MAT3_EYE},
                          {&BENT, k, {0, 0, 0}, mat3_from_cols((vec3){0, 1, 0}, (vec3){0, 0, 1}, (vec3){1, 0, 0})}};
    row_world *row_world = *of;
    rows_begin(
        row_world,
        "user defined: 1, ball bearing contact, ball, 1, ball radius, 0.25, washers, 2, 2, offset, 0.1, -0.2, 0.3, "
        "3, orientation, 1, 0., 1., 0., 2, 0., 0., 1., elastic modulus ball, 2.e3, poisson ratio ball, 0.3, "
        "elastic modulus washer, 3.e3, poisson ratio washer, 0.2, damping factor, 0.4, coulomb friction "
        "coefficient x, 0.15, coulomb friction coefficient y, 0.2, static friction coefficient x, 0.4, static "
        "friction coefficient y, 0.5, sliding velocity coefficient, 0.7, sliding velocity exponent, 1.4, "
        "micro slip stiffness x, 30., micro slip stiffness y, 20., micro slip damping x, 0.8, micro slip "
        "damping y, 0.5;");
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 2; j++)
            put_washer(row_world, &at[j], (unsigned)(2 + j), HEIGHTS[i / 2][j]);
        assert_ball(row_world, at);
        assert_jacobian(row_world, 1e-7, 2e-5);
        for (unsigned j = 1; j <= 3; j++)
            pose_of(row_world, j)->v = minus(pose_of(row_world, j)->v);
    }
}

/* What is left out: the same coefficient at rest and in motion and along both axes, no damping. */
static void ball_with_the_least_options(void **of)
{
    const washer at[2] = {{&STRAIGHT, 4.0 / 3.0 * 1e3 * sqrt(RADIUS), {0, 0, 0}, MAT3_EYE},
                          {&STRAIGHT, 4.0 / 3.0 * 1e3 * sqrt(RADIUS), {0, 0, 0}, MAT3_EYE}};
    row_world *row_world = *of;
    rows_begin(row_world,
               "user defined: 1, ball bearing contact, ball, 1, ball radius, 0.25, washers, 2, 2, 3, elastic modulus, "
               "1.e3, damping factor, 0.4, coulomb friction coefficient, 0.15, micro slip stiffness, 30.;");
    for (int j = 0; j < 2; j++)
        put_washer(row_world, &at[j], (unsigned)(2 + j), 0.2);
    assert_ball(row_world, at);
}

/* Bristles that have no friction to hold them, along one axis or both, and those of a ball at rest. */
static void bristles_without_friction_and_at_rest(void **of)
{
    static const char *const FRICTION[] = {"coulomb friction coefficient x, 0., coulomb friction coefficient y, 0.2",
                                           "coulomb friction coefficient, 0.", "coulomb friction coefficient, 0.3"};
    row_world *row_world = *of;
    for (int i = 0; i < 3; i++) {
        char card[400];
        snprintf(
            card, sizeof card,
            "user defined: 1, ball bearing contact, ball, 1, ball radius, 0.25, washers, 1, 2, elastic modulus, 1.e3, "
            "%s, micro slip stiffness, 30.;",
            FRICTION[i]);
        rows_begin(row_world, card);
        for (unsigned k = 1; i == 2 && k <= 2; k++)
            pose_of(row_world, k)->v = (vec3){0, 0, 0},
                               pose_set_angular_velocity(pose_of(row_world, k), (vec3){0, 0, 0});
        for (int k = 0; k < 2; k++)
            set_internal(row_world, k, Z[k], Z_RATE[k]);
        rows_eval(row_world, 0);
        const pose *ball = pose_of(row_world, 1), *on = pose_of(row_world, 2);
        const double height = vec3_dot(mat3_col(&on->R, 2), vec3_sub(ball->x, on->x));
        const vec3 foot = vec3_axpy(ball->x, -height, mat3_col(&on->R, 2));
        const vec3 v1 = vec3_add(ball->v, cross(ball->w, vec3_sub(foot, ball->x)));
        const vec3 u = vec3_sub(v1, vec3_add(on->v, cross(on->w, vec3_sub(foot, on->x))));
        const double U[] = {vec3_dot(mat3_col(&on->R, 0), u), vec3_dot(mat3_col(&on->R, 1), u)};
        const double back =
            i == 0 ? 30.0 * Z[1] * fabs(U[1]) / 0.2 : 0.0; /* g = 0.2: as if it slid along axis 2 alone */
        assert_same(internal_row(row_world, 0), Z_RATE[0] - U[0]);
        assert_same(internal_row(row_world, 1), Z_RATE[1] - U[1] + back);
        assert_jacobian(row_world, 1e-6, 1e-6);
    }
}

/* Bristles that step by themselves, without friction along axis 1: nothing holds them, z' = U. */
static void bristles_that_nothing_holds(void **unused)
{
    (void)unused;
    const bristle bristle = {
        .coulomb = {0.0, 0.2}, .stiction = {0.0, 0.2}, .v_s = 1.0, .exponent = 1.0, .s0 = {3.0, 2.0}, .implicit = 0.5};
    const bristle_memory before = {.z = {0.3, 0.1}, .rate = {-0.4, 0.5}};
    const state state = {.now = PHASE_STEP, .step = 1, .dt = 0.1};
    jet1 U[2], z[2], rate[2];
    jet1_const(0, &U[0], 0.8);
    jet1_const(0, &U[1], -0.6);
    bristle_step(0, &state, &bristle, &before, U, z, rate);
    assert_same(rate[0].v, 0.8);
    assert_same(z[0].v, 0.3 + 0.05 * (0.8 - 0.4));
    assert_same(z[1].v, 0.1 + 0.05 * (rate[1].v + 0.5));
    assert_same(rate[1].v, -0.6 - 2.0 * 0.6 / 0.2 * z[1].v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW_TEST(inline_friction),
        ROW_TEST(journal_bearing),
        ROW_TEST(journal_bearing_without_friction),
        ROW_TEST(lines_at_rest),
        ROW_TEST(ball_on_two_washers),
        ROW_TEST(ball_with_the_least_options),
        ROW_TEST(bristles_without_friction_and_at_rest),
        ROW_TEST(bristles_that_nothing_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
