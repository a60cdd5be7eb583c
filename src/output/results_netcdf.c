/* results_netcdf.c - columns of a NetCDF file: its variables over `time`, by their names in the file; eigenanalyses
 * as in netcdf_eigen.c. */
#include "output/results.h"
#include "base/text.h"
#include "output/diag_rows.h"
#include "output/netcdf_head.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const source_location NOWHERE = {0, 0, 0};
enum { MOST_DIMENSIONS = 3, MOST_COMPONENTS = 1000 };

static void attribute(const results *results, int variable, const char *name, char *to, size_t size)
{
    size_t n = 0;
    *to = '\0';
    if (results->lib.inq_attlen(results->id, variable, name, &n) != 0 || n >= size ||
        results->lib.get_att_text(results->id, variable, name, to) != 0)
        n = 0;
    to[n] = '\0';
}

/* Stores the lengths of a variable's dimensions and returns their number, or -1 if there are too many. */
static int shape_of(const results *results, int variable, int *id, size_t *length)
{
    int n;
    if (results->lib.inq_varndims(results->id, variable, &n) != 0 || n < 0 || n > MOST_DIMENSIONS ||
        results->lib.inq_vardimid(results->id, variable, id) != 0)
        return -1;
    for (int i = 0; i < n; i++)
        if (results->lib.inq_dimlen(results->id, id[i], &length[i]) != 0)
            return -1;
    return n;
}

/* Adds a column for each number of a variable, for example one per mode: NAME_1 and so on. */
static void add_components(results *results, result_column column, size_t n)
{
    char name[NETCDF_MAX_NAME + 16];
    const char *of = column.name;
    column.name = name;
    column.size = 1;
    for (size_t k = 0; k < n && k < MOST_COMPONENTS; k++) {
        snprintf(name, sizeof name, "%s_%zu", of, k + 1);
        column.component = (int)k;
        results_add(results, column);
    }
}

static void add_variable(results *results, int variable, int time, int axes)
{
    char name[NETCDF_MAX_NAME + 1], unit[128], words[512];
    int id[MOST_DIMENSIONS], type;
    size_t length[MOST_DIMENSIONS];
    const int n = shape_of(results, variable, id, length);
    if (n < 1 || id[0] != time || results->lib.inq_varname(results->id, variable, name) != 0 ||
        results->lib.inq_vartype(results->id, variable, &type) != 0 || (type != NETCDF_INT && type != NETCDF_DOUBLE) ||
        strcmp(name, "time") == 0)
        return;
    for (int i = 1; n > 2 && i < n; i++)
        if (length[i] != 3)
            return;
    attribute(results, variable, "units", unit, sizeof unit);
    attribute(results, variable, "description", words, sizeof words);
    const result_column column = {.name = name,
                                  .unit = unit,
                                  .description = words,
                                  .size = n == 1   ? 1
                                          : n == 2 ? 3
                                                   : 9,
                                  .variable = variable,
                                  .component = -1};
    if (n == 2 && id[1] != axes)
        add_components(results, column, length[1]);
    else
        results_add(results, column);
}

void results_read_netcdf(const results *results, const result_column *column, int first, int step, int n, double *to)
{
    const bool is_part = column->component >= 0;
    const size_t start[MOST_DIMENSIONS] = {(size_t)first, is_part ? (size_t)column->component : 0},
                 count[MOST_DIMENSIONS] = {(size_t)n, is_part ? 1 : 3, 3};
    const ptrdiff_t stride[MOST_DIMENSIONS] = {step, 1, 1};
    const int status = step == 1
                           ? results->lib.get_vara_double(results->id, column->variable, start, count, to)
                           : results->lib.get_vars_double(results->id, column->variable, start, count, stride, to);
    for (int i = 0; i < n * column->size; i++)
        if (status != 0 || to[i] == NETCDF_FILL_DOUBLE || to[i] == NETCDF_FILL_INT)
            to[i] = NAN;
}

/* --- eigenanalyses ------------------------------------------------------------------------------------------------ */

/* Reads all numbers of a variable with n dimensions and stores their lengths. Returns NULL if it does not exist. */
static double *results_netcdf_numbers_of(const results *results, const char *name, int n, size_t *length)
{
    static const size_t START[MOST_DIMENSIONS] = {0};
    int variable, id[MOST_DIMENSIONS];
    size_t size = 1;
    if (results->lib.inq_varid(results->id, name, &variable) != 0 || shape_of(results, variable, id, length) != n)
        return NULL;
    for (int i = 0; i < n; i++)
        size = length[i] > 0 && size > (1u << 28) / length[i] ? 0 : size * length[i];
    if (size == 0)
        return NULL;
    double *to = arena_alloc(results->memory, size * sizeof *to);
    return results->lib.get_vara_double(results->id, variable, START, length, to) == 0 ? to : NULL;
}

static double *numbers_in(const results *results, int analysis, const char *name, int n, size_t *length)
{
    char full[64];
    snprintf(full, sizeof full, "eig.%d.%s", analysis, name);
    return results_netcdf_numbers_of(results, full, n, length);
}

/* Reorders by node instead of by component. */
static void fill_geometry(result_modes *modes, const double *X0)
{
    for (int i = 0; i < modes->n_nodes; i++)
        for (int k = 0; k < 6; k++)
            modes->geometry[6 * i + k] = X0[k * modes->n_nodes + i];
}

static void results_netcdf_add_modes(results *results, int analysis)
{
    size_t one[3], of_nodes[3], of_labels[3], of_first[3], of_alpha[3], of_vectors[3];
    const double *time = numbers_in(results, analysis, "time", 1, one),
                 *c = numbers_in(results, analysis, "dCoef", 1, one);
    const double *X0 = numbers_in(results, analysis, "X0", 2, of_nodes),
                 *labels = results_netcdf_numbers_of(results, "eig.labels", 1, of_labels),
                 *first = results_netcdf_numbers_of(results, "eig.idx", 1, of_first);
    double *alpha = numbers_in(results, analysis, "alpha", 2, of_alpha),
           *vectors = numbers_in(results, analysis, "VR", 3, of_vectors);
    if (!time || !c || !X0 || !labels || !first || !alpha || !vectors || of_nodes[0] != 6 || of_alpha[1] != 3 ||
        of_nodes[1] != of_labels[0] || of_nodes[1] != of_first[0] || of_vectors[0] != 2 || of_vectors[1] != of_alpha[0])
        return;
    result_modes modes = {.time = *time,
                          .coefficient = *c,
                          .n_modes = (int)of_alpha[0],
                          .n_nodes = (int)of_nodes[1],
                          .n_unknowns = (int)of_vectors[2],
                          .alpha = alpha,
                          .vectors = vectors};
    modes.nodes = ARENA_ARRAY(results->memory, unsigned, modes.n_nodes);
    modes.first = ARENA_ARRAY(results->memory, int, modes.n_nodes);
    modes.geometry = ARENA_ARRAY(results->memory, double, size_product(6, modes.n_nodes));
    for (int i = 0; i < modes.n_nodes; i++)
        modes.nodes[i] = (unsigned)labels[i], modes.first[i] = (int)first[i];
    fill_geometry(&modes, X0);
    array_push(&results->modes, modes);
}

/* --- opening ------------------------------------------------------------------------------------------------------ */

/* Returns an upper limit for the length of any dimension in a file of this size, regardless of compression. */
static size_t most_times(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 ? 1024 * (size_t)about.st_size : 0;
}

static int list_variables(results *results, const char *path)
{
    int time, n = 0, variable;
    size_t n_times = 0;
    int status = results->lib.inq_dimid(results->id, "time", &time);
    status = status ? status : results->lib.inq_dimlen(results->id, time, &n_times);
    status = status ? status : results->lib.inq_varid(results->id, "time", &variable);
    status = status ? status : results->lib.inq_nvars(results->id, &n);
    if (status || n_times > most_times(path) || n_times > INT_MAX)
        return status ? status : NETCDF_EDIMSIZE;
    array_reserve(&results->time, (int)n_times + 1);
    const size_t start = 0;
    status = results->lib.get_vara_double(results->id, variable, &start, &n_times, results->time.items);
    results->time.n = status ? 0 : (int)n_times;
    int axes = -1;
    results->lib.inq_dimid(results->id, "Vec3", &axes);
    for (int i = 0; i < n && !status; i++)
        add_variable(results, i, time, axes);
    size_t analyses = 0;
    if (results->lib.inq_dimid(results->id, "eigensolutions", &time) == 0 &&
        results->lib.inq_dimlen(results->id, time, &analyses) == 0)
        for (size_t i = 0; i < analyses && i < (size_t)n; i++)
            results_netcdf_add_modes(results, (int)i);
    return status;
}

bool results_open_netcdf(results *results)
{
    const char *missing = netcdf_library_open(&results->lib);
    if (missing) {
        diag_report(results->errors, E_NETCDF_LIBRARY, NOWHERE, missing);
        return false;
    }
    char *path = text_of("%s.nc", results->base);
    int status = netcdf_open_results(&results->lib, path, &results->id);
    results->id = status ? -1 : results->id;
    status = status ? status : list_variables(results, path);
    if (status)
        diag_report(results->errors, E_HISTORY_FILE, NOWHERE, path, results->lib.strerror(status));
    free(path);
    return status == 0;
}
