/* pivot_order.c - the order of elimination, by Markowitz's rule with a threshold and a preference for the diagonal.
 *
 * In a multibody system equation k is the one of unknown k: diagonal pivots keep the structure symmetric, and equal
 * bodies are eliminated in equal order. Step by step the pivot is the diagonal entry with
 *
 *     |a_kk| >= leniency threshold max_i |a_ik|    and the smallest    4 r c + r^2,    the first of equals
 *
 * where r and c count the other entries of its row and column that are left: the products of the step, and a little
 * for long rows, so that of the two ways to remove momenta (by their definition or by the equilibrium) all bodies go
 * the same. It counts twice where the diagonal entry is fill: multipliers come after the bodies they act on.
 * Where the diagonal entry is too small, a large enough one of its row or column takes its place if its product r c is
 * no larger; the row and the column that this leaves without each other are a pair from then on, and their crossing
 * stands on the diagonal. So light bodies, whose momenta are no pivots of their definitions, go as early as heavy
 * ones; else all others would go before them and fill what is left. If there is no such entry, it waits until its row
 * or column changes. Looking for one counts: LOOKS entries as much as a product.
 * When no diagonal entry will do, all entries are searched, shortest lines first, for the smallest r c with
 *
 *     |a_ij| >= threshold max_i |a_ij|
 *
 * Then, for the rows i of column c and the columns j of row r,
 *
 *     l_i = a_ic / a_rc,   a_ij -= l_i a_rj
 *
 * An entry remembers the largest term it was made of: below NOISE times that it is rounding error and becomes zero.
 * When most of what is left is full, the rest is eliminated as a full matrix with partial pivoting. */
#include "linalg/multifrontal/pivot_order.h"
#include "base/interrupt.h"
#include "base/key_heap.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double NOISE = 1e-12, FULL = 0.7, LOOKS = 8.0;
enum { SEARCHED_LINES = 4, SMALLEST_FULL = 24, NOT_ACTIVE = -2, NONE = -1, LARGEST = 1 << 24 };

typedef struct {
    int row;
    float size; /* the largest term that went into value */
    double value;
} cell;

/* Lines of one direction: where their items are, and lists of lines with equal count. */
typedef struct {
    int *start, *count, *limit;
    int *first;           /* [count]: a line with so many items, or NONE */
    int *next, *previous; /* in the list of its count; before is NOT_ACTIVE once eliminated */
} lines;

typedef struct {
    int n, n_active, n_left; /* entries left in the active part */
    lines columns, rows;
    key_heap heap;    /* diagonal entries by cost and number; out of date when the cost is not the present one */
    int64_t *offered; /* the last key of each in the heap */
    bool *has_diagonal, *diagonal_is_given; /* of each column */
    int *row_of, *column_of;                /* whose crossing is the diagonal entry of a column, of a row */
    ARRAY(cell) cells;                      /* items of columns */
    ARRAY(int) places;                      /* items of rows: columns */
    double threshold, diagonal_threshold;
    double products, most_products; /* so far, and at most */
    double looked_at;               /* entries, for a pivot beside the diagonal */
    bool is_reconsidered;
    double *multiplier; /* [row] of the present step */
    int *mark;          /* [row] first_mark .. while in column c of the present step, last_mark once met in column j */
    int first_mark, last_mark;
    ARRAY(int) lower, upper;
    pivot_order *out;
} active;

typedef struct {
    int row, column;
    long cost;
} candidate;

/* --- lists of lines ----------------------------------------------------------------------------------------------- */

static void lines_create(lines *l, int n)
{
    *l = (lines){heap_integers((size_t)n, 0), heap_integers((size_t)n, 0), heap_integers((size_t)n, 0),
                 heap_integers((size_t)n, 0), heap_integers((size_t)n, 0), heap_integers((size_t)n, 0)};
    for (int i = 0; i <= n; i++)
        l->first[i] = NONE;
}

static void lines_destroy(lines *l)
{
    free(l->start);
    free(l->count);
    free(l->limit);
    free(l->first);
    free(l->next);
    free(l->previous);
}

static void link_line(lines *l, int i)
{
    int *first = &l->first[l->count[i]];
    l->next[i] = *first;
    l->previous[i] = NONE;
    if (*first != NONE)
        l->previous[*first] = i;
    *first = i;
}

static void unlink_line(lines *l, int i)
{
    if (l->previous[i] != NONE)
        l->next[l->previous[i]] = l->next[i];
    else
        l->first[l->count[i]] = l->next[i];
    if (l->next[i] != NONE)
        l->previous[l->next[i]] = l->previous[i];
    l->previous[i] = NOT_ACTIVE;
}

static bool is_active(const lines *l, int i) { return l->previous[i] != NOT_ACTIVE; }

/* --- items of lines ----------------------------------------------------------------------------------------------- */

static int compare_keys(const void *a, const void *b)
{
    const int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;
    return (p > q) - (p < q);
}

/* Moves the items of all lines together, towards the front; each keeps some room. Gives how many there are then. */
static int move_together(lines *l, int n_lines, void *items, size_t size)
{
    int64_t *lines_by_start = heap_resize(NULL, ((size_t)n_lines + 1) * sizeof *lines_by_start);
    int n = 0, end = 0;
    for (int i = 0; i < n_lines; i++)
        if (l->count[i] > 0)
            lines_by_start[n++] = (int64_t)l->start[i] * LARGEST + i;
    qsort(lines_by_start, (size_t)n, sizeof *lines_by_start, compare_keys);
    for (int k = 0; k < n; k++) {
        const int i = (int)(lines_by_start[k] % LARGEST), room = l->count[i] + l->count[i] / 4 + 2;
        memmove((char *)items + (size_t)end * size, (char *)items + (size_t)l->start[i] * size,
                (size_t)l->count[i] * size);
        l->start[i] = end;
        l->limit[i] = room < l->limit[i] ? room : l->limit[i];
        end += l->limit[i];
    }
    free(lines_by_start);
    return end;
}

static int wanted_room(const lines *l, int i) { return 2 * l->limit[i] + 4; }

/* A line without room moves to the end of all items, `n`, with twice the room. Gives how many there are then. */
static int move_to_end(lines *l, int i, int n, void *items, size_t size)
{
    memcpy((char *)items + (size_t)n * size, (char *)items + (size_t)l->start[i] * size, (size_t)l->count[i] * size);
    l->start[i] = n;
    l->limit[i] = wanted_room(l, i);
    return n + l->limit[i];
}

/* What moved lines leave behind, and the room of eliminated ones, is used again when it is more than what is left. */
static bool is_wasteful(const active *m, int n, int limit) { return n > limit && n > 2 * m->n_left; }

static cell *add_cell(active *m, int j)
{
    lines *l = &m->columns;
    if (l->count[j] == l->limit[j]) {
        if (is_wasteful(m, m->cells.n + wanted_room(l, j), m->cells.limit))
            m->cells.n = move_together(l, m->n, m->cells.items, sizeof(cell));
        array_reserve(&m->cells, m->cells.n + wanted_room(l, j));
        m->cells.n = move_to_end(l, j, m->cells.n, m->cells.items, sizeof(cell));
    }
    return &m->cells.items[l->start[j] + l->count[j]++];
}

static void add_place(active *m, int i, int column)
{
    lines *l = &m->rows;
    if (l->count[i] == l->limit[i]) {
        if (is_wasteful(m, m->places.n + wanted_room(l, i), m->places.limit))
            m->places.n = move_together(l, m->n, m->places.items, sizeof(int));
        array_reserve(&m->places, m->places.n + wanted_room(l, i));
        m->places.n = move_to_end(l, i, m->places.n, m->places.items, sizeof(int));
    }
    m->places.items[l->start[i] + l->count[i]++] = column;
}

static cell *find_cell(const active *m, int row, int column)
{
    cell *c = m->cells.items + m->columns.start[column];
    while (c->row != row)
        c++;
    return c;
}

static void remove_place(active *m, int row, int column)
{
    int *p = m->places.items + m->rows.start[row], *last = p + --m->rows.count[row];
    while (*p != column)
        p++;
    *p = *last;
}

/* --- the heap of diagonal entries --------------------------------------------------------------------------------- */

/* The cost of the diagonal pivot of column k, and k for a definite order. */
static int64_t diagonal_key(const active *m, int k)
{
    const int64_t r = m->rows.count[m->row_of[k]] - 1, c = m->columns.count[k] - 1, cost = 4 * r * c + r * r;
    return (m->diagonal_is_given[k] ? cost : 2 * cost) * LARGEST + k;
}

static void offer_diagonal(active *m, int k)
{
    if (!m->has_diagonal[k] || !is_active(&m->columns, k))
        return;
    const int64_t key = diagonal_key(m, k);
    if (key == m->offered[k])
        return;
    m->offered[k] = key;
    key_heap_push(&m->heap, key);
}

static void pivot_order_load(active *m, const csc *a)
{
    const int n = m->n, room = csc_entries(a) + csc_entries(a) / 2 + 1;
    array_reserve(&m->cells, room);
    array_reserve(&m->places, room);
    for (int j = 0; j < n; j++) {
        m->columns.start[j] = m->cells.n;
        for (int k = a->start[j]; k < a->start[j + 1]; k++) {
            array_push(&m->cells, ((cell){a->row[k], (float)fabs(a->value[k]), a->value[k]}));
            m->rows.limit[a->row[k]]++;
            m->has_diagonal[j] |= a->row[k] == j;
        }
        m->columns.count[j] = m->columns.limit[j] = m->cells.n - m->columns.start[j];
    }
    m->n_left = m->cells.n;
    m->places.n = m->cells.n;
    for (int i = 1; i < n; i++)
        m->rows.start[i] = m->rows.start[i - 1] + m->rows.limit[i - 1];
    for (int j = 0; j < n; j++)
        for (int k = 0; k < m->columns.count[j]; k++)
            add_place(m, m->cells.items[m->columns.start[j] + k].row, j);
    for (int i = n - 1; i >= 0; i--) {
        link_line(&m->columns, i);
        link_line(&m->rows, i);
    }
    memcpy(m->diagonal_is_given, m->has_diagonal, (size_t)n);
    for (int i = 0; i < n; i++)
        offer_diagonal(m, i);
}

/* --- search ------------------------------------------------------------------------------------------------------- */

static double larger(double a, double b) { return a > b ? a : b; }

/* What a pivot of column j must reach; zero when the column has none. */
static double least_pivot(const active *m, int j, double threshold)
{
    const cell *c = m->cells.items + m->columns.start[j];
    double max = 0.0;
    for (int k = 0; k < m->columns.count[j]; k++)
        max = larger(max, fabs(c[k].value));
    return threshold * max;
}

static void consider(const active *m, const cell *c, int column, candidate *best)
{
    const long cost = (long)(m->rows.count[c->row] - 1) * (m->columns.count[column] - 1);
    if (best->row == NONE || cost < best->cost)
        *best = (candidate){c->row, column, cost};
}

/* False when the column has no pivot. */
static bool search_column(const active *m, int j, candidate *best)
{
    const double least = least_pivot(m, j, m->threshold);
    if (!(least > 0.0))
        return false;
    const cell *c = m->cells.items + m->columns.start[j];
    for (int k = 0; k < m->columns.count[j]; k++)
        if (fabs(c[k].value) >= least)
            consider(m, &c[k], j, best);
    return true;
}

static void search_row(const active *m, int i, candidate *best)
{
    const int *p = m->places.items + m->rows.start[i];
    for (int k = 0; k < m->rows.count[i]; k++) {
        const cell *c = find_cell(m, i, p[k]);
        if (c->value != 0.0 && fabs(c->value) >= least_pivot(m, p[k], m->threshold))
            consider(m, c, p[k], best);
    }
}

/* A pivot of this row or this column that costs no more than their crossing. */
static bool search_beside(const active *m, int row, int column, candidate *best)
{
    *best = (candidate){NONE, NONE, 0};
    search_row(m, row, best);
    search_column(m, column, best);
    return best->row != NONE && best->cost <= (long)(m->rows.count[row] - 1) * (m->columns.count[column] - 1);
}

/* A diagonal entry that is no pivot now is offered again when its row or column changes. */
static bool search_diagonal(active *m, candidate *best)
{
    while (m->heap.n > 0) {
        const int64_t key = key_heap_take(&m->heap);
        const int k = (int)(key & (LARGEST - 1));
        if (key != m->offered[k])
            continue;
        m->offered[k] = NONE;
        if (!is_active(&m->columns, k) || key != diagonal_key(m, k))
            continue;
        const int row = m->row_of[k];
        const cell *c = find_cell(m, row, k);
        if (c->value != 0.0 && fabs(c->value) >= least_pivot(m, k, m->diagonal_threshold)) {
            *best = (candidate){row, k, 0};
            return true;
        }
        m->looked_at += (double)m->rows.count[row] * m->columns.count[k];
        if (search_beside(m, row, k, best))
            return true;
    }
    return false;
}

/* The next pivot off the diagonal. False when there is none; best->column is then a column without one. */
static bool search(const active *m, candidate *best)
{
    *best = (candidate){NONE, NONE, 0};
    int searched = 0;
    for (int count = 0; count <= m->n; count++) {
        const long cheapest = (long)(count - 1) * (count - 1);
        for (int j = m->columns.first[count]; j != NONE; j = m->columns.next[j]) {
            if (!search_column(m, j, best)) {
                best->column = j;
                return false;
            }
            if (best->cost <= cheapest || ++searched >= SEARCHED_LINES)
                return true;
        }
        for (int i = m->rows.first[count]; i != NONE; i = m->rows.next[i]) {
            search_row(m, i, best);
            if (best->row != NONE && (best->cost <= cheapest || ++searched >= SEARCHED_LINES))
                return true;
        }
    }
    for (best->column = 0; !is_active(&m->columns, best->column);)
        best->column++;
    return best->row != NONE;
}

/* --- elimination -------------------------------------------------------------------------------------------------- */

/* a -= l u for the entries of a column that meet a multiplier; marks and counts them. */
static int subtract_multipliers(const active *m, double u, cell *first, int n)
{
    int *mark = m->mark, met = 0;
    const double *multiplier = m->multiplier;
    for (cell *to = first; to < first + n; to++) {
        if (mark[to->row] < m->first_mark)
            continue;
        const double term = multiplier[to->row] * u, left = to->value - term;
        const float size = (float)fabs(term), largest = size > to->size ? size : to->size;
        to->size = largest;
        to->value = fabs(left) <= NOISE * (double)largest ? 0.0 : left;
        mark[to->row] = m->last_mark;
        met++;
    }
    return met;
}

/* The rows of multipliers that column j does not have yet. */
static void fill_column(active *m, double u, int n, int j)
{
    for (int k = m->lower.n - n; k < m->lower.n; k++) {
        const int i = m->lower.items[k];
        if (m->mark[i] == m->last_mark)
            continue;
        const double term = m->multiplier[i] * u;
        *add_cell(m, j) = (cell){i, (float)fabs(term), -term};
        add_place(m, i, j);
        m->has_diagonal[j] |= m->row_of[j] == i;
        m->n_left++;
    }
}

/* column j -= l a_rj, with the n multipliers of the present step, whose rows were noted last */
static void update_column(active *m, int r, int n, int j)
{
    lines *l = &m->columns;
    cell *pivot_row = find_cell(m, r, j);
    const double u = pivot_row->value;
    *pivot_row = m->cells.items[l->start[j] + --l->count[j]];
    m->last_mark++;
    if (subtract_multipliers(m, u, m->cells.items + l->start[j], l->count[j]) < n)
        fill_column(m, u, n, j);
}

/* Takes the pivot row out of column c and turns the rest into multipliers. */
static void find_multipliers(active *m, int r, int c)
{
    lines *l = &m->columns;
    cell *pivot = find_cell(m, r, c);
    const double inverse = 1.0 / pivot->value;
    m->first_mark = ++m->last_mark;
    *pivot = m->cells.items[l->start[c] + --l->count[c]];
    for (int k = 0; k < l->count[c]; k++) {
        const cell *e = &m->cells.items[l->start[c] + k];
        m->multiplier[e->row] = e->value * inverse;
        m->mark[e->row] = m->first_mark;
        array_push(&m->lower, e->row);
    }
}

/* The row and the column that a pivot beside the diagonal leaves without each other become a pair: their crossing is
 * filled. */
static void pair_remainders(active *m, int r, int c)
{
    const int row = m->row_of[c], column = m->column_of[r];
    m->row_of[column] = row;
    m->column_of[row] = column;
    m->has_diagonal[column] = m->diagonal_is_given[column] = false;
    m->offered[column] = NONE;
    for (int k = 0; k < m->columns.count[column]; k++)
        if (m->cells.items[m->columns.start[column] + k].row == row)
            m->has_diagonal[column] = m->diagonal_is_given[column] = true;
}

static void eliminate(active *m, int r, int c)
{
    const int step = m->n - m->n_active;
    if (m->row_of[c] != r)
        pair_remainders(m, r, c);
    unlink_line(&m->rows, r);
    unlink_line(&m->columns, c);
    m->n_left -= m->columns.count[c] + m->rows.count[r] - 1;
    m->products += (double)(m->columns.count[c] - 1) * (m->rows.count[r] - 1);
    find_multipliers(m, r, c);
    for (int k = 0; k < m->columns.count[c]; k++)
        unlink_line(&m->rows, m->cells.items[m->columns.start[c] + k].row);
    for (int k = 0; k < m->rows.count[r]; k++) {
        const int j = m->places.items[m->rows.start[r] + k];
        if (j == c)
            continue;
        array_push(&m->upper, j);
        unlink_line(&m->columns, j);
        update_column(m, r, m->columns.count[c], j);
        link_line(&m->columns, j);
    }
    for (int k = 0; k < m->columns.count[c]; k++) {
        const int i = m->cells.items[m->columns.start[c] + k].row;
        remove_place(m, i, c);
        link_line(&m->rows, i);
        offer_diagonal(m, m->column_of[i]);
    }
    for (int k = m->upper.n - m->rows.count[r] + 1; k < m->upper.n; k++)
        offer_diagonal(m, m->upper.items[k]);
    m->out->row[step] = r;
    m->out->column[step] = c;
    m->out->lower_start[step + 1] = m->lower.n;
    m->out->upper_start[step + 1] = m->upper.n;
    m->columns.count[c] = m->rows.count[r] = 0;
    m->n_active--;
}

/* --- the full rest ------------------------------------------------------------------------------------------------ */

typedef struct {
    int n;
    int *row, *column;
    double *value, *size; /* n x n by columns; the largest term of each column */
} full;

static void full_load(full *f, active *m)
{
    const int n = m->n_active;
    *f = (full){n, heap_integers((size_t)n, 0), heap_integers((size_t)n, 0),
                heap_resize(NULL, (size_t)n * (size_t)n * sizeof(double)),
                heap_resize(NULL, (size_t)n * sizeof(double))};
    memset(f->value, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int i = 0, r = 0, c = 0; i < m->n; i++) {
        if (is_active(&m->rows, i)) {
            m->mark[i] = r;
            f->row[r++] = i;
        }
        if (is_active(&m->columns, i))
            f->column[c++] = i;
    }
    for (int c = 0; c < n; c++) {
        const int j = f->column[c];
        f->size[c] = 0.0;
        for (int k = 0; k < m->columns.count[j]; k++) {
            const cell *e = &m->cells.items[m->columns.start[j] + k];
            f->value[(size_t)c * (size_t)n + (size_t)m->mark[e->row]] = e->value;
            f->size[c] = larger(f->size[c], (double)e->size);
        }
    }
}

static void full_destroy(full *f)
{
    free(f->row);
    free(f->column);
    free(f->value);
    free(f->size);
}

static void swap_rows(full *f, int k, int with)
{
    if (k == with)
        return;
    const int row = f->row[k];
    f->row[k] = f->row[with];
    f->row[with] = row;
    for (int c = 0; c < f->n; c++) {
        double *column = f->value + (size_t)c * (size_t)f->n;
        const double value = column[k];
        column[k] = column[with];
        column[with] = value;
    }
}

/* One step of elimination; false when the column has nothing but rounding errors. */
static bool full_step(full *f, int k)
{
    const size_t n = (size_t)f->n;
    double *column = f->value + (size_t)k * n;
    int best = k;
    for (int i = k + 1; i < f->n; i++)
        if (fabs(column[i]) > fabs(column[best]))
            best = i;
    if (!(fabs(column[best]) > NOISE * f->size[k]))
        return false;
    swap_rows(f, k, best);
    const double inverse = 1.0 / column[k];
    for (int i = k + 1; i < f->n; i++)
        column[i] *= inverse;
    for (int j = k + 1; j < f->n; j++) {
        double *restrict to = f->value + (size_t)j * n;
        const double u = to[k];
        f->size[j] = larger(f->size[j], fabs(u));
        for (int i = k + 1; i < f->n; i++)
            to[i] -= column[i] * u;
    }
    return true;
}

/* Eliminates what is left as a full matrix. False when there is no pivot in *column. */
static bool eliminate_full(active *m, int *column)
{
    full f;
    full_load(&f, m);
    bool found = true;
    for (int k = 0; found && k < f.n; k++) {
        found = full_step(&f, k);
        *column = f.column[k];
    }
    const int step = m->n - m->n_active;
    for (int k = 0; found && k < f.n; k++) {
        m->out->row[step + k] = f.row[k];
        m->out->column[step + k] = f.column[k];
        for (int i = k + 1; i < f.n; i++) {
            array_push(&m->lower, f.row[i]);
            array_push(&m->upper, f.column[i]);
        }
        m->out->lower_start[step + k + 1] = m->lower.n;
        m->out->upper_start[step + k + 1] = m->upper.n;
    }
    full_destroy(&f);
    return found;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static bool is_full(const active *m)
{
    return m->n_active >= SMALLEST_FULL && m->n_left >= FULL * m->n_active * m->n_active;
}

static bool takes_too_many(active *m, const csc *a, const pivot_rules *rules)
{
    const double n = m->n_active, taken = m->products + (is_full(m) ? n * n * n / 3.0 : 0.0);
    const double products = larger(taken, m->looked_at / LOOKS);
    if (products > m->most_products && rules->reconsider && !m->is_reconsidered) {
        m->is_reconsidered = true;
        m->most_products = larger(m->most_products, rules->reconsider(a));
    }
    return products > m->most_products;
}

static bool eliminate_all(active *m, const csc *a, const pivot_rules *rules, int *column)
{
    while (m->n_active > 0) {
        interrupt_point();
        if (takes_too_many(m, a, rules)) {
            *column = -1;
            return false;
        }
        if (is_full(m))
            return eliminate_full(m, column);
        candidate best;
        if (!search_diagonal(m, &best) && !search(m, &best)) {
            *column = best.column;
            return false;
        }
        eliminate(m, best.row, best.column);
    }
    return true;
}

static void active_create(active *m, const csc *a, const pivot_rules *rules)
{
    const int n = a->n;
    *m = (active){.n = n,
                  .n_active = n,
                  .threshold = rules->threshold,
                  .diagonal_threshold = rules->leniency * rules->threshold,
                  .most_products = rules->most_products,
                  .mark = heap_integers((size_t)n, 0),
                  .multiplier = heap_resize(NULL, ((size_t)n + 1) * sizeof(double)),
                  .has_diagonal = heap_resize(NULL, (size_t)n + 1),
                  .diagonal_is_given = heap_resize(NULL, (size_t)n + 1),
                  .row_of = heap_integers((size_t)n, 0),
                  .column_of = heap_integers((size_t)n, 0),
                  .offered = heap_resize(NULL, ((size_t)n + 1) * sizeof(int64_t)),
                  .out = heap_resize(NULL, sizeof(pivot_order))};
    lines_create(&m->columns, n);
    lines_create(&m->rows, n);
    for (int k = 0; k < n; k++)
        m->offered[k] = NONE;
    for (int k = 0; k < n; k++)
        m->row_of[k] = m->column_of[k] = k;
    memset(m->has_diagonal, 0, (size_t)n + 1);
    *m->out = (pivot_order){.n = n,
                            .row = heap_integers((size_t)n, 0),
                            .column = heap_integers((size_t)n, 0),
                            .lower_start = heap_integers((size_t)n, 0),
                            .upper_start = heap_integers((size_t)n, 0)};
    pivot_order_load(m, a);
}

/* All but what was found. */
static void active_destroy(active *m)
{
    lines_destroy(&m->columns);
    lines_destroy(&m->rows);
    array_free(&m->cells);
    array_free(&m->places);
    array_free(&m->heap);
    free(m->has_diagonal);
    free(m->diagonal_is_given);
    free(m->offered);
    free(m->row_of);
    free(m->column_of);
    free(m->multiplier);
    free(m->mark);
}

/* What was found, or NULL. */
static pivot_order *finish(active *m, bool regular)
{
    m->out->lower = m->lower.items;
    m->out->upper = m->upper.items;
    active_destroy(m);
    if (regular)
        return m->out;
    pivot_order_destroy(m->out);
    return NULL;
}

pivot_order *pivot_order_choose(const csc *a, const pivot_rules *rules, int *column)
{
    active m;
    active_create(&m, a, rules);
    return finish(&m, eliminate_all(&m, a, rules, column));
}

double pivot_order_products(const pivot_order *p)
{
    double sum = 0.0;
    for (int k = 0; k < p->n; k++)
        sum += (double)(p->lower_start[k + 1] - p->lower_start[k]) * (p->upper_start[k + 1] - p->upper_start[k]);
    return sum;
}

void pivot_order_destroy(pivot_order *p)
{
    free(p->row);
    free(p->column);
    free(p->lower_start);
    free(p->lower);
    free(p->upper_start);
    free(p->upper);
    free(p);
}
