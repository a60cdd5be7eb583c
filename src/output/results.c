/* results.c - results read back: which file it is, and the list of columns. */
#include "output/results.h"
#include "base/text.h"
#include "math/rotation.h"
#include "output/diag_rows.h"
#include "output/history_source.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const place NOWHERE = {0, 0, 0};

void results_add(results *r, result_column c)
{
    const char *base = c.name;
    char name[NETCDF_MAX_NAME + 16];
    snprintf(name, sizeof name, "%s", base);
    for (int i = 2; results_find(r, name) >= 0; i++)
        snprintf(name, sizeof name, "%s_%d", base, i);
    c.name = arena_string(r->memory, name, strlen(name));
    c.unit = arena_string(r->memory, c.unit, strlen(c.unit));
    c.description = arena_string(r->memory, c.description, strlen(c.description));
    name_map_put(&r->by_name, c.name, r->columns.n);
    array_push(&r->columns, c);
}

int results_find(const results *r, const char *name)
{
    const int i = name_map_find(&r->by_name, name, strlen(name));
    return i == HASH_NONE ? -1 : i;
}

void results_read(const results *r, int column, int first, int step, int n, double *to)
{
    const result_column *c = &r->columns.items[column];
    if (c->value)
        for (int k = 0; k < n; k++)
            memcpy(to + (size_t)k * (size_t)c->size, c->value + (size_t)(first + k * step) * (size_t)c->size,
                   (size_t)c->size * sizeof *to);
    else if (c->variable >= 0)
        results_read_netcdf(r, c, first, step, n, to);
    else
        results_read_text(r, c, first, step, n, to);
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

/* NaN stands for what is not known: a file may say anything. */
static bool has_times(results *r)
{
    for (int k = 0; k < r->time.n; k++)
        if (!isfinite(r->time.items[k]))
            r->time.n = k;
    if (r->time.n == 0)
        diag_report(r->errors, E_RESULTS_EMPTY, NOWHERE, r->base);
    return r->time.n > 0;
}

bool results_open(results *r, const char *path, const model *m, diag *errors)
{
    *r = (results){.memory = arena_create(), .errors = errors, .m = m, .id = -1};
    const bool is_netcdf = results_ends_with(path, ".nc"), is_text = results_ends_with(path, ".mov");
    r->base = arena_string(r->memory, path, strlen(path) - (is_netcdf ? 3 : is_text ? 4 : 0));
    if (is_netcdf || (!is_text && is_there(r->base, ".nc")))
        return results_open_netcdf(r) && has_times(r);
    return results_open_text(r) && has_times(r);
}

void results_close(results *r)
{
    if (!r->memory)
        return;
    results_close_text(r);
    if (r->id >= 0)
        r->lib.close(r->id);
    for (int i = 0; i < r->columns.n; i++)
        free(r->columns.items[i].value);
    array_free(&r->columns);
    array_free(&r->time);
    array_free(&r->modes);
    name_map_free(&r->by_name);
    arena_destroy(r->memory);
}
