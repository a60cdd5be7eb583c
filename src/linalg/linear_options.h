/* linear_options.h - the options of a linear solver in a deck. */
#pragma once
#include "base/thread_pool.h"
#include <stdbool.h>

typedef enum {
    SCALE_NONE,
    SCALE_ROW_MAX,
    SCALE_ROW_SUM,
    SCALE_COLUMN_MAX,
    SCALE_COLUMN_SUM,
    SCALE_LAPACK,
    SCALE_ITERATIVE,
    SCALE_ROW_MAX_COLUMN_MAX
} scale_method;
typedef enum { SCALE_NEVER, SCALE_ALWAYS, SCALE_ONCE } scale_when;
typedef enum { ORDER_DEFAULT, ORDER_COLAMD, ORDER_AMD, ORDER_METIS, ORDER_MMDATA, ORDER_GIVEN } ordering;

typedef struct {
    double pivot_factor; /* 0: the default of the backend */
    ordering order;
    scale_method scale;
    scale_when when;
    double scale_tolerance;
    int scale_iterations;
    double refine_tolerance;
    int refine_iterations; /* 0: no iterative refinement */
    int threads;           /* 0, 1: one thread; never more than the thread pool has */
    thread_pool *pool;     /* NULL: one thread */
    bool is_restartable;   /* linear_serialize will be called */
} linear_options;

/* Returns the threads that a solver may use. */
workers linear_workers(const linear_options *options);
