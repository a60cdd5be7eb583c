/* orientations_test.c - what a deck says and reads about orientations: Euler parameters, Euler angles, orientation
 * vectors, components along the node's axes. */
#include "probe_world.h"
#include "base/array.h"

static const probe DATA[] = {{"structural", 1, "PE[0]"},   {"structural", 1, "PE[1]"},   {"structural", 1, "PE[2]"},
                             {"structural", 1, "PE[3]"},   {"structural", 1, "Phi[1]"},  {"structural", 1, "Phi[2]"},
                             {"structural", 1, "Phi[3]"},  {"structural", 1, "phi[1]"},  {"structural", 1, "phi[2]"},
                             {"structural", 1, "phi[3]"},  {"structural", 1, "x[1]"},    {"structural", 1, "x[2]"},
                             {"structural", 1, "x[3]"},    {"structural", 1, "E[1]"},    {"structural", 1, "E[2]"},
                             {"structural", 1, "E[3]"},    {"structural", 1, "E313[1]"}, {"structural", 1, "E313[2]"},
                             {"structural", 1, "E313[3]"}, {"structural", 1, "E321[1]"}, {"structural", 1, "E321[2]"},
                             {"structural", 1, "E321[3]"}};

static void hold(world *world, const char *orientation)
{
    char nodes[300];
    snprintf(nodes, sizeof nodes, "structural: 1, static, 1., 2., 3., %s, null, null;", orientation);
    assert_runs(world, DATA, ARRAY_LEN(DATA), (march){.until = 1e-3},
                (const char *const[]){"structural nodes: 1; joints: 1;", nodes, "joint: 1, clamp, 1, node, node;"});
}

/* R = (2 e0^2 - 1) I + 2 e e' + 2 e0 [e x] */
static mat3 of_euler_parameters(const double e[4])
{
    const double a = e[0], x = e[1], y = e[2], z = e[3];
    return (mat3){{{2 * (a * a + x * x) - 1, 2 * (x * y - a * z), 2 * (x * z + a * y)},
                   {2 * (x * y + a * z), 2 * (a * a + y * y) - 1, 2 * (y * z - a * x)},
                   {2 * (x * z - a * y), 2 * (y * z + a * x), 2 * (a * a + z * z) - 1}}};
}

/* A turn by a about n: e0 = cos(a/2), e = sin(a/2) n, with the sign that makes the largest of the four positive. */
static void euler_parameters_of_a_rotation(void **of)
{
    static const vec3 AXES[] = {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {0.6, 0, -0.8}, {-2.0 / 3, 1.0 / 3, 2.0 / 3}};
    static const double ANGLES[] = {0.0, 1e-7, 0.4, 1.5, 1.7, 2.9, 3.14};
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(AXES); i++)
        for (int k = 0; k < ARRAY_LEN(ANGLES); k++) {
            const vec3 n = AXES[i], rotation = vec3_scale(ANGLES[k], n);
            char words[200];
            snprintf(words, sizeof words, "vector, %.17g, %.17g, %.17g", rotation.x, rotation.y, rotation.z);
            hold(world, words);
            const double s = sin(0.5 * ANGLES[k]), e[] = {cos(0.5 * ANGLES[k]), s * n.x, s * n.y, s * n.z};
            int most = 0;
            for (int j = 1; j < 4; j++)
                most = fabs(e[j]) > fabs(e[most]) ? j : most;
            for (int j = 0; j < 4; j++)
                assert_near(world->v[0][j], copysign(1.0, e[most]) * e[j], 1e-12);
            for (int j = 0; j < 6; j++)
                assert_near(world->v[0][4 + j], vec3_get(rotation, j % 3), 1e-9);
        }
}

static mat3 about(int axis, double angle)
{
    double v[3] = {0};
    v[axis - 1] = angle;
    return rotation_exp(vec3_load(v));
}

/* eulerIJK, a, b, c is R_I(a) R_J(b) R_K(c); its data give the angles back in degrees or radians as the manual says. */
static void euler_angles(void **of)
{
    static const struct {
        const char *word;
        int axis[3], first; /* of its data */
    } KINDS[] = {{"euler123", {1, 2, 3}, 13}, {"euler313", {3, 1, 3}, 16}, {"euler321", {3, 2, 1}, 19}};
    static const double ANGLES[][3] = {{0.3, 0.4, -0.7}, {-2.1, 1.2, 2.5}, {1.6, 0.2, 3.0}};
    world *world = *of;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const double *a = ANGLES[k];
            char words[200];
            snprintf(words, sizeof words, "%s, %.17g, %.17g, %.17g", KINDS[i].word, a[0], a[1], a[2]);
            hold(world, words);
            const mat3 A = about(KINDS[i].axis[0], a[0]), B = about(KINDS[i].axis[1], a[1]),
                       C = about(KINDS[i].axis[2], a[2]), AB = mat3_mul(&A, &B), R = mat3_mul(&AB, &C);
            const mat3 now = of_euler_parameters(world->v[0]);
            for (int j = 0; j < 9; j++)
                assert_near(now.e[j / 3][j % 3], R.e[j / 3][j % 3], 1e-12);
            for (int j = 0; j < 3; j++)
                assert_near(world->v[0][KINDS[i].first + j], a[j], 1e-12);
            assert_near(vec3_norm(vec3_sub(world_vec3(world, 0, 10), mat3_tmulv(&R, (vec3){1, 2, 3}))), 0.0, 1e-12);
        }
}

/* A body that turns steadily, w = 2 about n, through more than a turn: the angle grows with time, the Euler parameters
 * follow the orientation and not the turns. */
static void euler_parameters_of_a_steady_rotation(void **of)
{
    static const probe probes[] = {
        {"structural", 1, "PE[0]"}, {"structural", 1, "PE[1]"}, {"structural", 1, "PE[2]"}, {"structural", 1, "PE[3]"}};
    world *world = *of;
    const vec3 n = {0.6, 0.0, -0.8};
    assert_runs(world, probes, 4, (march){.until = 4.0, .step = 4e-3},
                (const char *const[]){"structural nodes: 1; rigid bodies: 1;",
                                      "structural: 1, dynamic, null, eye, null, 1.2, 0., -1.6;",
                                      "body: 1, 1, 1., null, diag, 0.3, 0.3, 0.3;"});
    for (int i = 0; i < world->n; i += 7) {
        const double s = sin(world->t[i]), e[] = {cos(world->t[i]), s * n.x, s * n.y, s * n.z};
        double along = 0.0, length = 0.0;
        for (int k = 0; k < 4; k++)
            along += e[k] * world->v[i][k], length += world->v[i][k] * world->v[i][k];
        assert_near(length, 1.0, 1e-12);
        assert_near(fabs(along), 1.0, 1e-9); /* 1 - (error of the angle)^2 / 8 */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(euler_parameters_of_a_rotation), TEST(euler_angles),
                                       TEST(euler_parameters_of_a_steady_rotation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
