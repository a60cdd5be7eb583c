/* muscle.c - a muscle: active force as a function of length and speed, passive force as a function of length. The
 * strain is that of a rod.
 *
 *     x = (1 + strain) L_i/L_0,  v = strain' L_i/V_0
 *     F = F_0 (f1(x) f2(v) a + f3(x)) + SRS
 *     f1 = exp((x - 0.95)^2 - 40 (x - 0.95)^4)                                  pennestri
 *        = sum_i a_i erf(b_i (x + c_i))                                         erf
 *     f2 = 1.6 - 1.6 exp(0.1/(v - 1)^2 - 1.1/(v - 1)^4),   f3 = 1.3 atan(0.1 (x - 0.22)^10)
 *     a = activation(t) [ + k_p (x - x_r) + k_d v ],   x_r = L_ref/L_0          reflexive
 *     SRS = gamma F_0 activation f1(x_r) s,   s = min(max(x - x_r, 0), delta)   short range stiffness, linear
 *         s = delta (1 - exp(1 - exp((x - x_r)/delta))) for x > x_r             exponential
 *
 * With `activation check` a is limited to the range from 0 to 1. With `ergonomy` the speed is taken as zero. As in
 * MBDyn, for the model erf df1/dx divided by sqrt(pi) is printed. */
#include "law/laws.h"
#include "base/array.h"
#include "law/diag_rows.h"
#include "model/reading.h"
#include <math.h>
#include <string.h>

typedef struct {
    bool is_erf, is_checked, is_ergonomic, is_reflexive, has_short_range, is_exponential;
    double L_i, L_0, V_0, F_0;
    const drive *activation, *k_p, *k_d, *L_ref;
    double gamma, delta;
} muscle;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static double read_after(reader *r, const char *word)
{
    const char *const words[] = {word, NULL};
    read_choice(r, words, word);
    return read_positive(r, word);
}

static const drive *read_drive_after(reader *r, const char *word)
{
    const char *const words[] = {word, NULL};
    read_choice(r, words, word);
    return read_drive(r, word);
}

static void read_short_range(reader *r, muscle *p)
{
    static const char *const MODELS[] = {"exponential", "linear", NULL};
    p->has_short_range = true;
    p->gamma = 280.0;
    p->delta = 5.7e-3;
    if (!p->is_reflexive)
        read_error_last(r, E_MUSCLE_SHORT_RANGE);
    if (read_keyword(r, "model"))
        p->is_exponential = read_choice(r, MODELS, "model of the short range stiffness") == 0;
    if (read_keyword(r, "gamma"))
        p->gamma = read_positive(r, "gamma");
    if (read_keyword(r, "delta"))
        p->delta = read_positive(r, "delta");
}

static void read_activation(reader *r, law *l)
{
    muscle *p = l->self;
    p->activation = read_drive_after(r, "activation");
    if (read_keyword(r, "activation check"))
        p->is_checked = read_bool(r, "activation check");
    if (read_keyword(r, "warn"))
        read_bool(r, "warn");
    if (read_keyword(r, "ergonomy"))
        p->is_ergonomic = read_bool(r, "ergonomy");
    if (p->is_ergonomic)
        l->kind = LAW_ELASTIC;
    if (read_keyword(r, "reflexive")) {
        p->is_reflexive = true;
        if (p->is_ergonomic)
            read_error_last(r, E_MUSCLE_REFLEXIVE);
        p->k_p = read_drive_after(r, "proportional gain");
        p->k_d = read_drive_after(r, "derivative gain");
        p->L_ref = read_drive_after(r, "reference length");
    }
    if (read_keyword(r, "short range stiffness"))
        read_short_range(r, p);
}

static void muscle_read(reader *r, law *l)
{
    static const char *const MODELS[] = {"pennestri", "erf", NULL};
    muscle *p = l->self;
    if (read_keyword(r, "help"))
        reader_print(r, l->type->grammar);
    if (read_keyword(r, "model"))
        p->is_erf = read_choice(r, MODELS, "model of the muscle") == 1;
    p->L_i = read_keyword(r, "initial length") ? read_positive(r, "initial length") : -1.0;
    p->L_0 = read_after(r, "reference length");
    p->L_i = p->L_i < 0.0 ? p->L_0 : p->L_i;
    p->V_0 = read_keyword(r, "reference velocity") ? read_positive(r, "reference velocity") : 4.0 * p->L_0;
    p->F_0 = read_after(r, "reference force");
    read_activation(r, l);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

/* A function and its derivative. */
typedef struct {
    double f, d;
} curve;

static curve active_length(const muscle *p, double x)
{
    static const double A[] = {0.4, 0.2, -0.6}, B[] = {10.0, 5.0, 2.4}, C[] = {-0.55, -0.85, -1.35};
    const double u = x - 0.95, u2 = u * u;
    curve r = {exp(u2 - 40.0 * u2 * u2), 0.0};
    r.d = r.f * (2.0 * u - 160.0 * u2 * u);
    if (!p->is_erf)
        return r;
    r = (curve){0.0, 0.0};
    for (int i = 0; i < ARRAY_LEN(A); i++) {
        const double q = B[i] * (x + C[i]);
        r.f += A[i] * erf(q);
        r.d += A[i] * B[i] * M_2_SQRTPI * exp(-q * q);
    }
    return r;
}

static curve active_speed(double v)
{
    const double u = v - 1.0, u2 = u * u;
    if (u2 == 0.0)
        return (curve){1.6, 0.0};
    const double e = 1.6 * exp(0.1 / u2 - 1.1 / (u2 * u2));
    return (curve){1.6 - e, e > 0.0 ? -e * (-0.2 + 4.4 / u2) / (u2 * u) : 0.0};
}

static curve passive_length(double x)
{
    const double u = x - 0.22, p = 0.1 * pow(u, 10.0);
    return (curve){1.3 * atan(p), 1.3 * 10.0 * p / (u * (1.0 + p * p))};
}

typedef struct {
    curve f1, f2, f3, srs;         /* srs: in x */
    double requested, a, a_x, a_v; /* activation, derivatives in x and v */
    double k_p, k_d, L_ref;
} muscle_now;

static curve short_range(const muscle *p, double activation, double x, double x_r)
{
    const double k = p->gamma * p->F_0 * activation * active_length(p, x_r).f, dx = x - x_r, d = p->delta;
    if (dx < 0.0)
        return (curve){0.0, 0.0};
    if (!p->is_exponential)
        return dx < d ? (curve){k * dx, k} : (curve){k * d, 0.0};
    const double grow = exp(fmin(dx / d, 500.0)), fall = exp(1.0 - grow);
    return (curve){k * d * (1.0 - fall), k * fall * grow};
}

static muscle_now muscle_look(const muscle *p, const state *s, double strain, double rate)
{
    const double x = (1.0 + strain) * p->L_i / p->L_0, v = p->is_ergonomic ? 0.0 : rate * p->L_i / p->V_0;
    const double activation = drive_now(p->activation, s);
    muscle_now m = {.f1 = active_length(p, x), .f2 = active_speed(v), .f3 = passive_length(x), .requested = activation};
    if (p->is_reflexive) {
        m.k_p = drive_now(p->k_p, s);
        m.k_d = drive_now(p->k_d, s);
        m.L_ref = drive_now(p->L_ref, s);
        m.requested += m.k_p * (x - m.L_ref / p->L_0) + m.k_d * v;
        m.a_x = m.k_p;
        m.a_v = m.k_d;
    }
    m.a = m.requested;
    if (p->is_checked && (m.a < 0.0 || m.a > 1.0)) {
        m.a = fmin(fmax(m.a, 0.0), 1.0);
        m.a_x = m.a_v = 0.0;
    }
    if (p->has_short_range)
        m.srs = short_range(p, activation, x, m.L_ref / p->L_0);
    return m;
}

static void muscle_eval(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    const muscle *p = l->self;
    const muscle_now m = muscle_look(p, s, strain[0], rate[0]);
    const double by_x = p->F_0 * (m.f1.d * m.f2.f * m.a + m.f1.f * m.f2.f * m.a_x + m.f3.d) + m.srs.d;
    const double by_v = p->F_0 * m.f1.f * (m.f2.d * m.a + m.f2.f * m.a_v);
    out->stress[0] = p->F_0 * (m.f1.f * m.f2.f * m.a + m.f3.f) + m.srs.f;
    out->by_strain[0] = by_x * p->L_i / p->L_0;
    out->by_rate[0] = p->is_ergonomic ? 0.0 : by_v * p->L_i / p->V_0;
}

/* --- private data, output ----------------------------------------------------------------------------------------- */

static const char *const NAMES[] = {"a",     "aReq", "f1", "f2",   "f3",   "df1dx",  "df2dv",
                                    "df3dx", "Kp",   "Kd", "Lref", "SRSf", "SRSdfdx"};
enum { PLAIN = 5, REFLEXIVE = 11, ALL = 13 };

static bool muscle_has_private(const law *l, int index)
{
    const muscle *p = l->self;
    return index <= 8 || (index <= REFLEXIVE && p->is_reflexive) || (index <= ALL && p->has_short_range);
}

static int muscle_private_index(const law *l, const char *name)
{
    for (int i = 0; i < ALL; i++)
        if (strcmp(name, NAMES[i]) == 0 && muscle_has_private(l, i + 1))
            return i + 1;
    return 0;
}

static double muscle_private_value(const state *s, const law *l, const double *strain, const double *rate, int index)
{
    const muscle *p = l->self;
    const muscle_now m = muscle_look(p, s, strain[0], rate[0]);
    const double of[ALL] = {
        m.a,   m.requested, m.f1.f,  m.f2.f,  m.f3.f, p->is_erf ? 0.5 * M_2_SQRTPI * m.f1.d : m.f1.d, m.f2.d, m.f3.d,
        m.k_p, m.k_d,       m.L_ref, m.srs.f, m.srs.d};
    return of[index - 1];
}

static void muscle_output(const state *s, const law *l, const double *strain, const double *rate, record *out)
{
    const muscle *p = l->self;
    const int n = p->has_short_range ? ALL : p->is_reflexive ? REFLEXIVE : PLAIN;
    for (int i = 0; i < n; i++) {
        record_name(out, NAMES[i], QUANTITY_NONE, "of the muscle");
        record_real(out, muscle_private_value(s, l, strain, rate, i + 1));
    }
}

const law_type law_muscle = {
    .keyword = "muscle",
    .grammar = "muscle [, model, {pennestri | erf}] [, initial length, L], reference length, L [, reference velocity, "
               "V], reference "
               "force, F, activation, (DRIVE) A [, activation check, {yes | no}] [, warn, {yes | no}] [, ergonomy, "
               "{yes | no}] [, "
               "reflexive, proportional gain, (DRIVE) KP, derivative gain, (DRIVE) KD, reference length, (DRIVE) L] [, "
               "short range "
               "stiffness [, model, {exponential | linear}] [, gamma, G] [, delta, D]]",
    .summary = "A muscle.",
    .dims = LAW_1D,
    .kind = LAW_VISCOELASTIC,
    .module = MODULE_MUSCLES,
    .size = sizeof(muscle),
    .read = muscle_read,
    .eval = muscle_eval,
    .private_index = muscle_private_index,
    .has_private = muscle_has_private,
    .private_value = muscle_private_value,
    .output = muscle_output,
};
