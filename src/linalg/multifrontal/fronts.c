/* fronts.c - the upper part of the elimination tree, by dense blocks (the multifrontal method).
 *
 * A front receives the entries of its pivots' rows and columns, adds the contributions of its children,
 *
 *     | F11 F12 |        F11 = L11 U11,  U12 = L11^-1 F12,  L21 = F21 U11^-1,   passes  F22 - L21 U12
 *     | F21 F22 |
 *
 * and passes the rest to its parent. */
#include "linalg/multifrontal/fronts.h"
#include "base/interrupt.h"
#include <string.h>

enum {
    TOP = -1,      /* in place of a worker: factored by the caller after the others */
    FOR_ALL = 128, /* columns of a front that all workers share; at least LARGE_FRONT */
};

/* --- the fronts --------------------------------------------------------------------------------------------------- */

static void create_front(fronts *fronts, const front_tree *front_tree, const front_span *front_span, arena *memory)
{
    front *to = &fronts->front[fronts->n];
    *to = (front){.first = front_span->first,
                  .block = {.pivots = front_span->last - front_span->first + 1, .rest = front_span->rest},
                  .rest = arena_copy(memory, step_list(&front_tree->front, front_span->last),
                                     (size_t)front_span->rest * sizeof(int)),
                  .parent = -1,
                  .child = -1,
                  .sibling = -1};
    for (int d = front_span->first; d <= front_span->last; d++)
        fronts->front_of[d] = fronts->n;
    fronts->n++;
}

/* Returns the position of a dense step in a front. */
static int grid_position(const front *front, int dense)
{
    if (dense < front->first + front->block.pivots)
        return dense - front->first;
    int low = 0, high = front->block.rest;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (front->rest[middle] < dense)
            low = middle + 1;
        else
            high = middle;
    }
    return front->block.pivots + low;
}

/* Returns the row in the storage of a front for a position: the number of pivots is rounded to LANES. */
static int row_at(const front *front, int position)
{
    return position < front->block.pivots ? position
                                          : position - front->block.pivots + round_to_lanes(front->block.pivots);
}

/* Assigns the next row of a front's rest to a row of the parent: in the last piece, if it is contiguous with it. */
static void fronts_add_row(front *child, int row, int to)
{
    front_piece *last = child->n_pieces > 0 ? &child->piece[child->n_pieces - 1] : NULL;
    if (last && last->n < LANES && last->target + last->n == to)
        last->n++;
    else
        child->piece[child->n_pieces++] = (front_piece){row, to, 1};
}

static void fronts_connect(fronts *fronts, arena *memory)
{
    for (int i = 0; i < fronts->n; i++) {
        front *child = &fronts->front[i];
        if (child->block.rest == 0)
            continue;
        child->parent = fronts->front_of[child->rest[0]];
        front *parent = &fronts->front[child->parent];
        child->sibling = parent->child;
        parent->child = i;
        child->column = arena_integers(memory, child->block.rest);
        child->piece = ARENA_ARRAY(memory, front_piece, child->block.rest);
        for (int k = 0; k < child->block.rest; k++) {
            child->column[k] = grid_position(parent, child->rest[k]);
            fronts_add_row(child, k, row_at(parent, child->column[k]));
        }
    }
}

/* Includes space for the lanes after its end, which the last piece of a child also reads and writes: no other front may
 * use it. */
static size_t front_size(const front_block *block)
{
    return (size_t)front_rows(block) * (size_t)(block->pivots + block->rest) + LANES;
}

static void place_entries(fronts *fronts, arena *memory)
{
    int longest = 0;
    for (int i = 0; i < fronts->n; i++) {
        fronts->n_entries += front_size(&fronts->front[i].block);
        longest = fronts->front[i].block.rest > longest ? fronts->front[i].block.rest : longest;
    }
    fronts->entries = ARENA_ARRAY(memory, double, fronts->n_entries + LANES);
    fronts->inverse = ARENA_ARRAY(memory, double, fronts->n_steps + 1);
    fronts->work = ARENA_ARRAY(memory, double, round_to_lanes(longest) + 1);
    double *next = fronts->entries, *diagonal = ARENA_ARRAY(memory, double, size_product(LANES, fronts->n_steps) + 1);
    for (int i = 0; i < fronts->n; i++) {
        front_block *block = &fronts->front[i].block;
        block->f = next;
        block->diagonal = diagonal + LANES * fronts->front[i].first;
        block->inverse = fronts->inverse + fronts->front[i].first;
        next += front_size(block);
    }
}

fronts *fronts_create(const front_tree *front_tree, arena *memory)
{
    fronts *f = ARENA_NEW(memory, fronts);
    f->n_steps = front_tree->n;
    f->front = ARENA_ARRAY(memory, front, front_tree->n_spans + 1);
    f->front_of = arena_integers(memory, front_tree->n);
    for (int i = 0; i < front_tree->n_spans; i++)
        create_front(f, front_tree, &front_tree->span[i], memory);
    fronts_connect(f, memory);
    place_entries(f, memory);
    return f;
}

size_t fronts_place(const fronts *fronts, int row, int column)
{
    const front *owner = &fronts->front[fronts->front_of[row < column ? row : column]];
    const size_t j = (size_t)grid_position(owner, column), i = (size_t)row_at(owner, grid_position(owner, row));
    return (size_t)(owner->block.f - fronts->entries) + j * (size_t)front_rows(&owner->block) + i;
}

/* --- shares ------------------------------------------------------------------------------------------------------- */

static double work_of(const front_block *block)
{
    const double p = block->pivots, n = p + block->rest;
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

static bool is_for_all(const front_block *block) { return block->pivots + block->rest >= FOR_ALL; }

/* Computes the work of each front and those below it. Returns that of the fronts that are not shared by all workers. */
static double sum_work(const fronts *fronts, double *below)
{
    double whole = 0.0;
    for (int i = 0; i < fronts->n; i++) {
        const double work = work_of(&fronts->front[i].block);
        below[i] += work;
        whole += is_for_all(&fronts->front[i].block) ? 0.0 : work;
        if (fronts->front[i].parent >= 0)
            below[fronts->front[i].parent] += below[i];
    }
    return whole;
}

/* A front that all workers share, or whose subtree is too large for one worker, is at the top; each of the subtrees
 * below is assigned as a whole to the worker with the least work. */
void fronts_share(fronts *fronts, int members, arena *memory)
{
    double load[THREAD_POOL_MAX] = {0}, *below = ARENA_ARRAY(memory, double, fronts->n + 1);
    const double most = sum_work(fronts, below) / (4.0 * members);
    fronts->members = members;
    fronts->member = arena_integers(memory, fronts->n);
    for (int i = fronts->n - 1; i >= 0; i--) {
        const int parent = fronts->front[i].parent, of_parent = parent >= 0 ? fronts->member[parent] : TOP;
        const bool at_top = of_parent == TOP && (is_for_all(&fronts->front[i].block) || below[i] > most);
        fronts->member[i] = at_top ? TOP : of_parent != TOP ? of_parent : least_busy(load, members);
        if (!at_top && of_parent == TOP)
            load[fronts->member[i]] += below[i];
    }
}

/* --- factorization and solution ----------------------------------------------------------------------------------- */

static void add_child(const kernels *kernels, const front *to, const front *child)
{
    kernels->front_add(&to->block, &child->block, child->column, child->n_pieces, child->piece);
}

static void add_children(const fronts *fronts, const kernels *kernels, const front *to)
{
    for (int c = to->child; c >= 0; c = fronts->front[c].sibling)
        add_child(kernels, to, &fronts->front[c]);
}

typedef struct {
    const fronts *fronts;
    const kernels *kernels;
    double limit;
    bool within[THREAD_POOL_MAX];
    const front_block *together; /* the front shared by all workers, and its pivots */
    int panel;
} factoring;

static bool factor_share(const factoring *factoring, int member)
{
    bool within = true;
    for (int i = 0; i < factoring->fronts->n; i++)
        if (!factoring->fronts->member || factoring->fronts->member[i] == member) {
            if (!factoring->fronts->member)
                interrupt_point();
            add_children(factoring->fronts, factoring->kernels, &factoring->fronts->front[i]);
            within &= factoring->kernels->front_factor(&factoring->fronts->front[i].block, factoring->limit);
        }
    return within;
}

static void factor_beside(void *context, int member)
{
    factoring *factoring = context;
    factoring->within[member] = factor_share(factoring, member);
}

static void eliminate_beside(void *context, int member)
{
    const factoring *factoring = context;
    const front_block *block = factoring->together;
    const int first = factoring->panel + 2 * LANES, columns = block->pivots + block->rest - first,
              members = factoring->fronts->members;
    factoring->kernels->front_columns(block, factoring->panel, first + columns * member / members,
                                      first + columns * (member + 1) / members);
}

/* One worker makes the pivots, all eliminate them. */
static bool factor_together(factoring *factoring, thread_pool *pool, const front_block *block)
{
    bool within = true;
    factoring->together = block;
    for (factoring->panel = 0; factoring->panel < block->pivots; factoring->panel += 2 * LANES) {
        within &= factoring->kernels->front_pivots(block, factoring->panel, factoring->limit);
        if (factoring->panel + 2 * LANES > block->pivots)
            break;
        workers_run((workers){pool, factoring->fronts->members}, eliminate_beside, factoring);
    }
    return within;
}

static bool factor_top(factoring *factoring, thread_pool *pool)
{
    bool within = true;
    for (int i = 0; i < factoring->fronts->n; i++) {
        const front *now = &factoring->fronts->front[i];
        if (factoring->fronts->member[i] != TOP)
            continue;
        interrupt_point();
        add_children(factoring->fronts, factoring->kernels, now);
        within &= is_for_all(&now->block) ? factor_together(factoring, pool, &now->block)
                                          : factoring->kernels->front_factor(&now->block, factoring->limit);
    }
    return within;
}

bool fronts_factor(const fronts *fronts, const kernels *kernels, double limit, thread_pool *pool)
{
    factoring factoring = {.fronts = fronts, .kernels = kernels, .limit = limit};
    if (!fronts->member)
        return factor_share(&factoring, 0);
    thread_pool_begin(pool, fronts->members, factor_beside, &factoring);
    bool within = factor_share(&factoring, 0);
    for (int m = 1; m < fronts->members; m++) {
        thread_pool_wait(pool, m);
        within &= factoring.within[m];
    }
    return factor_top(&factoring, pool) && within;
}

void fronts_forward(const fronts *fronts, const kernels *kernels, double *x)
{
    for (int i = 0; i < fronts->n; i++) {
        const front *now = &fronts->front[i];
        memset(fronts->work, 0, (size_t)round_to_lanes(now->block.rest) * sizeof(double));
        kernels->front_forward(&now->block, x + now->first, fronts->work);
        for (int e = 0; e < now->block.rest; e++)
            x[now->rest[e]] += fronts->work[e];
    }
}

void fronts_backward(const fronts *fronts, const kernels *kernels, double *x)
{
    for (int i = fronts->n - 1; i >= 0; i--) {
        const front *now = &fronts->front[i];
        for (int e = 0; e < now->block.rest; e++)
            fronts->work[e] = x[now->rest[e]];
        kernels->front_backward(&now->block, x + now->first, fronts->work);
    }
}

/* U' y = x */
void fronts_forward_transposed(const fronts *fronts, double *x)
{
    for (int i = 0; i < fronts->n; i++) {
        const front *now = &fronts->front[i];
        const front_block *block = &now->block;
        double *internal = x + now->first;
        for (int j = 0; j < block->pivots + block->rest; j++) {
            const double *u = block->f + j * front_rows(block);
            double sum = 0.0;
            for (int k = 0; k < (j < block->pivots ? j : block->pivots); k++)
                sum += u[k] * internal[k];
            if (j < block->pivots)
                internal[j] = (internal[j] - sum) * block->inverse[j];
            else
                x[now->rest[j - block->pivots]] -= sum;
        }
    }
}

/* L' z = x */
void fronts_backward_transposed(const fronts *fronts, double *x)
{
    for (int i = fronts->n - 1; i >= 0; i--) {
        const front *now = &fronts->front[i];
        const front_block *block = &now->block;
        const int p = round_to_lanes(block->pivots), ld = front_rows(block);
        double *internal = x + now->first;
        for (int k = block->pivots - 1; k >= 0; k--) {
            const int panel = k / LANES * LANES, below = panel + LANES < block->pivots ? panel + LANES : block->pivots;
            const double *l = block->f + k * ld, *diagonal = block->diagonal + k * LANES;
            double sum = 0.0;
            for (int e = k + 1; e < below; e++)
                sum += diagonal[e - panel] * internal[e];
            for (int e = below; e < block->pivots; e++)
                sum += l[e] * internal[e];
            for (int e = 0; e < block->rest; e++)
                sum += l[p + e] * x[now->rest[e]];
            internal[k] -= sum;
        }
    }
}
