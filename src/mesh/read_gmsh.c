/* read_gmsh.c - Gmsh meshes, format 4.1, text or binary.
 *
 *     $MeshFormat      4.1 IS_BINARY BYTES_OF_A_SIZE, and in binary files the integer 1
 *     $PhysicalNames   number; each: dimension tag "name"
 *     $Entities        numbers of points, curves, surfaces, volumes; each: tag, box, physical tags, boundary
 *     $Nodes           blocks: dimension tag is_parametric n; n labels; n points
 *     $Elements        blocks: dimension tag type n; n times label and nodes
 *
 * A physical group becomes a set of elements; a group without a name is named by its dimension and tag. */
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
    mesh *mesh;
    scanner scanner;
    bool is_binary, has_failed;
    ARRAY(entity) entities;
    ARRAY(int) tags;
    ARRAY(group) groups;
} gmsh;

static void read_gmsh_fail(gmsh *gmsh, source_location location, const char *words)
{
    if (!gmsh->has_failed)
        diag_report(gmsh->mesh->errors, E_MESH_FORMAT, location, words);
    gmsh->has_failed = true;
}

static source_location here(const gmsh *gmsh)
{
    return span_of(&gmsh->scanner, gmsh->scanner.cursor, gmsh->scanner.cursor).location;
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static bool take_bytes(gmsh *gmsh, void *to, size_t n)
{
    if ((size_t)(gmsh->scanner.end - gmsh->scanner.cursor) < n) {
        memset(to, 0, n);
        read_gmsh_fail(gmsh, here(gmsh), "the file ends in the middle of a section");
        return false;
    }
    memcpy(to, gmsh->scanner.cursor, n);
    gmsh->scanner.cursor += n;
    return true;
}

/* Reads a number and its source location. */
static double next_number(gmsh *gmsh, source_location *location)
{
    double v = 0.0;
    span w;
    if (gmsh->has_failed)
        return 0.0;
    if (!scan_word(&gmsh->scanner, &w)) {
        read_gmsh_fail(gmsh, here(gmsh), "the file ends in the middle of a section");
        return 0.0;
    }
    if (location)
        *location = w.location;
    gmsh->has_failed |= !span_real(&gmsh->scanner, w, &v);
    return v;
}

static double next_real(gmsh *gmsh)
{
    double v = 0.0;
    if (!gmsh->is_binary)
        return next_number(gmsh, NULL);
    take_bytes(gmsh, &v, sizeof v);
    return v;
}

static int next_int(gmsh *gmsh)
{
    int v = 0;
    if (gmsh->is_binary)
        take_bytes(gmsh, &v, sizeof v);
    const double number = gmsh->is_binary ? v : next_number(gmsh, NULL);
    if (!(number > -2147483648.0 && number < 2147483648.0))
        read_gmsh_fail(gmsh, here(gmsh), "a number is too large");
    return gmsh->has_failed ? 0 : (int)number;
}

/* Reads the number of items that occupy at least one byte each of the remaining file. */
static int next_count(gmsh *gmsh)
{
    uint64_t v = 0;
    if (gmsh->is_binary)
        take_bytes(gmsh, &v, sizeof v);
    const double number = gmsh->is_binary ? (double)v : next_number(gmsh, NULL);
    if (!(number >= 0.0 && number <= (double)(gmsh->scanner.end - gmsh->scanner.cursor)))
        read_gmsh_fail(gmsh, here(gmsh), "a count is larger than the file");
    return gmsh->has_failed ? 0 : (int)number;
}

static unsigned next_label(gmsh *gmsh, source_location *location)
{
    uint64_t v = 0;
    *location = here(gmsh);
    if (gmsh->is_binary)
        take_bytes(gmsh, &v, sizeof v);
    const double number = gmsh->is_binary ? (double)v : next_number(gmsh, location);
    if (!(number >= 1.0 && number <= 4294967294.0))
        read_gmsh_fail(gmsh, *location, "a label is not in the range of 1 to 4294967294");
    return gmsh->has_failed ? 0 : (unsigned)number;
}

/* --- sections ----------------------------------------------------------------------------------------------------- */

static void read_format(gmsh *gmsh)
{
    span version, word;
    if (!scan_word(&gmsh->scanner, &version) || !span_is(version, "4.1")) {
        read_gmsh_fail(gmsh, version.location, "expected Gmsh format 4.1");
        diag_hint(gmsh->mesh->errors, "convert the file with: gmsh MESH -save -format msh41");
        return;
    }
    const int is_binary = next_int(gmsh), size = next_int(gmsh);
    scan_line(&gmsh->scanner, &word);
    if (size != 8)
        read_gmsh_fail(gmsh, version.location, "the data size must be 8 bytes");
    gmsh->is_binary = is_binary == 1;
    if (gmsh->is_binary && next_int(gmsh) != 1)
        read_gmsh_fail(gmsh, version.location, "the file was written on a machine with a different byte order");
}

static void read_names(gmsh *g)
{
    span line;
    const bool is_binary = g->is_binary;
    g->is_binary = false; /* names are always text */
    const int n = next_count(g);
    scan_line(&g->scanner, &line);
    for (int i = 0; i < n && !g->has_failed && scan_line(&g->scanner, &line); i++) {
        const char *end = line.start + line.n, *from = memchr(line.start, '"', (size_t)line.n);
        const char *to = end;
        while (from && to > from + 1 && to[-1] != '"')
            to--;
        if (!from || to <= from + 1) {
            read_gmsh_fail(g, line.location, "expected a physical name in quotes");
            break;
        }
        scanner words = g->scanner;
        words.cursor = line.start, words.end = from;
        gmsh one = {.mesh = g->mesh, .scanner = words};
        const int dimension = next_int(&one), tag = next_int(&one);
        g->has_failed |= one.has_failed;
        const group named = {dimension, tag, arena_string(g->mesh->memory, from + 1, (size_t)(to - 1 - (from + 1)))};
        array_push(&g->groups, named);
    }
    g->is_binary = is_binary;
}

static void read_entity(gmsh *gmsh, int dimension)
{
    entity entity = {.dimension = dimension, .tag = next_int(gmsh), .first = gmsh->tags.n};
    for (int i = 0; i < (dimension == 0 ? 3 : 6); i++)
        next_real(gmsh);
    entity.n = next_count(gmsh);
    for (int i = 0; i < entity.n && !gmsh->has_failed; i++)
        array_push(&gmsh->tags, abs(next_int(gmsh)));
    const int boundary = dimension == 0 ? 0 : next_count(gmsh);
    for (int i = 0; i < boundary && !gmsh->has_failed; i++)
        next_int(gmsh);
    array_push(&gmsh->entities, entity);
}

static void read_entities(gmsh *gmsh)
{
    int n[4] = {0};
    for (int d = 0; d < 4; d++)
        n[d] = next_count(gmsh);
    for (int d = 0; d < 4; d++)
        for (int i = 0; i < n[d] && !gmsh->has_failed; i++)
            read_entity(gmsh, d);
}

enum { LINE_WORDS = CELL_NODES + 2 };

/* Returns the words of the next line of a text file without advancing: a point or an element is one line, and a line
 * with too few or too many numbers would shift all following ones. Returns none for a binary file. */
static int next_line(const gmsh *gmsh, span word[LINE_WORDS])
{
    scanner scanner = gmsh->scanner;
    span line = {0};
    int n = 0;
    while (!gmsh->is_binary && n == 0 && scan_line(&scanner, &line))
        n = span_words(&scanner, line, word, LINE_WORDS);
    return n;
}

static void check_point(gmsh *gmsh, int wanted, unsigned label)
{
    span word[LINE_WORDS];
    const int n = next_line(gmsh, word);
    if (n > 0 && n != wanted)
        read_gmsh_fail(gmsh, word[0].location,
                       arena_printf(gmsh->mesh->memory, "node %u has %d coordinate%s, expected %d", label, n,
                                    n == 1 ? "" : "s", wanted));
}

static void read_node_block(gmsh *gmsh)
{
    const int dimension = next_int(gmsh);
    if (!gmsh->has_failed && (dimension < 0 || dimension > 3))
        read_gmsh_fail(gmsh, here(gmsh), "the dimension of a block of nodes is not 0, 1, 2 or 3");
    next_int(gmsh);
    const int extra = next_int(gmsh) ? dimension : 0, n = next_count(gmsh), first = gmsh->mesh->nodes.n;
    for (int i = 0; i < n && !gmsh->has_failed; i++) {
        mesh_node one = {0};
        one.label = next_label(gmsh, &one.location);
        if (!gmsh->has_failed)
            mesh_add_node(gmsh->mesh, one);
    }
    for (int i = 0; i < n && !gmsh->has_failed; i++) {
        if (first + i < gmsh->mesh->nodes.n)
            check_point(gmsh, 3 + extra, gmsh->mesh->nodes.items[first + i].label);
        const double x = next_real(gmsh), y = next_real(gmsh), z = next_real(gmsh);
        if (first + i < gmsh->mesh->nodes.n)
            gmsh->mesh->nodes.items[first + i].x = (vec3){x, y, z};
        for (int k = 0; k < extra; k++)
            next_real(gmsh);
    }
}

/* Reads the number of blocks; it is followed by a total, and the smallest and largest labels. */
static int read_sizes(gmsh *gmsh)
{
    const int blocks = next_count(gmsh);
    source_location location;
    next_count(gmsh);
    next_label(gmsh, &location);
    next_label(gmsh, &location);
    return blocks;
}

static void read_gmsh_read_nodes(gmsh *gmsh)
{
    const int blocks = read_sizes(gmsh);
    for (int i = 0; i < blocks && !gmsh->has_failed; i++)
        read_node_block(gmsh);
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

/* Element types of Gmsh: the number of a type, and the position of each of its nodes in a cell. */
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

static const entity *entity_of(const gmsh *gmsh, int dimension, int tag)
{
    for (int i = 0; i < gmsh->entities.n; i++)
        if (gmsh->entities.items[i].dimension == dimension && gmsh->entities.items[i].tag == tag)
            return &gmsh->entities.items[i];
    return NULL;
}

static const char *group_name(gmsh *gmsh, int dimension, int tag)
{
    static const char *const WORDS[] = {"point", "curve", "surface", "volume"};
    for (int i = 0; i < gmsh->groups.n; i++)
        if (gmsh->groups.items[i].dimension == dimension && gmsh->groups.items[i].tag == tag)
            return gmsh->groups.items[i].name;
    return arena_printf(gmsh->mesh->memory, "%s %d", WORDS[dimension], tag);
}

static void put_into_groups(gmsh *gmsh, const entity *entity, unsigned label, source_location location)
{
    for (int i = 0; entity && i < entity->n; i++) {
        const char *name = group_name(gmsh, entity->dimension, gmsh->tags.items[entity->first + i]);
        mesh_set *set = mesh_set_of(gmsh->mesh, SET_CELLS, name, strlen(name), location);
        const mesh_member one = {.label = label};
        array_push(&set->members, one);
    }
}

static void check_cell(gmsh *gmsh, const cell_form *is)
{
    span word[LINE_WORDS];
    const int n = next_line(gmsh, word);
    if (n > 0 && n != is->nodes + 1)
        read_gmsh_fail(gmsh, word[0].location,
                       arena_printf(gmsh->mesh->memory, "element %.*s, a %s, has %s nodes than %d", word[0].n,
                                    word[0].start, is->name, n <= is->nodes ? "fewer" : "more", is->nodes));
}

static void read_element_block(gmsh *gmsh)
{
    const int dimension = next_int(gmsh), tag = next_int(gmsh);
    const source_location location = here(gmsh);
    const int type = next_int(gmsh), n = next_count(gmsh);
    const numbering *how = numbering_of(type);
    const entity *entity = entity_of(gmsh, dimension, tag);
    if (!gmsh->has_failed && !how) {
        read_gmsh_fail(gmsh, location, "elements of this type are not supported");
        diag_hint(gmsh->mesh->errors, "Gmsh type %d; Mesh.SecondOrderIncomplete = 1 omits nodes inside faces", type);
    }
    for (int i = 0; i < n && !gmsh->has_failed; i++) {
        source_location at, of_node;
        unsigned nodes[CELL_NODES];
        check_cell(gmsh, &cell_forms[how->kind]);
        const unsigned label = next_label(gmsh, &at);
        for (int k = 0; k < cell_forms[how->kind].nodes; k++)
            nodes[how->order[k]] = next_label(gmsh, &of_node);
        if (gmsh->has_failed)
            return;
        mesh_add_cell(gmsh->mesh, how->kind, label, nodes, at);
        put_into_groups(gmsh, entity, label, at);
    }
}

static void read_elements(gmsh *gmsh)
{
    const int blocks = read_sizes(gmsh);
    for (int i = 0; i < blocks && !gmsh->has_failed; i++)
        read_element_block(gmsh);
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

static void skip_section(gmsh *gmsh, span name)
{
    char end[80];
    snprintf(end, sizeof end, "$End%.*s", name.n - 1 < 60 ? name.n - 1 : 60, name.start + 1);
    const char *at = memmem(gmsh->scanner.cursor, (size_t)(gmsh->scanner.end - gmsh->scanner.cursor), end, strlen(end));
    if (!at)
        read_gmsh_fail(gmsh, name.location, "the section has no end");
    else
        gmsh->scanner.cursor = at;
}

static void read_section(gmsh *g, span name)
{
    static const struct {
        const char *name;
        void (*read)(gmsh *gmsh);
    } SECTIONS[] = {{"$MeshFormat", read_format},
                    {"$PhysicalNames", read_names},
                    {"$Entities", read_entities},
                    {"$Nodes", read_gmsh_read_nodes},
                    {"$Elements", read_elements}};
    int which = 0;
    while (which < ARRAY_LEN(SECTIONS) && !span_is(name, SECTIONS[which].name))
        which++;
    if (which == ARRAY_LEN(SECTIONS)) {
        diag_report(g->mesh->errors, W_MESH_LEFT_OUT, name.location, name.n, name.start);
        skip_section(g, name);
    } else {
        if (g->is_binary && which != 1)
            g->scanner.cursor += g->scanner.cursor < g->scanner.end && *g->scanner.cursor == '\n';
        SECTIONS[which].read(g);
    }
    span end;
    if (g->has_failed)
        return;
    if (!scan_word(&g->scanner, &end) || end.n != name.n + 3 || strncmp(end.start, "$End", 4) != 0)
        read_gmsh_fail(g, end.location, "expected the end of the section");
}

void read_gmsh(mesh *mesh, const source *file)
{
    gmsh gmsh = {.mesh = mesh, .scanner = scan_file(mesh->errors, mesh->texts, file)};
    span name;
    mesh->format = "Gmsh";
    bool is_first = true;
    while (!gmsh.has_failed && !diag_full(mesh->errors) && scan_word(&gmsh.scanner, &name)) {
        if (*name.start != '$' || (is_first && !span_is(name, "$MeshFormat")))
            read_gmsh_fail(&gmsh, name.location,
                           is_first ? "expected $MeshFormat at the beginning of a Gmsh mesh"
                                    : "expected the beginning of a section");
        else
            read_section(&gmsh, name);
        is_first = false;
    }
    array_free(&gmsh.entities);
    array_free(&gmsh.tags);
    array_free(&gmsh.groups);
}
