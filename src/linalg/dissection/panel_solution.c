/* panel_solution.c - solutions with factors L D L' by dense panels.
 *
 *     L y = b:         y_J = L_JJ^-1 b_J,   b_I -= L_IJ y_J                    from below; J: columns of a panel
 *     D L' x = y:      x_J = L_JJ'^-1 (D_J^-1 y_J - L_IJ' x_I)                 from above; I: its rows below them
 *
 * Members of the crew take branches of panels. What a branch subtracts above its root is summed up by itself and goes
 * to the trunk in the order of branches, which depends on the plan alone. Of a panel of the trunk members take rows on
 * the way up and columns on the way down. */
#include "linalg/dissection/panel_solution.h"
#include "linalg/dissection/branches.h"
#include "linalg/dissection/pivots.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 1 << 14 };            /* entries of a panel of the trunk that all work at */
static const double PART = 1.0 / 32; /* of all entries, in a branch */

struct panel_solution {
    const panel_factors *f;
    crew crew, now; /* now: those who work at the panel at hand */
    branches branches;
    atomic_int next;          /* branch that nobody has begun */
    size_t *offsets;          /* of each branch: of its sums */
    double *sums;             /* of branches, for the rows below the columns of their roots */
    double *above[TEAM_MOST]; /* of a member: sums of the branch at hand, for all rows; 0 between branches */
    double *rest[TEAM_MOST];  /* of a member: for the rows of one panel */
    double *x;
    const panel *together;                      /* panel of the trunk that is worked at */
    double own[PANEL_WIDTH], dots[PANEL_WIDTH]; /* of that */
};

static double entries_of(const panel *x) { return (double)x->n * x->rows; }

static double *zeros(size_t n) { return memset(heap_resize(NULL, (n + 1) * sizeof(double)), 0, n * sizeof(double)); }

static const panel *root_of(const panel_solution *s, int branch)
{
    return &s->f->plan->panel[s->branches.panel[s->branches.start[branch + 1] - 1]];
}

panel_solution *panel_solution_create(const panel_factors *f, crew c)
{
    const panel_plan *p = f->plan;
    panel_solution *s = heap_resize(NULL, sizeof *s);
    *s = (panel_solution){.f = f, .crew = c, .branches = branches_find(p, entries_of, PART)};
    s->offsets = heap_resize(NULL, ((size_t)s->branches.n + 1) * sizeof *s->offsets);
    size_t n = 0;
    int most = 0;
    for (int b = 0; b < s->branches.n; b++) {
        s->offsets[b] = n;
        n += (size_t)(root_of(s, b)->rows - root_of(s, b)->n);
    }
    for (int i = 0; i < p->n_panels; i++)
        most = p->panel[i].rows > most ? p->panel[i].rows : most;
    s->sums = zeros(n);
    for (int m = 0; m < c.members; m++) {
        s->above[m] = zeros((size_t)p->n);
        s->rest[m] = zeros((size_t)most);
    }
    return s;
}

void panel_solution_destroy(panel_solution *s)
{
    if (!s)
        return;
    for (int m = 0; m < s->crew.members; m++) {
        free(s->above[m]);
        free(s->rest[m]);
    }
    branches_free(&s->branches);
    free(s->offsets);
    free(s->sums);
    free(s);
}

/* --- one panel ---------------------------------------------------------------------------------------------------- */

static void take_own(const panel_solution *s, const panel *x, double *own)
{
    for (int k = 0; k < x->n; k++)
        own[k] = s->x[x->first + s->f->pivot[x->first + k]];
}

static void give_own(const panel_solution *s, const panel *x, const double *own)
{
    for (int k = 0; k < x->n; k++)
        s->x[x->first + s->f->pivot[x->first + k]] = own[k];
}

static void solve_own(const panel_solution *s, const panel *x, double *own)
{
    const double *l = s->f->l + x->offset;
    take_own(s, x, own);
    for (int k = 0; k < x->n; k++, l += x->rows)
        for (int i = k + 1; i < x->n; i++)
            own[i] -= l[i] * own[k];
}

/* What rows from .. end - 1 of a panel lose. */
static void find_change(const panel_solution *s, const panel *x, const double *own, int from, int end, double *change)
{
    const double *l = s->f->l + x->offset + from;
    memset(change, 0, (size_t)(end - from) * sizeof *change);
    for (int k = 0; k < x->n; k++, l += x->rows)
        s->f->k->subtract_multiple(end - from, own[k], l, change);
}

static void take_rest(const panel_solution *s, const panel *x, double *rest)
{
    for (int i = x->n; i < x->rows; i++)
        rest[i - x->n] = s->x[x->row[i]];
}

/* L_IJ' x_I of columns from .. end - 1. */
static void find_dots(const panel_solution *s, const panel *x, const double *rest, int from, int end, double *dots)
{
    const double *l = s->f->l + x->offset + (size_t)from * (size_t)x->rows + x->n;
    for (int k = from; k < end; k++, l += x->rows)
        dots[k] = s->f->k->dot(x->rows - x->n, l, rest);
}

static void solve_own_back(const panel_solution *s, const panel *x, const double *dots)
{
    const double *l = s->f->l + x->offset + (size_t)x->n * (size_t)x->rows;
    double own[PANEL_WIDTH];
    take_own(s, x, own);
    pivots_divide(s->f->d + x->first, s->f->e + x->first, x->n, own);
    for (int k = x->n - 1; k >= 0; k--) {
        l -= x->rows;
        own[k] -= dots[k];
        for (int i = k + 1; i < x->n; i++)
            own[k] -= l[i] * own[i];
    }
    give_own(s, x, own);
}

/* --- branches ----------------------------------------------------------------------------------------------------- */

/* Rows ascend: those of the branch come first. */
static void forward(const panel_solution *s, int member, const panel *x, int end_of_branch)
{
    double own[PANEL_WIDTH], *change = s->rest[member];
    solve_own(s, x, own);
    find_change(s, x, own, x->n, x->rows, change);
    int i = x->n;
    for (; i < x->rows && x->row[i] < end_of_branch; i++)
        s->x[x->row[i]] += change[i - x->n];
    for (; i < x->rows; i++)
        s->above[member][x->row[i]] += change[i - x->n];
    give_own(s, x, own);
}

static int claim_branch(panel_solution *s) { return atomic_fetch_add(&s->next, 1); }

static void forward_branches(void *context, int member)
{
    panel_solution *s = context;
    double *above = s->above[member];
    for (int b; (b = claim_branch(s)) < s->branches.n;) {
        const panel *root = root_of(s, b);
        double *sums = s->sums + s->offsets[b];
        for (int k = s->branches.start[b]; k < s->branches.start[b + 1]; k++)
            forward(s, member, &s->f->plan->panel[s->branches.panel[k]], root->first + root->n);
        for (int i = root->n; i < root->rows; i++) {
            sums[i - root->n] = above[root->row[i]];
            above[root->row[i]] = 0.0;
        }
    }
}

static void backward_branches(void *context, int member)
{
    panel_solution *s = context;
    double dots[PANEL_WIDTH], *rest = s->rest[member];
    for (int b; (b = claim_branch(s)) < s->branches.n;)
        for (int k = s->branches.start[b + 1] - 1; k >= s->branches.start[b]; k--) {
            const panel *x = &s->f->plan->panel[s->branches.panel[k]];
            take_rest(s, x, rest);
            find_dots(s, x, rest, 0, x->n, dots);
            solve_own_back(s, x, dots);
        }
}

static void add_sums(const panel_solution *s)
{
    for (int b = 0; b < s->branches.n; b++) {
        const panel *root = root_of(s, b);
        const double *sums = s->sums + s->offsets[b];
        for (int i = root->n; i < root->rows; i++)
            s->x[root->row[i]] += sums[i - root->n];
    }
}

/* --- the trunk ---------------------------------------------------------------------------------------------------- */

/* A panel that is too small is for the caller alone. */
static void begin_panel(panel_solution *s, int i)
{
    s->together = &s->f->plan->panel[i];
    s->now = entries_of(s->together) > LARGE ? s->crew : (crew){NULL, 1};
}

static void forward_beside(void *context, int member)
{
    panel_solution *s = context;
    const panel *x = s->together;
    double own[PANEL_WIDTH], *change = s->rest[member];
    const int n = x->rows - x->n, from = x->n + crew_part(s->now, n, member);
    const int end = x->n + crew_part(s->now, n, member + 1);
    solve_own(s, x, own);
    find_change(s, x, own, from, end, change);
    for (int i = from; i < end; i++)
        s->x[x->row[i]] += change[i - from];
    if (member == 0)
        memcpy(s->own, own, sizeof own);
}

static void backward_beside(void *context, int member)
{
    panel_solution *s = context;
    const panel *x = s->together;
    take_rest(s, x, s->rest[member]);
    find_dots(s, x, s->rest[member], crew_part(s->now, x->n, member), crew_part(s->now, x->n, member + 1), s->dots);
}

void panel_solution_find(panel_solution *s, double *x)
{
    s->x = x;
    atomic_store(&s->next, 0);
    crew_do(s->crew, forward_branches, s);
    add_sums(s);
    for (int k = 0; k < s->branches.n_trunk; k++) {
        begin_panel(s, s->branches.trunk[k]);
        crew_do(s->now, forward_beside, s);
        give_own(s, s->together, s->own);
    }
    for (int k = s->branches.n_trunk - 1; k >= 0; k--) {
        begin_panel(s, s->branches.trunk[k]);
        crew_do(s->now, backward_beside, s);
        solve_own_back(s, s->together, s->dots);
    }
    atomic_store(&s->next, 0);
    crew_do(s->crew, backward_branches, s);
}
