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

static on_line line_now(const row_world *w)
{
    const pose *a = pose_of(w, 1), *b = pose_of(w, 2);
    on_line k = {.e = {mat3_col(&a->R, 1), mat3_col(&a->R, 2), mat3_col(&a->R, 0)}, .b = mat3_mulv(&b->R, O2)};
    k.arm = vec3_sub(vec3_add(b->x, k.b), a->x);
    const vec3 at_2 = vec3_add(b->v, cross(b->w, k.b)), at_1 = vec3_add(a->v, cross(a->w, k.arm));
    k.v = vec3_dot(k.e[0], vec3_sub(at_2, at_1));
    k.w = vec3_dot(k.e[0], vec3_sub(b->w, a->w));
    return k;
}

/* The constraints, and l1 e2 + l2 e3 + tau e1 at the point, with a couple about e1, on node 1; minus them on node 2. */
static void assert_line(const row_world *w, const on_line *k, double tau, double couple)
{
    const pose *a = pose_of(w, 1);
    const double *const l = w->x.y + w->e->own;
    const vec3 d = vec3_sub(k->arm, mat3_mulv(&a->R, O1)), M = vec3_scale(couple, k->e[0]);
    const vec3 F = vec3_axpy(vec3_axpy(vec3_scale(tau, k->e[0]), l[0], k->e[1]), l[1], k->e[2]);
    assert_same(own_row(w, 0), vec3_dot(k->e[1], d));
    assert_same(own_row(w, 1), vec3_dot(k->e[2], d));
    assert_same_vec3(force_on(w, 1), F);
    assert_same_vec3(force_on(w, 2), minus(F));
    assert_same_vec3(moment_on(w, 1), vec3_add(cross(k->arm, F), M));
    assert_same_vec3(moment_on(w, 2), minus(vec3_add(cross(k->b, F), M)));
}

static double stribeck(double v) { return 0.15 + (0.4 - 0.15) * exp(-pow(fabs(v) / 0.7, 1.4)); }

/* Slides one way, then the other. */
static void turn_back(row_world *w)
{
    for (unsigned i = 1; i <= 2; i++) {
        pose_of(w, i)->v = minus(pose_of(w, i)->v);
        pose_of(w, i)->w = pose_of(w, i)->w_ref = minus(pose_of(w, i)->w);
    }
}

static void inline_friction(void **of)
{
    row_world *w = *of;
    rows_begin(w,
               "user defined: 1, inline friction, " LINE_ENDS ", coulomb friction coefficient, 0.15, static friction "
               "coefficient, 0.4, sliding velocity coefficient, 0.7, sliding velocity exponent, 1.4, micro slip "
               "displacement, 0.3, initial stiction state, 0.05, initial stiction derivative, 0.6, viscous friction "
               "coefficient, 0.25, stiction state equation scale, 2.5;");
    for (int i = 0; i < 2; i++) {
        set_own(w, 0, 3.0, 0.0);
        set_own(w, 1, -4.0, 0.0);
        set_own(w, 2, 0.2, 0.35);
        rows_eval(w, 0);
        const on_line k = line_now(w);
        const double tau = 5.0 * stribeck(k.v) * 0.2 / 0.3 + 0.25 * k.v;
        assert_line(w, &k, tau, 0.0);
        assert_same(own_row(w, 2), 2.5 * (0.35 - k.v + fabs(k.v) * 0.2 / 0.3));
        const double shown[] = {3.0, -4.0, 0.2, 0.35, tau, k.v};
        static const char *const NAMES[] = {"lambda1", "lambda2", "z", "zP", "tau", "v"};
        for (int j = 0; j < 6; j++)
            assert_same(private_now(w, NAMES[j]), shown[j]);
        for (int j = 0; j < 4; j++)
            assert_same(printed(w, 1 + j), shown[j]);
        assert_jacobian(w, 1e-5, 1e-7);
        turn_back(w);
    }
    initial_values v = {.y = w->x.y, .yp = w->x.yp};
    w->e->type->initial(&w->x.s, w->e, &v);
    assert_same(w->x.y[w->e->own + 2], 0.05);
    assert_same(w->x.yp[w->e->own + 2], 0.6);
}

static void journal_bearing(void **of)
{
    row_world *w = *of;
    rows_begin(
        w, "user defined: 1, journal bearing, " LINE_ENDS ", friction, diameter, 0.6, coulomb friction coefficient, "
           "0.15, static friction coefficient, 0.4, micro stick stiffness, 30., micro stick damping, 0.8, sliding "
           "velocity coefficient, 0.7, sliding velocity exponent, 1.4, viscous friction coefficient, 0.25;");
    for (int i = 0; i < 2; i++) {
        set_own(w, 0, 3.0, 0.0);
        set_own(w, 1, -4.0, 0.0);
        set_own(w, 2, 0.01, 0.35);
        rows_eval(w, 0);
        const on_line k = line_now(w);
        const double v = 0.3 * k.w, M = 0.3 * (5.0 * (30.0 * 0.01 + 0.8 * 0.35) + 0.25 * v);
        assert_line(w, &k, 0.0, M);
        assert_same(own_row(w, 2), 0.35 - v + 30.0 * fabs(v) * 0.01 / stribeck(v));
        const double shown[] = {3.0, -4.0, 0.01, 0.35, k.w, M, -M * k.w};
        static const char *const NAMES[] = {"lambda1", "lambda2", "z", "zP", "omega", "M", "Pf"};
        for (int j = 0; j < 7; j++)
            assert_same(private_now(w, NAMES[j]), shown[j]);
        for (int j = 0; j < 7; j++)
            assert_same(printed(w, 1 + j), j == 2 || j == 3 ? 0.0 : shown[j]);
        assert_jacobian(w, 1e-5, 1e-7);
        turn_back(w);
    }
    assert_true(w->e->type->has_private(w->e, elem_private_index(w->e, "Pf")));
}

static void journal_bearing_without_friction(void **of)
{
    row_world *w = *of;
    rows_begin(w, "user defined: 1, journal bearing, " LINE_ENDS ";");
    rows_eval(w, 0);
    const on_line k = line_now(w);
    assert_line(w, &k, 0.0, 0.0);
    assert_same(private_now(w, "lambda2"), w->x.y[w->e->own + 1]);
    assert_false(w->e->type->has_private(w->e, elem_private_index(w->e, "z")));
}

/* Nothing slides: friction has no slope of its own then. */
static void lines_at_rest(void **of)
{
    static const char *const CARDS[] = {
        "user defined: 1, inline friction, " LINE_ENDS ", coulomb friction coefficient, 0.15, static friction "
        "coefficient, 0.4, sliding velocity coefficient, 0.7, sliding velocity exponent, 1.4, micro slip displacement, "
        "0.3;",
        "user defined: 1, journal bearing, " LINE_ENDS ", friction, diameter, 0.6, coulomb friction coefficient, 0.15, "
        "static friction coefficient, 0.4, micro stick stiffness, 30., sliding velocity coefficient, 0.7, sliding "
        "velocity exponent, 1.4;"};
    row_world *w = *of;
    for (int i = 0; i < 2; i++) {
        rows_begin(w, CARDS[i]);
        for (unsigned k = 1; k <= 2; k++)
            pose_of(w, k)->v = pose_of(w, k)->w = pose_of(w, k)->w_ref = (vec3){0, 0, 0};
        set_own(w, 2, 0.01, 0.35);
        w->x.s.dvalue = 0.0;
        rows_eval(w, 0);
        assert_same(own_row(w, 2), 0.35);
        assert_jacobian(w, 1e-9, 1e-4);
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
static void bend(const bristles *b, const double U[2], const double z[2], double rate[2], double tau[2])
{
    const double *const mu = b->coulomb, kinetic = coefficient(mu, U), still = coefficient(b->stiction, U);
    const double g = kinetic + (still - kinetic) * exp(-pow(hypot(U[0], U[1]) / b->v_s, b->power));
    const double kappa = hypot(mu[0] * mu[0] * U[0], mu[1] * mu[1] * U[1]) / g;
    for (int i = 0; i < 2; i++) {
        rate[i] = U[i] - kappa * b->s0[i] * z[i] / (mu[i] * mu[i]);
        tau[i] = b->s0[i] * z[i] + b->s1[i] * rate[i];
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
static vec3 press(const row_world *w, const washer *at, unsigned label, int first, vec3 *foot)
{
    const pose *ball = pose_of(w, 1), *on = pose_of(w, label);
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
        assert_same(own_row(w, first + i), Z_RATE[first + i] - rate[i]);
    if (d <= 0.0)
        return (vec3){0, 0, 0};
    const double F = fmax(0.0, at->k * (pow(d, 1.5) - DAMPING * 1.5 * sqrt(d) * vec3_dot(e[2], u)));
    return vec3_scale(F, vec3_axpy(vec3_axpy(e[2], -tau[0], e[0]), -tau[1], e[1]));
}

static void assert_ball(row_world *w, const washer at[2])
{
    vec3 foot[2], F[2];
    for (int i = 0; i < 4; i++)
        set_own(w, i, Z[i], Z_RATE[i]);
    rows_eval(w, 0);
    vec3 sum = {0, 0, 0}, moment = {0, 0, 0};
    for (int i = 0; i < 2; i++) {
        const unsigned label = (unsigned)(2 + i);
        F[i] = press(w, &at[i], label, 2 * i, &foot[i]);
        sum = vec3_add(sum, F[i]);
        moment = vec3_add(moment, cross(vec3_sub(foot[i], pose_of(w, 1)->x), F[i]));
        assert_same_vec3(force_on(w, label), minus(F[i]));
        assert_same_vec3(moment_on(w, label), minus(cross(vec3_sub(foot[i], pose_of(w, label)->x), F[i])));
    }
    assert_same_vec3(force_on(w, 1), sum);
    assert_same_vec3(moment_on(w, 1), moment);
}

/* The ball above a washer, its centre at a height along axis 3 of it. */
static void put_washer(row_world *w, const washer *at, unsigned label, double height)
{
    pose *on = pose_of(w, label);
    const mat3 A = mat3_mul(&on->R, &at->R);
    const vec3 along = vec3_add(vec3_scale(0.2, mat3_col(&A, 0)), vec3_scale(height, mat3_col(&A, 2)));
    on->x = vec3_sub(vec3_sub(pose_of(w, 1)->x, mat3_mulv(&on->R, at->o)), along);
}

/* 1 / E = (1 - nu1^2) / E1 + (1 - nu2^2) / E2, k = 4/3 E sqrt r; axes of the second washer are 2, 3, 1 of its node. */
static void ball_on_two_washers(void **of)
{
    static const double HEIGHTS[][2] = {{0.24, 0.22}, {0.26, 0.2}, {0.1, 0.3}, {0.24999, 0.23}};
    const double E = 1.0 / ((1.0 - 0.09) / 2e3 + (1.0 - 0.04) / 3e3), k = 4.0 / 3.0 * E * sqrt(RADIUS);
    const washer at[2] = {{&BENT, k, {0.1, -0.2, 0.3}, MAT3_EYE},
                          {&BENT, k, {0, 0, 0}, mat3_from_cols((vec3){0, 1, 0}, (vec3){0, 0, 1}, (vec3){1, 0, 0})}};
    row_world *w = *of;
    rows_begin(
        w, "user defined: 1, ball bearing contact, ball, 1, ball radius, 0.25, washers, 2, 2, offset, 0.1, -0.2, 0.3, "
           "3, orientation, 1, 0., 1., 0., 2, 0., 0., 1., elastic modulus ball, 2.e3, poisson ratio ball, 0.3, "
           "elastic modulus washer, 3.e3, poisson ratio washer, 0.2, damping factor, 0.4, coulomb friction "
           "coefficient x, 0.15, coulomb friction coefficient y, 0.2, static friction coefficient x, 0.4, static "
           "friction coefficient y, 0.5, sliding velocity coefficient, 0.7, sliding velocity exponent, 1.4, "
           "micro slip stiffness x, 30., micro slip stiffness y, 20., micro slip damping x, 0.8, micro slip "
           "damping y, 0.5;");
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 2; j++)
            put_washer(w, &at[j], (unsigned)(2 + j), HEIGHTS[i / 2][j]);
        assert_ball(w, at);
        assert_jacobian(w, 1e-7, 2e-5);
        for (unsigned j = 1; j <= 3; j++)
            pose_of(w, j)->v = minus(pose_of(w, j)->v);
    }
}

/* What is left out: the same coefficient at rest and in motion and along both axes, no damping. */
static void ball_with_the_least_options(void **of)
{
    const washer at[2] = {{&STRAIGHT, 4.0 / 3.0 * 1e3 * sqrt(RADIUS), {0, 0, 0}, MAT3_EYE},
                          {&STRAIGHT, 4.0 / 3.0 * 1e3 * sqrt(RADIUS), {0, 0, 0}, MAT3_EYE}};
    row_world *w = *of;
    rows_begin(w,
               "user defined: 1, ball bearing contact, ball, 1, ball radius, 0.25, washers, 2, 2, 3, elastic modulus, "
               "1.e3, damping factor, 0.4, coulomb friction coefficient, 0.15, micro slip stiffness, 30.;");
    for (int j = 0; j < 2; j++)
        put_washer(w, &at[j], (unsigned)(2 + j), 0.2);
    assert_ball(w, at);
}

/* Bristles that have no friction to hold them, along one axis or both, and those of a ball at rest. */
static void bristles_without_friction_and_at_rest(void **of)
{
    static const char *const FRICTION[] = {"coulomb friction coefficient x, 0., coulomb friction coefficient y, 0.2",
                                           "coulomb friction coefficient, 0.", "coulomb friction coefficient, 0.3"};
    row_world *w = *of;
    for (int i = 0; i < 3; i++) {
        char card[400];
        snprintf(
            card, sizeof card,
            "user defined: 1, ball bearing contact, ball, 1, ball radius, 0.25, washers, 1, 2, elastic modulus, 1.e3, "
            "%s, micro slip stiffness, 30.;",
            FRICTION[i]);
        rows_begin(w, card);
        for (unsigned k = 1; i == 2 && k <= 2; k++)
            pose_of(w, k)->v = pose_of(w, k)->w = (vec3){0, 0, 0};
        for (int k = 0; k < 2; k++)
            set_own(w, k, Z[k], Z_RATE[k]);
        rows_eval(w, 0);
        const pose *ball = pose_of(w, 1), *on = pose_of(w, 2);
        const double height = vec3_dot(mat3_col(&on->R, 2), vec3_sub(ball->x, on->x));
        const vec3 foot = vec3_axpy(ball->x, -height, mat3_col(&on->R, 2));
        const vec3 v1 = vec3_add(ball->v, cross(ball->w, vec3_sub(foot, ball->x)));
        const vec3 u = vec3_sub(v1, vec3_add(on->v, cross(on->w, vec3_sub(foot, on->x))));
        const double U[] = {vec3_dot(mat3_col(&on->R, 0), u), vec3_dot(mat3_col(&on->R, 1), u)};
        const double back =
            i == 0 ? 30.0 * Z[1] * fabs(U[1]) / 0.2 : 0.0; /* g = 0.2: as if it slid along axis 2 alone */
        assert_same(own_row(w, 0), Z_RATE[0] - U[0]);
        assert_same(own_row(w, 1), Z_RATE[1] - U[1] + back);
        assert_jacobian(w, 1e-6, 1e-6);
    }
}

/* Bristles that step by themselves, without friction along axis 1: nothing holds them, z' = U. */
static void bristles_that_nothing_holds(void **unused)
{
    (void)unused;
    const bristle b = {
        .coulomb = {0.0, 0.2}, .stiction = {0.0, 0.2}, .v_s = 1.0, .exponent = 1.0, .s0 = {3.0, 2.0}, .implicit = 0.5};
    const bristle_memory before = {.z = {0.3, 0.1}, .rate = {-0.4, 0.5}};
    const state s = {.now = PHASE_STEP, .step = 1, .dt = 0.1};
    jet1 U[2], z[2], rate[2];
    jet1_const(0, &U[0], 0.8);
    jet1_const(0, &U[1], -0.6);
    bristle_step(0, &s, &b, &before, U, z, rate);
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
