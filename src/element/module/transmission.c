/* transmission.c - what gears and transmissions share. */
#include "element/module/transmission.h"
#include "element/module/words.h"
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
    t->of[0].c = is_ratio ? 1.0 : read_real(r, "radius of the first part");
    t->of[1].c = sign * read_real(r, is_ratio ? "ratio" : "radius of the second part");
    t->regularization = read_real_after(r, "regularization", 0.0);
}

static void set_own(elem *e)
{
    static const own_kind KIND[] = {OWN_PLAIN_CONSTRAINT};
    e->n_own = 1;
    e->kinds = KIND;
}

void transmission_set(transmission *t, elem *e)
{
    set_own(e);
    for (int i = 0; i < 2; i++) {
        motion *m = &t->of[i];
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
        layout_node(l, t->of[i / 2].side[i % 2].node);
    layout_own(l);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static double turns(const state *s, const elem *e, int which, double wrapped)
{
    const transmission_memory *m = remembered(s, e->memory);
    return turn_now(&m->angle[which], wrapped);
}

static void linear(int n, const motion *m, const jet_side side[2], const jet1 *F, int at, local *out, jet1 *q)
{
    jet3 axis, d, force, arm;
    jet_side_axis(n, &axis, &side[0], 2);
    jet3_axpy(n, &d, &side[0].p, -1.0, &side[1].p);
    jet3_dot(n, q, &axis, &d);
    q->v -= m->first;
    jet3_mul1(n, &force, F, &axis);
    jet3_cross(n, &arm, &force, &d);
    local_add3(out, at, n, -m->c, &force);
    local_add3(out, at + 3, n, -m->c, &arm);
    local_add3(out, at + 6, n, m->c, &force);
}

static void angular(int n, const motion *m, const jet_side side[2], const jet1 *F, int at, local *out, jet1 *q)
{
    jet3 theta, axis, couple, turned, g;
    jet_relative_rotation(n, &theta, side, &m->side[0].Rh, &m->C);
    q->v = -theta.v[2];
    JET_LANES(n, l) q->d[l] = -theta.d[2][l];
    jet3_const(n, &axis, (vec3){0, 0, 1});
    jet_rotation_couple(n, &couple, &theta, &axis);
    jet3_mul(n, &turned, &m->side[0].Rh, &couple);
    jet_node_global(n, &couple, &side[0].at, &turned);
    jet3_mul1(n, &g, F, &couple);
    local_add3(out, at + 3, n, -m->c, &g);
    local_add3(out, at + 9, n, m->c, &g);
}

void transmission_eval(int n, const state *s, const elem *e, local *out)
{
    const transmission *t = e->self;
    jet1 F, q;
    jet1_seed(n, &F, s->y[e->own], OWN, 1.0);
    for (int i = 0; i < 2; i++) {
        const motion *m = &t->of[i];
        jet_side side[2];
        for (int k = 0; k < 2; k++)
            jet_side_seed(n, &side[k], s, &m->side[k], 12 * i + 6 * k);
        (m->kind == MOTION_LINEAR ? linear : angular)(n, m, side, &F, 12 * i, out, &q);
        if (m->kind == MOTION_ANGULAR)
            q.v = turns(s, e, i, q.v);
        local_add1(out, OWN, n, m->c, &q);
    }
    local_add1(out, OWN, n, -t->regularization, &F);
}

static vec3 wrapped(const state *s, const motion *m)
{
    const mat3 H = mat3_mul(&s->at[m->side[0].node->pose].R, &m->side[0].Rh);
    const mat3 B = mat3_mul(&s->at[m->side[1].node->pose].R, &m->C);
    const mat3 Q = mat3_tmul(&H, &B);
    return rotation_log(&Q);
}

void transmission_accept(const state *s, const elem *e, memory_block *to)
{
    const transmission *t = e->self;
    transmission_memory *m = memory_at(to, e->memory);
    for (int i = 0; i < 2; i++)
        if (t->of[i].kind == MOTION_ANGULAR)
            turn_accept(&m->angle[i], -wrapped(s, &t->of[i]).z);
}

motion_shown motion_show(const state *s, const elem *e, int which)
{
    const motion *m = &((const transmission *)e->self)->of[which];
    const pose *a = &s->at[m->side[0].node->pose], *b = &s->at[m->side[1].node->pose];
    const mat3 H = mat3_mul(&a->R, &m->side[0].Rh);
    motion_shown now = {.axis = mat3_col(&H, 2), .arm = vec3_sub(a->x, b->x)};
    if (m->kind == MOTION_LINEAR)
        return now;
    now.theta = wrapped(s, m);
    const double angle = -turns(s, e, which, -now.theta.z);
    if (now.theta.z != 0.0)
        now.theta = vec3_scale(angle / now.theta.z, now.theta);
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
            sample_side(from, &t->of[i].side[k], 2 * i + k);
            t->of[i].side[k].f = (vec3){0, 0, 0};
            t->of[i].side[k].Rh = MAT3_EYE;
        }
        t->of[i].kind = i ? b : a;
        t->of[i].c = sample_real(from, 1, 2);
        t->of[i].C = MAT3_EYE;
    }
    t->regularization = sample_real(from, 0, 0.1);
    set_own(e);
}
