/* descriptor.c - linear equations with constraints: elimination with sparse rows, whose coefficients are series.
 *
 *     1. eliminate in the coefficients of x'       rows that have none left are algebraic: a x + b u = 0
 *     2. solve these for unknowns x_p              x_p = w x_i + v u
 *     3. substitute x_p and its derivative         x_p' = w x_i' + w' x_i + v u' + v' u
 *     4. repeat until no row is algebraic          then solve for z'
 *
 * A row is reduced by the pivots before it, in their order, as rows of a triangular matrix are; rows with few terms
 * come first. The pivot is the largest coefficient of its row, after scaling, of the unknowns that are to be eliminated
 * first. A term carries the magnitude of the numbers that were added to it: a sum below EPSILON times that is zero. */
#include "linalg/descriptor.h"
#include "base/key_heap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { S = DESCRIPTOR_SERIES, MOST_PASSES = 12 };
static const double EPSILON = 1e-12;           /* rounding errors */
static const double TIMID = 0.05, BOLD = 1e-9; /* least pivots: if a class is only preferred; if it has to leave */
static const double SIMILAR = 0.5;             /* as good as the largest of its class */
static const double LEAST = 1e-3;              /* magnitude of the numbers behind any coefficient of a row */
static const double BLURRED = 0.1;             /* differences have this much more noise than what is differenced */
static const double WEAK = 1e-3;               /* a row that elimination has made this small waits */
enum { SHORT = 13 };                           /* terms of a row in which a choice does no harm */

typedef struct {
    double size, c[S];
    bool is_marked;
} cell;

struct descriptor {
    int n, m, width;      /* width: number of columns of a row */
    descriptor_row *rows; /* given ones; then those with derivatives */
    int n_rows;
    descriptor_row *solved; /* by unknown: x_p = the sum of the terms; none if it is not eliminated */
    int *pass_of;           /* by unknown: when it was eliminated, -1 if not */
    int passes, repeated, culprit;
    double noise; /* of a derivative in time, as a fraction of the coefficient that is differentiated */
    bool is_rough, is_overloaded;
    unsigned char *class;
    int *value_of; /* by unknown: what it is the rate of, or -1 */
    double *scale;
    int *states, n_states;
    descriptor_row *rates; /* by unknown: z' = the sum of the terms */
    /* workspace: one row, and pivots by column */
    cell *cells;
    ARRAY(int) marked;
    key_heap heap;
    int *pivot_of, *pivot_column, n_pivots;
};

/* --- equations ---------------------------------------------------------------------------------------------------- */

descriptor *descriptor_create(int n, int m)
{
    descriptor *d = heap_resize(NULL, sizeof *d);
    *d = (descriptor){.n = n, .m = m, .width = 2 * n + S * m, .n_rows = n, .culprit = -1};
    const size_t size = (size_t)n + 1;
    d->rows = heap_aligned(16, size * sizeof *d->rows);
    d->solved = heap_aligned(16, size * sizeof *d->solved);
    d->rates = heap_aligned(16, size * sizeof *d->rates);
    d->pass_of = heap_integers(size, -1);
    d->value_of = heap_integers(size, -1);
    d->class = heap_aligned(16, size);
    d->scale = heap_reals(size);
    d->states = heap_integers(size, -1);
    d->cells = heap_aligned(16, ((size_t)d->width + 1) * sizeof *d->cells);
    d->pivot_of = heap_integers((size_t)d->width, -1);
    d->pivot_column = heap_integers(size, -1);
    return d;
}

static void rows_free(descriptor_row *rows, int n)
{
    for (int i = 0; i < n; i++)
        free(rows[i].terms);
    free(rows);
}

void descriptor_destroy(descriptor *descriptor)
{
    if (!descriptor)
        return;
    rows_free(descriptor->rows, descriptor->n);
    rows_free(descriptor->solved, descriptor->n);
    rows_free(descriptor->rates, descriptor->n);
    free(descriptor->pass_of);
    free(descriptor->value_of);
    free(descriptor->class);
    free(descriptor->scale);
    free(descriptor->states);
    free(descriptor->cells);
    free(descriptor->pivot_of);
    free(descriptor->pivot_column);
    array_free(&descriptor->marked);
    array_free(&descriptor->heap);
    free(descriptor);
}

/* Appends without order; descriptor_reduce sorts and merges. */
static void append(descriptor *descriptor, int row, int column, int order, double value)
{
    descriptor_row *to = &descriptor->rows[row];
    if (value == 0)
        return;
    if (to->n % 16 == 0)
        to->terms = heap_resize(to->terms, ((size_t)to->n + 16) * sizeof *to->terms);
    descriptor_term *term = &to->terms[to->n++];
    *term = (descriptor_term){.column = column, .size = order == 0 ? fabs(value) : 0};
    term->c[order] = value;
}

void descriptor_add_rate(descriptor *descriptor, int row, int column, int order, double value)
{
    append(descriptor, row, column, order, value);
}

void descriptor_add_value(descriptor *descriptor, int row, int column, int order, double value)
{
    append(descriptor, row, descriptor->n + column, order, value);
}

void descriptor_add_input(descriptor *descriptor, int row, int input, int order, double value)
{
    append(descriptor, row, 2 * descriptor->n + S * input, order, value);
}

void descriptor_set_class(descriptor *descriptor, int column, descriptor_class class)
{
    descriptor->class[column] = (unsigned char)class;
}

void descriptor_set_interval(descriptor *descriptor, double e) { descriptor->noise = e > 0 ? BLURRED / e : 0; }

void descriptor_set_pair(descriptor *descriptor, int value, int rate) { descriptor->value_of[rate] = value; }

/* --- series ------------------------------------------------------------------------------------------------------- */

static void series_divide(const double *a, const double *b, double *q)
{
    q[0] = a[0] / b[0];
    q[1] = (a[1] - q[0] * b[1]) / b[0];
    q[2] = (a[2] - q[0] * b[2] - q[1] * b[1]) / b[0];
}

/* --- one row in cells --------------------------------------------------------------------------------------------- */

static cell *cell_at(descriptor *descriptor, int column)
{
    cell *cell = &descriptor->cells[column];
    if (!cell->is_marked) {
        cell->is_marked = true;
        array_push(&descriptor->marked, column);
        if (descriptor->pivot_of[column] >= 0)
            key_heap_push(&descriptor->heap, descriptor->pivot_of[column]);
    }
    return cell;
}

static void load(descriptor *descriptor, const descriptor_row *row)
{
    for (int k = 0; k < row->n; k++) {
        cell *cell = cell_at(descriptor, row->terms[k].column);
        cell->size = fmax(cell->size, row->terms[k].size);
        for (int i = 0; i < S; i++)
            cell->c[i] += row->terms[k].c[i];
    }
}

/* cells[column] += f a, with series f, a. */
static void add_product(descriptor *descriptor, int column, const double *f, const double *a, double size)
{
    cell *cell = cell_at(descriptor, column);
    cell->size = fmax(cell->size, size);
    cell->c[0] += f[0] * a[0];
    cell->c[1] += f[0] * a[1] + f[1] * a[0];
    cell->c[2] += f[0] * a[2] + f[1] * a[1] + f[2] * a[0];
}

static int by_column(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static bool is_empty(const cell *cell) { return cell->c[0] == 0 && cell->c[1] == 0 && cell->c[2] == 0; }

/* Moves the cells to a row, without rounding errors, and clears them. */
static void store(descriptor *descriptor, descriptor_row *row)
{
    int n = 0;
    if (descriptor->marked.n > 0)
        qsort(descriptor->marked.items, (size_t)descriptor->marked.n, sizeof(int), by_column);
    for (int k = 0; k < descriptor->marked.n; k++) {
        cell *cell = &descriptor->cells[descriptor->marked.items[k]];
        if (fabs(cell->c[0]) <= EPSILON * cell->size)
            cell->c[0] = 0;
        n += !is_empty(cell);
    }
    free(row->terms);
    row->terms = NULL;
    row->terms = heap_resize(NULL, ((size_t)n + 1) * sizeof *row->terms);
    row->n = 0;
    for (int k = 0; k < descriptor->marked.n; k++) {
        cell *cell = &descriptor->cells[descriptor->marked.items[k]];
        if (!is_empty(cell))
            row->terms[row->n++] =
                (descriptor_term){descriptor->marked.items[k], cell->size, {cell->c[0], cell->c[1], cell->c[2]}};
        memset(cell, 0, sizeof *cell);
    }
    descriptor->marked.n = 0;
    descriptor->heap.n = 0;
}

/* --- elimination -------------------------------------------------------------------------------------------------- */

static const descriptor_term *term_of(const descriptor_row *row, int column)
{
    int low = 0, high = row->n - 1;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (row->terms[middle].column < column)
            low = middle + 1;
        else
            high = middle;
    }
    return row->n > 0 && row->terms[low].column == column ? &row->terms[low] : NULL;
}

/* cells -= (cells[column] / pivot) row, which clears the column. */
static void subtract_pivot(descriptor *descriptor, int column, const descriptor_row *row)
{
    cell *at = &descriptor->cells[column];
    double f[S];
    if (fabs(at->c[0]) <= EPSILON * at->size)
        at->c[0] = 0;
    if (is_empty(at))
        return;
    const descriptor_term *pivot = term_of(row, column);
    const double f_size = at->size / fabs(pivot->c[0]);
    series_divide(at->c, pivot->c, f);
    for (int i = 0; i < S; i++)
        f[i] = -f[i];
    for (int k = 0; k < row->n; k++)
        add_product(descriptor, row->terms[k].column, f, row->terms[k].c,
                    fmax(fabs(f[0]) * row->terms[k].size, f_size * fabs(row->terms[k].c[0])));
    at = &descriptor->cells[column];
    at->c[0] = at->c[1] = at->c[2] = at->size = 0;
}

/* Subtracts the pivots with indices above `after`, in ascending order. */
static void eliminate(descriptor *descriptor, descriptor_row *const *pivots, int after)
{
    int last = after;
    while (descriptor->heap.n > 0) {
        const int index = (int)key_heap_take(&descriptor->heap);
        if (index <= last)
            continue;
        last = index;
        subtract_pivot(descriptor, descriptor->pivot_column[index], pivots[index]);
    }
}

static void begin_pivots(descriptor *descriptor)
{
    for (int k = 0; k < descriptor->n_pivots; k++)
        descriptor->pivot_of[descriptor->pivot_column[k]] = -1;
    descriptor->n_pivots = 0;
}

static void add_pivot(descriptor *descriptor, int column)
{
    descriptor->pivot_column[descriptor->n_pivots] = column;
    descriptor->pivot_of[column] = descriptor->n_pivots++;
}

static int class_of(const descriptor *descriptor, int unknown)
{
    const int value = descriptor->value_of[unknown];
    return value >= 0 && descriptor->pass_of[value] >= 0 ? DESCRIPTOR_DEPENDENT : descriptor->class[unknown];
}

static double weight(const descriptor *descriptor, const descriptor_term *term)
{
    return fabs(term->c[0]) * descriptor->scale[term->column % descriptor->n];
}

static bool is_candidate(const descriptor *descriptor, const descriptor_term *term, int first)
{
    return term->column >= first && term->column < first + descriptor->n && term->c[0] != 0;
}

/* The column of the pivot among those from `first` to first + n - 1; -1 if there is none. Of two unknowns of a class
 * that are about as good, the last one leaves: the motion of the first nodes remains. */
static int choose_pivot(const descriptor *descriptor, const descriptor_row *row, int first, bool by_class)
{
    enum { CLASSES = DESCRIPTOR_ALGEBRAIC + 1 };
    double largest = 0, in_class[CLASSES] = {0};
    int best = -1, class = CLASSES - 1, count = 0;
    for (int k = 0; k < row->n; k++) {
        if (!is_candidate(descriptor, &row->terms[k], first))
            continue;
        count++;
        const int of = by_class ? class_of(descriptor, row->terms[k].column - first) : 0;
        largest = fmax(largest, weight(descriptor, &row->terms[k]));
        in_class[of] = fmax(in_class[of], weight(descriptor, &row->terms[k]));
    }
    while (class > 0 && (in_class[class] == 0 || in_class[class] < (class >= DESCRIPTOR_DEPENDENT ? BOLD
                                                                    : count <= SHORT              ? TIMID
                                                                                                  : 1) *
                                                                       largest))
        class --;
    for (int k = 0; k < row->n; k++)
        if (is_candidate(descriptor, &row->terms[k], first) &&
            (by_class ? class_of(descriptor, row->terms[k].column - first) : 0) == class &&
            weight(descriptor, &row->terms[k]) >= (count <= SHORT ? SIMILAR : 1) * in_class[class])
            best = row->terms[k].column;
    return best;
}

static void strip_rates(const descriptor *descriptor, descriptor_row *row)
{
    int n = 0;
    for (int k = 0; k < row->n; k++)
        if (row->terms[k].column >= descriptor->n)
            row->terms[n++] = row->terms[k];
    row->n = n;
}

/* --- order of rows ------------------------------------------------------------------------------------------------ */

typedef struct {
    int count, row;
} counted;

static int by_count(const void *a, const void *b)
{
    const counted *x = a, *y = b;
    return x->count != y->count ? (x->count > y->count) - (x->count < y->count) : (x->row > y->row) - (x->row < y->row);
}

/* Lists the rows by the number of their terms in the columns from `first` to first + n - 1. */
static counted *sort_rows(const descriptor *descriptor, const int *which, int n, int first)
{
    counted *order = heap_resize(NULL, ((size_t)n + 1) * sizeof *order);
    for (int i = 0; i < n; i++) {
        const descriptor_row *row = &descriptor->rows[which ? which[i] : i];
        order[i] = (counted){0, which ? which[i] : i};
        for (int k = 0; k < row->n; k++)
            order[i].count += row->terms[k].column >= first && row->terms[k].column < first + descriptor->n;
    }
    qsort(order, (size_t)n, sizeof *order, by_count);
    return order;
}

/* --- one pass ----------------------------------------------------------------------------------------------------- */

typedef struct {
    descriptor_row **pivots; /* by index of the pivot */
    descriptor_row *reduced; /* rows with derivatives, reduced by the pivots before them */
    int *algebraic, n_algebraic;
    int *dynamic, n_dynamic;
} pass;

/* Rows that have derivatives remain as they are, unless there are no others: pivots may be small, as those of a mass
 * matrix that the constraints make regular. */
static void end_reduced(descriptor *descriptor, pass *pass)
{
    for (int k = 0; k < pass->n_dynamic; k++) {
        descriptor_row *row = &descriptor->rows[pass->dynamic[k]], *reduced = &pass->reduced[k];
        if (pass->n_algebraic == 0) {
            free(row->terms);
            *row = *reduced;
        } else {
            free(reduced->terms);
        }
        *reduced = (descriptor_row){0};
        pass->pivots[k] = row;
    }
}

/* Whether little is left of the coefficients from `first` to first + n - 1: such a row waits for better pivots. */
static bool is_weak(const descriptor *descriptor, const descriptor_row *row, int first)
{
    double left = 0, before = 0;
    for (int k = 0; k < row->n; k++)
        if (row->terms[k].column >= first && row->terms[k].column < first + descriptor->n) {
            const double scale = descriptor->scale[row->terms[k].column % descriptor->n];
            left = fmax(left, scale * fabs(row->terms[k].c[0]));
            before = fmax(before, scale * row->terms[k].size);
        }
    return left < WEAK * before;
}

/* Reduces a row. Returns false if it waits. */
static bool separate(descriptor *descriptor, pass *pass, int which, bool may_wait)
{
    descriptor_row *row = &descriptor->rows[which], *reduced = &pass->reduced[pass->n_dynamic];
    load(descriptor, row);
    eliminate(descriptor, pass->pivots, -1);
    store(descriptor, reduced);
    if (may_wait && is_weak(descriptor, reduced, 0))
        return false;
    const int column = choose_pivot(descriptor, reduced, 0, false);
    if (column < 0) {
        free(row->terms);
        *row = *reduced;
        *reduced = (descriptor_row){0};
        strip_rates(descriptor, row);
        pass->algebraic[pass->n_algebraic++] = which;
        return true;
    }
    pass->pivots[descriptor->n_pivots] = reduced;
    pass->dynamic[pass->n_dynamic++] = which;
    add_pivot(descriptor, column);
    return true;
}

/* Step 1: separates the rows without derivatives. */
static void find_algebraic(descriptor *descriptor, pass *pass)
{
    counted *order = sort_rows(descriptor, NULL, descriptor->n_rows, 0);
    int waiting = 0;
    begin_pivots(descriptor);
    pass->n_algebraic = pass->n_dynamic = 0;
    for (int i = 0; i < descriptor->n_rows; i++)
        if (!separate(descriptor, pass, order[i].row, true))
            order[waiting++].row = order[i].row;
    for (int i = 0; i < waiting; i++)
        separate(descriptor, pass, order[i].row, false);
    end_reduced(descriptor, pass);
    free(order);
}

/* Turns a row with a pivot into x_p = the sum of the other terms. */
static void normalize(const descriptor *descriptor, descriptor_row *row, int column)
{
    const descriptor_term pivot = *term_of(row, column);
    int n = 0;
    (void)descriptor;
    for (int k = 0; k < row->n; k++) {
        descriptor_term term = row->terms[k];
        if (term.column == column)
            continue;
        series_divide(row->terms[k].c, pivot.c, term.c);
        for (int i = 0; i < S; i++)
            term.c[i] = -term.c[i];
        term.size /= fabs(pivot.c[0]);
        row->terms[n++] = term;
    }
    row->n = n;
}

static void count_repeated(descriptor *descriptor, const descriptor_row *row)
{
    descriptor->repeated++;
    for (int k = 0; k < row->n; k++)
        if (row->terms[k].column >= 2 * descriptor->n && row->terms[k].c[0] != 0)
            descriptor->is_overloaded = true;
}

/* Step 2: solves the algebraic rows. Returns the number of unknowns that they determine. */
static int solve_algebraic(descriptor *descriptor, pass *pass)
{
    counted *order = sort_rows(descriptor, pass->algebraic, pass->n_algebraic, descriptor->n);
    begin_pivots(descriptor);
    for (int i = 0; i < pass->n_algebraic; i++) {
        descriptor_row *row = &descriptor->rows[order[i].row];
        load(descriptor, row);
        eliminate(descriptor, pass->pivots, -1);
        store(descriptor, row);
        const int column = choose_pivot(descriptor, row, descriptor->n, true);
        if (column < 0) {
            count_repeated(descriptor, row);
            continue;
        }
        pass->pivots[descriptor->n_pivots] = row;
        add_pivot(descriptor, column);
    }
    for (int k = descriptor->n_pivots - 1; k >= 0; k--) {
        load(descriptor, pass->pivots[k]);
        eliminate(descriptor, pass->pivots, k);
        store(descriptor, pass->pivots[k]);
    }
    free(order);
    return descriptor->n_pivots;
}

/* x_p' with the factor in its cell: w x' + w' x + v u' + v' u. */
static void substitute_rate(descriptor *descriptor, int unknown)
{
    cell *at = &descriptor->cells[unknown];
    const descriptor_row *row = &descriptor->solved[unknown];
    const double f[S] = {at->c[0], at->c[1], at->c[2]}, f_size = at->size;
    at->c[0] = at->c[1] = at->c[2] = at->size = 0;
    for (int k = 0; k < row->n; k++) {
        const descriptor_term *term = &row->terms[k];
        const bool is_input = term->column >= 2 * descriptor->n;
        const double rate[S] = {term->c[1], 2 * term->c[2], 0};
        const int order = is_input ? (term->column - 2 * descriptor->n) % S : 0;
        if (is_input && order == S - 1) {
            descriptor->is_rough = true;
            continue;
        }
        add_product(descriptor, is_input ? term->column + 1 : term->column - descriptor->n, f, term->c,
                    fmax(fabs(f[0]) * term->size, f_size * fabs(term->c[0])));
        if (rate[0] != 0 || rate[1] != 0)
            add_product(descriptor, term->column, f, rate,
                        fmax(fabs(f[0] * rate[0]), fabs(f[0]) * term->size * descriptor->noise));
    }
}

static void substitute_value(descriptor *descriptor, int unknown)
{
    cell *at = &descriptor->cells[descriptor->n + unknown];
    const descriptor_row *row = &descriptor->solved[unknown];
    const double f[S] = {at->c[0], at->c[1], at->c[2]}, f_size = at->size;
    at->c[0] = at->c[1] = at->c[2] = at->size = 0;
    for (int k = 0; k < row->n; k++)
        add_product(descriptor, row->terms[k].column, f, row->terms[k].c,
                    fmax(fabs(f[0]) * row->terms[k].size, f_size * fabs(row->terms[k].c[0])));
}

/* Replaces unknowns that are solved by what they are. `since`: only those of this pass and later ones. */
static void substitute(descriptor *descriptor, descriptor_row *row, int since)
{
    load(descriptor, row);
    const int n = descriptor->marked.n;
    for (int k = 0; k < n; k++)
        if (descriptor->marked.items[k] < descriptor->n && descriptor->pass_of[descriptor->marked.items[k]] >= since)
            substitute_rate(descriptor, descriptor->marked.items[k]);
    const int now = descriptor->marked.n;
    for (int k = 0; k < now; k++) {
        const int unknown = descriptor->marked.items[k] - descriptor->n;
        if (unknown >= 0 && unknown < descriptor->n && descriptor->pass_of[unknown] >= since)
            substitute_value(descriptor, unknown);
    }
    store(descriptor, row);
}

/* Step 3: what was solved leaves the rows. */
static void remove_solved(descriptor *descriptor, pass *pass)
{
    for (int k = 0; k < descriptor->n_pivots; k++) {
        const int unknown = descriptor->pivot_column[k] - descriptor->n;
        descriptor->solved[unknown] = *pass->pivots[k];
        *pass->pivots[k] = (descriptor_row){0};
        normalize(descriptor, &descriptor->solved[unknown], descriptor->pivot_column[k]);
        descriptor->pass_of[unknown] = descriptor->passes;
    }
    begin_pivots(descriptor);
    for (int i = 0; i < pass->n_dynamic; i++)
        substitute(descriptor, &descriptor->rows[pass->dynamic[i]], descriptor->passes);
    descriptor->passes++;
    bool *stays = heap_aligned(16, (size_t)descriptor->n_rows + 1);
    for (int i = 0; i < pass->n_dynamic; i++)
        stays[pass->dynamic[i]] = true;
    int n = 0;
    for (int i = 0; i < descriptor->n_rows; i++) {
        const descriptor_row row = descriptor->rows[i];
        descriptor->rows[i] = (descriptor_row){0};
        if (stays[i])
            descriptor->rows[n++] = row;
        else
            free(row.terms);
    }
    descriptor->n_rows = n;
    free(stays);
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

/* Divides rows by their largest coefficient, and finds the largest one of each column afterwards. */
static void scale_all(descriptor *descriptor)
{
    for (int j = 0; j < descriptor->n; j++)
        descriptor->scale[j] = 0;
    for (int i = 0; i < descriptor->n; i++) {
        descriptor_row *row = &descriptor->rows[i];
        double largest = 0;
        load(descriptor, row);
        store(descriptor, row);
        for (int k = 0; k < row->n && row->terms[k].column < 2 * descriptor->n; k++)
            largest = fmax(largest, fabs(row->terms[k].c[0]));
        for (int k = 0; k < row->n && largest > 0; k++) {
            descriptor_term *term = &row->terms[k];
            term->size = fmax(term->size / largest, LEAST);
            for (int s = 0; s < S; s++)
                term->c[s] /= largest;
            if (term->column < 2 * descriptor->n)
                descriptor->scale[term->column % descriptor->n] =
                    fmax(descriptor->scale[term->column % descriptor->n], fabs(term->c[0]));
        }
    }
    for (int j = 0; j < descriptor->n; j++)
        descriptor->scale[j] = descriptor->scale[j] > 0 ? 1 / descriptor->scale[j] : 1;
}

/* Multipliers of constraints that repeat others may be left: they are zero if no equation contains them. */
static descriptor_status find_states(descriptor *descriptor)
{
    bool *is_used = heap_aligned(16, (size_t)descriptor->n + 1);
    int kept = 0;
    for (int i = 0; i < descriptor->n_rows; i++)
        for (int k = 0; k < descriptor->rows[i].n; k++)
            if (descriptor->rows[i].terms[k].column < 2 * descriptor->n && descriptor->rows[i].terms[k].c[0] != 0)
                is_used[descriptor->rows[i].terms[k].column % descriptor->n] = true;
    for (int j = 0; j < descriptor->n; j++) {
        if (descriptor->pass_of[j] >= 0)
            continue;
        if (descriptor->pivot_of[j] >= 0)
            descriptor->states[descriptor->n_states++] = j;
        else if (is_used[j] || descriptor->class[j] != DESCRIPTOR_ALGEBRAIC || kept++ >= descriptor->repeated)
            descriptor->culprit = j;
        else
            descriptor->pass_of[j] = descriptor->passes; /* solved by nothing: zero */
    }
    free(is_used);
    return descriptor->culprit >= 0 ? DESCRIPTOR_UNDETERMINED : DESCRIPTOR_OK;
}

/* Solves the rows, which are triangular, for z'. */
static void solve_rates(descriptor *descriptor, pass *pass)
{
    for (int k = descriptor->n_pivots - 1; k >= 0; k--) {
        load(descriptor, pass->pivots[k]);
        eliminate(descriptor, pass->pivots, k);
        store(descriptor, pass->pivots[k]);
    }
    for (int k = 0; k < descriptor->n_pivots; k++) {
        const int unknown = descriptor->pivot_column[k];
        descriptor->rates[unknown] = *pass->pivots[k];
        *pass->pivots[k] = (descriptor_row){0};
        normalize(descriptor, &descriptor->rates[unknown], unknown);
    }
    descriptor->n_rows = 0;
    begin_pivots(descriptor);
}

/* States in place of everything: what was eliminated last contains states only. */
static void resolve(descriptor *descriptor)
{
    for (int j = 0; j < descriptor->n; j++)
        if (descriptor->rates[j].n > 0)
            substitute(descriptor, &descriptor->rates[j], 0);
    for (int pass_of = descriptor->passes - 1; pass_of >= 0; pass_of--)
        for (int j = 0; j < descriptor->n; j++)
            if (descriptor->pass_of[j] == pass_of)
                substitute(descriptor, &descriptor->solved[j], pass_of + 1);
}

static descriptor_status reduce_with(descriptor *descriptor, pass *pass)
{
    scale_all(descriptor);
    for (int i = 0; i < MOST_PASSES; i++) {
        find_algebraic(descriptor, pass);
        if (pass->n_algebraic == 0)
            break;
        solve_algebraic(descriptor, pass);
        remove_solved(descriptor, pass);
    }
    const descriptor_status status = find_states(descriptor);
    if (status != DESCRIPTOR_OK)
        return status;
    solve_rates(descriptor, pass);
    resolve(descriptor);
    return descriptor->is_overloaded ? DESCRIPTOR_OVERLOADED : descriptor->is_rough ? DESCRIPTOR_ROUGH : DESCRIPTOR_OK;
}

descriptor_status descriptor_reduce(descriptor *descriptor)
{
    const size_t n = (size_t)descriptor->n + 1;
    pass pass = {.pivots = heap_aligned(16, n * sizeof *pass.pivots),
                 .reduced = heap_aligned(16, n * sizeof *pass.reduced),
                 .algebraic = heap_integers(n, -1),
                 .dynamic = heap_integers(n, -1)};
    const descriptor_status status = reduce_with(descriptor, &pass);
    free((void *)pass.pivots);
    for (size_t k = 0; k < n; k++)
        free(pass.reduced[k].terms);
    free(pass.reduced);
    free(pass.algebraic);
    free(pass.dynamic);
    return status;
}

int descriptor_culprit(const descriptor *descriptor) { return descriptor->culprit; }
int descriptor_repeated(const descriptor *descriptor) { return descriptor->repeated; }

int descriptor_states(const descriptor *descriptor, const int **unknowns)
{
    *unknowns = descriptor->states;
    return descriptor->n_states;
}

descriptor_row descriptor_unknown(const descriptor *descriptor, int unknown) { return descriptor->solved[unknown]; }
descriptor_row descriptor_rate(const descriptor *descriptor, int unknown) { return descriptor->rates[unknown]; }
