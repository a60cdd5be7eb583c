/* pressure.c - determines the faces on which pressures act, and their directions.
 *
 * A face is identified by its sorted corners: on the surface of a solid it occurs once, between two solids twice.
 * The nodes of a load are those of the solid, which are counterclockwise as seen from outside, so that the pressure
 * acts inwards regardless of the orientation of the surface of the mesh. On shells it acts against their normals,
 * which must be consistent between neighbours. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"
#include <string.h>

typedef struct {
    unsigned corner[4]; /* sorted; 0xffffffff after those of a triangle */
    int cell, face;
} face_key;

typedef ARRAY(face_key) face_list;

static int by_number(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static int by_corners(const void *a, const void *b)
{
    const face_key *x = a, *y = b;
    for (int i = 0; i < 4; i++)
        if (x->corner[i] != y->corner[i])
            return x->corner[i] < y->corner[i] ? -1 : 1;
    return 0;
}

static face_key key_of(const mesh *mesh, int cell, int face)
{
    const mesh_cell *mesh_cell = &mesh->cells.items[cell];
    const short *corner = cell_forms[mesh_cell->kind].face[face];
    face_key face_key = {.cell = cell, .face = face};
    for (int i = 0; i < 4; i++)
        face_key.corner[i] = corner[i] < 0 ? 0xffffffffu : mesh->corner.items[mesh_cell->first + corner[i]];
    qsort(face_key.corner, 4, sizeof *face_key.corner, by_number);
    return face_key;
}

static void list_faces(const mesh *mesh, face_list *all)
{
    for (int i = 0; i < mesh->cells.n; i++)
        for (int f = 0; f < cell_forms[mesh->cells.items[i].kind].faces; f++)
            if (cell_forms[mesh->cells.items[i].kind].dimension == 3)
                array_push(all, key_of(mesh, i, f));
    if (all->n > 0)
        qsort(all->items, (size_t)all->n, sizeof *all->items, by_corners);
}

/* --- surfaces of the mesh ----------------------------------------------------------------------------------------- */

/* Finds the face of a solid that a surface covers. */
static bool find_covered(mesh *mesh, const face_list *all, int cell, source_location location, mesh_member *to)
{
    const face_key k = key_of(mesh, cell, 0);
    const face_key *found = all->n > 0 ? bsearch(&k, all->items, (size_t)all->n, sizeof *all->items, by_corners) : NULL;
    const source_location at = location.file ? location : mesh->cells.items[cell].location;
    if (!found) {
        diag_report(mesh->errors, E_MESH_FACE, at, mesh->cells.items[cell].label);
        return false;
    }
    for (int step = -1; step <= 1; step += 2) {
        const face_key *next = found + step;
        if (next >= all->items && next < all->items + all->n && by_corners(next, found) == 0) {
            const int first = found->cell < next->cell ? found->cell : next->cell;
            diag_report(mesh->errors, E_MESH_INNER, at, mesh->cells.items[cell].label, mesh->cells.items[first].label,
                        mesh->cells.items[found->cell + next->cell - first].label);
            return false;
        }
    }
    *to = (mesh_member){mesh->cells.items[found->cell].label, found->face};
    return true;
}

/* Returns the face with a corner and its opposite; for a tetrahedron, the face with the corner and without the
 * other. -1: none. */
static int face_by_corners(const mesh *mesh, const mesh_cell *cell, const mesh_pressure *mesh_pressure)
{
    const cell_form *form = &cell_forms[cell->kind];
    for (int f = 0; f < form->faces; f++) {
        int has = -1, other = -1;
        const int n = form->face[f][3] < 0 ? 3 : 4;
        for (int i = 0; i < n; i++) {
            const unsigned label = mesh->nodes.items[mesh->corner.items[cell->first + form->face[f][i]]].label;
            has = label == mesh_pressure->corner ? i : has;
            other = mesh_pressure->other && label == mesh_pressure->other ? i : other;
        }
        const bool is_tetrahedron = form->corners == 4;
        const bool fits = is_tetrahedron ? other < 0
                          : n == 4       ? other >= 0 && abs(has - other) == 2
                                         : other < 0 && !mesh_pressure->other;
        if (has >= 0 && fits)
            return f;
    }
    return -1;
}

/* --- shells ------------------------------------------------------------------------------------------------------- */

typedef struct {
    unsigned a, b;
    int cell;
} directed_edge;

static int by_edge(const void *x, const void *y)
{
    const directed_edge *p = x, *q = y;
    if (p->a != q->a)
        return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

/* Neighbours traverse their common edge in opposite directions if their normals are on the same side. */
static void check_sides(mesh *mesh)
{
    ARRAY(directed_edge) all = {0};
    for (int i = 0; i < mesh->pressures.n; i++) {
        const int cell = label_map_find(&mesh->cell_of, mesh->pressures.items[i].cell.label);
        const mesh_cell *mesh_cell = cell == HASH_NONE ? NULL : &mesh->cells.items[cell];
        const int n = mesh_cell && cell_forms[mesh_cell->kind].dimension == 2 ? cell_forms[mesh_cell->kind].corners : 0;
        for (int k = 0; k < n; k++) {
            const directed_edge directed_edge = {mesh->corner.items[mesh_cell->first + k],
                                                 mesh->corner.items[mesh_cell->first + (k + 1) % n], cell};
            array_push(&all, directed_edge);
        }
    }
    if (all.n > 0)
        qsort(all.items, (size_t)all.n, sizeof *all.items, by_edge);
    for (int i = 1; i < all.n; i++)
        if (by_edge(&all.items[i - 1], &all.items[i]) == 0 && all.items[i - 1].cell != all.items[i].cell)
            diag_report(mesh->errors, E_MESH_SIDES, mesh->cells.items[all.items[i].cell].location,
                        mesh->cells.items[all.items[i - 1].cell].label, mesh->cells.items[all.items[i].cell].label);
    array_free(&all);
}

/* --- resolution --------------------------------------------------------------------------------------------------- */

/* Replaces pressures on sets by one for each member. */
static void expand(mesh *mesh)
{
    const int n = mesh->pressures.n;
    for (int i = 0; i < n; i++) {
        const mesh_pressure p = mesh->pressures.items[i];
        if (!p.set)
            continue;
        const mesh_set *faces = mesh_find_set(mesh, SET_FACES, p.set);
        const mesh_set *set = faces ? faces : mesh_find_set(mesh, SET_CELLS, p.set);
        if (!set)
            diag_report(mesh->errors, E_MESH_SET, p.location, p.set);
        for (int k = 0; set && k < set->members.n; k++) {
            mesh_pressure one = p;
            one.set = NULL;
            one.cell = (mesh_member){set->members.items[k].label, faces ? set->members.items[k].face : p.cell.face};
            array_push(&mesh->pressures, one);
        }
    }
    int saved = 0;
    for (int i = 0; i < mesh->pressures.n; i++)
        if (!mesh->pressures.items[i].set)
            mesh->pressures.items[saved++] = mesh->pressures.items[i];
    mesh->pressures.n = saved;
}

static void resolve_one(mesh *mesh, const face_list *all, mesh_pressure *mesh_pressure)
{
    const int cell = label_map_find(&mesh->cell_of, mesh_pressure->cell.label);
    if (cell == HASH_NONE) {
        diag_report(mesh->errors, E_MESH_MISSING, mesh_pressure->location, "element", mesh_pressure->cell.label);
        return;
    }
    const mesh_cell *mesh_cell = &mesh->cells.items[cell];
    const int dimension = cell_forms[mesh_cell->kind].dimension;
    if (dimension == 3 && mesh_pressure->corner)
        mesh_pressure->cell.face = face_by_corners(mesh, mesh_cell, mesh_pressure);
    else if (dimension == 2 && !mesh_is_element(mesh, mesh_cell))
        find_covered(mesh, all, cell, mesh_pressure->location, &mesh_pressure->cell);
    else if (dimension == 2)
        mesh_pressure->cell.face = 0;
    if (dimension < 2 || (dimension == 3 && (mesh_pressure->cell.face < 0 ||
                                             mesh_pressure->cell.face >= cell_forms[mesh_cell->kind].faces)))
        diag_report(mesh->errors, E_MESH_PRESSED,
                    mesh_pressure->location.file ? mesh_pressure->location : mesh_cell->location, mesh_cell->label,
                    cell_forms[mesh_cell->kind].name);
}

void mesh_resolve_pressures(mesh *mesh)
{
    face_list all = {0};
    list_faces(mesh, &all);
    expand(mesh);
    for (int i = 0; i < mesh->pressures.n && !diag_full(mesh->errors); i++)
        resolve_one(mesh, &all, &mesh->pressures.items[i]);
    if (diag_errors(mesh->errors) == 0)
        check_sides(mesh);
    array_free(&all);
}
