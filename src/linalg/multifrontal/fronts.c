/* fronts.c - the upper part of the elimination tree, by dense blocks (the multifrontal method).
 *
 * A front takes the entries of its pivots' rows and columns, adds what its children pass,
 *
 *     | F11 F12 |        F11 = L11 U11,  U12 = L11^-1 F12,  L21 = F21 U11^-1,   passes  F22 - L21 U12
 *     | F21 F22 |
 *
 * and passes the rest to its parent. */
#include "linalg/multifrontal/fronts.h"
#include "base/interrupt.h"
#include <string.h>

enum {
    TOP = -1,      /* in place of a member: the caller's, when the others are done */
    FOR_ALL = 128, /* columns of a front that all work at; at least LARGE_FRONT */
};

/* --- the fronts --------------------------------------------------------------------------------------------------- */

static void create_front(fronts *f, const front_tree *t, const front_span *s, arena *memory)
{
    front *to = &f->front[f->n];
    *to = (front){.first = s->first,
                  .block = {.pivots = s->last - s->first + 1, .rest = s->rest},
                  .rest = arena_copy(memory, step_list(&t->front, s->last), (size_t)s->rest * sizeof(int)),
                  .parent = -1,
                  .child = -1,
                  .sibling = -1};
    for (int d = s->first; d <= s->last; d++)
        f->front_of[d] = f->n;
    f->n++;
}

/* Place of a dense step in a front. */
static int place_in(const front *f, int dense)
{
    if (dense < f->first + f->block.pivots)
        return dense - f->first;
    int low = 0, high = f->block.rest;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (f->rest[middle] < dense)
            low = middle + 1;
        else
            high = middle;
    }
    return f->block.pivots + low;
}

/* The row of a front's storage at a place: the pivots are rounded to LANES. */
static int row_at(const front *f, int place)
{
    return place < f->block.pivots ? place : place - f->block.pivots + round_to_lanes(f->block.pivots);
}

/* The next row of a front's rest goes to a row of the parent: in the last piece, if it follows on it. */
static void fronts_add_row(front *child, int row, int to)
{
    front_piece *last = child->n_pieces > 0 ? &child->piece[child->n_pieces - 1] : NULL;
    if (last && last->n < LANES && last->target + last->n == to)
        last->n++;
    else
        child->piece[child->n_pieces++] = (front_piece){row, to, 1};
}

static void fronts_connect(fronts *f, arena *memory)
{
    for (int i = 0; i < f->n; i++) {
        front *child = &f->front[i];
        if (child->block.rest == 0)
            continue;
        child->parent = f->front_of[child->rest[0]];
        front *parent = &f->front[child->parent];
        child->sibling = parent->child;
        parent->child = i;
        child->column = arena_integers(memory, child->block.rest);
        child->piece = ARENA_ARRAY(memory, front_piece, child->block.rest);
        for (int k = 0; k < child->block.rest; k++) {
            child->column[k] = place_in(parent, child->rest[k]);
            fronts_add_row(child, k, row_at(parent, child->column[k]));
        }
    }
}

/* With room for the lanes behind its end, which the last piece of a child also reads and writes: nobody else may. */
static size_t front_size(const front_block *b) { return (size_t)front_rows(b) * (size_t)(b->pivots + b->rest) + LANES; }

static void place_entries(fronts *f, arena *memory)
{
    int longest = 0;
    for (int i = 0; i < f->n; i++) {
        f->n_entries += front_size(&f->front[i].block);
        longest = f->front[i].block.rest > longest ? f->front[i].block.rest : longest;
    }
    f->entries = ARENA_ARRAY(memory, double, f->n_entries + LANES);
    f->inverse = ARENA_ARRAY(memory, double, f->n_steps + 1);
    f->work = ARENA_ARRAY(memory, double, round_to_lanes(longest) + 1);
    double *next = f->entries, *diagonal = ARENA_ARRAY(memory, double, LANES * f->n_steps + 1);
    for (int i = 0; i < f->n; i++) {
        front_block *b = &f->front[i].block;
        b->f = next;
        b->diagonal = diagonal + LANES * f->front[i].first;
        b->inverse = f->inverse + f->front[i].first;
        next += front_size(b);
    }
}

fronts *fronts_create(const front_tree *t, arena *memory)
{
    fronts *f = ARENA_NEW(memory, fronts);
    f->n_steps = t->n;
    f->front = ARENA_ARRAY(memory, front, t->n_spans + 1);
    f->front_of = arena_integers(memory, t->n);
    for (int i = 0; i < t->n_spans; i++)
        create_front(f, t, &t->span[i], memory);
    fronts_connect(f, memory);
    place_entries(f, memory);
    return f;
}

size_t fronts_place(const fronts *f, int row, int column)
{
    const front *owner = &f->front[f->front_of[row < column ? row : column]];
    const size_t j = (size_t)place_in(owner, column), i = (size_t)row_at(owner, place_in(owner, row));
    return (size_t)(owner->block.f - f->entries) + j * (size_t)front_rows(&owner->block) + i;
}

/* --- shares ------------------------------------------------------------------------------------------------------- */

static double work_of(const front_block *b)
{
    const double p = b->pivots, n = p + b->rest;
    return 100.0 + p * n * n;
}

static int least_busy(const double *load, int members)
{
    int least = 0;
    for (int m = 1; m < members; m++)
        if (load[m] < load[least])
            least = m;
    return least;
}

static bool is_for_all(const front_block *b) { return b->pivots + b->rest >= FOR_ALL; }

/* Work of each front and those below it; returns that of the fronts that are not for all. */
static double sum_work(const fronts *f, double *below)
{
    double whole = 0.0;
    for (int i = 0; i < f->n; i++) {
        const double work = work_of(&f->front[i].block);
        below[i] += work;
        whole += is_for_all(&f->front[i].block) ? 0.0 : work;
        if (f->front[i].parent >= 0)
            below[f->front[i].parent] += below[i];
    }
    return whole;
}

/* A front that is for all, or whose subtree is too large for one, is at the top; each of the subtrees below goes whole
 * to the member with the least to do. */
void fronts_share(fronts *f, int members, arena *memory)
{
    double load[TEAM_MOST] = {0}, *below = ARENA_ARRAY(memory, double, f->n + 1);
    const double most = sum_work(f, below) / (4.0 * members);
    f->members = members;
    f->member = arena_integers(memory, f->n);
    for (int i = f->n - 1; i >= 0; i--) {
        const int parent = f->front[i].parent, of_parent = parent >= 0 ? f->member[parent] : TOP;
        const bool at_top = of_parent == TOP && (is_for_all(&f->front[i].block) || below[i] > most);
        f->member[i] = at_top ? TOP : of_parent != TOP ? of_parent : least_busy(load, members);
        if (!at_top && of_parent == TOP)
            load[f->member[i]] += below[i];
    }
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static void add_child(const kernels *k, const front *to, const front *child)
{
    k->front_add(&to->block, &child->block, child->column, child->n_pieces, child->piece);
}

static void add_children(const fronts *f, const kernels *k, const front *to)
{
    for (int c = to->child; c >= 0; c = f->front[c].sibling)
        add_child(k, to, &f->front[c]);
}

typedef struct {
    const fronts *f;
    const kernels *k;
    double limit;
    bool within[TEAM_MOST];
    const front_block *together; /* the front that all work at, and its pivots */
    int panel;
} factoring;

static bool factor_share(const factoring *w, int member)
{
    bool within = true;
    for (int i = 0; i < w->f->n; i++)
        if (!w->f->member || w->f->member[i] == member) {
            if (!w->f->member)
                interrupt_point();
            add_children(w->f, w->k, &w->f->front[i]);
            within &= w->k->front_factor(&w->f->front[i].block, w->limit);
        }
    return within;
}

static void factor_beside(void *context, int member)
{
    factoring *w = context;
    w->within[member] = factor_share(w, member);
}

static void eliminate_beside(void *context, int member)
{
    const factoring *w = context;
    const front_block *b = w->together;
    const int first = w->panel + 2 * LANES, columns = b->pivots + b->rest - first, members = w->f->members;
    w->k->front_columns(b, w->panel, first + columns * member / members, first + columns * (member + 1) / members);
}

/* One makes pivots, all eliminate them. */
static bool factor_together(factoring *w, team *t, const front_block *b)
{
    bool within = true;
    w->together = b;
    for (w->panel = 0; w->panel < b->pivots; w->panel += 2 * LANES) {
        within &= w->k->front_pivots(b, w->panel, w->limit);
        if (w->panel + 2 * LANES > b->pivots)
            break;
        crew_do((crew){t, w->f->members}, eliminate_beside, w);
    }
    return within;
}

static bool factor_top(factoring *w, team *t)
{
    bool within = true;
    for (int i = 0; i < w->f->n; i++) {
        const front *now = &w->f->front[i];
        if (w->f->member[i] != TOP)
            continue;
        interrupt_point();
        add_children(w->f, w->k, now);
        within &=
            is_for_all(&now->block) ? factor_together(w, t, &now->block) : w->k->front_factor(&now->block, w->limit);
    }
    return within;
}

bool fronts_factor(const fronts *f, const kernels *k, double limit, team *t)
{
    factoring w = {.f = f, .k = k, .limit = limit};
    if (!f->member)
        return factor_share(&w, 0);
    team_begin(t, f->members, factor_beside, &w);
    bool within = factor_share(&w, 0);
    for (int m = 1; m < f->members; m++) {
        team_wait(t, m);
        within &= w.within[m];
    }
    return factor_top(&w, t) && within;
}

void fronts_forward(const fronts *f, const kernels *k, double *x)
{
    for (int i = 0; i < f->n; i++) {
        const front *now = &f->front[i];
        memset(f->work, 0, (size_t)round_to_lanes(now->block.rest) * sizeof(double));
        k->front_forward(&now->block, x + now->first, f->work);
        for (int e = 0; e < now->block.rest; e++)
            x[now->rest[e]] += f->work[e];
    }
}

void fronts_backward(const fronts *f, const kernels *k, double *x)
{
    for (int i = f->n - 1; i >= 0; i--) {
        const front *now = &f->front[i];
        for (int e = 0; e < now->block.rest; e++)
            f->work[e] = x[now->rest[e]];
        k->front_backward(&now->block, x + now->first, f->work);
    }
}

/* U' y = x */
void fronts_forward_transposed(const fronts *f, double *x)
{
    for (int i = 0; i < f->n; i++) {
        const front *now = &f->front[i];
        const front_block *b = &now->block;
        double *own = x + now->first;
        for (int j = 0; j < b->pivots + b->rest; j++) {
            const double *u = b->f + j * front_rows(b);
            double sum = 0.0;
            for (int k = 0; k < (j < b->pivots ? j : b->pivots); k++)
                sum += u[k] * own[k];
            if (j < b->pivots)
                own[j] = (own[j] - sum) * b->inverse[j];
            else
                x[now->rest[j - b->pivots]] -= sum;
        }
    }
}

/* L' z = x */
void fronts_backward_transposed(const fronts *f, double *x)
{
    for (int i = f->n - 1; i >= 0; i--) {
        const front *now = &f->front[i];
        const front_block *b = &now->block;
        const int p = round_to_lanes(b->pivots), ld = front_rows(b);
        double *own = x + now->first;
        for (int k = b->pivots - 1; k >= 0; k--) {
            const int panel = k / LANES * LANES, below = panel + LANES < b->pivots ? panel + LANES : b->pivots;
            const double *l = b->f + k * ld, *diagonal = b->diagonal + k * LANES;
            double sum = 0.0;
            for (int e = k + 1; e < below; e++)
                sum += diagonal[e - panel] * own[e];
            for (int e = below; e < b->pivots; e++)
                sum += l[e] * own[e];
            for (int e = 0; e < b->rest; e++)
                sum += l[p + e] * x[now->rest[e]];
            own[k] -= sum;
        }
    }
}
