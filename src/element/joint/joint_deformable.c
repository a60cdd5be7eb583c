/* joint_deformable.c - forces and moments between two sides, given by a constitutive law.
 *
 *     d = p2 - p1,   theta = log(H1' H2)
 *     H = H1 (attached to side 1), or H1 exp(theta/2) (invariant: halfway); w its angular velocity
 *     strain = (H' d, theta),     rate = (H' (v2 - v1 - w x d), H' (w2 - w1)),     (F, M) = H law(strain, rate)
 *     attached:    node 1: F, (b1 + d) x F + M             node 2: -F, -b2 x F - M
 *     invariant:   node 1: F, b1 x F + I^ (d x F) + M      node 2: -F, -b2 x F + I^' (d x F) - M
 *     I^ a = (a - g x a) / 2,   g = tan(|theta|/4) theta / |theta|:   spin of H = t1 + I^ (t2 - t1), w likewise
 *
 * Forces and moments are in balance, and the force does the work of its strain. As in MBDyn, the moment is not the one
 * conjugate to theta, which would be H1 Gamma(theta)^-T law: for a law with a potential, the work along a closed path
 * vanishes only while the moment is along theta (one axis, or an isotropic law). */
#include "element/joint/joint_deformable.h"
#include "element/law_user.h"
#include "math/rotation.h"
#include "model/hints.h"
#include "model/reading.h"
#include <string.h>

/* --- kinematics --------------------------------------------------------------------------------------------------- */

/* k = tan(phi/4) / phi as a function of q = phi^2, and its derivative. */
static double half_factor(double q, double *derivative)
{
    if (q < 1e-4) {
        *derivative = 1.0 / 192.0 + q / 3840.0;
        return 0.25 + q * (1.0 / 192.0 + q / 7680.0);
    }
    const double phi = sqrt(q), t = tan(0.25 * phi), k = t / phi;
    *derivative = (0.25 * (1.0 + t * t) - k) / (2.0 * q);
    return k;
}

/* g of the invariant joints, in global axes. */
static void half_rotation(int lanes, const jet3 *theta, deformable_motion *motion)
{
    jet1 k;
    double derivative;
    jet3_dot(lanes, &k, theta, theta);
    const double factor = half_factor(k.v, &derivative);
    jet1_chain_by(lanes, &k, factor, derivative);
    jet3 local_half, in_node;
    jet3_mul1(lanes, &local_half, &k, theta);
    jet3_mul(lanes, &in_node, motion->side[0].Rh, &local_half);
    jet_node_global(lanes, &motion->half, &motion->side[0].node, &in_node);
}

/* r = a + I^ (b - a) */
static void between(int lanes, jet3 *restrict r, const jet3 *half, const jet3 *a, const jet3 *b)
{
    jet3 difference, rotated;
    jet3_add(lanes, &difference, b, -1.0, a);
    jet3_cross(lanes, &rotated, half, &difference);
    jet3_add(lanes, r, a, 0.5, &difference);
    jet3_add_to(lanes, r, -0.5, &rotated);
}

static void set_frame(int lanes, const deformable *joint, const jet3 *theta, deformable_motion *motion)
{
    const jet_node *a = &motion->side[0].node, *b = &motion->side[1].node;
    motion->H = mat3_mul(&a->now->R, motion->side[0].Rh);
    if (!joint->is_invariant) {
        motion->spin = a->theta;
        motion->w = a->w;
        return;
    }
    const mat3 rotation = rotation_exp(vec3_scale(0.5, jet3_value(theta)));
    motion->H = mat3_mul(&motion->H, &rotation);
    half_rotation(lanes, theta, motion);
    between(lanes, &motion->spin, &motion->half, &a->theta, &b->theta);
    between(lanes, &motion->w, &motion->half, &a->w, &b->w);
}

/* r = H' a */
static void to_law(int lanes, const deformable_motion *motion, jet3 *restrict r, const jet3 *a)
{
    const mat3 Ht = mat3_transpose(&motion->H);
    jet3 t = *a;
    jet3_spin_by(lanes, &t, -1.0, &motion->spin);
    jet3_mul(lanes, r, &Ht, &t);
}

static void set_translation(int n, deformable_motion *motion)
{
    jet3 v1, v, drag;
    jet3_add(n, &motion->d, &motion->side[1].p, -1.0, &motion->side[0].p);
    to_law(n, motion, &motion->strain[0], &motion->d);
    jet_side_velocity(n, &v1, &motion->side[0]);
    jet_side_velocity(n, &v, &motion->side[1]);
    jet3_add_to(n, &v, -1.0, &v1);
    jet3_cross(n, &drag, &motion->w, &motion->d);
    jet3_add_to(n, &v, -1.0, &drag);
    to_law(n, motion, &motion->rate[0], &v);
}

static void set_rotation(int n, deformable_motion *motion)
{
    jet3 w;
    jet3_add(n, &w, &motion->side[1].node.w, -1.0, &motion->side[0].node.w);
    to_law(n, motion, &motion->rate[1], &w);
}

static void deformable_set_motion(int n, const state *state, const deformable *joint, deformable_motion *motion)
{
    const joint_rows at = side_rows(joint->side);
    jet_side_seed(n, &motion->side[0], state, &joint->side[0], at.side[0]);
    jet_side_seed(n, &motion->side[1], state, &joint->side[1], at.side[1]);
    if (joint->has_rotation || joint->is_invariant)
        jet_relative_rotation(n, &motion->strain[1], motion->side, motion->side[0].Rh, motion->side[1].Rh);
    set_frame(n, joint, &motion->strain[1], motion);
    if (joint->has_translation)
        set_translation(n, motion);
    if (joint->has_rotation)
        set_rotation(n, motion);
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

static void apply_law(int lanes, const state *state, const deformable *joint, const deformable_motion *motion,
                      jet3 f[2])
{
    if (joint->has_translation && joint->has_rotation)
        jet_law6(lanes, joint->law, state, motion->strain, motion->rate, f);
    else if (joint->has_translation)
        jet_law3(lanes, joint->law, state, &motion->strain[0], &motion->rate[0], &f[0]);
    else
        jet_law3(lanes, joint->law, state, &motion->strain[1], &motion->rate[1], &f[1]);
}

/* r = H a */
static void to_global(int lanes, const deformable_motion *motion, jet3 *restrict r, const jet3 *a)
{
    jet3_mul(lanes, r, &motion->H, a);
    jet3_spin_by(lanes, r, 1.0, &motion->spin);
}

static void add_force(int lanes, const deformable *joint, const deformable_motion *motion, const jet3 *f, local *out)
{
    const joint_rows at = side_rows(joint->side);
    jet3 F;
    to_global(lanes, motion, &F, f);
    local_force(lanes, out, at.side[1], -1.0, &F, &motion->side[1].b);
    if (!joint->is_invariant) {
        jet3 arm;
        jet3_add(lanes, &arm, &motion->side[0].b, 1.0, &motion->d);
        local_force(lanes, out, at.side[0], 1.0, &F, &arm);
        return;
    }
    jet3 T, rotated;
    jet3_cross(lanes, &T, &motion->d, &F);
    jet3_cross(lanes, &rotated, &motion->half, &T);
    local_force(lanes, out, at.side[0], 1.0, &F, &motion->side[0].b);
    for (int side = 0; side < 2; side++) {
        local_moment(lanes, out, at.side[side], 0.5, &T);
        local_moment(lanes, out, at.side[side], side == 0 ? -0.5 : 0.5, &rotated);
    }
}

static void add_moment(int lanes, const deformable *joint, const deformable_motion *motion, const jet3 *f, local *out)
{
    const joint_rows at = side_rows(joint->side);
    jet3 M;
    to_global(lanes, motion, &M, f);
    local_moment(lanes, out, at.side[0], 1.0, &M);
    local_moment(lanes, out, at.side[1], -1.0, &M);
}

void deformable_eval(int lanes, const state *state, const elem *element, local *out)
{
    const deformable *joint = element->self;
    deformable_motion motion;
    jet3 f[2];
    deformable_set_motion(lanes, state, joint, &motion);
    apply_law(lanes, state, joint, &motion, f);
    if (joint->has_translation)
        add_force(lanes, joint, &motion, &f[0], out);
    if (joint->has_rotation)
        add_moment(lanes, joint, &motion, &f[1], out);
}

void deformable_connect(const elem *element, layout *layout)
{
    const deformable *joint = element->self;
    const joint_rows at = layout_sides(layout, joint->side);
    if (joint->has_translation) {
        layout_full(layout, 0, 12, 0, 12);
        return;
    }
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            layout_full(layout, at.side[a] + 3, 3, at.side[b] + 3, 3);
}

/* --- history ------------------------------------------------------------------------------------------------------ */

/* Strain and rate as numbers, in the order that the law expects. */
static void law_input(const deformable *joint, const deformable_motion *motion, double strain[LAW_MAX],
                      double rate[LAW_MAX])
{
    int n = 0;
    for (int k = 0; k < 2; k++) {
        if (!(k == 0 ? joint->has_translation : joint->has_rotation))
            continue;
        memcpy(strain + n, motion->strain[k].v, sizeof motion->strain[k].v);
        memcpy(rate + n, motion->rate[k].v, sizeof motion->rate[k].v);
        n += 3;
    }
}

static void deformable_input(const state *state, const elem *element, double strain[LAW_MAX], double rate[LAW_MAX])
{
    deformable_motion motion;
    deformable_set_motion(0, state, element->self, &motion);
    law_input(element->self, &motion, strain, rate);
}

static const law_user USER = {.law = offsetof(deformable, law), .input = deformable_input};

void deformable_start(const state *state, const elem *element, memory_block *to)
{
    law_user_start(&USER, state, element, to);
}
void deformable_predict(const state *state, const elem *element, memory_block *to)
{
    law_user_predict(&USER, state, element, to);
}
void deformable_accept(const state *state, const elem *element, memory_block *to)
{
    law_user_accept(&USER, state, element, to);
}

bool deformable_hint(reader *reader, elem *element, const char *name, hint *hint)
{
    const deformable *joint = element->self;
    return law_hint(reader, joint->law, name, hint) || joint_hint(reader, element, name, hint);
}

/* --- reading and output ------------------------------------------------------------------------------------------- */

static void set_parts(deformable *joint, unsigned parts)
{
    joint->has_translation = parts & PART_TRANSLATION;
    joint->has_rotation = parts & PART_ROTATION;
    joint->is_invariant = parts & PART_INVARIANT;
}

static int dimension(const deformable *joint) { return joint->has_translation && joint->has_rotation ? 6 : 3; }

void read_deformable(reader *reader, elem *element, unsigned parts)
{
    deformable *joint = element->self;
    set_parts(joint, parts);
    read_sides(reader, joint->side, joint->has_translation ? POSITION_NEEDED : POSITION_OPTIONAL);
    joint->law = read_law(reader, dimension(joint), "constitutive law");
    if (joint->has_rotation)
        joint->description = read_description(reader);
}

static mat3 relative_orientation(const state *state, const deformable *joint)
{
    const mat3 H1 = side_now(state, &joint->side[0]).H, H2 = side_now(state, &joint->side[1]).H;
    return mat3_tmul(&H1, &H2);
}

/* Writes strains and rates, whether or not the law depends on them. */
static void deformable_record_columns(const state *state, const deformable *joint, const deformable_motion *motion,
                                      record *out)
{
    if (joint->has_translation) {
        const vec3 d = jet3_value(&motion->strain[0]), rate = jet3_value(&motion->rate[0]);
        record_name(out, "d", QUANTITY_LENGTH, "relative position in local frame (x, y, z)");
        record_vec3(out, d);
        record_name(out, "dPrime", QUANTITY_VELOCITY, "relative linear velocity in local frame (x, y, z)");
        record_vec3(out, rate);
        record_name(out, "D", QUANTITY_LENGTH, "relative position in global frame (x, y, z)");
        record_vec3(out, mat3_mulv(&motion->H, d));
        record_name(out, "DPrime", QUANTITY_VELOCITY, "relative linear velocity in global frame (x, y, z)");
        record_vec3(out, mat3_mulv(&motion->H, rate));
    }
    if (joint->has_rotation) {
        const mat3 relative = relative_orientation(state, joint);
        record_name(out, "", QUANTITY_ORIENTATION, "relative orientation, in joint reference frame");
        record_orientation(out, &relative, joint->description);
        record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "local relative angular velocity (x, y, z)");
        record_vec3(out, jet3_value(&motion->rate[1]));
    }
}

/* Before the derivatives phase, forces and rates are reported as zero. */
static void show_rest(deformable_motion *motion, jet3 f[2])
{
    const vec3 zero = {0, 0, 0};
    for (int k = 0; k < 2; k++) {
        jet3_const(0, &f[k], zero);
        jet3_const(0, &motion->rate[k], zero);
    }
}

void deformable_output(const state *state, const elem *element, record *out)
{
    const deformable *joint = element->self;
    const bool is_viscous = joint->law->kind & LAW_VISCOUS;
    double strain[LAW_MAX], rate[LAW_MAX];
    deformable_motion motion;
    jet3 f[2];
    deformable_set_motion(0, state, joint, &motion);
    apply_law(0, state, joint, &motion, f);
    law_input(joint, &motion, strain, rate);
    if (state->now < PHASE_DERIVATIVES)
        show_rest(&motion, f);
    const vec3 zero = {0, 0, 0}, F = joint->has_translation ? jet3_value(&f[0]) : zero,
               M = joint->has_rotation ? jet3_value(&f[1]) : zero;
    joint_output(out, element, F, M, mat3_mulv(&motion.H, F), mat3_mulv(&motion.H, M));
    if (out->named) {
        deformable_record_columns(state, joint, &motion, out);
        law_output(state, joint->law, strain, rate, out);
        return;
    }
    /* A viscous law does not depend on the strain: zero is printed. */
    if (joint->has_translation)
        record_vec3(out, joint->law->kind == LAW_VISCOUS ? zero : jet3_value(&motion.strain[0]));
    if (joint->has_rotation) {
        const mat3 relative = relative_orientation(state, joint);
        record_orientation(out, &relative, joint->description);
    }
    if (is_viscous && joint->has_translation)
        record_vec3(out, jet3_value(&motion.rate[0]));
    if (is_viscous && joint->has_rotation)
        record_vec3(out, jet3_value(&motion.rate[1]));
    law_output(state, joint->law, strain, rate, out);
    record_end(out);
}

void deformable_sample(sampler *from, elem *element, unsigned parts)
{
    deformable *joint = element->self;
    set_parts(joint, parts);
    sample_sides(from, joint->side);
    joint->law = sample_law(from, dimension(joint));
}

/* --- private data ------------------------------------------------------------------------------------------------- */

/* Groups of three in the order of their indices: strain, rate and force of translation (0) and rotation (1). */
typedef struct {
    char letter;
    int part;
    enum { OF_STRAIN, OF_RATE, OF_FORCE } what;
} datum;

static const datum DATA[] = {{'d', 0, OF_STRAIN}, {'r', 1, OF_STRAIN}, {'v', 0, OF_RATE},
                             {'w', 1, OF_RATE},   {'F', 0, OF_FORCE},  {'M', 1, OF_FORCE}};

static bool has_part(const deformable *joint, int part)
{
    return part == 0 ? joint->has_translation : joint->has_rotation;
}

int deformable_private_index(const elem *element, const char *name)
{
    const deformable *joint = element->self;
    int index = 1;
    for (int k = 0; k < ARRAY_LEN(DATA); k++) {
        if (!has_part(joint, DATA[k].part))
            continue;
        if (name[0] == DATA[k].letter && name[1] >= 'x' && name[1] <= 'z' && !name[2])
            return index + name[1] - 'x';
        index += 3;
    }
    const int of_law = law_private_index(joint->law, name);
    return of_law ? index - 1 + of_law : 0;
}

bool deformable_has_private(const elem *element, int index)
{
    const deformable *joint = element->self;
    int internal = 0;
    for (int k = 0; k < ARRAY_LEN(DATA); k++)
        internal += has_part(joint, DATA[k].part) ? 3 : 0;
    return index <= internal || law_has_private(joint->law, index - internal);
}

double deformable_private_value(const state *state, const elem *element, int index)
{
    const deformable *joint = element->self;
    int k = 0, at = index - 1;
    for (; k < ARRAY_LEN(DATA); k++)
        if (has_part(joint, DATA[k].part)) {
            if (at < 3)
                break;
            at -= 3;
        }
    double strain[LAW_MAX], rate[LAW_MAX];
    deformable_motion motion;
    jet3 f[2];
    deformable_set_motion(0, state, joint, &motion);
    law_input(joint, &motion, strain, rate);
    if (k == ARRAY_LEN(DATA))
        return law_private_value(state, joint->law, strain, rate, at + 1);
    const int part = DATA[k].part;
    if (DATA[k].what == OF_STRAIN)
        return motion.strain[part].v[at];
    /* Velocities are in the frame of the node, not in that of the joint on it. */
    if (DATA[k].what == OF_RATE)
        return part == 1 ? motion.rate[1].v[at]
                         : vec3_get(mat3_mulv(motion.side[0].Rh, jet3_value(&motion.rate[0])), at);
    apply_law(0, state, joint, &motion, f);
    return f[part].v[at];
}
