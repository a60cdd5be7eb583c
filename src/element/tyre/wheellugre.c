/* wheellugre.c - a tyre with a bristle model of longitudinal friction, on a plane of another node.
 *
 *     axes n, l, u, t, distance d and velocities: see wheel_plane.h;   x_d = R - d,  R_e = f_e(x_d)
 *     F_n = f_k(x_d) (1 - tanh(d'/v_h))                                                     0 if x_d <= 0
 *
 * slip:
 *     v_r = l . v - R_e (w . a),  w: angular velocity of the wheel;   s = |v_r|/(|l . v| + v1)
 *     f, z: coefficient and state of the friction model (modlugre) at the sliding velocity v_r
 *     mu_long = f (1 - |alpha|/90 deg),   mu_lat = (1 - s) f_0(alpha) + s f_1(alpha), s at most 1
 *     F = F_n (n - mu_long l - mu_lat t) at x - R_e u, minus it on the ground
 *     L = 1.7 (2 R) sqrt(x_d/(2 R) - (x_d/(2 R))^2) footprint,  kappa = kappa_0/L          for the output only
 *
 * The results of MBDyn show that kappa has no influence on z', and where F acts. That f_e is a function of x_d, and the
 * factor of d' (as in wheel2), are assumptions. Footprint: R. F. Smiley, W. B. Horne, "Mechanical properties of
 * pneumatic tires with special reference to modern aircraft tires", NASA TR R-64, 1960. Friction: C. Canudas de Wit, P.
 * Tsiotras, "Dynamic tire friction models for vehicle traction control", 38th IEEE Conference on Decision and Control,
 * 1999. */
#include "contract/friction.h"
#include "contract/scalar_function.h"
#include "element/diag_rows.h"
#include "math/jet_functions.h"
#include "element/tyre/wheel_plane.h"
#include "deck/named_values.h"
#include "model/reading.h"

typedef struct {
    wheel_plane wheel_plane;
    const scalar_function *stiffness, *rolling_radius;
    double speed;
    bool slips;
    const friction *friction;
    double kappa0;
    const drive *mu_lat[2];
    double threshold;
} tyre;

enum { Z = 12, ROWS }; /* local row of z */

static void internal(elem *element, arena *memory)
{
    const tyre *tyre = element->self;
    if (!tyre->friction)
        return;
    internal_kind *kind = ARENA_NEW(memory, internal_kind);
    *kind = friction_kind(tyre->friction);
    element->kinds = kind;
    element->n_internal = 1;
}

static void read_slip(reader *reader, tyre *tyre)
{
    if (read_keyword(reader, "preload")) {
        const source_location location = read_place(reader);
        read_not_negative(reader, "preload");
        diag_report(reader_diag(reader), W_TYRE_PRELOAD, location);
    }
    tyre->friction = read_friction_model(reader);
    tyre->kappa0 = read_not_negative(reader, "kappa0");
    tyre->rolling_radius = read_scalar_function(reader, "rolling radius");
    tyre->mu_lat[0] = read_drive(reader, "lateral friction coefficient without longitudinal slip");
    tyre->mu_lat[1] = read_drive(reader, "lateral friction coefficient at longitudinal slip 1");
    if (read_keyword(reader, "threshold"))
        tyre->threshold = read_not_negative(reader, "threshold of the slip ratio");
}

static void wheellugre_read(reader *reader, elem *element)
{
    tyre *tyre = element->self;
    read_wheel_plane(reader, &tyre->wheel_plane);
    tyre->stiffness = read_scalar_function(reader, "normal force");
    tyre->speed = read_positive(reader, "hysteresis velocity");
    tyre->slips = read_keyword(reader, "slip");
    if (tyre->slips)
        read_slip(reader, tyre);
    internal(element, reader_arena(reader));
}

static void wheellugre_connect(const elem *element, layout *layout)
{
    wheel_plane_connect(layout, &((const tyre *)element->self)->wheel_plane);
    layout_internal(layout);
}

typedef struct {
    wheel_contact wheel_contact;
    jet1 F_n, R_e, v_r;
    jet3 F, arm, point;
    double slip, alpha, f, mu_long, mu_lat, mu_free; /* for the output */
} contact;

static void jet_function(int lanes, const scalar_function *function, const state *state, const jet1 *x, jet1 *r)
{
    *r = *x;
    jet1_chain_by(lanes, r, scalar_function_at(function, state, x->v, 0), scalar_function_at(function, state, x->v, 1));
}

static void wheellugre_normal_force(int n, const state *state, const tyre *tyre, contact *contact)
{
    jet1 by = contact->wheel_contact.rate;
    const double th = tanh(by.v / tyre->speed);
    jet_function(n, tyre->stiffness, state, &contact->wheel_contact.deep, &contact->F_n);
    jet1_chain_by(n, &by, 1.0 - th, -(1.0 - th * th) / tyre->speed);
    jet1_mul_by(n, &contact->F_n, &by);
    jet3_mul1(n, &contact->F, &contact->F_n, &contact->wheel_contact.n);
}

/* Computes v_r, and the point where the force acts: below the axle by R_e. */
static void roll(int n, const state *state, const tyre *tyre, contact *contact)
{
    jet1 spin;
    jet3 up, down;
    jet_function(n, tyre->rolling_radius, state, &contact->wheel_contact.deep, &contact->R_e);
    jet3_dot(n, &spin, &contact->wheel_contact.side[0].node.w, &contact->wheel_contact.axle);
    jet1_mul_by(n, &spin, &contact->R_e);
    jet1_add(n, &contact->v_r, &contact->wheel_contact.forward, -1.0, &spin);
    jet3_mul1(n, &up, &contact->R_e, &contact->wheel_contact.u);
    jet3_scale(n, &down, -1.0, &up);
    jet3_add(n, &up, &contact->wheel_contact.point, -1.0, &contact->wheel_contact.arm);
    jet3_add(n, &contact->point, &up, 1.0, &down);
    contact->arm = down;
}

/* Computes |v_r|/(|l . v| + v1); 0 if the wheel does not move. */
static void slip_ratio(int lanes, const tyre *tyre, const contact *contact, jet1 *slip)
{
    jet1 speed;
    jet1_abs(lanes, slip, &contact->v_r);
    jet1_abs(lanes, &speed, &contact->wheel_contact.forward);
    speed.v += tyre->threshold;
    if (speed.v > 0.0)
        jet1_div_by(lanes, slip, &speed);
    else
        jet1_const(lanes, slip, 0.0);
}

static void wheellugre_slide(int lanes, const state *state, const tyre *tyre, const jet1 *f, contact *contact)
{
    jet1 slip, alpha, mu_long = *f, mu_lat;
    slip_ratio(lanes, tyre, contact, &slip);
    contact->slip = slip.v;
    if (slip.v > 1.0)
        jet1_const(lanes, &slip, 1.0);
    wheel_slip_angle(lanes, &contact->wheel_contact, &alpha);
    wheel_reduce_longitudinal(lanes, &alpha, &mu_long);
    wheel_lateral_friction(lanes, state, tyre->mu_lat, &alpha, &slip, &mu_lat);
    wheel_force(lanes, &contact->wheel_contact, &contact->F_n, &mu_long, &mu_lat, &contact->F);
    contact->alpha = alpha.v;
    contact->f = f->v;
    contact->mu_long = mu_long.v;
    contact->mu_lat = mu_lat.v;
    contact->mu_free = drive_at(tyre->mu_lat[0], state, alpha.v);
}

/* Computes the forces, and adds the row of z to `out`. */
static void wheellugre_touch(int lanes, const state *state, const elem *element, contact *k, local *out)
{
    const tyre *tyre = element->self;
    *k = (contact){0};
    wheel_plane_begin(lanes, state, &tyre->wheel_plane, &k->wheel_contact);
    k->arm = k->wheel_contact.arm;
    k->point = k->wheel_contact.point;
    const bool touches = k->wheel_contact.deep.v > 0.0;
    if (touches)
        wheellugre_normal_force(lanes, state, tyre, k);
    if (!tyre->slips)
        return;
    jet1 f;
    roll(lanes, state, tyre, k);
    friction_eval(lanes, tyre->friction, state, &(friction_index){.unknown = element->internal, .index = Z}, &k->v_r,
                  &f, out);
    if (touches)
        wheellugre_slide(lanes, state, tyre, &f, k);
}

static void wheellugre_eval(int lanes, const state *state, const elem *element, local *out)
{
    contact contact;
    wheellugre_touch(lanes, state, element, &contact, out);
    local_force(lanes, out, 0, 1.0, &contact.F, &contact.arm);
    local_force(lanes, out, 6, -1.0, &contact.F, &contact.point);
}

static void wheellugre_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    const tyre *tyre = element->self;
    if (element->n_internal > 0)
        initial->y[element->internal] = friction_initial(tyre->friction, 0.0);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    physical_quantity unit;
    const char *words;
    double value;
} column;

static void wheellugre_record_columns(record *out, const column *column, int n)
{
    for (int i = 0; i < n; i++) {
        record_name(out, column[i].name, column[i].unit, column[i].words);
        record_real(out, column[i].value);
    }
}

static double footprint(double R, double deep)
{
    const double part = deep / (2.0 * R);
    return 1.7 * 2.0 * R * sqrt(fmax(0.0, part - part * part));
}

static void wheellugre_output_row(const state *state, const elem *element, record *out)
{
    const tyre *tyre = element->self;
    double row[ROWS] = {0};
    contact contact;
    wheellugre_touch(0, state, element, &contact, &(local){.r = row});
    const vec3 F = jet3_value(&contact.F), axle = jet3_value(&contact.wheel_contact.axle),
               normal = jet3_value(&contact.wheel_contact.n);
    const double deep = fmax(contact.wheel_contact.deep.v, 0.0), L = footprint(tyre->wheel_plane.R, deep);
    double along, at;
    wheel_speeds(&contact.wheel_contact, &along, &at);
    const column first[] = {
        {"Rl", QUANTITY_LENGTH, "loaded radius", tyre->wheel_plane.R - deep},
        {"d", QUANTITY_LENGTH, "radial deformation", deep},
        {"dP", QUANTITY_VELOCITY, "its velocity", deep > 0.0 ? contact.wheel_contact.rate.v : 0.0},
        {"slip", QUANTITY_DIMENSIONLESS, "slip ratio", contact.slip},
        {"alpha", QUANTITY_DEGREES, "slip angle", contact.alpha * 180.0 / M_PI},
        {"muLong", QUANTITY_DIMENSIONLESS, "longitudinal friction coefficient", contact.mu_long},
        {"muLat", QUANTITY_DIMENSIONLESS, "lateral friction coefficient", contact.mu_lat},
        {"vAxle", QUANTITY_VELOCITY, "tangential velocity of the axle", along},
        {"vContact", QUANTITY_VELOCITY, "velocity of the contact point", at},
        {"vx", QUANTITY_VELOCITY, "forward velocity of the axle", contact.wheel_contact.forward.v},
        {"vRolling", QUANTITY_VELOCITY, "velocity of rolling, R_e times the spin",
         contact.wheel_contact.forward.v - contact.v_r.v},
        {"vr", QUANTITY_VELOCITY, "sliding velocity", contact.v_r.v},
        {"z", QUANTITY_LENGTH, "friction state", element->n_internal > 0 ? state->y[element->internal] : 0.0},
        {"zP", QUANTITY_VELOCITY, "its derivative", element->n_internal > 0 ? state->yp[element->internal] : 0.0},
        {"Re", QUANTITY_LENGTH, "effective rolling radius", contact.R_e.v},
    };
    const column second[] = {
        {"Fn", QUANTITY_FORCE, "normal force", contact.F_n.v},
        {"camber", QUANTITY_RADIANS, "angle of the axle to the plane",
         asin(fmin(fmax(vec3_dot(axle, normal), -1.0), 1.0))},
        {"f", QUANTITY_DIMENSIONLESS, "friction coefficient of the model", contact.f},
        {"muLat0", QUANTITY_DIMENSIONLESS, "lateral friction coefficient without longitudinal slip", contact.mu_free},
        {"kappa", QUANTITY_DIMENSIONLESS, "kappa0 by the length of the footprint", L > 0.0 ? tyre->kappa0 / L : 0.0},
        {"L", QUANTITY_LENGTH, "length of the footprint", L},
        {"fc", QUANTITY_DIMENSIONLESS, "friction coefficient of the model, once more", contact.f},
    };
    record_begin(out, element->label);
    record_name(out, "F", QUANTITY_FORCE, "force");
    record_vec3(out, F);
    record_name(out, "M", QUANTITY_MOMENT, "moment");
    record_vec3(out, vec3_cross(jet3_value(&contact.arm), F));
    wheellugre_record_columns(out, first, ARRAY_LEN(first));
    record_name(out, "l", QUANTITY_DIMENSIONLESS, "forward direction");
    record_vec3(out, jet3_value(&contact.wheel_contact.l));
    wheellugre_record_columns(out, second, ARRAY_LEN(second));
    record_end(out);
}

static const char *wheellugre_internal_name(const elem *element, int i)
{
    (void)element, (void)i;
    return "friction state";
}

static void wheellugre_sample(sampler *from, elem *element)
{
    tyre *tyre = element->self;
    sample_wheel_plane(from, &tyre->wheel_plane);
    tyre->stiffness = sample_friction_function(from);
    tyre->speed = sample_real(from, 5, 9);
    tyre->slips = sample_integer(from, 0, 1);
    if (tyre->slips)
        tyre->friction = sample_friction(from);
    tyre->rolling_radius = sample_friction_function(from);
    tyre->mu_lat[0] = sample_drive(from);
    tyre->mu_lat[1] = sample_drive(from);
    tyre->threshold = 0.1;
    internal(element, from->memory);
}

const elem_type wheellugre_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "wheellugre",
    .grammar = "user defined: LABEL, wheellugre, WHEEL NODE, AXLE, GROUND NODE, POINT, NORMAL, RADIUS, NORMAL FORCE, "
               "HYSTERESIS VELOCITY [, slip [, preload, P], FRICTION MODEL, KAPPA0, ROLLING RADIUS, (DRIVE) MU LAT 0, "
               "(DRIVE) MU LAT 1 [, threshold, V1]]",
    .summary = "A tyre with LuGre friction on a plane.",
    .module = MODULE_WHEELLUGRE,
    .size = sizeof(tyre),
    .read = wheellugre_read,
    .connect = wheellugre_connect,
    .eval = wheellugre_eval,
    .initial = wheellugre_initial,
    .output = wheellugre_output_row,
    .internal_name = wheellugre_internal_name,
    .sample = wheellugre_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .friction = true, .no_potential = true},
};
