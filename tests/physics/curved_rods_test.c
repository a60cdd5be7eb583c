/* curved_rods_test.c - rods along a curve of third order in space, whose ends move and turn.
 *
 * The curve is drawn here by halving (de Casteljau): the length is that of chords between points of it, with the error
 * of two numbers of chords taken out after Richardson. */
#include "probe_world.h"
#include "base/array.h"

static const vec3 AT[] = {{0.2, -0.1, 0.3}, {1.4, 0.5, -0.2}}, ROTATION[] = {{0.3, -0.2, 0.5}, {-0.4, 0.1, 0.6}};
static const vec3 CONTROL[] = {
    {0.1, 0.05, -0.1}, {0.5, 0.3, 0.1}, {-0.4, 0.2, 0.3}, {-0.1, -0.05, 0.1}}; /* on the nodes */

#define CURVE                                                                                                    \
    "rod bezier, 1, position, 0.1, 0.05, -0.1, position, 0.5, 0.3, 0.1, 2, position, -0.4, 0.2, 0.3, position, " \
    "-0.1, -0.05, 0.1, 1.25, integration order, %d, integration segments, %d, linear viscoelastic, 50., 3.;"

typedef struct {
    vec3 p[4];
} curve;

static curve curve_at(vec3 x2, const mat3 *R2)
{
    curve curve;
    const mat3 R1 = rotation_exp(ROTATION[0]);
    for (int i = 0; i < 4; i++)
        curve.p[i] = i < 2 ? vec3_add(AT[0], mat3_mulv(&R1, CONTROL[i])) : vec3_add(x2, mat3_mulv(R2, CONTROL[i]));
    return curve;
}

static vec3 between(vec3 a, vec3 b, double u) { return vec3_axpy(a, u, vec3_sub(b, a)); }

static vec3 point_of(const curve *curve, double u)
{
    const vec3 a = between(curve->p[0], curve->p[1], u), b = between(curve->p[1], curve->p[2], u),
               d = between(curve->p[2], curve->p[3], u);
    return between(between(a, b, u), between(b, d, u), u);
}

static double chords(const curve *curve, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += vec3_norm(vec3_sub(point_of(curve, (i + 1.0) / n), point_of(curve, (double)i / n)));
    return sum;
}

static double length_of(const curve *curve) { return (4.0 * chords(curve, 2000) - chords(curve, 1000)) / 3.0; }

static vec3 unit(vec3 from, vec3 to)
{
    const vec3 d = vec3_sub(to, from);
    return vec3_scale(1.0 / vec3_norm(d), d);
}

/* Node 2 goes along a line and turns about an axis, or is held. */
static void run_rod(world *world, bool moves, int order, int segments, const probe *probes, int n)
{
    const mat3 R0 = rotation_exp(ROTATION[1]);
    const vec3 go = {0.3, -0.5, 0.4}, rotation = {0.7, 0.4, -0.6}, spin = mat3_mulv(&R0, rotation), zero = {0, 0, 0};
    const vec3 v = moves ? go : zero, omega = moves ? spin : zero;
    char nodes[700], elements[1400];
    snprintf(nodes, sizeof nodes,
             "structural: 1, static, %g, %g, %g, vector, %g, %g, %g, null, null;"
             "structural: 2, static, %g, %g, %g, vector, %g, %g, %g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g;",
             AT[0].x, AT[0].y, AT[0].z, ROTATION[0].x, ROTATION[0].y, ROTATION[0].z, AT[1].x, AT[1].y, AT[1].z,
             ROTATION[1].x, ROTATION[1].y, ROTATION[1].z, v.x, v.y, v.z, omega.x, omega.y, omega.z);
    const int used = snprintf(elements, sizeof elements, "joint: 1, clamp, 1, node, node;");
    const int more =
        snprintf(elements + used, sizeof elements - (size_t)used,
                 moves ? "joint: 2, total pin joint, 2, position, null, rotation orientation, eye, position, "
                         "%g, %g, %g, rotation orientation, vector, %g, %g, %g, position constraint, 1, 1, 1, "
                         "0.3, -0.5, 0.4, linear, 0., 1., orientation constraint, 1, 1, 1, 0.7, 0.4, -0.6, "
                         "linear, 0., 1.; joint: 3, " CURVE
                       : "joint: 2, clamp, 2, position, %g, %g, %g, orientation, vector, %g, %g, %g; joint: "
                         "3, " CURVE,
                 AT[1].x, AT[1].y, AT[1].z, ROTATION[1].x, ROTATION[1].y, ROTATION[1].z, order, segments);
    assert_true(used + more < (int)sizeof elements);
    assert_runs(world, probes, n, (march){.until = moves ? 0.5 : 1e-3, .tolerance = 1e-8},
                (const char *const[]){"structural nodes: 2; joints: 3;", nodes, elements});
}

#define POSE                                                                                                      \
    {"structural", 2, "X[1]"}, {"structural", 2, "X[2]"}, {"structural", 2, "X[3]"}, {"structural", 2, "Phi[1]"}, \
        {"structural", 2, "Phi[2]"},                                                                              \
    {                                                                                                             \
        "structural", 2, "Phi[3]"                                                                                 \
    }

static curve curve_now(const world *world, int row)
{
    const mat3 R2 = rotation_exp(world_vec3(world, row, 3));
    return curve_at(world_vec3(world, row, 0), &R2);
}

/* L' by differences of the curves, f = 50 (L / 1.25 - 1) + 3 L' / 1.25; both ends are pulled along their tangents. */
static void rod_that_is_moved(void **of)
{
    static const probe probes[] = {POSE,
                                   {"joint", 3, "L"},
                                   {"joint", 3, "LPrime"},
                                   {"joint", 3, "F"},
                                   {"joint", 1, "Fx"},
                                   {"joint", 1, "Fy"},
                                   {"joint", 1, "Fz"},
                                   {"joint", 1, "Mx"},
                                   {"joint", 1, "My"},
                                   {"joint", 1, "Mz"}};
    world *world = *of;
    run_rod(world, true, 8, 8, probes, 15);
    for (int i = 20; i + 1 < world->n; i += 120) {
        const curve curve = curve_now(world, i), before = curve_now(world, i - 1), after = curve_now(world, i + 1);
        const double *v = world->v[i],
                     rate = (length_of(&after) - length_of(&before)) / (world->t[i + 1] - world->t[i - 1]);
        const double f = 50.0 * (length_of(&curve) / 1.25 - 1.0) + 3.0 * rate / 1.25;
        const vec3 F = vec3_scale(f, unit(curve.p[0], curve.p[1])), M = vec3_cross(vec3_sub(curve.p[0], AT[0]), F);
        assert_near(v[6], length_of(&curve), 1e-9);
        assert_near(v[7], rate, 1e-6);
        assert_near(v[8], f, 1e-5);
        assert_near(vec3_norm(vec3_sub(vec3_load(v + 9), F)), 0.0, 1e-5);
        assert_near(vec3_norm(vec3_sub(vec3_load(v + 12), M)), 0.0, 1e-5);
    }
}

static void row_of_a_rod(void **of)
{
    static const probe probes[] = {POSE,
                                   {"joint", 3, "L"},
                                   {"joint", 3, "LPrime"},
                                   {"joint", 3, "F"},
                                   {"joint", 3, "#1"},
                                   {"joint", 3, "#7"},
                                   {"joint", 3, "#8"},
                                   {"joint", 3, "#9"},
                                   {"joint", 3, "#13"},
                                   {"joint", 3, "#14"},
                                   {"joint", 3, "#15"},
                                   {"joint", 3, "#16"},
                                   {"joint", 3, "#17"},
                                   {"joint", 3, "#18"},
                                   {"joint", 3, "#19"},
                                   {"joint", 3, "#20"},
                                   {"joint", 3, "#4"}};
    world *world = *of;
    run_rod(world, true, 8, 8, probes, 22);
    const double *v = world_end(world);
    const curve curve = curve_now(world, world->n - 1);
    const vec3 first = unit(curve.p[0], curve.p[1]), last = unit(curve.p[3], curve.p[2]);
    assert_near(v[9], v[8], 1e-12);
    assert_near(vec3_norm(vec3_sub(vec3_load(v + 10), vec3_scale(v[8], first))), 0.0, 1e-9);
    assert_near(v[13], v[6], 1e-12);
    assert_near(vec3_norm(vec3_sub(vec3_load(v + 14), first)), 0.0, 1e-12);
    assert_near(vec3_norm(vec3_sub(vec3_load(v + 17), last)), 0.0, 1e-12);
    assert_near(v[20], v[7], 1e-12);
    assert_near(v[21], 0.0, 0.0);
}

static void second_end_of_a_rod(void **of)
{
    static const probe probes[] = {{"joint", 2, "Fx"}, {"joint", 2, "Fy"}, {"joint", 2, "Fz"},
                                   {"joint", 2, "Mx"}, {"joint", 2, "My"}, {"joint", 2, "Mz"}};
    const mat3 R2 = rotation_exp(ROTATION[1]);
    const curve curve = curve_at(AT[1], &R2);
    const vec3 F = vec3_scale(50.0 * (length_of(&curve) / 1.25 - 1.0), unit(curve.p[3], curve.p[2]));
    run_rod(*of, false, 8, 8, probes, 6);
    assert_near(vec3_norm(vec3_sub(world_vec3(*of, 1, 0), F)), 0.0, 1e-8);
    assert_near(vec3_norm(vec3_sub(world_vec3(*of, 1, 3), vec3_cross(vec3_sub(curve.p[3], AT[1]), F))), 0.0, 1e-8);
}

/* |B'| at the Gauss points 1/2, 1/2 -+ 1/sqrt(12), 1/2 and 1/2 -+ sqrt(0.15) of equal parts. */
static void few_points_of_the_curve(void **of)
{
    static const double OFF[][3] = {
        {0.0}, {-0.2886751345948129, 0.2886751345948129}, {-0.3872983346207417, 0.0, 0.3872983346207417}};
    static const double WEIGHT[][3] = {{1.0}, {0.5, 0.5}, {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0}};
    static const probe probes[] = {{"joint", 3, "L"}};
    const mat3 R2 = rotation_exp(ROTATION[1]);
    const curve curve = curve_at(AT[1], &R2);
    for (int order = 1; order <= 3; order++)
        for (int segments = 1; segments <= 2; segments++) {
            double sum = 0.0;
            for (int i = 0; i < order * segments; i++) {
                const double u = (i / order + 0.5 + OFF[order - 1][i % order]) / segments, h = 1e-3;
                const vec3 derivative = vec3_sub(point_of(&curve, u + h), point_of(&curve, u - h)),
                           wider = vec3_sub(point_of(&curve, u + 2 * h), point_of(&curve, u - 2 * h));
                const vec3 exact =
                    vec3_sub(vec3_scale(8.0 / (12.0 * h), derivative), vec3_scale(1.0 / (12.0 * h), wider));
                sum += WEIGHT[order - 1][i % order] / segments * vec3_norm(exact);
            }
            run_rod(*of, false, order, segments, probes, 1);
            assert_near(world_end(*of)[0], sum, 1e-11);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(rod_that_is_moved), TEST(row_of_a_rod), TEST(second_end_of_a_rod),
                                       TEST(few_points_of_the_curve)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
