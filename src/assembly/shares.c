/* shares.c - residual and Jacobian by a team: each member evaluates the elements of a region of the model.
 *
 * Unknowns that are near in the model are near in number: a region is a range of the elements, by the middle of their
 * rows, with a fair part of the work. */
#include "assembly/shares.h"
#include "assembly/inactive.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NOBODY = -1, SEVERAL = -2 };

/* Where a list of sums gets its terms. */
typedef struct {
    int n;
    int *owner;         /* of each sum: the member that contributes to it alone, or SEVERAL */
    int n_shared, *sum; /* those to which several do */
    int *start;         /* and where their terms are: n_shared + 1 */
    double *term;       /* in the order of the elements */
    int *n_own, **own;  /* of each member: its own sums */
} sum_list;

/* What an element contributes: local number from[k] to the member's own sum to[k], then to the term to[k]. */
typedef struct {
    int n_own, n;
    int *sources, *targets;
} contribution;

typedef struct {
    const elem *e;
    int rank; /* in the order */
    contribution rows, entries;
} share_element;

typedef struct {
    int n;
    share_element *element; /* in the order */
    double *r, *J;          /* of one element */
    state s;
    fault failed;
    int failed_at; /* element, in the order */
} share;

struct shares {
    team *team;
    int members;
    share *share;
    sum_list rows, entries;
    const shares_sums *shares_sums;
};

/* --- regions ------------------------------------------------------------------------------------------------------ */

static long work(const elem *e) { return (long)e->n * e->ld; }

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

static long middle_row(const elem *e)
{
    long sum = 0, n = 0;
    for (int k = 0; k < e->n; k++)
        if (e->row[k] >= 0) {
            sum += e->row[k];
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

static int count_targets(const elem *e, bool rows) { return rows ? e->n : e->n_slots; }
static int target(const elem *e, bool rows, int k) { return rows ? e->row[k] : e->slot[k]; }

static void find_owners(sum_list *l, const shares *h, bool rows, arena *memory)
{
    l->owner = ARENA_ARRAY(memory, int, l->n + 1);
    for (int i = 0; i < l->n; i++)
        l->owner[i] = NOBODY;
    for (int m = 0; m < h->members; m++)
        for (int i = 0; i < h->share[m].n; i++) {
            const elem *e = h->share[m].element[i].e;
            for (int k = 0; k < count_targets(e, rows); k++)
                if (target(e, rows, k) >= 0) {
                    int *owner = &l->owner[target(e, rows, k)];
                    *owner = *owner == NOBODY || *owner == m ? m : SEVERAL;
                }
        }
}

/* Sums without terms are the caller's. */
static void list_own(sum_list *l, int members, arena *memory)
{
    l->n_own = ARENA_ARRAY(memory, int, members);
    l->own = ARENA_ARRAY(memory, int *, members);
    for (int i = 0; i < l->n; i++) {
        l->owner[i] = l->owner[i] == NOBODY ? 0 : l->owner[i];
        if (l->owner[i] == SEVERAL)
            l->n_shared++;
        else
            l->n_own[l->owner[i]]++;
    }
    for (int m = 0; m < members; m++) {
        l->own[m] = ARENA_ARRAY(memory, int, l->n_own[m] + 1);
        l->n_own[m] = 0;
    }
    for (int i = 0; i < l->n; i++)
        if (l->owner[i] != SEVERAL)
            l->own[l->owner[i]][l->n_own[l->owner[i]]++] = i;
}

/* number[i]: which of the shared sums i is. */
static int *number_shared(sum_list *l, arena *memory)
{
    int *number = ARENA_ARRAY(memory, int, l->n + 1);
    l->sum = ARENA_ARRAY(memory, int, l->n_shared + 1);
    for (int i = 0, k = 0; i < l->n; i++)
        if (l->owner[i] == SEVERAL) {
            l->sum[k] = i;
            number[i] = k++;
        }
    return number;
}

static void begin_contribution(contribution *c, const elem *e, bool rows, arena *memory)
{
    c->sources = ARENA_ARRAY(memory, int, count_targets(e, rows) + 1);
    c->targets = ARENA_ARRAY(memory, int, count_targets(e, rows) + 1);
}

static void add_target(contribution *c, const elem *e, bool rows, int k, int to)
{
    c->sources[c->n] = rows ? k : e->source[k];
    c->targets[c->n++] = to;
}

/* Calls go over the elements in their order, so that terms lie in it. */
typedef struct {
    const elem *e;
    contribution *c;
} listed;

static void list_terms(sum_list *l, const listed *all, int n, bool rows, arena *memory)
{
    const int *number = number_shared(l, memory);
    l->start = ARENA_ARRAY(memory, int, l->n_shared + 2);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < count_targets(all[i].e, rows); k++) {
            const int to = target(all[i].e, rows, k);
            if (to >= 0 && l->owner[to] == SEVERAL)
                l->start[number[to] + 2]++;
        }
    for (int i = 1; i < l->n_shared; i++)
        l->start[i + 1] += l->start[i];
    for (int i = 0; i < n; i++) {
        const elem *e = all[i].e;
        contribution *c = all[i].c;
        begin_contribution(c, e, rows, memory);
        for (int k = 0; k < count_targets(e, rows); k++)
            if (target(e, rows, k) >= 0 && l->owner[target(e, rows, k)] != SEVERAL)
                add_target(c, e, rows, k, target(e, rows, k));
        c->n_own = c->n;
        for (int k = 0; k < count_targets(e, rows); k++)
            if (target(e, rows, k) >= 0 && l->owner[target(e, rows, k)] == SEVERAL)
                add_target(c, e, rows, k, l->start[number[target(e, rows, k)] + 1]++);
    }
    l->term = ARENA_ARRAY(memory, double, l->start[l->n_shared] + 1);
}

static void list_sums(sum_list *l, const shares *h, listed *all, int n, bool rows, arena *memory)
{
    for (int m = 0; m < h->members; m++)
        for (int i = 0; i < h->share[m].n; i++) {
            share_element *x = &h->share[m].element[i];
            all[x->rank] = (listed){x->e, rows ? &x->rows : &x->entries};
        }
    find_owners(l, h, rows, memory);
    list_own(l, h->members, memory);
    list_terms(l, all, n, rows, memory);
}

/* --- creation ----------------------------------------------------------------------------------------------------- */

static void give_elements(shares *h, const elem *const *order, int n, arena *memory)
{
    const int *member = shares_deal(order, n, h->members, memory);
    int rows = 0;
    long entries = 0;
    for (int i = 0; i < n; i++) {
        h->share[member[i]].n++;
        rows = order[i]->n > rows ? order[i]->n : rows;
        entries = work(order[i]) > entries ? work(order[i]) : entries;
    }
    for (int m = 0; m < h->members; m++) {
        share *to = &h->share[m];
        to->element = ARENA_ARRAY(memory, share_element, to->n + 1);
        to->r = ARENA_ARRAY(memory, double, rows + 1);
        to->J = ARENA_ARRAY(memory, double, entries + 1);
        to->n = 0;
    }
    for (int i = 0; i < n; i++) {
        share *to = &h->share[member[i]];
        to->element[to->n++] = (share_element){.e = order[i], .rank = i};
    }
}

shares *shares_create(team *t, int members, const elem *const *order, int n, const model *m, arena *memory)
{
    if (members < 2 || n < members)
        return NULL;
    shares *h = ARENA_NEW(memory, shares);
    h->team = t;
    h->members = members;
    h->share = ARENA_ARRAY(memory, share, members);
    h->rows.n = m->n_unknowns;
    h->entries.n = csc_entries(m->matrix);
    give_elements(h, order, n, memory);
    listed *all = ARENA_ARRAY(memory, listed, n);
    list_sums(&h->rows, h, all, n, true, memory);
    list_sums(&h->entries, h, all, n, false, memory);
    return h;
}

/* --- at work ------------------------------------------------------------------------------------------------------ */

static void clear_own(const sum_list *l, int member, double *to)
{
    const int *own = l->own[member];
    for (int k = 0; k < l->n_own[member]; k++)
        to[own[k]] = 0;
}

static void contribute(const contribution *c, const double *from, double *own, double *term)
{
    for (int k = 0; k < c->n_own; k++)
        own[c->targets[k]] += from[c->sources[k]];
    for (int k = c->n_own; k < c->n; k++)
        term[c->targets[k]] = from[c->sources[k]];
}

static void contribute_magnitudes(const contribution *c, const double *from, double *own)
{
    for (int k = 0; k < c->n_own; k++)
        own[c->targets[k]] += fabs(from[c->sources[k]]);
}

/* An element that is off brings nothing. */
static void evaluate_inactive(const state *s, const elem *e, const local *out)
{
    for (int k = 0; k < e->n; k++)
        if (e->row[k] >= e->own && e->row[k] < e->own + e->n_own) {
            out->r[k] = inactive_row(s, e, e->row[k] - e->own);
            out->J[k * e->ld + k] = inactive_slope(s, e, e->row[k] - e->own);
        }
}

static void shares_evaluate(const shares *h, share *mine, const share_element *x)
{
    const elem *e = x->e;
    const bool had_failed = mine->failed.is_set, is_on = elem_is_on(&mine->s, e);
    const bool with_entries = h->shares_sums->entry || !is_on;
    local out = {.r = mine->r, .J = mine->J, .ld = e->ld};
    memset(out.r, 0, (size_t)e->n * sizeof *out.r);
    if (with_entries)
        memset(out.J, 0, (size_t)work(e) * sizeof *out.J);
    if (is_on)
        e->type->eval(with_entries ? e->ld : 0, &mine->s, e, &out);
    else
        evaluate_inactive(&mine->s, e, &out);
    if (mine->failed.is_set && !had_failed)
        mine->failed_at = x->rank;
}

static void sum_share(void *context, int member)
{
    const shares *h = context;
    share *mine = &h->share[member];
    const shares_sums *to = h->shares_sums;
    if (to->r)
        clear_own(&h->rows, member, to->r);
    if (to->r && to->magnitude)
        clear_own(&h->rows, member, to->magnitude);
    if (to->entry)
        clear_own(&h->entries, member, to->entry);
    for (int i = 0; i < mine->n; i++) {
        const share_element *x = &mine->element[i];
        shares_evaluate(h, mine, x);
        if (to->r)
            contribute(&x->rows, mine->r, to->r, h->rows.term);
        if (to->r && to->magnitude && elem_is_on(&mine->s, x->e))
            contribute_magnitudes(&x->rows, mine->r, to->magnitude);
        if (to->entry)
            contribute(&x->entries, mine->J, to->entry, h->entries.term);
    }
}

static void add_terms(const sum_list *l, double *to)
{
    for (int i = 0; i < l->n_shared; i++) {
        double sum = 0;
        for (int k = l->start[i]; k < l->start[i + 1]; k++)
            sum += l->term[k];
        to[l->sum[i]] = sum;
    }
}

static void add_magnitudes(const sum_list *l, double *to)
{
    for (int i = 0; i < l->n_shared; i++) {
        double sum = 0;
        for (int k = l->start[i]; k < l->start[i + 1]; k++)
            sum += fabs(l->term[k]);
        to[l->sum[i]] = sum;
    }
}

/* The fault that one thread alone would have met first. */
static void report_fault(const shares *h, const state *s)
{
    const share *first = NULL;
    for (int k = 0; k < h->members; k++)
        if (h->share[k].failed.is_set && (!first || h->share[k].failed_at < first->failed_at))
            first = &h->share[k];
    if (first && s->failed && !s->failed->is_set)
        *s->failed = first->failed;
}

void shares_sum(shares *h, const state *s, const shares_sums *to)
{
    h->shares_sums = to;
    for (int m = 0; m < h->members; m++) {
        share *of = &h->share[m];
        of->s = *s;
        of->s.failed = &of->failed;
        of->failed.is_set = false;
    }
    crew_do((crew){h->team, h->members}, sum_share, h);
    if (to->r)
        add_terms(&h->rows, to->r);
    if (to->r && to->magnitude)
        add_magnitudes(&h->rows, to->magnitude);
    if (to->entry)
        add_terms(&h->entries, to->entry);
    report_fault(h, s);
}
