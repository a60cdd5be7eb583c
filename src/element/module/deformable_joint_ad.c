/* deformable_joint_ad.c - a linear spring and damper between a point of node 1 and a point of node 2.
 *
 *     d = R1' (p2 - x1) - f1,   F = R1 (S d + D d')        node 2: -F at p2; node 1: F at p2                       */
#include "contract/sampler.h"
#include "element/joint/joint.h"
#include "element/module/words.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    const node *on[2];
    vec3 f[2];
    mat3 S, D;
} spring;

static void read_end(reader *r, spring *p, int k)
{
    read_word(r, k == 0 ? "node1" : "node2");
    p->on[k] = read_structural_node(r, k == 0 ? "node 1" : "node 2");
    const frame_context c = {.own = p->on[k] ? p->on[k]->initial : NULL};
    if (read_keyword(r, "offset"))
        p->f[k] = read_position_rel(r, &c, "offset");
}

/* How the reference is to compute residual and Jacobian, which are exact here whatever it says. */
static void read_ways(reader *r)
{
    static const char *const WAYS[] = {"traditional", "sparse template meta program", NULL};
    if (read_keyword(r, "residual"))
        read_choice(r, WAYS, "way of the residual");
    if (read_keyword(r, "jacobian"))
        read_choice(r, WAYS, "way of the jacobian");
}

static void read(reader *r, elem *e)
{
    spring *p = e->self;
    read_end(r, p, 0);
    read_end(r, p, 1);
    read_word(r, "stiffness");
    p->S = read_mat3(r, "stiffness");
    read_word(r, "damping");
    p->D = read_mat3(r, "damping");
    read_ways(r);
}

static void connect(const elem *e, layout *l)
{
    const spring *p = e->self;
    layout_node(l, p->on[0]);
    layout_node(l, p->on[1]);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const spring *p = e->self;
    jet_node a, b;
    jet3 arm, away, rate, spun, d, part, force, F;
    jet_node_seed(n, &a, s, p->on[0]->pose, 0);
    jet_node_seed(n, &b, s, p->on[1]->pose, 6);
    jet_node_arm(n, &arm, &b, p->f[1]);
    jet3_axpy(n, &away, &b.x, 1.0, &arm);
    jet3_add(n, &away, -1.0, &a.x);
    jet3_cross(n, &rate, &b.w, &arm);
    jet3_add(n, &rate, 1.0, &b.v);
    jet3_add(n, &rate, -1.0, &a.v);
    jet3_cross(n, &spun, &a.w, &away);
    jet3_add(n, &rate, -1.0, &spun);
    jet_node_local(n, &d, &a, &away);
    jet3_shift(&d, -1.0, p->f[0]);
    jet3_mul(n, &force, &p->S, &d);
    jet_node_local(n, &d, &a, &rate);
    jet3_mul(n, &part, &p->D, &d);
    jet3_add(n, &force, 1.0, &part);
    jet_node_global(n, &F, &a, &force);
    local_force(n, out, 0, 1.0, &F, &away);
    local_force(n, out, 6, -1.0, &F, &arm);
}

static void sample(sampler *from, elem *e)
{
    spring *p = e->self;
    for (int k = 0; k < 2; k++) {
        p->on[k] = sample_structural(from, k);
        p->f[k] = sample_vec3(from, 1.0);
    }
    p->S = sample_spd3(from);
    p->D = sample_spd3(from);
}

const elem_type deformable_joint_ad_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "deformable joint ad",
    .grammar =
        "user defined: LABEL, deformable joint ad, node1, NODE [, offset, F], node2, NODE [, offset, F], stiffness, "
        "S, damping, D [, residual, WAY] [, jacobian, WAY]",
    .summary = "A linear spring and damper between points of two nodes.",
    .module = MODULE_AUTODIFF_TEST,
    .size = sizeof(spring),
    .read = read,
    .connect = connect,
    .eval = eval,
    .sample = sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
};
