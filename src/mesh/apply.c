/* apply.c - what is asked for besides the file: materials, thicknesses, sections, supports, pressures, ties.
 *
 * What names a group counts more than what is for all. Elements that the file gives a section keep it. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"
#include <string.h>

static const place NOWHERE = {0, 0, 0};

/* Which request is for each cell, by kind; -1: none. */
typedef struct {
    int *selected[ASK_SECTION + 1];
} choice;

static void apply_choose(mesh *m, const mesh_asking *asked, int which, int *of)
{
    const mesh_set *s = asked[which].group ? mesh_find_set(m, SET_CELLS, asked[which].group) : NULL;
    if (asked[which].group && !s)
        diag_report(m->errors, E_MESH_SET, NOWHERE, asked[which].group);
    for (int k = 0; s && k < s->members.n; k++) {
        const int cell = label_map_find(&m->cell_of, s->members.items[k].label);
        if (cell != HASH_NONE)
            of[cell] = which;
    }
    for (int i = 0; i < m->cells.n && !asked[which].group; i++)
        of[i] = of[i] < 0 ? which : of[i];
}

static void choose_all(mesh *m, const mesh_asking *asked, int n, ask_kind kind, int *of)
{
    for (int i = 0; i < m->cells.n; i++)
        of[i] = -1;
    for (int i = 0; i < n; i++)
        if (asked[i].kind == kind && asked[i].group)
            apply_choose(m, asked, i, of);
    for (int i = 0; i < n; i++)
        if (asked[i].kind == kind && !asked[i].group)
            apply_choose(m, asked, i, of);
}

/* --- materials and sections --------------------------------------------------------------------------------------- */

static int add_material(mesh *m, const mesh_asking *q)
{
    const mesh_material x = {.name = q->group ? q->group : "material",
                             .E = q->value[0],
                             .nu = q->value[1],
                             .density = q->n > 2 ? q->value[2] : 0.0};
    if (!(x.E > 0.0 && x.nu > -1.0 && x.nu < 0.5 && x.density >= 0.0))
        diag_report(m->errors, E_MESH_UNFIT, NOWHERE, x.E, x.nu, x.density);
    array_push(&m->materials, x);
    return m->materials.n - 1;
}

static mesh_property section_of(const mesh_asking *thickness, const mesh_asking *section, int material)
{
    mesh_property p = {.material_index = material, .axis = {0.0, 0.0, 1.0}};
    if (thickness)
        p.thickness = thickness->value[0];
    if (section)
        property_rectangle(&p, section->value[0], section->value[1]);
    if (section && section->n == ASK_VALUES)
        p.axis = vec3_load(section->value + 2);
    return p;
}

/* What was made for requests: properties by three of them, materials by one; -1: not yet. */
typedef struct {
    const mesh_asking *asked;
    int n, *property, *material;
} making;

static int property_of(mesh *m, const making *x, const int which[3])
{
    const int n = x->n + 1;
    int *known = &x->property[((which[0] + 1) * n + which[1] + 1) * n + which[2] + 1];
    if (*known >= 0)
        return *known;
    if (x->material[which[0]] < 0)
        x->material[which[0]] = add_material(m, &x->asked[which[0]]);
    const mesh_property p = section_of(which[1] >= 0 ? &x->asked[which[1]] : NULL,
                                       which[2] >= 0 ? &x->asked[which[2]] : NULL, x->material[which[0]]);
    array_push(&m->properties, p);
    return *known = m->properties.n - 1;
}

static int *nothing_yet(size_t n)
{
    int *all = heap_resize(NULL, (n + 1) * sizeof *all);
    for (size_t i = 0; i < n; i++)
        all[i] = -1;
    return all;
}

static void give(mesh *m, const mesh_asking *asked, int n, const choice *c)
{
    const size_t choices = (size_t)n + 1;
    const making x = {asked, n, nothing_yet(choices * choices * choices), nothing_yet(choices)};
    for (int i = 0; i < m->cells.n; i++) {
        const int dimension = cell_forms[m->cells.items[i].kind].dimension;
        const int which[] = {c->selected[ASK_MATERIAL][i], dimension == 2 ? c->selected[ASK_THICKNESS][i] : -1,
                             dimension == 1 ? c->selected[ASK_SECTION][i] : -1};
        const bool is_named = which[1] >= 0 || which[2] >= 0;
        if (m->cells.items[i].property >= 0 || !(dimension == 3 || is_named))
            continue;
        if (which[0] >= 0)
            m->cells.items[i].property = property_of(m, &x, which);
        else if (is_named)
            diag_report(m->errors, E_MESH_MATERIAL, m->cells.items[i].where, m->cells.items[i].label,
                        cell_forms[m->cells.items[i].kind].name);
    }
    free(x.property);
    free(x.material);
}

/* --- supports, loads, ties ---------------------------------------------------------------------------------------- */

static void apply_one(mesh *m, const mesh_asking *q)
{
    int_list nodes = {0};
    if (mesh_nodes_of_set(m, q->group, &nodes) < 0)
        diag_report(m->errors, E_MESH_SET, NOWHERE, q->group);
    array_free(&nodes);
    if (q->kind == ASK_FIX) {
        mesh_support s = {.set = q->group, .freedoms = q->n > 0 ? 0 : 63};
        for (int digits = q->n > 0 ? (int)q->value[0] : 0; digits > 0; digits /= 10)
            s.freedoms |= digits % 10 >= 1 && digits % 10 <= 6 ? 1u << (digits % 10 - 1) : 0;
        array_push(&m->supports, s);
    } else if (q->kind == ASK_PRESSURE) {
        const mesh_pressure p = {.cell = {0, -1}, .set = q->group, .value = q->value[0]};
        array_push(&m->pressures, p);
    } else {
        const mesh_tie t = {.kind = q->kind == ASK_RIGID ? TIE_RIGID : TIE_MEAN, .set = q->group, .freedoms = 63};
        array_push(&m->ties, t);
    }
}

void mesh_apply(mesh *m, const mesh_asking *asked, int n)
{
    choice c;
    for (int kind = ASK_MATERIAL; kind <= ASK_SECTION; kind++) {
        c.selected[kind] = heap_resize(NULL, ((size_t)m->cells.n + 1) * sizeof(int));
        choose_all(m, asked, n, (ask_kind)kind, c.selected[kind]);
    }
    give(m, asked, n, &c);
    for (int kind = ASK_MATERIAL; kind <= ASK_SECTION; kind++)
        free(c.selected[kind]);
    for (int i = 0; i < n; i++)
        if (asked[i].kind > ASK_SECTION)
            apply_one(m, &asked[i]);
}
