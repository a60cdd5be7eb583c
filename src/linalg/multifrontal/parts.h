/* parts.h - which steps of an elimination go as small parts of their own, and which in fronts.
 *
 * A part is a set of steps that no step outside it comes before: parts can go first, in any order, and pass what they
 * change elsewhere on to the fronts. Parts with the same pattern take the same operations and can go side by side. */
#pragma once
#include "linalg/multifrontal/elimination.h"
#include <stdint.h>

/* A part in its own numbers: steps 0 .. n - 1, then the places of its rest. */
typedef struct {
    int n, n_rest;
    step_lists lower, upper;
    bool *pivot_is_given, *lower_is_given, *upper_is_given;
    uint64_t hash;
} part_pattern;

typedef struct {
    int n;
    int *part_of;     /* of each step; -1: goes in a front */
    int *number;      /* of each step in its part */
    step_lists steps; /* of each part */
    step_lists rest;  /* steps outside of each part that it changes */
    int n_classes;
    int *class_of; /* of each part: which have the same pattern */
    int *class_size;
    const part_pattern **pattern; /* of each class */
    double cost;                  /* instructions of a factorisation and solution, roughly, fronts included */
} parts;

/* Parts of the size that promises the fewest instructions. Everything lives in `memory`. */
parts *parts_choose(const elimination *elimination, arena *memory);
/* The number of a step in a part: its place among the steps, or behind them among the rest. */
int parts_number(const parts *parts, int part, int step);
