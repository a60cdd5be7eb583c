/* wheels_test.c - tyres on planes that lean, move and turn, at states of all kinds: forces on wheel and ground and
 * every number of the row against the formulas in the heads of their files. */
#include "physics/direct_world.h"
#include "base/array.h"

#define LOAD(name) "module load: \"libmodule-" name "\";"
#define COUNTS "structural nodes: 2; loadable elements: 1;"
#define NODES "structural: 1, static, null, eye, null, null; structural: 2, static, 0., 0., 1., eye, null, null;"

/* --- a wheel above a plane ---------------------------------------------------------------------------------------- */

/* The wheel, node 2 with its axle (1, 2, 2)/3, leans by an angle on the plane of node 1 through (0.3, -0.2, 0.5), whose
 * normal is (2, -1, 2)/3. It is made from its contact point: that is d below the axle. */
typedef struct {
    vec3 n, l, t, u, a, point;
    double d, camber;
    vec3 v, v_c; /* of the axle and of the contact point, against the plane */
} stand;

static const vec3 AXLE = {1 / 3.0, 2 / 3.0, 2 / 3.0}, NORMAL = {2 / 3.0, -1 / 3.0, 2 / 3.0}, FOOT = {0.3, -0.2, 0.5};

static mat3 frame_of(vec3 a, vec3 b)
{
    const vec3 c = vec3_cross(a, b);
    return mat3_from_cols(a, b, c);
}

/* The rotation that carries AXLE to a, and another direction at right angles somewhere. */
static mat3 rotate_axle_to(direct *direct, vec3 a)
{
    const vec3 from = {2 / 3.0, -2 / 3.0, 1 / 3.0}, random = any3(direct);
    const vec3 across = vec3_axpy(random, -vec3_dot(random, a), a);
    const mat3 A = frame_of(AXLE, from), B = frame_of(a, vec3_scale(1.0 / vec3_norm(across), across));
    return mat3_mult(&B, &A);
}

static stand stand_at(direct *direct, double height)
{
    pose *ground = pose_of(direct, 1), *wheel = pose_of(direct, 2);
    stand stand = {.d = height, .camber = 0.4 * any(direct), .n = mat3_mulv(&ground->R, NORMAL)};
    const vec3 random = any3(direct), along = vec3_axpy(random, -vec3_dot(random, stand.n), stand.n);
    stand.l = vec3_scale(1.0 / vec3_norm(along), along);
    stand.t = vec3_cross(stand.n, stand.l);
    stand.a = vec3_add(vec3_scale(cos(stand.camber), stand.t), vec3_scale(sin(stand.camber), stand.n));
    stand.u = vec3_sub(vec3_scale(cos(stand.camber), stand.n), vec3_scale(sin(stand.camber), stand.t));
    stand.point =
        vec3_add(point_at(ground, FOOT), vec3_add(vec3_scale(any(direct), stand.l), vec3_scale(any(direct), stand.t)));
    wheel->x = vec3_axpy(stand.point, stand.d, stand.u);
    wheel->R = rotate_axle_to(direct, stand.a);
    return stand;
}

static void set_speeds(direct *direct, stand *stand)
{
    stand->v = vec3_sub(pose_of(direct, 2)->v, velocity_at(pose_of(direct, 1), stand->point));
    stand->v_c = vec3_sub(velocity_at(pose_of(direct, 2), stand->point), velocity_at(pose_of(direct, 1), stand->point));
}

static double along_plane(const stand *stand, vec3 v) { return hypot(vec3_dot(stand->l, v), vec3_dot(stand->t, v)); }

/* --- wheel2 ------------------------------------------------------------------------------------------------------- */

#define WHEEL2 "user defined: 10, wheel2, 2, 1., 2., 2., 1, 0.3, -0.2, 0.5, 4., -2., 4., 0.8, 0.15, 1.2, 3.e5, 1.3, 1.7"
#define WHEEL2_SLIP ", slip, linear, 0.1, 0.7, linear, 0.05, 1.1, linear, -0.02, 0.6"

static double gas_force(double deep, double rate)
{
    const double R = 0.8, r = 0.15, A = 3.7 * deep * sqrt(r * (2 * R - r)),
                 V0 = 1.2 * 2 * M_PI * M_PI * (R - r) * r * r;
    return 3e5 * A * pow(V0 / (V0 - 0.5 * A * deep), 1.3) * (1.0 - tanh(rate / 1.7));
}

typedef struct {
    double slip, alpha, mu_long, mu_lat;
} grip;

static grip grip_of(const stand *stand, double v1, double v2)
{
    const double ahead = vec3_dot(stand->l, stand->v), aside = vec3_dot(stand->t, stand->v),
                 sliding = vec3_dot(stand->l, stand->v_c);
    grip grip = {.slip = fmin(1.0, fabs(sliding) / (fabs(ahead) + v1)), .alpha = atan2(aside, fabs(ahead))};
    if (hypot(ahead, aside) < v2)
        grip.alpha *= hypot(ahead, aside) / v2;
    grip.mu_long = copysign(0.1 + 0.7 * grip.slip, sliding) * (1.0 - fabs(grip.alpha) / (0.5 * M_PI));
    grip.mu_lat = (1.0 - grip.slip) * (0.05 + 1.1 * grip.alpha) + grip.slip * (-0.02 + 0.6 * grip.alpha);
    return grip;
}

static void check_wheel2(direct *direct, const stand *stand, const grip *grip, bool slips)
{
    const double N = gas_force(0.8 - stand->d, vec3_dot(stand->n, stand->v));
    const vec3 by =
        vec3_sub(stand->n, vec3_add(vec3_scale(grip->mu_long, stand->l), vec3_scale(grip->mu_lat, stand->t)));
    const vec3 F = vec3_scale(N, by);
    const double columns[] = {stand->d,
                              0.8 - stand->d,
                              vec3_dot(stand->n, stand->v),
                              grip->slip,
                              grip->alpha * 180 / M_PI,
                              grip->mu_long,
                              grip->mu_lat,
                              slips ? along_plane(stand, stand->v) : 0.0,
                              slips ? along_plane(stand, stand->v_c) : 0.0};
    evaluate(direct);
    assert_derivatives(direct);
    assert_false(direct->failed.is_set);
    assert_int_equal(direct->element->n, 12);
    assert_force(direct, 0, pose_of(direct, 2), F, stand->point, 1e-8 * N);
    assert_force(direct, 6, pose_of(direct, 1), vec3_scale(-1.0, F), stand->point, 1e-8 * N);
    assert_near3(direct->row, F, 1e-8 * N);
    assert_near3(direct->row + 3, vec3_cross(vec3_scale(-stand->d, stand->u), F), 1e-8 * N);
    assert_int_equal(direct->n_row, 6 + ARRAY_LEN(columns));
    for (int i = 0; i < ARRAY_LEN(columns); i++)
        assert_near(direct->row[6 + i], columns[i], 1e-12 * (1.0 + fabs(columns[i])));
}

static void torus_of_gas(void **of)
{
    static const char *const TAILS[] = {"", WHEEL2_SLIP, WHEEL2_SLIP ", threshold, 0.3, 1.2"};
    for (int kind = 0; kind < 3; kind++) {
        direct direct;
        char elements[600];
        snprintf(elements, sizeof elements, WHEEL2 "%s;", TAILS[kind]);
        open_direct(&direct, *of, 10, (const char *const[]){COUNTS, LOAD("wheel2") NODES, elements});
        int n_full = 0, n_slow = 0;
        for (int i = 0; i < 60; i++) {
            shake(&direct);
            stand stand = stand_at(&direct, 0.8 - 0.01 - 0.03 * (1.0 + any(&direct)));
            if (i % 4 == 0)
                pose_of(&direct, 2)->w = vec3_scale(0.1, pose_of(&direct, 2)->w);
            set_speeds(&direct, &stand);
            const grip none = {0},
                       grip = kind == 0 ? none : grip_of(&stand, kind == 1 ? 0.0 : 0.3, kind == 1 ? 0.0 : 1.2);
            check_wheel2(&direct, &stand, &grip, kind > 0);
            n_full += grip.slip == 1.0;
            n_slow += along_plane(&stand, stand.v) < 1.2;
        }
        assert_true(kind == 0 || (n_full > 5 && n_full < 55 && n_slow > 5 && n_slow < 55));
    }
}

/* In the air there is no force, and the rate is that of the last step on the ground; at rest there is no slip. */
static void torus_in_the_air(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10, (const char *const[]){COUNTS, LOAD("wheel2") NODES, WHEEL2 WHEEL2_SLIP ";"});
    stand stand = stand_at(&direct, 0.78);
    set_speeds(&direct, &stand);
    direct.element->type->history->accept(&direct.state, direct.element, (memory_block *)direct.memory);
    const double rate = vec3_dot(stand.n, stand.v);
    stand = stand_at(&direct, 0.8);
    direct.element->type->history->accept(&direct.state, direct.element, (memory_block *)direct.memory);
    for (int i = 0; i < 2; i++) {
        stand = stand_at(&direct, 0.8 + 0.1 * i);
        evaluate(&direct);
        for (int r = 0; r < 12; r++)
            assert_near(direct.r[r], 0.0, i == 0 ? 1e-6 : 0.0);
        assert_near3(direct.row, ((vec3){0, 0, 0}), i == 0 ? 1e-6 : 0.0);
        assert_near(direct.row[6], 0.8, 1e-12);
        assert_near(direct.row[7], 0.0, 1e-12);
    }
    assert_near(direct.row[8], rate, 0.0);
    for (int i = 0; i < 4; i++)
        assert_near(direct.row[9 + i], 0.0, 0.0);
    stand = stand_at(&direct, 0.78);
    for (unsigned label = 1; label <= 2; label++)
        pose_of(&direct, label)->v = pose_of(&direct, label)->w = (vec3){0, 0, 0};
    evaluate(&direct);
    assert_near(direct.row[9], 0.0, 0.0);
    pose_of(&direct, 2)->w = stand.t;
    evaluate(&direct);
    assert_near(direct.row[9], 1.0, 0.0); /* it turns, and does not move */
    stand_at(&direct, 0.1);
    evaluate(&direct);
    assert_true(direct.failed.is_set);
}

/* --- wheellugre --------------------------------------------------------------------------------------------------- */

#define LUGRE                                                                                                       \
    "user defined: 10, wheellugre, 2, 1., 2., 2., 1, 0.3, -0.2, 0.5, 4., -2., 4., 0.8, \"k\", linear, 0., 3., 1., " \
    "1.e3, 1.7"
#define LUGRE_SLIP                                                                                                     \
    ", slip, modlugre, 40., 0.5, 0.02, 0.3, \"mu\", linear, 0., 0.9, 10., 0.5, 2., \"Re\", linear, 0., 0.7, 1., 0.4, " \
    "linear, 0.05, 1.1, linear, -0.02, 0.6, threshold, 0.3"

/* Sliding steadily at v_r: the bristle is bent by mu(v_r)/s_0 and has mu(v_r) + s_2 v_r. */
static void check_lugre(direct *direct, const stand *stand)
{
    const double deep = 0.8 - stand->d, Re = 0.7 - 0.3 * deep,
                 N = (3.0 + 997.0 * deep) * (1.0 - tanh(vec3_dot(stand->n, stand->v) / 1.7));
    const double ahead = vec3_dot(stand->l, stand->v), v_r = ahead - Re * vec3_dot(pose_of(direct, 2)->w, stand->a);
    const double z = copysign((0.9 - 0.04 * fabs(v_r)) / 40.0, v_r), f = 40.0 * z + 0.02 * v_r;
    const double slip = fabs(v_r) / (fabs(ahead) + 0.3), s = fmin(1.0, slip);
    const double alpha = atan2(vec3_dot(stand->t, stand->v), fabs(ahead)),
                 mu_long = f * (1.0 - fabs(alpha) / (0.5 * M_PI));
    const double mu_lat = (1.0 - s) * (0.05 + 1.1 * alpha) + s * (-0.02 + 0.6 * alpha), half = deep / 1.6;
    const vec3 by = vec3_sub(stand->n, vec3_add(vec3_scale(mu_long, stand->l), vec3_scale(mu_lat, stand->t)));
    const vec3 F = vec3_scale(N, by), foot = vec3_axpy(pose_of(direct, 2)->x, -Re, stand->u);
    const double L = 1.7 * 1.6 * sqrt(half * (1.0 - half));
    internal_of(direct)[0] = z;
    direct->yp[direct->element->internal] = 0.0;
    evaluate(direct);
    assert_derivatives(direct);
    const double first[] = {stand->d,
                            deep,
                            vec3_dot(stand->n, stand->v),
                            slip,
                            alpha * 180 / M_PI,
                            mu_long,
                            mu_lat,
                            along_plane(stand, stand->v),
                            along_plane(stand, stand->v_c),
                            ahead,
                            ahead - v_r,
                            v_r,
                            z,
                            0.0,
                            Re};
    const double second[] = {N, stand->camber, f, 0.05 + 1.1 * alpha, 2.0 / L, L, f};
    assert_int_equal(direct->element->n, 13);
    assert_force(direct, 0, pose_of(direct, 2), F, foot, 1e-9 * N);
    assert_force(direct, 6, pose_of(direct, 1), vec3_scale(-1.0, F), foot, 1e-9 * N);
    assert_near3(direct->row, F, 1e-9 * N);
    assert_near3(direct->row + 3, vec3_cross(vec3_scale(-Re, stand->u), F), 1e-9 * N);
    assert_int_equal(direct->n_row, 6 + ARRAY_LEN(first) + 3 + ARRAY_LEN(second));
    for (int i = 0; i < ARRAY_LEN(first); i++)
        assert_near(direct->row[6 + i], first[i], 1e-12 * (1.0 + fabs(first[i])));
    assert_near3(direct->row + 6 + ARRAY_LEN(first), stand->l, 1e-12);
    for (int i = 0; i < ARRAY_LEN(second); i++)
        assert_near(direct->row[9 + ARRAY_LEN(first) + i], second[i], 1e-11 * (1.0 + fabs(second[i])));
}

static void tyre_with_bristles(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10, (const char *const[]){COUNTS, LOAD("wheellugre") NODES, LUGRE LUGRE_SLIP ";"});
    for (int i = 0; i < 60; i++) {
        shake(&direct);
        stand stand = stand_at(&direct, 0.8 - 0.01 - 0.1 * (1.0 + any(&direct)));
        set_speeds(&direct, &stand);
        check_lugre(&direct, &stand);
    }
    initial_values initial = {.y = direct.y, .yp = direct.yp, .poses = direct.poses};
    direct.element->type->initial(&direct.state, direct.element, &initial);
    assert_near(internal_of(&direct)[0], 0.0, 0.0);
}

/* A wheel that does not go ahead has no slip, however it turns. */
static void tyre_that_rotates_on_the_spot(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){COUNTS, LOAD("wheellugre") NODES,
                                      LUGRE
                                      ", slip, modlugre, 40., 0.5, 0.02, 0.3, \"mu\", linear, 0., 0.9, 10., 0.5, 2., "
                                      "\"Re\", const, 0.7, linear, 0.05, 1.1, linear, -0.02, 0.6;"});
    const stand stand = stand_at(&direct, 0.75);
    for (unsigned label = 1; label <= 2; label++)
        pose_of(&direct, label)->v = pose_of(&direct, label)->w = (vec3){0, 0, 0};
    pose_of(&direct, 2)->w = stand.a;
    evaluate(&direct);
    assert_near(direct.row[9], 0.0, 0.0);
    assert_near(direct.row[17], -0.7, 1e-12);
}

/* Without slip there is the normal force alone, at the contact point; in the air nothing. */
static void tyre_without_slip(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10, (const char *const[]){COUNTS, LOAD("wheellugre") NODES, LUGRE ";"});
    direct.element->type->initial(&direct.state, direct.element, &(initial_values){0}); /* nothing of its own */
    for (int i = 0; i < 10; i++) {
        shake(&direct);
        stand stand = stand_at(&direct, 0.71 + 0.02 * i);
        set_speeds(&direct, &stand);
        const double deep = fmax(0.8 - stand.d, 0.0), rate = vec3_dot(stand.n, stand.v);
        const double N = deep > 1e-9 ? (3.0 + 997.0 * deep) * (1.0 - tanh(rate / 1.7)) : 0.0;
        const vec3 F = vec3_scale(N, stand.n);
        evaluate(&direct);
        assert_force(&direct, 0, pose_of(&direct, 2), F, stand.point, 1e-8);
        assert_force(&direct, 6, pose_of(&direct, 1), vec3_scale(-1.0, F), stand.point, 1e-8);
        assert_near(direct.row[7], deep, 1e-12);
        assert_near(direct.row[8], deep > 1e-9 ? rate : 0.0, 1e-12);
        assert_near(direct.row[9], 0.0, 0.0);
        if (i == 9)
            assert_near(direct.row[6 + 15 + 3 + 5], 0.0, 0.0); /* no footprint */
    }
}

/* --- MFtire ------------------------------------------------------------------------------------------------------- */

#define MAGIC "user defined: 10, MFtire, 1, 2, 1., 2., 2., 0.82, 0.77, 1.e3, 1.1, 1.6, 3., 0.2, -0.9, 1.4, 2., 0.1"

static double magic(double D, double C, double B, double E, double s)
{
    return D * sin(C * atan((1.0 - E) * B * s + E * atan(B * s)));
}

/* The parts of the slips at low and at high speed. */
static void check_magic(direct *direct, double v_low, double width)
{
    const pose *hub = pose_of(direct, 1), *rim = pose_of(direct, 2);
    const vec3 axle = mat3_mulv(&hub->R, AXLE), n = {0, 0, 1};
    const double size = hypot(axle.x, axle.y);
    const vec3 l = {axle.y / size, -axle.x / size, 0}, t = {axle.x / size, axle.y / size, 0};
    const double v_x = vec3_dot(l, hub->v), v_y = vec3_dot(t, hub->v);
    const vec3 rolling = {0.77 * rim->w.y, -0.77 * rim->w.x, 0};
    const double faster = vec3_dot(l, rolling) - v_x, least = 0.01 * v_low;
    const double speed = fabs(v_x) >= least ? fabs(v_x) : 0.5 * (v_x * v_x / least + least);
    const double chi = width > 0.0 ? 1.0 / (1.0 + exp(-2.0 * (fabs(v_x) - v_low) / width)) : 1.0;
    const double kappa = faster * (chi / speed + 1.0 - chi), alpha = chi * atan(v_y / speed) + (1.0 - chi) * v_y;
    const double load = fmax(0.0, 1e3 * (0.82 - hub->x.z));
    const double mu_x = magic(1.1, 1.6, 3.0, 0.2, kappa), mu_y = magic(-0.9, 1.4, 2.0, 0.1, alpha);
    const vec3 F = vec3_scale(load, vec3_add(n, vec3_add(vec3_scale(mu_x, l), vec3_scale(mu_y, t))));
    const double columns[] = {load * mu_x, load * mu_y, load, kappa, alpha, mu_x, mu_y};
    evaluate(direct);
    assert_derivatives(direct);
    for (int i = 0; i < 6; i++)
        assert_near(direct->r[i], 0.0, 0.0);
    assert_int_equal(direct->element->n, 12);
    assert_near3(direct->r + 6, F, 1e-9);
    assert_near3(direct->r + 9, vec3_cross((vec3){0, 0, -hub->x.z}, F), 1e-9);
    assert_int_equal(direct->n_row, ARRAY_LEN(columns));
    for (int i = 0; i < ARRAY_LEN(columns); i++)
        assert_near(direct->row[i], columns[i], 1e-10 * (1.0 + fabs(columns[i])));
}

static void magic_tyre(void **of)
{
    static const char *const TAILS[] = {"", ", low speed, 0.5, 0.2"};
    for (int low = 0; low < 2; low++) {
        direct direct;
        char elements[400];
        snprintf(elements, sizeof elements, MAGIC "%s;", TAILS[low]);
        open_direct(&direct, *of, 10, (const char *const[]){COUNTS, LOAD("MFtire") NODES, elements});
        for (int i = 0; i < 60; i++) {
            shake(&direct);
            pose_of(&direct, 1)->x.z = 0.8 + 0.1 * any(&direct);
            if (low && i % 3 == 0)
                pose_of(&direct, 1)->v = vec3_scale(0.005, pose_of(&direct, 1)->v);
            check_magic(&direct, low ? 0.5 : 0.0, low ? 0.2 : 0.0);
        }
        pose_of(&direct, 1)->v = (vec3){0, 0, 0.1}; /* at rest the slip is the speed of the rim itself */
        pose_of(&direct, 1)->x.z = 0.8;
        if (low)
            continue;
        evaluate(&direct);
        assert_near(direct.row[4], 0.0, 0.0);
        pose_of(&direct, 2)->w = (vec3){0, 0, 1};
        evaluate(&direct);
        assert_near(direct.row[3], 0.0, 0.0);
        pose_of(&direct, 2)->w = (vec3){1, 0, 0};
        evaluate(&direct);
        assert_true(fabs(direct.row[3]) > 0.0 && fabs(direct.row[3]) <= 0.77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(torus_of_gas),
        TEST(torus_in_the_air),
        TEST(tyre_with_bristles),
        TEST(tyre_without_slip),
        TEST(tyre_that_rotates_on_the_spot),
        TEST(magic_tyre),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
