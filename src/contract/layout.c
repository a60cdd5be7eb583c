/* layout.c - the rows and columns that an element touches, and the pattern of its local Jacobian. */
#include "contract/layout.h"
#include <stdlib.h>
#include <string.h>

static int layout_add(layout *layout, int n)
{
    const int first = layout->n;
    for (int k = 0; k < n; k++) {
        array_push(&layout->row, -1);
        array_push(&layout->column, -1);
    }
    layout->n += n;
    return first;
}

static void set_range(layout *layout, int first, int n, int row, int column)
{
    for (int k = 0; k < n; k++) {
        layout->row.items[first + k] = row < 0 ? -1 : row + k;
        layout->column.items[first + k] = column < 0 ? -1 : column + k;
    }
}

int layout_node(layout *layout, const node *node)
{
    const int size = node->has_rotation ? 6 : 3;
    const int first = layout_add(layout, size);
    set_range(layout, first, size, node->row, node->dof);
    array_push(&layout->nodes, node);
    return first;
}

int layout_momentum(layout *layout, const node *node)
{
    if (node->momentum < 0)
        return -1;
    const int size = node->has_rotation ? 6 : 3;
    const int first = layout_add(layout, size);
    set_range(layout, first, size, node->momentum_row, node->momentum);
    return first;
}

int layout_internal(layout *layout)
{
    const int first = layout_add(layout, layout->element->n_internal);
    set_range(layout, first, layout->element->n_internal, layout->element->internal, layout->element->internal);
    return first;
}

int layout_other(layout *layout, const elem *other)
{
    const int first = layout_add(layout, other->n_internal);
    set_range(layout, first, other->n_internal, other->internal, other->internal);
    return first;
}

int layout_dof(layout *layout, const node_dof *dof)
{
    node_dof bound = *dof;
    node_dof_bind(&bound);
    const int first = layout_add(layout, 1);
    set_range(layout, first, 1, bound.row, bound.unknown);
    return first;
}

void layout_divide(layout *layout, int row)
{
    if (layout->row.items[row] >= 0)
        array_push(&layout->divided, layout->row.items[row]);
}

void layout_repeat(layout *layout, int row)
{
    if (layout->row.items[row] >= 0)
        array_push(&layout->repeated, layout->row.items[row]);
}

/* Creates the mask; all rows and columns must have been listed before. */
static void create_mask(layout *layout)
{
    free(layout->mask);
    layout->mask = calloc(size_product((size_t)layout->n, (size_t)layout->n) + 1, 1);
    if (!layout->mask)
        memory_exhausted(size_product((size_t)layout->n, (size_t)layout->n));
}

static void layout_fill(layout *layout, int row, int n_rows, int column, int n_columns, unsigned char with)
{
    if (!layout->mask) {
        create_mask(layout);
        memset(layout->mask, 1, size_product((size_t)layout->n, (size_t)layout->n));
    }
    for (int i = row; i < row + n_rows; i++)
        memset(layout->mask + size_product((size_t)i, (size_t)layout->n) + column, with, (size_t)n_columns);
}

void layout_zero(layout *layout, int row, int n_rows, int column, int n_columns)
{
    layout_fill(layout, row, n_rows, column, n_columns, 0);
}
void layout_full(layout *layout, int row, int n_rows, int column, int n_columns)
{
    layout_fill(layout, row, n_rows, column, n_columns, 1);
}
void layout_clear(layout *layout) { create_mask(layout); }

void layout_begin(layout *layout, const elem *element)
{
    layout->element = element;
    layout->n = layout->nodes.n = layout->row.n = layout->column.n = layout->divided.n = layout->repeated.n = 0;
    free(layout->mask);
    layout->mask = NULL;
}

void layout_free(layout *layout)
{
    array_free(&layout->nodes);
    array_free(&layout->row);
    array_free(&layout->column);
    array_free(&layout->divided);
    array_free(&layout->repeated);
    free(layout->mask);
}
