/* read_abaqus.c - input files of Abaqus and CalculiX.
 *
 *     ** a comment
 *     *KEYWORD, PARAMETER=VALUE, PARAMETER
 *     data, data, ...
 *
 * Taken over: NODE, ELEMENT, NSET, ELSET, SURFACE, MATERIAL with ELASTIC and DENSITY, SOLID, SHELL and BEAM SECTION,
 * BOUNDARY, CLOAD, DLOAD, DSLOAD, RIGID BODY, COUPLING with KINEMATIC or DISTRIBUTING, INCLUDE, PART, ASSEMBLY,
 * INSTANCE. All steps count together. Every other keyword is told, and its data are passed over. */
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
    mesh *m;
    scanner s;
    abaqus_world *world;
    int scope;    /* whose names and labels these are: of the assembly (0), or of an instance */
    bool in_part; /* its text is read for an instance */
    keyword k;
    void (*data)(struct abaqus *a, span line); /* NULL: lines are passed over */
    int nested;
    /* What a keyword begins and its lines fill in: an element, its type, sets by name, a section, a surface. */
    cell_kind kind;
    bool is_full;
    int n_nodes;
    unsigned label, nodes[CELL_NODES];
    place where;
    const char *set;
    int section, lines; /* index; data lines seen */
} abaqus;

static const char *read_abaqus_keep(abaqus *a, span w)
{
    return w.n > 0 ? arena_string(a->m->memory, w.start, (size_t)w.n) : NULL;
}

static span parameter(const abaqus *a, const char *name)
{
    for (int i = 0; i < a->k.n; i++)
        if (span_is(a->k.parameter[i], name))
            return a->k.value[i];
    return (span){0};
}

static bool has_parameter(const abaqus *a, const char *name)
{
    for (int i = 0; i < a->k.n; i++)
        if (span_is(a->k.parameter[i], name))
            return true;
    return false;
}

static void read_abaqus_refuse(abaqus *a, place where, const char *words)
{
    diag_report(a->m->errors, E_MESH_NOT_TAKEN, where, words);
}

static abaqus_scope *scope_of(const abaqus *a) { return &a->world->scopes.items[a->scope]; }

/* A set by its name: of the instance that is read, or of the assembly. */
static const char *name_of_set(abaqus *a, const char *name)
{
    const char *own = scope_of(a)->name, *head = a->world->assembly;
    const size_t n = head ? strlen(head) : 0;
    if (name && own)
        return arena_printf(a->m->memory, "%s.%s", own, name);
    return name && n > 0 && strncasecmp(name, head, n) == 0 && name[n] == '.' ? name + n + 1 : name;
}

/* The scope of a line of a set: that of INSTANCE=..., or that which is read. */
static const abaqus_scope *scope_of_line(abaqus *a)
{
    const span name = parameter(a, "INSTANCE");
    const int which = name.n > 0 ? abaqus_find_scope(a->world, name.start, (size_t)name.n) : a->scope;
    if (which < 0)
        diag_report(a->m->errors, E_MESH_VALUE, name.where,
                    arena_printf(a->m->memory, "there is no instance '%.*s'", name.n, name.start));
    return &a->world->scopes.items[which < 0 ? a->scope : which];
}

/* A label with what is added to it; false after a message. */
static bool take_label(const abaqus *a, span field, unsigned more, unsigned *to)
{
    if (!span_label(&a->s, field, to))
        return false;
    if (*to > MOST_LABEL - more) {
        diag_report(a->m->errors, E_MESH_VALUE, field.where, "the labels of the instances are too large");
        return false;
    }
    *to += more;
    return true;
}

/* The value of a parameter that has to be there. */
static const char *needed(abaqus *a, const char *name)
{
    const char *value = read_abaqus_keep(a, parameter(a, name));
    if (!value)
        diag_report(a->m->errors, E_MESH_VALUE, a->k.name.where,
                    arena_printf(a->m->memory, "'%.*s' needs %s=...", a->k.name.n, a->k.name.start, name));
    return value;
}

/* --- nodes, elements, sets ---------------------------------------------------------------------------------------- */

static void put_into(abaqus *a, set_kind kind, unsigned label, int face)
{
    if (!a->set)
        return;
    mesh_set *s = mesh_set_of(a->m, kind, a->set, strlen(a->set), a->k.name.where);
    const mesh_member one = {label, face};
    array_push(&s->members, one);
}

static void node_line(abaqus *a, span line)
{
    mesh_node n = {0};
    double x[3] = {0};
    span field;
    for (int i = 0; i < 4 && span_field(&a->s, &line, ',', &field); i++) {
        if (i == 0) {
            n.where = field.where;
            if (!take_label(a, field, scope_of(a)->nodes, &n.label))
                return;
        } else if (field.n > 0) {
            span_real(&a->s, field, &x[i - 1]);
        }
    }
    n.x = abaqus_place(scope_of(a), vec3_load(x));
    mesh_add_node(a->m, n);
    put_into(a, SET_NODES, n.label, 0);
}

static void element_line(abaqus *a, span line)
{
    span field;
    const int wanted = cell_forms[a->kind].nodes;
    while (span_field(&a->s, &line, ',', &field)) {
        unsigned label;
        if (field.n == 0)
            continue;
        if (!take_label(a, field, a->label == 0 ? scope_of(a)->cells : scope_of(a)->nodes, &label))
            return;
        if (a->label == 0) {
            a->label = label, a->where = field.where, a->n_nodes = 0;
            continue;
        }
        if (a->n_nodes >= wanted) {
            diag_report(a->m->errors, E_MESH_VALUE, field.where,
                        arena_printf(a->m->memory, "element %u, a %s, has more nodes than that", a->label,
                                     cell_forms[a->kind].name));
            a->label = 0;
            return;
        }
        a->nodes[a->n_nodes++] = label;
    }
    if (a->label && a->n_nodes == wanted) {
        mesh_add_cell(a->m, a->kind, a->label, a->nodes, a->where)->is_full = a->is_full;
        put_into(a, SET_CELLS, a->label, 0);
        a->label = 0;
    }
}

/* Lines of an element end with another keyword, or the file. */
static void end_element(abaqus *a)
{
    if (a->data == element_line && a->label)
        diag_report(a->m->errors, E_MESH_VALUE, a->where,
                    arena_printf(a->m->memory, "element %u, a %s, has %d of its %d nodes", a->label,
                                 cell_forms[a->kind].name, a->n_nodes, cell_forms[a->kind].nodes));
    a->label = 0;
}

static set_kind kind_of_set(const abaqus *a) { return span_is(a->k.name, "*NSET") ? SET_NODES : SET_CELLS; }

static unsigned offset_of_set(abaqus *a)
{
    const abaqus_scope *s = scope_of_line(a);
    return kind_of_set(a) == SET_NODES ? s->nodes : s->cells;
}

static void add_range(abaqus *a, span line)
{
    unsigned bound[3] = {0, 0, 1};
    const unsigned more = offset_of_set(a);
    span field;
    for (int i = 0; i < 3 && span_field(&a->s, &line, ',', &field); i++)
        if (field.n > 0 && !take_label(a, field, i < 2 ? more : 0, &bound[i]))
            return;
    if ((bound[1] - (double)bound[0]) / bound[2] > (double)(a->s.file->length)) {
        diag_report(a->m->errors, E_MESH_VALUE, a->k.name.where, "the range is larger than the mesh can be");
        return;
    }
    for (uint64_t label = bound[0]; label <= bound[1]; label += bound[2])
        put_into(a, kind_of_set(a), (unsigned)label, 0);
}

static void add_set(abaqus *a, span name)
{
    const char *set = name_of_set(a, read_abaqus_keep(a, name));
    const mesh_set *s = mesh_find_set(a->m, kind_of_set(a), set);
    if (!s) {
        diag_report(a->m->errors, E_MESH_SET, name.where, set);
        return;
    }
    const int n = s->members.n, which = (int)(s - a->m->sets.items);
    for (int i = 0; i < n; i++)
        put_into(a, kind_of_set(a), a->m->sets.items[which].members.items[i].label, 0);
}

static void set_line(abaqus *a, span line)
{
    span field;
    if (has_parameter(a, "GENERATE")) {
        add_range(a, line);
        return;
    }
    const unsigned more = offset_of_set(a);
    while (span_field(&a->s, &line, ',', &field)) {
        unsigned label;
        if (field.n > 0 && isdigit((unsigned char)*field.start)) {
            if (take_label(a, field, more, &label))
                put_into(a, kind_of_set(a), label, 0);
        } else if (field.n > 0) {
            add_set(a, field);
        }
    }
}

/* S1 ... S6 of a solid, SPOS or nothing of a shell; -1 after a message. */
static int face_of(abaqus *a, span word, char letter)
{
    if (word.n == 2 && toupper((unsigned char)*word.start) == letter && word.start[1] >= '1' && word.start[1] <= '6')
        return word.start[1] - '1';
    if (span_is(word, "SPOS") || (letter == 'P' && span_is(word, "P")))
        return 0;
    diag_report(a->m->errors, E_MESH_NUMBER, word.where, word.n, word.start, "face");
    return -1;
}

static void surface_line(abaqus *a, span line)
{
    span on, word = {0};
    unsigned label;
    span_field(&a->s, &line, ',', &on);
    span_field(&a->s, &line, ',', &word);
    if (span_is(parameter(a, "TYPE"), "NODE")) {
        read_abaqus_refuse(a, on.where, "a surface of nodes is not taken over: use a set of nodes");
        return;
    }
    const int face = face_of(a, word, 'S');
    if (face < 0)
        return;
    if (on.n > 0 && isdigit((unsigned char)*on.start)) {
        if (take_label(a, on, scope_of(a)->cells, &label))
            put_into(a, SET_FACES, label, face);
        return;
    }
    const char *set = on.n > 0 ? name_of_set(a, read_abaqus_keep(a, on)) : "";
    const mesh_set *s = mesh_find_set(a->m, SET_CELLS, set);
    if (!s) {
        diag_report(a->m->errors, E_MESH_SET, on.where, set);
        return;
    }
    const int n = s->members.n, which = (int)(s - a->m->sets.items);
    for (int i = 0; i < n; i++)
        put_into(a, SET_FACES, a->m->sets.items[which].members.items[i].label, face);
}

/* --- materials and sections --------------------------------------------------------------------------------------- */

static int read_abaqus_read_numbers(abaqus *a, span line, double *to, int most)
{
    int n = 0;
    span field;
    while (n < most && span_field(&a->s, &line, ',', &field)) {
        to[n] = 0.0;
        if (field.n > 0)
            span_real(&a->s, field, &to[n]);
        n++;
    }
    return n;
}

static mesh_material *last_material(abaqus *a)
{
    if (a->m->materials.n > 0)
        return &a->m->materials.items[a->m->materials.n - 1];
    diag_report(a->m->errors, E_MESH_VALUE, a->k.name.where, "there is no *MATERIAL before it");
    return NULL;
}

static void elastic_line(abaqus *a, span line)
{
    double v[3] = {0};
    mesh_material *x = last_material(a);
    read_abaqus_read_numbers(a, line, v, 3);
    if (!x)
        return;
    if (a->lines > 1 || (has_parameter(a, "TYPE") && !span_is(parameter(a, "TYPE"), "ISO") &&
                         !span_is(parameter(a, "TYPE"), "ISOTROPIC")))
        read_abaqus_refuse(a, line.where,
                           "only isotropic elasticity that does not depend on temperature is taken over");
    x->E = v[0], x->nu = v[1];
}

static void density_line(abaqus *a, span line)
{
    double v[2] = {0};
    mesh_material *x = last_material(a);
    read_abaqus_read_numbers(a, line, v, 2);
    if (x)
        x->density = v[0];
}

static void shell_line(abaqus *a, span line)
{
    double v[2] = {0};
    if (a->lines > 1)
        return;
    read_abaqus_read_numbers(a, line, v, 2);
    a->m->properties.items[a->section].thickness = v[0];
    if (!(v[0] > 0.0))
        diag_report(a->m->errors, E_MESH_VALUE, line.where, "the thickness of a shell is above 0");
}

static void beam_line(abaqus *a, span line)
{
    double v[3] = {0};
    mesh_property *p = &a->m->properties.items[a->section];
    const int n = read_abaqus_read_numbers(a, line, v, 3);
    if (a->lines == 2)
        p->axis = mat3_mulv(&scope_of(a)->R, vec3_load(v));
    if (a->lines > 1)
        return;
    if (span_is(parameter(a, "SECTION"), "RECT") && n >= 2 && v[0] > 0.0 && v[1] > 0.0)
        property_rectangle(p, v[0], v[1]);
    else if (span_is(parameter(a, "SECTION"), "CIRC") && v[0] > 0.0)
        property_circle(p, v[0]);
    else
        read_abaqus_refuse(a, line.where,
                           "of beam sections, RECT with two sides and CIRC with a radius are taken over");
}

/* --- supports and loads ------------------------------------------------------------------------------------------- */

/* A label, INSTANCE.LABEL, or the name of a set. */
static void read_target(abaqus *a, span field, set_kind kind, unsigned *label, const char **set)
{
    const char *dot = field.n > 0 ? memchr(field.start, '.', (size_t)field.n) : NULL;
    const int scope = dot ? abaqus_find_scope(a->world, field.start, (size_t)(dot - field.start)) : a->scope;
    const span last = dot && scope >= 0 ? span_of(&a->s, dot + 1, field.start + field.n) : field;
    const abaqus_scope *in = &a->world->scopes.items[scope < 0 ? a->scope : scope];
    *label = 0, *set = NULL;
    if (last.n > 0 && isdigit((unsigned char)*last.start))
        take_label(a, last, kind == SET_NODES ? in->nodes : in->cells, label);
    else
        *set = name_of_set(a, read_abaqus_keep(a, field));
}

static void boundary_line(abaqus *a, span line)
{
    span field[4] = {{0}};
    double from = 0.0, to, value = 0.0;
    mesh_support s = {.where = line.where};
    for (int i = 0; i < 4 && span_field(&a->s, &line, ',', &field[i]); i++)
        continue;
    read_target(a, field[0], SET_NODES, &s.node, &s.set);
    if (span_is(field[1], "ENCASTRE") || span_is(field[1], "PINNED")) {
        s.freedoms = span_is(field[1], "PINNED") ? 7 : 63;
    } else {
        if (!span_real(&a->s, field[1], &from))
            return;
        to = from;
        if (field[2].n > 0)
            span_real(&a->s, field[2], &to);
        if (field[3].n > 0)
            span_real(&a->s, field[3], &value);
        for (int i = 1; i <= 6; i++)
            s.freedoms |= i >= from && i <= to ? 1u << (i - 1) : 0;
    }
    if (value != 0.0)
        read_abaqus_refuse(a, field[3].where, "a prescribed motion is not taken over: only supports are");
    else if (s.freedoms == 0)
        read_abaqus_refuse(a, field[1].where, "only displacements and rotations, 1 to 6, are held");
    else
        array_push(&a->m->supports, s);
}

static void cload_line(abaqus *a, span line)
{
    span field[3] = {{0}};
    double freedom, value, v[6] = {0};
    mesh_force f = {.where = line.where};
    for (int i = 0; i < 3 && span_field(&a->s, &line, ',', &field[i]); i++)
        continue;
    read_target(a, field[0], SET_NODES, &f.node, &f.set);
    if (!span_real(&a->s, field[1], &freedom) || !span_real(&a->s, field[2], &value))
        return;
    if (!(freedom >= 1.0 && freedom <= 6.0)) {
        read_abaqus_refuse(a, field[1].where, "only forces and moments, 1 to 6, are taken over");
        return;
    }
    v[(int)freedom - 1] = value;
    f.force = vec3_load(v), f.moment = vec3_load(v + 3);
    array_push(&a->m->forces, f);
}

static void dload_line(abaqus *a, span line)
{
    span field[6] = {{0}};
    double v[4] = {0};
    for (int i = 0; i < 6 && span_field(&a->s, &line, ',', &field[i]); i++)
        if (i >= 2 && field[i].n > 0)
            span_real(&a->s, field[i], &v[i - 2]);
    if (span_is(field[1], "GRAV")) {
        a->m->gravity = vec3_axpy(a->m->gravity, v[0], vec3_load(v + 1));
        return;
    }
    /* On a shell, P acts along the normal. */
    mesh_pressure p = {.value = span_is(field[1], "P") ? -v[0] : v[0], .where = field[0].where};
    if (!field[1].start || toupper((unsigned char)*field[1].start) != 'P') {
        read_abaqus_refuse(a, field[1].n > 0 ? field[1].where : field[0].where,
                           "of distributed loads, P1 to P6, P and GRAV are taken over");
        return;
    }
    const int face = face_of(a, field[1], 'P');
    read_target(a, field[0], SET_CELLS, &p.cell.label, &p.set);
    if (face < 0)
        return;
    p.cell.face = face;
    array_push(&a->m->pressures, p);
}

static void dsload_line(abaqus *a, span line)
{
    span field[3] = {{0}};
    mesh_pressure p = {.where = line.where};
    for (int i = 0; i < 3 && span_field(&a->s, &line, ',', &field[i]); i++)
        continue;
    if (!span_is(field[1], "P")) {
        read_abaqus_refuse(a, line.where, "of loads on surfaces, P is taken over");
        return;
    }
    p.set = name_of_set(a, read_abaqus_keep(a, field[0]));
    if (span_real(&a->s, field[2], &p.value))
        array_push(&a->m->pressures, p);
}

/* 1 and 6 of a line of *KINEMATIC: which freedoms follow; none: all. */
static void kinematic_line(abaqus *a, span line)
{
    double v[2] = {0};
    mesh_tie *t = a->m->ties.n > 0 ? &a->m->ties.items[a->m->ties.n - 1] : NULL;
    const int n = read_abaqus_read_numbers(a, line, v, 2);
    if (!t || n < 1)
        return;
    if (a->lines == 1)
        t->freedoms = 0;
    for (int i = 1; i <= 6; i++)
        t->freedoms |= i >= v[0] && i <= (n > 1 && v[1] > 0.0 ? v[1] : v[0]) ? 1u << (i - 1) : 0;
}

/* --- keywords ----------------------------------------------------------------------------------------------------- */

static void begin_node(abaqus *a)
{
    a->set = name_of_set(a, read_abaqus_keep(a, parameter(a, "NSET")));
    abaqus_reserve_nodes(a->m, scope_of(a));
}

static void begin_element(abaqus *a)
{
    static const struct {
        const char *word;
        cell_kind kind;
        bool is_full;
        const char *instead; /* the element here integrates in full what Abaqus does not */
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
    const span type = parameter(a, "TYPE");
    a->set = name_of_set(a, read_abaqus_keep(a, parameter(a, "ELSET")));
    abaqus_reserve_cells(a->m, scope_of(a));
    for (int i = 0; i < ARRAY_LEN(TYPES); i++)
        if (span_is(type, TYPES[i].word)) {
            a->kind = TYPES[i].kind, a->is_full = TYPES[i].is_full;
            if (TYPES[i].instead)
                diag_report(a->m->errors, W_MESH_INTEGRATION, type.where, type.n, type.start, TYPES[i].instead);
            return;
        }
    a->data = NULL;
    read_abaqus_refuse(
        a, type.n > 0 ? type.where : a->k.name.where,
        arena_printf(a->m->memory, "elements of type '%.*s' are not known here", type.n, type.n > 0 ? type.start : ""));
}

static void begin_set(abaqus *a) { a->set = name_of_set(a, needed(a, kind_of_set(a) == SET_NODES ? "NSET" : "ELSET")); }

static void begin_surface(abaqus *a) { a->set = name_of_set(a, needed(a, "NAME")); }

static void begin_material(abaqus *a)
{
    const mesh_material x = {.name = needed(a, "NAME"), .where = a->k.name.where};
    if (x.name)
        array_push(&a->m->materials, x);
}

static void begin_section(abaqus *a)
{
    const mesh_property p = {.set = name_of_set(a, needed(a, "ELSET")),
                             .material = needed(a, "MATERIAL"),
                             .axis = mat3_mulv(&scope_of(a)->R, (vec3){0.0, 0.0, -1.0}),
                             .where = a->k.name.where};
    a->section = a->m->properties.n;
    if (p.set && p.material)
        array_push(&a->m->properties, p);
    else
        a->data = NULL;
}

/* A node, by its label or by a set that has it alone. */
static bool read_reference(abaqus *a, span field, unsigned *label)
{
    const char *set;
    read_target(a, field, SET_NODES, label, &set);
    const mesh_set *s = set ? mesh_find_set(a->m, SET_NODES, set) : NULL;
    if (s && s->members.n == 1)
        *label = s->members.items[0].label;
    else if (set)
        diag_report(a->m->errors, E_MESH_VALUE, field.where,
                    arena_printf(a->m->memory, "'%s' is no node, nor a set of one node", set));
    return *label > 0;
}

static void begin_tie(abaqus *a)
{
    const bool is_body = span_is(a->k.name, "*RIGID BODY");
    mesh_tie t = {.kind = TIE_RIGID, .freedoms = 63, .where = a->k.name.where};
    const char *set = name_of_set(a, needed(a, is_body ? "NSET" : "SURFACE"));
    const span reference = parameter(a, "REF NODE");
    t.set = set;
    if (reference.n == 0)
        needed(a, "REF NODE");
    else if (set && read_reference(a, reference, &t.master))
        array_push(&a->m->ties, t);
}

static void begin_distributing(abaqus *a)
{
    if (a->m->ties.n > 0)
        a->m->ties.items[a->m->ties.n - 1].kind = TIE_MEAN;
}

static void read_abaqus_read_file(abaqus *a);

static void include(abaqus *a)
{
    const char *name = needed(a, "INPUT");
    const source *file = name ? mesh_include(a->m, a->s.file, name, a->k.name.where, a->nested) : NULL;
    if (!file)
        return;
    abaqus inner = {.m = a->m,
                    .s = scan_file(a->m->errors, a->m->texts, file),
                    .world = a->world,
                    .scope = a->scope,
                    .in_part = a->in_part,
                    .nested = a->nested + 1};
    read_abaqus_read_file(&inner);
}

/* --- parts and instances ------------------------------------------------------------------------------------------ */

/* Its text is kept for its instances. */
static void begin_part(abaqus *a)
{
    abaqus_part p = {.name = needed(a, "NAME"), .text = a->s};
    span line;
    const char *before = a->s.cursor;
    while (scan_line(&a->s, &line) && !span_begins(span_trim(&a->s, line), "*END PART"))
        before = a->s.cursor;
    p.text.end = before;
    if (p.name && abaqus_find_part(a->world, p.name))
        read_abaqus_refuse(a, a->k.name.where, arena_printf(a->m->memory, "there is a second part '%s'", p.name));
    else if (p.name)
        array_push(&a->world->parts, p);
}

static void begin_assembly(abaqus *a) { a->world->assembly = read_abaqus_keep(a, parameter(a, "NAME")); }

static void begin_instance(abaqus *a)
{
    const abaqus_scope s = {.name = needed(a, "NAME"),
                            .part = read_abaqus_keep(a, parameter(a, "PART")),
                            .R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    if (!s.name)
        return;
    if (a->scope > 0 || abaqus_find_scope(a->world, s.name, strlen(s.name)) >= 0 ||
        a->world->scopes.n > MOST_INSTANCES) {
        read_abaqus_refuse(
            a, a->k.name.where,
            arena_printf(a->m->memory, "instance '%s' is in another one, there already, or one too many", s.name));
        return;
    }
    a->scope = a->world->scopes.n;
    array_push(&a->world->scopes, s);
}

/* A shift; then a line to turn about, by two points, and an angle. */
static void instance_line(abaqus *a, span line)
{
    double v[7] = {0};
    read_abaqus_read_numbers(a, line, v, 7);
    if (a->lines == 1)
        scope_of(a)->shift = vec3_load(v);
    else if (a->lines > 2 || !abaqus_turn(scope_of(a), v))
        read_abaqus_refuse(a, line.where, "an instance has a line with a shift, and one with two points and an angle");
}

static void end_instance(abaqus *a)
{
    const char *name = scope_of(a)->part;
    const abaqus_part *part = name ? abaqus_find_part(a->world, name) : NULL;
    if (part) {
        abaqus inner = {
            .m = a->m, .s = part->text, .world = a->world, .scope = a->scope, .in_part = true, .nested = a->nested};
        read_abaqus_read_file(&inner);
    } else if (name) {
        diag_report(a->m->errors, E_MESH_VALUE, a->k.name.where,
                    arena_printf(a->m->memory, "there is no part '%s'", name));
    }
    a->scope = 0;
}

static const struct {
    const char *word;
    void (*begin)(abaqus *a); /* NULL: nothing to do */
    void (*data)(abaqus *a, span line);
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

static void split(abaqus *a, span line)
{
    span field;
    span_field(&a->s, &line, ',', &a->k.name);
    a->k.n = 0;
    while (a->k.n < MOST_PARAMETERS && span_field(&a->s, &line, ',', &field)) {
        span rest = field;
        span_field(&a->s, &rest, '=', &a->k.parameter[a->k.n]);
        if (!span_field(&a->s, &rest, '=', &a->k.value[a->k.n]))
            a->k.value[a->k.n] = (span){0};
        a->k.n++;
    }
}

static bool is_of_assembly(span name)
{
    return span_is(name, "*PART") || span_is(name, "*INSTANCE") || span_is(name, "*END INSTANCE") ||
           span_is(name, "*ASSEMBLY");
}

static void keyword_line(abaqus *a, span line)
{
    end_element(a);
    split(a, line);
    a->data = NULL, a->set = NULL, a->lines = 0;
    if (a->in_part && is_of_assembly(a->k.name)) {
        read_abaqus_refuse(a, a->k.name.where, "a part has no parts or instances inside");
        return;
    }
    for (int i = 0; i < ARRAY_LEN(KEYWORDS); i++)
        if (span_is(a->k.name, KEYWORDS[i].word)) {
            a->data = KEYWORDS[i].data;
            if (KEYWORDS[i].begin)
                KEYWORDS[i].begin(a);
            return;
        }
    diag_report(a->m->errors, W_MESH_LEFT_OUT, a->k.name.where, a->k.name.n, a->k.name.start);
}

static void read_abaqus_read_file(abaqus *a)
{
    span line;
    while (!diag_full(a->m->errors) && scan_line(&a->s, &line)) {
        const span words = span_trim(&a->s, line);
        if (words.n == 0 || (words.n > 1 && words.start[0] == '*' && words.start[1] == '*'))
            continue;
        if (*words.start == '*')
            keyword_line(a, words);
        else if (a->data)
            a->lines++, a->data(a, words);
    }
    end_element(a);
}

void read_abaqus(mesh *m, const source *file)
{
    abaqus_world world = {0};
    abaqus a = {.m = m, .s = scan_file(m->errors, m->texts, file), .world = &world};
    const abaqus_scope all = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    array_push(&world.scopes, all);
    m->format = "Abaqus";
    read_abaqus_read_file(&a);
    abaqus_world_free(&world);
}
