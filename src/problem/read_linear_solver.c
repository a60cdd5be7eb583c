/* read_linear_solver.c - the card `linear solver`: the solver and its options. */
#include "problem/read_linear_solver.h"
#include "contract/diag_rows.h"
#include "problem/diag_rows.h"
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* `max` and `sum` are synonyms of row max and row sum; `always` and `once` scale rows by their sums. */
static void read_scale(reader *reader, linear_options *options)
{
    static const char *const WORDS[] = {"no",         "always",     "once",   "row max",   "row sum",
                                        "column max", "column sum", "lapack", "iterative", "row max column max",
                                        "max",        "sum",        NULL};
    static const scale_method MEANS[] = {
        SCALE_NONE,       SCALE_ROW_SUM,    SCALE_ROW_SUM, SCALE_ROW_MAX,   SCALE_ROW_SUM,
        SCALE_COLUMN_MAX, SCALE_COLUMN_SUM, SCALE_LAPACK,  SCALE_ITERATIVE, SCALE_ROW_MAX_COLUMN_MAX,
        SCALE_ROW_MAX,    SCALE_ROW_SUM};
    static const char *const WHEN[] = {"always", "once", "never", NULL};
    const int word = read_choice(reader, WORDS, "scaling of the matrix");
    if (word < 0)
        return;
    options->scale = MEANS[word];
    options->when = word == 0 ? SCALE_NEVER : word == 2 ? SCALE_ONCE : SCALE_ALWAYS;
    const int when = word > 2 ? read_try_choice(reader, WHEN) : -1;
    if (when >= 0)
        options->when = when == 1 ? SCALE_ONCE : when == 2 ? SCALE_NEVER : SCALE_ALWAYS;
    if (read_keyword(reader, "scale tolerance"))
        options->scale_tolerance = read_positive(reader, "scale tolerance");
    if (read_keyword(reader, "scale iterations"))
        options->scale_iterations = read_integer_in(reader, 1, 1000000, "scale iterations");
}

/* Reports an option that concerns only the storage or the incomplete factors of solvers that are not available. */
static bool read_ignored(reader *reader, const char *word)
{
    const source_location location = read_place(reader);
    const bool is_given = read_keyword(reader, word);
    if (is_given)
        diag_report(reader_diag(reader), N_SOLVER_OPTION, location, word);
    return is_given;
}

/* Iterative solvers are replaced by a direct one, which needs no preconditioner. */
static void read_preconditioner(reader *reader)
{
    static const char *const WORDS[] = {"umfpack", "klu",     "lapack",    "ilut",  "superlu", "mumps", "scalapack",
                                        "dscpack", "pardiso", "paraklete", "taucs", "csparse", NULL};
    read_choice(reader, WORDS, "preconditioner");
}

/* Zero means no pivoting. Options represent this by the smallest number, as zero there means the default of the
 * solver. */
static double read_pivot_factor(reader *reader)
{
    const double v = read_real(reader, "pivot factor");
    if (read_ok(reader) && !(v >= 0 && v <= 1))
        read_error_last(reader, E_FRACTION_OPTION, "pivot factor", v);
    return fmax(v, DBL_MIN);
}

static bool read_linear_solver_read_number(reader *reader, linear_options *options)
{
    if (read_keyword(reader, "mt") || read_keyword(reader, "multithread"))
        options->threads = read_integer_in(reader, 1, 1024, "number of threads");
    else if (read_ignored(reader, "workspace size"))
        read_integer_in(reader, 0, 2147483647, "workspace size");
    else if (read_keyword(reader, "pivot factor"))
        options->pivot_factor = read_pivot_factor(reader);
    else if (read_ignored(reader, "drop tolerance"))
        read_real(reader, "drop tolerance");
    else if (read_ignored(reader, "block size"))
        read_integer_in(reader, 1, 2147483647, "block size");
    else if (read_keyword(reader, "tolerance"))
        options->refine_tolerance = read_positive(reader, "tolerance of the refinement");
    else if (read_keyword(reader, "max iterations"))
        options->refine_iterations = read_integer_in(reader, 0, 1000000, "iterations of the refinement");
    else
        return false;
    return true;
}

static bool read_storage(reader *reader)
{
    return read_ignored(reader, "map") || read_ignored(reader, "cc") || read_ignored(reader, "dir") ||
           read_ignored(reader, "grad");
}

static bool read_linear_solver_read_option(reader *reader, linear_options *options)
{
    static const char *const ORDERS[] = {"colamd", "mmdata", "amd", "given", "metis", NULL};
    static const ordering MEANS[] = {ORDER_COLAMD, ORDER_MMDATA, ORDER_AMD, ORDER_GIVEN, ORDER_METIS};
    const int order = read_try_choice(reader, ORDERS);
    if (order >= 0)
        options->order = MEANS[order];
    else if (read_keyword(reader, "scale"))
        read_scale(reader, options);
    else if (read_ignored(reader, "preconditioner"))
        read_preconditioner(reader);
    else
        return read_linear_solver_read_number(reader, options) || read_storage(reader);
    return true;
}

static const char OPTIONS[] =
    " }\n"
    "    [, { map | cc | dir | grad }] [, { colamd | mmdata | amd | given | metis }] [, { mt | multithread }, "
    "THREADS]\n"
    "    [, workspace size, N] [, pivot factor, REAL] [, drop tolerance, REAL] [, block size, N]\n"
    "    [, scale, { no | always | once | row max | row sum | column max | column sum | lapack | iterative\n"
    "        | row max column max } [, scale tolerance, REAL] [, scale iterations, N]]\n"
    "    [, tolerance, REAL] [, max iterations, N] [, preconditioner, NAME]";
static char grammar[2048];

static void read_linear_solver_append(const char *separator, const char *text)
{
    const size_t n = strlen(grammar);
    snprintf(grammar + n, sizeof grammar - n, "%s%s", separator, text);
}

static void write_grammar(void)
{
    read_linear_solver_append("", "linear solver: {");
    for (int i = 0; i < linear_backend_count; i++)
        read_linear_solver_append(i > 0 ? " | " : " ", linear_backends[i]->keyword);
    for (int i = 0; linear_foreign_words[i]; i++)
        read_linear_solver_append(i % 8 == 0 ? "\n    | " : " | ", linear_foreign_words[i]);
    read_linear_solver_append("", OPTIONS);
}

const char *linear_solver_grammar(void)
{
    static pthread_once_t is_written = PTHREAD_ONCE_INIT;
    pthread_once(&is_written, write_grammar);
    return grammar;
}

/* Reads a keyword of the backends, or of solvers that are not available; returns NULL if it was neither. */
static const char *read_linear_solver_read_word(reader *reader)
{
    enum { MOST = 64 };
    const char *words[MOST + 1];
    int n = 0;
    for (int i = 0; i < linear_backend_count && n < MOST; i++)
        words[n++] = linear_backends[i]->keyword;
    for (int i = 0; linear_foreign_words[i] && n < MOST; i++)
        words[n++] = linear_foreign_words[i];
    words[n] = NULL;
    const int choice = read_choice(reader, words, "linear solver");
    return choice >= 0 ? words[choice] : NULL;
}

void read_linear_solver(reader *reader, const linear_backend **backend, linear_options *options)
{
    reader_set_help(reader, linear_solver_grammar());
    const source_location location = read_place(reader);
    const char *word = read_linear_solver_read_word(reader);
    if (!word)
        return;
    *backend = linear_backend_find(word);
    if (!*backend)
        diag_report(reader_diag(reader), W_SOLVER_REPLACED, location, word);
    while (read_ok(reader) && read_more(reader) && read_linear_solver_read_option(reader, options))
        continue;
}
