/* rigid_ring_test.c - the rigid ring tyre: its arm, springs, vibrations, roads and thresholds, each computed apart
 * (docs/theory/multiphysics-benchmarks.md). */
#include "probe_world.h"
#include "base/array.h"

#define COUNTS "structural nodes: 2; rigid bodies: 2; joints: 2; loadable elements: 1;"
#define LOAD "module load: \"libmodule-wheel4\";"
#define BODIES "body: 1, 1, 10., null, eye; body: 2, 2, 5., null, eye;"
#define LOOSE "derivatives tolerance: 1.e6;"

/* Numbers of the row, behind the label. */
#define ROW(k)                     \
    {                              \
        "user defined", 10, "#" #k \
    }
#define ROW3(k, l, m) ROW(k), ROW(l), ROW(m)

/* --- a tyre that is led ------------------------------------------------------------------------------------------- */

/* Wheel and ring at x[0] and x[1], with the same velocity, turning at the rate `spin` about the axle. */
typedef struct {
    vec3 x[2], v, axle;
    double spin;
} led;

typedef struct {
    char nodes[1000], elements[3000];
} led_deck;

static int put_node(char *to, size_t size, int k, const led *by)
{
    const vec3 x = by->x[k], v = by->v, w = vec3_scale(by->spin, by->axle);
    return snprintf(to, size,
                    "structural: %d, dynamic, %.17g, %.17g, %.17g, eye, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g;",
                    k + 1, x.x, x.y, x.z, v.x, v.y, v.z, w.x, w.y, w.z);
}

static int put_lead(char *to, size_t size, int k, const led *by)
{
    const vec3 x = by->x[k], v = by->v, w = vec3_scale(by->spin, by->axle);
    return snprintf(to, size,
                    "joint: %d, total pin joint, %d, position, null, position, null, position constraint, active, "
                    "active, active, component, linear, %.17g, %.17g, linear, %.17g, %.17g, linear, %.17g, %.17g, "
                    "orientation constraint, angular velocity, angular velocity, angular velocity, component, const, "
                    "%.17g, const, %.17g, const, %.17g;",
                    k + 1, k + 1, x.x, v.x, x.y, v.y, x.z, v.z, w.x, w.y, w.z);
}

/* `tire`: what follows the label of the ring's body. */
static void lead(led_deck *d, const led *by, const char *tire)
{
    int n = snprintf(d->nodes, sizeof d->nodes, LOAD), e = snprintf(d->elements, sizeof d->elements, BODIES);
    for (int k = 0; k < 2; k++) {
        n += put_node(d->nodes + n, sizeof d->nodes - (size_t)n, k, by);
        e += put_lead(d->elements + e, sizeof d->elements - (size_t)e, k, by);
    }
    snprintf(d->elements + e, sizeof d->elements - (size_t)e,
             "user defined: 10, rigid ring tire, 1, 1, %.17g, %.17g, %.17g, 0.5, swift, 2, 2, %s;", by->axle.x,
             by->axle.y, by->axle.z, tire);
}

static void assert_run_led(world *w, const probe *probes, int n_probes, march by, const led_deck *d)
{
    by.more = LOOSE;
    assert_runs(w, probes, n_probes, by, (const char *const[]){COUNTS, d->nodes, d->elements});
}

static void assert_near3(const double *is, vec3 should, double tolerance)
{
    assert_near(is[0], should.x, tolerance);
    assert_near(is[1], should.y, tolerance);
    assert_near(is[2], should.z, tolerance);
}

/* --- arm ---------------------------------------------------------------------------------------------------------- */

/* What a tyre feels that climbs a ramp h = h_0 + s x steadily: F = F_z (mu_x l + mu_y t + n), where the patch lies at
 * p = x_ring - R n + F_z (mu_x/k_l l + mu_y/k_t t + n/k_n) on the ramp, which is an equation for F_z. */
typedef struct {
    vec3 l, t, n, p, F;
    double F_z, speed; /* of the patch along l */
} climb;

static const vec3 STIFF = {1e5, 2e5, 3e5};
static const double RADIUS = 0.5, BASE_HEIGHT = 0.02, RAMP = 0.15, MU_X = 0.3, MU_Y = -0.2, TRAIL = 1e-5,
                    RESIDUAL = 0.01;

static climb climb_of(const led *by, vec3 l0, double V)
{
    const vec3 up = {0, 0, 1}, ring = by->x[1];
    const double s = RAMP * l0.x, c = 1.0 / sqrt(1.0 + s * s);
    climb k = {.l = vec3_scale(c, vec3_axpy(l0, s, up)),
               .t = vec3_cross(up, l0),
               .n = vec3_scale(c, vec3_axpy(up, -s, l0)),
               .speed = V / c};
    const vec3 foot = vec3_axpy(ring, -RADIUS, k.n);
    const vec3 yield = vec3_axpy(vec3_axpy(vec3_scale(MU_X / STIFF.x, k.l), MU_Y / STIFF.y, k.t), 1.0 / STIFF.z, k.n);
    k.F_z = (BASE_HEIGHT + RAMP * foot.x - foot.z) / (yield.z - RAMP * yield.x);
    k.p = vec3_axpy(foot, k.F_z, yield);
    k.F = vec3_scale(k.F_z, vec3_axpy(vec3_axpy(k.n, MU_X, k.l), MU_Y, k.t));
    return k;
}

#define CLIMBING                                                                                                      \
    "1.e5, 2.e5, 3.e5, const, 1., 3000., 3000., 0., const, 1., %.17g, %.17g, 0., 20., linear, 0.02, 0.15, 0.8, 0.4, " \
    "1.2, 0., 1.e6%s, slip, const, 0.3, const, -0.2, const, 1.e-5, const, 0.01, 0., 0., 0.015, 0.01, 16.7"

/* With camber and a heading of 20 degrees, the ring a little beside the wheel. The moment that holds the ring is that of
 * the force on an arm from the wheel's centre along the normal, or, with `loadedRadius`, from the ring to the patch. */
static void the_arm_of_a_ring_on_a_ramp(void **of)
{
    static const probe SEEN[] = {ROW3(4, 5, 6),
                                 ROW3(7, 8, 9),
                                 ROW(10),
                                 ROW3(18, 19, 20),
                                 ROW3(33, 34, 35),
                                 ROW(48),
                                 ROW(57),
                                 {"joint", 2, "Fx"},
                                 {"joint", 2, "Fy"},
                                 {"joint", 2, "Fz"},
                                 {"joint", 2, "Mx"},
                                 {"joint", 2, "My"},
                                 {"joint", 2, "Mz"}};
    const double V = 8.0, heading = 0.35, camber = 0.1;
    const vec3 l0 = {cos(heading), sin(heading), 0}, aside = {-sin(heading), cos(heading), 0};
    const led by = {.x = {{0.004, -0.003, 0.482}, {0, 0, 0.48}},
                    .v = {V * l0.x, V * l0.y, V * RAMP * l0.x},
                    .axle = vec3_axpy(vec3_scale(cos(camber), aside), sin(camber), (vec3){0, 0, 1}),
                    .spin = 17.0};
    const climb k = climb_of(&by, l0, V);
    for (int option = 0; option < 2; option++) {
        world *w = *of;
        led_deck d;
        char tire[800];
        snprintf(tire, sizeof tire, CLIMBING, by.v.x, by.v.y, option ? ", loadedRadius" : "");
        lead(&d, &by, tire);
        assert_run_led(w, SEEN, ARRAY_LEN(SEEN), (march){.until = 0.6}, &d);
        const double *is = world_end(w), t = w->t[w->n - 1];
        const vec3 p = vec3_axpy(k.p, t, by.v), wheel = vec3_axpy(by.x[0], t, by.v), ring = vec3_axpy(by.x[1], t, by.v);
        const vec3 from_ring = vec3_sub(p, ring);
        const double r = option ? sqrt(vec3_dot(from_ring, from_ring)) : vec3_dot(k.n, vec3_sub(wheel, p));
        const vec3 arm = option ? from_ring : vec3_scale(-r, k.n);
        const double M_z = k.F_z * (-TRAIL * k.F_z * MU_Y + RESIDUAL), F_r = k.F_z * (0.015 + 0.01 * V / 16.7);
        const vec3 M = vec3_axpy(vec3_axpy(vec3_cross(arm, k.F), M_z, k.n), -r * F_r, k.t);
        assert_near3(is, M, 1e-5 * k.F_z);
        assert_near3(is + 3, arm, 1e-8);
        assert_near(is[6], (17.0 * r - k.speed) / V, 1e-7);
        assert_near3(is + 7, p, 1e-8);
        assert_near3(is + 10, k.F, 1e-5 * k.F_z);
        assert_near(is[13], k.F_z, 1e-5 * k.F_z);
        assert_near(is[14], r, 1e-8);
        assert_near3(is + 15, k.F, 1e-5 * k.F_z);
        assert_near3(is + 18, M, 1e-5 * k.F_z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_arm_of_a_ring_on_a_ramp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
