/* write_deck.c - writes a mesh as a deck: nodes, elements, supports and loads.
 *
 *     nodes of solids         displacement nodes
 *     nodes with rotation     of shells, beams, masters of ties; with a body if they have mass
 *     mass of a shell         density thickness area, equally to its corners; inertia of its thickness
 *     mass of a beam          density area length, to its nodes as 1:1 or 1:4:1
 *     rigid ties              offset displacement joints, total joints for nodes with rotation
 *     mean ties               rigid body displacement joint
 *
 * Elements are named after the first set that contains them. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"
#include <stdio.h>
#include <string.h>

/* Mass and inertia of a node, from shells, beams and the file. */
typedef struct {
    double mass, inertia;
} lump;

typedef struct {
    mesh *mesh;
    const deck_form *form;
    text elements;
    const char **name; /* of each cell; NULL: none */
    lump *lumps;       /* by node */
    int solids, plates, beams, joints, genels, bodies, loads, forces;
} deck_writer;

/* --- text and numbers --------------------------------------------------------------------------------------------- */

/* Writes enough digits to distinguish the number from its neighbours; always as a real number. */
static void write_deck_put_number(text *text, double v)
{
    char digits[40];
    snprintf(digits, sizeof digits, "%.15g", v);
    if (strtod(digits, NULL) != v)
        snprintf(digits, sizeof digits, "%.17g", v);
    text_string(text, digits);
    if (!strpbrk(digits, ".e"))
        text_char(text, '.');
}

static void put_numbers(text *text, const double *v, int n)
{
    for (int i = 0; i < n; i++) {
        text_string(text, i ? ", " : "");
        write_deck_put_number(text, v[i]);
    }
}

static void put_vector(text *text, vec3 v)
{
    double x[3];
    vec3_store(x, v);
    put_numbers(text, x, 3);
}

/* Writes name, "..." of a card; characters that would end the name are omitted. */
static void put_name(text *text, const char *name)
{
    if (!name)
        return;
    text_string(text, "name, \"");
    for (; *name; name++)
        text_char(text, *name == '"' || *name == '\\' || (unsigned char)*name < ' ' ? '_' : *name);
    text_string(text, "\", ");
}

static void put_load(text *text, double value)
{
    text_string(text, "mult, const, ");
    write_deck_put_number(text, value);
    text_string(text, ", reference, 1");
}

/* --- preparation -------------------------------------------------------------------------------------------------- */

static void name_cells(deck_writer *writer)
{
    mesh *mesh = writer->mesh;
    writer->name = heap_resize(NULL, ((size_t)mesh->cells.n + 1) * sizeof *writer->name);
    for (int i = 0; i < mesh->cells.n; i++)
        writer->name[i] = NULL;
    for (int i = 0; i < mesh->sets.n; i++)
        for (int k = 0; k < mesh->sets.items[i].members.n && mesh->sets.items[i].kind == SET_CELLS; k++) {
            const int cell = label_map_find(&mesh->cell_of, mesh->sets.items[i].members.items[k].label);
            if (cell != HASH_NONE && !writer->name[cell])
                writer->name[cell] = mesh->sets.items[i].name;
        }
}

static void use_nodes(mesh *mesh)
{
    for (int i = 0; i < mesh->cells.n; i++) {
        const mesh_cell *cell = &mesh->cells.items[i];
        for (int k = 0; k < cell_forms[cell->kind].nodes && mesh_is_element(mesh, cell); k++) {
            mesh_node *node = &mesh->nodes.items[mesh->corner.items[cell->first + k]];
            node->is_used = true;
            node->has_rotation |= cell_forms[cell->kind].dimension < 3;
        }
    }
}

static void report_unused(mesh *mesh)
{
    int unused = 0;
    const mesh_node *first = NULL;
    for (int i = 0; i < mesh->nodes.n; i++)
        if (!mesh->nodes.items[i].is_used) {
            first = first ? first : &mesh->nodes.items[i];
            unused++;
        }
    if (first)
        diag_report(mesh->errors, W_MESH_UNUSED, first->location, unused, unused > 1 ? "s" : "", first->label);
}

/* Returns the index of a node by its label, or -1 after reporting an error. */
static int write_deck_node_of(mesh *mesh, unsigned label, source_location location)
{
    const int node = label_map_find(&mesh->node_of, label);
    if (node == HASH_NONE)
        diag_report(mesh->errors, E_MESH_MISSING, location, "node", label);
    return node;
}

/* Lists the nodes of a set, or the single node. */
static void targets(mesh *mesh, const char *set, unsigned label, source_location location, int_list *to)
{
    if (!set) {
        const int node = write_deck_node_of(mesh, label, location);
        if (node >= 0)
            array_push(to, node);
    } else if (mesh_nodes_of_set(mesh, set, to) < 0) {
        diag_report(mesh->errors, E_MESH_SET, location, set);
    }
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

static void begin_card(deck_writer *writer, const char *card, int cell)
{
    text_printf(&writer->elements, "    %s: %u, ", card, writer->mesh->cells.items[cell].label);
    put_name(&writer->elements, writer->name[cell]);
}

static void put_node(deck_writer *writer, const mesh_cell *cell, int k)
{
    text_printf(&writer->elements, "%u, ",
                writer->mesh->nodes.items[writer->mesh->corner.items[cell->first + k]].label);
}

static void put_solid(deck_writer *writer, int cell)
{
    const mesh_cell *mesh_cell = &writer->mesh->cells.items[cell];
    const mesh_property *mesh_property = &writer->mesh->properties.items[mesh_cell->property];
    cell_solid as;
    cell_solid_of(mesh_cell->kind, mesh_cell->is_full, &as);
    begin_card(writer, as.card, cell);
    text_string(&writer->elements, writer->form->is_static ? "static, " : "");
    for (int k = 0; k < as.shape->solid_functions.n; k++)
        put_node(writer, mesh_cell, as.order[k]);
    text_string(&writer->elements, "\n        ");
    for (int k = 0; k < as.shape->solid_functions.n; k++) {
        write_deck_put_number(&writer->elements, writer->mesh->materials.items[mesh_property->material_index].density);
        text_string(&writer->elements, ", ");
    }
    text_printf(&writer->elements, "\n        reference, %d", mesh_property->material_index + 1);
    for (int k = 1; k < as.shape->stress->n; k++)
        text_string(&writer->elements, ", same");
    text_string(&writer->elements, ";\n");
    writer->solids++;
}

static void add_mass(deck_writer *writer, const mesh_cell *cell, int k, double mass, double radius2)
{
    lump *lump = &writer->lumps[writer->mesh->corner.items[cell->first + k]];
    lump->mass += mass;
    lump->inertia += mass * radius2;
}

static double area_of(const mesh *mesh, const mesh_cell *cell)
{
    vec3 twice = {0};
    const int n = cell_forms[cell->kind].corners;
    for (int k = 1; k + 1 < n; k++)
        twice = vec3_add(twice, vec3_cross(vec3_sub(mesh_at(mesh, cell, k), mesh_at(mesh, cell, 0)),
                                           vec3_sub(mesh_at(mesh, cell, k + 1), mesh_at(mesh, cell, 0))));
    return 0.5 * vec3_norm(twice);
}

static void put_shell(deck_writer *writer, int cell)
{
    const mesh_cell *mesh_cell = &writer->mesh->cells.items[cell];
    const mesh_property *mesh_property = &writer->mesh->properties.items[mesh_cell->property];
    const mesh_material *mesh_material = &writer->mesh->materials.items[mesh_property->material_index];
    const int n = cell_forms[mesh_cell->kind].corners;
    begin_card(writer, n == 3 ? "shell3mitc" : "shell4mitc", cell);
    for (int k = 0; k < n; k++) {
        put_node(writer, mesh_cell, k);
        add_mass(writer, mesh_cell, k,
                 mesh_material->density * mesh_property->thickness * area_of(writer->mesh, mesh_cell) / n,
                 mesh_property->thickness * mesh_property->thickness / 12.0);
    }
    text_string(&writer->elements, "\n        isotropic, E, ");
    write_deck_put_number(&writer->elements, mesh_material->E);
    text_string(&writer->elements, ", nu, ");
    write_deck_put_number(&writer->elements, mesh_material->nu);
    text_string(&writer->elements, ", thickness, ");
    write_deck_put_number(&writer->elements, mesh_property->thickness);
    text_string(&writer->elements, ";\n");
    writer->plates++;
}

/* Axis 1 is along the beam, axis 2 in the plane of axis 1 and the direction of the section. */
static void put_section(deck_writer *writer, const mesh_cell *cell)
{
    const mesh_property *mesh_property = &writer->mesh->properties.items[cell->property];
    text_string(&writer->elements, "\n        reference, global, 1, ");
    put_vector(&writer->elements, vec3_sub(mesh_at(writer->mesh, cell, 1), mesh_at(writer->mesh, cell, 0)));
    text_string(&writer->elements, ", 2, ");
    put_vector(&writer->elements, vec3_norm(cell->axis) > 0.0 ? cell->axis : mesh_property->axis);
    text_string(&writer->elements, ",\n        linear elastic generic, diag, ");
    const mesh_material *mesh_material = &writer->mesh->materials.items[mesh_property->material_index];
    const double G = 0.5 * mesh_material->E / (1.0 + mesh_material->nu), GA = 5.0 / 6.0 * G * mesh_property->area;
    const double stiffness[] = {mesh_material->E * mesh_property->area,
                                GA,
                                GA,
                                G * mesh_property->torsion,
                                mesh_material->E * mesh_property->I2,
                                mesh_material->E * mesh_property->I3};
    put_numbers(&writer->elements, stiffness, 6);
}

static void put_beam(deck_writer *writer, int cell)
{
    static const signed char ORDER[] = {0, 2, 1}; /* the middle node is the second of a three-node beam */
    static const double PART[2][3] = {{0.5, 0.5, 0.0}, {1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0}};
    const mesh_cell *mesh_cell = &writer->mesh->cells.items[cell];
    const mesh_property *mesh_property = &writer->mesh->properties.items[mesh_cell->property];
    const bool has_middle = mesh_cell->kind == CELL_LINE3;
    const double length = vec3_norm(vec3_sub(mesh_at(writer->mesh, mesh_cell, 1), mesh_at(writer->mesh, mesh_cell, 0)));
    const double mass =
        writer->mesh->materials.items[mesh_property->material_index].density * mesh_property->area * length;
    begin_card(writer, has_middle ? "beam3" : "beam2", cell);
    for (int k = 0; k < (has_middle ? 3 : 2); k++) {
        put_node(writer, mesh_cell, has_middle ? ORDER[k] : k);
        text_string(&writer->elements, "null, ");
        add_mass(writer, mesh_cell, k, PART[has_middle][k] * mass,
                 (mesh_property->I2 + mesh_property->I3) / mesh_property->area);
    }
    put_section(writer, mesh_cell);
    if (has_middle) {
        text_string(&writer->elements, ",");
        put_section(writer, mesh_cell);
    }
    text_string(&writer->elements, ";\n");
    writer->beams++;
}

static void put_cells(deck_writer *writer)
{
    for (int i = 0; i < writer->mesh->cells.n; i++) {
        const int dimension = cell_forms[writer->mesh->cells.items[i].kind].dimension;
        if (!mesh_is_element(writer->mesh, &writer->mesh->cells.items[i]))
            continue;
        if (dimension == 3)
            put_solid(writer, i);
        else if (dimension == 2)
            put_shell(writer, i);
        else
            put_beam(writer, i);
    }
}

/* --- masses ------------------------------------------------------------------------------------------------------- */

static void put_lumps(deck_writer *writer)
{
    for (int i = 0; i < writer->mesh->nodes.n; i++) {
        const double J[] = {writer->lumps[i].inertia, writer->lumps[i].inertia, writer->lumps[i].inertia};
        if (!(writer->lumps[i].mass > 0.0))
            continue;
        text_printf(&writer->elements, "    body: %d, %u, ", ++writer->bodies, writer->mesh->nodes.items[i].label);
        write_deck_put_number(&writer->elements, writer->lumps[i].mass);
        text_string(&writer->elements, ", null, diag, ");
        put_numbers(&writer->elements, J, 3);
        text_string(&writer->elements, ";\n");
    }
}

static void put_masses(deck_writer *writer)
{
    for (int i = 0; i < writer->mesh->masses.n; i++) {
        const mesh_mass *mesh_mass = &writer->mesh->masses.items[i];
        const int node = write_deck_node_of(writer->mesh, mesh_mass->node, mesh_mass->location);
        const double *I = mesh_mass->inertia, J[] = {I[0], -I[1], -I[3], I[2], -I[4], I[5]};
        if (node < 0)
            continue;
        if (!writer->mesh->nodes.items[node].has_rotation) {
            text_printf(&writer->elements, "    body: %d, %u, ", ++writer->bodies, mesh_mass->node);
            write_deck_put_number(&writer->elements, mesh_mass->mass);
            text_string(&writer->elements, ";\n");
            if (vec3_norm(mesh_mass->centre) > 0.0 || I[0] != 0.0 || I[2] != 0.0 || I[5] != 0.0)
                diag_report(writer->mesh->errors, E_MESH_NOT_TAKEN, mesh_mass->location,
                            "the node has no rotations for this inertia");
            continue;
        }
        text_printf(&writer->elements, "    body: %d, %u, ", ++writer->bodies, mesh_mass->node);
        write_deck_put_number(&writer->elements, mesh_mass->mass);
        text_string(&writer->elements, ", ");
        put_vector(&writer->elements, mesh_mass->centre);
        text_string(&writer->elements, ", sym, ");
        put_numbers(&writer->elements, J, 6);
        text_string(&writer->elements, ";\n");
    }
}

/* --- ties --------------------------------------------------------------------------------------------------------- */

static void list_others(deck_writer *writer, const mesh_tie *mesh_tie, int_list *others)
{
    if (mesh_tie->set)
        targets(writer->mesh, mesh_tie->set, 0, mesh_tie->location, others);
    for (int k = 0; k < mesh_tie->others.n; k++) {
        const int node = write_deck_node_of(writer->mesh, mesh_tie->others.items[k], mesh_tie->location);
        if (node >= 0)
            array_push(others, node);
    }
}

/* Creates a node for a tie without a master. */
static void make_master(mesh *mesh, mesh_tie *mesh_tie, const int_list *others)
{
    mesh_node node = {.location = mesh_tie->location, .is_used = true, .has_rotation = true};
    for (int i = 0; i < mesh->nodes.n; i++)
        node.label = mesh->nodes.items[i].label > node.label ? mesh->nodes.items[i].label : node.label;
    mesh_tie->master = ++node.label;
    for (int k = 0; k < others->n; k++)
        node.x = vec3_axpy(node.x, 1.0 / others->n, mesh->nodes.items[others->items[k]].x);
    mesh_add_node(mesh, node);
}

/* Marks masters as nodes with rotation, before any nodes are written. */
static void prepare_ties(deck_writer *writer)
{
    for (int i = 0; i < writer->mesh->ties.n; i++) {
        mesh_tie *mesh_tie = &writer->mesh->ties.items[i];
        int_list others = {0};
        list_others(writer, mesh_tie, &others);
        if (!mesh_tie->master && others.n > 0)
            make_master(writer->mesh, mesh_tie, &others);
        const int master =
            mesh_tie->master ? write_deck_node_of(writer->mesh, mesh_tie->master, mesh_tie->location) : -1;
        if (master >= 0)
            writer->mesh->nodes.items[master].is_used = writer->mesh->nodes.items[master].has_rotation = true;
        for (int k = 0; k < others.n; k++)
            writer->mesh->nodes.items[others.items[k]].is_used = true;
        array_free(&others);
    }
}

static void put_flags(text *text, unsigned bits)
{
    text_printf(text, "%u, %u, %u, null", bits & 1u, bits >> 1 & 1u, bits >> 2 & 1u);
}

static void put_rigid(deck_writer *writer, const mesh_tie *mesh_tie, const mesh_node *master, const mesh_node *node)
{
    if ((mesh_tie->freedoms & 7u) == 7u && !(node->has_rotation && mesh_tie->freedoms >> 3)) {
        text_printf(&writer->elements, "    joint: %d, offset displacement joint, %u, %u;\n", ++writer->joints,
                    master->label, node->label);
        return;
    }
    if (!node->has_rotation) {
        diag_report(writer->mesh->errors, E_MESH_NOT_TAKEN, mesh_tie->location,
                    "a rigid tie must include all displacements, 123, of nodes of solids");
        return;
    }
    text_printf(&writer->elements, "    joint: %d, total joint, %u, position, ", ++writer->joints, master->label);
    put_vector(&writer->elements, vec3_sub(node->x, master->x));
    text_printf(&writer->elements, ", %u, position, null, position constraint, ", node->label);
    put_flags(&writer->elements, mesh_tie->freedoms);
    text_string(&writer->elements, ", orientation constraint, ");
    put_flags(&writer->elements, mesh_tie->freedoms >> 3);
    text_string(&writer->elements, ";\n");
}

static void put_mean(deck_writer *writer, const mesh_tie *mesh_tie, const mesh_node *master, const int_list *others)
{
    text_printf(&writer->elements, "    joint: %d, rigid body displacement joint, %u, %d", ++writer->joints,
                master->label, others->n);
    for (int k = 0; k < others->n; k++) {
        text_printf(&writer->elements, ",\n        %u, weight, ", writer->mesh->nodes.items[others->items[k]].label);
        write_deck_put_number(&writer->elements, k < mesh_tie->weights.n ? mesh_tie->weights.items[k] : 1.0);
    }
    text_string(&writer->elements, ";\n");
}

static void put_ties(deck_writer *writer)
{
    for (int i = 0; i < writer->mesh->ties.n; i++) {
        const mesh_tie *mesh_tie = &writer->mesh->ties.items[i];
        const int at = label_map_find(&writer->mesh->node_of, mesh_tie->master);
        int_list others = {0};
        list_others(writer, mesh_tie, &others);
        if (mesh_tie->kind == TIE_MEAN && at != HASH_NONE)
            put_mean(writer, mesh_tie, &writer->mesh->nodes.items[at], &others);
        for (int k = 0; k < others.n && mesh_tie->kind == TIE_RIGID && at != HASH_NONE; k++)
            if (others.items[k] != at)
                put_rigid(writer, mesh_tie, &writer->mesh->nodes.items[at],
                          &writer->mesh->nodes.items[others.items[k]]);
        array_free(&others);
    }
}

/* --- supports and loads ------------------------------------------------------------------------------------------- */

static void hold_node(deck_writer *writer, const mesh_node *node, unsigned bits)
{
    if (node->has_rotation && bits == 63) {
        text_printf(&writer->elements, "    joint: %d, clamp, %u, node, node;\n", ++writer->joints, node->label);
    } else if (node->has_rotation) {
        text_printf(&writer->elements, "    joint: %d, total pin joint, %u, position, null, position, ",
                    ++writer->joints, node->label);
        put_vector(&writer->elements, node->x);
        text_string(&writer->elements, ", position constraint, ");
        put_flags(&writer->elements, bits);
        text_string(&writer->elements, ", orientation constraint, ");
        put_flags(&writer->elements, bits >> 3);
        text_string(&writer->elements, ";\n");
    } else {
        for (int k = 0; k < 3; k++)
            if (bits >> k & 1u) {
                text_printf(&writer->elements, "    genel: %d, clamp, %u, structural, %d, algebraic, const, ",
                            ++writer->genels, node->label, k + 1);
                write_deck_put_number(&writer->elements, vec3_get(node->x, k));
                text_string(&writer->elements, ";\n");
            }
    }
}

/* Writes each node once, with all its supports. */
static void put_supports(deck_writer *writer)
{
    mesh *mesh = writer->mesh;
    unsigned *bits = heap_resize(NULL, ((size_t)mesh->nodes.n + 1) * sizeof *bits);
    memset(bits, 0, ((size_t)mesh->nodes.n + 1) * sizeof *bits);
    for (int i = 0; i < mesh->supports.n; i++) {
        const mesh_support *mesh_support = &mesh->supports.items[i];
        int_list nodes = {0};
        targets(mesh, mesh_support->set, mesh_support->node, mesh_support->location, &nodes);
        for (int k = 0; k < nodes.n; k++)
            bits[nodes.items[k]] |= mesh_support->freedoms;
        array_free(&nodes);
    }
    for (int i = 0; i < mesh->nodes.n; i++)
        if (bits[i] && mesh->nodes.items[i].is_used)
            hold_node(writer, &mesh->nodes.items[i], bits[i]);
    free(bits);
}

static void put_force(deck_writer *writer, const mesh_node *node, const mesh_force *force)
{
    if (vec3_norm(force->force) > 0.0) {
        text_printf(&writer->elements, "    force: %d, absolute%s, %u, %s", ++writer->forces,
                    node->has_rotation ? "" : " displacement", node->label,
                    node->has_rotation ? "position, null, " : "");
        put_vector(&writer->elements, force->force);
        text_string(&writer->elements, ", reference, 1;\n");
    }
    if (vec3_norm(force->moment) > 0.0 && node->has_rotation) {
        text_printf(&writer->elements, "    couple: %d, absolute, %u, ", ++writer->forces, node->label);
        put_vector(&writer->elements, force->moment);
        text_string(&writer->elements, ", reference, 1;\n");
    } else if (vec3_norm(force->moment) > 0.0) {
        diag_report(writer->mesh->errors, E_MESH_NOT_TAKEN, force->location,
                    "the node has no rotations for this moment");
    }
}

static void put_forces(deck_writer *writer)
{
    for (int i = 0; i < writer->mesh->forces.n; i++) {
        const mesh_force *force = &writer->mesh->forces.items[i];
        int_list nodes = {0};
        targets(writer->mesh, force->set, force->node, force->location, &nodes);
        for (int k = 0; k < nodes.n; k++)
            put_force(writer, &writer->mesh->nodes.items[nodes.items[k]], force);
        array_free(&nodes);
    }
}

/* A triangle with three nodes is written as a quadrangle with a repeated corner. */
static void put_pressures(deck_writer *writer)
{
    for (int i = 0; i < writer->mesh->pressures.n; i++) {
        const mesh_pressure *mesh_pressure = &writer->mesh->pressures.items[i];
        const mesh_cell *cell =
            &writer->mesh->cells.items[label_map_find(&writer->mesh->cell_of, mesh_pressure->cell.label)];
        int at[CELL_FACE_NODES + 1];
        int n = cell_face(cell->kind, mesh_pressure->cell.face, at);
        if (n == 3)
            at[n++] = at[2];
        const char *card = n == 4          ? "pressureq4"
                           : n == 6        ? "pressuret6"
                           : n == 9        ? "pressureq9"
                           : cell->is_full ? "pressureq8"
                                           : "pressureq8r";
        text_printf(&writer->elements, "    %s: %d, ", card, ++writer->loads);
        for (int k = 0; k < n; k++)
            put_node(writer, cell, at[k]);
        text_string(&writer->elements, "from drives");
        for (int k = 0; k < n; k++) {
            text_string(&writer->elements, ",\n        ");
            put_load(&writer->elements, mesh_pressure->value);
        }
        text_string(&writer->elements, ";\n");
    }
}

static void put_gravity(deck_writer *writer)
{
    const double g = vec3_norm(writer->mesh->gravity);
    if (!(g > 0.0))
        return;
    text_string(&writer->elements, "    gravity: uniform, ");
    put_vector(&writer->elements, vec3_scale(1.0 / g, writer->mesh->gravity));
    text_string(&writer->elements, ", ");
    put_load(&writer->elements, g);
    text_string(&writer->elements, ";\n");
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

static void put_counts(const deck_writer *writer, int nodes, text *to)
{
    const struct {
        const char *word;
        int n;
    } counts[] = {{"structural nodes", nodes}, {"solids", writer->solids},       {"plates", writer->plates},
                  {"beams", writer->beams},    {"rigid bodies", writer->bodies}, {"joints", writer->joints},
                  {"genels", writer->genels},  {"forces", writer->forces},       {"surface loads", writer->loads}};
    text_string(to, "begin: control data;\n");
    for (int i = 0; i < ARRAY_LEN(counts); i++)
        if (counts[i].n > 0)
            text_printf(to, "    %s: %d;\n", counts[i].word, counts[i].n);
    text_printf(to, "%send: control data;\n\n", vec3_norm(writer->mesh->gravity) > 0.0 ? "    gravity;\n" : "");
}

static void put_laws(const mesh *mesh, const deck_form *form, text *to)
{
    for (int i = 0; i < mesh->materials.n; i++) {
        const mesh_material *mesh_material = &mesh->materials.items[i];
        text_printf(to, "constitutive law: %d, ", i + 1);
        put_name(to, mesh_material->name);
        text_string(to, "6, hookean linear elastic isotropic, E, ");
        write_deck_put_number(to, mesh_material->E);
        text_string(to, ", nu, ");
        write_deck_put_number(to, mesh_material->nu);
        text_string(to, ";\n");
    }
    text_string(to, "# What loads are multiplied with.\n");
    if (form->is_static)
        text_string(to, "drive caller: 1, ramp, 1., 0., 1., 0.;\n\n");
    else
        text_string(to, "drive caller: 1, const, 1.;\n\n");
}

static const char *kind_of_node(const deck_writer *writer, int i)
{
    const mesh_node *node = &writer->mesh->nodes.items[i];
    bool has_mass = writer->lumps[i].mass > 0.0;
    for (int k = 0; k < writer->mesh->masses.n; k++)
        has_mass |= writer->mesh->masses.items[k].node == node->label;
    if (node->has_rotation)
        return writer->form->is_static || !has_mass ? "static" : "dynamic";
    return writer->form->is_static ? "static displacement" : "dynamic displacement";
}

static int write_deck_put_nodes(const deck_writer *writer, text *to)
{
    int count = 0;
    text_string(to, "begin: nodes;\n");
    for (int i = 0; i < writer->mesh->nodes.n; i++) {
        const mesh_node *node = &writer->mesh->nodes.items[i];
        if (!node->is_used)
            continue;
        count++;
        text_printf(to, "    structural: %u, %s, ", node->label, kind_of_node(writer, i));
        put_vector(to, node->x);
        text_string(to, node->has_rotation ? ", eye, null, null;\n" : ", null;\n");
    }
    text_string(to, "end: nodes;\n\n");
    return count;
}

static void put_elements(deck_writer *writer)
{
    put_cells(writer);
    if (!writer->form->is_static || vec3_norm(writer->mesh->gravity) > 0.0) {
        put_lumps(writer);
        put_masses(writer);
    }
    put_ties(writer);
    put_supports(writer);
    put_forces(writer);
    put_pressures(writer);
    put_gravity(writer);
}

static void write_deck_append(text *to, const text *from)
{
    if (from->n == 0)
        return;
    memcpy(text_reserve(to, from->n), from->data, from->n);
    to->n += from->n;
}

static void put_head(const mesh *mesh, const char *name, text *to)
{
    const char *slash = strrchr(name, '/');
    text_string(to, "# Made by torsor mesh from ");
    for (const char *c = slash ? slash + 1 : name; *c; c++)
        text_char(to, (unsigned char)*c < ' ' ? '_' : *c);
    text_printf(to, ", a mesh of %s.\n\n", mesh->format);
}

void mesh_write(mesh *mesh, const char *name, const deck_form *form, text *to)
{
    deck_writer writer = {.mesh = mesh, .form = form};
    text nodes = {0};
    use_nodes(mesh);
    prepare_ties(&writer);
    report_unused(mesh);
    name_cells(&writer);
    writer.lumps = heap_resize(NULL, ((size_t)mesh->nodes.n + 1) * sizeof *writer.lumps);
    memset(writer.lumps, 0, ((size_t)mesh->nodes.n + 1) * sizeof *writer.lumps);
    put_elements(&writer);
    const int n = write_deck_put_nodes(&writer, &nodes);
    put_head(mesh, name, to);
    put_problem(form, to);
    put_counts(&writer, n, to);
    put_laws(mesh, form, to);
    write_deck_append(to, &nodes);
    text_string(to, "begin: elements;\n");
    write_deck_append(to, &writer.elements);
    text_string(to, "end: elements;\n");
    text_free(&nodes);
    text_free(&writer.elements);
    free(writer.lumps);
    free(writer.name);
}
