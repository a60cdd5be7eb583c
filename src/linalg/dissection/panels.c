/* panels.c - factors of a matrix with a symmetric pattern by dense panels, in the order of a plan: L D L' if its values
 * are symmetric, otherwise L D U.
 *
 * A panel of columns J with rows I (those of J first) receives the entries of the matrix and the changes by panels K
 * before it,
 *
 *     A_IJ = a_IJ - sum_K L_IK D_K L_JK'                      left-looking: only the factors are stored
 *     P' A_JJ P = L_JJ D_J L_JJ'                               pivots of one or two rows, pivots.h
 *     L_IJ = A_IJ P L_JJ'^-1 D_J^-1
 *
 * (Ng and Peyton, SIAM J. Sci. Comput. 14, 1993). A general matrix has two *sides*, the columns and the transposed rows
 * of a panel, and each is changed by the other,
 *
 *     A_IJ = a_IJ - sum_K L_IK D_K (U_JK')'                    B_IJ = a_JI' - sum_K U_IK' D_K L_JK'
 *     P A_JJ = L_JJ D_J U_JJ
 *     L_IJ = A_IJ U_JJ^-1 D_J^-1                               U_IJ' = B_IJ P' L_JJ'^-1 D_J^-1
 *
 * Rows and columns are scaled by powers of two. Workers process
 * branches of panels, the most expensive first, and share the rows of the panels of the trunk: no sum depends on who
 * computes it. */
#include "linalg/dissection/panels.h"
#include "base/interrupt.h"
#include "linalg/dissection/branches.h"
#include "linalg/dissection/panel_solution.h"
#include "linalg/dissection/pivots.h"
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 96, /* rows processed together: a block of them stays in the cache */
    INNER = 16, /* columns that are eliminated one by one */
};
static const double LARGE = 1e6;      /* larger entries of L are doubtful */
static const double SMALL = 1e-3;     /* smaller diagonal entries do not determine the scale of a general matrix */
static const double PART = 1.0 / 6.0; /* fraction of a worker's share of the work in a branch */

/* Workspace of one worker. */
typedef struct {
    int *map;                                    /* position of each row in the present panel */
    double packed[PANEL_WIDTH * PANEL_WIDTH];    /* D L' of the panel that changes it */
    double chunk[CHUNK * PANEL_WIDTH];           /* a change of rows that are not contiguous */
    double row[PANEL_WIDTH * (PANEL_WIDTH + 1)]; /* of L_JJ, packed */
    double largest;                              /* largest entry of L */
    bool is_singular;
} workplace;

/* Entries of the matrix that belong to the panels of one side. */
typedef struct {
    int *start; /* of each panel: its entries, by rows */
    int *entry;
    uint32_t *targets; /* their indices in the panel */
} load_list;

struct panels {
    panel_factors panel_factors;
    workers workers;
    branches branches;
    atomic_int next;    /* next branch to be started */
    load_list loads[2]; /* of each side; the second only if the matrix is not symmetric */
    int n_entries, *row, *column;
    int *diagonal; /* entry of each unknown; -1 if it has none */
    double *scale; /* of each unknown */
    double *x;     /* n, for a solution */
    panel_solution *solution;
    workplace *workplaces[THREAD_POOL_MAX];
    const double *value;        /* values being factored */
    const volatile int *raised; /* flag to abort the factorization; NULL: never */
    int together;               /* panel shared by all workers */
};

static int n_sides(const panels *panels) { return panels->panel_factors.is_symmetric ? 1 : 2; }

/* --- positions of entries ----------------------------------------------------------------------------------------- */

typedef struct {
    int side, row, column;
} place;

/* Entries of a general matrix above its diagonal are on the second side, except those within a panel. */
static place place_of(const panels *panels, int e)
{
    const panel_plan *plan = panels->panel_factors.plan;
    const int i = plan->position[panels->row[e]], j = plan->position[panels->column[e]];
    if (panels->panel_factors.is_symmetric)
        return i > j ? (place){0, i, j} : (place){0, j, i};
    return i >= j || plan->panel_of[i] == plan->panel_of[j] ? (place){0, i, j} : (place){1, j, i};
}

/* Lists the entries of one side by their rows. Returns their number. */
static int sort_by_row(const panels *panels, int side, int *order)
{
    const int n = panels->panel_factors.plan->n;
    int *next = heap_integers((size_t)n, 0);
    for (int e = 0; e < panels->n_entries; e++) {
        const place place = place_of(panels, e);
        next[place.row + 1] += place.side == side;
    }
    for (int k = 0; k < n; k++)
        next[k + 1] += next[k];
    const int n_side = next[n];
    for (int e = 0; e < panels->n_entries; e++) {
        const place place = place_of(panels, e);
        if (place.side == side)
            order[next[place.row]++] = e;
    }
    free(next);
    return n_side;
}

static void count_entries(const panels *panels, int side)
{
    const panel_plan *plan = panels->panel_factors.plan;
    int *start = panels->loads[side].start;
    for (int e = 0; e < panels->n_entries; e++) {
        const place place = place_of(panels, e);
        start[plan->panel_of[place.column] + 1] += place.side == side;
    }
    for (int k = 0; k < plan->n_panels; k++)
        start[k + 1] += start[k];
}

/* Rows of a panel ascend, and so do those of its entries. */
static void place_entries(panels *panels, int side)
{
    const panel_plan *plan = panels->panel_factors.plan;
    load_list *list = &panels->loads[side];
    int *order = heap_integers((size_t)panels->n_entries, 0), n = sort_by_row(panels, side, order);
    *list = (load_list){heap_integers((size_t)plan->n_panels + 1, 0), heap_integers((size_t)n, 0),
                        heap_resize(NULL, ((size_t)n + 1) * sizeof *list->targets)};
    count_entries(panels, side);
    int *next =
        memcpy(heap_integers((size_t)plan->n_panels, 0), list->start, ((size_t)plan->n_panels + 1) * sizeof *next);
    int *at = heap_integers((size_t)plan->n_panels, 0);
    for (int k = 0; k < n; k++) {
        const place place = place_of(panels, order[k]);
        const int of = plan->panel_of[place.column];
        const panel *panel = &plan->panel[of];
        while (panel->row[at[of]] < place.row)
            at[of]++;
        list->entry[next[of]] = order[k];
        list->targets[next[of]++] = (uint32_t)(place.column - panel->first) * (uint32_t)panel->rows + (uint32_t)at[of];
    }
    free(order);
    free(next);
    free(at);
}

static void find_diagonal(const panels *panels)
{
    for (int e = 0; e < panels->n_entries; e++)
        if (panels->row[e] == panels->column[e])
            panels->diagonal[panels->row[e]] = e;
}

/* --- creation ----------------------------------------------------------------------------------------------------- */

static double work_of(const panel *panel) { return 1e3 + (double)panel->n * panel->rows * panel->rows; }

panels *panels_create(const panel_plan *plan, const panel_entries *entries, workers workers)
{
    const size_t n_entries = (size_t)entries->n;
    panels *f = heap_resize(NULL, sizeof *f);
    *f = (panels){.panel_factors = {.plan = plan, .products = products_best(), .is_symmetric = entries->is_symmetric},
                  .workers = workers,
                  .n_entries = entries->n};
    f->branches = branches_find(plan, work_of, workers.members > 1 ? PART / workers.members : 1.0);
    f->diagonal = heap_integers((size_t)plan->n, -1);
    f->row = memcpy(heap_integers(n_entries, 0), entries->row, n_entries * sizeof *f->row);
    f->column = memcpy(heap_integers(n_entries, 0), entries->column, n_entries * sizeof *f->column);
    for (int side = 0; side < n_sides(f); side++)
        place_entries(f, side);
    find_diagonal(f);
    return f;
}

void panels_destroy(panels *panels)
{
    if (!panels)
        return;
    for (int m = 0; m < panels->workers.members && panels->workplaces[m]; m++) {
        free(panels->workplaces[m]->map);
        free(panels->workplaces[m]);
    }
    panel_solution_destroy(panels->solution);
    branches_free(&panels->branches);
    for (int side = 0; side < n_sides(panels); side++) {
        free(panels->loads[side].start);
        free(panels->loads[side].entry);
        free(panels->loads[side].targets);
        free(panels->panel_factors.side[side]);
    }
    free(panels->row);
    free(panels->column);
    free(panels->diagonal);
    free(panels->scale);
    free(panels->x);
    free(panels->panel_factors.d);
    free(panels->panel_factors.e);
    free(panels->panel_factors.pivot);
    free(panels);
}

double panels_bytes(const panels *panels)
{
    const panel_plan *plan = panels->panel_factors.plan;
    const double members = panels->workers.members;
    const double an_unknown = (4.0 + 2.0 * members) * sizeof(double) + (1.0 + members) * sizeof(int);
    const double bytes = n_sides(panels) * (double)plan->n_entries * sizeof(double) + plan->n * an_unknown;
    return panels->panel_factors.side[0] ? 0.0 : bytes + members * (double)sizeof(workplace);
}

static void allocate_workspace(panels *panels)
{
    const panel_plan *plan = panels->panel_factors.plan;
    const size_t n = (size_t)plan->n;
    for (int side = 0; side < 2; side++)
        panels->panel_factors.side[side] =
            side < n_sides(panels) ? heap_reals(plan->n_entries) : panels->panel_factors.side[0];
    panels->panel_factors.d = heap_reals(n);
    panels->panel_factors.e = heap_reals(n);
    panels->panel_factors.pivot = heap_integers(n, 0);
    panels->scale = heap_reals(n);
    panels->x = heap_reals(n);
    panels->solution = panel_solution_create(&panels->panel_factors, panels->workers);
    for (int m = 0; m < panels->workers.members; m++) {
        panels->workplaces[m] = heap_resize(NULL, sizeof *panels->workplaces[m]);
        panels->workplaces[m]->map = heap_integers(n, 0);
    }
}

/* --- scaling ------------------------------------------------------------------------------------------------------ */

/* Finds, for unknowns without a diagonal entry, the largest entry after scaling of the others. */
static void find_largest(const panels *panels, const double *value, const double *internal, double *largest)
{
    for (int k = 0; k < panels->n_entries; k++) {
        const int i = panels->row[k], j = panels->column[k];
        if (internal[i] > 0.0 && internal[j] > 0.0)
            continue;
        const double at_i = internal[j] > 0.0 ? fabs(value[k]) / sqrt(internal[j]) : fabs(value[k]);
        const double at_j = internal[i] > 0.0 ? fabs(value[k]) / sqrt(internal[i]) : fabs(value[k]);
        largest[i] = at_i > largest[i] ? at_i : largest[i];
        largest[j] = at_j > largest[j] ? at_j : largest[j];
    }
}

/* Ignores diagonal entries of a general matrix that are small in their rows or columns. */
static void ignore_small(const panels *panels, const double *value, double *internal)
{
    for (int k = 0; k < panels->n_entries && !panels->panel_factors.is_symmetric; k++) {
        const double size = SMALL * fabs(value[k]);
        internal[panels->row[k]] = internal[panels->row[k]] < size ? 0.0 : internal[panels->row[k]];
        internal[panels->column[k]] = internal[panels->column[k]] < size ? 0.0 : internal[panels->column[k]];
    }
}

/* 1 / sqrt of the diagonal entry if there is one, or of the square of the largest remaining entry. */
static void find_scale(panels *panels, const double *value)
{
    const int n = panels->panel_factors.plan->n;
    double *internal = panels->scale, *largest = panels->x;
    bool has_all = true;
    for (int i = 0; i < n; i++)
        internal[i] = panels->diagonal[i] >= 0 ? fabs(value[panels->diagonal[i]]) : 0.0;
    ignore_small(panels, value, internal);
    for (int i = 0; i < n; i++)
        has_all &= internal[i] > 0.0;
    memset(largest, 0, (size_t)n * sizeof *largest);
    if (!has_all)
        find_largest(panels, value, internal, largest);
    for (int i = 0; i < n; i++) {
        const double size = internal[i] > 0.0 ? sqrt(internal[i]) : largest[i];
        panels->scale[i] = size > 0.0 ? ldexp(1.0, -ilogb(size)) : 1.0;
    }
}

/* --- changes of a panel ------------------------------------------------------------------------------------------- */

/* Returns the first entry of a panel that is not in a row before this one. */
static int first_entry(const panels *panels, const load_list *list, int i, int row)
{
    const panel *panel = &panels->panel_factors.plan->panel[i];
    int low = list->start[i], high = list->start[i + 1];
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if ((int)(list->targets[middle] % (uint32_t)panel->rows) < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Sets rows begin .. end - 1 of a panel to the entries of the matrix. */
static void load_panel(const panels *panels, int side, int i, int begin, int end)
{
    const panel *panel = &panels->panel_factors.plan->panel[i];
    const load_list *list = &panels->loads[side];
    double *l = panels->panel_factors.side[side] + panel->offset;
    for (int k = 0; k < panel->n; k++)
        memset(l + (size_t)k * (size_t)panel->rows + begin, 0, (size_t)(end - begin) * sizeof *l);
    for (int k = first_entry(panels, list, i, begin), last = first_entry(panels, list, i, end); k < last; k++) {
        const int e = list->entry[k];
        l[list->targets[k]] = panels->value[e] * panels->scale[panels->row[e]] * panels->scale[panels->column[e]];
    }
}

/* Packs column k of D L' of one side, of rows from .. end - 1 of a panel. */
static void pack_column(const panel_factors *panel_factors, int side, const panel *panel, int k, int from, int end,
                        double *to)
{
    const double *l = panel_factors->side[side] + panel->offset + (size_t)k * (size_t)panel->rows,
                 *e = panel_factors->e + panel->first, d = panel_factors->d[panel->first + k];
    const double beside = e[k] != 0.0 ? e[k] : k > 0 ? e[k - 1] : 0.0;
    const double *other = beside == 0.0 ? l : e[k] != 0.0 ? l + panel->rows : l - panel->rows;
    const size_t next = (size_t)panel->n * PRODUCT_COLUMNS;
    int i = from;
    for (; i + PRODUCT_COLUMNS <= end; i += PRODUCT_COLUMNS, to += next)
        for (int r = 0; r < PRODUCT_COLUMNS; r++)
            to[r] = d * l[i + r];
    for (int r = 0; i < end && r < PRODUCT_COLUMNS; r++)
        to[r] = i + r < end ? d * l[i + r] : 0.0;
    if (beside == 0.0)
        return;
    to -= (size_t)((end - from) / PRODUCT_COLUMNS) * next;
    for (i = from; i < end; i++)
        to[(size_t)((i - from) / PRODUCT_COLUMNS) * next + (size_t)((i - from) % PRODUCT_COLUMNS)] += beside * other[i];
}

static void pack_change(const panel_factors *panel_factors, int side, const panel *panel, int from, int end, double *to)
{
    for (int k = 0; k < panel->n; k++)
        pack_column(panel_factors, side, panel, k, from, end, to + (size_t)k * PRODUCT_COLUMNS);
}

/* Adds a change of m rows to their positions in n columns. */
static void panels_scatter(const panel *to, double *l, const double *chunk, const int *position, int m,
                           const int *columns, int n)
{
    for (int j = 0; j < n; j++) {
        double *column = l + (size_t)(columns[j] - to->first) * (size_t)to->rows;
        const double *from = chunk + size_product(j, m);
        for (int i = 0; i < m; i++)
            column[position[i]] += from[i];
    }
}

/* A change of one side of a panel. */
typedef struct {
    int side;
    const panel *to;
    const panel_update *update;
} panel_change;

static void change_rows(const panels *panels, workplace *workplace, const panel_change *change, int row, int m)
{
    const panel *to = change->to;
    const panel_update *panel_update = change->update;
    double *side = panels->panel_factors.side[change->side];
    const panel *by = &panels->panel_factors.plan->panel[panel_update->panel];
    const int *rows = by->row + row, *columns = by->row + panel_update->begin,
              n = panel_update->end - panel_update->begin;
    int position[CHUNK];
    for (int i = 0; i < m; i++)
        position[i] = workplace->map[rows[i]];
    double *l = side + to->offset;
    const bool is_direct = position[m - 1] - position[0] == m - 1 && columns[n - 1] - columns[0] == n - 1;
    block_product block_product = {.m = m,
                                   .n = n,
                                   .k = by->n,
                                   .a = side + by->offset + row,
                                   .lda = by->rows,
                                   .b = workplace->packed,
                                   .c = workplace->chunk,
                                   .ldc = m,
                                   .above =
                                       panels->panel_factors.is_symmetric ? row - panel_update->begin : PANEL_WIDTH};
    if (is_direct) {
        block_product.c = l + (size_t)(columns[0] - to->first) * (size_t)to->rows + position[0];
        block_product.ldc = to->rows;
        panels->panel_factors.products->subtract_product(&block_product);
        return;
    }
    memset(workplace->chunk, 0, size_product(n, m) * sizeof *workplace->chunk);
    panels->panel_factors.products->subtract_product(&block_product);
    panels_scatter(to, l, workplace->chunk, position, m, columns, n);
}

/* Applies the changes by all panels before it to rows begin .. end - 1 of one side of a panel. */
static void change_panel(const panels *panels, workplace *workplace, int side, int i, int begin, int end)
{
    const panel *to = &panels->panel_factors.plan->panel[i];
    if (begin == end)
        return;
    for (int k = begin; k < end; k++)
        workplace->map[to->row[k]] = k;
    for (int k = to->updates; k < to[1].updates; k++) {
        const panel_update *panel_update = &panels->panel_factors.plan->update[k];
        const panel *by = &panels->panel_factors.plan->panel[panel_update->panel];
        const int first = panel_row_at(by, panel_update->begin, to->row[begin]);
        const int last = end < to->rows ? panel_row_at(by, first, to->row[end]) : by->rows;
        if (first < last)
            pack_change(&panels->panel_factors, 1 - side, by, panel_update->begin, panel_update->end,
                        workplace->packed);
        for (int row = first; row < last; row += CHUNK)
            change_rows(panels, workplace, &(panel_change){side, to, panel_update}, row,
                        last - row < CHUNK ? last - row : CHUNK);
    }
}

/* --- rows below the pivots ---------------------------------------------------------------------------------------- */

static bool is_in_order(const panel *panel, const int *pivot)
{
    for (int k = 0; k < panel->n; k++)
        if (pivot[k] != k)
            return false;
    return true;
}

/* Permutes the columns of m rows into the order of the pivots. */
static void reorder(const panel *panel, const int *pivot, double *a, int m)
{
    double row[PANEL_WIDTH];
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < panel->n; k++)
            row[k] = a[(size_t)pivot[k] * (size_t)panel->rows + i];
        for (int k = 0; k < panel->n; k++)
            a[(size_t)k * (size_t)panel->rows + i] = row[k];
    }
}

/* Rows of L_JJ from j to end - 1, in the columns before j. */
static void pack_pivots(const double *l, int ld, int j, int end, double *to)
{
    memset(to, 0, (size_t)packed_size(end - j, j) * sizeof *to);
    for (int k = 0; k < j; k++)
        for (int i = j; i < end; i++)
            to[packed_at(i - j, k, j)] = l[(size_t)k * (size_t)ld + i];
}

/* Replaces a by a L_JJ'^-1, L_JJ from one side. */
static void solve_rows(const panels *panels, workplace *workplace, int side, const panel *panel, double *a, int m)
{
    const double *l = panels->panel_factors.side[side] + panel->offset;
    const int ld = panel->rows;
    for (int j = 0; j < panel->n; j += INNER) {
        const int end = panel->n - j < INNER ? panel->n : j + INNER;
        double *columns = a + (size_t)j * (size_t)ld;
        if (j > 0) {
            pack_pivots(l, ld, j, end, workplace->row);
            panels->panel_factors.products->subtract_product(&(block_product){.m = m,
                                                                              .n = end - j,
                                                                              .k = j,
                                                                              .a = a,
                                                                              .lda = ld,
                                                                              .b = workplace->row,
                                                                              .c = columns,
                                                                              .ldc = ld,
                                                                              .above = INNER});
        }
        for (int k = j; k < end; k++)
            for (int i = k + 1; i < end; i++)
                panels->panel_factors.products->subtract_multiple(
                    m, l[(size_t)k * (size_t)ld + i], a + (size_t)k * (size_t)ld, a + (size_t)i * (size_t)ld);
    }
}

/* Replaces a by a D^-1. Returns the largest entry. */
static double divide_rows(const panels *panels, const panel *panel, double *a, int m)
{
    const double *d = panels->panel_factors.d + panel->first, *e = panels->panel_factors.e + panel->first;
    double largest = 0.0;
    for (int k = 0; k < panel->n; k++) {
        double *one = a + (size_t)k * (size_t)panel->rows, *two = one + panel->rows;
        const double by = 1.0 / d[k];
        const bool is_double = e[k] != 0.0;
        const double determinant = is_double ? d[k] * d[k + 1] - e[k] * e[k] : 1.0;
        for (int i = 0; i < m && !is_double; i++)
            one[i] *= by;
        for (int i = 0; i < m && is_double; i++) {
            const double first = (d[k + 1] * one[i] - e[k] * two[i]) / determinant;
            two[i] = (d[k] * two[i] - e[k] * one[i]) / determinant;
            one[i] = first;
        }
        for (int i = 0; i < m; i++)
            largest = fabs(one[i]) <= largest ? largest : fabs(one[i]);
        for (int i = 0; i < m && is_double; i++)
            largest = fabs(two[i]) <= largest ? largest : fabs(two[i]);
        k += is_double;
    }
    return largest;
}

static void eliminate_rows(const panels *panels, workplace *workplace, int side, const panel *panel, int begin, int end)
{
    const int *pivot = panels->panel_factors.pivot + panel->first;
    const bool stays = (side == 0 && !panels->panel_factors.is_symmetric) || is_in_order(panel, pivot);
    for (int row = begin; row < end; row += CHUNK) {
        const int m = end - row < CHUNK ? end - row : CHUNK;
        double *a = panels->panel_factors.side[side] + panel->offset + row;
        if (!stays)
            reorder(panel, pivot, a, m);
        solve_rows(panels, workplace, 1 - side, panel, a, m);
        const double largest = divide_rows(panels, panel, a, m);
        workplace->largest = largest <= workplace->largest ? workplace->largest : largest;
    }
}

/* --- factorization ------------------------------------------------------------------------------------------------ */

/* Returns false if there is no pivot. */
static bool factor_square(const panels *panels, const panel *panel)
{
    const panel_factors *to = &panels->panel_factors;
    const pivot_square square = {panel->n,
                                 panel->rows,
                                 to->side[0] + panel->offset,
                                 to->d + panel->first,
                                 to->e + panel->first,
                                 to->pivot + panel->first};
    return to->is_symmetric ? pivots_find(to->products, &square)
                            : pivots_find_general(to->products, &square, to->side[1] + panel->offset);
}

static void factor_panel(const panels *panels, workplace *workplace, int i)
{
    const panel *panel = &panels->panel_factors.plan->panel[i];
    for (int side = 0; side < n_sides(panels); side++) {
        const int begin = side == 0 ? 0 : panel->n;
        load_panel(panels, side, i, begin, panel->rows);
        change_panel(panels, workplace, side, i, begin, panel->rows);
    }
    if (!factor_square(panels, panel))
        workplace->is_singular = true;
    for (int side = 0; side < n_sides(panels) && !workplace->is_singular; side++)
        eliminate_rows(panels, workplace, side, panel, panel->n, panel->rows);
}

static bool is_given_up(const panels *panels) { return panels->raised && *panels->raised; }

static void factor_branches(void *context, int member)
{
    panels *panels = context;
    workplace *workplace = panels->workplaces[member];
    for (int b; (b = atomic_fetch_add(&panels->next, 1)) < panels->branches.n;)
        for (int k = panels->branches.start[b];
             k < panels->branches.start[b + 1] && !workplace->is_singular && !is_given_up(panels); k++)
            factor_panel(panels, workplace, panels->branches.panel[k]);
}

/* Processes a worker's rows of the panel shared by all workers. */
static void change_beside(void *context, int member)
{
    const panels *panels = context;
    const panel *panel = &panels->panel_factors.plan->panel[panels->together];
    for (int side = 0; side < n_sides(panels); side++) {
        const int from = side == 0 ? 0 : panel->n, rows = panel->rows - from;
        const int begin = from + workers_begin(panels->workers, rows, member),
                  end = from + workers_begin(panels->workers, rows, member + 1);
        if (begin == end)
            continue;
        load_panel(panels, side, panels->together, begin, end);
        change_panel(panels, panels->workplaces[member], side, panels->together, begin, end);
    }
}

static void eliminate_beside(void *context, int member)
{
    const panels *panels = context;
    const panel *panel = &panels->panel_factors.plan->panel[panels->together];
    const int rest = panel->rows - panel->n;
    for (int side = 0; side < n_sides(panels); side++)
        eliminate_rows(panels, panels->workplaces[member], side, panel,
                       panel->n + workers_begin(panels->workers, rest, member),
                       panel->n + workers_begin(panels->workers, rest, member + 1));
}

static bool factor_trunk(panels *panels)
{
    for (int k = 0; k < panels->branches.n_trunk; k++) {
        interrupt_point();
        panels->together = panels->branches.trunk[k];
        workers_run(panels->workers, change_beside, panels);
        if (!factor_square(panels, &panels->panel_factors.plan->panel[panels->together]))
            return false;
        workers_run(panels->workers, eliminate_beside, panels);
    }
    return true;
}

static bool factor_all(panels *panels)
{
    bool is_singular = false;
    for (int m = 0; m < panels->workers.members; m++) {
        panels->workplaces[m]->largest = 0.0;
        panels->workplaces[m]->is_singular = false;
    }
    panels->raised = interrupt_now.raised;
    atomic_store(&panels->next, 0);
    workers_run(panels->workers, factor_branches, panels);
    interrupt_point();
    for (int m = 0; m < panels->workers.members; m++)
        is_singular |= panels->workplaces[m]->is_singular;
    return !is_singular && factor_trunk(panels);
}

panels_status panels_factor(panels *panels, const double *value)
{
    if (!panels->panel_factors.side[0])
        allocate_workspace(panels);
    find_scale(panels, value);
    panels->value = value;
    if (!factor_all(panels))
        return PANELS_SINGULAR;
    double largest = 0.0;
    for (int m = 0; m < panels->workers.members; m++)
        largest = panels->workplaces[m]->largest <= largest ? largest : panels->workplaces[m]->largest;
    return largest <= LARGE ? PANELS_GOOD : PANELS_DOUBTFUL;
}

static void solve_either(panels *panels, double *b, bool is_transposed)
{
    const panel_plan *plan = panels->panel_factors.plan;
    for (int i = 0; i < plan->n; i++)
        panels->x[plan->position[i]] = b[i] * panels->scale[i];
    panel_solution_find(panels->solution, panels->x, is_transposed);
    for (int i = 0; i < plan->n; i++)
        b[i] = panels->x[plan->position[i]] * panels->scale[i];
}

void panels_solve(panels *panels, double *b) { solve_either(panels, b, false); }

void panels_solve_transposed(panels *panels, double *b) { solve_either(panels, b, true); }
