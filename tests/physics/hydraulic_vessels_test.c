/* hydraulic_vessels_test.c - rows of pipes, tanks, accumulators and cylinders against their equations, which are
 * written once more.
 *
 * Rows of hydraulic nodes count what is taken out of them. */
#include "physics/hydraulic_rows.h"

static const double MU = 0.02, D = 0.05, AREA = 2.4e-3, LENGTH = 1.7;

#define PIPE_CARD(kind, more) "hydraulic: 1, " kind ", 501, 502, 0.05, area, 2.4e-3, 1.7, " more OIL ";"

/* --- pipes -------------------------------------------------------------------------------------------------------- */

/* The flow that has a Reynolds number. */
static double flow_of(double reynolds) { return reynolds * AREA * MU / D; }

/* A dp: Darcy's factor 64 / Re, a cubic in Re / 1000 where the flow changes, Blasius' 0.3164 / Re^(1/4). The limits
 * are those of another Reynolds number, that in the middle of the pipe. */
static double darcy(bool was_turbulent, double reynolds, double middle)
{
    const double X = reynolds / 1000.0;
    if (middle < (was_turbulent ? 2000 : 2500))
        return 64.0 / reynolds;
    if (middle > (was_turbulent ? 3100 : 4000))
        return 0.3164 * pow(reynolds, -0.25);
    return was_turbulent ? 0.0528 - 0.018 * X + 0.002 * X * X + 0.0009 * X * X * X
                         : 0.0542 - 0.018 * X + 0.0008 * X * X + 0.0007 * X * X * X;
}

static double friction_of(bool was_turbulent, double length, double rho, double q, double middle)
{
    const double v = q / (rho * AREA), per_flow = D / (AREA * MU);
    return AREA * darcy(was_turbulent, fabs(q) * per_flow, fabs(middle) * per_flow) * length / D * rho * v * fabs(v) /
           2.0;
}

static const double REYNOLDS[] = {1500, 1990, 2010, 2490, 2510, 3050, 3150, 3990, 4010, 9000, -1500, -2700, -9000};
enum { FLOWS = sizeof REYNOLDS / sizeof *REYNOLDS };

static void pipes_in_every_kind_of_flow(void **of)
{
    static const double P[] = {6.0, 2.5};
    row_world *row_world = *of;
    for (int k = 0; k < 2 * FLOWS; k++) {
        const bool was_turbulent = k >= FLOWS;
        const double reynolds = REYNOLDS[k % FLOWS], q = flow_of(reynolds), mean = oil_density(4.25);
        rows_begin(row_world, was_turbulent ? PIPE_CARD("pipe", "turbulent, ") : PIPE_CARD("pipe", ""));
        set_pressures(row_world, 2, P);
        set_internal(row_world, 0, q, 0.0);
        rows_eval(row_world, 0);
        const double rho = fabs(reynolds) < (was_turbulent ? 2000 : 2500) ? 850.0 : mean;
        assert_same(internal_row(row_world, 0), AREA * (P[0] - P[1]) - friction_of(was_turbulent, LENGTH, rho, q, q));
        assert_same(taken_from(row_world, 1), q);
        assert_same(taken_from(row_world, 2), -q);
        assert_same(printed(row_world, 1), q / (mean * AREA));
        assert_same(printed(row_world, 2), q);
        assert_same(printed(row_world, 3), fabs(reynolds));
        assert_jacobian(row_world, 1e-5, 1e-6);
    }
}

/* What a step ends with counts in the next one: turbulent above 4000, or above 2000 when it was so before. */
static void pipes_remember_what_the_flow_was(void **of)
{
    static const char *const CARDS[] = {PIPE_CARD("pipe", ""), PIPE_CARD("pipe", "turbulent, "),
                                        PIPE_CARD("dynamic pipe", ""), PIPE_CARD("dynamic pipe", "turbulent, ")};
    static const double P[] = {6.0, 2.5};
    row_world *row_world = *of;
    for (int k = 0; k < 4 * FLOWS; k++) {
        const bool was_turbulent = k / FLOWS % 2, is_dynamic = k / FLOWS >= 2;
        const double reynolds = fabs(REYNOLDS[k % FLOWS]), q = flow_of(REYNOLDS[k % FLOWS]);
        rows_begin(row_world, CARDS[k / FLOWS]);
        set_pressures(row_world, 2, P);
        set_internal(row_world, 0, is_dynamic ? 1.2 * q : q, 0.0);
        if (is_dynamic)
            set_internal(row_world, 1, 0.8 * q, 0.0);
        row_world->element->type->history->accept(&row_world->state.state, row_world->element,
                                                  row_world->state.remembers);
        const bool is_turbulent = reynolds > (was_turbulent ? 2000 : 4000);
        const double now = flow_of(2300);
        set_internal(row_world, 0, now, 0.0);
        if (is_dynamic) {
            assert_same(printed(row_world, 15), is_turbulent);
            continue;
        }
        rows_eval(row_world, 0);
        const double rho = is_turbulent ? oil_density(4.25) : 850.0;
        assert_same(internal_row(row_world, 0),
                    AREA * (P[0] - P[1]) - friction_of(is_turbulent, LENGTH, rho, now, now));
    }
}

#define VAPOUR "hydraulic fluid, exponential, density, 850., 1.5e4, 3., viscosity, 0.02, 1."
static double vapour_density(double p) { return 850.0 * exp((p - 3.0) / 1.5e4); }
static double mix(const double a[2], double part) { return part * a[0] + (1.0 - part) * a[1]; }

/* Two halves with linear flows and pressures: mass and momentum of each. `seen`: the pressures that densities go by. */
static void assert_dynamic_pipe(const row_world *row_world, bool was_turbulent, const double p[2], const double seen[2],
                                const double q[2])
{
    const double *const internal = row_world->state.yp + row_world->element->internal, q_m = 0.5 * (q[0] + q[1]);
    const double rho_m = vapour_density(mix(seen, 0.5)), drop = p[0] - p[1];
    for (int i = 0; i < 2; i++) {
        const double near = i == 0 ? 0.75 : 0.25, sign = i == 0 ? 1.0 : -1.0, rho = vapour_density(seen[i]);
        const double derivative = vapour_density(mix(seen, near)) / 1.5e4, q_a = mix(q, near);
        const double stored = 0.5 * AREA * LENGTH * derivative * mix(internal + 2, near);
        assert_same(taken_from(row_world, 1 + i), stored + sign * q_m);
        const double flux = q[i] * q[i] / (rho * AREA) - q_m * q_m / (rho_m * AREA);
        assert_same(internal_row(row_world, i),
                    -0.5 * LENGTH * mix(internal, near) + sign * flux + 0.5 * AREA * drop -
                        friction_of(was_turbulent, 0.5 * LENGTH, 0.5 * (rho + rho_m), q_a, q_m));
        assert_same(internal_row(row_world, 2 + i), p[i] - row_world->state.y[row_world->element->internal + 2 + i]);
    }
    const double printed_row[] = {p[0],
                                  p[1],
                                  internal[2],
                                  internal[3],
                                  q[0],
                                  q[1],
                                  internal[0],
                                  internal[1],
                                  vapour_density(seen[0]),
                                  rho_m,
                                  vapour_density(seen[1])};
    for (int k = 0; k < 11; k++)
        assert_same(printed(row_world, 1 + k), printed_row[k]);
    for (int i = 0; i < 2; i++)
        assert_same(printed(row_world, 12 + i), vapour_density(mix(p, i == 0 ? 0.75 : 0.25)) / 1.5e4);
    assert_same(printed(row_world, 14), fabs(q_m) * D / (AREA * MU));
    assert_same(printed(row_world, 15), was_turbulent);
}

static void dynamic_pipes(void **of)
{
    static const double P[] = {6.0, 2.5}, BEFORE[] = {5.0, 4.0};
    row_world *row_world = *of;
    for (int k = 0; k < 2 * FLOWS; k++) {
        const double q[] = {1.1 * flow_of(REYNOLDS[k % FLOWS]), 0.7 * flow_of(REYNOLDS[k % FLOWS])};
        rows_begin(row_world,
                   k >= FLOWS ? "hydraulic: 1, dynamic pipe, 501, 502, 0.05, area, 2.4e-3, 1.7, turbulent, " VAPOUR ";"
                              : "hydraulic: 1, dynamic pipe, 501, 502, 0.05, area, 2.4e-3, 1.7, " VAPOUR ";");
        set_pressures(row_world, 2, P);
        for (int i = 0; i < 2; i++) {
            set_internal(row_world, i, q[i], 0.8 - i);
            set_internal(row_world, 2 + i, P[i] + 0.1, 20.0 - 50.0 * i);
        }
        rows_eval(row_world, 0);
        assert_dynamic_pipe(row_world, k >= FLOWS, P, P, q);
        assert_jacobian(row_world, 1e-5, 1e-6);
        row_world->state.state.freezes_switches = true;
        for (int i = 0; i < 2; i++)
            row_world->state.y_prev[row_world->element->internal + 2 + i] = BEFORE[i];
        rows_eval(row_world, 0);
        assert_dynamic_pipe(row_world, k >= FLOWS, P, BEFORE, q);
        assert_jacobian(row_world, 1e-5, 1e-6);
    }
}

static void assert_initial(row_world *row_world, int n, const double *expected)
{
    initial_values initial = {.y = row_world->state.y, .yp = row_world->state.yp};
    row_world->element->type->initial(&row_world->state.state, row_world->element, &initial);
    for (int i = 0; i < n; i++)
        assert_same(row_world->state.y[row_world->element->internal + i], expected[i]);
}

/* --- tanks -------------------------------------------------------------------------------------------------------- */

/* Both pipes lead in or out, or one each; below the largest level, above it, at it, and seen from the step before. */
static void tanks_below_and_above_their_limit(void **of)
{
    static const double P[][2] = {{9.0, 7.0}, {9.0, 1.0}, {1.0, 7.0}, {2.0, 1.0}, {9.0, 3.9}, {3.9, 9.0}};
    static const struct {
        double level, before;
        bool holds, is_full;
    } LEVELS[] = {{1.2, 1.2, false, false},
                  {2.6, 1.2, false, true},
                  {2.6, 1.2, true, false},
                  {1.2, 2.6, true, true},
                  {2.0, 2.0, false, false}};
    const double inside = 4.0, inertia = oil_density(inside) * 0.3;
    row_world *row_world = *of;
    rows_begin(row_world, "hydraulic: 1, tank, 501, 502, 4., 2.e-3, 0.3, 2., 0., " OIL ";");
    for (int k = 0; k < 30; k++) {
        const double *const p = P[k % 6];
        set_pressures(row_world, 2, p);
        set_internal(row_world, 0, LEVELS[k / 6].level, 0.7);
        row_world->state.y_prev[row_world->element->internal] = LEVELS[k / 6].before;
        row_world->state.state.freezes_switches = LEVELS[k / 6].holds;
        rows_eval(row_world, 0);
        double q[2];
        for (int i = 0; i < 2; i++)
            q[i] = turbulent(oil_density(0.5 * (p[i] + inside)), 2e-3 / sqrt(i == 0 ? 1.0 : 0.5), p[i], inside);
        const bool is_full = LEVELS[k / 6].is_full && q[0] + q[1] > 0.0;
        for (int i = 0; is_full && i < 2; i++)
            q[i] = q[i] > 0.0 ? fmax(0.0, -q[1 - i]) : q[i];
        for (int i = 0; i < 2; i++) {
            assert_same(taken_from(row_world, 1 + i), q[i]);
            assert_same(printed(row_world, 3 + i), -q[i]);
        }
        const double over = LEVELS[k / 6].level - 2.0;
        assert_same(internal_row(row_world, 0), is_full ? inertia * (0.7 + over / 1.0) : inertia * 0.7 - q[0] - q[1]);
        assert_same(printed(row_world, 1), LEVELS[k / 6].level);
        assert_same(printed(row_world, 2), 0.7);
        if (over != 0.0)
            assert_jacobian(row_world, 1e-5, 1e-6);
    }
}

/* Half full; an empty one is refused, one that has just run dry is not. */
static void tanks_begin_half_full_and_must_not_run_dry(void **of)
{
    row_world *row_world = *of;
    rows_begin(row_world, "hydraulic: 1, tank, 501, 502, 4., 2.e-3, 0.3, 2., 0., " OIL ";");
    assert_initial(row_world, 1, (const double[]){1.0});
    set_internal(row_world, 0, 0.0, 0.7);
    rows_eval(row_world, 0);
    assert_false(row_world->state.failed.is_set);
    set_internal(row_world, 0, -1e-9, 0.7);
    rows_eval(row_world, 0);
    assert_true(row_world->state.failed.is_set);
}

/* --- accumulators ------------------------------------------------------------------------------------------------- */

typedef struct {
    double p0, most, gamma, stiffness, preload, mass, in, out, high;
} cap;

static double gas_over(const cap *cap, double x)
{
    if (cap->p0 == 0.0 || x <= 0.0)
        return cap->p0;
    const double p = x < 1.6 ? cap->p0 * pow(1.6 / (1.6 - x), cap->gamma) : HUGE_VAL;
    return fmin(p, cap->most);
}

static void assert_accumulator(row_world *row_world, const cap *cap)
{
    static const double XS[] = {0.2, 0.9, 1.5, 1.59, 1.65, -0.3}, VS[] = {0.7, -0.7}, P[] = {6.0};
    const stops_given stops = {0.0, cap->high, 50.0, 7.0, 3.0};
    set_pressures(row_world, 1, P);
    for (int i = 0; i < 24; i++) {
        const double x = XS[i % 6], v = VS[i / 6 % 2], a = i >= 12 ? 0.4 : -0.4, ratio = 0.3 / 0.2;
        set_internal(row_world, 0, x, 0.9);
        set_internal(row_world, 1, v, a);
        rows_eval(row_world, 0);
        const double loss = 0.5 * 850.0 * 0.3 * (v > 0 ? cap->in : cap->out) * ratio * ratio * fabs(v) * v;
        assert_same(internal_row(row_world, 0), v - 0.9);
        assert_same(internal_row(row_world, 1), 0.3 * (P[0] - gas_over(cap, x)) - cap->stiffness * x - cap->preload -
                                                    loss - stops_push(&stops, x, v, a) - cap->mass * a);
        assert_same(taken_from(row_world, 1), 850.0 * 0.3 * v);
        const double row[] = {x, v, a, gas_over(cap, x), -850.0 * 0.3 * v, 850.0};
        for (int k = 0; k < 6; k++)
            assert_same(printed(row_world, 1 + k), row[k]);
        assert_jacobian(row_world, 1e-6, 1e-5);
    }
}

/* The stop stands where the gas has its largest pressure, 1.6 (1 - (2 / 9)^(1 / 1.3)) = 1.0966. */
static void accumulators_with_every_part(void **of)
{
    const double full = 1.6 * (1.0 - pow(2.0 / 9.0, 1.0 / 1.3));
    row_world *row_world = *of;
    rows_begin(row_world, "hydraulic: 1, accumulator, 501, 1.6, start, 0.4, 0.3, 0.2, 1.7, 50., 7., 3., " OIL ";");
    assert_accumulator(row_world, &(cap){.mass = 1.7, .in = 1.0, .out = 0.5, .high = 1.6});
    assert_initial(row_world, 1, (const double[]){0.4});
    rows_begin(row_world,
               "hydraulic: 1, accumulator, 501, 1.6, 0.3, 0.2, 1.7, loss in, 2.5, loss out, 1.4, gas, 2., 9., 1.3, "
               "weight, 0.6, spring, 11., 0.8, 50., 7., 3., " OIL ";");
    assert_accumulator(row_world, &(cap){2.0, 9.0, 1.3, 11.0, 0.8, 2.3, 2.5, 1.4, full});
}

/* --- cylinders ---------------------------------------------------------------------------------------------------- */

static const vec3 F1 = {0.1, -0.2, 0.3}, F2 = {-0.4, 0.2, 0.1};

/* The piston seen in the axes of the cylinder: l = e~ . R1' (x2 + R2 f2 - x1) - e~ . f1, and its rate. */
static double stroke_of(const row_world *row_world, vec3 e, double *rate)
{
    const pose *a = pose_of(row_world, 1), *b = pose_of(row_world, 2);
    const vec3 arm = mat3_mulv(&b->R, F2), d = vec3_sub(vec3_add(b->x, arm), a->x);
    const vec3 v = vec3_sub(vec3_add(b->v, vec3_cross(b->w, arm)), vec3_add(a->v, vec3_cross(a->w, d)));
    *rate = vec3_dot(e, mat3_tmulv(&a->R, v));
    return vec3_dot(e, vec3_sub(mat3_tmulv(&a->R, d), F1));
}

static void assert_cylinder(const row_world *row_world, vec3 e, const double p[2], const double seen[2], double length)
{
    static const double A[] = {0.3, 0.2};
    double speed;
    const double l = stroke_of(row_world, e, &speed), *const rate = row_world->state.yp + row_world->element->internal;
    const double x[] = {l, length - l}, x_rate[] = {speed, -speed};
    for (int k = 0; k < 2; k++) {
        const double rho = k == 0 ? oil_density(seen[0]) : vapour_density(seen[1]);
        const double derivative = k == 0 ? OIL_DERIVATIVE : vapour_density(seen[1]) / 1.5e4;
        const double q = A[k] * (x[k] * derivative * rate[k] + rho * x_rate[k]);
        assert_same(taken_from(row_world, 1 + k), q);
        assert_same(internal_row(row_world, k), p[k] - row_world->state.y[row_world->element->internal + k]);
        const double row[] = {q, p[k], rate[k], A[k] * x[k], k == 0 ? oil_density(p[0]) : vapour_density(p[1])};
        for (int i = 0; i < 5; i++)
            assert_same(printed(row_world, 1 + 2 * i + k), row[i]);
    }
    const pose *a = pose_of(row_world, 1), *b = pose_of(row_world, 2);
    const vec3 F = vec3_scale(A[0] * p[0] - A[1] * p[1], mat3_mulv(&a->R, e));
    assert_same_vec3(force_on(row_world, 2), F);
    assert_same_vec3(force_on(row_world, 1), vec3_scale(-1.0, F));
    assert_same_vec3(moment_on(row_world, 2), vec3_cross(mat3_mulv(&b->R, F2), F));
    assert_same_vec3(moment_on(row_world, 1), vec3_scale(-1.0, vec3_cross(mat3_mulv(&a->R, F1), F)));
}

static void cylinders_along_an_axis(void **of)
{
    static const double P[] = {6.0, 2.5}, BEFORE[] = {5.0, 4.0};
    row_world *row_world = *of;
    for (int i = 0; i < 2; i++) {
        rows_begin(row_world,
                   i == 0
                       ? "hydraulic: 1, actuator, 501, 502, 1, 0.1, -0.2, 0.3, 2, -0.4, 0.2, 0.1, 0.3, 0.2, 2.4, " OIL
                         ", " VAPOUR ";"
                       : "hydraulic: 1, actuator, 501, 502, 1, 0.1, -0.2, 0.3, 2, -0.4, 0.2, 0.1, direction, 2., "
                         "-1., 2., 0.3, 0.2, 2.4, " OIL ", " VAPOUR ";");
        const vec3 e = i == 0 ? (vec3){0, 0, 1} : (vec3){2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0};
        set_pressures(row_world, 2, P);
        for (int k = 0; k < 2; k++)
            set_internal(row_world, k, P[k] + 0.1 + k, 20.0 - 50.0 * k);
        rows_eval(row_world, 0);
        assert_cylinder(row_world, e, P, (const double[]){6.1, 3.6}, 2.4);
        assert_jacobian(row_world, 1e-5, 1e-6);
        row_world->state.state.freezes_switches = true;
        for (int k = 0; k < 2; k++)
            row_world->state.y_prev[row_world->element->internal + k] = BEFORE[k];
        rows_eval(row_world, 0);
        assert_cylinder(row_world, e, P, BEFORE, 2.4);
        assert_jacobian(row_world, 1e-5, 1e-6);
        assert_initial(row_world, 2, P);
    }
}

static void pipes_begin_with_the_flow_of_the_card(void **of)
{
    static const double P[] = {6.0, 2.5};
    row_world *row_world = *of;
    rows_begin(row_world, PIPE_CARD("pipe", "initial value, 0.7, "));
    assert_initial(row_world, 1, (const double[]){0.7});
    rows_begin(row_world, PIPE_CARD("dynamic pipe", "initial value, 0.7, "));
    set_pressures(row_world, 2, P);
    assert_initial(row_world, 4, (const double[]){0.7, 0.7, P[0], P[1]});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW_TEST(pipes_in_every_kind_of_flow),
        ROW_TEST(pipes_remember_what_the_flow_was),
        ROW_TEST(dynamic_pipes),
        ROW_TEST(tanks_below_and_above_their_limit),
        ROW_TEST(tanks_begin_half_full_and_must_not_run_dry),
        ROW_TEST(accumulators_with_every_part),
        ROW_TEST(cylinders_along_an_axis),
        ROW_TEST(pipes_begin_with_the_flow_of_the_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
