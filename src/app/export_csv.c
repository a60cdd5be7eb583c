/* export_csv.c - every result as a function of time, as comma-separated values.
 *
 *     time, node.struct.1.X[0] (m), ...        names as in the library, followed by the unit in parentheses */
#include "app/export.h"
#include "app/writing.h"
#include <math.h>
#include <stdlib.h>

static void put_heading(FILE *to, torsor_quantity quantity, int component)
{
    fprintf(to, ",\"%s", quantity.name);
    if (quantity.size > 1)
        fprintf(to, "[%d]", component);
    fprintf(to, *quantity.unit ? " (%s)\"" : "\"", quantity.unit);
}

/* Writes an empty field for NaN. */
static void export_csv_put_row(FILE *to, double time, const double *row, size_t n)
{
    fprintf(to, "%.9g", time);
    for (size_t i = 0; i < n; i++)
        if (isfinite(row[i]))
            fprintf(to, ",%.9g", row[i]);
        else
            fputc(',', to);
    fputc('\n', to);
}

bool export_csv(const scene *scene, const char *path)
{
    const int n = torsor_results_count(scene->results), frames = scene->n_frames;
    size_t numbers = 0;
    for (int i = 0; i < n; i++)
        numbers += (size_t)torsor_results_at(scene->results, i).size;
    if (!scene->results) {
        fputs("torsor export: no results next to the deck; solve it first\n", stderr);
        return false;
    }
    double *all = calloc(numbers * (size_t)frames + 1, sizeof *all), *one = malloc(9 * (size_t)frames * sizeof *one);
    FILE *to = all && one ? open_written(path) : NULL;
    if (!all || !one)
        fputs("torsor: out of memory\n", stderr);
    size_t at = 0;
    if (to)
        fputs("time", to);
    for (int i = 0; to && i < n; i++) {
        const torsor_quantity quantity = torsor_results_at(scene->results, i);
        torsor_results_read(scene->results, i, scene->first, scene->step, frames, one);
        for (int c = 0; c < quantity.size; c++, at++) {
            put_heading(to, quantity, c);
            for (size_t k = 0; k < (size_t)frames; k++)
                all[k * numbers + at] = one[k * (size_t)quantity.size + (size_t)c];
        }
    }
    if (to)
        fputc('\n', to);
    for (int k = 0; to && k < frames; k++)
        export_csv_put_row(to, scene->frame_time[k], all + (size_t)k * numbers, numbers);
    free(all);
    free(one);
    return to && close_written(to, path, true);
}
