/* layout.h - the inside of a layout, for the core; elements use the functions of element.h. */
#pragma once
#include "base/array.h"
#include "contract/element.h"

struct layout {
    const elem *of;
    int n;
    ARRAY(const node *) nodes; /* structural ones, in the order of the calls */
    ARRAY(int) row;
    ARRAY(int) column;
    ARRAY(unsigned char) mask; /* n x n; empty: all count */
};

void layout_begin(layout *l, const elem *e);
static inline bool layout_counts(const layout *l, int i, int j)
{
    return l->row.at[i] >= 0 && l->column.at[j] >= 0 && (!l->mask.n || l->mask.at[i * l->n + j]);
}
void layout_free(layout *l);
