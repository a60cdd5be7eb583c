/* user_kinds.c - laws, drives and scalar functions of a user's module, as the core knows them. */
#include "base/array.h"
#include "model/user/inside.h"
#include <string.h>

/* Each row: the type as the core wants it, and that of the module behind it. */
typedef struct {
    law_type type;
    const torsor_law_type *public;
} law_row;
typedef struct {
    drive_type type;
    const torsor_drive_type *public;
} drive_row;
typedef struct {
    scalar_function_type type;
    const torsor_function_type *public;
} function_row;

user_instance *user_instance_make(reader *r, void *self, const void *by, size_t size)
{
    user_instance *u = self;
    u->type = by;
    u->data = arena_alloc(reader_arena(r), size);
    return u;
}

/* --- laws --------------------------------------------------------------------------------------------------------- */

static const torsor_law_type *law_by(const law *l) { return ((const user_instance *)l->self)->type; }
static const void *law_data(const law *l) { return ((const user_instance *)l->self)->data; }

static void read_user_law(reader *r, law *l)
{
    const torsor_law_type *by = ((const law_row *)l->type)->public;
    const user_instance *u = user_instance_make(r, l->self, by, by->size);
    torsor_reader in = {.r = r};
    by->read(&in, u->data, l->dim);
}

/* One argument of the law: which of its derivatives belong to it. */
typedef struct {
    const double *values[2]; /* strain, rate */
    int which;
} law_argument;

static void user_kinds_difference(const law *l, const torsor_instant *t, const law_argument *a, double *by)
{
    const torsor_law_type *type = law_by(l);
    static const double STEP = 6e-6;
    const int dim = l->dim;
    for (int j = 0; j < dim; j++) {
        double moved[2][LAW_MAX], stress[2][LAW_MAX] = {{0}}, none[LAW_MAX * LAW_MAX];
        const double h = STEP * (1.0 + fabs(a->values[a->which][j]));
        for (int side = 0; side < 2; side++) {
            memcpy(moved[0], a->values[0], (size_t)dim * sizeof(double));
            memcpy(moved[1], a->values[1], (size_t)dim * sizeof(double));
            moved[a->which][j] += side == 0 ? h : -h;
            type->eval(law_data(l), t, dim, moved[0], moved[1], &(torsor_stress){stress[side], none, none});
        }
        for (int i = 0; i < dim; i++)
            by[i * dim + j] = (stress[0][i] - stress[1][i]) / (2.0 * h);
    }
}

static void eval_law(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    const torsor_law_type *by = law_by(l);
    static const double ZERO[LAW_MAX];
    const double *given = rate ? rate : ZERO;
    const torsor_inside in = {.s = s, .where = l->where};
    const torsor_instant t = user_instant(&in, user_remembered(s, l->memory));
    double none[2][LAW_MAX * LAW_MAX];
    const bool by_differences = by->flags & TORSOR_BY_DIFFERENCES;
    torsor_stress to = {out->stress, by_differences ? none[0] : out->by_strain,
                        by_differences ? none[1] : out->by_rate};
    by->eval(law_data(l), &t, l->dim, strain, given, &to);
    if (!by_differences)
        return;
    user_kinds_difference(l, &t, &(law_argument){{strain, given}, 0}, out->by_strain);
    if (by->uses_rate)
        user_kinds_difference(l, &t, &(law_argument){{strain, given}, 1}, out->by_rate);
}

static void begin_law(const void *self, void *memory)
{
    const user_instance *u = self;
    ((const torsor_law_type *)u->type)->begin(u->data, memory);
}

static bool valid_law(const void *self, const void *memory)
{
    const user_instance *u = self;
    return ((const torsor_law_type *)u->type)->valid(u->data, memory) != 0;
}

static void predict_law(const state *s, const law *l, memory_block *m, const double *strain, const double *rate)
{
    static const double ZERO[LAW_MAX];
    const torsor_inside in = {.s = s, .where = l->where};
    const torsor_instant t = user_instant(&in, user_remembered(s, l->memory));
    law_by(l)->predict(law_data(l), &t, l->dim, strain, rate ? rate : ZERO, memory_at(m, l->memory));
}

static void accept_law(const state *s, const law *l, memory_block *m, const double *strain, const double *rate)
{
    static const double ZERO[LAW_MAX];
    const torsor_inside in = {.s = s, .where = l->where};
    const torsor_instant t = user_instant(&in, user_remembered(s, l->memory));
    law_by(l)->accept(law_data(l), &t, l->dim, strain, rate ? rate : ZERO, memory_at(m, l->memory));
}

law_type *user_law_type(arena *memory, const torsor_law_type *by)
{
    law_row *t = ARENA_NEW(memory, law_row);
    const bool remembers = by->memory > 0;
    t->public = by;
    t->type = (law_type){
        .keyword = by->keyword,
        .grammar = by->grammar,
        .summary = by->summary,
        .dims = by->dims & (1u << 1 | 1u << 3 | 1u << 6),
        .kind = by->uses_rate ? LAW_VISCOELASTIC : LAW_ELASTIC,
        .size = sizeof(user_instance),
        .read = read_user_law,
        .eval = eval_law,
        .memory = by->memory,
        .begin = by->begin ? begin_law : NULL,
        .valid = by->valid ? valid_law : NULL,
        .predict = remembers && by->predict ? predict_law : NULL,
        .accept = remembers && by->accept ? accept_law : NULL,
    };
    return &t->type;
}

/* --- drives ------------------------------------------------------------------------------------------------------- */

static void read_user_drive(reader *r, drive *d)
{
    const torsor_drive_type *by = ((const drive_row *)d->type)->public;
    const user_instance *u = user_instance_make(r, d->self, by, by->size);
    torsor_reader in = {.r = r};
    by->read(&in, u->data);
}

static double user_kinds_value_of(const drive *d, const state *s, double x)
{
    const user_instance *u = d->self;
    const torsor_inside in = {.s = s, .where = d->where};
    const torsor_instant t = user_instant(&in, user_remembered(s, d->memory));
    return ((const torsor_drive_type *)u->type)->value(u->data, &t, x);
}

static double user_kinds_slope(const drive *d, const state *s, double x)
{
    const user_instance *u = d->self;
    const torsor_inside in = {.s = s, .where = d->where};
    const torsor_instant t = user_instant(&in, user_remembered(s, d->memory));
    return ((const torsor_drive_type *)u->type)->slope(u->data, &t, x);
}

static void begin_drive(const void *self, void *memory)
{
    const user_instance *u = self;
    ((const torsor_drive_type *)u->type)->begin(u->data, memory);
}

static bool valid_drive(const void *self, const void *memory)
{
    const user_instance *u = self;
    return ((const torsor_drive_type *)u->type)->valid(u->data, memory) != 0;
}

static void accept_drive(const state *s, const drive *d, memory_block *m)
{
    const user_instance *u = d->self;
    const torsor_inside in = {.s = s, .where = d->where};
    const torsor_instant t = user_instant(&in, user_remembered(s, d->memory));
    ((const torsor_drive_type *)u->type)->accept(u->data, &t, memory_at(m, d->memory));
}

drive_type *user_drive_type(arena *memory, const torsor_drive_type *by)
{
    drive_row *t = ARENA_NEW(memory, drive_row);
    t->public = by;
    t->type = (drive_type){
        .keyword = by->keyword,
        .grammar = by->grammar,
        .summary = by->summary,
        .size = sizeof(user_instance),
        .read = read_user_drive,
        .value = user_kinds_value_of,
        .slope = by->slope ? user_kinds_slope : NULL,
        .memory = by->memory,
        .begin = by->begin ? begin_drive : NULL,
        .valid = by->valid ? valid_drive : NULL,
        .accept = by->memory > 0 && by->accept ? accept_drive : NULL,
    };
    return &t->type;
}

/* --- scalar functions --------------------------------------------------------------------------------------------- */

static void read_user_function(reader *r, scalar_function *f)
{
    const torsor_function_type *by = ((const function_row *)f->type)->public;
    const user_instance *u = user_instance_make(r, f->self, by, by->size);
    torsor_reader in = {.r = r};
    by->read(&in, u->data);
}

static double eval_function(const scalar_function *f, double x, int order, function_fault *bad)
{
    const user_instance *u = f->self;
    const char *why = NULL;
    const double y = ((const torsor_function_type *)u->type)->eval(u->data, x, order, &why);
    return why ? function_fail(bad, f, x, why) : y;
}

scalar_function_type *user_function_type(arena *memory, const torsor_function_type *by)
{
    function_row *t = ARENA_NEW(memory, function_row);
    t->public = by;
    t->type = (scalar_function_type){
        .keyword = by->keyword,
        .grammar = by->grammar,
        .summary = by->summary,
        .size = sizeof(user_instance),
        .read = read_user_function,
        .eval = eval_function,
    };
    return &t->type;
}
