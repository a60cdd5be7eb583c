/* panel_plan.h - which entries the factors of a symmetric matrix have, in an order of nested dissection. */
#pragma once
#include "linalg/csc.h"
#include <stdbool.h>

enum { PANEL_WIDTH = 64 }; /* most columns of a panel */

/* Columns first .. first + n - 1 of L, with entries in the same rows: its own, which come first, and others. */
typedef struct {
    int first, n, rows;
    const int *row; /* ascending */
    size_t offset;  /* of its entries in L, by columns */
    int parent;     /* the panel of the first row below; -1: there is none */
    int updates;    /* its first one; they end where those of the next panel begin */
} panel;

/* Rows from .. end - 1 of an earlier panel are columns of this one: what that eliminates changes it. */
typedef struct {
    int panel, begin, end;
} panel_update;

typedef struct {
    int n;
    int *source_location; /* of each unknown in the order of elimination */
    int n_panels;
    panel *panel; /* one more than there are */
    panel_update *update;
    int *panel_of; /* of each place */
    int *rows;     /* of all panels */
    size_t n_entries;
    double products; /* multiplications of a factorisation */
} panel_plan;

/* For a symmetric pattern; the pattern alone decides. NULL: there is no METIS. */
panel_plan *panel_plan_create(const csc *matrix);
void panel_plan_destroy(panel_plan *plan);
/* Place of the first row of a panel, of those from one on, that is not before this one. */
int panel_row_at(const panel *panel, int from, int row);
