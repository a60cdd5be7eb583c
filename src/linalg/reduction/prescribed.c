/* prescribed.c - a symmetric matrix without its prescribed unknowns, which separate equations determine: clamped nodes.
 *
 *     row m:   c x_k = b_m                          column m, a multiplier, has no other entry
 *     row k:   sum a_kj x_j + c x_m = b_k
 *
 * x_k is known immediately and is removed from the other equations; x_m follows when the others are known:
 *
 *     x_k = b_m / c,    b_i - a_ik x_k,    x_m = (b_k - sum a_kj x_j) / c */
#include "linalg/reduction/prescribed.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

typedef struct {
    int unknown, multiplier, entry; /* k, m, c */
    int first;                      /* first entry of k; they end where those of the next pair begin */
    double value;                   /* x_k */
} pair;

/* Entry a_kj of a pair. */
typedef struct {
    int entry, other;
} coupling;

struct prescribed {
    int n;
    int n_pairs, n_couplings;
    pair *pairs; /* one more than the number of pairs */
    coupling *couplings;
    int *pair_of; /* pair of each prescribed unknown */
    int *core_of; /* number of each unknown in the core; NONE if it is not in the core */
    csc core;
    int n_entries;
    /* of the entries of the core: their rows and columns there, and their original indices */
    int *row, *column, *indices;
    double *value;
};

/* Returns the only entry of each row and column; NONE if there are more, or if it is on the diagonal. */
static int *find_single(const half_matrix *h)
{
    int *n_entries = heap_integers((size_t)h->n, 0), *single = heap_integers((size_t)h->n, NONE);
    for (int e = 0; e < h->n_entries; e++) {
        const int i = h->row[e], j = h->column[e];
        n_entries[i]++;
        n_entries[j] += i != j;
        single[i] = single[j] = i != j ? e : NONE;
    }
    for (int i = 0; i < h->n; i++)
        single[i] = n_entries[i] == 1 ? single[i] : NONE;
    free(n_entries);
    return single;
}

static int other_end(const half_matrix *h, int e, int i) { return h->row[e] == i ? h->column[e] : h->row[e]; }

/* An unknown is prescribed once; two that prescribe each other are left in the core. */
static void find_pairs(prescribed *prescribed, const half_matrix *h)
{
    int *single = find_single(h);
    for (int m = 0; m < h->n; m++) {
        const int k = single[m] == NONE ? NONE : other_end(h, single[m], m);
        if (k == NONE || single[k] != NONE || prescribed->pair_of[k] != NONE)
            continue;
        prescribed->pair_of[k] = prescribed->n_pairs;
        prescribed->core_of[k] = prescribed->core_of[m] = NONE;
        prescribed->pairs[prescribed->n_pairs++] = (pair){.unknown = k, .multiplier = m, .entry = single[m]};
    }
    free(single);
}

static void number_core(prescribed *prescribed)
{
    for (int i = 0; i < prescribed->n; i++)
        if (prescribed->core_of[i] != NONE)
            prescribed->core_of[i] = prescribed->core.n++;
}

static void list_core(prescribed *prescribed, const half_matrix *h)
{
    for (int e = 0; e < h->n_entries; e++) {
        const int i = prescribed->core_of[h->row[e]], j = prescribed->core_of[h->column[e]];
        if (i == NONE || j == NONE)
            continue;
        prescribed->row[prescribed->n_entries] = i;
        prescribed->column[prescribed->n_entries] = j;
        prescribed->indices[prescribed->n_entries++] = e;
    }
}

/* Entries are ordered by columns with ascending rows, and so are those above the diagonal by rows: each list
 * ascends. */
static void build_core(prescribed *prescribed)
{
    const int n = prescribed->core.n;
    int *next = heap_integers((size_t)n, 0);
    prescribed->core.start = heap_integers((size_t)n, 0);
    prescribed->core.row = heap_integers(2 * (size_t)prescribed->n_entries, 0);
    for (int e = 0; e < prescribed->n_entries; e++) {
        next[prescribed->column[e]]++;
        next[prescribed->row[e]] += prescribed->row[e] != prescribed->column[e];
    }
    for (int j = 0; j < n; j++) {
        prescribed->core.start[j + 1] = prescribed->core.start[j] + next[j];
        next[j] = prescribed->core.start[j];
    }
    for (int e = 0; e < prescribed->n_entries; e++)
        if (prescribed->row[e] != prescribed->column[e])
            prescribed->core.row[next[prescribed->row[e]]++] = prescribed->column[e];
    for (int e = 0; e < prescribed->n_entries; e++)
        prescribed->core.row[next[prescribed->column[e]]++] = prescribed->row[e];
    free(next);
}

/* Counts couplings of pairs or, if `list` is not NULL, lists them. */
static void walk_couplings(const prescribed *prescribed, const half_matrix *h, int *next, coupling *list)
{
    for (int e = 0; e < h->n_entries; e++)
        for (int side = 0; side < (h->row[e] == h->column[e] ? 1 : 2); side++) {
            const int k = side ? h->row[e] : h->column[e], i = prescribed->pair_of[k];
            if (i == NONE || e == prescribed->pairs[i].entry)
                continue;
            if (list)
                list[next[i]] = (coupling){e, side ? h->column[e] : h->row[e]};
            next[i]++;
        }
}

static void list_couplings(prescribed *prescribed, const half_matrix *h)
{
    int *next = heap_integers((size_t)prescribed->n_pairs, 0);
    walk_couplings(prescribed, h, next, NULL);
    for (int i = 0; i <= prescribed->n_pairs; i++) {
        const int count = i < prescribed->n_pairs ? next[i] : 0;
        prescribed->pairs[i].first = next[i] = prescribed->n_couplings;
        prescribed->n_couplings += count;
    }
    prescribed->couplings = heap_resize(NULL, ((size_t)prescribed->n_couplings + 1) * sizeof *prescribed->couplings);
    walk_couplings(prescribed, h, next, prescribed->couplings);
    free(next);
}

prescribed *prescribed_create(const half_matrix *h)
{
    const size_t n = (size_t)h->n, n_entries = (size_t)h->n_entries;
    prescribed *x = heap_resize(NULL, sizeof *x);
    *x = (prescribed){.n = h->n,
                      .pair_of = heap_integers(n, NONE),
                      .core_of = heap_integers(n, 0),
                      .row = heap_integers(n_entries, 0),
                      .column = heap_integers(n_entries, 0),
                      .indices = heap_integers(n_entries, 0),
                      .pairs = heap_resize(NULL, (n + 1) * sizeof(pair)),
                      .value = heap_resize(NULL, (n_entries + 1) * sizeof(double))};
    find_pairs(x, h);
    number_core(x);
    list_core(x, h);
    build_core(x);
    list_couplings(x, h);
    return x;
}

void prescribed_destroy(prescribed *prescribed)
{
    if (!prescribed)
        return;
    free(prescribed->pairs);
    free(prescribed->couplings);
    free(prescribed->pair_of);
    free(prescribed->core_of);
    free(prescribed->core.start);
    free(prescribed->core.row);
    free(prescribed->row);
    free(prescribed->column);
    free(prescribed->indices);
    free(prescribed->value);
    free(prescribed);
}

const csc *prescribed_core(const prescribed *prescribed) { return &prescribed->core; }

int prescribed_entries(const prescribed *prescribed, const int **row, const int **column)
{
    *row = prescribed->row;
    *column = prescribed->column;
    return prescribed->n_entries;
}

double *prescribed_values(const prescribed *prescribed) { return prescribed->value; }

typedef struct {
    prescribed *prescribed;
    const half_matrix *h;
    workers workers;
} loading;

static void load_part(void *context, int member)
{
    const loading *loading = context;
    const prescribed *prescribed = loading->prescribed;
    for (int e = workers_begin(loading->workers, prescribed->n_entries, member);
         e < workers_begin(loading->workers, prescribed->n_entries, member + 1); e++)
        prescribed->value[e] = loading->h->value[prescribed->indices[e]];
}

bool prescribed_load(prescribed *prescribed, const half_matrix *h, workers workers)
{
    workers_run(workers, load_part, &(loading){prescribed, h, workers});
    for (int i = 0; i < prescribed->n_pairs; i++)
        if (!isfinite(1.0 / h->value[prescribed->pairs[i].entry]))
            return false;
    return true;
}

void prescribed_reduce(prescribed *prescribed, const half_matrix *h, const double *b, double *core)
{
    for (int i = 0; i < prescribed->n; i++)
        if (prescribed->core_of[i] != NONE)
            core[prescribed->core_of[i]] = b[i];
    for (pair *pair = prescribed->pairs; pair < prescribed->pairs + prescribed->n_pairs; pair++) {
        pair->value = b[pair->multiplier] / h->value[pair->entry];
        for (const coupling *coupling = prescribed->couplings + pair->first;
             coupling < prescribed->couplings + pair[1].first; coupling++)
            if (prescribed->core_of[coupling->other] != NONE)
                core[prescribed->core_of[coupling->other]] -= h->value[coupling->entry] * pair->value;
    }
}

void prescribed_expand(const prescribed *prescribed, const half_matrix *h, const double *core, double *b)
{
    for (const pair *p = prescribed->pairs; p < prescribed->pairs + prescribed->n_pairs; p++) {
        double sum = b[p->unknown];
        for (const coupling *coupling = prescribed->couplings + p->first; coupling < prescribed->couplings + p[1].first;
             coupling++) {
            const int i = prescribed->core_of[coupling->other];
            const double other = i != NONE ? core[i] : prescribed->pairs[prescribed->pair_of[coupling->other]].value;
            sum -= h->value[coupling->entry] * other;
        }
        b[p->multiplier] = sum / h->value[p->entry];
    }
    for (const pair *pair = prescribed->pairs; pair < prescribed->pairs + prescribed->n_pairs; pair++)
        b[pair->unknown] = pair->value;
    for (int i = 0; i < prescribed->n; i++)
        if (prescribed->core_of[i] != NONE)
            b[i] = core[prescribed->core_of[i]];
}

int prescribed_column(const prescribed *prescribed, int column)
{
    int i = 0;
    while (i < prescribed->n - 1 && prescribed->core_of[i] != column)
        i++;
    return i;
}
