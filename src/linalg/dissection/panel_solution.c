/* panel_solution.c - solutions with factors L D L' or P' L D U by dense panels.
 *
 *     L y = b:         y_J = L_JJ^-1 b_J,   b_I -= L_IJ y_J                    leaves to root; J: columns of a panel
 *     D L' x = y:      x_J = L_JJ'^-1 (D_J^-1 y_J - L_IJ' x_I)                 root to leaves; I: its rows below them
 *
 * U takes the place of L' if the matrix is not symmetric, and in a transposed solution, U' D L' P x = b, of L.
 *
 * Workers process branches of panels. What a branch subtracts above its root is summed separately and added to the
 * trunk in the order of branches, which depends on the plan alone. For a panel of the trunk, workers share rows on the
 * way up and columns on the way down. */
#include "linalg/dissection/panel_solution.h"
#include "linalg/dissection/branches.h"
#include "linalg/dissection/pivots.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 1 << 14 };            /* entries of a panel of the trunk that all workers share */
static const double PART = 1.0 / 32; /* fraction of all entries in a branch */

struct panel_solution {
    const panel_factors *panel_factors;
    workers workers, now; /* now: those who work on the present panel */
    branches branches;
    atomic_int next;                /* next branch to be started */
    size_t *offsets;                /* of each branch: position of its sums */
    double *sums;                   /* of branches, for the rows below the columns of their roots */
    double *above[THREAD_POOL_MAX]; /* of a worker: sums of the present branch, for all rows; 0 between branches */
    double *rest[THREAD_POOL_MAX];  /* of a worker: for the rows of one panel */
    double *x;
    const double *up, *down;                         /* L, and U' */
    bool takes_pivots, gives_pivots;                 /* the order of the pivots is that of b, of the solution */
    const panel *together;                           /* panel of the trunk being processed */
    double internal[PANEL_WIDTH], dots[PANEL_WIDTH]; /* of that panel */
};

static double entries_of(const panel *panel) { return (double)panel->n * panel->rows; }

static double *zeros(size_t n) { return memset(heap_resize(NULL, (n + 1) * sizeof(double)), 0, n * sizeof(double)); }

static const panel *root_of(const panel_solution *panel_solution, int branch)
{
    return &panel_solution->panel_factors->plan
                ->panel[panel_solution->branches.panel[panel_solution->branches.start[branch + 1] - 1]];
}

panel_solution *panel_solution_create(const panel_factors *panel_factors, workers workers)
{
    const panel_plan *plan = panel_factors->plan;
    panel_solution *s = heap_resize(NULL, sizeof *s);
    *s = (panel_solution){
        .panel_factors = panel_factors, .workers = workers, .branches = branches_find(plan, entries_of, PART)};
    s->offsets = heap_resize(NULL, ((size_t)s->branches.n + 1) * sizeof *s->offsets);
    size_t n = 0;
    int most = 0;
    for (int b = 0; b < s->branches.n; b++) {
        s->offsets[b] = n;
        n += (size_t)(root_of(s, b)->rows - root_of(s, b)->n);
    }
    for (int i = 0; i < plan->n_panels; i++)
        most = plan->panel[i].rows > most ? plan->panel[i].rows : most;
    s->sums = zeros(n);
    for (int m = 0; m < workers.members; m++) {
        s->above[m] = zeros((size_t)plan->n);
        s->rest[m] = zeros((size_t)most);
    }
    return s;
}

void panel_solution_destroy(panel_solution *panel_solution)
{
    if (!panel_solution)
        return;
    for (int m = 0; m < panel_solution->workers.members; m++) {
        free(panel_solution->above[m]);
        free(panel_solution->rest[m]);
    }
    branches_free(&panel_solution->branches);
    free(panel_solution->offsets);
    free(panel_solution->sums);
    free(panel_solution);
}

/* --- one panel ---------------------------------------------------------------------------------------------------- */

/* Position of the k-th pivot of a panel in b, or in the solution. */
static int place_of_pivot(const panel_solution *panel_solution, const panel *panel, bool has_order, int k)
{
    return panel->first + (has_order ? panel_solution->panel_factors->pivot[panel->first + k] : k);
}

static void take_internal(const panel_solution *panel_solution, const panel *panel, double *internal)
{
    for (int k = 0; k < panel->n; k++)
        internal[k] = panel_solution->x[place_of_pivot(panel_solution, panel, panel_solution->takes_pivots, k)];
}

static void give_internal(const panel_solution *panel_solution, const panel *panel, const double *internal)
{
    for (int k = 0; k < panel->n; k++)
        panel_solution->x[place_of_pivot(panel_solution, panel, panel_solution->takes_pivots, k)] = internal[k];
}

static void give_solution(const panel_solution *panel_solution, const panel *panel, const double *internal)
{
    for (int k = 0; k < panel->n; k++)
        panel_solution->x[place_of_pivot(panel_solution, panel, panel_solution->gives_pivots, k)] = internal[k];
}

static void solve_internal(const panel_solution *panel_solution, const panel *panel, double *internal)
{
    const double *l = panel_solution->up + panel->offset;
    take_internal(panel_solution, panel, internal);
    for (int k = 0; k < panel->n; k++, l += panel->rows)
        for (int i = k + 1; i < panel->n; i++)
            internal[i] -= l[i] * internal[k];
}

/* Computes what is subtracted from rows from .. end - 1 of a panel. */
static void find_change(const panel_solution *panel_solution, const panel *panel, const double *internal, int from,
                        int end, double *change)
{
    const double *l = panel_solution->up + panel->offset + from;
    memset(change, 0, (size_t)(end - from) * sizeof *change);
    for (int k = 0; k < panel->n; k++, l += panel->rows)
        panel_solution->panel_factors->products->subtract_multiple(end - from, internal[k], l, change);
}

static void take_rest(const panel_solution *panel_solution, const panel *panel, double *rest)
{
    for (int i = panel->n; i < panel->rows; i++)
        rest[i - panel->n] = panel_solution->x[panel->row[i]];
}

/* L_IJ' x_I of columns from .. end - 1. */
static void find_dots(const panel_solution *panel_solution, const panel *panel, const double *rest, int from, int end,
                      double *dots)
{
    const double *l = panel_solution->down + panel->offset + (size_t)from * (size_t)panel->rows + panel->n;
    for (int k = from; k < end; k++, l += panel->rows)
        dots[k] = panel_solution->panel_factors->products->dot(panel->rows - panel->n, l, rest);
}

static void solve_internal_back(const panel_solution *panel_solution, const panel *panel, const double *dots)
{
    const double *l = panel_solution->down + panel->offset + (size_t)panel->n * (size_t)panel->rows;
    double internal[PANEL_WIDTH];
    take_internal(panel_solution, panel, internal);
    pivots_divide(panel_solution->panel_factors->d + panel->first, panel_solution->panel_factors->e + panel->first,
                  panel->n, internal);
    for (int k = panel->n - 1; k >= 0; k--) {
        l -= panel->rows;
        internal[k] -= dots[k];
        for (int i = k + 1; i < panel->n; i++)
            internal[k] -= l[i] * internal[i];
    }
    give_solution(panel_solution, panel, internal);
}

/* --- branches ----------------------------------------------------------------------------------------------------- */

/* Rows ascend: those of the branch come first. */
static void forward(const panel_solution *panel_solution, int member, const panel *panel, int end_of_branch)
{
    double internal[PANEL_WIDTH], *change = panel_solution->rest[member];
    solve_internal(panel_solution, panel, internal);
    find_change(panel_solution, panel, internal, panel->n, panel->rows, change);
    int i = panel->n;
    for (; i < panel->rows && panel->row[i] < end_of_branch; i++)
        panel_solution->x[panel->row[i]] += change[i - panel->n];
    for (; i < panel->rows; i++)
        panel_solution->above[member][panel->row[i]] += change[i - panel->n];
    give_internal(panel_solution, panel, internal);
}

static int claim_branch(panel_solution *panel_solution) { return atomic_fetch_add(&panel_solution->next, 1); }

static void forward_branches(void *context, int member)
{
    panel_solution *panel_solution = context;
    double *above = panel_solution->above[member];
    for (int b; (b = claim_branch(panel_solution)) < panel_solution->branches.n;) {
        const panel *root = root_of(panel_solution, b);
        double *sums = panel_solution->sums + panel_solution->offsets[b];
        for (int k = panel_solution->branches.start[b]; k < panel_solution->branches.start[b + 1]; k++)
            forward(panel_solution, member,
                    &panel_solution->panel_factors->plan->panel[panel_solution->branches.panel[k]],
                    root->first + root->n);
        for (int i = root->n; i < root->rows; i++) {
            sums[i - root->n] = above[root->row[i]];
            above[root->row[i]] = 0.0;
        }
    }
}

static void backward_branches(void *context, int member)
{
    panel_solution *panel_solution = context;
    double dots[PANEL_WIDTH], *rest = panel_solution->rest[member];
    for (int b; (b = claim_branch(panel_solution)) < panel_solution->branches.n;)
        for (int k = panel_solution->branches.start[b + 1] - 1; k >= panel_solution->branches.start[b]; k--) {
            const panel *panel = &panel_solution->panel_factors->plan->panel[panel_solution->branches.panel[k]];
            take_rest(panel_solution, panel, rest);
            find_dots(panel_solution, panel, rest, 0, panel->n, dots);
            solve_internal_back(panel_solution, panel, dots);
        }
}

static void add_sums(const panel_solution *panel_solution)
{
    for (int b = 0; b < panel_solution->branches.n; b++) {
        const panel *root = root_of(panel_solution, b);
        const double *sums = panel_solution->sums + panel_solution->offsets[b];
        for (int i = root->n; i < root->rows; i++)
            panel_solution->x[root->row[i]] += sums[i - root->n];
    }
}

/* --- the trunk ---------------------------------------------------------------------------------------------------- */

/* A panel that is too small is processed by the caller alone. */
static void begin_panel(panel_solution *panel_solution, int i)
{
    panel_solution->together = &panel_solution->panel_factors->plan->panel[i];
    panel_solution->now = entries_of(panel_solution->together) > LARGE ? panel_solution->workers : (workers){NULL, 1};
}

static void forward_beside(void *context, int member)
{
    panel_solution *panel_solution = context;
    const panel *panel = panel_solution->together;
    double internal[PANEL_WIDTH], *change = panel_solution->rest[member];
    const int n = panel->rows - panel->n, from = panel->n + workers_begin(panel_solution->now, n, member);
    const int end = panel->n + workers_begin(panel_solution->now, n, member + 1);
    solve_internal(panel_solution, panel, internal);
    find_change(panel_solution, panel, internal, from, end, change);
    for (int i = from; i < end; i++)
        panel_solution->x[panel->row[i]] += change[i - from];
    if (member == 0)
        memcpy(panel_solution->internal, internal, sizeof internal);
}

static void backward_beside(void *context, int member)
{
    panel_solution *panel_solution = context;
    const panel *panel = panel_solution->together;
    take_rest(panel_solution, panel, panel_solution->rest[member]);
    find_dots(panel_solution, panel, panel_solution->rest[member], workers_begin(panel_solution->now, panel->n, member),
              workers_begin(panel_solution->now, panel->n, member + 1), panel_solution->dots);
}

void panel_solution_find(panel_solution *panel_solution, double *x, bool is_transposed)
{
    const panel_factors *factors = panel_solution->panel_factors;
    panel_solution->x = x;
    panel_solution->up = factors->side[is_transposed ? 1 : 0];
    panel_solution->down = factors->side[is_transposed ? 0 : 1];
    panel_solution->takes_pivots = factors->is_symmetric || !is_transposed;
    panel_solution->gives_pivots = factors->is_symmetric || is_transposed;
    atomic_store(&panel_solution->next, 0);
    workers_run(panel_solution->workers, forward_branches, panel_solution);
    add_sums(panel_solution);
    for (int k = 0; k < panel_solution->branches.n_trunk; k++) {
        begin_panel(panel_solution, panel_solution->branches.trunk[k]);
        workers_run(panel_solution->now, forward_beside, panel_solution);
        give_internal(panel_solution, panel_solution->together, panel_solution->internal);
    }
    for (int k = panel_solution->branches.n_trunk - 1; k >= 0; k--) {
        begin_panel(panel_solution, panel_solution->branches.trunk[k]);
        workers_run(panel_solution->now, backward_beside, panel_solution);
        solve_internal_back(panel_solution, panel_solution->together, panel_solution->dots);
    }
    atomic_store(&panel_solution->next, 0);
    workers_run(panel_solution->workers, backward_branches, panel_solution);
}
