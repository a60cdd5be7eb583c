/* condensation.c - unknowns that stand in their own equation and in one other, which gives them: momenta.
 *
 *     row p:   sum m_k x_k + p x_j = b_p            its other columns are among those of row j
 *     row j:   sum a_k x_k + q x_j = b_j
 *
 * Column j has no other entries. Without row p and column j, row j in the place of row p,
 *
 *     a_k - (q / p) m_k                             b_j - (q / p) b_p
 *     x_j = (b_p - sum m_k x_k) / p
 *
 * nothing fills, and an effective stiffness of velocities is left, half as large, symmetric where stiffness and mass
 * are. Transposed, column k of the others and unknown z:
 *
 *     b_k - m_k b_j / p                             z_p = (b_j - q z_j) / p */
#include "linalg/reduction/condensation.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1, FEWEST = 8 }; /* at least every FEWEST-th unknown, or it is not worth it */

typedef struct {
    int row, column;            /* p, j */
    int at_row, at_column;      /* of p and q in the values */
    int place;                  /* of row j in the rest */
    int first, end;             /* of its terms */
    double pivot, other, times; /* p, q, q / p */
} pair;

/* m_k of a pair: where it is, where it goes, its column in the rest. */
typedef struct {
    int source, target, column;
    double value;
} term;

struct condensation {
    int n_pairs, n_terms;
    pair *pairs;
    term *terms;
    int *column_of, *row_of; /* of the rest, in the whole */
    int *source;             /* of each entry of the rest */
    csc rest;
};

/* --- the pattern by rows ------------------------------------------------------------------------------------------ */

typedef struct {
    int *start, *column, *entry;
} by_rows;

static by_rows condensation_rows_of(const csc *a)
{
    by_rows r = {heap_integers((size_t)a->n + 1, 0), heap_integers((size_t)csc_entries(a), 0),
                 heap_integers((size_t)csc_entries(a), 0)};
    for (int e = 0; e < csc_entries(a); e++)
        r.start[a->row[e] + 2]++;
    for (int i = 2; i <= a->n; i++)
        r.start[i] += r.start[i - 1];
    for (int j = 0; j < a->n; j++)
        for (int e = a->start[j]; e < a->start[j + 1]; e++) {
            const int at = r.start[a->row[e] + 1]++;
            r.column[at] = j;
            r.entry[at] = e;
        }
    return r;
}

static void rows_destroy(by_rows *r)
{
    free(r->start);
    free(r->column);
    free(r->entry);
}

/* --- which unknowns ----------------------------------------------------------------------------------------------- */

/* The entry of row p when column j has that and its diagonal entry alone. */
static bool is_candidate(const csc *a, int j, pair *p)
{
    const int e = a->start[j];
    if (a->start[j + 1] != e + 2 || (a->row[e] == j) == (a->row[e + 1] == j))
        return false;
    p->at_column = a->row[e] == j ? e : e + 1;
    p->at_row = a->row[e] == j ? e + 1 : e;
    p->row = a->row[p->at_row];
    p->column = j;
    return true;
}

/* Whether the columns of row p are, but for j, columns of row j; none of them that of another pair. */
static bool is_within(const by_rows *r, const pair *p, const int *pair_of, int *mark)
{
    for (int k = r->start[p->column]; k < r->start[p->column + 1]; k++)
        mark[r->column[k]] = p->column;
    for (int k = r->start[p->row]; k < r->start[p->row + 1]; k++)
        if (r->column[k] != p->column && (mark[r->column[k]] != p->column || pair_of[r->column[k]] != NONE))
            return false;
    return true;
}

/* Of rows and columns of pairs: the number of the pair. */
static void choose_pairs(condensation *c, const csc *a, const by_rows *r, int *row_pair, int *column_pair)
{
    int *mark = heap_integers((size_t)a->n, NONE);
    pair p;
    for (int j = 0; j < a->n; j++)
        if (is_candidate(a, j, &p))
            column_pair[j] = 0; /* for now: no row p may have two of them */
    for (int j = 0; j < a->n; j++) {
        if (!is_candidate(a, j, &p))
            continue;
        column_pair[j] = NONE;
        if (row_pair[p.row] != NONE || row_pair[j] != NONE || column_pair[p.row] != NONE ||
            !is_within(r, &p, column_pair, mark))
            continue;
        column_pair[j] = row_pair[p.row] = c->n_pairs;
        c->pairs = heap_resize(c->pairs, ((size_t)c->n_pairs + 1) * sizeof *c->pairs);
        c->pairs[c->n_pairs++] = p;
    }
    free(mark);
}

/* --- the rest ----------------------------------------------------------------------------------------------------- */

/* Places of columns and rows in the rest; row j takes the place of row p, whose column stays. */
static void number_rest(condensation *c, int n, const int *row_pair, const int *column_pair, int *column_to,
                        int *row_to)
{
    int next = 0;
    for (int j = 0; j < n; j++)
        if (column_pair[j] == NONE) {
            const int row = row_pair[j] == NONE ? j : c->pairs[row_pair[j]].column;
            c->column_of[next] = j;
            c->row_of[next] = row;
            column_to[j] = next;
            row_to[row] = next++;
        }
    c->rest.n = next;
}

typedef struct {
    int row, source;
} placed;

static int by_row(const void *a, const void *b) { return ((const placed *)a)->row - ((const placed *)b)->row; }

/* to[e]: where entry e of the whole went. */
static void build_rest(condensation *c, const csc *a, const int *row_to, int *to)
{
    placed *column = heap_resize(NULL, ((size_t)a->n + 1) * sizeof *column);
    int filled = 0;
    c->rest.start[0] = 0;
    for (int j = 0; j < c->rest.n; j++) {
        int n = 0;
        for (int e = a->start[c->column_of[j]]; e < a->start[c->column_of[j] + 1]; e++)
            if (row_to[a->row[e]] != NONE)
                column[n++] = (placed){row_to[a->row[e]], e};
        qsort(column, (size_t)n, sizeof *column, by_row);
        for (int k = 0; k < n; k++, filled++) {
            c->rest.row[filled] = column[k].row;
            c->source[filled] = column[k].source;
            to[column[k].source] = filled;
        }
        c->rest.start[j + 1] = filled;
    }
    free(column);
}

static void list_terms(condensation *c, const by_rows *r, const int *column_to, const int *to)
{
    for (int i = 0; i < c->n_pairs; i++) {
        pair *p = &c->pairs[i];
        p->place = column_to[p->row];
        p->first = c->n_terms;
        int beside = r->start[p->column]; /* columns of both rows ascend */
        for (int k = r->start[p->row]; k < r->start[p->row + 1]; k++) {
            if (r->column[k] == p->column)
                continue;
            while (r->column[beside] != r->column[k])
                beside++;
            c->terms[c->n_terms++] = (term){r->entry[k], to[r->entry[beside]], column_to[r->column[k]], 0.0};
        }
        p->end = c->n_terms;
    }
}

static void condense(condensation *c, const csc *a, const by_rows *r, const int *row_pair, const int *column_pair)
{
    const size_t n = (size_t)a->n, n_entries = (size_t)csc_entries(a);
    int *column_to = heap_integers(n, NONE), *row_to = heap_integers(n, NONE), *to = heap_integers(n_entries, NONE);
    c->column_of = heap_integers(n, NONE);
    c->row_of = heap_integers(n, NONE);
    c->source = heap_integers(n_entries, NONE);
    c->terms = heap_resize(NULL, (n_entries + 1) * sizeof *c->terms);
    c->rest =
        (csc){0, heap_integers(n, 0), heap_integers(n_entries, 0), heap_resize(NULL, (n_entries + 1) * sizeof(double))};
    number_rest(c, a->n, row_pair, column_pair, column_to, row_to);
    build_rest(c, a, row_to, to);
    list_terms(c, r, column_to, to);
    free(column_to);
    free(row_to);
    free(to);
}

condensation *condensation_create(const csc *a)
{
    condensation *c = heap_resize(NULL, sizeof *c);
    memset(c, 0, sizeof *c);
    by_rows r = condensation_rows_of(a);
    int *row_pair = heap_integers((size_t)a->n, NONE), *column_pair = heap_integers((size_t)a->n, NONE);
    choose_pairs(c, a, &r, row_pair, column_pair);
    const bool is_worth_it = c->n_pairs >= a->n / FEWEST && c->n_pairs > 0;
    if (is_worth_it)
        condense(c, a, &r, row_pair, column_pair);
    free(row_pair);
    free(column_pair);
    rows_destroy(&r);
    if (is_worth_it)
        return c;
    condensation_destroy(c);
    return NULL;
}

void condensation_destroy(condensation *c)
{
    if (!c)
        return;
    free(c->pairs);
    free(c->terms);
    free(c->column_of);
    free(c->row_of);
    free(c->source);
    free(c->rest.start);
    free(c->rest.row);
    free(c->rest.value);
    free(c);
}

const csc *condensation_rest(const condensation *c) { return &c->rest; }

int condensation_column(const condensation *c, int column) { return c->column_of[column]; }

/* --- numbers ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const condensation *c;
    const csc *a;
    crew crew;
    double largest[TEAM_MOST];
} loading;

static void load_rest(void *context, int member)
{
    const loading *l = context;
    const condensation *c = l->c;
    const int n = csc_entries(&c->rest), end = crew_part(l->crew, n, member + 1);
    for (int e = crew_part(l->crew, n, member); e < end; e++)
        c->rest.value[e] = l->a->value[c->source[e]];
}

/* No two pairs change the same row. */
static void load_pairs(void *context, int member)
{
    loading *l = context;
    const condensation *c = l->c;
    const double *value = l->a->value;
    const int end = crew_part(l->crew, c->n_pairs, member + 1);
    double largest = 0.0;
    for (int i = crew_part(l->crew, c->n_pairs, member); i < end && isfinite(largest); i++) {
        pair *p = &c->pairs[i];
        p->pivot = value[p->at_row];
        p->other = value[p->at_column];
        p->times = p->other / p->pivot;
        largest = fabs(p->times) <= largest ? largest : isfinite(p->times) ? fabs(p->times) : HUGE_VAL;
        for (term *t = c->terms + p->first; t < c->terms + p->end; t++) {
            t->value = value[t->source];
            c->rest.value[t->target] -= p->times * t->value;
        }
    }
    l->largest[member] = largest;
}

double condensation_factor(condensation *c, const csc *a, crew by)
{
    loading l = {.c = c, .a = a, .crew = by};
    double largest = 0.0;
    crew_do(by, load_rest, &l);
    crew_do(by, load_pairs, &l);
    for (int m = 0; m < by.members; m++)
        largest = l.largest[m] > largest ? l.largest[m] : largest;
    return largest;
}

void condensation_reduce(const condensation *c, const double *b, double *rest)
{
    for (int i = 0; i < c->rest.n; i++)
        rest[i] = b[c->row_of[i]];
    for (const pair *p = c->pairs; p < c->pairs + c->n_pairs; p++)
        rest[p->place] -= p->times * b[p->row];
}

/* The right-hand side of row p is still where unknown p will be, which no other pair reads. */
void condensation_expand(const condensation *c, const double *rest, double *b)
{
    for (const pair *p = c->pairs; p < c->pairs + c->n_pairs; p++) {
        double sum = b[p->row];
        for (const term *t = c->terms + p->first; t < c->terms + p->end; t++)
            sum -= t->value * rest[t->column];
        b[p->column] = sum / p->pivot;
    }
    for (int i = 0; i < c->rest.n; i++)
        b[c->column_of[i]] = rest[i];
}

void condensation_reduce_transposed(const condensation *c, const double *b, double *rest)
{
    for (int i = 0; i < c->rest.n; i++)
        rest[i] = b[c->column_of[i]];
    for (const pair *p = c->pairs; p < c->pairs + c->n_pairs; p++)
        for (const term *t = c->terms + p->first; t < c->terms + p->end; t++)
            rest[t->column] -= t->value * b[p->column] / p->pivot;
}

void condensation_expand_transposed(const condensation *c, const double *rest, double *b)
{
    for (const pair *p = c->pairs; p < c->pairs + c->n_pairs; p++)
        b[p->row] = (b[p->column] - p->other * rest[p->place]) / p->pivot;
    for (int i = 0; i < c->rest.n; i++)
        b[c->row_of[i]] = rest[i];
}
