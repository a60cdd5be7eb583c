/* joint_deformable_axial_joint.c - a moment about axis 3 of side 1, given by a law of the relative rotation about it.
 *
 *     strain = axis 3 of log(H1' H2),     rate = e3 . (w2 - w1),     M = law(strain, rate)
 *     node 1: e3 M      node 2: -e3 M
 *
 * Other joints must keep the axes aligned: the moment has a potential only while log(H1' H2) is along e3. */
#include "element/joint/joint.h"
#include "element/law_user.h"
#include "model/hints.h"
#include "model/reading.h"
#include <string.h>

typedef struct {
    joint_side side[2];
    law *law;
} axial_joint;

typedef struct {
    jet_side side[2];
    jet3 axis;
    jet1 strain, rate;
} motion;

static void deformable_axial_joint_read(reader *r, elem *e)
{
    axial_joint *j = e->self;
    read_sides(r, j->side, POSITION_OPTIONAL);
    j->law = read_law(r, 1, "constitutive law");
}

static void deformable_axial_joint_connect(const elem *e, layout *l)
{
    const axial_joint *j = e->self;
    const joint_rows at = layout_sides(l, j->side);
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            layout_full(l, at.side[a] + 3, 3, at.side[b] + 3, 3);
}

static void deformable_axial_joint_set_motion(int n, const state *s, const axial_joint *j, motion *m)
{
    const joint_rows at = side_rows(j->side);
    jet3 theta, w;
    jet_side_seed(n, &m->side[0], s, &j->side[0], at.side[0]);
    jet_side_seed(n, &m->side[1], s, &j->side[1], at.side[1]);
    jet_relative_rotation(n, &theta, m->side, m->side[0].Rh, m->side[1].Rh);
    m->strain.v = theta.v[2];
    memcpy(m->strain.d, theta.d[2], (size_t)n * sizeof *m->strain.d);
    jet_side_axis(n, &m->axis, &m->side[0], 2);
    jet3_add(n, &w, &m->side[1].node.w, -1.0, &m->side[0].node.w);
    jet3_dot(n, &m->rate, &m->axis, &w);
}

static void deformable_axial_joint_eval(int n, const state *s, const elem *e, local *out)
{
    const axial_joint *j = e->self;
    const joint_rows at = side_rows(j->side);
    motion m;
    jet1 f;
    jet3 M;
    deformable_axial_joint_set_motion(n, s, j, &m);
    jet_law1(n, j->law, s, &m.strain, &m.rate, &f);
    jet3_mul1(n, &M, &f, &m.axis);
    local_couple(n, out, at.side[0], 1.0, &M);
    local_couple(n, out, at.side[1], -1.0, &M);
}

static void deformable_axial_joint_input(const state *s, const elem *e, double strain[LAW_MAX], double rate[LAW_MAX])
{
    motion m;
    deformable_axial_joint_set_motion(0, s, e->self, &m);
    *strain = m.strain.v;
    *rate = m.rate.v;
}

static const char *const NAMES[] = {"rz", "wz", "Mz", NULL};
static const law_user USER = {offsetof(axial_joint, law), deformable_axial_joint_input, NAMES};

static void deformable_axial_joint_start(const state *s, const elem *e, memory_block *to)
{
    law_user_start(&USER, s, e, to);
}
static void deformable_axial_joint_predict(const state *s, const elem *e, memory_block *to)
{
    law_user_predict(&USER, s, e, to);
}
static void deformable_axial_joint_accept(const state *s, const elem *e, memory_block *to)
{
    law_user_accept(&USER, s, e, to);
}
static int deformable_axial_joint_private_index(const elem *e, const char *name)
{
    return law_user_private_index(&USER, e, name);
}
static bool deformable_axial_joint_has_private(const elem *e, int index)
{
    return law_user_has_private(&USER, e, index);
}

static bool deformable_axial_joint_read_hint(reader *r, elem *e, const char *name, hint *h)
{
    const axial_joint *j = e->self;
    return law_hint(r, j->law, name, h) || joint_hint(r, e, name, h);
}

static void deformable_axial_joint_output_row(const state *s, const elem *e, record *out)
{
    const axial_joint *j = e->self;
    motion m;
    jet1 f;
    deformable_axial_joint_set_motion(0, s, j, &m);
    jet_law1(0, j->law, s, &m.strain, &m.rate, &f);
    const vec3 zero = {0, 0, 0};
    joint_output(out, e, zero, (vec3){0, 0, f.v}, zero, vec3_scale(f.v, jet3_value(&m.axis)));
    record_name(out, "Theta", QUANTITY_JOINT_ANGLE, "relative angle");
    record_real(out, m.strain.v);
    record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "relative angular velocity");
    if (out->named || j->law->kind & LAW_VISCOUS)
        record_real(out, m.rate.v);
    law_output(s, j->law, &m.strain.v, &m.rate.v, out);
    record_end(out);
}

static void deformable_axial_joint_log_line(const elem *e, record *out) { joint_log(out, e, "deformableaxialjoint:"); }

static double deformable_axial_joint_private_value(const state *s, const elem *e, int index)
{
    const axial_joint *j = e->self;
    motion m;
    jet1 f;
    deformable_axial_joint_set_motion(0, s, j, &m);
    if (index > 3)
        return law_private_value(s, j->law, &m.strain.v, &m.rate.v, index - 3);
    jet_law1(0, j->law, s, &m.strain, &m.rate, &f);
    return index == 1 ? m.strain.v : index == 2 ? m.rate.v : f.v;
}

static void deformable_axial_joint_sample(sampler *from, elem *e)
{
    axial_joint *j = e->self;
    sample_sides(from, j->side);
    j->law = sample_law(from, 1);
}

const elem_type joint_deformable_axial_joint_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "deformable axial joint",
    .words = "Deformable axial joint",
    .grammar =
        "joint: LABEL, deformable axial joint, NODE 1 [, position, (vec3) OFFSET] [, orientation, ORIENTATION], NODE 2 "
        "[, position, (vec3) OFFSET] [, orientation, ORIENTATION], (1D law) LAW",
    .summary = "A moment about an axis of the first node that depends on the relative rotation about it.",
    .size = sizeof(axial_joint),
    .read = deformable_axial_joint_read,
    .connect = deformable_axial_joint_connect,
    .eval = deformable_axial_joint_eval,
    .history = &(const elem_history){.start = deformable_axial_joint_start,
                                     .predict = deformable_axial_joint_predict,
                                     .accept = deformable_axial_joint_accept},
    .output = deformable_axial_joint_output_row,
    .log = deformable_axial_joint_log_line,
    .private_index = deformable_axial_joint_private_index,
    .private_names = NAMES,
    .has_private = deformable_axial_joint_has_private,
    .private_value = deformable_axial_joint_private_value,
    .hint = deformable_axial_joint_read_hint,
    .sample = deformable_axial_joint_sample,
    .assembly = &(const elem_assembly){.deformable = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .no_potential = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_BUSHING},
};
