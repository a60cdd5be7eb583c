/* plain_bearing.c - the oil film of a plain bearing, after Butenschoen; axis 3 of both nodes is the bearing axis.
 *
 *     e: position of the axis of the shaft in the frame of the bearing, at Gauss points along the width
 *     eps = 2 |e|/(Psi D), delta its direction;  w_i: speeds about axis 3 of the bearing;  w_r = w1 + w2 - 2 delta'
 *     B = b/D,  u = 1 - eps^2
 *     So_D = B^2 eps/(2 u^2) sqrt(pi^2 u + 16 eps^2) a1 (eps - 1)/(a2 + eps)
 *     So_V = 4 B^2 u^-2.5 ((pi/2 - acos(eps)/2)(1 + 2 eps^2) + 3/2 eps sqrt(u)) a3 (1 - eps)/(-a4 - eps)
 *            with -eps for eps' < 0
 *     beta = atan(pi sqrt(u)/(2 eps)) (a5 + a6 eps + a7 eps^2 + a8 eps^3 + a9 eps^4)
 *     F_D = So_D b D eta |w_r|/Psi^2 at the angle delta - beta sign(w_r),  F_V = So_V b D eta eps'/Psi^2 at delta
 *     M = D/2 Psi (pi b D eta (w1 - w2)/(Psi^2 sqrt(u)) + F_D eps/2 sin(beta))
 *
 * F_D + F_V acts on the bearing at the axis of the shaft, and M about axis 3; the opposite loads act on the shaft.
 * A shaft in the centre, where e has no direction: F = 2/(Psi D) b D eta/Psi^2 (So_D/eps |w1 + w2| Q e + So_V e'), with
 * Q the rotation by -beta sign(w_r). Beyond `epsilon max` the three functions of eps are extended linearly. All loads
 * are multiplied by the assembly factor. Private datum: the power of M on both members, -M (w1 - w2).
 *
 * If the shaft is extended to the centre of the bearing, the point on its axis, a1, lies in the plane of the
 * Gauss point, normal to the axis a2 of the bearing:
 *
 *     x1 + mu a1,   mu = a2.(x2 - x1)/(a2.a1),   mu' = -a2.(v1 - v2)/(a2.a1)
 *
 * Output points are Gauss points, or other positions r b/2 whose loads are printed times alpha. */
#include "element/joint/joint.h"
#include "math/jet_functions.h"
#include "deck/named_values.h"
#include "element/diag_rows.h"
#include "model/reading.h"
#include <float.h>

enum { MOST_POINTS = 6 };

/* A point of the width whose loads are printed: a Gauss point (from 1 on), or a position from -1 to 1. */
typedef struct {
    int gauss; /* 0: another point */
    double r, alpha;
} output_point;

typedef struct {
    joint_side side[2]; /* shaft, bearing */
    double b, D, Psi, eta, most;
    const drive *factor;
    int n; /* number of Gauss points */
    bool is_extended;
    int n_output;
    const output_point *output; /* NULL: the Gauss points */
    double a[9];
} bearing;

static void set_coefficients(bearing *bearing)
{
    static const double A[9][5] = {
        {1.1642, -1.9456, 7.1161, -10.1073, 5.0141},
        {-1.000026, -0.023634, -0.4215, -0.038817, -0.090551},
        {0.70038, 3.2415, -12.2486, 18.895, -9.3561},
        {-0.999935, 0.0157434, -0.74224, 0.42278, -0.368928},
        {1.152624, -0.104565},
        {-2.5905, 0.798745},
        {8.73393, -2.3291},
        {-13.3414, 3.424337},
        {6.6294, -1.591732},
    };
    const double B = bearing->b / bearing->D;
    for (int i = 0; i < 9; i++)
        bearing->a[i] = A[i][0] + B * (A[i][1] + B * (A[i][2] + B * (A[i][3] + B * A[i][4])));
}

static void plain_bearing_read_end(reader *reader, joint_side *side, const char *word)
{
    read_word(reader, word);
    side->Rh = MAT3_EYE;
    read_side_node(reader, side, NULL);
    if (read_keyword(reader, "offset"))
        side->f = read_side_position(reader, side, NULL, "offset");
}

/* { Gauss point , I | custom , r , R , alpha , A } */
static output_point read_output_point(reader *reader, int n)
{
    static const char *const KINDS[] = {"gauss point", "custom", NULL};
    output_point point = {.alpha = 1.0};
    if (read_choice(reader, KINDS, "output point") == 0) {
        point.gauss = read_integer_in(reader, 1, n, "Gauss point");
        return point;
    }
    read_word(reader, "r");
    point.r = read_real(reader, "position along the width, from -1 to 1");
    read_word(reader, "alpha");
    point.alpha = read_real(reader, "weight");
    return point;
}

static void read_output_points(reader *reader, bearing *bearing)
{
    bearing->n_output = read_count(reader, 0, "number of output points");
    output_point *points = ARENA_ARRAY(reader_arena(reader), output_point, bearing->n_output + 1);
    for (int i = 0; i < bearing->n_output && read_ok(reader); i++)
        points[i] = read_output_point(reader, bearing->n);
    bearing->output = points;
}

static void plain_bearing_read_options(reader *reader, bearing *bearing)
{
    bearing->n = 1;
    if (read_keyword(reader, "number of gauss points"))
        bearing->n = read_integer_in(reader, 1, MOST_POINTS, "number of Gauss points");
    if (read_ok(reader) && (bearing->n == 4 || bearing->n == 5))
        read_error_last(reader, E_BEARING_POINTS, bearing->n);
    if (read_keyword(reader, "output points"))
        read_output_points(reader, bearing);
    if (read_keyword(reader, "extend shaft to bearing center"))
        bearing->is_extended = read_bool(reader, "extend shaft to bearing center");
    bearing->most = read_keyword(reader, "epsilon max") ? read_positive(reader, "epsilon max") : 0.999;
    if (read_ok(reader) && bearing->most >= 1.0)
        read_error_last(reader, E_BEARING_EPSILON, bearing->most);
}

static void plain_bearing_read(reader *reader, elem *element)
{
    bearing *bearing = element->self;
    plain_bearing_read_end(reader, &bearing->side[0], "shaft");
    plain_bearing_read_end(reader, &bearing->side[1], "bearing");
    bearing->b = read_named_positive(reader, "bearing width");
    const bool is_shaft = read_keyword(reader, "shaft diameter");
    bearing->D = is_shaft ? read_positive(reader, "shaft diameter") : read_named_positive(reader, "bearing diameter");
    bearing->Psi = read_named_positive(reader, "relative clearance");
    if (read_ok(reader) && bearing->Psi >= 1.0)
        read_error_last(reader, E_BEARING_EPSILON, bearing->Psi);
    if (is_shaft)
        bearing->D /= 1.0 - bearing->Psi;
    bearing->eta = read_named_positive(reader, "oil viscosity");
    bearing->factor =
        read_keyword(reader, "initial assembly factor") ? read_drive(reader, "initial assembly factor") : NULL;
    plain_bearing_read_options(reader, bearing);
    if (read_ok(reader))
        set_coefficients(bearing);
}

static void plain_bearing_connect(const elem *element, layout *layout)
{
    const bearing *bearing = element->self;
    for (int i = 0; i < 2; i++)
        layout_node(layout, bearing->side[i].node);
}

/* --- functions of the eccentricity -------------------------------------------------------------------------------- */

/* A number and its derivative with respect to eps. */
typedef struct {
    double f, d;
} curve;

static curve sommerfeld_rotating(const bearing *bearing, double e)
{
    const double B = bearing->b / bearing->D, u = 1.0 - e * e, q = sqrt(M_PI * M_PI * u + 16.0 * e * e);
    const double h = 0.5 * B * B * bearing->a[0] * q * (e - 1.0) / (u * u * (bearing->a[1] + e)); /* So_D/eps */
    const double log_d = 1.0 / (e - 1.0) - 1.0 / (bearing->a[1] + e) + (16.0 - M_PI * M_PI) * e / (q * q) + 4.0 * e / u;
    return (curve){h * e, h + h * e * log_d};
}

static curve sommerfeld_squeezing(const bearing *bearing, double e)
{
    const double B = bearing->b / bearing->D, u = 1.0 - e * e, root = sqrt(u), arc = M_PI_2 - 0.5 * acos(e);
    const double w = arc * (1.0 + 2.0 * e * e) + 1.5 * e * root;
    const double w_d = 0.5 * (1.0 + 2.0 * e * e) / root + 4.0 * e * arc + 1.5 * (root - e * e / root);
    const double k = 4.0 * B * B * bearing->a[2] * (1.0 - e) / ((-bearing->a[3] - e) * u * u * root);
    return (curve){k * w, k * (w_d + w * (5.0 * e / u - 1.0 / (1.0 - e) + 1.0 / (-bearing->a[3] - e)))};
}

static curve attitude(const bearing *bearing, double e)
{
    const double *a = bearing->a + 4, root = sqrt(1.0 - e * e);
    const double P = a[0] + e * (a[1] + e * (a[2] + e * (a[3] + e * a[4])));
    const double P_d = a[1] + e * (2.0 * a[2] + e * (3.0 * a[3] + e * 4.0 * a[4]));
    const double angle = atan2(M_PI * root, 2.0 * e),
                 g_d = -2.0 * M_PI / (root * (4.0 * e * e + M_PI * M_PI * root * root));
    return (curve){angle * P, g_d * P + angle * P_d};
}

/* Evaluates a function up to epsilon max, and its tangent beyond. */
static void jet_curve(int lanes, const bearing *p, curve (*of)(const bearing *, double), double sign, const jet1 *eps,
                      jet1 *r)
{
    const double e = fmin(eps->v, p->most);
    const curve curve = of(p, sign * e);
    *r = *eps;
    jet1_chain_by(lanes, r, curve.f + sign * curve.d * (eps->v - e), sign * curve.d);
}

/* --- loads at a point --------------------------------------------------------------------------------------------- */

typedef struct {
    jet1 e[2], rate[2], w[2];
    jet1 eps, eps_rate, rotating, So_D, So_V, beta;
    jet1 F[2], M;
    double delta, F_D;
    jet3 arm[2]; /* from the nodes to the axis of the shaft */
} point;

static void plain_bearing_component(int lanes, jet1 *r, const jet3 *a, int k)
{
    r->v = a->v[k];
    JET_LANES(lanes, l) r->d[l] = a->d[k][l];
}

/* Removes from r its component along the axis of the bearing, by moving its end along the axis of the shaft: r += k a1.
 * `moved`, another vector to that point, changes as well; or NULL. */
static void slide(int lanes, const jet_node nodes[2], jet3 *r, jet3 *moved)
{
    jet3 a1, a2, part;
    jet1 k, across;
    jet_node_arm(lanes, &a1, &nodes[0], (vec3){0, 0, 1});
    jet_node_arm(lanes, &a2, &nodes[1], (vec3){0, 0, 1});
    jet3_dot(lanes, &k, &a2, r);
    jet3_dot(lanes, &across, &a2, &a1);
    jet1_div_by(lanes, &k, &across);
    jet3_mul1(lanes, &part, &k, &a1);
    jet3_add_to(lanes, r, -1.0, &part);
    if (moved)
        jet3_add_to(lanes, moved, -1.0, &part);
}

/* Computes the arms of both nodes, and d, the vector from the axis of the bearing to that of the shaft. */
static void find_arms(int lanes, const bearing *bearing, const jet_node nodes[2], double z, point *point, jet3 *d)
{
    jet3 x, foot;
    jet_node_arm(lanes, &point->arm[0], &nodes[0], vec3_add(bearing->side[0].f, (vec3){0, 0, z}));
    jet_node_arm(lanes, &foot, &nodes[1], vec3_add(bearing->side[1].f, (vec3){0, 0, z}));
    jet3_add(lanes, &x, &nodes[0].x, 1.0, &point->arm[0]);
    jet3_add_to(lanes, &x, -1.0, &nodes[1].x);
    jet3_add(lanes, d, &x, -1.0, &foot);
    if (bearing->is_extended)
        slide(lanes, nodes, d, &point->arm[0]);
    jet3_add(lanes, &point->arm[1], d, 1.0, &foot);
}

static void kinematics(int lanes, const bearing *bearing, const jet_node nodes[2], double z, point *point)
{
    jet3 x, v, spun, d, rate, axis;
    find_arms(lanes, bearing, nodes, z, point, &x);
    jet_node_local(lanes, &d, &nodes[1], &x);
    jet3_cross(lanes, &spun, &nodes[0].w, &point->arm[0]);
    jet3_add(lanes, &v, &nodes[0].v, 1.0, &spun);
    jet3_add_to(lanes, &v, -1.0, &nodes[1].v);
    jet3_cross(lanes, &spun, &nodes[1].w, &point->arm[1]);
    jet3_add_to(lanes, &v, -1.0, &spun);
    if (bearing->is_extended)
        slide(lanes, nodes, &v, NULL);
    jet_node_local(lanes, &rate, &nodes[1], &v);
    jet_node_arm(lanes, &axis, &nodes[1], (vec3){0, 0, 1});
    for (int i = 0; i < 2; i++) {
        plain_bearing_component(lanes, &point->e[i], &d, i);
        plain_bearing_component(lanes, &point->rate[i], &rate, i);
        jet3_dot(lanes, &point->w[i], &axis, &nodes[i].w);
    }
}

/* Computes eps, eps', w1 + w2 - 2 delta'; u: unit vector of e. */
static void polar(int lanes, const bearing *bearing, point *point, jet1 u[2])
{
    jet1 size, part, delta_rate;
    jet1_hypot(lanes, &size, &point->e[0], &point->e[1]);
    for (int i = 0; i < 2; i++) {
        u[i] = point->e[i];
        jet1_div_by(lanes, &u[i], &size);
    }
    point->delta = atan2(point->e[1].v, point->e[0].v);
    point->eps = size;
    jet1_scale_by(lanes, &point->eps, 2.0 / (bearing->Psi * bearing->D));
    point->eps_rate = u[0];
    jet1_mul_by(lanes, &point->eps_rate, &point->rate[0]);
    part = u[1];
    jet1_mul_by(lanes, &part, &point->rate[1]);
    jet1_add_to(lanes, &point->eps_rate, 1.0, &part);
    jet1_scale_by(lanes, &point->eps_rate, 2.0 / (bearing->Psi * bearing->D));
    delta_rate = u[0];
    jet1_mul_by(lanes, &delta_rate, &point->rate[1]);
    part = u[1];
    jet1_mul_by(lanes, &part, &point->rate[0]);
    jet1_add_to(lanes, &delta_rate, -1.0, &part);
    jet1_div_by(lanes, &delta_rate, &size);
    point->rotating = point->w[0];
    jet1_add_to(lanes, &point->rotating, 1.0, &point->w[1]);
    jet1_add_to(lanes, &point->rotating, -2.0, &delta_rate);
}

/* Computes F_D and sin(beta) F_D. */
static void forces(int lanes, const bearing *bearing, point *point, const jet1 u[2], jet1 *F_D, jet1 *across)
{
    const double scale = bearing->b * bearing->D * bearing->eta / (bearing->Psi * bearing->Psi),
                 sign = point->rotating.v < 0.0 ? -1.0 : 1.0;
    jet1 F_V, along, c = point->beta, s = point->beta, part;
    jet1_abs(lanes, F_D, &point->rotating);
    jet1_mul_by(lanes, F_D, &point->So_D);
    jet1_scale_by(lanes, F_D, scale);
    F_V = point->So_V;
    jet1_mul_by(lanes, &F_V, &point->eps_rate);
    jet1_scale_by(lanes, &F_V, scale);
    jet1_chain_by(lanes, &c, cos(point->beta.v), -sin(point->beta.v));
    jet1_chain_by(lanes, &s, sin(point->beta.v), cos(point->beta.v));
    *across = *F_D;
    jet1_mul_by(lanes, across, &s);
    along = *F_D;
    jet1_mul_by(lanes, &along, &c);
    jet1_add_to(lanes, &along, 1.0, &F_V);
    for (int i = 0; i < 2; i++) {
        point->F[i] = along;
        jet1_mul_by(lanes, &point->F[i], &u[i]);
        part = *across;
        jet1_mul_by(lanes, &part, &u[1 - i]);
        jet1_add_to(lanes, &point->F[i], i ? -sign : sign, &part);
    }
    point->F_D = F_D->v;
}

static void friction(int lanes, const bearing *bearing, point *point, const jet1 *across)
{
    const double e = fmin(point->eps.v, bearing->most), root = sqrt(1.0 - e * e);
    jet1 thin = point->eps, part = *across;
    jet1_chain_by(lanes, &thin, 1.0 / root, point->eps.v < bearing->most ? e / (root * root * root) : 0.0);
    point->M = point->w[0];
    jet1_add_to(lanes, &point->M, -1.0, &point->w[1]);
    jet1_mul_by(lanes, &point->M, &thin);
    jet1_scale_by(lanes, &point->M, M_PI * bearing->b * bearing->D * bearing->eta / (bearing->Psi * bearing->Psi));
    jet1_mul_by(lanes, &part, &point->eps);
    jet1_add_to(lanes, &point->M, 0.5, &part);
    jet1_scale_by(lanes, &point->M, 0.5 * bearing->D * bearing->Psi);
}

/* Computes the loads on a shaft in the centre of the bearing, where the film is the same in all directions. */
static void central_load(int lanes, const bearing *bearing, point *point)
{
    const double scale = 2.0 * bearing->b * bearing->eta / (bearing->Psi * bearing->Psi * bearing->Psi);
    const curve rotating = sommerfeld_rotating(bearing, 0.0), beta = attitude(bearing, 0.0);
    jet1 nothing;
    jet1_const(lanes, &nothing, 0.0);
    point->eps = point->eps_rate = point->So_D = nothing;
    point->delta = point->F_D = 0.0;
    jet1_const(lanes, &point->So_V, sommerfeld_squeezing(bearing, 0.0).f);
    jet1_const(lanes, &point->beta, beta.f);
    point->rotating = point->w[0];
    jet1_add_to(lanes, &point->rotating, 1.0, &point->w[1]);
    const double k = scale * rotating.d * fabs(point->rotating.v), w = scale * rotating.d * point->rotating.v;
    for (int i = 0; i < 2; i++) {
        point->F[i] = point->rate[i];
        jet1_scale_by(lanes, &point->F[i], scale * point->So_V.v);
        jet1_add_to(lanes, &point->F[i], k * cos(beta.f), &point->e[i]);
        jet1_add_to(lanes, &point->F[i], (i ? -w : w) * sin(beta.f), &point->e[1 - i]);
    }
    friction(lanes, bearing, point, &nothing);
}

static void plain_bearing_load(int lanes, const bearing *bearing, const jet_node nodes[2], double z, point *point)
{
    jet1 u[2], F_D, across;
    kinematics(lanes, bearing, nodes, z, point);
    if (point->e[0].v == 0.0 && point->e[1].v == 0.0) {
        central_load(lanes, bearing, point);
        return;
    }
    polar(lanes, bearing, point, u);
    jet_curve(lanes, bearing, sommerfeld_rotating, 1.0, &point->eps, &point->So_D);
    jet_curve(lanes, bearing, sommerfeld_squeezing, point->eps_rate.v < 0.0 ? -1.0 : 1.0, &point->eps, &point->So_V);
    jet_curve(lanes, bearing, attitude, 1.0, &point->eps, &point->beta);
    forces(lanes, bearing, point, u, &F_D, &across);
    friction(lanes, bearing, point, &across);
}

static double assembly_factor(const bearing *bearing, const state *state)
{
    return bearing->factor ? drive_now(bearing->factor, state) : 1.0;
}

/* Returns Gauss point i of n, a position between -1 and 1; the weights have the sum 1. */
static double gauss(int n, int i, double *weight)
{
    static const double X[][MOST_POINTS] = {
        [2] = {-0.577350269189626, 0.577350269189626},
        [3] = {-0.774596669241483, 0.0, 0.774596669241483},
        [6] = {-0.932469514203152, -0.661209386466265, -0.238619186083197, 0.238619186083197, 0.661209386466265,
               0.932469514203152},
    };
    static const double W[][MOST_POINTS] = {
        [1] = {1.0},
        [2] = {0.5, 0.5},
        [3] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0},
        [6] = {0.0856622461895852, 0.180380786524069, 0.233956967286346, 0.233956967286346, 0.180380786524069,
               0.0856622461895852},
    };
    *weight = W[n][i];
    return X[n][i];
}

static void seed(int lanes, const state *state, const bearing *bearing, jet_node nodes[2])
{
    for (int i = 0; i < 2; i++)
        jet_node_seed(lanes, &nodes[i], state, bearing->side[i].node->pose, 6 * i);
}

static void plain_bearing_eval(int lanes, const state *state, const elem *element, local *out)
{
    const bearing *bearing = element->self;
    const double factor = assembly_factor(bearing, state);
    jet_node nodes[2];
    point point;
    seed(lanes, state, bearing, nodes);
    for (int i = 0; i < bearing->n; i++) {
        double weight;
        const double z = 0.5 * bearing->b * gauss(bearing->n, i, &weight);
        jet3 F, local_F, axis, M;
        plain_bearing_load(lanes, bearing, nodes, z, &point);
        weight *= factor;
        jet3_const(lanes, &local_F, (vec3){point.F[0].v, point.F[1].v, 0});
        for (int c = 0; c < 2; c++)
            JET_LANES(lanes, l) local_F.d[c][l] = point.F[c].d[l];
        jet_node_global(lanes, &F, &nodes[1], &local_F);
        jet_node_arm(lanes, &axis, &nodes[1], (vec3){0, 0, 1});
        jet3_mul1(lanes, &M, &point.M, &axis);
        local_force(lanes, out, 6, weight, &F, &point.arm[1]);
        local_force(lanes, out, 0, -weight, &F, &point.arm[0]);
        local_moment(lanes, out, 6, weight, &M);
        local_moment(lanes, out, 0, -weight, &M);
    }
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void record_point(const bearing *bearing, const point *point, double alpha, int number, record *out)
{
    const double sign = point->eps_rate.v < 0.0 ? -1.0 : 1.0;
    const struct {
        const char *name;
        physical_quantity unit;
        double value;
    } COLUMNS[] = {
        {"e1_", QUANTITY_LENGTH, point->e[0].v},
        {"e2_", QUANTITY_LENGTH, point->e[1].v},
        {"e1P_", QUANTITY_VELOCITY, point->rate[0].v},
        {"e2P_", QUANTITY_VELOCITY, point->rate[1].v},
        {"omega1_", QUANTITY_ANGULAR_VELOCITY, point->w[0].v},
        {"omega2_", QUANTITY_ANGULAR_VELOCITY, point->w[1].v},
        {"epsilon_", QUANTITY_DIMENSIONLESS, sign * point->eps.v},
        {"epsilonP_", QUANTITY_NONE, point->eps_rate.v},
        {"delta_", QUANTITY_RADIANS, point->delta},
        {"F1_", QUANTITY_FORCE, alpha * point->F[0].v},
        {"F2_", QUANTITY_FORCE, alpha * point->F[1].v},
        {"M_", QUANTITY_MOMENT, alpha * point->M.v},
        {"SoD_", QUANTITY_DIMENSIONLESS, point->So_D.v},
        {"SoV_", QUANTITY_DIMENSIONLESS, point->So_V.v},
        {"mu_", QUANTITY_DIMENSIONLESS, point->F_D != 0.0 ? point->M.v / (0.5 * bearing->D * point->F_D) : DBL_MAX},
        {"beta_", QUANTITY_RADIANS, point->beta.v},
    };
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++) {
        record_name_numbered(out, COLUMNS[i].name, number, COLUMNS[i].unit, "at the output point");
        record_real(out, COLUMNS[i].value);
    }
}

static void plain_bearing_output_row(const state *state, const elem *element, record *out)
{
    const bearing *bearing = element->self;
    jet_node nodes[2];
    point point;
    seed(0, state, bearing, nodes);
    record_begin(out, element->label);
    for (int i = 0; i < (bearing->output ? bearing->n_output : bearing->n); i++) {
        const output_point at = bearing->output ? bearing->output[i] : (output_point){.gauss = i + 1, .alpha = 1.0};
        double weight;
        const double r = at.gauss > 0 ? gauss(bearing->n, at.gauss - 1, &weight) : at.r;
        plain_bearing_load(0, bearing, nodes, 0.5 * bearing->b * r, &point);
        record_point(bearing, &point, at.alpha, i + 1, out);
    }
    record_end(out);
}

static const char *const NAMES[] = {"Pff[1]", NULL};

static double plain_bearing_private_value(const state *state, const elem *element, int index)
{
    (void)index;
    const bearing *bearing = element->self;
    jet_node nodes[2];
    point point;
    double power = 0.0;
    seed(0, state, bearing, nodes);
    for (int i = 0; i < bearing->n; i++) {
        double weight;
        const double z = 0.5 * bearing->b * gauss(bearing->n, i, &weight);
        plain_bearing_load(0, bearing, nodes, z, &point);
        power -= weight * point.M.v * (point.w[0].v - point.w[1].v);
    }
    return power * assembly_factor(bearing, state);
}

static void plain_bearing_sample(sampler *from, elem *element)
{
    static const int POINTS[] = {1, 2, 3, 6};
    bearing *bearing = element->self;
    sample_sides(from, bearing->side);
    bearing->b = sample_real(from, 20, 25);
    bearing->D = sample_real(from, 40, 45);
    bearing->Psi = sample_real(from, 0.8, 0.9);
    bearing->eta = 1e-4;
    bearing->most = 0.999;
    bearing->factor = sample_drive(from);
    bearing->n = POINTS[sample_integer(from, 0, 3)];
    bearing->is_extended = sample_integer(from, 0, 1);
    set_coefficients(bearing);
}

const elem_type plain_bearing_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "hydrodynamic_plain_bearing_with_offset",
    .grammar = "user defined: LABEL, hydrodynamic_plain_bearing_with_offset, shaft, NODE [, offset, F], bearing, NODE "
               "[, offset, F], bearing "
               "width, B, {shaft diameter, D | bearing diameter, D}, relative clearance, PSI, oil viscosity, ETA "
               "[, initial assembly factor, "
               "(DRIVE) FACTOR] [, number of gauss points, {1 | 2 | 3 | 6}] [, output points, N, {Gauss point, I | "
               "custom, r, R, alpha, A}, ...] [, extend shaft to bearing center, {yes | no}] [, epsilon max, E]",
    .summary = "The oil film of a plain bearing, after Butenschoen.",
    .module = MODULE_HYDRODYNAMIC_PLAIN_BEARING,
    .size = sizeof(bearing),
    .read = plain_bearing_read,
    .connect = plain_bearing_connect,
    .eval = plain_bearing_eval,
    .output = plain_bearing_output_row,
    .private_names = NAMES,
    .private_value = plain_bearing_private_value,
    .sample = plain_bearing_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
};
