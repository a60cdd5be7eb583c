/* asynchronous_machine.c - an induction motor between two nodes: its moment follows the torque-slip curve with a lag.
 *
 *     w = e3 . (w_rotor - w_stator),  D = OmegaS - w,  T = sK |OmegaS|,  e3: axis 3 of the stator
 *     M'' + (2 T + w'/D) M' + (T^2 + D^2 + T w'/D) M = 2 MK T D             switched on
 *     M = 0, M' = 0                                                         switched off
 *     M e3 on the rotor, -M e3 on the stator
 *
 * The unknowns are M, M' and w; the third one provides its derivative. The equation is multiplied by D, which may be
 * zero, and divided by OmegaS, which must not be zero. As in MBDyn, the rate of change of OmegaS is neglected. */
#include "element/joint/joint.h"
#include "deck/named_values.h"
#include "model/reading.h"

typedef struct {
    joint_side side[2]; /* stator, rotor */
    double MK, sK, M0, MP0;
    const drive *speed, *is_on; /* on may be NULL */
} machine;

enum { MOMENT, RATE, SPEED, UNKNOWNS };

static const own_kind KINDS[UNKNOWNS] = {OWN_DIFFERENTIAL, OWN_DIFFERENTIAL, OWN_DIFFERENTIAL};

static void asynchronous_machine_set(elem *e)
{
    e->n_own = UNKNOWNS;
    e->kinds = KINDS;
}

static void asynchronous_machine_read(reader *r, elem *e)
{
    machine *p = e->self;
    p->side[0].Rh = p->side[1].Rh = MAT3_EYE;
    read_word(r, "rotor");
    p->side[1].node = read_structural_node(r, "rotor");
    read_word(r, "stator");
    p->side[0].node = read_structural_node(r, "stator");
    p->MK = read_named_real(r, "MK");
    p->sK = read_named_real(r, "sK");
    read_word(r, "OmegaS");
    p->speed = read_drive(r, "synchronous angular velocity");
    p->is_on = read_keyword(r, "motor on") ? read_drive(r, "motor on") : NULL;
    p->M0 = read_real_after(r, "M0", 0.0);
    p->MP0 = read_real_after(r, "MP0", 0.0);
    asynchronous_machine_set(e);
}

static bool is_on(const machine *p, const state *s) { return !p->is_on || drive_now(p->is_on, s) != 0.0; }

static void asynchronous_machine_connect(const elem *e, layout *l)
{
    const machine *p = e->self;
    const joint_rows at = layout_sides(l, p->side);
    for (int i = 0; i < 2; i++) {
        layout_full(l, at.side[i] + 3, 3, at.side[0] + 3, 3);
        layout_full(l, at.side[i] + 3, 3, at.own, 1);
        layout_full(l, at.own + SPEED, 1, at.side[i] + 3, 3);
    }
    layout_full(l, at.own, UNKNOWNS, at.own, UNKNOWNS);
}

/* 1/OmegaS (D M'' + (2 T D + w') M' + (D (T^2 + D^2) + T w') M - 2 MK T D^2) */
static void moment_row(int n, const state *s, const elem *e, int own, local *out)
{
    const machine *p = e->self;
    const double *y = s->y + e->own, *yp = s->yp + e->own;
    const double speed = drive_now(p->speed, s), T = p->sK * fabs(speed), D = speed - y[SPEED], wp = yp[SPEED];
    const double b = 2.0 * T * D + wp, c = D * (T * T + D * D) + T * wp, scale = 1.0 / speed;
    if (speed == 0.0)
        state_fail(s, e->where, "asynchronous_machine: the synchronous angular velocity is zero");
    out->r[own + RATE] = scale * (D * yp[RATE] + b * y[RATE] + c * y[MOMENT] - 2.0 * p->MK * T * D * D);
    if (n == 0)
        return;
    double *J = jacobian_row(out, own + RATE) + own;
    const double by_D = yp[RATE] + 2.0 * T * y[RATE] + (T * T + 3.0 * D * D) * y[MOMENT] - 4.0 * p->MK * T * D;
    J[MOMENT] = scale * c * s->dvalue;
    J[RATE] = scale * (D * s->drate + b * s->dvalue);
    J[SPEED] = scale * (-by_D * s->dvalue + (y[RATE] + T * y[MOMENT]) * s->drate);
}

static void own_rows(int n, const state *s, const elem *e, int own, local *out)
{
    const double *y = s->y + e->own, *yp = s->yp + e->own;
    const bool on = is_on(e->self, s);
    out->r[own + MOMENT] = on ? yp[MOMENT] - y[RATE] : y[MOMENT];
    if (n > 0)
        out->J[(own + MOMENT) * out->ld + own + MOMENT] = on ? s->drate : s->dvalue;
    if (n > 0 && on)
        out->J[(own + MOMENT) * out->ld + own + RATE] = -s->dvalue;
    if (on) {
        moment_row(n, s, e, own, out);
        return;
    }
    out->r[own + RATE] = y[RATE];
    if (n > 0)
        out->J[(own + RATE) * out->ld + own + RATE] = s->dvalue;
}

static void asynchronous_machine_eval(int n, const state *s, const elem *e, local *out)
{
    const machine *p = e->self;
    const joint_rows at = side_rows(p->side);
    jet_side side[2];
    jet3 axis, w, M;
    jet1 speed, own, m;
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &side[i], s, &p->side[i], at.side[i]);
    jet_side_axis(n, &axis, &side[0], 2);
    jet3_add(n, &w, &side[1].node.w, -1.0, &side[0].node.w);
    jet3_dot(n, &speed, &axis, &w);
    jet1_seed(n, &own, s->y[e->own + SPEED], at.own + SPEED, s->dvalue);
    jet1_seed(n, &m, s->y[e->own + MOMENT], at.own + MOMENT, s->dvalue);
    jet3_mul1(n, &M, &m, &axis);
    local_couple(n, out, at.side[1], 1.0, &M);
    local_couple(n, out, at.side[0], -1.0, &M);
    own_rows(n, s, e, at.own, out);
    local_add1(out, at.own + SPEED, n, 1.0, &own);
    local_add1(out, at.own + SPEED, n, -1.0, &speed);
}

static double relative_speed(const machine *p, const pose *at)
{
    const pose *a = &at[p->side[0].node->pose], *b = &at[p->side[1].node->pose];
    return vec3_dot(mat3_col(&a->R, 2), vec3_sub(b->w, a->w));
}

static void asynchronous_machine_initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    const machine *p = e->self;
    v->y[e->own + MOMENT] = p->M0;
    v->y[e->own + RATE] = v->yp[e->own + MOMENT] = p->MP0;
    v->y[e->own + SPEED] = relative_speed(p, v->poses);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static const char *const NAMES[] = {"M", "MP", "MPP", "omega", "omegaP", "OmegaS", "on", NULL};

static double asynchronous_machine_private_value(const state *s, const elem *e, int index)
{
    const machine *p = e->self;
    const double *y = s->y + e->own, *yp = s->yp + e->own;
    const double of[] = {y[MOMENT], y[RATE], yp[RATE], y[SPEED], yp[SPEED], drive_now(p->speed, s), is_on(p, s)};
    return of[index - 1];
}

static void asynchronous_machine_output_row(const state *s, const elem *e, record *out)
{
    static const struct {
        physical_quantity unit;
        const char *words;
    } COLUMNS[] = {
        {QUANTITY_MOMENT, "moment"},
        {QUANTITY_NONE, "derivative of the moment"},
        {QUANTITY_NONE, "second derivative of the moment"},
        {QUANTITY_ANGULAR_VELOCITY, "relative angular velocity"},
        {QUANTITY_ANGULAR_ACCELERATION, "relative angular acceleration"},
        {QUANTITY_ANGULAR_VELOCITY, "synchronous angular velocity"},
    };
    record_begin_plain(out, e->label);
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++) {
        record_name(out, NAMES[i], COLUMNS[i].unit, COLUMNS[i].words);
        record_real(out, asynchronous_machine_private_value(s, e, i + 1));
    }
    record_name(out, "on", QUANTITY_BOOLEAN, "whether the motor is on");
    record_integer(out, is_on(e->self, s));
    record_end(out);
}

static const char *asynchronous_machine_own_name(const elem *e, int i)
{
    static const char *const OF[] = {"moment", "derivative of the moment", "angular velocity"};
    (void)e;
    return OF[i];
}

static void asynchronous_machine_sample(sampler *from, elem *e)
{
    machine *p = e->self;
    sample_sides(from, p->side);
    for (int i = 0; i < 2; i++)
        p->side[i].f = (vec3){0, 0, 0}, p->side[i].Rh = MAT3_EYE;
    p->MK = sample_real(from, 1, 2);
    p->sK = sample_real(from, 0.1, 0.3);
    p->speed = sample_drive(from);
    p->is_on = p->sK > 0.2 ? drive_constant(from->memory, 0.0) : NULL;
    asynchronous_machine_set(e);
}

const elem_type asynchronous_machine_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "asynchronous_machine",
    .grammar =
        "user defined: LABEL, asynchronous_machine, rotor, NODE, stator, NODE, MK, M, sK, S, OmegaS, (DRIVE) W [, "
        "motor on, (DRIVE) ON] [, M0, M] [, MP0, M]",
    .summary = "An induction motor between two nodes.",
    .module = MODULE_ASYNCHRONOUS_MACHINE,
    .size = sizeof(machine),
    .read = asynchronous_machine_read,
    .connect = asynchronous_machine_connect,
    .eval = asynchronous_machine_eval,
    .initial = asynchronous_machine_initial,
    .output = asynchronous_machine_output_row,
    .private_names = NAMES,
    .private_value = asynchronous_machine_private_value,
    .own_name = asynchronous_machine_own_name,
    .sample = asynchronous_machine_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
