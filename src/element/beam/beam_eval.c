/* beam_eval.c - forces of a finite volume beam: each of its pieces, cut at the evaluation points, is in equilibrium.
 *
 *     F = R f, M = R m at a point, f and m by the law; the point lies between node i and node i + 1:
 *     node i:      F, (p - x_i) x F + M            node i + 1:   -F, -(p - x_{i+1}) x F - M
 *     electrodes of a coupled beam:  sum of length (Q rate + C V')
 *
 * The equilibrium of the pieces replaces the variation of an energy: in a deformed beam the forces have no potential,
 * and the stiffness is not symmetric. Both effects decrease with the length of the elements. */
#include "element/beam/beam.h"

void beam_law(const beam *b, const state *s, const beam_point *k, const beam_motion *m, law_result *f)
{
    static const double none[LAW_MAX];
    law_eval(k->law, s, m->strain, b->has_rates ? m->rate : none, f);
    for (int j = 0; j < b->n_electrodes; j++) {
        const double V = node_dof_value(s, &b->electrode[j]);
        for (int i = 0; i < LAW_MAX; i++)
            f->stress[i] += k->P[i * b->n_electrodes + j] * V;
    }
}

static void add_force(const beam_shape *q, int which, const beam_motion *m, const law_result *f, double *r)
{
    const vec3 F = mat3_mulv(&m->R, vec3_load(f->stress)), M = mat3_mulv(&m->R, vec3_load(f->stress + 3));
    for (int end = 0; end < 2; end++) {
        const int i = which + end;
        const vec3 arm = vec3_sub(m->p, q->poses[i]->x), moment = vec3_add(vec3_cross(arm, F), M);
        double *to = r + 6 * i;
        vec3_accumulate(to, end == 0 ? F : vec3_neg(F));
        vec3_accumulate(to + 3, end == 0 ? moment : vec3_neg(moment));
    }
}

static void add_charges(const beam *b, const state *s, const beam_point *k, const beam_motion *m, double *r)
{
    const int n = b->n_electrodes;
    for (int i = 0; i < n; i++) {
        double current = 0.0;
        for (int j = 0; j < LAW_MAX; j++)
            current += k->Q[i * LAW_MAX + j] * m->rate[j];
        for (int j = 0; j < n; j++) {
            node_dof rate = b->electrode[j];
            rate.derivative = true;
            current += k->C[i * n + j] * node_dof_value(s, &rate);
        }
        r[6 * b->n_nodes + i] += k->length * current;
    }
}

void beam_eval(int n, const state *s, const elem *e, local *out)
{
    const beam *b = e->self;
    const beam_memory *last = remembered(s, e->memory);
    beam_shape q;
    beam_shape_now(b, s, &q);
    for (int which = 0; which < b->n_points; which++) {
        const beam_point *k = &b->point[which];
        beam_motion m;
        law_result f;
        beam_motion_set(b, &q, which, last, &m);
        beam_law(b, s, k, &m, &f);
        if (!last->is_waiting)
            add_force(&q, which, &m, &f, out->r);
        if (b->is_coupled)
            add_charges(b, s, k, &m, out->r);
        if (n > 0)
            beam_add_columns(b, s, &q, which, &m, &f, out);
    }
}

void beam_connect(const elem *e, layout *l)
{
    const beam *b = e->self;
    for (int i = 0; i < b->n_nodes; i++)
        layout_node(l, b->node[i]);
    const int first = 6 * b->n_nodes;
    for (int j = 0; j < b->n_electrodes; j++)
        layout_dof(l, &b->electrode[j]);
    if (b->n_electrodes && !b->is_coupled)
        layout_zero(l, first, b->n_electrodes, 0, first + b->n_electrodes);
}

/* --- history ------------------------------------------------------------------------------------------------------ */

void beam_begin(const void *self, void *memory)
{
    const beam *b = self;
    beam_memory *last = memory;
    for (int i = 0; i < b->n_points; i++)
        last->last[i] = last->predicted[i] = (beam_section){.S = b->point[i].S};
}

static void each_law(const state *s, const elem *e, law_listener *call, memory_block *to)
{
    static const double none[LAW_MAX];
    const beam *b = e->self;
    beam_shape q;
    beam_shape_now(b, s, &q);
    for (int i = 0; i < b->n_points; i++) {
        beam_motion m;
        beam_motion_set(b, &q, i, remembered(s, e->memory), &m);
        call(s, b->point[i].law, to, m.strain, b->has_rates ? m.rate : none);
    }
}

static bool has_memory(const beam *b)
{
    for (int i = 0; i < b->n_points; i++)
        if (b->point[i].law->type->predict || b->point[i].law->type->accept)
            return true;
    return false;
}

static void set_poses(const beam *b, const pose *all, const pose *at[BEAM_NODES])
{
    for (int i = 0; i < b->n_nodes; i++)
        at[i] = &all[b->node[i]->pose];
}

/* Sections, carried from one configuration of the nodes to the one they are in. */
static void turn_sections(const beam *b, const beam_section *of, const pose *const from[BEAM_NODES], const state *s,
                          beam_section *predicted)
{
    const pose *to[BEAM_NODES];
    set_poses(b, s->poses, to);
    for (int i = 0; i < b->n_points; i++)
        predicted[i] = beam_section_turn(b, &b->point[i], &of[i], from, to);
}

static void turn_from_stage(const beam *b, const state *s, beam_memory *last)
{
    pose inner[BEAM_NODES];
    const pose *from[BEAM_NODES] = {&inner[0], &inner[1], &inner[2]};
    for (int i = 0; i < b->n_nodes; i++)
        inner[i] = (pose){.R = last->inner_R[i]};
    turn_sections(b, last->inner, from, s, last->predicted);
}

static void turn_from_step(const beam *b, const state *s, beam_memory *last)
{
    const pose *from[BEAM_NODES];
    set_poses(b, s->at_prev, from);
    turn_sections(b, last->last, from, s, last->predicted);
}

void beam_predict(const state *s, const elem *e, memory_block *to)
{
    const beam *b = e->self;
    beam_memory *last = memory_at(to, e->memory);
    last->is_waiting = false;
    if (s->stage > 0)
        turn_from_stage(b, s, last);
    else
        turn_from_step(b, s, last);
    if (has_memory(b))
        each_law(s, e, law_predict, to);
}

static void set_sections(const beam *b, const beam_shape *q, const beam_memory *last, beam_section *to)
{
    const mat3 *Rm = &q->poses[BEAM_REFERENCE]->R;
    for (int i = 0; i < b->n_points; i++) {
        beam_motion now;
        beam_motion_set(b, q, i, last, &now);
        to[i] = (beam_section){.S = beam_section_from(Rm, &now.R), .k = vec3_load(now.strain + 3)};
    }
}

void beam_inner(const state *s, const elem *e, memory_block *to)
{
    const beam *b = e->self;
    beam_memory *last = memory_at(to, e->memory);
    beam_shape q;
    beam_shape_now(b, s, &q);
    set_sections(b, &q, last, last->inner);
    for (int i = 0; i < b->n_nodes; i++)
        last->inner_R[i] = q.poses[i]->R;
}

void beam_accept(const state *s, const elem *e, memory_block *to)
{
    const beam *b = e->self;
    beam_memory *last = memory_at(to, e->memory);
    beam_shape q;
    beam_shape_now(b, s, &q);
    set_sections(b, &q, last, last->last);
    if (has_memory(b))
        each_law(s, e, law_accept, to);
}

void beam_start(const state *s, const elem *e, memory_block *to)
{
    const beam *b = e->self;
    beam_memory *last = memory_at(to, e->memory);
    pose given[BEAM_NODES];
    const pose *from[BEAM_NODES] = {&given[0], &given[1], &given[2]};
    for (int i = 0; i < b->n_nodes; i++)
        given[i] = (pose){.R = b->node[i]->initial->R};
    turn_sections(b, last->last, from, s, last->predicted);
    if (has_memory(b))
        each_law(s, e, law_predict, to);
    beam_accept(s, e, to);
    last->is_waiting = true;
}
