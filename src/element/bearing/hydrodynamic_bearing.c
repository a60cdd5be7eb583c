/* hydrodynamic_bearing.c - an oil film between a shaft and its support, axis 1 of the support, in closed form.
 *
 *     d = A' (x_2 - x_1), d' its rate, A: axes of the support; x, y = d_2/c, d_3/c;  w: speed of node 2 about axis 1
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
 * neglected. Printed: d, d', f in the axes of the support, zeros. */
#include "element/joint/joint.h"
#include "math/jet_functions.h"
#include "deck/named_values.h"
#include "model/reading.h"

typedef enum { OCVIRK, CAPONE, SOMMERFELD } film_kind;

typedef struct {
    joint_side side[2]; /* support, shaft */
    film_kind kind;
    double c, R, L;
    const fluid *fluid;
} film;

static void hydrodynamic_bearing_read(reader *r, elem *e)
{
    static const char *const KINDS[] = {"ocvirk", "capone1991", "sommerfeld", NULL};
    film *p = e->self;
    const int kind = read_choice(r, KINDS, "model");
    p->kind = kind < 0 ? OCVIRK : (film_kind)kind;
    for (int i = 0; i < 2; i++) {
        p->side[i].Rh = MAT3_EYE;
        read_side_node(r, &p->side[i], NULL);
    }
    p->c = read_positive(r, "radial clearance");
    p->R = 0.5 * read_positive(r, "diameter") + p->c;
    p->L = read_positive(r, "length");
    read_word(r, "fluid");
    p->fluid = read_fluid(r, "fluid");
}

static void hydrodynamic_bearing_connect(const elem *e, layout *l)
{
    const film *p = e->self;
    for (int i = 0; i < 2; i++)
        layout_node(l, p->side[i].node);
}

typedef struct {
    jet_side side[2];
    jet3 d, rate, f, F, arm; /* d, d', f in the axes of the support; F: f in global axes; arm: x_2 - x_1 */
} film_work;

/* x, y, X, Y of the head. */
typedef struct {
    jet1 x, y, X, Y, w;
} film_motion;

static void hydrodynamic_bearing_component(int n, jet1 *r, const jet3 *a, int k, double s)
{
    r->v = s * a->v[k];
    JET_LANES(n, l) r->d[l] = s * a->d[k][l];
}

static void move(int n, const state *s, const film *p, film_work *k, film_motion *m)
{
    jet3 v, spun, axis;
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &k->side[i], s, &p->side[i], 6 * i);
    jet3_add(n, &k->arm, &k->side[1].node.x, -1.0, &k->side[0].node.x);
    jet_node_local(n, &k->d, &k->side[0].node, &k->arm);
    jet3_cross(n, &spun, &k->side[0].node.w, &k->arm);
    jet3_add(n, &v, &k->side[1].node.v, -1.0, &k->side[0].node.v);
    jet3_add_to(n, &v, -1.0, &spun);
    jet_node_local(n, &k->rate, &k->side[0].node, &v);
    jet_node_arm(n, &axis, &k->side[0].node, (vec3){1, 0, 0});
    jet3_dot(n, &m->w, &axis, &k->side[1].node.w);
    hydrodynamic_bearing_component(n, &m->x, &k->d, 1, 1.0 / p->c);
    hydrodynamic_bearing_component(n, &m->y, &k->d, 2, 1.0 / p->c);
    jet1 part;
    m->X = m->x;
    jet1_mul_by(n, &m->X, &m->w);
    hydrodynamic_bearing_component(n, &part, &k->rate, 2, -2.0 / p->c);
    jet1_add_to(n, &m->X, 1.0, &part);
    m->Y = m->y;
    jet1_mul_by(n, &m->Y, &m->w);
    hydrodynamic_bearing_component(n, &part, &k->rate, 1, 2.0 / p->c);
    jet1_add_to(n, &m->Y, 1.0, &part);
}

/* r = a x + b y */
static void hydrodynamic_bearing_combine(int n, jet1 *r, const jet1 *a, const jet1 *x, double sign, const jet1 *b,
                                         const jet1 *y)
{
    jet1 other = *b;
    *r = *a;
    jet1_mul_by(n, r, x);
    jet1_mul_by(n, &other, y);
    jet1_add_to(n, r, sign, &other);
}

/* The factors -f_r/(w eps) and f_t/(w eps) of the long or the short bearing, with their derivatives in eps^2. */
static void plain_factors(const film *p, double mu, double q, double *r, double *r_q, double *t, double *t_q)
{
    const double u = 1.0 - q, h = 2.0 + q, root = sqrt(u), eps = sqrt(q);
    if (p->kind == SOMMERFELD) {
        const double a = mu * p->R * p->R * p->R * p->L / (p->c * p->c);
        *r = 12.0 * a * eps / (h * u);
        *r_q = *r * ((eps > 0.0 ? 0.5 / q : 0.0) - 1.0 / h + 1.0 / u);
        *t = 6.0 * M_PI * a / (h * root);
        *t_q = *t * (0.5 / u - 1.0 / h);
        return;
    }
    const double a = -mu * p->R * p->L * p->L * p->L / (2.0 * p->c * p->c);
    *r = 2.0 * a * eps / (u * u);
    *r_q = *r * ((eps > 0.0 ? 0.5 / q : 0.0) + 2.0 / u);
    *t = 0.5 * M_PI * a / (u * root);
    *t_q = *t * 1.5 / u;
}

static void plain(int n, const film *p, const film_motion *m, jet1 f[2])
{
    double r, r_q, t, t_q;
    jet1 q, radial, across;
    hydrodynamic_bearing_combine(n, &q, &m->x, &m->x, 1.0, &m->y, &m->y);
    plain_factors(p, p->fluid->viscosity, q.v, &r, &r_q, &t, &t_q);
    radial = across = q;
    jet1_chain_by(n, &radial, -r, -r_q);
    jet1_chain_by(n, &across, t, t_q);
    jet1_mul_by(n, &radial, &m->w);
    jet1_mul_by(n, &across, &m->w);
    hydrodynamic_bearing_combine(n, &f[0], &radial, &m->x, -1.0, &across, &m->y);
    hydrodynamic_bearing_combine(n, &f[1], &radial, &m->y, 1.0, &across, &m->x);
}

static void capone(int n, const film *p, const film_motion *m, jet1 f[2])
{
    const double mu = p->fluid->viscosity, scale = -mu * p->R * p->L * p->L * p->L / (4.0 * p->c * p->c);
    jet1 size, ca, sa, s, q, along, G, V, S, part;
    jet1_hypot(n, &size, &m->X, &m->Y);
    for (int i = 0; i < 2; i++)
        jet1_const(n, &f[i], 0.0);
    if (size.v == 0.0)
        return;
    ca = m->X;
    sa = m->Y;
    jet1_div_by(n, &ca, &size);
    jet1_div_by(n, &sa, &size);
    jet1_scale_by(n, &ca, -1.0);
    jet1_scale_by(n, &sa, -1.0);
    hydrodynamic_bearing_combine(n, &s, &m->x, &m->x, 1.0, &m->y, &m->y);
    const double root = sqrt(1.0 - s.v);
    jet1_chain_by(n, &s, root, -0.5 / root);
    hydrodynamic_bearing_combine(n, &q, &m->y, &ca, -1.0, &m->x, &sa);
    hydrodynamic_bearing_combine(n, &along, &m->x, &ca, 1.0, &m->y, &sa);
    G = q;
    jet1_div_by(n, &G, &s);
    jet1_chain_by(n, &G, M_PI_2 + atan(G.v), 1.0 / (1.0 + G.v * G.v));
    jet1_div_by(n, &G, &s);
    jet1_scale_by(n, &G, 2.0);
    V = q;
    jet1_mul_by(n, &V, &G);
    V.v += 2.0;
    for (int i = 0; i < 2; i++)
        jet1_div_by(n, &V, &s);
    S = along;
    const double u = 1.0 - along.v * along.v;
    jet1_chain_by(n, &S, along.v / u, (1.0 + along.v * along.v) / (u * u));
    hydrodynamic_bearing_combine(n, &f[0], &m->x, &V, 0.0, &m->x, &V);
    hydrodynamic_bearing_combine(n, &f[1], &m->y, &V, 0.0, &m->y, &V);
    for (int i = 0; i < 2; i++) {
        jet1_scale_by(n, &f[i], 3.0);
        part = i ? ca : sa;
        jet1_mul_by(n, &part, &G);
        jet1_add_to(n, &f[i], i ? 1.0 : -1.0, &part);
        part = i ? sa : ca;
        jet1_mul_by(n, &part, &S);
        jet1_add_to(n, &f[i], -2.0, &part);
        jet1_mul_by(n, &f[i], &size);
        for (int k = 0; k < 2; k++)
            jet1_div_by(n, &f[i], &s);
        jet1_scale_by(n, &f[i], scale);
    }
}

static void hydrodynamic_bearing_load(int n, const state *s, const elem *e, film_work *k)
{
    const film *p = e->self;
    film_motion m;
    jet1 f[2];
    move(n, s, p, k, &m);
    if (m.x.v * m.x.v + m.y.v * m.y.v >= 1.0) {
        state_fail(s, e->where, "hydrodynamic bearing: the shaft touches the support");
        jet3_const(n, &k->f, (vec3){0, 0, 0});
    } else {
        (p->kind == CAPONE ? capone : plain)(n, p, &m, f);
        jet3_const(n, &k->f, (vec3){0, f[0].v, f[1].v});
        for (int i = 0; i < 2; i++)
            JET_LANES(n, l) k->f.d[i + 1][l] = f[i].d[l];
    }
    jet_node_global(n, &k->F, &k->side[0].node, &k->f);
}

static void hydrodynamic_bearing_eval(int n, const state *s, const elem *e, local *out)
{
    film_work k;
    hydrodynamic_bearing_load(n, s, e, &k);
    local_add3(out, 6, n, 1.0, &k.F);
    local_add3(out, 0, n, -1.0, &k.F);
}

static void hydrodynamic_bearing_output_row(const state *s, const elem *e, record *out)
{
    film_work k;
    hydrodynamic_bearing_load(0, s, e, &k);
    record_begin(out, e->label);
    record_name(out, "d", QUANTITY_LENGTH, "relative position");
    record_vec3(out, jet3_value(&k.d));
    record_name(out, "dP", QUANTITY_VELOCITY, "relative velocity");
    record_vec3(out, jet3_value(&k.rate));
    record_name(out, "F", QUANTITY_FORCE, "force");
    record_vec3(out, jet3_value(&k.f));
    record_zeros(out, 3);
    record_end(out);
}

static void hydrodynamic_bearing_sample(sampler *from, elem *e)
{
    static const fluid OIL = {.density = 1.0, .viscosity = 1e-3};
    film *p = e->self;
    sample_sides(from, p->side);
    for (int i = 0; i < 2; i++)
        p->side[i].f = (vec3){0, 0, 0}, p->side[i].Rh = MAT3_EYE;
    p->kind = (film_kind)sample_integer(from, 0, 2);
    p->c = sample_real(from, 50, 60);
    p->R = sample_real(from, 100, 110);
    p->L = sample_real(from, 1, 2);
    p->fluid = &OIL;
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
