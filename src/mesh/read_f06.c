/* read_f06.c - the printed output of NASTRAN: the table of real eigenvalues, eigenvectors, and the grid point weight
 * generator.
 *
 *                    R E A L   E I G E N V A L U E S
 *     MODE  EXTRACTION  EIGENVALUE  RADIANS  CYCLES  GENERALIZED MASS  GENERALIZED STIFFNESS
 *
 *                    R E A L   E I G E N V E C T O R   N O .          1
 *     POINT ID.   TYPE   T1   T2   T3   R1   R2   R3
 *
 *     O U T P U T   F R O M   G R I D   P O I N T   W E I G H T   G E N E R A T O R
 *     REFERENCE POINT =  0
 *     M O
 *     * six numbers *      six rows: the mass matrix of motions along and about the axes at the reference point
 *
 * A page begins with the character 1 and its number; headings are repeated there. */
#include "mesh/diag_rows.h"
#include "mesh/modes.h"
#include <ctype.h>

enum { MOST_WORDS = 9 };

typedef enum { NOTHING, TABLE, VECTOR, WEIGHT } section;

typedef struct {
    modes *modes;
    scanner scanner;
    section section;
    int mode; /* mode of the current vector */
    int row;  /* row of the mass matrix; -1: not reached */
} printed;

/* Returns the position of the words in the line, or NULL if they do not occur. */
static const char *read_f06_find(span line, const char *words)
{
    const size_t n = strlen(words);
    for (int i = 0; i + (int)n <= line.n; i++)
        if (memcmp(line.start + i, words, n) == 0)
            return line.start + i + n;
    return NULL;
}

static bool is_number(span w)
{
    return w.n > 0 && (isdigit((unsigned char)*w.start) || *w.start == '-' || *w.start == '.');
}

static bool whole(const printed *printed, span w, int *to)
{
    unsigned v;
    const bool ok = span_label(&printed->scanner, w, &v) && v <= INT32_MAX;
    *to = ok ? (int)v : 0;
    return ok;
}

/* MODE ORDER EIGENVALUE RADIANS CYCLES MASS STIFFNESS */
static void table_row(printed *printed, const span *word, int n)
{
    double mass, stiffness;
    int mode;
    if (n != 7 || !is_number(word[0]) || !is_number(word[2]))
        return;
    if (!whole(printed, word[0], &mode) || !span_real(&printed->scanner, word[5], &mass) ||
        !span_real(&printed->scanner, word[6], &stiffness))
        return;
    modes_mode *one = modes_mode_of(printed->modes, mode, word[0].location);
    if (one->has_mass) {
        diag_report(printed->modes->errors, E_MESH_SECOND, word[0].location, "mode", (unsigned)mode);
        return;
    }
    one->mass = mass, one->stiffness = stiffness;
    one->has_mass = one->has_stiffness = true;
}

/* POINT TYPE T1 T2 T3 R1 R2 R3 */
static void vector_row(printed *printed, const span *word, int n)
{
    double v[6];
    bool ok = true;
    if (n != 8 || !is_number(word[0]) || !span_is(word[1], "G"))
        return;
    for (int k = 0; k < 6; k++)
        ok = span_real(&printed->scanner, word[2 + k], &v[k]) && ok;
    if (ok && !modes_put(printed->modes, printed->mode, word[0].start, (size_t)word[0].n, v, word[0].location))
        diag_report(printed->modes->errors, E_MESH_VALUE, word[0].location, "the point occurs twice in this mode");
}

static void reference(printed *printed, span line, const char *behind)
{
    span word[MOST_WORDS];
    const span rest = span_of(&printed->scanner, behind, line.start + line.n);
    const int n = span_words(&printed->scanner, rest, word, MOST_WORDS);
    if (n > 0 && !span_is(word[n - 1], "0"))
        printed->modes->reference = arena_string(printed->modes->memory, word[n - 1].start, (size_t)word[n - 1].n);
    printed->modes->rigid_where = line.location;
}

static void weight_row(printed *printed, const span *word, int n)
{
    if (n == 2 && span_is(word[0], "M") && span_is(word[1], "O")) {
        printed->row = 0;
        return;
    }
    if (printed->row < 0 || printed->row == 6)
        return;
    if (n != 8 || !span_is(word[0], "*")) {
        diag_report(printed->modes->errors, E_MESH_FORMAT, n > 0 ? word[0].location : printed->modes->rigid_where,
                    "expected six rows of six numbers between asterisks for the mass matrix M O");
        printed->section = NOTHING;
        return;
    }
    for (int k = 0; k < 6; k++)
        span_real(&printed->scanner, word[1 + k], &printed->modes->rigid[printed->row][k]);
    printed->modes->has_rigid = ++printed->row == 6;
}

static void vector_head(printed *printed, span line, const char *behind)
{
    span word[MOST_WORDS];
    const int n =
        span_words(&printed->scanner, span_of(&printed->scanner, behind, line.start + line.n), word, MOST_WORDS);
    printed->section = n == 1 && whole(printed, word[0], &printed->mode) ? VECTOR : NOTHING;
}

/* Returns whether the line is a heading. */
static bool heading(printed *printed, span line)
{
    const char *behind = read_f06_find(line, "R E A L   E I G E N V E C T O R   N O .");
    if (line.n > 0 && *line.start == '1' && read_f06_find(line, "PAGE"))
        printed->section = NOTHING;
    else if (behind)
        vector_head(printed, line, behind);
    else if (read_f06_find(line, "C O M P L E X   E I G E N V"))
        diag_report(printed->modes->errors, E_MESH_NOT_TAKEN, line.location, "only real modes are supported");
    else if (read_f06_find(line, "R E A L   E I G E N V A L U E S"))
        printed->section = TABLE;
    else if (read_f06_find(line, "G R I D   P O I N T   W E I G H T   G E N E R A T O R"))
        printed->section = WEIGHT, printed->row = -1;
    else if (printed->section == WEIGHT && (behind = read_f06_find(line, "REFERENCE POINT =")))
        reference(printed, line, behind);
    else
        return false;
    return true;
}

void read_f06(modes *modes, const source *file)
{
    printed printed = {.modes = modes, .scanner = scan_file(modes->errors, modes->texts, file)};
    span line, word[MOST_WORDS];
    while (!diag_full(modes->errors) && scan_line(&printed.scanner, &line)) {
        if (heading(&printed, line) || printed.section == NOTHING)
            continue;
        const int n = span_words(&printed.scanner, line, word, MOST_WORDS);
        if (printed.section == TABLE)
            table_row(&printed, word, n);
        else if (printed.section == VECTOR)
            vector_row(&printed, word, n);
        else if (n > 0)
            weight_row(&printed, word, n);
    }
}
