/* csc_rows.c - the pattern of a sparse matrix by rows, by a counting sort of its entries. */
#include "linalg/csc_rows.h"
#include <stdlib.h>

/* While entries are placed, start[i + 1] is the next free place of row i. */
csc_rows csc_rows_of(const csc *matrix)
{
    csc_rows rows = {heap_integers((size_t)matrix->n + 1, 0), heap_integers((size_t)csc_entries(matrix), 0),
                     heap_integers((size_t)csc_entries(matrix), 0)};
    for (int e = 0; e < csc_entries(matrix); e++)
        rows.start[matrix->row[e] + 2]++;
    for (int i = 2; i <= matrix->n; i++)
        rows.start[i] += rows.start[i - 1];
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++) {
            const int at = rows.start[matrix->row[e] + 1]++;
            rows.column[at] = j;
            rows.entry[at] = e;
        }
    return rows;
}

void csc_rows_free(csc_rows *rows)
{
    free(rows->start);
    free(rows->column);
    free(rows->entry);
}
