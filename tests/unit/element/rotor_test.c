/* rotor_test.c - models of induced velocity against what they stand for: momentum theory in hover, axial and edgewise
 * flow, the mean over the disk, the published linear laws, and derivatives by differences. */
#include "element/aero/rotor.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

extern const rotor_model rotor_uniform, rotor_glauert, rotor_mangler, rotor_dynamic_inflow;

static void near_to(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance * fmax(1.0, fabs(b))))
        fail_msg("%.15g is not %.15g", a, b);
}

static const rotor PLAIN = {.radius = 2, .reference_speed = 30, .eta = 1, .tolerance = 1e-13, .hover = 1, .forward = 1};

static disk blown(double speed, double sine)
{
    return (disk){.radius = 2,
                  .tip = 60,
                  .density = 1.2,
                  .speed = speed,
                  .sin_alpha = sine,
                  .cos_alpha = sqrt(1 - sine * sine),
                  .mu = speed * sqrt(1 - sine * sine) / 60};
}

/* A hub that moves with v, seen from the axes of a craft that looks up the global axis 1, where no air moves. */
static disk moving(vec3 v)
{
    static const elem *none;
    static const node craft = {.pose = 0}, hub = {.pose = 1};
    const pose poses[] = {{.x = {1, 2, 3}, .w = {0.5, 0, 0}, .R = {{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}}},
                          {.x = {4, 5, 6}, .v = v, .w = {-29.5, 0, 0}, .R = MAT3_EYE}};
    const state state = {.poses = poses};
    rotor of = PLAIN;
    of.craft = &craft, of.hub = &hub, of.air = &none;
    of.rotated = (mat3){{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}; /* axis 1 is the craft's axis 2 */
    disk disk;
    disk_motion(&of, &state, &disk);
    return disk;
}

/* The wind is what the hub moves against: along the axes of the disk (global y, z, x) it is (-v_y, -v_z, -v_x). */
static void disk_in_motion(void **unused)
{
    (void)unused;
    const disk disk = moving((vec3){6, -3, 4}), axial = moving((vec3){6, 1e-12, 0}), calm = moving((vec3){1e-12, 0, 0});
    const double speed = sqrt(61);
    near_to(disk.tip, 60, 1e-14);
    near_to(disk.center.y, 2, 0);
    near_to(disk.R.e[0][2], 1, 0), near_to(disk.R.e[1][0], 1, 0), near_to(disk.R.e[2][1], 1, 0);
    near_to(disk.speed, speed, 1e-14);
    near_to(disk.sin_alpha, 6 / speed, 1e-14), near_to(disk.cos_alpha, 5 / speed, 1e-14);
    near_to(disk.cos_psi0, 0.6, 1e-14), near_to(disk.sin_psi0, -0.8, 1e-14);
    near_to(disk.mu, 5. / 60, 1e-14);
    near_to(axial.speed, 6, 1e-14), near_to(axial.sin_alpha, 1, 1e-14), near_to(axial.cos_alpha, 0, 0);
    near_to(axial.cos_psi0, 1, 0), near_to(axial.mu, 0, 0);
    near_to(calm.speed, 0, 0), near_to(calm.sin_alpha, 1, 0), near_to(calm.cos_alpha, 0, 0),
        near_to(calm.cos_psi0, 1, 0);
}

/* From a millionth of the speed of reference on: 30 rad/s at 2 m. */
static void disk_that_begins_to_rotate(void **unused)
{
    (void)unused;
    assert_true(disk_rotates(&PLAIN, &(disk){.tip = 7e-5}));
    assert_false(disk_rotates(&PLAIN, &(disk){.tip = 5e-5}));
}

/* u = sqrt(T / (2 rho A)) */
static void hover(void **unused)
{
    (void)unused;
    disk disk = blown(0, 1);
    const double T = 800, u = sqrt(T / (2 * 1.2 * M_PI * 4));
    assert_true(disk_momentum(&PLAIN, T, 50, &disk) >= 0);
    disk_wake(&PLAIN, &disk);
    near_to(disk.lambda_u * disk.tip, u, 1e-12);
    near_to(disk_mean(&PLAIN, NULL, &disk, T, &(rotor_memory){0}), u, 1e-12);
    near_to(disk_mean(&PLAIN, NULL, &disk, T, &(rotor_memory){.mean = 2, .weight = 0.25}), 0.75 * u + 0.5, 1e-12);
    near_to(disk.chi, 0, 1e-15);
}

/* u (V + u) = T / (2 rho A) in a climb */
static void climb(void **unused)
{
    (void)unused;
    const double T = 800, V = 7, half = V / 2;
    disk disk = blown(V, 1);
    disk_momentum(&PLAIN, T, 50, &disk);
    near_to(disk.lambda_u * disk.tip, sqrt(half * half + T / (2 * 1.2 * M_PI * 4)) - half, 1e-12);
}

/* Far beyond the induced velocity a wing of the span of the rotor: u = T / (2 rho A V). */
static void fast(void **unused)
{
    (void)unused;
    disk disk = blown(200, 0);
    disk_momentum(&PLAIN, 800, 50, &disk);
    near_to(disk.lambda_u * disk.tip, 800 / (2 * 1.2 * M_PI * 4 * 200), 1e-4);
    disk_wake(&PLAIN, &disk);
    near_to(disk.chi, M_PI / 2, 1e-2);
}

/* One step of Newton's method for l = C / (2 sqrt(mu^2 + (m + l)^2)), from l = sqrt(C / 2), by as much as eta says;
 * many end at the root, where dl/dC is that of the implicit function. */
static void steps_to_the_momentum(void **unused)
{
    (void)unused;
    const double sines[] = {0.3, -0.2, 1}, T = 800, C = T / (1.2 * M_PI * 4 * 3600);
    for (int i = 0; i < 3; i++) {
        rotor half = PLAIN;
        half.eta = 0.5;
        disk disk = blown(15, sines[i]), slow = disk, up = disk, down = disk;
        const double m = 15 * sines[i] / 60, l = sqrt(C / 2), V = hypot(disk.mu, m + l);
        const double change = (l - C / (2 * V)) / (1 + C * (m + l) / (2 * V * V * V));
        assert_int_equal(disk_momentum(&PLAIN, T, 1, &disk), -1);
        near_to(disk.lambda_u, l - change, 1e-13);
        disk_momentum(&half, T, 1, &slow);
        near_to(slow.lambda_u, l - 0.5 * change, 1e-13);
        assert_true(disk_momentum(&half, T, 100, &slow) > 5);
        assert_in_range(disk_momentum(&PLAIN, T, 100, &disk), 1, 10);
        near_to(2 * disk.lambda_u * hypot(disk.mu, m + disk.lambda_u), C, 1e-13);
        near_to(slow.lambda_u, disk.lambda_u, 1e-12);
        disk_momentum(&PLAIN, T + 0.1, 100, &up), disk_momentum(&PLAIN, T - 0.1, 100, &down);
        near_to(disk.by_thrust, (up.lambda_u - down.lambda_u) / (0.2 / T * C), 1e-6);
    }
}

/* Factors of hover and of forward flight, and the ground a radius below. */
static void corrected_mean(void **unused)
{
    (void)unused;
    rotor of = PLAIN;
    of.hover = 1.3, of.forward = 0.8;
    disk disk = blown(15, 0.3);
    const double C = 800 / (1.2 * M_PI * 4 * 3600);
    disk_momentum(&of, 800, 50, &disk);
    disk_wake(&of, &disk);
    near_to(disk.lambda, 15 * 0.3 / 60 + disk.lambda_u, 1e-14);
    near_to(disk.chi, atan2(disk.mu, disk.lambda), 1e-14);
    const double u = 60 * C / (2 * hypot(disk.lambda / (1.3 * 1.3), disk.mu / 0.8));
    near_to(disk_mean(&of, NULL, &disk, 800, &(rotor_memory){0}), u, 1e-12);
    const pose poses[] = {{.x = {0, 0, 0}, .R = MAT3_EYE}};
    const state state = {.poses = poses};
    const node ground = {.pose = 0};
    of.ground = &ground;
    disk.center = (vec3){3, 4, 2};
    near_to(disk_mean(&of, &state, &disk, 800, &(rotor_memory){0}), u * 15 / 16, 1e-12);
    near_to(disk_mean(&of, &state, &disk, 0, &(rotor_memory){.mean = 3, .weight = 0.5}), 0, 0);
}

/* A rotor that pulls down, and one that stands. */
static void other_ways(void **unused)
{
    (void)unused;
    disk up = blown(0, 1), down = blown(0, 1), stands = blown(5, 0);
    disk_momentum(&PLAIN, 800, 50, &up), disk_momentum(&PLAIN, -800, 50, &down);
    near_to(down.lambda_u, -up.lambda_u, 1e-12);
    stands.tip = 1e-7;
    assert_false(disk_rotates(&PLAIN, &stands));
    near_to(disk_mean(&PLAIN, NULL, &stands, 800, &(rotor_memory){.mean = 3}), 0, 0);
    assert_int_equal(disk_momentum(&PLAIN, 800, 50, &stands), 0);
    near_to(stands.lambda_u, 0, 0);
    rotor free = PLAIN;
    free.reference_speed = stands.tip = 0;
    assert_false(disk_rotates(&free, &stands));
    up.density = 0;
    assert_int_equal(disk_momentum(&PLAIN, 800, 50, &up), 0);
    near_to(up.lambda_u, 0, 0);
    down.tip = 1; /* a velocity beyond that of the tip is none */
    disk_momentum(&PLAIN, 800, 50, &down), disk_wake(&PLAIN, &down);
    near_to(disk_mean(&PLAIN, NULL, &down, 800, &(rotor_memory){0}), 0, 0);
}

/* Over the area of the disk the velocity of Mangler and Squire is the mean one, whatever the wind. */
static void mean_of_mangler(void **unused)
{
    (void)unused;
    const double sines[] = {1, 0.5, 0.1};
    for (int i = 0; i < 3; i++) {
        disk disk = blown(20, sines[i]);
        disk.mean = 3;
        rotor_mangler.shape(&PLAIN, NULL, NULL, &disk);
        double sum = 0, derivative[2];
        enum { RINGS = 400, SECTORS = 64 };
        for (int r = 0; r < RINGS; r++)
            for (int k = 0; k < SECTORS; k++) {
                const double at = (r + 0.5) / RINGS, psi = 2 * M_PI * k / SECTORS;
                sum += at * rotor_mangler.velocity(&disk, at * cos(psi), at * sin(psi), derivative);
            }
        near_to(sum * 2 / ((double)RINGS * SECTORS), 3, 1e-3);
    }
}

/* In edgewise flow the wake is flat: chi = 90 degrees. */
static void linear_laws(void **unused)
{
    (void)unused;
    const struct {
        const char *type;
        double kx, ky;
    } laws[] = {{"glauert", 4. / 3 * (1 - 1.8 * 0.04), 0},
                {"coleman", 1, 0},
                {"drees", 4. / 3 * (1 - 1.8 * 0.04), -0.4},
                {"payne", 4. / 3, 0},
                {"white and blake", sqrt(2), 0},
                {"pitt and peters", 15 * M_PI / 32, 0},
                {"howlett", 1, 0}};
    for (int i = 0; i < 7; i++) {
        rotor of = PLAIN;
        of.spread = glauert_find(laws[i].type);
        assert_non_null(of.spread);
        disk disk = {.mu = 0.2, .chi = M_PI / 2, .mean = 1};
        double derivative[2];
        rotor_glauert.shape(&of, NULL, NULL, &disk);
        near_to(rotor_glauert.velocity(&disk, 1, 0, derivative) - 1, laws[i].kx, 1e-12);
        near_to(rotor_glauert.velocity(&disk, 0, 1, derivative) - 1, laws[i].ky, 1e-12);
    }
}

/* In hover there is neither a skew of the wake nor an advance: the velocity is the mean one. */
static void linear_laws_in_hover(void **unused)
{
    (void)unused;
    static const char *const TYPES[] = {"glauert",         "coleman",         "drees",  "payne",
                                        "white and blake", "pitt and peters", "howlett"};
    for (int i = 0; i < 7; i++) {
        rotor of = PLAIN;
        of.spread = glauert_find(TYPES[i]);
        disk disk = {.lambda = 0.1, .mean = 3};
        double derivative[2];
        rotor_glauert.shape(&of, NULL, NULL, &disk);
        near_to(rotor_glauert.velocity(&disk, 0.7, 0.4, derivative), 3, 1e-15);
    }
}

/* Between hover and edgewise flow, chi = 60 degrees. */
static void linear_laws_between(void **unused)
{
    (void)unused;
    const double mu = 0.3, t = 1 / sqrt(3), s = sqrt(3) / 2;
    const struct {
        const char *type;
        double kx, ky;
    } laws[] = {{"glauert", 4. / 3 * (1 - 1.8 * 0.09) * t, 0},
                {"coleman", t, 0},
                {"drees", 4. / 3 * (1 - 0.5 - 1.8 * 0.09) / s, -0.6},
                {"payne", 4. / 3 * sqrt(3) / (1.2 + sqrt(3)), 0},
                {"white and blake", sqrt(2) * s, 0},
                {"pitt and peters", 15 * M_PI / 32 * t, 0},
                {"howlett", 0.75, 0}};
    for (int i = 0; i < 7; i++) {
        rotor of = PLAIN;
        of.spread = glauert_find(laws[i].type);
        disk disk = {.mu = mu, .lambda = mu / sqrt(3), .chi = M_PI / 3, .mean = 2};
        double derivative[2];
        rotor_glauert.shape(&of, NULL, NULL, &disk);
        near_to(rotor_glauert.velocity(&disk, 0.5, 0.25, derivative), 2 * (1 + 0.5 * laws[i].kx + 0.25 * laws[i].ky),
                1e-12);
    }
}

/* The series of Mangler and Squire, written out; beyond the disk h = 0. */
static double mangler(double mean, double sine, double r, double psi)
{
    const double S = (1 - sine) / (1 + sine), h2 = 1 - r * r, h = sqrt(fmax(h2, 0)), q = r < 1 ? r / (1 + h) : 1;
    double u = 15. / 16 * h * r * r + 15 * M_PI / 256 * (5 - 9 * h2) * r * sqrt(S) * cos(psi) -
               45 * M_PI / 256 * pow(r, 3) * pow(S, 1.5) * cos(3 * psi);
    for (int n = 2; n <= 10; n += 2) {
        const double c =
            15. / 8 * ((h + n) / (n * n - 1.) * (9 * h2 + n * n - 6.) / (n * n - 9.) + 3 * h / (n * n - 9.));
        u += (n % 4 ? -1 : 1) * c * pow(q, n) * pow(S, n / 4.) * cos(n * psi);
    }
    return 4 * mean * u;
}

static void series_of_mangler(void **unused)
{
    (void)unused;
    const double sines[] = {-0.7, 0, 0.3}, radii[] = {0, 0.4, 0.95, 1.2};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            for (int n = 0; n < 8; n++) {
                disk disk = blown(20, sines[i]);
                double derivative[2];
                disk.mean = 2;
                rotor_mangler.shape(&PLAIN, NULL, NULL, &disk);
                near_to(rotor_mangler.velocity(&disk, radii[k] * cos(n), radii[k] * sin(n), derivative),
                        mangler(2, fabs(sines[i]), radii[k], n), 1e-12);
            }
}

static void check_derivatives_at(const rotor_model *model, const disk *disk, double xi, double eta)
{
    const double h = 1e-6;
    double derivative[2], unused[2];
    model->velocity(disk, xi, eta, derivative);
    near_to(derivative[0],
            (model->velocity(disk, xi + h, eta, unused) - model->velocity(disk, xi - h, eta, unused)) / (2 * h), 1e-7);
    near_to(derivative[1],
            (model->velocity(disk, xi, eta + h, unused) - model->velocity(disk, xi, eta - h, unused)) / (2 * h), 1e-7);
}

static void check_derivatives(const rotor_model *model, const disk *disk)
{
    check_derivatives_at(model, disk, 0.31, -0.52);
    check_derivatives_at(model, disk, -0.9, 0.8);
    check_derivatives_at(model, disk, 0, 0);
}

static void derivatives(void **unused)
{
    (void)unused;
    disk disk = blown(20, 0.3);
    disk.mean = 2;
    rotor_mangler.shape(&PLAIN, NULL, NULL, &disk);
    check_derivatives(&rotor_mangler, &disk);
    disk.k[0] = 0.4, disk.k[1] = -0.3, disk.k[2] = 0.7;
    check_derivatives(&rotor_uniform, &disk);
    check_derivatives(&rotor_glauert, &disk);
    check_derivatives(&rotor_dynamic_inflow, &disk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(disk_in_motion),
                                       cmocka_unit_test(disk_that_begins_to_rotate),
                                       cmocka_unit_test(hover),
                                       cmocka_unit_test(climb),
                                       cmocka_unit_test(fast),
                                       cmocka_unit_test(other_ways),
                                       cmocka_unit_test(mean_of_mangler),
                                       cmocka_unit_test(linear_laws),
                                       cmocka_unit_test(steps_to_the_momentum),
                                       cmocka_unit_test(corrected_mean),
                                       cmocka_unit_test(linear_laws_in_hover),
                                       cmocka_unit_test(linear_laws_between),
                                       cmocka_unit_test(series_of_mangler),
                                       cmocka_unit_test(derivatives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
