/* helicoid_test.c - the screw motion between two frames: its twist, rates of the twist by differences, its middle. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "element/beam/helicoid.h"
#include "math/rotation.h"

static const node FIRST = {.pose = 0, .has_rotation = true}, SECOND = {.pose = 1, .has_rotation = true};

static void assert_near(vec3 a, vec3 b, double tolerance) { assert_true(vec3_norm(vec3_sub(a, b)) < tolerance); }

/* Two ends that move and turn steadily, at time t; at 0 they are apart by the given rotation. */
static helicoid screw_at(double t, double angle, pose at[2], joint_side side[2])
{
    const vec3 axis = {0.48, -0.6, 0.64}, offset = {0.1, 0.3, -0.2};
    const mat3 between = rotation_exp(vec3_scale(angle, axis)), tilt = rotation_exp((vec3){0.2, 0.1, -0.3});
    at[0] = (pose){.x = {0.2, -0.1, 0.4}, .v = {0.3, 0.2, -0.7}, .w = {0.5, -0.4, 0.9}, .R = tilt};
    at[1] = (pose){.x = {1.2, 0.3, 0.1}, .v = {-0.6, 0.8, 0.1}, .w = {-0.3, 1.1, 0.2}, .R = mat3_mul(&tilt, &between)};
    for (int i = 0; i < 2; i++) {
        const mat3 rotated = rotation_exp(vec3_scale(t, at[i].w));
        at[i].x = vec3_axpy(at[i].x, t, at[i].v);
        at[i].R = mat3_mul(&rotated, &at[i].R);
        side[i] = (joint_side){i ? &SECOND : &FIRST, vec3_scale(1 + i, offset), rotation_exp((vec3){0.1, 0.2, 0.3}), 0};
    }
    const state state = {.poses = at, .dvalue = 1.0, .drate = 1.0};
    helicoid helicoid;
    helicoid_set(0, &state, side, &helicoid);
    return helicoid;
}

static const double ANGLES[] = {1e-7, 1e-3, 0.1, 0.7, 1.5, 2.8};

static void rates_are_those_of_the_twist(void **unused)
{
    (void)unused;
    for (int i = 0; i < ARRAY_LEN(ANGLES); i++) {
        const double h = 1e-5;
        pose at[2];
        joint_side side[2];
        const helicoid after = screw_at(h, ANGLES[i], at, side), before = screw_at(-h, ANGLES[i], at, side),
                       helicoid = screw_at(0.0, ANGLES[i], at, side);
        const vec3 phi = vec3_sub(jet3_value(&after.phi), jet3_value(&before.phi)),
                   rho = vec3_sub(jet3_value(&after.rho), jet3_value(&before.rho));
        assert_near(vec3_scale(0.5 / h, phi), jet3_value(&helicoid.phi_dot), 1e-8);
        assert_near(vec3_scale(0.5 / h, rho), jet3_value(&helicoid.rho_dot), 1e-8);
    }
}

/* H2 = H1 exp(phi),  p2 = p1 + H1 G(phi) rho; half of the twist leads to the middle. */
static void twist_leads_from_end_to_end(void **unused)
{
    (void)unused;
    for (int i = 0; i < ARRAY_LEN(ANGLES); i++) {
        pose at[2];
        joint_side side[2];
        const helicoid helicoid = screw_at(0.0, ANGLES[i], at, side);
        const vec3 phi = jet3_value(&helicoid.phi), rho = jet3_value(&helicoid.rho), half = vec3_scale(0.5, phi),
                   a = {0.3, 0.8, -0.5};
        const mat3 H1 = mat3_mul(&at[0].R, &side[0].Rh), H2 = mat3_mul(&at[1].R, &side[1].Rh),
                   whole = rotation_exp(phi), middle = rotation_exp(half), G = rotation_exp_spin(phi),
                   G_half = rotation_exp_spin(half);
        assert_near(mat3_mulv(&H2, a), mat3_mulv(&H1, mat3_mulv(&whole, a)), 1e-13);
        const vec3 p1 = vec3_add(at[0].x, mat3_mulv(&at[0].R, side[0].f)),
                   p2 = vec3_add(at[1].x, mat3_mulv(&at[1].R, side[1].f));
        assert_near(vec3_add(p1, mat3_mulv(&H1, mat3_mulv(&G, rho))), p2, 1e-13);
        assert_near(jet3_value(&helicoid.p), vec3_add(p1, mat3_mulv(&H1, mat3_mulv(&G_half, vec3_scale(0.5, rho)))),
                    1e-13);
        jet3 in, out;
        jet3_const(0, &in, a);
        helicoid_global(0, side, &helicoid, &out, &in);
        assert_near(jet3_value(&out), mat3_mulv(&H1, mat3_mulv(&middle, a)), 1e-13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_are_those_of_the_twist),
        cmocka_unit_test(twist_leads_from_end_to_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
