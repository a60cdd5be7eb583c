/* aeromodal_test.c - loads on a modal node that is led along, against the formula; titles of matrices. */
#include "probe_world.h"
#include <unistd.h>

enum { INPUTS = 7 }; /* three displacements, three rotations, one mode */

static double entry(int i, int k) { return i < 6 && k < 6 ? 1 + i - 0.3 * k * i + 0.2 * k * k : 0.0; }

static void put_matrix(FILE *file, const char *name, double factor)
{
    fprintf(file, "*** MATRIX %s\n", name);
    for (int i = 0; i < INPUTS; i++)
        for (int k = 0; k < INPUTS; k++)
            fprintf(file, "%g%c", factor * entry(i, k), k == 6 ? '\n' : ' ');
}

/* The matrices of a body without aerodynamic states; D1 and D2 are `rates` and `accelerations` times D0. */
static void put_file(const char *path, const char *first, double rates, double accelerations)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\n*** MATRIX B\n*** MATRIX C\n", first);
    put_matrix(file, "D0", 1.0);
    put_matrix(file, "D1", rates);
    put_matrix(file, "D2", accelerations);
    fclose(file);
}

static bool run_body(world *world, const char *path, const char *kind, const probe *of, int n)
{
    char words[200], elements[1200];
    snprintf(words, sizeof words, "structural nodes: 1; joints: 2; aeromodals: 1; air properties; %s", kind);
    snprintf(
        elements, sizeof elements,
        "joint: 1, modal, 1, 1, from file, \"" TEST_FOLDER "/contract/modal.fem\", 0;"
        "joint: 2, total pin joint, 1, position, null, position, null, position constraint, active, active, active, "
        "single, 0.2, -0.1, 0.3, sine, 0., 3., 1., forever, 0., orientation constraint, active, active, active, null;"
        "air properties: 1.3, 340., single, 1., 0., 0., const, 15.;"
        "aeromodal: 1, 1, eye, 0.8, 0, rigid, \"%s\";",
        path);
    return world_model(
        world, of, n, (march){.until = 0.5, .step = 5e-3, .tolerance = 1e-8, .method = "ms, 0."},
        (const char *const[]){words, "structural: 1, modal, null, eye, 0.6, -0.3, 0.9, null;", elements});
}

static const probe REACTION[] = {{"joint", 2, "#1"},        {"joint", 2, "#2"},        {"joint", 2, "#3"},
                                 {"joint", 2, "#4"},        {"joint", 2, "#5"},        {"joint", 2, "#6"},
                                 {"structural", 1, "X[1]"}, {"structural", 1, "X[2]"}, {"structural", 1, "X[3]"}};

/* A static model has no accelerations: f = rho V^2/2 D0 q, whatever D2 is, and the joint bears it. */
static void led_along_in_a_static_model(void **of)
{
    char path[] = "/tmp/torsor-aeromodal-XXXXXX";
    world *world = *of;
    const int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0);
    put_file(path, "*** MATRIX A", 0.0, 2.0);
    const bool ok = run_body(world, path, "model: static;", REACTION, 9);
    unlink(path);
    if (!ok)
        fail_msg("%s", world->said);
    const double q = 0.5 * 1.3 * 15 * 15;
    for (int n = 5; n < world->n; n++)
        for (int i = 0; i < 6; i++) {
            double load = 0.0;
            for (int k = 0; k < 3; k++)
                load += q * entry(i, k) * world->v[n][6 + k];
            assert_near(world->v[n][i], load, 1e-6);
        }
}

/* The wind across, divided by that along, through a filter of second order, damping 0.707; none in still air. */
static void gusts_through_a_filter(void **of)
{
    static const probe GUST[] = {
        {"aeromodal", 1, "#1"}, {"aeromodal", 1, "#2"}, {"aeromodal", 1, "#3"}, {"aeromodal", 1, "#4"}};
    static const char *const WINDS[] = {"const, 15., const, 3., const, -2.", "const, 0., const, 0., const, 0."};
    static const double U[][2] = {{3. / 15, -2. / 15}, {0, 0}};
    const double w0 = 12.0, z = 0.707, wd = w0 * sqrt(1 - z * z);
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        char path[] = "/tmp/torsor-aeromodal-XXXXXX", elements[800];
        const int file = mkstemp(path);
        assert_true(file >= 0 && dprintf(file, "*** MATRIX A\n*** MATRIX B\n*** MATRIX C\n*** MATRIX D0\n1 2 3\n"
                                               "*** MATRIX D1\n0 0 0\n*** MATRIX D2\n0 0 0\n") > 0);
        close(file);
        snprintf(elements, sizeof elements,
                 "joint: 1, modal, clamped, 1, from file, \"" TEST_FOLDER "/contract/modal.fem\", 0;"
                 "air properties: 1.3, 340., component, %s; aeromodal: 1, 1, eye, 0.8, 0, gust, 12., \"%s\";",
                 WINDS[i], path);
        const bool ok = world_model(world, GUST, 4, (march){.until = 0.4, .tolerance = 1e-9},
                                    (const char *const[]){"joints: 1; aeromodals: 1; air properties;", "", elements});
        unlink(path);
        if (!ok)
            fail_msg("%s", world->said);
        for (int n = 0; n < world->n; n++) {
            const double t = world->t[n], fading = exp(-z * w0 * t), s = sin(wd * t), c = cos(wd * t);
            for (int k = 0; k < 2; k++) {
                assert_near(world->v[n][k], U[i][k] * (1 - fading * (c + z * w0 / wd * s)), 1e-4);
                assert_near(world->v[n][2 + k], U[i][k] * fading * w0 * w0 / wd * s, 1e-3);
            }
        }
    }
}

static void titles_of_matrices(void **of)
{
    static const char *const WRONG[] = {"*** MATRIX B", "*** MATRIX", "*** MATRIX AX", "** MATRIX A", "*** MATRIX A 1"};
    char path[] = "/tmp/torsor-aeromodal-XXXXXX";
    world *world = *of;
    const int file = mkstemp(path);
    assert_true(file >= 0 && close(file) == 0);
    for (int i = 0; i < ARRAY_LEN(WRONG); i++) {
        put_file(path, WRONG[i], 0.0, 0.0);
        assert_false(run_body(world, path, "", NULL, 0));
        assert_non_null(strstr(world->said, "expected '*** MATRIX' and one of A, B, C, D0, D1, D2, in this order"));
    }
    put_file(path, "\n*** MATRIX A  ", 0.0, 0.0);
    assert_true(run_body(world, path, "", NULL, 0));
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(led_along_in_a_static_model), TEST(gusts_through_a_filter),
                                       TEST(titles_of_matrices)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
