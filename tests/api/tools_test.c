/* tools_test.c - the tools of the library: values, wrong calls, messages. tests/tools-test checks their results. */
#include "client.h"
#include <math.h>
#include <string.h>

static void count(void *context, const torsor_message *message)
{
    (void)message;
    ++*(int *)context;
}

static void statements(void **unused)
{
    (void)unused;
    const torsor_definition a = {"a", "3."};
    int messages = 0;
    const torsor_options options = {
        .size = sizeof options, .definitions = &a, .n_definitions = 1, .message = count, .context = &messages};
    torsor_status status;
    char *lines = torsor_calculate("a^2; a/2", &options, &status);
    assert_int_equal(status, TORSOR_OK);
    assert_string_equal(lines, "9\n1.5\n");
    torsor_free(lines);
    assert_int_equal(messages, 0);
    assert_null(torsor_calculate("b", &options, &status));
    assert_int_equal(status, TORSOR_ERROR);
    assert_int_equal(messages, 1);
    assert_null(torsor_calculate(NULL, NULL, &status));
    assert_int_equal(status, TORSOR_MISUSE);
}

/* A third of a turn about (1, 1, 1) permutes the axes. */
static void orientations(void **unused)
{
    (void)unused;
    static const double PERMUTED[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0}, WRONG[9] = {1, 0, 0, 0, 1, 0, 0, 0, 2};
    double quaternion[4], vector[3], back[9];
    assert_int_equal(torsor_convert_orientation(TORSOR_ROTATION_MATRIX, PERMUTED, TORSOR_QUATERNION, quaternion), 0);
    assert_int_equal(torsor_convert_orientation(TORSOR_QUATERNION, quaternion, TORSOR_ROTATION_VECTOR, vector), 0);
    assert_int_equal(torsor_convert_orientation(TORSOR_ROTATION_VECTOR, vector, TORSOR_ROTATION_MATRIX, back), 0);
    for (int i = 0; i < 4; i++)
        assert_true(fabs(quaternion[i] - 0.5) < 1e-14);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(vector[i] - 2 * M_PI / 3 / sqrt(3)) < 1e-14);
    for (int i = 0; i < 9; i++)
        assert_true(fabs(back[i] - PERMUTED[i]) < 1e-14);
    assert_int_equal(torsor_convert_orientation(TORSOR_ROTATION_MATRIX, WRONG, TORSOR_QUATERNION, quaternion),
                     TORSOR_ERROR);
    assert_int_equal(torsor_convert_orientation((torsor_orientation)17, WRONG, TORSOR_QUATERNION, quaternion),
                     TORSOR_MISUSE);
    assert_int_equal(torsor_orientation_size((torsor_orientation)17), 0);
}

static void wrong_calls(void **unused)
{
    (void)unused;
    torsor_status status;
    torsor_mapping_result result;
    const char *const file = "nowhere";
    assert_null(torsor_relative(&(torsor_relative_options){.result = "x"}, &status)); /* no size */
    assert_int_equal(status, TORSOR_MISUSE);
    assert_null(torsor_relative(&(torsor_relative_options){.size = sizeof(torsor_relative_options)}, &status));
    assert_int_equal(status, TORSOR_MISUSE);
    assert_null(torsor_c81(&(torsor_c81_options){.size = sizeof(torsor_c81_options)}, &status));
    assert_int_equal(status, TORSOR_MISUSE);
    assert_null(
        torsor_c81(&(torsor_c81_options){.size = sizeof(torsor_c81_options), .files = &file, .n_files = 1}, &status));
    assert_int_equal(status, TORSOR_ERROR);
    assert_int_equal(torsor_mapping(&(torsor_mapping_options){.size = sizeof(torsor_mapping_options)}, &result),
                     TORSOR_MISUSE);
    const torsor_mapping_options absent = {.size = sizeof absent, .points = file};
    assert_int_equal(torsor_mapping(&absent, &result), TORSOR_ERROR);
    assert_null(result.matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(statements), cmocka_unit_test(orientations),
                                       cmocka_unit_test(wrong_calls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
