/* strategy.h - how the length of the time step changes: `strategy` card. */
#pragma once
#include "nonlinear/nonlinear.h"

typedef enum { STRATEGY_NONE, STRATEGY_NO_CHANGE, STRATEGY_FACTOR, STRATEGY_CHANGE, STRATEGY_ERROR } strategy_kind;

/* Limits of the tolerance of `strategy: error`. */
#define ACCURACY_LEAST 1e-12
#define ACCURACY_MOST 0.1

typedef struct {
    strategy_kind kind;
    double reduction, raise;
    int steps_before_reduction, steps_before_raise;
    int min_iterations, max_iterations; /* max_iterations 0: that of the step */
    const drive *pattern;
    double tolerance, absolute; /* of the error of a step: relative to the unknown, and in its unit */
} strategy;

typedef struct {
    int since_reduction, since_raise; /* numbers of accepted steps */
} strategy_memory;

void read_strategy(reader *reader, strategy *to);
extern const char strategy_grammar[];
static inline bool strategy_varies(const strategy *strategy) { return strategy->kind >= STRATEGY_FACTOR; }
/* Returns the length of the next step after one of length h was accepted; the state is at its end. */
double strategy_next(const strategy *strategy, strategy_memory *now, const state *state, double h,
                     const nonlinear_report *report);
/* Returns the length with which a failed step is repeated; h if the strategy provides no other. */
double strategy_repeat(const strategy *strategy, strategy_memory *now, const state *state, double h);
