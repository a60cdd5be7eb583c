/* export_csv.c - every result over time, as comma-separated values.
 *
 *     time, node.struct.1.X[0] (m), ...        names as the library has them, the unit in brackets behind them       */
#include "app/export.h"
#include "app/writing.h"
#include <math.h>
#include <stdlib.h>

static void put_heading(FILE *to, torsor_quantity q, int component)
{
    fprintf(to, ",\"%s", q.name);
    if (q.size > 1)
        fprintf(to, "[%d]", component);
    fprintf(to, *q.unit ? " (%s)\"" : "\"", q.unit);
}

/* Numbers that are none leave the field empty. */
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

bool export_csv(const scene *s, const char *path)
{
    const int n = torsor_results_count(s->r), frames = s->n_frames;
    size_t numbers = 0;
    for (int i = 0; i < n; i++)
        numbers += (size_t)torsor_results_at(s->r, i).size;
    if (!s->r) {
        fputs("torsor export: no results beside the deck; solve it first\n", stderr);
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
        const torsor_quantity q = torsor_results_at(s->r, i);
        torsor_results_read(s->r, i, s->first, s->step, frames, one);
        for (int c = 0; c < q.size; c++, at++) {
            put_heading(to, q, c);
            for (size_t k = 0; k < (size_t)frames; k++)
                all[k * numbers + at] = one[k * (size_t)q.size + (size_t)c];
        }
    }
    if (to)
        fputc('\n', to);
    for (int k = 0; to && k < frames; k++)
        export_csv_put_row(to, s->frame_time[k], all + (size_t)k * numbers, numbers);
    free(all);
    free(one);
    return to && close_written(to, path);
}
