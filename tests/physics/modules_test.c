/* modules_test.c - muscles, machines, contact laws, bearings and pipes against closed forms and published curves
 * (docs/theory/multiphysics-benchmarks.md). */
#include "probe_world.h"
#include "base/array.h"

#define LOAD(name) "module load: \"libmodule-" name "\";"

/* --- muscles ------------------------------------------------------------------------------------------------------ */

/* Pennestri's curves: F / F0 = f1(x) f2(v) a + f3(x), with x = l / L0, v = l' / V0; f1 may be a sum of error
 * functions. */
static double muscle_force(bool is_erf, double x, double v, double a)
{
    const double d = x - 0.95, u = v - 1.0;
    const double sum = 0.4 * erf(10.0 * (x - 0.55)) + 0.2 * erf(5.0 * (x - 0.85)) - 0.6 * erf(2.4 * (x - 1.35));
    const double f1 = is_erf ? sum : exp(d * d - 40.0 * pow(d, 4));
    const double f2 = 1.6 - 1.6 * exp(0.1 / (u * u) - 1.1 / pow(u, 4));
    return f1 * f2 * a + 1.3 * atan(0.1 * pow(x - 0.22, 10));
}

/* Ends that are held at a length, or drawn apart and together at a speed. */
static void force_length_and_force_velocity_of_a_muscle(void **of)
{
    static const probe FORCE[] = {{"joint", 3, "F"}, {"joint", 3, "L"}};
    static const double LENGTH[] = {0.7, 0.85, 0.95, 1.0, 1.2, 1.4}, SPEED[] = {0.0, -0.5, 0.5, -0.9, 0.2};
    for (int i = 0; i < 2 * ARRAY_LEN(LENGTH); i++)
        for (int k = 0; k < ARRAY_LEN(SPEED); k++) {
            world *world = *of;
            const bool is_erf = i % 2;
            const double length = LENGTH[i / 2];
            char nodes[400], elements[1200];
            snprintf(nodes, sizeof nodes,
                     LOAD("muscles") "structural: 1, static, null, eye, null, null;"
                                     "structural: 2, static, %.17g, 0., 0., eye, %.17g, 0., 0., null;",
                     length, SPEED[k]);
            snprintf(
                elements, sizeof elements,
                "joint: 1, clamp, 1, node, node;"
                "joint: 2, total pin joint, 2, position, null, position, null, position constraint, active, active, "
                "active, component, linear, %.17g, %.17g, const, 0., const, 0., orientation constraint, active, "
                "active, active, null;"
                "joint: 3, rod, 1, 2, 1., muscle, model, %s, initial length, 1., reference length, 1., reference "
                "velocity, 1., reference force, 100., activation, const, 0.7;",
                length, SPEED[k], is_erf ? "erf" : "pennestri");
            assert_runs(world, FORCE, 2, (march){.until = 0.02},
                        (const char *const[]){"structural nodes: 2; joints: 3;", nodes, elements});
            assert_near(world_end(world)[0], 100.0 * muscle_force(is_erf, world_end(world)[1], SPEED[k], 0.7), 1e-5);
        }
}

/* --- machines ----------------------------------------------------------------------------------------------------- */

/* Kloss:  M / M_K = 2 / (s / s_K + s_K / s), of a rotor that is held at the slip s. */
static void torque_and_slip_of_an_induction_motor(void **of)
{
    static const probe TORQUE[] = {{"user defined", 10, "#1"}};
    static const double SLIP[] = {1.0, 0.5, 0.2, 0.1, 0.05, -0.1};
    for (int i = 0; i < ARRAY_LEN(SLIP); i++) {
        world *world = *of;
        const double speed = 100.0 * (1.0 - SLIP[i]);
        char nodes[400], elements[800];
        snprintf(nodes, sizeof nodes,
                 LOAD("asynchronous_machine") "structural: 1, static, null, eye, null, null;"
                                              "structural: 2, static, null, eye, null, 0., 0., %.17g;",
                 speed);
        snprintf(elements, sizeof elements,
                 "joint: 1, clamp, 1, node, node; joint: 2, axial rotation, 1, null, 2, null, const, %.17g;"
                 "user defined: 10, asynchronous_machine, rotor, 2, stator, 1, MK, 30., sK, 0.2, OmegaS, const, 100.;",
                 speed);
        assert_runs(world, TORQUE, 1, (march){.until = 1.5, .tolerance = 1e-6, .method = "ms, 0.6"},
                    (const char *const[]){"structural nodes: 2; joints: 2; loadable elements: 1;", nodes, elements});
        assert_near(world_end(world)[0], 30.0 * 2.0 / (SLIP[i] / 0.2 + 0.2 / SLIP[i]), 1e-5 * 30.0);
    }
}

/* A switch between two resistors is closed from one half on: 10 V over 100 + 300 Ohm, or none. */
static void switch_closes_at_one_half(void **of)
{
    static const probe POTENTIAL[] = {{"electric", 4, "x"}};
    world *world = *of;
    assert_runs(world, POTENTIAL, 1, (march){.until = 1.0, .step = 0.01},
                (const char *const[]){"electric nodes: 4; genels: 2; loadable elements: 3;",
                                      LOAD("fab-electric") "electric: 1; electric: 2; electric: 3; electric: 4;",
                                      "genel: 1, clamp, 1, electric, algebraic, const, 0.;"
                                      "genel: 2, clamp, 2, electric, algebraic, const, 10.;"
                                      "user defined: 1, resistor, 2, 3, 100.; user defined: 2, switch, 3, 4, ramp, 1., "
                                      "0., 1., 0.; user defined: 3, resistor, 4, 1, 300.;"});
    for (int k = 1; k < world->n; k++)
        if (fabs(world->t[k] - 0.5) > 1e-3)
            assert_near(world->v[k][0], world->t[k] < 0.5 ? 0.0 : 7.5, 1e-9);
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

/* On a line that turns, beside the axis, a mass slides outwards against friction c:  s'' = w^2 s - c/m s'. */
static void sliding_on_a_line_that_rotates(void **of)
{
    static const probe AT[] = {{"structural", 2, "X[1]"}, {"structural", 2, "X[2]"}};
    const double speed = 2.0, c = 6.0 / 3.0, root = sqrt(c * c + 4.0 * speed * speed);
    const double slow = 0.5 * (-c - root), fast = 0.5 * (-c + root), s0 = 0.3;
    world *world = *of;
    assert_runs(world, AT, 2, (march){.until = 0.5},
                (const char *const[]){"structural nodes: 3; joints: 3; rigid bodies: 1; loadable elements: 1;",
                                      LOAD("inline_friction") "structural: 9, static, null, eye, null, null;"
                                                              "structural: 1, static, null, eye, null, 0., 0., 2.;"
                                                              "structural: 2, dynamic, 0.3, 0.5, 0., eye, -1., 0.6, "
                                                              "0., 0., 0., 2.;",
                                      "joint: 9, clamp, 9, node, node; joint: 1, axial rotation, 9, null, 1, null, "
                                      "const, 2.; joint: 2, total joint, 1, 2, orientation constraint, active, active, "
                                      "active, null; body: 2, 2, 3., null, diag, 0.02, 0.02, 0.01;"
                                      "user defined: 10, inline friction, node1, 1, offset, 0., 0.5, 0., node2, 2, "
                                      "offset, null, coulomb friction coefficient, 0., static friction coefficient, "
                                      "0., sliding velocity coefficient, 1., micro slip displacement, 1.e-3, viscous "
                                      "friction coefficient, 6.;"});
    for (int k = 100; k < world->n; k += 100) {
        const double t = world->t[k], s = s0 * (fast * exp(slow * t) - slow * exp(fast * t)) / (fast - slow);
        assert_near(world->v[k][0] * cos(speed * t) + world->v[k][1] * sin(speed * t), s, 1e-6);
    }
}

/* --- contact laws ------------------------------------------------------------------------------------------------- */

/* m v dv = -k x^n (1 + c v / v0) dx from x = 0 to x = 0: the speed u v0 at the end has u - ln(1 + c u) / c = 1 -
 * ln(1 + c) / c, whatever m, k and n are. The root below zero, by bisection. */
static double rebound(double c)
{
    double low = -1.0, high = 0.0;
    if (c >= 1.0)
        low = -(1.0 - 1e-15) / c;
    for (int i = 0; i < 200; i++) {
        const double u = 0.5 * (low + high), f = u - log1p(c * u) / c - (1.0 - log1p(c) / c);
        if (f > 0.0)
            low = u;
        else
            high = u;
    }
    return -0.5 * (low + high);
}

static void restitution_of_contact_laws(void **of)
{
    static const struct {
        const char *words;
        double c;
    } LAWS[] = {
        {"continuous contact, sign, negative, formulation, flores, restitution, 0.7, kappa, 1.e6, exp, 1.5",
         8.0 * 0.3 / (5.0 * 0.7)},
        {"continuous contact, sign, negative, formulation, hunt crossley, restitution, 0.7, kappa, 1.e6, exp, 1.5",
         1.5 * 0.3},
        {"continuous contact, sign, negative, formulation, lankarani nikravesh, restitution, 0.7, kappa, 1.e6, exp, 2.",
         0.75 * (1.0 - 0.49)},
        {"hunt crossley, sign, negative, alpha, 0.2, kappa, 1.e6, exp, 1.5", 1.5 * 0.2 * 2.0},
    };
    static const probe SPEED[] = {{"structural", 2, "XP[1]"}};
    for (int i = 0; i < ARRAY_LEN(LAWS); i++) {
        world *world = *of;
        char elements[600];
        snprintf(elements, sizeof elements,
                 "joint: 1, clamp, 1, node, node; body: 2, 2, 1., null, eye; joint: 2, rod, 1, 2, 1., %s;",
                 LAWS[i].words);
        assert_runs(world, SPEED, 1, (march){.until = 0.035, .step = 2e-5},
                    (const char *const[]){
                        "structural nodes: 2; joints: 2; rigid bodies: 1;",
                        LOAD("cont-contact")
                            LOAD("hunt-crossley") "structural: 1, static, null, eye, null, null;"
                                                  "structural: 2, dynamic, 1.001, 0., 0., eye, -2., 0., 0., null;",
                        elements});
        assert_near(world_end(world)[0], 2.0 * rebound(LAWS[i].c), 2e-3);
    }
}

/* --- bearings ----------------------------------------------------------------------------------------------------- */

/* The load of a journal that is held off the centre by eps times the clearance. */
static double bearing_load(world *world, const char *kind, double eps)
{
    static const probe FORCE[] = {{"user defined", 10, "#8"}, {"user defined", 10, "#9"}};
    char nodes[500], elements[1000];
    snprintf(nodes, sizeof nodes,
             LOAD("fab-sbearings") "hydraulic fluid: 1, incompressible, density, 850., viscosity, 0.03;"
                                   "structural: 1, static, null, eye, null, null;"
                                   "structural: 2, static, 0., %.17g, 0., eye, null, 300., 0., 0.;",
             eps * 9e-5);
    snprintf(
        elements, sizeof elements,
        "joint: 1, clamp, 1, node, node;"
        "joint: 2, total pin joint, 2, position, null, position, null, position constraint, active, active, active, "
        "component, const, 0., const, %.17g, const, 0., orientation constraint, angular velocity, active, active, "
        "component, 300., 0., 0.;"
        "user defined: 10, hydrodynamic bearing, %s, 1, 2, 9.e-5, 0.03, 0.02, fluid, reference, 1;",
        eps * 9e-5, kind);
    assert_runs(world, FORCE, 2, (march){.until = 2e-4, .step = 1e-4, .tolerance = 1e-6},
                (const char *const[]){"structural nodes: 2; joints: 2; loadable elements: 1; skip initial joint "
                                      "assembly;",
                                      nodes, elements});
    return hypot(world_end(world)[0], world_end(world)[1]);
}

/* DuBois and Ocvirk's short bearing: S (L/D)^2 = (1 - eps^2)^2 / (pi eps sqrt(pi^2 (1 - eps^2) + 16 eps^2)), and half
 * of Sommerfeld's long one: S = (2 + eps^2) (1 - eps^2) / (6 pi eps sqrt(pi^2 - eps^2 (pi^2 - 4))), with
 * S = mu N L D / W (R/c)^2; R includes the clearance. */
static void sommerfeld_numbers(void **of)
{
    static const double EPS[] = {0.1, 0.3, 0.5, 0.7, 0.9};
    const double pi = M_PI, L = 0.02, c = 9e-5, R = 0.015 + c, mu = 0.03, N = 300.0 / (2.0 * pi);
    for (int i = 0; i < ARRAY_LEN(EPS); i++) {
        const double e = EPS[i], q = 1.0 - e * e;
        const double number = mu * N * L * 2.0 * R * (R / c) * (R / c);
        const double briefly = number / bearing_load(*of, "ocvirk", e) * (L / (2.0 * R)) * (L / (2.0 * R));
        const double infinitely = number / bearing_load(*of, "sommerfeld", e);
        const double ocvirk = q * q / (pi * e * sqrt(pi * pi * q + 16.0 * e * e));
        const double sommerfeld = (2.0 + e * e) * q / (6.0 * pi * e * sqrt(pi * pi - e * e * (pi * pi - 4.0)));
        assert_near(briefly, ocvirk, 1e-6 * ocvirk);
        assert_near(infinitely, sommerfeld, 1e-6 * sommerfeld);
    }
}

/* --- control and drives ------------------------------------------------------------------------------------------- */

/* A constant error: P is constant, I grows, D decays; with limits the output stops, and K_s holds the integral where
 * y - u = -e / K_s. Without Y_min the output is not negative. */
static void parts_of_a_pid_controller(void **of)
{
    world *world = *of;
    static const probe ROW[] = {{"user defined", 1, "#3"},   {"user defined", 1, "#4"},   {"user defined", 1, "#5"},
                                {"user defined", 1, "yout"}, {"user defined", 2, "yout"}, {"user defined", 2, "#6"},
                                {"user defined", 1, "#1"},   {"user defined", 1, "#2"},   {"user defined", 1, "#7"},
                                {"user defined", 1, "#8"},   {"user defined", 1, "#6"},   {"user defined", 3, "yout"}};
    assert_runs(world, ROW, 12, (march){.until = 1.0},
                (const char *const[]){"abstract nodes: 1; genels: 1; loadable elements: 3;",
                                      LOAD("pid") "abstract: 1, differential;",
                                      "genel: 1, clamp, 1, abstract, algebraic, const, 0.;"
                                      "user defined: 1, pid, setpoint, const, 3., measure, const, 1., Kp, 2., Ki, 0.5, "
                                      "Kd, 0.4, Kn, 5.;"
                                      "user defined: 2, pid, setpoint, const, 3., measure, const, 1., Kp, 2., Ki, 0.5, "
                                      "Kd, 0., Kn, 1., Ks, 40., Ymin, -1., Ymax, 4.2;"
                                      "user defined: 3, pid, setpoint, const, 1., measure, const, 3., Kp, 2., Ki, 0.5, "
                                      "Kd, 0., Kn, 1.;"});
    const double t = world->t[world->n - 1], D = 0.4 * 5.0 * 2.0 * exp(-5.0 * t);
    assert_near(world_end(world)[0], 4.0, 1e-12);
    assert_near(world_end(world)[1], 0.5 * 2.0 * t, 1e-8);
    assert_near(world_end(world)[2], D, 1e-5);
    assert_near(world_end(world)[3], 4.0 + t + D, 1e-5);
    assert_near(world_end(world)[4], 4.2, 1e-12);
    assert_near(world_end(world)[5], 4.2 + 2.0 / 40.0, 1e-4);
    assert_near(world_end(world)[6], 2.0, 1e-12);
    assert_near(world_end(world)[7], 4.0 + t + D, 1e-5);
    assert_near(world_end(world)[8], 0.5 * 2.0 * t, 1e-8);
    assert_near(world_end(world)[9], 0.4 * 2.0 - D / 5.0, 1e-5);
    assert_near(world_end(world)[10], 4.0 + t + D, 1e-5);
    assert_near(world_end(world)[11], 0.0, 1e-300);
}

/* A joint turned by a rotation vector of Euler's angles has these angles, and the angular velocity that belongs to
 * their rates. */
static void rotation_vector_of_euler_angles(void **of)
{
    world *world = *of;
    static const probe ANGLES[] = {{"structural", 2, "E[1]"},     {"structural", 2, "E[2]"},
                                   {"structural", 2, "E[3]"},     {"structural", 2, "Omega[1]"},
                                   {"structural", 2, "Omega[2]"}, {"structural", 2, "Omega[3]"}};
    assert_runs(
        world, ANGLES, 6, (march){.until = 0.1, .step = 1e-4, .method = "ms, 0.6"},
        (const char *const[]){"structural nodes: 1; joints: 1;",
                              LOAD("eu2phi") "structural: 2, static, null, euler123, 0.3, 0.2, -0.5, null, null;",
                              "joint: 1, total pin joint, 2, position, null, position, null, position "
                              "constraint, active, active, active, null, orientation constraint, active, active, "
                              "active, eu2phi, format, euler123, component, linear, 0.3, 2., linear, 0.2, -1., "
                              "linear, -0.5, 0.5;"});
    const double t = world->t[world->n - 1], a = 0.3 + 2.0 * t, b = 0.2 - t, c = -0.5 + 0.5 * t;
    const double *v = world_end(world);
    assert_near(v[0], a, 1e-9);
    assert_near(v[1], b, 1e-9);
    assert_near(v[2], c, 1e-9);
    assert_near(v[3], 2.0 + 0.5 * sin(b), 1e-5);
    assert_near(v[4], -cos(a) - 0.5 * sin(a) * cos(b), 1e-5);
    assert_near(v[5], -sin(a) + 0.5 * cos(a) * cos(b), 1e-5);
}

/* A mass on a spring and a damper: x = x0 exp(-g t) (cos(w t) + g / w sin(w t)). */
static void mass_on_a_deformable_joint(void **of)
{
    world *world = *of;
    static const probe X[] = {{"structural", 2, "X[1]"}};
    assert_runs(world, X, 1, (march){.until = 1.0},
                (const char *const[]){"structural nodes: 2; joints: 1; rigid bodies: 1; loadable elements: 1;",
                                      LOAD("autodiff_test") "structural: 1, static, null, eye, null, null;"
                                                            "structural: 2, dynamic, 0.5, 0., 0., eye, null, null;",
                                      "joint: 1, clamp, 1, node, node; body: 2, 2, 2., null, eye;"
                                      "user defined: 3, deformable joint ad, node1, 1, offset, 0.3, 0., 0., node2, 2, "
                                      "stiffness, diag, 50., 80., 80., damping, diag, 4., 0., 0., residual, fortran77, "
                                      "jacobian, fortran77;"});
    const double t = world->t[world->n - 1], g = 1.0, omega = sqrt(25.0 - 1.0);
    assert_near(world_end(world)[0], 0.3 + 0.2 * exp(-g * t) * (cos(omega * t) + g / omega * sin(omega * t)), 1e-5);
}

/* --- pipes -------------------------------------------------------------------------------------------------------- */

/* Colebrook's formula for a smooth pipe, 1 / sqrt f = -2 log10(2.51 / (Re sqrt f)), by iteration. */
static double colebrook(double reynolds)
{
    double root = 8.0;
    for (int i = 0; i < 100; i++)
        root = -2.0 * log10(2.51 * root / reynolds);
    return 1.0 / (root * root);
}

/* Between Re 4000 and 1e5 pipes are within 3 per cent of Colebrook's curve. */
static void smooth_pipes_and_colebrook(void **of)
{
    static const double REYNOLDS[] = {4200.0, 1e4, 3e4, 1e5};
    static const probe PRESSURE[] = {{"hydraulic", 1, "x"}};
    const double D = 0.01, L = 3.0, rho = 870.0, mu = 0.02, A = 0.25 * M_PI * D * D;
    for (int i = 0; i < ARRAY_LEN(REYNOLDS); i++) {
        world *world = *of;
        const double v = REYNOLDS[i] * mu / (rho * D), dp = colebrook(REYNOLDS[i]) * L / D * 0.5 * rho * v * v;
        char elements[600];
        snprintf(
            elements, sizeof elements,
            "hydraulic fluid: 1, incompressible, density, 870., viscosity, 0.02; hydraulic: 1, pipe, 1, 2, 0.01, 3., "
            "turbulent, hydraulic fluid, reference, 1; genel: 1, clamp, 2, hydraulic, const, 1.e5; force: 1, "
            "abstract, 1, hydraulic, const, %.17g;",
            -rho * v * A);
        assert_runs(world, PRESSURE, 1, (march){.until = 1e-2, .more = "derivatives tolerance: 1.e9;"},
                    (const char *const[]){"hydraulic nodes: 2; hydraulic elements: 1; genels: 1; forces: 1;",
                                          "hydraulic: 1, value, 2.e5; hydraulic: 2, value, 1.e5;", elements});
        assert_near(world_end(world)[0] - 1e5, dp, 0.03 * dp);
    }
}

/* --- loads that follow a way -------------------------------------------------------------------------------------- */

static double softening(double x) { return 100.0 * x - 500.0 * x * fabs(x) + 500.0 * x * x * x; }

/* The next point of p = f(x) at the distance ds of (x, c p), ahead: by bisection of the distance. */
static double next_on_curve(double x, double c, double ds)
{
    double near = x, far = x + ds;
    for (int i = 0; i < 100; i++) {
        const double at = 0.5 * (near + far);
        *(hypot(at - x, c * (softening(at) - softening(x))) < ds ? &near : &far) = at;
    }
    return near;
}

/* A spring whose force rises, falls below zero and rises again: load and displacement go along the curve in steps of
 * one length. */
static void load_along_a_curve_that_falls(void **of)
{
    static const probe LOAD_AND_WAY[] = {{"user defined", 10, "p"}, {"structural", 2, "X[3]"}};
    const double c = 1e-2, ds = 0.01;
    world *world = *of;
    assert_runs(
        world, LOAD_AND_WAY, 2, (march){.until = 80.5, .step = 1.0, .method = "implicit euler"},
        (const char *const[]){
            "structural nodes: 2; joints: 3; loadable elements: 2;",
            LOAD("loadinc") "structural: 1, static, null, eye, null, null; structural: 2, static, null, eye, null, "
                            "null;",
            "joint: 1, clamp, 1, node, node; joint: 2, deformable displacement joint, 1, null, 2, null, cubic elastic "
            "generic, 100., 100., 100., 0., 0., -500., 0., 0., 500.; joint: 3, total joint, 1, 2, orientation "
            "constraint, active, active, active, "
            "null; user defined: 10, load increment normalization, compliance, 1.e-2, const, 0.01; user defined: 11, "
            "load increment force, force, absolute, 2, 0., 0., 1., load increment normalization, 10;"});
    double x = world->v[1][1];
    assert_near(world->v[1][0], ds / c, 1e-9);
    for (int k = 2; k < world->n; k++) {
        x = next_on_curve(x, c, ds);
        assert_near(world->v[k][1], x, 1e-8);
        assert_near(world->v[k][0], softening(x), 1e-7);
    }
    assert_true(x > 0.6);
}

/* --- nonsmooth contact -------------------------------------------------------------------------------------------- */

#define NONSMOOTH "structural nodes: 2; rigid bodies: 1; joints: 2; loadable elements: 1;"
#define BALL                                                                                    \
    "joint: 1, clamp, 1, node, node; body: 2, 2, 0.2, null, eye; joint: 2, total joint, 1, 2, " \
    "orientation constraint, active, active, active, null;"
static const march EXACT = {.until = 0.5, .method = "implicit euler"};

/* Every name of the card, whatever solves it here. */
static const char *const LCP_SOLVERS[] = {"lexico lemke", "rpgs",  "qp",      "cpg",        "pgs",      "psor",
                                          "nsqp",         "latin", "latin_w", "Newton_min", "Newton_FB"};

/* Between two planes of different restitution, without gravity: each impact turns the velocity round by its e. */
static void restitution_of_a_nonsmooth_node(void **of)
{
    static const probe SPEED[] = {{"structural", 2, "XP[3]"}};
    for (int i = 0; i < ARRAY_LEN(LCP_SOLVERS); i++) {
        world *world = *of;
        char elements[1200];
        snprintf(elements, sizeof elements,
                 BALL "user defined: 10, nonsmooth node, 2, mass, 0.8, radius, 0.02, planes, 2, 1, position, null, "
                      "rotation orientation, eye, restitution, 0.6, 1, position, 0., 0., 0.15, rotation "
                      "orientation, 1, 1., 0., 0., 3, 0., 0., -1., restitution, 0.5, theta, 1., LCP solver, %s;",
                 LCP_SOLVERS[i]);
        assert_runs(world, SPEED, 1, EXACT,
                    (const char *const[]){NONSMOOTH,
                                          LOAD("nonsmooth-node") "structural: 1, static, null, eye, null, null;"
                                                                 "structural: 2, dynamic, 0., 0., 0.1, eye, 0., 0., "
                                                                 "-1., null;",
                                          elements});
        assert_near(world->v[50][0], -1.0, 1e-9);
        assert_near(world->v[120][0], 0.6, 1e-9); /* down 0.08 m at 1 m/s, then up 0.11 m at 0.6 m/s */
        assert_near(world->v[300][0], -0.3, 1e-9);
    }
}

/* Both masses weigh on the plane and are slowed down by mu g, whatever the direction of sliding; then they rest. */
static void block_that_slides_with_friction(void **of)
{
    static const probe SPEED[] = {{"structural", 2, "XP[1]"}, {"structural", 2, "XP[2]"}, {"user defined", 10, "#13"}};
    const double vx = 0.8, vy = -0.5, v = hypot(vx, vy), slows = 0.3 * 9.81;
    for (int i = 0; i < ARRAY_LEN(LCP_SOLVERS); i++) {
        world *world = *of;
        char elements[1200];
        snprintf(elements, sizeof elements,
                 BALL
                 "gravity: uniform, 0., 0., -1., const, 9.81; user defined: 10, nonsmooth node, 2, mass, 0.8, "
                 "radius, 0.02, planes, 1, 1, position, null, rotation orientation, eye, restitution, 0., friction "
                 "coefficient, 0.3, theta, 1., LCP solver, %s, %s max iterations, 2000;",
                 LCP_SOLVERS[i], i == 0 ? "" : "tolerance, 1.e-12,");
        assert_runs(world, SPEED, 3, EXACT,
                    (const char *const[]){NONSMOOTH "gravity;",
                                          LOAD("nonsmooth-node") "structural: 1, static, null, eye, null, null;"
                                                                 "structural: 2, dynamic, 0., 0., 0.019, eye, 0.8, "
                                                                 "-0.5, 0., null;",
                                          elements});
        for (int k = 1; k < world->n; k++) {
            const double part = fmax(1.0 - slows * world->t[k] / v, 0.0);
            assert_near(world->v[k][0], vx * part, 1e-8);
            assert_near(world->v[k][1], vy * part, 1e-8);
            assert_near(world->v[k][2], 1.0 * 9.81 * 1e-3, 1e-9);
        }
        assert_near(world_end(world)[0], 0.0, 1e-12);
    }
}

/* From rest, gravity at work from the start on: v = -g t, no momentum before; the impact turns it round by e. */
static void fall_from_rest_on_a_plane(void **of)
{
    static const probe SPEED[] = {{"structural", 2, "XP[3]"}, {"user defined", 10, "#12"}};
    static const char *const TYPES[] = {"both", "velocity", "position"};
    for (int i = 0; i < ARRAY_LEN(TYPES); i++) {
        world *world = *of;
        char elements[1000];
        snprintf(elements, sizeof elements,
                 BALL "gravity: uniform, 0., 0., -1., const, 9.81; user defined: 10, nonsmooth node, 2, mass, 0.8, "
                      "radius, 0.02, planes, 1, 1, position, null, rotation orientation, eye, restitution, 0.6, "
                      "constraint type, %s, theta, 1.;",
                 TYPES[i]);
        assert_runs(
            world, SPEED, 2, EXACT,
            (const char *const[]){NONSMOOTH "gravity;",
                                  LOAD("nonsmooth-node") "structural: 1, static, null, eye, null, null;"
                                                         "structural: 2, dynamic, 0., 0., 0.5, eye, null, null;",
                                  elements});
        int k = 0;
        for (; k < world->n && world->v[k][0] <= 0.0; k++) {
            assert_near(world->v[k][0], -9.81 * world->t[k], 1e-7);
            assert_near(world->v[k][1], 0.0, 1e-4);
        }
        assert_near(world->t[k], sqrt(2.0 * 0.48 / 9.81), 2e-3);
        assert_near(world->v[k][0], -0.6 * world->v[k - 1][0], 0.05);
    }
}

/* In a funnel of nine derivatives of 45 degrees, all touched: at rest from the start, held by the weight of both
 * masses. */
static void rest_in_a_funnel(void **of)
{
    enum { DERIVATIVES = 9 };
    static const probe REST[] = {{"structural", 2, "XP[3]"}, {"user defined", 10, "#3"}, {"user defined", 10, "#14"}};
    static const char *const SOLVERS[] = {"lexico lemke", "pgs"};
    for (int i = 0; i < ARRAY_LEN(SOLVERS); i++)
        for (int rough = 0; rough < 2; rough++) {
            world *world = *of;
            char elements[4000];
            int n = snprintf(elements, sizeof elements,
                             BALL "gravity: uniform, 0., 0., -1., const, 9.81; user defined: 10, nonsmooth node, 2, "
                                  "mass, 0.8, radius, 0.02, planes, %d",
                             DERIVATIVES);
            for (int k = 0; k < DERIVATIVES; k++)
                n += snprintf(elements + n, sizeof elements - (size_t)n,
                              ", 1, position, null, rotation orientation, 3, %.17g, %.17g, 1., 2, %.17g, %.17g, 0., "
                              "restitution, 0.5%s",
                              cos(0.7 * k), sin(0.7 * k), -sin(0.7 * k), cos(0.7 * k),
                              rough ? ", friction coefficient, 0.2" : "");
            snprintf(elements + n, sizeof elements - (size_t)n, ", theta, 1., LCP solver, %s;", SOLVERS[i]);
            assert_runs(world, REST, 3, (march){.until = 0.02, .method = "implicit euler", .tolerance = 1e-8},
                        (const char *const[]){NONSMOOTH "gravity;",
                                              LOAD("nonsmooth-node") "structural: 1, static, null, eye, null, null;"
                                                                     "structural: 2, dynamic, 0., 0., 0.02828, eye, "
                                                                     "null, null;",
                                              elements});
            for (int k = 1; k < world->n; k++) {
                assert_near(world->v[k][0], 0.0, 1e-8);
                assert_near(world->v[k][1], 9.81 * 1e-3, 1e-8);
                assert_near(world->v[k][2], DERIVATIVES, 0);
            }
        }
}

/* --- bristles ----------------------------------------------------------------------------------------------------- */

/* A sphere is held at a depth and drawn along a triangle. The friction is mu N (1 - exp(-s0 u / mu)) at the way u:
 * N s0 u to begin with, and mu N at last. It acts where the sphere touches. */
static void sphere_that_is_drawn_along_a_triangle(void **of)
{
    static const probe HOLD[] = {{"joint", 2, "Fx"}, {"joint", 2, "Fz"}, {"joint", 2, "My"}};
    const double mu = 0.3, s0 = 1000.0, N = 2e4 * 0.001, speed = 0.01;
    world *world = *of;
    assert_runs(
        world, HOLD, 3, (march){.until = 0.5},
        (const char *const[]){
            "structural nodes: 2; rigid bodies: 1; joints: 2; loadable elements: 1;",
            LOAD("triangular_contact") "scalar function: \"f\", multilinear, -1., -2.e4, 0., 0., 1., 0., end;"
                                       "structural: 1, static, null, eye, null, null;"
                                       "structural: 2, dynamic, 0., 0., 0.049, eye, 0.01, 0., 0., null;",
            "joint: 1, clamp, 1, node, node; body: 2, 2, 1., null, eye;"
            "joint: 2, total pin joint, 2, position, null, position, null, position constraint, active, active, "
            "active, component, linear, 0., 0.01, const, 0., const, 0.049, orientation constraint, active, "
            "active, active, null;"
            "user defined: 10, triangular contact, target node, 1, penalty function, \"f\", friction model, "
            "lugre, method, trapezoidal rule, coulomb friction coefficient, 0.3, micro slip stiffness, 1000., "
            "number of target vertices, 3, -1., -1., 0., 1., -0.8, 0., 0.1, 1., 0., number of target faces, 1, "
            "1, 2, 3, number of contact nodes, 1, 2, number of contact vertices, 1, offset, null, radius, "
            "0.05;"});
    for (int k = 0; k < world->n; k++) {
        const double drag = mu * N * (1.0 - exp(-s0 * speed * world->t[k] / mu));
        assert_near(fabs(world->v[k][0]), drag, 3e-4);
        assert_near(fabs(world->v[k][1]), N, 1e-9);
        assert_near(fabs(world->v[k][2]), 0.049 * fabs(world->v[k][0]), 1e-7);
    }
    assert_near(fabs(world->v[1][0]), N * s0 * speed * world->t[1], 0.1 * N * s0 * speed * world->t[1]);
    assert_near(fabs(world_end(world)[0]), mu * N, 1e-5);
}

/* --- inequalities ------------------------------------------------------------------------------------------------- */

/* A mass falls on the wall and stays there: before, no force and v = -g t; at the end the force is its weight. Between
 * them never both a distance and a force, and neither is negative. */
static void mass_that_falls_on_a_wall(void **of)
{
    static const probe WALL[] = {{"user defined", 1, "#1"}, {"user defined", 1, "#2"}, {"user defined", 1, "#4"}};
    static const char *const SOLVERS[] = {"", "nonlinear solver: mcp newton fb;",
                                          "nonlinear solver: mcp newton min fb;"};
    for (int i = 0; i < ARRAY_LEN(SOLVERS); i++) {
        world *world = *of;
        assert_runs(world, WALL, 3,
                    (march){.until = 0.3, .tolerance = 1e-9, .method = "implicit euler", .more = SOLVERS[i]},
                    (const char *const[]){"loadable elements: 1; abstract nodes: 1; genels: 1;",
                                          LOAD("mcp_test1") "abstract: 1;",
                                          "genel: 1, clamp, 1, abstract, algebraic, 0.; user defined: 1, mcp test2, "
                                          "2., 0., 0.1, 0., const, -19.62;"});
        assert_near(world->v[100][1], -9.81 * world->t[100], 1e-7);
        for (int k = 0; k < world->n; k++) {
            assert_true(world->v[k][0] > -1e-9 && world->v[k][2] > -1e-6);
            assert_near(fmin(world->v[k][0], world->v[k][2]), 0.0, 1e-6);
        }
        assert_near(world_end(world)[0], 0.0, 1e-9);
        assert_near(world_end(world)[1], 0.0, 1e-9);
        assert_near(world_end(world)[2], 19.62, 1e-6);
    }
}

/* A block on a plane, its foot below its centre; more: what the foot has besides. */
static void run_block(world *world, const probe *of, int n, double until, const char *velocity, const char *lift,
                      const char *more)
{
    char nodes[400], elements[1200];
    snprintf(nodes, sizeof nodes,
             LOAD("uni_in_plane") "structural: 1, static, null, eye, null, null;"
                                  "structural: 2, dynamic, 0., 0., 0.02, eye, %s, null;",
             velocity);
    snprintf(elements, sizeof elements,
             "joint: 1, clamp, 1, node, node; body: 2, 2, 2., null, eye; gravity: uniform, 0., 0., -1., const, 9.81;"
             "force: 1, absolute, 2, position, null, 0., 0., 1., %s;"
             "joint: 2, total pin joint, 2, position, null, orientation constraint, active, active, active, null;"
             "user defined: 10, unilateral in plane, node1, 2, offset, 1, 0., 0., -0.02, %s;",
             lift, more);
    assert_runs(world, of, n, (march){.until = until, .tolerance = 1e-9, .method = "implicit euler"},
                (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2; forces: 1; gravity; loadable "
                                      "elements: 1;",
                                      nodes, elements});
}

/* The block slides, slowed down by mu g along its way once the bristles are bent, and rests. A force takes its weight
 * away, and it lifts: (F - m g) / m from then on. */
static void block_that_slides_rests_and_lifts(void **of)
{
    static const probe FOOT[] = {{"user defined", 10, "#1"}, {"user defined", 10, "#2"}, {"user defined", 10, "#3"},
                                 {"user defined", 10, "#4"}, {"structural", 2, "XP[1]"}, {"structural", 2, "XP[2]"},
                                 {"structural", 2, "XP[3]"}};
    const double weight = 2.0 * 9.81, slows = 0.3 * 9.81, v = hypot(0.4, 0.3);
    world *world = *of;
    run_block(world, FOOT, 7, 0.6, "0.4, 0.3, 0.", "ramp, 200., 0.4, 1., 0.",
              "node2, 1, offset, null, hinge, eye, coulomb friction coefficient, 0.3, micro slip stiffness, 1.e5");
    for (int k = 20; k < 150; k++) {
        assert_near(world->v[k][1], weight, 1e-6);
        assert_near(world->v[k][2], -0.3 * weight * 0.8, 1e-4);
        assert_near(world->v[k][3], -0.3 * weight * 0.6, 1e-4);
        assert_near(world->v[k][4] - world->v[20][4], -0.8 * slows * (world->t[k] - world->t[20]), 1e-5);
    }
    assert_near(hypot(world->v[300][4], world->v[300][5]), 0.0, 2e-3 * v);
    for (int k = 420; k < world->n; k++) {
        const double lift = 200.0 * (world->t[k] - 0.4);
        assert_near(world->v[k][1], fmax(weight - lift, 0.0), 1e-5);
        if (lift < weight)
            assert_near(world->v[k][0], 0.0, 1e-9);
    }
    const double since = world->t[world->n - 1] - 0.4 - weight / 200.0;
    assert_near(world_end(world)[6], 0.5 * 100.0 * since * since, 0.01);
}

/* Dropped from 0.1 on a rigid plane, a mass falls freely, lands without restitution and rests, whatever the method. */
static void dropped_mass_stays_down(void **of)
{
    static const char *const METHODS[] = {"ms, 0.6", "ms, 0.", "hope, 0.6", "bdf", "implicit euler"};
    static const probe FOOT[] = {{"user defined", 10, "#1"}, {"user defined", 10, "#2"}};
    world *world = *of;
    for (int i = 0; i < 5; i++) {
        assert_runs(world, FOOT, 2, (march){.until = 0.4, .step = 1e-3, .tolerance = 1e-6, .method = METHODS[i]},
                    (const char *const[]){
                        "structural nodes: 2; rigid bodies: 1; joints: 1; gravity; loadable elements: 1;",
                        LOAD("uni_in_plane") "structural: 1, static, null, eye, null, null; structural: 2, dynamic, "
                                             "0., 0., 0.1, eye, null, null;",
                        "joint: 1, clamp, 1, node, node; body: 2, 2, 1., null, eye; gravity: uniform, 0., 0., -1., "
                        "const, 9.81; user defined: 10, unilateral in plane, node1, 2, offset, 1, null, node2, 1;"});
        for (int k = 0; k < world->n; k++) {
            const double fall = 0.1 - 0.5 * 9.81 * world->t[k] * world->t[k];
            assert_true(world->v[k][0] > -1e-9);
            if (fall > 0.01)
                assert_near(world->v[k][0], fall, 2e-3);
            if (world->t[k] > 0.2)
                assert_near(world->v[k][0], 0.0, 1e-6);
        }
        assert_near(world_end(world)[1], 9.81, 1e-3);
    }
}

/* Pressed by its weight, a foot sinks in by m g / k, or stays away by epsilon / (m g). */
static void foot_on_a_plane_that_yields(void **of)
{
    static const probe FOOT[] = {{"user defined", 10, "#1"}, {"user defined", 10, "#2"}};
    world *world = *of;
    run_block(world, FOOT, 2, 1.0, "null", "const, 0.", "stiffness, 1.e5, enable mcp, yes, node2, 1");
    assert_near(world_end(world)[0], -19.62 / 1e5, 1e-9);
    assert_near(world_end(world)[1], 19.62, 1e-5);
    run_block(world, FOOT, 2, 1.0, "null", "const, 0.", "epsilon, 1.e-3, node2, 1");
    assert_near(world_end(world)[0], 1e-3 / 19.62, 1e-8);
    assert_near(world_end(world)[1], 19.62, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(force_length_and_force_velocity_of_a_muscle),
        TEST(torque_and_slip_of_an_induction_motor),
        TEST(switch_closes_at_one_half),
        TEST(sliding_on_a_line_that_rotates),
        TEST(restitution_of_contact_laws),
        TEST(sommerfeld_numbers),
        TEST(parts_of_a_pid_controller),
        TEST(rotation_vector_of_euler_angles),
        TEST(mass_on_a_deformable_joint),
        TEST(smooth_pipes_and_colebrook),
        TEST(load_along_a_curve_that_falls),
        TEST(restitution_of_a_nonsmooth_node),
        TEST(block_that_slides_with_friction),
        TEST(sphere_that_is_drawn_along_a_triangle),
        TEST(fall_from_rest_on_a_plane),
        TEST(rest_in_a_funnel),
        TEST(mass_that_falls_on_a_wall),
        TEST(block_that_slides_rests_and_lifts),
        TEST(foot_on_a_plane_that_yields),
        TEST(dropped_mass_stays_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
