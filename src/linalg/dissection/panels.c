/* panels.c - factors L D L' of a symmetric matrix by dense panels, in the order of a plan.
 *
 * A panel of columns J with rows I (its own first) takes the entries of the matrix and what panels K before it change,
 *
 *     A_IJ = a_IJ - sum_K L_IK D_K L_JK'                      left-looking: nothing is kept but the factors
 *     P' A_JJ P = L_JJ D_J L_JJ'                               pivots of one or two rows, pivots.h
 *     L_IJ = A_IJ P L_JJ'^-1 D_J^-1
 *
 * (Ng and Peyton, SIAM J. Sci. Comput. 14, 1993). Rows and columns are scaled by powers of two. Members of a crew take
 * branches of panels, the dearest first, and share the rows of the panels of the trunk: no sum depends on who makes
 * it. */
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
    CHUNK = 96, /* rows that are worked at together: a block of them stays in the cache */
    INNER = 16, /* columns that are eliminated one by one */
};
static const double LARGE = 1e6;      /* entries of L beyond are doubtful */
static const double PART = 1.0 / 6.0; /* of a member's share of the work, in a branch */

/* Where one member works. */
typedef struct {
    int *map;                                    /* place of each row in the panel at hand */
    double packed[PANEL_WIDTH * PANEL_WIDTH];    /* D L' of what changes it */
    double chunk[CHUNK * PANEL_WIDTH];           /* a change of rows that lie apart */
    double row[PANEL_WIDTH * (PANEL_WIDTH + 1)]; /* of L_JJ, packed */
    double largest;                              /* entry of L */
    bool is_singular;
} workplace;

struct panels {
    panel_factors f;
    crew crew;
    branches branches;
    atomic_int next; /* branch that nobody has begun */
    int *load_start; /* of each panel: its entries of the matrix, by rows */
    int *entry;
    uint32_t *targets; /* where they go in the panel */
    int *row, *column;
    int *diagonal; /* entry of each unknown; -1: it has none */
    double *scale; /* of each unknown */
    double *x;     /* n, of a solution */
    panel_solution *solution;
    workplace *workplaces[TEAM_MOST];
    const double *value;        /* being factored */
    const volatile int *raised; /* when it is to be given up; NULL: never */
    int together;               /* panel that all work at */
};

/* --- where entries go --------------------------------------------------------------------------------------------- */

/* Entries in the order of their places in columns, and of those by rows: order[k]. */
static int *sort_by_row(const panels *f, int n_entries)
{
    const panel_plan *p = f->f.plan;
    int *next = heap_integers((size_t)p->n, 0);
    int *order = heap_integers((size_t)n_entries, 0);
    for (int e = 0; e < n_entries; e++) {
        const int i = p->place[f->row[e]], j = p->place[f->column[e]];
        next[(i > j ? i : j) + 1]++;
    }
    for (int k = 0; k < p->n; k++)
        next[k + 1] += next[k];
    for (int e = 0; e < n_entries; e++) {
        const int i = p->place[f->row[e]], j = p->place[f->column[e]];
        order[next[i > j ? i : j]++] = e;
    }
    free(next);
    return order;
}

static void count_entries(const panels *f, int n_entries)
{
    const panel_plan *p = f->f.plan;
    memset(f->load_start, 0, ((size_t)p->n_panels + 1) * sizeof *f->load_start);
    for (int e = 0; e < n_entries; e++) {
        const int i = p->place[f->row[e]], j = p->place[f->column[e]];
        f->load_start[p->panel_of[i < j ? i : j] + 1]++;
    }
    for (int k = 0; k < p->n_panels; k++)
        f->load_start[k + 1] += f->load_start[k];
}

/* Rows of a panel ascend, and so do those of its entries. */
static void place_entries(panels *f, int n_entries)
{
    const panel_plan *p = f->f.plan;
    count_entries(f, n_entries);
    int *order = sort_by_row(f, n_entries);
    int *next = memcpy(heap_integers((size_t)p->n_panels, 0), f->load_start, ((size_t)p->n_panels + 1) * sizeof *next);
    int *at = heap_integers((size_t)p->n_panels, 0);
    for (int k = 0; k < n_entries; k++) {
        const int e = order[k], i = p->place[f->row[e]], j = p->place[f->column[e]];
        const int column = i < j ? i : j, row = i < j ? j : i, of = p->panel_of[column];
        const panel *x = &p->panel[of];
        while (x->row[at[of]] < row)
            at[of]++;
        f->entry[next[of]] = e;
        f->targets[next[of]++] = (uint32_t)(column - x->first) * (uint32_t)x->rows + (uint32_t)at[of];
        if (i == j)
            f->diagonal[f->row[e]] = e;
    }
    free(order);
    free(next);
    free(at);
}

/* --- creation ----------------------------------------------------------------------------------------------------- */

static double work_of(const panel *x) { return 1e3 + (double)x->n * x->rows * x->rows; }

panels *panels_create(const panel_plan *p, int n_entries, const int *row, const int *column, crew c)
{
    panels *f = heap_resize(NULL, sizeof *f);
    *f = (panels){.f = {.plan = p, .k = products_best()}, .crew = c};
    f->branches = branches_find(p, work_of, c.members > 1 ? PART / c.members : 1.0);
    f->load_start = heap_integers((size_t)p->n_panels + 1, 0);
    f->entry = heap_integers((size_t)n_entries, 0);
    f->targets = heap_resize(NULL, ((size_t)n_entries + 1) * sizeof *f->targets);
    f->diagonal = heap_integers((size_t)p->n, -1);
    f->row = memcpy(heap_integers((size_t)n_entries, 0), row, (size_t)n_entries * sizeof *row);
    f->column = memcpy(heap_integers((size_t)n_entries, 0), column, (size_t)n_entries * sizeof *column);
    place_entries(f, n_entries);
    return f;
}

void panels_destroy(panels *f)
{
    if (!f)
        return;
    for (int m = 0; m < f->crew.members && f->workplaces[m]; m++) {
        free(f->workplaces[m]->map);
        free(f->workplaces[m]);
    }
    panel_solution_destroy(f->solution);
    branches_free(&f->branches);
    free(f->load_start);
    free(f->entry);
    free(f->targets);
    free(f->row);
    free(f->column);
    free(f->diagonal);
    free(f->scale);
    free(f->x);
    free(f->f.l);
    free(f->f.d);
    free(f->f.e);
    free(f->f.pivot);
    free(f);
}

double panels_bytes(const panels *f)
{
    const panel_plan *p = f->f.plan;
    const double members = f->crew.members;
    const double an_unknown = (4.0 + 2.0 * members) * sizeof(double) + (1.0 + members) * sizeof(int);
    const double bytes = (double)p->n_entries * sizeof(double) + p->n * an_unknown;
    return f->f.l ? 0.0 : bytes + members * (double)sizeof(workplace);
}

static void make_room(panels *f)
{
    const panel_plan *p = f->f.plan;
    const size_t n = (size_t)p->n;
    f->f.l = heap_reals(p->n_entries);
    f->f.d = heap_reals(n);
    f->f.e = heap_reals(n);
    f->f.pivot = heap_integers(n, 0);
    f->scale = heap_reals(n);
    f->x = heap_reals(n);
    f->solution = panel_solution_create(&f->f, f->crew);
    for (int m = 0; m < f->crew.members; m++) {
        f->workplaces[m] = heap_resize(NULL, sizeof *f->workplaces[m]);
        f->workplaces[m]->map = heap_integers(n, 0);
    }
}

/* --- scaling ------------------------------------------------------------------------------------------------------ */

/* Of unknowns without a diagonal entry: what is left of the largest entry when the others are scaled. */
static void find_largest(const panels *f, const double *value, const double *own, double *largest)
{
    for (int k = 0; k < f->load_start[f->f.plan->n_panels]; k++) {
        const int i = f->row[k], j = f->column[k];
        if (own[i] > 0.0 && own[j] > 0.0)
            continue;
        const double at_i = own[j] > 0.0 ? fabs(value[k]) / sqrt(own[j]) : fabs(value[k]);
        const double at_j = own[i] > 0.0 ? fabs(value[k]) / sqrt(own[i]) : fabs(value[k]);
        largest[i] = at_i > largest[i] ? at_i : largest[i];
        largest[j] = at_j > largest[j] ? at_j : largest[j];
    }
}

/* 1 / sqrt of the diagonal entry where there is one, or of the square of the largest that is left. */
static void find_scale(panels *f, const double *value)
{
    const int n = f->f.plan->n;
    double *own = f->scale, *largest = f->x;
    bool has_all = true;
    for (int i = 0; i < n; i++) {
        own[i] = f->diagonal[i] >= 0 ? fabs(value[f->diagonal[i]]) : 0.0;
        has_all &= own[i] > 0.0;
    }
    memset(largest, 0, (size_t)n * sizeof *largest);
    if (!has_all)
        find_largest(f, value, own, largest);
    for (int i = 0; i < n; i++) {
        const double size = own[i] > 0.0 ? sqrt(own[i]) : largest[i];
        f->scale[i] = size > 0.0 ? ldexp(1.0, -ilogb(size)) : 1.0;
    }
}

/* --- changes of a panel ------------------------------------------------------------------------------------------- */

/* First of the entries of a panel that is not in a row before this one. */
static int first_entry(const panels *f, int i, int row)
{
    const panel *x = &f->f.plan->panel[i];
    int low = f->load_start[i], high = f->load_start[i + 1];
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if ((int)(f->targets[middle] % (uint32_t)x->rows) < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Rows begin .. end - 1 of a panel, as they are in the matrix. */
static void load_panel(const panels *f, int i, int begin, int end)
{
    const panel *x = &f->f.plan->panel[i];
    double *l = f->f.l + x->offset;
    for (int k = 0; k < x->n; k++)
        memset(l + (size_t)k * (size_t)x->rows + begin, 0, (size_t)(end - begin) * sizeof *l);
    for (int k = first_entry(f, i, begin), last = first_entry(f, i, end); k < last; k++) {
        const int e = f->entry[k];
        l[f->targets[k]] = f->value[e] * f->scale[f->row[e]] * f->scale[f->column[e]];
    }
}

/* Column k of D L', of rows from .. end - 1 of a panel. */
static void pack_column(const panel_factors *f, const panel *x, int k, int from, int end, double *to)
{
    const double *l = f->l + x->offset + (size_t)k * (size_t)x->rows, *e = f->e + x->first, d = f->d[x->first + k];
    const double beside = e[k] != 0.0 ? e[k] : k > 0 ? e[k - 1] : 0.0;
    const double *other = beside == 0.0 ? l : e[k] != 0.0 ? l + x->rows : l - x->rows;
    const size_t next = (size_t)x->n * PRODUCT_COLUMNS;
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

static void pack_change(const panel_factors *f, const panel *x, int from, int end, double *to)
{
    for (int k = 0; k < x->n; k++)
        pack_column(f, x, k, from, end, to + (size_t)k * PRODUCT_COLUMNS);
}

/* Adds a change of m rows to their places in so many columns. */
static void panels_scatter(const panel *to, double *l, const double *chunk, const int *place, int m, const int *columns,
                           int n)
{
    for (int j = 0; j < n; j++) {
        double *column = l + (size_t)(columns[j] - to->first) * (size_t)to->rows;
        const double *from = chunk + (size_t)j * CHUNK;
        for (int i = 0; i < m; i++)
            column[place[i]] += from[i];
    }
}

static void change_rows(const panels *f, workplace *w, const panel *to, const panel_update *u, int row, int m)
{
    const panel *by = &f->f.plan->panel[u->panel];
    const int *rows = by->row + row, *columns = by->row + u->begin, n = u->end - u->begin;
    int place[CHUNK];
    for (int i = 0; i < m; i++)
        place[i] = w->map[rows[i]];
    double *l = f->f.l + to->offset;
    const bool is_direct = place[m - 1] - place[0] == m - 1 && columns[n - 1] - columns[0] == n - 1;
    block_product p = {.m = m,
                       .n = n,
                       .k = by->n,
                       .a = f->f.l + by->offset + row,
                       .lda = by->rows,
                       .b = w->packed,
                       .c = w->chunk,
                       .ldc = CHUNK,
                       .above = row - u->begin};
    if (is_direct) {
        p.c = l + (size_t)(columns[0] - to->first) * (size_t)to->rows + place[0];
        p.ldc = to->rows;
        f->f.k->subtract_product(&p);
        return;
    }
    memset(w->chunk, 0, (size_t)n * CHUNK * sizeof *w->chunk);
    f->f.k->subtract_product(&p);
    panels_scatter(to, l, w->chunk, place, m, columns, n);
}

/* Rows begin .. end - 1 of a panel, changed by all panels before it. */
static void change_panel(const panels *f, workplace *w, int i, int begin, int end)
{
    const panel *to = &f->f.plan->panel[i];
    for (int k = begin; k < end; k++)
        w->map[to->row[k]] = k;
    for (int k = to->updates; k < to[1].updates; k++) {
        const panel_update *u = &f->f.plan->update[k];
        const panel *by = &f->f.plan->panel[u->panel];
        const int first = panel_row_at(by, u->begin, to->row[begin]);
        const int last = end < to->rows ? panel_row_at(by, first, to->row[end]) : by->rows;
        if (first < last)
            pack_change(&f->f, by, u->begin, u->end, w->packed);
        for (int row = first; row < last; row += CHUNK)
            change_rows(f, w, to, u, row, last - row < CHUNK ? last - row : CHUNK);
    }
}

/* --- rows below the pivots ---------------------------------------------------------------------------------------- */

static bool is_in_order(const panel *x, const int *pivot)
{
    for (int k = 0; k < x->n; k++)
        if (pivot[k] != k)
            return false;
    return true;
}

/* Columns of m rows in the order of the pivots. */
static void reorder(const panel *x, const int *pivot, double *a, int m)
{
    double row[PANEL_WIDTH];
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < x->n; k++)
            row[k] = a[(size_t)pivot[k] * (size_t)x->rows + i];
        for (int k = 0; k < x->n; k++)
            a[(size_t)k * (size_t)x->rows + i] = row[k];
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

/* a becomes a L_JJ'^-1 */
static void solve_rows(const panels *f, workplace *w, const panel *x, double *a, int m)
{
    const double *l = f->f.l + x->offset;
    const int ld = x->rows;
    for (int j = 0; j < x->n; j += INNER) {
        const int end = x->n - j < INNER ? x->n : j + INNER;
        double *columns = a + (size_t)j * (size_t)ld;
        if (j > 0) {
            pack_pivots(l, ld, j, end, w->row);
            f->f.k->subtract_product(&(block_product){
                .m = m, .n = end - j, .k = j, .a = a, .lda = ld, .b = w->row, .c = columns, .ldc = ld, .above = INNER});
        }
        for (int k = j; k < end; k++)
            for (int i = k + 1; i < end; i++)
                f->f.k->subtract_multiple(m, l[(size_t)k * (size_t)ld + i], a + (size_t)k * (size_t)ld,
                                          a + (size_t)i * (size_t)ld);
    }
}

/* a becomes a D^-1; returns the largest entry. */
static double divide_rows(const panels *f, const panel *x, double *a, int m)
{
    const double *d = f->f.d + x->first, *e = f->f.e + x->first;
    double largest = 0.0;
    for (int k = 0; k < x->n; k++) {
        double *one = a + (size_t)k * (size_t)x->rows, *two = one + x->rows;
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

static void eliminate_rows(const panels *f, workplace *w, const panel *x, int begin, int end)
{
    const int *pivot = f->f.pivot + x->first;
    const bool stays = is_in_order(x, pivot);
    for (int row = begin; row < end; row += CHUNK) {
        const int m = end - row < CHUNK ? end - row : CHUNK;
        double *a = f->f.l + x->offset + row;
        if (!stays)
            reorder(x, pivot, a, m);
        solve_rows(f, w, x, a, m);
        const double largest = divide_rows(f, x, a, m);
        w->largest = largest <= w->largest ? w->largest : largest;
    }
}

/* --- factorisation ------------------------------------------------------------------------------------------------ */

/* False when there is no pivot. */
static bool factor_square(const panels *f, const panel *x)
{
    const panel_factors *to = &f->f;
    return pivots_find(to->k, &(pivot_square){x->n, x->rows, to->l + x->offset, to->d + x->first, to->e + x->first,
                                              to->pivot + x->first});
}

static void factor_panel(const panels *f, workplace *w, int i)
{
    const panel *x = &f->f.plan->panel[i];
    load_panel(f, i, 0, x->rows);
    change_panel(f, w, i, 0, x->rows);
    if (!factor_square(f, x))
        w->is_singular = true;
    else
        eliminate_rows(f, w, x, x->n, x->rows);
}

static bool is_given_up(const panels *f) { return f->raised && *f->raised; }

static void factor_branches(void *context, int member)
{
    panels *f = context;
    workplace *w = f->workplaces[member];
    for (int b; (b = atomic_fetch_add(&f->next, 1)) < f->branches.n;)
        for (int k = f->branches.start[b]; k < f->branches.start[b + 1] && !w->is_singular && !is_given_up(f); k++)
            factor_panel(f, w, f->branches.panel[k]);
}

/* A member's rows of the panel that all work at. */
static void change_beside(void *context, int member)
{
    const panels *f = context;
    const panel *x = &f->f.plan->panel[f->together];
    const int begin = crew_part(f->crew, x->rows, member), end = crew_part(f->crew, x->rows, member + 1);
    if (begin == end)
        return;
    load_panel(f, f->together, begin, end);
    change_panel(f, f->workplaces[member], f->together, begin, end);
}

static void eliminate_beside(void *context, int member)
{
    const panels *f = context;
    const panel *x = &f->f.plan->panel[f->together];
    const int rest = x->rows - x->n;
    eliminate_rows(f, f->workplaces[member], x, x->n + crew_part(f->crew, rest, member),
                   x->n + crew_part(f->crew, rest, member + 1));
}

static bool factor_trunk(panels *f)
{
    for (int k = 0; k < f->branches.n_trunk; k++) {
        interrupt_point();
        f->together = f->branches.trunk[k];
        crew_do(f->crew, change_beside, f);
        if (!factor_square(f, &f->f.plan->panel[f->together]))
            return false;
        crew_do(f->crew, eliminate_beside, f);
    }
    return true;
}

static bool factor_all(panels *f)
{
    bool is_singular = false;
    for (int m = 0; m < f->crew.members; m++) {
        f->workplaces[m]->largest = 0.0;
        f->workplaces[m]->is_singular = false;
    }
    f->raised = interrupt_now.raised;
    atomic_store(&f->next, 0);
    crew_do(f->crew, factor_branches, f);
    interrupt_point();
    for (int m = 0; m < f->crew.members; m++)
        is_singular |= f->workplaces[m]->is_singular;
    return !is_singular && factor_trunk(f);
}

panels_status panels_factor(panels *f, const double *value)
{
    if (!f->f.l)
        make_room(f);
    find_scale(f, value);
    f->value = value;
    if (!factor_all(f))
        return PANELS_SINGULAR;
    double largest = 0.0;
    for (int m = 0; m < f->crew.members; m++)
        largest = f->workplaces[m]->largest <= largest ? largest : f->workplaces[m]->largest;
    return largest <= LARGE ? PANELS_GOOD : PANELS_DOUBTFUL;
}

void panels_solve(panels *f, double *b)
{
    const panel_plan *p = f->f.plan;
    for (int i = 0; i < p->n; i++)
        f->x[p->place[i]] = b[i] * f->scale[i];
    panel_solution_find(f->solution, f->x);
    for (int i = 0; i < p->n; i++)
        b[i] = f->x[p->place[i]] * f->scale[i];
}
