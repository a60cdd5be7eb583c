/* circuits_test.c - electric components in networks of resistors, against the laws of Ohm and Kirchhoff. */
#include "probe_world.h"
#include "base/array.h"

#define LOAD "module load: \"libmodule-fab-electric\";"

/* --- transistors -------------------------------------------------------------------------------------------------- */

enum { COLLECTOR, BASE, EMITTER };

static const double I_ES = 2e-9, I_CS = 5e-9, FORWARD = 80.0, REVERSE = 3.0;

/* Ebers and Moll, in the form of two diodes: a junction carries i (exp(V/V_T) - 1), the emitter's goes on to the
 * collector but for 1/(1 + beta) of it, the collector's to the emitter. Currents into the terminals of an npn. */
static void ebers_moll(const double V[3], double V_T, double into[3])
{
    const double be = I_ES * expm1((V[BASE] - V[EMITTER]) / V_T), bc = I_CS * expm1((V[BASE] - V[COLLECTOR]) / V_T);
    into[BASE] = be / (1.0 + FORWARD) + bc / (1.0 + REVERSE);
    into[COLLECTOR] = be * FORWARD / (1.0 + FORWARD) - bc;
    into[EMITTER] = bc * REVERSE / (1.0 + REVERSE) - be;
}

/* Each terminal is tied to a voltage by a resistor. Both currents are the same: that of the resistor and that of the
 * transistor at the voltages that come about. */
static void check_transistor(world *world, const double supply[3], bool is_pnp, double V_T, const char *thermal)
{
    static const probe ROW[] = {{"user defined", 10, "#1"}, {"user defined", 10, "#2"}, {"user defined", 10, "#3"},
                                {"user defined", 10, "#4"}, {"user defined", 10, "#5"}, {"user defined", 10, "#6"}};
    static const double R[3] = {150.0, 700.0, 40.0};
    const double sign = is_pnp ? -1.0 : 1.0;
    char elements[1600];
    int n = snprintf(elements, sizeof elements, "user defined: 10, bjt, %s, 4, 5, 6, %.17g, %.17g, %.17g, %.17g%s;",
                     is_pnp ? "pnp" : "npn", I_ES, I_CS, FORWARD, REVERSE, thermal);
    for (int i = 0; i < 3; i++)
        n += snprintf(elements + n, sizeof elements - (size_t)n,
                      "genel: %d, clamp, %d, electric, algebraic, ramp, %.17g, 0., 1., 0.;"
                      "user defined: %d, resistor, %d, %d, %.17g;",
                      i + 1, i + 1, sign * supply[i], i + 1, i + 1, i + 4, R[i]);
    assert_runs(world, ROW, 6, (march){.until = 1.0, .step = 0.01},
                (const char *const[]){"electric nodes: 6; genels: 3; loadable elements: 4;",
                                      LOAD "electric: 1; electric: 2; electric: 3; electric: 4; electric: 5; "
                                           "electric: 6;",
                                      elements});
    double V[3], into[3];
    for (int i = 0; i < 3; i++)
        V[i] = sign * world_end(world)[3 + i];
    ebers_moll(V, V_T, into);
    for (int i = 0; i < 3; i++) {
        assert_near(sign * (i == EMITTER ? -1.0 : 1.0) * world_end(world)[i], into[i], 1e-9 * (1.0 + fabs(into[i])));
        assert_near((supply[i] - V[i]) / R[i], into[i], 1e-9);
        assert_true(fabs(into[i]) > 1e-7);
    }
}

/* In the forward active region, saturated, and with collector and emitter exchanged. */
static void currents_of_a_transistor(void **of)
{
    static const double SUPPLY[][3] = {{5.0, 1.5, 0.0}, {0.5, 3.0, 0.0}, {0.0, 2.0, 6.0}};
    for (int i = 0; i < 2 * ARRAY_LEN(SUPPLY); i++) {
        check_transistor(*of, SUPPLY[i / 2], i % 2, 0.1, ", thermal voltage, 0.1");
        check_transistor(*of, SUPPLY[i / 2], i % 2, 25.85e-3, "");
    }
}

/* --- sources ------------------------------------------------------------------------------------------------------ */

/* 4 V, a resistor, the controlling nodes, a resistor, 1 V; ground, a resistor, the output, a resistor, 5 V. Controlled
 * by a voltage, no current flows between the controlling nodes; by a current, there is no voltage between them. */
static void check_source(world *world, bool is_voltage, const char *by)
{
    static const probe ROW[] = {{"user defined", 10, "#1"}, {"user defined", 10, "#2"}, {"user defined", 10, "#3"},
                                {"user defined", 10, "#4"}, {"user defined", 10, "#5"}, {"user defined", 10, "I"}};
    const double R1 = 20.0, R2 = 10.0, Ra = 3.0, Rb = 7.0;
    char elements[1600];
    snprintf(elements, sizeof elements,
             "genel: 1, clamp, 1, electric, algebraic, const, 4.; genel: 2, clamp, 2, electric, algebraic, const, 1.;"
             "genel: 3, clamp, 3, electric, algebraic, const, 0.; genel: 4, clamp, 4, electric, algebraic, const, 5.;"
             "user defined: 1, resistor, 1, 5, 20.; user defined: 2, resistor, 6, 2, 10.;"
             "user defined: 3, resistor, 3, 7, 3.; user defined: 4, resistor, 8, 4, 7.; user defined: 5, resistor, 5, "
             "6, 90.; user defined: 10, electrical source, %s, %s%s 7, 8, linear, 1., 2.;",
             is_voltage ? "voltage" : "current", by, by[0] ? ", 5, 6," : "");
    assert_runs(world, ROW, 6, (march){.until = 1.0, .step = 0.1},
                (const char *const[]){"electric nodes: 8; genels: 4; loadable elements: 6;",
                                      LOAD "electric: 1; electric: 2; electric: 3; electric: 4; electric: 5; "
                                           "electric: 6; electric: 7; electric: 8;",
                                      elements});
    const bool is_joined = strstr(by, "current");
    const double through = 3.0 / (R1 + R2 + (is_joined ? 0.0 : 90.0)), in[2] = {4.0 - R1 * through, 1.0 + R2 * through};
    for (int k = 2; k < world->n; k++) {
        const double u = (1.0 + 2.0 * world->t[k]) * (!by[0] ? 1.0 : is_joined ? through : in[0] - in[1]);
        const double I = is_voltage ? (u + 5.0) / (Ra + Rb) : u;
        const double *v = world->v[k], *V = v + (by[0] ? 3 : 1);
        assert_near(v[0], I, 1e-9);
        assert_near(v[5], I, 1e-9);
        assert_near(V[0], Ra * I, 1e-9);
        assert_near(V[1], 5.0 - Rb * I, 1e-9);
        for (int i = 0; by[0] && i < 2; i++)
            assert_near(v[1 + i], in[i], 1e-9);
    }
}

static void sources_with_and_without_control(void **of)
{
    static const char *const CONTROL[] = {"", "control, voltage", "control, current"};
    for (int i = 0; i < 2 * ARRAY_LEN(CONTROL); i++)
        check_source(*of, i % 2, CONTROL[i / 2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(currents_of_a_transistor), TEST(sources_with_and_without_control)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
