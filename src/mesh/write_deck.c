/* write_deck.c - a mesh as a deck: nodes, elements, supports and loads.
 *
 *     nodes of solids      displacement nodes
 *     nodes that turn      of shells, beams, masters of ties; with a body where they have mass
 *     mass of a shell      density thickness area, to its corners alike; inertia of its thickness
 *     mass of a beam       density area length, to its nodes as 1:1 or 1:4:1
 *     rigid ties           offset displacement joints, total joints where nodes turn
 *     ties of the mean     rigid body displacement joint
 *
 * Elements are named after the first set they are in. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"
#include <stdio.h>
#include <string.h>

/* Mass and inertia that shells, beams and the file put on a node. */
typedef struct {
    double mass, inertia;
} lump;

typedef struct {
    mesh *m;
    const deck_form *form;
    text elements;
    const char **name; /* of each cell; NULL: none */
    lump *lumps;       /* by node */
    int solids, plates, beams, joints, genels, bodies, loads, forces;
} deck_writer;

/* --- words and numbers -------------------------------------------------------------------------------------------- */

/* As many digits as tell it from its neighbours; always a real number. */
static void write_deck_put_number(text *t, double v)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.15g", v);
    if (strtod(digits, NULL) != v)
        snprintf(digits, sizeof digits, "%.17g", v);
    text_string(t, digits);
    if (!strpbrk(digits, ".e"))
        text_char(t, '.');
}

static void put_numbers(text *t, const double *v, int n)
{
    for (int i = 0; i < n; i++) {
        text_string(t, i ? ", " : "");
        write_deck_put_number(t, v[i]);
    }
}

static void put_vector(text *t, vec3 v)
{
    double x[3];
    vec3_store(x, v);
    put_numbers(t, x, 3);
}

/* name, "..." of a card; characters that would end it are left out. */
static void put_name(text *t, const char *name)
{
    if (!name)
        return;
    text_string(t, "name, \"");
    for (; *name; name++)
        text_char(t, *name == '"' || *name == '\\' || (unsigned char)*name < ' ' ? '_' : *name);
    text_string(t, "\", ");
}

static void put_load(text *t, double value)
{
    text_string(t, "mult, const, ");
    write_deck_put_number(t, value);
    text_string(t, ", reference, 1");
}

/* --- preparation -------------------------------------------------------------------------------------------------- */

static void name_cells(deck_writer *w)
{
    mesh *m = w->m;
    w->name = heap_resize(NULL, ((size_t)m->cells.n + 1) * sizeof *w->name);
    for (int i = 0; i < m->cells.n; i++)
        w->name[i] = NULL;
    for (int i = 0; i < m->sets.n; i++)
        for (int k = 0; k < m->sets.items[i].members.n && m->sets.items[i].kind == SET_CELLS; k++) {
            const int cell = label_map_find(&m->cell_of, m->sets.items[i].members.items[k].label);
            if (cell != HASH_NONE && !w->name[cell])
                w->name[cell] = m->sets.items[i].name;
        }
}

static void use_nodes(mesh *m)
{
    for (int i = 0; i < m->cells.n; i++) {
        const mesh_cell *c = &m->cells.items[i];
        for (int k = 0; k < cell_forms[c->kind].nodes && mesh_is_element(m, c); k++) {
            mesh_node *n = &m->nodes.items[m->corner.items[c->first + k]];
            n->is_used = true;
            n->turns |= cell_forms[c->kind].dimension < 3;
        }
    }
}

static void report_unused(mesh *m)
{
    int unused = 0;
    const mesh_node *first = NULL;
    for (int i = 0; i < m->nodes.n; i++)
        if (!m->nodes.items[i].is_used) {
            first = first ? first : &m->nodes.items[i];
            unused++;
        }
    if (first)
        diag_report(m->errors, W_MESH_UNUSED, first->where, unused, unused > 1 ? "s" : "", first->label);
}

/* The index of a node by label; -1 after a message. */
static int write_deck_node_of(mesh *m, unsigned label, place where)
{
    const int node = label_map_find(&m->node_of, label);
    if (node == HASH_NONE)
        diag_report(m->errors, E_MESH_MISSING, where, "node", label);
    return node;
}

/* Nodes of a set, or the one. */
static void targets(mesh *m, const char *set, unsigned label, place where, int_list *to)
{
    if (!set) {
        const int node = write_deck_node_of(m, label, where);
        if (node >= 0)
            array_push(to, node);
    } else if (mesh_nodes_of_set(m, set, to) < 0) {
        diag_report(m->errors, E_MESH_SET, where, set);
    }
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

static void begin_card(deck_writer *w, const char *card, int cell)
{
    text_printf(&w->elements, "    %s: %u, ", card, w->m->cells.items[cell].label);
    put_name(&w->elements, w->name[cell]);
}

static void put_node(deck_writer *w, const mesh_cell *c, int k)
{
    text_printf(&w->elements, "%u, ", w->m->nodes.items[w->m->corner.items[c->first + k]].label);
}

static void put_solid(deck_writer *w, int cell)
{
    const mesh_cell *c = &w->m->cells.items[cell];
    const mesh_property *p = &w->m->properties.items[c->property];
    cell_solid as;
    cell_solid_of(c->kind, c->is_full, &as);
    begin_card(w, as.card, cell);
    text_string(&w->elements, w->form->is_static ? "static, " : "");
    for (int k = 0; k < as.shape->solid_functions.n; k++)
        put_node(w, c, as.order[k]);
    text_string(&w->elements, "\n        ");
    for (int k = 0; k < as.shape->solid_functions.n; k++) {
        write_deck_put_number(&w->elements, w->m->materials.items[p->material_index].density);
        text_string(&w->elements, ", ");
    }
    text_printf(&w->elements, "\n        reference, %d", p->material_index + 1);
    for (int k = 1; k < as.shape->stress->n; k++)
        text_string(&w->elements, ", same");
    text_string(&w->elements, ";\n");
    w->solids++;
}

static void add_mass(deck_writer *w, const mesh_cell *c, int k, double mass, double radius2)
{
    lump *l = &w->lumps[w->m->corner.items[c->first + k]];
    l->mass += mass;
    l->inertia += mass * radius2;
}

static double area_of(const mesh *m, const mesh_cell *c)
{
    vec3 twice = {0};
    const int n = cell_forms[c->kind].corners;
    for (int k = 1; k + 1 < n; k++)
        twice = vec3_add(twice, vec3_cross(vec3_sub(mesh_at(m, c, k), mesh_at(m, c, 0)),
                                           vec3_sub(mesh_at(m, c, k + 1), mesh_at(m, c, 0))));
    return 0.5 * vec3_norm(twice);
}

static void put_shell(deck_writer *w, int cell)
{
    const mesh_cell *c = &w->m->cells.items[cell];
    const mesh_property *p = &w->m->properties.items[c->property];
    const mesh_material *x = &w->m->materials.items[p->material_index];
    const int n = cell_forms[c->kind].corners;
    begin_card(w, n == 3 ? "shell3mitc" : "shell4mitc", cell);
    for (int k = 0; k < n; k++) {
        put_node(w, c, k);
        add_mass(w, c, k, x->density * p->thickness * area_of(w->m, c) / n, p->thickness * p->thickness / 12.0);
    }
    text_string(&w->elements, "\n        isotropic, E, ");
    write_deck_put_number(&w->elements, x->E);
    text_string(&w->elements, ", nu, ");
    write_deck_put_number(&w->elements, x->nu);
    text_string(&w->elements, ", thickness, ");
    write_deck_put_number(&w->elements, p->thickness);
    text_string(&w->elements, ";\n");
    w->plates++;
}

/* Axis 1 along the beam, axis 2 in the plane of it and the direction of the section. */
static void put_section(deck_writer *w, const mesh_cell *c)
{
    const mesh_property *p = &w->m->properties.items[c->property];
    text_string(&w->elements, "\n        reference, global, 1, ");
    put_vector(&w->elements, vec3_sub(mesh_at(w->m, c, 1), mesh_at(w->m, c, 0)));
    text_string(&w->elements, ", 2, ");
    put_vector(&w->elements, vec3_norm(c->axis) > 0.0 ? c->axis : p->axis);
    text_string(&w->elements, ",\n        linear elastic generic, diag, ");
    const mesh_material *x = &w->m->materials.items[p->material_index];
    const double G = 0.5 * x->E / (1.0 + x->nu), GA = 5.0 / 6.0 * G * p->area;
    const double stiffness[] = {x->E * p->area, GA, GA, G * p->torsion, x->E * p->I2, x->E * p->I3};
    put_numbers(&w->elements, stiffness, 6);
}

static void put_beam(deck_writer *w, int cell)
{
    static const signed char ORDER[] = {0, 2, 1}; /* the middle is the second node of a beam with three */
    static const double PART[2][3] = {{0.5, 0.5, 0.0}, {1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0}};
    const mesh_cell *c = &w->m->cells.items[cell];
    const mesh_property *p = &w->m->properties.items[c->property];
    const bool has_middle = c->kind == CELL_LINE3;
    const double length = vec3_norm(vec3_sub(mesh_at(w->m, c, 1), mesh_at(w->m, c, 0)));
    const double mass = w->m->materials.items[p->material_index].density * p->area * length;
    begin_card(w, has_middle ? "beam3" : "beam2", cell);
    for (int k = 0; k < (has_middle ? 3 : 2); k++) {
        put_node(w, c, has_middle ? ORDER[k] : k);
        text_string(&w->elements, "null, ");
        add_mass(w, c, k, PART[has_middle][k] * mass, (p->I2 + p->I3) / p->area);
    }
    put_section(w, c);
    if (has_middle) {
        text_string(&w->elements, ",");
        put_section(w, c);
    }
    text_string(&w->elements, ";\n");
    w->beams++;
}

static void put_cells(deck_writer *w)
{
    for (int i = 0; i < w->m->cells.n; i++) {
        const int dimension = cell_forms[w->m->cells.items[i].kind].dimension;
        if (!mesh_is_element(w->m, &w->m->cells.items[i]))
            continue;
        if (dimension == 3)
            put_solid(w, i);
        else if (dimension == 2)
            put_shell(w, i);
        else
            put_beam(w, i);
    }
}

/* --- masses ------------------------------------------------------------------------------------------------------- */

static void put_lumps(deck_writer *w)
{
    for (int i = 0; i < w->m->nodes.n; i++) {
        const double J[] = {w->lumps[i].inertia, w->lumps[i].inertia, w->lumps[i].inertia};
        if (!(w->lumps[i].mass > 0.0))
            continue;
        text_printf(&w->elements, "    body: %d, %u, ", ++w->bodies, w->m->nodes.items[i].label);
        write_deck_put_number(&w->elements, w->lumps[i].mass);
        text_string(&w->elements, ", null, diag, ");
        put_numbers(&w->elements, J, 3);
        text_string(&w->elements, ";\n");
    }
}

static void put_masses(deck_writer *w)
{
    for (int i = 0; i < w->m->masses.n; i++) {
        const mesh_mass *b = &w->m->masses.items[i];
        const int node = write_deck_node_of(w->m, b->node, b->where);
        const double *I = b->inertia, J[] = {I[0], -I[1], -I[3], I[2], -I[4], I[5]};
        if (node < 0)
            continue;
        if (!w->m->nodes.items[node].turns) {
            text_printf(&w->elements, "    body: %d, %u, ", ++w->bodies, b->node);
            write_deck_put_number(&w->elements, b->mass);
            text_string(&w->elements, ";\n");
            if (vec3_norm(b->centre) > 0.0 || I[0] != 0.0 || I[2] != 0.0 || I[5] != 0.0)
                diag_report(w->m->errors, E_MESH_NOT_TAKEN, b->where, "the node has no rotation for this inertia");
            continue;
        }
        text_printf(&w->elements, "    body: %d, %u, ", ++w->bodies, b->node);
        write_deck_put_number(&w->elements, b->mass);
        text_string(&w->elements, ", ");
        put_vector(&w->elements, b->centre);
        text_string(&w->elements, ", sym, ");
        put_numbers(&w->elements, J, 6);
        text_string(&w->elements, ";\n");
    }
}

/* --- ties --------------------------------------------------------------------------------------------------------- */

static void list_others(deck_writer *w, const mesh_tie *t, int_list *others)
{
    if (t->set)
        targets(w->m, t->set, 0, t->where, others);
    for (int k = 0; k < t->others.n; k++) {
        const int node = write_deck_node_of(w->m, t->others.items[k], t->where);
        if (node >= 0)
            array_push(others, node);
    }
}

/* A node of its own for a tie that has none. */
static void make_master(mesh *m, mesh_tie *t, const int_list *others)
{
    mesh_node n = {.where = t->where, .is_used = true, .turns = true};
    for (int i = 0; i < m->nodes.n; i++)
        n.label = m->nodes.items[i].label > n.label ? m->nodes.items[i].label : n.label;
    t->master = ++n.label;
    for (int k = 0; k < others->n; k++)
        n.x = vec3_axpy(n.x, 1.0 / others->n, m->nodes.items[others->items[k]].x);
    mesh_add_node(m, n);
}

/* Masters turn; before anything is written about nodes. */
static void prepare_ties(deck_writer *w)
{
    for (int i = 0; i < w->m->ties.n; i++) {
        mesh_tie *t = &w->m->ties.items[i];
        int_list others = {0};
        list_others(w, t, &others);
        if (!t->master && others.n > 0)
            make_master(w->m, t, &others);
        const int master = t->master ? write_deck_node_of(w->m, t->master, t->where) : -1;
        if (master >= 0)
            w->m->nodes.items[master].is_used = w->m->nodes.items[master].turns = true;
        for (int k = 0; k < others.n; k++)
            w->m->nodes.items[others.items[k]].is_used = true;
        array_free(&others);
    }
}

static void put_flags(text *t, unsigned bits)
{
    text_printf(t, "%u, %u, %u, null", bits & 1u, bits >> 1 & 1u, bits >> 2 & 1u);
}

static void put_rigid(deck_writer *w, const mesh_tie *t, const mesh_node *master, const mesh_node *n)
{
    if ((t->freedoms & 7u) == 7u && !(n->turns && t->freedoms >> 3)) {
        text_printf(&w->elements, "    joint: %d, offset displacement joint, %u, %u;\n", ++w->joints, master->label,
                    n->label);
        return;
    }
    if (!n->turns) {
        diag_report(w->m->errors, E_MESH_NOT_TAKEN, t->where,
                    "nodes of solids follow a rigid tie with all of their displacements, 123");
        return;
    }
    text_printf(&w->elements, "    joint: %d, total joint, %u, position, ", ++w->joints, master->label);
    put_vector(&w->elements, vec3_sub(n->x, master->x));
    text_printf(&w->elements, ", %u, position, null, position constraint, ", n->label);
    put_flags(&w->elements, t->freedoms);
    text_string(&w->elements, ", orientation constraint, ");
    put_flags(&w->elements, t->freedoms >> 3);
    text_string(&w->elements, ";\n");
}

static void put_mean(deck_writer *w, const mesh_tie *t, const mesh_node *master, const int_list *others)
{
    text_printf(&w->elements, "    joint: %d, rigid body displacement joint, %u, %d", ++w->joints, master->label,
                others->n);
    for (int k = 0; k < others->n; k++) {
        text_printf(&w->elements, ",\n        %u, weight, ", w->m->nodes.items[others->items[k]].label);
        write_deck_put_number(&w->elements, k < t->weights.n ? t->weights.items[k] : 1.0);
    }
    text_string(&w->elements, ";\n");
}

static void put_ties(deck_writer *w)
{
    for (int i = 0; i < w->m->ties.n; i++) {
        const mesh_tie *t = &w->m->ties.items[i];
        const int at = label_map_find(&w->m->node_of, t->master);
        int_list others = {0};
        list_others(w, t, &others);
        if (t->kind == TIE_MEAN && at != HASH_NONE)
            put_mean(w, t, &w->m->nodes.items[at], &others);
        for (int k = 0; k < others.n && t->kind == TIE_RIGID && at != HASH_NONE; k++)
            if (others.items[k] != at)
                put_rigid(w, t, &w->m->nodes.items[at], &w->m->nodes.items[others.items[k]]);
        array_free(&others);
    }
}

/* --- supports and loads ------------------------------------------------------------------------------------------- */

static void hold_node(deck_writer *w, const mesh_node *n, unsigned bits)
{
    if (n->turns && bits == 63) {
        text_printf(&w->elements, "    joint: %d, clamp, %u, node, node;\n", ++w->joints, n->label);
    } else if (n->turns) {
        text_printf(&w->elements, "    joint: %d, total pin joint, %u, position, null, position, ", ++w->joints,
                    n->label);
        put_vector(&w->elements, n->x);
        text_string(&w->elements, ", position constraint, ");
        put_flags(&w->elements, bits);
        text_string(&w->elements, ", orientation constraint, ");
        put_flags(&w->elements, bits >> 3);
        text_string(&w->elements, ";\n");
    } else {
        for (int k = 0; k < 3; k++)
            if (bits >> k & 1u) {
                text_printf(&w->elements, "    genel: %d, clamp, %u, structural, %d, algebraic, const, ", ++w->genels,
                            n->label, k + 1);
                write_deck_put_number(&w->elements, vec3_get(n->x, k));
                text_string(&w->elements, ";\n");
            }
    }
}

/* Each node once, with all that holds it. */
static void put_supports(deck_writer *w)
{
    mesh *m = w->m;
    unsigned *bits = heap_resize(NULL, ((size_t)m->nodes.n + 1) * sizeof *bits);
    memset(bits, 0, ((size_t)m->nodes.n + 1) * sizeof *bits);
    for (int i = 0; i < m->supports.n; i++) {
        const mesh_support *s = &m->supports.items[i];
        int_list nodes = {0};
        targets(m, s->set, s->node, s->where, &nodes);
        for (int k = 0; k < nodes.n; k++)
            bits[nodes.items[k]] |= s->freedoms;
        array_free(&nodes);
    }
    for (int i = 0; i < m->nodes.n; i++)
        if (bits[i] && m->nodes.items[i].is_used)
            hold_node(w, &m->nodes.items[i], bits[i]);
    free(bits);
}

static void put_force(deck_writer *w, const mesh_node *n, const mesh_force *f)
{
    if (vec3_norm(f->force) > 0.0) {
        text_printf(&w->elements, "    force: %d, absolute%s, %u, %s", ++w->forces, n->turns ? "" : " displacement",
                    n->label, n->turns ? "position, null, " : "");
        put_vector(&w->elements, f->force);
        text_string(&w->elements, ", reference, 1;\n");
    }
    if (vec3_norm(f->moment) > 0.0 && n->turns) {
        text_printf(&w->elements, "    couple: %d, absolute, %u, ", ++w->forces, n->label);
        put_vector(&w->elements, f->moment);
        text_string(&w->elements, ", reference, 1;\n");
    } else if (vec3_norm(f->moment) > 0.0) {
        diag_report(w->m->errors, E_MESH_NOT_TAKEN, f->where, "the node has no rotation for this moment");
    }
}

static void put_forces(deck_writer *w)
{
    for (int i = 0; i < w->m->forces.n; i++) {
        const mesh_force *f = &w->m->forces.items[i];
        int_list nodes = {0};
        targets(w->m, f->set, f->node, f->where, &nodes);
        for (int k = 0; k < nodes.n; k++)
            put_force(w, &w->m->nodes.items[nodes.items[k]], f);
        array_free(&nodes);
    }
}

/* A triangle of three nodes is a quadrangle with a corner twice. */
static void put_pressures(deck_writer *w)
{
    for (int i = 0; i < w->m->pressures.n; i++) {
        const mesh_pressure *p = &w->m->pressures.items[i];
        const mesh_cell *c = &w->m->cells.items[label_map_find(&w->m->cell_of, p->cell.label)];
        int at[CELL_FACE_NODES + 1];
        int n = cell_face(c->kind, p->cell.face, at);
        if (n == 3)
            at[n++] = at[2];
        const char *card = n == 4       ? "pressureq4"
                           : n == 6     ? "pressuret6"
                           : n == 9     ? "pressureq9"
                           : c->is_full ? "pressureq8"
                                        : "pressureq8r";
        text_printf(&w->elements, "    %s: %d, ", card, ++w->loads);
        for (int k = 0; k < n; k++)
            put_node(w, c, at[k]);
        text_string(&w->elements, "from drives");
        for (int k = 0; k < n; k++) {
            text_string(&w->elements, ",\n        ");
            put_load(&w->elements, p->value);
        }
        text_string(&w->elements, ";\n");
    }
}

static void put_gravity(deck_writer *w)
{
    const double g = vec3_norm(w->m->gravity);
    if (!(g > 0.0))
        return;
    text_string(&w->elements, "    gravity: uniform, ");
    put_vector(&w->elements, vec3_scale(1.0 / g, w->m->gravity));
    text_string(&w->elements, ", ");
    put_load(&w->elements, g);
    text_string(&w->elements, ";\n");
}

/* --- the deck ----------------------------------------------------------------------------------------------------- */

static void put_problem(const deck_form *form, text *to)
{
    text_string(to, "begin: data;\n    problem: initial value;\nend: data;\n\nbegin: initial value;\n"
                    "    initial time: 0.;\n    final time: ");
    write_deck_put_number(to, form->time);
    text_string(to, ";\n    time step: ");
    write_deck_put_number(to, form->time_step);
    text_printf(to, ";\n    method: %s;\n", form->is_static ? "implicit euler" : "ms, 0.6");
    text_string(to, "    tolerance: 1.e-5, test, sepnorm;\n    max iterations: 30;\n    derivatives tolerance: 1.e-4;\n"
                    "    derivatives max iterations: 10;\n    derivatives coefficient: auto;\nend: initial value;\n\n");
}

static void put_counts(const deck_writer *w, int nodes, text *to)
{
    const struct {
        const char *word;
        int n;
    } counts[] = {{"structural nodes", nodes}, {"solids", w->solids},       {"plates", w->plates},
                  {"beams", w->beams},         {"rigid bodies", w->bodies}, {"joints", w->joints},
                  {"genels", w->genels},       {"forces", w->forces},       {"surface loads", w->loads}};
    text_string(to, "begin: control data;\n");
    for (int i = 0; i < ARRAY_LEN(counts); i++)
        if (counts[i].n > 0)
            text_printf(to, "    %s: %d;\n", counts[i].word, counts[i].n);
    text_printf(to, "%send: control data;\n\n", vec3_norm(w->m->gravity) > 0.0 ? "    gravity;\n" : "");
}

static void put_laws(const mesh *m, const deck_form *form, text *to)
{
    for (int i = 0; i < m->materials.n; i++) {
        const mesh_material *x = &m->materials.items[i];
        text_printf(to, "constitutive law: %d, ", i + 1);
        put_name(to, x->name);
        text_string(to, "6, hookean linear elastic isotropic, E, ");
        write_deck_put_number(to, x->E);
        text_string(to, ", nu, ");
        write_deck_put_number(to, x->nu);
        text_string(to, ";\n");
    }
    text_string(to, "# What loads are multiplied with.\n");
    if (form->is_static)
        text_string(to, "drive caller: 1, ramp, 1., 0., 1., 0.;\n\n");
    else
        text_string(to, "drive caller: 1, const, 1.;\n\n");
}

static const char *kind_of_node(const deck_writer *w, int i)
{
    const mesh_node *n = &w->m->nodes.items[i];
    bool has_mass = w->lumps[i].mass > 0.0;
    for (int k = 0; k < w->m->masses.n; k++)
        has_mass |= w->m->masses.items[k].node == n->label;
    if (n->turns)
        return w->form->is_static || !has_mass ? "static" : "dynamic";
    return w->form->is_static ? "static displacement" : "dynamic displacement";
}

static int write_deck_put_nodes(const deck_writer *w, text *to)
{
    int count = 0;
    text_string(to, "begin: nodes;\n");
    for (int i = 0; i < w->m->nodes.n; i++) {
        const mesh_node *n = &w->m->nodes.items[i];
        if (!n->is_used)
            continue;
        count++;
        text_printf(to, "    structural: %u, %s, ", n->label, kind_of_node(w, i));
        put_vector(to, n->x);
        text_string(to, n->turns ? ", eye, null, null;\n" : ", null;\n");
    }
    text_string(to, "end: nodes;\n\n");
    return count;
}

static void put_elements(deck_writer *w)
{
    put_cells(w);
    if (!w->form->is_static || vec3_norm(w->m->gravity) > 0.0) {
        put_lumps(w);
        put_masses(w);
    }
    put_ties(w);
    put_supports(w);
    put_forces(w);
    put_pressures(w);
    put_gravity(w);
}

static void write_deck_append(text *to, const text *from)
{
    if (from->n == 0)
        return;
    memcpy(text_room(to, from->n), from->data, from->n);
    to->n += from->n;
}

static void put_head(const mesh *m, const char *name, text *to)
{
    const char *slash = strrchr(name, '/');
    text_string(to, "# Made by torsor mesh from ");
    for (const char *c = slash ? slash + 1 : name; *c; c++)
        text_char(to, (unsigned char)*c < ' ' ? '_' : *c);
    text_printf(to, ", a mesh of %s.\n\n", m->format);
}

void mesh_write(mesh *m, const char *name, const deck_form *form, text *to)
{
    deck_writer w = {.m = m, .form = form};
    text nodes = {0};
    use_nodes(m);
    prepare_ties(&w);
    report_unused(m);
    name_cells(&w);
    w.lumps = heap_resize(NULL, ((size_t)m->nodes.n + 1) * sizeof *w.lumps);
    memset(w.lumps, 0, ((size_t)m->nodes.n + 1) * sizeof *w.lumps);
    put_elements(&w);
    const int n = write_deck_put_nodes(&w, &nodes);
    put_head(m, name, to);
    put_problem(form, to);
    put_counts(&w, n, to);
    put_laws(m, form, to);
    write_deck_append(to, &nodes);
    text_string(to, "begin: elements;\n");
    write_deck_append(to, &w.elements);
    text_string(to, "end: elements;\n");
    text_free(&nodes);
    text_free(&w.elements);
    free(w.lumps);
    free(w.name);
}
