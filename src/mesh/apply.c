/* apply.c - requests in addition to the file: materials, thicknesses, sections, supports, pressures, ties.
 *
 * Requests that name a group take precedence over those for all. Elements to which the file assigns a section keep
 * it. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"
#include <string.h>

static const source_location NOWHERE = {0, 0, 0};

/* Index of the request for each cell, by kind; -1: none. */
typedef struct {
    int *selected[ASK_SECTION + 1];
} choice;

static void apply_choose(mesh *mesh, const mesh_asking *asked, int which, int *of)
{
    const mesh_set *set = asked[which].group ? mesh_find_set(mesh, SET_CELLS, asked[which].group) : NULL;
    if (asked[which].group && !set)
        diag_report(mesh->errors, E_MESH_SET, NOWHERE, asked[which].group);
    for (int k = 0; set && k < set->members.n; k++) {
        const int cell = label_map_find(&mesh->cell_of, set->members.items[k].label);
        if (cell != HASH_NONE)
            of[cell] = which;
    }
    for (int i = 0; i < mesh->cells.n && !asked[which].group; i++)
        of[i] = of[i] < 0 ? which : of[i];
}

static void choose_all(mesh *mesh, const mesh_asking *asked, int n, ask_kind kind, int *of)
{
    for (int i = 0; i < mesh->cells.n; i++)
        of[i] = -1;
    for (int i = 0; i < n; i++)
        if (asked[i].kind == kind && asked[i].group)
            apply_choose(mesh, asked, i, of);
    for (int i = 0; i < n; i++)
        if (asked[i].kind == kind && !asked[i].group)
            apply_choose(mesh, asked, i, of);
}

/* --- materials and sections --------------------------------------------------------------------------------------- */

static int add_material(mesh *mesh, const mesh_asking *mesh_asking)
{
    const mesh_material mesh_material = {.name = mesh_asking->group ? mesh_asking->group : "material",
                                         .E = mesh_asking->value[0],
                                         .nu = mesh_asking->value[1],
                                         .density = mesh_asking->n > 2 ? mesh_asking->value[2] : 0.0};
    if (!(mesh_material.E > 0.0 && mesh_material.nu > -1.0 && mesh_material.nu < 0.5 && mesh_material.density >= 0.0))
        diag_report(mesh->errors, E_MESH_UNFIT, NOWHERE, mesh_material.E, mesh_material.nu, mesh_material.density);
    array_push(&mesh->materials, mesh_material);
    return mesh->materials.n - 1;
}

static mesh_property section_of(const mesh_asking *thickness, const mesh_asking *section, int material)
{
    mesh_property mesh_property = {.material_index = material, .axis = {0.0, 0.0, 1.0}};
    if (thickness)
        mesh_property.thickness = thickness->value[0];
    if (section)
        property_rectangle(&mesh_property, section->value[0], section->value[1]);
    if (section && section->n == ASK_VALUES)
        mesh_property.axis = vec3_load(section->value + 2);
    return mesh_property;
}

/* What was created for requests: properties by three of them, materials by one; -1: not yet. */
typedef struct {
    const mesh_asking *asked;
    int n, *property, *material;
} making;

static int property_of(mesh *mesh, const making *making, const int which[3])
{
    const int n = making->n + 1;
    int *known = &making->property[((which[0] + 1) * n + which[1] + 1) * n + which[2] + 1];
    if (*known >= 0)
        return *known;
    if (making->material[which[0]] < 0)
        making->material[which[0]] = add_material(mesh, &making->asked[which[0]]);
    const mesh_property mesh_property =
        section_of(which[1] >= 0 ? &making->asked[which[1]] : NULL, which[2] >= 0 ? &making->asked[which[2]] : NULL,
                   making->material[which[0]]);
    array_push(&mesh->properties, mesh_property);
    return *known = mesh->properties.n - 1;
}

static int *nothing_yet(size_t n)
{
    int *all = heap_resize(NULL, (n + 1) * sizeof *all);
    for (size_t i = 0; i < n; i++)
        all[i] = -1;
    return all;
}

static void give(mesh *mesh, const mesh_asking *asked, int n, const choice *choice)
{
    const size_t choices = (size_t)n + 1;
    const making making = {asked, n, nothing_yet(choices * choices * choices), nothing_yet(choices)};
    for (int i = 0; i < mesh->cells.n; i++) {
        const int dimension = cell_forms[mesh->cells.items[i].kind].dimension;
        const int which[] = {choice->selected[ASK_MATERIAL][i],
                             dimension == 2 ? choice->selected[ASK_THICKNESS][i] : -1,
                             dimension == 1 ? choice->selected[ASK_SECTION][i] : -1};
        const bool is_named = which[1] >= 0 || which[2] >= 0;
        if (mesh->cells.items[i].property >= 0 || !(dimension == 3 || is_named))
            continue;
        if (which[0] >= 0)
            mesh->cells.items[i].property = property_of(mesh, &making, which);
        else if (is_named)
            diag_report(mesh->errors, E_MESH_MATERIAL, mesh->cells.items[i].location, mesh->cells.items[i].label,
                        cell_forms[mesh->cells.items[i].kind].name);
    }
    free(making.property);
    free(making.material);
}

/* --- supports, loads, ties ---------------------------------------------------------------------------------------- */

static void apply_one(mesh *mesh, const mesh_asking *mesh_asking)
{
    int_list nodes = {0};
    if (mesh_nodes_of_set(mesh, mesh_asking->group, &nodes) < 0)
        diag_report(mesh->errors, E_MESH_SET, NOWHERE, mesh_asking->group);
    array_free(&nodes);
    if (mesh_asking->kind == ASK_FIX) {
        mesh_support mesh_support = {.set = mesh_asking->group, .freedoms = mesh_asking->n > 0 ? 0 : 63};
        for (int digits = mesh_asking->n > 0 ? (int)mesh_asking->value[0] : 0; digits > 0; digits /= 10)
            mesh_support.freedoms |= digits % 10 >= 1 && digits % 10 <= 6 ? 1u << (digits % 10 - 1) : 0;
        array_push(&mesh->supports, mesh_support);
    } else if (mesh_asking->kind == ASK_PRESSURE) {
        const mesh_pressure mesh_pressure = {
            .cell = {0, -1}, .set = mesh_asking->group, .value = mesh_asking->value[0]};
        array_push(&mesh->pressures, mesh_pressure);
    } else {
        const mesh_tie mesh_tie = {
            .kind = mesh_asking->kind == ASK_RIGID ? TIE_RIGID : TIE_MEAN, .set = mesh_asking->group, .freedoms = 63};
        array_push(&mesh->ties, mesh_tie);
    }
}

void mesh_apply(mesh *mesh, const mesh_asking *asked, int n)
{
    choice choice;
    for (int kind = ASK_MATERIAL; kind <= ASK_SECTION; kind++) {
        choice.selected[kind] = heap_resize(NULL, ((size_t)mesh->cells.n + 1) * sizeof(int));
        choose_all(mesh, asked, n, (ask_kind)kind, choice.selected[kind]);
    }
    give(mesh, asked, n, &choice);
    for (int kind = ASK_MATERIAL; kind <= ASK_SECTION; kind++)
        free(choice.selected[kind]);
    for (int i = 0; i < n; i++)
        if (asked[i].kind > ASK_SECTION)
            apply_one(mesh, &asked[i]);
}
