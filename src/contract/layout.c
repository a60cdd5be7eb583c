/* layout.c - the rows and columns an element touches, and which entries of its local Jacobian may be non-zero. */
#include "contract/layout.h"
#include <string.h>

static int layout_add(layout *l, int n)
{
    const int first = l->n;
    for (int k = 0; k < n; k++) {
        array_push(&l->row, -1);
        array_push(&l->column, -1);
    }
    l->n += n;
    return first;
}

static void set_range(layout *l, int first, int n, int row, int column)
{
    for (int k = 0; k < n; k++) {
        l->row.items[first + k] = row < 0 ? -1 : row + k;
        l->column.items[first + k] = column < 0 ? -1 : column + k;
    }
}

int layout_node(layout *l, const node *n)
{
    const int size = n->has_rotation ? 6 : 3;
    const int first = layout_add(l, size);
    set_range(l, first, size, n->row, n->dof);
    array_push(&l->nodes, n);
    return first;
}

int layout_momentum(layout *l, const node *n)
{
    if (n->momentum < 0)
        return -1;
    const int size = n->has_rotation ? 6 : 3;
    const int first = layout_add(l, size);
    set_range(l, first, size, n->momentum_row, n->momentum);
    return first;
}

int layout_own(layout *l)
{
    const int first = layout_add(l, l->element->n_own);
    set_range(l, first, l->element->n_own, l->element->own, l->element->own);
    return first;
}

int layout_other(layout *l, const elem *other)
{
    const int first = layout_add(l, other->n_own);
    set_range(l, first, other->n_own, other->own, other->own);
    return first;
}

int layout_dof(layout *l, const node_dof *d)
{
    node_dof bound = *d;
    node_dof_bind(&bound);
    const int first = layout_add(l, 1);
    set_range(l, first, 1, bound.row, bound.unknown);
    return first;
}

void layout_divide(layout *l, int row)
{
    if (l->row.items[row] >= 0)
        array_push(&l->divided, l->row.items[row]);
}

/* The mask is made at the first call; all rows and columns must have been listed by then. */
static void need_mask(layout *l)
{
    if (l->mask.n)
        return;
    array_reserve(&l->mask, l->n * l->n);
    l->mask.n = l->n * l->n;
    memset(l->mask.items, 1, (size_t)l->mask.n);
}

static void layout_fill(layout *l, int row, int n_rows, int column, int n_columns, unsigned char with)
{
    need_mask(l);
    for (int i = row; i < row + n_rows; i++)
        memset(l->mask.items + i * l->n + column, with, (size_t)n_columns);
}

void layout_zero(layout *l, int row, int n_rows, int column, int n_columns)
{
    layout_fill(l, row, n_rows, column, n_columns, 0);
}
void layout_full(layout *l, int row, int n_rows, int column, int n_columns)
{
    layout_fill(l, row, n_rows, column, n_columns, 1);
}
void layout_clear(layout *l) { layout_fill(l, 0, l->n, 0, l->n, 0); }

void layout_begin(layout *l, const elem *e)
{
    l->element = e;
    l->n = l->nodes.n = l->row.n = l->column.n = l->divided.n = l->mask.n = 0;
}

void layout_free(layout *l)
{
    array_free(&l->nodes);
    array_free(&l->row);
    array_free(&l->column);
    array_free(&l->divided);
    array_free(&l->mask);
}
