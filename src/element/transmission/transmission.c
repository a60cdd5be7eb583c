/* transmission.c - what gears and transmissions share. */
#include "element/transmission/transmission.h"
#include "deck/named_values.h"
#include "math/rotation.h"
#include "model/reading.h"

enum { OWN = 24 };

void read_motion_node(reader *r, motion *m, int which, bool with_orientation)
{
    joint_side *j = &m->side[which];
    j->Rh = MAT3_EYE;
    read_side_node(r, j, NULL);
    if (with_orientation && read_keyword(r, "orientation"))
        j->Rh = read_side_orientation(r, j, NULL, "orientation");
}

void read_ratio(reader *r, transmission *t, double sign)
{
    const bool is_ratio = read_keyword(r, "ratio");
    t->motions[0].c = is_ratio ? 1.0 : read_real(r, "radius of the first part");
    t->motions[1].c = sign * read_real(r, is_ratio ? "ratio" : "radius of the second part");
    t->regularization = read_real_after(r, "regularization", 0.0);
}

static void transmission_set_own(elem *e)
{
    static const own_kind KIND[] = {OWN_PLAIN_CONSTRAINT};
    e->n_own = 1;
    e->kinds = KIND;
}

void transmission_set(transmission *t, elem *e)
{
    transmission_set_own(e);
    for (int i = 0; i < 2; i++) {
        motion *m = &t->motions[i];
        if (!m->side[0].node || !m->side[1].node)
            return;
        const frame *a = m->side[0].node->initial, *b = m->side[1].node->initial;
        const mat3 H = mat3_mul(&a->R, &m->side[0].Rh);
        m->C = mat3_tmul(&b->R, &H);
        m->first = vec3_dot(mat3_col(&H, 2), vec3_sub(a->x, b->x));
    }
}

void transmission_connect(const elem *e, layout *l)
{
    const transmission *t = e->self;
    for (int i = 0; i < 4; i++)
        layout_node(l, t->motions[i / 2].side[i % 2].node);
    layout_own(l);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void linear(int n, const motion *m, const jet_side side[2], const jet1 *F, int at, local *out, jet1 *q)
{
    jet3 axis, d, force, arm;
    jet_side_axis(n, &axis, &side[0], 2);
    jet3_add(n, &d, &side[0].p, -1.0, &side[1].p);
    jet3_dot(n, q, &axis, &d);
    q->v -= m->first;
    jet3_mul1(n, &force, F, &axis);
    jet3_cross(n, &arm, &force, &d);
    local_add3(out, at, n, -m->c, &force);
    local_add3(out, at + 3, n, -m->c, &arm);
    local_add3(out, at + 6, n, m->c, &force);
}

/* Minus the third component of theta with its turns. Where a turn is almost complete its axis is not known well, and
 * the derivative is that of theta alone. */
static void angle(int n, const jet3 *theta, const jet_side side[2], const motion *m, vec3 before, jet1 *q)
{
    const vec3 now = jet3_value(theta), whole = rotation_unwrap(now, before);
    q->v = -whole.z;
    JET_LANES(n, l) q->d[l] = -theta->d[2][l];
    if (n == 0 || vec3_norm(now) < 1e-4 || vec3_norm(vec3_sub(whole, now)) < 1.0)
        return;
    const mat3 H = mat3_mul(&side[0].node.now->R, &m->side[0].Rh);
    const mat3 inverse = rotation_exp_spin_inverse(whole), turn = mat3_mult(&inverse, &H);
    jet3 spin, rate;
    jet3_add(n, &spin, &side[1].node.theta, -1.0, &side[0].node.theta);
    jet3_mul(n, &rate, &turn, &spin);
    JET_LANES(n, l) q->d[l] = -rate.d[2][l];
}

/* The angle and the couple by which a reaction of 1 acts along it. */
static void angular(int n, const motion *m, const jet_side side[2], vec3 before, jet3 *couple, jet1 *q)
{
    jet3 theta, axis, turned;
    jet_relative_rotation(n, &theta, side, &m->side[0].Rh, &m->C);
    angle(n, &theta, side, m, before, q);
    jet3_const(n, &axis, (vec3){0, 0, 1});
    jet_rotation_couple(n, couple, &theta, &axis);
    jet3_mul(n, &turned, &m->side[0].Rh, couple);
    jet_node_global(n, couple, &side[0].node, &turned);
}

static void add_couple(int n, const motion *m, const jet1 *F, const jet3 *couple, int at, local *out)
{
    jet3 g;
    jet3_mul1(n, &g, F, couple);
    local_add3(out, at + 3, n, -m->c, &g);
    local_add3(out, at + 9, n, m->c, &g);
}

void transmission_eval(int n, const state *s, const elem *e, local *out)
{
    const transmission *t = e->self;
    const transmission_memory *before = remembered(s, e->memory);
    jet1 F, q;
    jet1_seed(n, &F, s->y[e->own], OWN, 1.0);
    for (int i = 0; i < 2; i++) {
        const motion *m = &t->motions[i];
        jet_side side[2];
        for (int k = 0; k < 2; k++)
            jet_side_seed(n, &side[k], s, &m->side[k], 12 * i + 6 * k);
        jet3 couple;
        if (m->kind == MOTION_LINEAR) {
            linear(n, m, side, &F, 12 * i, out, &q);
        } else {
            angular(n, m, side, before->theta[i], &couple, &q);
            add_couple(n, m, &F, &couple, 12 * i, out);
        }
        local_add1(out, OWN, n, m->c, &q);
    }
    local_add1(out, OWN, n, -t->regularization, &F);
}

static vec3 rotation_now(const state *s, const motion *m)
{
    const mat3 H = mat3_mul(&s->poses[m->side[0].node->pose].R, &m->side[0].Rh);
    const mat3 B = mat3_mul(&s->poses[m->side[1].node->pose].R, &m->C);
    const mat3 Q = mat3_tmul(&H, &B);
    return rotation_log(&Q);
}

void transmission_accept(const state *s, const elem *e, memory_block *to)
{
    const transmission *t = e->self;
    transmission_memory *m = memory_at(to, e->memory);
    for (int i = 0; i < 2; i++)
        if (t->motions[i].kind == MOTION_ANGULAR)
            m->theta[i] = rotation_unwrap(rotation_now(s, &t->motions[i]), m->theta[i]);
}

motion_shown motion_show(const state *s, const elem *e, int which)
{
    const motion *m = &((const transmission *)e->self)->motions[which];
    const pose *a = &s->poses[m->side[0].node->pose], *b = &s->poses[m->side[1].node->pose];
    const mat3 H = mat3_mul(&a->R, &m->side[0].Rh);
    motion_shown now = {.axis = mat3_col(&H, 2), .arm = vec3_sub(a->x, b->x)};
    if (m->kind == MOTION_LINEAR)
        return now;
    const transmission_memory *before = remembered(s, e->memory);
    const vec3 theta = rotation_now(s, m);
    const mat3 inverse = rotation_exp_spin_inverse(theta), turn = mat3_mult(&H, &inverse);
    now.axis = mat3_col(&turn, 2);
    now.theta = rotation_unwrap(theta, before->theta[which]);
    return now;
}

const char *transmission_own_name(const elem *e, int i)
{
    (void)e, (void)i;
    return "reaction";
}

void sample_transmission(sampler *from, elem *e, motion_kind a, motion_kind b)
{
    transmission *t = e->self;
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
            sample_side(from, &t->motions[i].side[k], 2 * i + k);
            t->motions[i].side[k].f = (vec3){0, 0, 0};
            t->motions[i].side[k].Rh = MAT3_EYE;
        }
        t->motions[i].kind = i ? b : a;
        t->motions[i].c = sample_real(from, 1, 2);
        t->motions[i].C = MAT3_EYE;
    }
    t->regularization = sample_real(from, 0, 0.1);
    transmission_set_own(e);
}
