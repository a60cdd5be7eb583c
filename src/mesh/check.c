/* check.c - checks whether a mesh is a valid model: shapes, order of nodes, duplicates, connectivity.
 *
 *     J = sum x_k dh_k/dr                at the integration points: det J > 0
 *     |b - a| > 0                        for an edge from a to b
 *     |x_m - (a + b) / 2| < |b - a| / 4  for a midside node of an edge from a to b
 *
 * det J < 0 at all points: the nodes are listed in the opposite order. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"

/* Smallest volume, relative to the cube of the size of an element, and smallest length of an edge, relative to the
 * size. */
static const double FLAT = 1e-10;

static unsigned node_label(const mesh *mesh, const mesh_cell *cell, int k)
{
    return mesh->nodes.items[mesh->corner.items[cell->first + k]].label;
}

static const char *name_of(const mesh_cell *cell) { return cell_forms[cell->kind].name; }

/* --- one element -------------------------------------------------------------------------------------------------- */

static bool has_own_nodes(mesh *mesh, const mesh_cell *cell)
{
    const unsigned *at = mesh->corner.items + cell->first;
    for (int k = 0; k < cell_forms[cell->kind].nodes; k++)
        for (int l = 0; l < k; l++)
            if (at[k] == at[l]) {
                diag_report(mesh->errors, E_MESH_TWICE, cell->location, cell->label, node_label(mesh, cell, k));
                return false;
            }
    return true;
}

static double check_size_of(const mesh *mesh, const mesh_cell *cell)
{
    double size = 0.0;
    for (int k = 1; k < cell_forms[cell->kind].nodes; k++)
        size = fmax(size, vec3_norm(vec3_sub(mesh_at(mesh, cell, k), mesh_at(mesh, cell, 0))));
    return size;
}

static bool has_edges(mesh *mesh, const mesh_cell *cell, double size)
{
    const cell_form *form = &cell_forms[cell->kind];
    for (int k = 0; k < form->edges; k++) {
        const int a = form->edge[k][0], b = form->edge[k][1];
        if (!(vec3_norm(vec3_sub(mesh_at(mesh, cell, b), mesh_at(mesh, cell, a))) > FLAT * size)) {
            diag_report(mesh->errors, E_MESH_EDGE, cell->location, cell->label, name_of(cell),
                        node_label(mesh, cell, a), node_label(mesh, cell, b));
            return false;
        }
    }
    return true;
}

static bool has_middles(mesh *mesh, const mesh_cell *cell)
{
    const cell_form *form = &cell_forms[cell->kind];
    for (int k = 0; k < form->edges && form->nodes > form->corners; k++) {
        const int a = form->edge[k][0], b = form->edge[k][1];
        const vec3 from = mesh_at(mesh, cell, a), to = mesh_at(mesh, cell, b),
                   at = mesh_at(mesh, cell, form->corners + k);
        const vec3 off = vec3_sub(at, vec3_scale(0.5, vec3_add(from, to)));
        if (!(vec3_norm(off) < 0.25 * vec3_norm(vec3_sub(to, from)))) {
            diag_report(mesh->errors, E_MESH_MIDDLE, cell->location, cell->label,
                        node_label(mesh, cell, form->corners + k), node_label(mesh, cell, a),
                        node_label(mesh, cell, b));
            return false;
        }
    }
    return true;
}

static double det_at(const mesh *mesh, const mesh_cell *cell, const cell_solid *as, const double r[3])
{
    double h[SOLID_NODES], derivative[SOLID_NODES][3];
    mat3 J = {{{0}}};
    as->shape->solid_functions.evaluate(r, h, derivative);
    for (int k = 0; k < as->shape->solid_functions.n; k++) {
        double x[3];
        vec3_store(x, mesh_at(mesh, cell, as->order[k]));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                J.e[i][j] += x[i] * derivative[k][j];
    }
    return mat3_det(&J);
}

/* Returns the number of integration points with zero or negative volume, and stores the number of negative ones. */
static int count_wrong(const mesh *mesh, const mesh_cell *cell, const cell_solid *as, double least, int *negative)
{
    const solid_rule *rules[] = {as->shape->stress, as->shape->mass};
    int wrong = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < rules[i]->n; k++) {
            double r[3];
            rules[i]->point(k, r);
            const double det = det_at(mesh, cell, as, r);
            wrong += !(det > least);
            *negative += det < -least;
        }
    return wrong;
}

static void check_solid(mesh *mesh, const mesh_cell *cell)
{
    cell_solid as;
    if (!cell_solid_of(cell->kind, cell->is_full, &as)) {
        diag_report(mesh->errors, E_MESH_SHAPE, cell->location, "solid", cell->label, name_of(cell));
        if (cell_forms[cell->kind].raised != cell->kind)
            diag_hint(mesh->errors, "--quadratic puts a node in the middle of each edge");
        return;
    }
    const double size = check_size_of(mesh, cell), least = FLAT * size * size * size;
    const int points = as.shape->stress->n + as.shape->mass->n;
    int negative = 0;
    const int wrong = count_wrong(mesh, cell, &as, least, &negative);
    if (wrong == 0)
        (void)(has_edges(mesh, cell, size) && has_middles(mesh, cell));
    else if (negative == points)
        diag_report(mesh->errors, E_MESH_INVERTED, cell->location, cell->label, name_of(cell));
    else if (negative == 0 && wrong == points)
        diag_report(mesh->errors, E_MESH_FLAT, cell->location, cell->label, name_of(cell), "volume");
    else if (has_middles(mesh, cell))
        diag_report(mesh->errors, E_MESH_DISTORTED, cell->location, cell->label, name_of(cell));
}

static void check_shell(mesh *mesh, const mesh_cell *cell)
{
    if (cell->kind != CELL_TRIANGLE3 && cell->kind != CELL_QUAD4) {
        diag_report(mesh->errors, E_MESH_SHAPE, cell->location, "shell", cell->label, name_of(cell));
        diag_hint(mesh->errors, "shells have three or four nodes: mesh them in first order");
        return;
    }
    const int n = cell_forms[cell->kind].corners;
    const double size = check_size_of(mesh, cell), least = FLAT * size * size;
    vec3 normal = {0};
    for (int k = 0; k < n; k++)
        normal = vec3_add(normal, vec3_cross(mesh_at(mesh, cell, k), mesh_at(mesh, cell, (k + 1) % n)));
    for (int k = 0; k < n; k++) {
        const vec3 a = vec3_sub(mesh_at(mesh, cell, (k + 1) % n), mesh_at(mesh, cell, k));
        const vec3 b = vec3_sub(mesh_at(mesh, cell, (k + n - 1) % n), mesh_at(mesh, cell, k));
        if (!(vec3_dot(vec3_cross(a, b), normal) > least * vec3_norm(normal))) {
            const bool is_flat = !(vec3_norm(normal) > least) || n == 3;
            if (is_flat)
                diag_report(mesh->errors, E_MESH_FLAT, cell->location, cell->label, name_of(cell), "area");
            else
                diag_report(mesh->errors, E_MESH_DISTORTED, cell->location, cell->label, name_of(cell));
            return;
        }
    }
}

static void check_line(mesh *mesh, const mesh_cell *cell)
{
    const vec3 along = vec3_sub(mesh_at(mesh, cell, 1), mesh_at(mesh, cell, 0));
    const mesh_property *mesh_property = &mesh->properties.items[cell->property];
    const vec3 axis = vec3_norm(cell->axis) > 0.0 ? cell->axis : mesh_property->axis;
    if (!(vec3_norm(along) > 0.0))
        diag_report(mesh->errors, E_MESH_FLAT, cell->location, cell->label, name_of(cell), "length");
    else if (!(vec3_norm(vec3_cross(along, axis)) > 1e-6 * vec3_norm(along) * vec3_norm(axis)))
        diag_report(
            mesh->errors, E_MESH_VALUE, cell->location,
            arena_printf(mesh->memory, "the direction of the section of beam %u lies along the beam", cell->label));
    else if (cell->kind == CELL_LINE3)
        has_middles(mesh, cell);
}

static void check_cell(mesh *mesh, const mesh_cell *cell)
{
    const int dimension = cell_forms[cell->kind].dimension;
    if (cell->property < 0) {
        diag_report(mesh->errors, E_MESH_MATERIAL, cell->location, cell->label, name_of(cell));
        diag_hint(mesh->errors, "give it with --material [GROUP=]E,NU,DENSITY");
        return;
    }
    if (!has_own_nodes(mesh, cell))
        return;
    if (dimension == 3)
        check_solid(mesh, cell);
    else if (dimension == 2)
        check_shell(mesh, cell);
    else
        check_line(mesh, cell);
}

/* --- duplicates --------------------------------------------------------------------------------------------------- */

static bool has_corner(const mesh *mesh, const mesh_cell *cell, unsigned node)
{
    for (int k = 0; k < cell_forms[cell->kind].corners; k++)
        if (mesh->corner.items[cell->first + k] == node)
            return true;
    return false;
}

static bool is_copy(const mesh *mesh, const mesh_cell *a, const mesh_cell *b)
{
    const int n = cell_forms[a->kind].corners;
    for (int k = 0; k < n; k++)
        if (!has_corner(mesh, b, mesh->corner.items[a->first + k]))
            return false;
    return cell_forms[b->kind].corners == n;
}

static unsigned least_corner(const mesh *mesh, const mesh_cell *cell)
{
    unsigned least = mesh->corner.items[cell->first];
    for (int k = 1; k < cell_forms[cell->kind].corners; k++)
        least = mesh->corner.items[cell->first + k] < least ? mesh->corner.items[cell->first + k] : least;
    return least;
}

/* Solids are linked in lists, one for each node that is the smallest of their corners. */
static void check_copies(mesh *mesh)
{
    int *last = heap_resize(NULL, ((size_t)mesh->nodes.n + 1) * sizeof *last);
    int *before = heap_resize(NULL, ((size_t)mesh->cells.n + 1) * sizeof *before);
    for (int i = 0; i < mesh->nodes.n; i++)
        last[i] = -1;
    for (int i = 0; i < mesh->cells.n && !diag_full(mesh->errors); i++) {
        const mesh_cell *cell = &mesh->cells.items[i];
        if (cell_forms[cell->kind].dimension < 3)
            continue;
        int *chain = &last[least_corner(mesh, cell)], k = *chain;
        while (k >= 0 && !is_copy(mesh, cell, &mesh->cells.items[k]))
            k = before[k];
        if (k >= 0)
            diag_report(mesh->errors, E_MESH_COPY, cell->location, cell->label, mesh->cells.items[k].label);
        before[i] = *chain;
        *chain = i;
    }
    free(last);
    free(before);
}

/* --- connectivity ------------------------------------------------------------------------------------------------- */

static int check_root(int *parent, int i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static void check_join(int *parent, int a, int b) { parent[check_root(parent, a)] = check_root(parent, b); }

static void join_ties(mesh *mesh, int *parent)
{
    for (int i = 0; i < mesh->ties.n; i++) {
        const mesh_tie *mesh_tie = &mesh->ties.items[i];
        int_list others = {0};
        if (mesh_tie->set)
            mesh_nodes_of_set(mesh, mesh_tie->set, &others);
        for (int k = 0; k < mesh_tie->others.n; k++) {
            const int node = label_map_find(&mesh->node_of, mesh_tie->others.items[k]);
            if (node != HASH_NONE)
                array_push(&others, node);
        }
        const int master = mesh_tie->master ? label_map_find(&mesh->node_of, mesh_tie->master) : HASH_NONE;
        const int first = master != HASH_NONE ? master : others.n > 0 ? others.items[0] : -1;
        for (int k = 0; k < others.n; k++)
            check_join(parent, others.items[k], first);
        array_free(&others);
    }
}

static void check_parts(mesh *mesh)
{
    int parts = 0, first = -1, other = -1;
    int *parent = heap_resize(NULL, ((size_t)mesh->nodes.n + 1) * sizeof *parent);
    for (int i = 0; i < mesh->nodes.n; i++)
        parent[i] = i;
    for (int i = 0; i < mesh->cells.n; i++) {
        const mesh_cell *cell = &mesh->cells.items[i];
        for (int k = 1; k < cell_forms[cell->kind].nodes && mesh_is_element(mesh, cell); k++)
            check_join(parent, (int)mesh->corner.items[cell->first], (int)mesh->corner.items[cell->first + k]);
    }
    join_ties(mesh, parent);
    bool *seen = heap_resize(NULL, (size_t)mesh->nodes.n + 1);
    for (int i = 0; i < mesh->nodes.n; i++)
        seen[i] = false;
    for (int i = 0; i < mesh->cells.n; i++) {
        const mesh_cell *mesh_cell = &mesh->cells.items[i];
        bool *known = &seen[check_root(parent, (int)mesh->corner.items[mesh_cell->first])];
        if (!mesh_is_element(mesh, mesh_cell) || *known)
            continue;
        *known = true;
        parts++;
        other = first >= 0 && other < 0 ? i : other;
        first = first < 0 ? i : first;
    }
    if (parts > 1) {
        diag_report(mesh->errors, E_MESH_PARTS, mesh->cells.items[other].location, parts,
                    mesh->cells.items[other].label, mesh->cells.items[first].label);
        diag_hint(mesh->errors, "merge nodes that coincide, or allow several parts with --parts");
    }
    free(parent);
    free(seen);
}

void mesh_check(mesh *mesh, bool parts_allowed)
{
    int elements = 0;
    for (int i = 0; i < mesh->cells.n && !diag_full(mesh->errors); i++)
        if (mesh_is_element(mesh, &mesh->cells.items[i])) {
            check_cell(mesh, &mesh->cells.items[i]);
            elements++;
        } else if (mesh->cells.items[i].property >= 0) {
            diag_report(mesh->errors, E_MESH_SHAPE, mesh->cells.items[i].location, "plane", mesh->cells.items[i].label,
                        name_of(&mesh->cells.items[i]));
        }
    if (elements == 0)
        diag_report(mesh->errors, E_MESH_EMPTY, (source_location){0, 0, 0});
    if (diag_errors(mesh->errors) == 0)
        check_copies(mesh);
    if (diag_errors(mesh->errors) == 0 && !parts_allowed)
        check_parts(mesh);
}
