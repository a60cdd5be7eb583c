/* drive_test.c - reading drives and template drives: forms, references, cards, and what is refused. */
#include "unit/drive/drive_world.h"
#include "math/rotation.h"
#include "model/reading.h"

static void references_are_shared(void **of)
{
    world *world = world_read(
        of, "drive caller: 0, name, \"base\", linear, 1., 2.; drive caller: 10, reference, 0;"
            "drive caller: 20, mult, reference, 0, reference, 10; set: real gain = 4.; drive caller: 30, gain;"
            "drive caller: 40, 2.*gain;");
    assert_said_nothing(of);
    assert_true(world_freeze(of));
    assert_string_equal(world_drive(world, 0)->name, "base");
    assert_int_equal(world_drive(world, 0)->label, 0);
    assert_int_equal(world_drive(world, 10)->label, 10);
    assert_near(world_value(world, 10, 1.5), 4.0), assert_near(world_value(world, 20, 1.5), 16.0);
    assert_near(world_value(world, 30, 1.5), 4.0), assert_near(world_value(world, 40, 1.5), 8.0);
}

static void keyword_counts_before_a_variable(void **of)
{
    world *world = world_read(of, "set: real unit = 5.; drive caller: 1, unit; drive caller: 2, 1.*unit;");
    assert_said_nothing(of);
    world_freeze(of);
    assert_near(world_value(world, 1, 0.0), 1.0), assert_near(world_value(world, 2, 0.0), 5.0);
}

static void postponed(void **of)
{
    world *world = world_read(of, "drive caller: 1, array, 2, postponed, 40, 1.; drive caller: 40, linear, 0., 3.;");
    assert_said_nothing(of);
    world_value(world, 1, 0.0);
    assert_true(world->failed.is_set);
    world->failed = (evaluation_error){0};
    assert_true(world_freeze(of));
    assert_near(world_value(world, 1, 2.0), 7.0), assert_near(world_derivative(world, 1, 2.0), 3.0);
    assert_false(world->failed.is_set);
}

static void postponed_for_ever(void **of)
{
    world_read(of, "drive caller: 1, postponed, 41;");
    assert_said_nothing(of);
    assert_false(world_freeze(of));
    assert_said(of, "E0401: drive caller 41 is not defined");
}

static void loops(void **of)
{
    world_read(of, "drive caller: 1, postponed, 1;");
    assert_false(world_freeze(of));
    assert_said(of, "E0403: drive caller 1 depends on its own value");
}

static void longer_loops(void **of)
{
    world_read(of, "drive caller: 1, mult, time, array, 2, postponed, 3, 1.; drive caller: 2, reference, 1;"
                   "drive caller: 3, string, \"1. + model::drive(2)\";");
    assert_said_nothing(of);
    assert_false(world_freeze(of));
    assert_said(of, "depends on its own value");
}

static void diamonds_are_no_loops(void **of)
{
    world *world = world_read(
        of,
        "drive caller: 1, array, 2, postponed, 3, postponed, 2; drive caller: 2, postponed, 3; drive caller: 3, time;");
    assert_true(world_freeze(of));
    assert_near(world_value(world, 1, 2.0), 4.0);
}

static void output(void **of)
{
    world *world =
        world_read(of, "drive caller: 1, linear, 1., 2., output, yes; drive caller: 2, string, \"2.\", output, yes;"
                       "drive caller: 3, linear, 1., 2., output, no; drive caller: 4, linear, 1., 2.;");
    assert_said_nothing(of);
    world_freeze(of);
    assert_true(world_drive(world, 1)->output && world_drive(world, 2)->output);
    assert_false(world_drive(world, 3)->output || world_drive(world, 4)->output);
    text rows = {0};
    record out = {.text = &rows, .precision = 3};
    drive_output_row(&world->state, world_drive(world, 1), &out);
    drive_output_row(&world->state, world_drive(world, 2), &out);
    drive_output_row(&world->state, world_drive(world, 4), &out);
    const char expected[] = "1 1.000e+00 2.000e+00\n2 2.000e+00\n4 1.000e+00\n";
    assert_int_equal(rows.n, sizeof expected - 1);
    assert_memory_equal(rows.data, expected, rows.n);
    text_free(&rows);
}

typedef struct {
    const char *card, *says;
} wrong_card;

static void check_wrong(void **of, const wrong_card *wrong, int n)
{
    for (int i = 0; i < n; i++) {
        world_read(of, wrong[i].card);
        assert_said(of, wrong[i].says);
    }
}

static void wrong_drives(void **of)
{
    static const wrong_card wrong[] = {
        {"drive caller: 1, linaer, 1., 2.;", "E0400: unknown drive 'linaer' [did you mean 'linear'?"},
        {"drive caller: 2, constant thing, 2.;", "unknown drive"},
        {"drive caller: 3, reference, 99;", "E0401: drive caller 99 is not defined"},
        {"drive caller: 4, 1.; drive caller: 4, 2.;", "E0402: drive caller 4 is already defined"},
        {"drive caller: 5, array, 0;", "number of drives"},
        {"drive caller: 6, array, 3, 1., 2.;", "drive of the array"},
        {"drive caller: 8, step5, 1., 0., 1., 2.;", "E0411"},
        {"drive caller: 9, ramp, 1., 2., 1., 0.;", "W0430"},
        {"drive caller: 10, periodic, 0., 0., time;", "period"},
    };
    check_wrong(of, wrong, ARRAY_LEN(wrong));
}

static void more_wrong_drives(void **of)
{
    static const wrong_card wrong[] = {
        {"drive caller: 11, piecewise linear, 2, 1., 1., 0., 2.;", "E0408"},
        {"drive caller: 12, exponential, 1., 0., 0., 0.;", "E0429"},
        {"drive caller: 13, dof, 1, structural, 4, algebraic, direct;", "E0420"},
        {"drive caller: 14, node, 1, structural, string, \"Y[1]\", direct;",
         "E0416: structural node 1 has no private datum \"Y[1]\" [did you mean"},
        {"drive caller: 15, node, 1, structural, direct;", "E0417"},
        {"drive caller: 16, node, 1, structurl, string, \"X[1]\", direct;", "structural"},
        {"drive caller: 17, element, 1, jiont, string, \"X[1]\", direct;", "joint"},
        {"drive caller: 18, string, \"1 + \";", "E0100"},
        {"drive caller: 20, linear, 1., 2., 3.;", "E02"},
        {"drive caller: 21, fourier series, 0., 1., 0;", "number of terms"},
        {"drive caller: 22, bistop, initial status, open, null, null;", "initial status"},
    };
    check_wrong(of, wrong, ARRAY_LEN(wrong));
}

static void data_that_never_come(void **of)
{
    world_read(of, "drive caller: 1, element, 7, body, string, \"m\", direct; drive caller: 2, node, 9, structural, "
                   "string, \"X[1]\", direct;"
                   "drive caller: 3, element, 5, body, string, \"x\", direct;");
    world_elements(of, "body: 5, 1, 3., null, eye;");
    assert_said_nothing(of);
    assert_false(world_freeze(of));
    const char *said = world_said(of);
    assert_non_null(strstr(said, "body 7 is not defined"));
    assert_non_null(strstr(said, "structural node 9 is not defined"));
    assert_non_null(strstr(said, "body 5 has no private datum \"x\""));
}

/* --- template drives ---------------------------------------------------------------------------------------------- */

static tpl_drive *read_template(void **of, const char *form, int dim)
{
    world *world = *of;
    char card[1024];
    snprintf(card, sizeof card, "x: %s;", form);
    reader_open_text(world->reader, "template", card, strlen(card));
    assert_non_null(reader_card(world->reader));
    tpl_drive *drive = read_tpl_drive(world->reader, dim, "template drive");
    reader_card_end(world->reader);
    diag_flush(world->errors);
    return drive;
}

static void check_template(void **of, const char *form, int dim, const double *is, const double *derivative)
{
    world *world = *of;
    double v[36], s[36];
    const tpl_drive *drive = read_template(of, form, dim);
    assert_said_nothing(of);
    assert_int_equal(drive->dim, dim);
    world_time(world, 2.0);
    tpl_drive_value(drive, &world->state, v);
    tpl_drive_derivative(drive, &world->state, s);
    for (int i = 0; i < dim; i++) {
        assert_near(v[i], is[i]);
        assert_near(s[i], derivative[i]);
    }
}

#define V(...) \
    (const double[]) { __VA_ARGS__ }

static void vectors(void **of)
{
    check_template(of, "null", 3, V(0, 0, 0), V(0, 0, 0));
    check_template(of, "single, 1., 2., 3., linear, 1., 2.", 3, V(5, 10, 15), V(2, 4, 6));
    check_template(of, "1., 2., 3., linear, 1., 2.", 3, V(5, 10, 15), V(2, 4, 6));
    check_template(of, "component, time, inactive, parabolic, 0., 0., 1.", 3, V(2, 0, 4), V(1, 0, 4));
    check_template(of, "component, null, 3., 4.", 3, V(0, 3, 4), V(0, 0, 0));
    check_template(of, "array, 2, 1., 2., 3., time, 3., 0., 1., linear, 1., 2.", 3, V(17, 4, 11), V(7, 2, 5));
    check_template(of, "array, 3, single, 1., 2., 3., time, component, 1., 2., 3., array, 1, 0., 0., 1., 5.", 3,
                   V(3, 6, 14), V(1, 2, 3));
    check_template(of, "single, null, time", 3, V(0, 0, 0), V(0, 0, 0));
    check_template(of, "1., 2., 3., 4., 5., 6., time", 6, V(2, 4, 6, 8, 10, 12), V(1, 2, 3, 4, 5, 6));
    check_template(of, "component, time, 1., inactive, 2., linear, 1., -1., 3.", 6, V(2, 1, 0, 2, -1, 3),
                   V(1, 0, 0, 0, -1, 0));
}

static void scalars(void **of)
{
    world_read(of, "drive caller: 3, linear, 0., 4.; template drive caller: 4, 1, parabolic, 0., 0., 1.;");
    assert_said_nothing(of);
    check_template(of, "time", 1, V(2), V(1));
    check_template(of, "single, time", 1, V(2), V(1));
    check_template(of, "component, time", 1, V(2), V(1));
    check_template(of, "array, 2, time, 3.", 1, V(5), V(1));
    check_template(of, "reference, 3", 1, V(8), V(4));
    check_template(of, "reference, 4", 1, V(4), V(4));
    check_template(of, "null", 1, V(0), V(0));
}

static void matrices(void **of)
{
    check_template(of, "single, eye, time", 9, V(2, 0, 0, 0, 2, 0, 0, 0, 2), V(1, 0, 0, 0, 1, 0, 0, 0, 1));
    check_template(of, "component, diag, 1., 2., time", 9, V(1, 0, 0, 0, 2, 0, 0, 0, 2), V(0, 0, 0, 0, 0, 0, 0, 0, 1));
    check_template(of, "component, sym, 1., 2., time, 4., inactive, 6.", 9, V(1, 2, 2, 2, 4, 0, 2, 0, 6),
                   V(0, 0, 1, 0, 0, 0, 1, 0, 0));
    check_template(of, "component, 1., 2., 3., 4., 5., 6., 7., 8., time", 9, V(1, 2, 3, 4, 5, 6, 7, 8, 2),
                   V(0, 0, 0, 0, 0, 0, 0, 0, 1));
    double is[36] = {0}, derivative[36] = {0};
    for (int i = 0; i < 6; i++)
        is[7 * i] = 2.0 * (i + 1), derivative[7 * i] = i + 1;
    check_template(of, "single, diag, 1., 2., 3., 4., 5., 6., time", 36, is, derivative);
    memset(is, 0, sizeof is), memset(derivative, 0, sizeof derivative);
    is[1] = is[6] = 3.0, is[35] = 2.0, derivative[35] = 1.0;
    check_template(
        of, "component, sym, 0., 3., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., time", 36,
        is, derivative);
}

/* G_aa = ((1 + e_a)^2 - 1) / 2, 2 G_ab = (1 + e_a) (1 + e_b) s_ab; at 2 s e = (0.2, 0.2, 0.4), s = (1, 0.25, 0.4) */
static void strains_of_green_and_lagrange(void **of)
{
    check_template(of,
                   "green lagrange strain, component, linear, 0., 0.1, linear, 0.3, -0.05, 0.4, linear, 0., 0.5, 0.25, "
                   "linear, 0., 0.2",
                   6, V(0.22, 0.22, 0.48, 1.44, 0.42, 0.672), V(0.12, -0.06, 0, 0.78, -0.0175, 0.392));
}

/* exp(phi) is the product of the turns about the axes, one after the other; the derivative by differences. */
static void vectors_of_angles(void **of)
{
    static const struct {
        const char *form;
        int axis[3];
    } KINDS[] = {{"eu2phi, component, ", {0, 1, 2}},
                 {"eu2phi, format, euler123, component, ", {0, 1, 2}},
                 {"eu2phi, format, euler313, component, ", {2, 0, 2}},
                 {"eu2phi, format, euler321, component, ", {2, 1, 0}}};
    world *world = *of;
    for (int i = 0; i < 4; i++) {
        char form[200];
        double phi[3][3], derivative[3];
        const double angle[] = {0.2 + 0.3 * 2, 0.5 - 0.1 * 2, 0.4 * 2}, h = 1e-4;
        snprintf(form, sizeof form, "%slinear, 0.2, 0.3, linear, 0.5, -0.1, linear, 0., 0.4", KINDS[i].form);
        const tpl_drive *drive = read_template(of, form, 3);
        assert_said_nothing(of);
        for (int k = 0; k < 3; k++) {
            world_time(world, 2.0 + (k - 1) * h);
            tpl_drive_value(drive, &world->state, phi[k]);
        }
        world_time(world, 2.0);
        tpl_drive_derivative(drive, &world->state, derivative);
        mat3 R = MAT3_EYE;
        for (int k = 0; k < 3; k++) {
            const mat3 rotation = rotation_exp(vec3_scale(angle[k], mat3_col(&MAT3_EYE, KINDS[i].axis[k])));
            R = mat3_mul(&R, &rotation);
            assert_true(fabs(derivative[k] - (phi[2][k] - phi[0][k]) / (2 * h)) < 1e-8);
        }
        const mat3 found = rotation_exp(vec3_load(phi[1]));
        for (int k = 0; k < 9; k++)
            assert_near(found.e[k / 3][k % 3], R.e[k / 3][k % 3]);
    }
}

static void without_derivative(void **of)
{
    const tpl_drive *drive = read_template(of, "component, time, string, \"Time\", 1.", 3);
    assert_said_nothing(of);
    assert_false(tpl_drive_has_derivative(drive));
    const vec3 derivative = tpl_drive_vec3_derivative(drive, &((world *)*of)->state);
    assert_true(derivative.x == 0.0 && derivative.y == 0.0 && derivative.z == 0.0);
}

static void template_cards(void **of)
{
    world_read(of, "template drive caller: 7, 3, single, 1., 0., 0., time; template drive caller: 8, \"6\", 1., 2., "
                   "3., 4., 5., 6., 1.;"
                   "template drive caller: 9, \"3x3\", eye, time; template drive caller: 10, \"6x6\", null;"
                   "template drive caller: 7, 1, const, 4.;");
    assert_said_nothing(of);
    check_template(of, "reference, 7", 3, V(2, 0, 0), V(1, 0, 0));
    check_template(of, "reference, 7", 1, V(4), V(0));
    check_template(of, "reference, 8", 6, V(1, 2, 3, 4, 5, 6), V(0, 0, 0, 0, 0, 0));
    check_template(of, "reference, 9", 9, V(2, 0, 0, 0, 2, 0, 0, 0, 2), V(1, 0, 0, 0, 1, 0, 0, 0, 1));
    check_template(of, "array, 2, reference, 7, 0., 1., 0., 3.", 3, V(2, 3, 0), V(1, 0, 0));
}

static void wrong_templates(void **of)
{
    world_read(of, "template drive caller: 7, 3, null; template drive caller: 7, 3, null;");
    assert_said(of, "E0405");
    world_read(of, "template drive caller: 8, 4, null;");
    assert_said(of, "E0407");
    world_read(of, "template drive caller: 9, \"3x6\", null;");
    assert_said(of, "not 3x6");
    read_template(of, "reference, 99", 3);
    assert_said(of, "E0404");
    read_template(of, "reference, 7", 6);
    assert_said(of, "E0406: template drive caller 7 has dimension 3, expected 6");
    read_template(of, "1., 2., 3.", 3);
    assert_said(of, "template drive");
    read_template(of, "component, 1., 2.", 3);
    assert_said(of, "template drive");
    read_template(of, "array, 2, 1., 2., 3., 1.", 3);
    assert_said(of, "template drive");
}

static vec3 doubled(reader *reader, const void *context, const char *what)
{
    return vec3_scale(*(const double *)context, read_vec3(reader, what));
}

static void entities_in_a_frame(void **of)
{
    world *world = *of;
    const double two = 2.0;
    reader_open_text(world->reader, "template", "x: single, 1., 2., 3., time;", 28);
    reader_card(world->reader);
    const tpl_drive *drive = read_tpl_drive3(world->reader, doubled, &two, "direction");
    reader_card_end(world->reader);
    world_time(world, 1.0);
    const vec3 v = tpl_drive_vec3(drive, &world->state);
    assert_near(v.x, 2.0), assert_near(v.y, 4.0), assert_near(v.z, 6.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(references_are_shared),
        WORLD_TEST(keyword_counts_before_a_variable),
        WORLD_TEST(postponed),
        WORLD_TEST(postponed_for_ever),
        WORLD_TEST(loops),
        WORLD_TEST(longer_loops),
        WORLD_TEST(diamonds_are_no_loops),
        WORLD_TEST(output),
        WORLD_TEST(wrong_drives),
        WORLD_TEST(more_wrong_drives),
        WORLD_TEST(data_that_never_come),
        WORLD_TEST(vectors),
        WORLD_TEST(scalars),
        WORLD_TEST(matrices),
        WORLD_TEST(strains_of_green_and_lagrange),
        WORLD_TEST(vectors_of_angles),
        WORLD_TEST(without_derivative),
        WORLD_TEST(template_cards),
        WORLD_TEST(wrong_templates),
        WORLD_TEST(entities_in_a_frame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
