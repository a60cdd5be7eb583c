/* layout.h - the definition of a layout, for the core; elements use the functions of element.h. */
#pragma once
#include "base/array.h"
#include "contract/element.h"

struct layout {
    const elem *element;
    int n;
    ARRAY(const node *) nodes; /* structural nodes, in the order of the calls */
    ARRAY(int) row;
    ARRAY(int) column;
    ARRAY(int) divided;  /* global rows */
    ARRAY(int) repeated; /* the same, of layout_repeat */
    unsigned char *mask; /* n x n; NULL: all entries may be non-zero. Large ones are mostly untouched zero pages */
};

void layout_begin(layout *layout, const elem *element);
void layout_free(layout *layout);
