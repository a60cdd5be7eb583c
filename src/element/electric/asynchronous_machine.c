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
    const drive *speed, *is_on; /* is_on may be NULL */
} machine;

enum { MOMENT, RATE, SPEED, UNKNOWNS };

static const internal_kind KINDS[UNKNOWNS] = {INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL};

static void asynchronous_machine_set(elem *element)
{
    element->n_internal = UNKNOWNS;
    element->kinds = KINDS;
}

static void asynchronous_machine_read(reader *reader, elem *element)
{
    machine *machine = element->self;
    machine->side[0].Rh = machine->side[1].Rh = MAT3_EYE;
    read_word(reader, "rotor");
    machine->side[1].node = read_structural_node(reader, "rotor");
    read_word(reader, "stator");
    machine->side[0].node = read_structural_node(reader, "stator");
    machine->MK = read_named_real(reader, "MK");
    machine->sK = read_named_real(reader, "sK");
    read_word(reader, "OmegaS");
    machine->speed = read_drive(reader, "synchronous angular velocity");
    machine->is_on = read_keyword(reader, "motor on") ? read_drive(reader, "motor on") : NULL;
    machine->M0 = read_real_after(reader, "M0", 0.0);
    machine->MP0 = read_real_after(reader, "MP0", 0.0);
    asynchronous_machine_set(element);
}

static bool is_on(const machine *machine, const state *state)
{
    return !machine->is_on || drive_now(machine->is_on, state) != 0.0;
}

static void asynchronous_machine_connect(const elem *element, layout *layout)
{
    const machine *machine = element->self;
    const joint_rows at = layout_sides(layout, machine->side);
    for (int i = 0; i < 2; i++) {
        layout_full(layout, at.side[i] + 3, 3, at.side[0] + 3, 3);
        layout_full(layout, at.side[i] + 3, 3, at.internal, 1);
        layout_full(layout, at.internal + SPEED, 1, at.side[i] + 3, 3);
    }
    layout_full(layout, at.internal, UNKNOWNS, at.internal, UNKNOWNS);
}

/* 1/OmegaS (D M'' + (2 T D + w') M' + (D (T^2 + D^2) + T w') M - 2 MK T D^2) */
static void moment_row(int lanes, const state *state, const elem *element, int internal, local *out)
{
    const machine *machine = element->self;
    const double *y = state->y + element->internal, *yp = state->yp + element->internal;
    const double speed = drive_now(machine->speed, state), T = machine->sK * fabs(speed), D = speed - y[SPEED],
                 wp = yp[SPEED];
    const double b = 2.0 * T * D + wp, c = D * (T * T + D * D) + T * wp, scale = 1.0 / speed;
    if (speed == 0.0)
        state_fail(state, element->location, "asynchronous_machine: the synchronous angular velocity is zero");
    out->r[internal + RATE] = scale * (D * yp[RATE] + b * y[RATE] + c * y[MOMENT] - 2.0 * machine->MK * T * D * D);
    if (lanes == 0)
        return;
    double *J = jacobian_row(out, internal + RATE) + internal;
    const double by_D = yp[RATE] + 2.0 * T * y[RATE] + (T * T + 3.0 * D * D) * y[MOMENT] - 4.0 * machine->MK * T * D;
    J[MOMENT] = scale * c * state->dvalue;
    J[RATE] = scale * (D * state->drate + b * state->dvalue);
    J[SPEED] = scale * (-by_D * state->dvalue + (y[RATE] + T * y[MOMENT]) * state->drate);
}

static void internal_rows(int lanes, const state *state, const elem *element, int internal, local *out)
{
    const double *y = state->y + element->internal, *yp = state->yp + element->internal;
    const bool on = is_on(element->self, state);
    out->r[internal + MOMENT] = on ? yp[MOMENT] - y[RATE] : y[MOMENT];
    if (lanes > 0)
        out->J[(internal + MOMENT) * out->ld + internal + MOMENT] = on ? state->drate : state->dvalue;
    if (lanes > 0 && on)
        out->J[(internal + MOMENT) * out->ld + internal + RATE] = -state->dvalue;
    if (on) {
        moment_row(lanes, state, element, internal, out);
        return;
    }
    out->r[internal + RATE] = y[RATE];
    if (lanes > 0)
        out->J[(internal + RATE) * out->ld + internal + RATE] = state->dvalue;
}

static void asynchronous_machine_eval(int lanes, const state *state, const elem *element, local *out)
{
    const machine *machine = element->self;
    const joint_rows at = side_rows(machine->side);
    jet_side side[2];
    jet3 axis, w, M;
    jet1 speed, internal, m;
    for (int i = 0; i < 2; i++)
        jet_side_seed(lanes, &side[i], state, &machine->side[i], at.side[i]);
    jet_side_axis(lanes, &axis, &side[0], 2);
    jet3_add(lanes, &w, &side[1].node.w, -1.0, &side[0].node.w);
    jet3_dot(lanes, &speed, &axis, &w);
    jet1_seed(lanes, &internal, state->y[element->internal + SPEED], at.internal + SPEED, state->dvalue);
    jet1_seed(lanes, &m, state->y[element->internal + MOMENT], at.internal + MOMENT, state->dvalue);
    jet3_mul1(lanes, &M, &m, &axis);
    local_moment(lanes, out, at.side[1], 1.0, &M);
    local_moment(lanes, out, at.side[0], -1.0, &M);
    internal_rows(lanes, state, element, at.internal, out);
    local_add1(out, at.internal + SPEED, lanes, 1.0, &internal);
    local_add1(out, at.internal + SPEED, lanes, -1.0, &speed);
}

static double relative_speed(const machine *machine, const pose *at)
{
    const pose *a = &at[machine->side[0].node->pose], *b = &at[machine->side[1].node->pose];
    return vec3_dot(mat3_col(&a->R, 2), vec3_sub(b->w, a->w));
}

static void asynchronous_machine_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    const machine *machine = element->self;
    initial->y[element->internal + MOMENT] = machine->M0;
    initial->y[element->internal + RATE] = initial->yp[element->internal + MOMENT] = machine->MP0;
    initial->y[element->internal + SPEED] = relative_speed(machine, initial->poses);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static const char *const NAMES[] = {"M", "MP", "MPP", "omega", "omegaP", "OmegaS", "on", NULL};

static double asynchronous_machine_private_value(const state *state, const elem *element, int index)
{
    const machine *machine = element->self;
    const double *y = state->y + element->internal, *yp = state->yp + element->internal;
    const double of[] = {
        y[MOMENT], y[RATE], yp[RATE], y[SPEED], yp[SPEED], drive_now(machine->speed, state), is_on(machine, state)};
    return of[index - 1];
}

static void asynchronous_machine_output_row(const state *state, const elem *element, record *out)
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
    record_begin_plain(out, element->label);
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++) {
        record_name(out, NAMES[i], COLUMNS[i].unit, COLUMNS[i].words);
        record_real(out, asynchronous_machine_private_value(state, element, i + 1));
    }
    record_name(out, "on", QUANTITY_BOOLEAN, "whether the motor is on");
    record_integer(out, is_on(element->self, state));
    record_end(out);
}

static const char *asynchronous_machine_internal_name(const elem *element, int i)
{
    static const char *const OF[] = {"moment", "derivative of the moment", "angular velocity"};
    (void)element;
    return OF[i];
}

static void asynchronous_machine_sample(sampler *from, elem *element)
{
    machine *machine = element->self;
    sample_sides(from, machine->side);
    for (int i = 0; i < 2; i++)
        machine->side[i].f = (vec3){0, 0, 0}, machine->side[i].Rh = MAT3_EYE;
    machine->MK = sample_real(from, 1, 2);
    machine->sK = sample_real(from, 0.1, 0.3);
    machine->speed = sample_drive(from);
    machine->is_on = machine->sK > 0.2 ? drive_constant(from->memory, 0.0) : NULL;
    asynchronous_machine_set(element);
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
    .internal_name = asynchronous_machine_internal_name,
    .sample = asynchronous_machine_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
