/* rotor_disc.c - a rotor as a disc: thrust and torque in closed form, without blades.
 *
 *     v: velocity of the hub against the air, axes of the rotor;   V = |v|,  A = pi R^2,  m = (V/(Omega R))^2
 *     v_h = sqrt(W/(2 rho A)),   v_1 = v_h sqrt(sqrt(1 + q^2/4) - q/2),   q = (V/v_h)^2,   W: weight at take-off
 *     T = rho A (Omega R)^2 sigma a theta (theta/3 (1 - m + 9/4 m^2) + twist/4 (1 - 3/2 m + 3/2 m^2)
 *         + v_1/(2 Omega R) (1 - m/2))/(1 + 3/2 m)                                           Q = T v_1/Omega
 *     -T e3 at the hub and -Q e3 on the node;   theta: collective within the limits of control and of stall
 *
 * The polynomials in m are those of Bramwell (Helicopter Dynamics, thrust with axes of no feathering, linear twist).
 * V as the magnitude of the whole velocity, the sign of v_1 and theta as a factor follow from the results of MBDyn.
 *
 *     c_T = T/(rho A (Omega R)^2),  l = -v_3/(2 Omega R)
 *     lambda = l + sqrt(l^2 + c_T/2),  or l - sqrt(l^2 - c_T/2) when it descends through its wake, l^2 > c_T/2, v_3 < 0
 *     printed: P = T Omega R sqrt(c_T/2),  in hover W v_h with the density at the start,  c_P = lambda c_T,
 *              figure of merit sqrt(c_T/2)/lambda                                                                   */
#include "element/joint/joint.h"
#include "element/aero/air.h"
#include "element/diag_rows.h"
#include "deck/named_values.h"
#include "model/frames.h"
#include "model/reading.h"

static const double GRAVITY = 9.81;

typedef struct {
    joint_side hub;
    const elem *const *air;
    const drive *collective, *speed;
    double R, sigma, slope, twist;
    double stall[2], control[2];
    double weight;
} disc;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_limits(reader *r, const char *word, double between[2])
{
    read_word(r, word);
    between[0] = read_real(r, "lower limit");
    between[1] = read_real(r, "upper limit");
    if (read_ok(r) && between[0] >= between[1])
        read_error_last(r, E_RANGE_ORDER, between[0], between[1]);
}

static void rotor_disc_read(reader *r, elem *e)
{
    disc *p = e->self;
    p->air = &model_of(r)->air;
    p->hub.Rh = MAT3_EYE;
    read_side_node(r, &p->hub, NULL);
    read_word(r, "position");
    p->hub.f = read_side_position(r, &p->hub, NULL, "position of the hub");
    read_word(r, "orientation");
    p->hub.Rh = read_side_orientation(r, &p->hub, NULL, "orientation of the rotor");
    read_word(r, "collective input");
    p->collective = read_drive(r, "collective pitch");
    read_word(r, "angular velocity");
    p->speed = read_drive(r, "angular velocity");
    p->R = read_named_positive(r, "radius");
    p->sigma = read_named_positive(r, "sigma");
    p->slope = read_named_positive(r, "clalpha");
    p->twist = read_named_real(r, "twist");
    read_limits(r, "stall limits", p->stall);
    read_limits(r, "control limits", p->control);
    p->weight = GRAVITY * read_named_positive(r, "MTOW");
}

static void rotor_disc_connect(const elem *e, layout *l) { layout_node(l, ((const disc *)e->self)->hub.node); }

/* --- equations ---------------------------------------------------------------------------------------------------- */

typedef struct {
    jet_side hub;
    jet3 v; /* against the air, axes of the rotor */
    jet1 density;
    double theta, speed;
    jet1 v_h, v_1, T, Q;
    jet3 F, M; /* global */
} flow;

static double within(double x, const double between[2]) { return fmin(fmax(x, between[0]), between[1]); }

static void replace_by_root(int n, jet1 *r)
{
    const double root = sqrt(r->v);
    jet1_chain_by(n, r, root, 0.5 / root);
}

static void rotor_disc_motion(int n, const state *s, const disc *p, flow *k)
{
    jet3 air, v;
    jet_side_seed(n, &k->hub, s, &p->hub, 0);
    jet_air_at(n, *p->air, s, &k->hub.p, &air, &k->density);
    jet3_cross(n, &v, &k->hub.node.w, &k->hub.b);
    jet3_add_to(n, &v, 1.0, &k->hub.node.v);
    jet3_add_to(n, &v, -1.0, &air);
    /* Loads know its length alone: how its axes turn is no matter to derivatives. */
    const mat3 R = mat3_mul(&k->hub.node.now->R, &p->hub.Rh), Rt = mat3_transpose(&R);
    jet3_mul(n, &k->v, &Rt, &v);
}

/* v_h and v_1 */
static void inflow(int n, const disc *p, flow *k)
{
    const double area = M_PI * p->R * p->R;
    jet1 q;
    k->v_h = k->density;
    jet1_chain_by(n, &k->v_h, p->weight / (2.0 * area * k->density.v),
                  -p->weight / (2.0 * area * k->density.v * k->density.v));
    jet3_dot(n, &q, &k->v, &k->v);
    jet1_div_by(n, &q, &k->v_h);
    const double root = sqrt(1.0 + 0.25 * q.v * q.v);
    jet1_chain_by(n, &q, root - 0.5 * q.v, 0.25 * q.v / root - 0.5);
    k->v_1 = q;
    jet1_mul_by(n, &k->v_1, &k->v_h);
    replace_by_root(n, &k->v_1);
    replace_by_root(n, &k->v_h);
}

static void thrust(int n, const disc *p, flow *k)
{
    const double tip = k->speed * p->R, a = M_PI * p->R * p->R * tip * tip * p->sigma * p->slope * k->theta;
    jet1 square, blades, part;
    jet3_dot(n, &square, &k->v, &k->v);
    jet1_scale_by(n, &square, 1.0 / (tip * tip));
    const double m = square.v, root = k->theta / 3.0, tw = 0.25 * p->twist;
    blades = square;
    jet1_chain_by(n, &blades, root * (1.0 - m + 2.25 * m * m) + tw * (1.0 - 1.5 * m + 1.5 * m * m),
                  root * (4.5 * m - 1.0) + tw * (3.0 * m - 1.5));
    part = square;
    jet1_chain_by(n, &part, 1.0 - 0.5 * m, -0.5);
    jet1_mul_by(n, &part, &k->v_1);
    jet1_add_to(n, &blades, 0.5 / tip, &part);
    part = square;
    jet1_chain_by(n, &part, 1.0 + 1.5 * m, 1.5);
    jet1_div_by(n, &blades, &part);
    k->T = k->density;
    jet1_scale_by(n, &k->T, a);
    jet1_mul_by(n, &k->T, &blades);
}

static void loads(int n, const state *s, const elem *e, flow *k)
{
    const disc *p = e->self;
    jet3 axis;
    k->theta = within(within(drive_now(p->collective, s), p->control), p->stall);
    k->speed = drive_now(p->speed, s);
    rotor_disc_motion(n, s, p, k);
    inflow(n, p, k);
    jet1_const(n, &k->T, 0.0);
    jet1_const(n, &k->Q, 0.0);
    if (k->density.v <= 0.0)
        state_fail(s, e->where, "rotordisc: there is no air; add 'air properties' to the model");
    if (k->speed != 0.0) {
        thrust(n, p, k);
        k->Q = k->v_1;
        jet1_mul_by(n, &k->Q, &k->T);
        jet1_scale_by(n, &k->Q, 1.0 / k->speed);
    }
    jet_side_axis(n, &axis, &k->hub, 2);
    jet3_scale(n, &k->F, -1.0, &axis);
    axis = k->F;
    jet3_mul1(n, &k->F, &k->T, &axis);
    jet3_mul1(n, &k->M, &k->Q, &axis);
}

static void rotor_disc_eval(int n, const state *s, const elem *e, local *out)
{
    flow k;
    loads(n, s, e, &k);
    local_force(n, out, 0, 1.0, &k.F, &k.hub.b);
    local_add3(out, 3, n, 1.0, &k.M);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

/* The density, of which the power of hover is printed. */
static void rotor_disc_start(const state *s, const elem *e, memory_block *to)
{
    flow k;
    loads(0, s, e, &k);
    *(double *)memory_at(to, e->memory) = k.density.v;
}

typedef struct {
    double c_T, lambda, power, hover, c_P, merit;
} figures;

static figures figures_of(const disc *p, const flow *k, double density)
{
    const double tip = k->speed * p->R, area = M_PI * p->R * p->R;
    figures f = {.hover = p->weight * sqrt(p->weight / (2.0 * density * area))};
    if (tip == 0.0)
        return f;
    f.c_T = k->T.v / (k->density.v * area * tip * tip);
    const double half = 0.5 * fabs(f.c_T), l = -0.5 * k->v.v[2] / tip, rest = l * l - half;
    f.lambda = l > 0.0 && rest > 0.0 ? l - sqrt(rest) : l + sqrt(l * l + half);
    f.power = k->T.v * tip * sqrt(half);
    f.c_P = f.lambda * f.c_T;
    f.merit = f.lambda != 0.0 ? sqrt(half) / f.lambda : 0.0;
    return f;
}

static void rotor_disc_output_row(const state *s, const elem *e, record *out)
{
    const disc *p = e->self;
    flow k;
    loads(0, s, e, &k);
    const figures f = figures_of(p, &k, *(const double *)remembered(s, e->memory));
    const double *v = k.v.v, alpha = atan2(v[2], hypot(v[0], v[1]));
    const struct {
        const char *name;
        physical_quantity unit;
        const char *words;
        double value;
    } COLUMNS[] = {
        {"theta0", QUANTITY_RADIANS, "collective pitch", k.theta},
        {"omega", QUANTITY_ANGULAR_VELOCITY, "angular velocity", k.speed},
        {"Thrust", QUANTITY_FORCE, "thrust", k.T.v},
        {"DragInd", QUANTITY_MOMENT, "induced torque", k.Q.v},
        {"DragProf", QUANTITY_MOMENT, "profile torque", 0.0},
        {"Drag", QUANTITY_MOMENT, "torque", k.Q.v},
        {"PowerInd", QUANTITY_POWER, "induced power", f.power},
        {"PowerProf", QUANTITY_POWER, "profile power", 0.0},
        {"Power", QUANTITY_POWER, "power", f.power},
        {"HoverInd", QUANTITY_POWER, "induced power of hover", f.hover},
        {"HoverProf", QUANTITY_POWER, "profile power of hover", 0.0},
        {"Hover", QUANTITY_POWER, "power of hover", f.hover},
        {"alphaTPP", QUANTITY_RADIANS, "angle of the velocity to the disc", alpha},
        {"rho", QUANTITY_DENSITY, "density of the air", k.density.v},
        {"lambda", QUANTITY_DIMENSIONLESS, "inflow ratio", f.lambda},
        {"v1", QUANTITY_VELOCITY, "induced velocity", k.v_1.v},
        {"v1h", QUANTITY_VELOCITY, "induced velocity of hover", k.v_h.v},
        {"vx", QUANTITY_VELOCITY, "velocity of the hub in the rotor's axes, x", v[0]},
        {"vy", QUANTITY_VELOCITY, "velocity of the hub in the rotor's axes, y", v[1]},
        {"vz", QUANTITY_VELOCITY, "velocity of the hub in the rotor's axes, z", v[2]},
        {"CPind", QUANTITY_DIMENSIONLESS, "induced power coefficient", f.c_P},
        {"CPprof", QUANTITY_DIMENSIONLESS, "profile power coefficient", 0.0},
        {"CP", QUANTITY_DIMENSIONLESS, "power coefficient", f.c_P},
        {"CPsigma", QUANTITY_DIMENSIONLESS, "power coefficient by solidity", f.c_P / p->sigma},
        {"CT", QUANTITY_DIMENSIONLESS, "thrust coefficient", f.c_T},
        {"CTsigma", QUANTITY_DIMENSIONLESS, "thrust coefficient by solidity", f.c_T / p->sigma},
        {"FOM", QUANTITY_DIMENSIONLESS, "figure of merit", f.merit},
    };
    record_begin(out, e->label);
    record_name(out, "F", QUANTITY_FORCE, "force on the node");
    record_vec3(out, jet3_value(&k.F));
    record_name(out, "M", QUANTITY_MOMENT, "moment on the node");
    record_vec3(out, jet3_value(&k.M));
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++) {
        record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
        record_real(out, COLUMNS[i].value);
    }
    record_end(out);
}

static const char *const NAMES[] = {"Thrust", "DragInd", "PowerInd", "theta0", "rho", "omega", NULL};

static double rotor_disc_private_value(const state *s, const elem *e, int index)
{
    flow k;
    loads(0, s, e, &k);
    const figures f = figures_of(e->self, &k, k.density.v);
    const double of[] = {k.T.v, k.Q.v, f.power, k.theta, k.density.v, k.speed};
    return of[index - 1];
}

static void rotor_disc_sample(sampler *from, elem *e)
{
    disc *p = e->self;
    const elem **air = ARENA_NEW(from->memory, const elem *);
    *air = sample_air(from);
    sample_side(from, &p->hub, 0);
    *p = (disc){.hub = p->hub,
                .air = air,
                .collective = sample_drive(from),
                .speed = sample_drive(from),
                .R = sample_real(from, 1, 2),
                .sigma = 0.1,
                .slope = 5.7,
                .twist = sample_real(from, -0.2, 0.2),
                .stall = {-1, 1},
                .control = {-0.5, 0.5},
                .weight = sample_real(from, 10, 20)};
}

static void rotor_disc_draw(const elem *e, drawing *d)
{
    const disc *p = e->self;
    draw_arrow(d, DRAW_ARROW, draw_at(p->hub.node, p->hub.f, &p->hub.Rh), "F", 1.0);
    draw_arrow(d, DRAW_COUPLE, draw_at(p->hub.node, p->hub.f, &p->hub.Rh), "M", 1.0);
}

const elem_type rotor_disc_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "rotordisc",
    .grammar = "user defined: LABEL, rotordisc, NODE, position, O, orientation, R, collective input, (DRIVE) THETA, "
               "angular velocity, (DRIVE) W, radius, RADIUS, sigma, SIGMA, clalpha, SLOPE, twist, TWIST, stall limits, "
               "LOW, HIGH, control limits, LOW, HIGH, MTOW, MASS",
    .summary = "A rotor as a disc: thrust and torque in closed form.",
    .module = MODULE_ROTOR_DISC,
    .size = sizeof(disc),
    .read = rotor_disc_read,
    .connect = rotor_disc_connect,
    .eval = rotor_disc_eval,
    .history = &(const elem_history){.memory = sizeof(double), .start = rotor_disc_start},
    .output = rotor_disc_output_row,
    .private_names = NAMES,
    .private_value = rotor_disc_private_value,
    .drawing = &(const elem_drawing){.draw = rotor_disc_draw},
    .sample = rotor_disc_sample,
    .expectations = &(const elem_expectations){.external_forces = true, .no_potential = true},
};
