/* mcp_test1.c - two masses in series on springs, the second stopped by a wall (oscillator.h).
 *
 *     q1' - v1 = 0      m1 v1' + k1 q1 - k2 (q2 - q1) = 0
 *     q2' - v2 = 0      m2 v2' + k2 (q2 - q1) - l = 0
 *     0 <= q2,  0 <= l,  q2 l = 0               l: force of the wall (contract/complementarity.h) */
#include "contract/complementarity.h"
#include "contract/sampler.h"
#include "element/module/oscillator.h"
#include "model/reading.h"

typedef struct {
    double m[2], k[2], q[2], v[2];
} row_of_two;

enum { Q1, V1, Q2, V2, WALL, OWN };
static const own_kind KINDS[OWN] = {OWN_DIFFERENTIAL, OWN_DIFFERENTIAL, OWN_DIFFERENTIAL, OWN_DIFFERENTIAL,
                                    OWN_ALGEBRAIC};

static void set(elem *e)
{
    e->n_own = OWN;
    e->kinds = KINDS;
}

static void read(reader *r, elem *e)
{
    row_of_two *p = e->self;
    for (int i = 0; i < 2; i++) {
        p->m[i] = read_positive(r, i ? "second mass" : "first mass");
        p->k[i] = read_real(r, i ? "second stiffness" : "first stiffness");
        p->q[i] = i ? read_not_negative(r, "second position") : read_real(r, "first position");
        p->v[i] = read_real(r, i ? "second velocity" : "first velocity");
    }
    set(e);
}

/* Of the spring between the masses, and of the wall. */
static void jacobian(const state *s, const row_of_two *p, local *out)
{
    double *J[OWN];
    for (int i = 0; i < OWN; i++)
        J[i] = jacobian_row(out, i);
    J[V1][Q1] += p->k[1] * s->dvalue;
    J[V1][Q2] = J[V2][Q1] = -p->k[1] * s->dvalue;
    J[V2][WALL] = -1.0;
    J[WALL][Q2] = s->dvalue;
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const row_of_two *p = e->self;
    const double *y = s->y + e->own, between = p->k[1] * (y[Q2] - y[Q1]);
    const oscillator first = {.m = p->m[0], .k = p->k[0]}, second = {.m = p->m[1], .k = p->k[1]};
    oscillator_rows(n, s, e, &first, Q1, out);
    oscillator_rows(n, s, e, &second, Q2, out);
    out->r[V1] -= between;
    out->r[V2] -= p->k[1] * y[Q1] + y[WALL];
    out->r[WALL] = y[Q2];
    if (n > 0)
        jacobian(s, p, out);
    local_complementary(n, s, out, WALL, WALL, y[WALL]);
}

static void initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    const row_of_two *p = e->self;
    for (int i = 0; i < 2; i++) {
        v->y[e->own + 2 * i] = p->q[i];
        v->y[e->own + 2 * i + 1] = v->yp[e->own + 2 * i] = p->v[i];
    }
}

static void output_row(const state *s, const elem *e, record *out)
{
    record_begin(out, e->label);
    for (int i = 0; i < 2; i++) {
        record_name_numbered(out, "q", i + 1, QUANTITY_LENGTH, "position");
        record_real(out, s->y[e->own + 2 * i]);
        record_name_numbered(out, "qP", i + 1, QUANTITY_VELOCITY, "velocity");
        record_real(out, s->y[e->own + 2 * i + 1]);
        record_name_numbered(out, "qPP", i + 1, QUANTITY_ACCELERATION, "acceleration");
        record_real(out, s->yp[e->own + 2 * i + 1]);
    }
    record_name(out, "lambda", QUANTITY_FORCE, "force of the wall");
    record_real(out, s->y[e->own + WALL]);
    record_end(out);
}

static const char *own_name(const elem *e, int i)
{
    static const char *const NAMES[OWN] = {"first position", "first velocity", "second position", "second velocity",
                                           "force of the wall"};
    (void)e;
    return NAMES[i];
}

static void sample(sampler *from, elem *e)
{
    row_of_two *p = e->self;
    for (int i = 0; i < 2; i++) {
        p->m[i] = sample_real(from, 1, 2);
        p->k[i] = sample_real(from, 1, 9);
    }
    set(e);
}

const elem_type mcp_test1_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "mcp test1",
    .grammar = "user defined: LABEL, mcp test1, MASS 1, STIFFNESS 1, Q 1, QP 1, MASS 2, STIFFNESS 2, Q 2, QP 2",
    .summary = "Two masses in series on springs, the second stopped by a wall.",
    .module = MODULE_MCP_TEST1,
    .size = sizeof(row_of_two),
    .read = read,
    .connect = oscillator_connect,
    .eval = eval,
    .initial = initial,
    .output_row = output_row,
    .own_name = own_name,
    .sample = sample,
    .flags = ELEM_NOT_ASSEMBLED | ELEM_WORKING,
};
