/* user_kinds.c - adapts laws, drives and scalar functions of a user's module to the core. */
#include "base/array.h"
#include "model/user/inside.h"
#include <string.h>

/* Each pairs the type in the form of the core with the type of the module that it wraps. */
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

user_instance *user_instance_make(reader *reader, void *self, const void *by, size_t size)
{
    user_instance *user_instance = self;
    user_instance->type = by;
    user_instance->data = arena_alloc(reader_arena(reader), size);
    return user_instance;
}

/* --- laws --------------------------------------------------------------------------------------------------------- */

static const torsor_law_type *law_by(const law *law) { return ((const user_instance *)law->self)->type; }
static const void *law_data(const law *law) { return ((const user_instance *)law->self)->data; }

static void read_user_law(reader *reader, law *law)
{
    const torsor_law_type *by = ((const law_row *)law->type)->public;
    const user_instance *user_instance = user_instance_make(reader, law->self, by, by->size);
    torsor_reader in = {.reader = reader};
    by->read(&in, user_instance->data, law->dim);
}

/* One argument of the law, and which of its derivatives belong to it. */
typedef struct {
    const double *values[2]; /* strain, rate */
    int which;
} law_argument;

static void user_kinds_difference(const law *law, const torsor_instant *instant, const law_argument *law_argument,
                                  double *by)
{
    const torsor_law_type *type = law_by(law);
    static const double STEP = 6e-6;
    const int dim = law->dim;
    for (int j = 0; j < dim; j++) {
        double moved[2][LAW_MAX], stress[2][LAW_MAX] = {{0}}, none[LAW_MAX * LAW_MAX];
        const double h = STEP * (1.0 + fabs(law_argument->values[law_argument->which][j]));
        for (int side = 0; side < 2; side++) {
            memcpy(moved[0], law_argument->values[0], (size_t)dim * sizeof(double));
            memcpy(moved[1], law_argument->values[1], (size_t)dim * sizeof(double));
            moved[law_argument->which][j] += side == 0 ? h : -h;
            type->eval(law_data(law), instant, dim, moved[0], moved[1], &(torsor_stress){stress[side], none, none});
        }
        for (int i = 0; i < dim; i++)
            by[i * dim + j] = (stress[0][i] - stress[1][i]) / (2.0 * h);
    }
}

static void eval_law(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const torsor_law_type *by = law_by(law);
    static const double ZERO[LAW_MAX];
    const double *given = rate ? rate : ZERO;
    const torsor_inside in = {.state = state, .location = law->location};
    const torsor_instant instant = user_instant(&in, user_remembered(state, law->memory));
    double none[2][LAW_MAX * LAW_MAX];
    const bool by_differences = by->flags & TORSOR_BY_DIFFERENCES;
    torsor_stress to = {out->stress, by_differences ? none[0] : out->by_strain,
                        by_differences ? none[1] : out->by_rate};
    by->eval(law_data(law), &instant, law->dim, strain, given, &to);
    if (!by_differences)
        return;
    user_kinds_difference(law, &instant, &(law_argument){{strain, given}, 0}, out->by_strain);
    if (by->uses_rate)
        user_kinds_difference(law, &instant, &(law_argument){{strain, given}, 1}, out->by_rate);
}

static void begin_law(const void *self, void *memory)
{
    const user_instance *user_instance = self;
    ((const torsor_law_type *)user_instance->type)->begin(user_instance->data, memory);
}

static bool valid_law(const void *self, const void *memory)
{
    const user_instance *user_instance = self;
    return ((const torsor_law_type *)user_instance->type)->valid(user_instance->data, memory) != 0;
}

static void predict_law(const state *state, const law *law, memory_block *memory, const double *strain,
                        const double *rate)
{
    static const double ZERO[LAW_MAX];
    const torsor_inside in = {.state = state, .location = law->location};
    const torsor_instant instant = user_instant(&in, user_remembered(state, law->memory));
    law_by(law)->predict(law_data(law), &instant, law->dim, strain, rate ? rate : ZERO, memory_at(memory, law->memory));
}

static void accept_law(const state *state, const law *law, memory_block *memory, const double *strain,
                       const double *rate)
{
    static const double ZERO[LAW_MAX];
    const torsor_inside in = {.state = state, .location = law->location};
    const torsor_instant instant = user_instant(&in, user_remembered(state, law->memory));
    law_by(law)->accept(law_data(law), &instant, law->dim, strain, rate ? rate : ZERO, memory_at(memory, law->memory));
}

law_type *user_law_type(arena *memory, const torsor_law_type *by)
{
    law_row *row = ARENA_NEW(memory, law_row);
    const bool remembers = by->memory > 0;
    row->public = by;
    row->type = (law_type){
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
    return &row->type;
}

/* --- drives ------------------------------------------------------------------------------------------------------- */

static void read_user_drive(reader *reader, drive *drive)
{
    const torsor_drive_type *by = ((const drive_row *)drive->type)->public;
    const user_instance *user_instance = user_instance_make(reader, drive->self, by, by->size);
    torsor_reader in = {.reader = reader};
    by->read(&in, user_instance->data);
}

static double user_kinds_value_of(const drive *drive, const state *state, double x)
{
    const user_instance *user_instance = drive->self;
    const torsor_inside in = {.state = state, .location = drive->location};
    const torsor_instant instant = user_instant(&in, user_remembered(state, drive->memory));
    return ((const torsor_drive_type *)user_instance->type)->value(user_instance->data, &instant, x);
}

static double user_kinds_derivative(const drive *drive, const state *state, double x)
{
    const user_instance *user_instance = drive->self;
    const torsor_inside in = {.state = state, .location = drive->location};
    const torsor_instant instant = user_instant(&in, user_remembered(state, drive->memory));
    return ((const torsor_drive_type *)user_instance->type)->derivative(user_instance->data, &instant, x);
}

static void begin_drive(const void *self, void *memory)
{
    const user_instance *user_instance = self;
    ((const torsor_drive_type *)user_instance->type)->begin(user_instance->data, memory);
}

static bool valid_drive(const void *self, const void *memory)
{
    const user_instance *user_instance = self;
    return ((const torsor_drive_type *)user_instance->type)->valid(user_instance->data, memory) != 0;
}

static void accept_drive(const state *state, const drive *drive, memory_block *memory)
{
    const user_instance *user_instance = drive->self;
    const torsor_inside in = {.state = state, .location = drive->location};
    const torsor_instant instant = user_instant(&in, user_remembered(state, drive->memory));
    ((const torsor_drive_type *)user_instance->type)
        ->accept(user_instance->data, &instant, memory_at(memory, drive->memory));
}

drive_type *user_drive_type(arena *memory, const torsor_drive_type *by)
{
    drive_row *row = ARENA_NEW(memory, drive_row);
    row->public = by;
    row->type = (drive_type){
        .keyword = by->keyword,
        .grammar = by->grammar,
        .summary = by->summary,
        .size = sizeof(user_instance),
        .read = read_user_drive,
        .value = user_kinds_value_of,
        .derivative = by->derivative ? user_kinds_derivative : NULL,
        .memory = by->memory,
        .begin = by->begin ? begin_drive : NULL,
        .valid = by->valid ? valid_drive : NULL,
        .accept = by->memory > 0 && by->accept ? accept_drive : NULL,
    };
    return &row->type;
}

/* --- scalar functions --------------------------------------------------------------------------------------------- */

static void read_user_function(reader *reader, scalar_function *function)
{
    const torsor_function_type *by = ((const function_row *)function->type)->public;
    const user_instance *user_instance = user_instance_make(reader, function->self, by, by->size);
    torsor_reader in = {.reader = reader};
    by->read(&in, user_instance->data);
}

static double eval_function(const scalar_function *function, double x, int order, function_error *bad)
{
    const user_instance *user_instance = function->self;
    const char *why = NULL;
    const double y = ((const torsor_function_type *)user_instance->type)->eval(user_instance->data, x, order, &why);
    return why ? function_fail(bad, function, x, why) : y;
}

scalar_function_type *user_function_type(arena *memory, const torsor_function_type *by)
{
    function_row *row = ARENA_NEW(memory, function_row);
    row->public = by;
    row->type = (scalar_function_type){
        .keyword = by->keyword,
        .grammar = by->grammar,
        .summary = by->summary,
        .size = sizeof(user_instance),
        .read = read_user_function,
        .eval = eval_function,
    };
    return &row->type;
}
