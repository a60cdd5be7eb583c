/* mesh.c - resolves a mesh: replaces labels by indices and assigns sections to elements. */
#include "mesh/mesh.h"
#include "base/confine.h"
#include "base/nearest.h"
#include "mesh/diag_rows.h"
#include <string.h>
#include <strings.h>

void mesh_free(mesh *mesh)
{
    for (int i = 0; i < mesh->sets.n; i++)
        array_free(&mesh->sets.items[i].members);
    for (int i = 0; i < mesh->ties.n; i++) {
        array_free(&mesh->ties.items[i].others);
        array_free(&mesh->ties.items[i].weights);
    }
    array_free(&mesh->nodes);
    array_free(&mesh->cells);
    array_free(&mesh->corner);
    array_free(&mesh->sets);
    array_free(&mesh->materials);
    array_free(&mesh->properties);
    array_free(&mesh->supports);
    array_free(&mesh->forces);
    array_free(&mesh->pressures);
    array_free(&mesh->ties);
    array_free(&mesh->masses);
    array_free(&mesh->systems);
    array_free(&mesh->gravities);
    label_map_free(&mesh->node_of);
    label_map_free(&mesh->cell_of);
    label_map_free(&mesh->system_of);
}

/* --- files -------------------------------------------------------------------------------------------------------- */

const source *mesh_include(mesh *mesh, const source *from, const char *name, source_location location, int nested)
{
    const char *slash = strrchr(from->path, '/'), *why = NULL;
    const int folder = slash ? (int)(slash - from->path) : 0;
    const char *path = *name == '/' || !slash ? name : arena_printf(mesh->memory, "%.*s/%s", folder, from->path, name);
    if (nested >= MESH_MOST_NESTED)
        why = "include files are nested too deeply";
    else if (sources_rules(mesh->texts) & FILES_CONFINED)
        why = confine_name(from->path, folder, name);
    const source *file = why ? NULL : sources_load(mesh->texts, path, name, location, &why);
    if (!file)
        diag_report(mesh->errors, E_MESH_FILE, location, name, why);
    return file;
}

/* --- adding what was read ----------------------------------------------------------------------------------------- */

void mesh_add_node(mesh *mesh, mesh_node node)
{
    if (label_map_find(&mesh->node_of, node.label) != HASH_NONE) {
        diag_report(mesh->errors, E_MESH_SECOND, node.location, "node", node.label);
        return;
    }
    label_map_put(&mesh->node_of, node.label, mesh->nodes.n);
    array_push(&mesh->nodes, node);
}

mesh_cell *mesh_add_cell(mesh *mesh, cell_kind kind, unsigned label, const unsigned *nodes, source_location location)
{
    if (label_map_find(&mesh->cell_of, label) != HASH_NONE)
        diag_report(mesh->errors, E_MESH_SECOND, location, "element", label);
    else
        label_map_put(&mesh->cell_of, label, mesh->cells.n);
    const mesh_cell cell = {
        .label = label, .kind = kind, .first = mesh->corner.n, .property = -1, .location = location};
    for (int k = 0; k < cell_forms[kind].nodes; k++)
        array_push(&mesh->corner, nodes[k]);
    array_push(&mesh->cells, cell);
    return &mesh->cells.items[mesh->cells.n - 1];
}

mesh_set *mesh_find_set(mesh *mesh, set_kind kind, const char *name)
{
    for (int i = 0; i < mesh->sets.n; i++)
        if (mesh->sets.items[i].kind == kind && strcasecmp(mesh->sets.items[i].name, name) == 0)
            return &mesh->sets.items[i];
    return NULL;
}

mesh_set *mesh_set_of(mesh *mesh, set_kind kind, const char *name, size_t length, source_location location)
{
    const char *copy = arena_string(mesh->memory, name, length);
    mesh_set *old = mesh_find_set(mesh, kind, copy);
    if (old)
        return old;
    const mesh_set set = {.name = copy, .kind = kind, .location = location};
    array_push(&mesh->sets, set);
    return &mesh->sets.items[mesh->sets.n - 1];
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

static void resolve_cell(mesh *mesh, const mesh_cell *cell)
{
    unsigned *at = mesh->corner.items + cell->first;
    for (int k = 0; k < cell_forms[cell->kind].nodes; k++) {
        const int node = label_map_find(&mesh->node_of, at[k]);
        if (node == HASH_NONE) {
            diag_report(mesh->errors, E_MESH_NODE, cell->location, cell->label, at[k]);
            char near[200];
            if (label_map_show(&mesh->node_of, at[k], near, sizeof near))
                diag_hint(mesh->errors, "defined are %s", near);
        }
        at[k] = node == HASH_NONE ? 0 : (unsigned)node;
    }
}

/* --- properties --------------------------------------------------------------------------------------------------- */

static int material_of(const mesh *mesh, const mesh_property *mesh_property)
{
    for (int i = 0; i < mesh->materials.n; i++) {
        const mesh_material *mesh_material = &mesh->materials.items[i];
        if (mesh_property->material ? strcasecmp(mesh_material->name, mesh_property->material) == 0
                                    : mesh_material->label == mesh_property->material_label)
            return i;
    }
    return -1;
}

static void resolve_properties(mesh *mesh)
{
    for (int i = 0; i < mesh->properties.n; i++) {
        mesh_property *mesh_property = &mesh->properties.items[i];
        mesh_property->material_index = material_of(mesh, mesh_property);
        if (mesh_property->material_index < 0 && mesh_property->material)
            diag_report(mesh->errors, E_MESH_VALUE, mesh_property->location,
                        arena_printf(mesh->memory, "material '%s' is not defined", mesh_property->material));
        else if (mesh_property->material_index < 0)
            diag_report(mesh->errors, E_MESH_MISSING, mesh_property->location, "material",
                        mesh_property->material_label);
    }
}

static void give_by_set(mesh *mesh, int property)
{
    const mesh_property *mesh_property = &mesh->properties.items[property];
    const mesh_set *set = mesh_find_set(mesh, SET_CELLS, mesh_property->set);
    if (!set)
        diag_report(mesh->errors, E_MESH_SET, mesh_property->location, mesh_property->set);
    for (int k = 0; set && k < set->members.n; k++) {
        const int cell = label_map_find(&mesh->cell_of, set->members.items[k].label);
        if (cell != HASH_NONE)
            mesh->cells.items[cell].property = property;
    }
}

static void give_properties(mesh *mesh)
{
    label_map by_label = {0};
    for (int i = 0; i < mesh->properties.n; i++) {
        if (mesh->properties.items[i].set)
            give_by_set(mesh, i);
        else
            label_map_put(&by_label, mesh->properties.items[i].label, i);
    }
    for (int i = 0; i < mesh->cells.n; i++) {
        mesh_cell *cell = &mesh->cells.items[i];
        const int property = cell->section ? label_map_find(&by_label, cell->section) : HASH_NONE;
        if (property != HASH_NONE)
            cell->property = property;
        else if (cell->section && mesh->properties.n > 0) /* a mesh without any properties receives them later */
            diag_report(mesh->errors, E_MESH_MISSING, cell->location, "property", cell->section);
    }
    label_map_free(&by_label);
}

static void resolve_members(mesh *mesh)
{
    for (int i = 0; i < mesh->sets.n; i++) {
        const mesh_set *set = &mesh->sets.items[i];
        const bool of_nodes = set->kind == SET_NODES;
        for (int k = 0; k < set->members.n; k++)
            if (label_map_find(of_nodes ? &mesh->node_of : &mesh->cell_of, set->members.items[k].label) == HASH_NONE)
                diag_report(mesh->errors, E_MESH_MISSING, set->location, of_nodes ? "node" : "element",
                            set->members.items[k].label);
    }
}

static void check_materials(mesh *mesh)
{
    for (int i = 0; i < mesh->materials.n; i++) {
        const mesh_material *mesh_material = &mesh->materials.items[i];
        if (!(mesh_material->E > 0.0 && mesh_material->nu > -1.0 && mesh_material->nu < 0.5 &&
              mesh_material->density >= 0.0))
            diag_report(mesh->errors, E_MESH_UNFIT, mesh_material->location, mesh_material->E, mesh_material->nu,
                        mesh_material->density);
    }
}

void mesh_resolve(mesh *mesh)
{
    for (int i = 0; i < mesh->cells.n; i++)
        resolve_cell(mesh, &mesh->cells.items[i]);
    resolve_members(mesh);
    check_materials(mesh);
    resolve_properties(mesh);
    give_properties(mesh);
}

/* --- sections ----------------------------------------------------------------------------------------------------- */

/* Torsion constant according to Roark's formulas. */
void property_rectangle(mesh_property *mesh_property, double along_2, double along_3)
{
    const double w = fmax(along_2, along_3), t = fmin(along_2, along_3), q = w > 0.0 ? t / w : 0.0;
    mesh_property->area = along_2 * along_3;
    mesh_property->I2 = along_2 * along_3 * along_3 * along_3 / 12.0;
    mesh_property->I3 = along_3 * along_2 * along_2 * along_2 / 12.0;
    mesh_property->torsion = w * t * t * t * (1.0 / 3.0 - 0.21 * q * (1.0 - q * q * q * q / 12.0));
}

void property_circle(mesh_property *mesh_property, double radius)
{
    mesh_property->area = M_PI * radius * radius;
    mesh_property->I2 = mesh_property->I3 = 0.25 * mesh_property->area * radius * radius;
    mesh_property->torsion = 2.0 * mesh_property->I2;
}

/* --- queries ------------------------------------------------------------------------------------------------------ */

bool mesh_is_element(const mesh *mesh, const mesh_cell *cell)
{
    const mesh_property *mesh_property = cell->property >= 0 ? &mesh->properties.items[cell->property] : NULL;
    const int dimension = cell_forms[cell->kind].dimension;
    return dimension == 3 || (dimension == 2 && mesh_property && mesh_property->thickness > 0.0) ||
           (dimension == 1 && mesh_property && mesh_property->area > 0.0);
}

vec3 mesh_at(const mesh *mesh, const mesh_cell *cell, int index)
{
    return mesh->nodes.items[mesh->corner.items[cell->first + index]].x;
}

static void add_once(int_list *to, bool *has, unsigned node)
{
    if (!has[node])
        array_push(to, (int)node);
    has[node] = true;
}

static void add_members(const mesh *mesh, const mesh_set *set, bool *has, int_list *to)
{
    for (int k = 0; k < set->members.n; k++) {
        int at[CELL_NODES];
        const int which =
            label_map_find(set->kind == SET_NODES ? &mesh->node_of : &mesh->cell_of, set->members.items[k].label);
        if (which != HASH_NONE && set->kind == SET_NODES) {
            add_once(to, has, (unsigned)which);
        } else if (which != HASH_NONE) {
            const mesh_cell *cell = &mesh->cells.items[which];
            int n = cell_forms[cell->kind].nodes;
            for (int i = 0; i < n; i++)
                at[i] = i;
            if (set->kind == SET_FACES)
                n = cell_face(cell->kind, set->members.items[k].face, at);
            for (int i = 0; i < n; i++)
                add_once(to, has, mesh->corner.items[cell->first + at[i]]);
        }
    }
}

int mesh_nodes_of_set(mesh *mesh, const char *name, int_list *to)
{
    static const set_kind KINDS[] = {SET_NODES, SET_FACES, SET_CELLS};
    bool *has = heap_resize(NULL, (size_t)mesh->nodes.n + 1);
    memset(has, 0, (size_t)mesh->nodes.n + 1);
    const mesh_set *set = NULL;
    for (int i = 0; i < ARRAY_LEN(KINDS) && !set; i++)
        set = mesh_find_set(mesh, KINDS[i], name);
    if (set)
        add_members(mesh, set, has, to);
    free(has);
    return set ? to->n : -1;
}
