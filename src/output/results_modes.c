/* results_modes.c - eigenanalyses of text results, BASE_NUMBER.m, as written by eigen_writer.c. */
#include "output/results.h"
#include "base/text.h"
#include <ctype.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef ARRAY(double) numbers;

static char *results_modes_load(const char *path)
{
    FILE *file = fopen(path, "r");
    char *words = NULL;
    size_t size = 0;
    if (file && getdelim(&words, &size, '\0', file) < 0) {
        free(words);
        words = NULL;
    }
    if (file)
        fclose(file);
    return words;
}

/* Returns the text after "NAME = " at the beginning of a line, or NULL if there is none. */
static const char *results_modes_value_of(const char *words, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = words; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        if (strncmp(at, name, n) == 0 && strncmp(at + n, " = ", 3) == 0)
            return at + n + 3;
    return NULL;
}

/* Reads all numbers up to the closing bracket; a preceding `+i*` or `-i*` gives the sign of a number. */
static numbers matrix_of(const char *words, const char *name)
{
    numbers found = {0};
    static const char INTEGERS[] = "int32(";
    const char *at = results_modes_value_of(words, name);
    if (at && strncmp(at, INTEGERS, strlen(INTEGERS)) == 0)
        at += strlen(INTEGERS);
    if (!at || *at != '[')
        return found;
    for (at++; *at && *at != ']';) {
        char *end;
        double sign = 1.0;
        if ((*at == '+' || *at == '-') && at[1] == 'i' && at[2] == '*')
            sign = *at == '-' ? -1.0 : 1.0, at += 3;
        const double v = strtod(at, &end);
        if (end > at)
            array_push(&found, sign * v);
        at = end > at ? end : at + 1;
    }
    return found;
}

static double scalar_of(const char *words, const char *name)
{
    const char *at = results_modes_value_of(words, name);
    return at ? strtod(at, NULL) : (double)NAN;
}

/* Converts vectors from rows with adjacent real and imaginary parts to an array by mode, real parts first. */
static double *rotate_vectors(arena *memory, const numbers *numbers, int n_modes, int n_unknowns)
{
    const size_t part = (size_t)n_modes * (size_t)n_unknowns;
    double *to = ARENA_ARRAY(memory, double, 2 * part);
    for (int i = 0; i < n_unknowns; i++)
        for (int k = 0; k < n_modes; k++)
            for (int c = 0; c < 2; c++)
                to[(size_t)c * part + (size_t)k * (size_t)n_unknowns + (size_t)i] =
                    numbers->items[2 * (i * n_modes + k) + c];
    return to;
}

static void results_modes_add_modes(results *results, const char *words)
{
    numbers labels = matrix_of(words, "labels"), first = matrix_of(words, "idx"), X0 = matrix_of(words, "X0"),
            alpha = matrix_of(words, "alpha"), vectors = matrix_of(words, "VR");
    const int n = labels.n, modes = alpha.n / 3, unknowns = modes > 0 ? vectors.n / (2 * modes) : 0;
    if (n > 0 && first.n == n && X0.n == 6 * n && modes > 0 && unknowns > 0 && vectors.n == 2 * modes * unknowns) {
        result_modes result_modes = {.time = scalar_of(words, "dTime"),
                                     .coefficient = scalar_of(words, "dCoef"),
                                     .n_modes = modes,
                                     .n_nodes = n,
                                     .n_unknowns = unknowns,
                                     .nodes = ARENA_ARRAY(results->memory, unsigned, n),
                                     .first = ARENA_ARRAY(results->memory, int, n),
                                     .geometry = arena_copy(results->memory, X0.items, (size_t)X0.n * sizeof(double)),
                                     .alpha =
                                         arena_copy(results->memory, alpha.items, (size_t)alpha.n * sizeof(double)),
                                     .vectors = rotate_vectors(results->memory, &vectors, modes, unknowns)};
        for (int i = 0; i < n; i++)
            result_modes.nodes[i] = (unsigned)labels.items[i], result_modes.first[i] = (int)first.items[i];
        array_push(&results->modes, result_modes);
    }
    array_free(&labels);
    array_free(&first);
    array_free(&X0);
    array_free(&alpha);
    array_free(&vectors);
}

void results_open_modes(results *results)
{
    glob_t found;
    text pattern = {0};
    for (const char *at = results->base; *at; at++) {
        if (strchr("[]?*\\", *at))
            text_char(&pattern, '\\');
        text_char(&pattern, *at);
    }
    text_string(&pattern, "_*.m");
    text_char(&pattern, '\0');
    if (glob(pattern.data, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            char *words = results_modes_load(found.gl_pathv[i]);
            if (words)
                results_modes_add_modes(results, words);
            free(words);
        }
        globfree(&found);
    }
    text_free(&pattern);
}
