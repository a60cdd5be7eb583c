/* mcp_test1.c - the module mcp_test1 of MBDyn: masses stopped by a wall, for solvers of complementarity problems.
 *
 *     mcp test1    two masses in series on springs; a wall stops the second
 *
 *         q1' - v1 = 0      m1 v1' + k1 q1 - k2 (q2 - q1) = 0
 *         q2' - v2 = 0      m2 v2' + k2 (q2 - q1) - l = 0
 *         0 <= q2,  0 <= l,  q2 l = 0               l: force of the wall
 *
 *     mcp test2    a mass on a spring with a force f(t); a wall stops it
 *
 *         q' - v = 0        m v' + k q - f(t) - l = 0
 *         0 <= q,  0 <= l,  q l = 0 */
#include "torsor/module.h"

static const torsor_host *torsor;

static double read_at_least_zero(torsor_reader *reader, const char *what)
{
    const double value = torsor->read_real(reader, what);
    if (value < 0.0)
        torsor->error(reader, "the mass must be on the free side of the wall: the position must not be negative");
    return value;
}

/* Adds the rows q' - v and m v' + k q at local index `at`, which is the index of q. */
static void put_mass(const torsor_instant *instant, int at, double m, double k, torsor_rows *out)
{
    out->r[at] = torsor->internal_rate(instant, at) - torsor->internal_value(instant, at + 1);
    out->r[at + 1] = m * torsor->internal_rate(instant, at + 1) + k * torsor->internal_value(instant, at);
    if (!out->J)
        return;
    double *first = out->J + at * out->ld + at, *second = first + out->ld;
    first[0] = instant->drate;
    first[1] = -instant->dvalue;
    second[0] = k * instant->dvalue;
    second[1] = m * instant->drate;
}

/* Adds the force of the wall, unknown `wall`, on the mass at `at`, and 0 <= q, 0 <= l, q l = 0. */
static void put_wall(const torsor_instant *instant, int at, int wall, torsor_rows *out)
{
    const double l = torsor->internal_value(instant, wall);
    out->r[at + 1] -= l;
    out->r[wall] = torsor->internal_value(instant, at);
    if (out->J) {
        out->J[(at + 1) * out->ld + wall] = -1.0;
        out->J[wall * out->ld + at] = instant->dvalue;
    }
    torsor->complement(instant, out, wall, wall, l);
}

static void mcp_test1_put_number(torsor_record *out, const char *name, torsor_unit unit, const char *words,
                                 double value)
{
    torsor->put(out, name, unit, words, 1, &value);
}

/* --- mcp test1 ---------------------------------------------------------------------------------------------------- */

enum { Q1, V1, Q2, V2, WALL, UNKNOWNS };
static const torsor_internal_kind KINDS[UNKNOWNS] = {TORSOR_DIFFERENTIAL, TORSOR_DIFFERENTIAL, TORSOR_DIFFERENTIAL,
                                                     TORSOR_DIFFERENTIAL, TORSOR_ALGEBRAIC};

typedef struct {
    double m[2], k[2], q[2], v[2];
} two_masses;

static void two_masses_read(torsor_reader *reader, void *self)
{
    two_masses *two_masses = self;
    for (int i = 0; i < 2; i++) {
        two_masses->m[i] = torsor->read_positive(reader, i ? "second mass" : "first mass");
        two_masses->k[i] = torsor->read_real(reader, i ? "second stiffness" : "first stiffness");
        two_masses->q[i] =
            i ? read_at_least_zero(reader, "second position") : torsor->read_real(reader, "first position");
        two_masses->v[i] = torsor->read_real(reader, i ? "second velocity" : "first velocity");
    }
    torsor->internal(reader, UNKNOWNS, KINDS);
}

static void two_masses_eval(const void *self, const torsor_instant *instant, torsor_rows *out)
{
    const two_masses *two_masses = self;
    const double k = two_masses->k[1];
    put_mass(instant, Q1, two_masses->m[0], two_masses->k[0] + k, out);
    put_mass(instant, Q2, two_masses->m[1], k, out);
    out->r[V1] -= k * torsor->internal_value(instant, Q2);
    out->r[V2] -= k * torsor->internal_value(instant, Q1);
    if (out->J)
        out->J[V1 * out->ld + Q2] = out->J[V2 * out->ld + Q1] = -k * instant->dvalue;
    put_wall(instant, Q2, WALL, out);
}

static void two_masses_initial(const void *self, const torsor_instant *instant, double *y, double *yp)
{
    const two_masses *two_masses = self;
    (void)instant;
    for (int i = 0; i < 2; i++) {
        y[2 * i] = two_masses->q[i];
        y[2 * i + 1] = yp[2 * i] = two_masses->v[i];
    }
}

static void two_masses_output(const void *self, const torsor_instant *instant, torsor_record *out)
{
    static const char *const NAMES[2][3] = {{"q_1", "qP_1", "qPP_1"}, {"q_2", "qP_2", "qPP_2"}};
    (void)self;
    for (int i = 0; i < 2; i++) {
        mcp_test1_put_number(out, NAMES[i][0], TORSOR_LENGTH, "position", torsor->internal_value(instant, 2 * i));
        mcp_test1_put_number(out, NAMES[i][1], TORSOR_VELOCITY, "velocity", torsor->internal_value(instant, 2 * i + 1));
        mcp_test1_put_number(out, NAMES[i][2], TORSOR_ACCELERATION, "acceleration",
                             torsor->internal_rate(instant, 2 * i + 1));
    }
    mcp_test1_put_number(out, "lambda", TORSOR_FORCE, "force of the wall", torsor->internal_value(instant, WALL));
}

static const char *const TWO_NAMES[] = {"first position", "first velocity", "second position", "second velocity",
                                        "force of the wall"};
static const torsor_element_type TWO_MASSES = {
    .keyword = "mcp test1",
    .grammar = "user defined: LABEL, mcp test1, MASS 1, STIFFNESS 1, Q 1, QP 1, MASS 2, STIFFNESS 2, Q 2, QP 2",
    .summary = "Two masses in a row on springs, the second of which a wall stops.",
    .flags = TORSOR_NOT_ASSEMBLED,
    .size = sizeof(two_masses),
    .read = two_masses_read,
    .eval = two_masses_eval,
    .initial = two_masses_initial,
    .output = two_masses_output,
    .internal_names = TWO_NAMES,
};

/* --- mcp test2 ---------------------------------------------------------------------------------------------------- */

typedef struct {
    double m, k, q, v;
    const torsor_drive *force;
} one_mass;

static void one_mass_read(torsor_reader *reader, void *self)
{
    one_mass *one_mass = self;
    one_mass->m = torsor->read_positive(reader, "mass");
    one_mass->k = torsor->read_real(reader, "stiffness");
    one_mass->q = read_at_least_zero(reader, "position");
    one_mass->v = torsor->read_real(reader, "velocity");
    one_mass->force = torsor->read_drive(reader, "force");
    torsor->internal(reader, 3, KINDS + 2);
}

static void one_mass_eval(const void *self, const torsor_instant *instant, torsor_rows *out)
{
    const one_mass *one_mass = self;
    put_mass(instant, 0, one_mass->m, one_mass->k, out);
    out->r[1] -= torsor->drive_value(instant, one_mass->force);
    put_wall(instant, 0, 2, out);
}

static void one_mass_initial(const void *self, const torsor_instant *instant, double *y, double *yp)
{
    const one_mass *one_mass = self;
    (void)instant;
    y[0] = one_mass->q;
    y[1] = yp[0] = one_mass->v;
}

static void one_mass_output(const void *self, const torsor_instant *instant, torsor_record *out)
{
    (void)self;
    mcp_test1_put_number(out, "q", TORSOR_LENGTH, "position", torsor->internal_value(instant, 0));
    mcp_test1_put_number(out, "qP", TORSOR_VELOCITY, "velocity", torsor->internal_value(instant, 1));
    mcp_test1_put_number(out, "qPP", TORSOR_ACCELERATION, "acceleration", torsor->internal_rate(instant, 1));
    mcp_test1_put_number(out, "lambda", TORSOR_FORCE, "force of the wall", torsor->internal_value(instant, 2));
}

static const char *const ONE_NAMES[] = {"position", "velocity", "force of the wall"};
static const torsor_element_type ONE_MASS = {
    .keyword = "mcp test2",
    .grammar = "user defined: LABEL, mcp test2, MASS, STIFFNESS, Q, QP, (DRIVE) FORCE",
    .summary = "A mass on a spring that a wall stops.",
    .flags = TORSOR_NOT_ASSEMBLED,
    .size = sizeof(one_mass),
    .read = one_mass_read,
    .eval = one_mass_eval,
    .initial = one_mass_initial,
    .output = one_mass_output,
    .internal_names = ONE_NAMES,
};

static const torsor_element_type *const ELEMENTS[] = {&TWO_MASSES, &ONE_MASS, NULL};

TORSOR_MODULE("mcp_test1", .elements = ELEMENTS)
