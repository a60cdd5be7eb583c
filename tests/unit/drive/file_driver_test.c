/* file_driver_test.c - columns of files: interpolation, what is outside, bailout, and files that are wrong. */
#include "unit/drive/drive_world.h"
#include <unistd.h>

static char folder[] = "/tmp/torsor-file-driver-XXXXXX";

static int make_folder(void **of)
{
    (void)of;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **of)
{
    (void)of;
    char path[128];
    snprintf(path, sizeof path, "%s/data", folder);
    unlink(path);
    return rmdir(folder);
}

/* Reads drivers of a file with this content; @ stands for its name. */
static world *with_file(void **of, const char *content, const char *cards)
{
    world *world = *of;
    char path[128], deck[4096] = "";
    snprintf(path, sizeof path, "%s/data", folder);
    FILE *out = fopen(path, "w");
    fputs(content, out);
    fclose(out);
    for (const char *c = cards; *c; c++) {
        const size_t n = strlen(deck);
        if (*c == '@')
            snprintf(deck + n, sizeof deck - n, "\"%s\"", path);
        else
            deck[n] = *c;
    }
    strncat(deck, " end: drivers;", sizeof deck - strlen(deck) - 1);
    reader_open_text(world->reader, "drivers", deck, strlen(deck));
    model_read_drivers(world->model, world->reader);
    diag_flush(world->errors);
    return world;
}

static const char ROWS[] = "# a comment\n# Initial Time: 0.5\n# time step: 0.25\n1. 10.\n2. 20. # second\n\n4.\t40.\n";

static void fixed_step(void **of)
{
    world *world =
        with_file(of, ROWS,
                  "file: 1, fixed step, 3, 2, initial time, 1., time step, 0.5, @;"
                  "file: 2, fixed step, count, 2, from file, from file, interpolation, const, pad zeroes, no, @;"
                  "file: 3, fixed step, 2, 2, 1., 0.5, bailout, upper, @;");
    assert_said_nothing(of);
    world_read(of, "drive caller: 1, file, 1; drive caller: 2, file, 1, 2, amplitude, 0.1; drive caller: 3, file, 2, 2;"
                   "drive caller: 4, array, 2, file, 3, amplitude, 2., time; set: integer column = 2; drive caller: 5, "
                   "file, 1, column;");
    assert_said_nothing(of);
    world_freeze(of);
    assert_near(world_value(world, 1, 0.9), 0.0), assert_near(world_value(world, 1, 1.0), 1.0),
        assert_near(world_value(world, 1, 1.25), 1.5);
    assert_near(world_value(world, 1, 2.0), 4.0), assert_near(world_value(world, 1, 2.1), 0.0);
    assert_near(world_value(world, 2, 1.75), 3.0), assert_near(world_value(world, 5, 1.75), 30.0);
    assert_near(world_value(world, 3, 0.1), 10.0), assert_near(world_value(world, 3, 0.74), 10.0),
        assert_near(world_value(world, 3, 0.75), 20.0);
    assert_near(world_value(world, 3, 1.0), 40.0), assert_near(world_value(world, 3, 5.0), 40.0);
    assert_near(world_value(world, 4, 1.5), 5.5);
    assert_false(drive_has_derivative(world_drive(world, 1)));
    assert_false(world->failed.is_set);
    world_value(world, 4, 1.6);
    assert_true(world->failed.is_set && world->failed.ends_cleanly);
}

static void variable_step(void **of)
{
    world *world =
        with_file(of, "0. 1. 2.\n1. 3. 4.\n3. 5. 0.\n",
                  "file: 1, variable step, 2, @; file: 2, variable step, 2, interpolation, const, bailout, any, @;");
    assert_said_nothing(of);
    world_read(of, "drive caller: 1, file, 1; drive caller: 2, file, 1, 2; drive caller: 3, file, 2;");
    world_freeze(of);
    assert_near(world_value(world, 1, 0.5), 2.0), assert_near(world_value(world, 1, 2.0), 4.0),
        assert_near(world_value(world, 1, 3.0), 5.0);
    assert_near(world_value(world, 2, 2.0), 2.0), assert_near(world_value(world, 2, 3.1), 0.0),
        assert_near(world_value(world, 2, -1.0), 0.0);
    assert_near(world_value(world, 3, 2.9), 3.0), assert_near(world_value(world, 3, 3.0), 5.0);
    assert_false(world->failed.is_set);
    world_value(world, 3, -0.1);
    assert_true(world->failed.is_set && world->failed.ends_cleanly);
}

static void wrong_files(void **of)
{
    with_file(of, "1. 2.\n3. oops\n", "file: 1, fixed step, count, 2, 0., 1., @;");
    assert_said(of, "line 2: this is not a row of numbers");
    with_file(of, "1. 2.\n# note\n3.\n", "file: 2, fixed step, count, 2, 0., 1., @;");
    assert_said(of, "line 3: 1 number, expected 2");
    with_file(of, "1.\n2.\n", "file: 3, fixed step, 3, 1, 0., 1., @;");
    assert_said(of, "has 2 rows of data, expected 3");
    with_file(of, "1.\n2.\n", "file: 4, fixed step, count, 1, from file, 1., @;");
    assert_said(of, "'# initial time: NUMBER'");
    with_file(of, "# initial time: soon\n1.\n2.\n", "file: 14, fixed step, count, 1, from file, 1., @;");
    assert_said(of, "'# initial time: NUMBER'");
    with_file(of, "# initial time: inf\n1.\n2.\n", "file: 15, fixed step, count, 1, from file, 1., @;");
    assert_said(of, "'# initial time: NUMBER'");
    with_file(of, "1.\n2.\n", "file: 5, fixed step, count, 1, 0., 0., @;");
    assert_said(of, "E0431");
    with_file(of, "0. 1.\n1. 1.\n1. 2.\n", "file: 6, variable step, 1, @;");
    assert_said(of, "line 3: the time does not increase");
    with_file(of, "# nothing\n", "file: 7, variable step, 1, @;");
    assert_said(of, "has 0 rows of data");
    with_file(of, "1. nan\n", "file: 8, variable step, 1, @;");
    assert_said(of, "line 1");
    with_file(of, "1. 2.\n", "file: 9, variable step, 1, \"/nowhere/at/all\";");
    assert_said(of, "cannot read /nowhere/at/all");
    with_file(of, "1. 2.\n2. 3.\n", "file: 10, variable step, 1, bailout, any, @;");
    assert_said(of, "the analysis begins at time 0");
}

static void wrong_references(void **of)
{
    with_file(of, "1. 2.\n", "file: 1, variable step, 1, @; file: 1, variable step, 1, @;");
    assert_said(of, "file driver 1 is already defined");
    world_read(of, "drive caller: 1, file, 2;");
    assert_said(of, "file driver 2 is not defined");
    world_read(of, "drive caller: 2, file, 1, 2;");
    assert_said(of, "has columns 1 to 1, not 2");
    with_file(of, "1. 2.\n", "file: 3, variabel step, 1, @;");
    assert_said(of, "variable step");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(fixed_step),
        WORLD_TEST(variable_step),
        WORLD_TEST(wrong_files),
        WORLD_TEST(wrong_references),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
