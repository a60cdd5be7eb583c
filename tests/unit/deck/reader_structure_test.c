/* reader_structure_test.c - vectors, matrices and orientations in every spelling. */
#include "reader_world.h"
#include <math.h>
#include <stdio.h>

static void assert_numbers(const double *v, const double *expected, int n)
{
    for (int i = 0; i < n; i++)
        if (v[i] != expected[i])
            fail_msg("number %d is %.17g, not %.17g", i, v[i], expected[i]);
}

static void assert_vec3(vec3 v, double x, double y, double z)
{
    const double numbers[] = {v.x, v.y, v.z}, expected[] = {x, y, z};
    assert_numbers(numbers, expected, 3);
}

static void assert_mat3(mat3 m, const double *expected, double tolerance)
{
    for (int i = 0; i < 9; i++)
        if (!(fabs(m.e[i / 3][i % 3] - expected[i]) <= tolerance))
            fail_msg("term %d is %.17g, not %.17g", i, m.e[i / 3][i % 3], expected[i]);
}

static void vectors(void **state)
{
    reader *reader = world_card(
        state, "x: 1., 2., 3., null, ,,4., default, cos(0.), 0., 2, scale, 10., (real a = 2.; a), a*2, a^3, ,0.5,;");
    assert_vec3(read_vec3(reader, "v"), 1.0, 2.0, 3.0);
    assert_vec3(read_vec3(reader, "v"), 0.0, 0.0, 0.0);
    assert_vec3(read_vec3(reader, "v"), 0.0, 0.0, 4.0);
    assert_vec3(read_vec3(reader, "v"), 0.0, 0.0, 0.0);
    assert_vec3(read_vec3(reader, "v"), 10.0, 0.0, 20.0);
    assert_vec3(read_vec3(reader, "v"), 2.0, 4.0, 8.0);
    assert_vec3(read_vec3(reader, "v"), 0.0, 0.5, 0.0);
    assert_false(read_more(reader));
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void vectors_with_a_default(void **state)
{
    const vec3 given = {7.0, 8.0, 9.0};
    reader *reader = world_card(state, "x: default, , 2., , null, 1., 2., 3.;");
    assert_vec3(read_vec3_or(reader, given, "v"), 7.0, 8.0, 9.0);
    assert_vec3(read_vec3_or(reader, given, "v"), 7.0, 2.0, 9.0);
    assert_vec3(read_vec3_or(reader, given, "v"), 0.0, 0.0, 0.0);
    assert_vec3(read_vec3_or(reader, given, "v"), 1.0, 2.0, 3.0);
    assert_vec3(read_vec3_or(reader, given, "v"), 7.0, 8.0, 9.0);
    assert_said_nothing(state);
}

static void longer_vectors(void **state)
{
    double v[8];
    reader *reader = world_card(state, "x: 1., 2., 3., 4., 5., 6., scale, 2., null, 1, 2, 3, 4;");
    read_vec6(reader, v, "v");
    assert_numbers(v, (const double[]){2, 4, 6, 8, 10, 12}, 6);
    read_vec6(reader, v, "v");
    assert_numbers(v, (const double[]){0, 0, 0, 0, 0, 0}, 6);
    read_vector(reader, 4, v, "v");
    assert_numbers(v, (const double[]){1, 2, 3, 4}, 4);
    assert_said_nothing(state);
}

static void unit_vectors(void **state)
{
    reader *reader = world_card(state, "x: 0., 3., 4.; y: null;");
    const vec3 v = read_unit_vec3(reader, "axis");
    assert_true(fabs(v.y - 0.6) + fabs(v.z - 0.8) < 1e-15);
    reader_card(reader);
    read_unit_vec3(reader, "axis");
    assert_said(state, "deck:1:19: error E0225: axis must not be zero\n"
                       "    1 | x: 0., 3., 4.; y: null;\n"
                       "      |                   ^~~~\n");
}

static void missing_numbers(void **state)
{
    double m[36];
    reader *reader = world_card(state, "x: 1., 2.;\ny: sym, 1., 2.;\nz: anba, 1.;\nw;");
    read_vec3(reader, "position");
    assert_said_contains(state, "deck:1:10: error E0206: missing argument: component 3 of 3 of position\n");
    reader_card(reader);
    read_mat3(reader, "inertia");
    assert_said_contains(state, "deck:2:15: error E0206: missing argument: component 3 of 6 of inertia\n");
    reader_card(reader);
    read_mat6(reader, m, "stiffness");
    assert_said_contains(state, "deck:3:12: error E0206: missing argument: component 2 of 36 of stiffness\n");
    reader_card(reader);
    assert_vec3(read_vec3(reader, "position"), 0.0, 0.0, 0.0);
    assert_said_contains(state, "deck:4:2: error E0205: missing argument: position\n");
}

static void matrices_of_three(void **state)
{
    reader *reader = world_card(
        state, "x: 11., 12., 13., 21., 22., 23., 31., 32., 33., matr, 1,2,3,4,5,6,7,8,9, scale, -2., sym, 1,2,3,4,5,6,"
               "skew, 1, 2, 3, diag, 1, 2, 3, scale, 10., eye, null, default, eye, scale, 3.;");
    assert_mat3(read_mat3(reader, "m"), (const double[]){11, 12, 13, 21, 22, 23, 31, 32, 33}, 0.0);
    assert_mat3(read_mat3(reader, "m"), (const double[]){-2, -4, -6, -8, -10, -12, -14, -16, -18}, 0.0);
    assert_mat3(read_mat3(reader, "m"), (const double[]){1, 2, 3, 2, 4, 5, 3, 5, 6}, 0.0);
    assert_mat3(read_mat3(reader, "m"), (const double[]){0, 3, -2, -3, 0, 1, 2, -1, 0}, 0.0);
    assert_mat3(read_mat3(reader, "m"), (const double[]){10, 0, 0, 0, 20, 0, 0, 0, 30}, 0.0);
    assert_mat3(read_mat3(reader, "m"), (const double[]){1, 0, 0, 0, 1, 0, 0, 0, 1}, 0.0);
    assert_mat3(read_mat3(reader, "m"), (const double[]){0, 0, 0, 0, 0, 0, 0, 0, 0}, 0.0);
    assert_mat3(read_mat3(reader, "m"), (const double[]){0, 0, 0, 0, 0, 0, 0, 0, 0}, 0.0);
    assert_mat3(read_mat3(reader, "m"), (const double[]){3, 0, 0, 0, 3, 0, 0, 0, 3}, 0.0);
    assert_false(read_more(reader));
    assert_said_nothing(state);
}

#define TERMS \
    "11,12,13,14,15,16, 21,22,23,24,25,26, 31,32,33,34,35,36, 41,42,43,44,45,46, 51,52,53,54,55,56, 61,62,63,64,65,66"

static void matrices_of_six(void **state)
{
    double m[36];
    reader *reader =
        world_card(state, "x: " TERMS ", matr, " TERMS ", diag, 1,2,3,4,5,6, scale, 2.,"
                          "sym, 11,12,13,14,15,16, 22,23,24,25,26, 33,34,35,36, 44,45,46, 55,56, 66, eye, null;");
    for (int k = 0; k < 2; k++) {
        read_mat6(reader, m, "m");
        for (int i = 0; i < 36; i++)
            assert_true(m[i] == 10 * (i / 6 + 1) + i % 6 + 1);
    }
    read_mat6(reader, m, "m");
    for (int i = 0; i < 36; i++)
        assert_true(m[i] == (i % 7 == 0 ? 2.0 * (i / 7 + 1) : 0.0));
    read_mat6(reader, m, "m");
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            assert_true(m[6 * i + j] == (i <= j ? 10 * (i + 1) + j + 1 : 10 * (j + 1) + i + 1));
    read_mat6(reader, m, "m");
    for (int i = 0; i < 36; i++)
        assert_true(m[i] == (i % 7 == 0));
    read_mat6(reader, m, "m");
    for (int i = 0; i < 36; i++)
        assert_true(m[i] == 0.0);
    reader_card_end(reader);
    assert_said_nothing(state);
}

/* new 1 2 3 4 5 6 = given 3 1 2 6 4 5 */
static const int GIVEN[] = {3, 1, 2, 6, 4, 5};

static void anba_renumbers_the_axes(void **state)
{
    double m[36];
    reader *reader = world_card(state, "x: anba, " TERMS ", anba, 11,12, 21,22, 31,32, 41,42, 51,52, 61,62, scale, 10.,"
                                       "anba, 11,12,13,14,15,16, 21,22,23,24,25,26;");
    read_mat6(reader, m, "m");
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            assert_true(m[6 * i + j] == 10 * GIVEN[i] + GIVEN[j]);
    read_mat6xn(reader, 2, m, "m");
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 2; j++)
            assert_true(m[2 * i + j] == 10.0 * (10 * GIVEN[i] + j + 1));
    read_matnx6(reader, 2, m, "m");
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 6; j++)
            assert_true(m[6 * i + j] == 10 * (i + 1) + GIVEN[j]);
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void matrices_of_any_size(void **state)
{
    double m[12];
    reader *reader = world_card(state, "x: 1,2,3,4,5,6, matr, 1,2,3,4,5,6, null, eye, sym, 1,2,3;");
    read_matrix(reader, 2, 3, m, "m");
    assert_numbers(m, (const double[]){1, 2, 3, 4, 5, 6}, 6);
    read_matrix(reader, 3, 2, m, "m");
    assert_numbers(m, (const double[]){1, 2, 3, 4, 5, 6}, 6);
    read_matrix(reader, 3, 4, m, "m");
    assert_numbers(m, (const double[12]){0}, 12);
    read_matrix(reader, 2, 2, m, "m");
    assert_numbers(m, (const double[]){1, 0, 0, 1}, 4);
    read_matrix(reader, 2, 2, m, "m");
    assert_numbers(m, (const double[]){1, 2, 2, 3}, 4);
    reader_card_end(reader);
    assert_said_nothing(state);
}

/* --- orientations ------------------------------------------------------------------------------------------------- */

static const double EYE[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void two_vectors(void **state)
{
    const double c = cos(M_PI / 6.0), s = sin(M_PI / 6.0);
    reader *reader = world_card(state, "x: 1, 1.,0.,0., 2, 0.,1.,0., 1, cos(pi/6.), sin(pi/6.), 0., 3, 0.,0.,1.,"
                                       "2, 0., cos(pi/6.), sin(pi/6.), 1, 1.,0.,0., 3, 0.,0.,5., 1, 2.,0.,7.,"
                                       "3, 0., 1., 0., 1, .5, sqrt(3)/2., 0.;");
    assert_mat3(read_orientation(reader, "R"), EYE, 0.0);
    assert_mat3(read_orientation(reader, "R"), (const double[]){c, -s, 0, s, c, 0, 0, 0, 1}, 1e-15);
    assert_mat3(read_orientation(reader, "R"), (const double[]){1, 0, 0, 0, c, -s, 0, s, c}, 1e-15);
    assert_mat3(read_orientation(reader, "R"), EYE, 1e-15);
    assert_mat3(read_orientation(reader, "R"), (const double[]){1, 0, 0, 0, 0, 1, 0, -1, 0}, 1e-15);
    reader_card_end(reader);
    assert_said_nothing(state);
}

/* Every pair of indices gives a rotation whose first axis is along the first vector, the second on the side of the
 * other. */
static void every_pair_of_indices(void **state)
{
    char text[200];
    for (int i = 1; i <= 3; i++) {
        for (int j = 1; j <= 3; j++) {
            if (i == j)
                continue;
            snprintf(text, sizeof text, "x: %d, 1., 2., -3., %d, 0.3, -1., 0.2;", i, j);
            reader *reader = world_card(state, text);
            const mat3 R = read_orientation(reader, "R"), square = mat3_tmul(&R, &R);
            reader_card_end(reader);
            assert_mat3(square, EYE, 1e-15);
            assert_true(fabs(mat3_det(&R) - 1.0) < 1e-15);
            assert_true(vec3_dot(mat3_col(&R, i - 1), (vec3){1.0, 2.0, -3.0}) > 3.741657);
            assert_true(vec3_dot(mat3_col(&R, j - 1), (vec3){0.3, -1.0, 0.2}) > 0.1);
            assert_true(fabs(vec3_dot(mat3_col(&R, 5 - i - j), (vec3){0.3, -1.0, 0.2})) < 1e-15);
        }
    }
    assert_said_nothing(state);
}

static void assert_second_axis(mat3 R, vec3 along)
{
    const vec3 y = mat3_col(&R, 1), unit = vec3_scale(1.0 / vec3_norm(along), along);
    assert_true(vec3_norm(vec3_sub(y, unit)) < 1e-15);
}

static void second_vector_is_guessed(void **state)
{
    reader *reader = world_card(
        state, "x: 1, 0.,0.,2., 2, guess, 1, 1.,1.,0.3, 2, guess, 1, 4.,0.,0., 2, guess, 1, -3.,2.,1., 2, guess;");
    assert_second_axis(read_orientation(reader, "R"), (vec3){0.0, 1.0, 0.0});
    assert_second_axis(read_orientation(reader, "R"), (vec3){-0.3, 0.0, 1.0});
    assert_second_axis(read_orientation(reader, "R"), (vec3){0.0, 1.0, 0.0});
    assert_second_axis(read_orientation(reader, "R"), (vec3){1.0 / 3.0, 0.0, 1.0});
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void angles_and_vectors(void **state)
{
    const double ca = cos(0.3), sa = sin(0.3), cb = cos(-0.5), sb = sin(-0.5), cc = cos(0.8), sc = sin(0.8);
    /* R1(0.3) R2(-0.5) R3(0.8), written out */
    const double r123[] = {cb * cc,
                           -cb * sc,
                           sb,
                           sa * sb * cc + ca * sc,
                           -sa * sb * sc + ca * cc,
                           -sa * cb,
                           -ca * sb * cc + sa * sc,
                           ca * sb * sc + sa * cc,
                           ca * cb};
    reader *reader = world_card(
        state, "x: euler, 0.3,-0.5,0.8, EULER 123, degrees, 0.3*rad2deg, -0.5*rad2deg, 0.8*rad2deg,"
               "euler313, degrees, 90., 90., 0., euler321, 0., 0., pi/2., vector, 0., 0., pi/2., eye, default;");
    assert_mat3(read_orientation(reader, "R"), r123, 1e-15);
    assert_mat3(read_orientation(reader, "R"), r123, 1e-15);
    assert_mat3(read_orientation(reader, "R"), (const double[]){0, 0, 1, 1, 0, 0, 0, 1, 0}, 1e-15);
    assert_mat3(read_orientation(reader, "R"), (const double[]){1, 0, 0, 0, 0, -1, 0, 1, 0}, 1e-15);
    assert_mat3(read_orientation(reader, "R"), (const double[]){0, -1, 0, 1, 0, 0, 0, 0, 1}, 1e-15);
    assert_mat3(read_orientation(reader, "R"), EYE, 0.0);
    assert_mat3(read_orientation(reader, "R"), EYE, 0.0);
    reader_card_end(reader);
    assert_said_nothing(state);
}

static void whole_matrix(void **state)
{
    const double skewed[] = {0.8, -0.6001, 0, 0.6, 0.8, 0, 0, 0, 1};
    reader *reader = world_card(state, "x: matr, 0., 0., 1., 1., 0., 0., 0., 1., 0., matr, 0.8,-0.6001,0., 0.6,0.8,0., "
                                       "0.,0.,1., tolerance, 1.e-2, null;\n"
                                       "y: matr, 0.8, -0.6001, 0., 0.6, 0.8, 0., 0., 0., 1., 2., 3., 4.;\n"
                                       "z: matr, 1., 0., 0., 0., 1., 0., 0., 0., -1.;");
    assert_mat3(read_orientation(reader, "R"), (const double[]){0, 0, 1, 1, 0, 0, 0, 1, 0}, 0.0);
    assert_mat3(read_orientation(reader, "R"), skewed, 0.0);
    assert_vec3(read_vec3(reader, "v"), 0.0, 0.0, 0.0);
    reader_card_end(reader);
    assert_said_nothing(state);
    reader_card(reader);
    assert_mat3(read_orientation(reader, "the orientation"), skewed, 0.0);
    assert_vec3(read_vec3(reader, "v"), 2.0, 3.0, 4.0);
    reader_card_end(reader);
    assert_said(state, "deck:2:50: warning W0223: the orientation is not orthogonal: R R' differs from the identity by "
                       "0.00012, more than the "
                       "tolerance 1e-12\n"
                       "    2 | y: matr, 0.8, -0.6001, 0., 0.6, 0.8, 0., 0., 0., 1., 2., 3., 4.;\n"
                       "      |                                                  ^~\n");
    reader_card(reader);
    read_orientation(reader, "the orientation");
    assert_true(read_ok(reader));
    assert_said_contains(
        state, "warning W0224: the orientation is a reflection, not a rotation: its determinant is negative\n");
}

static void orientations_that_are_none(void **state)
{
    reader *reader = world_card(state, "a: null;\nb: 4, 1., 2., 3., 1, 0., 1., 0.;\nc: 1, 1., 2., 3., 1, 0., 1., 0.;\n"
                                       "d: 1, 1., 2., 3., 2, 2., 4., 6.;\ne: 1, 0., 0., 0., 2, 0., 1., 0.;\nf;");
    assert_mat3(read_orientation(reader, "R"), EYE, 0.0);
    assert_said(state, "deck:1:4: error E0219: 'null' is not an orientation matrix\n"
                       "    1 | a: null;\n"
                       "      |    ^~~~\n"
                       "   hint: 'eye' is the orientation that does not rotate\n");
    reader_card(reader);
    assert_mat3(read_orientation(reader, "R"), EYE, 0.0);
    assert_said(state, "deck:2:4: error E0220: the index of an axis must be 1, 2 or 3, not 4\n"
                       "    2 | b: 4, 1., 2., 3., 1, 0., 1., 0.;\n"
                       "      |    ^\n");
    reader_card(reader);
    assert_mat3(read_orientation(reader, "R"), EYE, 0.0);
    assert_said(state, "deck:3:19: error E0221: axis 1 is given twice\n"
                       "    3 | c: 1, 1., 2., 3., 1, 0., 1., 0.;\n"
                       "      |                   ^\n");
    reader_card(reader);
    assert_mat3(read_orientation(reader, "the hinge"), EYE, 0.0);
    assert_said(state, "deck:4:4: error E0222: the two vectors of the hinge are parallel\n"
                       "    4 | d: 1, 1., 2., 3., 2, 2., 4., 6.;\n"
                       "      |    ^\n");
    reader_card(reader);
    read_orientation(reader, "R");
    assert_said_contains(state, "deck:5:7: error E0225: first vector of the orientation must not be zero\n");
    reader_card(reader);
    read_orientation(reader, "the hinge");
    assert_said_contains(state, "deck:6:2: error E0205: missing argument: the hinge\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(vectors),
        WORLD_TEST(vectors_with_a_default),
        WORLD_TEST(longer_vectors),
        WORLD_TEST(unit_vectors),
        WORLD_TEST(missing_numbers),
        WORLD_TEST(matrices_of_three),
        WORLD_TEST(matrices_of_six),
        WORLD_TEST(anba_renumbers_the_axes),
        WORLD_TEST(matrices_of_any_size),
        WORLD_TEST(two_vectors),
        WORLD_TEST(every_pair_of_indices),
        WORLD_TEST(second_vector_is_guessed),
        WORLD_TEST(angles_and_vectors),
        WORLD_TEST(whole_matrix),
        WORLD_TEST(orientations_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
