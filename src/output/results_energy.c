/* results_energy.c - the energies of a run with text results.
 *
 *     NAME.nrg    time and the energies of energy.h at each time of the results; a heading with their names
 *
 * A file that does not have one line for each time belongs to another run and is ignored. */
#include "assembly/energy.h"
#include "base/text.h"
#include "output/results.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads the energies after the time. Returns false if the line is a heading or truncated. */
static bool read_line(char *line, double to[ENERGY_COUNT])
{
    char *end;
    strtod(line, &end);
    if (end == line)
        return false;
    for (int k = 0; k < ENERGY_COUNT; k++) {
        char *from = end;
        to[k] = strtod(from, &end);
        if (end == from)
            return false;
    }
    return true;
}

static int read_lines(FILE *from, int most, double *all)
{
    char line[64 * (ENERGY_COUNT + 1)];
    double row[ENERGY_COUNT];
    int n = 0;
    while (fgets(line, sizeof line, from)) {
        if (!read_line(line, row))
            continue;
        for (int k = 0; n < most && k < ENERGY_COUNT; k++)
            all[(size_t)k * (size_t)most + (size_t)n] = row[k];
        n++;
    }
    return n;
}

static void add_energy(results *results, int k, const double *values)
{
    char name[64], unit[64];
    const size_t size = (size_t)results->time.n * sizeof *values;
    double *internal = heap_resize(NULL, size);
    memcpy(internal, values, size);
    snprintf(name, sizeof name, "energy.%s", energy_names[k]);
    quantity_unit(QUANTITY_ENERGY, &results->model->options.units, unit, sizeof unit);
    results_add(results, (result_column){.name = name,
                                         .unit = unit,
                                         .description = energy_words[k],
                                         .size = 1,
                                         .variable = -1,
                                         .component = -1,
                                         .value = internal});
}

void results_open_energies(results *results)
{
    char *path = text_of("%s.nrg", results->base);
    FILE *from = fopen(path, "r");
    free(path);
    if (!from)
        return;
    double *all = heap_resize(NULL, ((size_t)results->time.n * ENERGY_COUNT + 1) * sizeof *all);
    if (read_lines(from, results->time.n, all) == results->time.n)
        for (int k = 0; k < ENERGY_COUNT; k++)
            add_energy(results, k, all + (size_t)k * (size_t)results->time.n);
    free(all);
    fclose(from);
}
