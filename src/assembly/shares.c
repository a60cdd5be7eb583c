/* shares.c - residual and Jacobian by a thread pool: each worker evaluates the elements of a region of the model.
 *
 * Unknowns that are close in the model have close numbers: a region is a range of the elements, ordered by the middle
 * of their rows, with an equal part of the work. */
#include "assembly/shares.h"
#include "assembly/inactive.h"
#include "base/bulk.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1, SEVERAL = -2 };

/* The sources of the terms of a list of sums. */
typedef struct {
    int n;
    int *owner;                  /* of each sum: the only worker that contributes to it, or SEVERAL */
    int n_shared, *sum;          /* sums to which several workers contribute */
    int *start;                  /* where their terms begin: n_shared + 1 */
    double *term;                /* in the order of the elements */
    int *n_internal, **internal; /* sums of each worker that no other contributes to */
} sum_list;

/* Contributions of an element: local number from[k] to the worker's internal sum to[k], then to the term to[k]. */
typedef struct {
    int n_internal, n;
    unsigned *sources;
    int *targets;
} contribution;

typedef struct {
    const elem *element;
    int rank; /* position in the order */
    contribution rows, entries;
} share_element;

typedef struct {
    int n;
    share_element *element; /* in the order */
    double *r, *J;          /* workspace for one element */
    state state;
    evaluation_error failed;
    int failed_at; /* element with an error, in the order */
} share;

struct shares {
    thread_pool *pool;
    int members;
    share *share;
    sum_list rows, entries;
    const shares_sums *shares_sums;
};

/* --- regions ------------------------------------------------------------------------------------------------------ */

static long work(const elem *element) { return (long)element->n * element->ld; }

typedef struct {
    long middle;
    int rank;
} position;

static int by_middle(const void *a, const void *b)
{
    const position *p = a, *q = b;
    const int order = (p->middle > q->middle) - (p->middle < q->middle);
    return order ? order : p->rank - q->rank;
}

static long middle_row(const elem *element)
{
    long sum = 0, n = 0;
    for (int k = 0; k < element->n; k++)
        if (element->row[k] >= 0) {
            sum += element->row[k];
            n++;
        }
    return n > 0 ? sum / n : 0;
}

int *shares_deal(const elem *const *order, int n, int members, arena *memory)
{
    position *p = ARENA_ARRAY(memory, position, n);
    int *member = ARENA_ARRAY(memory, int, n);
    long whole = 0, so_far = 0;
    for (int i = 0; i < n; i++) {
        p[i] = (position){middle_row(order[i]), i};
        whole += work(order[i]);
    }
    qsort(p, (size_t)n, sizeof *p, by_middle);
    for (int i = 0; i < n; i++) {
        member[p[i].rank] = (int)(so_far * members / whole);
        so_far += work(order[p[i].rank]);
    }
    return member;
}

/* --- sums --------------------------------------------------------------------------------------------------------- */

static int count_targets(const elem *element, bool rows) { return rows ? element->n : element->n_slots; }
static int target(const elem *element, bool rows, int k) { return rows ? element->row[k] : element->slot[k]; }

static void find_owners(sum_list *list, const shares *shares, bool rows, arena *memory)
{
    list->owner = ARENA_ARRAY(memory, int, list->n + 1);
    for (int i = 0; i < list->n; i++)
        list->owner[i] = NOBODY;
    for (int m = 0; m < shares->members; m++)
        for (int i = 0; i < shares->share[m].n; i++) {
            const elem *element = shares->share[m].element[i].element;
            for (int k = 0; k < count_targets(element, rows); k++)
                if (target(element, rows, k) >= 0) {
                    int *owner = &list->owner[target(element, rows, k)];
                    *owner = *owner == NOBODY || *owner == m ? m : SEVERAL;
                }
        }
}

/* Sums without terms are left to the caller. */
static void list_internal(sum_list *list, int members, arena *memory)
{
    list->n_internal = ARENA_ARRAY(memory, int, members);
    list->internal = ARENA_ARRAY(memory, int *, members);
    for (int i = 0; i < list->n; i++) {
        list->owner[i] = list->owner[i] == NOBODY ? 0 : list->owner[i];
        if (list->owner[i] == SEVERAL)
            list->n_shared++;
        else
            list->n_internal[list->owner[i]]++;
    }
    for (int m = 0; m < members; m++) {
        list->internal[m] = ARENA_ARRAY(memory, int, list->n_internal[m] + 1);
        list->n_internal[m] = 0;
    }
    for (int i = 0; i < list->n; i++)
        if (list->owner[i] != SEVERAL)
            list->internal[list->owner[i]][list->n_internal[list->owner[i]]++] = i;
}

/* number[i]: the index of sum i among the shared ones. */
static int *number_shared(sum_list *list, arena *memory)
{
    int *number = ARENA_ARRAY(memory, int, list->n + 1);
    list->sum = ARENA_ARRAY(memory, int, list->n_shared + 1);
    for (int i = 0, k = 0; i < list->n; i++)
        if (list->owner[i] == SEVERAL) {
            list->sum[k] = i;
            number[i] = k++;
        }
    return number;
}

static void begin_contribution(contribution *contribution, const elem *element, bool rows, arena *memory)
{
    contribution->sources = ARENA_ARRAY(memory, unsigned, count_targets(element, rows) + 1);
    contribution->targets = ARENA_ARRAY(memory, int, count_targets(element, rows) + 1);
}

static void add_target(contribution *contribution, const elem *element, bool rows, int k, int to)
{
    contribution->sources[contribution->n] = rows ? (unsigned)k : element->source[k];
    contribution->targets[contribution->n++] = to;
}

/* Calls follow the order of the elements, so terms are stored in that order. */
typedef struct {
    const elem *element;
    contribution *contribution;
} listed;

static void list_terms(sum_list *list, const listed *all, int n, bool rows, arena *memory)
{
    const int *number = number_shared(list, memory);
    list->start = ARENA_ARRAY(memory, int, list->n_shared + 2);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < count_targets(all[i].element, rows); k++) {
            const int to = target(all[i].element, rows, k);
            if (to >= 0 && list->owner[to] == SEVERAL)
                list->start[number[to] + 2]++;
        }
    for (int i = 1; i < list->n_shared; i++)
        list->start[i + 1] += list->start[i];
    for (int i = 0; i < n; i++) {
        const elem *element = all[i].element;
        contribution *contribution = all[i].contribution;
        begin_contribution(contribution, element, rows, memory);
        for (int k = 0; k < count_targets(element, rows); k++)
            if (target(element, rows, k) >= 0 && list->owner[target(element, rows, k)] != SEVERAL)
                add_target(contribution, element, rows, k, target(element, rows, k));
        contribution->n_internal = contribution->n;
        for (int k = 0; k < count_targets(element, rows); k++)
            if (target(element, rows, k) >= 0 && list->owner[target(element, rows, k)] == SEVERAL)
                add_target(contribution, element, rows, k, list->start[number[target(element, rows, k)] + 1]++);
    }
    list->term = ARENA_ARRAY(memory, double, list->start[list->n_shared] + 1);
}

static void list_sums(sum_list *list, const shares *shares, listed *all, int n, bool rows, arena *memory)
{
    for (int m = 0; m < shares->members; m++)
        for (int i = 0; i < shares->share[m].n; i++) {
            share_element *element = &shares->share[m].element[i];
            all[element->rank] = (listed){element->element, rows ? &element->rows : &element->entries};
        }
    find_owners(list, shares, rows, memory);
    list_internal(list, shares->members, memory);
    list_terms(list, all, n, rows, memory);
}

/* --- creation ----------------------------------------------------------------------------------------------------- */

static void give_elements(shares *shares, const elem *const *order, int n, arena *memory)
{
    const int *member = shares_deal(order, n, shares->members, memory);
    int rows = 0;
    long entries = 0;
    for (int i = 0; i < n; i++) {
        shares->share[member[i]].n++;
        rows = order[i]->n > rows ? order[i]->n : rows;
        entries = work(order[i]) > entries ? work(order[i]) : entries;
    }
    for (int m = 0; m < shares->members; m++) {
        share *to = &shares->share[m];
        to->element = ARENA_ARRAY(memory, share_element, to->n + 1);
        to->r = ARENA_ARRAY(memory, double, rows + 1);
        to->J = ARENA_ARRAY(memory, double, entries + 1);
        to->n = 0;
    }
    for (int i = 0; i < n; i++) {
        share *to = &shares->share[member[i]];
        to->element[to->n++] = (share_element){.element = order[i], .rank = i};
    }
}

shares *shares_create(thread_pool *pool, int members, const elem *const *order, int n, const model *model,
                      arena *memory)
{
    if (members < 2 || n < members)
        return NULL;
    shares *h = ARENA_NEW(memory, shares);
    h->pool = pool;
    h->members = members;
    h->share = ARENA_ARRAY(memory, share, members);
    h->rows.n = model->n_unknowns;
    h->entries.n = csc_entries(model->matrix);
    give_elements(h, order, n, memory);
    listed *all = ARENA_ARRAY(memory, listed, n);
    list_sums(&h->rows, h, all, n, true, memory);
    list_sums(&h->entries, h, all, n, false, memory);
    return h;
}

/* --- evaluation --------------------------------------------------------------------------------------------------- */

static void clear_internal(const sum_list *list, int member, double *to)
{
    const int *internal = list->internal[member];
    for (int k = 0; k < list->n_internal[member]; k++)
        to[internal[k]] = 0;
}

static void contribute(const contribution *contribution, const double *from, double *internal, double *term)
{
    for (int k = 0; k < contribution->n_internal; k++)
        internal[contribution->targets[k]] += from[contribution->sources[k]];
    for (int k = contribution->n_internal; k < contribution->n; k++)
        term[contribution->targets[k]] = from[contribution->sources[k]];
}

static void contribute_magnitudes(const contribution *contribution, const double *from, double *internal)
{
    for (int k = 0; k < contribution->n_internal; k++)
        internal[contribution->targets[k]] += fabs(from[contribution->sources[k]]);
}

/* An inactive element contributes nothing. */
static void evaluate_inactive(const state *state, const elem *element, const local *out)
{
    for (int k = 0; k < element->n; k++)
        if (element->row[k] >= element->internal && element->row[k] < element->internal + element->n_internal) {
            out->r[k] = inactive_row(state, element, element->row[k] - element->internal);
            out->J[k * out->ld + k] = inactive_derivative(state, element, element->row[k] - element->internal);
        }
}

static void shares_evaluate(const shares *shares, share *mine, const share_element *element)
{
    const elem *e = element->element;
    const bool had_failed = mine->failed.is_set, is_on = elem_is_on(&mine->state, e);
    const bool with_entries = shares->shares_sums->entry || !is_on;
    local out = {.r = mine->r, .J = mine->J, .ld = e->ld};
    memset(out.r, 0, (size_t)e->n * sizeof *out.r);
    if (with_entries)
        bulk_clear(out.J, (size_t)work(e) * sizeof *out.J);
    if (is_on)
        e->type->eval(with_entries ? e->ld : 0, &mine->state, e, &out);
    else
        evaluate_inactive(&mine->state, e, &out);
    if (mine->failed.is_set && !had_failed)
        mine->failed_at = element->rank;
}

static void sum_share(void *context, int member)
{
    const shares *shares = context;
    share *mine = &shares->share[member];
    const shares_sums *to = shares->shares_sums;
    if (to->r)
        clear_internal(&shares->rows, member, to->r);
    if (to->r && to->magnitude)
        clear_internal(&shares->rows, member, to->magnitude);
    if (to->entry)
        clear_internal(&shares->entries, member, to->entry);
    for (int i = 0; i < mine->n; i++) {
        const share_element *element = &mine->element[i];
        shares_evaluate(shares, mine, element);
        if (to->r)
            contribute(&element->rows, mine->r, to->r, shares->rows.term);
        if (to->r && to->magnitude && elem_is_on(&mine->state, element->element))
            contribute_magnitudes(&element->rows, mine->r, to->magnitude);
        if (to->entry)
            contribute(&element->entries, mine->J, to->entry, shares->entries.term);
    }
}

static void add_terms(const sum_list *list, double *to)
{
    for (int i = 0; i < list->n_shared; i++) {
        double sum = 0;
        for (int k = list->start[i]; k < list->start[i + 1]; k++)
            sum += list->term[k];
        to[list->sum[i]] = sum;
    }
}

static void add_magnitudes(const sum_list *list, double *to)
{
    for (int i = 0; i < list->n_shared; i++) {
        double sum = 0;
        for (int k = list->start[i]; k < list->start[i + 1]; k++)
            sum += fabs(list->term[k]);
        to[list->sum[i]] = sum;
    }
}

/* Reports the error that a single thread would have encountered first. */
static void report_error(const shares *shares, const state *state)
{
    const share *first = NULL;
    for (int k = 0; k < shares->members; k++)
        if (shares->share[k].failed.is_set && (!first || shares->share[k].failed_at < first->failed_at))
            first = &shares->share[k];
    if (first && state->failed && !state->failed->is_set)
        *state->failed = first->failed;
}

void shares_sum(shares *shares, const state *state, const shares_sums *to)
{
    shares->shares_sums = to;
    for (int m = 0; m < shares->members; m++) {
        share *of = &shares->share[m];
        of->state = *state;
        of->state.failed = &of->failed;
        of->failed.is_set = false;
    }
    workers_run((workers){shares->pool, shares->members}, sum_share, shares);
    if (to->r)
        add_terms(&shares->rows, to->r);
    if (to->r && to->magnitude)
        add_magnitudes(&shares->rows, to->magnitude);
    if (to->entry)
        add_terms(&shares->entries, to->entry);
    report_error(shares, state);
}
