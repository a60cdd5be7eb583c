/* pivot_order.c - the order of elimination, by Markowitz's rule with a threshold and a preference for the diagonal.
 *
 * In a multibody system equation k belongs to unknown k: diagonal pivots keep the structure symmetric, and equal bodies
 * are eliminated in the same order. In each step the pivot is the diagonal entry with
 *
 *     |a_kk| >= leniency threshold max_i |a_ik|    and the smallest    4 r c + r^2,    the first of equals
 *
 * where r and c are the numbers of other remaining entries of its row and column: the products of the step, with a
 * small penalty for long rows, so that momenta of all bodies are eliminated in the same one of two ways (by their
 * definition or by the equilibrium). The cost is doubled if the diagonal entry is fill: multipliers come after the
 * bodies they act on. If the diagonal entry is too small, a large enough entry of its row or column replaces it,
 * provided that its product r c is no larger; the row and the column that lose their partners form a pair from then on,
 * and the entry where they cross counts as diagonal. Light bodies, whose momenta are not pivots of their definitions,
 * are thus eliminated as early as heavy ones; otherwise all others would be eliminated before them and cause fill. If
 * there is no such entry, the search waits until the row or column changes. The search itself has a cost: LOOKS entries
 * count as one product. If no diagonal entry is suitable, all entries are searched, shortest lines first, for the
 * smallest r c with
 *
 *     |a_ij| >= threshold max_i |a_ij|
 *
 * Then, for the rows i of column c and the columns j of row r,
 *
 *     l_i = a_ic / a_rc,   a_ij -= l_i a_rj
 *
 * The largest term of each entry is stored: an entry below NOISE times that is rounding error and becomes zero. When
 * the remaining matrix is mostly full, it is eliminated as a full matrix with partial pivoting. */
#include "linalg/multifrontal/pivot_order.h"
#include "base/array.h"
#include "base/interrupt.h"
#include "base/least_tree.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double NOISE = 1e-12, FULL = 0.7, LOOKS = 8.0;
enum { SEARCHED_LINES = 4, SMALLEST_FULL = 24, NOT_ACTIVE = -2, NONE = -1 };

typedef struct {
    int row;
    float size; /* largest term of value */
    double value;
} cell;

/* Lines of one direction: the positions of their items, and lists of lines with equal counts. */
typedef struct {
    int *start, *count, *limit;
    int *first;           /* [count]: a line with this number of items, or NONE */
    int *next, *previous; /* in the list of its count; `previous` is NOT_ACTIVE once eliminated */
} lines;

typedef struct {
    int n, n_active, n_left; /* n_left: entries in the active part */
    lines columns, rows;
    least_tree diagonal;                    /* costs of the diagonal entries that are to be examined */
    bool *has_diagonal, *diagonal_is_given; /* of each column */
    int *row_of, *column_of;                /* row of the diagonal entry of a column, column of that of a row */
    ARRAY(cell) cells;                      /* items of columns */
    ARRAY(int) places;                      /* items of rows: columns */
    double threshold, diagonal_threshold;
    double products, most_products; /* so far, and limit */
    double looked_at;               /* entries examined for a pivot beside the diagonal */
    bool is_reconsidered;
    double *multiplier; /* [row] of the present step */
    /* [row] first_mark .. while in column c of the present step, last_mark once found in column j */
    int *mark;
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

static void lines_destroy(lines *lines)
{
    free(lines->start);
    free(lines->count);
    free(lines->limit);
    free(lines->first);
    free(lines->next);
    free(lines->previous);
}

static void link_line(lines *lines, int i)
{
    int *first = &lines->first[lines->count[i]];
    lines->next[i] = *first;
    lines->previous[i] = NONE;
    if (*first != NONE)
        lines->previous[*first] = i;
    *first = i;
}

static void unlink_line(lines *lines, int i)
{
    if (lines->previous[i] != NONE)
        lines->next[lines->previous[i]] = lines->next[i];
    else
        lines->first[lines->count[i]] = lines->next[i];
    if (lines->next[i] != NONE)
        lines->previous[lines->next[i]] = lines->previous[i];
    lines->previous[i] = NOT_ACTIVE;
}

static bool is_active(const lines *lines, int i) { return lines->previous[i] != NOT_ACTIVE; }

/* --- items of lines ----------------------------------------------------------------------------------------------- */

/* Compacts the items of all lines, of which there are `n_items`; each keeps some spare space. Returns the new number
 * of items. */
static int move_together(lines *lines, int n_lines, void *items, int n_items, size_t size)
{
    int *line_at = heap_integers((size_t)n_items, NONE), end = 0;
    for (int i = 0; i < n_lines; i++)
        if (lines->count[i] > 0)
            line_at[lines->start[i]] = i;
    for (int from = 0; from < n_items; from++) {
        const int i = line_at[from];
        if (i == NONE)
            continue;
        const int workspace = lines->count[i] + lines->count[i] / 4 + 2;
        memmove((char *)items + (size_t)end * size, (char *)items + (size_t)from * size,
                (size_t)lines->count[i] * size);
        lines->start[i] = end;
        lines->limit[i] = workspace < lines->limit[i] ? workspace : lines->limit[i];
        end += lines->limit[i];
    }
    free(line_at);
    return end;
}

static int wanted_space(const lines *lines, int i) { return 2 * lines->limit[i] + 4; }

/* Moves a line without spare space to the end of all items, `n`, with twice the space. Returns the new number of
 * items. */
static int move_to_end(lines *lines, int i, int n, void *items, size_t size)
{
    memcpy((char *)items + (size_t)n * size, (char *)items + (size_t)lines->start[i] * size,
           (size_t)lines->count[i] * size);
    lines->start[i] = n;
    lines->limit[i] = wanted_space(lines, i);
    return n + lines->limit[i];
}

/* Unused space of moved and eliminated lines is reclaimed when it exceeds the space in use. */
static bool is_wasteful(const active *active, int n, int limit) { return n > limit && n > 2 * active->n_left; }

/* Growing by a quarter: the items are most of the memory of a search, and large blocks grow in place. */
#define reserve_items(a, wanted)                                                                             \
    ((wanted) > (a)->limit ? ((a)->limit = size_index((size_t)(wanted) + (size_t)(wanted) / 4),              \
                              (a)->items = heap_resize((a)->items, (size_t)(a)->limit * sizeof *(a)->items)) \
                           : (void *)0)

static cell *add_cell(active *active, int j)
{
    lines *lines = &active->columns;
    if (lines->count[j] == lines->limit[j]) {
        if (is_wasteful(active, active->cells.n + wanted_space(lines, j), active->cells.limit))
            active->cells.n = move_together(lines, active->n, active->cells.items, active->cells.n, sizeof(cell));
        reserve_items(&active->cells, active->cells.n + wanted_space(lines, j));
        active->cells.n = move_to_end(lines, j, active->cells.n, active->cells.items, sizeof(cell));
    }
    return &active->cells.items[lines->start[j] + lines->count[j]++];
}

static void add_location(active *active, int i, int column)
{
    lines *lines = &active->rows;
    if (lines->count[i] == lines->limit[i]) {
        if (is_wasteful(active, active->places.n + wanted_space(lines, i), active->places.limit))
            active->places.n = move_together(lines, active->n, active->places.items, active->places.n, sizeof(int));
        reserve_items(&active->places, active->places.n + wanted_space(lines, i));
        active->places.n = move_to_end(lines, i, active->places.n, active->places.items, sizeof(int));
    }
    active->places.items[lines->start[i] + lines->count[i]++] = column;
}

static cell *find_cell(const active *active, int row, int column)
{
    cell *cell = active->cells.items + active->columns.start[column];
    while (cell->row != row)
        cell++;
    return cell;
}

static void remove_place(active *active, int row, int column)
{
    int *p = active->places.items + active->rows.start[row], *last = p + --active->rows.count[row];
    while (*p != column)
        p++;
    *p = *last;
}

/* --- costs of diagonal entries ------------------------------------------------------------------------------------ */

static int64_t diagonal_cost(const active *active, int k)
{
    const int64_t r = active->rows.count[active->row_of[k]] - 1, c = active->columns.count[k] - 1,
                  cost = 4 * r * c + r * r;
    return active->diagonal_is_given[k] ? cost : 2 * cost;
}

static void offer_diagonal(active *active, int k)
{
    if (active->has_diagonal[k] && is_active(&active->columns, k))
        least_tree_set(&active->diagonal, k, diagonal_cost(active, k));
}

static void pivot_order_load(active *active, const csc *matrix)
{
    const int n = active->n, workspace = csc_entries(matrix) + csc_entries(matrix) / 4 + 1;
    array_reserve(&active->cells, workspace);
    array_reserve(&active->places, workspace);
    for (int j = 0; j < n; j++) {
        active->columns.start[j] = active->cells.n;
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
            array_push(&active->cells, ((cell){matrix->row[k], (float)fabs(matrix->value[k]), matrix->value[k]}));
            active->rows.limit[matrix->row[k]]++;
            active->has_diagonal[j] |= matrix->row[k] == j;
        }
        active->columns.count[j] = active->columns.limit[j] = active->cells.n - active->columns.start[j];
    }
    active->n_left = active->cells.n;
    active->places.n = active->cells.n;
    for (int i = 1; i < n; i++)
        active->rows.start[i] = active->rows.start[i - 1] + active->rows.limit[i - 1];
    for (int j = 0; j < n; j++)
        for (int k = 0; k < active->columns.count[j]; k++)
            add_location(active, active->cells.items[active->columns.start[j] + k].row, j);
    for (int i = n - 1; i >= 0; i--) {
        link_line(&active->columns, i);
        link_line(&active->rows, i);
    }
    memcpy(active->diagonal_is_given, active->has_diagonal, (size_t)n);
    for (int i = 0; i < n; i++)
        offer_diagonal(active, i);
}

/* --- search ------------------------------------------------------------------------------------------------------- */

static double larger(double a, double b) { return a > b ? a : b; }

/* Returns the minimum magnitude of a pivot of column j; zero if the column has none. */
static double least_pivot(const active *active, int j, double threshold)
{
    const cell *cell = active->cells.items + active->columns.start[j];
    double max = 0.0;
    for (int k = 0; k < active->columns.count[j]; k++)
        max = larger(max, fabs(cell[k].value));
    return threshold * max;
}

static void consider(const active *active, const cell *cell, int column, candidate *best)
{
    const long cost = (long)(active->rows.count[cell->row] - 1) * (active->columns.count[column] - 1);
    if (best->row == NONE || cost < best->cost)
        *best = (candidate){cell->row, column, cost};
}

/* Returns false if the column has no pivot. */
static bool search_column(const active *active, int j, candidate *best)
{
    const double least = least_pivot(active, j, active->threshold);
    if (!(least > 0.0))
        return false;
    const cell *cell = active->cells.items + active->columns.start[j];
    for (int k = 0; k < active->columns.count[j]; k++)
        if (fabs(cell[k].value) >= least)
            consider(active, &cell[k], j, best);
    return true;
}

static void search_row(const active *active, int i, candidate *best)
{
    const int *p = active->places.items + active->rows.start[i];
    for (int k = 0; k < active->rows.count[i]; k++) {
        const cell *cell = find_cell(active, i, p[k]);
        if (cell->value != 0.0 && fabs(cell->value) >= least_pivot(active, p[k], active->threshold))
            consider(active, cell, p[k], best);
    }
}

/* Finds a pivot of this row or this column that costs no more than the entry where they cross. */
static bool search_beside(const active *active, int row, int column, candidate *best)
{
    *best = (candidate){NONE, NONE, 0};
    search_row(active, row, best);
    search_column(active, column, best);
    return best->row != NONE && best->cost <= (long)(active->rows.count[row] - 1) * (active->columns.count[column] - 1);
}

/* A diagonal entry that is not suitable now is offered again when its row or column changes. */
static bool search_diagonal(active *active, candidate *best)
{
    for (int k; (k = least_tree_first(&active->diagonal)) >= 0;) {
        least_tree_set(&active->diagonal, k, LEAST_TREE_NONE);
        if (!is_active(&active->columns, k))
            continue;
        const int row = active->row_of[k];
        const cell *cell = find_cell(active, row, k);
        if (cell->value != 0.0 && fabs(cell->value) >= least_pivot(active, k, active->diagonal_threshold)) {
            *best = (candidate){row, k, 0};
            return true;
        }
        active->looked_at += (double)active->rows.count[row] * active->columns.count[k];
        if (search_beside(active, row, k, best))
            return true;
    }
    return false;
}

/* Finds the next pivot off the diagonal. Returns false if there is none; best->column is then a column without one. */
static bool search(const active *active, candidate *best)
{
    *best = (candidate){NONE, NONE, 0};
    int searched = 0;
    for (int count = 0; count <= active->n; count++) {
        const long cheapest = (long)(count - 1) * (count - 1);
        for (int j = active->columns.first[count]; j != NONE; j = active->columns.next[j]) {
            if (!search_column(active, j, best)) {
                best->column = j;
                return false;
            }
            if (best->cost <= cheapest || ++searched >= SEARCHED_LINES)
                return true;
        }
        for (int i = active->rows.first[count]; i != NONE; i = active->rows.next[i]) {
            search_row(active, i, best);
            if (best->row != NONE && (best->cost <= cheapest || ++searched >= SEARCHED_LINES))
                return true;
        }
    }
    for (best->column = 0; !is_active(&active->columns, best->column);)
        best->column++;
    return best->row != NONE;
}

/* --- elimination -------------------------------------------------------------------------------------------------- */

/* a -= l u for the entries of a column in rows with a multiplier; marks and counts them. */
static int subtract_multipliers(const active *active, double u, cell *first, int n)
{
    int *mark = active->mark, met = 0;
    const double *multiplier = active->multiplier;
    for (cell *to = first; to < first + n; to++) {
        if (mark[to->row] < active->first_mark)
            continue;
        const double term = multiplier[to->row] * u, left = to->value - term;
        const float size = (float)fabs(term), largest = size > to->size ? size : to->size;
        to->size = largest;
        to->value = fabs(left) <= NOISE * (double)largest ? 0.0 : left;
        mark[to->row] = active->last_mark;
        met++;
    }
    return met;
}

/* Adds the rows of multipliers that column j does not have yet. */
static void fill_column(active *active, double u, int n, int j)
{
    for (int k = active->lower.n - n; k < active->lower.n; k++) {
        const int i = active->lower.items[k];
        if (active->mark[i] == active->last_mark)
            continue;
        const double term = active->multiplier[i] * u;
        *add_cell(active, j) = (cell){i, (float)fabs(term), -term};
        add_location(active, i, j);
        active->has_diagonal[j] |= active->row_of[j] == i;
        active->n_left++;
    }
}

/* column j -= l a_rj, with the n multipliers of the present step, whose rows were recorded last */
static void update_column(active *active, int r, int n, int j)
{
    lines *lines = &active->columns;
    cell *pivot_row = find_cell(active, r, j);
    const double u = pivot_row->value;
    *pivot_row = active->cells.items[lines->start[j] + --lines->count[j]];
    active->last_mark++;
    if (subtract_multipliers(active, u, active->cells.items + lines->start[j], lines->count[j]) < n)
        fill_column(active, u, n, j);
}

/* Removes the pivot row from column c and converts the rest into multipliers. */
static void find_multipliers(active *active, int r, int c)
{
    lines *lines = &active->columns;
    cell *pivot = find_cell(active, r, c);
    const double inverse = 1.0 / pivot->value;
    active->first_mark = ++active->last_mark;
    *pivot = active->cells.items[lines->start[c] + --lines->count[c]];
    for (int k = 0; k < lines->count[c]; k++) {
        const cell *cell = &active->cells.items[lines->start[c] + k];
        active->multiplier[cell->row] = cell->value * inverse;
        active->mark[cell->row] = active->first_mark;
        array_push(&active->lower, cell->row);
    }
}

/* Pairs the row and the column that lose their partners to a pivot beside the diagonal; the entry where they cross is
 * filled. */
static void pair_remainders(active *active, int r, int c)
{
    const int row = active->row_of[c], column = active->column_of[r];
    active->row_of[column] = row;
    active->column_of[row] = column;
    active->has_diagonal[column] = active->diagonal_is_given[column] = false;
    least_tree_set(&active->diagonal, column, LEAST_TREE_NONE);
    for (int k = 0; k < active->columns.count[column]; k++)
        if (active->cells.items[active->columns.start[column] + k].row == row)
            active->has_diagonal[column] = active->diagonal_is_given[column] = true;
}

static void eliminate(active *active, int r, int c)
{
    const int step = active->n - active->n_active;
    if (active->row_of[c] != r)
        pair_remainders(active, r, c);
    unlink_line(&active->rows, r);
    unlink_line(&active->columns, c);
    active->n_left -= active->columns.count[c] + active->rows.count[r] - 1;
    active->products += (double)(active->columns.count[c] - 1) * (active->rows.count[r] - 1);
    find_multipliers(active, r, c);
    for (int k = 0; k < active->columns.count[c]; k++)
        unlink_line(&active->rows, active->cells.items[active->columns.start[c] + k].row);
    for (int k = 0; k < active->rows.count[r]; k++) {
        const int j = active->places.items[active->rows.start[r] + k];
        if (j == c)
            continue;
        array_push(&active->upper, j);
        unlink_line(&active->columns, j);
        update_column(active, r, active->columns.count[c], j);
        link_line(&active->columns, j);
    }
    for (int k = 0; k < active->columns.count[c]; k++) {
        const int i = active->cells.items[active->columns.start[c] + k].row;
        remove_place(active, i, c);
        link_line(&active->rows, i);
        offer_diagonal(active, active->column_of[i]);
    }
    for (int k = active->upper.n - active->rows.count[r] + 1; k < active->upper.n; k++)
        offer_diagonal(active, active->upper.items[k]);
    active->out->row[step] = r;
    active->out->column[step] = c;
    active->out->lower_start[step + 1] = active->lower.n;
    active->out->upper_start[step + 1] = active->upper.n;
    active->columns.count[c] = active->rows.count[r] = 0;
    active->n_active--;
}

/* --- the full remainder ------------------------------------------------------------------------------------------- */

typedef struct {
    int n;
    int *row, *column;
    double *value, *size; /* n x n by columns; the largest term of each column */
} full;

static void full_load(full *f, active *active)
{
    const int n = active->n_active;
    *f = (full){n, heap_integers((size_t)n, 0), heap_integers((size_t)n, 0),
                heap_resize(NULL, (size_t)n * (size_t)n * sizeof(double)),
                heap_resize(NULL, (size_t)n * sizeof(double))};
    memset(f->value, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int i = 0, r = 0, c = 0; i < active->n; i++) {
        if (is_active(&active->rows, i)) {
            active->mark[i] = r;
            f->row[r++] = i;
        }
        if (is_active(&active->columns, i))
            f->column[c++] = i;
    }
    for (int c = 0; c < n; c++) {
        const int j = f->column[c];
        f->size[c] = 0.0;
        for (int k = 0; k < active->columns.count[j]; k++) {
            const cell *cell = &active->cells.items[active->columns.start[j] + k];
            f->value[(size_t)c * (size_t)n + (size_t)active->mark[cell->row]] = cell->value;
            f->size[c] = larger(f->size[c], (double)cell->size);
        }
    }
}

static void full_destroy(full *full)
{
    free(full->row);
    free(full->column);
    free(full->value);
    free(full->size);
}

static void swap_rows(full *full, int k, int with)
{
    if (k == with)
        return;
    const int row = full->row[k];
    full->row[k] = full->row[with];
    full->row[with] = row;
    for (int c = 0; c < full->n; c++) {
        double *column = full->value + (size_t)c * (size_t)full->n;
        const double value = column[k];
        column[k] = column[with];
        column[with] = value;
    }
}

/* Performs one step of elimination. Returns false if the column contains only rounding errors. */
static bool full_step(full *full, int k)
{
    const size_t n = (size_t)full->n;
    double *column = full->value + (size_t)k * n;
    int best = k;
    for (int i = k + 1; i < full->n; i++)
        if (fabs(column[i]) > fabs(column[best]))
            best = i;
    if (!(fabs(column[best]) > NOISE * full->size[k]))
        return false;
    swap_rows(full, k, best);
    const double inverse = 1.0 / column[k];
    for (int i = k + 1; i < full->n; i++)
        column[i] *= inverse;
    for (int j = k + 1; j < full->n; j++) {
        double *restrict to = full->value + (size_t)j * n;
        const double u = to[k];
        full->size[j] = larger(full->size[j], fabs(u));
        for (int i = k + 1; i < full->n; i++)
            to[i] -= column[i] * u;
    }
    return true;
}

/* Eliminates the remainder as a full matrix. Returns false if there is no pivot in *column. */
static bool eliminate_full(active *active, int *column)
{
    full full;
    full_load(&full, active);
    bool found = true;
    for (int k = 0; found && k < full.n; k++) {
        found = full_step(&full, k);
        *column = full.column[k];
    }
    const int step = active->n - active->n_active;
    for (int k = 0; found && k < full.n; k++) {
        active->out->row[step + k] = full.row[k];
        active->out->column[step + k] = full.column[k];
        for (int i = k + 1; i < full.n; i++) {
            array_push(&active->lower, full.row[i]);
            array_push(&active->upper, full.column[i]);
        }
        active->out->lower_start[step + k + 1] = active->lower.n;
        active->out->upper_start[step + k + 1] = active->upper.n;
    }
    full_destroy(&full);
    return found;
}

/* --- the whole order ---------------------------------------------------------------------------------------------- */

static bool is_full(const active *active)
{
    return active->n_active >= SMALLEST_FULL && active->n_left >= FULL * active->n_active * active->n_active;
}

static bool takes_too_many(active *active, const csc *matrix, const pivot_rules *rules)
{
    const double n = active->n_active, taken = active->products + (is_full(active) ? n * n * n / 3.0 : 0.0);
    const double products = larger(taken, active->looked_at / LOOKS);
    if (products > active->most_products && rules->reconsider && !active->is_reconsidered) {
        active->is_reconsidered = true;
        active->most_products = larger(active->most_products, rules->reconsider(matrix));
    }
    return products > active->most_products;
}

static bool eliminate_all(active *active, const csc *matrix, const pivot_rules *rules, int *column)
{
    while (active->n_active > 0) {
        interrupt_point();
        if (takes_too_many(active, matrix, rules)) {
            *column = -1;
            return false;
        }
        if (is_full(active))
            return eliminate_full(active, column);
        candidate best;
        if (!search_diagonal(active, &best) && !search(active, &best)) {
            *column = best.column;
            return false;
        }
        eliminate(active, best.row, best.column);
    }
    return true;
}

static void active_create(active *m, const csc *matrix, const pivot_rules *rules)
{
    const int n = matrix->n;
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
                  .out = heap_resize(NULL, sizeof(pivot_order))};
    lines_create(&m->columns, n);
    lines_create(&m->rows, n);
    least_tree_create(&m->diagonal, n);
    for (int k = 0; k < n; k++)
        m->row_of[k] = m->column_of[k] = k;
    memset(m->has_diagonal, 0, (size_t)n + 1);
    *m->out = (pivot_order){.n = n,
                            .row = heap_integers((size_t)n, 0),
                            .column = heap_integers((size_t)n, 0),
                            .lower_start = heap_integers((size_t)n, 0),
                            .upper_start = heap_integers((size_t)n, 0)};
    pivot_order_load(m, matrix);
}

/* Frees everything except the result. */
static void active_destroy(active *active)
{
    lines_destroy(&active->columns);
    lines_destroy(&active->rows);
    array_free(&active->cells);
    array_free(&active->places);
    least_tree_destroy(&active->diagonal);
    free(active->has_diagonal);
    free(active->diagonal_is_given);
    free(active->row_of);
    free(active->column_of);
    free(active->multiplier);
    free(active->mark);
}

/* Returns the result, or NULL. */
static pivot_order *finish(active *active, bool regular)
{
    active->out->lower = active->lower.items;
    active->out->upper = active->upper.items;
    active_destroy(active);
    if (regular)
        return active->out;
    pivot_order_destroy(active->out);
    return NULL;
}

pivot_order *pivot_order_choose(const csc *matrix, const pivot_rules *rules, int *column)
{
    active active;
    active_create(&active, matrix, rules);
    return finish(&active, eliminate_all(&active, matrix, rules, column));
}

double pivot_order_products(const pivot_order *pivot_order)
{
    double sum = 0.0;
    for (int k = 0; k < pivot_order->n; k++)
        sum += (double)(pivot_order->lower_start[k + 1] - pivot_order->lower_start[k]) *
               (pivot_order->upper_start[k + 1] - pivot_order->upper_start[k]);
    return sum;
}

void pivot_order_destroy(pivot_order *pivot_order)
{
    free(pivot_order->row);
    free(pivot_order->column);
    free(pivot_order->lower_start);
    free(pivot_order->lower);
    free(pivot_order->upper_start);
    free(pivot_order->upper);
    free(pivot_order);
}
