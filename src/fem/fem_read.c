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
 * The header stands first; the others may follow in any order. Groups 3, 4 and 11-19 may be missing. */
#include "base/hash.h"
#include "deck/diag_rows.h"
#include "fem/diag_rows.h"
#include "fem/fem_scan.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    fem_scanner s;
    arena *memory;
    fem *f;
    double *x[3]; /* coordinates of record groups 5-7 */
    int group;    /* at hand */
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

static void is_short(loader *l, size_t got, size_t wanted)
{
    read_error(l->s.r, E_FEM_SHORT, fem_scan_place(&l->s), l->group, got, wanted);
}

/* More values than half of the bytes that are left cannot be there: nothing is reserved for them. */
static bool is_possible(loader *l, size_t rows, size_t columns)
{
    const size_t most = fem_scan_left(&l->s) / 2 + 1;
    const bool ok = columns == 0 || rows <= most / columns;
    if (!ok)
        is_short(l, 0, rows * columns);
    return ok && read_ok(l->s.r);
}

static bool fem_read_read_values(loader *l, size_t done, size_t n, size_t total, double *to)
{
    for (size_t i = 0; i < n; i++)
        if (!fem_scan_real(&l->s, &to[i])) {
            is_short(l, done + i, total);
            return false;
        }
    return true;
}

static double *read_reals(loader *l, size_t rows, size_t columns)
{
    if (!is_possible(l, rows, columns))
        return NULL;
    double *v = ARENA_ARRAY(l->memory, double, rows *columns);
    return fem_read_read_values(l, 0, rows * columns, rows * columns, v) ? v : NULL;
}

/* --- header and labels -------------------------------------------------------------------------------------------- */

static void read_header(loader *l)
{
    const char *revision;
    size_t length;
    int n[5] = {0};
    if (!fem_scan_word(&l->s, &revision, &length)) {
        is_short(l, 0, 6);
        return;
    }
    for (int i = 0; i < 5; i++)
        if (!fem_scan_integer(&l->s, &n[i])) {
            is_short(l, (size_t)i + 1, 6);
            return;
        }
    const double modes = (double)n[1] + n[2] + n[3] - n[4];
    if (n[0] < 1 || modes < 1 || modes > 1e6) {
        read_error(l->s.r, E_FEM_HEADER, l->s.last, n[0], modes);
        return;
    }
    l->f->n_nodes = n[0];
    l->f->n_modes = (int)modes;
}

static void check_labels(loader *l, const char *const *labels, const place *at)
{
    name_map names = {0};
    for (int i = 0; i < l->f->n_nodes && read_ok(l->s.r); i++) {
        if (name_map_find(&names, labels[i], strlen(labels[i])) != HASH_NONE)
            read_error(l->s.r, E_FEM_LABEL_TWICE, at[i], labels[i]);
        name_map_put(&names, labels[i], i);
    }
    name_map_free(&names);
}

static void read_labels(loader *l)
{
    const size_t n = (size_t)l->f->n_nodes;
    if (!is_possible(l, n, 1))
        return;
    const char **labels = ARENA_ARRAY(l->memory, const char *, n);
    place *at = heap_resize(NULL, n * sizeof *at);
    size_t got = 0;
    const char *word;
    size_t length;
    while (got < n && fem_scan_word(&l->s, &word, &length)) {
        at[got] = l->s.last;
        labels[got++] = arena_string(l->memory, word, length);
    }
    if (got < n)
        is_short(l, got, n);
    else
        check_labels(l, labels, at);
    l->f->labels = labels;
    free(at);
}

/* --- shapes and matrices ------------------------------------------------------------------------------------------ */

static void read_shapes(loader *l)
{
    const size_t nodes = (size_t)l->f->n_nodes, modes = (size_t)l->f->n_modes, total = 6 * nodes * modes;
    if (!is_possible(l, modes, 6 * nodes))
        return;
    double *U = ARENA_ARRAY(l->memory, double, total / 2), *V = ARENA_ARRAY(l->memory, double, total / 2);
    for (size_t k = 0, i = 0; k < modes; k++) {
        fem_scan_comment(&l->s);
        for (const size_t end = i + nodes; i < end; i++)
            if (!fem_read_read_values(l, 6 * i, 3, total, U + 3 * i) ||
                !fem_read_read_values(l, 6 * i + 3, 3, total, V + 3 * i))
                return;
    }
    l->f->U = U;
    l->f->V = V;
}

static void read_stiffening(loader *l)
{
    int n;
    const size_t modes = (size_t)l->f->n_modes;
    if (!fem_scan_integer(&l->s, &n)) {
        is_short(l, 0, 1);
        return;
    }
    if (!is_possible(l, (size_t)n, modes * modes + 1))
        return;
    fem_stiffening *list = ARENA_ARRAY(l->memory, fem_stiffening, n);
    for (int i = 0; i < n && read_ok(l->s.r); i++) {
        if (!fem_scan_integer(&l->s, &list[i].index))
            is_short(l, (size_t)i, (size_t)n);
        else if (list[i].index < 1 || list[i].index - 12.0 > 6.0 * l->f->n_nodes)
            read_error(l->s.r, E_FEM_STIFFENING, l->s.last, list[i].index);
        list[i].K = read_reals(l, modes, modes);
    }
    l->f->n_stiffening = n;
    l->f->stiffening = list;
}

static void read_group(loader *l)
{
    fem *f = l->f;
    const size_t nodes = (size_t)f->n_nodes, n = (size_t)f->n_modes;
    switch (l->group) {
    case 1:
        read_header(l);
        break;
    case 2:
        read_labels(l);
        break;
    case 3:
        f->q = read_reals(l, n, 1);
        break;
    case 4:
        f->qp = read_reals(l, n, 1);
        break;
    case 5:
    case 6:
    case 7:
        l->x[l->group - 5] = read_reals(l, nodes, 1);
        break;
    case 8:
        read_shapes(l);
        break;
    case 9:
        f->M = read_reals(l, n, n);
        break;
    case 10:
        f->K = read_reals(l, n, n);
        break;
    case 11:
        f->lumped = read_reals(l, nodes, 6);
        break;
    case 12:
        f->rigid = read_reals(l, 13, 1);
        break;
    case 13:
        f->C = read_reals(l, n, n);
        break;
    case 14:
        f->I3 = read_reals(l, 3, n);
        break;
    case 15:
        f->I4 = read_reals(l, 3, n);
        break;
    case 16:
        f->I8 = read_reals(l, 9, n);
        break;
    case 17:
        f->I5 = read_reals(l, 3 * n, n);
        break;
    case 18:
        f->I9 = read_reals(l, 9 * n, n);
        break;
    default:
        read_stiffening(l);
    }
}

static void check_group(loader *l)
{
    const place mark = l->s.last;
    if (l->group < 1 || l->group > FEM_GROUPS)
        read_error(l->s.r, E_FEM_GROUP, mark);
    else if (l->seen[l->group])
        read_error(l->s.r, E_FEM_TWICE, mark, l->group);
    else if (l->group > 1 && !l->seen[1])
        read_error(l->s.r, E_FEM_NO_HEADER, mark);
    else
        l->seen[l->group] = true;
}

static void check_complete(loader *l)
{
    static const int NEEDED[] = {1, 2, 5, 6, 7, 8, 9, 10};
    for (int i = 0; i < (int)(sizeof NEEDED / sizeof *NEEDED); i++)
        if (!l->seen[NEEDED[i]])
            read_error(l->s.r, E_FEM_MISSING, fem_scan_place(&l->s), NEEDED[i], TITLES[NEEDED[i]]);
}

static void gather_coordinates(loader *l)
{
    double *x = ARENA_ARRAY(l->memory, double, 3 * (size_t)l->f->n_nodes);
    for (int i = 0; i < l->f->n_nodes; i++)
        vec3_store(x + 3 * i, (vec3){l->x[0][i], l->x[1][i], l->x[2][i]});
    l->f->x = x;
}

/* Lumped masses go node by node: what is left belongs to no node, and what was read is right all the same. */
static fem_rest rest_of(int group)
{
    return group == 2 ? FEM_REST_NOTHING : group == 11 ? FEM_REST_ANY : FEM_REST_TEXT;
}

bool fem_read_text(reader *r, const source *text, fem *f)
{
    *f = (fem){0};
    loader l = {.memory = reader_arena(r), .f = f};
    fem_scan_begin(&l.s, r, text);
    while (read_ok(r) && (l.group = fem_scan_record(&l.s, rest_of(l.group))) != 0) {
        check_group(&l);
        if (read_ok(r))
            read_group(&l);
    }
    check_complete(&l);
    if (read_ok(r))
        gather_coordinates(&l);
    return read_ok(r);
}

bool fem_read(reader *r, const char *path, fem *f)
{
    const char *why;
    *f = (fem){0};
    if (!read_ok(r))
        return false;
    const source *text = sources_load(reader_texts(r), path, path, read_last_place(r), &why);
    if (!text) {
        read_error_last(r, E_NO_FILE, path, why);
        return false;
    }
    return fem_read_text(r, text, f);
}

int fem_node(const fem *f, const char *label)
{
    for (int i = 0; i < f->n_nodes; i++)
        if (strcmp(f->labels[i], label) == 0)
            return i;
    return -1;
}
