/* genel_rotor_trim.c - adjusts the controls of a rotor until its thrust and moments have the desired values.
 *
 *     t x' + x = g (Q^-1 e)_i      of the three controls x = (x0, xs, xc); t, g of the thrust or of the moments
 *     x = 0                        as long as the trigger is zero
 *     e = (C_T, C_L, C_M) desired - measured
 *     C_T = T / (rho pi R^4 W^2),   C_L, C_M = L, M / (rho pi R^5 W^2)
 *
 * Q describes the response of a blade hinged at the hub, with Lock number c and flap frequency v: K = 8 (v^2 - 1)/c, G
 * = c/(8 v^2), s = K/(16 (1 + K^2)), and the advance ratio m:
 *
 *     C_T = (1 + 3/2 m^2)/6 x0 + 2/9 m xs
 *     C_L = s { m (4/3 G - 8/3 K) x0 + (-K (1 + 3/2 m^2) + 16/9 G m^2) xs - xc }
 *     C_M = s { m (8/3 + 4/3 G K) x0 + (1 + 2 m^2 + 16/9 G K m^2) xs - K (1 + m^2/2) xc }
 *
 * The loads are those of a rotor element, or drives. The Jacobian contains the derivatives of the rotor loads; drives
 * and the advance ratio are treated as constant. */
#include "element/aero/air.h"
#include "element/aero/rotor.h"
#include "element/genel/genel.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/model.h"
#include "model/reading.h"
#include <math.h>

enum { CONTROLS = 3, LOADS = 3 };

typedef struct {
    const elem *rotor; /* NULL: the measured values are drives */
    const elem *const *air;
    const node *reference; /* node at which the air is evaluated; NULL: the origin */
    const drive *load[LOADS], *speed, *advance;
    double radius;
    const node *nodes[CONTROLS];
    const drive *desired[LOADS];
    double lock, flap;
    double time[2], gain[2]; /* time constants and gains of thrust, of moments */
    const drive *trigger;    /* NULL: always on */
} rotor_trim;

/* Measured values: coefficients, coefficient per unit load, and the advance ratio. */
typedef struct {
    double c[LOADS], per_load[LOADS];
    double advance;
    mat3 R; /* axes of the rotor */
} measured;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_rotor(reader *reader, rotor_trim *rotor_trim)
{
    const unsigned label = read_label(reader, "rotor");
    if (!read_ok(reader))
        return;
    rotor_trim->rotor = read_known_elem(reader, &elem_cards[CARD_INDUCED_VELOCITY], label);
    if (!rotor_trim->rotor || !rotor_is(rotor_trim->rotor))
        read_error_last(reader, E_NO_ROTOR, label);
    else if (!((const rotor *)rotor_trim->rotor->self)->radius)
        read_error_last(reader, E_ROTOR_RADIUS, label);
}

static void read_drives(reader *reader, rotor_trim *rotor_trim)
{
    if (read_keyword(reader, "reference node"))
        rotor_trim->reference = read_point_node(reader, "reference node");
    rotor_trim->load[0] = read_drive(reader, "thrust");
    rotor_trim->load[1] = read_drive(reader, "longitudinal moment");
    rotor_trim->load[2] = read_drive(reader, "lateral moment");
    rotor_trim->radius = read_positive(reader, "radius of the rotor");
    rotor_trim->speed = read_drive(reader, "angular velocity");
    rotor_trim->advance = read_drive(reader, "advance ratio");
}

static void read_controller(reader *reader, rotor_trim *rotor_trim)
{
    static const char *const NODES[] = {"thrust node", "longitudinal moment node", "lateral moment node"};
    static const char *const DESIRED[] = {"desired thrust coefficient", "desired longitudinal moment coefficient",
                                          "desired lateral moment coefficient"};
    for (int i = 0; i < CONTROLS; i++)
        rotor_trim->nodes[i] = read_node(reader, "abstract", NODES[i]);
    for (int i = 0; i < LOADS; i++)
        rotor_trim->desired[i] = read_drive(reader, DESIRED[i]);
    rotor_trim->lock = read_positive(reader, "Lock number");
    rotor_trim->flap = read_positive(reader, "flap frequency");
    if (read_ok(reader) && rotor_trim->flap == 1.0)
        read_error_last(reader, E_TRIM_SINGULAR);
    rotor_trim->time[0] = read_not_negative(reader, "time constant of the thrust");
    rotor_trim->time[1] = read_not_negative(reader, "time constant of the moments");
    rotor_trim->gain[0] = read_real(reader, "gain of the thrust");
    rotor_trim->gain[1] = read_real(reader, "gain of the moments");
    if (read_keyword(reader, "trigger"))
        rotor_trim->trigger = read_drive(reader, "trigger");
}

static void genel_rotor_trim_read(reader *reader, elem *element)
{
    rotor_trim *rotor_trim = element->self;
    rotor_trim->air = &model_of(reader)->air;
    if (read_keyword(reader, "generic")) {
        read_drives(reader, rotor_trim);
    } else {
        read_keyword(reader, "rotor");
        read_rotor(reader, rotor_trim);
    }
    read_controller(reader, rotor_trim);
    for (int i = 0; i < CONTROLS && read_ok(reader); i++)
        if (rotor_trim->time[i > 0] != 0.0 &&
            rotor_trim->nodes[i]->type->kind(rotor_trim->nodes[i], 0) == DOF_ALGEBRAIC)
            read_error(reader, E_GENEL_ORDER, element->location);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void genel_rotor_trim_scale(measured *measured, double density, double radius, double speed,
                                   const double load[LOADS])
{
    const double force = density * M_PI * pow(radius, 4) * speed * speed;
    for (int i = 0; i < LOADS; i++) {
        measured->per_load[i] = force > 0 ? 1 / (force * (i ? radius : 1.0)) : 0.0;
        measured->c[i] = measured->per_load[i] * load[i];
    }
}

static measured measure_rotor(const rotor_trim *rotor_trim, const state *state)
{
    measured measured;
    disk disk;
    disk_motion(rotor_trim->rotor->self, state, &disk);
    const vec3 F = mat3_tmulv(&disk.R, vec3_load(state->y + rotor_trim->rotor->internal));
    const vec3 M = mat3_tmulv(&disk.R, vec3_load(state->y + rotor_trim->rotor->internal + 3));
    measured.R = disk.R;
    measured.advance = disk.mu;
    genel_rotor_trim_scale(&measured, disk.density, disk.radius, disk.tip / disk.radius,
                           (const double[]){F.z, M.x, M.y});
    return measured;
}

static measured measure_drives(const rotor_trim *rotor_trim, const state *state)
{
    measured measured = {.R = MAT3_EYE};
    air_moment air;
    air_point here;
    double load[LOADS];
    air_begin(*rotor_trim->air, state, &air);
    air_at(&air, rotor_trim->reference ? state->poses[rotor_trim->reference->pose].x : (vec3){0, 0, 0}, &here, NULL);
    for (int i = 0; i < LOADS; i++)
        load[i] = drive_now(rotor_trim->load[i], state);
    measured.advance = drive_now(rotor_trim->advance, state);
    genel_rotor_trim_scale(&measured, here.density, rotor_trim->radius, drive_now(rotor_trim->speed, state), load);
    return measured;
}

/* Q^-1 */
static mat3 controls_of(const rotor_trim *rotor_trim, double m)
{
    const double v2 = rotor_trim->flap * rotor_trim->flap, K = 8 * (v2 - 1) / rotor_trim->lock,
                 G = rotor_trim->lock / (8 * v2), s = K / (16 * (1 + K * K));
    const mat3 Q = {
        {{(1 + 1.5 * m * m) / 6, 2.0 / 9.0 * m, 0},
         {s * m * (4.0 / 3.0 * G - 8.0 / 3.0 * K), s * (-K * (1 + 1.5 * m * m) + 16.0 / 9.0 * G * m * m), -s},
         {s * m * (8.0 / 3.0 + 4.0 / 3.0 * G * K), s * (1 + 2 * m * m + 16.0 / 9.0 * G * K * m * m),
          -s * K * (1 + m * m / 2)}}};
    return mat3_inverse(&Q);
}

static void genel_rotor_trim_connect(const elem *element, layout *layout)
{
    const rotor_trim *rotor_trim = element->self;
    for (int i = 0; i < CONTROLS; i++)
        layout_dof(layout, &(node_dof){.node = rotor_trim->nodes[i]});
    const int other = rotor_trim->rotor ? layout_other(layout, rotor_trim->rotor) : 0;
    layout_clear(layout);
    for (int i = 0; i < CONTROLS; i++)
        layout_full(layout, i, 1, i, 1);
    if (rotor_trim->rotor)
        layout_full(layout, 0, CONTROLS, other, INFLOW_LOADS);
}

/* Adds the columns of the rotor loads: F after the controls, then M. */
static void loads_jacobian(const rotor_trim *rotor_trim, const measured *measured, const mat3 *W, local *out)
{
    static const int AXIS[LOADS] = {2, 0, 1};
    for (int i = 0; i < CONTROLS; i++)
        for (int k = 0; k < LOADS; k++) {
            const vec3 axis = mat3_col(&measured->R, AXIS[k]);
            const double by = -rotor_trim->gain[i > 0] * W->e[i][k] * measured->per_load[k];
            double *J = jacobian_row(out, i) + CONTROLS + (k ? 3 : 0);
            J[0] += by * axis.x, J[1] += by * axis.y, J[2] += by * axis.z;
        }
}

static void steer(int lanes, const rotor_trim *rotor_trim, const state *state, local *out)
{
    const measured measured = rotor_trim->rotor ? measure_rotor(rotor_trim, state) : measure_drives(rotor_trim, state);
    const mat3 W = controls_of(rotor_trim, measured.advance);
    double e[LOADS];
    for (int i = 0; i < LOADS; i++)
        e[i] = drive_now(rotor_trim->desired[i], state) - measured.c[i];
    for (int i = 0; i < CONTROLS; i++)
        out->r[i] += rotor_trim->gain[i > 0] * (W.e[i][0] * e[0] + W.e[i][1] * e[1] + W.e[i][2] * e[2]);
    if (lanes > 0 && rotor_trim->rotor)
        loads_jacobian(rotor_trim, &measured, &W, out);
}

static void genel_rotor_trim_eval(int lanes, const state *state, const elem *element, local *out)
{
    const rotor_trim *rotor_trim = element->self;
    const bool steers = !rotor_trim->trigger || drive_now(rotor_trim->trigger, state) != 0.0;
    for (int i = 0; i < CONTROLS; i++) {
        const int unknown = rotor_trim->nodes[i]->dof;
        const double time = steers ? rotor_trim->time[i > 0] : 0.0;
        out->r[i] -= state->y[unknown] + time * state->yp[unknown];
        if (lanes > 0)
            out->J[i * out->ld + i] -=
                dof_weight(state, &(node_dof){.node = rotor_trim->nodes[i]}) + time * state->drate;
    }
    if (steers)
        steer(lanes, rotor_trim, state, out);
}

static void genel_rotor_trim_sample(sampler *from, elem *element)
{
    rotor_trim *rotor_trim = element->self;
    const elem **air = ARENA_NEW(from->memory, const elem *);
    *air = sample_air(from);
    rotor_trim->air = air;
    for (int i = 0; i < CONTROLS; i++) {
        rotor_trim->nodes[i] = sample_dof(from, i).node;
        rotor_trim->load[i] = sample_drive(from);
        rotor_trim->desired[i] = sample_drive(from);
    }
    rotor_trim->speed = sample_drive(from);
    rotor_trim->advance = sample_drive(from);
    rotor_trim->radius = sample_real(from, 1.0, 5.0);
    rotor_trim->lock = sample_real(from, 5.0, 9.0);
    rotor_trim->flap = sample_real(from, 1.02, 1.2);
    rotor_trim->time[0] = sample_real(from, 0.1, 1.0), rotor_trim->time[1] = sample_real(from, 0.1, 1.0);
    rotor_trim->gain[0] = rotor_trim->gain[1] = sample_real(from, 0.1, 1.0);
}

const elem_type genel_rotor_trim_type = {
    .card = &elem_cards[CARD_GENEL],
    .keyword = "rotor trim",
    .grammar = "genel: LABEL, rotor trim, { [rotor,] ROTOR | generic, [reference node, NODE,] (drive) THRUST, "
               "(drive) "
               "LONGITUDINAL_MOMENT, (drive) LATERAL_MOMENT, RADIUS, (drive) ANGULAR_VELOCITY, (drive) "
               "ADVANCE_RATIO }, THRUST_NODE, LONGITUDINAL_NODE, LATERAL_NODE, (drive) C_T, (drive) C_L, "
               "(drive) "
               "C_M, LOCK_NUMBER, FLAP_FREQUENCY, THRUST_TIME, MOMENTS_TIME, THRUST_GAIN, MOMENTS_GAIN [, trigger, "
               "(drive) "
               "TRIGGER]",
    .summary = "Adjusts the controls of a rotor until its thrust and moments have the desired values.",
    .size = sizeof(rotor_trim),
    .read = genel_rotor_trim_read,
    .connect = genel_rotor_trim_connect,
    .eval = genel_rotor_trim_eval,
    .sample = genel_rotor_trim_sample,
};
