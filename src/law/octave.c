/* octave.c - a law that is a class of Octave (model/octave.h).
 *
 *     law ::= octave , "CLASS" [ , flags ] , dimension , N [ , DATA ]
 *
 * The constructor CLASS(pDM, HP) reads the data of the card through HP; pDM is empty. Each evaluation calls
 *
 *     [object, F, FDE, FDEPrime] = Update(object, Eps, EpsPrime)
 *
 * and keeps the object that it returns. Memory inside an object is not part of the solution: it knows nothing of
 * repeated steps, snapshots and restart files. */
#include "model/octave.h"
#include "law/laws.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    octave_entity entity;
    const char *answers; /* data of the card, for copies of the law */
    int object;
} octave_law;

static void octave_read(reader *reader, law *law)
{
    octave_law *self = law->self;
    read_octave_entity(reader, &self->entity);
    if (!read_keyword(reader, "dimension") && read_ok(reader))
        read_error(reader, E_OCTAVE, read_place(reader), "'dimension' and the dimension of the law must follow");
    const int dimension = read_integer(reader, "dimension of the law");
    if (read_ok(reader) && dimension != law->dim)
        read_error_last(reader, E_OCTAVE_DIMENSION, dimension, law->dim);
    self->object = octave_create(reader, &self->entity, &self->answers);
}

static void octave_copy(model *model, law *to)
{
    octave_law *self = to->self;
    (void)model;
    self->object = octave_create_again(&self->entity, self->answers);
}

/* Writes "update ID N NUMBER ..." to the text. */
static void put_update(char *request, size_t size, const octave_law *self, int n, const double *strain,
                       const double *rate)
{
    int at = snprintf(request, size, "update\t%d\t%d", self->object, n);
    for (int i = 0; i < 2 * n; i++)
        at += snprintf(request + at, size - (size_t)at, "\t%.17g", i < n ? strain[i] : rate[i - n]);
}

static void octave_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    enum { FIELD = 32, MOST = LAW_MAX + 2 * LAW_MAX * LAW_MAX };
    const octave_law *self = law->self;
    const int n = law->dim, count = n + 2 * n * n;
    char request[(2 * LAW_MAX + 4) * FIELD], why[OCTAVE_WHY];
    double numbers[MOST];
    put_update(request, sizeof request, self, n, strain, rate);
    if (!octave_ask(&self->entity, state, (const char *const[]){request, NULL}, numbers, count, why)) {
        state_fail(state, self->entity.location, "Octave, class %s: %s", self->entity.name, why);
        return;
    }
    memcpy(out->stress, numbers, (size_t)n * sizeof *numbers);
    memcpy(out->by_strain, numbers + n, (size_t)n * (size_t)n * sizeof *numbers);
    memcpy(out->by_rate, numbers + n + n * n, (size_t)n * (size_t)n * sizeof *numbers);
}

const law_type law_octave = {
    .keyword = "octave",
    .grammar = "octave, \"CLASS\" [, update octave variables, BOOL] [, embed octave, BOOL] [, octave search path, "
               "\"DIR\" [, ...]], dimension, N [, DATA]",
    .summary = "A class of GNU Octave, called in a process of its own.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOELASTIC,
    .module = MODULE_OCTAVE,
    .size = sizeof(octave_law),
    .read = octave_read,
    .eval = octave_eval,
    .copy = octave_copy,
};
