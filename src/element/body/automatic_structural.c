/* automatic_structural.c - the inertia terms in the balance of a dynamic node, from its momenta. Every dynamic node has
 * one.
 *
 *     momentum rows   - beta                - gamma              (bodies add m v + w x s and s x v + J w)
 *     balance rows    - beta'               - gamma' - v x beta  (other elements add forces and moments)
 *     modal nodes     x' - v                w - w_v              in the momentum rows
 *
 * Elements on modal nodes obtain the accelerations v', w_v' from these unknowns. */
#include "element/blocks.h"
#include "model/model.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "node/structural.h"

typedef struct {
    const node *node;
    bool has_rates;
    vec3 rates[2]; /* initial beta', gamma' */
} automatic;

/* The momenta are guesses, which the derivatives phase computes in any case. It starts from the derivatives, and keeps
 * them along constraints, whose reactions follow from them (problem/consistent_start.c finds both). */
static void automatic_structural_read(reader *reader, elem *element)
{
    automatic *automatic = element->self;
    if (!automatic->node)
        automatic->node = model_node(model_of(reader), node_type_find("structural"), element->label);
    if (!automatic->node || automatic->node->momentum < 0) {
        read_error_last(reader, E_NO_DYNAMIC_NODE, element->label);
        return;
    }
    const int kinds = automatic->node->has_rotation ? 2 : 1;
    for (int i = 0; i < kinds; i++)
        read_direction_abs(reader, NULL, "momentum or momenta moment");
    for (int i = 0; i < kinds; i++)
        automatic->rates[i] = read_direction_abs(reader, NULL, "derivative of a momentum or momenta moment");
    automatic->has_rates = true;
}

static void automatic_structural_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    const automatic *automatic = element->self;
    for (int i = 0; automatic->has_rates && i < (automatic->node->has_rotation ? 2 : 1); i++)
        vec3_store(initial->yp + automatic->node->momentum + 3 * i, automatic->rates[i]);
}

enum { X = 0, G = 3 };

static void automatic_structural_connect(const elem *element, layout *layout)
{
    const automatic *automatic = element->self;
    const int half = automatic->node->has_rotation ? 6 : 3;
    layout_node(layout, automatic->node);
    layout_momentum(layout, automatic->node);
    layout_clear(layout);
    if (structural_is_modal(automatic->node)) {
        layout_diagonal(layout, 6, X);
        layout_full(layout, 9, 3, G, 3);
        layout_diagonal(layout, 6, 6);
        layout_diagonal(layout, 9, 9);
        return;
    }
    for (int k = 0; k < half; k++) {
        layout_full(layout, k, 1, half + k, 1);
        layout_full(layout, half + k, 1, half + k, 1);
    }
    if (half == 6) {
        layout_full(layout, G, 3, 6, 3);
        layout_full(layout, G, 3, X, 3);
    }
}

/* For a modal node: its velocity unknowns take the place of momenta. */
static void velocity_rows(int lanes, const state *state, const node *nd, local *out)
{
    const pose *pose = &state->poses[nd->pose];
    vec3_store(out->r + 6, vec3_sub(pose->v, vec3_load(state->y + nd->momentum)));
    vec3_store(out->r + 9, vec3_sub(pose->w, vec3_load(state->y + nd->momentum + 3)));
    if (lanes == 0)
        return;
    const mat3 spin = spin_rate(state, pose);
    local_block(out, 6, X, state->drate, &MAT3_EYE);
    local_block(out, 9, G, 1, &spin);
    for (int k = 6; k < 12; k++)
        out->J[k * out->ld + k] = -state->dvalue;
}

/* `half`: number of momenta, a constant where this is called */
static inline __attribute__((always_inline)) void momentum_rows(int half, int lanes, const state *state, const node *nd,
                                                                local *out)
{
    const double *y = state->y + nd->momentum, *yp = state->yp + nd->momentum;
    for (int k = 0; k < half; k++) {
        out->r[k] = -yp[k];
        out->r[half + k] = -y[k];
    }
    if (lanes == 0)
        return;
    double *balance = out->J + half, *momenta = out->J + half * out->ld + half;
    for (int k = 0; k < half; k++, balance += out->ld + 1, momenta += out->ld + 1) {
        *balance = -state->drate;
        *momenta = -state->dvalue;
    }
}

static void automatic_structural_eval(int lanes, const state *state, const elem *element, local *out)
{
    const node *nd = ((const automatic *)element->self)->node;
    if (structural_is_modal(nd)) {
        velocity_rows(lanes, state, nd, out);
        return;
    }
    if (!nd->has_rotation) {
        momentum_rows(3, lanes, state, nd, out);
        return;
    }
    const vec3 v = state->poses[nd->pose].v, beta = vec3_load(state->y + nd->momentum);
    momentum_rows(6, lanes, state, nd, out);
    vec3_accumulate(out->r + G, vec3_cross(beta, v));
    if (lanes > 0) {
        local_skew(out, G, X, state->drate, beta);
        local_skew(out, G, 6, -state->dvalue, v);
    }
}

static const char *const names[] = {"beta[1]",   "beta[2]",   "beta[3]",  "gamma[1]", "gamma[2]",
                                    "gamma[3]",  "betaP[1]",  "betaP[2]", "betaP[3]", "gammaP[1]",
                                    "gammaP[2]", "gammaP[3]", "KE",       NULL};

/* Kinetic energy: (beta . v + gamma . w) / 2. */
static double kinetic_energy(const state *state, const node *nd)
{
    const double *y = state->y + nd->momentum;
    const pose *pose = &state->poses[nd->pose];
    const double spin = nd->has_rotation ? vec3_dot(vec3_load(y + 3), pose->w) : 0;
    return (vec3_dot(vec3_load(y), pose->v) + spin) / 2;
}

static double automatic_structural_private_value(const state *state, const elem *element, int index)
{
    const node *nd = ((const automatic *)element->self)->node;
    if (index == 13)
        return kinetic_energy(state, nd);
    const double *from = index <= 6 ? state->y : state->yp;
    const int k = (index - 1) % 6;
    return k >= 3 && !nd->has_rotation ? 0 : from[nd->momentum + k];
}

static void automatic_structural_sample(sampler *from, elem *element)
{
    ((automatic *)element->self)->node = sample_structural(from, 0);
}

static void attach(elem *element, const node *node) { ((automatic *)element->self)->node = node; }
static const node *attached_node(const elem *element) { return ((const automatic *)element->self)->node; }

const elem_type automatic_structural_type = {
    .card = &elem_cards[CARD_AUTOMATIC_STRUCTURAL],
    .grammar = "automatic structural: NODE, BETA, GAMMA, BETA', GAMMA'",
    .summary =
        "The inertia terms of a dynamic node, which are created automatically; the card sets initial rates of momenta.",
    .size = sizeof(automatic),
    .read = automatic_structural_read,
    .initial = automatic_structural_initial,
    .connect = automatic_structural_connect,
    .eval = automatic_structural_eval,
    .private_names = names,
    .private_value = automatic_structural_private_value,
    .sample = automatic_structural_sample,
    .companion = &(const elem_companion){.attach = attach, .node = attached_node},
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.momentum_rows = true},
};
