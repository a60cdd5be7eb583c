/* graall_damper.c - landing gear shock absorber with data from a file of the program GRAALL.
 *
 *     x = -l strain,  x' = -l strain'                               stroke, positive in compression
 *     Fg = p0 A_g (1 - k x/L)^-gamma                                gas
 *     Fv = 0.995184417 rho A_o (A_o A / (c A_1^2))^2 nu(T)/nu_ref |x'| x'
 *                                       A, c: tables of x, one pair for each sign of x'; A_1: area of compression
 *     Ff = (f - g x) Fg (1 - tanh(t / t_f)) tanh(x' / v_ref)        friction
 *     Fs = p0 A_s (1 - tanh(t / t_s))                               suction
 *     stress = -(Fg + Fv + Ff + Fs); 0 before the damper moves for the first time
 *
 * The file contains a title; 16 lines that begin with p0, A_g, k, L, gamma, a coefficient of friction, A_o, rho; f, g,
 * t_f and v_ref of the friction law; A_s and t_s of the suction ring; nu_ref, T; and five tables, each with a title, a
 * line with the number of rows, and the rows: area and coefficient c as functions of x, alternately for compression
 * and extension, and nu as a function of T.
 *
 * No public document describes how MBDyn uses these data. The formulas were identified from results of MBDyn for one
 * file, whose areas and coefficients are constants, and reproduce them to all digits: each term by its dependence on
 * x, x' and the time t of the analysis, its factor by the numbers of the file. The factor 0.995184417, which no
 * product of these numbers explains, the power of A in extension and the role of A_1 where tables have several rows
 * are conjectures. The coefficient of friction has no effect, which is reported. A damper moves when |x'| exceeds
 * v_ref / 10000. */
#include "base/array.h"
#include "law/diag_rows.h"
#include "law/laws.h"
#include "model/number_lines.h"
#include "model/reading.h"
#include <math.h>
#include <string.h>

typedef struct {
    int n;
    double (*points)[2]; /* x, value; in increasing order of x */
} table;

enum {
    P0,
    GAS_AREA,
    INTERACTION,
    LENGTH,
    GAMMA,
    MU,
    OIL_AREA,
    DENSITY,
    FRICTION,
    FRICTION_BY_X,
    FRICTION_TIME,
    V_REF,
    SUCTION_AREA,
    SUCTION_TIME,
    NU_REF,
    TEMPERATURE,
    NUMBERS
};

typedef struct {
    double l;
    double numbers[NUMBERS];
    table area[2], coefficient[2], viscosity; /* pairs: compression, extension */
} damper;

/* --- the file ----------------------------------------------------------------------------------------------------- */

static bool is_positive(int k) { return k != MU && (k <= DENSITY || k == V_REF || k == NU_REF); }

static bool graall_damper_read_numbers(number_lines *lines, double *of)
{
    for (int k = 0; k < NUMBERS; k++) {
        if (!lines_next(lines, "the file ends here: 16 numbers are needed") || !lines_number(lines, &of[k]))
            return false;
        if (is_positive(k) && !(of[k] > 0.0)) {
            lines_complain_line(lines, "this number must be positive");
            return false;
        }
    }
    return true;
}

static bool read_row(number_lines *lines, table *table, int i)
{
    if (!lines_next(lines, "the file ends here: rows of the table are missing") ||
        !lines_number(lines, &table->points[i][0]) || !lines_number(lines, &table->points[i][1]))
        return false;
    const char *wrong = i > 0 && !(table->points[i][0] > table->points[i - 1][0]) ? "the first column does not increase"
                        : !(table->points[i][1] > 0.0)                            ? "the second number must be positive"
                                                                                  : NULL;
    if (wrong)
        lines_complain_line(lines, wrong);
    return !wrong;
}

static bool graall_damper_read_table(number_lines *lines, table *table)
{
    enum { MOST = 10000 };
    double n;
    if (!lines_next(lines, "the file ends here: a table is missing") ||
        !lines_next(lines, "the file ends here: the number of rows is missing") || !lines_number(lines, &n))
        return false;
    if (!(n >= 1.0 && n <= MOST && n == floor(n))) {
        lines_complain_line(lines, "the number of rows must be an integer between 1 and 10000");
        return false;
    }
    table->n = (int)n;
    table->points = arena_alloc(reader_arena(lines->reader), (size_t)table->n * sizeof *table->points);
    for (int i = 0; i < table->n; i++)
        if (!read_row(lines, table, i))
            return false;
    return true;
}

static bool graall_damper_read_file(number_lines *lines, damper *damper)
{
    if (!lines_next(lines, "the title is missing") || !graall_damper_read_numbers(lines, damper->numbers))
        return false;
    table *const tables[] = {&damper->area[0], &damper->area[1], &damper->coefficient[0], &damper->coefficient[1],
                             &damper->viscosity};
    for (int i = 0; i < ARRAY_LEN(tables); i++)
        if (!graall_damper_read_table(lines, tables[i]))
            return false;
    return true;
}

static void graall_damper_read(reader *reader, law *law)
{
    damper *damper = law->self;
    const char *path = read_filename(reader, "file of the damper");
    const source_location location = read_last_location(reader);
    damper->l = read_positive(reader, "reference length");
    number_lines lines;
    if (!read_ok(reader) || !lines_open(&lines, reader, "damper data", path, location))
        return;
    if (!graall_damper_read_file(&lines, damper))
        read_follows_error(reader);
    else if (damper->numbers[MU] != 0.0)
        diag_report(reader_diag(reader), W_GRAALL_NUMBERS, location, path);
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

/* Interpolates linearly between the rows; outside, it returns the value of the nearest row. */
static double table_at(const table *table, double x, double *derivative)
{
    *derivative = 0.0;
    if (x <= table->points[0][0])
        return table->points[0][1];
    for (int i = 1; i < table->n; i++) {
        if (x >= table->points[i][0])
            continue;
        const double *a = table->points[i - 1], *b = table->points[i];
        *derivative = (b[1] - a[1]) / (b[0] - a[0]);
        return a[1] + *derivative * (x - a[0]);
    }
    return table->points[table->n - 1][1];
}

/* Force with its derivatives with respect to x and x'. */
typedef struct {
    double F, by_x, by_v;
} force;

/* 1 - tanh(t / scale); a time of zero has passed at the start. */
static double fading(double t, double scale) { return scale > 0.0 ? 1.0 - tanh(t / scale) : 0.0; }

static bool gas(const damper *damper, double x, force *to)
{
    const double *of = damper->numbers, volume = 1.0 - of[INTERACTION] * x / of[LENGTH];
    if (volume <= 0.0)
        return false;
    to->F = of[P0] * of[GAS_AREA] * pow(volume, -of[GAMMA]);
    to->by_x = of[GAMMA] * of[INTERACTION] / of[LENGTH] * to->F / volume;
    to->by_v = 0.0;
    return true;
}

/* Friction and suction, which fade with time. */
static void fade(const damper *damper, double t, double x, double v, const force *gas, force *to)
{
    const double *of = damper->numbers, th = tanh(v / of[V_REF]), coefficient = of[FRICTION] - of[FRICTION_BY_X] * x,
                 left = fading(t, of[FRICTION_TIME]);
    to->F += left * coefficient * gas->F * th + of[P0] * of[SUCTION_AREA] * fading(t, of[SUCTION_TIME]);
    to->by_x += left * th * (coefficient * gas->by_x - of[FRICTION_BY_X] * gas->F);
    to->by_v += left * coefficient * gas->F * (1.0 - th * th) / of[V_REF];
}

static void oil(const damper *damper, double x, double v, force *to)
{
    const int way = v < 0.0;
    double A_x, first_x, c_x, unused;
    const double *of = damper->numbers, A = table_at(&damper->area[way], x, &A_x),
                 first = table_at(&damper->area[0], x, &first_x), c = table_at(&damper->coefficient[way], x, &c_x);
    const double thick = table_at(&damper->viscosity, of[TEMPERATURE], &unused) / of[NU_REF],
                 ratio = of[OIL_AREA] * A / (c * first * first),
                 g = 0.995184417104 * of[DENSITY] * of[OIL_AREA] * ratio * ratio * thick;
    to->F += g * fabs(v) * v;
    to->by_x += 2.0 * g * fabs(v) * v * (A_x / A - 2.0 * first_x / first - c_x / c);
    to->by_v += 2.0 * g * fabs(v);
}

static bool moves(const law *law, const double *rate)
{
    const damper *damper = law->self;
    return fabs(damper->l * rate[0]) > 1e-4 * damper->numbers[V_REF];
}

static void graall_damper_eval(const law *law, const state *state, const double *strain, const double *rate,
                               law_result *out)
{
    const damper *damper = law->self;
    const double x = -damper->l * strain[0], v = -damper->l * rate[0];
    const int *has_moved = remembered(state, law->memory);
    force only_gas;
    if (!gas(damper, x, &only_gas)) {
        state_fail(state, law->location, "graall damper: the gas volume is not positive at stroke %g", x);
        return;
    }
    if (!*has_moved && !moves(law, rate))
        return;
    force force = only_gas;
    fade(damper, state->t, x, v, &only_gas, &force);
    oil(damper, x, v, &force);
    out->stress[0] = -force.F;
    out->by_strain[0] = damper->l * force.by_x;
    out->by_rate[0] = damper->l * force.by_v;
}

static void graall_damper_accept(const state *state, const law *law, memory_block *memory, const double *strain,
                                 const double *rate)
{
    (void)state, (void)strain;
    int *has_moved = memory_at(memory, law->memory);
    *has_moved |= moves(law, rate);
}

const law_type law_graall_damper = {
    .keyword = "graall damper",
    .grammar = "graall damper, \"FILE\", LENGTH",
    .summary = "Landing gear shock absorber with data from a file.",
    .module = MODULE_DAMPER_GRAALL,
    .dims = LAW_1D,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(damper),
    .read = graall_damper_read,
    .eval = graall_damper_eval,
    .memory = sizeof(int),
    .accept = graall_damper_accept,
    .flags = LAW_BARE,
};
