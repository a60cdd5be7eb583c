/* nearest_test.c - "did you mean". */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/nearest.h"
#include <string.h>

static const char *const WORDS[] = {"body",  "joint",   "spherical hinge", "revolute hinge",
                                    "force", "gravity", "in plane"};

static const char *find(const char *wrong) { return nearest_word(wrong, WORDS, 7); }

static void spelling_mistakes_are_recognised(void **state)
{
    (void)state;
    assert_string_equal(find("bodi"), "body");
    assert_string_equal(find("jiont"), "joint");
    assert_string_equal(find("spherial hinge"), "spherical hinge");
    assert_string_equal(find("Revolute  Hinge"), "revolute hinge");
    assert_string_equal(find("inplane"), "in plane");
    assert_string_equal(find("gravitty"), "gravity");
}

static void beginning_is_recognised(void **state)
{
    (void)state;
    assert_string_equal(find("revolute"), "revolute hinge");
    assert_null(find("rev"));
}

static void strangers_are_not(void **state)
{
    (void)state;
    assert_null(find("hydraulic"));
    assert_null(find("x"));
    assert_null(find(""));
    assert_null(nearest_word("body", WORDS, 0));
    char endless[500];
    memset(endless, 'b', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    assert_null(find(endless));
}

static void distances(void **state)
{
    (void)state;
    int d;
    assert_true(nearest_distance("length", "lenght", &d));
    assert_int_equal(d, 1);
    assert_true(nearest_distance("ABC D", "abcd", &d));
    assert_int_equal(d, 0);
    assert_true(nearest_distance("structural", "structual", &d));
    assert_int_equal(d, 1);
    assert_true(nearest_distance("kitten", "sittin", &d));
    assert_int_equal(d, 2);
    assert_false(nearest_distance("kitten", "sitting", &d) && d <= 2);
    assert_false(nearest_distance("ab", "cd", &d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spelling_mistakes_are_recognised),
        cmocka_unit_test(beginning_is_recognised),
        cmocka_unit_test(strangers_are_not),
        cmocka_unit_test(distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
