/* least_tree.h - costs of numbered items that change; finds the item with the smallest cost, the first of equals. */
#pragma once
#include <stdint.h>

enum { LEAST_TREE_LEVELS = 12 };

typedef struct {
    int n, n_levels;
    int64_t *level[LEAST_TREE_LEVELS]; /* [0]: the costs of the items, then the smallest of each eight */
} least_tree;

#define LEAST_TREE_NONE INT64_MAX /* the cost of an item that is not in the tree */

void least_tree_create(least_tree *tree, int n); /* of n items, none of which is in the tree */
void least_tree_destroy(least_tree *tree);
void least_tree_set(least_tree *tree, int item, int64_t cost);
int least_tree_first(const least_tree *tree); /* -1 if the tree is empty */
