/* panels.c - factors L D L' of a symmetric matrix by dense panels, in the order of a plan.
 *
 * A panel of columns J with rows I (its own first) takes the entries of the matrix and what panels K before it change,
 *
 *     A_IJ = a_IJ - sum_K L_IK D_K L_JK'                      left-looking: nothing is kept but the factors
 *     P' A_JJ P = L_JJ D_J L_JJ'                               pivots of one or two rows (Bunch and Kaufman 1977)
 *     L_IJ = A_IJ P L_JJ'^-1 D_J^-1
 *
 * (Ng and Peyton, SIAM J. Sci. Comput. 14, 1993). Rows and columns are scaled by powers of two. Members of a team take
 * whole subtrees of panels, and the rows of panels above those in turn: no sum depends on who makes it. */
#include "linalg/dissection/panels.h"
#include "base/interrupt.h"
#include "linalg/kernels/products.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOP = -1,   /* in place of a member: all, when subtrees are done */
    CHUNK = 96, /* rows that are worked at together: a block of them stays in the cache */
    INNER = 16, /* columns that are eliminated one by one */
    SPLIT = 4,  /* subtrees of this part of a member's share, or less, are whole */
};
static const double ALPHA = 0.1;     /* a pivot of one row is this part of the largest entry of its column */
static const double LARGE = 1e6;     /* entries of L beyond are doubtful */
static const double NOTHING = 1e-14; /* of a pivot, beside 1 */

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
    const panel_plan *plan;
    const products *k;
    team *team;
    int members;
    int *member;     /* of each panel; NULL: there is one */
    int *load_start; /* of each panel: its entries of the matrix */
    int *entry;
    uint32_t *to; /* where they go in the panel */
    int *row, *column;
    double *scale; /* of each unknown */
    double *l;     /* NULL: before the first factorisation */
    double *d, *e; /* of each column: diagonal of D; beside it, when it is the first of two */
    int *pivot;    /* column of the panel that each pivot was */
    double *x;     /* of a solution: n, and the most rows of a panel */
    workplace *at[TEAM_MOST];
    const double *value; /* being factored */
    int together;        /* panel that all work at */
};

/* --- where entries go --------------------------------------------------------------------------------------------- */

static int *integers(size_t n) { return heap_resize(NULL, (n + 1) * sizeof(int)); }

/* Place of the first row of a panel, of those from one on, that is not before this one. */
static int first_at(const panel *x, int from, int row)
{
    int low = from, high = x->rows;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (x->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void place_entries(panels *f, int n_entries)
{
    const panel_plan *p = f->plan;
    int *next = memset(integers((size_t)p->n_panels + 1), 0, ((size_t)p->n_panels + 1) * sizeof *next);
    for (int e = 0; e < n_entries; e++) {
        const int i = p->place[f->row[e]], j = p->place[f->column[e]];
        next[p->panel_of[i < j ? i : j] + 1]++;
    }
    for (int k = 0; k < p->n_panels; k++)
        next[k + 1] += next[k];
    memcpy(f->load_start, next, ((size_t)p->n_panels + 1) * sizeof *next);
    for (int e = 0; e < n_entries; e++) {
        const int i = p->place[f->row[e]], j = p->place[f->column[e]], column = i < j ? i : j, row = i < j ? j : i;
        const panel *x = &p->panel[p->panel_of[column]];
        const int at = next[p->panel_of[column]]++;
        f->entry[at] = e;
        f->to[at] = (uint32_t)(column - x->first) * (uint32_t)x->rows + (uint32_t)first_at(x, 0, row);
    }
    free(next);
}

/* --- shares of members -------------------------------------------------------------------------------------------- */

static double work_of(const panel *x) { return 1e3 + (double)x->n * x->rows * x->rows; }

static int least_busy(const double *load, int members)
{
    int least = 0;
    for (int m = 1; m < members; m++)
        if (load[m] < load[least])
            least = m;
    return least;
}

/* Subtrees that are small beside the whole go to one member each; what is above them is for all. */
static void share(panels *f)
{
    const panel_plan *p = f->plan;
    double load[TEAM_MOST] = {0}, whole = 0.0;
    double *below = heap_resize(NULL, ((size_t)p->n_panels + 1) * sizeof *below);
    memset(below, 0, ((size_t)p->n_panels + 1) * sizeof *below);
    f->member = integers((size_t)p->n_panels);
    for (int i = 0; i < p->n_panels; i++) {
        const double work = work_of(&p->panel[i]);
        below[i] += work;
        whole += work;
        if (p->panel[i].parent >= 0)
            below[p->panel[i].parent] += below[i];
    }
    for (int i = p->n_panels - 1; i >= 0; i--) {
        const int parent = p->panel[i].parent, of_parent = parent >= 0 ? f->member[parent] : TOP;
        const bool is_top = of_parent == TOP && below[i] > whole / (SPLIT * f->members);
        f->member[i] = is_top ? TOP : of_parent != TOP ? of_parent : least_busy(load, f->members);
        if (!is_top && of_parent == TOP)
            load[f->member[i]] += below[i];
    }
    free(below);
}

/* --- creation ----------------------------------------------------------------------------------------------------- */

panels *panels_create(const panel_plan *p, int n_entries, const int *row, const int *column, team *t, int members)
{
    panels *f = heap_resize(NULL, sizeof *f);
    *f = (panels){.plan = p, .k = products_best(), .team = t, .members = members};
    f->load_start = integers((size_t)p->n_panels + 1);
    f->entry = integers((size_t)n_entries);
    f->to = heap_resize(NULL, ((size_t)n_entries + 1) * sizeof *f->to);
    f->row = integers((size_t)n_entries);
    f->column = integers((size_t)n_entries);
    memcpy(f->row, row, (size_t)n_entries * sizeof *row);
    memcpy(f->column, column, (size_t)n_entries * sizeof *column);
    place_entries(f, n_entries);
    if (members > 1)
        share(f);
    return f;
}

void panels_destroy(panels *f)
{
    if (!f)
        return;
    for (int m = 0; m < f->members && f->at[m]; m++) {
        free(f->at[m]->map);
        free(f->at[m]);
    }
    free(f->member);
    free(f->load_start);
    free(f->entry);
    free(f->to);
    free(f->row);
    free(f->column);
    free(f->scale);
    free(f->l);
    free(f->d);
    free(f->e);
    free(f->pivot);
    free(f->x);
    free(f);
}

double panels_bytes(const panels *f)
{
    const panel_plan *p = f->plan;
    const double an_unknown = 5.0 * sizeof(double) + (1.0 + f->members) * sizeof(int);
    const double bytes = (double)p->n_entries * sizeof(double) + p->n * an_unknown;
    return f->l ? 0.0 : bytes + f->members * (double)sizeof(workplace);
}

static double *numbers(size_t n) { return heap_resize(NULL, (n + 1) * sizeof(double)); }

static void make_room(panels *f)
{
    const panel_plan *p = f->plan;
    const size_t n = (size_t)p->n;
    f->l = numbers(p->n_entries);
    f->scale = numbers(n);
    f->d = numbers(n);
    f->e = numbers(n);
    f->pivot = integers(n);
    f->x = numbers(2 * n);
    for (int m = 0; m < f->members; m++) {
        f->at[m] = heap_resize(NULL, sizeof *f->at[m]);
        f->at[m]->map = integers(n);
    }
}

/* --- scaling ------------------------------------------------------------------------------------------------------ */

/* 1 / sqrt of the diagonal entry where there is one; of what is left of the largest entry where there is none. */
static void find_scale(panels *f, const double *value)
{
    const panel_plan *p = f->plan;
    const int n_entries = f->load_start[p->n_panels];
    double *largest = f->x;
    memset(f->scale, 0, (size_t)p->n * sizeof *f->scale);
    memset(largest, 0, (size_t)p->n * sizeof *largest);
    for (int k = 0; k < n_entries; k++)
        if (f->row[k] == f->column[k])
            f->scale[f->row[k]] = fabs(value[k]);
    for (int k = 0; k < n_entries; k++) {
        const int i = f->row[k], j = f->column[k];
        const double size = fabs(value[k]);
        largest[i] = fmax(largest[i], i != j && f->scale[j] > 0.0 ? size / sqrt(f->scale[j]) : size);
        largest[j] = fmax(largest[j], i != j && f->scale[i] > 0.0 ? size / sqrt(f->scale[i]) : size);
    }
    for (int i = 0; i < p->n; i++) {
        const double size = f->scale[i] > 0.0 ? sqrt(f->scale[i]) : largest[i];
        f->scale[i] = size > 0.0 ? ldexp(1.0, -ilogb(size)) : 1.0;
    }
}

/* --- changes of a panel ------------------------------------------------------------------------------------------- */

static void load_panel(const panels *f, int i)
{
    const panel *x = &f->plan->panel[i];
    double *l = f->l + x->at;
    memset(l, 0, (size_t)x->n * (size_t)x->rows * sizeof *l);
    for (int k = f->load_start[i]; k < f->load_start[i + 1]; k++) {
        const int e = f->entry[k];
        l[f->to[k]] = f->value[e] * f->scale[f->row[e]] * f->scale[f->column[e]];
    }
}

/* Column k of D L', of rows from .. end - 1 of a panel. */
static void pack_column(const panels *f, const panel *x, int k, int from, int end, double *to)
{
    const double *l = f->l + x->at + (size_t)k * (size_t)x->rows, *d = f->d + x->first, *e = f->e + x->first;
    const double beside = e[k] != 0.0 ? e[k] : k > 0 ? e[k - 1] : 0.0;
    const double *other = e[k] != 0.0 ? l + x->rows : l - x->rows;
    for (int i = from; i < end; i += PRODUCT_COLUMNS, to += (size_t)x->n * PRODUCT_COLUMNS) {
        const int n = end - i < PRODUCT_COLUMNS ? end - i : PRODUCT_COLUMNS;
        for (int r = 0; r < n; r++)
            to[r] = d[k] * l[i + r];
        for (int r = 0; beside != 0.0 && r < n; r++)
            to[r] += beside * other[i + r];
        for (int r = n; r < PRODUCT_COLUMNS; r++)
            to[r] = 0.0;
    }
}

static void pack_change(const panels *f, const panel *x, int from, int end, double *to)
{
    for (int k = 0; k < x->n; k++)
        pack_column(f, x, k, from, end, to + (size_t)k * PRODUCT_COLUMNS);
}

/* Adds a change of m rows to their places in so many columns. */
static void scatter(const panel *to, double *l, const double *chunk, const int *place, int m, const int *columns, int n)
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
    const panel *by = &f->plan->panel[u->panel];
    const int *rows = by->row + row, *columns = by->row + u->from, n = u->end - u->from;
    int place[CHUNK];
    for (int i = 0; i < m; i++)
        place[i] = w->map[rows[i]];
    double *l = f->l + to->at;
    const bool is_direct = place[m - 1] - place[0] == m - 1 && columns[n - 1] - columns[0] == n - 1;
    block_product p = {.m = m,
                       .n = n,
                       .k = by->n,
                       .a = f->l + by->at + row,
                       .lda = by->rows,
                       .b = w->packed,
                       .c = w->chunk,
                       .ldc = CHUNK,
                       .above = row - u->from};
    if (is_direct) {
        p.c = l + (size_t)(columns[0] - to->first) * (size_t)to->rows + place[0];
        p.ldc = to->rows;
        f->k->subtract_product(&p);
        return;
    }
    memset(w->chunk, 0, (size_t)n * CHUNK * sizeof *w->chunk);
    f->k->subtract_product(&p);
    scatter(to, l, w->chunk, place, m, columns, n);
}

/* Rows begin .. end - 1 of a panel, changed by all panels before it. */
static void change_panel(const panels *f, workplace *w, int i, int begin, int end)
{
    const panel *to = &f->plan->panel[i];
    for (int k = begin; k < end; k++)
        w->map[to->row[k]] = k;
    for (int k = to->updates; k < to[1].updates; k++) {
        const panel_update *u = &f->plan->update[k];
        const panel *by = &f->plan->panel[u->panel];
        const int first = first_at(by, u->from, to->row[begin]);
        const int last = end < to->rows ? first_at(by, first, to->row[end]) : by->rows;
        if (first < last)
            pack_change(f, by, u->from, u->end, w->packed);
        for (int row = first; row < last; row += CHUNK)
            change_rows(f, w, to, u, row, last - row < CHUNK ? last - row : CHUNK);
    }
}

/* --- pivots ------------------------------------------------------------------------------------------------------- */

/* The square on the diagonal of a panel, below the diagonal. */
typedef struct {
    int n, ld;
    double *a, *d, *e;
    int *pivot;
} square;

static double *entry(const square *s, int i, int j) { return s->a + (size_t)j * (size_t)s->ld + i; }

static void swap(double *a, double *b)
{
    const double t = *a;
    *a = *b;
    *b = t;
}

/* Exchanges rows and columns k < p; those before k are eliminated. */
static void exchange(const square *s, int k, int p)
{
    if (k == p)
        return;
    for (int j = 0; j < k; j++)
        swap(entry(s, k, j), entry(s, p, j));
    for (int i = p + 1; i < s->n; i++)
        swap(entry(s, i, k), entry(s, i, p));
    for (int i = k + 1; i < p; i++)
        swap(entry(s, i, k), entry(s, p, i));
    swap(entry(s, k, k), entry(s, p, p));
    const int t = s->pivot[k];
    s->pivot[k] = s->pivot[p];
    s->pivot[p] = t;
}

/* Row with the largest entry of column k below the diagonal. */
static int largest_below(const square *s, int k)
{
    int most = k + 1;
    for (int i = k + 2; i < s->n; i++)
        if (fabs(*entry(s, i, k)) > fabs(*entry(s, most, k)))
            most = i;
    return most;
}

/* Largest entry of row and column r beside the diagonal, of those from k on. */
static double largest_beside(const square *s, int k, int r)
{
    double most = 0.0;
    for (int j = k; j < r; j++)
        most = fmax(most, fabs(*entry(s, r, j)));
    for (int i = r + 1; i < s->n; i++)
        most = fmax(most, fabs(*entry(s, i, r)));
    return most;
}

/* Brings the next pivot to k; returns how many rows it has. */
static int choose_pivot(const square *s, int k)
{
    if (k + 1 == s->n)
        return 1;
    const int r = largest_below(s, k);
    const double own = fabs(*entry(s, k, k)), most = fabs(*entry(s, r, k));
    if (own >= ALPHA * most)
        return 1;
    const double beside = largest_beside(s, k, r);
    if (own * beside >= ALPHA * most * most)
        return 1;
    if (fabs(*entry(s, r, r)) >= ALPHA * beside) {
        exchange(s, k, r);
        return 1;
    }
    exchange(s, k + 1, r);
    return 2;
}

static bool eliminate_one(const products *p, const square *s, int k)
{
    double *column = entry(s, 0, k);
    const double pivot = column[k];
    s->d[k] = pivot;
    s->e[k] = 0.0;
    if (!(fabs(pivot) > NOTHING))
        return false;
    for (int j = k + 1; j < s->n; j++)
        if (column[j] != 0.0)
            p->subtract_multiple(s->n - j, column[j] / pivot, column + j, entry(s, j, j));
    for (int i = k + 1; i < s->n; i++)
        column[i] /= pivot;
    return true;
}

static bool eliminate_two(const products *p, const square *s, int k)
{
    double *one = entry(s, 0, k), *two = entry(s, 0, k + 1);
    const double a = one[k], b = one[k + 1], c = two[k + 1], determinant = a * c - b * b;
    s->d[k] = a;
    s->d[k + 1] = c;
    s->e[k] = b;
    s->e[k + 1] = 0.0;
    one[k + 1] = 0.0;
    if (!(fabs(determinant) > NOTHING * fabs(b)))
        return false;
    for (int j = k + 2; j < s->n; j++) {
        const double first = (c * one[j] - b * two[j]) / determinant, second = (a * two[j] - b * one[j]) / determinant;
        p->subtract_multiple(s->n - j, first, one + j, entry(s, j, j));
        p->subtract_multiple(s->n - j, second, two + j, entry(s, j, j));
    }
    for (int i = k + 2; i < s->n; i++) {
        const double first = (c * one[i] - b * two[i]) / determinant;
        two[i] = (a * two[i] - b * one[i]) / determinant;
        one[i] = first;
    }
    return true;
}

/* False when there is no pivot. */
static bool factor_square(const panels *f, const panel *x)
{
    const square s = {x->n, x->rows, f->l + x->at, f->d + x->first, f->e + x->first, f->pivot + x->first};
    bool has_pivots = true;
    for (int k = 0; k < s.n; k++)
        s.pivot[k] = k;
    for (int k = 0; k < s.n && has_pivots;) {
        const int n = choose_pivot(&s, k);
        has_pivots = n == 1 ? eliminate_one(f->k, &s, k) : eliminate_two(f->k, &s, k);
        k += n;
    }
    return has_pivots;
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
    const double *l = f->l + x->at;
    const int ld = x->rows;
    for (int j = 0; j < x->n; j += INNER) {
        const int end = x->n - j < INNER ? x->n : j + INNER;
        double *columns = a + (size_t)j * (size_t)ld;
        if (j > 0) {
            pack_pivots(l, ld, j, end, w->row);
            f->k->subtract_product(&(block_product){
                .m = m, .n = end - j, .k = j, .a = a, .lda = ld, .b = w->row, .c = columns, .ldc = ld, .above = INNER});
        }
        for (int k = j; k < end; k++)
            for (int i = k + 1; i < end; i++)
                f->k->subtract_multiple(m, l[(size_t)k * (size_t)ld + i], a + (size_t)k * (size_t)ld,
                                        a + (size_t)i * (size_t)ld);
    }
}

/* a becomes a D^-1; returns the largest entry. */
static double divide_rows(const panels *f, const panel *x, double *a, int m)
{
    const double *d = f->d + x->first, *e = f->e + x->first;
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
    const int *pivot = f->pivot + x->first;
    const bool stays = is_in_order(x, pivot);
    for (int row = begin; row < end; row += CHUNK) {
        const int m = end - row < CHUNK ? end - row : CHUNK;
        double *a = f->l + x->at + row;
        if (!stays)
            reorder(x, pivot, a, m);
        solve_rows(f, w, x, a, m);
        const double largest = divide_rows(f, x, a, m);
        w->largest = largest <= w->largest ? w->largest : largest;
    }
}

/* --- factorisation ------------------------------------------------------------------------------------------------ */

static void factor_panel(const panels *f, workplace *w, int i)
{
    const panel *x = &f->plan->panel[i];
    load_panel(f, i);
    change_panel(f, w, i, 0, x->rows);
    if (!factor_square(f, x))
        w->is_singular = true;
    else
        eliminate_rows(f, w, x, x->n, x->rows);
}

static void factor_share(void *context, int member)
{
    const panels *f = context;
    workplace *w = f->at[member];
    for (int i = 0; i < f->plan->n_panels && !w->is_singular; i++) {
        if (f->member && f->member[i] != member)
            continue;
        if (!f->member)
            interrupt_point();
        factor_panel(f, w, i);
    }
}

static void together(panels *f, team_work *work)
{
    team_begin(f->team, f->members, work, f);
    work(f, 0);
    for (int m = 1; m < f->members; m++)
        team_wait(f->team, m);
}

/* A member's rows of the panel that all work at. */
static void change_beside(void *context, int member)
{
    const panels *f = context;
    const panel *x = &f->plan->panel[f->together];
    const int begin = x->rows * member / f->members, end = x->rows * (member + 1) / f->members;
    if (begin < end)
        change_panel(f, f->at[member], f->together, begin, end);
}

static void eliminate_beside(void *context, int member)
{
    const panels *f = context;
    const panel *x = &f->plan->panel[f->together];
    const int rest = x->rows - x->n;
    eliminate_rows(f, f->at[member], x, x->n + rest * member / f->members, x->n + rest * (member + 1) / f->members);
}

static bool factor_top(panels *f)
{
    for (int i = 0; i < f->plan->n_panels; i++) {
        const panel *x = &f->plan->panel[i];
        if (f->member[i] != TOP)
            continue;
        interrupt_point();
        f->together = i;
        load_panel(f, i);
        together(f, change_beside);
        if (!factor_square(f, x))
            return false;
        together(f, eliminate_beside);
    }
    return true;
}

panels_status panels_factor(panels *f, const double *value)
{
    if (!f->l)
        make_room(f);
    find_scale(f, value);
    f->value = value;
    double largest = 0.0;
    bool is_singular = false;
    for (int m = 0; m < f->members; m++) {
        f->at[m]->largest = 0.0;
        f->at[m]->is_singular = false;
    }
    together(f, factor_share);
    for (int m = 0; m < f->members; m++)
        is_singular |= f->at[m]->is_singular;
    if (is_singular || (f->member && !factor_top(f)))
        return PANELS_SINGULAR;
    for (int m = 0; m < f->members; m++)
        largest = f->at[m]->largest <= largest ? largest : f->at[m]->largest;
    return largest <= LARGE ? PANELS_GOOD : PANELS_DOUBTFUL;
}

/* --- solution ----------------------------------------------------------------------------------------------------- */

static void take_own(const panels *f, const panel *x, double *own)
{
    for (int k = 0; k < x->n; k++)
        own[k] = f->x[x->first + f->pivot[x->first + k]];
}

static void give_own(const panels *f, const panel *x, const double *own)
{
    for (int k = 0; k < x->n; k++)
        f->x[x->first + f->pivot[x->first + k]] = own[k];
}

static void forward(const panels *f, const panel *x)
{
    const double *l = f->l + x->at;
    double own[PANEL_WIDTH], *rest = f->x + f->plan->n;
    const int n_rest = x->rows - x->n;
    take_own(f, x, own);
    memset(rest, 0, (size_t)n_rest * sizeof *rest);
    for (int k = 0; k < x->n; k++, l += x->rows) {
        for (int i = k + 1; i < x->n; i++)
            own[i] -= l[i] * own[k];
        f->k->subtract_multiple(n_rest, own[k], l + x->n, rest);
    }
    for (int i = 0; i < n_rest; i++)
        f->x[x->row[x->n + i]] += rest[i];
    give_own(f, x, own);
}

/* own = D^-1 own */
static void divide(const double *d, const double *e, int n, double *own)
{
    for (int k = 0; k < n; k++) {
        if (e[k] == 0.0) {
            own[k] /= d[k];
            continue;
        }
        const double determinant = d[k] * d[k + 1] - e[k] * e[k];
        const double first = (d[k + 1] * own[k] - e[k] * own[k + 1]) / determinant;
        own[k + 1] = (d[k] * own[k + 1] - e[k] * own[k]) / determinant;
        own[k++] = first;
    }
}

static void backward(const panels *f, const panel *x)
{
    const double *l = f->l + x->at + (size_t)x->n * (size_t)x->rows;
    double own[PANEL_WIDTH], *rest = f->x + f->plan->n;
    const int n_rest = x->rows - x->n;
    take_own(f, x, own);
    divide(f->d + x->first, f->e + x->first, x->n, own);
    for (int i = 0; i < n_rest; i++)
        rest[i] = f->x[x->row[x->n + i]];
    for (int k = x->n - 1; k >= 0; k--) {
        l -= x->rows;
        for (int i = k + 1; i < x->n; i++)
            own[k] -= l[i] * own[i];
        own[k] -= f->k->dot(n_rest, l + x->n, rest);
    }
    give_own(f, x, own);
}

void panels_solve(const panels *f, double *b)
{
    const panel_plan *p = f->plan;
    for (int i = 0; i < p->n; i++)
        f->x[p->place[i]] = b[i] * f->scale[i];
    for (int i = 0; i < p->n_panels; i++)
        forward(f, &p->panel[i]);
    for (int i = p->n_panels - 1; i >= 0; i--)
        backward(f, &p->panel[i]);
    for (int i = 0; i < p->n; i++)
        b[i] = f->x[p->place[i]] * f->scale[i];
}
