/* joint_deformable_axial_joint.c - a moment about axis 3 of side 1, given by a law of the relative rotation about it.
 *
 *     strain = axis 3 of log(H1' H2),     rate = e3 . (w2 - w1),     M = law(strain, rate)
 *     node 1: e3 M      node 2: -e3 M
 *
 * Other joints must keep the axes aligned: the moment has a potential only while log(H1' H2) is along e3. As in MBDyn,
 * the row contains no numbers of the law. */
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

static void deformable_axial_joint_read(reader *reader, elem *element)
{
    axial_joint *joint = element->self;
    read_sides(reader, joint->side, POSITION_OPTIONAL);
    joint->law = read_law(reader, 1, "constitutive law");
}

static void deformable_axial_joint_connect(const elem *element, layout *layout)
{
    const axial_joint *joint = element->self;
    const joint_rows at = layout_sides(layout, joint->side);
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            layout_full(layout, at.side[a] + 3, 3, at.side[b] + 3, 3);
}

static void deformable_axial_joint_set_motion(int n, const state *state, const axial_joint *joint, motion *motion)
{
    const joint_rows at = side_rows(joint->side);
    jet3 theta, w;
    jet_side_seed(n, &motion->side[0], state, &joint->side[0], at.side[0]);
    jet_side_seed(n, &motion->side[1], state, &joint->side[1], at.side[1]);
    jet_relative_rotation(n, &theta, motion->side, motion->side[0].Rh, motion->side[1].Rh);
    motion->strain.v = theta.v[2];
    memcpy(motion->strain.d, theta.d[2], (size_t)n * sizeof *motion->strain.d);
    jet_side_axis(n, &motion->axis, &motion->side[0], 2);
    jet3_add(n, &w, &motion->side[1].node.w, -1.0, &motion->side[0].node.w);
    jet3_dot(n, &motion->rate, &motion->axis, &w);
}

static void deformable_axial_joint_eval(int lanes, const state *state, const elem *element, local *out)
{
    const axial_joint *joint = element->self;
    const joint_rows at = side_rows(joint->side);
    motion motion;
    jet1 f;
    jet3 M;
    deformable_axial_joint_set_motion(lanes, state, joint, &motion);
    jet_law1(lanes, joint->law, state, &motion.strain, &motion.rate, &f);
    jet3_mul1(lanes, &M, &f, &motion.axis);
    local_moment(lanes, out, at.side[0], 1.0, &M);
    local_moment(lanes, out, at.side[1], -1.0, &M);
}

static void deformable_axial_joint_input(const state *state, const elem *element, double strain[LAW_MAX],
                                         double rate[LAW_MAX])
{
    motion motion;
    deformable_axial_joint_set_motion(0, state, element->self, &motion);
    *strain = motion.strain.v;
    *rate = motion.rate.v;
}

static const char *const NAMES[] = {"rz", "wz", "Mz", NULL};
static const law_user USER = {offsetof(axial_joint, law), deformable_axial_joint_input, NAMES};

static void deformable_axial_joint_start(const state *state, const elem *element, memory_block *to)
{
    law_user_start(&USER, state, element, to);
}
static void deformable_axial_joint_predict(const state *state, const elem *element, memory_block *to)
{
    law_user_predict(&USER, state, element, to);
}
static void deformable_axial_joint_accept(const state *state, const elem *element, memory_block *to)
{
    law_user_accept(&USER, state, element, to);
}
static int deformable_axial_joint_private_index(const elem *element, const char *name)
{
    return law_user_private_index(&USER, element, name);
}
static bool deformable_axial_joint_has_private(const elem *element, int index)
{
    return law_user_has_private(&USER, element, index);
}

static bool deformable_axial_joint_read_hint(reader *reader, elem *element, const char *name, hint *hint)
{
    const axial_joint *joint = element->self;
    return law_hint(reader, joint->law, name, hint) || joint_hint(reader, element, name, hint);
}

static void deformable_axial_joint_output_row(const state *state, const elem *element, record *out)
{
    const axial_joint *joint = element->self;
    motion motion;
    jet1 f;
    deformable_axial_joint_set_motion(0, state, joint, &motion);
    jet_law1(0, joint->law, state, &motion.strain, &motion.rate, &f);
    const vec3 zero = {0, 0, 0};
    joint_output(out, element, zero, (vec3){0, 0, f.v}, zero, vec3_scale(f.v, jet3_value(&motion.axis)));
    record_name(out, "Theta", QUANTITY_JOINT_ANGLE, "relative angle");
    record_real(out, motion.strain.v);
    record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "relative angular velocity");
    if (out->named || joint->law->kind & LAW_VISCOUS)
        record_real(out, motion.rate.v);
    record_end(out);
}

static void deformable_axial_joint_log_line(const elem *element, record *out)
{
    joint_log(out, element, "deformableaxialjoint:");
}

static double deformable_axial_joint_private_value(const state *state, const elem *element, int index)
{
    const axial_joint *joint = element->self;
    motion motion;
    jet1 f;
    deformable_axial_joint_set_motion(0, state, joint, &motion);
    if (index > 3)
        return law_private_value(state, joint->law, &motion.strain.v, &motion.rate.v, index - 3);
    jet_law1(0, joint->law, state, &motion.strain, &motion.rate, &f);
    return index == 1 ? motion.strain.v : index == 2 ? motion.rate.v : f.v;
}

static void deformable_axial_joint_sample(sampler *from, elem *element)
{
    axial_joint *joint = element->self;
    sample_sides(from, joint->side);
    joint->law = sample_law(from, 1);
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
