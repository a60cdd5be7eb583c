/* history_netcdf.c - motion of nodes from a NetCDF file: time, node.struct, node.struct.LABEL.X, .E or .Phi or .R,
 * .XP, .Omega. Nodes without .X were not written; a node without orientation does not rotate. */
#include "base/text.h"
#include "output/history_source.h"
#include "output/diag_rows.h"
#include "output/netcdf_head.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const source_location NOWHERE = {0, 0, 0};

typedef struct {
    netcdf_library lib;
    int id;
    int n_times;
    int failed; /* status of the first read of existing numbers that failed, otherwise 0 */
} netcdf_results_file;

/* Returns -1 if there is no such variable. */
static int variable_of(const netcdf_results_file *file, unsigned label, const char *name)
{
    char full[64];
    int id = -1;
    snprintf(full, sizeof full, "node.struct.%u.%s", label, name);
    return file->lib.inq_varid(file->id, full, &id) == 0 ? id : -1;
}

static const size_t START[3] = {0, 0, 0};

static bool has_dimensions(const netcdf_results_file *file, int id, int n)
{
    int found;
    return file->lib.inq_varndims(file->id, id, &found) == 0 && found == n;
}

static void note(netcdf_results_file *file, int status) { file->failed = file->failed ? file->failed : status; }

/* Returns the numbers of a variable, 3 or 9 for each time; NULL if it does not exist or has another shape. */
static double *history_netcdf_numbers_of(netcdf_results_file *file, unsigned label, const char *name, int n)
{
    const int id = variable_of(file, label, name);
    const size_t count[3] = {(size_t)file->n_times, 3, 3};
    if (id < 0 || !has_dimensions(file, id, n == 9 ? 3 : 2))
        return NULL;
    double *v = heap_resize(NULL, ((size_t)file->n_times * (size_t)n + 1) * sizeof *v);
    note(file, file->lib.get_vara_double(file->id, id, START, count, v));
    if (!file->failed)
        return v;
    free(v);
    return NULL;
}

/* "... Euler angles (313) ..." */
static orientation_kind sequence_of(const netcdf_results_file *file, unsigned label)
{
    char words[256] = "";
    size_t n = 0;
    const int id = variable_of(file, label, "E");
    if (file->lib.inq_attlen(file->id, id, "description", &n) != 0 || n >= sizeof words ||
        file->lib.get_att_text(file->id, id, "description", words) != 0)
        return ORIENTATION_EULER123;
    return strstr(words, "(313)")   ? ORIENTATION_EULER313
           : strstr(words, "(321)") ? ORIENTATION_EULER321
                                    : ORIENTATION_EULER123;
}

static void history_netcdf_transpose(double *matrix)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            const double serialize = matrix[3 * i + j];
            matrix[3 * i + j] = matrix[3 * j + i];
            matrix[3 * j + i] = serialize;
        }
}

static void fill_rotations(netcdf_results_file *file, node_rows *rows)
{
    static const char *const NAMES[] = {"E", "Phi", "R"};
    double *v = NULL;
    int size = 3;
    for (int i = 0; !v && i < ARRAY_LEN(NAMES); i++) {
        size = i == 2 ? 9 : 3;
        v = history_netcdf_numbers_of(file, rows->label, NAMES[i], size);
        rows->orientation = i == 0 ? sequence_of(file, rows->label) : i == 1 ? ORIENTATION_VECTOR : ORIENTATION_MATRIX;
    }
    for (int k = 0; v && k < file->n_times; k++) {
        if (size == 9)
            history_netcdf_transpose(v + 9 * k); /* stored by columns */
        rows->rows.items[k].vectors[1] = history_rotation(rows->orientation, v + size * k);
    }
    free(v);
}

static void fill_vectors(netcdf_results_file *file, node_rows *rows, const char *name, int which)
{
    double *v = history_netcdf_numbers_of(file, rows->label, name, 3);
    for (int k = 0; v && k < file->n_times; k++)
        rows->rows.items[k].vectors[which] = vec3_load(v + 3 * k);
    free(v);
}

static void history_netcdf_add_node(netcdf_results_file *file, unsigned label, history_source *to)
{
    if (variable_of(file, label, "X") < 0)
        return;
    node_rows rows = {.label = label};
    for (int k = 0; k < file->n_times; k++)
        array_push(&rows.rows, (node_motion){0});
    fill_vectors(file, &rows, "X", 0);
    fill_rotations(file, &rows);
    fill_vectors(file, &rows, "XP", 2);
    fill_vectors(file, &rows, "Omega", 3);
    array_push(&to->nodes, rows);
}

/* Returns an upper limit for the length of any dimension in a file of this size, regardless of compression. */
static size_t most_lengths(const char *path)
{
    struct stat about;
    const size_t most = stat(path, &about) == 0 ? 1024 * (size_t)about.st_size : 0;
    return most < INT_MAX ? most : INT_MAX;
}

static size_t length_of(const netcdf_results_file *file, const char *dimension)
{
    int id;
    size_t n = 0;
    return file->lib.inq_dimid(file->id, dimension, &id) == 0 && file->lib.inq_dimlen(file->id, id, &n) == 0 ? n : 0;
}

static void history_netcdf_read_all(netcdf_results_file *file, size_t most, const history_options *options,
                                    history_source *to)
{
    int id;
    const size_t n = length_of(file, "struct_node_labels_dim"), n_times = length_of(file, "time");
    if (n > most || n_times > most) {
        note(file, NETCDF_EDIMSIZE);
        return;
    }
    file->n_times = (int)n_times;
    array_reserve(&to->time, file->n_times);
    const size_t count = (size_t)file->n_times;
    if (file->lib.inq_varid(file->id, "time", &id) != 0 || !has_dimensions(file, id, 1))
        return;
    note(file, file->lib.get_vara_double(file->id, id, START, &count, to->time.items));
    to->time.n = file->n_times;
    int *labels = heap_resize(NULL, (n + 1) * sizeof *labels);
    const bool is_there = file->lib.inq_varid(file->id, "node.struct", &id) == 0 && has_dimensions(file, id, 1);
    if (is_there)
        note(file, file->lib.get_vara_int(file->id, id, START, &n, labels));
    for (size_t i = 0; is_there && !file->failed && i < n; i++)
        if (history_wants(options, (unsigned)labels[i]))
            history_netcdf_add_node(file, (unsigned)labels[i], to);
    free(labels);
}

bool history_from_netcdf(const char *base, const history_options *options, diag *errors, history_source *to)
{
    netcdf_results_file file = {0};
    const char *missing = netcdf_library_open(&file.lib);
    if (missing) {
        diag_report(errors, E_NETCDF_LIBRARY, NOWHERE, missing);
        return false;
    }
    char *path = text_of("%s.nc", base);
    note(&file, netcdf_open_results(&file.lib, path, &file.id));
    if (!file.failed) {
        history_netcdf_read_all(&file, most_lengths(path), options, to);
        file.lib.close(file.id);
    }
    if (file.failed)
        diag_report(errors, E_HISTORY_FILE, NOWHERE, path, file.lib.strerror(file.failed));
    free(path);
    return !file.failed;
}
