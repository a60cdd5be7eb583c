/* hydraulic_valves_test.c - rows of valves, orifices and losses against their equations, which are written once more.
 *
 * Rows of hydraulic nodes count what is taken out of them. Pressures are such that flows go both ways. */
#include "physics/hydraulic_rows.h"

static const double C_VALVE = 0.6, C_SLIT = M_PI / (M_PI + 2.0);

/* --- losses ------------------------------------------------------------------------------------------------------- */

static void minor_losses_at_the_mean_density(void **of)
{
    static const double P[][2] = {{7.0, 2.0}, {2.0, 7.0}};
    row_world *row_world = *of;
    rows_begin(row_world, "hydraulic: 1, minor loss, 501, 502, 1.5, 4., 0.003, " OIL ";");
    for (int i = 0; i < 2; i++) {
        set_pressures(row_world, 2, P[i]);
        rows_eval(row_world, 0);
        const double q = turbulent(oil_density(4.5), 0.003 / sqrt(i == 0 ? 1.5 : 4.0), P[i][0], P[i][1]);
        assert_same(taken_from(row_world, 1), q);
        assert_same(taken_from(row_world, 2), -q);
        assert_same(printed(row_world, 1), q / (oil_density(4.5) * 0.003));
        assert_same(printed(row_world, 2), q);
        assert_jacobian(row_world, 1e-5, 1e-7);
    }
}

/* Below 1e-6 the root has no use: the odd cubic in its place has its value and its derivative there. */
static void rounded_root_where_pressures_are_the_same(void **of)
{
    static const double PARTS[] = {0.0, 0.3, -0.8, 1.0, -1.0};
    const double most = 1e-6, scale = 0.003 * sqrt(2.0 * 850.0 * most);
    row_world *row_world = *of;
    rows_begin(row_world,
               "hydraulic: 1, minor loss, 501, 502, 1., 1., 0.003, hydraulic fluid, incompressible, density, 850.;");
    for (int i = 0; i < 5; i++) {
        const double z = PARTS[i];
        set_pressures(row_world, 2, (const double[]){z * most, 0.0});
        rows_eval(row_world, 0);
        assert_same(taken_from(row_world, 1) / scale, 1.25 * z - 0.25 * z * z * z);
        if (fabs(z) < 1.0)
            assert_jacobian(row_world, 1e-9, 1e-5);
    }
}

static void shuttle_joins_the_higher_pressure(void **of)
{
    static const double P[][3] = {{9.0, 4.0, 2.0}, {1.0, 4.0, 2.0}, {9.0, 2.0, 4.0}, {1.0, 2.0, 4.0}};
    row_world *row_world = *of;
    rows_begin(row_world, "hydraulic: 1, three way minor loss, 501, 502, 503, 1.5, 4., 0.003, 0.005, " OIL ";");
    for (int i = 0; i < 4; i++) {
        const double area = i < 2 ? 0.003 : 0.005, loss = i % 2 == 0 ? 1.5 : 4.0,
                     rho = oil_density(0.5 * (P[i][0] + 4));
        const double q = turbulent(rho, area / sqrt(loss), P[i][0], 4.0);
        set_pressures(row_world, 3, P[i]);
        rows_eval(row_world, 0);
        assert_same(taken_from(row_world, 1), q);
        assert_same(taken_from(row_world, i < 2 ? 2 : 3), -q);
        assert_same(taken_from(row_world, i < 2 ? 3 : 2), 0.0);
        assert_same(printed(row_world, 1), q / (rho * area));
        assert_same(printed(row_world, 2), q);
        assert_jacobian(row_world, 1e-5, 1e-7);
    }
}

/* Laminar up to Re mu^2 A_pipe / (0.08 rho d^2 A) = 0.0104, and Merritt's coefficient beyond. */
static void orifices_laminar_and_turbulent(void **of)
{
    static const double DROPS[] = {0.01, -0.01, 0.011, -0.011, 5.0, -5.0};
    const double d = 0.05, a = 4e-4, pipe = 1.2e-3, mu = 0.02, r = a / pipe;
    const double c = 0.6005 + 0.1707 * r + 0.158 * r * r - 0.4971 * pow(r, 3) + 0.4855 * pow(r, 4);
    const double C = 0.98 * c / sqrt(1.0 - pow(c * r, 2)), most = 1.475 * mu * mu * pipe / (0.08 * 850.0 * d * d * a);
    row_world *row_world = *of;
    rows_begin(row_world, "hydraulic: 1, orifice, 501, 502, 0.05, 4.e-4, area, 1.2e-3, reynolds, 1.475, " OIL ";");
    assert_true(most > 0.01 && most < 0.011);
    for (int i = 0; i < 6; i++) {
        const double p[] = {3.0 + 0.5 * DROPS[i], 3.0 - 0.5 * DROPS[i]}, rho = oil_density(3.0);
        const bool is_laminar = fabs(DROPS[i]) < most;
        const double q = is_laminar ? 0.08 * rho * d * a * DROPS[i] / mu : turbulent(rho, C * a, p[0], p[1]);
        set_pressures(row_world, 2, p);
        rows_eval(row_world, 0);
        assert_same(taken_from(row_world, 1), q);
        assert_same(taken_from(row_world, 2), -q);
        assert_same(printed(row_world, 1), q / (rho * pipe));
        assert_same(printed(row_world, 2), q);
        assert_same(printed(row_world, 3), fabs(q) * d / (pipe * mu));
        assert_same(printed(row_world, 4), !is_laminar);
        assert_jacobian(row_world, 1e-6, 1e-6);
    }
}

/* --- valves between four nodes ------------------------------------------------------------------------------------ */

static const double P4[] = {9.0, 4.0, 6.0, 1.0, 5.5, 2.5};

/* Sums over 12, 13, 24, 34 and, of the second kind, 14 and 23. */
static void assert_four_way(row_world *row_world, const double area[6], double c, double rho, int printed_at)
{
    static const int ENDS[6][2] = {{1, 2}, {1, 3}, {2, 4}, {3, 4}, {1, 4}, {2, 3}};
    double out[5] = {0};
    for (int k = 0; k < 6; k++) {
        const double q = turbulent(rho, c * area[k], P4[ENDS[k][0] - 1], P4[ENDS[k][1] - 1]);
        out[ENDS[k][0]] += q;
        out[ENDS[k][1]] -= q;
    }
    for (int i = 1; i <= 4; i++) {
        assert_same(taken_from(row_world, i), out[i]);
        assert_same(printed(row_world, printed_at + i - 1), -out[i]);
    }
}

static void control_valves_of_a_given_state(void **of)
{
    static const double STATES[] = {0.4, -0.7, 1.8, -1.5, 0.0};
    const double A = 2e-3, l = 0.05;
    row_world *row_world = *of;
    for (int i = 0; i < 10; i++) {
        char card[300];
        const bool is_second = i >= 5;
        const double given = STATES[i % 5], s = fmin(1.0, fabs(given));
        snprintf(card, sizeof card,
                 "hydraulic: 1, control valve%s, 501, 502, 503, 504, 2.e-3, loss, 0.05, const, %g, %s;",
                 is_second ? " 2" : "", given, OIL);
        rows_begin(row_world, card);
        set_pressures(row_world, 4, P4);
        rows_eval(row_world, 0);
        const double straight = A * (given > 0 ? s + 2 * l : 2 * l), crossed = A * (given > 0 ? l : s + l);
        const double area[] = {straight, crossed, crossed, straight, is_second ? A * l : 0.0, is_second ? A * l : 0.0};
        assert_four_way(row_world, area, is_second ? 0.611 : C_SLIT, is_second ? oil_density(5.0) : 850.0, 2);
        assert_same(printed(row_world, 1), given > 0 ? s : -s);
        assert_jacobian(row_world, 1e-5, 1e-7);
    }
}

/* M = 1.175 pi rho_v d^3, C = 0.2444 w d sqrt(rho p1), K = 0.43 w p1; faces a = pi d^2 / 4 of the piloted one. */
static void spools_that_a_force_moves(void **of)
{
    static const stops_given STOPS = {-1.0, 1.0, 50.0, 7.0, 3.0};
    const double width = 2e-3, d = 0.04, leak = 0.02 * width * 1.0, face = M_PI * d * d / 4.0;
    const double mass = 1.175 * M_PI * 7800.0 * d * d * d, root = sqrt(850.0 * P4[0]);
    row_world *row_world = *of;
    for (int i = 0; i < 20; i++) {
        const bool is_piloted = i >= 10;
        const double *const m = MOTIONS[i % 10];
        rows_begin(row_world,
                   is_piloted
                       ? "hydraulic: 1, pressure flow control valve, 501, 502, 503, 504, 505, 506, const, 2.5, 0.3, "
                         "1., 2.e-3, loss, 0.02, 0.04, 7800., 50., 7., 3., " OIL ";"
                       : "hydraulic: 1, dynamic control valve, 501, 502, 503, 504, const, 2.5, 0.3, 1., 2.e-3, loss, "
                         "0.02, 0.04, 7800., 50., 7., 3., " OIL ";");
        set_pressures(row_world, is_piloted ? 6 : 4, P4);
        set_motion(row_world, i % 10);
        rows_eval(row_world, 0);
        const double x = m[0], open = width * fabs(x) + leak;
        const double area[6] = {x > 0 ? open : leak, x > 0 ? leak : open, x > 0 ? leak : open, x > 0 ? open : leak};
        assert_four_way(row_world, area, C_SLIT, 850.0, 4);
        const double pilot = is_piloted ? face * (P4[4] - P4[5]) : 0.0;
        assert_same(internal_row(row_world, 0), m[1] - 0.9);
        assert_same(internal_row(row_world, 1), 2.5 + pilot - mass * m[2] - 0.2444 * width * d * root * m[1] -
                                                    0.43 * width * P4[0] * x - stops_push(&STOPS, x, m[1], m[2]));
        for (int k = 0; k < 3; k++)
            assert_same(printed(row_world, 1 + k), m[k]);
        const double flow = 850.0 * face * m[1];
        for (int k = 0; is_piloted && k < 2; k++) {
            assert_same(taken_from(row_world, 5 + k), k == 0 ? flow : -flow);
            assert_same(printed(row_world, 8 + k), k == 0 ? -flow : flow);
        }
        static const int ORDER[] = {0, 1, 3, 2}; /* 12, 13, 34, 24 */
        for (int k = 0; k < 4; k++)
            assert_same(printed(row_world, (is_piloted ? 10 : 8) + k), area[ORDER[k]]);
        assert_jacobian(row_world, 1e-5, 1e-7);
    }
}

/* Flow forces go with the pressure of node 1: its root is zero below zero. */
static void flow_forces_of_low_pressures(void **of)
{
    static const double PRESSURES[] = {0.4, -2.0};
    const double mass = 1.175 * M_PI * 7800.0 * pow(0.04, 3);
    row_world *row_world = *of;
    rows_begin(row_world,
               "hydraulic: 1, dynamic control valve, 501, 502, 503, 504, const, 2.5, 0.3, 1., 2.e-3, 0.04, 7800., 50., "
               "7., 3., " OIL ";");
    for (int i = 0; i < 2; i++) {
        const double p[] = {PRESSURES[i], 4.0, 6.0, 1.0};
        set_pressures(row_world, 4, p);
        set_motion(row_world, 0);
        rows_eval(row_world, 0);
        assert_same(internal_row(row_world, 1),
                    2.5 - mass * MOTIONS[0][2] - 0.2444 * 2e-3 * 0.04 * sqrt(850.0 * fmax(0.0, p[0])) * MOTIONS[0][1] -
                        0.43 * 2e-3 * p[0] * MOTIONS[0][0]);
        assert_jacobian(row_world, 1e-5, 1e-7);
    }
}

/* --- valves with a spring ----------------------------------------------------------------------------------------- */

static const stops_given FROM_ZERO = {0.0, 1.0, 50.0, 7.0, 3.0};

static void flow_valves(void **of)
{
    const double area = 0.3, ratio = area / 0.2;
    row_world *row_world = *of;
    rows_begin(row_world,
               "hydraulic: 1, flow valve, 501, 502, 503, 4.e-3, 1.7, 0.2, 0.3, 11., 0.8, 5.e-3, 1., 50., 7., 3., " OIL
               ";");
    set_pressures(row_world, 3, P4);
    for (int i = 0; i < 10; i++) {
        const double x = MOTIONS[i][0], v = MOTIONS[i][1], a = MOTIONS[i][2];
        set_motion(row_world, i);
        rows_eval(row_world, 0);
        const double by = turbulent(850.0, C_VALVE * 5e-3, P4[0], P4[1]) * x;
        const double through = turbulent(850.0, C_VALVE * 4e-3, P4[0], P4[2]);
        const double flow[] = {by + through, -by, -through};
        for (int k = 0; k < 3; k++) {
            assert_same(taken_from(row_world, 1 + k), flow[k]);
            assert_same(printed(row_world, 4 + k), -flow[k]);
            assert_same(printed(row_world, 1 + k), MOTIONS[i][k]);
        }
        assert_same(internal_row(row_world, 0), v - 0.9);
        assert_same(internal_row(row_world, 1), area * (P4[0] - P4[2]) - 0.8 - 11.0 * x -
                                                    0.01 * 850.0 * ratio * ratio * v * fabs(v) -
                                                    stops_push(&FROM_ZERO, x, v, a) - 1.7 * a);
        assert_jacobian(row_world, 1e-5, 1e-7);
    }
}

static void pressure_valves(void **of)
{
    const double area = 0.3, pilot = 0.2;
    row_world *row_world = *of;
    rows_begin(row_world,
               "hydraulic: 1, pressure valve, 501, 502, 0.2, 1.7, 0.3, 1., 11., 0.8, 5.e-3, 50., 7., 3., " OIL ";");
    set_pressures(row_world, 2, P4);
    for (int i = 0; i < 10; i++) {
        const double x = MOTIONS[i][0], v = MOTIONS[i][1], a = MOTIONS[i][2];
        set_motion(row_world, i);
        rows_eval(row_world, 0);
        const double q = turbulent(850.0, C_VALVE * 5e-3, P4[0], P4[1]) * x;
        for (int k = 0; k < 2; k++) {
            assert_same(taken_from(row_world, 1 + k), k == 0 ? q : -q);
            assert_same(printed(row_world, 4 + k), k == 0 ? -q : q);
        }
        assert_same(internal_row(row_world, 0), v - 0.9);
        assert_same(internal_row(row_world, 1), area * P4[0] - 0.8 - 11.0 * x -
                                                    0.5 * 850.0 * pow(area, 3) / pow(C_VALVE * pilot, 2) * v * fabs(v) -
                                                    stops_push(&FROM_ZERO, x, v, a) - 1.7 * a);
        assert_jacobian(row_world, 1e-5, 1e-7);
    }
}

/* With switches held the jumps of the stops wait for the next step; the spring of the stop does not jump. */
static void stops_while_switches_are_fixed(void **of)
{
    row_world *row_world = *of;
    rows_begin(row_world,
               "hydraulic: 1, pressure valve, 501, 502, 0.2, 1.7, 0.3, 1., 11., 0.8, 5.e-3, 50., 7., 3., " OIL ";");
    set_pressures(row_world, 2, P4);
    set_motion(row_world, 2);
    rows_eval(row_world, 0);
    const double free_row = internal_row(row_world, 1);
    row_world->state.state.freezes_switches = true;
    rows_eval(row_world, 0);
    assert_same(internal_row(row_world, 1), free_row);
    row_world->state.y_prev[row_world->element->internal] = 0.9;
    rows_eval(row_world, 0);
    assert_same(internal_row(row_world, 1), free_row + 7.0 * MOTIONS[2][1] + 3.0 * MOTIONS[2][2]);
    assert_jacobian(row_world, 1e-5, 1e-7);
}

/* Where they begin, as the card says. */
static void spools_begin_where_the_card_says(void **of)
{
    row_world *row_world = *of;
    rows_begin(row_world, "hydraulic: 1, dynamic control valve, 501, 502, 503, 504, const, 2.5, 0.3, 1., 2.e-3, loss, "
                          "0.02, 0.04, 7800., 50., 7., 3., " OIL ";");
    initial_values initial = {.y = row_world->state.y, .yp = row_world->state.yp};
    row_world->element->type->initial(&row_world->state.state, row_world->element, &initial);
    assert_same(row_world->state.y[row_world->element->internal], 0.3);
}

/* `abort after: input`: as in MBDyn nothing is known then. */
static void rows_are_zero_while_nothing_has_been_solved(void **of)
{
    row_world *row_world = *of;
    rows_begin(row_world, "hydraulic: 1, orifice, 501, 502, 0.05, 4.e-4, area, 1.2e-3, " OIL ";");
    set_pressures(row_world, 2, P4);
    assert_true(printed(row_world, 1) > 0.0);
    assert_same(printed(row_world, 4), 1.0);
    row_world->state.state.now = PHASE_INPUT;
    for (int k = 1; k <= 4; k++)
        assert_same(printed(row_world, k), 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW_TEST(minor_losses_at_the_mean_density),
        ROW_TEST(rounded_root_where_pressures_are_the_same),
        ROW_TEST(shuttle_joins_the_higher_pressure),
        ROW_TEST(orifices_laminar_and_turbulent),
        ROW_TEST(control_valves_of_a_given_state),
        ROW_TEST(spools_that_a_force_moves),
        ROW_TEST(flow_forces_of_low_pressures),
        ROW_TEST(flow_valves),
        ROW_TEST(pressure_valves),
        ROW_TEST(stops_while_switches_are_fixed),
        ROW_TEST(spools_begin_where_the_card_says),
        ROW_TEST(rows_are_zero_while_nothing_has_been_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
