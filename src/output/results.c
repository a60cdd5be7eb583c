/* results.c - reading results: detection of the format, and the list of columns. */
#include "output/results.h"
#include "base/text.h"
#include "math/rotation.h"
#include "output/diag_rows.h"
#include "output/history_source.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const source_location NOWHERE = {0, 0, 0};

void results_add(results *results, result_column column)
{
    const char *base = column.name;
    char name[NETCDF_MAX_NAME + 16];
    snprintf(name, sizeof name, "%s", base);
    for (int i = 2; results_find(results, name) >= 0; i++)
        snprintf(name, sizeof name, "%s_%d", base, i);
    column.name = arena_string(results->memory, name, strlen(name));
    column.unit = arena_string(results->memory, column.unit, strlen(column.unit));
    column.description = arena_string(results->memory, column.description, strlen(column.description));
    name_map_put(&results->by_name, column.name, results->columns.n);
    array_push(&results->columns, column);
}

int results_find(const results *results, const char *name)
{
    const int i = name_map_find(&results->by_name, name, strlen(name));
    return i == HASH_NONE ? -1 : i;
}

void results_read(const results *results, int column, int first, int step, int n, double *to)
{
    const result_column *result_column = &results->columns.items[column];
    if (result_column->value)
        for (int k = 0; k < n; k++)
            memcpy(to + (size_t)k * (size_t)result_column->size,
                   result_column->value + (size_t)(first + k * step) * (size_t)result_column->size,
                   (size_t)result_column->size * sizeof *to);
    else if (result_column->variable >= 0)
        results_read_netcdf(results, result_column, first, step, n, to);
    else
        results_read_text(results, result_column, first, step, n, to);
}

mat3 results_orientation(orientation_kind kind, const double *numbers)
{
    mat3 R;
    if (kind != ORIENTATION_MATRIX)
        return rotation_exp(history_rotation(kind, numbers));
    for (int i = 0; i < 9; i++)
        R.e[i % 3][i / 3] = numbers[i];
    return R;
}

/* --- opening ------------------------------------------------------------------------------------------------------ */

static bool results_ends_with(const char *path, const char *extension)
{
    const size_t n = strlen(path), k = strlen(extension);
    return n > k && strcmp(path + n - k, extension) == 0;
}

static bool is_there(const char *base, const char *extension)
{
    char *path = text_of("%s%s", base, extension);
    const bool found = access(path, R_OK) == 0;
    free(path);
    return found;
}

/* Truncates the results at the first time that is not finite, since a file may contain anything. Returns false after
 * reporting an error if none is left. */
static bool has_times(results *results)
{
    for (int k = 0; k < results->time.n; k++)
        if (!isfinite(results->time.items[k]))
            results->time.n = k;
    if (results->time.n == 0)
        diag_report(results->errors, E_RESULTS_EMPTY, NOWHERE, results->base);
    return results->time.n > 0;
}

bool results_open(results *r, const char *path, const model *model, diag *errors)
{
    *r = (results){.memory = arena_create(), .errors = errors, .model = model, .id = -1};
    const bool is_netcdf = results_ends_with(path, ".nc"), is_text = results_ends_with(path, ".mov");
    r->base = arena_string(r->memory, path, strlen(path) - (is_netcdf ? 3 : is_text ? 4 : 0));
    if (is_netcdf || (!is_text && is_there(r->base, ".nc")))
        return results_open_netcdf(r) && has_times(r);
    return results_open_text(r) && has_times(r);
}

void results_close(results *results)
{
    if (!results->memory)
        return;
    results_close_text(results);
    if (results->id >= 0)
        results->lib.close(results->id);
    for (int i = 0; i < results->columns.n; i++)
        free(results->columns.items[i].value);
    array_free(&results->columns);
    array_free(&results->time);
    array_free(&results->modes);
    name_map_free(&results->by_name);
    arena_destroy(results->memory);
}
