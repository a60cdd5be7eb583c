/* beam_eval.c - forces of a finite volume beam: each of its pieces, cut at the evaluation points, is in equilibrium.
 *
 *     F = R f, M = R m at a point, f and m by the law; the point lies between node i and node i + 1:
 *     node i:      F, (p - x_i) x F + M            node i + 1:   -F, -(p - x_{i+1}) x F - M
 *     electrodes of a coupled beam:  sum of length (Q rate + C V')
 *
 * The equilibrium of the pieces replaces the variation of an energy: in a deformed beam the forces have no potential,
 * and the stiffness is not symmetric. Both effects decrease with the length of the elements. */
#include "element/beam/beam.h"

void beam_law(const beam *beam, const state *state, const beam_point *point, const beam_motion *motion,
              law_result *result)
{
    static const double none[LAW_MAX];
    law_eval(point->law, state, motion->strain, beam->has_rates ? motion->rate : none, result);
    for (int j = 0; j < beam->n_electrodes; j++) {
        const double V = node_dof_value(state, &beam->electrode[j]);
        for (int i = 0; i < LAW_MAX; i++)
            result->stress[i] += point->P[i * beam->n_electrodes + j] * V;
    }
}

static void add_force(const beam_shape *shape, int which, const beam_motion *motion, const law_result *result,
                      double *r)
{
    const vec3 F = mat3_mulv(&motion->R, vec3_load(result->stress)),
               M = mat3_mulv(&motion->R, vec3_load(result->stress + 3));
    for (int end = 0; end < 2; end++) {
        const int i = which + end;
        const vec3 arm = vec3_sub(motion->p, shape->poses[i]->x), moment = vec3_add(vec3_cross(arm, F), M);
        double *to = r + 6 * i;
        vec3_accumulate(to, end == 0 ? F : vec3_neg(F));
        vec3_accumulate(to + 3, end == 0 ? moment : vec3_neg(moment));
    }
}

static void add_charges(const beam *beam, const state *state, const beam_point *point, const beam_motion *motion,
                        double *r)
{
    const int n = beam->n_electrodes;
    for (int i = 0; i < n; i++) {
        double current = 0.0;
        for (int j = 0; j < LAW_MAX; j++)
            current += point->Q[i * LAW_MAX + j] * motion->rate[j];
        for (int j = 0; j < n; j++) {
            node_dof rate = beam->electrode[j];
            rate.derivative = true;
            current += point->C[i * n + j] * node_dof_value(state, &rate);
        }
        r[6 * beam->n_nodes + i] += point->length * current;
    }
}

void beam_eval(int lanes, const state *state, const elem *element, local *out)
{
    const beam *beam = element->self;
    const beam_memory *last = remembered(state, element->memory);
    beam_shape shape;
    beam_shape_now(beam, state, &shape);
    for (int which = 0; which < beam->n_points; which++) {
        const beam_point *point = &beam->point[which];
        beam_motion motion;
        law_result result;
        beam_motion_set(beam, &shape, which, last, &motion);
        beam_law(beam, state, point, &motion, &result);
        if (!last->is_waiting)
            add_force(&shape, which, &motion, &result, out->r);
        if (beam->is_coupled)
            add_charges(beam, state, point, &motion, out->r);
        if (lanes > 0)
            beam_add_columns(beam, state, &shape, which, &motion, &result, out);
    }
}

void beam_connect(const elem *element, layout *layout)
{
    const beam *beam = element->self;
    for (int i = 0; i < beam->n_nodes; i++)
        layout_node(layout, beam->node[i]);
    const int first = 6 * beam->n_nodes;
    for (int j = 0; j < beam->n_electrodes; j++)
        layout_dof(layout, &beam->electrode[j]);
    if (beam->n_electrodes && !beam->is_coupled)
        layout_zero(layout, first, beam->n_electrodes, 0, first + beam->n_electrodes);
}

/* --- history ------------------------------------------------------------------------------------------------------ */

void beam_begin(const void *self, void *memory)
{
    const beam *beam = self;
    beam_memory *last = memory;
    for (int i = 0; i < beam->n_points; i++)
        last->last[i] = last->predicted[i] = (beam_section){.S = beam->point[i].S};
}

static void each_law(const state *state, const elem *element, law_event *call, memory_block *to)
{
    static const double none[LAW_MAX];
    const beam *beam = element->self;
    beam_shape shape;
    beam_shape_now(beam, state, &shape);
    for (int i = 0; i < beam->n_points; i++) {
        beam_motion motion;
        beam_motion_set(beam, &shape, i, remembered(state, element->memory), &motion);
        call(state, beam->point[i].law, to, motion.strain, beam->has_rates ? motion.rate : none);
    }
}

static bool has_memory(const beam *beam)
{
    for (int i = 0; i < beam->n_points; i++)
        if (beam->point[i].law->type->predict || beam->point[i].law->type->accept)
            return true;
    return false;
}

static void set_poses(const beam *beam, const pose *all, const pose *at[BEAM_NODES])
{
    for (int i = 0; i < beam->n_nodes; i++)
        at[i] = &all[beam->node[i]->pose];
}

/* Updates the sections from one configuration of the nodes to the current one. */
static void rotate_sections(const beam *beam, const beam_section *of, const pose *const from[BEAM_NODES],
                            const state *state, beam_section *predicted)
{
    const pose *to[BEAM_NODES];
    set_poses(beam, state->poses, to);
    for (int i = 0; i < beam->n_points; i++)
        predicted[i] = beam_section_rotate(beam, &beam->point[i], &of[i], from, to);
}

static void rotate_from_stage(const beam *beam, const state *state, beam_memory *last)
{
    pose inner[BEAM_NODES];
    const pose *from[BEAM_NODES] = {&inner[0], &inner[1], &inner[2]};
    for (int i = 0; i < beam->n_nodes; i++)
        inner[i] = (pose){.R = last->inner_R[i]};
    rotate_sections(beam, last->inner, from, state, last->predicted);
}

static void rotate_from_step(const beam *beam, const state *state, beam_memory *last)
{
    const pose *from[BEAM_NODES];
    set_poses(beam, state->poses_prev, from);
    rotate_sections(beam, last->last, from, state, last->predicted);
}

void beam_predict(const state *state, const elem *element, memory_block *to)
{
    const beam *beam = element->self;
    beam_memory *last = memory_at(to, element->memory);
    last->is_waiting = false;
    if (state->stage > 0)
        rotate_from_stage(beam, state, last);
    else
        rotate_from_step(beam, state, last);
    if (has_memory(beam))
        each_law(state, element, law_predict, to);
}

static void set_sections(const beam *beam, const beam_shape *shape, const beam_memory *last, beam_section *to)
{
    const mat3 *Rm = &shape->poses[BEAM_REFERENCE]->R;
    for (int i = 0; i < beam->n_points; i++) {
        beam_motion now;
        beam_motion_set(beam, shape, i, last, &now);
        to[i] = (beam_section){.S = beam_section_from(Rm, &now.R), .k = vec3_load(now.strain + 3)};
    }
}

void beam_inner(const state *state, const elem *element, memory_block *to)
{
    const beam *beam = element->self;
    beam_memory *last = memory_at(to, element->memory);
    beam_shape shape;
    beam_shape_now(beam, state, &shape);
    set_sections(beam, &shape, last, last->inner);
    for (int i = 0; i < beam->n_nodes; i++)
        last->inner_R[i] = shape.poses[i]->R;
}

void beam_accept(const state *state, const elem *element, memory_block *to)
{
    const beam *beam = element->self;
    beam_memory *last = memory_at(to, element->memory);
    beam_shape shape;
    beam_shape_now(beam, state, &shape);
    set_sections(beam, &shape, last, last->last);
    if (has_memory(beam))
        each_law(state, element, law_accept, to);
}

void beam_start(const state *state, const elem *element, memory_block *to)
{
    const beam *beam = element->self;
    beam_memory *last = memory_at(to, element->memory);
    pose given[BEAM_NODES];
    const pose *from[BEAM_NODES] = {&given[0], &given[1], &given[2]};
    for (int i = 0; i < beam->n_nodes; i++)
        given[i] = (pose){.R = beam->node[i]->initial->R};
    rotate_sections(beam, last->last, from, state, last->predicted);
    if (has_memory(beam))
        each_law(state, element, law_predict, to);
    beam_accept(state, element, to);
    last->is_waiting = true;
}
