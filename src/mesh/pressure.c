/* pressure.c - on which faces pressures act, and which side they push.
 *
 * A face is known by its corners, sorted: on the surface of a solid it is there once, between two solids twice. The
 * nodes of a load are those of the solid, which run against the clock seen from outside, so that the pressure pushes
 * inwards however the surface of the mesh is oriented. On shells it pushes against their normals, which neighbours must
 * share. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"
#include <string.h>

typedef struct {
    unsigned corner[4]; /* sorted; 0xffffffff behind those of a triangle */
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

static face_key key_of(const mesh *m, int cell, int face)
{
    const mesh_cell *c = &m->cells.items[cell];
    const short *corner = cell_forms[c->kind].face[face];
    face_key k = {.cell = cell, .face = face};
    for (int i = 0; i < 4; i++)
        k.corner[i] = corner[i] < 0 ? 0xffffffffu : m->corner.items[c->first + corner[i]];
    qsort(k.corner, 4, sizeof *k.corner, by_number);
    return k;
}

static void list_faces(const mesh *m, face_list *all)
{
    for (int i = 0; i < m->cells.n; i++)
        for (int f = 0; f < cell_forms[m->cells.items[i].kind].faces; f++)
            if (cell_forms[m->cells.items[i].kind].dimension == 3)
                array_push(all, key_of(m, i, f));
    if (all->n > 0)
        qsort(all->items, (size_t)all->n, sizeof *all->items, by_corners);
}

/* --- surfaces of the mesh ----------------------------------------------------------------------------------------- */

/* The face of a solid that a surface covers. */
static bool find_covered(mesh *m, const face_list *all, int cell, place where, mesh_member *to)
{
    const face_key k = key_of(m, cell, 0);
    const face_key *found = all->n > 0 ? bsearch(&k, all->items, (size_t)all->n, sizeof *all->items, by_corners) : NULL;
    const place at = where.file ? where : m->cells.items[cell].where;
    if (!found) {
        diag_report(m->errors, E_MESH_FACE, at, m->cells.items[cell].label);
        return false;
    }
    for (int step = -1; step <= 1; step += 2) {
        const face_key *next = found + step;
        if (next >= all->items && next < all->items + all->n && by_corners(next, found) == 0) {
            const int first = found->cell < next->cell ? found->cell : next->cell;
            diag_report(m->errors, E_MESH_INNER, at, m->cells.items[cell].label, m->cells.items[first].label,
                        m->cells.items[found->cell + next->cell - first].label);
            return false;
        }
    }
    *to = (mesh_member){m->cells.items[found->cell].label, found->face};
    return true;
}

/* The face with a corner and its opposite; of a tetrahedron, with the corner and without the other. -1: none. */
static int face_by_corners(const mesh *m, const mesh_cell *c, const mesh_pressure *p)
{
    const cell_form *form = &cell_forms[c->kind];
    for (int f = 0; f < form->faces; f++) {
        int has = -1, other = -1;
        const int n = form->face[f][3] < 0 ? 3 : 4;
        for (int i = 0; i < n; i++) {
            const unsigned label = m->nodes.items[m->corner.items[c->first + form->face[f][i]]].label;
            has = label == p->corner ? i : has;
            other = p->other && label == p->other ? i : other;
        }
        const bool is_tetrahedron = form->corners == 4;
        const bool fits = is_tetrahedron ? other < 0
                          : n == 4       ? other >= 0 && abs(has - other) == 2
                                         : other < 0 && !p->other;
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

/* Neighbours run along their common edge in opposite directions when their normals are on the same side. */
static void check_sides(mesh *m)
{
    ARRAY(directed_edge) all = {0};
    for (int i = 0; i < m->pressures.n; i++) {
        const int cell = label_map_find(&m->cell_of, m->pressures.items[i].cell.label);
        const mesh_cell *c = cell == HASH_NONE ? NULL : &m->cells.items[cell];
        const int n = c && cell_forms[c->kind].dimension == 2 ? cell_forms[c->kind].corners : 0;
        for (int k = 0; k < n; k++) {
            const directed_edge e = {m->corner.items[c->first + k], m->corner.items[c->first + (k + 1) % n], cell};
            array_push(&all, e);
        }
    }
    if (all.n > 0)
        qsort(all.items, (size_t)all.n, sizeof *all.items, by_edge);
    for (int i = 1; i < all.n; i++)
        if (by_edge(&all.items[i - 1], &all.items[i]) == 0 && all.items[i - 1].cell != all.items[i].cell)
            diag_report(m->errors, E_MESH_SIDES, m->cells.items[all.items[i].cell].where,
                        m->cells.items[all.items[i - 1].cell].label, m->cells.items[all.items[i].cell].label);
    array_free(&all);
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

/* Pressures on sets become one for each member. */
static void expand(mesh *m)
{
    const int n = m->pressures.n;
    for (int i = 0; i < n; i++) {
        const mesh_pressure p = m->pressures.items[i];
        if (!p.set)
            continue;
        const mesh_set *faces = mesh_find_set(m, SET_FACES, p.set);
        const mesh_set *s = faces ? faces : mesh_find_set(m, SET_CELLS, p.set);
        if (!s)
            diag_report(m->errors, E_MESH_SET, p.where, p.set);
        for (int k = 0; s && k < s->members.n; k++) {
            mesh_pressure one = p;
            one.set = NULL;
            one.cell = (mesh_member){s->members.items[k].label, faces ? s->members.items[k].face : p.cell.face};
            array_push(&m->pressures, one);
        }
    }
    int kept = 0;
    for (int i = 0; i < m->pressures.n; i++)
        if (!m->pressures.items[i].set)
            m->pressures.items[kept++] = m->pressures.items[i];
    m->pressures.n = kept;
}

static void resolve_one(mesh *m, const face_list *all, mesh_pressure *p)
{
    const int cell = label_map_find(&m->cell_of, p->cell.label);
    if (cell == HASH_NONE) {
        diag_report(m->errors, E_MESH_MISSING, p->where, "element", p->cell.label);
        return;
    }
    const mesh_cell *c = &m->cells.items[cell];
    const int dimension = cell_forms[c->kind].dimension;
    if (dimension == 3 && p->corner)
        p->cell.face = face_by_corners(m, c, p);
    else if (dimension == 2 && !mesh_is_element(m, c))
        find_covered(m, all, cell, p->where, &p->cell);
    else if (dimension == 2)
        p->cell.face = 0;
    if (dimension < 2 || (dimension == 3 && (p->cell.face < 0 || p->cell.face >= cell_forms[c->kind].faces)))
        diag_report(m->errors, E_MESH_PRESSED, p->where.file ? p->where : c->where, c->label, cell_forms[c->kind].name);
}

void mesh_resolve_pressures(mesh *m)
{
    face_list all = {0};
    list_faces(m, &all);
    expand(m);
    for (int i = 0; i < m->pressures.n && !diag_full(m->errors); i++)
        resolve_one(m, &all, &m->pressures.items[i]);
    if (diag_errors(m->errors) == 0)
        check_sides(m);
    array_free(&all);
}
