/* automatic_structural.c - the inertia terms in the balance of a dynamic node, from its momenta. There is one for every
 * dynamic node.
 *
 *     momentum rows   - beta                - gamma              (bodies add m v + w x s and s x v + J w)
 *     balance rows    - beta'               - gamma' - v x beta  (everything else adds forces and moments)
 *     modal nodes     x' - v                w - w_v              in the momentum rows
 *
 * Elements of modal nodes take the accelerations v', w_v' from there. */
#include "element/blocks.h"
#include "model/model.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "node/structural.h"

typedef struct {
    const node *n;
} automatic;

/* The card only gives initial guesses of momenta, which the derivatives phase computes anyway. */
static void automatic_structural_read(reader *r, elem *e)
{
    automatic *a = e->self;
    if (!a->n)
        a->n = model_node(model_of(r), node_type_find("structural"), e->label);
    if (!a->n || a->n->momentum < 0) {
        read_error_last(r, E_NO_DYNAMIC_NODE, e->label);
        return;
    }
    for (int i = 0; i < (a->n->has_rotation ? 4 : 2); i++)
        read_direction_abs(r, NULL, "momentum, momenta moment or derivative");
}

enum { X = 0, G = 3 };

static void automatic_structural_connect(const elem *e, layout *l)
{
    const automatic *a = e->self;
    const int half = a->n->has_rotation ? 6 : 3;
    layout_node(l, a->n);
    layout_momentum(l, a->n);
    layout_clear(l);
    if (structural_is_modal(a->n)) {
        layout_diagonal(l, 6, X);
        layout_full(l, 9, 3, G, 3);
        layout_diagonal(l, 6, 6);
        layout_diagonal(l, 9, 9);
        return;
    }
    for (int k = 0; k < half; k++) {
        layout_full(l, k, 1, half + k, 1);
        layout_full(l, half + k, 1, half + k, 1);
    }
    if (half == 6) {
        layout_full(l, G, 3, 6, 3);
        layout_full(l, G, 3, X, 3);
    }
}

/* A modal node: its own velocities in the place of momenta. */
static void velocity_rows(int n, const state *s, const node *nd, local *out)
{
    const pose *p = &s->poses[nd->pose];
    vec3_store(out->r + 6, vec3_sub(p->v, vec3_load(s->y + nd->momentum)));
    vec3_store(out->r + 9, vec3_sub(p->w, vec3_load(s->y + nd->momentum + 3)));
    if (n == 0)
        return;
    const mat3 spin = spin_rate(s, p);
    local_block(out, 6, X, s->drate, &MAT3_EYE);
    local_block(out, 9, G, 1, &spin);
    for (int k = 6; k < 12; k++)
        out->J[k * out->ld + k] = -s->dvalue;
}

static void automatic_structural_eval(int n, const state *s, const elem *e, local *out)
{
    const node *nd = ((const automatic *)e->self)->n;
    if (structural_is_modal(nd)) {
        velocity_rows(n, s, nd, out);
        return;
    }
    const int half = nd->has_rotation ? 6 : 3;
    const double *y = s->y + nd->momentum, *yp = s->yp + nd->momentum;
    const vec3 v = s->poses[nd->pose].v, beta = vec3_load(y);
    for (int k = 0; k < half; k++) {
        out->r[k] = -yp[k];
        out->r[half + k] = -y[k];
    }
    if (half == 6)
        vec3_accumulate(out->r + G, vec3_cross(beta, v));
    if (n == 0)
        return;
    for (int k = 0; k < half; k++) {
        out->J[k * out->ld + half + k] = -s->drate;
        out->J[(half + k) * out->ld + half + k] = -s->dvalue;
    }
    if (half == 6) {
        const mat3 by_x = mat3_skew(beta), by_beta = mat3_skew(v);
        local_block(out, G, X, s->drate, &by_x);
        local_block(out, G, 6, -s->dvalue, &by_beta);
    }
}

static const char *const names[] = {"beta[1]",   "beta[2]",   "beta[3]",  "gamma[1]", "gamma[2]",
                                    "gamma[3]",  "betaP[1]",  "betaP[2]", "betaP[3]", "gammaP[1]",
                                    "gammaP[2]", "gammaP[3]", "KE",       NULL};

/* Kinetic energy: (beta . v + gamma . w) / 2. */
static double kinetic_energy(const state *s, const node *nd)
{
    const double *y = s->y + nd->momentum;
    const pose *p = &s->poses[nd->pose];
    const double spin = nd->has_rotation ? vec3_dot(vec3_load(y + 3), p->w) : 0;
    return (vec3_dot(vec3_load(y), p->v) + spin) / 2;
}

static double automatic_structural_private_value(const state *s, const elem *e, int index)
{
    const node *nd = ((const automatic *)e->self)->n;
    if (index == 13)
        return kinetic_energy(s, nd);
    const double *from = index <= 6 ? s->y : s->yp;
    const int k = (index - 1) % 6;
    return k >= 3 && !nd->has_rotation ? 0 : from[nd->momentum + k];
}

static void automatic_structural_sample(sampler *from, elem *e)
{
    ((automatic *)e->self)->n = sample_structural(from, 0);
}

static void attach(elem *e, const node *n) { ((automatic *)e->self)->n = n; }
static const node *attached_node(const elem *e) { return ((const automatic *)e->self)->n; }

const elem_type automatic_structural_type = {
    .card = &elem_cards[CARD_AUTOMATIC_STRUCTURAL],
    .grammar = "automatic structural: NODE, BETA, GAMMA, BETA', GAMMA'",
    .summary =
        "The inertia terms of a dynamic node, which are created automatically; the card only sets initial momenta.",
    .size = sizeof(automatic),
    .read = automatic_structural_read,
    .connect = automatic_structural_connect,
    .eval = automatic_structural_eval,
    .private_names = names,
    .private_value = automatic_structural_private_value,
    .sample = automatic_structural_sample,
    .companion = &(const elem_companion){.attach = attach, .node = attached_node},
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.momentum_rows = true},
};
