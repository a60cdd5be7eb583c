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

/* u = sqrt(T / (2 rho A)) */
static void hover(void **unused)
{
    (void)unused;
    disk d = blown(0, 1);
    const double T = 800, u = sqrt(T / (2 * 1.2 * M_PI * 4));
    assert_true(disk_momentum(&PLAIN, T, 50, &d) >= 0);
    disk_wake(&PLAIN, &d);
    near_to(d.lambda_u * d.tip, u, 1e-12);
    near_to(disk_mean(&PLAIN, NULL, &d, T, &(rotor_memory){0}), u, 1e-12);
    near_to(disk_mean(&PLAIN, NULL, &d, T, &(rotor_memory){.mean = 2, .weight = 0.25}), 0.75 * u + 0.5, 1e-12);
    near_to(d.chi, 0, 1e-15);
}

/* u (V + u) = T / (2 rho A) in a climb */
static void climb(void **unused)
{
    (void)unused;
    const double T = 800, V = 7, half = V / 2;
    disk d = blown(V, 1);
    disk_momentum(&PLAIN, T, 50, &d);
    near_to(d.lambda_u * d.tip, sqrt(half * half + T / (2 * 1.2 * M_PI * 4)) - half, 1e-12);
}

/* Far beyond the induced velocity a wing of the span of the rotor: u = T / (2 rho A V). */
static void fast(void **unused)
{
    (void)unused;
    disk d = blown(200, 0);
    disk_momentum(&PLAIN, 800, 50, &d);
    near_to(d.lambda_u * d.tip, 800 / (2 * 1.2 * M_PI * 4 * 200), 1e-4);
    disk_wake(&PLAIN, &d);
    near_to(d.chi, M_PI / 2, 1e-2);
}

/* A rotor that pulls down, and one that stands. */
static void other_ways(void **unused)
{
    (void)unused;
    disk up = blown(0, 1), down = blown(0, 1), stands = blown(5, 0);
    disk_momentum(&PLAIN, 800, 50, &up), disk_momentum(&PLAIN, -800, 50, &down);
    near_to(down.lambda_u, -up.lambda_u, 1e-12);
    stands.tip = 1e-7;
    assert_false(disk_turns(&PLAIN, &stands));
    near_to(disk_mean(&PLAIN, NULL, &stands, 800, &(rotor_memory){.mean = 3}), 0, 0);
}

/* Over the area of the disk the velocity of Mangler and Squire is the mean one, whatever the wind. */
static void mean_of_mangler(void **unused)
{
    (void)unused;
    const double sines[] = {1, 0.5, 0.1};
    for (int i = 0; i < 3; i++) {
        disk d = blown(20, sines[i]);
        d.mean = 3;
        rotor_mangler.shape(&PLAIN, NULL, NULL, &d);
        double sum = 0, slope[2];
        enum { RINGS = 400, SECTORS = 64 };
        for (int r = 0; r < RINGS; r++)
            for (int k = 0; k < SECTORS; k++) {
                const double at = (r + 0.5) / RINGS, psi = 2 * M_PI * k / SECTORS;
                sum += at * rotor_mangler.velocity(&d, at * cos(psi), at * sin(psi), slope);
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
        disk d = {.mu = 0.2, .chi = M_PI / 2, .mean = 1};
        double slope[2];
        rotor_glauert.shape(&of, NULL, NULL, &d);
        near_to(rotor_glauert.velocity(&d, 1, 0, slope) - 1, laws[i].kx, 1e-12);
        near_to(rotor_glauert.velocity(&d, 0, 1, slope) - 1, laws[i].ky, 1e-12);
    }
}

static void check_slopes(const rotor_model *m, const disk *d)
{
    const double h = 1e-6, xi = 0.31, eta = -0.52;
    double slope[2], unused[2];
    m->velocity(d, xi, eta, slope);
    near_to(slope[0], (m->velocity(d, xi + h, eta, unused) - m->velocity(d, xi - h, eta, unused)) / (2 * h), 1e-7);
    near_to(slope[1], (m->velocity(d, xi, eta + h, unused) - m->velocity(d, xi, eta - h, unused)) / (2 * h), 1e-7);
}

static void slopes(void **unused)
{
    (void)unused;
    disk d = blown(20, 0.3);
    d.mean = 2;
    rotor_mangler.shape(&PLAIN, NULL, NULL, &d);
    check_slopes(&rotor_mangler, &d);
    d.k[0] = 0.4, d.k[1] = -0.3, d.k[2] = 0.7;
    check_slopes(&rotor_uniform, &d);
    check_slopes(&rotor_glauert, &d);
    check_slopes(&rotor_dynamic_inflow, &d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hover),      cmocka_unit_test(climb),           cmocka_unit_test(fast),
        cmocka_unit_test(other_ways), cmocka_unit_test(mean_of_mangler), cmocka_unit_test(linear_laws),
        cmocka_unit_test(slopes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
