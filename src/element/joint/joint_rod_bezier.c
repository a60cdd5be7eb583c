/* joint_rod_bezier.c - a rod along a Bezier curve of third order that begins and ends on two nodes.
 *
 *     P0, P1 fixed to node 1 and P2, P3 to node 2;   B(u) = sum b_i(u) P_i, from P0 to P3
 *     L = integral of |B'|,   L' = integral of B' . dB'/dt / |B'|          Gauss points on equal segments of u
 *     f = law(L / L0 - 1, L' / L0)
 *     node 1: f (P1 - P0) / |P1 - P0| at P0          node 2: f (P2 - P3) / |P2 - P3| at P3
 *
 * The two forces are in balance if the curve is straight; otherwise the loads that would maintain its shape are
 * neglected, and the force has no potential. */
#include "element/joint/joint.h"
#include "element/diag_rows.h"
#include "element/law_user.h"
#include <string.h>

enum { CONTROL_POINTS = 4, MOST_ORDER = 10, MOST_SEGMENTS = 1000 };

typedef struct {
    joint_side point[CONTROL_POINTS]; /* the first two on node 1, the others on node 2 */
    int order, segments;
    double u[MOST_ORDER], weight[MOST_ORDER]; /* Gauss points of -1 ... 1 */
    double L0;
    const law *law;
} bezier;

typedef struct {
    jet_side point[CONTROL_POINTS];
    jet3 v[CONTROL_POINTS]; /* velocities */
    jet3 direction[2];      /* direction of the force on each node */
    jet1 length, speed;
    jet1 strain, rate;
} motion;

/* Computes Gauss points and weights on -1 ... 1: roots of the Legendre polynomial by Newton's method. */
static void gauss(int n, double *at, double *weight)
{
    for (int i = 0; i < n; i++) {
        double x = cos(M_PI * (i + 0.75) / (n + 0.5)), derivative = 1.0;
        for (int iteration = 0; iteration < 50; iteration++) {
            double p = 1.0, q = 0.0;
            for (int k = 1; k <= n; k++) {
                const double r = ((2.0 * k - 1.0) * x * p - (k - 1.0) * q) / k;
                q = p, p = r;
            }
            derivative = n * (x * p - q) / (x * x - 1.0);
            x -= p / derivative;
            if (fabs(p / derivative) < 1e-15)
                break;
        }
        at[i] = x;
        weight[i] = 2.0 / ((1.0 - x * x) * derivative * derivative);
    }
}

/* Derivatives of the Bernstein polynomials. */
static void derivatives(double u, double b[CONTROL_POINTS])
{
    const double v = 1.0 - u;
    b[0] = -3.0 * v * v;
    b[1] = 3.0 * v * v - 6.0 * u * v;
    b[2] = 6.0 * u * v - 3.0 * u * u;
    b[3] = 3.0 * u * u;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void rod_bezier_read_end(reader *reader, bezier *joint, int first)
{
    joint_side *side = &joint->point[first];
    read_side_node(reader, &side[0], first ? &joint->point[0] : NULL);
    side[1] = side[0];
    for (int i = 0; i < 2; i++) {
        read_keyword(reader, "position");
        side[i].f = read_side_position(reader, &side[i], NULL, "control point");
    }
}

static vec3 rod_bezier_initial_point(const joint_side *side)
{
    return vec3_add(side->node->initial->x, mat3_mulv(&side->node->initial->R, side->f));
}

/* Returns the abscissa of point i of segment k, and its weight in *weight. */
static double abscissa(const bezier *joint, int k, int i, double *weight)
{
    *weight = 0.5 * joint->weight[i] / joint->segments;
    return (k + 0.5 + 0.5 * joint->u[i]) / joint->segments;
}

static double initial_length(const bezier *joint)
{
    double sum = 0.0;
    for (int k = 0; k < joint->segments; k++)
        for (int i = 0; i < joint->order; i++) {
            double weight, b[CONTROL_POINTS];
            derivatives(abscissa(joint, k, i, &weight), b);
            vec3 d = {0, 0, 0};
            for (int c = 0; c < CONTROL_POINTS; c++)
                d = vec3_axpy(d, b[c], rod_bezier_initial_point(&joint->point[c]));
            sum += weight * vec3_norm(d);
        }
    return sum;
}

static void rod_bezier_read(reader *reader, elem *element)
{
    bezier *joint = element->self;
    joint->order = 2;
    joint->segments = 3;
    rod_bezier_read_end(reader, joint, 0);
    rod_bezier_read_end(reader, joint, 2);
    const bool from_nodes = read_keyword(reader, "from nodes");
    const double given = from_nodes ? 1.0 : read_positive(reader, "length of the rod");
    if (read_keyword(reader, "integration order"))
        joint->order = read_integer_in(reader, 1, MOST_ORDER, "integration order");
    if (read_keyword(reader, "integration segments"))
        joint->segments = read_integer_in(reader, 1, MOST_SEGMENTS, "integration segments");
    gauss(joint->order, joint->u, joint->weight);
    const double length = read_ok(reader) ? initial_length(joint) : 1.0;
    if (length == 0.0)
        read_error(reader, E_ROD_LENGTH, element->location);
    joint->L0 = from_nodes ? length : given;
    joint->law = read_law_of_length(reader, length, joint->L0);
}

static void rod_bezier_connect(const elem *element, layout *layout)
{
    const bezier *joint = element->self;
    layout_node(layout, joint->point[0].node);
    layout_node(layout, joint->point[3].node);
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* s = sqrt(a . a) */
static void norm(int lanes, jet1 *s, const jet3 *a)
{
    jet3_dot(lanes, s, a, a);
    const double length = sqrt(s->v);
    jet1_chain_by(lanes, s, length, length > 0.0 ? 0.5 / length : 0.0);
}

/* r += s a b, for scalar jets */
static void add_product(int lanes, jet1 *r, double s, const jet1 *a, const jet1 *b)
{
    r->v += s * a->v * b->v;
    for (int k = 0; k < lanes; k++)
        r->d[k] += s * (a->d[k] * b->v + a->v * b->d[k]);
}

static void add_point(int n, motion *motion, double u, double weight)
{
    double b[CONTROL_POINTS];
    jet3 d, d_dot;
    jet1 length, along, inverse;
    derivatives(u, b);
    jet3_scale(n, &d, b[0], &motion->point[0].p);
    jet3_scale(n, &d_dot, b[0], &motion->v[0]);
    for (int i = 1; i < CONTROL_POINTS; i++) {
        jet3_add_to(n, &d, b[i], &motion->point[i].p);
        jet3_add_to(n, &d_dot, b[i], &motion->v[i]);
    }
    norm(n, &length, &d);
    inverse = length;
    jet1_chain_by(n, &inverse, 1.0 / length.v, -1.0 / (length.v * length.v));
    jet3_dot(n, &along, &d, &d_dot);
    const jet1 one = {.v = 1.0};
    add_product(n, &motion->length, weight, &length, &one);
    add_product(n, &motion->speed, weight, &along, &inverse);
}

/* t = (b - a) / |b - a| */
static void direction(int lanes, jet3 *t, const jet3 *a, const jet3 *b)
{
    jet3 d;
    jet1 inverse;
    jet3_add(lanes, &d, b, -1.0, a);
    norm(lanes, &inverse, &d);
    jet1_chain_by(lanes, &inverse, 1.0 / inverse.v, -1.0 / (inverse.v * inverse.v));
    jet3_mul1(lanes, t, &inverse, &d);
}

static void rod_bezier_set_motion(int n, const state *state, const bezier *joint, motion *motion)
{
    for (int i = 0; i < CONTROL_POINTS; i++) {
        jet_side_seed(n, &motion->point[i], state, &joint->point[i], i < 2 ? 0 : 6);
        jet_side_velocity(n, &motion->v[i], &motion->point[i]);
    }
    memset(&motion->length, 0, sizeof motion->length);
    memset(&motion->speed, 0, sizeof motion->speed);
    for (int k = 0; k < joint->segments; k++)
        for (int i = 0; i < joint->order; i++) {
            double weight;
            const double u = abscissa(joint, k, i, &weight);
            add_point(n, motion, u, weight);
        }
    direction(n, &motion->direction[0], &motion->point[0].p, &motion->point[1].p);
    direction(n, &motion->direction[1], &motion->point[3].p, &motion->point[2].p);
    motion->strain = motion->length;
    jet1_chain_by(n, &motion->strain, motion->length.v / joint->L0 - 1.0, 1.0 / joint->L0);
    motion->rate = motion->speed;
    jet1_chain_by(n, &motion->rate, motion->speed.v / joint->L0, 1.0 / joint->L0);
}

static void rod_bezier_eval(int lanes, const state *state, const elem *element, local *out)
{
    const bezier *joint = element->self;
    motion motion;
    jet1 f;
    jet3 F;
    rod_bezier_set_motion(lanes, state, joint, &motion);
    jet_law1(lanes, joint->law, state, &motion.strain, &motion.rate, &f);
    jet3_mul1(lanes, &F, &f, &motion.direction[0]);
    local_force(lanes, out, 0, 1.0, &F, &motion.point[0].b);
    jet3_mul1(lanes, &F, &f, &motion.direction[1]);
    local_force(lanes, out, 6, 1.0, &F, &motion.point[3].b);
}

static void rod_bezier_input(const state *state, const elem *element, double strain[LAW_MAX], double rate[LAW_MAX])
{
    motion motion;
    rod_bezier_set_motion(0, state, element->self, &motion);
    *strain = motion.strain.v;
    *rate = motion.rate.v;
}

static const char *const NAMES[] = {"F", "L", "LPrime", NULL};
static const law_user USER = {offsetof(bezier, law), rod_bezier_input, NAMES};

static void rod_bezier_start(const state *state, const elem *element, memory_block *to)
{
    law_user_start(&USER, state, element, to);
}
static void rod_bezier_predict(const state *state, const elem *element, memory_block *to)
{
    law_user_predict(&USER, state, element, to);
}
static void rod_bezier_accept(const state *state, const elem *element, memory_block *to)
{
    law_user_accept(&USER, state, element, to);
}
static int rod_bezier_private_index(const elem *element, const char *name)
{
    return law_user_private_index(&USER, element, name);
}
static bool rod_bezier_has_private(const elem *element, int index)
{
    return law_user_has_private(&USER, element, index);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void rod_bezier_output_row(const state *state, const elem *element, record *out)
{
    const bezier *joint = element->self;
    const vec3 zero = {0, 0, 0};
    motion motion;
    jet1 f;
    rod_bezier_set_motion(0, state, joint, &motion);
    jet_law1(0, joint->law, state, &motion.strain, &motion.rate, &f);
    joint_output(out, element, (vec3){f.v, 0, 0}, zero, vec3_scale(f.v, jet3_value(&motion.direction[0])), zero);
    record_name(out, "l", QUANTITY_LENGTH, "length of the element");
    record_real(out, motion.length.v);
    record_name(out, "v1", QUANTITY_DIMENSIONLESS, "direction unit vector at node 1");
    record_vec3(out, jet3_value(&motion.direction[0]));
    record_name(out, "v2", QUANTITY_DIMENSIONLESS, "direction unit vector at node 2");
    record_vec3(out, jet3_value(&motion.direction[1]));
    record_name(out, "lP", QUANTITY_VELOCITY, "lengthening velocity of the element");
    record_real(out, motion.speed.v);
    law_output(state, joint->law, &motion.strain.v, &motion.rate.v, out);
    record_end(out);
}

static void rod_bezier_log_line(const elem *element, record *out)
{
    const bezier *joint = element->self;
    joint_log_begin(out, element, "rod bezier:");
    for (int i = 0; i < CONTROL_POINTS; i++) {
        if (i % 2 == 0)
            record_unsigned(out, joint->point[i].node->label);
        record_vec3(out, joint->point[i].f);
    }
    record_end(out);
}

static double rod_bezier_private_value(const state *state, const elem *element, int index)
{
    const bezier *joint = element->self;
    motion motion;
    jet1 f;
    rod_bezier_set_motion(0, state, joint, &motion);
    if (index > 3)
        return law_private_value(state, joint->law, &motion.strain.v, &motion.rate.v, index - 3);
    jet_law1(0, joint->law, state, &motion.strain, &motion.rate, &f);
    return index == 1 ? f.v : index == 2 ? motion.length.v : motion.speed.v;
}

static void rod_bezier_sample(sampler *from, elem *element)
{
    bezier *joint = element->self;
    for (int i = 0; i < CONTROL_POINTS; i++)
        sample_side(from, &joint->point[i], i / 2);
    joint->order = sample_integer(from, 1, 4);
    joint->segments = sample_integer(from, 1, 3);
    gauss(joint->order, joint->u, joint->weight);
    joint->L0 = sample_real(from, 0.5, 2.0);
    joint->law = sample_law(from, 1);
}

/* p(u) = sum of B_i(u) p_i */
static void rod_bezier_draw(const elem *element, drawing *drawing)
{
    enum { STATIONS = 17 };
    const bezier *joint = element->self;
    draw_begin(drawing, DRAW_TUBE);
    for (int k = 0; k < STATIONS; k++) {
        const double u = (double)k / (STATIONS - 1), v = 1.0 - u;
        const double B[CONTROL_POINTS] = {v * v * v, 3 * v * v * u, 3 * v * u * u, u * u * u};
        draw_tie ties[CONTROL_POINTS];
        for (int i = 0; i < CONTROL_POINTS; i++) {
            ties[i] = side_tie(&joint->point[i]);
            ties[i].weight = B[i];
            ties[i].f = vec3_scale(B[i], ties[i].f);
        }
        draw_vertex(drawing, ties, CONTROL_POINTS);
    }
}

const elem_type joint_rod_bezier_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "rod bezier",
    .grammar =
        "joint: LABEL, rod bezier, NODE 1, position, (vec3) END, position, (vec3) CONTROL POINT, NODE 2, position, "
        "(vec3) CONTROL POINT, position, (vec3) END, {LENGTH | from nodes}, [integration order, ORDER,] "
        "[integration segments, SEGMENTS,] (1D law) LAW",
    .summary = "A rod along a curve whose ends are tangent to directions fixed in two nodes.",
    .size = sizeof(bezier),
    .read = rod_bezier_read,
    .connect = rod_bezier_connect,
    .eval = rod_bezier_eval,
    .history =
        &(const elem_history){.start = rod_bezier_start, .predict = rod_bezier_predict, .accept = rod_bezier_accept},
    .output = rod_bezier_output_row,
    .log = rod_bezier_log_line,
    .private_index = rod_bezier_private_index,
    .private_names = NAMES,
    .has_private = rod_bezier_has_private,
    .private_value = rod_bezier_private_value,
    .sample = rod_bezier_sample,
    .assembly = &(const elem_assembly){.deformable = true},
    .expectations = &(const elem_expectations){.unbalanced = true, .no_potential = true},
    .drawing = &(const elem_drawing){.draw = rod_bezier_draw},
};
