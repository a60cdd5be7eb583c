/* eigen_read.c - the card `eigenanalysis` of the initial value problem.
 *
 *     { when | list , n , when , ... } , options in any order; an option stands once                              */
#include "problem/eigen.h"
#include "problem/diag_rows.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TIMES = 100000, MOST_WIDTH = 32, MOST_PRECISION = 60, FULL_PRECISION = 16 };
enum { MODE_UNSAID = -1 };

static eigenanalysis *eigen_read_create(int n_times, arena *memory)
{
    eigenanalysis *q = ARENA_NEW(memory, eigenanalysis);
    *q = (eigenanalysis){
        .n_times = n_times,
        .when = ARENA_ARRAY(memory, double, n_times),
        .before = "",
        .after = "",
        .width = 1,
        .matrix_precision = FULL_PRECISION,
        .results_precision = -1,
        .lower = NAN,
        .upper = NAN,
        .balance = BALANCE_PERMUTE,
        .krylov = {.mode = (eigen_mode)MODE_UNSAID, .iterations = 300},
    };
    return q;
}

eigenanalysis *eigenanalysis_at(double when, arena *memory)
{
    eigenanalysis *q = eigen_read_create(1, memory);
    q->when[0] = when;
    q->method = EIGEN_BY_LAPACK;
    q->by_size = true;
    q->keep_isolated = true;
    return q;
}

static int digits(int n)
{
    int width = 1;
    while (n >= 10)
        n /= 10, width++;
    return width;
}

static void read_suffix_width(reader *r, eigenanalysis *q)
{
    q->width =
        read_keyword(r, "compute") ? digits(q->n_times - 1) : read_integer_in(r, 1, MOST_WIDTH, "width of the suffix");
}

/* One format of an integer, "%d", "%4d" or "%04d", with any text around it; a blank for each missing digit is no name
 * of a file, so the width always means zeros. */
static void read_suffix_format(reader *r, eigenanalysis *q)
{
    const char *format = read_string(r, "format of the suffix");
    if (!format || !read_ok(r))
        return;
    const char *percent = strchr(format, '%');
    char *end = NULL;
    const long width = percent && percent[1] != '-' && percent[1] != '+' ? strtol(percent + 1, &end, 10) : 0;
    const bool is_integer = end && (*end == 'd' || *end == 'i' || *end == 'u');
    if (!is_integer || width < 0 || width > MOST_WIDTH || isspace((unsigned char)percent[1]) || strpbrk(end, "%/") ||
        memchr(format, '/', (size_t)(percent - format))) {
        read_error_last(r, E_EIGEN_FORMAT, format);
        return;
    }
    arena *memory = reader_arena(r);
    char *before = arena_alloc(memory, (size_t)(percent - format) + 1);
    memcpy(before, format, (size_t)(percent - format));
    q->before = before;
    q->width = width < 1 ? 1 : (int)width;
    q->after = arena_copy(memory, end + 1, strlen(end + 1) + 1);
}

static void read_full_matrices(reader *r, eigenanalysis *q)
{
    (void)r;
    q->matrices = MATRICES_FULL;
}

static void read_sparse_matrices(reader *r, eigenanalysis *q)
{
    q->sparse_at = read_last_place(r);
    q->matrices = MATRICES_SPARSE;
}

static void read_vectors(reader *r, eigenanalysis *q)
{
    (void)r;
    q->vectors = true;
}

static void read_geometry(reader *r, eigenanalysis *q)
{
    (void)r;
    q->geometry = true;
}

static void read_matrix_precision(reader *r, eigenanalysis *q)
{
    q->matrix_precision = read_integer_in(r, 0, MOST_PRECISION, "number of digits");
}

static void read_results_precision(reader *r, eigenanalysis *q)
{
    q->results_precision = read_integer_in(r, 0, MOST_PRECISION, "number of digits");
}

static void read_parameter(reader *r, eigenanalysis *q) { q->parameter = read_positive(r, "parameter"); }

static void read_mode(reader *r, eigenanalysis *q)
{
    static const char *const MODES[] = {"largest magnitude",
                                        "smallest magnitude",
                                        "largest real part",
                                        "smallest real part",
                                        "largest imaginary part",
                                        "smallest imaginary part",
                                        NULL};
    const int mode = read_choice(r, MODES, "which eigenvalues");
    q->krylov.mode = mode < 0 ? LARGEST_IMAGINARY : (eigen_mode)mode;
}

static double read_frequency(reader *r)
{
    const double f = read_real(r, "frequency");
    if (read_ok(r) && f < 0)
        read_error_last(r, E_EIGEN_FREQUENCY, f);
    return f;
}

static void read_lower(reader *r, eigenanalysis *q) { q->lower = read_frequency(r); }
static void read_upper(reader *r, eigenanalysis *q) { q->upper = read_frequency(r); }

static void read_lapack(reader *r, eigenanalysis *q)
{
    (void)r;
    q->method = EIGEN_BY_LAPACK;
}

static void read_balance(reader *r, eigenanalysis *q)
{
    static const char *const BALANCES[] = {"no", "scale", "permute", "all", NULL};
    const int balance = read_choice(r, BALANCES, "balance");
    q->balance = balance < 0 ? BALANCE_PERMUTE : (eigen_balance)balance;
}

static void read_arpack(reader *r, eigenanalysis *q)
{
    q->method = EIGEN_BY_ARPACK;
    q->krylov.wanted = read_integer_in(r, 1, 2147483647, "number of eigenvalues");
    q->krylov.vectors = read_integer_in(r, 1, 2147483647, "number of Arnoldi vectors");
    q->krylov.tolerance = read_real(r, "tolerance");
    if (read_ok(r) && q->krylov.tolerance < 0)
        read_error_last(r, E_EIGEN_TOLERANCE, q->krylov.tolerance);
    if (read_keyword(r, "max iterations"))
        q->krylov.iterations = read_integer_in(r, 1, 2147483647, "maximum number of iterations");
}

static void read_jdqz(reader *r, eigenanalysis *q)
{
    (void)q;
    read_error_last(r, E_EIGEN_JDQZ);
}

static void read_external(reader *r, eigenanalysis *q)
{
    (void)r;
    q->method = EIGEN_BY_NOTHING;
}

static const struct {
    const char *word;
    void (*read)(reader *r, eigenanalysis *q);
} OPTIONS[] = {
    {"balance", read_balance},
    {"lower frequency limit", read_lower},
    {"matrix output precision", read_matrix_precision},
    {"mode", read_mode},
    {"output eigenvectors", read_vectors},
    {"output full matrices", read_full_matrices},
    {"output geometry", read_geometry},
    {"output matrices", read_full_matrices},
    {"output sparse matrices", read_sparse_matrices},
    {"parameter", read_parameter},
    {"results output precision", read_results_precision},
    {"suffix format", read_suffix_format},
    {"suffix width", read_suffix_width},
    {"upper frequency limit", read_upper},
    {"use arpack", read_arpack},
    {"use external", read_external},
    {"use jdqz", read_jdqz},
    {"use lapack", read_lapack},
};

static eigenanalysis *read_times(reader *r)
{
    const bool is_list = read_keyword(r, "list");
    const int n = is_list ? read_integer_in(r, 1, MOST_TIMES, "number of times") : 1;
    eigenanalysis *q = eigen_read_create(n, reader_arena(r));
    for (int i = 0; i < n; i++)
        q->when[i] = read_real(r, "time of the eigenanalysis");
    return q;
}

static void eigen_read_read_options(reader *r, eigenanalysis *q)
{
    const char *words[ARRAY_LEN(OPTIONS) + 1] = {NULL};
    for (int i = 0; i < ARRAY_LEN(OPTIONS); i++)
        words[i] = OPTIONS[i].word;
    while (read_ok(r) && read_more(r)) {
        const int i = read_choice(r, words, "option of the eigenanalysis");
        if (i >= 0)
            OPTIONS[i].read(r, q);
    }
}

const char eigenanalysis_grammar[] =
    "eigenanalysis: { WHEN | list, N, WHEN [, ...] } [, suffix width, { compute | N } | , suffix format, \"%d\" "
    "| , output [ full | sparse ] matrices | , output eigenvectors | , output geometry | , matrix output "
    "precision, N "
    "| , results output precision, N | , parameter, P | , mode, { largest | smallest } { magnitude | real part | "
    "imaginary part } | , lower frequency limit, HZ | , upper frequency limit, HZ ]\n"
    "    [, use lapack | , balance, { no | scale | permute | all } | , use arpack, NEV, NCV, TOLERANCE [, max "
    "iterations, N] | , use external ]";

eigenanalysis *read_eigenanalysis(reader *r)
{
    reader_set_help(r, eigenanalysis_grammar);
    const place where = reader_card_place(r);
    eigenanalysis *q = read_times(r);
    q->where = where;
    eigen_read_read_options(r, q);
    if (q->method == EIGEN_UNSAID)
        q->method = q->vectors ? EIGEN_BY_LAPACK : EIGEN_BY_NOTHING;
    if (q->krylov.mode == (eigen_mode)MODE_UNSAID)
        q->krylov.mode = q->method == EIGEN_BY_ARPACK ? LARGEST_IMAGINARY : SMALLEST_MAGNITUDE;
    if (read_ok(r) && q->method == EIGEN_BY_LAPACK && q->matrices == MATRICES_SPARSE)
        read_error(r, E_EIGEN_SPARSE, q->sparse_at);
    if (read_ok(r) && q->lower > q->upper)
        read_error(r, E_EIGEN_LIMITS, where, q->lower, q->upper);
    return q;
}
