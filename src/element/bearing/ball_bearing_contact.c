/* ball_bearing_contact.c - a ball rolling on plane washers: Hertz contact with damping and friction (bristle.h).
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

enum { STATE = RUBBING_INTERNAL, USED = STATE + 2 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void ball_bearing_contact_set_internal(elem *element, arena *memory)
{
    const bearing *bearing = element->self;
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, size_product(2, bearing->n));
    for (int i = 0; i < 2 * bearing->n; i++)
        kinds[i] = INTERNAL_DIFFERENTIAL;
    element->n_internal = 2 * bearing->n;
    element->kinds = kinds;
}

static void read_washer(reader *reader, washer *washer)
{
    washer->node = read_structural_node(reader, "washer");
    washer->R = MAT3_EYE;
    const frame_context context = {.node_frame = washer->node ? washer->node->initial : NULL};
    if (read_keyword(reader, "offset"))
        washer->o = read_position_rel(reader, &context, "offset");
    if (read_keyword(reader, "orientation"))
        washer->R = read_orientation_rel(reader, &context, "orientation");
}

static double read_compliance(reader *reader, const char *modulus, const char *ratio)
{
    const double E = read_named_positive(reader, modulus), nu = read_named_real(reader, ratio);
    return (1.0 - nu * nu) / E;
}

static double read_modulus(reader *reader)
{
    if (read_keyword(reader, "elastic modulus"))
        return read_positive(reader, "elastic modulus");
    const double ball = read_compliance(reader, "elastic modulus ball", "poisson ratio ball");
    return 1.0 / (ball + read_compliance(reader, "elastic modulus washer", "poisson ratio washer"));
}

static void ball_bearing_contact_read(reader *reader, elem *element)
{
    bearing *bearing = element->self;
    read_word(reader, "ball");
    bearing->ball = read_structural_node(reader, "ball");
    bearing->r = read_named_positive(reader, "ball radius");
    read_word(reader, "washers");
    bearing->n = read_count(reader, 1, "number of washers");
    bearing->washers = ARENA_ARRAY(reader_arena(reader), washer, bearing->n);
    for (int i = 0; read_ok(reader) && i < bearing->n; i++)
        read_washer(reader, &bearing->washers[i]);
    bearing->k = 4.0 / 3.0 * read_modulus(reader) * sqrt(bearing->r);
    bearing->damping = read_real_after(reader, "damping factor", 0.0);
    read_bristle(reader, &bearing->friction);
    ball_bearing_contact_set_internal(element, reader_arena(reader));
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void ball_bearing_contact_connect(const elem *element, layout *layout)
{
    const bearing *bearing = element->self;
    layout_node(layout, bearing->ball);
    for (int i = 0; i < bearing->n; i++)
        layout_node(layout, bearing->washers[i].node);
    const int internal = layout_internal(layout);
    layout_clear(layout);
    layout_full(layout, 0, 6, 0, internal + 2 * bearing->n);
    for (int i = 0; i < bearing->n; i++) {
        const int mine[3] = {0, 6 + 6 * i, internal + 2 * i}, size[3] = {6, 6, 2};
        for (int a = 1; a < 3; a++)
            for (int b = 0; b < 3; b++)
                layout_full(layout, mine[a], size[a], mine[b], size[b]);
    }
}

/* Returns the columns for a washer: those of the ball, of the washer, and of its two states. */
static rubbing_columns ball_bearing_contact_places_of(const bearing *bearing, int i)
{
    rubbing_columns of;
    for (int l = 0; l < RUBBING_LANES; l++)
        of.columns[l] = l < RUBBING_TWO ? l
                        : l < STATE     ? l + 6 * i
                        : l < USED      ? 6 + 6 * bearing->n + 2 * i + l - STATE
                                        : -1;
    return of;
}

typedef struct {
    rubbing rubbing;
    jet1 depth, rate;
} touch;

/* Computes axes, arms to the point of contact, and the motion at it. */
static void set_touch(int n, const state *state, const bearing *bearing, const washer *washer, touch *touch)
{
    jet_node on[2];
    jet3 o, d, away, u;
    jet1 height;
    jet3 *const arm = touch->rubbing.arm;
    jet_node_seed(n, &on[0], state, bearing->ball->pose, RUBBING_ONE);
    jet_node_seed(n, &on[1], state, washer->node->pose, RUBBING_TWO);
    for (int i = 0; i < 3; i++)
        jet_node_arm(n, &touch->rubbing.axis[i], &on[1], mat3_col(&washer->R, i));
    jet_node_arm(n, &o, &on[1], washer->o);
    jet3_add(n, &d, &on[0].x, -1.0, &on[1].x);
    jet3_add(n, &away, &d, -1.0, &o);
    jet3_dot(n, &height, &touch->rubbing.axis[2], &away);
    touch->depth = height;
    jet1_chain_by(n, &touch->depth, bearing->r - height.v, -1.0);
    jet3_mul1(n, &away, &height, &touch->rubbing.axis[2]);
    jet3_scale(n, &arm[0], -1.0, &away);
    jet3_add(n, &arm[1], &d, 1.0, &arm[0]);
    rubbing_slip(n, on, &touch->rubbing, &u);
    jet3_dot(n, &touch->rate, &touch->rubbing.axis[2], &u);
    jet1_scale_by(n, &touch->rate, -1.0);
}

static void set_pressure(int lanes, const bearing *bearing, const touch *touch, jet1 *F)
{
    const double d = touch->depth.v;
    if (d <= 0.0) {
        jet1_const(lanes, F, 0.0);
        return;
    }
    jet1 derivative = touch->depth;
    *F = touch->depth;
    jet1_chain_by(lanes, F, bearing->k * d * sqrt(d), 1.5 * bearing->k * sqrt(d));
    jet1_chain_by(lanes, &derivative, 1.5 * bearing->k * sqrt(d), 0.75 * bearing->k / sqrt(d));
    jet1_mul_by(lanes, &derivative, &touch->rate);
    jet1_add_to(lanes, F, bearing->damping, &derivative);
    if (F->v < 0.0)
        jet1_const(lanes, F, 0.0);
}

static void ball_bearing_contact_eval(int n, const state *state, const elem *element, local *out)
{
    const bearing *bearing = element->self;
    const int lanes = n > 0 ? RUBBING_LANES : 0;
    for (int i = 0; i < bearing->n; i++) {
        const rubbing_columns of = ball_bearing_contact_places_of(bearing, i);
        touch touch;
        jet1 z[2], rate[2], tau[2], F;
        set_touch(lanes, state, bearing, &bearing->washers[i], &touch);
        for (int j = 0; j < 2; j++)
            jet1_seed(lanes, &z[j], state->y[element->internal + 2 * i + j], STATE + j, state->dvalue);
        bristle_rate(lanes, &bearing->friction, touch.rubbing.U, z, rate);
        bristle_stress(lanes, &bearing->friction, z, rate, tau);
        set_pressure(lanes, bearing, &touch, &F);
        rubbing_press(lanes, &touch.rubbing, &F, tau, out, &of);
        rubbing_bend(lanes, state, element->internal + 2 * i, STATE, rate, out, &of);
    }
}

/* --- the type ----------------------------------------------------------------------------------------------------- */

static const char *ball_bearing_contact_internal_name(const elem *element, int i)
{
    (void)element, (void)i;
    return "deflection of the bristles";
}

static void ball_bearing_contact_sample(sampler *from, elem *element)
{
    bearing *bearing = element->self;
    bearing->ball = sample_structural(from, 0);
    bearing->r = sample_real(from, 8, 9);
    bearing->k = sample_real(from, 1, 2);
    bearing->damping = sample_real(from, 0, 1);
    bearing->n = 2;
    bearing->washers = ARENA_ARRAY(from->memory, washer, 2);
    for (int i = 0; i < 2; i++)
        bearing->washers[i] = (washer){sample_structural(from, 1 + i), sample_vec3(from, 1.0), sample_rotation(from)};
    sample_bristle(from, &bearing->friction);
    ball_bearing_contact_set_internal(element, from->memory);
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
    .internal_name = ball_bearing_contact_internal_name,
    .sample = ball_bearing_contact_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
