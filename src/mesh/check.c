/* check.c - whether a mesh can be a model: shapes, order of nodes, copies, connection.
 *
 *     J = sum x_k dh_k/dr                at the points of integration: det J > 0
 *     |b - a| > 0                        for an edge from a to b
 *     |x_m - (a + b) / 2| < |b - a| / 4  for a node in the middle of an edge from a to b
 *
 * det J < 0 at all points: the nodes are listed the other way round. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"

/* Of the cube of an element's size: less volume than this is none. Of its size: a shorter edge is none. */
static const double FLAT = 1e-10;

static unsigned node_label(const mesh *m, const mesh_cell *c, int k)
{
    return m->nodes.items[m->corner.items[c->first + k]].label;
}

static const char *name_of(const mesh_cell *c) { return cell_forms[c->kind].name; }

/* --- one element -------------------------------------------------------------------------------------------------- */

static bool has_own_nodes(mesh *m, const mesh_cell *c)
{
    const unsigned *at = m->corner.items + c->first;
    for (int k = 0; k < cell_forms[c->kind].nodes; k++)
        for (int l = 0; l < k; l++)
            if (at[k] == at[l]) {
                diag_report(m->errors, E_MESH_TWICE, c->where, c->label, node_label(m, c, k));
                return false;
            }
    return true;
}

static double check_size_of(const mesh *m, const mesh_cell *c)
{
    double size = 0.0;
    for (int k = 1; k < cell_forms[c->kind].nodes; k++)
        size = fmax(size, vec3_norm(vec3_sub(mesh_at(m, c, k), mesh_at(m, c, 0))));
    return size;
}

static bool has_edges(mesh *m, const mesh_cell *c, double size)
{
    const cell_form *f = &cell_forms[c->kind];
    for (int k = 0; k < f->edges; k++) {
        const int a = f->edge[k][0], b = f->edge[k][1];
        if (!(vec3_norm(vec3_sub(mesh_at(m, c, b), mesh_at(m, c, a))) > FLAT * size)) {
            diag_report(m->errors, E_MESH_EDGE, c->where, c->label, name_of(c), node_label(m, c, a),
                        node_label(m, c, b));
            return false;
        }
    }
    return true;
}

static bool has_middles(mesh *m, const mesh_cell *c)
{
    const cell_form *f = &cell_forms[c->kind];
    for (int k = 0; k < f->edges && f->nodes > f->corners; k++) {
        const int a = f->edge[k][0], b = f->edge[k][1];
        const vec3 from = mesh_at(m, c, a), to = mesh_at(m, c, b), at = mesh_at(m, c, f->corners + k);
        const vec3 off = vec3_sub(at, vec3_scale(0.5, vec3_add(from, to)));
        if (!(vec3_norm(off) < 0.25 * vec3_norm(vec3_sub(to, from)))) {
            diag_report(m->errors, E_MESH_MIDDLE, c->where, c->label, node_label(m, c, f->corners + k),
                        node_label(m, c, a), node_label(m, c, b));
            return false;
        }
    }
    return true;
}

static double det_at(const mesh *m, const mesh_cell *c, const cell_solid *as, const double r[3])
{
    double h[SOLID_NODES], slope[SOLID_NODES][3];
    mat3 J = {{{0}}};
    as->shape->solid_functions.evaluate(r, h, slope);
    for (int k = 0; k < as->shape->solid_functions.n; k++) {
        double x[3];
        vec3_store(x, mesh_at(m, c, as->order[k]));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                J.e[i][j] += x[i] * slope[k][j];
    }
    return mat3_det(&J);
}

/* Points where the volume is none or negative, of how many. */
static int count_wrong(const mesh *m, const mesh_cell *c, const cell_solid *as, double least, int *negative)
{
    const solid_rule *rules[] = {as->shape->stress, as->shape->mass};
    int wrong = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < rules[i]->n; k++) {
            double r[3];
            rules[i]->point(k, r);
            const double det = det_at(m, c, as, r);
            wrong += !(det > least);
            *negative += det < -least;
        }
    return wrong;
}

static void check_solid(mesh *m, const mesh_cell *c)
{
    cell_solid as;
    if (!cell_solid_of(c->kind, c->is_full, &as)) {
        diag_report(m->errors, E_MESH_SHAPE, c->where, "solid", c->label, name_of(c));
        if (cell_forms[c->kind].raised != c->kind)
            diag_hint(m->errors, "--quadratic puts a node in the middle of each edge");
        return;
    }
    const double size = check_size_of(m, c), least = FLAT * size * size * size;
    const int points = as.shape->stress->n + as.shape->mass->n;
    int negative = 0;
    const int wrong = count_wrong(m, c, &as, least, &negative);
    if (wrong == 0)
        (void)(has_edges(m, c, size) && has_middles(m, c));
    else if (negative == points)
        diag_report(m->errors, E_MESH_INVERTED, c->where, c->label, name_of(c));
    else if (negative == 0 && wrong == points)
        diag_report(m->errors, E_MESH_FLAT, c->where, c->label, name_of(c), "volume");
    else if (has_middles(m, c))
        diag_report(m->errors, E_MESH_DISTORTED, c->where, c->label, name_of(c));
}

static void check_shell(mesh *m, const mesh_cell *c)
{
    if (c->kind != CELL_TRIANGLE3 && c->kind != CELL_QUAD4) {
        diag_report(m->errors, E_MESH_SHAPE, c->where, "shell", c->label, name_of(c));
        diag_hint(m->errors, "shells have three or four nodes: mesh them in first order");
        return;
    }
    const int n = cell_forms[c->kind].corners;
    const double size = check_size_of(m, c), least = FLAT * size * size;
    vec3 normal = {0};
    for (int k = 0; k < n; k++)
        normal = vec3_add(normal, vec3_cross(mesh_at(m, c, k), mesh_at(m, c, (k + 1) % n)));
    for (int k = 0; k < n; k++) {
        const vec3 a = vec3_sub(mesh_at(m, c, (k + 1) % n), mesh_at(m, c, k));
        const vec3 b = vec3_sub(mesh_at(m, c, (k + n - 1) % n), mesh_at(m, c, k));
        if (!(vec3_dot(vec3_cross(a, b), normal) > least * vec3_norm(normal))) {
            const bool is_flat = !(vec3_norm(normal) > least) || n == 3;
            if (is_flat)
                diag_report(m->errors, E_MESH_FLAT, c->where, c->label, name_of(c), "area");
            else
                diag_report(m->errors, E_MESH_DISTORTED, c->where, c->label, name_of(c));
            return;
        }
    }
}

static void check_line(mesh *m, const mesh_cell *c)
{
    const vec3 along = vec3_sub(mesh_at(m, c, 1), mesh_at(m, c, 0));
    const mesh_property *p = &m->properties.items[c->property];
    const vec3 axis = vec3_norm(c->axis) > 0.0 ? c->axis : p->axis;
    if (!(vec3_norm(along) > 0.0))
        diag_report(m->errors, E_MESH_FLAT, c->where, c->label, name_of(c), "length");
    else if (!(vec3_norm(vec3_cross(along, axis)) > 1e-6 * vec3_norm(along) * vec3_norm(axis)))
        diag_report(m->errors, E_MESH_VALUE, c->where,
                    arena_printf(m->memory, "the direction of the section of beam %u lies along the beam", c->label));
    else if (c->kind == CELL_LINE3)
        has_middles(m, c);
}

static void check_cell(mesh *m, const mesh_cell *c)
{
    const int dimension = cell_forms[c->kind].dimension;
    if (c->property < 0) {
        diag_report(m->errors, E_MESH_MATERIAL, c->where, c->label, name_of(c));
        diag_hint(m->errors, "--material [GROUP=]E,NU,DENSITY gives one");
        return;
    }
    if (!has_own_nodes(m, c))
        return;
    if (dimension == 3)
        check_solid(m, c);
    else if (dimension == 2)
        check_shell(m, c);
    else
        check_line(m, c);
}

/* --- copies ------------------------------------------------------------------------------------------------------- */

static bool has_corner(const mesh *m, const mesh_cell *c, unsigned node)
{
    for (int k = 0; k < cell_forms[c->kind].corners; k++)
        if (m->corner.items[c->first + k] == node)
            return true;
    return false;
}

static bool is_copy(const mesh *m, const mesh_cell *a, const mesh_cell *b)
{
    const int n = cell_forms[a->kind].corners;
    for (int k = 0; k < n; k++)
        if (!has_corner(m, b, m->corner.items[a->first + k]))
            return false;
    return cell_forms[b->kind].corners == n;
}

static unsigned least_corner(const mesh *m, const mesh_cell *c)
{
    unsigned least = m->corner.items[c->first];
    for (int k = 1; k < cell_forms[c->kind].corners; k++)
        least = m->corner.items[c->first + k] < least ? m->corner.items[c->first + k] : least;
    return least;
}

/* Solids in chains, one for each node that is the least of their corners. */
static void check_copies(mesh *m)
{
    int *last = heap_resize(NULL, ((size_t)m->nodes.n + 1) * sizeof *last);
    int *before = heap_resize(NULL, ((size_t)m->cells.n + 1) * sizeof *before);
    for (int i = 0; i < m->nodes.n; i++)
        last[i] = -1;
    for (int i = 0; i < m->cells.n && !diag_full(m->errors); i++) {
        const mesh_cell *c = &m->cells.items[i];
        if (cell_forms[c->kind].dimension < 3)
            continue;
        int *chain = &last[least_corner(m, c)], k = *chain;
        while (k >= 0 && !is_copy(m, c, &m->cells.items[k]))
            k = before[k];
        if (k >= 0)
            diag_report(m->errors, E_MESH_COPY, c->where, c->label, m->cells.items[k].label);
        before[i] = *chain;
        *chain = i;
    }
    free(last);
    free(before);
}

/* --- connection --------------------------------------------------------------------------------------------------- */

static int check_root(int *parent, int i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static void check_join(int *parent, int a, int b) { parent[check_root(parent, a)] = check_root(parent, b); }

static void join_ties(mesh *m, int *parent)
{
    for (int i = 0; i < m->ties.n; i++) {
        const mesh_tie *t = &m->ties.items[i];
        int_list others = {0};
        if (t->set)
            mesh_nodes_of_set(m, t->set, &others);
        for (int k = 0; k < t->others.n; k++) {
            const int node = label_map_find(&m->node_of, t->others.items[k]);
            if (node != HASH_NONE)
                array_push(&others, node);
        }
        const int master = t->master ? label_map_find(&m->node_of, t->master) : HASH_NONE;
        const int first = master != HASH_NONE ? master : others.n > 0 ? others.items[0] : -1;
        for (int k = 0; k < others.n; k++)
            check_join(parent, others.items[k], first);
        array_free(&others);
    }
}

static void check_parts(mesh *m)
{
    int parts = 0, first = -1, other = -1;
    int *parent = heap_resize(NULL, ((size_t)m->nodes.n + 1) * sizeof *parent);
    for (int i = 0; i < m->nodes.n; i++)
        parent[i] = i;
    for (int i = 0; i < m->cells.n; i++) {
        const mesh_cell *c = &m->cells.items[i];
        for (int k = 1; k < cell_forms[c->kind].nodes && mesh_is_element(m, c); k++)
            check_join(parent, (int)m->corner.items[c->first], (int)m->corner.items[c->first + k]);
    }
    join_ties(m, parent);
    bool *seen = heap_resize(NULL, (size_t)m->nodes.n + 1);
    for (int i = 0; i < m->nodes.n; i++)
        seen[i] = false;
    for (int i = 0; i < m->cells.n; i++) {
        const mesh_cell *c = &m->cells.items[i];
        bool *known = &seen[check_root(parent, (int)m->corner.items[c->first])];
        if (!mesh_is_element(m, c) || *known)
            continue;
        *known = true;
        parts++;
        other = first >= 0 && other < 0 ? i : other;
        first = first < 0 ? i : first;
    }
    if (parts > 1) {
        diag_report(m->errors, E_MESH_PARTS, m->cells.items[other].where, parts, m->cells.items[other].label,
                    m->cells.items[first].label);
        diag_hint(m->errors, "nodes in one place have to be one node; --parts allows several parts");
    }
    free(parent);
    free(seen);
}

void mesh_check(mesh *m, bool parts_allowed)
{
    int elements = 0;
    for (int i = 0; i < m->cells.n && !diag_full(m->errors); i++)
        if (mesh_is_element(m, &m->cells.items[i])) {
            check_cell(m, &m->cells.items[i]);
            elements++;
        } else if (m->cells.items[i].property >= 0) {
            diag_report(m->errors, E_MESH_SHAPE, m->cells.items[i].where, "plane", m->cells.items[i].label,
                        name_of(&m->cells.items[i]));
        }
    if (elements == 0)
        diag_report(m->errors, E_MESH_EMPTY, (place){0, 0, 0});
    if (diag_errors(m->errors) == 0)
        check_copies(m);
    if (diag_errors(m->errors) == 0 && !parts_allowed)
        check_parts(m);
}
