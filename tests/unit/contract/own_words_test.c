/* own_words_test.c - unknowns and equations in words: numbers go on from line to line, components that are off are left
 * out. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/internal_words.h"

static void say(bool of_rows, const char *expected)
{
    static const bool ALL[] = {true, true, true}, SOME[] = {false, true, true}, LAST[] = {false, false, true}, NONE[3];
    text words = {0};
    internal_words d = {.text = &words, .next = 19, .of_rows = of_rows};
    const component_words force = {"forces", "F", IS_ALONE};
    describe_components(&d, ALL, force, (component_words){"positions", "P", IS_AS_AT_START});
    describe_components(&d, NONE, force, force);
    describe_components(&d, SOME, force, (component_words){"rotations", "g", IS_ZERO});
    describe(&d, 0, "nothing", "nothing");
    describe(&d, 1, "a value", "an equation");
    describe_components(&d, LAST, force, (component_words){"positions", "P", IS_EQUAL_AT_NODES});
    describe(&d, 4, "states", "rates");
    text_char(&words, '\0');
    assert_string_equal(words.data, expected);
    text_free(&words);
}

static void unknowns_in_words(void **unused)
{
    (void)unused;
    say(false, "        19->21: forces [Fx,Fy,Fz]\n        22->23: forces [Fy,Fz]\n        24: a value\n"
               "        25: forces [Fz]\n        26->29: states\n");
}

static void equations_in_words(void **unused)
{
    (void)unused;
    say(true, "        19->21: positions [Px=Px0,Py=Py0,Pz=Pz0]\n        22->23: rotations [gy=0,gz=0]\n"
              "        24: an equation\n        25: positions [Pz1=Pz2]\n        26->29: rates\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(unknowns_in_words), cmocka_unit_test(equations_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
