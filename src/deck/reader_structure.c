/* reader_structure.c - vectors and matrices.
 *
 *     vector ::= null | default | x1, x2, ... [, scale, f]
 *     matrix ::= null | default | eye | [matr,] all terms | sym, upper triangle | diag, diagonal
 *              | skew, v1, v2, v3 (3x3) | anba, all terms (6x6, 6xN, Nx6)          each but null: [, scale, f]
 *
 * Terms are given by rows; an empty term is zero. skew gives -(v x), the transpose of what the manual prints, in
 * agreement with reference results (language/matrix-3x3-forms). anba renumbers the axes of the side of six:
 *
 *     new 1 2 3 4 5 6 = given 3 1 2 6 4 5 */
#include "deck/reader_state.h"
#include "deck/diag_rows.h"
#include <string.h>

/* Permutation of the side of six in `anba`. */
static const int anba[6] = {2, 0, 1, 5, 3, 4};

static void read_terms(reader *reader, int n, double *v, const double *otherwise, const char *what)
{
    for (int i = 0; i < n; i++) {
        if (i > 0 && !reader->more && !reader->failed) {
            const char *p = argument_start(reader);
            read_error(reader, E_MISSING_COMPONENT, scan_location(reader, p, p + 1), i + 1, n, what);
        }
        if (i == 0)
            argument_begin(reader, what);
        v[i] = reader->failed ? 0.0 : read_real_or(reader, otherwise ? otherwise[i] : 0.0, what);
    }
}

static void read_scale(reader *reader, int n, double *v)
{
    if (!read_keyword(reader, "scale"))
        return;
    const double factor = read_real(reader, "scale factor");
    for (int i = 0; i < n; i++)
        v[i] *= factor;
}

static void zero_after_error(const reader *reader, int n, double *v)
{
    if (reader->failed)
        memset(v, 0, (size_t)n * sizeof *v);
}

static void read_vector_or(reader *reader, int n, double *v, const double *otherwise, const char *what)
{
    memset(v, 0, (size_t)n * sizeof *v);
    if (read_keyword(reader, "null"))
        return;
    if (read_keyword(reader, "default") || (otherwise && !reader->more)) {
        if (otherwise)
            memcpy(v, otherwise, (size_t)n * sizeof *v);
    } else {
        read_terms(reader, n, v, otherwise, what);
        read_scale(reader, n, v);
    }
    zero_after_error(reader, n, v);
}

void read_vector(reader *reader, int n, double *values, const char *what)
{
    read_vector_or(reader, n, values, NULL, what);
}
void read_vec6(reader *reader, double v[6], const char *what) { read_vector_or(reader, 6, v, NULL, what); }

vec3 read_vec3(reader *reader, const char *what)
{
    double v[3];
    read_vector_or(reader, 3, v, NULL, what);
    return vec3_load(v);
}

vec3 read_vec3_or(reader *reader, vec3 otherwise, const char *what)
{
    double v[3], given[3];
    vec3_store(given, otherwise);
    read_vector_or(reader, 3, v, given, what);
    return vec3_load(v);
}

vec3 read_unit_vec3(reader *reader, const char *what)
{
    const source_location location = read_place(reader);
    const vec3 v = read_vec3(reader, what);
    const double length = vec3_norm(v);
    if (!reader->failed && !(length > 0.0))
        read_error(reader, E_ZERO_VECTOR, location, what);
    return reader->failed ? v : vec3_scale(1.0 / length, v);
}

/* --- matrices ----------------------------------------------------------------------------------------------------- */

typedef enum { FORM_TERMS, FORM_NULL, FORM_EYE, FORM_SYM, FORM_DIAG, FORM_SKEW, FORM_ANBA } form;

/* Reads the keyword that begins a matrix. */
static form read_form(reader *reader, int rows, int columns)
{
    if (read_keyword(reader, "null") || read_keyword(reader, "default"))
        return FORM_NULL;
    if (rows == columns) {
        static const char *const words[] = {"eye", "sym", "diag", NULL};
        const int i = read_try_choice(reader, words);
        if (i >= 0)
            return FORM_EYE + i;
    }
    if (rows == 3 && columns == 3 && read_keyword(reader, "skew"))
        return FORM_SKEW;
    if ((rows == 6 || columns == 6) && read_keyword(reader, "anba"))
        return FORM_ANBA;
    read_keyword(reader, "matr");
    return FORM_TERMS;
}

/* Reads the upper triangle by rows; only the diagonal if `diagonal`. */
static void read_triangle(reader *reader, int n, double *m, bool diagonal, const char *what)
{
    const int terms = diagonal ? n : n * (n + 1) / 2;
    int k = 0;
    for (int i = 0; i < n; i++) {
        for (int j = i; j < (diagonal ? i + 1 : n); j++, k++) {
            if (k > 0 && !reader->more && !reader->failed)
                read_error(reader, E_MISSING_COMPONENT, read_place(reader), k + 1, terms, what);
            m[i * n + j] = m[j * n + i] = read_real(reader, what);
        }
    }
}

static void read_skew(reader *reader, double *m, const char *what)
{
    double v[3];
    read_terms(reader, 3, v, NULL, what);
    const mat3 s = mat3_skew(vec3_neg(vec3_load(v)));
    memcpy(m, s.e, sizeof s.e);
}

/* Stores each term at its permuted row and column. */
static void read_anba(reader *reader, int rows, int columns, double *m, const char *what)
{
    int row_of[6], column_of[6];
    for (int i = 0; i < 6; i++)
        row_of[anba[i]] = column_of[anba[i]] = i;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            const int k = i * columns + j;
            if (k > 0 && !reader->more && !reader->failed)
                read_error(reader, E_MISSING_COMPONENT, read_place(reader), k + 1, rows * columns, what);
            m[(rows == 6 ? row_of[i] : i) * columns + (columns == 6 ? column_of[j] : j)] = read_real(reader, what);
        }
    }
}

void read_matrix(reader *reader, int rows, int columns, double *m, const char *what)
{
    const int n = rows * columns;
    memset(m, 0, (size_t)n * sizeof *m);
    const form form = read_form(reader, rows, columns);
    if (form == FORM_NULL)
        return;
    if (form == FORM_EYE)
        for (int i = 0; i < rows; i++)
            m[i * columns + i] = 1.0;
    else if (form == FORM_SYM || form == FORM_DIAG)
        read_triangle(reader, rows, m, form == FORM_DIAG, what);
    else if (form == FORM_SKEW)
        read_skew(reader, m, what);
    else if (form == FORM_ANBA)
        read_anba(reader, rows, columns, m, what);
    else
        read_terms(reader, n, m, NULL, what);
    read_scale(reader, n, m);
    zero_after_error(reader, n, m);
}

mat3 read_mat3(reader *reader, const char *what)
{
    mat3 m;
    read_matrix(reader, 3, 3, &m.e[0][0], what);
    return m;
}

void read_mat6(reader *reader, double m[36], const char *what) { read_matrix(reader, 6, 6, m, what); }
void read_mat6xn(reader *reader, int n, double *m, const char *what) { read_matrix(reader, 6, n, m, what); }
void read_matnx6(reader *reader, int n, double *m, const char *what) { read_matrix(reader, n, 6, m, what); }
