/* elimination.c - the steps of an elimination and the entries that each of them touches.
 *
 * The pivots' rows and columns become numbers of steps; writing lists by columns and back by rows sorts them. */
#include "linalg/elimination.h"

static int *integers(arena *memory, int n) { return ARENA_ARRAY(memory, int, n + 1); }

int step_list_find(const step_lists *l, int k, int step)
{
    int low = l->start[k], high = l->start[k + 1];
    while (low < high) {
        const int middle = (low + high) / 2;
        if (l->step[middle] < step)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->start[k + 1] && l->step[low] == step ? low - l->start[k] : -1;
}

/* Adds to each list `to` of i, ascending, the steps k in whose list i is. `next` is where each list goes on. */
static void turn(int n, const step_lists *from, int *next, step_lists *to)
{
    for (int k = 0; k < n; k++)
        for (int e = from->start[k]; e < from->start[k + 1]; e++)
            to->step[next[from->step[e]]++] = k;
}

static void count(int total, const step_lists *lists, int *start)
{
    for (int e = 0; e < total; e++)
        start[lists->step[e] + 1]++;
}

static step_lists transpose(int n, const step_lists *one, const step_lists *other, arena *memory)
{
    step_lists to = {integers(memory, n), integers(memory, one->start[n] + (other ? other->start[n] : 0))};
    count(one->start[n], one, to.start);
    if (other)
        count(other->start[n], other, to.start);
    for (int i = 0; i < n; i++)
        to.start[i + 1] += to.start[i];
    int *next = arena_copy(memory, to.start, ((size_t)n + 1) * sizeof(int));
    turn(n, one, next, &to);
    if (other)
        turn(n, other, next, &to);
    return to;
}

/* Lists of rows or columns to sorted lists of steps. */
static step_lists to_steps(int n, const int *start, const int *item, const int *step, arena *memory)
{
    step_lists raw = {integers(memory, n), integers(memory, start[n])};
    for (int k = 0; k <= n; k++)
        raw.start[k] = start[k];
    for (int e = 0; e < start[n]; e++)
        raw.step[e] = step[item[e]];
    const step_lists turned = transpose(n, &raw, NULL, memory);
    return transpose(n, &turned, NULL, memory);
}

static void find_given(elimination *t, const csc *a, arena *memory)
{
    t->pivot_is_given = ARENA_ARRAY(memory, bool, t->n + 1);
    t->lower_is_given = ARENA_ARRAY(memory, bool, t->lower.start[t->n] + 1);
    t->upper_is_given = ARENA_ARRAY(memory, bool, t->upper.start[t->n] + 1);
    for (int j = 0; j < t->n; j++)
        for (int e = a->start[j]; e < a->start[j + 1]; e++) {
            const int r = t->row_step[a->row[e]], c = t->column_step[j];
            if (r == c)
                t->pivot_is_given[r] = true;
            else if (r > c)
                t->lower_is_given[t->lower.start[c] + step_list_find(&t->lower, c, r)] = true;
            else
                t->upper_is_given[t->upper.start[r] + step_list_find(&t->upper, r, c)] = true;
        }
}

elimination *elimination_create(const csc *a, const pivot_order *p, arena *memory)
{
    const int n = p->n;
    elimination *t = ARENA_NEW(memory, elimination);
    *t = (elimination){.n = n,
                       .row = integers(memory, n),
                       .column = integers(memory, n),
                       .row_step = integers(memory, n),
                       .column_step = integers(memory, n)};
    for (int k = 0; k < n; k++) {
        t->row[k] = p->row[k];
        t->column[k] = p->column[k];
        t->row_step[p->row[k]] = t->column_step[p->column[k]] = k;
    }
    t->lower = to_steps(n, p->lower_start, p->lower, t->row_step, memory);
    t->upper = to_steps(n, p->upper_start, p->upper, t->column_step, memory);
    t->before = transpose(n, &t->lower, &t->upper, memory);
    find_given(t, a, memory);
    return t;
}
