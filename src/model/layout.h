/* layout.h - the inside of a layout, for the core; elements use the functions of element.h. */
#pragma once
#include "base/array.h"
#include "model/element.h"

struct layout {
    const elem *of;
    int n;
    ARRAY(int) row;
    ARRAY(int) column;
    ARRAY(unsigned char) mask; /* n x n; empty: all count */
};

void layout_begin(layout *l, const elem *e);
bool layout_counts(const layout *l, int i, int j);
void layout_free(layout *l);
