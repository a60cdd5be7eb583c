/* signs.c - signs of rows that make a matrix symmetric whose entries are sums over ranks.
 *
 * A sum of symmetric parts is symmetric. Each rank finds how the signs of its unknowns are related,
 *
 *     s_i = t_i s_root(i)          root(i): the first unknown that is connected with i by entries of this rank
 *
 * and all ranks combine the relations of all by the same sequence of unions; a contradiction means that there are no
 * such signs. */
#include "linalg/divided/signs.h"
#include <stdlib.h>
#include <string.h>

/* --- relations ---------------------------------------------------------------------------------------------------- */

/* A forest: each unknown has a parent, and its sign relative to it. */
typedef struct {
    int *parent;
    signed char *sign;
} forest;

/* Returns the root; all on the way become its children. */
static int forest_root(forest *forest, int i, signed char *sign)
{
    int root = i;
    signed char whole = 1;
    for (; forest->parent[root] != root; root = forest->parent[root])
        whole = (signed char)(whole * forest->sign[root]);
    *sign = whole;
    while (forest->parent[i] != root && i != root) {
        const int next = forest->parent[i];
        const signed char own = forest->sign[i];
        forest->parent[i] = root;
        forest->sign[i] = whole;
        whole = (signed char)(whole * own);
        i = next;
    }
    return root;
}

/* Adds s_i = sign s_j. Returns false if it contradicts the others. */
static bool forest_add(forest *forest, int i, int j, signed char sign)
{
    signed char of_i, of_j;
    const int a = forest_root(forest, i, &of_i), b = forest_root(forest, j, &of_j);
    if (a == b)
        return of_i == (signed char)(sign * of_j);
    forest->parent[a] = b;
    forest->sign[a] = (signed char)(of_i * sign * of_j);
    return true;
}

/* --- relations of all ranks --------------------------------------------------------------------------------------- */

/* Two numbers for each relation: i, and (root + 1) with the sign. */
static int list_relations(const half_matrix *half, const int *root, double *list)
{
    int n = 0;
    for (int i = 0; i < half->n; i++)
        if (root[i] != i) {
            list[n++] = i;
            list[n++] = half->sign[i] * (root[i] + 1.0);
        }
    return n;
}

static bool combine(half_matrix *half, const double *list, int n)
{
    forest forest = {heap_integers((size_t)half->n, 0), heap_resize(NULL, (size_t)half->n + 1)};
    bool is_consistent = true;
    for (int i = 0; i < half->n; i++) {
        forest.parent[i] = i;
        forest.sign[i] = 1;
    }
    for (int k = 0; k < n && is_consistent; k += 2) {
        const double other = list[k + 1];
        is_consistent = forest_add(&forest, (int)list[k], (int)(other < 0 ? -other : other) - 1, other < 0 ? -1 : 1);
    }
    for (int i = 0; i < half->n; i++)
        forest_root(&forest, i, &half->sign[i]);
    free(forest.parent);
    free(forest.sign);
    return is_consistent;
}

static bool find_signs(half_matrix *half, const csc *part, const ranks *ranks)
{
    const size_t n = (size_t)half->n, count = (size_t)ranks->count;
    int *root = heap_integers(n, 0), *counts = heap_integers(count, 0), *starts = heap_integers(count, 0);
    double *own = heap_reals(2 * n);
    half_matrix_relate(half, part, root, (workers){NULL, 1});
    const int mine = list_relations(half, root, own);
    ranks->collect(&mine, sizeof mine, counts);
    for (int r = 0; r < ranks->count; r++)
        starts[r + 1] = starts[r] + counts[r];
    double *all = heap_reals((size_t)starts[count]);
    ranks->collect_reals(own, all, counts, starts);
    const bool is_consistent = combine(half, all, starts[count]);
    free(root);
    free(counts);
    free(starts);
    free(own);
    free(all);
    return is_consistent;
}

static bool all_take(half_matrix *half, const csc *part, const ranks *ranks)
{
    return !ranks_any(ranks, !half_matrix_take(half, part, (workers){NULL, 1}));
}

bool signs_load(half_matrix *half, const csc *part, const ranks *ranks)
{
    if (half->has_signs && all_take(half, part, ranks))
        return true;
    half->has_signs = find_signs(half, part, ranks) && all_take(half, part, ranks);
    return half->has_signs;
}
