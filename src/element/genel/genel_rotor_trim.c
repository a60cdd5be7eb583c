/* genel_rotor_trim.c - adjusts the controls of a rotor until its thrust and moments have the desired values.
 *
 *     t x' + x = g (Q^-1 e)_i      of the three controls x = (x0, xs, xc); t, g: those of the thrust or of the moments
 *     x = 0                        as long as the trigger is
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
    const elem *rotor; /* NULL: what is measured are drives */
    const elem *const *air;
    const node *reference; /* where the air is asked for; NULL: at the origin */
    const drive *load[LOADS], *speed, *advance;
    double radius;
    const node *nodes[CONTROLS];
    const drive *desired[LOADS];
    double lock, flap;
    double time[2], gain[2]; /* of thrust, of moments */
    const drive *trigger;    /* NULL: always */
} rotor_trim;

/* What is measured at a moment: coefficients, what they are of the loads, and the advance ratio. */
typedef struct {
    double c[LOADS], per_load[LOADS];
    double advance;
    mat3 R; /* axes of the rotor */
} measured;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_rotor(reader *r, rotor_trim *t)
{
    const unsigned label = read_label(r, "rotor");
    if (!read_ok(r))
        return;
    t->rotor = read_known_elem(r, &elem_cards[CARD_INDUCED_VELOCITY], label);
    if (!t->rotor || !rotor_is(t->rotor))
        read_error_last(r, E_NO_ROTOR, label);
    else if (!((const rotor *)t->rotor->self)->radius)
        read_error_last(r, E_ROTOR_RADIUS, label);
}

static void read_drives(reader *r, rotor_trim *t)
{
    if (read_keyword(r, "reference node"))
        t->reference = read_point_node(r, "reference node");
    t->load[0] = read_drive(r, "thrust");
    t->load[1] = read_drive(r, "longitudinal moment");
    t->load[2] = read_drive(r, "lateral moment");
    t->radius = read_positive(r, "radius of the rotor");
    t->speed = read_drive(r, "angular velocity");
    t->advance = read_drive(r, "advance ratio");
}

static void read_controller(reader *r, rotor_trim *t)
{
    static const char *const NODES[] = {"thrust node", "longitudinal moment node", "lateral moment node"};
    static const char *const DESIRED[] = {"desired thrust coefficient", "desired longitudinal moment coefficient",
                                          "desired lateral moment coefficient"};
    for (int i = 0; i < CONTROLS; i++)
        t->nodes[i] = read_node(r, "abstract", NODES[i]);
    for (int i = 0; i < LOADS; i++)
        t->desired[i] = read_drive(r, DESIRED[i]);
    t->lock = read_positive(r, "Lock number");
    t->flap = read_positive(r, "flap frequency");
    if (read_ok(r) && t->flap == 1.0)
        read_error_last(r, E_TRIM_SINGULAR);
    t->time[0] = read_not_negative(r, "time constant of the thrust");
    t->time[1] = read_not_negative(r, "time constant of the moments");
    t->gain[0] = read_real(r, "gain of the thrust");
    t->gain[1] = read_real(r, "gain of the moments");
    if (read_keyword(r, "trigger"))
        t->trigger = read_drive(r, "trigger");
}

static void genel_rotor_trim_read(reader *r, elem *e)
{
    rotor_trim *t = e->self;
    t->air = &model_of(r)->air;
    if (read_keyword(r, "generic")) {
        read_drives(r, t);
    } else {
        read_keyword(r, "rotor");
        read_rotor(r, t);
    }
    read_controller(r, t);
    for (int i = 0; i < CONTROLS && read_ok(r); i++)
        if (t->time[i > 0] != 0.0 && t->nodes[i]->type->kind(t->nodes[i], 0) == DOF_ALGEBRAIC)
            read_error(r, E_GENEL_ORDER, e->where);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void genel_rotor_trim_scale(measured *m, double density, double radius, double speed, const double load[LOADS])
{
    const double force = density * M_PI * pow(radius, 4) * speed * speed;
    for (int i = 0; i < LOADS; i++) {
        m->per_load[i] = force > 0 ? 1 / (force * (i ? radius : 1.0)) : 0.0;
        m->c[i] = m->per_load[i] * load[i];
    }
}

static measured measure_rotor(const rotor_trim *t, const state *s)
{
    measured m;
    disk d;
    disk_motion(t->rotor->self, s, &d);
    const vec3 F = mat3_tmulv(&d.R, vec3_load(s->y + t->rotor->own));
    const vec3 M = mat3_tmulv(&d.R, vec3_load(s->y + t->rotor->own + 3));
    m.R = d.R;
    m.advance = d.mu;
    genel_rotor_trim_scale(&m, d.density, d.radius, d.tip / d.radius, (const double[]){F.z, M.x, M.y});
    return m;
}

static measured measure_drives(const rotor_trim *t, const state *s)
{
    measured m = {.R = MAT3_EYE};
    air_moment air;
    air_point here;
    double load[LOADS];
    air_begin(*t->air, s, &air);
    air_at(&air, t->reference ? s->poses[t->reference->pose].x : (vec3){0, 0, 0}, &here, NULL);
    for (int i = 0; i < LOADS; i++)
        load[i] = drive_now(t->load[i], s);
    m.advance = drive_now(t->advance, s);
    genel_rotor_trim_scale(&m, here.density, t->radius, drive_now(t->speed, s), load);
    return m;
}

/* Q^-1 */
static mat3 controls_of(const rotor_trim *t, double m)
{
    const double v2 = t->flap * t->flap, K = 8 * (v2 - 1) / t->lock, G = t->lock / (8 * v2), s = K / (16 * (1 + K * K));
    const mat3 Q = {
        {{(1 + 1.5 * m * m) / 6, 2.0 / 9.0 * m, 0},
         {s * m * (4.0 / 3.0 * G - 8.0 / 3.0 * K), s * (-K * (1 + 1.5 * m * m) + 16.0 / 9.0 * G * m * m), -s},
         {s * m * (8.0 / 3.0 + 4.0 / 3.0 * G * K), s * (1 + 2 * m * m + 16.0 / 9.0 * G * K * m * m),
          -s * K * (1 + m * m / 2)}}};
    return mat3_inverse(&Q);
}

static void genel_rotor_trim_connect(const elem *e, layout *l)
{
    const rotor_trim *t = e->self;
    for (int i = 0; i < CONTROLS; i++)
        layout_dof(l, &(node_dof){.node = t->nodes[i]});
    const int other = t->rotor ? layout_other(l, t->rotor) : 0;
    layout_clear(l);
    for (int i = 0; i < CONTROLS; i++)
        layout_full(l, i, 1, i, 1);
    if (t->rotor)
        layout_full(l, 0, CONTROLS, other, INFLOW_LOADS);
}

/* Along the loads of the rotor: F behind the controls, then M. */
static void loads_jacobian(const rotor_trim *t, const measured *m, const mat3 *W, local *out)
{
    static const int AXIS[LOADS] = {2, 0, 1};
    for (int i = 0; i < CONTROLS; i++)
        for (int k = 0; k < LOADS; k++) {
            const vec3 axis = mat3_col(&m->R, AXIS[k]);
            const double by = -t->gain[i > 0] * W->e[i][k] * m->per_load[k];
            double *J = jacobian_row(out, i) + CONTROLS + (k ? 3 : 0);
            J[0] += by * axis.x, J[1] += by * axis.y, J[2] += by * axis.z;
        }
}

static void steer(int n, const rotor_trim *t, const state *s, local *out)
{
    const measured m = t->rotor ? measure_rotor(t, s) : measure_drives(t, s);
    const mat3 W = controls_of(t, m.advance);
    double e[LOADS];
    for (int i = 0; i < LOADS; i++)
        e[i] = drive_now(t->desired[i], s) - m.c[i];
    for (int i = 0; i < CONTROLS; i++)
        out->r[i] += t->gain[i > 0] * (W.e[i][0] * e[0] + W.e[i][1] * e[1] + W.e[i][2] * e[2]);
    if (n > 0 && t->rotor)
        loads_jacobian(t, &m, &W, out);
}

static void genel_rotor_trim_eval(int n, const state *s, const elem *e, local *out)
{
    const rotor_trim *t = e->self;
    const bool steers = !t->trigger || drive_now(t->trigger, s) != 0.0;
    for (int i = 0; i < CONTROLS; i++) {
        const int unknown = t->nodes[i]->dof;
        const double time = steers ? t->time[i > 0] : 0.0;
        out->r[i] -= s->y[unknown] + time * s->yp[unknown];
        if (n > 0)
            out->J[i * out->ld + i] -= dof_weight(s, &(node_dof){.node = t->nodes[i]}) + time * s->drate;
    }
    if (steers)
        steer(n, t, s, out);
}

static void genel_rotor_trim_sample(sampler *from, elem *e)
{
    rotor_trim *t = e->self;
    const elem **air = ARENA_NEW(from->memory, const elem *);
    *air = sample_air(from);
    t->air = air;
    for (int i = 0; i < CONTROLS; i++) {
        t->nodes[i] = sample_dof(from, i).node;
        t->load[i] = sample_drive(from);
        t->desired[i] = sample_drive(from);
    }
    t->speed = sample_drive(from);
    t->advance = sample_drive(from);
    t->radius = sample_real(from, 1.0, 5.0);
    t->lock = sample_real(from, 5.0, 9.0);
    t->flap = sample_real(from, 1.02, 1.2);
    t->time[0] = sample_real(from, 0.1, 1.0), t->time[1] = sample_real(from, 0.1, 1.0);
    t->gain[0] = t->gain[1] = sample_real(from, 0.1, 1.0);
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
