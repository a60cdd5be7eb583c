/* raise.c - converts solids of first order to second order: a node in the middle of each edge.
 *
 * Edges are sorted pairs of corners; each has one node, regardless of the number of elements that share it. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"

typedef struct {
    unsigned a, b; /* indices of nodes, a < b */
    unsigned node; /* node in the middle */
} edge;

typedef ARRAY(edge) edge_list;

static int by_ends(const void *x, const void *y)
{
    const edge *p = x, *q = y;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

static edge edge_of(const mesh *mesh, const mesh_cell *cell, int k)
{
    const short *ends = cell_forms[cell->kind].edge[k];
    const unsigned a = mesh->corner.items[cell->first + ends[0]], b = mesh->corner.items[cell->first + ends[1]];
    return a < b ? (edge){a, b, 0} : (edge){b, a, 0};
}

/* Returns whether the cell is a solid, or a surface or line that only names faces or edges of solids. */
static bool is_raised(const mesh *mesh, const mesh_cell *cell)
{
    const bool is_other_element = mesh_is_element(mesh, cell) && cell_forms[cell->kind].dimension < 3;
    return cell_forms[cell->kind].raised != cell->kind && !is_other_element;
}

static void raise_collect(const mesh *mesh, edge_list *all)
{
    for (int i = 0; i < mesh->cells.n; i++) {
        const mesh_cell *cell = &mesh->cells.items[i];
        for (int k = 0; k < cell_forms[cell->kind].edges && is_raised(mesh, cell); k++)
            array_push(all, edge_of(mesh, cell, k));
    }
    if (all->n > 0)
        qsort(all->items, (size_t)all->n, sizeof *all->items, by_ends);
    int n = 0;
    for (int i = 0; i < all->n; i++)
        if (n == 0 || by_ends(&all->items[n - 1], &all->items[i]) != 0)
            all->items[n++] = all->items[i];
    all->n = n;
}

static void add_nodes(mesh *mesh, edge_list *all)
{
    unsigned label = 0;
    for (int i = 0; i < mesh->nodes.n; i++)
        label = mesh->nodes.items[i].label > label ? mesh->nodes.items[i].label : label;
    for (int i = 0; i < all->n; i++) {
        const mesh_node *a = &mesh->nodes.items[all->items[i].a], *b = &mesh->nodes.items[all->items[i].b];
        const mesh_node n = {.label = ++label, .x = vec3_scale(0.5, vec3_add(a->x, b->x)), .location = a->location};
        all->items[i].node = (unsigned)mesh->nodes.n;
        mesh_add_node(mesh, n);
    }
}

static void extend(mesh *mesh, mesh_cell *cell, const edge_list *all)
{
    const int first = mesh->corner.n;
    for (int k = 0; k < cell_forms[cell->kind].corners; k++) {
        const unsigned corner = mesh->corner.items[cell->first + k];
        array_push(&mesh->corner, corner);
    }
    for (int k = 0; k < cell_forms[cell->kind].edges; k++) {
        const edge key = edge_of(mesh, cell, k);
        const edge *found = all->n > 0 ? bsearch(&key, all->items, (size_t)all->n, sizeof *all->items, by_ends) : NULL;
        array_push(&mesh->corner, found ? found->node : 0);
    }
    cell->first = first;
    cell->kind = cell_forms[cell->kind].raised;
}

void mesh_raise(mesh *mesh)
{
    edge_list all = {0};
    raise_collect(mesh, &all);
    add_nodes(mesh, &all);
    for (int i = 0; i < mesh->cells.n; i++) {
        mesh_cell *cell = &mesh->cells.items[i];
        if (is_raised(mesh, cell))
            extend(mesh, cell, &all);
        else if (all.n > 0 && mesh_is_element(mesh, cell) && cell_forms[cell->kind].dimension < 3)
            diag_report(mesh->errors, E_MESH_NOT_TAKEN, cell->location,
                        "--quadratic would disconnect shells and beams from adjacent solids");
    }
    array_free(&all);
}
