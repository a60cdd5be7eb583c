/* panel_plan.h - the pattern of the factors of a symmetric matrix, in a nested dissection order. */
#pragma once
#include "linalg/csc.h"
#include <stdbool.h>

enum { PANEL_WIDTH = 64 }; /* maximum number of columns of a panel */

/* Columns first .. first + n - 1 of L, with entries in the same rows: first those of the panel itself, then others. */
typedef struct {
    int first, n, rows;
    const int *row; /* ascending */
    size_t offset;  /* position of its entries in L, by columns */
    int parent;     /* the panel of the first row below; -1 if there is none */
    int updates;    /* its first update; they end where those of the next panel begin */
} panel;

/* Rows from .. end - 1 of an earlier panel are columns of this one: the elimination of that panel changes this one. */
typedef struct {
    int panel, begin, end;
} panel_update;

typedef struct {
    int n;
    int *position; /* position of each unknown in the elimination order */
    int n_panels;
    panel *panel; /* one more than the number of panels */
    panel_update *update;
    int *panel_of; /* of each position */
    int *rows;     /* rows of all panels */
    size_t n_entries;
    double products; /* multiplications of a factorization */
} panel_plan;

/* Requires a symmetric pattern; depends on the pattern alone. Returns NULL if METIS is missing. */
panel_plan *panel_plan_create(const csc *matrix);
void panel_plan_destroy(panel_plan *plan);
/* Returns the position of the first row of a panel, starting at position `from`, that is not less than `row`. */
int panel_row_at(const panel *panel, int from, int row);
