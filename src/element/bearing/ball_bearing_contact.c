/* ball_bearing_contact.c - a ball rolls on plane washers: Hertz contact with damping and friction (bristle.h).
 *
 *     d = r - e3 . (x - p),   F = k d^1.5 + k_s (1.5 k sqrt d) d'  while that and d are positive,   k = 4/3 E sqrt r
 *     e1, e2, e3, p: axes and a point of the washer; x: centre of the ball
 *     U: velocity of the ball on the washer at the point x - (r - d) e3, along e1 and e2;  z' = U - ...  two rows
 *     ball: F e3 - F (tau_1 e1 + tau_2 e2) at that point; washer: minus it
 *
 * For two materials  1 / E = (1 - nu1^2) / E1 + (1 - nu2^2) / E2. */
#include "contract/element.h"
#include "element/joint/joint.h"
#include "element/contact/bristle.h"
#include "math/jet_functions.h"
#include "element/contact/plane_rubbing.h"
#include "deck/named_values.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    const node *node;
    vec3 o;
    mat3 R;
} washer;

typedef struct {
    const node *ball;
    double r, k, damping;
    int n;
    washer *washers;
    bristle friction;
} bearing;

enum { STATE = RUBBING_OWN, USED = STATE + 2 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void ball_bearing_contact_set_own(elem *e, arena *memory)
{
    const bearing *p = e->self;
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, 2 * p->n);
    for (int i = 0; i < 2 * p->n; i++)
        kinds[i] = OWN_DIFFERENTIAL;
    e->n_own = 2 * p->n;
    e->kinds = kinds;
}

static void read_washer(reader *r, washer *w)
{
    w->node = read_structural_node(r, "washer");
    w->R = MAT3_EYE;
    const frame_context c = {.own = w->node ? w->node->initial : NULL};
    if (read_keyword(r, "offset"))
        w->o = read_position_rel(r, &c, "offset");
    if (read_keyword(r, "orientation"))
        w->R = read_orientation_rel(r, &c, "orientation");
}

static double read_compliance(reader *r, const char *modulus, const char *ratio)
{
    const double E = read_named_positive(r, modulus), nu = read_named_real(r, ratio);
    return (1.0 - nu * nu) / E;
}

static double read_modulus(reader *r)
{
    if (read_keyword(r, "elastic modulus"))
        return read_positive(r, "elastic modulus");
    const double ball = read_compliance(r, "elastic modulus ball", "poisson ratio ball");
    return 1.0 / (ball + read_compliance(r, "elastic modulus washer", "poisson ratio washer"));
}

static void ball_bearing_contact_read(reader *r, elem *e)
{
    bearing *p = e->self;
    read_word(r, "ball");
    p->ball = read_structural_node(r, "ball");
    p->r = read_named_positive(r, "ball radius");
    read_word(r, "washers");
    p->n = read_count(r, 1, "number of washers");
    p->washers = ARENA_ARRAY(reader_arena(r), washer, p->n);
    for (int i = 0; read_ok(r) && i < p->n; i++)
        read_washer(r, &p->washers[i]);
    p->k = 4.0 / 3.0 * read_modulus(r) * sqrt(p->r);
    p->damping = read_real_after(r, "damping factor", 0.0);
    read_bristle(r, &p->friction);
    ball_bearing_contact_set_own(e, reader_arena(r));
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void ball_bearing_contact_connect(const elem *e, layout *l)
{
    const bearing *p = e->self;
    layout_node(l, p->ball);
    for (int i = 0; i < p->n; i++)
        layout_node(l, p->washers[i].node);
    const int own = layout_own(l);
    layout_clear(l);
    layout_full(l, 0, 6, 0, own + 2 * p->n);
    for (int i = 0; i < p->n; i++) {
        const int mine[3] = {0, 6 + 6 * i, own + 2 * i}, size[3] = {6, 6, 2};
        for (int a = 1; a < 3; a++)
            for (int b = 0; b < 3; b++)
                layout_full(l, mine[a], size[a], mine[b], size[b]);
    }
}

/* Of a washer: the ball's, its own, and those of its two states. */
static rubbing_places ball_bearing_contact_places_of(const bearing *p, int i)
{
    rubbing_places of;
    for (int l = 0; l < RUBBING_LANES; l++)
        of.columns[l] = l < RUBBING_TWO ? l : l < STATE ? l + 6 * i : l < USED ? 6 + 6 * p->n + 2 * i + l - STATE : -1;
    return of;
}

typedef struct {
    rubbing rubbing;
    jet1 depth, rate;
} touch;

/* Axes, arms to the point of contact, and the motion there. */
static void set_touch(int n, const state *s, const bearing *p, const washer *w, touch *k)
{
    jet_node on[2];
    jet3 o, d, away, u;
    jet1 height;
    jet3 *const arm = k->rubbing.arm;
    jet_node_seed(n, &on[0], s, p->ball->pose, RUBBING_ONE);
    jet_node_seed(n, &on[1], s, w->node->pose, RUBBING_TWO);
    for (int i = 0; i < 3; i++)
        jet_node_arm(n, &k->rubbing.axis[i], &on[1], mat3_col(&w->R, i));
    jet_node_arm(n, &o, &on[1], w->o);
    jet3_add(n, &d, &on[0].x, -1.0, &on[1].x);
    jet3_add(n, &away, &d, -1.0, &o);
    jet3_dot(n, &height, &k->rubbing.axis[2], &away);
    k->depth = height;
    jet1_chain_by(n, &k->depth, p->r - height.v, -1.0);
    jet3_mul1(n, &away, &height, &k->rubbing.axis[2]);
    jet3_scale(n, &arm[0], -1.0, &away);
    jet3_add(n, &arm[1], &d, 1.0, &arm[0]);
    rubbing_slip(n, on, &k->rubbing, &u);
    jet3_dot(n, &k->rate, &k->rubbing.axis[2], &u);
    jet1_scale_by(n, &k->rate, -1.0);
}

static void set_pressure(int n, const bearing *p, const touch *k, jet1 *F)
{
    const double d = k->depth.v;
    if (d <= 0.0) {
        jet1_const(n, F, 0.0);
        return;
    }
    jet1 slope = k->depth;
    *F = k->depth;
    jet1_chain_by(n, F, p->k * d * sqrt(d), 1.5 * p->k * sqrt(d));
    jet1_chain_by(n, &slope, 1.5 * p->k * sqrt(d), 0.75 * p->k / sqrt(d));
    jet1_mul_by(n, &slope, &k->rate);
    jet1_add_to(n, F, p->damping, &slope);
    if (F->v < 0.0)
        jet1_const(n, F, 0.0);
}

static void ball_bearing_contact_eval(int n, const state *s, const elem *e, local *out)
{
    const bearing *p = e->self;
    const int lanes = n > 0 ? RUBBING_LANES : 0;
    for (int i = 0; i < p->n; i++) {
        const rubbing_places of = ball_bearing_contact_places_of(p, i);
        touch k;
        jet1 z[2], rate[2], tau[2], F;
        set_touch(lanes, s, p, &p->washers[i], &k);
        for (int j = 0; j < 2; j++)
            jet1_seed(lanes, &z[j], s->y[e->own + 2 * i + j], STATE + j, s->dvalue);
        bristle_rate(lanes, &p->friction, k.rubbing.U, z, rate);
        bristle_stress(lanes, &p->friction, z, rate, tau);
        set_pressure(lanes, p, &k, &F);
        rubbing_press(lanes, &k.rubbing, &F, tau, out, &of);
        rubbing_bend(lanes, s, e->own + 2 * i, STATE, rate, out, &of);
    }
}

/* --- the type ----------------------------------------------------------------------------------------------------- */

static const char *ball_bearing_contact_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "deflection of the bristles";
}

static void ball_bearing_contact_sample(sampler *from, elem *e)
{
    bearing *p = e->self;
    p->ball = sample_structural(from, 0);
    p->r = sample_real(from, 8, 9);
    p->k = sample_real(from, 1, 2);
    p->damping = sample_real(from, 0, 1);
    p->n = 2;
    p->washers = ARENA_ARRAY(from->memory, washer, 2);
    for (int i = 0; i < 2; i++)
        p->washers[i] = (washer){sample_structural(from, 1 + i), sample_vec3(from, 1.0), sample_rotation(from)};
    sample_bristle(from, &p->friction);
    ball_bearing_contact_set_own(e, from->memory);
}

const elem_type ball_bearing_contact_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "ball bearing contact",
    .grammar =
        "user defined: LABEL, ball bearing contact, ball, NODE, ball radius, R, washers, N, NODE [, offset, O] [, "
        "orientation, R], ..., {elastic modulus, E | elastic modulus ball, E, poisson ratio ball, NU, elastic "
        "modulus washer, E, poisson ratio washer, NU} [, damping factor, KS], coulomb friction coefficient [x], MU "
        "[, coulomb friction coefficient y, MU] [, static friction coefficient, MU] [, sliding velocity "
        "coefficient, V] [, sliding velocity exponent, I], micro slip stiffness, S0 [, micro slip damping, S1]",
    .summary = "A ball rolls and slides on plane washers.",
    .module = MODULE_BALLBEARING_CONTACT,
    .size = sizeof(bearing),
    .read = ball_bearing_contact_read,
    .connect = ball_bearing_contact_connect,
    .eval = ball_bearing_contact_eval,
    .own_name = ball_bearing_contact_own_name,
    .sample = ball_bearing_contact_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
