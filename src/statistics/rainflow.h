/* rainflow.h - cycles of a history, and the loads that do equal damage. */
#pragma once

typedef struct {
    double range, mean; /* of its two extremes: largest minus smallest, and half their sum */
    double count;       /* 1: a closed cycle; 0.5: half a cycle */
} load_cycle;

/* Writes the cycles in the order in which they close; there are at most n. Returns their number. */
int rainflow_count(const double *values, int n, load_cycle *cycles);

typedef struct {
    double exponent; /* m, the the exponent of the S-N curve, N ~ S^-m */
    double cycles;   /* number of cycles of the equivalent load */
    double ultimate; /* load at which it breaks, for Goodman's correction of ranges; 0: means have no effect */
    double mean;     /* mean load of the corrected ranges */
} load_fatigue;

/* Range of the load that does the same damage in `cycles` cycles; NaN where a mean reaches the ultimate load. */
double equivalent_load(const load_cycle *cycles, int n, const load_fatigue *fatigue);
/* Sum of count * range^exponent, so that the damage of several histories can be added. */
double equivalent_damage(const load_cycle *cycles, int n, const load_fatigue *fatigue);
