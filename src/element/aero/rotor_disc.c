/* rotor_disc.c - a rotor modelled as a disc: thrust and torque in closed form, without blades.
 *
 *     v: velocity of the hub relative to the air, axes of the rotor;   V = |v|,  A = pi R^2,  m = (V/(Omega R))^2
 *     v_h = sqrt(W/(2 rho A)),   v_1 = v_h sqrt(sqrt(1 + q^2/4) - q/2),   q = (V/v_h)^2,   W: weight at take-off
 *     T = rho A (Omega R)^2 sigma a theta (theta/3 (1 - m + 9/4 m^2) + twist/4 (1 - 3/2 m + 3/2 m^2)
 *         + v_1/(2 Omega R) (1 - m/2))/(1 + 3/2 m)                                           Q = T v_1/Omega
 *     -T e3 at the hub and -Q e3 on the node;   theta: collective, limited by the control and by stall
 *
 * The polynomials in m are those of Bramwell (Helicopter Dynamics, thrust with axes of no feathering, linear twist). V
 * as the magnitude of the whole velocity, the sign of v_1 and theta as a factor follow from the results of MBDyn.
 *
 *     c_T = T/(rho A (Omega R)^2),  l = -v_3/(2 Omega R)
 *     lambda = l + sqrt(l^2 + c_T/2),  or l - sqrt(l^2 - c_T/2) when it descends through its wake, l^2 > c_T/2, v_3 < 0
 *     printed: P = T Omega R sqrt(c_T/2),  in hover W v_h with the initial density,  c_P = lambda c_T,
 *              figure of merit sqrt(c_T/2)/lambda */
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
    double R, sigma, derivative, twist;
    double stall[2], control[2];
    double weight;
} disc;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_limits(reader *reader, const char *word, double between[2])
{
    read_word(reader, word);
    between[0] = read_real(reader, "lower limit");
    between[1] = read_real(reader, "upper limit");
    if (read_ok(reader) && between[0] >= between[1])
        read_error_last(reader, E_RANGE_ORDER, between[0], between[1]);
}

static void rotor_disc_read(reader *reader, elem *element)
{
    disc *disc = element->self;
    disc->air = air_required(reader, element);
    disc->hub.Rh = MAT3_EYE;
    read_side_node(reader, &disc->hub, NULL);
    read_word(reader, "position");
    disc->hub.f = read_side_position(reader, &disc->hub, NULL, "position of the hub");
    read_word(reader, "orientation");
    disc->hub.Rh = read_side_orientation(reader, &disc->hub, NULL, "orientation of the rotor");
    read_word(reader, "collective input");
    disc->collective = read_drive(reader, "collective pitch");
    read_word(reader, "angular velocity");
    disc->speed = read_drive(reader, "angular velocity");
    disc->R = read_named_positive(reader, "radius");
    disc->sigma = read_named_positive(reader, "sigma");
    disc->derivative = read_named_positive(reader, "clalpha");
    disc->twist = read_named_real(reader, "twist");
    read_limits(reader, "stall limits", disc->stall);
    read_limits(reader, "control limits", disc->control);
    disc->weight = GRAVITY * read_named_positive(reader, "MTOW");
}

static void rotor_disc_connect(const elem *element, layout *layout)
{
    layout_node(layout, ((const disc *)element->self)->hub.node);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

typedef struct {
    jet_side hub;
    jet3 v; /* relative to the air, axes of the rotor */
    jet1 density;
    double theta, speed;
    jet1 v_h, v_1, T, Q;
    jet3 F, M; /* global */
} flow;

static double within(double x, const double between[2]) { return fmin(fmax(x, between[0]), between[1]); }

static void replace_by_root(int lanes, jet1 *r)
{
    const double root = sqrt(r->v);
    jet1_chain_by(lanes, r, root, 0.5 / root);
}

static void rotor_disc_motion(int n, const state *state, const disc *disc, flow *flow)
{
    jet3 air, v;
    jet_side_seed(n, &flow->hub, state, &disc->hub, 0);
    jet_air_at(n, *disc->air, state, &flow->hub.p, &air, &flow->density);
    jet3_cross(n, &v, &flow->hub.node.w, &flow->hub.b);
    jet3_add_to(n, &v, 1.0, &flow->hub.node.v);
    jet3_add_to(n, &v, -1.0, &air);
    /* The loads depend only on the magnitude of v: the rotation of its axes does not affect the derivatives. */
    const mat3 R = mat3_mul(&flow->hub.node.now->R, &disc->hub.Rh), Rt = mat3_transpose(&R);
    jet3_mul(n, &flow->v, &Rt, &v);
}

/* Computes v_h and v_1. */
static void inflow(int n, const disc *disc, flow *flow)
{
    const double area = M_PI * disc->R * disc->R;
    jet1 q;
    flow->v_h = flow->density;
    jet1_chain_by(n, &flow->v_h, disc->weight / (2.0 * area * flow->density.v),
                  -disc->weight / (2.0 * area * flow->density.v * flow->density.v));
    jet3_dot(n, &q, &flow->v, &flow->v);
    jet1_div_by(n, &q, &flow->v_h);
    const double root = sqrt(1.0 + 0.25 * q.v * q.v);
    jet1_chain_by(n, &q, root - 0.5 * q.v, 0.25 * q.v / root - 0.5);
    flow->v_1 = q;
    jet1_mul_by(n, &flow->v_1, &flow->v_h);
    replace_by_root(n, &flow->v_1);
    replace_by_root(n, &flow->v_h);
}

static void thrust(int n, const disc *disc, flow *flow)
{
    const double tip = flow->speed * disc->R,
                 a = M_PI * disc->R * disc->R * tip * tip * disc->sigma * disc->derivative * flow->theta;
    jet1 square, blades, part;
    jet3_dot(n, &square, &flow->v, &flow->v);
    jet1_scale_by(n, &square, 1.0 / (tip * tip));
    const double m = square.v, root = flow->theta / 3.0, tw = 0.25 * disc->twist;
    blades = square;
    jet1_chain_by(n, &blades, root * (1.0 - m + 2.25 * m * m) + tw * (1.0 - 1.5 * m + 1.5 * m * m),
                  root * (4.5 * m - 1.0) + tw * (3.0 * m - 1.5));
    part = square;
    jet1_chain_by(n, &part, 1.0 - 0.5 * m, -0.5);
    jet1_mul_by(n, &part, &flow->v_1);
    jet1_add_to(n, &blades, 0.5 / tip, &part);
    part = square;
    jet1_chain_by(n, &part, 1.0 + 1.5 * m, 1.5);
    jet1_div_by(n, &blades, &part);
    flow->T = flow->density;
    jet1_scale_by(n, &flow->T, a);
    jet1_mul_by(n, &flow->T, &blades);
}

static void loads(int n, const state *state, const elem *element, flow *flow)
{
    const disc *disc = element->self;
    jet3 axis;
    flow->theta = within(within(drive_now(disc->collective, state), disc->control), disc->stall);
    flow->speed = drive_now(disc->speed, state);
    rotor_disc_motion(n, state, disc, flow);
    inflow(n, disc, flow);
    jet1_const(n, &flow->T, 0.0);
    jet1_const(n, &flow->Q, 0.0);
    if (flow->density.v <= 0.0)
        state_fail(state, element->location, "rotordisc: the air has no density");
    if (flow->speed != 0.0) {
        thrust(n, disc, flow);
        flow->Q = flow->v_1;
        jet1_mul_by(n, &flow->Q, &flow->T);
        jet1_scale_by(n, &flow->Q, 1.0 / flow->speed);
    }
    jet_side_axis(n, &axis, &flow->hub, 2);
    jet3_scale(n, &flow->F, -1.0, &axis);
    axis = flow->F;
    jet3_mul1(n, &flow->F, &flow->T, &axis);
    jet3_mul1(n, &flow->M, &flow->Q, &axis);
}

static void rotor_disc_eval(int lanes, const state *state, const elem *element, local *out)
{
    flow flow;
    loads(lanes, state, element, &flow);
    local_force(lanes, out, 0, 1.0, &flow.F, &flow.hub.b);
    local_add3(out, 3, lanes, 1.0, &flow.M);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

/* Stores the density, from which the printed hover power is computed. */
static void rotor_disc_start(const state *state, const elem *element, memory_block *to)
{
    flow flow;
    loads(0, state, element, &flow);
    *(double *)memory_at(to, element->memory) = flow.density.v;
}

typedef struct {
    double c_T, lambda, power, hover, c_P, merit;
} figures;

static figures figures_of(const disc *disc, const flow *flow, double density)
{
    const double tip = flow->speed * disc->R, area = M_PI * disc->R * disc->R;
    figures figures = {.hover = disc->weight * sqrt(disc->weight / (2.0 * density * area))};
    if (tip == 0.0)
        return figures;
    figures.c_T = flow->T.v / (flow->density.v * area * tip * tip);
    const double half = 0.5 * fabs(figures.c_T), l = -0.5 * flow->v.v[2] / tip, rest = l * l - half;
    figures.lambda = l > 0.0 && rest > 0.0 ? l - sqrt(rest) : l + sqrt(l * l + half);
    figures.power = flow->T.v * tip * sqrt(half);
    figures.c_P = figures.lambda * figures.c_T;
    figures.merit = figures.lambda != 0.0 ? sqrt(half) / figures.lambda : 0.0;
    return figures;
}

static void rotor_disc_output_row(const state *state, const elem *element, record *out)
{
    const disc *disc = element->self;
    flow flow;
    loads(0, state, element, &flow);
    const figures figures = figures_of(disc, &flow, *(const double *)remembered(state, element->memory));
    const double *v = flow.v.v, alpha = atan2(v[2], hypot(v[0], v[1]));
    const struct {
        const char *name;
        physical_quantity unit;
        const char *words;
        double value;
    } COLUMNS[] = {
        {"theta0", QUANTITY_RADIANS, "collective pitch", flow.theta},
        {"omega", QUANTITY_ANGULAR_VELOCITY, "angular velocity", flow.speed},
        {"Thrust", QUANTITY_FORCE, "thrust", flow.T.v},
        {"DragInd", QUANTITY_MOMENT, "induced torque", flow.Q.v},
        {"DragProf", QUANTITY_MOMENT, "profile torque", 0.0},
        {"Drag", QUANTITY_MOMENT, "torque", flow.Q.v},
        {"PowerInd", QUANTITY_POWER, "induced power", figures.power},
        {"PowerProf", QUANTITY_POWER, "profile power", 0.0},
        {"Power", QUANTITY_POWER, "power", figures.power},
        {"HoverInd", QUANTITY_POWER, "induced power of hover", figures.hover},
        {"HoverProf", QUANTITY_POWER, "profile power of hover", 0.0},
        {"Hover", QUANTITY_POWER, "power of hover", figures.hover},
        {"alphaTPP", QUANTITY_RADIANS, "angle of the velocity to the disc", alpha},
        {"rho", QUANTITY_DENSITY, "density of the air", flow.density.v},
        {"lambda", QUANTITY_DIMENSIONLESS, "inflow ratio", figures.lambda},
        {"v1", QUANTITY_VELOCITY, "induced velocity", flow.v_1.v},
        {"v1h", QUANTITY_VELOCITY, "induced velocity of hover", flow.v_h.v},
        {"vx", QUANTITY_VELOCITY, "velocity of the hub in the rotor's axes, x", v[0]},
        {"vy", QUANTITY_VELOCITY, "velocity of the hub in the rotor's axes, y", v[1]},
        {"vz", QUANTITY_VELOCITY, "velocity of the hub in the rotor's axes, z", v[2]},
        {"CPind", QUANTITY_DIMENSIONLESS, "induced power coefficient", figures.c_P},
        {"CPprof", QUANTITY_DIMENSIONLESS, "profile power coefficient", 0.0},
        {"CP", QUANTITY_DIMENSIONLESS, "power coefficient", figures.c_P},
        {"CPsigma", QUANTITY_DIMENSIONLESS, "power coefficient by solidity", figures.c_P / disc->sigma},
        {"CT", QUANTITY_DIMENSIONLESS, "thrust coefficient", figures.c_T},
        {"CTsigma", QUANTITY_DIMENSIONLESS, "thrust coefficient by solidity", figures.c_T / disc->sigma},
        {"FOM", QUANTITY_DIMENSIONLESS, "figure of merit", figures.merit},
    };
    record_begin(out, element->label);
    record_name(out, "F", QUANTITY_FORCE, "force on the node");
    record_vec3(out, jet3_value(&flow.F));
    record_name(out, "M", QUANTITY_MOMENT, "moment on the node");
    record_vec3(out, jet3_value(&flow.M));
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++) {
        record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
        record_real(out, COLUMNS[i].value);
    }
    record_end(out);
}

static const char *const NAMES[] = {"Thrust", "DragInd", "PowerInd", "theta0", "rho", "omega", NULL};

static double rotor_disc_private_value(const state *state, const elem *element, int index)
{
    flow flow;
    loads(0, state, element, &flow);
    const figures figures = figures_of(element->self, &flow, flow.density.v);
    const double of[] = {flow.T.v, flow.Q.v, figures.power, flow.theta, flow.density.v, flow.speed};
    return of[index - 1];
}

static void rotor_disc_sample(sampler *from, elem *element)
{
    disc *p = element->self;
    const elem **air = ARENA_NEW(from->memory, const elem *);
    *air = sample_air(from);
    sample_side(from, &p->hub, 0);
    *p = (disc){.hub = p->hub,
                .air = air,
                .collective = sample_drive(from),
                .speed = sample_drive(from),
                .R = sample_real(from, 1, 2),
                .sigma = 0.1,
                .derivative = 5.7,
                .twist = sample_real(from, -0.2, 0.2),
                .stall = {-1, 1},
                .control = {-0.5, 0.5},
                .weight = sample_real(from, 10, 20)};
}

static void rotor_disc_draw(const elem *element, drawing *drawing)
{
    const disc *disc = element->self;
    draw_arrow(drawing, DRAW_ARROW, draw_at(disc->hub.node, disc->hub.f, &disc->hub.Rh), "F", 1.0);
    draw_arrow(drawing, DRAW_MOMENT, draw_at(disc->hub.node, disc->hub.f, &disc->hub.Rh), "M", 1.0);
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
