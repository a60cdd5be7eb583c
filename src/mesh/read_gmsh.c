/* read_gmsh.c - meshes of Gmsh, format 4.1, as text or binary.
 *
 *     $MeshFormat      4.1 IS_BINARY BYTES_OF_A_SIZE, and in binary files the integer 1
 *     $PhysicalNames   how many; each: dimension tag "name"
 *     $Entities        numbers of points, curves, surfaces, volumes; each: tag, box, physical tags, boundary
 *     $Nodes           blocks: dimension tag is_parametric n; n labels; n points
 *     $Elements        blocks: dimension tag type n; n times label and nodes
 *
 * A physical group becomes a set of elements; without a name its name is that of its dimension and tag. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"
#include "mesh/scan.h"
#include <stdio.h>
#include <stdlib.h>

/* Physical tags of an entity. */
typedef struct {
    int dimension, tag;
    int first, n;
} entity;

typedef struct {
    int dimension, tag;
    const char *name;
} group;

typedef struct {
    mesh *m;
    scanner s;
    bool is_binary, has_failed;
    ARRAY(entity) entities;
    ARRAY(int) tags;
    ARRAY(group) groups;
} gmsh;

static void read_gmsh_fail(gmsh *g, place where, const char *words)
{
    if (!g->has_failed)
        diag_report(g->m->errors, E_MESH_FORMAT, where, words);
    g->has_failed = true;
}

static place here(const gmsh *g) { return span_of(&g->s, g->s.cursor, g->s.cursor).where; }

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static bool take_bytes(gmsh *g, void *to, size_t n)
{
    if ((size_t)(g->s.end - g->s.cursor) < n) {
        memset(to, 0, n);
        read_gmsh_fail(g, here(g), "the file ends in the middle of a section");
        return false;
    }
    memcpy(to, g->s.cursor, n);
    g->s.cursor += n;
    return true;
}

/* A number of the text, and its place. */
static double next_number(gmsh *g, place *where)
{
    double v = 0.0;
    span w;
    if (g->has_failed)
        return 0.0;
    if (!scan_word(&g->s, &w)) {
        read_gmsh_fail(g, here(g), "the file ends in the middle of a section");
        return 0.0;
    }
    if (where)
        *where = w.where;
    g->has_failed |= !span_real(&g->s, w, &v);
    return v;
}

static double next_real(gmsh *g)
{
    double v = 0.0;
    if (!g->is_binary)
        return next_number(g, NULL);
    take_bytes(g, &v, sizeof v);
    return v;
}

static int next_int(gmsh *g)
{
    int v = 0;
    if (g->is_binary)
        take_bytes(g, &v, sizeof v);
    const double number = g->is_binary ? v : next_number(g, NULL);
    if (!(number > -2147483648.0 && number < 2147483648.0))
        read_gmsh_fail(g, here(g), "a number is too large");
    return g->has_failed ? 0 : (int)number;
}

/* A number of things, at least one byte each of what is left. */
static int next_count(gmsh *g)
{
    uint64_t v = 0;
    if (g->is_binary)
        take_bytes(g, &v, sizeof v);
    const double number = g->is_binary ? (double)v : next_number(g, NULL);
    if (!(number >= 0.0 && number <= (double)(g->s.end - g->s.cursor)))
        read_gmsh_fail(g, here(g), "a number of things is larger than the file");
    return g->has_failed ? 0 : (int)number;
}

static unsigned next_label(gmsh *g, place *where)
{
    uint64_t v = 0;
    *where = here(g);
    if (g->is_binary)
        take_bytes(g, &v, sizeof v);
    const double number = g->is_binary ? (double)v : next_number(g, where);
    if (!(number >= 1.0 && number <= 4294967294.0))
        read_gmsh_fail(g, *where, "a label is not in the range of 1 to 4294967294");
    return g->has_failed ? 0 : (unsigned)number;
}

/* --- sections ----------------------------------------------------------------------------------------------------- */

static void read_format(gmsh *g)
{
    span version, word;
    if (!scan_word(&g->s, &version) || !span_is(version, "4.1")) {
        read_gmsh_fail(g, version.where, "this is not format 4.1 of Gmsh");
        diag_hint(g->m->errors, "gmsh MESH -save -format msh41 writes it");
        return;
    }
    const int is_binary = next_int(g), size = next_int(g);
    scan_line(&g->s, &word);
    if (size != 8)
        read_gmsh_fail(g, version.where, "sizes have 8 bytes in this format");
    g->is_binary = is_binary == 1;
    if (g->is_binary && next_int(g) != 1)
        read_gmsh_fail(g, version.where, "the file is from a machine with another order of bytes");
}

static void read_names(gmsh *g)
{
    span line;
    const bool is_binary = g->is_binary;
    g->is_binary = false; /* names are text in any case */
    const int n = next_count(g);
    scan_line(&g->s, &line);
    for (int i = 0; i < n && !g->has_failed && scan_line(&g->s, &line); i++) {
        const char *end = line.start + line.n, *from = memchr(line.start, '"', (size_t)line.n);
        const char *to = end;
        while (from && to > from + 1 && to[-1] != '"')
            to--;
        if (!from || to <= from + 1) {
            read_gmsh_fail(g, line.where, "a physical name stands in quotes");
            break;
        }
        scanner words = g->s;
        words.cursor = line.start, words.end = from;
        gmsh one = {.m = g->m, .s = words};
        const int dimension = next_int(&one), tag = next_int(&one);
        g->has_failed |= one.has_failed;
        const group named = {dimension, tag, arena_string(g->m->memory, from + 1, (size_t)(to - 1 - (from + 1)))};
        array_push(&g->groups, named);
    }
    g->is_binary = is_binary;
}

static void read_entity(gmsh *g, int dimension)
{
    entity e = {.dimension = dimension, .tag = next_int(g), .first = g->tags.n};
    for (int i = 0; i < (dimension == 0 ? 3 : 6); i++)
        next_real(g);
    e.n = next_count(g);
    for (int i = 0; i < e.n && !g->has_failed; i++)
        array_push(&g->tags, abs(next_int(g)));
    const int boundary = dimension == 0 ? 0 : next_count(g);
    for (int i = 0; i < boundary && !g->has_failed; i++)
        next_int(g);
    array_push(&g->entities, e);
}

static void read_entities(gmsh *g)
{
    int n[4] = {0};
    for (int d = 0; d < 4; d++)
        n[d] = next_count(g);
    for (int d = 0; d < 4; d++)
        for (int i = 0; i < n[d] && !g->has_failed; i++)
            read_entity(g, d);
}

enum { LINE_WORDS = CELL_NODES + 2 };

/* The words of the next line of a text, which is not passed: a point or an element is a line, and one with a number too
 * few or too many would shift all that follow. None in a binary file. */
static int next_line(const gmsh *g, span word[LINE_WORDS])
{
    scanner s = g->s;
    span line = {0};
    int n = 0;
    while (!g->is_binary && n == 0 && scan_line(&s, &line))
        n = span_words(&s, line, word, LINE_WORDS);
    return n;
}

static void check_point(gmsh *g, int wanted, unsigned label)
{
    span word[LINE_WORDS];
    const int n = next_line(g, word);
    if (n > 0 && n != wanted)
        read_gmsh_fail(
            g, word[0].where,
            arena_printf(g->m->memory, "node %u has %d coordinate%s, not %d", label, n, n == 1 ? "" : "s", wanted));
}

static void read_node_block(gmsh *g)
{
    const int dimension = next_int(g);
    if (!g->has_failed && (dimension < 0 || dimension > 3))
        read_gmsh_fail(g, here(g), "the dimension of a block of nodes is not 0, 1, 2 or 3");
    next_int(g);
    const int extra = next_int(g) ? dimension : 0, n = next_count(g), first = g->m->nodes.n;
    for (int i = 0; i < n && !g->has_failed; i++) {
        mesh_node one = {0};
        one.label = next_label(g, &one.where);
        if (!g->has_failed)
            mesh_add_node(g->m, one);
    }
    for (int i = 0; i < n && !g->has_failed; i++) {
        if (first + i < g->m->nodes.n)
            check_point(g, 3 + extra, g->m->nodes.items[first + i].label);
        const double x = next_real(g), y = next_real(g), z = next_real(g);
        if (first + i < g->m->nodes.n)
            g->m->nodes.items[first + i].x = (vec3){x, y, z};
        for (int k = 0; k < extra; k++)
            next_real(g);
    }
}

/* How many blocks; behind it stand a number, and the least and the largest label. */
static int read_sizes(gmsh *g)
{
    const int blocks = next_count(g);
    place where;
    next_count(g);
    next_label(g, &where);
    next_label(g, &where);
    return blocks;
}

static void read_gmsh_read_nodes(gmsh *g)
{
    const int blocks = read_sizes(g);
    for (int i = 0; i < blocks && !g->has_failed; i++)
        read_node_block(g);
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

/* How Gmsh numbers its elements: the number of a type, and where each of its nodes stands here. */
typedef struct {
    int type;
    cell_kind kind;
    signed char order[CELL_NODES];
} numbering;

static const numbering KINDS[] = {
    {1, CELL_LINE2, {0, 1}},
    {2, CELL_TRIANGLE3, {0, 1, 2}},
    {3, CELL_QUAD4, {0, 1, 2, 3}},
    {4, CELL_TETRAHEDRON4, {0, 1, 2, 3}},
    {5, CELL_BOX8, {0, 1, 2, 3, 4, 5, 6, 7}},
    {6, CELL_PRISM6, {0, 1, 2, 3, 4, 5}},
    {7, CELL_PYRAMID5, {0, 1, 2, 3, 4}},
    {8, CELL_LINE3, {0, 1, 2}},
    {9, CELL_TRIANGLE6, {0, 1, 2, 3, 4, 5}},
    {10, CELL_QUAD9, {0, 1, 2, 3, 4, 5, 6, 7, 8}},
    {11, CELL_TETRAHEDRON10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 8}},
    {12, CELL_BOX27, {0,  1,  2,  3,  4,  5,  6,  7,  8,  11, 16, 9,  17, 10,
                      18, 19, 12, 15, 13, 14, 20, 21, 24, 22, 23, 25, 26}},
    {15, CELL_POINT, {0}},
    {16, CELL_QUAD8, {0, 1, 2, 3, 4, 5, 6, 7}},
    {17, CELL_BOX20, {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 9, 17, 10, 18, 19, 12, 15, 13, 14}},
    {18, CELL_PRISM15, {0, 1, 2, 3, 4, 5, 6, 8, 12, 7, 13, 14, 9, 11, 10}},
};

static const numbering *numbering_of(int type)
{
    for (int i = 0; i < ARRAY_LEN(KINDS); i++)
        if (KINDS[i].type == type)
            return &KINDS[i];
    return NULL;
}

static const entity *entity_of(const gmsh *g, int dimension, int tag)
{
    for (int i = 0; i < g->entities.n; i++)
        if (g->entities.items[i].dimension == dimension && g->entities.items[i].tag == tag)
            return &g->entities.items[i];
    return NULL;
}

static const char *group_name(gmsh *g, int dimension, int tag)
{
    static const char *const WORDS[] = {"point", "curve", "surface", "volume"};
    for (int i = 0; i < g->groups.n; i++)
        if (g->groups.items[i].dimension == dimension && g->groups.items[i].tag == tag)
            return g->groups.items[i].name;
    return arena_printf(g->m->memory, "%s %d", WORDS[dimension], tag);
}

static void put_into_groups(gmsh *g, const entity *e, unsigned label, place where)
{
    for (int i = 0; e && i < e->n; i++) {
        const char *name = group_name(g, e->dimension, g->tags.items[e->first + i]);
        mesh_set *s = mesh_set_of(g->m, SET_CELLS, name, strlen(name), where);
        const mesh_member one = {.label = label};
        array_push(&s->members, one);
    }
}

static void check_cell(gmsh *g, const cell_form *is)
{
    span word[LINE_WORDS];
    const int n = next_line(g, word);
    if (n > 0 && n != is->nodes + 1)
        read_gmsh_fail(g, word[0].where,
                       arena_printf(g->m->memory, "element %.*s, a %s, has %s nodes than %d", word[0].n, word[0].start,
                                    is->name, n <= is->nodes ? "fewer" : "more", is->nodes));
}

static void read_element_block(gmsh *g)
{
    const int dimension = next_int(g), tag = next_int(g);
    const place where = here(g);
    const int type = next_int(g), n = next_count(g);
    const numbering *how = numbering_of(type);
    const entity *e = entity_of(g, dimension, tag);
    if (!g->has_failed && !how) {
        read_gmsh_fail(g, where, "elements of this type are not known here");
        diag_hint(g->m->errors, "Gmsh's type %d; Mesh.SecondOrderIncomplete = 1 leaves out nodes inside faces", type);
    }
    for (int i = 0; i < n && !g->has_failed; i++) {
        place at, of_node;
        unsigned nodes[CELL_NODES];
        check_cell(g, &cell_forms[how->kind]);
        const unsigned label = next_label(g, &at);
        for (int k = 0; k < cell_forms[how->kind].nodes; k++)
            nodes[how->order[k]] = next_label(g, &of_node);
        if (g->has_failed)
            return;
        mesh_add_cell(g->m, how->kind, label, nodes, at);
        put_into_groups(g, e, label, at);
    }
}

static void read_elements(gmsh *g)
{
    const int blocks = read_sizes(g);
    for (int i = 0; i < blocks && !g->has_failed; i++)
        read_element_block(g);
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

static void skip_section(gmsh *g, span name)
{
    char end[80];
    snprintf(end, sizeof end, "$End%.*s", name.n - 1 < 60 ? name.n - 1 : 60, name.start + 1);
    const char *at = memmem(g->s.cursor, (size_t)(g->s.end - g->s.cursor), end, strlen(end));
    if (!at)
        read_gmsh_fail(g, name.where, "the section does not end");
    else
        g->s.cursor = at;
}

static void read_section(gmsh *g, span name)
{
    static const struct {
        const char *name;
        void (*read)(gmsh *g);
    } SECTIONS[] = {{"$MeshFormat", read_format},
                    {"$PhysicalNames", read_names},
                    {"$Entities", read_entities},
                    {"$Nodes", read_gmsh_read_nodes},
                    {"$Elements", read_elements}};
    int which = 0;
    while (which < ARRAY_LEN(SECTIONS) && !span_is(name, SECTIONS[which].name))
        which++;
    if (which == ARRAY_LEN(SECTIONS)) {
        diag_report(g->m->errors, W_MESH_LEFT_OUT, name.where, name.n, name.start);
        skip_section(g, name);
    } else {
        if (g->is_binary && which != 1)
            g->s.cursor += g->s.cursor < g->s.end && *g->s.cursor == '\n';
        SECTIONS[which].read(g);
    }
    span end;
    if (g->has_failed)
        return;
    if (!scan_word(&g->s, &end) || end.n != name.n + 3 || strncmp(end.start, "$End", 4) != 0)
        read_gmsh_fail(g, end.where, "the section should end here");
}

void read_gmsh(mesh *m, const source *file)
{
    gmsh g = {.m = m, .s = scan_file(m->errors, m->texts, file)};
    span name;
    m->format = "Gmsh";
    bool is_first = true;
    while (!g.has_failed && !diag_full(m->errors) && scan_word(&g.s, &name)) {
        if (*name.start != '$' || (is_first && !span_is(name, "$MeshFormat")))
            read_gmsh_fail(&g, name.where,
                           is_first ? "a mesh of Gmsh begins with $MeshFormat" : "a section should begin here");
        else
            read_section(&g, name);
        is_first = false;
    }
    array_free(&g.entities);
    array_free(&g.tags);
    array_free(&g.groups);
}
