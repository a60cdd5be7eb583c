/* rigid_ring_test.c - the rigid ring tyre: its arm, springs, vibrations, roads and thresholds, each computed apart
 * (docs/theory/multiphysics-benchmarks.md). */
#include "probe_world.h"
#include "base/array.h"

#define COUNTS "structural nodes: 2; rigid bodies: 2; joints: 2; loadable elements: 1;"
#define LOAD "module load: \"libmodule-wheel4\";"
#define BODIES "body: 1, 1, 10., null, eye; body: 2, 2, 5., null, eye;"
#define UPRIGHT(k)                                                                                                  \
    "joint: " #k ", total pin joint, " #k ", position, null, position, null, position constraint, active, active, " \
    "inactive, null, orientation constraint, active, active, active, null;"

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
static void lead(led_deck *led_deck, const led *by, const char *tire)
{
    int n = snprintf(led_deck->nodes, sizeof led_deck->nodes, LOAD),
        e = snprintf(led_deck->elements, sizeof led_deck->elements, BODIES);
    for (int k = 0; k < 2; k++) {
        n += put_node(led_deck->nodes + n, sizeof led_deck->nodes - (size_t)n, k, by);
        e += put_lead(led_deck->elements + e, sizeof led_deck->elements - (size_t)e, k, by);
    }
    snprintf(led_deck->elements + e, sizeof led_deck->elements - (size_t)e,
             "user defined: 10, rigid ring tire, 1, 1, %.17g, %.17g, %.17g, 0.5, swift, 2, 2, %s;", by->axle.x,
             by->axle.y, by->axle.z, tire);
}

static void assert_run_led(world *world, const probe *probes, int n_probes, march by, const led_deck *led_deck)
{
    assert_runs(world, probes, n_probes, by, (const char *const[]){COUNTS, led_deck->nodes, led_deck->elements});
}

static void assert_near3(const double *is, vec3 should, double tolerance)
{
    assert_near(is[0], should.x, tolerance);
    assert_near(is[1], should.y, tolerance);
    assert_near(is[2], should.z, tolerance);
}

/* --- arm ---------------------------------------------------------------------------------------------------------- */

/* What a tyre feels that climbs a ramp h = h_0 + s x steadily: F = F_z (mu_x l + mu_y t + n), where the patch lies at
 * p = x_ring - (R + D) n + F_z (mu_x/k_l l + mu_y/k_t t + n/k_n) on the ramp, which is an equation for F_z. */
typedef struct {
    vec3 l, t, n, p, F;
    double F_z, speed; /* of the patch along l */
} climb;

static const vec3 STIFF = {1e5, 2e5, 3e5};
static const double RADIUS = 0.5, BASE_HEIGHT = 0.02, RAMP = 0.15, MU_X = 0.3, MU_Y = -0.2, TRAIL = 1e-5,
                    RESIDUAL = 0.01;

/* Growth of a ring of 5 kg that turns at 17/s, a tenth of it pulled outwards against 1e6 N/m. */
static const double PULL = 0.1 * 5.0 * 17.0 * 17.0 * 0.5, GROWTH = 0.1 * 5.0 * 17.0 * 17.0 * 0.5 / 1e6;
static const double SPEED = 8.0, HEADING = 0.35, CAMBER = 0.1;

/* With camber and a heading of 20 degrees, the ring a little beside the wheel. */
static led lead_up(void)
{
    const double V = SPEED;
    const vec3 l0 = {cos(HEADING), sin(HEADING), 0}, aside = {-sin(HEADING), cos(HEADING), 0};
    return (led){.x = {{0.004, -0.003, 0.482}, {0, 0, 0.48}},
                 .v = {V * l0.x, V * l0.y, V * RAMP * l0.x},
                 .axle = vec3_axpy(vec3_scale(cos(CAMBER), aside), sin(CAMBER), (vec3){0, 0, 1}),
                 .spin = 17.0};
}

static climb climb_of(const led *by)
{
    const vec3 up = {0, 0, 1}, l0 = {cos(HEADING), sin(HEADING), 0}, ring = by->x[1];
    const double s = RAMP * l0.x, c = 1.0 / sqrt(1.0 + s * s);
    climb climb = {.l = vec3_scale(c, vec3_axpy(l0, s, up)),
                   .t = vec3_cross(up, l0),
                   .n = vec3_scale(c, vec3_axpy(up, -s, l0)),
                   .speed = SPEED / c};
    const vec3 foot = vec3_axpy(ring, -RADIUS - GROWTH, climb.n);
    const vec3 yield =
        vec3_axpy(vec3_axpy(vec3_scale(MU_X / STIFF.x, climb.l), MU_Y / STIFF.y, climb.t), 1.0 / STIFF.z, climb.n);
    climb.F_z = (BASE_HEIGHT + RAMP * foot.x - foot.z) / (yield.z - RAMP * yield.x);
    climb.p = vec3_axpy(foot, climb.F_z, yield);
    climb.F = vec3_scale(climb.F_z, vec3_axpy(vec3_axpy(climb.n, MU_X, climb.l), MU_Y, climb.t));
    return climb;
}

#define CLIMBING                                                                                                      \
    "1.e5, 2.e5, 3.e5, const, 1., 3000., 3000., 0., const, 1., %.17g, %.17g, 0., 20., linear, 0.02, 0.15, 0.8, 0.4, " \
    "1.2, 0.1, 1.e6%s, slip, const, 0.3, const, -0.2, const, 1.e-5, const, 0.01, 0., 0., 0.015, 0.01, 16.7"

/* The moment that holds the ring is that of the force on an arm from the wheel's centre along the normal, or, with
 * `loadedRadius`, from the ring to the patch. */
static void arm_of_a_ring_on_a_ramp(void **of)
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
    const led by = lead_up();
    const climb climb = climb_of(&by);
    for (int option = 0; option < 2; option++) {
        world *world = *of;
        led_deck led_deck;
        char tire[800];
        snprintf(tire, sizeof tire, CLIMBING, by.v.x, by.v.y, option ? ", loadedRadius" : "");
        lead(&led_deck, &by, tire);
        assert_run_led(world, SEEN, ARRAY_LEN(SEEN), (march){.until = 0.6}, &led_deck);
        const double *is = world_end(world), t = world->t[world->n - 1];
        const vec3 p = vec3_axpy(climb.p, t, by.v), wheel = vec3_axpy(by.x[0], t, by.v),
                   ring = vec3_axpy(by.x[1], t, by.v);
        const vec3 from_ring = vec3_sub(p, ring);
        const double r = option ? sqrt(vec3_dot(from_ring, from_ring)) : vec3_dot(climb.n, vec3_sub(wheel, p));
        const vec3 arm = option ? from_ring : vec3_scale(-r, climb.n);
        const double M_z = climb.F_z * (-TRAIL * climb.F_z * MU_Y + RESIDUAL),
                     F_r = climb.F_z * (0.015 + 0.01 * SPEED / 16.7);
        const vec3 M = vec3_axpy(vec3_axpy(vec3_cross(arm, climb.F), M_z, climb.n), -r * F_r, climb.t);
        assert_near3(is, M, 1e-5 * climb.F_z);
        assert_near3(is + 3, arm, 1e-8);
        assert_near(is[6], (17.0 * r - climb.speed) / SPEED, 1e-7);
        assert_near3(is + 7, p, 1e-8);
        assert_near3(is + 10, climb.F, 1e-5 * climb.F_z);
        assert_near(is[13], climb.F_z, 1e-5 * climb.F_z);
        assert_near(is[14], r, 1e-8);
        assert_near3(is + 15, climb.F, 1e-5 * climb.F_z);
        assert_near3(is + 18, M, 1e-5 * climb.F_z);
    }
}

/* The same with gravity: what else the row tells of axes, places, velocities and energies. */
static void row_of_a_ring_on_a_ramp(void **of)
{
    static const probe AXES[] = {ROW(1),           ROW(2),           ROW(3),           ROW3(24, 25, 26),
                                 ROW3(30, 31, 32), ROW3(36, 37, 38), ROW3(39, 40, 41), ROW3(42, 43, 44),
                                 ROW3(45, 46, 47), ROW(61),          ROW(71)};
    static const probe REST[] = {ROW3(27, 28, 29), ROW3(49, 50, 51), ROW(52), ROW(53),
                                 ROW(54),          ROW3(58, 59, 60), ROW(68)};
    const led by = lead_up();
    const climb climb = climb_of(&by);
    const vec3 l0 = {cos(HEADING), sin(HEADING), 0};
    world *world = *of;
    led_deck led_deck;
    char tire[800];
    snprintf(tire, sizeof tire, CLIMBING, by.v.x, by.v.y, "");
    lead(&led_deck, &by, tire);
    const size_t n = strlen(led_deck.elements);
    snprintf(led_deck.elements + n, sizeof led_deck.elements - n, "gravity: uniform, 0., 0., -1., const, 9.81;");
    const char *const parts[] = {COUNTS "gravity;", led_deck.nodes, led_deck.elements};
    assert_runs(world, AXES, ARRAY_LEN(AXES), (march){.until = 0.6}, parts);
    const double *is = world_end(world), t = world->t[world->n - 1];
    assert_near(is[0], SPEED, 1e-9);
    assert_near(is[1], 0.0, 1e-9);
    assert_near(is[2], 17.0 * vec3_dot(climb.n, vec3_sub(by.x[0], climb.p)), 1e-7);
    assert_near3(is + 3, vec3_sub(climb.p, by.x[1]), 1e-8);
    assert_near3(is + 6, vec3_neg(climb.F), 1e-5 * climb.F_z);
    assert_near3(is + 9, l0, 1e-9);
    assert_near3(is + 12, climb.l, 1e-9);
    assert_near3(is + 15, l0, 1e-9);
    assert_near3(is + 18, vec3_axpy(vec3_axpy(by.x[1], t, by.v), -RADIUS - GROWTH, climb.n), 1e-9);
    assert_near(is[21], PULL, 1e-7);
    assert_near(is[22], GROWTH, 1e-12);
    assert_runs(world, REST, ARRAY_LEN(REST), (march){.until = 0.6}, parts);
    is = world_end(world);
    const vec3 reach = vec3_axpy(vec3_sub(climb.p, by.x[1]), RADIUS + GROWTH, climb.n);
    const double kinetic = 0.5 * (10.0 + 5.0 + 20.0) * vec3_dot(by.v, by.v) + 0.5 * (1.0 + 1.0) * 17.0 * 17.0;
    const double potential = 9.81 * (10.0 * by.x[0].z + 5.0 * by.x[1].z + 15.0 * by.v.z * t);
    assert_near3(is, (vec3){0}, 1e-6);
    assert_near3(is + 3, (vec3){0}, 1e-6);
    assert_near(is[6], kinetic, 1e-3);
    assert_near(is[7], potential, 1e-6);
    assert_near(is[8], kinetic + potential, 1e-3);
    assert_near3(is + 9, (vec3){vec3_dot(reach, l0), vec3_dot(reach, climb.t), reach.z}, 1e-8);
    assert_near(is[12], climb.p.x + t * by.v.x, 1e-8);
}

/* --- springs ------------------------------------------------------------------------------------------------------ */

#define SPRUNG_COUNTS "structural nodes: 2; rigid bodies: 2; joints: 3; loadable elements: 1; forces: 1;"

/* Pressed by P the wheel sinks by P (1/k_w + 1/(c k_n)): belt and residual springs in series, c: the factor. */
static void springs_in_series(void **of)
{
    static const probe SEEN[] = {{"structural", 1, "X[3]"}, {"structural", 2, "X[3]"}, ROW(48)};
    static const double LOADS[] = {500.0, 2000.0, 4000.0}, FACTOR = 0.8;
    for (int i = 0; i < ARRAY_LEN(LOADS); i++) {
        world *world = *of;
        char elements[2000];
        snprintf(elements, sizeof elements,
                 BODIES UPRIGHT(1)
                     UPRIGHT(2) "joint: 3, deformable displacement joint, 1, null, 2, null, linear viscoelastic "
                                "isotropic, 6.e5, 5.e3;"
                                "user defined: 10, rigid ring tire, 1, 1, 0., 1., 0., 0.5, swift, 2, 2, 1.e5, 1.e5, "
                                "3.e5, const, %g, "
                                "100., 100., 2.e3, const, 1., null, 20., const, 0.03, 0.8, 0.4, 1.2, 0., 6.e5;"
                                "force: 1, absolute, 1, position, null, 0., 0., -1., const, %.17g;",
                 FACTOR, LOADS[i]);
        assert_runs(world, SEEN, 3, (march){.until = 1.0, .step = 2e-3, .more = "derivatives tolerance: 1.e-1;"},
                    (const char *const[]){SPRUNG_COUNTS,
                                          LOAD "structural: 1, dynamic, 0., 0., 0.525, eye, null, null;"
                                               "structural: 2, dynamic, 0., 0., 0.525, eye, null, null;",
                                          elements});
        const double ring = 0.53 - LOADS[i] / (FACTOR * 3e5);
        assert_near(world_end(world)[0], ring - LOADS[i] / 6e5, 1e-8);
        assert_near(world_end(world)[1], ring, 1e-8);
        assert_near(world_end(world)[2], LOADS[i], 1e-4);
    }
}

/* A tyre over the road feels no load, and one that leaves it is not held back by the damper. */
static void ring_in_the_air_is_free(void **of)
{
    static const probe SEEN[] = {ROW(48), ROW3(33, 34, 35)};
    static const double HEIGHT[] = {0.51, 0.48}, RISE[] = {-1.0, 8.0};
    for (int i = 0; i < ARRAY_LEN(HEIGHT); i++) {
        world *world = *of;
        led_deck led_deck;
        const led by = {.x = {{0, 0, HEIGHT[i]}, {0, 0, HEIGHT[i]}}, .v = {0, 0, RISE[i]}, .axle = {0, 1, 0}};
        lead(&led_deck, &by,
             "1.e5, 1.e5, 3.e5, const, 1., 100., 100., 2.e3, const, 1., null, 20., const, 0., 0.8, 0.4, 1.2, "
             "0., 6.e5");
        assert_run_led(world, SEEN, ARRAY_LEN(SEEN), (march){.until = 5e-3}, &led_deck);
        for (int at = 0; at < world->n; at++)
            for (int k = 0; k < ARRAY_LEN(SEEN); k++)
                assert_near(world->v[at][k], 0.0, 1e-9);
    }
}

/* --- vibrations --------------------------------------------------------------------------------------------------- */

#define STILL                                                                                                      \
    "joint: 1, total pin joint, 1, position, null, position, 0., 0., 0.499, position constraint, active, active, " \
    "active, null, orientation constraint, active, active, active, null;"
#define BELT \
    "joint: 2, deformable joint, 1, null, 2, null, linear elastic generic, diag, 1.e5, 3.e5, 2.e5, 4.e4, 1.e4, 2.e4;"

/* x = x_e + (x_0 - x_e) cos(w t) + v/w sin(w t) */
static double swings(double rest, double from, double v, double w, double t)
{
    return rest + (from - rest) * cos(w * t) + v / w * sin(w * t);
}

/* A ring that is kicked in all directions swings on its belt springs, each with sqrt(k/m); the residual spring of the
 * road adds to the vertical one, which begins beside its rest. */
static void ring_swings_on_its_belt(void **of)
{
    static const probe SEEN[] = {{"structural", 2, "X[1]"},   {"structural", 2, "X[2]"},   {"structural", 2, "X[3]"},
                                 {"structural", 2, "Phi[1]"}, {"structural", 2, "Phi[2]"}, {"structural", 2, "Phi[3]"}};
    static const double KICK[] = {0.02, -0.03, 0.01, 2e-4, 3e-4, -1e-4};
    static const double K[] = {1e5, 3e5, 2e5 + 4e5, 4e4, 1e4, 2e4}, M[] = {5, 5, 5, 0.3, 0.5, 0.2};
    world *world = *of;
    assert_runs(
        world, SEEN, 6, (march){.until = 0.09, .step = 5e-5},
        (const char *const[]){COUNTS,
                              LOAD "structural: 1, dynamic, 0., 0., 0.499, eye, null, null;"
                                   "structural: 2, dynamic, 0., 0., 0.4996, eye, 0.02, -0.03, 0.01, 2.e-4, "
                                   "3.e-4, -1.e-4;",
                              "body: 1, 1, 10., null, eye; body: 2, 2, 5., null, diag, 0.3, 0.5, 0.2;" STILL BELT
                              "user defined: 10, rigid ring tire, 1, 1, 0., 1., 0., 0.5, swift, 2, 2, 0., 0., "
                              "4.e5, const, 1., null, const, 1., null, 20., const, 0., 0.8, 0.4, 1.2, 0., 2.e5;"});
    const double rest = 0.499 + 4e5 * 1e-3 / K[2];
    for (int i = 0; i < world->n; i++)
        for (int k = 0; k < 6; k++) {
            const double at = sqrt(K[k] / M[k]), from = k == 2 ? 0.4996 : 0.0;
            const double is = swings(k == 2 ? rest : 0.0, from, KICK[k], at, world->t[i]);
            assert_near(world->v[i][k], is, 2e-3 * (fabs(KICK[k]) / at + (k == 2 ? rest - from : 0.0)));
        }
}

/* Along one horizontal axis: ring and patch at x[0], x[1], rotation x[2] of the ring by the moment of the force. */
typedef struct {
    double belt, rotation, spring;  /* stiffnesses: of the belt, of its rotation, of the patch */
    double inertia;                 /* of the ring about the axis of the rotation */
    double grip, spin_grip, moment; /* friction by velocity of the patch, by spin; moment by force of the spring */
} plane;

static void plane_rate(const plane *plane, const double x[6], double rate[6])
{
    const double f = plane->spring * (x[1] - x[0]), friction = plane->spin_grip * x[5] - plane->grip * x[4];
    memcpy(rate, x + 3, 3 * sizeof *x);
    rate[3] = (f - plane->belt * x[0]) / 5.0;
    rate[4] = (friction - f) / 2.0;
    rate[5] = (plane->moment * f - plane->rotation * x[2]) / plane->inertia;
}

/* A step of Runge and Kutta's rule. */
static void plane_step(const plane *plane, double h, double x[6])
{
    static const double PART[] = {0.0, 0.5, 0.5, 1.0}, WEIGHT[] = {1, 2, 2, 1};
    double rate[6] = {0}, sum[6] = {0}, at[6];
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < 6; i++)
            at[i] = x[i] + PART[s] * h * rate[i];
        plane_rate(plane, at, rate);
        for (int i = 0; i < 6; i++)
            sum[i] += WEIGHT[s] / 6.0 * rate[i];
    }
    for (int i = 0; i < 6; i++)
        x[i] += h * sum[i];
}

/* A standing tyre whose ring is kicked along and across: the patch sticks by slips over the least speeds, rounded:
 * V = T + (sqrt(T^2 + A^2) - T)/2, and turns the ring about its axle (wind-up) and about the forward axis (camber). */
static void standing_tyre_winds_up(void **of)
{
    static const probe SEEN[] = {{"structural", 2, "X[1]"},
                                 ROW(18),
                                 {"structural", 2, "Phi[2]"},
                                 {"structural", 2, "X[2]"},
                                 ROW(19),
                                 {"structural", 2, "Phi[1]"},
                                 ROW(27),
                                 ROW(49)};
    world *world = *of;
    assert_runs(
        world, SEEN, ARRAY_LEN(SEEN), (march){.until = 0.05, .step = 5e-5},
        (const char *const[]){
            "structural nodes: 2; rigid bodies: 2; joints: 3; loadable elements: 1;",
            LOAD "structural: 1, dynamic, 0., 0., 0.499, eye, null, null;"
                 "structural: 2, dynamic, 0., 0., 0.499, eye, 1.e-3, 2.e-3, 0., null;",
            "body: 1, 1, 10., null, eye; body: 2, 2, 5., null, diag, 0.3, 0.5, 0.2;" STILL BELT
            "joint: 3, total pin joint, 2, position, null, position, 0., 0., 0.499, position constraint, inactive, "
            "inactive, active, null, orientation constraint, inactive, inactive, active, null;"
            "user defined: 10, rigid ring tire, 1, 1, 0., 1., 0., 0.5, swift, 2, 2, 5.e4, 8.e4, 4.e5, const, 1., null, "
            "const, 1., null, 2., const, 0., 0.8, 0.4, 1.2, 0., 2.e5, slip, linear, 0., 2., linear, 0., 3., const, 0., "
            "const, 0., 0., 0., 0.015, 0.01, 16.7, threshold, 3., 4., 8., 6., 10., 1.e-3, 1.e-3, 10., 0., 0., 0., 0., "
            "0., 0., 0., 0., 0., 0., 0., -2., -1., 100.;"});
    const double load = 4e5 * 1e-3, r = 0.499, V = 3.0 + 0.5 * (5.0 - 3.0), V_a = 8.0 + 0.5 * (10.0 - 8.0);
    const plane along = {1e5, 1e4, 5e4, 0.5, load * 2.0 / V, load * 2.0 * r / V, -r};
    const plane across = {3e5, 4e4, 8e4, 0.3, load * 3.0 / V_a, 0.0, r};
    assert_near(world->v[0][6], -1e-3, 1e-12);
    assert_near(world->v[0][7], 0.0, 1e-12);
    double x[6] = {0, 0, 0, 1e-3, 0, 0}, y[6] = {0, 0, 0, 2e-3, 0, 0}, size[6] = {0};
    for (int i = 0; i < world->n; i++)
        for (int k = 0; k < 6; k++)
            size[k] = fmax(size[k], fabs(world->v[i][k]));
    for (int i = 0, step = 0; i < world->n; i++) {
        for (; (step + 0.5) * 5e-5 < world->t[i]; step++) {
            plane_step(&along, 5e-5, x);
            plane_step(&across, 5e-5, y);
        }
        for (int k = 0; k < 3; k++) {
            assert_near(world->v[i][k], x[k], 2e-3 * size[k]);
            assert_near(world->v[i][k + 3], y[k], 2e-3 * size[k + 3]);
        }
    }
}

/* --- roads -------------------------------------------------------------------------------------------------------- */

/* Null before A = 1, in full from B = 1.2 on, from B + L on repeated with the period L = 0.8. */
static double height_at(double x)
{
    const double part = fmin(fmax((x - 1.0) / 0.2, 0.0), 1.0), at = x > 2.0 ? 1.2 + fmod(x - 1.2, 0.8) : x;
    return at < 1.4 ? 0.0 : part * fmin((at - 1.4) * 0.2, 0.02);
}

static double waves_at(double x)
{
    const double part = fmin(fmax((x - 1.0) / 0.2, 0.0), 1.0), at = x > 2.0 ? 1.2 + fmod(x - 1.2, 0.8) : x;
    return part * (0.005 + 0.005 * sin(9.0 * at));
}

/* A wheel led at a constant height meets a road with its tandem, half a base b before and behind the patch:
 * h = (h_f + h_r)/2, tan s = (h_f - h_r)/(2 b), F_z = n . (k d + c d'), d = p - x_ring + R n, d' = v - v_ring. */
static void tandem_feels_its_road(void **of)
{
    static const probe SEEN[] = {ROW(14), ROW3(15, 16, 17), ROW3(18, 19, 20), ROW3(21, 22, 23), ROW3(33, 34, 35),
                                 ROW(48), ROW(56),          ROW(69),          ROW(70),          ROW(72)};
    static const char *const ROAD[] = {"piecewise linear, 4, 0., 0., 1.4, 0., 1.5, 0.02, 10., 0.02",
                                       "ginac, \"0.005+0.005*sin(9*Var)\""};
    static double (*const IS[])(double) = {height_at, waves_at};
    const led by = {.x = {{0, 0, 0.48}, {0, 0, 0.48}}, .v = {4, 0, 0}, .axle = {0, 1, 0}, .spin = 8.0};
    for (int road = 0; road < ARRAY_LEN(ROAD); road++) {
        world *world = *of;
        led_deck led_deck;
        char tire[800];
        snprintf(tire, sizeof tire,
                 "1.e5, 2.e5, 3.e5, const, 1., 400., 400., 70., const, 2., 4., 0., 0., 2., %s, 0.8, 0., 0., 0., 1.e6, "
                 "slip, const, 0., const, 0., const, 0., const, 0., 0., 0., 0., 0., 16.7, threshold, 0.1, 0., 0.1, 0., "
                 "10., 0.06, 1.e-3, 10., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 1., 1.2, 0.8",
                 ROAD[road]);
        lead(&led_deck, &by, tire);
        assert_run_led(world, SEEN, ARRAY_LEN(SEEN), (march){.until = 0.9}, &led_deck);
        double highest = 0.0;
        for (int i = 0; i < world->n; i++) {
            const double *is = world->v[i], x = is[4], front = IS[road](x + 0.06), rear = IS[road](x - 0.06);
            const double tangent = (front - rear) / 0.12, c = 1.0 / sqrt(1.0 + tangent * tangent);
            const vec3 n = {-c * tangent, 0, c}, l = {c, 0, c * tangent}, ring = {4.0 * world->t[i], 0, 0.48};
            const vec3 p = {x, 0, 0.5 * (front + rear)}, v = {is[7], 0, tangent * is[7]};
            const vec3 reach = vec3_axpy(vec3_sub(p, ring), RADIUS, n), rate = vec3_sub(v, by.v);
            const double F_z = vec3_dot(n, vec3_axpy(vec3_scale(3e5, reach), 140.0, rate));
            const double F_l = vec3_dot(l, vec3_axpy(vec3_scale(1e5, reach), 800.0, rate));
            assert_near(is[0], p.z, 1e-12);
            assert_near3(is + 1, n, 1e-12);
            assert_near3(is + 4, p, 1e-12);
            assert_near3(is + 7, v, 1e-10);
            assert_near3(is + 10, vec3_axpy(vec3_scale(F_z, n), F_l, l), 1e-7 * F_z);
            assert_near(is[13], F_z, 1e-7 * F_z);
            assert_near(is[14], 0.06, 1e-12);
            assert_near(is[15], x + 0.06, 1e-12);
            assert_near(is[16], x - 0.06, 1e-12);
            assert_near(is[17], v.z, 1e-10);
            highest = fmax(highest, p.z);
        }
        assert_true(highest > 0.009);
    }
}

/* Half a base of the tandem: a part 0.7 of the contact length, a = R (r_1 sqrt(u) + r_2 u), u = 1 - z/R. */
static void tandem_grows_with_the_load(void **of)
{
    static const probe SEEN[] = {ROW(56), ROW(69), ROW(70)};
    static const double HEIGHT[] = {0.49, 0.47, 0.45};
    for (int i = 0; i < ARRAY_LEN(HEIGHT); i++) {
        world *world = *of;
        led_deck led_deck;
        const led by = {.x = {{0, 0, HEIGHT[i]}, {0, 0, 0.48}}, .axle = {-0.6, 0.8, 0}};
        lead(&led_deck, &by,
             "1.e5, 2.e5, 3.e5, const, 1., 400., 400., 70., const, 1., null, 20., const, 0., 0.7, 0.35, 1.1, 0., "
             "1.e6");
        assert_run_led(world, SEEN, ARRAY_LEN(SEEN), (march){.until = 5e-3}, &led_deck);
        const double u = 1.0 - HEIGHT[i] / RADIUS, half = 0.7 * RADIUS * (0.35 * sqrt(u) + 1.1 * u);
        assert_near(world_end(world)[0], half, 1e-12);
        assert_near(world_end(world)[1], 0.8 * half, 1e-12);
        assert_near(world_end(world)[2], -0.8 * half, 1e-12);
    }
}

/* --- thresholds --------------------------------------------------------------------------------------------------- */

/* max(|v|, least), rounded. */
static double at_least(double v, double least, double round)
{
    return 0.5 * (fabs(v) + least + hypot(fabs(v) - least, round));
}

/* Slow wheels: kappa = (W r - v_x)/V, not more than TRHC, alpha = -atan(v_y/V_a), rolling resistance by v_x/V; the
 * rolling radius |v_x|/W with W not less than TdReDiv, and not more than TdRe R. */
static void slips_of_slow_wheels(void **of)
{
    static const probe SEEN[] = {ROW(10), ROW(11), ROW(12), ROW(13), ROW3(33, 34, 35), ROW(55), ROW3(62, 63, 64)};
    static const double AHEAD[] = {0.0, 0.5, -0.5, 2.0, 5.0, 0.2, 0.2}, ASIDE[] = {0.3, -0.3, 0.1, 0.4, 0.2, 0.0, 0.1},
                        SPIN[] = {0.5, 0.0, -1.5, 3.0, 11.0, 30.0, -30.0};
    for (int i = 0; i < ARRAY_LEN(SPIN); i++) {
        world *world = *of;
        led_deck led_deck;
        char tire[800];
        const led by = {
            .x = {{0, 0, 0.47}, {0, 0, 0.47}}, .v = {AHEAD[i], ASIDE[i], 0}, .axle = {0, 1, 0}, .spin = SPIN[i]};
        snprintf(
            tire, sizeof tire,
            "1.e5, 2.e5, 3.e5, const, 1., 3000., 3000., 0., const, 1., %.17g, %.17g, 0., 20., const, 0., 0.8, 0.4, "
            "1.2, 0., 1.e6, slip, linear, 0., 0.3, linear, 0., 0.7, const, 0., const, 0., 0., 0., 0.015, 0.02, 10., "
            "threshold, 1., 0.4, 1.5, 0.6, 2., 1.e-3, 0.3, 1.6, 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., -2., -1., "
            "1000.",
            AHEAD[i], ASIDE[i]);
        lead(&led_deck, &by, tire);
        assert_run_led(world, SEEN, ARRAY_LEN(SEEN), (march){.until = 0.8}, &led_deck);
        const double load = 3e5 * 0.03, V = at_least(AHEAD[i], 1.0, 0.4), V_a = at_least(AHEAD[i], 1.5, 0.6);
        const double slip = (SPIN[i] * 0.47 - AHEAD[i]) / V, kappa = fmin(fmax(slip, -2.0), 2.0);
        const double alpha = -atan(ASIDE[i] / V_a), *is = world_end(world);
        const double radius = fmin(fabs(AHEAD[i]) / fmax(fabs(SPIN[i]), 0.3), 1.6 * RADIUS);
        assert_near(is[0], kappa, 1e-6);
        assert_near(is[1], alpha, 1e-6);
        assert_near(is[2], 0.3 * kappa, 1e-6);
        assert_near(is[3], 0.7 * alpha, 1e-6);
        assert_near3(is + 4, (vec3){load * 0.3 * kappa, load * 0.7 * alpha, load}, 1e-6 * load);
        assert_near(is[7], radius, 1e-9);
        assert_near3(is + 8, (vec3){-load * (0.015 + 0.02 * fabs(AHEAD[i]) / 10.0) * AHEAD[i] / V, 0, 0}, 1e-6 * load);
    }
}

/* --- refusals ----------------------------------------------------------------------------------------------------- */

#define THRESHOLDS(slow, step, road)                                                                                 \
    "1.e5, 2.e5, 3.e5, const, 1., null, const, 1., null, 20., const, 0., 0.8, 0.4, 1.2, 0., 1.e6, slip, const, 0., " \
    "const, 0., const, 0., const, 0., 0., 0., 0., 0., 10., threshold, " slow                                         \
    ", 0., 0.1, 0., 2., 1.e-3, 0.3, 1.6, " step ", 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., " road

static void what_is_refused(void **of)
{
    static const struct {
        const char *tire, *because;
    } CASE[] = {
        {THRESHOLDS("0.1", "1.", "1., 2., 3."), "dtOn must be 0: the tyre has no time step of its own"},
        {THRESHOLDS("0.1", "0.", "2., 1., 3."), "the lower limit 2 is above the upper limit 1"},
        {THRESHOLDS("0.", "0.", "1., 2., 3."), "TRH"},
        {THRESHOLDS("0.1", "0.", "1., 2., 0."), "RDL"},
        {"1.e5, -2.e5, 3.e5, const, 1., null, const, 1., null, 20., const, 0., 0.8, 0.4, 1.2, 0., 1.e6",
         "no component may be negative"},
    };
    const led by = {.x = {{0, 0, 0.47}, {0, 0, 0.47}}, .axle = {0, 1, 0}};
    for (int i = 0; i < ARRAY_LEN(CASE); i++) {
        world *world = *of;
        led_deck led_deck;
        lead(&led_deck, &by, CASE[i].tire);
        assert_false(world_model(world, NULL, 0, (march){.until = 1e-3},
                                 (const char *const[]){COUNTS, led_deck.nodes, led_deck.elements}));
        if (!strstr(world->said, CASE[i].because))
            fail_msg("'%s' does not say '%s'", world->said, CASE[i].because);
    }
}

/* The element that would give the time step is not there. */
static void no_time_step_of_its_own(void **of)
{
    world *world = *of;
    assert_false(world_model(world, NULL, 0, (march){.until = 1e-3},
                             (const char *const[]){"loadable elements: 1;", LOAD, "user defined: 1, timestep;"}));
    assert_non_null(strstr(world->said, "unknown user defined type: 'timestep'"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(arm_of_a_ring_on_a_ramp), TEST(row_of_a_ring_on_a_ramp),    TEST(springs_in_series),
        TEST(ring_in_the_air_is_free), TEST(ring_swings_on_its_belt),    TEST(standing_tyre_winds_up),
        TEST(tandem_feels_its_road),   TEST(tandem_grows_with_the_load), TEST(slips_of_slow_wheels),
        TEST(what_is_refused),         TEST(no_time_step_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
