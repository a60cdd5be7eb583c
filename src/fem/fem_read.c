/* fem_read.c - the text file of modal data: record groups, whose sizes follow from the first one.
 *
 *     1          revision, nodes, normal, attached, constraint and rejected modes
 *                (modes = normal + attached + constraint - rejected)
 *     2          labels of the nodes
 *     3, 4       initial amplitudes and rates
 *     5, 6, 7    coordinates x, y, z of the nodes
 *     8          shapes: a comment line, then six numbers a node, for each mode
 *     9, 10, 13  mass, stiffness and damping of the modes
 *     11         lumped mass, six numbers a node
 *     12         mass, centre of mass, inertia about it
 *     14 ... 18  invariants 3, 4, 8, 5, 9
 *     19         stress stiffening: how many, then an index and a matrix each
 *
 * The header must be first; the others may follow in any order. Groups 3, 4 and 11-19 may be missing. */
#include "base/hash.h"
#include "deck/diag_rows.h"
#include "fem/diag_rows.h"
#include "fem/fem_scan.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    fem_scanner scanner;
    arena *memory;
    fem *fem;
    double *x[3]; /* coordinates of record groups 5-7 */
    int group;    /* current group */
    bool seen[FEM_GROUPS + 1];
} loader;

static const char *const TITLES[FEM_GROUPS + 1] = {"",
                                                   "header",
                                                   "nodes",
                                                   "initial amplitudes",
                                                   "initial rates",
                                                   "x coordinates",
                                                   "y coordinates",
                                                   "z coordinates",
                                                   "mode shapes",
                                                   "modal mass",
                                                   "modal stiffness"};

static void is_short(loader *loader, size_t got, size_t wanted)
{
    read_error(loader->scanner.reader, E_FEM_SHORT, fem_scan_location(&loader->scanner), loader->group, got, wanted);
}

/* Returns whether the rest of the file can contain so many values, two bytes each; otherwise nothing is allocated. */
static bool is_possible(loader *loader, size_t rows, size_t columns)
{
    const size_t most = fem_scan_left(&loader->scanner) / 2 + 1;
    const bool ok = columns == 0 || rows <= most / columns;
    if (!ok)
        is_short(loader, 0, rows * columns);
    return ok && read_ok(loader->scanner.reader);
}

static bool fem_read_read_values(loader *loader, size_t done, size_t n, size_t total, double *to)
{
    for (size_t i = 0; i < n; i++)
        if (!fem_scan_real(&loader->scanner, &to[i])) {
            is_short(loader, done + i, total);
            return false;
        }
    return true;
}

static double *read_reals(loader *loader, size_t rows, size_t columns)
{
    if (!is_possible(loader, rows, columns))
        return NULL;
    double *v = ARENA_ARRAY(loader->memory, double, rows *columns);
    return fem_read_read_values(loader, 0, rows * columns, rows * columns, v) ? v : NULL;
}

/* --- header and labels -------------------------------------------------------------------------------------------- */

static void read_header(loader *loader)
{
    const char *revision;
    size_t length;
    int n[5] = {0};
    if (!fem_scan_word(&loader->scanner, &revision, &length)) {
        is_short(loader, 0, 6);
        return;
    }
    for (int i = 0; i < 5; i++)
        if (!fem_scan_integer(&loader->scanner, &n[i])) {
            is_short(loader, (size_t)i + 1, 6);
            return;
        }
    const double modes = (double)n[1] + n[2] + n[3] - n[4];
    if (n[0] < 1 || modes < 1 || modes > 1e6) {
        read_error(loader->scanner.reader, E_FEM_HEADER, loader->scanner.last, n[0], modes);
        return;
    }
    loader->fem->n_nodes = n[0];
    loader->fem->n_modes = (int)modes;
}

static void check_labels(loader *loader, const char *const *labels, const source_location *location)
{
    name_map names = {0};
    for (int i = 0; i < loader->fem->n_nodes && read_ok(loader->scanner.reader); i++) {
        if (name_map_find(&names, labels[i], strlen(labels[i])) != HASH_NONE)
            read_error(loader->scanner.reader, E_FEM_LABEL_TWICE, location[i], labels[i]);
        name_map_put(&names, labels[i], i);
    }
    name_map_free(&names);
}

static void read_labels(loader *loader)
{
    const size_t n = (size_t)loader->fem->n_nodes;
    if (!is_possible(loader, n, 1))
        return;
    const char **labels = ARENA_ARRAY(loader->memory, const char *, n);
    source_location *location = heap_resize(NULL, n * sizeof *location);
    size_t got = 0;
    const char *word;
    size_t length;
    while (got < n && fem_scan_word(&loader->scanner, &word, &length)) {
        location[got] = loader->scanner.last;
        labels[got++] = arena_string(loader->memory, word, length);
    }
    if (got < n)
        is_short(loader, got, n);
    else
        check_labels(loader, labels, location);
    loader->fem->labels = labels;
    free(location);
}

/* --- shapes and matrices ------------------------------------------------------------------------------------------ */

static void read_shapes(loader *loader)
{
    const size_t nodes = (size_t)loader->fem->n_nodes, modes = (size_t)loader->fem->n_modes, total = 6 * nodes * modes;
    if (!is_possible(loader, modes, 6 * nodes))
        return;
    double *U = ARENA_ARRAY(loader->memory, double, total / 2), *V = ARENA_ARRAY(loader->memory, double, total / 2);
    for (size_t k = 0, i = 0; k < modes; k++) {
        fem_scan_comment(&loader->scanner);
        for (const size_t end = i + nodes; i < end; i++)
            if (!fem_read_read_values(loader, 6 * i, 3, total, U + 3 * i) ||
                !fem_read_read_values(loader, 6 * i + 3, 3, total, V + 3 * i))
                return;
    }
    loader->fem->U = U;
    loader->fem->V = V;
}

static void read_stiffening(loader *loader)
{
    int n;
    const size_t modes = (size_t)loader->fem->n_modes;
    if (!fem_scan_integer(&loader->scanner, &n)) {
        is_short(loader, 0, 1);
        return;
    }
    if (!is_possible(loader, (size_t)n, modes * modes + 1))
        return;
    fem_stiffening *list = ARENA_ARRAY(loader->memory, fem_stiffening, n);
    for (int i = 0; i < n && read_ok(loader->scanner.reader); i++) {
        if (!fem_scan_integer(&loader->scanner, &list[i].index))
            is_short(loader, (size_t)i, (size_t)n);
        else if (list[i].index < 1 || list[i].index - 12.0 > 6.0 * loader->fem->n_nodes)
            read_error(loader->scanner.reader, E_FEM_STIFFENING, loader->scanner.last, list[i].index);
        list[i].K = read_reals(loader, modes, modes);
    }
    loader->fem->n_stiffening = n;
    loader->fem->stiffening = list;
}

static void read_group(loader *loader)
{
    fem *fem = loader->fem;
    const size_t nodes = (size_t)fem->n_nodes, n = (size_t)fem->n_modes;
    switch (loader->group) {
    case 1:
        read_header(loader);
        break;
    case 2:
        read_labels(loader);
        break;
    case 3:
        fem->q = read_reals(loader, n, 1);
        break;
    case 4:
        fem->qp = read_reals(loader, n, 1);
        break;
    case 5:
    case 6:
    case 7:
        loader->x[loader->group - 5] = read_reals(loader, nodes, 1);
        break;
    case 8:
        read_shapes(loader);
        break;
    case 9:
        fem->M = read_reals(loader, n, n);
        break;
    case 10:
        fem->K = read_reals(loader, n, n);
        break;
    case 11:
        fem->lumped = read_reals(loader, nodes, 6);
        break;
    case 12:
        fem->rigid = read_reals(loader, 13, 1);
        break;
    case 13:
        fem->C = read_reals(loader, n, n);
        break;
    case 14:
        fem->I3 = read_reals(loader, 3, n);
        break;
    case 15:
        fem->I4 = read_reals(loader, 3, n);
        break;
    case 16:
        fem->I8 = read_reals(loader, 9, n);
        break;
    case 17:
        fem->I5 = read_reals(loader, 3 * n, n);
        break;
    case 18:
        fem->I9 = read_reals(loader, 9 * n, n);
        break;
    default:
        read_stiffening(loader);
    }
}

static void check_group(loader *loader)
{
    const source_location mark = loader->scanner.last;
    if (loader->group < 1 || loader->group > FEM_GROUPS)
        read_error(loader->scanner.reader, E_FEM_GROUP, mark);
    else if (loader->seen[loader->group])
        read_error(loader->scanner.reader, E_FEM_TWICE, mark, loader->group);
    else if (loader->group > 1 && !loader->seen[1])
        read_error(loader->scanner.reader, E_FEM_NO_HEADER, mark);
    else
        loader->seen[loader->group] = true;
}

static void check_complete(loader *loader)
{
    static const int NEEDED[] = {1, 2, 5, 6, 7, 8, 9, 10};
    for (int i = 0; i < (int)(sizeof NEEDED / sizeof *NEEDED); i++)
        if (!loader->seen[NEEDED[i]])
            read_error(loader->scanner.reader, E_FEM_MISSING, fem_scan_location(&loader->scanner), NEEDED[i],
                       TITLES[NEEDED[i]]);
}

static void gather_coordinates(loader *loader)
{
    double *x = ARENA_ARRAY(loader->memory, double, 3 * (size_t)loader->fem->n_nodes);
    for (int i = 0; i < loader->fem->n_nodes; i++)
        vec3_store(x + 3 * i, (vec3){loader->x[0][i], loader->x[1][i], loader->x[2][i]});
    loader->fem->x = x;
}

/* Lumped masses are given by node: surplus values belong to no node, and those read are still correct. */
static fem_rest rest_of(int group)
{
    return group == 2 ? FEM_REST_NOTHING : group == 11 ? FEM_REST_ANY : FEM_REST_TEXT;
}

bool fem_read_text(reader *reader, const source *text, fem *f)
{
    *f = (fem){0};
    loader loader = {.memory = reader_arena(reader), .fem = f};
    fem_scan_begin(&loader.scanner, reader, text);
    while (read_ok(reader) && (loader.group = fem_scan_record(&loader.scanner, rest_of(loader.group))) != 0) {
        check_group(&loader);
        if (read_ok(reader))
            read_group(&loader);
    }
    check_complete(&loader);
    if (read_ok(reader))
        gather_coordinates(&loader);
    return read_ok(reader);
}

bool fem_read(reader *reader, const char *path, fem *f)
{
    const char *why;
    *f = (fem){0};
    if (!read_ok(reader))
        return false;
    const source *text = sources_load(reader_texts(reader), path, path, read_last_location(reader), &why);
    if (!text) {
        read_error_last(reader, E_NO_FILE, path, why);
        return false;
    }
    return fem_read_text(reader, text, f);
}

int fem_node(const fem *fem, const char *label)
{
    for (int i = 0; i < fem->n_nodes; i++)
        if (strcmp(fem->labels[i], label) == 0)
            return i;
    return -1;
}
