/* mfront.c - laws from libraries compiled by MFront, through MGIS (law/mgis.h).
 *
 *     small strain     S = f(G), in the components of TFEL: G' = (G11 G22 G33 r G12 r G13 r G23), r = sqrt 2
 *                      S_a = w_a S'_p(a),   dS_a / d strain_b = w_a K_p(a)p(b) w_b,    w = 1 or 1 / r
 *     finite strain    P = f(F), dP/dF as returned by the behaviour
 *
 * A behaviour is integrated over a step from the state at its beginning: gradient, stress, internal variables and
 * energies. Both this state and the last accepted one are stored, so that the stress of an accepted step remains
 * available. The temperature is 293.15. If the behaviour fails, the step fails. */
#include "law/diag_rows.h"
#include "law/laws.h"
#include "law/mgis.h"
#include "model/model.h"
#include "model/reading.h"
#include <string.h>
#include <unistd.h>

enum { MOST_INTERNAL = 1000, MOST_NAMED = 1000 };

typedef struct {
    const char *name;
    double value;
} named_value;

typedef struct {
    const char *what; /* "parameter" */
    int n;
    const named_value *values;
} named_values;

/* A loaded behaviour; owned by the model. */
typedef struct {
    mgis call;
    mgis_behaviour *mgis_behaviour;
    const char *library, *name;
    named_values parameters;
} loaded;

typedef struct {
    const loaded *loaded;
    int dim, n_internal;
    const double *properties;
} behaviour;

/* --- memory ------------------------------------------------------------------------------------------------------- */

/* The memory holds the length of the step, the state at its beginning, and the last accepted state. A state consists
 * of gradient, stress, stored and dissipated energy, and internal variables. */
static int state_size(const behaviour *self) { return 2 * self->dim + 2 + self->n_internal; }

static const double TEMPERATURE = 293.15, NO_DENSITY = 0.0;

static mgis_state state_at(const behaviour *self, double *at)
{
    return (mgis_state){.gradients = at,
                        .forces = at + self->dim,
                        .mass_density = &NO_DENSITY,
                        .properties = self->properties,
                        .internal = at + 2 * self->dim + 2,
                        .stored_energy = at + 2 * self->dim,
                        .dissipated_energy = at + 2 * self->dim + 1,
                        .external = &TEMPERATURE};
}

static void mfront_begin(const void *of, void *memory)
{
    const behaviour *self = of;
    double *first = (double *)memory + 1, *last = first + state_size(self);
    for (int i = 0; self->dim == 9 && i < 3; i++)
        first[i] = last[i] = 1.0;
}

/* --- components --------------------------------------------------------------------------------------------------- */

static const double HALF_ROOT = 0.70710678118654752440;
static const int PLACE[] = {0, 1, 2, 3, 5, 4};

static double mfront_weight(int k) { return k < 3 ? 1.0 : HALF_ROOT; }

static void put_gradient(const behaviour *self, const double *strain, double *to)
{
    if (self->dim == 9)
        memcpy(to, strain, 9 * sizeof *to);
    for (int k = 0; self->dim == 6 && k < 6; k++)
        to[PLACE[k]] = mfront_weight(k) * strain[k];
}

static void take_stress(const behaviour *self, const double *stress, const double *K, law_result *out)
{
    const int n = self->dim;
    if (n == 9) {
        memcpy(out->stress, stress, 9 * sizeof *stress);
        memcpy(out->by_strain, K, 81 * sizeof *K);
        return;
    }
    for (int a = 0; a < n; a++) {
        out->stress[a] = mfront_weight(a) * stress[PLACE[a]];
        for (int b = 0; b < n; b++)
            out->by_strain[n * a + b] = mfront_weight(a) * mfront_weight(b) * K[n * PLACE[a] + PLACE[b]];
    }
}

/* --- integration -------------------------------------------------------------------------------------------------- */

/* Integrates from the state at the beginning of the step and stores the result in `to`. */
static bool integrate(const law *law, const state *state, const double *memory, const double *strain, double *to,
                      double *K)
{
    const behaviour *self = law->self;
    char why[MGIS_MESSAGE] = "";
    double factor = 1.0, sound = 0.0, *first = (double *)memory + 1;
    int result = -1;
    memcpy(to, first, (size_t)state_size(self) * sizeof *to);
    put_gradient(self, strain, to);
    K[0] = MGIS_CONSISTENT_TANGENT;
    mgis_view view = {.message = why,
                      .dt = memory[0],
                      .tangent = K,
                      .step_factor = &factor,
                      .speed_of_sound = &sound,
                      .first = state_at(self, first),
                      .last = state_at(self, to)};
    const mgis_status is = self->loaded->call.integrate(&result, &view, self->loaded->mgis_behaviour);
    const bool is_well = !is.is_failure && result >= 0;
    if (!is_well)
        state_fail(state, law->location, "%s: the behaviour %s failed: %s", law->type->keyword, self->loaded->name,
                   *why                          ? why
                   : is.is_failure && is.message ? is.message
                                                 : "no reason given");
    return is_well;
}

static void mfront_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    (void)rate;
    const behaviour *self = law->self;
    double to[2 * LAW_MOST + 2 + MOST_INTERNAL], K[LAW_MOST * LAW_MOST] = {0};
    if (integrate(law, state, remembered(state, law->memory), strain, to, K))
        take_stress(self, to + self->dim, K, out);
}

static void mfront_predict(const state *state, const law *law, memory_block *block, const double *strain,
                           const double *rate)
{
    (void)strain, (void)rate;
    double *memory = memory_at(block, law->memory);
    const int n = state_size(law->self);
    memory[0] = state->step > 0 ? state->dt : 0.0;
    memcpy(memory + 1, memory + 1 + n, (size_t)n * sizeof *memory);
}

static void mfront_accept(const state *state, const law *law, memory_block *block, const double *strain,
                          const double *rate)
{
    (void)rate;
    double *memory = memory_at(block, law->memory), to[2 * LAW_MOST + 2 + MOST_INTERNAL], K[LAW_MOST * LAW_MOST] = {0};
    const int n = state_size(law->self);
    if (integrate(law, state, memory, strain, to, K))
        memcpy(memory + 1 + n, to, (size_t)n * sizeof *memory);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* Returns the path of a file relative to the deck, or a name that the system searches for. */
static const char *read_library(reader *reader)
{
    static const char *const WORD[] = {"library path", NULL};
    read_choice(reader, WORD, "library path");
    if (!reader_allows(reader, "libraries of MFront"))
        return "";
    const char *given = read_string(reader, "library of MFront"), *path = reader_path(reader, given);
    if (!read_ok(reader) || strchr(given, '/'))
        return path;
    return access(path, F_OK) != 0 ? given
           : strchr(path, '/')     ? path
                                   : arena_printf(reader_arena(reader), "./%s", path);
}

static named_values read_named(reader *reader, const char *word, const char *what)
{
    const int n = read_keyword(reader, word) ? read_integer_in(reader, 0, MOST_NAMED, "number of values") : 0;
    named_value *v = ARENA_ARRAY(reader_arena(reader), named_value, n);
    for (int i = 0; i < n && read_ok(reader); i++) {
        v[i].name = read_string(reader, "name of the value");
        v[i].value = read_real(reader, "value");
        for (int k = 0; k < i; k++)
            if (read_ok(reader) && strcmp(v[k].name, v[i].name) == 0)
                read_error_last(reader, E_MFRONT_TWICE, v[i].name);
    }
    return (named_values){.what = what, .n = n, .values = v};
}

static const named_value *mfront_find(const named_values *in, const char *name)
{
    for (int i = 0; i < in->n; i++)
        if (strcmp(in->values[i].name, name) == 0)
            return &in->values[i];
    return NULL;
}

/* Returns a number provided by the library, or 0 if the call fails. */
static int mfront_count(mgis_status (*ask)(size_t *, const mgis_behaviour *), const mgis_behaviour *of)
{
    size_t n = 0;
    return ask(&n, of).is_failure || n > INT_MAX ? 0 : (int)n;
}

typedef mgis_status name_of(const char **, const mgis_behaviour *, size_t);

static const char *name_at(name_of *ask, const mgis_behaviour *of, int i)
{
    const char *name = NULL;
    return ask(&name, of, (size_t)i).is_failure || !name ? "" : name;
}

/* Checks that the given names are among the n names of the behaviour. */
static void check_names(reader *reader, const loaded *loaded, name_of *ask, int n, const named_values *given)
{
    for (int k = 0; k < given->n && read_ok(reader); k++) {
        int i = 0;
        while (i < n && strcmp(name_at(ask, loaded->mgis_behaviour, i), given->values[k].name) != 0)
            i++;
        if (i == n)
            read_error_last(reader, E_MFRONT_NAME, loaded->name, given->what, given->values[k].name);
    }
}

/* Parameters belong to the library: each has its default unless it is given, and all laws with the same behaviour
 * must give the same parameters. */
static void set_parameters(reader *reader, loaded *loaded)
{
    const int n = mfront_count(loaded->call.behaviour_get_number_of_parameters, loaded->mgis_behaviour);
    check_names(reader, loaded, loaded->call.behaviour_get_parameter_name, n, &loaded->parameters);
    for (int i = 0; i < n && read_ok(reader); i++) {
        const char *name = name_at(loaded->call.behaviour_get_parameter_name, loaded->mgis_behaviour, i);
        const named_value *given = mfront_find(&loaded->parameters, name);
        double number = given ? given->value : 0.0;
        const bool is_known =
            given ||
            !loaded->call.behaviour_get_parameter_default_value(&number, loaded->mgis_behaviour, name).is_failure;
        if (is_known)
            loaded->call.behaviour_set_parameter(loaded->mgis_behaviour, name, number);
    }
}

static void release(void *of)
{
    loaded *loaded = of;
    loaded->call.free_behaviour(&loaded->mgis_behaviour);
}

static bool has_same_parameters(const loaded *a, const loaded *b)
{
    bool is_same = a->parameters.n == b->parameters.n;
    for (int i = 0; i < a->parameters.n && is_same; i++) {
        const named_value *there = mfront_find(&b->parameters, a->parameters.values[i].name);
        is_same = there && there->value == a->parameters.values[i].value;
    }
    return is_same;
}

static void check_others(reader *reader, const loaded *b)
{
    const model *model = model_of(reader);
    for (int i = 0; i < model->owned.n && read_ok(reader); i++) {
        const loaded *other = model->owned.items[i].thing;
        if (model->owned.items[i].release == release && strcmp(other->library, b->library) == 0 &&
            strcmp(other->name, b->name) == 0 && !has_same_parameters(other, b))
            read_error_last(reader, E_MFRONT_PARAMETERS, b->name);
    }
}

/* Every property must be given: the library has no defaults for them. */
static const double *take_properties(reader *reader, const loaded *loaded, const named_values *all)
{
    const int n = mfront_count(loaded->call.behaviour_get_number_of_material_properties, loaded->mgis_behaviour);
    double *values = ARENA_ARRAY(reader_arena(reader), double, n);
    check_names(reader, loaded, loaded->call.behaviour_get_material_property_name, n, all);
    for (int i = 0; i < n && read_ok(reader); i++) {
        const char *name = name_at(loaded->call.behaviour_get_material_property_name, loaded->mgis_behaviour, i);
        const named_value *given = mfront_find(all, name);
        if (given)
            values[i] = given->value;
        else
            read_error_last(reader, E_MFRONT_PROPERTY, loaded->name, name);
    }
    return values;
}

/* The temperature is the only external state variable that is provided. */
static void check_external(reader *reader, const loaded *loaded)
{
    const int n = mfront_count(loaded->call.behaviour_get_number_of_external_state_variables, loaded->mgis_behaviour);
    for (int i = 0; i < n && read_ok(reader); i++) {
        const char *name = name_at(loaded->call.behaviour_get_external_state_variable_name, loaded->mgis_behaviour, i);
        if (strcmp(name, "Temperature") != 0)
            read_error_last(reader, E_MFRONT_EXTERNAL, loaded->name, name);
    }
}

static loaded *mfront_load(reader *reader, int dim, const char *library, const char *name)
{
    loaded *b = ARENA_NEW(reader_arena(reader), loaded);
    char why[MGIS_MESSAGE] = "";
    b->library = library, b->name = name;
    const char *missing = mgis_load(&b->call);
    if (missing && strcmp(missing, mgis_library) == 0)
        read_error_last(reader, E_NO_MGIS, mgis_library);
    else if (missing)
        read_error_last(reader, E_OLD_MGIS, mgis_library, missing);
    else if (!(b->mgis_behaviour = mgis_open(&b->call, dim == 9, library, name, why)))
        read_error_last(reader, E_MFRONT_LOAD, name, library, why);
    else
        model_owns(model_of(reader), release, b);
    return b;
}

static void read_mfront(reader *reader, law *law)
{
    static const char *const WORD[] = {"name", NULL};
    behaviour *self = law->self;
    const char *library = read_library(reader);
    read_choice(reader, WORD, "name");
    const char *name = read_string(reader, "name of the behaviour");
    const named_values parameters = read_named(reader, "parameters", "parameter");
    const named_values properties = read_named(reader, "properties", "property");
    if (!read_ok(reader))
        return;
    loaded *loaded = mfront_load(reader, law->dim, library, name);
    if (!read_ok(reader))
        return;
    loaded->parameters = parameters;
    check_others(reader, loaded);
    set_parameters(reader, loaded);
    check_external(reader, loaded);
    *self = (behaviour){.loaded = loaded, .dim = law->dim, .properties = take_properties(reader, loaded, &properties)};
    self->n_internal = mfront_count(loaded->call.behaviour_get_internal_state_variables_size, loaded->mgis_behaviour);
    if (self->n_internal > MOST_INTERNAL)
        read_error_last(reader, E_MFRONT_INTERNAL, name, self->n_internal, MOST_INTERNAL);
    law->memory_size = (1 + size_product(2, state_size(self))) * sizeof(double);
}

#define MFRONT_GRAMMAR                                                                                              \
    ", library path, \"PATH\", name, \"BEHAVIOUR\" [, parameters, N, \"PARAMETER\", VALUE, ...] [, properties, N, " \
    "\"PROPERTY\", VALUE, ...]"
/* Nothing is known about the behaviour, in particular not whether it has a potential. */
#define MFRONT_SLOTS                                                                                                 \
    .kind = LAW_ELASTIC, .size = sizeof(behaviour), .read = read_mfront, .eval = mfront_eval, .begin = mfront_begin, \
    .predict = mfront_predict, .accept = mfront_accept

const law_type law_mfront_finite_strain = {
    MFRONT_SLOTS,
    .keyword = "mfront finite strain",
    .grammar = "mfront finite strain" MFRONT_GRAMMAR,
    .summary = "A finite strain law from an MFront library.",
    .dims = LAW_9D,
    .flags = LAW_BARE,
};

const law_type law_mfront_small_strain = {
    MFRONT_SLOTS,
    .keyword = "mfront small strain",
    .grammar = "mfront small strain" MFRONT_GRAMMAR,
    .summary = "A small strain law from an MFront library.",
    .dims = LAW_6D,
};
