/* autodiff_test.c - the module autodiff_test of MBDyn: two joints that its test decks use.
 *
 *     inline joint ad        a point of node 2 stays on a line of node 1, axis 1 of its hinge
 *
 *         e2 . d = 0,  e3 . d = 0,  d = p2 - p1         multipliers l1, l2
 *         node 1: l1 e2 + l2 e3 at p2                   node 2: minus it
 *
 *     deformable joint ad    a linear spring and damper between a point of node 1 and a point of node 2
 *
 *         d = R1' (p2 - x1) - f1,  F = R1 (S d + D d')  node 1: F at p1 = x1 + R1 f1; node 2: -F at p2
 *
 *         as in MBDyn, the moment of the two forces is neglected                                                     */
#define TORSOR_COLUMNS 14
#include "torsor/module_jet.h"

static const torsor_host *torsor;

enum { NODE_1 = 0, NODE_2 = 6, INTERNAL = 12 };

typedef struct {
    const torsor_node *node[2];
    double offset[2][3];
} ends;

static void autodiff_test_read_word(torsor_reader *reader, const char *word)
{
    const char *const words[] = {word, NULL};
    torsor->read_choice(reader, words, word);
}

static void autodiff_test_read_end(torsor_reader *reader, ends *ends, int k)
{
    autodiff_test_read_word(reader, k == 0 ? "node1" : "node2");
    ends->node[k] = torsor->read_node(reader, k == 0 ? "node 1" : "node 2");
    torsor->touch_node(reader, ends->node[k]);
    if (torsor->read_keyword(reader, "offset"))
        torsor->read_position(reader, ends->node[k], ends->offset[k], "offset");
}

typedef struct {
    torsor_motion motion[2];
    tj3 arm;  /* from node 2 to its point p2 */
    tj3 away; /* from node 1 to p2 */
} ends_now;

static ends_now ends_at(const ends *ends, const torsor_instant *instant)
{
    ends_now now;
    for (int k = 0; k < 2; k++)
        torsor->motion(instant, ends->node[k], &now.motion[k]);
    const tj3 x1 = tj_position(instant, &now.motion[0], NODE_1), x2 = tj_position(instant, &now.motion[1], NODE_2);
    now.arm = tj_arm(instant, &now.motion[1], NODE_2, ends->offset[1]);
    const tj3 p2 = tj3_add(&x2, &now.arm);
    now.away = tj3_sub(&p2, &x1);
    return now;
}

/* Adds F on node 1 at a point away from it, and -F on node 2 at p2. */
static void put_force(const ends_now *now, const tj3 *away, const tj3 *F, torsor_rows *out)
{
    const tj3 moment1 = tj3_cross(away, F), moment2 = tj3_cross(&now->arm, F);
    tj_put3(out, NODE_1, 1.0, F);
    tj_put3(out, NODE_1 + 3, 1.0, &moment1);
    tj_put3(out, NODE_2, -1.0, F);
    tj_put3(out, NODE_2 + 3, -1.0, &moment2);
}

/* --- inline joint ad ---------------------------------------------------------------------------------------------- */

typedef struct {
    ends ends;
    double axis[2][3]; /* axes 2 and 3 of the hinge, in the frame of node 1 */
} inline_joint;

static void inline_joint_read(torsor_reader *reader, void *self)
{
    inline_joint *joint = self;
    double hinge[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    autodiff_test_read_end(reader, &joint->ends, 0);
    if (torsor->read_keyword(reader, "hinge") || torsor->read_keyword(reader, "orientation"))
        torsor->read_orientation(reader, joint->ends.node[0], hinge, "hinge");
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            joint->axis[k][i] = hinge[3 * i + k + 1];
    autodiff_test_read_end(reader, &joint->ends, 1);
    torsor->internal(reader, 2, NULL);
}

static void inline_joint_eval(const void *self, const torsor_instant *instant, torsor_rows *out)
{
    const inline_joint *joint = self;
    const ends_now now = ends_at(&joint->ends, instant);
    const tj3 offset = tj_arm(instant, &now.motion[0], NODE_1, joint->ends.offset[0]), d = tj3_sub(&now.away, &offset);
    tj3 F = tj3_const((const double[]){0, 0, 0});
    for (int k = 0; k < 2; k++) {
        const tj3 axis = tj_arm(instant, &now.motion[0], NODE_1, joint->axis[k]);
        const tj distance = tj3_dot(&axis, &d);
        tj multiplier = tj_const(torsor->internal_value(instant, k));
        multiplier.d[INTERNAL + k] = 1.0;
        const tj3 part = tj3_mul(&multiplier, &axis);
        F = tj3_add(&F, &part);
        tj_put(out, INTERNAL + k, -1.0, &distance);
    }
    put_force(&now, &now.away, &F, out);
}

static void inline_joint_output(const void *self, const torsor_instant *instant, torsor_record *out)
{
    (void)self;
    const double l[] = {torsor->internal_value(instant, 0), torsor->internal_value(instant, 1)};
    torsor->put(out, "lambda1", TORSOR_FORCE, "reaction along axis 2 of the hinge", 1, &l[0]);
    torsor->put(out, "lambda2", TORSOR_FORCE, "reaction along axis 3 of the hinge", 1, &l[1]);
}

static double inline_joint_private_value(const void *self, const torsor_instant *instant, int index)
{
    (void)self;
    return torsor->internal_value(instant, index);
}

static const char *const MULTIPLIERS[] = {"lambda1", "lambda2", NULL};
static const torsor_internal_words WORDS[] = {
    {2, "reaction forces [lambda1, lambda2]", "position constraints [c1, c2]"}, {0}};
static const torsor_internal_words RATES[] = {
    {2, "reaction force derivatives [lambdaP1, lambdaP2]", "velocity constraints [cP1, cP2]"}, {0}};

static const torsor_element_type INLINE_JOINT = {
    .keyword = "inline joint ad",
    .grammar =
        "user defined: LABEL, inline joint ad, node1, NODE [, offset, F] [, orientation, R], node2, NODE [, offset, F]",
    .summary = "A point of a node stays on a line of another.",
    .size = sizeof(inline_joint),
    .read = inline_joint_read,
    .eval = inline_joint_eval,
    .output = inline_joint_output,
    .private_names = MULTIPLIERS,
    .private_value = inline_joint_private_value,
    .internal_names = MULTIPLIERS,
    .internal_words = WORDS,
    .assembly_words = RATES,
};

/* --- deformable joint ad ------------------------------------------------------------------------------------------ */

typedef struct {
    ends ends;
    double stiffness[9], damping[9];
} deformable_joint;

/* Reads how MBDyn computes residual and Jacobian; ignored, since both are exact here. */
static void read_ways(torsor_reader *reader)
{
    static const char *const WAYS[] = {"traditional", "sparse template meta program", "fortran77", NULL};
    if (torsor->read_keyword(reader, "residual"))
        torsor->read_choice(reader, WAYS, "way of the residual");
    if (torsor->read_keyword(reader, "jacobian"))
        torsor->read_choice(reader, WAYS, "way of the jacobian");
}

static void deformable_joint_read(torsor_reader *reader, void *self)
{
    deformable_joint *joint = self;
    autodiff_test_read_end(reader, &joint->ends, 0);
    autodiff_test_read_end(reader, &joint->ends, 1);
    autodiff_test_read_word(reader, "stiffness");
    torsor->read_mat3(reader, joint->stiffness, "stiffness");
    autodiff_test_read_word(reader, "damping");
    torsor->read_mat3(reader, joint->damping, "damping");
    read_ways(reader);
}

/* Returns the velocity of p2 relative to node 1, in global axes. */
static tj3 relative_velocity(const torsor_instant *instant, const ends_now *now)
{
    const tj3 w1 = tj_angular_velocity(instant, &now->motion[0], NODE_1),
              w2 = tj_angular_velocity(instant, &now->motion[1], NODE_2);
    const tj3 v1 = tj_velocity(instant, &now->motion[0], NODE_1), v2 = tj_velocity(instant, &now->motion[1], NODE_2);
    const tj3 spin1 = tj3_cross(&w1, &now->away), spin2 = tj3_cross(&w2, &now->arm);
    const tj3 second = tj3_add(&v2, &spin2), first = tj3_add(&v1, &spin1);
    return tj3_sub(&second, &first);
}

/* Returns component k, along axis k of node 1. */
static tj autodiff_test_component(const torsor_instant *instant, const ends_now *now, int k, const tj3 *a)
{
    const double unit[3] = {k == 0, k == 1, k == 2};
    const tj3 axis = tj_arm(instant, &now->motion[0], NODE_1, unit);
    return tj3_dot(&axis, a);
}

static void deformable_joint_eval(const void *self, const torsor_instant *instant, torsor_rows *out)
{
    const deformable_joint *joint = self;
    const ends_now now = ends_at(&joint->ends, instant);
    const tj3 velocity = relative_velocity(instant, &now);
    tj3 F = tj3_const((const double[]){0, 0, 0});
    for (int j = 0; j < 3; j++) {
        tj d = autodiff_test_component(instant, &now, j, &now.away);
        const tj rate = autodiff_test_component(instant, &now, j, &velocity);
        d.v -= joint->ends.offset[0][j];
        double S[3], D[3];
        for (int i = 0; i < 3; i++)
            S[i] = joint->stiffness[3 * i + j], D[i] = joint->damping[3 * i + j];
        const tj3 spring = tj_arm(instant, &now.motion[0], NODE_1, S),
                  damper = tj_arm(instant, &now.motion[0], NODE_1, D);
        const tj3 elastic = tj3_mul(&d, &spring), viscous = tj3_mul(&rate, &damper);
        const tj3 part = tj3_add(&elastic, &viscous);
        F = tj3_add(&F, &part);
    }
    const tj3 offset = tj_arm(instant, &now.motion[0], NODE_1, joint->ends.offset[0]);
    put_force(&now, &offset, &F, out);
}

static const torsor_element_type DEFORMABLE_JOINT = {
    .keyword = "deformable joint ad",
    .grammar =
        "user defined: LABEL, deformable joint ad, node1, NODE [, offset, F], node2, NODE [, offset, F], stiffness, "
        "S, damping, D [, residual, WAY] [, jacobian, WAY]",
    .summary = "A linear spring and damper between points of two nodes.",
    .flags = TORSOR_NOT_ASSEMBLED,
    .size = sizeof(deformable_joint),
    .read = deformable_joint_read,
    .eval = deformable_joint_eval,
};

static const torsor_element_type *const ELEMENTS[] = {&INLINE_JOINT, &DEFORMABLE_JOINT, NULL};

TORSOR_MODULE("autodiff_test", .elements = ELEMENTS)
