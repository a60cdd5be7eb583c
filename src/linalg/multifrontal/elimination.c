/* elimination.c - the steps of an elimination and the entries that each of them changes.
 *
 * The rows and columns of the pivots are replaced by numbers of steps; writing lists by columns and back by rows sorts
 * them. */
#include "linalg/multifrontal/elimination.h"

int step_list_find(const step_lists *step_lists, int index, int step)
{
    int low = step_lists->start[index], high = step_lists->start[index + 1];
    while (low < high) {
        const int middle = (low + high) / 2;
        if (step_lists->step[middle] < step)
            low = middle + 1;
        else
            high = middle;
    }
    return low < step_lists->start[index + 1] && step_lists->step[low] == step ? low - step_lists->start[index] : -1;
}

/* Sets the beginning of each list to the sum of the counts before it, start[i + 1] ..; returns the insertion position
 * of each list. */
static int *open_lists(int n, int *start, arena *memory)
{
    for (int i = 0; i < n; i++)
        start[i + 1] += start[i];
    return arena_copy(memory, start, ((size_t)n + 1) * sizeof(int));
}

/* Returns, for each step i, the ascending steps k whose list contains i. */
static step_lists elimination_transpose(int n, const step_lists *from, arena *memory, arena *scratch)
{
    step_lists to = {arena_integers(memory, n), arena_integers(memory, from->start[n])};
    for (int e = 0; e < from->start[n]; e++)
        to.start[from->step[e] + 1]++;
    int *next = open_lists(n, to.start, scratch);
    for (int k = 0; k < n; k++)
        for (int e = from->start[k]; e < from->start[k + 1]; e++)
            to.step[next[from->step[e]]++] = k;
    return to;
}

/* Returns, for each step i, the ascending steps k that have i in one of their lists. */
static step_lists find_before(int n, const step_lists *lower, const step_lists *upper, arena *memory, arena *scratch)
{
    int *last = arena_integers(scratch, n), *start = arena_integers(memory, n);
    for (int k = 0; k < n; k++) {
        for (int e = lower->start[k]; e < lower->start[k + 1]; e++) {
            start[lower->step[e] + 1]++;
            last[lower->step[e]] = k + 1;
        }
        for (int e = upper->start[k]; e < upper->start[k + 1]; e++)
            start[upper->step[e] + 1] += last[upper->step[e]] != k + 1;
    }
    int *next = open_lists(n, start, scratch);
    const step_lists to = {start, arena_integers(memory, start[n])};
    for (int k = 0; k < n; k++) {
        for (int e = lower->start[k]; e < lower->start[k + 1]; e++)
            to.step[next[lower->step[e]]++] = k;
        for (int e = upper->start[k]; e < upper->start[k + 1]; e++) {
            const int i = upper->step[e];
            if (next[i] == start[i] || to.step[next[i] - 1] != k)
                to.step[next[i]++] = k;
        }
    }
    return to;
}

/* Converts lists of rows or columns to sorted lists of steps. */
static step_lists to_steps(int n, const int *start, const int *item, const int *step, arena *memory)
{
    arena *scratch = arena_create();
    step_lists rotated = {arena_integers(scratch, n), arena_integers(scratch, start[n])};
    for (int e = 0; e < start[n]; e++)
        rotated.start[step[item[e]] + 1]++;
    int *next = open_lists(n, rotated.start, scratch);
    for (int k = 0; k < n; k++)
        for (int e = start[k]; e < start[k + 1]; e++)
            rotated.step[next[step[item[e]]]++] = k;
    const step_lists sorted = elimination_transpose(n, &rotated, memory, scratch);
    arena_destroy(scratch);
    return sorted;
}

/* Visits columns in the order of the steps, so that the entries of each row are found in the order of its list. */
static void find_given(elimination *elimination, const csc *matrix, arena *memory, arena *scratch)
{
    elimination->pivot_is_given = ARENA_ARRAY(memory, bool, elimination->n + 1);
    elimination->lower_is_given = ARENA_ARRAY(memory, bool, elimination->lower.start[elimination->n] + 1);
    elimination->upper_is_given = ARENA_ARRAY(memory, bool, elimination->upper.start[elimination->n] + 1);
    int *position = arena_integers(scratch, elimination->n),
        *next = arena_copy(scratch, elimination->upper.start, ((size_t)elimination->n + 1) * sizeof(int));
    for (int c = 0; c < elimination->n; c++) {
        for (int e = elimination->lower.start[c]; e < elimination->lower.start[c + 1]; e++)
            position[elimination->lower.step[e]] = e;
        for (int e = matrix->start[elimination->column[c]]; e < matrix->start[elimination->column[c] + 1]; e++) {
            const int r = elimination->row_step[matrix->row[e]];
            if (r == c) {
                elimination->pivot_is_given[r] = true;
            } else if (r > c) {
                elimination->lower_is_given[position[r]] = true;
            } else {
                while (elimination->upper.step[next[r]] != c)
                    next[r]++;
                elimination->upper_is_given[next[r]] = true;
            }
        }
    }
}

elimination *elimination_create(const csc *matrix, const pivot_order *pivot_order, arena *memory)
{
    const int n = pivot_order->n;
    elimination *t = ARENA_NEW(memory, elimination);
    *t = (elimination){.n = n,
                       .row = arena_integers(memory, n),
                       .column = arena_integers(memory, n),
                       .row_step = arena_integers(memory, n),
                       .column_step = arena_integers(memory, n)};
    for (int k = 0; k < n; k++) {
        t->row[k] = pivot_order->row[k];
        t->column[k] = pivot_order->column[k];
        t->row_step[pivot_order->row[k]] = t->column_step[pivot_order->column[k]] = k;
    }
    t->lower = to_steps(n, pivot_order->lower_start, pivot_order->lower, t->row_step, memory);
    t->upper = to_steps(n, pivot_order->upper_start, pivot_order->upper, t->column_step, memory);
    arena *scratch = arena_create();
    t->previous = find_before(n, &t->lower, &t->upper, memory, scratch);
    find_given(t, matrix, memory, scratch);
    arena_destroy(scratch);
    return t;
}
