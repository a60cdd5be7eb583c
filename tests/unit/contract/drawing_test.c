/* drawing_test.c - curves and surfaces between points of the ground: parabolas, straight lines, ends. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/drawing.h"
#include <math.h>

static draw_tie fixed(double x, double y, double z) { return draw_at(NULL, (vec3){x, y, z}, NULL); }

static vec3 place_of(const drawing *d, int vertex)
{
    const int end = vertex + 1 < d->vertices.n ? d->vertices.at[vertex + 1] : d->ties.n;
    vec3 p = {0, 0, 0};
    double weight = 0.0;
    for (int i = d->vertices.at[vertex]; i < end; i++) {
        p = vec3_add(p, d->ties.at[i].f);
        weight += d->ties.at[i].weight;
    }
    assert_true(fabs(weight - 1.0) < 1e-14);
    return p;
}

static void near_to(vec3 p, double x, double y, double z)
{
    if (!(vec3_norm(vec3_sub(p, (vec3){x, y, z})) < 1e-14))
        fail_msg("(%g, %g, %g) is not (%g, %g, %g)", p.x, p.y, p.z, x, y, z);
}

static void a_curve_goes_through_its_points(void **unused)
{
    (void)unused;
    const draw_tie two[] = {fixed(1, 2, 3), fixed(3, 2, 3)}, three[] = {fixed(0, 0, 0), fixed(1, 1, 0), fixed(2, 0, 0)};
    drawing d = {0};
    draw_curve(&d, two, 2);
    draw_curve(&d, three, 3);
    const int n = d.shapes.at[0].n;
    assert_int_equal(d.shapes.at[1].n, n);
    for (int k = 0; k < n; k++) {
        const double u = 2.0 * k / (n - 1);
        near_to(place_of(&d, k), 1 + u, 2, 3);
        near_to(place_of(&d, n + k), u, u * (2 - u), 0);
    }
    drawing_free(&d);
}

static void a_surface_lies_between_its_edges(void **unused)
{
    (void)unused;
    const draw_tie leading[] = {fixed(0, 0, 0), fixed(1, 1, 0), fixed(2, 0, 0)},
                   trailing[] = {fixed(0, -1, 0), fixed(1, -2, 0), fixed(2, -1, 0)};
    drawing d = {0};
    draw_surface(&d, leading, trailing, 3);
    const int rows = d.shapes.at[0].rows;
    assert_int_equal(d.shapes.at[0].n, 2 * rows);
    for (int k = 0; k < rows; k++) {
        const double u = 2.0 * k / (rows - 1);
        near_to(place_of(&d, 2 * k), u, u * (2 - u), 0);
        near_to(place_of(&d, 2 * k + 1), u, -1 - u * (2 - u), 0);
    }
    drawing_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_curve_goes_through_its_points),
                                       cmocka_unit_test(a_surface_lies_between_its_edges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
