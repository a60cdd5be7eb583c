/* parts.h - which steps of an elimination are treated as separate small parts, and which in fronts.
 *
 * A part is a set of steps that depends on no step outside of it. Parts can therefore be eliminated first, in any
 * order, and pass their contributions to other steps on to the fronts. Parts with the same pattern need the same
 * operations and can be processed side by side. */
#pragma once
#include "linalg/multifrontal/elimination.h"
#include <stdint.h>

/* A part in its local numbering: steps 0 .. n - 1, then the positions of its rest. */
typedef struct {
    int n, n_rest;
    step_lists lower, upper;
    bool *pivot_is_given, *lower_is_given, *upper_is_given;
    uint64_t hash;
} part_pattern;

typedef struct {
    arena *memory;
    int n;
    int *part_of;     /* of each step; -1: eliminated in a front */
    int *number;      /* of each step in its part */
    step_lists steps; /* of each part */
    step_lists rest;  /* steps outside of each part that it changes */
    int n_classes;
    int *class_of; /* of each part: equal for parts with the same pattern */
    int *class_size;
    const part_pattern **pattern; /* of each class */
    /* approximate number of instructions of a factorization and solution, including fronts */
    double cost;
} parts;

/* Chooses the size of the parts with the smallest predicted number of instructions. */
parts *parts_choose(const elimination *elimination);
void parts_destroy(parts *parts); /* may be NULL */
/* Returns the local number of a step in a part: its position among the steps, or after them among the rest. */
int parts_number(const parts *parts, int part, int step);
