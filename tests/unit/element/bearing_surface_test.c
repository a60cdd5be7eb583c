/* bearing_surface_test.c - heights of pockets on a surface of a bearing: inside and beside them, over the seam, on each
 * other, and their derivatives. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "element/bearing/bearing.h"
#include <math.h>

static void near_to(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.15g is not %.15g", a, b);
}

/* y = 1 + 2 x - 3 z + 4 x z on a grid whose middle lies on the seam; beyond the grid it stays as it is at its edge. */
static double plane(double x, double z) { return 1 + 2 * x - 3 * z + 4 * x * z; }

static double X[] = {-0.2, 0.05, 0.3}, Z[] = {-0.1, 0.2}, Y[6];

static bearing_surface make(pocket *all, int n)
{
    for (int i = 0; i < 6; i++)
        Y[i] = plane(X[i / 2], Z[i % 2]);
    return (bearing_surface){.radius = 0.5, .n_pockets = n, .pockets = all};
}

static void pocket_has_its_heights(void **unused)
{
    (void)unused;
    pocket one = {.outline = {.kind = OUTLINE_RECTANGLE, .x = 0, .z = 0.4, .width = 1.0, .height = 0.8},
                  .n_x = 3,
                  .n_z = 2,
                  .x = X,
                  .z = Z,
                  .y = Y};
    const bearing_surface surface = make(&one, 1);
    for (double x = -0.19; x < 0.3; x += 0.03)
        for (double z = -0.09; z < 0.2; z += 0.03) {
            const double phi = (x < 0 ? x + M_PI : x) / 0.5; /* a turn is pi long */
            const pocket_height pocket_height = surface_height(&surface, phi, 0.4 + z);
            near_to(pocket_height.y, plane(x, z), 1e-13);
            near_to(pocket_height.x, 2 + 4 * z, 1e-12);
            near_to(pocket_height.z, -3 + 4 * x, 1e-12);
            near_to(pocket_height.xz, 4, 1e-11);
        }
    near_to(surface_height(&surface, 0.4 / 0.5, 0.5).y, plane(0.3, 0.1), 1e-14);
    near_to(surface_height(&surface, 0.4 / 0.5, 0.5).x, 0, 0);
    near_to(surface_height(&surface, 0.6 / 0.5, 0.4).y, 0, 0);
    near_to(surface_height(&surface, 0.0, 0.9).y, 0, 0);
}

static void pockets_add_up(void **unused)
{
    (void)unused;
    double none[] = {0}, deep[] = {0.3}, wide[] = {0.05};
    pocket all[] = {{.outline = {.kind = OUTLINE_CIRCLE, .x = 0.5, .z = 0, .radius = 0.2},
                     .n_x = 1,
                     .n_z = 1,
                     .x = none,
                     .z = none,
                     .y = deep},
                    {.outline = {.kind = OUTLINE_WHOLE}, .n_x = 1, .n_z = 1, .x = none, .z = none, .y = wide}};
    const bearing_surface surface = make(all, 2);
    near_to(surface_height(&surface, 1.0, 0.0).y, 0.35, 1e-15);
    near_to(surface_height(&surface, 1.0 + 0.14 / 0.5, 0.14).y, 0.35, 1e-15);
    near_to(surface_height(&surface, 1.0 + 0.15 / 0.5, 0.15).y, 0.05, 1e-15);
    near_to(surface_height(&surface, 4.0, 3.0).y, 0.05, 1e-15);
}

/* What lies on the line belongs to it. */
static void outlines_hold_their_borders(void **unused)
{
    (void)unused;
    const outline circle = {.kind = OUTLINE_CIRCLE, .x = 1.0, .z = 2.0, .radius = 5.0};
    const outline box = {.kind = OUTLINE_RECTANGLE, .x = 1.0, .z = 2.0, .width = 4.0, .height = 2.0};
    assert_true(outline_holds(&circle, 100.0, 4.0, 6.0));
    assert_true(outline_holds(&circle, 100.0, -2.0, -2.0));
    assert_false(outline_holds(&circle, 100.0, 4.0, 6.001));
    for (int side = -1; side <= 1; side += 2) {
        assert_true(outline_holds(&box, 100.0, 1.0 + 2.0 * side, 2.0));
        assert_true(outline_holds(&box, 100.0, 1.0, 2.0 + side));
        assert_false(outline_holds(&box, 100.0, 1.0 + 2.001 * side, 2.0));
        assert_false(outline_holds(&box, 100.0, 1.0, 2.0 + 1.001 * side));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pocket_has_its_heights), cmocka_unit_test(pockets_add_up),
                                       cmocka_unit_test(outlines_hold_their_borders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
