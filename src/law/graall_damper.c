/* graall_damper.c - landing gear shock absorber with data from a file of the program GRAALL.
 *
 *     x = -l strain,  x' = -l strain'                               stroke, positive in compression
 *     p = p0 (1 - k x/L)^-gamma                                     gas pressure
 *     Fe = p A_g - p0 A_g (1 - x/d)                                 the second term, a stop, only if x < d = L/100
 *     Fv = rho/2 A_o (A_o / (c A))^2 nu(T)/nu_ref |x'| x'           A, c: tables of x, one pair for each sign of x'
 *     Ff = mu p A_g tanh(x' / v_ref)
 *     stress = -(Fe + Fv + Ff)
 *
 * The file contains a title; 16 lines that begin with p0, A_g, k, L, gamma, mu, A_o, rho, four numbers of a friction
 * law (the last is v_ref), two of a suction ring, nu_ref, T; and five tables, each with a title, a line with the
 * number of rows, and the rows: area and coefficient c as functions of x, alternately for compression and extension,
 * and nu as a function of T.
 *
 * No public document describes how MBDyn uses these data. The formulas are those of `shock absorber`, which has the
 * same quantities. That the damper carries no load when fully extended follows from the results of MBDyn; the
 * elastic stop that achieves this is an assumption. The first three numbers of the friction law and the suction ring
 * have no effect, which is reported. */
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

enum { P0, GAS_AREA, INTERACTION, LENGTH, GAMMA, MU, OIL_AREA, DENSITY, V_REF = 11, NU_REF = 14, TEMPERATURE, NUMBERS };

typedef struct {
    double l;
    double numbers[NUMBERS];
    table area[2], coefficient[2], viscosity; /* pairs: compression, extension */
} damper;

/* --- the file ----------------------------------------------------------------------------------------------------- */

static bool is_positive(int k) { return k != MU && k != TEMPERATURE && (k <= DENSITY || k == V_REF || k == NU_REF); }

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

/* Returns whether the friction law or the suction ring has numbers that are not used. */
static bool has_other_numbers(const double *of)
{
    return of[8] != 0.0 || of[9] != 0.0 || of[10] != 0.0 || of[12] != 0.0 || of[13] != 0.0;
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
    else if (has_other_numbers(damper->numbers))
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

static bool gas(const damper *damper, double x, double v, force *to)
{
    const double volume = 1.0 - damper->numbers[INTERACTION] * x / damper->numbers[LENGTH],
                 th = tanh(v / damper->numbers[V_REF]);
    if (volume <= 0.0)
        return false;
    const double start = damper->numbers[P0] * damper->numbers[GAS_AREA],
                 full = start * pow(volume, -damper->numbers[GAMMA]);
    const double derivative =
                     damper->numbers[GAMMA] * damper->numbers[INTERACTION] / damper->numbers[LENGTH] * full / volume,
                 rubs = damper->numbers[MU] * th;
    *to = (force){(1.0 + rubs) * full, (1.0 + rubs) * derivative,
                  damper->numbers[MU] * full * (1.0 - th * th) / damper->numbers[V_REF]};
    const double stop = 0.01 * damper->numbers[LENGTH];
    if (x < stop) {
        to->F -= start * (1.0 - x / stop);
        to->by_x += start / stop;
    }
    return true;
}

static void oil(const damper *damper, double x, double v, force *to)
{
    const int way = v < 0.0;
    double A_x, c_x, unused;
    const double A = table_at(&damper->area[way], x, &A_x), c = table_at(&damper->coefficient[way], x, &c_x);
    const double thick = table_at(&damper->viscosity, damper->numbers[TEMPERATURE], &unused) / damper->numbers[NU_REF];
    const double ratio = damper->numbers[OIL_AREA] / (c * A),
                 g = 0.5 * damper->numbers[DENSITY] * damper->numbers[OIL_AREA] * ratio * ratio * thick;
    to->F += g * fabs(v) * v;
    to->by_x -= 2.0 * g * fabs(v) * v * (A_x / A + c_x / c);
    to->by_v += 2.0 * g * fabs(v);
}

static void graall_damper_eval(const law *law, const state *state, const double *strain, const double *rate,
                               law_result *out)
{
    const damper *damper = law->self;
    const double x = -damper->l * strain[0], v = -damper->l * rate[0];
    force force = {0};
    if (!gas(damper, x, v, &force)) {
        state_fail(state, law->location, "graall damper: the gas volume is not positive at stroke %g", x);
        return;
    }
    oil(damper, x, v, &force);
    out->stress[0] = -force.F;
    out->by_strain[0] = damper->l * force.by_x;
    out->by_rate[0] = damper->l * force.by_v;
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
    .flags = LAW_BARE,
};
