/* cyclocopter.c - cycloidal rotors: induced velocity, and the sum of the loads of the attached blades.
 *
 *     axes: those of the craft, rotated; 1 is the shaft.   psi = atan2(x3, x2): azimuth of the first blade
 *     F: force of the blades; G: F after a second-order Butterworth filter, if `omegacut` and `timestep` are given, or
 *     its mean over the last revolution (`average`)
 *         k = omega h/2,  D = 1 + sqrt(2) k + k^2
 *         D G = k^2 (F + 2 F_1 + F_2) - 2 (k^2 - 1) G_1 - (1 - sqrt(2) k + k^2) G_2
 *     v = kappa sqrt(|G|/(2 rho A)) along G,  A = 2 R b,   G without its component 1 (uniform 1D: only component 3)
 *     velocity of the air: -u,   u = (1 - d) v + d u_1,   d: `delay`, without effect at the initial state
 *     uniform   the same everywhere
 *     Polimi    times pi/2 |cos(psi - xi)|, psi: azimuth of the point, xi: that of G; its mean over the drum is u
 *
 * L. Gagnon et al., Aerodynamic models for cycloidal rotor analysis, Aircraft Engineering and Aerospace Technology 88,
 * 2016. A revolution ends when the azimuth passes zero. */
#include "contract/diag_rows.h"
#include "contract/sampler.h"
#include "element/aero/air.h"
#include "element/aero/collected.h"
#include "deck/named_values.h"
#include "model/frames.h"
#include "model/reading.h"
#include <math.h>
#include <string.h>

typedef enum { NO_INFLOW, UNIFORM_1D, UNIFORM_2D, POLIMI } inflow_kind;

typedef struct {
    inflow_kind kind;
    const node *craft, *hub;
    const node *blade; /* the first blade; NULL: none */
    mat3 rotated;
    const elem *const *air;
    bool is_average;
    double radius, span, kappa;
    double cut, step;   /* of the filter; 0: none */
    const drive *delay; /* NULL: none */
} cyclocopter;

/* The history from which a step starts. */
typedef struct {
    vec3 inputs[2], out[2]; /* of the filter, latest first */
    vec3 mean;              /* of G over the last revolution */
    vec3 u;                 /* axes of the rotor */
} past;

typedef struct {
    past before, after; /* of the current step, constant until the next one begins */
    vec3 sum;           /* of G over the current revolution */
    int count;
    double azimuth;
} cyclocopter_memory;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static const internal_kind KINDS[INFLOW_LOADS] = {INTERNAL_SUM, INTERNAL_SUM, INTERNAL_SUM,
                                                  INTERNAL_SUM, INTERNAL_SUM, INTERNAL_SUM};

static void cyclocopter_set(elem *element)
{
    element->n_internal = INFLOW_LOADS;
    element->kinds = KINDS;
}

static void cyclocopter_read_nodes(reader *reader, elem *element, inflow_kind kind)
{
    cyclocopter *p = element->self;
    *p = (cyclocopter){.kind = kind, .kappa = 1.0, .rotated = MAT3_EYE, .air = air_required(reader, element)};
    p->craft = read_structural_node(reader, "craft node");
    const frame_context in = {.node_frame = p->craft ? p->craft->initial : NULL};
    if (read_keyword(reader, "orientation"))
        p->rotated = read_orientation_rel(reader, &in, "orientation of the rotor");
    p->hub = read_structural_node(reader, "rotor node");
    cyclocopter_set(element);
}

static void read_inflow(reader *reader, elem *element, inflow_kind kind)
{
    cyclocopter *cyclocopter = element->self;
    cyclocopter_read_nodes(reader, element, kind);
    cyclocopter->is_average = read_bool(reader, "average");
    cyclocopter->radius = read_positive(reader, "radius of the rotor");
    cyclocopter->span = read_positive(reader, "span of the blades");
    cyclocopter->delay = read_keyword(reader, "delay") ? read_drive(reader, "delay") : NULL;
    cyclocopter->cut = read_keyword(reader, "omegacut") ? read_positive(reader, "cut frequency") : 0.0;
    cyclocopter->kappa = read_keyword(reader, "kappa") ? read_positive(reader, "correction factor") : 1.0;
    cyclocopter->step = read_keyword(reader, "timestep") ? read_positive(reader, "time step") : 0.0;
}

static void read_no_inflow(reader *reader, elem *element) { cyclocopter_read_nodes(reader, element, NO_INFLOW); }
static void read_uniform_1d(reader *reader, elem *element) { read_inflow(reader, element, UNIFORM_1D); }
static void read_uniform_2d(reader *reader, elem *element) { read_inflow(reader, element, UNIFORM_2D); }
static void read_polimi(reader *reader, elem *element) { read_inflow(reader, element, POLIMI); }

static void cyclocopter_connect(const elem *element, layout *layout)
{
    (void)element;
    layout_collected(layout, 0);
}

/* --- progress of steps -------------------------------------------------------------------------------------------- */

static mat3 axes(const cyclocopter *cyclocopter, const state *state)
{
    return mat3_mul(&state->poses[cyclocopter->craft->pose].R, &cyclocopter->rotated);
}

/* Returns the azimuth of the first blade, or of axis 1 of the rotor node. */
static double azimuth_now(const state *state, const elem *element, const mat3 *R)
{
    const cyclocopter *cyclocopter = element->self;
    const vec3 arm = cyclocopter->blade
                         ? vec3_sub(state->poses[cyclocopter->blade->pose].x, state->poses[cyclocopter->craft->pose].x)
                         : mat3_col(&state->poses[cyclocopter->hub->pose].R, 0);
    const vec3 x = mat3_tmulv(R, arm);
    return atan2(x.z, x.y);
}

static void count_revolution(cyclocopter_memory *memory, double azimuth, vec3 G)
{
    memory->count++;
    memory->sum = vec3_add(memory->sum, G);
    if (memory->azimuth < 0.0 && azimuth >= 0.0 && azimuth - memory->azimuth < M_PI) {
        memory->after.mean = vec3_scale(1.0 / memory->count, memory->sum);
        memory->sum = (vec3){0, 0, 0};
        memory->count = 0;
    }
    memory->azimuth = azimuth;
}

/* Returns the factor of F in G. */
static double filter_gain(const cyclocopter *cyclocopter)
{
    const double k = 0.5 * cyclocopter->cut * cyclocopter->step;
    return cyclocopter->cut > 0.0 && cyclocopter->step > 0.0 ? k * k / (1.0 + M_SQRT2 * k + k * k) : 1.0;
}

static vec3 filtered(const cyclocopter *cyclocopter, const past *past, vec3 F)
{
    if (cyclocopter->cut <= 0.0 || cyclocopter->step <= 0.0)
        return F;
    const double k = 0.5 * cyclocopter->cut * cyclocopter->step, D = 1.0 + M_SQRT2 * k + k * k;
    vec3 G = vec3_scale(k * k, vec3_add(vec3_axpy(F, 2.0, past->inputs[0]), past->inputs[1]));
    G = vec3_axpy(G, -2.0 * (k * k - 1.0), past->out[0]);
    return vec3_scale(1.0 / D, vec3_axpy(G, -(1.0 - M_SQRT2 * k + k * k), past->out[1]));
}

/* Returns kappa/sqrt(2 rho A). */
static double by_root(const cyclocopter *cyclocopter, const state *state)
{
    air_moment now;
    air_point air;
    air_begin(*cyclocopter->air, state, &now);
    air_at(&now, state->poses[cyclocopter->craft->pose].x, &air, NULL);
    return air.density > 0.0 ? cyclocopter->kappa / sqrt(4.0 * air.density * cyclocopter->radius * cyclocopter->span)
                             : 0.0;
}

/* Returns the component of the force that induces velocity. */
static vec3 pushing(const cyclocopter *cyclocopter, vec3 G)
{
    return (vec3){0.0, cyclocopter->kind == UNIFORM_1D ? 0.0 : G.y, G.z};
}

/* Returns u along G; 0 without a force. */
static vec3 momentum(const cyclocopter *cyclocopter, const state *state, vec3 G)
{
    const double T = vec3_norm(G);
    return T > 0.0 ? vec3_scale(by_root(cyclocopter, state) / sqrt(T), G) : G;
}

/* Returns v for the current loads, in the axes of the rotor. */
static vec3 sought(const state *state, const elem *element, const mat3 *R)
{
    const cyclocopter *cyclocopter = element->self;
    const past *past = &((const cyclocopter_memory *)remembered(state, element->memory))->before;
    vec3 F, M;
    collected_loads(state, element, R, &F, &M);
    return momentum(cyclocopter, state,
                    pushing(cyclocopter, cyclocopter->is_average ? past->mean : filtered(cyclocopter, past, F)));
}

static double delay_now(const cyclocopter *cyclocopter, const state *state)
{
    return cyclocopter->delay && state->step > 0 ? drive_now(cyclocopter->delay, state) : 0.0;
}

static vec3 delayed(const state *state, const elem *element, vec3 v)
{
    const cyclocopter_memory *memory = remembered(state, element->memory);
    const double d = delay_now(element->self, state);
    return vec3_axpy(vec3_scale(1.0 - d, v), d, memory->before.u);
}

static void cyclocopter_accept(const state *state, const elem *element, memory_block *to)
{
    const cyclocopter *cyclocopter = element->self;
    cyclocopter_memory *memory = memory_at(to, element->memory);
    const mat3 R = axes(cyclocopter, state);
    vec3 F, M;
    collected_loads(state, element, &R, &F, &M);
    const vec3 G = filtered(cyclocopter, &memory->before, F);
    memory->after =
        (past){.inputs = {F, memory->before.inputs[0]}, .out = {G, memory->before.out[0]}, .mean = memory->before.mean};
    count_revolution(memory, azimuth_now(state, element, &R), G);
    if (cyclocopter->kind != NO_INFLOW)
        memory->after.u = delayed(state, element, sought(state, element, &R));
}

static void cyclocopter_predict(const state *state, const elem *element, memory_block *to)
{
    (void)state;
    cyclocopter_memory *memory = memory_at(to, element->memory);
    memory->before = memory->after;
}

/* --- induced velocity --------------------------------------------------------------------------------------------- */

/* Contents of an inflow_moment, global axes. */
typedef struct {
    vec3 shaft, center;
    vec3 v;       /* induced velocity of the air */
    vec3 along;   /* direction xi, unit vector */
    mat3 by_load; /* derivative of v with respect to the collected force */
    int is_spread;
} drum;

_Static_assert(sizeof(drum) <= INFLOW_NUMBERS * sizeof(double), "a drum fits into the moment of an inflow");

static bool varies(const elem *element)
{
    const cyclocopter *cyclocopter = element->self;
    return cyclocopter->kind != NO_INFLOW && !cyclocopter->is_average;
}

/* v = c g/sqrt(T), T = |g|, g = R P R' G:   dv/dF = c^2 b (R P R' - v v'/(2 v^2))/|v|,   b: factor of F in G */
static mat3 derivative_of(const cyclocopter *cyclocopter, const state *state, const mat3 *R, vec3 v)
{
    const double u = vec3_norm(v), c = by_root(cyclocopter, state), scale = -c * c * filter_gain(cyclocopter) / u;
    const vec3 second = mat3_col(R, 1), third = mat3_col(R, 2);
    mat3 D = mat3_outer(third, third);
    if (cyclocopter->kind != UNIFORM_1D) {
        const mat3 other = mat3_outer(second, second);
        D = mat3_add(&D, &other);
    }
    const mat3 rotation = mat3_outer(vec3_scale(-0.5 / (u * u), v), v);
    D = mat3_add(&D, &rotation);
    return mat3_scale(scale, &D);
}

static void begin_moment(const elem *element, const state *state, inflow_moment *inflow_moment)
{
    const cyclocopter *cyclocopter = element->self;
    const mat3 R = axes(cyclocopter, state);
    drum drum = {.shaft = mat3_col(&R, 0), .center = state->poses[cyclocopter->craft->pose].x};
    const vec3 v = cyclocopter->kind == NO_INFLOW ? (vec3){0, 0, 0} : sought(state, element, &R);
    const vec3 u = cyclocopter->kind == NO_INFLOW ? v : delayed(state, element, v);
    if (vec3_norm(u) > 0.0) {
        drum.v = mat3_mulv(&R, vec3_scale(-1.0, u));
        drum.along = mat3_mulv(&R, vec3_scale(1.0 / vec3_norm(u), u));
        drum.is_spread = cyclocopter->kind == POLIMI;
    }
    if (vec3_norm(v) > 0.0 && varies(element)) {
        drum.by_load = derivative_of(cyclocopter, state, &R, mat3_mulv(&R, v));
        drum.by_load = mat3_scale(1.0 - delay_now(cyclocopter, state), &drum.by_load);
    }
    memcpy(inflow_moment->k, &drum, sizeof drum);
}

/* Returns pi/2 |cos(psi - xi)| at x, and its gradient. */
static double cyclocopter_spread(const drum *drum, vec3 x, vec3 *gradient)
{
    *gradient = (vec3){0, 0, 0};
    const vec3 from = vec3_sub(x, drum->center),
               arm = vec3_sub(from, vec3_scale(vec3_dot(drum->shaft, from), drum->shaft));
    const double r = vec3_norm(arm);
    if (!drum->is_spread || r == 0.0)
        return 1.0;
    const double c = vec3_dot(drum->along, arm) / r;
    *gradient = vec3_scale(copysign(M_PI_2, c) / r, vec3_sub(drum->along, vec3_scale(c / r, arm)));
    return M_PI_2 * fabs(c);
}

/* The rotation of xi with the force is neglected in the derivatives. */
static vec3 cyclocopter_velocity(const inflow_moment *inflow_moment, vec3 x, inflow_derivatives *derivatives)
{
    drum drum;
    vec3 gradient;
    memcpy(&drum, inflow_moment->k, sizeof drum);
    const double factor = cyclocopter_spread(&drum, x, &gradient);
    if (derivatives) {
        derivatives->x = mat3_outer(drum.v, gradient);
        for (int i = 0; i < 3; i++)
            derivatives->internal[i] = vec3_scale(factor, mat3_col(&drum.by_load, i));
    }
    return vec3_scale(factor, drum.v);
}

static vec3 pole(const elem *element, const state *state)
{
    return state->poses[((const cyclocopter *)element->self)->craft->pose].x;
}

static void attach(const elem *element, const node *node)
{
    cyclocopter *cyclocopter = element->self;
    if (!cyclocopter->blade)
        cyclocopter->blade = node;
}

static const struct inflow_slots INFLOW = {
    .attach = attach, .begin = begin_moment, .velocity = cyclocopter_velocity, .pole = pole, .varies = varies};

/* --- output ------------------------------------------------------------------------------------------------------- */

static void record_number(record *out, const char *name, physical_quantity unit, const char *words, double is)
{
    record_name(out, name, unit, words);
    record_real(out, is);
}

static void record_vector(record *out, const char *name, physical_quantity unit, const char *words, vec3 is)
{
    record_name(out, name, unit, words);
    record_vec3(out, is);
}

static void cyclocopter_output_row(const state *state, const elem *element, record *out)
{
    const cyclocopter *cyclocopter = element->self;
    const cyclocopter_memory *memory = remembered(state, element->memory);
    const mat3 R = axes(cyclocopter, state);
    const vec3 v = memory->after.u, u = cyclocopter->kind == UNIFORM_1D ? (vec3){0, 0, 0} : v;
    vec3 F, M;
    collected_loads(state, element, &R, &F, &M);
    record_begin(out, element->label);
    record_vector(out, "f", QUANTITY_FORCE, "force of the rotor in its axes", F);
    record_vector(out, "m", QUANTITY_MOMENT, "moment of the rotor in its axes", M);
    record_number(out, "UMean", QUANTITY_VELOCITY, "mean induced velocity", vec3_norm(v));
    if (cyclocopter->kind == POLIMI) {
        record_vector(out, "U", QUANTITY_VELOCITY, "induced velocity in the axes of the rotor", u);
        record_number(out, "xi", QUANTITY_RADIANS, "azimuth of the induced velocity", atan2(u.z, u.y));
        record_number(out, "psi", QUANTITY_RADIANS, "azimuth of the first blade", memory->azimuth);
    } else {
        record_number(out, "psi", QUANTITY_RADIANS, "azimuth of the first blade", memory->azimuth);
        record_name(out, "count", QUANTITY_DIMENSIONLESS, "steps in this revolution");
        record_integer(out, memory->count);
        record_vector(out, "U", QUANTITY_VELOCITY, "induced velocity in the axes of the rotor", u);
    }
    record_vector(out, "fMean", QUANTITY_FORCE, "mean force in the last revolution", memory->after.mean);
    record_end(out);
}

static const char *const PRIVATE[] = {"Tx", "Ty", "Tz", "Mx", "My", "Mz", NULL};

static double cyclocopter_private_value(const state *state, const elem *element, int index)
{
    const mat3 R = axes(element->self, state);
    vec3 F, M;
    collected_loads(state, element, &R, &F, &M);
    return vec3_get(index <= 3 ? F : M, (index - 1) % 3);
}

static const char *cyclocopter_internal_name(const elem *element, int i)
{
    static const char *const NAMES[] = {"force x", "force y", "force z", "moment x", "moment y", "moment z"};
    (void)element;
    return NAMES[i];
}

static void sample_as(sampler *from, elem *element, inflow_kind kind)
{
    const elem **air = ARENA_NEW(from->memory, const elem *);
    *air = sample_air(from);
    *(cyclocopter *)element->self = (cyclocopter){.kind = kind,
                                                  .craft = sample_structural(from, 0),
                                                  .hub = sample_structural(from, 1),
                                                  .rotated = sample_rotation(from),
                                                  .air = air,
                                                  .radius = 1.0,
                                                  .span = 1.0,
                                                  .kappa = 1.0};
    cyclocopter_set(element);
}

static void sample_no_inflow(sampler *from, elem *element) { sample_as(from, element, NO_INFLOW); }
static void sample_uniform_1d(sampler *from, elem *element) { sample_as(from, element, UNIFORM_1D); }
static void sample_uniform_2d(sampler *from, elem *element) { sample_as(from, element, UNIFORM_2D); }
static void sample_polimi(sampler *from, elem *element) { sample_as(from, element, POLIMI); }

#define NODES "CRAFT NODE, [orientation, R,] ROTOR NODE"
#define INFLOW_GRAMMAR \
    ", {yes | no}, RADIUS, SPAN [, delay, (DRIVE) DELAY] [, omegacut, W] [, kappa, FACTOR] [, timestep, DT]"

#define SLOTS                                                                                                          \
    .history = &(const elem_history){.memory = sizeof(cyclocopter_memory),                                             \
                                     .predict = cyclocopter_predict,                                                   \
                                     .accept = cyclocopter_accept},                                                    \
    .assembly = &(const elem_assembly){.never = true}, .card = &elem_cards[CARD_USER_DEFINED],                         \
    .module = MODULE_CYCLOCOPTER, .size = sizeof(cyclocopter), .connect = cyclocopter_connect, .eval = collected_rows, \
    .output = cyclocopter_output_row, .private_names = PRIVATE, .private_value = cyclocopter_private_value,            \
    .internal_name = cyclocopter_internal_name, .inflow = &INFLOW

const elem_type cyclocopter_no_inflow_type = {
    SLOTS,
    .keyword = "cyclocopter no inflow",
    .grammar = "user defined: LABEL, cyclocopter no inflow, " NODES,
    .summary = "A cycloidal rotor without induced velocity, which sums the loads of its blades.",
    .read = read_no_inflow,
    .sample = sample_no_inflow,
};

const elem_type cyclocopter_uniform_1d_type = {
    SLOTS,
    .keyword = "cyclocopter uniform 1D",
    .grammar = "user defined: LABEL, cyclocopter uniform 1D, " NODES INFLOW_GRAMMAR,
    .summary = "A cycloidal rotor with a uniform induced velocity along axis 3.",
    .read = read_uniform_1d,
    .sample = sample_uniform_1d,
};

const elem_type cyclocopter_uniform_2d_type = {
    SLOTS,
    .keyword = "cyclocopter uniform 2D",
    .grammar = "user defined: LABEL, cyclocopter uniform 2D, " NODES INFLOW_GRAMMAR,
    .summary = "A cycloidal rotor with a uniform induced velocity along its force.",
    .read = read_uniform_2d,
    .sample = sample_uniform_2d,
};

const elem_type cyclocopter_polimi_type = {
    SLOTS,
    .keyword = "cyclocopter Polimi",
    .grammar = "user defined: LABEL, cyclocopter Polimi, " NODES INFLOW_GRAMMAR,
    .summary = "A cycloidal rotor whose induced velocity has a cosine distribution.",
    .read = read_polimi,
    .sample = sample_polimi,
};
