/* aircraft_instruments.c - the readings of aircraft instruments, as private data and in the .aer file.
 *
 *     R: axes of the aircraft (1 forward, 2 right, 3 down); world: x north, z up, flat; v: velocity relative to the air
 *     attitude asin r31,  bank -asin r32,  heading -atan2(r21, r11) in [0, 2 pi),  turn 60 w_z (rad/min)
 *     angle of attack atan2(-u3, u1),  slip atan2(-u2, u1),  u = R' v;   vertical speed v_z
 *     latitude = initial + (x - x0)/radius,  longitude = initial - (y - y0)/radius
 *
 * The accelerations body_... are those of the node in global axes, as in MBDyn. */
#include "element/aero/air.h"
#include "element/diag_rows.h"
#include "contract/sampler.h"
#include "model/model.h"
#include "model/reading.h"
#include "node/structural.h"
#include <math.h>
#include <strings.h>

typedef struct {
    const node *node;
    mat3 Rh;
    double latitude, longitude, radius;
    vec3 x0;
    const elem *const *air;
} instruments;

enum {
    AIRSPEED,
    GROUNDSPEED,
    ALTITUDE,
    ATTITUDE,
    BANK,
    ROTATION,
    SLIP,
    VERTICAL_SPEED,
    ANGLE_OF_ATTACK,
    HEADING,
    LONGITUDE,
    LATITUDE,
    INITIAL_X,
    INITIAL_Y,
    INITIAL_LONGITUDE,
    INITIAL_LATITUDE,
    ROLL_RATE,
    PITCH_RATE,
    YAW_RATE,
    ACCELERATION,
    ANGULAR_ACCELERATION = ACCELERATION + 3,
    AIR_VELOCITY = ANGULAR_ACCELERATION + 3,
    DENSITY = AIR_VELOCITY + 3,
    SOUND,
    PRESSURE,
    TEMPERATURE
};

static const char *const NAMES[] = {
    [AIRSPEED] = "airspeed",
    [GROUNDSPEED] = "groundspeed",
    [ALTITUDE] = "altitude",
    [ATTITUDE] = "attitude",
    [BANK] = "bank",
    [ROTATION] = "turn",
    [SLIP] = "slip",
    [VERTICAL_SPEED] = "verticalspeed",
    [ANGLE_OF_ATTACK] = "angleofattack",
    [HEADING] = "heading",
    [LONGITUDE] = "longitude",
    [LATITUDE] = "latitude",
    [INITIAL_X] = "init_x1",
    [INITIAL_Y] = "init_x2",
    [INITIAL_LONGITUDE] = "init_longitude",
    [INITIAL_LATITUDE] = "init_latitude",
    [ROLL_RATE] = "rollrate",
    [PITCH_RATE] = "pitchrate",
    [YAW_RATE] = "yawrate",
    [ACCELERATION] = "body_axb",
    "body_ayb",
    "body_azb",
    [ANGULAR_ACCELERATION] = "body_pd",
    "body_qd",
    "body_rd",
    [AIR_VELOCITY] = "body_vx",
    "body_vy",
    "body_vz",
    [DENSITY] = "density",
    [SOUND] = "soundcelerity",
    [PRESSURE] = "staticpressure",
    [TEMPERATURE] = "temperature",
    NULL,
};

static mat3 read_axes(reader *reader, const node *on)
{
    const frame_context context = {.node_frame = on ? on->initial : NULL};
    if (read_keyword(reader, "flight mechanics"))
        return MAT3_EYE;
    if (read_keyword(reader, "aeroelasticity"))
        return (mat3){{{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}};
    return read_orientation_rel(reader, &context, "orientation of the aircraft");
}

static void aircraft_instruments_read(reader *reader, elem *element)
{
    instruments *i = element->self;
    *i = (instruments){.Rh = MAT3_EYE, .radius = 6371005.0, .air = air_required(reader, element)};
    i->node = read_structural_node(reader, "node of the aircraft");
    if (read_keyword(reader, "orientation"))
        i->Rh = read_axes(reader, i->node);
    if (read_keyword(reader, "initial latitude"))
        i->latitude = read_real(reader, "initial latitude");
    if (read_keyword(reader, "initial longitude"))
        i->longitude = read_real(reader, "initial longitude");
    if (read_keyword(reader, "earth radius"))
        i->radius = read_positive(reader, "radius of the earth");
    if (i->node)
        i->x0 = i->node->initial->x;
}

/* Requesting an acceleration makes the node compute accelerations. */
static int aircraft_instruments_private_index(const elem *element, const char *name)
{
    const instruments *instruments = element->self;
    if (strcasecmp(name, "aoa") == 0)
        name = NAMES[ANGLE_OF_ATTACK];
    if (strcasecmp(name, "sideslip") == 0)
        name = NAMES[SLIP];
    if (strcasecmp(name, "vertical speed") == 0)
        name = NAMES[VERTICAL_SPEED];
    for (int k = 0; NAMES[k]; k++) {
        if (strcasecmp(NAMES[k], name) != 0)
            continue;
        if (k >= ACCELERATION && k < AIR_VELOCITY && instruments->node && structural_can_accelerate(instruments->node))
            ((structural *)instruments->node->self)->wants_accelerations = true;
        return k + 1;
    }
    return 0;
}

static double of_axes(const mat3 *R, int which)
{
    if (which == ATTITUDE)
        return asin(R->e[2][0]);
    if (which == BANK)
        return -asin(R->e[2][1]);
    const double heading = -atan2(R->e[1][0], R->e[0][0]);
    return heading < 0 ? heading + 2 * M_PI : heading;
}

static double of_air(const instruments *instruments, const state *state, const mat3 *R, int which)
{
    const pose *pose = &state->poses[instruments->node->pose];
    air_moment now;
    air_point air;
    air_begin(*instruments->air, state, &now);
    air_at(&now, pose->x, &air, NULL);
    const vec3 v = vec3_sub(pose->v, air.v), u = mat3_tmulv(R, v);
    switch (which) {
    case AIRSPEED:
        return vec3_norm(v);
    case VERTICAL_SPEED:
        return v.z;
    case SLIP:
        return atan2(-u.y, u.x);
    case ANGLE_OF_ATTACK:
        return atan2(-u.z, u.x);
    case DENSITY:
        return air.density;
    case SOUND:
        return air.sound;
    case PRESSURE:
        return air.pressure;
    case TEMPERATURE:
        return air.temperature;
    default:
        return vec3_get(u, which - AIR_VELOCITY);
    }
}

static double of_motion(const instruments *instruments, const state *state, const mat3 *R, int which)
{
    const pose *pose = &state->poses[instruments->node->pose];
    switch (which) {
    case GROUNDSPEED:
        return hypot(pose->v.x, pose->v.y);
    case ALTITUDE:
        return pose->x.z;
    case ROTATION:
        return 60.0 * pose->w.z;
    case LONGITUDE:
        return instruments->longitude - (pose->x.y - instruments->x0.y) / instruments->radius;
    case LATITUDE:
        return instruments->latitude + (pose->x.x - instruments->x0.x) / instruments->radius;
    case INITIAL_X:
        return instruments->x0.x;
    case INITIAL_Y:
        return instruments->x0.y;
    case INITIAL_LONGITUDE:
        return instruments->longitude;
    case INITIAL_LATITUDE:
        return instruments->latitude;
    default:
        return vec3_get(mat3_tmulv(R, pose->w), which - ROLL_RATE);
    }
}

static double aircraft_instruments_private_value(const state *state, const elem *element, int index)
{
    const instruments *instruments = element->self;
    const int which = index - 1;
    const mat3 R = mat3_mul(&state->poses[instruments->node->pose].R, &instruments->Rh);
    if (which == ATTITUDE || which == BANK || which == HEADING)
        return of_axes(&R, which);
    if (which >= ACCELERATION && which < AIR_VELOCITY)
        return state->ypp ? state->ypp[6 * instruments->node->pose + which - ACCELERATION] : 0.0;
    const bool is_air = which == AIRSPEED || which == VERTICAL_SPEED || which == SLIP || which == ANGLE_OF_ATTACK;
    return is_air || which >= AIR_VELOCITY ? of_air(instruments, state, &R, which)
                                           : of_motion(instruments, state, &R, which);
}

static physical_quantity quantity_of(int which)
{
    switch (which) {
    case AIRSPEED:
    case GROUNDSPEED:
    case VERTICAL_SPEED:
    case SOUND:
        return QUANTITY_VELOCITY;
    case ALTITUDE:
    case INITIAL_X:
    case INITIAL_Y:
        return QUANTITY_LENGTH;
    case DENSITY:
        return QUANTITY_DENSITY;
    case PRESSURE:
        return QUANTITY_PRESSURE;
    case TEMPERATURE:
        return QUANTITY_TEMPERATURE;
    default:
        break;
    }
    if (which >= AIR_VELOCITY)
        return QUANTITY_VELOCITY;
    if (which >= ANGULAR_ACCELERATION)
        return QUANTITY_ANGULAR_ACCELERATION;
    if (which >= ACCELERATION)
        return QUANTITY_ACCELERATION;
    return which >= ROLL_RATE || which == ROTATION ? QUANTITY_ANGULAR_VELOCITY : QUANTITY_RADIANS;
}

static void aircraft_instruments_output_row(const state *state, const elem *element, record *out)
{
    record_begin(out, element->label);
    for (int k = 0; NAMES[k]; k++) {
        record_name(out, NAMES[k], quantity_of(k), NAMES[k]);
        record_real(out, aircraft_instruments_private_value(state, element, k + 1));
    }
    record_end(out);
}

static void aircraft_instruments_sample(sampler *from, elem *element)
{
    static const elem *none;
    *(instruments *)element->self =
        (instruments){.node = sample_structural(from, 0), .Rh = MAT3_EYE, .radius = 1.0, .air = &none};
}

const elem_type aircraft_instruments_type = {
    .card = &elem_cards[CARD_AIRCRAFT_INSTRUMENTS],
    .grammar = "aircraft instruments: LABEL, NODE [, orientation, { flight mechanics | aeroelasticity | "
               "(orientation) R }] [, initial latitude, LATITUDE] [, initial longitude, LONGITUDE] [, earth "
               "radius, RADIUS]",
    .summary = "The readings of aircraft instruments, as private data.",
    .size = sizeof(instruments),
    .read = aircraft_instruments_read,
    .output = aircraft_instruments_output_row,
    .private_names = NAMES,
    .private_index = aircraft_instruments_private_index,
    .private_value = aircraft_instruments_private_value,
    .sample = aircraft_instruments_sample,
};
