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
 * With `activation check`, a is limited to the range from 0 to 1. With `ergonomy`, the speed is assumed to be zero.
 * As in MBDyn, the output for the model erf contains df1/dx divided by sqrt(pi). */
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

static double read_after(reader *reader, const char *word)
{
    const char *const words[] = {word, NULL};
    read_choice(reader, words, word);
    return read_positive(reader, word);
}

static const drive *read_drive_after(reader *reader, const char *word)
{
    const char *const words[] = {word, NULL};
    read_choice(reader, words, word);
    return read_drive(reader, word);
}

static void read_short_range(reader *reader, muscle *muscle)
{
    static const char *const MODELS[] = {"exponential", "linear", NULL};
    muscle->has_short_range = true;
    muscle->gamma = 280.0;
    muscle->delta = 5.7e-3;
    if (!muscle->is_reflexive)
        read_error_last(reader, E_MUSCLE_SHORT_RANGE);
    if (read_keyword(reader, "model"))
        muscle->is_exponential = read_choice(reader, MODELS, "model of the short range stiffness") == 0;
    if (read_keyword(reader, "gamma"))
        muscle->gamma = read_positive(reader, "gamma");
    if (read_keyword(reader, "delta"))
        muscle->delta = read_positive(reader, "delta");
}

static void read_activation(reader *reader, law *law)
{
    muscle *muscle = law->self;
    muscle->activation = read_drive_after(reader, "activation");
    if (read_keyword(reader, "activation check"))
        muscle->is_checked = read_bool(reader, "activation check");
    if (read_keyword(reader, "warn"))
        read_bool(reader, "warn");
    if (read_keyword(reader, "ergonomy"))
        muscle->is_ergonomic = read_bool(reader, "ergonomy");
    if (muscle->is_ergonomic)
        law->kind = LAW_ELASTIC;
    if (read_keyword(reader, "reflexive")) {
        muscle->is_reflexive = true;
        if (muscle->is_ergonomic)
            read_error_last(reader, E_MUSCLE_REFLEXIVE);
        muscle->k_p = read_drive_after(reader, "proportional gain");
        muscle->k_d = read_drive_after(reader, "derivative gain");
        muscle->L_ref = read_drive_after(reader, "reference length");
    }
    if (read_keyword(reader, "short range stiffness"))
        read_short_range(reader, muscle);
}

static void muscle_read(reader *reader, law *law)
{
    static const char *const MODELS[] = {"pennestri", "erf", NULL};
    muscle *muscle = law->self;
    if (read_keyword(reader, "help"))
        reader_print(reader, law->type->grammar);
    if (read_keyword(reader, "model"))
        muscle->is_erf = read_choice(reader, MODELS, "model of the muscle") == 1;
    muscle->L_i = read_keyword(reader, "initial length") ? read_positive(reader, "initial length") : -1.0;
    muscle->L_0 = read_after(reader, "reference length");
    muscle->L_i = muscle->L_i < 0.0 ? muscle->L_0 : muscle->L_i;
    muscle->V_0 =
        read_keyword(reader, "reference velocity") ? read_positive(reader, "reference velocity") : 4.0 * muscle->L_0;
    muscle->F_0 = read_after(reader, "reference force");
    read_activation(reader, law);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

/* Value of a function and its derivative. */
typedef struct {
    double f, d;
} curve;

static curve active_length(const muscle *muscle, double x)
{
    static const double A[] = {0.4, 0.2, -0.6}, B[] = {10.0, 5.0, 2.4}, C[] = {-0.55, -0.85, -1.35};
    const double u = x - 0.95, u2 = u * u;
    curve r = {exp(u2 - 40.0 * u2 * u2), 0.0};
    r.d = r.f * (2.0 * u - 160.0 * u2 * u);
    if (!muscle->is_erf)
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
    curve f1, f2, f3, srs;         /* srs: as a function of x */
    double requested, a, a_x, a_v; /* activation, derivatives with respect to x and v */
    double k_p, k_d, L_ref;
} muscle_now;

static curve short_range(const muscle *muscle, double activation, double x, double x_r)
{
    const double k = muscle->gamma * muscle->F_0 * activation * active_length(muscle, x_r).f, dx = x - x_r,
                 d = muscle->delta;
    if (dx < 0.0)
        return (curve){0.0, 0.0};
    if (!muscle->is_exponential)
        return dx < d ? (curve){k * dx, k} : (curve){k * d, 0.0};
    const double grow = exp(fmin(dx / d, 500.0)), fall = exp(1.0 - grow);
    return (curve){k * d * (1.0 - fall), k * fall * grow};
}

static muscle_now muscle_look(const muscle *muscle, const state *state, double strain, double rate)
{
    const double x = (1.0 + strain) * muscle->L_i / muscle->L_0,
                 v = muscle->is_ergonomic ? 0.0 : rate * muscle->L_i / muscle->V_0;
    const double activation = drive_now(muscle->activation, state);
    muscle_now muscle_now = {
        .f1 = active_length(muscle, x), .f2 = active_speed(v), .f3 = passive_length(x), .requested = activation};
    if (muscle->is_reflexive) {
        muscle_now.k_p = drive_now(muscle->k_p, state);
        muscle_now.k_d = drive_now(muscle->k_d, state);
        muscle_now.L_ref = drive_now(muscle->L_ref, state);
        muscle_now.requested += muscle_now.k_p * (x - muscle_now.L_ref / muscle->L_0) + muscle_now.k_d * v;
        muscle_now.a_x = muscle_now.k_p;
        muscle_now.a_v = muscle_now.k_d;
    }
    muscle_now.a = muscle_now.requested;
    if (muscle->is_checked && (muscle_now.a < 0.0 || muscle_now.a > 1.0)) {
        muscle_now.a = fmin(fmax(muscle_now.a, 0.0), 1.0);
        muscle_now.a_x = muscle_now.a_v = 0.0;
    }
    if (muscle->has_short_range)
        muscle_now.srs = short_range(muscle, activation, x, muscle_now.L_ref / muscle->L_0);
    return muscle_now;
}

static void muscle_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const muscle *muscle = law->self;
    const muscle_now muscle_now = muscle_look(muscle, state, strain[0], rate[0]);
    const double by_x = muscle->F_0 * (muscle_now.f1.d * muscle_now.f2.f * muscle_now.a +
                                       muscle_now.f1.f * muscle_now.f2.f * muscle_now.a_x + muscle_now.f3.d) +
                        muscle_now.srs.d;
    const double by_v =
        muscle->F_0 * muscle_now.f1.f * (muscle_now.f2.d * muscle_now.a + muscle_now.f2.f * muscle_now.a_v);
    out->stress[0] =
        muscle->F_0 * (muscle_now.f1.f * muscle_now.f2.f * muscle_now.a + muscle_now.f3.f) + muscle_now.srs.f;
    out->by_strain[0] = by_x * muscle->L_i / muscle->L_0;
    out->by_rate[0] = muscle->is_ergonomic ? 0.0 : by_v * muscle->L_i / muscle->V_0;
}

/* --- private data, output ----------------------------------------------------------------------------------------- */

static const char *const NAMES[] = {"a",     "aReq", "f1", "f2",   "f3",   "df1dx",  "df2dv",
                                    "df3dx", "Kp",   "Kd", "Lref", "SRSf", "SRSdfdx"};
enum { PLAIN = 5, REFLEXIVE = 11, ALL = 13 };

static bool muscle_has_private(const law *law, int index)
{
    const muscle *muscle = law->self;
    return index <= 8 || (index <= REFLEXIVE && muscle->is_reflexive) || (index <= ALL && muscle->has_short_range);
}

static int muscle_private_index(const law *law, const char *name)
{
    for (int i = 0; i < ALL; i++)
        if (strcmp(name, NAMES[i]) == 0 && muscle_has_private(law, i + 1))
            return i + 1;
    return 0;
}

static double muscle_private_value(const state *state, const law *law, const double *strain, const double *rate,
                                   int index)
{
    const muscle *muscle = law->self;
    const muscle_now muscle_now = muscle_look(muscle, state, strain[0], rate[0]);
    const double of[ALL] = {
        muscle_now.a,    muscle_now.requested, muscle_now.f1.f,
        muscle_now.f2.f, muscle_now.f3.f,      muscle->is_erf ? 0.5 * M_2_SQRTPI * muscle_now.f1.d : muscle_now.f1.d,
        muscle_now.f2.d, muscle_now.f3.d,      muscle_now.k_p,
        muscle_now.k_d,  muscle_now.L_ref,     muscle_now.srs.f,
        muscle_now.srs.d};
    return of[index - 1];
}

static void muscle_output(const state *state, const law *law, const double *strain, const double *rate, record *out)
{
    const muscle *muscle = law->self;
    const int n = muscle->has_short_range ? ALL : muscle->is_reflexive ? REFLEXIVE : PLAIN;
    for (int i = 0; i < n; i++) {
        record_name(out, NAMES[i], QUANTITY_NONE, "of the muscle");
        record_real(out, muscle_private_value(state, law, strain, rate, i + 1));
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
