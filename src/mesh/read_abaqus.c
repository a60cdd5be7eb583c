/* read_abaqus.c - input files of Abaqus and CalculiX.
 *
 *     ** a comment
 *     *KEYWORD, PARAMETER=VALUE, PARAMETER
 *     data, data, ...
 *
 * Supported: NODE, ELEMENT, NSET, ELSET, SURFACE, MATERIAL with ELASTIC and DENSITY, SOLID, SHELL and BEAM SECTION,
 * BOUNDARY, CLOAD, DLOAD, DSLOAD, RIGID BODY, COUPLING with KINEMATIC or DISTRIBUTING, INCLUDE, PART, ASSEMBLY,
 * INSTANCE. The contents of all steps are combined. Every other keyword is reported, and its data are skipped. */
#include "mesh/abaqus_parts.h"
#include "mesh/diag_rows.h"
#include <ctype.h>
#include <strings.h>

enum { MOST_PARAMETERS = 16, MOST_INSTANCES = 10000 };

static const unsigned MOST_LABEL = 4294967294u;

typedef struct {
    span name;
    int n;
    span parameter[MOST_PARAMETERS], value[MOST_PARAMETERS];
} keyword;

typedef struct abaqus {
    mesh *mesh;
    scanner scanner;
    abaqus_world *world;
    int scope;    /* scope of names and labels: the assembly (0), or an instance */
    bool in_part; /* the text of a part is being read for an instance */
    keyword keyword;
    void (*data)(struct abaqus *abaqus, span line); /* NULL: lines are skipped */
    int nested;
    /* Data of the current keyword, completed by its lines: an element, its type, sets by name, a section, a surface. */
    cell_kind kind;
    bool is_full;
    int n_nodes;
    unsigned label, nodes[CELL_NODES];
    source_location location;
    const char *set;
    int section, lines; /* index; number of data lines read */
} abaqus;

static const char *read_abaqus_keep(abaqus *abaqus, span w)
{
    return w.n > 0 ? arena_string(abaqus->mesh->memory, w.start, (size_t)w.n) : NULL;
}

static span parameter(const abaqus *abaqus, const char *name)
{
    for (int i = 0; i < abaqus->keyword.n; i++)
        if (span_is(abaqus->keyword.parameter[i], name))
            return abaqus->keyword.value[i];
    return (span){0};
}

static bool has_parameter(const abaqus *abaqus, const char *name)
{
    for (int i = 0; i < abaqus->keyword.n; i++)
        if (span_is(abaqus->keyword.parameter[i], name))
            return true;
    return false;
}

static void read_abaqus_refuse(abaqus *abaqus, source_location location, const char *words)
{
    diag_report(abaqus->mesh->errors, E_MESH_NOT_TAKEN, location, words);
}

static abaqus_scope *scope_of(const abaqus *abaqus) { return &abaqus->world->scopes.items[abaqus->scope]; }

/* Returns the full name of a set of the instance that is read, or of the assembly. */
static const char *name_of_set(abaqus *abaqus, const char *name)
{
    const char *internal = scope_of(abaqus)->name, *head = abaqus->world->assembly;
    const size_t n = head ? strlen(head) : 0;
    if (name && internal)
        return arena_printf(abaqus->mesh->memory, "%s.%s", internal, name);
    return name && n > 0 && strncasecmp(name, head, n) == 0 && name[n] == '.' ? name + n + 1 : name;
}

/* Returns the scope of a line of a set: that of INSTANCE=..., or the current one. */
static const abaqus_scope *scope_of_line(abaqus *abaqus)
{
    const span name = parameter(abaqus, "INSTANCE");
    const int which = name.n > 0 ? abaqus_find_scope(abaqus->world, name.start, (size_t)name.n) : abaqus->scope;
    if (which < 0)
        diag_report(abaqus->mesh->errors, E_MESH_VALUE, name.location,
                    arena_printf(abaqus->mesh->memory, "instance '%.*s' is not defined", name.n, name.start));
    return &abaqus->world->scopes.items[which < 0 ? abaqus->scope : which];
}

/* Reads a label and adds an offset. Returns false after reporting an error. */
static bool take_label(const abaqus *abaqus, span field, unsigned more, unsigned *to)
{
    if (!span_label(&abaqus->scanner, field, to))
        return false;
    if (*to > MOST_LABEL - more) {
        diag_report(abaqus->mesh->errors, E_MESH_VALUE, field.location, "the labels of the instances are too large");
        return false;
    }
    *to += more;
    return true;
}

/* Returns the value of a parameter that must be present. */
static const char *needed(abaqus *abaqus, const char *name)
{
    const char *value = read_abaqus_keep(abaqus, parameter(abaqus, name));
    if (!value)
        diag_report(abaqus->mesh->errors, E_MESH_VALUE, abaqus->keyword.name.location,
                    arena_printf(abaqus->mesh->memory, "'%.*s' needs %s=...", abaqus->keyword.name.n,
                                 abaqus->keyword.name.start, name));
    return value;
}

/* --- nodes, elements, sets ---------------------------------------------------------------------------------------- */

static void put_into(abaqus *abaqus, set_kind kind, unsigned label, int face)
{
    if (!abaqus->set)
        return;
    mesh_set *set = mesh_set_of(abaqus->mesh, kind, abaqus->set, strlen(abaqus->set), abaqus->keyword.name.location);
    const mesh_member one = {label, face};
    array_push(&set->members, one);
}

static void node_line(abaqus *abaqus, span line)
{
    mesh_node node = {0};
    double x[3] = {0};
    span field;
    for (int i = 0; i < 4 && span_field(&abaqus->scanner, &line, ',', &field); i++) {
        if (i == 0) {
            node.location = field.location;
            if (!take_label(abaqus, field, scope_of(abaqus)->nodes, &node.label))
                return;
        } else if (field.n > 0) {
            span_real(&abaqus->scanner, field, &x[i - 1]);
        }
    }
    node.x = abaqus_transform(scope_of(abaqus), vec3_load(x));
    mesh_add_node(abaqus->mesh, node);
    put_into(abaqus, SET_NODES, node.label, 0);
}

static void element_line(abaqus *abaqus, span line)
{
    span field;
    const int wanted = cell_forms[abaqus->kind].nodes;
    while (span_field(&abaqus->scanner, &line, ',', &field)) {
        unsigned label;
        if (field.n == 0)
            continue;
        if (!take_label(abaqus, field, abaqus->label == 0 ? scope_of(abaqus)->cells : scope_of(abaqus)->nodes, &label))
            return;
        if (abaqus->label == 0) {
            abaqus->label = label, abaqus->location = field.location, abaqus->n_nodes = 0;
            continue;
        }
        if (abaqus->n_nodes >= wanted) {
            diag_report(abaqus->mesh->errors, E_MESH_VALUE, field.location,
                        arena_printf(abaqus->mesh->memory, "element %u, a %s, has too few nodes for this entry",
                                     abaqus->label, cell_forms[abaqus->kind].name));
            abaqus->label = 0;
            return;
        }
        abaqus->nodes[abaqus->n_nodes++] = label;
    }
    if (abaqus->label && abaqus->n_nodes == wanted) {
        mesh_add_cell(abaqus->mesh, abaqus->kind, abaqus->label, abaqus->nodes, abaqus->location)->is_full =
            abaqus->is_full;
        put_into(abaqus, SET_CELLS, abaqus->label, 0);
        abaqus->label = 0;
    }
}

/* The lines of an element end at the next keyword, or at the end of the file. */
static void end_element(abaqus *abaqus)
{
    if (abaqus->data == element_line && abaqus->label)
        diag_report(abaqus->mesh->errors, E_MESH_VALUE, abaqus->location,
                    arena_printf(abaqus->mesh->memory, "element %u, a %s, has %d of its %d nodes", abaqus->label,
                                 cell_forms[abaqus->kind].name, abaqus->n_nodes, cell_forms[abaqus->kind].nodes));
    abaqus->label = 0;
}

static set_kind kind_of_set(const abaqus *abaqus)
{
    return span_is(abaqus->keyword.name, "*NSET") ? SET_NODES : SET_CELLS;
}

static unsigned offset_of_set(abaqus *abaqus)
{
    const abaqus_scope *abaqus_scope = scope_of_line(abaqus);
    return kind_of_set(abaqus) == SET_NODES ? abaqus_scope->nodes : abaqus_scope->cells;
}

static void add_range(abaqus *abaqus, span line)
{
    unsigned bound[3] = {0, 0, 1};
    const unsigned more = offset_of_set(abaqus);
    span field;
    for (int i = 0; i < 3 && span_field(&abaqus->scanner, &line, ',', &field); i++)
        if (field.n > 0 && !take_label(abaqus, field, i < 2 ? more : 0, &bound[i]))
            return;
    if ((bound[1] - (double)bound[0]) / bound[2] > (double)(abaqus->scanner.file->length)) {
        diag_report(abaqus->mesh->errors, E_MESH_VALUE, abaqus->keyword.name.location,
                    "the range is larger than the mesh can be");
        return;
    }
    for (uint64_t label = bound[0]; label <= bound[1]; label += bound[2])
        put_into(abaqus, kind_of_set(abaqus), (unsigned)label, 0);
}

static void add_set(abaqus *abaqus, span name)
{
    const char *set = name_of_set(abaqus, read_abaqus_keep(abaqus, name));
    const mesh_set *mesh_set = mesh_find_set(abaqus->mesh, kind_of_set(abaqus), set);
    if (!mesh_set) {
        diag_report(abaqus->mesh->errors, E_MESH_SET, name.location, set);
        return;
    }
    const int n = mesh_set->members.n, which = (int)(mesh_set - abaqus->mesh->sets.items);
    for (int i = 0; i < n; i++)
        put_into(abaqus, kind_of_set(abaqus), abaqus->mesh->sets.items[which].members.items[i].label, 0);
}

static void set_line(abaqus *abaqus, span line)
{
    span field;
    if (has_parameter(abaqus, "GENERATE")) {
        add_range(abaqus, line);
        return;
    }
    const unsigned more = offset_of_set(abaqus);
    while (span_field(&abaqus->scanner, &line, ',', &field)) {
        unsigned label;
        if (field.n > 0 && isdigit((unsigned char)*field.start)) {
            if (take_label(abaqus, field, more, &label))
                put_into(abaqus, kind_of_set(abaqus), label, 0);
        } else if (field.n > 0) {
            add_set(abaqus, field);
        }
    }
}

/* Reads S1 ... S6 of a solid, SPOS or nothing for a shell. Returns -1 after reporting an error. */
static int face_of(abaqus *abaqus, span word, char letter)
{
    if (word.n == 2 && toupper((unsigned char)*word.start) == letter && word.start[1] >= '1' && word.start[1] <= '6')
        return word.start[1] - '1';
    if (span_is(word, "SPOS") || (letter == 'P' && span_is(word, "P")))
        return 0;
    diag_report(abaqus->mesh->errors, E_MESH_NUMBER, word.location, word.n, word.start, "face");
    return -1;
}

static void surface_line(abaqus *abaqus, span line)
{
    span on, word = {0};
    unsigned label;
    span_field(&abaqus->scanner, &line, ',', &on);
    span_field(&abaqus->scanner, &line, ',', &word);
    if (span_is(parameter(abaqus, "TYPE"), "NODE")) {
        read_abaqus_refuse(abaqus, on.location, "a node-based surface is not supported: use a set of nodes");
        return;
    }
    const int face = face_of(abaqus, word, 'S');
    if (face < 0)
        return;
    if (on.n > 0 && isdigit((unsigned char)*on.start)) {
        if (take_label(abaqus, on, scope_of(abaqus)->cells, &label))
            put_into(abaqus, SET_FACES, label, face);
        return;
    }
    const char *set = on.n > 0 ? name_of_set(abaqus, read_abaqus_keep(abaqus, on)) : "";
    const mesh_set *mesh_set = mesh_find_set(abaqus->mesh, SET_CELLS, set);
    if (!mesh_set) {
        diag_report(abaqus->mesh->errors, E_MESH_SET, on.location, set);
        return;
    }
    const int n = mesh_set->members.n, which = (int)(mesh_set - abaqus->mesh->sets.items);
    for (int i = 0; i < n; i++)
        put_into(abaqus, SET_FACES, abaqus->mesh->sets.items[which].members.items[i].label, face);
}

/* --- materials and sections --------------------------------------------------------------------------------------- */

static int read_abaqus_read_numbers(abaqus *abaqus, span line, double *to, int most)
{
    int n = 0;
    span field;
    while (n < most && span_field(&abaqus->scanner, &line, ',', &field)) {
        to[n] = 0.0;
        if (field.n > 0)
            span_real(&abaqus->scanner, field, &to[n]);
        n++;
    }
    return n;
}

static mesh_material *last_material(abaqus *abaqus)
{
    if (abaqus->mesh->materials.n > 0)
        return &abaqus->mesh->materials.items[abaqus->mesh->materials.n - 1];
    diag_report(abaqus->mesh->errors, E_MESH_VALUE, abaqus->keyword.name.location, "no *MATERIAL precedes it");
    return NULL;
}

static void elastic_line(abaqus *abaqus, span line)
{
    double v[3] = {0};
    mesh_material *mesh_material = last_material(abaqus);
    read_abaqus_read_numbers(abaqus, line, v, 3);
    if (!mesh_material)
        return;
    if (abaqus->lines > 1 || (has_parameter(abaqus, "TYPE") && !span_is(parameter(abaqus, "TYPE"), "ISO") &&
                              !span_is(parameter(abaqus, "TYPE"), "ISOTROPIC")))
        read_abaqus_refuse(abaqus, line.location, "only isotropic, temperature-independent elasticity is supported");
    mesh_material->E = v[0], mesh_material->nu = v[1];
}

static void density_line(abaqus *abaqus, span line)
{
    double v[2] = {0};
    mesh_material *mesh_material = last_material(abaqus);
    read_abaqus_read_numbers(abaqus, line, v, 2);
    if (mesh_material)
        mesh_material->density = v[0];
}

static void shell_line(abaqus *abaqus, span line)
{
    double v[2] = {0};
    if (abaqus->lines > 1)
        return;
    read_abaqus_read_numbers(abaqus, line, v, 2);
    abaqus->mesh->properties.items[abaqus->section].thickness = v[0];
    if (!(v[0] > 0.0))
        diag_report(abaqus->mesh->errors, E_MESH_VALUE, line.location, "the thickness of a shell must be positive");
}

static void beam_line(abaqus *abaqus, span line)
{
    double v[3] = {0};
    mesh_property *mesh_property = &abaqus->mesh->properties.items[abaqus->section];
    const int n = read_abaqus_read_numbers(abaqus, line, v, 3);
    if (abaqus->lines == 2)
        mesh_property->axis = mat3_mulv(&scope_of(abaqus)->R, vec3_load(v));
    if (abaqus->lines > 1)
        return;
    if (span_is(parameter(abaqus, "SECTION"), "RECT") && n >= 2 && v[0] > 0.0 && v[1] > 0.0)
        property_rectangle(mesh_property, v[0], v[1]);
    else if (span_is(parameter(abaqus, "SECTION"), "CIRC") && v[0] > 0.0)
        property_circle(mesh_property, v[0]);
    else
        read_abaqus_refuse(abaqus, line.location,
                           "only the beam sections RECT with two sides and CIRC with a radius are supported");
}

/* --- supports and loads ------------------------------------------------------------------------------------------- */

/* Reads a label, INSTANCE.LABEL, or the name of a set. */
static void read_target(abaqus *abaqus, span field, set_kind kind, unsigned *label, const char **set)
{
    const char *dot = field.n > 0 ? memchr(field.start, '.', (size_t)field.n) : NULL;
    const int scope = dot ? abaqus_find_scope(abaqus->world, field.start, (size_t)(dot - field.start)) : abaqus->scope;
    const span last = dot && scope >= 0 ? span_of(&abaqus->scanner, dot + 1, field.start + field.n) : field;
    const abaqus_scope *in = &abaqus->world->scopes.items[scope < 0 ? abaqus->scope : scope];
    *label = 0, *set = NULL;
    if (last.n > 0 && isdigit((unsigned char)*last.start))
        take_label(abaqus, last, kind == SET_NODES ? in->nodes : in->cells, label);
    else
        *set = name_of_set(abaqus, read_abaqus_keep(abaqus, field));
}

static void boundary_line(abaqus *abaqus, span line)
{
    span field[4] = {{0}};
    double from = 0.0, to, value = 0.0;
    mesh_support mesh_support = {.location = line.location};
    for (int i = 0; i < 4 && span_field(&abaqus->scanner, &line, ',', &field[i]); i++)
        continue;
    read_target(abaqus, field[0], SET_NODES, &mesh_support.node, &mesh_support.set);
    if (span_is(field[1], "ENCASTRE") || span_is(field[1], "PINNED")) {
        mesh_support.freedoms = span_is(field[1], "PINNED") ? 7 : 63;
    } else {
        if (!span_real(&abaqus->scanner, field[1], &from))
            return;
        to = from;
        if (field[2].n > 0)
            span_real(&abaqus->scanner, field[2], &to);
        if (field[3].n > 0)
            span_real(&abaqus->scanner, field[3], &value);
        for (int i = 1; i <= 6; i++)
            mesh_support.freedoms |= i >= from && i <= to ? 1u << (i - 1) : 0;
    }
    if (value != 0.0)
        read_abaqus_refuse(abaqus, field[3].location,
                           "a prescribed motion is not supported: only fixed degrees of freedom are");
    else if (mesh_support.freedoms == 0)
        read_abaqus_refuse(abaqus, field[1].location, "only displacements and rotations, 1 to 6, can be fixed");
    else
        array_push(&abaqus->mesh->supports, mesh_support);
}

static void cload_line(abaqus *abaqus, span line)
{
    span field[3] = {{0}};
    double freedom, value, v[6] = {0};
    mesh_force force = {.location = line.location};
    for (int i = 0; i < 3 && span_field(&abaqus->scanner, &line, ',', &field[i]); i++)
        continue;
    read_target(abaqus, field[0], SET_NODES, &force.node, &force.set);
    if (!span_real(&abaqus->scanner, field[1], &freedom) || !span_real(&abaqus->scanner, field[2], &value))
        return;
    if (!(freedom >= 1.0 && freedom <= 6.0)) {
        read_abaqus_refuse(abaqus, field[1].location, "only forces and moments, 1 to 6, are supported");
        return;
    }
    v[(int)freedom - 1] = value;
    force.force = vec3_load(v), force.moment = vec3_load(v + 3);
    array_push(&abaqus->mesh->forces, force);
}

static void dload_line(abaqus *abaqus, span line)
{
    span field[6] = {{0}};
    double v[4] = {0};
    for (int i = 0; i < 6 && span_field(&abaqus->scanner, &line, ',', &field[i]); i++)
        if (i >= 2 && field[i].n > 0)
            span_real(&abaqus->scanner, field[i], &v[i - 2]);
    if (span_is(field[1], "GRAV")) {
        abaqus->mesh->gravity = vec3_axpy(abaqus->mesh->gravity, v[0], vec3_load(v + 1));
        return;
    }
    /* On a shell, P acts along the normal. */
    mesh_pressure mesh_pressure = {.value = span_is(field[1], "P") ? -v[0] : v[0], .location = field[0].location};
    if (!field[1].start || toupper((unsigned char)*field[1].start) != 'P') {
        read_abaqus_refuse(abaqus, field[1].n > 0 ? field[1].location : field[0].location,
                           "only the distributed loads P1 to P6, P and GRAV are supported");
        return;
    }
    const int face = face_of(abaqus, field[1], 'P');
    read_target(abaqus, field[0], SET_CELLS, &mesh_pressure.cell.label, &mesh_pressure.set);
    if (face < 0)
        return;
    mesh_pressure.cell.face = face;
    array_push(&abaqus->mesh->pressures, mesh_pressure);
}

static void dsload_line(abaqus *abaqus, span line)
{
    span field[3] = {{0}};
    mesh_pressure mesh_pressure = {.location = line.location};
    for (int i = 0; i < 3 && span_field(&abaqus->scanner, &line, ',', &field[i]); i++)
        continue;
    if (!span_is(field[1], "P")) {
        read_abaqus_refuse(abaqus, line.location, "only the surface load P is supported");
        return;
    }
    mesh_pressure.set = name_of_set(abaqus, read_abaqus_keep(abaqus, field[0]));
    if (span_real(&abaqus->scanner, field[2], &mesh_pressure.value))
        array_push(&abaqus->mesh->pressures, mesh_pressure);
}

/* Reads a line of *KINEMATIC such as 1, 6: the range of dependent degrees of freedom; without lines, all are
 * dependent. */
static void kinematic_line(abaqus *abaqus, span line)
{
    double v[2] = {0};
    mesh_tie *mesh_tie = abaqus->mesh->ties.n > 0 ? &abaqus->mesh->ties.items[abaqus->mesh->ties.n - 1] : NULL;
    const int n = read_abaqus_read_numbers(abaqus, line, v, 2);
    if (!mesh_tie || n < 1)
        return;
    if (abaqus->lines == 1)
        mesh_tie->freedoms = 0;
    for (int i = 1; i <= 6; i++)
        mesh_tie->freedoms |= i >= v[0] && i <= (n > 1 && v[1] > 0.0 ? v[1] : v[0]) ? 1u << (i - 1) : 0;
}

/* --- keywords ----------------------------------------------------------------------------------------------------- */

static void begin_node(abaqus *abaqus)
{
    abaqus->set = name_of_set(abaqus, read_abaqus_keep(abaqus, parameter(abaqus, "NSET")));
    abaqus_reserve_nodes(abaqus->mesh, scope_of(abaqus));
}

static void begin_element(abaqus *abaqus)
{
    static const struct {
        const char *word;
        cell_kind kind;
        bool is_full;
        const char *instead; /* fully integrated element that is used in its place */
    } TYPES[] = {
        {"C3D4", CELL_TETRAHEDRON4, false, NULL},
        {"C3D6", CELL_PRISM6, false, NULL},
        {"C3D8", CELL_BOX8, false, NULL},
        {"C3D8I", CELL_BOX8, false, "hexahedron8"},
        {"C3D8R", CELL_BOX8, false, "hexahedron8"},
        {"C3D10", CELL_TETRAHEDRON10, false, NULL},
        {"C3D10M", CELL_TETRAHEDRON10, false, NULL},
        {"C3D10T", CELL_TETRAHEDRON10, false, NULL},
        {"C3D15", CELL_PRISM15, false, NULL},
        {"C3D20", CELL_BOX20, true, NULL},
        {"C3D20R", CELL_BOX20, false, NULL},
        {"C3D5", CELL_PYRAMID5, false, NULL},
        {"S3", CELL_TRIANGLE3, false, NULL},
        {"S3R", CELL_TRIANGLE3, false, NULL},
        {"STRI3", CELL_TRIANGLE3, false, NULL},
        {"S4", CELL_QUAD4, false, NULL},
        {"S4R", CELL_QUAD4, false, NULL},
        {"S6", CELL_TRIANGLE6, false, NULL},
        {"STRI65", CELL_TRIANGLE6, false, NULL},
        {"S8", CELL_QUAD8, false, NULL},
        {"S8R", CELL_QUAD8, false, NULL},
        {"B31", CELL_LINE2, false, NULL},
        {"B31R", CELL_LINE2, false, NULL},
        {"B32", CELL_LINE3, false, NULL},
        {"B32R", CELL_LINE3, false, NULL},
        {"CPS3", CELL_TRIANGLE3, false, NULL},
        {"CPS4", CELL_QUAD4, false, NULL},
        {"CPS6", CELL_TRIANGLE6, false, NULL},
        {"CPS8", CELL_QUAD8, false, NULL},
        {"T3D2", CELL_LINE2, false, NULL},
        {"T3D3", CELL_LINE3, false, NULL},
    };
    const span type = parameter(abaqus, "TYPE");
    abaqus->set = name_of_set(abaqus, read_abaqus_keep(abaqus, parameter(abaqus, "ELSET")));
    abaqus_reserve_cells(abaqus->mesh, scope_of(abaqus));
    for (int i = 0; i < ARRAY_LEN(TYPES); i++)
        if (span_is(type, TYPES[i].word)) {
            abaqus->kind = TYPES[i].kind, abaqus->is_full = TYPES[i].is_full;
            if (TYPES[i].instead)
                diag_report(abaqus->mesh->errors, W_MESH_INTEGRATION, type.location, type.n, type.start,
                            TYPES[i].instead);
            return;
        }
    abaqus->data = NULL;
    read_abaqus_refuse(abaqus, type.n > 0 ? type.location : abaqus->keyword.name.location,
                       arena_printf(abaqus->mesh->memory, "elements of type '%.*s' are not supported", type.n,
                                    type.n > 0 ? type.start : ""));
}

static void begin_set(abaqus *abaqus)
{
    abaqus->set = name_of_set(abaqus, needed(abaqus, kind_of_set(abaqus) == SET_NODES ? "NSET" : "ELSET"));
}

static void begin_surface(abaqus *abaqus) { abaqus->set = name_of_set(abaqus, needed(abaqus, "NAME")); }

static void begin_material(abaqus *abaqus)
{
    const mesh_material mesh_material = {.name = needed(abaqus, "NAME"), .location = abaqus->keyword.name.location};
    if (mesh_material.name)
        array_push(&abaqus->mesh->materials, mesh_material);
}

static void begin_section(abaqus *abaqus)
{
    const mesh_property mesh_property = {.set = name_of_set(abaqus, needed(abaqus, "ELSET")),
                                         .material = needed(abaqus, "MATERIAL"),
                                         .axis = mat3_mulv(&scope_of(abaqus)->R, (vec3){0.0, 0.0, -1.0}),
                                         .location = abaqus->keyword.name.location};
    abaqus->section = abaqus->mesh->properties.n;
    if (mesh_property.set && mesh_property.material)
        array_push(&abaqus->mesh->properties, mesh_property);
    else
        abaqus->data = NULL;
}

/* Reads a node, given by its label or by a set that contains only this node. */
static bool read_reference(abaqus *abaqus, span field, unsigned *label)
{
    const char *set;
    read_target(abaqus, field, SET_NODES, label, &set);
    const mesh_set *mesh_set = set ? mesh_find_set(abaqus->mesh, SET_NODES, set) : NULL;
    if (mesh_set && mesh_set->members.n == 1)
        *label = mesh_set->members.items[0].label;
    else if (set)
        diag_report(abaqus->mesh->errors, E_MESH_VALUE, field.location,
                    arena_printf(abaqus->mesh->memory, "'%s' is neither a node nor a set of one node", set));
    return *label > 0;
}

static void begin_tie(abaqus *abaqus)
{
    const bool is_body = span_is(abaqus->keyword.name, "*RIGID BODY");
    mesh_tie mesh_tie = {.kind = TIE_RIGID, .freedoms = 63, .location = abaqus->keyword.name.location};
    const char *set = name_of_set(abaqus, needed(abaqus, is_body ? "NSET" : "SURFACE"));
    const span reference = parameter(abaqus, "REF NODE");
    mesh_tie.set = set;
    if (reference.n == 0)
        needed(abaqus, "REF NODE");
    else if (set && read_reference(abaqus, reference, &mesh_tie.master))
        array_push(&abaqus->mesh->ties, mesh_tie);
}

static void begin_distributing(abaqus *abaqus)
{
    if (abaqus->mesh->ties.n > 0)
        abaqus->mesh->ties.items[abaqus->mesh->ties.n - 1].kind = TIE_MEAN;
}

static void read_abaqus_read_file(abaqus *abaqus);

static void include(abaqus *a)
{
    const char *name = needed(a, "INPUT");
    const source *file =
        name ? mesh_include(a->mesh, a->scanner.file, name, a->keyword.name.location, a->nested) : NULL;
    if (!file)
        return;
    abaqus inner = {.mesh = a->mesh,
                    .scanner = scan_file(a->mesh->errors, a->mesh->texts, file),
                    .world = a->world,
                    .scope = a->scope,
                    .in_part = a->in_part,
                    .nested = a->nested + 1};
    read_abaqus_read_file(&inner);
}

/* --- parts and instances ------------------------------------------------------------------------------------------ */

/* Stores the text of a part for its instances. */
static void begin_part(abaqus *abaqus)
{
    abaqus_part abaqus_part = {.name = needed(abaqus, "NAME"), .text = abaqus->scanner};
    span line;
    const char *before = abaqus->scanner.cursor;
    while (scan_line(&abaqus->scanner, &line) && !span_begins(span_trim(&abaqus->scanner, line), "*END PART"))
        before = abaqus->scanner.cursor;
    abaqus_part.text.end = before;
    if (abaqus_part.name && abaqus_find_part(abaqus->world, abaqus_part.name))
        read_abaqus_refuse(abaqus, abaqus->keyword.name.location,
                           arena_printf(abaqus->mesh->memory, "part '%s' is defined twice", abaqus_part.name));
    else if (abaqus_part.name)
        array_push(&abaqus->world->parts, abaqus_part);
}

static void begin_assembly(abaqus *abaqus)
{
    abaqus->world->assembly = read_abaqus_keep(abaqus, parameter(abaqus, "NAME"));
}

static void begin_instance(abaqus *abaqus)
{
    const abaqus_scope abaqus_scope = {.name = needed(abaqus, "NAME"),
                                       .part = read_abaqus_keep(abaqus, parameter(abaqus, "PART")),
                                       .R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    if (!abaqus_scope.name)
        return;
    if (abaqus->scope > 0 || abaqus_find_scope(abaqus->world, abaqus_scope.name, strlen(abaqus_scope.name)) >= 0 ||
        abaqus->world->scopes.n > MOST_INSTANCES) {
        read_abaqus_refuse(abaqus, abaqus->keyword.name.location,
                           arena_printf(abaqus->mesh->memory,
                                        "instance '%s' is nested in another, already defined, or one too many",
                                        abaqus_scope.name));
        return;
    }
    abaqus->scope = abaqus->world->scopes.n;
    array_push(&abaqus->world->scopes, abaqus_scope);
}

/* Reads a shift; then an axis of rotation, given by two points, and an angle. */
static void instance_line(abaqus *abaqus, span line)
{
    double v[7] = {0};
    read_abaqus_read_numbers(abaqus, line, v, 7);
    if (abaqus->lines == 1)
        scope_of(abaqus)->shift = vec3_load(v);
    else if (abaqus->lines > 2 || !abaqus_rotate(scope_of(abaqus), v))
        read_abaqus_refuse(abaqus, line.location,
                           "expected a line with a translation, then a line with two points and an angle");
}

static void end_instance(abaqus *a)
{
    const char *name = scope_of(a)->part;
    const abaqus_part *part = name ? abaqus_find_part(a->world, name) : NULL;
    if (part) {
        abaqus inner = {.mesh = a->mesh,
                        .scanner = part->text,
                        .world = a->world,
                        .scope = a->scope,
                        .in_part = true,
                        .nested = a->nested};
        read_abaqus_read_file(&inner);
    } else if (name) {
        diag_report(a->mesh->errors, E_MESH_VALUE, a->keyword.name.location,
                    arena_printf(a->mesh->memory, "part '%s' is not defined", name));
    }
    a->scope = 0;
}

static const struct {
    const char *word;
    void (*begin)(abaqus *abaqus); /* NULL: no action */
    void (*data)(abaqus *abaqus, span line);
} KEYWORDS[] = {
    {"*NODE", begin_node, node_line},
    {"*ELEMENT", begin_element, element_line},
    {"*NSET", begin_set, set_line},
    {"*ELSET", begin_set, set_line},
    {"*SURFACE", begin_surface, surface_line},
    {"*MATERIAL", begin_material, NULL},
    {"*ELASTIC", NULL, elastic_line},
    {"*DENSITY", NULL, density_line},
    {"*SOLID SECTION", begin_section, NULL},
    {"*SHELL SECTION", begin_section, shell_line},
    {"*BEAM SECTION", begin_section, beam_line},
    {"*BOUNDARY", NULL, boundary_line},
    {"*CLOAD", NULL, cload_line},
    {"*DLOAD", NULL, dload_line},
    {"*DSLOAD", NULL, dsload_line},
    {"*RIGID BODY", begin_tie, NULL},
    {"*COUPLING", begin_tie, NULL},
    {"*KINEMATIC", NULL, kinematic_line},
    {"*DISTRIBUTING", begin_distributing, NULL},
    {"*INCLUDE", include, NULL},
    {"*HEADING", NULL, NULL},
    {"*STEP", NULL, NULL},
    {"*END STEP", NULL, NULL},
    {"*PART", begin_part, NULL},
    {"*ASSEMBLY", begin_assembly, NULL},
    {"*END ASSEMBLY", NULL, NULL},
    {"*INSTANCE", begin_instance, instance_line},
    {"*END INSTANCE", end_instance, NULL},
};

static void split(abaqus *abaqus, span line)
{
    span field;
    span_field(&abaqus->scanner, &line, ',', &abaqus->keyword.name);
    abaqus->keyword.n = 0;
    while (abaqus->keyword.n < MOST_PARAMETERS && span_field(&abaqus->scanner, &line, ',', &field)) {
        span rest = field;
        span_field(&abaqus->scanner, &rest, '=', &abaqus->keyword.parameter[abaqus->keyword.n]);
        if (!span_field(&abaqus->scanner, &rest, '=', &abaqus->keyword.value[abaqus->keyword.n]))
            abaqus->keyword.value[abaqus->keyword.n] = (span){0};
        abaqus->keyword.n++;
    }
}

static bool is_of_assembly(span name)
{
    return span_is(name, "*PART") || span_is(name, "*INSTANCE") || span_is(name, "*END INSTANCE") ||
           span_is(name, "*ASSEMBLY");
}

static void keyword_line(abaqus *abaqus, span line)
{
    end_element(abaqus);
    split(abaqus, line);
    abaqus->data = NULL, abaqus->set = NULL, abaqus->lines = 0;
    if (abaqus->in_part && is_of_assembly(abaqus->keyword.name)) {
        read_abaqus_refuse(abaqus, abaqus->keyword.name.location, "a part cannot contain parts or instances");
        return;
    }
    for (int i = 0; i < ARRAY_LEN(KEYWORDS); i++)
        if (span_is(abaqus->keyword.name, KEYWORDS[i].word)) {
            abaqus->data = KEYWORDS[i].data;
            if (KEYWORDS[i].begin)
                KEYWORDS[i].begin(abaqus);
            return;
        }
    diag_report(abaqus->mesh->errors, W_MESH_LEFT_OUT, abaqus->keyword.name.location, abaqus->keyword.name.n,
                abaqus->keyword.name.start);
}

static void read_abaqus_read_file(abaqus *abaqus)
{
    span line;
    while (!diag_full(abaqus->mesh->errors) && scan_line(&abaqus->scanner, &line)) {
        const span words = span_trim(&abaqus->scanner, line);
        if (words.n == 0 || (words.n > 1 && words.start[0] == '*' && words.start[1] == '*'))
            continue;
        if (*words.start == '*')
            keyword_line(abaqus, words);
        else if (abaqus->data)
            abaqus->lines++, abaqus->data(abaqus, words);
    }
    end_element(abaqus);
}

void read_abaqus(mesh *mesh, const source *file)
{
    abaqus_world world = {0};
    abaqus abaqus = {.mesh = mesh, .scanner = scan_file(mesh->errors, mesh->texts, file), .world = &world};
    const abaqus_scope all = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    array_push(&world.scopes, all);
    mesh->format = "Abaqus";
    read_abaqus_read_file(&abaqus);
    abaqus_world_free(&world);
}
