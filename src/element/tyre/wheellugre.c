/* wheellugre.c - a tyre with a bristle model of longitudinal friction, on a plane of another node.
 *
 *     axes n, l, u, t, distance d and velocities: see wheel_plane.h;   x_d = R - d,  R_e = f_e(x_d)
 *     F_n = f_k(x_d) (1 - tanh(d'/v_h))                                                     0 when x_d <= 0
 *
 * slip:
 *     v_r = l . v - R_e (w . a),  w: angular velocity of the wheel;   s = |v_r|/(|l . v| + v1)
 *     f, z: coefficient and state of the friction model (modlugre) at the sliding velocity v_r
 *     mu_long = f (1 - |alpha|/90 deg),   mu_lat = (1 - s) f_0(alpha) + s f_1(alpha), s at most 1
 *     F = F_n (n - mu_long l - mu_lat t) at x - R_e u, minus it on the ground
 *     L = 1.7 (2 R) sqrt(x_d/(2 R) - (x_d/(2 R))^2) footprint,  kappa = kappa_0/L          to print only
 *
 * The results of MBDyn show that kappa has no influence on z', and where F acts. That f_e is a function of x_d, and the
 * factor of d' (as in wheel2), are assumptions.
 * Footprint: R. F. Smiley, W. B. Horne, "Mechanical properties of pneumatic tires with special reference to modern
 * aircraft tires", NASA TR R-64, 1960. Friction: C. Canudas de Wit, P. Tsiotras, "Dynamic tire friction models for
 * vehicle traction control", 38th IEEE Conference on Decision and Control, 1999. */
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

static void own(elem *e, arena *memory)
{
    const tyre *p = e->self;
    if (!p->friction)
        return;
    own_kind *kind = ARENA_NEW(memory, own_kind);
    *kind = friction_kind(p->friction);
    e->kinds = kind;
    e->n_own = 1;
}

static void read_slip(reader *r, tyre *p)
{
    if (read_keyword(r, "preload")) {
        const place where = read_place(r);
        read_not_negative(r, "preload");
        diag_report(reader_diag(r), W_TYRE_PRELOAD, where);
    }
    p->friction = read_friction_model(r);
    p->kappa0 = read_not_negative(r, "kappa0");
    p->rolling_radius = read_scalar_function(r, "rolling radius");
    p->mu_lat[0] = read_drive(r, "lateral friction coefficient without longitudinal slip");
    p->mu_lat[1] = read_drive(r, "lateral friction coefficient at longitudinal slip 1");
    if (read_keyword(r, "threshold"))
        p->threshold = read_not_negative(r, "threshold of the slip ratio");
}

static void wheellugre_read(reader *r, elem *e)
{
    tyre *p = e->self;
    read_wheel_plane(r, &p->wheel_plane);
    p->stiffness = read_scalar_function(r, "normal force");
    p->speed = read_positive(r, "hysteresis velocity");
    p->slips = read_keyword(r, "slip");
    if (p->slips)
        read_slip(r, p);
    own(e, reader_arena(r));
}

static void wheellugre_connect(const elem *e, layout *l)
{
    wheel_plane_connect(l, &((const tyre *)e->self)->wheel_plane);
    layout_own(l);
}

typedef struct {
    wheel_contact wheel_contact;
    jet1 F_n, R_e, v_r;
    jet3 F, arm, point;
    double slip, alpha, f, mu_long, mu_lat, mu_free; /* to print */
} contact;

static void jet_function(int n, const scalar_function *f, const state *s, const jet1 *x, jet1 *r)
{
    *r = *x;
    jet1_chain_by(n, r, scalar_function_at(f, s, x->v, 0), scalar_function_at(f, s, x->v, 1));
}

static void wheellugre_normal_force(int n, const state *s, const tyre *p, contact *k)
{
    jet1 by = k->wheel_contact.rate;
    const double th = tanh(by.v / p->speed);
    jet_function(n, p->stiffness, s, &k->wheel_contact.deep, &k->F_n);
    jet1_chain_by(n, &by, 1.0 - th, -(1.0 - th * th) / p->speed);
    jet1_mul_by(n, &k->F_n, &by);
    jet3_mul1(n, &k->F, &k->F_n, &k->wheel_contact.n);
}

/* v_r, and where the force acts: below the axle by R_e. */
static void roll(int n, const state *s, const tyre *p, contact *k)
{
    jet1 spin;
    jet3 up, down;
    jet_function(n, p->rolling_radius, s, &k->wheel_contact.deep, &k->R_e);
    jet3_dot(n, &spin, &k->wheel_contact.side[0].node.w, &k->wheel_contact.axle);
    jet1_mul_by(n, &spin, &k->R_e);
    jet1_add(n, &k->v_r, &k->wheel_contact.forward, -1.0, &spin);
    jet3_mul1(n, &up, &k->R_e, &k->wheel_contact.u);
    jet3_scale(n, &down, -1.0, &up);
    jet3_add(n, &up, &k->wheel_contact.point, -1.0, &k->wheel_contact.arm);
    jet3_add(n, &k->point, &up, 1.0, &down);
    k->arm = down;
}

/* |v_r|/(|l . v| + v1); 0 when the wheel stands. */
static void slip_ratio(int n, const tyre *p, const contact *k, jet1 *slip)
{
    jet1 speed;
    jet1_abs(n, slip, &k->v_r);
    jet1_abs(n, &speed, &k->wheel_contact.forward);
    speed.v += p->threshold;
    if (speed.v > 0.0)
        jet1_div_by(n, slip, &speed);
    else
        jet1_const(n, slip, 0.0);
}

static void wheellugre_slide(int n, const state *s, const tyre *p, const jet1 *f, contact *k)
{
    jet1 slip, alpha, mu_long = *f, mu_lat;
    slip_ratio(n, p, k, &slip);
    k->slip = slip.v;
    if (slip.v > 1.0)
        jet1_const(n, &slip, 1.0);
    wheel_slip_angle(n, &k->wheel_contact, &alpha);
    wheel_reduce_longitudinal(n, &alpha, &mu_long);
    wheel_lateral_friction(n, s, p->mu_lat, &alpha, &slip, &mu_lat);
    wheel_force(n, &k->wheel_contact, &k->F_n, &mu_long, &mu_lat, &k->F);
    k->alpha = alpha.v;
    k->f = f->v;
    k->mu_long = mu_long.v;
    k->mu_lat = mu_lat.v;
    k->mu_free = drive_at(p->mu_lat[0], s, alpha.v);
}

/* The forces, and the row of z in `out`. */
static void wheellugre_touch(int n, const state *s, const elem *e, contact *k, local *out)
{
    const tyre *p = e->self;
    *k = (contact){0};
    wheel_plane_begin(n, s, &p->wheel_plane, &k->wheel_contact);
    k->arm = k->wheel_contact.arm;
    k->point = k->wheel_contact.point;
    const bool touches = k->wheel_contact.deep.v > 0.0;
    if (touches)
        wheellugre_normal_force(n, s, p, k);
    if (!p->slips)
        return;
    jet1 f;
    roll(n, s, p, k);
    friction_eval(n, p->friction, s, &(friction_place){.unknown = e->own, .index = Z}, &k->v_r, &f, out);
    if (touches)
        wheellugre_slide(n, s, p, &f, k);
}

static void wheellugre_eval(int n, const state *s, const elem *e, local *out)
{
    contact k;
    wheellugre_touch(n, s, e, &k, out);
    local_force(n, out, 0, 1.0, &k.F, &k.arm);
    local_force(n, out, 6, -1.0, &k.F, &k.point);
}

static void wheellugre_initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    const tyre *p = e->self;
    if (e->n_own > 0)
        v->y[e->own] = friction_initial(p->friction, 0.0);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    physical_quantity unit;
    const char *words;
    double value;
} column;

static void wheellugre_record_columns(record *out, const column *c, int n)
{
    for (int i = 0; i < n; i++) {
        record_name(out, c[i].name, c[i].unit, c[i].words);
        record_real(out, c[i].value);
    }
}

static double footprint(double R, double deep)
{
    const double part = deep / (2.0 * R);
    return 1.7 * 2.0 * R * sqrt(fmax(0.0, part - part * part));
}

static void wheellugre_output_row(const state *s, const elem *e, record *out)
{
    const tyre *p = e->self;
    double row[ROWS] = {0};
    contact k;
    wheellugre_touch(0, s, e, &k, &(local){.r = row});
    const vec3 F = jet3_value(&k.F), axle = jet3_value(&k.wheel_contact.axle), normal = jet3_value(&k.wheel_contact.n);
    const double deep = fmax(k.wheel_contact.deep.v, 0.0), L = footprint(p->wheel_plane.R, deep);
    double along, at;
    wheel_speeds(&k.wheel_contact, &along, &at);
    const column first[] = {
        {"Rl", QUANTITY_LENGTH, "loaded radius", p->wheel_plane.R - deep},
        {"d", QUANTITY_LENGTH, "radial deformation", deep},
        {"dP", QUANTITY_VELOCITY, "its velocity", deep > 0.0 ? k.wheel_contact.rate.v : 0.0},
        {"slip", QUANTITY_DIMENSIONLESS, "slip ratio", k.slip},
        {"alpha", QUANTITY_DEGREES, "slip angle", k.alpha * 180.0 / M_PI},
        {"muLong", QUANTITY_DIMENSIONLESS, "longitudinal friction coefficient", k.mu_long},
        {"muLat", QUANTITY_DIMENSIONLESS, "lateral friction coefficient", k.mu_lat},
        {"vAxle", QUANTITY_VELOCITY, "tangential velocity of the axle", along},
        {"vContact", QUANTITY_VELOCITY, "velocity of the contact point", at},
        {"vx", QUANTITY_VELOCITY, "forward velocity of the axle", k.wheel_contact.forward.v},
        {"vRolling", QUANTITY_VELOCITY, "velocity of rolling, R_e times the spin", k.wheel_contact.forward.v - k.v_r.v},
        {"vr", QUANTITY_VELOCITY, "sliding velocity", k.v_r.v},
        {"z", QUANTITY_LENGTH, "friction state", e->n_own > 0 ? s->y[e->own] : 0.0},
        {"zP", QUANTITY_VELOCITY, "its derivative", e->n_own > 0 ? s->yp[e->own] : 0.0},
        {"Re", QUANTITY_LENGTH, "effective rolling radius", k.R_e.v},
    };
    const column second[] = {
        {"Fn", QUANTITY_FORCE, "normal force", k.F_n.v},
        {"camber", QUANTITY_RADIANS, "angle of the axle to the plane",
         asin(fmin(fmax(vec3_dot(axle, normal), -1.0), 1.0))},
        {"f", QUANTITY_DIMENSIONLESS, "friction coefficient of the model", k.f},
        {"muLat0", QUANTITY_DIMENSIONLESS, "lateral friction coefficient without longitudinal slip", k.mu_free},
        {"kappa", QUANTITY_DIMENSIONLESS, "kappa0 by the length of the footprint", L > 0.0 ? p->kappa0 / L : 0.0},
        {"L", QUANTITY_LENGTH, "length of the footprint", L},
        {"fc", QUANTITY_DIMENSIONLESS, "friction coefficient of the model, once more", k.f},
    };
    record_begin(out, e->label);
    record_name(out, "F", QUANTITY_FORCE, "force");
    record_vec3(out, F);
    record_name(out, "M", QUANTITY_MOMENT, "moment");
    record_vec3(out, vec3_cross(jet3_value(&k.arm), F));
    wheellugre_record_columns(out, first, ARRAY_LEN(first));
    record_name(out, "l", QUANTITY_DIMENSIONLESS, "forward direction");
    record_vec3(out, jet3_value(&k.wheel_contact.l));
    wheellugre_record_columns(out, second, ARRAY_LEN(second));
    record_end(out);
}

static const char *wheellugre_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "friction state";
}

static void wheellugre_sample(sampler *from, elem *e)
{
    tyre *p = e->self;
    sample_wheel_plane(from, &p->wheel_plane);
    p->stiffness = sample_friction_function(from);
    p->speed = sample_real(from, 5, 9);
    p->slips = sample_integer(from, 0, 1);
    if (p->slips)
        p->friction = sample_friction(from);
    p->rolling_radius = sample_friction_function(from);
    p->mu_lat[0] = sample_drive(from);
    p->mu_lat[1] = sample_drive(from);
    p->threshold = 0.1;
    own(e, from->memory);
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
    .own_name = wheellugre_own_name,
    .sample = wheellugre_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .friction = true, .no_potential = true},
};
