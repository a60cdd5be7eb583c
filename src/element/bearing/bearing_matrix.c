/* bearing_matrix.c - compliance matrices from files.
 *
 *     file format: 12                              the meaning of the other numbers
 *     bearing diameter: d      bearing width: w    of the surface
 *     circumferential grid: n  then n times `i x_i`,  axial grid: m  then m times `j z_j`
 *     nodes: k N               then k times `number node i j`: positions of the nodes 1 ... N of the matrices; further
 *                              ones repeat nodes across the seam
 *     reference pressure: p    that of the load cases: C, E and modal load are divided by it
 *     bearing center: x y z    bearing orientation: R      of the surface, relative to the modal node
 *     modal subset vector: n   then n numbers: the modes of the columns of D and rows of E; default: all, in order
 *     NAME: rows columns       then the matrix, row by row
 *         compliance matrix, compliance matrix substruct                        C
 *         substruct contrib matrix, substruct total contrib matrix              D
 *         substruct residual matrix, substruct total residual matrix            E
 *         mode shapes S, modal load L                                           C = S L
 *     # a comment
 *
 * This is the format written by the package mboct-fem-pkg of GNU Octave. Deformations are positive out of the film. */
#include "element/bearing/bearing.h"
#include "element/diag_rows.h"
#include "element/modal/modal.h"
#include "model/number_lines.h"
#include "model/reading.h"
#include <math.h>
#include <string.h>

typedef struct {
    int rows, columns;
    double *values;
} matrix;

enum { MATRIX_C, MATRIX_D, MATRIX_E, MATRIX_SHAPES, MATRIX_LOAD, MATRIX_COUNT };

typedef struct {
    number_lines lines;
    arena *memory;
    double diameter, width, pressure;
    int n_x, n_z;
    double *x, *z;
    int n_nodes;
    double *node_x, *node_z; /* NAN: not yet read */
    int n_subset;
    int *subset;
    bool has_center;
    double center[3];
    bool is_total; /* deformations are relative to the modal node */
    matrix matrices[MATRIX_COUNT];
} matrix_file;

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static bool next_number(matrix_file *file, double *v)
{
    while (lines_is_blank(file->lines.cursor, file->lines.line_end))
        if (!lines_next(&file->lines, "the file ends within a list of numbers"))
            return false;
    return lines_number(&file->lines, v);
}

static bool next_integer(matrix_file *file, int low, int high, int *v)
{
    double number;
    if (!next_number(file, &number))
        return false;
    if (number != rint(number) || number < low || number > high) {
        lines_complain_line(&file->lines, "an integer is out of range");
        return false;
    }
    *v = (int)number;
    return true;
}

/* Reads a count. Fails if the file is too short for that many entries. */
static bool next_count(matrix_file *file, int *v)
{
    return next_integer(file, 1, (int)fmin((double)(file->lines.end - file->lines.cursor) / 2.0, 1e7), v);
}

static bool next_positive(matrix_file *file, double *v)
{
    if (!next_number(file, v))
        return false;
    if (*v > 0.0)
        return true;
    lines_complain_line(&file->lines, "expected a positive number");
    return false;
}

/* --- sections ----------------------------------------------------------------------------------------------------- */

static bool read_version(matrix_file *file)
{
    int version;
    if (!next_integer(file, 0, 1000, &version))
        return false;
    if (version != 12)
        lines_complain_line(&file->lines, "only format 12 is supported");
    return version == 12;
}

static bool read_coordinates(matrix_file *file, int *n, double **to)
{
    int index;
    if (!next_count(file, n))
        return false;
    *to = ARENA_ARRAY(file->memory, double, *n);
    for (int i = 0; i < *n; i++)
        if (!next_integer(file, i + 1, i + 1, &index) || !next_number(file, &(*to)[i]))
            return false;
    return true;
}

static bool bearing_matrix_read_nodes(matrix_file *file)
{
    int n, number, which, i, j;
    if (!next_count(file, &n) || !next_count(file, &file->n_nodes))
        return false;
    file->node_x = ARENA_ARRAY(file->memory, double, file->n_nodes);
    file->node_z = ARENA_ARRAY(file->memory, double, file->n_nodes);
    for (int k = 0; k < file->n_nodes; k++)
        file->node_x[k] = NAN;
    for (int k = 0; k < n; k++) {
        if (!next_integer(file, k + 1, k + 1, &number) || !next_integer(file, 1, file->n_nodes, &which) ||
            !next_integer(file, 1, file->n_x, &i) || !next_integer(file, 1, file->n_z, &j))
            return false;
        if (isnan(file->node_x[which - 1])) {
            file->node_x[which - 1] = file->x[i - 1];
            file->node_z[which - 1] = file->z[j - 1];
        }
    }
    return true;
}

static bool read_diameter(matrix_file *file) { return next_positive(file, &file->diameter); }
static bool read_width(matrix_file *file) { return next_positive(file, &file->width); }
static bool read_pressure(matrix_file *file) { return next_positive(file, &file->pressure); }
static bool read_around(matrix_file *file) { return read_coordinates(file, &file->n_x, &file->x); }
static bool read_along(matrix_file *file) { return read_coordinates(file, &file->n_z, &file->z); }

static bool read_center(matrix_file *file)
{
    file->has_center = true;
    return next_number(file, &file->center[0]) && next_number(file, &file->center[1]) &&
           next_number(file, &file->center[2]);
}

/* Reads the rows of a rotation matrix: the axes of the bearing, which the deck specifies, too. */
static bool read_axes(matrix_file *file)
{
    double R[9];
    for (int i = 0; i < 9; i++)
        if (!next_number(file, &R[i]))
            return false;
    for (int i = 0; i < 3; i++)
        if (fabs(R[3 * i] * R[3 * i] + R[3 * i + 1] * R[3 * i + 1] + R[3 * i + 2] * R[3 * i + 2] - 1.0) > 1e-6) {
            lines_complain_line(&file->lines, "this is not an orientation");
            return false;
        }
    return true;
}

static bool read_subset(matrix_file *file)
{
    if (!next_count(file, &file->n_subset))
        return false;
    file->subset = ARENA_ARRAY(file->memory, int, file->n_subset);
    for (int i = 0; i < file->n_subset; i++)
        if (!next_integer(file, 1, 1000000, &file->subset[i]))
            return false;
    return true;
}

static bool bearing_matrix_read_numbers(matrix_file *file, int which)
{
    matrix *to = &file->matrices[which];
    if (!next_count(file, &to->rows) || !next_count(file, &to->columns))
        return false;
    const size_t n = (size_t)to->rows * (size_t)to->columns;
    if (n > (size_t)(file->lines.end - file->lines.cursor)) {
        lines_complain_line(&file->lines, "the matrix is larger than the file");
        return false;
    }
    to->values = ARENA_ARRAY(file->memory, double, n);
    for (size_t i = 0; i < n; i++)
        if (!next_number(file, &to->values[i]))
            return false;
    return true;
}

static const struct {
    const char *name;
    bool (*read)(matrix_file *file);
} SECTIONS[] = {
    {"file format", read_version},         {"bearing diameter", read_diameter}, {"bearing width", read_width},
    {"circumferential grid", read_around}, {"axial grid", read_along},          {"nodes", bearing_matrix_read_nodes},
    {"reference pressure", read_pressure}, {"bearing center", read_center},     {"bearing orientation", read_axes},
    {"modal subset vector", read_subset},
};

static const struct {
    const char *name;
    int which;
    bool is_total;
} MATRICES[] = {
    {"compliance matrix", MATRIX_C, false},         {"compliance matrix substruct", MATRIX_C, false},
    {"substruct contrib matrix", MATRIX_D, false},  {"substruct total contrib matrix", MATRIX_D, true},
    {"substruct residual matrix", MATRIX_E, false}, {"substruct total residual matrix", MATRIX_E, true},
    {"mode shapes", MATRIX_SHAPES, false},          {"modal load", MATRIX_LOAD, false},
};

static bool read_section(matrix_file *file, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof SECTIONS / sizeof *SECTIONS; i++)
        if (strlen(SECTIONS[i].name) == length && strncmp(SECTIONS[i].name, name, length) == 0)
            return SECTIONS[i].read(file);
    for (size_t i = 0; i < sizeof MATRICES / sizeof *MATRICES; i++)
        if (strlen(MATRICES[i].name) == length && strncmp(MATRICES[i].name, name, length) == 0) {
            file->is_total |= MATRICES[i].is_total;
            return bearing_matrix_read_numbers(file, MATRICES[i].which);
        }
    lines_complain(&file->lines, name, length, "unknown section");
    return false;
}

static bool read_sections(matrix_file *file)
{
    while (lines_next(&file->lines, NULL)) {
        while (file->lines.cursor < file->lines.line_end && (*file->lines.cursor == ' ' || *file->lines.cursor == '\t'))
            file->lines.cursor++;
        const char *name = file->lines.cursor;
        if (lines_is_blank(name, file->lines.line_end) || *name == '#')
            continue;
        const char *colon = memchr(name, ':', (size_t)(file->lines.line_end - name));
        if (!colon) {
            lines_complain_line(&file->lines, "expected 'NAME: NUMBERS'");
            return false;
        }
        file->lines.cursor = colon + 1;
        if (!read_section(file, name, (size_t)(colon - name)))
            return false;
    }
    return true;
}

/* --- conversion --------------------------------------------------------------------------------------------------- */

/* Returns NULL, or an error message. */
static const char *make_grid(const matrix_file *file, yielding *to)
{
    if (!(file->diameter > 0.0) || !(file->width > 0.0) || !(file->pressure > 0.0) || file->n_nodes == 0)
        return "lacks a diameter, a width, a reference pressure or nodes";
    const int n_z = file->n_z, n_phi = file->n_nodes / n_z;
    double *phi = ARENA_ARRAY(file->memory, double, n_phi + 1);
    if (n_z < 2 || n_phi < 2 || n_phi * n_z != file->n_nodes)
        return "has no grid: there are too few nodes, or one is missing";
    for (int i = 0; i < n_phi; i++)
        phi[i] = 2.0 * file->node_x[i * n_z] / file->diameter;
    phi[n_phi] = phi[0] + 2.0 * M_PI;
    for (int k = 0; k < file->n_nodes; k++)
        if (!(file->node_x[k] == file->node_x[k / n_z * n_z]) || file->node_z[k] != file->z[k % n_z])
            return "has nodes that are not numbered along the axis first";
    for (int i = 0; i < n_phi; i++)
        if (!(phi[i + 1] > phi[i]))
            return "has circumferential positions that do not increase within one revolution";
    for (int j = 1; j < n_z; j++)
        if (!(file->z[j] > file->z[j - 1]))
            return "has axial positions that do not increase";
    to->grid = (surface_grid){n_z, n_phi, file->z, phi};
    return NULL;
}

static bool has_size(const matrix *matrix, int rows, int columns)
{
    return matrix->rows == rows && matrix->columns == columns;
}

static const char *make_compliance(const matrix_file *file, yielding *to)
{
    const int n = file->n_nodes;
    const matrix *C = &file->matrices[MATRIX_C], *S = &file->matrices[MATRIX_SHAPES], *L = &file->matrices[MATRIX_LOAD];
    if (!C->values && !S->values && !L->values)
        return NULL;
    if (C->values ? !has_size(C, n, n)
                  : !S->values || !L->values || !has_size(S, n, L->rows) || !has_size(L, S->columns, n))
        return "has matrices whose sizes do not match the nodes";
    double *sum = ARENA_ARRAY(file->memory, double, (size_t)n *(size_t)n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double *const at = &sum[(size_t)i * (size_t)n + (size_t)j];
            *at = C->values ? C->values[(size_t)i * (size_t)n + (size_t)j] : 0.0;
            for (int k = 0; !C->values && k < L->rows; k++)
                *at += S->values[i * S->columns + k] * L->values[(size_t)k * (size_t)n + (size_t)j];
            *at /= file->pressure;
        }
    to->C = sum;
    return NULL;
}

/* Selects the columns of D and rows of E of the modes used by the joint. */
static const char *make_modes(const matrix_file *file, yielding *to)
{
    const matrix *D = &file->matrices[MATRIX_D], *E = &file->matrices[MATRIX_E];
    const int n = file->n_nodes, all = D->columns;
    if (!D->values || !E->values)
        return to->joint ? "has no modes for a modal element" : NULL;
    if (!to->joint)
        return "has modes and must be followed by 'modal element, LABEL'";
    if (!has_size(D, n, all) || !has_size(E, all, n) || (file->subset && file->n_subset != all))
        return "has matrices whose sizes do not match the nodes and modes";
    int *mode = ARENA_ARRAY(file->memory, int, all), *from = ARENA_ARRAY(file->memory, int, all);
    double *shapes = ARENA_ARRAY(file->memory, double, (size_t)n *(size_t)all),
           *loads = ARENA_ARRAY(file->memory, double, (size_t)n *(size_t)all);
    for (int k = 0; k < all; k++) {
        mode[to->n_modes] = modal_mode_of(to->joint->self, file->subset ? file->subset[k] : k + 1);
        from[to->n_modes] = k;
        to->n_modes += mode[to->n_modes] >= 0;
    }
    for (int at = 0; at < to->n_modes; at++)
        for (int i = 0; i < n; i++) {
            shapes[(size_t)i * (size_t)to->n_modes + (size_t)at] =
                D->values[(size_t)i * (size_t)all + (size_t)from[at]];
            loads[(size_t)at * (size_t)n + (size_t)i] =
                E->values[(size_t)from[at] * (size_t)n + (size_t)i] / file->pressure;
        }
    to->mode = mode;
    to->D = shapes;
    to->E = loads;
    return NULL;
}

static const char *check_location(const matrix_file *file, const bearing *bearing, const yielding *to)
{
    static const double PART = 0.01; /* fraction of the radius */
    const bearing_surface *at = &bearing->side[to->side];
    const modal *body = to->joint ? to->joint->self : NULL;
    if (fabs(file->diameter - 2.0 * at->radius) > PART * at->radius ||
        fabs(file->width - bearing->width) > PART * at->radius)
        return "is for a surface with a different diameter or width";
    if (!file->is_total || !body)
        return NULL;
    if (body->frame.node != at->node)
        return "is relative to the modal node, which must be the node of its surface";
    const vec3 off = vec3_sub(at->o, vec3_load(file->center));
    return file->has_center && vec3_norm(off) > PART * at->radius ? "is for a surface at a different position" : NULL;
}

void read_compliance_file(reader *reader, const bearing *bearing, yielding *to)
{
    const source_location location = read_place(reader);
    const char *path = read_filename(reader, "file of the compliance matrix");
    if (read_keyword(reader, "E1")) /* of the material, already contained in the matrix */
        read_positive(reader, "E1");
    if (read_keyword(reader, "nu1"))
        read_real(reader, "nu1");
    if (read_keyword(reader, "modal element"))
        to->joint = read_modal_joint(reader, "modal element");
    matrix_file file = {.memory = reader_arena(reader)};
    if (!read_ok(reader) || !lines_open(&file.lines, reader, "compliance matrix", path, location) ||
        !read_sections(&file))
        return;
    const char *wrong = make_grid(&file, to);
    wrong = wrong ? wrong : make_compliance(&file, to);
    wrong = wrong ? wrong : make_modes(&file, to);
    wrong = wrong ? wrong : check_location(&file, bearing, to);
    wrong = wrong || to->C || to->n_modes > 0 ? wrong : "has no matrix";
    if (wrong)
        read_error(reader, E_BEARING_FILE, location, path, wrong);
}
