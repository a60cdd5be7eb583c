/* hydrodynamic_bearing.c - an oil film between a shaft and its support, axis 1 of the support, in closed form.
 *
 *     d = A' (x_2 - x_1),  d' = A' (v_2 - v_1),  A: axes of node 1;  x, y = d_2/c, d_3/c
 *     w: speed of node 2 relative to node 1, about axis 1
 *     r, t: along (x, y), and at right angles in the sense of w > 0;  eps = |(x, y)|,  R = D/2 + c, as in MBDyn
 *
 *     sommerfeld:  f_r = -12 mu w R^3 L/c^2 eps^2/((2 + eps^2)(1 - eps^2))
 *                  f_t = 6 pi mu w R^3 L/c^2 eps/((2 + eps^2) sqrt(1 - eps^2))
 *     ocvirk:      f_r = mu w R L^3/(2 c^2) 2 eps^2/(1 - eps^2)^2, f_t = -mu w R L^3/(2 c^2) pi eps/(2 (1 - eps^2)^1.5)
 *                  (nodes are given in the other order)
 *     capone1991:  X = w x - 2 d_3'/c,  Y = w y + 2 d_2'/c,  a = direction of -(X, Y),  s = sqrt(1 - x^2 - y^2)
 *                  q = y cos a - x sin a,  p = x cos a + y sin a
 *                  G = (2/s)(pi/2 + atan(q/s)),  V = (2 + q G)/s^2,  S = p/(1 - p^2)
 *                  f = -mu R L^3/(4 c^2) hypot(X, Y)/s^2 (3 x V - sin a G - 2 cos a S, 3 y V + cos a G - 2 sin a S)
 *
 * f acts on node 2 and minus f on node 1, each at its own centre; as in MBDyn, the moment of the two forces is
 * neglected. Printed: d, d', f in the axes of node 1, zeros. */
#include "element/joint/joint.h"
#include "math/jet_functions.h"
#include "deck/named_values.h"
#include "model/reading.h"

typedef enum { OCVIRK, CAPONE, SOMMERFELD } film_kind;

typedef struct {
    joint_side side[2]; /* support, shaft; shaft, support of an ocvirk film */
    film_kind kind;
    double c, R, L;
    const fluid *fluid;
} film;

static void hydrodynamic_bearing_read(reader *reader, elem *element)
{
    static const char *const KINDS[] = {"ocvirk", "capone1991", "sommerfeld", NULL};
    film *film = element->self;
    const int kind = read_choice(reader, KINDS, "model");
    film->kind = kind < 0 ? OCVIRK : (film_kind)kind;
    for (int i = 0; i < 2; i++) {
        film->side[i].Rh = MAT3_EYE;
        read_side_node(reader, &film->side[i], NULL);
    }
    film->c = read_positive(reader, "radial clearance");
    film->R = 0.5 * read_positive(reader, "diameter") + film->c;
    film->L = read_positive(reader, "length");
    read_word(reader, "fluid");
    film->fluid = read_fluid(reader, "fluid");
}

static void hydrodynamic_bearing_connect(const elem *element, layout *layout)
{
    const film *film = element->self;
    for (int i = 0; i < 2; i++)
        layout_node(layout, film->side[i].node);
}

typedef struct {
    jet_side side[2];
    jet3 d, rate, f, F, arm; /* d, d', f in the axes of node 1; F: f in global axes; arm: x_2 - x_1 */
} film_work;

/* x, y, X, Y of the head of this file. */
typedef struct {
    jet1 x, y, X, Y, w;
} film_motion;

static void hydrodynamic_bearing_component(int lanes, jet1 *r, const jet3 *a, int k, double s)
{
    r->v = s * a->v[k];
    JET_LANES(lanes, l) r->d[l] = s * a->d[k][l];
}

static void move(int n, const state *state, const film *film, film_work *work, film_motion *motion)
{
    jet3 v, spin, axis;
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &work->side[i], state, &film->side[i], 6 * i);
    jet3_add(n, &work->arm, &work->side[1].node.x, -1.0, &work->side[0].node.x);
    jet_node_local(n, &work->d, &work->side[0].node, &work->arm);
    jet3_add(n, &v, &work->side[1].node.v, -1.0, &work->side[0].node.v);
    jet_node_local(n, &work->rate, &work->side[0].node, &v);
    jet_node_arm(n, &axis, &work->side[0].node, (vec3){1, 0, 0});
    jet3_add(n, &spin, &work->side[1].node.w, -1.0, &work->side[0].node.w);
    jet3_dot(n, &motion->w, &axis, &spin);
    hydrodynamic_bearing_component(n, &motion->x, &work->d, 1, 1.0 / film->c);
    hydrodynamic_bearing_component(n, &motion->y, &work->d, 2, 1.0 / film->c);
    jet1 part;
    motion->X = motion->x;
    jet1_mul_by(n, &motion->X, &motion->w);
    hydrodynamic_bearing_component(n, &part, &work->rate, 2, -2.0 / film->c);
    jet1_add_to(n, &motion->X, 1.0, &part);
    motion->Y = motion->y;
    jet1_mul_by(n, &motion->Y, &motion->w);
    hydrodynamic_bearing_component(n, &part, &work->rate, 1, 2.0 / film->c);
    jet1_add_to(n, &motion->Y, 1.0, &part);
}

/* r = a x + b y */
static void hydrodynamic_bearing_combine(int lanes, jet1 *r, const jet1 *a, const jet1 *x, double sign, const jet1 *b,
                                         const jet1 *y)
{
    jet1 other = *b;
    *r = *a;
    jet1_mul_by(lanes, r, x);
    jet1_mul_by(lanes, &other, y);
    jet1_add_to(lanes, r, sign, &other);
}

/* Computes the factors -f_r/(w eps) and f_t/(w eps) of the long or the short bearing, with their derivatives with
 * respect to eps^2. */
static void plain_factors(const film *film, double mu, double q, double *r, double *r_q, double *t, double *t_q)
{
    const double u = 1.0 - q, h = 2.0 + q, root = sqrt(u), eps = sqrt(q);
    if (film->kind == SOMMERFELD) {
        const double a = mu * film->R * film->R * film->R * film->L / (film->c * film->c);
        *r = 12.0 * a * eps / (h * u);
        *r_q = *r * ((eps > 0.0 ? 0.5 / q : 0.0) - 1.0 / h + 1.0 / u);
        *t = 6.0 * M_PI * a / (h * root);
        *t_q = *t * (0.5 / u - 1.0 / h);
        return;
    }
    const double a = -mu * film->R * film->L * film->L * film->L / (2.0 * film->c * film->c);
    *r = 2.0 * a * eps / (u * u);
    *r_q = *r * ((eps > 0.0 ? 0.5 / q : 0.0) + 2.0 / u);
    *t = 0.5 * M_PI * a / (u * root);
    *t_q = *t * 1.5 / u;
}

static void plain(int lanes, const film *film, const film_motion *motion, jet1 f[2])
{
    double r, r_q, t, t_q;
    jet1 q, radial, across;
    hydrodynamic_bearing_combine(lanes, &q, &motion->x, &motion->x, 1.0, &motion->y, &motion->y);
    plain_factors(film, film->fluid->viscosity, q.v, &r, &r_q, &t, &t_q);
    radial = across = q;
    jet1_chain_by(lanes, &radial, -r, -r_q);
    jet1_chain_by(lanes, &across, t, t_q);
    jet1_mul_by(lanes, &radial, &motion->w);
    jet1_mul_by(lanes, &across, &motion->w);
    hydrodynamic_bearing_combine(lanes, &f[0], &radial, &motion->x, -1.0, &across, &motion->y);
    hydrodynamic_bearing_combine(lanes, &f[1], &radial, &motion->y, 1.0, &across, &motion->x);
}

static void capone(int lanes, const film *film, const film_motion *motion, jet1 f[2])
{
    const double mu = film->fluid->viscosity,
                 scale = -mu * film->R * film->L * film->L * film->L / (4.0 * film->c * film->c);
    jet1 size, ca, sa, s, q, along, G, V, S, part;
    jet1_hypot(lanes, &size, &motion->X, &motion->Y);
    for (int i = 0; i < 2; i++)
        jet1_const(lanes, &f[i], 0.0);
    if (size.v == 0.0)
        return;
    ca = motion->X;
    sa = motion->Y;
    jet1_div_by(lanes, &ca, &size);
    jet1_div_by(lanes, &sa, &size);
    jet1_scale_by(lanes, &ca, -1.0);
    jet1_scale_by(lanes, &sa, -1.0);
    hydrodynamic_bearing_combine(lanes, &s, &motion->x, &motion->x, 1.0, &motion->y, &motion->y);
    const double root = sqrt(1.0 - s.v);
    jet1_chain_by(lanes, &s, root, -0.5 / root);
    hydrodynamic_bearing_combine(lanes, &q, &motion->y, &ca, -1.0, &motion->x, &sa);
    hydrodynamic_bearing_combine(lanes, &along, &motion->x, &ca, 1.0, &motion->y, &sa);
    G = q;
    jet1_div_by(lanes, &G, &s);
    jet1_chain_by(lanes, &G, M_PI_2 + atan(G.v), 1.0 / (1.0 + G.v * G.v));
    jet1_div_by(lanes, &G, &s);
    jet1_scale_by(lanes, &G, 2.0);
    V = q;
    jet1_mul_by(lanes, &V, &G);
    V.v += 2.0;
    for (int i = 0; i < 2; i++)
        jet1_div_by(lanes, &V, &s);
    S = along;
    const double u = 1.0 - along.v * along.v;
    jet1_chain_by(lanes, &S, along.v / u, (1.0 + along.v * along.v) / (u * u));
    hydrodynamic_bearing_combine(lanes, &f[0], &motion->x, &V, 0.0, &motion->x, &V);
    hydrodynamic_bearing_combine(lanes, &f[1], &motion->y, &V, 0.0, &motion->y, &V);
    for (int i = 0; i < 2; i++) {
        jet1_scale_by(lanes, &f[i], 3.0);
        part = i ? ca : sa;
        jet1_mul_by(lanes, &part, &G);
        jet1_add_to(lanes, &f[i], i ? 1.0 : -1.0, &part);
        part = i ? sa : ca;
        jet1_mul_by(lanes, &part, &S);
        jet1_add_to(lanes, &f[i], -2.0, &part);
        jet1_mul_by(lanes, &f[i], &size);
        for (int k = 0; k < 2; k++)
            jet1_div_by(lanes, &f[i], &s);
        jet1_scale_by(lanes, &f[i], scale);
    }
}

static void hydrodynamic_bearing_load(int n, const state *state, const elem *element, film_work *work)
{
    const film *film = element->self;
    film_motion motion;
    jet1 f[2];
    move(n, state, film, work, &motion);
    if (motion.x.v * motion.x.v + motion.y.v * motion.y.v >= 1.0) {
        state_fail(state, element->location, "hydrodynamic bearing: the shaft touches the support");
        jet3_const(n, &work->f, (vec3){0, 0, 0});
    } else {
        (film->kind == CAPONE ? capone : plain)(n, film, &motion, f);
        jet3_const(n, &work->f, (vec3){0, f[0].v, f[1].v});
        for (int i = 0; i < 2; i++)
            JET_LANES(n, l) work->f.d[i + 1][l] = f[i].d[l];
    }
    jet_node_global(n, &work->F, &work->side[0].node, &work->f);
}

static void hydrodynamic_bearing_eval(int lanes, const state *state, const elem *element, local *out)
{
    film_work work;
    hydrodynamic_bearing_load(lanes, state, element, &work);
    local_add3(out, 6, lanes, 1.0, &work.F);
    local_add3(out, 0, lanes, -1.0, &work.F);
}

static void hydrodynamic_bearing_output_row(const state *state, const elem *element, record *out)
{
    film_work work;
    hydrodynamic_bearing_load(0, state, element, &work);
    record_begin(out, element->label);
    record_name(out, "d", QUANTITY_LENGTH, "relative position");
    record_vec3(out, jet3_value(&work.d));
    record_name(out, "dP", QUANTITY_VELOCITY, "relative velocity");
    record_vec3(out, jet3_value(&work.rate));
    record_name(out, "F", QUANTITY_FORCE, "force");
    record_vec3(out, jet3_value(&work.f));
    record_zeros(out, 3);
    record_end(out);
}

static void hydrodynamic_bearing_sample(sampler *from, elem *element)
{
    static const fluid OIL = {.density = 1.0, .viscosity = 1e-3};
    film *film = element->self;
    sample_sides(from, film->side);
    for (int i = 0; i < 2; i++)
        film->side[i].f = (vec3){0, 0, 0}, film->side[i].Rh = MAT3_EYE;
    film->kind = (film_kind)sample_integer(from, 0, 2);
    film->c = sample_real(from, 50, 60);
    film->R = sample_real(from, 100, 110);
    film->L = sample_real(from, 1, 2);
    film->fluid = &OIL;
}

const elem_type hydrodynamic_bearing_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "hydrodynamic bearing",
    .grammar = "user defined: LABEL, hydrodynamic bearing, {ocvirk | capone1991 | sommerfeld}, SUPPORT NODE, SHAFT "
               "NODE, RADIAL CLEARANCE, "
               "DIAMETER, LENGTH, fluid, FLUID",
    .summary = "An oil film between a shaft and its support, in closed form.",
    .module = MODULE_FAB_SBEARINGS,
    .size = sizeof(film),
    .read = hydrodynamic_bearing_read,
    .connect = hydrodynamic_bearing_connect,
    .eval = hydrodynamic_bearing_eval,
    .output = hydrodynamic_bearing_output_row,
    .sample = hydrodynamic_bearing_sample,
    .expectations = &(const elem_expectations){.unbalanced = true},
};
