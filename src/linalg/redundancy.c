/* redundancy.c - rows of constraints that are left out, and multipliers of the least norm.
 *
 *     A     rows and columns that are kept;  A x = b  determines the kept unknowns, the others are zero
 *     n_k   null vectors: 1 in multiplier k that was left out, A n_k = - column k in the kept ones
 *     N     n_k in the rows of multipliers;  l <- l - N (N'N)^-1 N' l
 *
 * N'N = 1 + ... is well conditioned. Matrices are those of the caller: scaling is left to the solver for the rest. */
#include "linalg/redundancy.h"
#include "linalg/dense.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Part of the right-hand side of a row that was left out, and that the solution does not satisfy. */
static const double DOUBT = 0.1;

struct redundancy {
    arena *memory;
    const constraint_kind *kinds;
    int n_dropped;
    int *dropped;   /* rows that are left out, ascending */
    int *place;     /* by unknown: where it is in the rest, or -1 */
    csc whole;      /* the caller's matrix that was factored last */
    csc rest;       /* what is kept of it */
    int *source;    /* entries of `whole` in the rest */
    int *row_start; /* n_dropped + 1: entries of `whole` in the rows that are left out */
    int *row_entry;
    int *row_column;    /* and their columns */
    double *null;       /* n_dropped vectors of n unknowns */
    double *gram;       /* N'N */
    double *work, *sum; /* n; n_dropped x (n_dropped + 1) */
    linear *solver;
    bool has_factors, is_doubtful;
};

/* --- rows that are left out --------------------------------------------------------------------------------------- */

static void number_rest(redundancy *redundancy)
{
    const int n = redundancy->whole.n;
    redundancy->place = ARENA_ARRAY(redundancy->memory, int, n + 1);
    for (int i = 0, k = 0, at = 0; i < n; i++) {
        const bool is_dropped = k < redundancy->n_dropped && redundancy->dropped[k] == i;
        k += is_dropped;
        redundancy->place[i] = is_dropped ? -1 : at++;
    }
}

static void keep_rest(redundancy *redundancy)
{
    const csc *whole = &redundancy->whole;
    csc *rest = &redundancy->rest;
    rest->n = whole->n - redundancy->n_dropped;
    rest->start = ARENA_ARRAY(redundancy->memory, int, rest->n + 1);
    rest->row = ARENA_ARRAY(redundancy->memory, int, csc_entries(whole) + 1);
    rest->value = ARENA_ARRAY(redundancy->memory, double, csc_entries(whole) + 1);
    redundancy->source = ARENA_ARRAY(redundancy->memory, int, csc_entries(whole) + 1);
    int n = 0;
    for (int j = 0; j < whole->n; j++) {
        if (redundancy->place[j] < 0)
            continue;
        for (int e = whole->start[j]; e < whole->start[j + 1]; e++)
            if (redundancy->place[whole->row[e]] >= 0) {
                rest->row[n] = redundancy->place[whole->row[e]];
                redundancy->source[n++] = e;
            }
        rest->start[redundancy->place[j] + 1] = n;
    }
}

static void list_dropped_rows(redundancy *redundancy)
{
    const csc *whole = &redundancy->whole;
    int *number = ARENA_ARRAY(redundancy->memory, int, whole->n + 1);
    int *start = redundancy->row_start = ARENA_ARRAY(redundancy->memory, int, redundancy->n_dropped + 2);
    for (int k = 0; k < redundancy->n_dropped; k++)
        number[redundancy->dropped[k]] = k + 1;
    for (int e = 0; e < csc_entries(whole); e++)
        start[number[whole->row[e]] + 1] += number[whole->row[e]] > 0;
    for (int k = 1; k <= redundancy->n_dropped; k++)
        start[k + 1] += start[k];
    redundancy->row_entry = ARENA_ARRAY(redundancy->memory, int, start[redundancy->n_dropped + 1] + 1);
    redundancy->row_column = ARENA_ARRAY(redundancy->memory, int, start[redundancy->n_dropped + 1] + 1);
    for (int j = 0; j < whole->n; j++)
        for (int e = whole->start[j]; e < whole->start[j + 1]; e++)
            if (number[whole->row[e]] > 0) {
                const int at = start[number[whole->row[e]]]++;
                redundancy->row_entry[at] = e;
                redundancy->row_column[at] = j;
            }
}

static redundancy *redundancy_create(arena *memory, const csc *matrix, const constraint_kind *kinds, int n_dropped,
                                     int *dropped)
{
    redundancy *r = ARENA_NEW(memory, redundancy);
    *r = (redundancy){.memory = memory, .kinds = kinds, .n_dropped = n_dropped, .dropped = dropped, .whole = *matrix};
    const size_t n = (size_t)matrix->n, k = (size_t)n_dropped;
    r->whole.value = ARENA_ARRAY(memory, double, csc_entries(matrix) + 1);
    r->null = ARENA_ARRAY(memory, double, n *k);
    r->gram = ARENA_ARRAY(memory, double, k *k);
    r->sum = ARENA_ARRAY(memory, double, k *(k + 1));
    r->work = ARENA_ARRAY(memory, double, n + 1);
    number_rest(r);
    keep_rest(r);
    list_dropped_rows(r);
    return r;
}

static rank_report rank_of_constraints(const csc *matrix, const constraint_kind *kinds, double remainder, int *row_of,
                                       arena *memory)
{
    bool *wanted = ARENA_ARRAY(memory, bool, matrix->n + 1);
    for (int i = 0; i < matrix->n; i++)
        wanted[i] = kinds[i] != NO_CONSTRAINT;
    row_matrix rows = matrix_rows(matrix, wanted, row_of, memory);
    return rank_of_rows(&rows, remainder, memory);
}

bool redundancy_is_refused(const dependence *dependence, const int *row_of, const constraint_kind *kinds)
{
    for (int i = 0; i < dependence->n; i++)
        if (kinds[row_of[dependence->others[i]]] != CONSTRAINT_OF_GROUND)
            return false;
    return kinds[row_of[dependence->row]] == CONSTRAINT_OF_GROUND;
}

static bool is_refused(const rank_report *report, const int *row_of, const constraint_kind *kinds)
{
    for (int i = 0; i < report->n; i++)
        if (redundancy_is_refused(&report->dependences[i], row_of, kinds))
            return true;
    return false;
}

redundancy *redundancy_find(const linear_backend *backend, const linear_options *options, const csc *matrix,
                            const constraint_kind *kinds, double remainder)
{
    arena *memory = arena_create(), *workspace = arena_create();
    int *row_of = ARENA_ARRAY(workspace, int, matrix->n + 1);
    const rank_report report = rank_of_constraints(matrix, kinds, remainder, row_of, workspace);
    redundancy *found = NULL;
    if (report.n > 0 && !is_refused(&report, row_of, kinds)) {
        int *dropped = ARENA_ARRAY(memory, int, report.n);
        for (int i = 0; i < report.n; i++)
            dropped[i] = row_of[report.dependences[i].row];
        found = redundancy_create(memory, matrix, kinds, report.n, dropped);
        found->solver = linear_create(backend, &found->rest, options);
    }
    arena_destroy(workspace);
    if (!found)
        arena_destroy(memory);
    return found;
}

void redundancy_destroy(redundancy *redundancy)
{
    if (!redundancy)
        return;
    linear_destroy(redundancy->solver);
    arena_destroy(redundancy->memory);
}

int redundancy_count(const redundancy *redundancy) { return redundancy ? redundancy->n_dropped : 0; }

int redundancy_row(const redundancy *redundancy, int index) { return redundancy->dropped[index]; }

linear *redundancy_solver(const redundancy *redundancy) { return redundancy->solver; }

bool redundancy_has_factors(const redundancy *redundancy) { return redundancy->has_factors; }

bool redundancy_is_doubtful(const redundancy *redundancy) { return redundancy->is_doubtful; }

bool redundancy_is_same(const redundancy *redundancy, const struct redundancy *other)
{
    return redundancy_count(redundancy) == redundancy_count(other) &&
           (!other || memcmp(redundancy->dropped, other->dropped, (size_t)other->n_dropped * sizeof(int)) == 0);
}

/* --- factors ------------------------------------------------------------------------------------------------------ */

static void solve_rest(redundancy *redundancy, linear_apply *solve, double *b)
{
    for (int i = 0; i < redundancy->whole.n; i++)
        if (redundancy->place[i] >= 0)
            redundancy->work[redundancy->place[i]] = b[i];
    solve(redundancy->solver, redundancy->work);
    for (int i = 0; i < redundancy->whole.n; i++)
        b[i] = redundancy->place[i] >= 0 ? redundancy->work[redundancy->place[i]] : 0.0;
}

static double *null_vector(const redundancy *redundancy, int k)
{
    return redundancy->null + (size_t)k * (size_t)redundancy->whole.n;
}

static void find_null_vector(redundancy *redundancy, int k)
{
    const csc *whole = &redundancy->whole;
    double *x = null_vector(redundancy, k);
    const int column = redundancy->dropped[k];
    memset(x, 0, (size_t)whole->n * sizeof *x);
    for (int e = whole->start[column]; e < whole->start[column + 1]; e++)
        x[whole->row[e]] = -whole->value[e];
    solve_rest(redundancy, linear_solve, x);
    x[column] = 1.0;
}

static double multiplier_product(const redundancy *redundancy, const double *x, const double *y)
{
    double sum = 0.0;
    for (int i = 0; i < redundancy->whole.n; i++)
        sum += redundancy->kinds[i] != NO_CONSTRAINT ? x[i] * y[i] : 0.0;
    return sum;
}

static void find_null_vectors(redundancy *redundancy)
{
    const int n = redundancy->n_dropped;
    for (int k = 0; k < n; k++)
        find_null_vector(redundancy, k);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            redundancy->gram[(size_t)i * (size_t)n + (size_t)j] =
                multiplier_product(redundancy, null_vector(redundancy, i), null_vector(redundancy, j));
}

linear_status redundancy_factor(redundancy *redundancy, const csc *matrix, int *column)
{
    memcpy(redundancy->whole.value, matrix->value, (size_t)csc_entries(matrix) * sizeof *matrix->value);
    for (int e = 0; e < csc_entries(&redundancy->rest); e++)
        redundancy->rest.value[e] = matrix->value[redundancy->source[e]];
    const linear_status status = linear_factor(redundancy->solver, &redundancy->rest, column);
    for (int i = matrix->n - 1; status == LINEAR_SINGULAR && i >= 0; i--)
        if (redundancy->place[i] == *column) {
            *column = i;
            return status;
        }
    redundancy->is_doubtful = false;
    redundancy->has_factors = status == LINEAR_OK;
    if (redundancy->has_factors)
        find_null_vectors(redundancy);
    return status;
}

/* --- solutions ---------------------------------------------------------------------------------------------------- */

static void watch(redundancy *redundancy, const double *b, const double *x)
{
    int at = 0;
    for (int k = 0; k < redundancy->n_dropped; k++) {
        double left = b[k], size = fabs(b[k]);
        for (; at < redundancy->row_start[k + 1]; at++) {
            const double term = redundancy->whole.value[redundancy->row_entry[at]] * x[redundancy->row_column[at]];
            left -= term;
            size += fabs(term);
        }
        if (b[k] != 0.0 && !(fabs(left) <= DOUBT * size))
            redundancy->is_doubtful = true;
    }
}

void redundancy_release(redundancy *redundancy, const double *y, double *d)
{
    const int n = redundancy->n_dropped;
    double *gram = redundancy->sum, *part = gram + (size_t)n * (size_t)n;
    memcpy(gram, redundancy->gram, (size_t)n * (size_t)n * sizeof *gram);
    for (int k = 0; k < n; k++)
        part[k] = multiplier_product(redundancy, null_vector(redundancy, k), y);
    dense_solve(n, 1, gram, part);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < redundancy->whole.n; i++)
            d[i] -= part[k] * null_vector(redundancy, k)[i];
}

void redundancy_solve(redundancy *redundancy, linear_apply *solve, double *b)
{
    double *right = redundancy->sum;
    for (int k = 0; k < redundancy->n_dropped; k++)
        right[k] = b[redundancy->dropped[k]];
    solve_rest(redundancy, solve, b);
    watch(redundancy, right, b);
    redundancy_release(redundancy, b, b);
}

void redundancy_solve_transposed(redundancy *redundancy, double *b)
{
    solve_rest(redundancy, linear_solve_transposed, b);
}

/* --- restart ------------------------------------------------------------------------------------------------------ */

static void serialize_factors(archive *ar, redundancy *redundancy)
{
    archive_bool(ar, &redundancy->is_doubtful);
    archive_doubles(ar, redundancy->whole.value, (size_t)csc_entries(&redundancy->whole));
    redundancy->has_factors = linear_serialize(ar, redundancy->solver);
    if (redundancy->has_factors && archive_is_loading(ar))
        find_null_vectors(redundancy);
}

void redundancy_save(archive *ar, redundancy *redundancy)
{
    int n = redundancy_count(redundancy);
    archive_int(ar, &n);
    for (int k = 0; k < n; k++)
        archive_int(ar, &redundancy->dropped[k]);
    if (n > 0)
        serialize_factors(ar, redundancy);
}

redundancy *redundancy_load(archive *ar, const linear_backend *backend, const linear_options *options,
                            const csc *matrix, const constraint_kind *kinds)
{
    int n = 0;
    archive_index(ar, &n, 0, matrix->n);
    if (n == 0)
        return NULL;
    arena *memory = arena_create();
    int *dropped = ARENA_ARRAY(memory, int, n);
    for (int k = 0; k < n; k++)
        archive_index(ar, &dropped[k], k > 0 ? dropped[k - 1] + 1 : 0, matrix->n - 1);
    if (archive_failed(ar)) {
        arena_destroy(memory);
        return NULL;
    }
    redundancy *loaded = redundancy_create(memory, matrix, kinds, n, dropped);
    loaded->solver = linear_create(backend, &loaded->rest, options);
    serialize_factors(ar, loaded);
    return loaded;
}
