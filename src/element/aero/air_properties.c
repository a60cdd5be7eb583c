/* air_properties.c - the air: constant properties or a standard atmosphere, the air stream and gusts.
 *
 *     z = z0 + x3
 *     below z1    T = T0 + T' z       p = p0 (T/T0)^-n          rho = rho0 (T/T0)^-(n + 1),   n = g0/(T' R)
 *     above       T = T0 + T' z1        p, rho as at z1, times exp(-g0 (z - z1)/(R T))
 *     speed of sound     sqrt(1.4 R T)
 *     velocity    v = stream(t) + sum of gusts(x, t)
 *
 * In a model described in a moving frame (rigid body kinematics) the velocity of the air is relative to that frame: R0'
 * v - v0 - w0 x x. A deviation of the temperature changes T0 and, at the same pressure, rho0. */
#include "element/aero/air.h"
#include "element/aero/gust.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "math/rotation.h"
#include "model/model.h"
#include "model/reading.h"
#include <math.h>

typedef struct {
    double p0, T0, derivative, R, g0, z1;
} atmosphere;

typedef struct gust_link {
    const gust *gust;
    struct gust_link *next;
} gust_link;

typedef struct {
    const drive *density;
    double thinner;        /* factor of the density for the temperature deviation at the same pressure */
    double sound;          /* speed of sound of constant air */
    atmosphere atmosphere; /* atmosphere.R = 0: constant air */
    double z0;
    const tpl_drive *stream;
    gust_link *gusts;
    const rigid_body_kinematics *motion; /* of the frame of the model; NULL: it is fixed */
} air_properties;

static const double GAMMA = 1.4;

/* The standard atmosphere, without rho0. */
static const atmosphere SI = {101325.0, 288.16, -6.5e-3, 287.0, 9.81, 11000.0};
static const atmosphere BRITISH = {2116.22, 518.69, -3.566e-3, 1716.0, 32.17, 36089.0};
static const double SI_DENSITY = 1.225, BRITISH_DENSITY = 0.002377;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_user_atmosphere(reader *reader, air_properties *air_properties)
{
    air_properties->atmosphere.p0 = read_positive(reader, "reference pressure");
    air_properties->density = read_drive(reader, "reference density");
    air_properties->atmosphere.T0 = read_positive(reader, "reference temperature");
    air_properties->atmosphere.derivative = read_real(reader, "temperature gradient");
    air_properties->atmosphere.R = read_positive(reader, "gas constant");
    air_properties->atmosphere.g0 = read_positive(reader, "acceleration of gravity");
    air_properties->atmosphere.z1 = read_real(reader, "lower end of the region of constant temperature");
    read_real(reader, "upper end of the region of constant temperature");
}

static void read_standard(reader *reader, air_properties *air_properties)
{
    static const char *const UNITS[] = {"SI", "British", NULL};
    const int unit = read_try_choice(reader, UNITS);
    if (unit < 0) {
        read_user_atmosphere(reader, air_properties);
    } else {
        air_properties->atmosphere = unit == 0 ? SI : BRITISH;
        air_properties->density = drive_constant(reader_arena(reader), unit == 0 ? SI_DENSITY : BRITISH_DENSITY);
    }
    if (read_keyword(reader, "temperature deviation")) {
        const double T = air_properties->atmosphere.T0 + read_real(reader, "temperature deviation");
        air_properties->thinner = air_properties->atmosphere.T0 / T;
        air_properties->atmosphere.T0 = T;
    }
    if (read_keyword(reader, "reference altitude"))
        air_properties->z0 = read_real(reader, "reference altitude");
}

void air_add_gust(reader *reader, const elem *air, gust *gust)
{
    air_properties *air_properties = air->self;
    gust_link **last = &air_properties->gusts;
    while (*last)
        last = &(*last)->next;
    *last = ARENA_NEW(reader_arena(reader), gust_link);
    (*last)->gust = gust;
}

static void air_properties_read(reader *reader, elem *element)
{
    air_properties *air_properties = element->self;
    model *model = model_of(reader);
    model->air = element;
    air_properties->thinner = 1.0;
    air_properties->motion = model->options.motion.is_set ? &model->options.motion : NULL;
    if (read_keyword(reader, "std")) {
        read_standard(reader, air_properties);
    } else {
        air_properties->density = read_drive(reader, "air density");
        air_properties->sound = read_positive(reader, "speed of sound");
    }
    air_properties->stream = read_tpl_drive(reader, 3, "air speed");
    while (read_ok(reader) && read_keyword(reader, "gust"))
        do
            air_add_gust(reader, element, read_gust(reader));
        while (read_ok(reader) && read_more(reader) && !read_peek(reader, "output") && !read_peek(reader, "gust"));
}

static void check_air(model *model, void *element)
{
    const elem *needs = element;
    if (!model->air)
        diag_report(model->errors, E_AIR_REQUIRED, needs->location, needs->type->card->name, needs->label);
}

const elem *const *air_required(reader *reader, elem *element)
{
    model_later(model_of(reader), check_air, element);
    return &model_of(reader)->air;
}

/* --- the air at a point ------------------------------------------------------------------------------------------- */

/* While a driven element switches the air off, it is at rest and has no density. */
void air_begin(const elem *air, const state *state, air_moment *now)
{
    *now = (air_moment){.air = air, .state = state};
    if (!air || !elem_is_on(state, air))
        return;
    const air_properties *air_properties = air->self;
    now->stream = tpl_drive_vec3(air_properties->stream, state);
    now->density = air_properties->thinner * drive_now(air_properties->density, state);
}

/* d: derivatives of density and speed of sound with respect to z. */
static void standard(const air_properties *air_properties, double rho0, double x3, air_point *to, double d[2])
{
    const atmosphere *atmosphere = &air_properties->atmosphere;
    const double z = air_properties->z0 + x3, n = atmosphere->g0 / (atmosphere->derivative * atmosphere->R);
    const bool is_above = z >= atmosphere->z1;
    const double T = atmosphere->T0 + atmosphere->derivative * (is_above ? atmosphere->z1 : z);
    const double ratio = pow(T / atmosphere->T0, -n),
                 rest = is_above ? exp(-atmosphere->g0 * (z - atmosphere->z1) / (atmosphere->R * T)) : 1.0;
    to->temperature = T;
    to->sound = sqrt(GAMMA * atmosphere->R * T);
    to->pressure = atmosphere->p0 * ratio * rest;
    to->density = rho0 * ratio * (atmosphere->T0 / T) * rest;
    d[0] = -to->density * (is_above ? atmosphere->g0 / (atmosphere->R * T) : (n + 1) * atmosphere->derivative / T);
    d[1] = is_above ? 0.0 : 0.5 * to->sound * atmosphere->derivative / T;
}

static void properties(const air_moment *now, vec3 x, air_point *to, air_derivatives *derivatives)
{
    const air_properties *air_properties = now->air->self;
    double d[2] = {0, 0};
    if (air_properties->atmosphere.R > 0) {
        standard(air_properties, now->density, x.z, to, d);
    } else {
        /* The values of a perfect gas with this density and speed of sound. */
        to->density = now->density;
        to->sound = air_properties->sound;
        to->pressure = to->density * to->sound * to->sound / GAMMA;
        to->temperature = to->sound * to->sound / (GAMMA * SI.R);
    }
    if (derivatives) {
        derivatives->density = (vec3){0, 0, d[0]};
        derivatives->sound = (vec3){0, 0, d[1]};
    }
}

static vec3 vector_now(const tpl_drive *drive, vec3 constant, const state *state)
{
    return drive ? tpl_drive_vec3(drive, state) : constant;
}

/* Transforms the air to the moving frame; all quantities are in its axes. */
static void see_from_frame(const rigid_body_kinematics *rigid_body_kinematics, const state *state, vec3 x,
                           air_point *point, air_derivatives *derivatives)
{
    const mat3 R = rigid_body_kinematics->R_drive ? rotation_exp(tpl_drive_vec3(rigid_body_kinematics->R_drive, state))
                                                  : rigid_body_kinematics->R;
    vec3 v0 = vector_now(rigid_body_kinematics->v_drive, rigid_body_kinematics->v, state),
         w0 = vector_now(rigid_body_kinematics->w_drive, rigid_body_kinematics->w, state);
    if (rigid_body_kinematics->by_drives) {
        v0 = mat3_tmulv(&R, v0);
        w0 = mat3_tmulv(&R, w0);
    }
    point->v = vec3_sub(vec3_sub(mat3_tmulv(&R, point->v), v0), vec3_cross(w0, x));
    if (derivatives) {
        const mat3 rotation = mat3_skew(w0);
        derivatives->v = mat3_tmul(&R, &derivatives->v);
        derivatives->v = mat3_sub(&derivatives->v, &rotation);
    }
}

void air_at(const air_moment *now, vec3 x, air_point *to, air_derivatives *derivatives)
{
    *to = (air_point){.v = now->stream};
    if (derivatives)
        *derivatives = (air_derivatives){0};
    if (!now->air)
        return;
    const air_properties *air_properties = now->air->self;
    properties(now, x, to, derivatives);
    const bool is_on = elem_is_on(now->state, now->air);
    for (const gust_link *link = is_on ? air_properties->gusts : NULL; link; link = link->next) {
        mat3 gradient;
        to->v = vec3_add(to->v, gust_velocity(link->gust, now->state, x, derivatives ? &gradient : NULL));
        if (derivatives)
            derivatives->v = mat3_add(&derivatives->v, &gradient);
    }
    if (air_properties->motion)
        see_from_frame(air_properties->motion, now->state, x, to, derivatives);
}

bool air_has_derivatives(const elem *air)
{
    const air_properties *air_properties = air ? air->self : NULL;
    return air_properties && (air_properties->atmosphere.R > 0 || air_properties->gusts || air_properties->motion);
}

void jet_air_at(int lanes, const elem *air, const state *state, const jet3 *x, jet3 *v, jet1 *density)
{
    air_moment now;
    air_point at;
    air_derivatives derivatives = {0};
    const bool varies = lanes && air_has_derivatives(air);
    air_begin(air, state, &now);
    air_at(&now, jet3_value(x), &at, varies ? &derivatives : NULL);
    jet3_mul(lanes, v, &derivatives.v, x);
    v->v[0] = at.v.x, v->v[1] = at.v.y, v->v[2] = at.v.z;
    density->v = at.density;
    JET_LANES(lanes, l)
    density->d[l] =
        derivatives.density.x * x->d[0][l] + derivatives.density.y * x->d[1][l] + derivatives.density.z * x->d[2][l];
}

/* --- output, private data ----------------------------------------------------------------------------------------- */

static void air_properties_output_row(const state *state, const elem *element, record *out)
{
    air_moment now;
    air_point at;
    air_begin(element, state, &now);
    air_at(&now, (vec3){0, 0, 0}, &at, NULL);
    record_begin(out, element->label);
    record_name(out, "rho", QUANTITY_DENSITY, "density at the origin");
    record_real(out, at.density);
    record_name(out, "c", QUANTITY_VELOCITY, "speed of sound at the origin");
    record_real(out, at.sound);
    record_name(out, "v", QUANTITY_VELOCITY, "velocity of the air at the origin (x, y, z)");
    record_vec3(out, at.v);
    record_end(out);
}

static const char *const PRIVATE[] = {"vxinf", "vyinf", "vzinf", "vinf", NULL};

/* A component does not evaluate the drives of the others, which may depend on it. */
static double air_properties_private_value(const state *state, const elem *element, int index)
{
    const tpl_drive *stream = ((const air_properties *)element->self)->stream;
    return index == 4 ? vec3_norm(tpl_drive_vec3(stream, state)) : tpl_drive_component(stream, state, index - 1);
}

/* A wind that varies with the position, for samples that check its derivatives in other elements. */
static vec3 shear(const gust *gust, const state *state, vec3 x, mat3 *gradient)
{
    const mat3 *by = gust->self;
    (void)state;
    if (gradient)
        *gradient = *by;
    return mat3_mulv(by, x);
}

static gust_link *sample_shear(sampler *from)
{
    static const gust_type SHEAR = {.keyword = "shear", .velocity = shear};
    gust *g = ARENA_NEW(from->memory, gust);
    gust_link *one = ARENA_NEW(from->memory, gust_link);
    mat3 *by = ARENA_NEW(from->memory, mat3);
    *by = mat3_from_cols(sample_vec3(from, 0.1), sample_vec3(from, 0.1), sample_vec3(from, 0.1));
    *g = (gust){.type = &SHEAR, .self = by};
    one->gust = g;
    return one;
}

static void air_properties_sample(sampler *from, elem *element)
{
    air_properties *a = element->self;
    *a = (air_properties){.thinner = 1.0,
                          .density = drive_constant(from->memory, sample_real(from, 0.5, 1.5)),
                          .sound = sample_real(from, 300, 350),
                          .stream = sample_tpl_drive(from, 3)};
    if (sample_integer(from, 0, 1))
        a->atmosphere = SI;
    if (sample_integer(from, 0, 1))
        a->gusts = sample_shear(from);
}

const elem *sample_air(sampler *from)
{
    elem *element = ARENA_NEW(from->memory, elem);
    element->type = &air_properties_type;
    element->switched = MEMORY_NONE;
    element->self = ARENA_NEW(from->memory, air_properties);
    air_properties_sample(from, element);
    return element;
}

const elem_type air_properties_type = {
    .card = &elem_cards[CARD_AIR_PROPERTIES],
    .grammar = "air properties: { (drive) DENSITY, CELERITY | std, { { SI | British } | P0, (drive) RHO0, "
               "T0, DT/DZ, R, G0, Z1, Z2 } [, temperature deviation, DT] [, reference altitude, Z0] }, "
               "(drive of 3) AIR_SPEED [, gust, MODEL, ... [, ...]]",
    .summary = "The air: density, speed of sound, velocity, gusts.",
    .size = sizeof(air_properties),
    .read = air_properties_read,
    .output = air_properties_output_row,
    .private_names = PRIVATE,
    .private_value = air_properties_private_value,
    .sample = air_properties_sample,
};
