/* row_sums.c - sums over ranks: contributions to the owners, then sums to everybody. */
#include "linalg/divided/row_sums.h"
#include "base/arena.h"
#include <stdlib.h>
#include <string.h>

struct row_sums {
    const ranks *ranks;
    int n;
    int *by_owner;        /* rows, by owner, ascending */
    int *counts, *starts; /* of each owner, with one number more */
    rank_list to, from;
    int *out, *in; /* rows that are sent and received */
    double *sent, *received, *mine, *all;
};

/* --- creation ----------------------------------------------------------------------------------------------------- */

static void sort_rows(row_sums *sums, const int *owner)
{
    const int count = sums->ranks->count;
    int *next = heap_integers((size_t)count, 0);
    for (int i = 0; i < sums->n; i++)
        next[owner[i] + 1]++;
    for (int r = 0; r < count; r++) {
        sums->counts[r] = next[r + 1] + 1;
        sums->starts[r] = next[r] + r;
        next[r + 1] += next[r];
    }
    for (int i = 0; i < sums->n; i++)
        sums->by_owner[next[owner[i]]++] = i;
    free(next);
}

/* A list of the ranks with a count. */
static rank_list list_ranks(const int *count, int n)
{
    rank_list list = {0, heap_integers((size_t)n, 0), heap_integers((size_t)n, 0)};
    for (int r = 0; r < n; r++)
        if (count[r] > 0) {
            list.rank[list.n] = r;
            list.start[list.n + 1] = list.start[list.n] + count[r];
            list.n++;
        }
    return list;
}

static int *list_out(const row_sums *sums, const int *owner, const bool *touched)
{
    int *out = heap_integers((size_t)sums->to.start[sums->to.n], 0), n = 0;
    for (int k = 0; k < sums->to.n; k++)
        for (int e = 0; e < sums->n; e++) {
            const int row = sums->by_owner[e];
            if (touched[row] && owner[row] == sums->to.rank[k])
                out[n++] = row;
        }
    return out;
}

/* Numbers of rows travel as reals, which represent them exactly. */
static int *list_in(const row_sums *sums)
{
    const int n_out = sums->to.start[sums->to.n], n_in = sums->from.start[sums->from.n];
    int *in = heap_integers((size_t)n_in, 0);
    for (int k = 0; k < n_out; k++)
        sums->sent[k] = sums->out[k];
    sums->ranks->exchange(&sums->to, sums->sent, &sums->from, sums->received);
    for (int k = 0; k < n_in; k++)
        in[k] = (int)sums->received[k];
    return in;
}

static void find_neighbours(row_sums *sums, const int *owner, const bool *touched)
{
    const int count = sums->ranks->count, own = sums->ranks->number;
    int *to = heap_integers((size_t)count, 0), *from = heap_integers((size_t)count, 0);
    int *all = heap_integers((size_t)count * (size_t)count, 0);
    for (int i = 0; i < sums->n; i++)
        to[owner[i]] += touched[i] && owner[i] != own;
    sums->ranks->collect(to, (size_t)count * sizeof *to, all);
    for (int r = 0; r < count; r++)
        from[r] = all[r * count + own];
    sums->to = list_ranks(to, count);
    sums->from = list_ranks(from, count);
    free(to);
    free(from);
    free(all);
}

row_sums *row_sums_create(const ranks *ranks, int n, const int *owner, const bool *touched)
{
    row_sums *sums = heap_resize(NULL, sizeof *sums);
    *sums = (row_sums){.ranks = ranks,
                       .n = n,
                       .by_owner = heap_integers((size_t)n, 0),
                       .counts = heap_integers((size_t)ranks->count, 0),
                       .starts = heap_integers((size_t)ranks->count, 0)};
    sort_rows(sums, owner);
    find_neighbours(sums, owner, touched);
    sums->sent = heap_reals((size_t)sums->to.start[sums->to.n]);
    sums->received = heap_reals((size_t)sums->from.start[sums->from.n]);
    sums->mine = heap_reals((size_t)sums->counts[ranks->number]);
    sums->all = heap_reals((size_t)n + (size_t)ranks->count);
    sums->out = list_out(sums, owner, touched);
    sums->in = list_in(sums);
    return sums;
}

void row_sums_destroy(row_sums *sums)
{
    if (!sums)
        return;
    void *const parts[] = {sums->by_owner,  sums->counts,     sums->starts, sums->to.rank, sums->to.start,
                           sums->from.rank, sums->from.start, sums->out,    sums->in,      sums->sent,
                           sums->received,  sums->mine,       sums->all};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        free(parts[i]);
    free(sums);
}

/* --- sums --------------------------------------------------------------------------------------------------------- */

static void add_received(const row_sums *sums, double *values)
{
    for (int k = 0; k < sums->to.start[sums->to.n]; k++)
        sums->sent[k] = values[sums->out[k]];
    sums->ranks->exchange(&sums->to, sums->sent, &sums->from, sums->received);
    for (int k = 0; k < sums->from.start[sums->from.n]; k++)
        values[sums->in[k]] += sums->received[k];
}

void row_sums_add(row_sums *sums, double *values, double mine, double *all)
{
    const int own = sums->ranks->number, first = sums->starts[own] - own, n = sums->counts[own] - 1;
    add_received(sums, values);
    for (int k = 0; k < n; k++)
        sums->mine[k] = values[sums->by_owner[first + k]];
    sums->mine[n] = mine;
    sums->ranks->collect_reals(sums->mine, sums->all, sums->counts, sums->starts);
    for (int r = 0; r < sums->ranks->count; r++) {
        const int at = sums->starts[r], rows = sums->counts[r] - 1;
        for (int k = 0; k < rows; k++)
            values[sums->by_owner[at - r + k]] = sums->all[at + k];
        if (all)
            all[r] = sums->all[at + rows];
    }
}

int row_sums_sent(const row_sums *sums) { return sums->to.start[sums->to.n]; }
int row_sums_received(const row_sums *sums) { return sums->from.start[sums->from.n]; }
