/* prescribed.c - a matrix without its prescribed unknowns, which separate equations determine: nodes that are clamped
 * or moved.
 *
 * The equations m of some multipliers contain only the unknowns k, as many, and the multipliers act only on the
 * equations k,
 *
 *     rows m:   C x_k = b_m
 *     rows k:   sum a_kj x_j + D x_m = b_k
 *
 * x_k is known immediately and is removed from the other equations; x_m follows when the others are known:
 *
 *     x_k = C^-1 b_m,    b_i - a_ik x_k,    x_m = D^-1 (b_k - sum a_kj x_j)
 *
 * Such a *block* has up to MOST unknowns k, for instance the rotations of a node. A block may depend on those before
 * it: a node moved relative to one that is clamped. The transposed matrix has the same structure, with D' in the place
 * of C and rows in the place of columns. */
#include "linalg/reduction/prescribed.h"
#include "linalg/csc_rows.h"
#include "linalg/dense.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1, MOST = 6 };

/* Its unknowns and multipliers are numbers first .. first + n - 1 of the lists. */
typedef struct {
    int first, n;
    double from_rows[MOST * MOST];    /* C^-1, by rows */
    double from_columns[MOST * MOST]; /* D^-1, by rows */
} block;

/* Entries of the columns, or of the rows, of the prescribed unknowns. */
typedef struct {
    int *start;
    int *other, *entry; /* its row (of a column) or column (of a row), and its index in the values */
    double *value;
} couplings;

struct prescribed {
    int n, n_unknowns, n_blocks;
    block *blocks;
    int *block_of;             /* of each prescribed unknown */
    int *unknown, *multiplier; /* of the blocks, in order */
    double *known;             /* x_k */
    couplings columns, rows;
    int *core_of;       /* number of each unknown in the core; NONE if it is not in the core */
    int *multiplier_of; /* number of each multiplier in the list; NONE for other unknowns */
    csc core;
    int *source; /* of each entry of the core */
};

/* --- blocks ------------------------------------------------------------------------------------------------------- */

typedef enum { NO_ROLE, MULTIPLIER, UNKNOWN } role;

typedef struct {
    prescribed *prescribed;
    const csc *matrix;
    csc_rows rows;
    bool *is_removed;          /* in a block already */
    int *in_row, *in_column;   /* numbers of entries outside of the blocks */
    signed char *role;         /* in the present search */
    int *root;                 /* of the set of each unknown */
    int *multipliers, *others; /* numbers of them in the set of each root */
} search;

static int find_root(int *to, int i)
{
    while (to[i] != i)
        i = to[i] = to[to[i]];
    return i;
}

/* A multiplier has no diagonal entry, and at most `most` entries outside of the blocks in its row and in its column. */
static bool may_be_multiplier(const search *search, int m, int most)
{
    if (search->is_removed[m] || search->in_row[m] < 1 || search->in_row[m] > most || search->in_column[m] < 1 ||
        search->in_column[m] > most)
        return false;
    for (int e = search->matrix->start[m]; e < search->matrix->start[m + 1]; e++)
        if (search->matrix->row[e] == m ||
            (!search->is_removed[search->matrix->row[e]] && search->role[search->matrix->row[e]] == MULTIPLIER))
            return false;
    for (int k = search->rows.start[m]; k < search->rows.start[m + 1]; k++)
        if (!search->is_removed[search->rows.column[k]] && search->role[search->rows.column[k]] == MULTIPLIER)
            return false;
    return true;
}

static void join_unknown(const search *search, int m, int k)
{
    if (search->is_removed[k])
        return;
    search->role[k] = UNKNOWN;
    const int one = find_root(search->root, m), other = find_root(search->root, k);
    search->root[one > other ? one : other] = one > other ? other : one;
}

/* Assigns roles, joins multipliers with the unknowns of their rows and columns, and counts the sets. Multipliers follow
 * the unknowns on which they act. */
static void build_sets(const search *search, int most)
{
    const int n = search->matrix->n;
    memset(search->role, NO_ROLE, (size_t)n);
    for (int i = 0; i < n; i++) {
        search->root[i] = i;
        search->multipliers[i] = search->others[i] = 0;
    }
    for (int m = n - 1; m >= 0; m--) {
        if (search->role[m] != NO_ROLE || !may_be_multiplier(search, m, most))
            continue;
        search->role[m] = MULTIPLIER;
        for (int e = search->matrix->start[m]; e < search->matrix->start[m + 1]; e++)
            join_unknown(search, m, search->matrix->row[e]);
        for (int k = search->rows.start[m]; k < search->rows.start[m + 1]; k++)
            join_unknown(search, m, search->rows.column[k]);
    }
    for (int i = 0; i < n; i++)
        if (search->role[i] != NO_ROLE)
            (search->role[i] == MULTIPLIER ? search->multipliers : search->others)[find_root(search->root, i)]++;
}

/* Removes an unknown and its equation from the counts of the others. */
static void remove_unknown(const search *search, int k)
{
    search->is_removed[k] = true;
    for (int e = search->matrix->start[k]; e < search->matrix->start[k + 1]; e++)
        search->in_row[search->matrix->row[e]]--;
    for (int r = search->rows.start[k]; r < search->rows.start[k + 1]; r++)
        search->in_column[search->rows.column[r]]--;
}

/* Makes blocks of the sets with as many multipliers as unknowns. Returns whether there are any. */
static bool add_blocks(const search *search)
{
    prescribed *prescribed = search->prescribed;
    const int before = prescribed->n_blocks, n = search->matrix->n;
    int *number = search->multipliers; /* of the block of each root, once its counts have been read */
    for (int i = 0; i < n; i++) {
        const bool is_block = search->root[i] == i && search->others[i] == search->multipliers[i] &&
                              search->others[i] > 0 && search->others[i] <= MOST;
        number[i] = is_block ? prescribed->n_blocks : NONE;
        if (!is_block)
            continue;
        prescribed->blocks =
            heap_resize(prescribed->blocks, ((size_t)prescribed->n_blocks + 1) * sizeof *prescribed->blocks);
        prescribed->blocks[prescribed->n_blocks++] = (block){.first = prescribed->n_unknowns};
        prescribed->n_unknowns += search->others[i];
    }
    for (int i = 0; i < n; i++) {
        const int b = search->role[i] == NO_ROLE ? NONE : number[find_root(search->root, i)];
        if (b != NONE && search->role[i] == UNKNOWN)
            prescribed->unknown[prescribed->blocks[b].first + prescribed->blocks[b].n++] = i;
    }
    for (int i = n - 1; i >= 0; i--) {
        const int b = search->role[i] == NO_ROLE ? NONE : number[find_root(search->root, i)];
        if (b != NONE && search->role[i] == MULTIPLIER)
            prescribed->multiplier[prescribed->blocks[b].first + search->others[find_root(search->root, i)]-- - 1] = i;
    }
    for (int b = before; b < prescribed->n_blocks; b++)
        for (int h = prescribed->blocks[b].first; h < prescribed->blocks[b].first + prescribed->blocks[b].n; h++) {
            remove_unknown(search, prescribed->unknown[h]);
            remove_unknown(search, prescribed->multiplier[h]);
        }
    return prescribed->n_blocks > before;
}

static void count_lines(const search *search)
{
    for (int j = 0; j < search->matrix->n; j++) {
        search->in_column[j] = search->matrix->start[j + 1] - search->matrix->start[j];
        search->in_row[j] = search->rows.start[j + 1] - search->rows.start[j];
    }
}

/* Small blocks are found first: what they contain is no longer part of larger ones. */
static void find_blocks(search *search)
{
    count_lines(search);
    for (int most = 1; most <= MOST; most += most == 3 ? 3 : 1) {
        bool is_new = true;
        while (is_new) {
            build_sets(search, most);
            is_new = add_blocks(search);
        }
    }
}

static void search_blocks(prescribed *prescribed, const csc *matrix, const csc_rows *rows)
{
    const size_t n = (size_t)matrix->n;
    search search = {.prescribed = prescribed,
                     .matrix = matrix,
                     .rows = *rows,
                     .is_removed = memset(heap_resize(NULL, n + 1), 0, n + 1),
                     .in_row = heap_integers(n, 0),
                     .in_column = heap_integers(n, 0),
                     .role = heap_resize(NULL, n + 1),
                     .root = heap_integers(n, 0),
                     .multipliers = heap_integers(n, 0),
                     .others = heap_integers(n, 0)};
    find_blocks(&search);
    free(search.is_removed);
    free(search.in_row);
    free(search.in_column);
    free(search.role);
    free(search.root);
    free(search.multipliers);
    free(search.others);
}

/* --- the core ----------------------------------------------------------------------------------------------------- */

static void number_core(prescribed *prescribed)
{
    for (int b = 0; b < prescribed->n_blocks; b++)
        for (int h = prescribed->blocks[b].first; h < prescribed->blocks[b].first + prescribed->blocks[b].n; h++) {
            prescribed->block_of[h] = b;
            prescribed->multiplier_of[prescribed->multiplier[h]] = h;
            prescribed->core_of[prescribed->unknown[h]] = prescribed->core_of[prescribed->multiplier[h]] = NONE;
        }
    for (int i = 0; i < prescribed->n; i++)
        if (prescribed->core_of[i] != NONE)
            prescribed->core_of[i] = prescribed->core.n++;
}

static void build_core(prescribed *prescribed, const csc *matrix)
{
    const size_t n_entries = (size_t)csc_entries(matrix);
    int n = 0;
    prescribed->core.start = heap_integers((size_t)prescribed->core.n, 0);
    prescribed->core.row = heap_integers(n_entries, 0);
    prescribed->core.value = heap_resize(NULL, (n_entries + 1) * sizeof *prescribed->core.value);
    prescribed->source = heap_integers(n_entries, 0);
    for (int j = 0; j < matrix->n; j++) {
        if (prescribed->core_of[j] == NONE)
            continue;
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++)
            if (prescribed->core_of[matrix->row[e]] != NONE) {
                prescribed->core.row[n] = prescribed->core_of[matrix->row[e]];
                prescribed->source[n++] = e;
            }
        prescribed->core.start[prescribed->core_of[j] + 1] = n;
    }
}

static couplings list_couplings(const prescribed *prescribed, const int *start, const int *other, const int *entry)
{
    couplings to = {.start = heap_integers((size_t)prescribed->n_unknowns, 0)};
    for (int h = 0; h < prescribed->n_unknowns; h++)
        to.start[h + 1] = to.start[h] + start[prescribed->unknown[h] + 1] - start[prescribed->unknown[h]];
    const size_t n = (size_t)to.start[prescribed->n_unknowns];
    to.other = heap_integers(n, 0);
    to.entry = heap_integers(n, 0);
    to.value = heap_resize(NULL, (n + 1) * sizeof *to.value);
    for (int h = 0, at = 0; h < prescribed->n_unknowns; h++)
        for (int e = start[prescribed->unknown[h]]; e < start[prescribed->unknown[h] + 1]; e++, at++) {
            to.other[at] = other[e];
            to.entry[at] = entry ? entry[e] : e;
        }
    return to;
}

prescribed *prescribed_create(const csc *matrix)
{
    const size_t n = (size_t)matrix->n;
    prescribed *x = heap_resize(NULL, sizeof *x);
    *x = (prescribed){.n = matrix->n,
                      .unknown = heap_integers(n, NONE),
                      .multiplier = heap_integers(n, NONE),
                      .block_of = heap_integers(n, NONE),
                      .core_of = heap_integers(n, 0),
                      .multiplier_of = heap_integers(n, NONE),
                      .known = heap_resize(NULL, (n + 1) * sizeof(double))};
    csc_rows rows = csc_rows_of(matrix);
    search_blocks(x, matrix, &rows);
    if (x->n_unknowns > 0) {
        number_core(x);
        build_core(x, matrix);
        x->columns = list_couplings(x, matrix->start, matrix->row, NULL);
        x->rows = list_couplings(x, rows.start, rows.column, rows.entry);
    }
    csc_rows_free(&rows);
    if (x->n_unknowns > 0)
        return x;
    prescribed_destroy(x);
    return NULL;
}

static void couplings_free(couplings *couplings)
{
    free(couplings->start);
    free(couplings->other);
    free(couplings->entry);
    free(couplings->value);
}

void prescribed_destroy(prescribed *prescribed)
{
    if (!prescribed)
        return;
    couplings_free(&prescribed->columns);
    couplings_free(&prescribed->rows);
    free(prescribed->blocks);
    free(prescribed->block_of);
    free(prescribed->unknown);
    free(prescribed->multiplier);
    free(prescribed->known);
    free(prescribed->core_of);
    free(prescribed->multiplier_of);
    free(prescribed->core.start);
    free(prescribed->core.row);
    free(prescribed->core.value);
    free(prescribed->source);
    free(prescribed);
}

const csc *prescribed_core(const prescribed *prescribed) { return &prescribed->core; }

int prescribed_column(const prescribed *prescribed, int column)
{
    int i = 0;
    while (i < prescribed->n - 1 && prescribed->core_of[i] != column)
        i++;
    return i;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

typedef struct {
    prescribed *prescribed;
    const csc *matrix;
    workers workers;
} loading;

static void load_part(void *context, int member)
{
    const loading *loading = context;
    const prescribed *prescribed = loading->prescribed;
    const int n = csc_entries(&prescribed->core), end = workers_begin(loading->workers, n, member + 1);
    for (int e = workers_begin(loading->workers, n, member); e < end; e++)
        prescribed->core.value[e] = loading->matrix->value[prescribed->source[e]];
}

static void load_couplings(const couplings *couplings, int n_unknowns, const csc *matrix)
{
    for (int e = 0; e < couplings->start[n_unknowns]; e++)
        couplings->value[e] = matrix->value[couplings->entry[e]];
}

/* Computes the inverse of the n x n numbers a, which are destroyed. Returns false if there is none. */
static bool invert(int n, double *a, double *inverse)
{
    bool is_finite = true;
    for (int i = 0; i < n * n; i++)
        inverse[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
    dense_solve(n, n, a, inverse);
    for (int i = 0; i < n * n; i++)
        is_finite &= isfinite(inverse[i]) != 0;
    return is_finite;
}

static bool load_block(const prescribed *prescribed, int b)
{
    block *block = &prescribed->blocks[b];
    double c[MOST * MOST] = {0}, d[MOST * MOST] = {0};
    for (int k = 0; k < block->n; k++) {
        const couplings *at = &prescribed->columns;
        for (int e = at->start[block->first + k]; e < at->start[block->first + k + 1]; e++) {
            const int m = prescribed->multiplier_of[at->other[e]];
            if (m != NONE && prescribed->block_of[m] == b)
                c[(m - block->first) * block->n + k] = at->value[e];
        }
        at = &prescribed->rows;
        for (int e = at->start[block->first + k]; e < at->start[block->first + k + 1]; e++) {
            const int m = prescribed->multiplier_of[at->other[e]];
            if (m != NONE && prescribed->block_of[m] == b)
                d[k * block->n + m - block->first] = at->value[e];
        }
    }
    return invert(block->n, c, block->from_rows) && invert(block->n, d, block->from_columns);
}

bool prescribed_load(prescribed *prescribed, const csc *matrix, workers workers)
{
    workers_run(workers, load_part, &(loading){prescribed, matrix, workers});
    load_couplings(&prescribed->columns, prescribed->n_unknowns, matrix);
    load_couplings(&prescribed->rows, prescribed->n_unknowns, matrix);
    for (int b = 0; b < prescribed->n_blocks; b++)
        if (!load_block(prescribed, b))
            return false;
    return true;
}

/* --- solutions ---------------------------------------------------------------------------------------------------- */

/* to = A from, or A' from. */
static void apply_square(int n, const double *a, bool is_transposed, const double *from, double *to)
{
    for (int i = 0; i < n; i++) {
        to[i] = 0.0;
        for (int j = 0; j < n; j++)
            to[i] += (is_transposed ? a[j * n + i] : a[i * n + j]) * from[j];
    }
}

static void find_known(prescribed *prescribed, bool is_transposed, double *b, double *core)
{
    const couplings *at = is_transposed ? &prescribed->rows : &prescribed->columns;
    for (const block *block = prescribed->blocks; block < prescribed->blocks + prescribed->n_blocks; block++) {
        double given[MOST], *known = prescribed->known + block->first;
        for (int k = 0; k < block->n; k++)
            given[k] = b[prescribed->multiplier[block->first + k]];
        apply_square(block->n, is_transposed ? block->from_columns : block->from_rows, is_transposed, given, known);
        for (int k = 0; k < block->n; k++)
            for (int e = at->start[block->first + k]; e < at->start[block->first + k + 1]; e++)
                b[at->other[e]] -= at->value[e] * known[k];
    }
    for (int i = 0; i < prescribed->n; i++)
        if (prescribed->core_of[i] != NONE)
            core[prescribed->core_of[i]] = b[i];
}

/* Returns what the core and the multipliers of later blocks contribute to the equation of a prescribed unknown. */
static double sum_others(const prescribed *prescribed, const couplings *at, int h, const double *core, const double *b)
{
    double sum = 0.0;
    for (int e = at->start[h]; e < at->start[h + 1]; e++) {
        const int other = at->other[e], i = prescribed->core_of[other], m = prescribed->multiplier_of[other];
        if (i != NONE)
            sum += at->value[e] * core[i];
        else if (m != NONE && prescribed->block_of[m] > prescribed->block_of[h])
            sum += at->value[e] * b[other];
    }
    return sum;
}

static void find_multipliers(const prescribed *prescribed, bool is_transposed, const double *core, double *b)
{
    const couplings *at = is_transposed ? &prescribed->columns : &prescribed->rows;
    for (const block *block = prescribed->blocks + prescribed->n_blocks - 1; block >= prescribed->blocks; block--) {
        double given[MOST], found[MOST];
        for (int k = 0; k < block->n; k++)
            given[k] = b[prescribed->unknown[block->first + k]] - sum_others(prescribed, at, block->first + k, core, b);
        apply_square(block->n, is_transposed ? block->from_rows : block->from_columns, is_transposed, given, found);
        for (int k = 0; k < block->n; k++)
            b[prescribed->multiplier[block->first + k]] = found[k];
    }
    for (int h = 0; h < prescribed->n_unknowns; h++)
        b[prescribed->unknown[h]] = prescribed->known[h];
    for (int i = 0; i < prescribed->n; i++)
        if (prescribed->core_of[i] != NONE)
            b[i] = core[prescribed->core_of[i]];
}

void prescribed_reduce(prescribed *prescribed, double *b, double *core) { find_known(prescribed, false, b, core); }

void prescribed_expand(const prescribed *prescribed, const double *core, double *b)
{
    find_multipliers(prescribed, false, core, b);
}

void prescribed_reduce_transposed(prescribed *prescribed, double *b, double *core)
{
    find_known(prescribed, true, b, core);
}

void prescribed_expand_transposed(const prescribed *prescribed, const double *core, double *b)
{
    find_multipliers(prescribed, true, core, b);
}
