/* prescribed.c - a symmetric matrix without its prescribed unknowns, which equations of their own give: clamped nodes.
 *
 *     row m:   c x_k = b_m                          column m, a multiplier, has no other entry
 *     row k:   sum a_kj x_j + c x_m = b_k
 *
 * x_k is known at once, the others lose it, and x_m follows when they are known:
 *
 *     x_k = b_m / c,    b_i - a_ik x_k,    x_m = (b_k - sum a_kj x_j) / c */
#include "linalg/reduction/prescribed.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

typedef struct {
    int unknown, multiplier, entry; /* k, m, c */
    int first;                      /* of the entries of k; they end where those of the next pair begin */
    double value;                   /* x_k */
} pair;

/* Entry a_kj of a pair. */
typedef struct {
    int entry, other;
} coupling;

struct prescribed {
    int n;
    int n_pairs, n_couplings;
    pair *pairs; /* one more than there are */
    coupling *couplings;
    int *pair_of; /* of unknowns that are prescribed */
    int *core_of; /* number of each unknown in the core; NONE: it has none */
    csc core;
    int n_entries;
    int *row, *column, *indices; /* of the core: of its numbers, and where they come from */
    double *value;
};

/* The only entry of each row and column; NONE: there are more, or it stands on the diagonal. */
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

/* An unknown is prescribed once; two that prescribe each other are left alone. */
static void find_pairs(prescribed *x, const half_matrix *h)
{
    int *single = find_single(h);
    for (int m = 0; m < h->n; m++) {
        const int k = single[m] == NONE ? NONE : other_end(h, single[m], m);
        if (k == NONE || single[k] != NONE || x->pair_of[k] != NONE)
            continue;
        x->pair_of[k] = x->n_pairs;
        x->core_of[k] = x->core_of[m] = NONE;
        x->pairs[x->n_pairs++] = (pair){.unknown = k, .multiplier = m, .entry = single[m]};
    }
    free(single);
}

static void number_core(prescribed *x)
{
    for (int i = 0; i < x->n; i++)
        if (x->core_of[i] != NONE)
            x->core_of[i] = x->core.n++;
}

static void list_core(prescribed *x, const half_matrix *h)
{
    for (int e = 0; e < h->n_entries; e++) {
        const int i = x->core_of[h->row[e]], j = x->core_of[h->column[e]];
        if (i == NONE || j == NONE)
            continue;
        x->row[x->n_entries] = i;
        x->column[x->n_entries] = j;
        x->indices[x->n_entries++] = e;
    }
}

/* Entries come by columns, rows ascending: so do those above the diagonal, by rows, and each list ascends. */
static void build_core(prescribed *x)
{
    const int n = x->core.n;
    int *next = heap_integers((size_t)n, 0);
    x->core.start = heap_integers((size_t)n, 0);
    x->core.row = heap_integers(2 * (size_t)x->n_entries, 0);
    for (int e = 0; e < x->n_entries; e++) {
        next[x->column[e]]++;
        next[x->row[e]] += x->row[e] != x->column[e];
    }
    for (int j = 0; j < n; j++) {
        x->core.start[j + 1] = x->core.start[j] + next[j];
        next[j] = x->core.start[j];
    }
    for (int e = 0; e < x->n_entries; e++)
        if (x->row[e] != x->column[e])
            x->core.row[next[x->row[e]]++] = x->column[e];
    for (int e = 0; e < x->n_entries; e++)
        x->core.row[next[x->column[e]]++] = x->row[e];
    free(next);
}

/* Counts couplings of pairs, or with a place to put them lists them. */
static void walk_couplings(const prescribed *x, const half_matrix *h, int *next, coupling *list)
{
    for (int e = 0; e < h->n_entries; e++)
        for (int side = 0; side < (h->row[e] == h->column[e] ? 1 : 2); side++) {
            const int k = side ? h->row[e] : h->column[e], i = x->pair_of[k];
            if (i == NONE || e == x->pairs[i].entry)
                continue;
            if (list)
                list[next[i]] = (coupling){e, side ? h->column[e] : h->row[e]};
            next[i]++;
        }
}

static void list_couplings(prescribed *x, const half_matrix *h)
{
    int *next = heap_integers((size_t)x->n_pairs, 0);
    walk_couplings(x, h, next, NULL);
    for (int i = 0; i <= x->n_pairs; i++) {
        const int count = i < x->n_pairs ? next[i] : 0;
        x->pairs[i].first = next[i] = x->n_couplings;
        x->n_couplings += count;
    }
    x->couplings = heap_resize(NULL, ((size_t)x->n_couplings + 1) * sizeof *x->couplings);
    walk_couplings(x, h, next, x->couplings);
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

void prescribed_destroy(prescribed *x)
{
    if (!x)
        return;
    free(x->pairs);
    free(x->couplings);
    free(x->pair_of);
    free(x->core_of);
    free(x->core.start);
    free(x->core.row);
    free(x->row);
    free(x->column);
    free(x->indices);
    free(x->value);
    free(x);
}

const csc *prescribed_core(const prescribed *x) { return &x->core; }

int prescribed_entries(const prescribed *x, const int **row, const int **column)
{
    *row = x->row;
    *column = x->column;
    return x->n_entries;
}

double *prescribed_values(const prescribed *x) { return x->value; }

typedef struct {
    prescribed *x;
    const half_matrix *h;
    crew crew;
} loading;

static void load_part(void *context, int member)
{
    const loading *l = context;
    const prescribed *x = l->x;
    for (int e = crew_part(l->crew, x->n_entries, member); e < crew_part(l->crew, x->n_entries, member + 1); e++)
        x->value[e] = l->h->value[x->indices[e]];
}

bool prescribed_load(prescribed *x, const half_matrix *h, crew c)
{
    crew_do(c, load_part, &(loading){x, h, c});
    for (int i = 0; i < x->n_pairs; i++)
        if (!isfinite(1.0 / h->value[x->pairs[i].entry]))
            return false;
    return true;
}

void prescribed_reduce(prescribed *x, const half_matrix *h, const double *b, double *core)
{
    for (int i = 0; i < x->n; i++)
        if (x->core_of[i] != NONE)
            core[x->core_of[i]] = b[i];
    for (pair *p = x->pairs; p < x->pairs + x->n_pairs; p++) {
        p->value = b[p->multiplier] / h->value[p->entry];
        for (const coupling *c = x->couplings + p->first; c < x->couplings + p[1].first; c++)
            if (x->core_of[c->other] != NONE)
                core[x->core_of[c->other]] -= h->value[c->entry] * p->value;
    }
}

void prescribed_expand(const prescribed *x, const half_matrix *h, const double *core, double *b)
{
    for (const pair *p = x->pairs; p < x->pairs + x->n_pairs; p++) {
        double sum = b[p->unknown];
        for (const coupling *c = x->couplings + p->first; c < x->couplings + p[1].first; c++) {
            const int i = x->core_of[c->other];
            const double other = i != NONE ? core[i] : x->pairs[x->pair_of[c->other]].value;
            sum -= h->value[c->entry] * other;
        }
        b[p->multiplier] = sum / h->value[p->entry];
    }
    for (const pair *p = x->pairs; p < x->pairs + x->n_pairs; p++)
        b[p->unknown] = p->value;
    for (int i = 0; i < x->n; i++)
        if (x->core_of[i] != NONE)
            b[i] = core[x->core_of[i]];
}

int prescribed_column(const prescribed *x, int column)
{
    int i = 0;
    while (i < x->n - 1 && x->core_of[i] != column)
        i++;
    return i;
}
