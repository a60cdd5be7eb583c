/* nastran_cards.c - what a mesh takes from the cards of NASTRAN's bulk data.
 *
 *     nodes       GRID, coordinate systems CORD1R CORD1C CORD1S CORD2R CORD2C CORD2S
 *     elements    CHEXA CPENTA CTETRA CPYRAM CQUAD4 CQUADR CTRIA3 CTRIAR CQUAD8 CTRIA6 CBAR CBEAM CONM2
 *     properties  PSOLID PSHELL PBAR PBARL (ROD, BAR) PBEAM, material MAT1
 *     ties        RBE2 RBE3
 *     supports    SPC SPC1
 *     loads       FORCE MOMENT PLOAD2 PLOAD4 GRAV                                                                    */
#include "mesh/nastran_cards.h"
#include "mesh/diag_rows.h"
#include <stdio.h>

/* A card that is being taken. */
typedef struct {
    mesh *m;
    const scanner *s;
    const nastran_card *c;
} taking;

/* --- fields ------------------------------------------------------------------------------------------------------- */

static span field(const taking *t, int i) { return i < t->c->fields.n ? t->c->fields.items[i] : (span){0}; }
static bool is_blank(const taking *t, int i) { return field(t, i).n == 0; }
static place where(const taking *t) { return t->c->name.where; }

static void nastran_cards_refuse(const taking *t, int i, const char *words)
{
    diag_report(t->m->errors, E_MESH_NOT_TAKEN, is_blank(t, i) ? where(t) : field(t, i).where, words);
}

/* A label that has to be there; 0 after a message. */
static unsigned label(const taking *t, int i)
{
    unsigned v = 0;
    if (is_blank(t, i))
        diag_report(t->m->errors, E_MESH_VALUE, where(t),
                    arena_printf(t->m->memory, "field %d of '%.*s' is empty", i + 2, t->c->name.n, t->c->name.start));
    else
        span_label(t->s, field(t, i), &v);
    return v;
}

static double real(const taking *t, int i, double otherwise)
{
    double v = otherwise;
    if (!is_blank(t, i))
        span_real(t->s, field(t, i), &v);
    return v;
}

/* Digits 1 to 6. */
static unsigned freedoms(const taking *t, int i)
{
    unsigned bits = 0;
    const span w = field(t, i);
    for (int k = 0; k < w.n; k++)
        if (w.start[k] >= '1' && w.start[k] <= '6')
            bits |= 1u << (w.start[k] - '1');
        else if (w.start[k] != '0')
            diag_report(t->m->errors, E_MESH_NUMBER, w.where, w.n, w.start, "list of components, 1 to 6");
    return bits;
}

/* The label of a coordinate system; zero or blank: basic coordinates. */
static unsigned coordinates(const taking *t, int i)
{
    return is_blank(t, i) || span_is(field(t, i), "0") ? 0 : label(t, i);
}

static vec3 point(const taking *t, int i) { return (vec3){real(t, i, 0.0), real(t, i + 1, 0.0), real(t, i + 2, 0.0)}; }

/* Labels from field i on, with THRU for ranges. */
static void labels(const taking *t, int i, void (*take)(const taking *t, unsigned label, void *to), void *to)
{
    unsigned last = 0;
    for (; i < t->c->fields.n; i++) {
        if (is_blank(t, i))
            continue;
        if (!span_is(field(t, i), "THRU")) {
            last = label(t, i);
            if (last)
                take(t, last, to);
            continue;
        }
        const unsigned end = label(t, ++i);
        if (end > last && end - last > (unsigned)t->s->file->length)
            nastran_cards_refuse(t, i, "the range is larger than the mesh can be");
        else
            for (unsigned k = last + 1; last && k <= end; k++)
                take(t, k, to);
    }
}

/* --- nodes and elements ------------------------------------------------------------------------------------------- */

static void add_support(const taking *t, unsigned node, unsigned bits)
{
    const mesh_support s = {.node = node, .freedoms = bits, .where = where(t)};
    if (node && bits)
        array_push(&t->m->supports, s);
}

static void grid(const taking *t)
{
    const mesh_node n = {.label = label(t, 0),
                         .x = point(t, 2),
                         .system = coordinates(t, 1),
                         .axes = coordinates(t, 5),
                         .where = where(t)};
    if (!n.label)
        return;
    mesh_add_node(t->m, n);
    add_support(t, n.label, freedoms(t, 6));
}

static void add_system(const taking *t, mesh_system s)
{
    if (label_map_find(&t->m->system_of, s.label) != HASH_NONE)
        diag_report(t->m->errors, E_MESH_SECOND, where(t), "coordinate system", s.label);
    if (!s.label)
        return;
    label_map_put(&t->m->system_of, s.label, t->m->systems.n);
    array_push(&t->m->systems, s);
}

/* A card has one system by nodes, or two. */
static void by_nodes(const taking *t, system_kind kind)
{
    for (int i = 0; i < 8 && (i == 0 || !is_blank(t, i)); i += 4)
        add_system(t, (mesh_system){.label = label(t, i),
                                    .node = {label(t, i + 1), label(t, i + 2), label(t, i + 3)},
                                    .kind = kind,
                                    .where = where(t)});
}

static void by_points(const taking *t, system_kind kind)
{
    add_system(t, (mesh_system){.label = label(t, 0),
                                .within = coordinates(t, 1),
                                .a = point(t, 2),
                                .b = point(t, 5),
                                .c = point(t, 8),
                                .kind = kind,
                                .where = where(t)});
}

static void cord1r(const taking *t) { by_nodes(t, SYSTEM_RECTANGULAR); }
static void cord1c(const taking *t) { by_nodes(t, SYSTEM_CYLINDRICAL); }
static void cord1s(const taking *t) { by_nodes(t, SYSTEM_SPHERICAL); }
static void cord2r(const taking *t) { by_points(t, SYSTEM_RECTANGULAR); }
static void cord2c(const taking *t) { by_points(t, SYSTEM_CYLINDRICAL); }
static void cord2s(const taking *t) { by_points(t, SYSTEM_SPHERICAL); }

/* Elements with one property are a set, by its number. */
static mesh_cell *add_cell(const taking *t, cell_kind kind, const unsigned *nodes)
{
    const unsigned name = label(t, 0), section = label(t, 1);
    char digits[16];
    if (!name || !section)
        return NULL;
    snprintf(digits, sizeof digits, "%u", section);
    mesh_set *s = mesh_set_of(t->m, SET_CELLS, digits, strlen(digits), where(t));
    const mesh_member one = {.label = name};
    array_push(&s->members, one);
    mesh_cell *c = mesh_add_cell(t->m, kind, name, nodes, where(t));
    c->section = section;
    return c;
}

/* Field k + 2 of the card is node to[k]. */
static void solid(const taking *t, cell_kind first, cell_kind second, const signed char *to)
{
    unsigned nodes[CELL_NODES] = {0};
    const int corners = cell_forms[first].nodes, all = second == first ? corners : cell_forms[second].nodes;
    int given = 0;
    for (int k = 0; k < all; k++)
        given += !is_blank(t, 2 + k);
    const cell_kind kind = given > corners ? second : first;
    if (given != corners && given != all) {
        nastran_cards_refuse(t, 0,
                             arena_printf(t->m->memory,
                                          "an element has all of its %d nodes, or its %d corners: there are %d", all,
                                          corners, given));
        return;
    }
    for (int k = 0; k < cell_forms[kind].nodes; k++)
        nodes[to && kind == second ? to[k] : k] = label(t, 2 + k);
    add_cell(t, kind, nodes);
}

static void chexa(const taking *t)
{
    static const signed char TO[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15};
    solid(t, CELL_BOX8, CELL_BOX20, TO);
}

static void cpenta(const taking *t)
{
    static const signed char TO[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 9, 10, 11};
    solid(t, CELL_PRISM6, CELL_PRISM15, TO);
}

static void ctetra(const taking *t) { solid(t, CELL_TETRAHEDRON4, CELL_TETRAHEDRON10, NULL); }
static void cpyram(const taking *t) { solid(t, CELL_PYRAMID5, CELL_PYRAMID5, NULL); }

static void shell(const taking *t, cell_kind kind)
{
    const int n = cell_forms[kind].nodes;
    solid(t, kind, kind, NULL);
    if (real(t, 3 + n, 0.0) != 0.0)
        nastran_cards_refuse(t, 3 + n, "offsets of shells are not taken over");
}

static void cquad4(const taking *t) { shell(t, CELL_QUAD4); }
static void ctria3(const taking *t) { shell(t, CELL_TRIANGLE3); }
static void cquad8(const taking *t) { solid(t, CELL_QUAD8, CELL_QUAD8, NULL); }
static void ctria6(const taking *t) { solid(t, CELL_TRIANGLE6, CELL_TRIANGLE6, NULL); }

static void cbar(const taking *t)
{
    const unsigned nodes[] = {label(t, 2), label(t, 3)};
    const vec3 axis = point(t, 4);
    if (is_blank(t, 5) && !is_blank(t, 4)) {
        nastran_cards_refuse(t, 4, "a third point for the axes of a bar is not taken over: give a vector");
        return;
    }
    for (int i = 8; i < t->c->fields.n; i++)
        if (!is_blank(t, i)) {
            nastran_cards_refuse(t, i, "releases and offsets of bars are not taken over");
            return;
        }
    mesh_cell *c = add_cell(t, CELL_LINE2, nodes);
    if (c)
        c->axis = axis;
}

static void conm2(const taking *t)
{
    mesh_mass b = {.node = label(t, 1), .mass = real(t, 3, 0.0), .centre = point(t, 4), .where = where(t)};
    b.is_absolute = span_is(field(t, 2), "-1");
    b.system = b.is_absolute ? 0 : coordinates(t, 2);
    for (int i = 0; i < 6; i++)
        b.inertia[i] = real(t, 8 + i, 0.0);
    if (b.node)
        array_push(&t->m->masses, b);
}

/* --- properties --------------------------------------------------------------------------------------------------- */

static mesh_property property(const taking *t)
{
    return (mesh_property){.label = label(t, 0), .material_label = label(t, 1), .where = where(t)};
}

static void psolid(const taking *t)
{
    const mesh_property p = property(t);
    array_push(&t->m->properties, p);
}

static void pshell(const taking *t)
{
    mesh_property p = property(t);
    p.thickness = real(t, 2, 0.0);
    if (!(p.thickness > 0.0))
        nastran_cards_refuse(t, 2, "the thickness of a shell is above 0");
    array_push(&t->m->properties, p);
}

static void beam_property(const taking *t, mesh_property p)
{
    if (!(p.area > 0.0 && p.I2 > 0.0 && p.I3 > 0.0 && p.torsion > 0.0))
        nastran_cards_refuse(t, 2, "a bar needs its area, both moments of area and its torsion constant, above 0");
    array_push(&t->m->properties, p);
}

/* Bending in the plane of axes 1 and 2 is I1 of NASTRAN. */
static void bar(const taking *t, int torsion)
{
    mesh_property p = property(t);
    p.area = real(t, 2, 0.0), p.I3 = real(t, 3, 0.0), p.I2 = real(t, 4, 0.0), p.torsion = real(t, torsion, 0.0);
    beam_property(t, p);
}

static void pbar(const taking *t) { bar(t, 5); }
static void pbeam(const taking *t) { bar(t, 6); }

/* ROD: radius. BAR: width along axis 3, height along axis 2. */
static void pbarl(const taking *t)
{
    mesh_property p = property(t);
    if (span_is(field(t, 3), "ROD"))
        property_circle(&p, real(t, 8, 0.0));
    else if (span_is(field(t, 3), "BAR"))
        property_rectangle(&p, real(t, 9, 0.0), real(t, 8, 0.0));
    else
        nastran_cards_refuse(t, 3, "of the sections of PBARL, ROD and BAR are taken over");
    beam_property(t, p);
}

static void mat1(const taking *t)
{
    mesh_material x = {.label = label(t, 0), .E = real(t, 1, 0.0), .nu = real(t, 3, 0.0), .where = where(t)};
    const double G = real(t, 2, 0.0);
    x.density = real(t, 4, 0.0);
    if (is_blank(t, 3) && G > 0.0)
        x.nu = x.E / (2.0 * G) - 1.0;
    if (is_blank(t, 1))
        x.E = 2.0 * G * (1.0 + x.nu);
    x.name = arena_printf(t->m->memory, "material %u", x.label);
    array_push(&t->m->materials, x);
}

/* --- ties --------------------------------------------------------------------------------------------------------- */

static void add_other(const taking *t, unsigned node, void *to)
{
    (void)t;
    mesh_tie *tie = to;
    array_push(&tie->others, node);
    array_push(&tie->weights, 1.0);
}

static void rbe2(const taking *t)
{
    mesh_tie tie = {.kind = TIE_RIGID, .master = label(t, 1), .freedoms = freedoms(t, 2), .where = where(t)};
    const int last = t->c->fields.n;
    for (int i = 3; i < last; i++)
        if (!is_blank(t, i) && memchr(field(t, i).start, '.', (size_t)field(t, i).n)) {
            nastran_cards_refuse(t, i, "thermal expansion of rigid elements is not taken over");
            return;
        }
    labels(t, 3, add_other, &tie);
    array_push(&t->m->ties, tie);
}

/* Behind the reference: weight, components, points, again and again. A weight has a point. */
static void rbe3(const taking *t)
{
    mesh_tie tie = {.kind = TIE_MEAN, .master = label(t, 2), .freedoms = freedoms(t, 3), .where = where(t)};
    double weight = 1.0;
    for (int i = 4; i < t->c->fields.n; i++) {
        const span w = field(t, i);
        if (w.n == 0)
            continue;
        if (span_is(w, "UM") || span_is(w, "ALPHA")) {
            nastran_cards_refuse(t, i, "UM and ALPHA of RBE3 are not taken over");
            break;
        }
        if (memchr(w.start, '.', (size_t)w.n)) {
            weight = real(t, i, 1.0);
            i++;
            if ((freedoms(t, i) & 7u) != 7u)
                nastran_cards_refuse(t, i, "RBE3 is taken over where it follows all displacements, 123");
            continue;
        }
        array_push(&tie.others, label(t, i));
        array_push(&tie.weights, weight);
    }
    array_push(&t->m->ties, tie);
}

/* --- supports and loads ------------------------------------------------------------------------------------------- */

static void spc(const taking *t)
{
    for (int i = 1; i < t->c->fields.n && !is_blank(t, i); i += 3) {
        if (real(t, i + 2, 0.0) != 0.0)
            nastran_cards_refuse(t, i + 2, "prescribed motions are not taken over: only supports are");
        add_support(t, label(t, i), freedoms(t, i + 1));
    }
}

static void nastran_cards_hold(const taking *t, unsigned node, void *to)
{
    add_support(t, node, *(const unsigned *)to);
}

static void spc1(const taking *t)
{
    unsigned bits = freedoms(t, 1);
    labels(t, 2, nastran_cards_hold, &bits);
}

static vec3 scaled(const taking *t, int i) { return vec3_scale(real(t, i, 0.0), point(t, i + 1)); }

static void force(const taking *t)
{
    const mesh_force f = {.node = label(t, 1), .force = scaled(t, 3), .system = coordinates(t, 2), .where = where(t)};
    if (f.node)
        array_push(&t->m->forces, f);
}

static void moment(const taking *t)
{
    const mesh_force f = {.node = label(t, 1), .moment = scaled(t, 3), .system = coordinates(t, 2), .where = where(t)};
    if (f.node)
        array_push(&t->m->forces, f);
}

static void grav(const taking *t)
{
    const mesh_gravity g = {.g = scaled(t, 2), .system = coordinates(t, 1), .where = where(t)};
    array_push(&t->m->gravities, g);
}

/* On the surfaces themselves; NASTRAN's pressure acts along the normal there, ours against it. */
static void press(const taking *t, unsigned cell, void *to)
{
    const mesh_pressure p = {.cell = {cell, -1}, .value = -*(const double *)to, .where = where(t)};
    array_push(&t->m->pressures, p);
}

static void pload2(const taking *t)
{
    double p = real(t, 1, 0.0);
    labels(t, 2, press, &p);
}

/* On solids against the outer normal of the face that the corners tell, on shells along the normal. */
static void pload4(const taking *t)
{
    double p = real(t, 2, 0.0);
    for (int i = 3; i < 6; i++)
        if (!is_blank(t, i) && real(t, i, p) != p) {
            nastran_cards_refuse(t, i, "a pressure that varies over a face is not taken over");
            return;
        }
    if (is_blank(t, 6) || span_is(field(t, 6), "THRU")) {
        press(t, label(t, 1), &p);
        const unsigned end = is_blank(t, 6) ? 0 : label(t, 7);
        for (unsigned k = label(t, 1) + 1; k <= end && k - label(t, 1) <= t->s->file->length; k++)
            press(t, k, &p);
        return;
    }
    const mesh_pressure one = {.cell = {label(t, 1), -1},
                               .value = p,
                               .corner = label(t, 6),
                               .other = is_blank(t, 7) ? 0 : label(t, 7),
                               .where = where(t)};
    array_push(&t->m->pressures, one);
}

/* --- the cards ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*take)(const taking *t);
} CARDS[] = {
    {"GRID", grid},     {"CHEXA", chexa},   {"CPENTA", cpenta}, {"CTETRA", ctetra}, {"CPYRAM", cpyram},
    {"CQUAD4", cquad4}, {"CQUADR", cquad4}, {"CTRIA3", ctria3}, {"CTRIAR", ctria3}, {"CQUAD8", cquad8},
    {"CTRIA6", ctria6}, {"CBAR", cbar},     {"CBEAM", cbar},    {"CONM2", conm2},   {"PSOLID", psolid},
    {"PSHELL", pshell}, {"PBAR", pbar},     {"PBARL", pbarl},   {"PBEAM", pbeam},   {"MAT1", mat1},
    {"RBE2", rbe2},     {"RBE3", rbe3},     {"SPC", spc},       {"SPC1", spc1},     {"FORCE", force},
    {"MOMENT", moment}, {"GRAV", grav},     {"PLOAD2", pload2}, {"PLOAD4", pload4}, {"CORD1R", cord1r},
    {"CORD1C", cord1c}, {"CORD1S", cord1s}, {"CORD2R", cord2r}, {"CORD2C", cord2c}, {"CORD2S", cord2s},
};

/* Elements: leaving one out would make another model. */
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

void nastran_take(mesh *m, const scanner *s, const nastran_card *card)
{
    const taking t = {m, s, card};
    if (m->nodes_only && !is_of_nodes(card->name))
        return;
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        if (span_is(card->name, CARDS[i].name)) {
            CARDS[i].take(&t);
            return;
        }
    if (is_part_of_model(card->name))
        diag_report(m->errors, E_MESH_NOT_TAKEN, card->name.where,
                    arena_printf(m->memory, "'%.*s' is not known here", card->name.n, card->name.start));
    else
        diag_report(m->errors, W_MESH_LEFT_OUT, card->name.where, card->name.n, card->name.start);
}
