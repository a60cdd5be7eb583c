/* mesh.c - a mesh is put together: labels become indices, sections find their elements. */
#include "mesh/mesh.h"
#include "base/confine.h"
#include "base/nearest.h"
#include "mesh/diag_rows.h"
#include <string.h>
#include <strings.h>

void mesh_free(mesh *m)
{
    for (int i = 0; i < m->sets.n; i++)
        array_free(&m->sets.items[i].members);
    for (int i = 0; i < m->ties.n; i++) {
        array_free(&m->ties.items[i].others);
        array_free(&m->ties.items[i].weights);
    }
    array_free(&m->nodes);
    array_free(&m->cells);
    array_free(&m->corner);
    array_free(&m->sets);
    array_free(&m->materials);
    array_free(&m->properties);
    array_free(&m->supports);
    array_free(&m->forces);
    array_free(&m->pressures);
    array_free(&m->ties);
    array_free(&m->masses);
    array_free(&m->systems);
    array_free(&m->gravities);
    label_map_free(&m->node_of);
    label_map_free(&m->cell_of);
    label_map_free(&m->system_of);
}

/* --- files -------------------------------------------------------------------------------------------------------- */

const source *mesh_include(mesh *m, const source *from, const char *name, place where, int nested)
{
    const char *slash = strrchr(from->path, '/'), *why = NULL;
    const int folder = slash ? (int)(slash - from->path) : 0;
    const char *path = *name == '/' || !slash ? name : arena_printf(m->memory, "%.*s/%s", folder, from->path, name);
    if (nested >= MESH_MOST_NESTED)
        why = "files are included too deep";
    else if (sources_rules(m->texts) & FILES_CONFINED)
        why = confine_name(from->path, folder, name);
    const source *file = why ? NULL : sources_load(m->texts, path, name, where, &why);
    if (!file)
        diag_report(m->errors, E_MESH_FILE, where, name, why);
    return file;
}

/* --- what was read ------------------------------------------------------------------------------------------------ */

void mesh_add_node(mesh *m, mesh_node n)
{
    if (label_map_find(&m->node_of, n.label) != HASH_NONE) {
        diag_report(m->errors, E_MESH_SECOND, n.where, "node", n.label);
        return;
    }
    label_map_put(&m->node_of, n.label, m->nodes.n);
    array_push(&m->nodes, n);
}

mesh_cell *mesh_add_cell(mesh *m, cell_kind kind, unsigned label, const unsigned *nodes, place where)
{
    if (label_map_find(&m->cell_of, label) != HASH_NONE)
        diag_report(m->errors, E_MESH_SECOND, where, "element", label);
    else
        label_map_put(&m->cell_of, label, m->cells.n);
    const mesh_cell c = {.label = label, .kind = kind, .first = m->corner.n, .property = -1, .where = where};
    for (int k = 0; k < cell_forms[kind].nodes; k++)
        array_push(&m->corner, nodes[k]);
    array_push(&m->cells, c);
    return &m->cells.items[m->cells.n - 1];
}

mesh_set *mesh_find_set(mesh *m, set_kind kind, const char *name)
{
    for (int i = 0; i < m->sets.n; i++)
        if (m->sets.items[i].kind == kind && strcasecmp(m->sets.items[i].name, name) == 0)
            return &m->sets.items[i];
    return NULL;
}

mesh_set *mesh_set_of(mesh *m, set_kind kind, const char *name, size_t length, place where)
{
    const char *copy = arena_string(m->memory, name, length);
    mesh_set *old = mesh_find_set(m, kind, copy);
    if (old)
        return old;
    const mesh_set s = {.name = copy, .kind = kind, .where = where};
    array_push(&m->sets, s);
    return &m->sets.items[m->sets.n - 1];
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

static void resolve_cell(mesh *m, const mesh_cell *c)
{
    unsigned *at = m->corner.items + c->first;
    for (int k = 0; k < cell_forms[c->kind].nodes; k++) {
        const int node = label_map_find(&m->node_of, at[k]);
        if (node == HASH_NONE) {
            diag_report(m->errors, E_MESH_NODE, c->where, c->label, at[k]);
            char near[200];
            if (label_map_show(&m->node_of, at[k], near, sizeof near))
                diag_hint(m->errors, "defined are %s", near);
        }
        at[k] = node == HASH_NONE ? 0 : (unsigned)node;
    }
}

/* --- properties --------------------------------------------------------------------------------------------------- */

static int material_of(const mesh *m, const mesh_property *p)
{
    for (int i = 0; i < m->materials.n; i++) {
        const mesh_material *x = &m->materials.items[i];
        if (p->material ? strcasecmp(x->name, p->material) == 0 : x->label == p->material_label)
            return i;
    }
    return -1;
}

static void resolve_properties(mesh *m)
{
    for (int i = 0; i < m->properties.n; i++) {
        mesh_property *p = &m->properties.items[i];
        p->material_index = material_of(m, p);
        if (p->material_index < 0 && p->material)
            diag_report(m->errors, E_MESH_VALUE, p->where,
                        arena_printf(m->memory, "there is no material '%s'", p->material));
        else if (p->material_index < 0)
            diag_report(m->errors, E_MESH_MISSING, p->where, "material", p->material_label);
    }
}

static void give_by_set(mesh *m, int property)
{
    const mesh_property *p = &m->properties.items[property];
    const mesh_set *s = mesh_find_set(m, SET_CELLS, p->set);
    if (!s)
        diag_report(m->errors, E_MESH_SET, p->where, p->set);
    for (int k = 0; s && k < s->members.n; k++) {
        const int cell = label_map_find(&m->cell_of, s->members.items[k].label);
        if (cell != HASH_NONE)
            m->cells.items[cell].property = property;
    }
}

static void give_properties(mesh *m)
{
    label_map by_label = {0};
    for (int i = 0; i < m->properties.n; i++) {
        if (m->properties.items[i].set)
            give_by_set(m, i);
        else
            label_map_put(&by_label, m->properties.items[i].label, i);
    }
    for (int i = 0; i < m->cells.n; i++) {
        mesh_cell *c = &m->cells.items[i];
        const int property = c->section ? label_map_find(&by_label, c->section) : HASH_NONE;
        if (property != HASH_NONE)
            c->property = property;
        else if (c->section && m->properties.n > 0) /* a mesh alone, without properties, is given some later */
            diag_report(m->errors, E_MESH_MISSING, c->where, "property", c->section);
    }
    label_map_free(&by_label);
}

static void resolve_members(mesh *m)
{
    for (int i = 0; i < m->sets.n; i++) {
        const mesh_set *s = &m->sets.items[i];
        const bool of_nodes = s->kind == SET_NODES;
        for (int k = 0; k < s->members.n; k++)
            if (label_map_find(of_nodes ? &m->node_of : &m->cell_of, s->members.items[k].label) == HASH_NONE)
                diag_report(m->errors, E_MESH_MISSING, s->where, of_nodes ? "node" : "element",
                            s->members.items[k].label);
    }
}

static void check_materials(mesh *m)
{
    for (int i = 0; i < m->materials.n; i++) {
        const mesh_material *x = &m->materials.items[i];
        if (!(x->E > 0.0 && x->nu > -1.0 && x->nu < 0.5 && x->density >= 0.0))
            diag_report(m->errors, E_MESH_UNFIT, x->where, x->E, x->nu, x->density);
    }
}

void mesh_resolve(mesh *m)
{
    for (int i = 0; i < m->cells.n; i++)
        resolve_cell(m, &m->cells.items[i]);
    resolve_members(m);
    check_materials(m);
    resolve_properties(m);
    give_properties(m);
}

/* --- sections ----------------------------------------------------------------------------------------------------- */

/* Torsion after Roark's formulas. */
void property_rectangle(mesh_property *p, double along_2, double along_3)
{
    const double w = fmax(along_2, along_3), t = fmin(along_2, along_3), q = w > 0.0 ? t / w : 0.0;
    p->area = along_2 * along_3;
    p->I2 = along_2 * along_3 * along_3 * along_3 / 12.0;
    p->I3 = along_3 * along_2 * along_2 * along_2 / 12.0;
    p->torsion = w * t * t * t * (1.0 / 3.0 - 0.21 * q * (1.0 - q * q * q * q / 12.0));
}

void property_circle(mesh_property *p, double radius)
{
    p->area = M_PI * radius * radius;
    p->I2 = p->I3 = 0.25 * p->area * radius * radius;
    p->torsion = 2.0 * p->I2;
}

/* --- questions ---------------------------------------------------------------------------------------------------- */

bool mesh_is_element(const mesh *m, const mesh_cell *c)
{
    const mesh_property *p = c->property >= 0 ? &m->properties.items[c->property] : NULL;
    const int dimension = cell_forms[c->kind].dimension;
    return dimension == 3 || (dimension == 2 && p && p->thickness > 0.0) || (dimension == 1 && p && p->area > 0.0);
}

vec3 mesh_at(const mesh *m, const mesh_cell *c, int k) { return m->nodes.items[m->corner.items[c->first + k]].x; }

static void add_once(int_list *to, bool *has, unsigned node)
{
    if (!has[node])
        array_push(to, (int)node);
    has[node] = true;
}

static void add_members(const mesh *m, const mesh_set *s, bool *has, int_list *to)
{
    for (int k = 0; k < s->members.n; k++) {
        int at[CELL_NODES];
        const int which = label_map_find(s->kind == SET_NODES ? &m->node_of : &m->cell_of, s->members.items[k].label);
        if (which != HASH_NONE && s->kind == SET_NODES) {
            add_once(to, has, (unsigned)which);
        } else if (which != HASH_NONE) {
            const mesh_cell *c = &m->cells.items[which];
            int n = cell_forms[c->kind].nodes;
            for (int i = 0; i < n; i++)
                at[i] = i;
            if (s->kind == SET_FACES)
                n = cell_face(c->kind, s->members.items[k].face, at);
            for (int i = 0; i < n; i++)
                add_once(to, has, m->corner.items[c->first + at[i]]);
        }
    }
}

int mesh_nodes_of_set(mesh *m, const char *name, int_list *to)
{
    static const set_kind KINDS[] = {SET_NODES, SET_FACES, SET_CELLS};
    bool *has = heap_resize(NULL, (size_t)m->nodes.n + 1);
    memset(has, 0, (size_t)m->nodes.n + 1);
    const mesh_set *s = NULL;
    for (int i = 0; i < ARRAY_LEN(KINDS) && !s; i++)
        s = mesh_find_set(m, KINDS[i], name);
    if (s)
        add_members(m, s, has, to);
    free(has);
    return s ? to->n : -1;
}
