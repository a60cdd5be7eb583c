/* contact_shape_test.c - distances from shapes of contact against formulas, their derivatives against differences, the
 * probes, and the box that a shape fills. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "element/contact/contact.h"
#include "math/rotation.h"
#include <math.h>

static void near_to(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.15g is not %.15g", a, b);
}

static double beyond(double x, double h) { return fmax(0.0, fabs(x) - h); }

static double box_distance(vec3 p, vec3 h)
{
    const double out = hypot(hypot(beyond(p.x, h.x), beyond(p.y, h.y)), beyond(p.z, h.z));
    return out > 0.0 ? out : fmax(fmax(fabs(p.x) - h.x, fabs(p.y) - h.y), fabs(p.z) - h.z);
}

static double cylinder_distance(vec3 p, double r, double h)
{
    const double across = hypot(p.x, p.y), out = hypot(beyond(across, r), beyond(p.z, h));
    return out > 0.0 ? out : fmax(across - r, fabs(p.z) - h);
}

static double capsule_distance(vec3 p, double r, double h) { return hypot(hypot(p.x, p.y), beyond(p.z, h)) - r; }

/* Points about the origin, the same ones each time; none on an edge of a shape. */
static vec3 point(int i)
{
    return (vec3){2.1 * sin(1.7 * i + 0.3), 2.3 * sin(2.9 * i + 1.1), 2.7 * sin(4.3 * i + 2.3)};
}

static double along(const contact_shape *shape, vec3 p, int k, double by)
{
    const double step[3] = {k == 0 ? by : 0.0, k == 1 ? by : 0.0, k == 2 ? by : 0.0};
    return shape_surface(shape, vec3_add(p, vec3_load(step))).phi;
}

/* Where a small step stays in the smooth part of the distance. */
static void check_derivatives(const contact_shape *shape, vec3 p)
{
    const double h = 1e-5;
    const surface_point at = shape_surface(shape, p);
    double n[3], rotation[3];
    vec3_store(n, at.n);
    for (int k = 0; k < 3; k++) {
        const double fore = along(shape, p, k, h), back = along(shape, p, k, -h), derivative = (fore - back) / (2 * h);
        if (fabs(fore - 2 * at.phi + back) > 1e-3 * h)
            return;
        rotation[k] = (fore - 2 * at.phi + back) / (h * h);
        near_to(n[k], derivative, 1e-6);
        near_to(at.H.e[k][k], rotation[k], 1e-4);
    }
    near_to(vec3_norm(at.n), 1.0, 1e-12);
}

static void distances_from_round_and_square_shapes(void **unused)
{
    (void)unused;
    const contact_shape sphere = {.kind = SHAPE_SPHERE, .r = 0.8},
                        capsule = {.kind = SHAPE_CAPSULE, .r = 0.7, .h = 1.1},
                        box = {.kind = SHAPE_BOX, .half = {1.0, 0.6, 1.3}},
                        cylinder = {.kind = SHAPE_CYLINDER, .r = 0.9, .h = 1.2}, floor = {.kind = SHAPE_HALF_SPACE};
    for (int i = 0; i < 2000; i++) {
        const vec3 p = point(i);
        near_to(shape_surface(&sphere, p).phi, vec3_norm(p) - 0.8, 1e-14);
        near_to(shape_surface(&capsule, p).phi, capsule_distance(p, 0.7, 1.1), 1e-14);
        near_to(shape_surface(&box, p).phi, box_distance(p, box.half), 1e-14);
        near_to(shape_surface(&cylinder, p).phi, cylinder_distance(p, 0.9, 1.2), 1e-14);
        near_to(shape_surface(&floor, p).phi, p.z, 0.0);
        near_to(vec3_norm(shape_surface(&sphere, (vec3){0, 0, 0}).n), 1.0, 0.0);
        check_derivatives(&sphere, p);
        check_derivatives(&capsule, p);
        check_derivatives(&box, p);
        check_derivatives(&cylinder, p);
    }
}

/* The surface of a box in twelve triangles has the distances of the box, but inside, where the nearest counts too. */
enum { N_FACES = 12 };

static void triangulate(vec3 h, shape_face *to)
{
    for (int i = 0; i < N_FACES; i++) {
        const int axis = i / 4, up = i / 2 % 2;
        const double sign = up ? 1.0 : -1.0, half[3] = {h.x, h.y, h.z};
        double corner[4][3], n[3] = {0, 0, 0};
        for (int k = 0; k < 4; k++) {
            const double a = k == 0 || k == 3 ? -1.0 : 1.0, b = k < 2 ? -1.0 : 1.0;
            corner[k][axis] = sign * half[axis];
            corner[k][(axis + 1) % 3] = a * half[(axis + 1) % 3];
            corner[k][(axis + 2) % 3] = sign * b * half[(axis + 2) % 3];
        }
        n[axis] = sign;
        to[i] = (shape_face){{vec3_load(corner[0]), vec3_load(corner[1 + i % 2]), vec3_load(corner[2 + i % 2])},
                             vec3_load(n)};
    }
}

static void distances_from_a_mesh(void **unused)
{
    (void)unused;
    const vec3 half = {1.0, 0.6, 1.3};
    shape_face face[N_FACES];
    triangulate(half, face);
    const contact_shape mesh = {.kind = SHAPE_MESH, .face = face, .n_faces = N_FACES};
    for (int i = 0; i < 2000; i++) {
        const vec3 p = point(i);
        near_to(shape_surface(&mesh, p).phi, box_distance(p, half), 1e-13);
        check_derivatives(&mesh, p);
    }
}

/* Corners of boxes and rims are as thick as a hundredth of the smallest measure; no two probes are the same. */
static void check_probes(const contact_shape *shape, double thickness)
{
    vec3 sum = {0, 0, 0};
    near_to(shape->probe_r, thickness, 1e-15);
    for (int i = 0; i < shape->n_probes; i++) {
        sum = vec3_add(sum, vec3_sub(shape->probe[i], shape->o));
        for (int k = 0; k < i; k++)
            assert_true(vec3_norm(vec3_sub(shape->probe[i], shape->probe[k])) > 0.1);
    }
    if (shape->kind != SHAPE_MESH)
        near_to(vec3_norm(sum), 0.0, 1e-12);
}

/* Probes are on the surface or as far inside as they are thick; together with the bounds they are as large as it. */
static void probes_and_bounds(void **unused)
{
    (void)unused;
    shape_face face[N_FACES];
    triangulate((vec3){1.0, 0.6, 1.3}, face);
    for (int i = 0; i < 2 * N_FACES; i++) { /* off the middle, so that no two sides are alike */
        vec3 *v = &face[i / 2].v[i % 2];
        *v = vec3_add(*v, (vec3){12, 9, 5});
    }
    for (int i = 0; i < N_FACES; i++)
        face[i].v[2] = vec3_add(face[i].v[2], (vec3){12, 9, 5});
    contact_shape shape[] = {{.kind = SHAPE_SPHERE, .r = 0.8},
                             {.kind = SHAPE_CAPSULE, .r = 0.7, .h = 1.1},
                             {.kind = SHAPE_BOX, .half = {1.0, 0.6, 1.3}},
                             {.kind = SHAPE_CYLINDER, .r = 0.9, .h = 1.2},
                             {.kind = SHAPE_MESH, .face = face, .n_faces = N_FACES}};
    const vec3 low[] = {
        {-0.8, -0.8, -0.8}, {-0.7, -0.7, -1.8}, {-1.0, -0.6, -1.3}, {-0.9, -0.9, -1.2}, {11.0, 8.4, 3.7}};
    const vec3 high[] = {{0.8, 0.8, 0.8}, {0.7, 0.7, 1.8}, {1.0, 0.6, 1.3}, {0.9, 0.9, 1.2}, {13.0, 9.6, 6.3}};
    const int n_probes[] = {1, 2, 8, 32, 8};
    const double thickness[] = {0.8, 0.7, 0.006, 0.009, 0.0};
    arena *memory = arena_create();
    for (int i = 0; i < ARRAY_LEN(shape); i++) {
        contact_shape *contact_shape = &shape[i];
        contact_shape->R = rotation_exp((vec3){0.3, -0.5, 0.7});
        contact_shape->o = (vec3){7, 8, 9};
        shape_complete(contact_shape, memory);
        near_to(vec3_norm(vec3_sub(contact_shape->low, low[i])), 0.0, 1e-14);
        near_to(vec3_norm(vec3_sub(contact_shape->high, high[i])), 0.0, 1e-14);
        assert_int_equal(contact_shape->n_probes, n_probes[i]);
        check_probes(contact_shape, thickness[i]);
        for (int k = 0; k < contact_shape->n_probes; k++)
            near_to(shape_surface(contact_shape,
                                  mat3_tmulv(&contact_shape->R, vec3_sub(contact_shape->probe[k], contact_shape->o)))
                        .phi,
                    -contact_shape->probe_r, 1e-14);
    }
    arena_destroy(memory);
}

/* An open mesh about its origin: each corner once, and the farthest reach along every axis. */
static void reach_of_a_triangle(void **unused)
{
    (void)unused;
    const shape_face face = {{{-3, 0, 0.5}, {1, -4, 0.25}, {0, 2, 6}}, {0, 0, 1}};
    contact_shape shape = {.kind = SHAPE_MESH, .o = {3, 4, 0}, .R = MAT3_EYE, .face = &face, .n_faces = 1};
    arena *memory = arena_create();
    shape_complete(&shape, memory);
    assert_int_equal(shape.n_probes, 3);
    for (int i = 0; i < 3; i++)
        near_to(vec3_norm(vec3_sub(shape.probe[i], vec3_add(shape.o, face.v[i]))), 0.0, 0.0);
    near_to(shape.reach, 5.0 + sqrt(9.0 + 16.0 + 36.0), 1e-14);
    contact_shape other = {.kind = SHAPE_MESH, .R = MAT3_EYE, .n_faces = 1};
    const shape_face mirrored = {{{3, 0, -0.5}, {-1, 4, -0.25}, {0, -2, -6}}, {0, 0, 1}};
    other.face = &mirrored;
    shape_complete(&other, memory);
    near_to(other.reach, sqrt(9.0 + 16.0 + 36.0), 1e-14);
    arena_destroy(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_from_round_and_square_shapes),
        cmocka_unit_test(distances_from_a_mesh),
        cmocka_unit_test(probes_and_bounds),
        cmocka_unit_test(reach_of_a_triangle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
