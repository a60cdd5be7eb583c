/* least_tree.c - costs of numbered items that change; finds the item with the smallest cost, the first of equals.
 *
 *     level 0: c_i        level l + 1: c_i = min c_j for j = 8 i .. 8 i + 7 of level l
 *
 * A change moves up as long as it changes the smallest of eight, which are one line of the cache. */
#include "base/least_tree.h"
#include "base/arena.h"
#include <assert.h>
#include <stdlib.h>

enum { WIDTH = 8, LINE = 64 };

static int64_t *create_level(int n)
{
    int64_t *cost = heap_aligned(LINE, size_product(n, sizeof *cost));
    for (int i = 0; i < n; i++)
        cost[i] = LEAST_TREE_NONE;
    return cost;
}

void least_tree_create(least_tree *tree, int n)
{
    *tree = (least_tree){.n = n};
    int groups = n;
    do {
        assert(tree->n_levels < LEAST_TREE_LEVELS);
        groups = groups / WIDTH + 1;
        tree->level[tree->n_levels++] = create_level(WIDTH * groups);
    } while (groups > 1);
}

void least_tree_destroy(least_tree *tree)
{
    for (int l = 0; l < tree->n_levels; l++)
        free(tree->level[l]);
    *tree = (least_tree){0};
}

static int64_t least_of(const int64_t *cost)
{
    int64_t least = cost[0];
    for (int i = 1; i < WIDTH; i++)
        least = cost[i] < least ? cost[i] : least;
    return least;
}

void least_tree_set(least_tree *tree, int item, int64_t cost)
{
    for (int l = 0; l < tree->n_levels; l++) {
        int64_t *at = &tree->level[l][item];
        const int64_t before = *at;
        if (before == cost)
            return;
        *at = cost;
        item /= WIDTH;
        if (l + 1 == tree->n_levels || (cost > before && tree->level[l + 1][item] < before))
            return;
        cost = least_of(tree->level[l] + WIDTH * item);
    }
}

int least_tree_first(const least_tree *tree)
{
    int item = 0;
    if (least_of(tree->level[tree->n_levels - 1]) == LEAST_TREE_NONE)
        return -1;
    for (int l = tree->n_levels - 1; l >= 0; l--) {
        const int64_t *cost = tree->level[l] + WIDTH * item, least = least_of(cost);
        int i = 0;
        while (cost[i] != least)
            i++;
        item = WIDTH * item + i;
    }
    return item;
}
