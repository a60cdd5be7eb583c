/* mcp_test2.c - a mass on a spring, stopped by a wall: it stays on one side of it (oscillator.h).
 *
 *     q' - v = 0
 *     m v' + k q - f(t) - l = 0
 *     0 <= q,  0 <= l,  q l = 0                 l: force of the wall (contract/complementarity.h) */
#include "contract/complementarity.h"
#include "contract/sampler.h"
#include "element/module/oscillator.h"
#include "model/reading.h"

typedef struct {
    oscillator mass;
    double q, v;
} walled;

enum { Q, V, WALL };
static const own_kind KINDS[] = {OWN_DIFFERENTIAL, OWN_DIFFERENTIAL, OWN_ALGEBRAIC};

static void set(elem *e)
{
    e->n_own = 3;
    e->kinds = KINDS;
}

static void read(reader *r, elem *e)
{
    walled *p = e->self;
    p->mass.m = read_positive(r, "mass");
    p->mass.k = read_real(r, "stiffness");
    p->q = read_not_negative(r, "position");
    p->v = read_real(r, "velocity");
    p->mass.f = read_drive(r, "force");
    set(e);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const walled *p = e->self;
    const double *y = s->y + e->own;
    oscillator_rows(n, s, e, &p->mass, Q, out);
    out->r[V] -= y[WALL];
    out->r[WALL] = y[Q];
    if (n > 0) {
        out->J[V * out->ld + WALL] = -1.0;
        out->J[WALL * out->ld + Q] = s->dvalue;
    }
    local_complementary(n, s, out, WALL, WALL, y[WALL]);
}

static void initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    const walled *p = e->self;
    v->y[e->own + Q] = p->q;
    v->y[e->own + V] = v->yp[e->own + Q] = p->v;
}

static void output_row(const state *s, const elem *e, record *out)
{
    record_begin(out, e->label);
    record_name(out, "q", QUANTITY_LENGTH, "position");
    record_real(out, s->y[e->own + Q]);
    record_name(out, "qP", QUANTITY_VELOCITY, "velocity");
    record_real(out, s->y[e->own + V]);
    record_name(out, "qPP", QUANTITY_ACCELERATION, "acceleration");
    record_real(out, s->yp[e->own + V]);
    record_name(out, "lambda", QUANTITY_FORCE, "force of the wall");
    record_real(out, s->y[e->own + WALL]);
    record_end(out);
}

static const char *own_name(const elem *e, int i)
{
    static const char *const NAMES[] = {"position", "velocity", "force of the wall"};
    (void)e;
    return NAMES[i];
}

static void sample(sampler *from, elem *e)
{
    walled *p = e->self;
    p->mass.m = sample_real(from, 1, 2);
    p->mass.k = sample_real(from, 1, 9);
    p->mass.f = sample_drive(from);
    set(e);
}

const elem_type mcp_test2_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "mcp test2",
    .grammar = "user defined: LABEL, mcp test2, MASS, STIFFNESS, Q, QP, (DRIVE) FORCE",
    .summary = "A mass on a spring, stopped by a wall.",
    .module = MODULE_MCP_TEST1,
    .size = sizeof(walled),
    .read = read,
    .connect = oscillator_connect,
    .eval = eval,
    .initial = initial,
    .output_row = output_row,
    .own_name = own_name,
    .sample = sample,
    .flags = ELEM_NOT_ASSEMBLED | ELEM_WORKING,
};
