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
static mat3 turn_axle_to(direct *d, vec3 a)
{
    const vec3 from = {2 / 3.0, -2 / 3.0, 1 / 3.0}, random = any3(d);
    const vec3 across = vec3_axpy(random, -vec3_dot(random, a), a);
    const mat3 A = frame_of(AXLE, from), B = frame_of(a, vec3_scale(1.0 / vec3_norm(across), across));
    return mat3_mult(&B, &A);
}

static stand stand_at(direct *d, double height)
{
    pose *ground = pose_of(d, 1), *wheel = pose_of(d, 2);
    stand k = {.d = height, .camber = 0.4 * any(d), .n = mat3_mulv(&ground->R, NORMAL)};
    const vec3 random = any3(d), along = vec3_axpy(random, -vec3_dot(random, k.n), k.n);
    k.l = vec3_scale(1.0 / vec3_norm(along), along);
    k.t = vec3_cross(k.n, k.l);
    k.a = vec3_add(vec3_scale(cos(k.camber), k.t), vec3_scale(sin(k.camber), k.n));
    k.u = vec3_sub(vec3_scale(cos(k.camber), k.n), vec3_scale(sin(k.camber), k.t));
    k.point = vec3_add(point_at(ground, FOOT), vec3_add(vec3_scale(any(d), k.l), vec3_scale(any(d), k.t)));
    wheel->x = vec3_axpy(k.point, k.d, k.u);
    wheel->R = turn_axle_to(d, k.a);
    return k;
}

static void set_speeds(direct *d, stand *k)
{
    k->v = vec3_sub(pose_of(d, 2)->v, velocity_at(pose_of(d, 1), k->point));
    k->v_c = vec3_sub(velocity_at(pose_of(d, 2), k->point), velocity_at(pose_of(d, 1), k->point));
}

static double along_plane(const stand *k, vec3 v) { return hypot(vec3_dot(k->l, v), vec3_dot(k->t, v)); }

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

static grip grip_of(const stand *k, double v1, double v2)
{
    const double ahead = vec3_dot(k->l, k->v), aside = vec3_dot(k->t, k->v), sliding = vec3_dot(k->l, k->v_c);
    grip g = {.slip = fmin(1.0, fabs(sliding) / (fabs(ahead) + v1)), .alpha = atan2(aside, fabs(ahead))};
    if (hypot(ahead, aside) < v2)
        g.alpha *= hypot(ahead, aside) / v2;
    g.mu_long = copysign(0.1 + 0.7 * g.slip, sliding) * (1.0 - fabs(g.alpha) / (0.5 * M_PI));
    g.mu_lat = (1.0 - g.slip) * (0.05 + 1.1 * g.alpha) + g.slip * (-0.02 + 0.6 * g.alpha);
    return g;
}

static void check_wheel2(direct *d, const stand *k, const grip *g, bool slips)
{
    const double N = gas_force(0.8 - k->d, vec3_dot(k->n, k->v));
    const vec3 by = vec3_sub(k->n, vec3_add(vec3_scale(g->mu_long, k->l), vec3_scale(g->mu_lat, k->t)));
    const vec3 F = vec3_scale(N, by);
    const double columns[] = {k->d,
                              0.8 - k->d,
                              vec3_dot(k->n, k->v),
                              g->slip,
                              g->alpha * 180 / M_PI,
                              g->mu_long,
                              g->mu_lat,
                              slips ? along_plane(k, k->v) : 0.0,
                              slips ? along_plane(k, k->v_c) : 0.0};
    evaluate(d);
    assert_derivatives(d);
    assert_false(d->failed.is_set);
    assert_int_equal(d->e->n, 12);
    assert_force(d, 0, pose_of(d, 2), F, k->point, 1e-8 * N);
    assert_force(d, 6, pose_of(d, 1), vec3_scale(-1.0, F), k->point, 1e-8 * N);
    assert_near3(d->row, F, 1e-8 * N);
    assert_near3(d->row + 3, vec3_cross(vec3_scale(-k->d, k->u), F), 1e-8 * N);
    assert_int_equal(d->n_row, 6 + ARRAY_LEN(columns));
    for (int i = 0; i < ARRAY_LEN(columns); i++)
        assert_near(d->row[6 + i], columns[i], 1e-12 * (1.0 + fabs(columns[i])));
}

static void torus_of_gas(void **of)
{
    static const char *const TAILS[] = {"", WHEEL2_SLIP, WHEEL2_SLIP ", threshold, 0.3, 1.2"};
    for (int kind = 0; kind < 3; kind++) {
        direct d;
        char elements[600];
        snprintf(elements, sizeof elements, WHEEL2 "%s;", TAILS[kind]);
        open_direct(&d, *of, 10, (const char *const[]){COUNTS, LOAD("wheel2") NODES, elements});
        int n_full = 0, n_slow = 0;
        for (int i = 0; i < 60; i++) {
            shake(&d);
            stand k = stand_at(&d, 0.8 - 0.01 - 0.03 * (1.0 + any(&d)));
            if (i % 4 == 0)
                pose_of(&d, 2)->w = vec3_scale(0.1, pose_of(&d, 2)->w);
            set_speeds(&d, &k);
            const grip none = {0}, g = kind == 0 ? none : grip_of(&k, kind == 1 ? 0.0 : 0.3, kind == 1 ? 0.0 : 1.2);
            check_wheel2(&d, &k, &g, kind > 0);
            n_full += g.slip == 1.0;
            n_slow += along_plane(&k, k.v) < 1.2;
        }
        assert_true(kind == 0 || (n_full > 5 && n_full < 55 && n_slow > 5 && n_slow < 55));
    }
}

/* In the air there is no force, and the rate is that of the last step on the ground; at rest there is no slip. */
static void torus_in_the_air(void **of)
{
    direct d;
    open_direct(&d, *of, 10, (const char *const[]){COUNTS, LOAD("wheel2") NODES, WHEEL2 WHEEL2_SLIP ";"});
    stand k = stand_at(&d, 0.78);
    set_speeds(&d, &k);
    d.e->type->history->accept(&d.s, d.e, (memory_block *)d.memory);
    const double rate = vec3_dot(k.n, k.v);
    k = stand_at(&d, 0.8);
    d.e->type->history->accept(&d.s, d.e, (memory_block *)d.memory);
    for (int i = 0; i < 2; i++) {
        k = stand_at(&d, 0.8 + 0.1 * i);
        evaluate(&d);
        for (int r = 0; r < 12; r++)
            assert_near(d.r[r], 0.0, i == 0 ? 1e-6 : 0.0);
        assert_near3(d.row, ((vec3){0, 0, 0}), i == 0 ? 1e-6 : 0.0);
        assert_near(d.row[6], 0.8, 1e-12);
        assert_near(d.row[7], 0.0, 1e-12);
    }
    assert_near(d.row[8], rate, 0.0);
    for (int i = 0; i < 4; i++)
        assert_near(d.row[9 + i], 0.0, 0.0);
    k = stand_at(&d, 0.78);
    for (unsigned label = 1; label <= 2; label++)
        pose_of(&d, label)->v = pose_of(&d, label)->w = (vec3){0, 0, 0};
    evaluate(&d);
    assert_near(d.row[9], 0.0, 0.0);
    pose_of(&d, 2)->w = k.t;
    evaluate(&d);
    assert_near(d.row[9], 1.0, 0.0); /* it turns, and does not move */
    stand_at(&d, 0.1);
    evaluate(&d);
    assert_true(d.failed.is_set);
}

/* --- wheellugre --------------------------------------------------------------------------------------------------- */

#define LUGRE                                                                                                       \
    "user defined: 10, wheellugre, 2, 1., 2., 2., 1, 0.3, -0.2, 0.5, 4., -2., 4., 0.8, \"k\", linear, 0., 3., 1., " \
    "1.e3, 1.7"
#define LUGRE_SLIP                                                                                                     \
    ", slip, modlugre, 40., 0.5, 0.02, 0.3, \"mu\", linear, 0., 0.9, 10., 0.5, 2., \"Re\", linear, 0., 0.7, 1., 0.4, " \
    "linear, 0.05, 1.1, linear, -0.02, 0.6, threshold, 0.3"

/* Sliding steadily at v_r: the bristle is bent by mu(v_r)/s_0 and has mu(v_r) + s_2 v_r. */
static void check_lugre(direct *d, const stand *k)
{
    const double deep = 0.8 - k->d, Re = 0.7 - 0.3 * deep,
                 N = (3.0 + 997.0 * deep) * (1.0 - tanh(vec3_dot(k->n, k->v) / 1.7));
    const double ahead = vec3_dot(k->l, k->v), v_r = ahead - Re * vec3_dot(pose_of(d, 2)->w, k->a);
    const double z = copysign((0.9 - 0.04 * fabs(v_r)) / 40.0, v_r), f = 40.0 * z + 0.02 * v_r;
    const double slip = fabs(v_r) / (fabs(ahead) + 0.3), s = fmin(1.0, slip);
    const double alpha = atan2(vec3_dot(k->t, k->v), fabs(ahead)), mu_long = f * (1.0 - fabs(alpha) / (0.5 * M_PI));
    const double mu_lat = (1.0 - s) * (0.05 + 1.1 * alpha) + s * (-0.02 + 0.6 * alpha), half = deep / 1.6;
    const vec3 by = vec3_sub(k->n, vec3_add(vec3_scale(mu_long, k->l), vec3_scale(mu_lat, k->t)));
    const vec3 F = vec3_scale(N, by), foot = vec3_axpy(pose_of(d, 2)->x, -Re, k->u);
    const double L = 1.7 * 1.6 * sqrt(half * (1.0 - half));
    own_of(d)[0] = z;
    d->yp[d->e->own] = 0.0;
    evaluate(d);
    assert_derivatives(d);
    const double first[] = {k->d,
                            deep,
                            vec3_dot(k->n, k->v),
                            slip,
                            alpha * 180 / M_PI,
                            mu_long,
                            mu_lat,
                            along_plane(k, k->v),
                            along_plane(k, k->v_c),
                            ahead,
                            ahead - v_r,
                            v_r,
                            z,
                            0.0,
                            Re};
    const double second[] = {N, k->camber, f, 0.05 + 1.1 * alpha, 2.0 / L, L, f};
    assert_int_equal(d->e->n, 13);
    assert_force(d, 0, pose_of(d, 2), F, foot, 1e-9 * N);
    assert_force(d, 6, pose_of(d, 1), vec3_scale(-1.0, F), foot, 1e-9 * N);
    assert_near3(d->row, F, 1e-9 * N);
    assert_near3(d->row + 3, vec3_cross(vec3_scale(-Re, k->u), F), 1e-9 * N);
    assert_int_equal(d->n_row, 6 + ARRAY_LEN(first) + 3 + ARRAY_LEN(second));
    for (int i = 0; i < ARRAY_LEN(first); i++)
        assert_near(d->row[6 + i], first[i], 1e-12 * (1.0 + fabs(first[i])));
    assert_near3(d->row + 6 + ARRAY_LEN(first), k->l, 1e-12);
    for (int i = 0; i < ARRAY_LEN(second); i++)
        assert_near(d->row[9 + ARRAY_LEN(first) + i], second[i], 1e-11 * (1.0 + fabs(second[i])));
}

static void tyre_with_bristles(void **of)
{
    direct d;
    open_direct(&d, *of, 10, (const char *const[]){COUNTS, LOAD("wheellugre") NODES, LUGRE LUGRE_SLIP ";"});
    for (int i = 0; i < 60; i++) {
        shake(&d);
        stand k = stand_at(&d, 0.8 - 0.01 - 0.1 * (1.0 + any(&d)));
        set_speeds(&d, &k);
        check_lugre(&d, &k);
    }
    initial_values v = {.y = d.y, .yp = d.yp, .poses = d.poses};
    d.e->type->initial(&d.s, d.e, &v);
    assert_near(own_of(&d)[0], 0.0, 0.0);
}

/* A wheel that does not go ahead has no slip, however it turns. */
static void tyre_that_turns_on_the_spot(void **of)
{
    direct d;
    open_direct(&d, *of, 10,
                (const char *const[]){COUNTS, LOAD("wheellugre") NODES,
                                      LUGRE
                                      ", slip, modlugre, 40., 0.5, 0.02, 0.3, \"mu\", linear, 0., 0.9, 10., 0.5, 2., "
                                      "\"Re\", const, 0.7, linear, 0.05, 1.1, linear, -0.02, 0.6;"});
    const stand k = stand_at(&d, 0.75);
    for (unsigned label = 1; label <= 2; label++)
        pose_of(&d, label)->v = pose_of(&d, label)->w = (vec3){0, 0, 0};
    pose_of(&d, 2)->w = k.a;
    evaluate(&d);
    assert_near(d.row[9], 0.0, 0.0);
    assert_near(d.row[17], -0.7, 1e-12);
}

/* Without slip there is the normal force alone, at the contact point; in the air nothing. */
static void tyre_without_slip(void **of)
{
    direct d;
    open_direct(&d, *of, 10, (const char *const[]){COUNTS, LOAD("wheellugre") NODES, LUGRE ";"});
    d.e->type->initial(&d.s, d.e, &(initial_values){0}); /* nothing of its own */
    for (int i = 0; i < 10; i++) {
        shake(&d);
        stand k = stand_at(&d, 0.71 + 0.02 * i);
        set_speeds(&d, &k);
        const double deep = fmax(0.8 - k.d, 0.0), rate = vec3_dot(k.n, k.v);
        const double N = deep > 1e-9 ? (3.0 + 997.0 * deep) * (1.0 - tanh(rate / 1.7)) : 0.0;
        const vec3 F = vec3_scale(N, k.n);
        evaluate(&d);
        assert_force(&d, 0, pose_of(&d, 2), F, k.point, 1e-8);
        assert_force(&d, 6, pose_of(&d, 1), vec3_scale(-1.0, F), k.point, 1e-8);
        assert_near(d.row[7], deep, 1e-12);
        assert_near(d.row[8], deep > 1e-9 ? rate : 0.0, 1e-12);
        assert_near(d.row[9], 0.0, 0.0);
        if (i == 9)
            assert_near(d.row[6 + 15 + 3 + 5], 0.0, 0.0); /* no footprint */
    }
}

/* --- MFtire ------------------------------------------------------------------------------------------------------- */

#define MAGIC "user defined: 10, MFtire, 1, 2, 1., 2., 2., 0.82, 0.77, 1.e3, 1.1, 1.6, 3., 0.2, -0.9, 1.4, 2., 0.1"

static double magic(double D, double C, double B, double E, double s)
{
    return D * sin(C * atan((1.0 - E) * B * s + E * atan(B * s)));
}

/* The parts of the slips at low and at high speed. */
static void check_magic(direct *d, double v_low, double width)
{
    const pose *hub = pose_of(d, 1), *rim = pose_of(d, 2);
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
    evaluate(d);
    assert_derivatives(d);
    for (int i = 0; i < 6; i++)
        assert_near(d->r[i], 0.0, 0.0);
    assert_int_equal(d->e->n, 12);
    assert_near3(d->r + 6, F, 1e-9);
    assert_near3(d->r + 9, vec3_cross((vec3){0, 0, -hub->x.z}, F), 1e-9);
    assert_int_equal(d->n_row, ARRAY_LEN(columns));
    for (int i = 0; i < ARRAY_LEN(columns); i++)
        assert_near(d->row[i], columns[i], 1e-10 * (1.0 + fabs(columns[i])));
}

static void magic_tyre(void **of)
{
    static const char *const TAILS[] = {"", ", low speed, 0.5, 0.2"};
    for (int low = 0; low < 2; low++) {
        direct d;
        char elements[400];
        snprintf(elements, sizeof elements, MAGIC "%s;", TAILS[low]);
        open_direct(&d, *of, 10, (const char *const[]){COUNTS, LOAD("MFtire") NODES, elements});
        for (int i = 0; i < 60; i++) {
            shake(&d);
            pose_of(&d, 1)->x.z = 0.8 + 0.1 * any(&d);
            if (low && i % 3 == 0)
                pose_of(&d, 1)->v = vec3_scale(0.005, pose_of(&d, 1)->v);
            check_magic(&d, low ? 0.5 : 0.0, low ? 0.2 : 0.0);
        }
        pose_of(&d, 1)->v = (vec3){0, 0, 0.1}; /* at rest the slip is the speed of the rim itself */
        pose_of(&d, 1)->x.z = 0.8;
        if (low)
            continue;
        evaluate(&d);
        assert_near(d.row[4], 0.0, 0.0);
        pose_of(&d, 2)->w = (vec3){0, 0, 1};
        evaluate(&d);
        assert_near(d.row[3], 0.0, 0.0);
        pose_of(&d, 2)->w = (vec3){1, 0, 0};
        evaluate(&d);
        assert_true(fabs(d.row[3]) > 0.0 && fabs(d.row[3]) <= 0.77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(torus_of_gas),
        TEST(torus_in_the_air),
        TEST(tyre_with_bristles),
        TEST(tyre_without_slip),
        TEST(tyre_that_turns_on_the_spot),
        TEST(magic_tyre),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
