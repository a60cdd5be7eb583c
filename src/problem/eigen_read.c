/* eigen_read.c - the card `eigenanalysis` of the initial value problem.
 *
 *     { when | list , n , when , ... } , options in any order; each option at most once */
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
    eigenanalysis *eigenanalysis = eigen_read_create(1, memory);
    eigenanalysis->when[0] = when;
    eigenanalysis->method = EIGEN_BY_LAPACK;
    eigenanalysis->by_size = true;
    eigenanalysis->keep_isolated = true;
    return eigenanalysis;
}

static int digits(int n)
{
    int width = 1;
    while (n >= 10)
        n /= 10, width++;
    return width;
}

static void read_suffix_width(reader *reader, eigenanalysis *eigenanalysis)
{
    eigenanalysis->width = read_keyword(reader, "compute")
                               ? digits(eigenanalysis->n_times - 1)
                               : read_integer_in(reader, 1, MOST_WIDTH, "width of the suffix");
}

/* Reads one integer format, "%d", "%4d" or "%04d", with any text around it. Blanks are not useful in a file name, so
 * the width always pads with zeros. */
static void read_suffix_format(reader *reader, eigenanalysis *eigenanalysis)
{
    const char *format = read_string(reader, "format of the suffix");
    if (!format || !read_ok(reader))
        return;
    const char *percent = strchr(format, '%');
    char *end = NULL;
    const long width = percent && percent[1] != '-' && percent[1] != '+' ? strtol(percent + 1, &end, 10) : 0;
    const bool is_integer = end && (*end == 'd' || *end == 'i' || *end == 'u');
    if (!is_integer || width < 0 || width > MOST_WIDTH || isspace((unsigned char)percent[1]) || strpbrk(end, "%/") ||
        memchr(format, '/', (size_t)(percent - format))) {
        read_error_last(reader, E_EIGEN_FORMAT, format);
        return;
    }
    arena *memory = reader_arena(reader);
    char *before = arena_alloc(memory, (size_t)(percent - format) + 1);
    memcpy(before, format, (size_t)(percent - format));
    eigenanalysis->before = before;
    eigenanalysis->width = width < 1 ? 1 : (int)width;
    eigenanalysis->after = arena_copy(memory, end + 1, strlen(end + 1) + 1);
}

static void read_full_matrices(reader *reader, eigenanalysis *eigenanalysis)
{
    (void)reader;
    eigenanalysis->matrices = MATRICES_FULL;
}

static void read_sparse_matrices(reader *reader, eigenanalysis *eigenanalysis)
{
    eigenanalysis->sparse_at = read_last_location(reader);
    eigenanalysis->matrices = MATRICES_SPARSE;
}

static void read_vectors(reader *reader, eigenanalysis *eigenanalysis)
{
    (void)reader;
    eigenanalysis->vectors = true;
}

static void read_geometry(reader *reader, eigenanalysis *eigenanalysis)
{
    (void)reader;
    eigenanalysis->geometry = true;
}

static void read_matrix_precision(reader *reader, eigenanalysis *eigenanalysis)
{
    eigenanalysis->matrix_precision = read_integer_in(reader, 0, MOST_PRECISION, "number of digits");
}

static void read_results_precision(reader *reader, eigenanalysis *eigenanalysis)
{
    eigenanalysis->results_precision = read_integer_in(reader, 0, MOST_PRECISION, "number of digits");
}

static void read_parameter(reader *reader, eigenanalysis *eigenanalysis)
{
    eigenanalysis->parameter = read_positive(reader, "parameter");
}

static void read_mode(reader *reader, eigenanalysis *eigenanalysis)
{
    static const char *const MODES[] = {"largest magnitude",
                                        "smallest magnitude",
                                        "largest real part",
                                        "smallest real part",
                                        "largest imaginary part",
                                        "smallest imaginary part",
                                        NULL};
    const int mode = read_choice(reader, MODES, "which eigenvalues");
    eigenanalysis->krylov.mode = mode < 0 ? LARGEST_IMAGINARY : (eigen_mode)mode;
}

static double read_frequency(reader *reader)
{
    const double f = read_real(reader, "frequency");
    if (read_ok(reader) && f < 0)
        read_error_last(reader, E_EIGEN_FREQUENCY, f);
    return f;
}

static void read_lower(reader *reader, eigenanalysis *eigenanalysis) { eigenanalysis->lower = read_frequency(reader); }
static void read_upper(reader *reader, eigenanalysis *eigenanalysis) { eigenanalysis->upper = read_frequency(reader); }

static void read_lapack(reader *reader, eigenanalysis *eigenanalysis)
{
    (void)reader;
    eigenanalysis->method = EIGEN_BY_LAPACK;
}

static void read_balance(reader *reader, eigenanalysis *eigenanalysis)
{
    static const char *const BALANCES[] = {"no", "scale", "permute", "all", NULL};
    const int balance = read_choice(reader, BALANCES, "balance");
    eigenanalysis->balance = balance < 0 ? BALANCE_PERMUTE : (eigen_balance)balance;
}

static void read_arpack(reader *reader, eigenanalysis *eigenanalysis)
{
    eigenanalysis->method = EIGEN_BY_ARPACK;
    eigenanalysis->krylov.wanted = read_integer_in(reader, 1, 2147483647, "number of eigenvalues");
    eigenanalysis->krylov.vectors = read_integer_in(reader, 1, 2147483647, "number of Arnoldi vectors");
    eigenanalysis->krylov.tolerance = read_real(reader, "tolerance");
    if (read_ok(reader) && eigenanalysis->krylov.tolerance < 0)
        read_error_last(reader, E_EIGEN_TOLERANCE, eigenanalysis->krylov.tolerance);
    if (read_keyword(reader, "max iterations"))
        eigenanalysis->krylov.iterations = read_integer_in(reader, 1, 2147483647, "maximum number of iterations");
}

static void read_jdqz(reader *reader, eigenanalysis *eigenanalysis)
{
    (void)eigenanalysis;
    read_error_last(reader, E_EIGEN_JDQZ);
}

static void read_external(reader *reader, eigenanalysis *eigenanalysis)
{
    (void)reader;
    eigenanalysis->method = EIGEN_BY_NOTHING;
}

static const struct {
    const char *word;
    void (*read)(reader *reader, eigenanalysis *eigenanalysis);
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

static eigenanalysis *read_times(reader *reader)
{
    const bool is_list = read_keyword(reader, "list");
    const int n = is_list ? read_integer_in(reader, 1, MOST_TIMES, "number of times") : 1;
    eigenanalysis *eigenanalysis = eigen_read_create(n, reader_arena(reader));
    for (int i = 0; i < n; i++)
        eigenanalysis->when[i] = read_real(reader, "time of the eigenanalysis");
    return eigenanalysis;
}

static void eigen_read_read_options(reader *reader, eigenanalysis *eigenanalysis)
{
    const char *words[ARRAY_LEN(OPTIONS) + 1] = {NULL};
    for (int i = 0; i < ARRAY_LEN(OPTIONS); i++)
        words[i] = OPTIONS[i].word;
    while (read_ok(reader) && read_more(reader)) {
        const int i = read_choice(reader, words, "option of the eigenanalysis");
        if (i >= 0)
            OPTIONS[i].read(reader, eigenanalysis);
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

eigenanalysis *read_eigenanalysis(reader *reader)
{
    reader_set_help(reader, eigenanalysis_grammar);
    const source_location location = reader_card_location(reader);
    eigenanalysis *eigenanalysis = read_times(reader);
    eigenanalysis->location = location;
    eigen_read_read_options(reader, eigenanalysis);
    if (eigenanalysis->method == EIGEN_UNSAID)
        eigenanalysis->method = eigenanalysis->vectors ? EIGEN_BY_LAPACK : EIGEN_BY_NOTHING;
    if (eigenanalysis->krylov.mode == (eigen_mode)MODE_UNSAID)
        eigenanalysis->krylov.mode = eigenanalysis->method == EIGEN_BY_ARPACK ? LARGEST_IMAGINARY : SMALLEST_MAGNITUDE;
    if (read_ok(reader) && eigenanalysis->method == EIGEN_BY_LAPACK && eigenanalysis->matrices == MATRICES_SPARSE)
        read_error(reader, E_EIGEN_SPARSE, eigenanalysis->sparse_at);
    if (read_ok(reader) && eigenanalysis->lower > eigenanalysis->upper)
        read_error(reader, E_EIGEN_LIMITS, location, eigenanalysis->lower, eigenanalysis->upper);
    return eigenanalysis;
}
