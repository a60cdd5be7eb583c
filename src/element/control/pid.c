/* pid.c - a controller with proportional, integral and derivative action, with limits.
 *
 *     e = setpoint - measure
 *     x_i' = K_i (e + K_s (y - u))            two unknowns; K_s reduces the integral while y is at a limit
 *     x_d' = K_n (K_d e - x_d)
 *     u = K_p e + x_i + K_n (K_d e - x_d),    y = u between Y_min and Y_max
 *
 * y is the private datum "yout". The integrals are states of the analysis, independent of the iterations. As in MBDyn,
 * Y_min is the smallest positive number and K_s is 1 unless given: without Y_min the output is never negative. */
#include "contract/element.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "deck/named_values.h"
#include "model/reading.h"
#include <float.h>
#include <math.h>

typedef struct {
    const drive *setpoint, *measure;
    double Kp, Ki, Kd, Kn, Ks, low, high;
} pid;

typedef struct {
    double e, P, I, D, u, y;
} parts;

static void pid_set_internal(elem *element)
{
    static const internal_kind KINDS[] = {INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL};
    element->n_internal = 2;
    element->kinds = KINDS;
}

static const drive *read_named_drive(reader *reader, const char *word)
{
    read_word(reader, word);
    return read_drive(reader, word);
}

static void pid_read(reader *reader, elem *element)
{
    pid *pid = element->self;
    pid->setpoint = read_named_drive(reader, "setpoint");
    pid->measure = read_named_drive(reader, "measure");
    pid->Kp = read_named_real(reader, "Kp");
    pid->Ki = read_named_real(reader, "Ki");
    pid->Kd = read_named_real(reader, "Kd");
    pid->Kn = read_named_real(reader, "Kn");
    pid->Ks = read_real_after(reader, "Ks", 1.0);
    pid->low = read_real_after(reader, "Ymin", DBL_MIN);
    pid->high = read_real_after(reader, "Ymax", HUGE_VAL);
    if (read_ok(reader) && pid->high < pid->low)
        read_error_last(reader, E_RANGE_ORDER, pid->low, pid->high);
    pid_set_internal(element);
}

static void pid_connect(const elem *element, layout *layout)
{
    (void)element;
    layout_internal(layout);
}

static parts parts_now(const state *state, const elem *element)
{
    const pid *pid = element->self;
    parts parts = {.e = drive_now(pid->setpoint, state) - drive_now(pid->measure, state),
                   .I = state->y[element->internal]};
    parts.P = pid->Kp * parts.e;
    parts.D = pid->Kn * (pid->Kd * parts.e - state->y[element->internal + 1]);
    parts.u = parts.P + parts.I + parts.D;
    parts.y = fmin(fmax(parts.u, pid->low), pid->high);
    return parts;
}

static void pid_eval(int lanes, const state *state, const elem *element, local *out)
{
    const pid *pid = element->self;
    const parts parts = parts_now(state, element);
    out->r[0] = state->yp[element->internal] - pid->Ki * (parts.e + pid->Ks * (parts.y - parts.u));
    out->r[1] = state->yp[element->internal + 1] - parts.D;
    if (lanes == 0)
        return;
    const double back = parts.y == parts.u ? 0.0 : pid->Ki * pid->Ks * state->dvalue;
    out->J[0] = state->drate + back;
    out->J[1] = -back * pid->Kn;
    out->J[out->ld + 1] = state->drate + pid->Kn * state->dvalue;
}

static const char *const NAMES[] = {"yout", NULL};

static double pid_private_value(const state *state, const elem *element, int index)
{
    (void)index;
    return parts_now(state, element).y;
}

static void pid_output_row(const state *state, const elem *element, record *out)
{
    static const char *const NAME[] = {"error", "y", "P", "I", "D", "u", "xi", "xd"};
    static const char *const WORDS[] = {"error",          "output",          "proportional",
                                        "integral",       "derivative",      "output before its limits",
                                        "integral state", "derivative state"};
    const parts parts = parts_now(state, element);
    const double v[] = {parts.e,
                        parts.y,
                        parts.P,
                        parts.I,
                        parts.D,
                        parts.u,
                        state->y[element->internal],
                        state->y[element->internal + 1]};
    record_begin(out, element->label);
    for (int i = 0; i < 8; i++) {
        record_name(out, NAME[i], QUANTITY_NONE, WORDS[i]);
        record_real(out, v[i]);
    }
    record_end(out);
}

static const char *pid_internal_name(const elem *element, int i)
{
    (void)element;
    return i == 0 ? "integral state" : "derivative state";
}

static void pid_sample(sampler *from, elem *element)
{
    pid *p = element->self;
    *p = (pid){.setpoint = sample_drive(from), .measure = sample_drive(from), .low = -HUGE_VAL, .high = HUGE_VAL};
    p->Kp = sample_real(from, 1, 2);
    p->Ki = sample_real(from, 1, 2);
    p->Kd = sample_real(from, 1, 2);
    p->Kn = sample_real(from, 1, 2);
    p->Ks = sample_real(from, 1, 2);
    if (sample_integer(from, 0, 1))
        p->high = -100.0;
    pid_set_internal(element);
}

const elem_type pid_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "pid",
    .grammar = "user defined: LABEL, pid, setpoint, DRIVE, measure, DRIVE, Kp, K, Ki, K, Kd, K, Kn, K [, Ks, K] [, "
               "Ymin, Y] [, Ymax, Y]",
    .summary = "A controller with proportional, integral and derivative action.",
    .module = MODULE_PID,
    .size = sizeof(pid),
    .read = pid_read,
    .connect = pid_connect,
    .eval = pid_eval,
    .output = pid_output_row,
    .private_names = NAMES,
    .private_value = pid_private_value,
    .internal_name = pid_internal_name,
    .sample = pid_sample,
    .assembly = &(const elem_assembly){.never = true},
};
