/* modal_layout_test.c - which modes of a body the pattern of the matrix moments. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/layout.h"
#include "element/modal/modal.h"

/* Whether mode 1 may depend on mode 2, and the other way round. */
static void coupling_is(const modal *modal, bool there, bool back)
{
    elem element = {.type = &joint_modal_type, .self = (void *)modal, .n_internal = 4};
    layout layout = {0};
    layout_begin(&layout, &element);
    element.type->connect(&element, &layout);
    for (int i = 0; i < 4; i++) /* of the amplitudes on amplitudes and rates; rates on their own */
        for (int j = 0; j < 4; j++) {
            const bool is_own = i % 2 == j % 2, is_coupled = i < 2 && (i == 0 ? there : back);
            assert_int_equal(layout.mask[i * layout.n + j], is_own || is_coupled);
        }
    layout_free(&layout);
}

/* Any of the matrices, and any component of an invariant, moments two modes. */
static void test_pattern_of_modes(void **unused)
{
    (void)unused;
    static const double DIAGONAL[] = {1, 0, 0, 1}, COUPLED[] = {1, 0.5, 0, 1}, NONE[4];
    static const vec3 NO_I5[4], I5[][4] = {{[1] = {1, 0, 0}}, {[1] = {0, 1, 0}}, {[1] = {0, 0, 1}}};
    static const mat3 I9[4];
    const modal_stiffening stiff[] = {{.K = DIAGONAL}, {.K = COUPLED}};
    const modal plain = {.M = 2, .mass = DIAGONAL, .damping = NONE, .stiffness = DIAGONAL, .inertia = {.I5 = NO_I5}};
    modal modal = plain;
    coupling_is(&modal, false, false);
    modal.mass = COUPLED, coupling_is(&modal, true, false), modal = plain;
    modal.damping = COUPLED, coupling_is(&modal, true, false), modal = plain;
    modal.stiffness = COUPLED, coupling_is(&modal, true, false), modal = plain;
    for (int i = 0; i < 3; i++)
        modal.inertia.I5 = I5[i], coupling_is(&modal, true, false), modal = plain;
    modal.inertia.I9 = I9, coupling_is(&modal, true, true), modal = plain;
    modal.stiffening = stiff, modal.n_stiffening = 1, coupling_is(&modal, false, false);
    modal.n_stiffening = 2, coupling_is(&modal, true, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pattern_of_modes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
