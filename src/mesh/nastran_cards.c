/* nastran_cards.c - converts cards of NASTRAN bulk data to a mesh.
 *
 *     nodes       GRID, coordinate systems CORD1R CORD1C CORD1S CORD2R CORD2C CORD2S
 *     elements    CHEXA CPENTA CTETRA CPYRAM CQUAD4 CQUADR CTRIA3 CTRIAR CQUAD8 CTRIA6 CBAR CBEAM CONM2
 *     properties  PSOLID PSHELL PBAR PBARL (ROD, BAR) PBEAM, material MAT1
 *     ties        RBE2 RBE3
 *     supports    SPC SPC1
 *     loads       FORCE MOMENT PLOAD2 PLOAD4 GRAV */
#include "mesh/nastran_cards.h"
#include "mesh/diag_rows.h"
#include <stdio.h>

/* The card that is being converted. */
typedef struct {
    mesh *mesh;
    const scanner *scanner;
    const nastran_card *nastran_card;
} taking;

/* --- fields ------------------------------------------------------------------------------------------------------- */

static span field(const taking *taking, int i)
{
    return i < taking->nastran_card->fields.n ? taking->nastran_card->fields.items[i] : (span){0};
}
static bool is_blank(const taking *taking, int i) { return field(taking, i).n == 0; }
static source_location where(const taking *taking) { return taking->nastran_card->name.location; }

static void nastran_cards_refuse(const taking *taking, int i, const char *words)
{
    diag_report(taking->mesh->errors, E_MESH_NOT_TAKEN, is_blank(taking, i) ? where(taking) : field(taking, i).location,
                words);
}

/* Reads a label that must be present. Returns 0 after reporting an error. */
static unsigned label(const taking *taking, int i)
{
    unsigned v = 0;
    if (is_blank(taking, i))
        diag_report(taking->mesh->errors, E_MESH_VALUE, where(taking),
                    arena_printf(taking->mesh->memory, "field %d of '%.*s' is empty", i + 2,
                                 taking->nastran_card->name.n, taking->nastran_card->name.start));
    else
        span_label(taking->scanner, field(taking, i), &v);
    return v;
}

static double real(const taking *taking, int i, double otherwise)
{
    double v = otherwise;
    if (!is_blank(taking, i))
        span_real(taking->scanner, field(taking, i), &v);
    return v;
}

/* Reads degrees of freedom as digits 1 to 6. */
static unsigned freedoms(const taking *taking, int i)
{
    unsigned bits = 0;
    const span w = field(taking, i);
    for (int k = 0; k < w.n; k++)
        if (w.start[k] >= '1' && w.start[k] <= '6')
            bits |= 1u << (w.start[k] - '1');
        else if (w.start[k] != '0')
            diag_report(taking->mesh->errors, E_MESH_NUMBER, w.location, w.n, w.start, "list of components, 1 to 6");
    return bits;
}

/* Reads the label of a coordinate system; zero or blank: basic coordinates. */
static unsigned coordinates(const taking *taking, int i)
{
    return is_blank(taking, i) || span_is(field(taking, i), "0") ? 0 : label(taking, i);
}

static vec3 point(const taking *taking, int i)
{
    return (vec3){real(taking, i, 0.0), real(taking, i + 1, 0.0), real(taking, i + 2, 0.0)};
}

/* Reads labels from field i on, with THRU for ranges. */
static void labels(const taking *t, int i, void (*take)(const taking *taking, unsigned label, void *to), void *to)
{
    unsigned last = 0;
    for (; i < t->nastran_card->fields.n; i++) {
        if (is_blank(t, i))
            continue;
        if (!span_is(field(t, i), "THRU")) {
            last = label(t, i);
            if (last)
                take(t, last, to);
            continue;
        }
        const unsigned end = label(t, ++i);
        if (end > last && end - last > (unsigned)t->scanner->file->length)
            nastran_cards_refuse(t, i, "the range is larger than the mesh can be");
        else
            for (unsigned k = last + 1; last && k <= end; k++)
                take(t, k, to);
    }
}

/* --- nodes and elements ------------------------------------------------------------------------------------------- */

static void add_support(const taking *taking, unsigned node, unsigned bits)
{
    const mesh_support mesh_support = {.node = node, .freedoms = bits, .location = where(taking)};
    if (node && bits)
        array_push(&taking->mesh->supports, mesh_support);
}

static void grid(const taking *taking)
{
    const mesh_node node = {.label = label(taking, 0),
                            .x = point(taking, 2),
                            .system = coordinates(taking, 1),
                            .axes = coordinates(taking, 5),
                            .location = where(taking)};
    if (!node.label)
        return;
    mesh_add_node(taking->mesh, node);
    add_support(taking, node.label, freedoms(taking, 6));
}

static void add_system(const taking *taking, mesh_system mesh_system)
{
    if (label_map_find(&taking->mesh->system_of, mesh_system.label) != HASH_NONE)
        diag_report(taking->mesh->errors, E_MESH_SECOND, where(taking), "coordinate system", mesh_system.label);
    if (!mesh_system.label)
        return;
    label_map_put(&taking->mesh->system_of, mesh_system.label, taking->mesh->systems.n);
    array_push(&taking->mesh->systems, mesh_system);
}

/* A card defines one or two systems by nodes. */
static void by_nodes(const taking *taking, system_kind kind)
{
    for (int i = 0; i < 8 && (i == 0 || !is_blank(taking, i)); i += 4)
        add_system(taking, (mesh_system){.label = label(taking, i),
                                         .node = {label(taking, i + 1), label(taking, i + 2), label(taking, i + 3)},
                                         .kind = kind,
                                         .location = where(taking)});
}

static void by_points(const taking *taking, system_kind kind)
{
    add_system(taking, (mesh_system){.label = label(taking, 0),
                                     .within = coordinates(taking, 1),
                                     .a = point(taking, 2),
                                     .b = point(taking, 5),
                                     .c = point(taking, 8),
                                     .kind = kind,
                                     .location = where(taking)});
}

static void cord1r(const taking *taking) { by_nodes(taking, SYSTEM_RECTANGULAR); }
static void cord1c(const taking *taking) { by_nodes(taking, SYSTEM_CYLINDRICAL); }
static void cord1s(const taking *taking) { by_nodes(taking, SYSTEM_SPHERICAL); }
static void cord2r(const taking *taking) { by_points(taking, SYSTEM_RECTANGULAR); }
static void cord2c(const taking *taking) { by_points(taking, SYSTEM_CYLINDRICAL); }
static void cord2s(const taking *taking) { by_points(taking, SYSTEM_SPHERICAL); }

/* Elements with the same property form a set, which is named by its number. */
static mesh_cell *add_cell(const taking *taking, cell_kind kind, const unsigned *nodes)
{
    const unsigned name = label(taking, 0), section = label(taking, 1);
    char digits[16];
    if (!name || !section)
        return NULL;
    snprintf(digits, sizeof digits, "%u", section);
    mesh_set *set = mesh_set_of(taking->mesh, SET_CELLS, digits, strlen(digits), where(taking));
    const mesh_member one = {.label = name};
    array_push(&set->members, one);
    mesh_cell *cell = mesh_add_cell(taking->mesh, kind, name, nodes, where(taking));
    cell->section = section;
    return cell;
}

/* Field k + 2 of the card is node to[k]. */
static void solid(const taking *taking, cell_kind first, cell_kind second, const signed char *to)
{
    unsigned nodes[CELL_NODES] = {0};
    const int corners = cell_forms[first].nodes, all = second == first ? corners : cell_forms[second].nodes;
    int given = 0;
    for (int k = 0; k < all; k++)
        given += !is_blank(taking, 2 + k);
    const cell_kind kind = given > corners ? second : first;
    if (given != corners && given != all) {
        nastran_cards_refuse(taking, 0,
                             arena_printf(taking->mesh->memory,
                                          "expected %d nodes of the element, or its %d corners, got %d", all, corners,
                                          given));
        return;
    }
    for (int k = 0; k < cell_forms[kind].nodes; k++)
        nodes[to && kind == second ? to[k] : k] = label(taking, 2 + k);
    add_cell(taking, kind, nodes);
}

static void chexa(const taking *taking)
{
    static const signed char TO[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15};
    solid(taking, CELL_BOX8, CELL_BOX20, TO);
}

static void cpenta(const taking *taking)
{
    static const signed char TO[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 9, 10, 11};
    solid(taking, CELL_PRISM6, CELL_PRISM15, TO);
}

static void ctetra(const taking *taking) { solid(taking, CELL_TETRAHEDRON4, CELL_TETRAHEDRON10, NULL); }
static void cpyram(const taking *taking) { solid(taking, CELL_PYRAMID5, CELL_PYRAMID5, NULL); }

static void shell(const taking *taking, cell_kind kind)
{
    const int n = cell_forms[kind].nodes;
    solid(taking, kind, kind, NULL);
    if (real(taking, 3 + n, 0.0) != 0.0)
        nastran_cards_refuse(taking, 3 + n, "offsets of shells are not supported");
}

static void cquad4(const taking *taking) { shell(taking, CELL_QUAD4); }
static void ctria3(const taking *taking) { shell(taking, CELL_TRIANGLE3); }
static void cquad8(const taking *taking) { solid(taking, CELL_QUAD8, CELL_QUAD8, NULL); }
static void ctria6(const taking *taking) { solid(taking, CELL_TRIANGLE6, CELL_TRIANGLE6, NULL); }

static void cbar(const taking *taking)
{
    const unsigned nodes[] = {label(taking, 2), label(taking, 3)};
    const vec3 axis = point(taking, 4);
    if (is_blank(taking, 5) && !is_blank(taking, 4)) {
        nastran_cards_refuse(taking, 4, "a third point for the axes of a bar is not supported: give a vector");
        return;
    }
    for (int i = 8; i < taking->nastran_card->fields.n; i++)
        if (!is_blank(taking, i)) {
            nastran_cards_refuse(taking, i, "releases and offsets of bars are not supported");
            return;
        }
    mesh_cell *cell = add_cell(taking, CELL_LINE2, nodes);
    if (cell)
        cell->axis = axis;
}

static void conm2(const taking *taking)
{
    mesh_mass mesh_mass = {
        .node = label(taking, 1), .mass = real(taking, 3, 0.0), .centre = point(taking, 4), .location = where(taking)};
    mesh_mass.is_absolute = span_is(field(taking, 2), "-1");
    mesh_mass.system = mesh_mass.is_absolute ? 0 : coordinates(taking, 2);
    for (int i = 0; i < 6; i++)
        mesh_mass.inertia[i] = real(taking, 8 + i, 0.0);
    if (mesh_mass.node)
        array_push(&taking->mesh->masses, mesh_mass);
}

/* --- properties --------------------------------------------------------------------------------------------------- */

static mesh_property property(const taking *taking)
{
    return (mesh_property){.label = label(taking, 0), .material_label = label(taking, 1), .location = where(taking)};
}

static void psolid(const taking *taking)
{
    const mesh_property mesh_property = property(taking);
    array_push(&taking->mesh->properties, mesh_property);
}

static void pshell(const taking *taking)
{
    mesh_property mesh_property = property(taking);
    mesh_property.thickness = real(taking, 2, 0.0);
    if (!(mesh_property.thickness > 0.0))
        nastran_cards_refuse(taking, 2, "the thickness of a shell must be positive");
    array_push(&taking->mesh->properties, mesh_property);
}

static void beam_property(const taking *taking, mesh_property mesh_property)
{
    if (!(mesh_property.area > 0.0 && mesh_property.I2 > 0.0 && mesh_property.I3 > 0.0 && mesh_property.torsion > 0.0))
        nastran_cards_refuse(taking, 2, "a bar needs a positive area, moments of area and torsion constant");
    array_push(&taking->mesh->properties, mesh_property);
}

/* I1 of NASTRAN is bending in the plane of axes 1 and 2. */
static void bar(const taking *taking, int torsion)
{
    mesh_property mesh_property = property(taking);
    mesh_property.area = real(taking, 2, 0.0), mesh_property.I3 = real(taking, 3, 0.0),
    mesh_property.I2 = real(taking, 4, 0.0), mesh_property.torsion = real(taking, torsion, 0.0);
    beam_property(taking, mesh_property);
}

static void pbar(const taking *taking) { bar(taking, 5); }
static void pbeam(const taking *taking) { bar(taking, 6); }

/* ROD: radius. BAR: width along axis 3, height along axis 2. */
static void pbarl(const taking *taking)
{
    mesh_property mesh_property = property(taking);
    if (span_is(field(taking, 3), "ROD"))
        property_circle(&mesh_property, real(taking, 8, 0.0));
    else if (span_is(field(taking, 3), "BAR"))
        property_rectangle(&mesh_property, real(taking, 9, 0.0), real(taking, 8, 0.0));
    else
        nastran_cards_refuse(taking, 3, "only the PBARL sections ROD and BAR are supported");
    beam_property(taking, mesh_property);
}

static void mat1(const taking *taking)
{
    mesh_material mesh_material = {
        .label = label(taking, 0), .E = real(taking, 1, 0.0), .nu = real(taking, 3, 0.0), .location = where(taking)};
    const double G = real(taking, 2, 0.0);
    mesh_material.density = real(taking, 4, 0.0);
    if (is_blank(taking, 3) && G > 0.0)
        mesh_material.nu = mesh_material.E / (2.0 * G) - 1.0;
    if (is_blank(taking, 1))
        mesh_material.E = 2.0 * G * (1.0 + mesh_material.nu);
    mesh_material.name = arena_printf(taking->mesh->memory, "material %u", mesh_material.label);
    array_push(&taking->mesh->materials, mesh_material);
}

/* --- ties --------------------------------------------------------------------------------------------------------- */

static void add_other(const taking *taking, unsigned node, void *to)
{
    (void)taking;
    mesh_tie *tie = to;
    array_push(&tie->others, node);
    array_push(&tie->weights, 1.0);
}

static void rbe2(const taking *taking)
{
    mesh_tie tie = {
        .kind = TIE_RIGID, .master = label(taking, 1), .freedoms = freedoms(taking, 2), .location = where(taking)};
    const int last = taking->nastran_card->fields.n;
    for (int i = 3; i < last; i++)
        if (!is_blank(taking, i) && memchr(field(taking, i).start, '.', (size_t)field(taking, i).n)) {
            nastran_cards_refuse(taking, i, "thermal expansion of rigid elements is not supported");
            return;
        }
    labels(taking, 3, add_other, &tie);
    array_push(&taking->mesh->ties, tie);
}

/* The reference is followed by groups of weight, components, points. A weight is recognized by its decimal point. */
static void rbe3(const taking *taking)
{
    mesh_tie tie = {
        .kind = TIE_MEAN, .master = label(taking, 2), .freedoms = freedoms(taking, 3), .location = where(taking)};
    double weight = 1.0;
    for (int i = 4; i < taking->nastran_card->fields.n; i++) {
        const span w = field(taking, i);
        if (w.n == 0)
            continue;
        if (span_is(w, "UM") || span_is(w, "ALPHA")) {
            nastran_cards_refuse(taking, i, "UM and ALPHA of RBE3 are not supported");
            break;
        }
        if (memchr(w.start, '.', (size_t)w.n)) {
            weight = real(taking, i, 1.0);
            i++;
            if ((freedoms(taking, i) & 7u) != 7u)
                nastran_cards_refuse(taking, i, "RBE3 is only supported with all displacements, 123");
            continue;
        }
        array_push(&tie.others, label(taking, i));
        array_push(&tie.weights, weight);
    }
    array_push(&taking->mesh->ties, tie);
}

/* --- supports and loads ------------------------------------------------------------------------------------------- */

static void spc(const taking *taking)
{
    for (int i = 1; i < taking->nastran_card->fields.n && !is_blank(taking, i); i += 3) {
        if (real(taking, i + 2, 0.0) != 0.0)
            nastran_cards_refuse(taking, i + 2,
                                 "prescribed motions are not supported: only fixed degrees of freedom are");
        add_support(taking, label(taking, i), freedoms(taking, i + 1));
    }
}

static void nastran_cards_hold(const taking *taking, unsigned node, void *to)
{
    add_support(taking, node, *(const unsigned *)to);
}

static void spc1(const taking *taking)
{
    unsigned bits = freedoms(taking, 1);
    labels(taking, 2, nastran_cards_hold, &bits);
}

static vec3 scaled(const taking *taking, int i) { return vec3_scale(real(taking, i, 0.0), point(taking, i + 1)); }

static void force(const taking *taking)
{
    const mesh_force force = {.node = label(taking, 1),
                              .force = scaled(taking, 3),
                              .system = coordinates(taking, 2),
                              .location = where(taking)};
    if (force.node)
        array_push(&taking->mesh->forces, force);
}

static void moment(const taking *taking)
{
    const mesh_force force = {.node = label(taking, 1),
                              .moment = scaled(taking, 3),
                              .system = coordinates(taking, 2),
                              .location = where(taking)};
    if (force.node)
        array_push(&taking->mesh->forces, force);
}

static void grav(const taking *taking)
{
    const mesh_gravity mesh_gravity = {
        .g = scaled(taking, 2), .system = coordinates(taking, 1), .location = where(taking)};
    array_push(&taking->mesh->gravities, mesh_gravity);
}

/* Pressure on the surfaces themselves: in NASTRAN it acts along the normal, here against it. */
static void press(const taking *taking, unsigned cell, void *to)
{
    const mesh_pressure mesh_pressure = {.cell = {cell, -1}, .value = -*(const double *)to, .location = where(taking)};
    array_push(&taking->mesh->pressures, mesh_pressure);
}

static void pload2(const taking *taking)
{
    double p = real(taking, 1, 0.0);
    labels(taking, 2, press, &p);
}

/* Acts on solids against the outer normal of the face given by the corners, on shells along the normal. */
static void pload4(const taking *taking)
{
    double p = real(taking, 2, 0.0);
    for (int i = 3; i < 6; i++)
        if (!is_blank(taking, i) && real(taking, i, p) != p) {
            nastran_cards_refuse(taking, i, "a pressure that varies over a face is not supported");
            return;
        }
    if (is_blank(taking, 6) || span_is(field(taking, 6), "THRU")) {
        press(taking, label(taking, 1), &p);
        const unsigned end = is_blank(taking, 6) ? 0 : label(taking, 7);
        for (unsigned k = label(taking, 1) + 1; k <= end && k - label(taking, 1) <= taking->scanner->file->length; k++)
            press(taking, k, &p);
        return;
    }
    const mesh_pressure one = {.cell = {label(taking, 1), -1},
                               .value = p,
                               .corner = label(taking, 6),
                               .other = is_blank(taking, 7) ? 0 : label(taking, 7),
                               .location = where(taking)};
    array_push(&taking->mesh->pressures, one);
}

/* --- the cards ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*take)(const taking *taking);
} CARDS[] = {
    {"GRID", grid},     {"CHEXA", chexa},   {"CPENTA", cpenta}, {"CTETRA", ctetra}, {"CPYRAM", cpyram},
    {"CQUAD4", cquad4}, {"CQUADR", cquad4}, {"CTRIA3", ctria3}, {"CTRIAR", ctria3}, {"CQUAD8", cquad8},
    {"CTRIA6", ctria6}, {"CBAR", cbar},     {"CBEAM", cbar},    {"CONM2", conm2},   {"PSOLID", psolid},
    {"PSHELL", pshell}, {"PBAR", pbar},     {"PBARL", pbarl},   {"PBEAM", pbeam},   {"MAT1", mat1},
    {"RBE2", rbe2},     {"RBE3", rbe3},     {"SPC", spc},       {"SPC1", spc1},     {"FORCE", force},
    {"MOMENT", moment}, {"GRAV", grav},     {"PLOAD2", pload2}, {"PLOAD4", pload4}, {"CORD1R", cord1r},
    {"CORD1C", cord1c}, {"CORD1S", cord1s}, {"CORD2R", cord2r}, {"CORD2C", cord2c}, {"CORD2S", cord2s},
};

/* Returns whether the card is an element: omitting one would change the model. */
static bool is_part_of_model(span name)
{
    static const char *const WORDS[] = {"CROD",   "CONROD", "CTUBE", "CBUSH", "CELAS1", "CELAS2", "CQUAD8", "CTRIA6",
                                        "CSHEAR", "CBEND",  "RBAR",  "RBE1",  "MPC",    "CONM1",  "CMASS1", "CMASS2",
                                        "GRDSET", "MAT2",   "MAT8",  "MAT9",  "PCOMP",  "CGAP",   "SPCD",   "PLOAD"};
    for (int i = 0; i < ARRAY_LEN(WORDS); i++)
        if (span_is(name, WORDS[i]))
            return true;
    return false;
}

static bool is_of_nodes(span name)
{
    return span_is(name, "GRID") || span_is(name, "GRDSET") || span_is(name, "CONM2") || span_begins(name, "CORD");
}

void nastran_take(mesh *mesh, const scanner *scanner, const nastran_card *card)
{
    const taking taking = {mesh, scanner, card};
    if (mesh->nodes_only && !is_of_nodes(card->name))
        return;
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        if (span_is(card->name, CARDS[i].name)) {
            CARDS[i].take(&taking);
            return;
        }
    if (is_part_of_model(card->name))
        diag_report(mesh->errors, E_MESH_NOT_TAKEN, card->name.location,
                    arena_printf(mesh->memory, "'%.*s' is not supported", card->name.n, card->name.start));
    else
        diag_report(mesh->errors, W_MESH_LEFT_OUT, card->name.location, card->name.n, card->name.start);
}
