/* pid.c - a controller with proportional, integral and derivative action, with limits.
 *
 *     e = setpoint - measure
 *     x_i' = K_i e + K_s (y - u)              two unknowns; K_s reduces the integral while y is at a limit
 *     x_d' = K_n (K_d e - x_d)
 *     u = K_p e + x_i + K_n (K_d e - x_d),    y = u between Y_min and Y_max
 *
 * y is the private datum "yout". The integrals are states of the analysis, independent of the iterations. */
#include "contract/element.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "deck/named_values.h"
#include "model/reading.h"
#include <math.h>

typedef struct {
    const drive *setpoint, *measure;
    double Kp, Ki, Kd, Kn, Ks, low, high;
} pid;

typedef struct {
    double e, P, I, D, u, y;
} parts;

static void pid_set_own(elem *e)
{
    static const own_kind KINDS[] = {OWN_DIFFERENTIAL, OWN_DIFFERENTIAL};
    e->n_own = 2;
    e->kinds = KINDS;
}

static const drive *read_named_drive(reader *r, const char *word)
{
    read_word(r, word);
    return read_drive(r, word);
}

static void pid_read(reader *r, elem *e)
{
    pid *p = e->self;
    p->setpoint = read_named_drive(r, "setpoint");
    p->measure = read_named_drive(r, "measure");
    p->Kp = read_named_real(r, "Kp");
    p->Ki = read_named_real(r, "Ki");
    p->Kd = read_named_real(r, "Kd");
    p->Kn = read_named_real(r, "Kn");
    p->Ks = read_real_after(r, "Ks", 0.0);
    p->low = read_real_after(r, "Ymin", -HUGE_VAL);
    p->high = read_real_after(r, "Ymax", HUGE_VAL);
    if (read_ok(r) && p->high < p->low)
        read_error_last(r, E_RANGE_ORDER, p->low, p->high);
    pid_set_own(e);
}

static void pid_connect(const elem *e, layout *l)
{
    (void)e;
    layout_own(l);
}

static parts parts_now(const state *s, const elem *e)
{
    const pid *p = e->self;
    parts a = {.e = drive_now(p->setpoint, s) - drive_now(p->measure, s), .I = s->y[e->own]};
    a.P = p->Kp * a.e;
    a.D = p->Kn * (p->Kd * a.e - s->y[e->own + 1]);
    a.u = a.P + a.I + a.D;
    a.y = fmin(fmax(a.u, p->low), p->high);
    return a;
}

static void pid_eval(int n, const state *s, const elem *e, local *out)
{
    const pid *p = e->self;
    const parts a = parts_now(s, e);
    out->r[0] = s->yp[e->own] - p->Ki * a.e - p->Ks * (a.y - a.u);
    out->r[1] = s->yp[e->own + 1] - a.D;
    if (n == 0)
        return;
    const double back = a.y == a.u ? 0.0 : p->Ks * s->dvalue;
    out->J[0] = s->drate + back;
    out->J[1] = -back * p->Kn;
    out->J[out->ld + 1] = s->drate + p->Kn * s->dvalue;
}

static const char *const NAMES[] = {"yout", NULL};

static double pid_private_value(const state *s, const elem *e, int index)
{
    (void)index;
    return parts_now(s, e).y;
}

static void pid_output_row(const state *s, const elem *e, record *out)
{
    static const char *const NAME[] = {"error", "y", "u", "P", "I", "D", "xi", "xd"};
    static const char *const WORDS[] = {"error",    "output",     "output before its limits", "proportional",
                                        "integral", "derivative", "integral state",           "derivative state"};
    const parts a = parts_now(s, e);
    const double v[] = {a.e, a.y, a.u, a.P, a.I, a.D, s->y[e->own], s->y[e->own + 1]};
    record_begin(out, e->label);
    for (int i = 0; i < 8; i++) {
        record_name(out, NAME[i], QUANTITY_NONE, WORDS[i]);
        record_real(out, v[i]);
    }
    record_end(out);
}

static const char *pid_own_name(const elem *e, int i)
{
    (void)e;
    return i == 0 ? "integral state" : "derivative state";
}

static void pid_sample(sampler *from, elem *e)
{
    pid *p = e->self;
    *p = (pid){.setpoint = sample_drive(from), .measure = sample_drive(from), .low = -HUGE_VAL, .high = HUGE_VAL};
    p->Kp = sample_real(from, 1, 2);
    p->Ki = sample_real(from, 1, 2);
    p->Kd = sample_real(from, 1, 2);
    p->Kn = sample_real(from, 1, 2);
    p->Ks = sample_real(from, 1, 2);
    if (sample_integer(from, 0, 1))
        p->high = -100.0;
    pid_set_own(e);
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
    .own_name = pid_own_name,
    .sample = pid_sample,
    .assembly = &(const elem_assembly){.never = true},
};
