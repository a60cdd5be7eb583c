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

/* k = tan(phi/4) / phi as a function of q = phi^2, and its slope. */
static double half_factor(double q, double *slope)
{
    if (q < 1e-4) {
        *slope = 1.0 / 192.0 + q / 3840.0;
        return 0.25 + q * (1.0 / 192.0 + q / 7680.0);
    }
    const double phi = sqrt(q), t = tan(0.25 * phi), k = t / phi;
    *slope = (0.25 * (1.0 + t * t) - k) / (2.0 * q);
    return k;
}

/* g of the invariant joints, in global axes. */
static void half_rotation(int n, const jet3 *theta, deformable_motion *m)
{
    jet1 k;
    double slope;
    jet3_dot(n, &k, theta, theta);
    const double factor = half_factor(k.v, &slope);
    jet1_chain_by(n, &k, factor, slope);
    jet3 local_half, in_node;
    jet3_mul1(n, &local_half, &k, theta);
    jet3_mul(n, &in_node, m->side[0].Rh, &local_half);
    jet_node_global(n, &m->half, &m->side[0].node, &in_node);
}

/* r = a + I^ (b - a) */
static void between(int n, jet3 *restrict r, const jet3 *half, const jet3 *a, const jet3 *b)
{
    jet3 difference, turned;
    jet3_add(n, &difference, b, -1.0, a);
    jet3_cross(n, &turned, half, &difference);
    jet3_add(n, r, a, 0.5, &difference);
    jet3_add_to(n, r, -0.5, &turned);
}

static void set_frame(int n, const deformable *j, const jet3 *theta, deformable_motion *m)
{
    const jet_node *a = &m->side[0].node, *b = &m->side[1].node;
    m->H = mat3_mul(&a->now->R, m->side[0].Rh);
    if (!j->is_invariant) {
        m->spin = a->theta;
        m->w = a->w;
        return;
    }
    const mat3 turn = rotation_exp(vec3_scale(0.5, jet3_value(theta)));
    m->H = mat3_mul(&m->H, &turn);
    half_rotation(n, theta, m);
    between(n, &m->spin, &m->half, &a->theta, &b->theta);
    between(n, &m->w, &m->half, &a->w, &b->w);
}

/* r = H' a */
static void to_law(int n, const deformable_motion *m, jet3 *restrict r, const jet3 *a)
{
    const mat3 Ht = mat3_transpose(&m->H);
    jet3 t = *a;
    jet3_spin_by(n, &t, -1.0, &m->spin);
    jet3_mul(n, r, &Ht, &t);
}

static void set_translation(int n, deformable_motion *m)
{
    jet3 v1, v, drag;
    jet3_add(n, &m->d, &m->side[1].p, -1.0, &m->side[0].p);
    to_law(n, m, &m->strain[0], &m->d);
    jet_side_velocity(n, &v1, &m->side[0]);
    jet_side_velocity(n, &v, &m->side[1]);
    jet3_add_to(n, &v, -1.0, &v1);
    jet3_cross(n, &drag, &m->w, &m->d);
    jet3_add_to(n, &v, -1.0, &drag);
    to_law(n, m, &m->rate[0], &v);
}

static void set_rotation(int n, deformable_motion *m)
{
    jet3 w;
    jet3_add(n, &w, &m->side[1].node.w, -1.0, &m->side[0].node.w);
    to_law(n, m, &m->rate[1], &w);
}

static void deformable_set_motion(int n, const state *s, const deformable *j, deformable_motion *m)
{
    const joint_rows at = side_rows(j->side);
    jet_side_seed(n, &m->side[0], s, &j->side[0], at.side[0]);
    jet_side_seed(n, &m->side[1], s, &j->side[1], at.side[1]);
    if (j->has_rotation || j->is_invariant)
        jet_relative_rotation(n, &m->strain[1], m->side, m->side[0].Rh, m->side[1].Rh);
    set_frame(n, j, &m->strain[1], m);
    if (j->has_translation)
        set_translation(n, m);
    if (j->has_rotation)
        set_rotation(n, m);
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

static void apply_law(int n, const state *s, const deformable *j, const deformable_motion *m, jet3 f[2])
{
    if (j->has_translation && j->has_rotation)
        jet_law6(n, j->law, s, m->strain, m->rate, f);
    else if (j->has_translation)
        jet_law3(n, j->law, s, &m->strain[0], &m->rate[0], &f[0]);
    else
        jet_law3(n, j->law, s, &m->strain[1], &m->rate[1], &f[1]);
}

/* r = H a */
static void to_global(int n, const deformable_motion *m, jet3 *restrict r, const jet3 *a)
{
    jet3_mul(n, r, &m->H, a);
    jet3_spin_by(n, r, 1.0, &m->spin);
}

static void add_force(int n, const deformable *j, const deformable_motion *m, const jet3 *f, local *out)
{
    const joint_rows at = side_rows(j->side);
    jet3 F;
    to_global(n, m, &F, f);
    local_force(n, out, at.side[1], -1.0, &F, &m->side[1].b);
    if (!j->is_invariant) {
        jet3 arm;
        jet3_add(n, &arm, &m->side[0].b, 1.0, &m->d);
        local_force(n, out, at.side[0], 1.0, &F, &arm);
        return;
    }
    jet3 T, turned;
    jet3_cross(n, &T, &m->d, &F);
    jet3_cross(n, &turned, &m->half, &T);
    local_force(n, out, at.side[0], 1.0, &F, &m->side[0].b);
    for (int side = 0; side < 2; side++) {
        local_couple(n, out, at.side[side], 0.5, &T);
        local_couple(n, out, at.side[side], side == 0 ? -0.5 : 0.5, &turned);
    }
}

static void add_couple(int n, const deformable *j, const deformable_motion *m, const jet3 *f, local *out)
{
    const joint_rows at = side_rows(j->side);
    jet3 M;
    to_global(n, m, &M, f);
    local_couple(n, out, at.side[0], 1.0, &M);
    local_couple(n, out, at.side[1], -1.0, &M);
}

void deformable_eval(int n, const state *s, const elem *e, local *out)
{
    const deformable *j = e->self;
    deformable_motion m;
    jet3 f[2];
    deformable_set_motion(n, s, j, &m);
    apply_law(n, s, j, &m, f);
    if (j->has_translation)
        add_force(n, j, &m, &f[0], out);
    if (j->has_rotation)
        add_couple(n, j, &m, &f[1], out);
}

void deformable_connect(const elem *e, layout *l)
{
    const deformable *j = e->self;
    const joint_rows at = layout_sides(l, j->side);
    if (j->has_translation) {
        layout_full(l, 0, 12, 0, 12);
        return;
    }
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            layout_full(l, at.side[a] + 3, 3, at.side[b] + 3, 3);
}

/* --- history ------------------------------------------------------------------------------------------------------ */

/* Strain and rate as numbers, in the order the law takes them. */
static void law_input(const deformable *j, const deformable_motion *m, double strain[LAW_MAX], double rate[LAW_MAX])
{
    int n = 0;
    for (int k = 0; k < 2; k++) {
        if (!(k == 0 ? j->has_translation : j->has_rotation))
            continue;
        memcpy(strain + n, m->strain[k].v, sizeof m->strain[k].v);
        memcpy(rate + n, m->rate[k].v, sizeof m->rate[k].v);
        n += 3;
    }
}

static void deformable_input(const state *s, const elem *e, double strain[LAW_MAX], double rate[LAW_MAX])
{
    deformable_motion m;
    deformable_set_motion(0, s, e->self, &m);
    law_input(e->self, &m, strain, rate);
}

static const law_user USER = {.law = offsetof(deformable, law), .input = deformable_input};

void deformable_start(const state *s, const elem *e, memory_block *to) { law_user_start(&USER, s, e, to); }
void deformable_predict(const state *s, const elem *e, memory_block *to) { law_user_predict(&USER, s, e, to); }
void deformable_accept(const state *s, const elem *e, memory_block *to) { law_user_accept(&USER, s, e, to); }

bool deformable_hint(reader *r, elem *e, const char *name, hint *h)
{
    const deformable *j = e->self;
    return law_hint(r, j->law, name, h) || joint_hint(r, e, name, h);
}

/* --- reading and output ------------------------------------------------------------------------------------------- */

static void set_parts(deformable *j, unsigned parts)
{
    j->has_translation = parts & PART_TRANSLATION;
    j->has_rotation = parts & PART_ROTATION;
    j->is_invariant = parts & PART_INVARIANT;
}

static int dimension(const deformable *j) { return j->has_translation && j->has_rotation ? 6 : 3; }

void read_deformable(reader *r, elem *e, unsigned parts)
{
    deformable *j = e->self;
    set_parts(j, parts);
    read_sides(r, j->side, j->has_translation ? POSITION_NEEDED : POSITION_OPTIONAL);
    j->law = read_law(r, dimension(j), "constitutive law");
    if (j->has_rotation)
        j->description = read_description(r);
}

static mat3 relative_orientation(const state *s, const deformable *j)
{
    const mat3 H1 = side_now(s, &j->side[0]).H, H2 = side_now(s, &j->side[1]).H;
    return mat3_tmul(&H1, &H2);
}

/* Strains and rates, whatever the law makes of them. */
static void deformable_record_columns(const state *s, const deformable *j, const deformable_motion *m, record *out)
{
    if (j->has_translation) {
        const vec3 d = jet3_value(&m->strain[0]), rate = jet3_value(&m->rate[0]);
        record_name(out, "d", QUANTITY_LENGTH, "relative position in local frame (x, y, z)");
        record_vec3(out, d);
        record_name(out, "dPrime", QUANTITY_VELOCITY, "relative linear velocity in local frame (x, y, z)");
        record_vec3(out, rate);
        record_name(out, "D", QUANTITY_LENGTH, "relative position in global frame (x, y, z)");
        record_vec3(out, mat3_mulv(&m->H, d));
        record_name(out, "DPrime", QUANTITY_VELOCITY, "relative linear velocity in global frame (x, y, z)");
        record_vec3(out, mat3_mulv(&m->H, rate));
    }
    if (j->has_rotation) {
        const mat3 relative = relative_orientation(s, j);
        record_name(out, "", QUANTITY_ORIENTATION, "relative orientation, in joint reference frame");
        record_orientation(out, &relative, j->description);
        record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "local relative angular velocity (x, y, z)");
        record_vec3(out, jet3_value(&m->rate[1]));
    }
}

/* Before anything is solved there are neither forces nor rates to show. */
static void show_rest(deformable_motion *m, jet3 f[2])
{
    const vec3 zero = {0, 0, 0};
    for (int k = 0; k < 2; k++) {
        jet3_const(0, &f[k], zero);
        jet3_const(0, &m->rate[k], zero);
    }
}

void deformable_output(const state *s, const elem *e, record *out)
{
    const deformable *j = e->self;
    const bool is_viscous = j->law->kind & LAW_VISCOUS;
    double strain[LAW_MAX], rate[LAW_MAX];
    deformable_motion m;
    jet3 f[2];
    deformable_set_motion(0, s, j, &m);
    apply_law(0, s, j, &m, f);
    law_input(j, &m, strain, rate);
    if (s->now < PHASE_DERIVATIVES)
        show_rest(&m, f);
    const vec3 zero = {0, 0, 0}, F = j->has_translation ? jet3_value(&f[0]) : zero,
               M = j->has_rotation ? jet3_value(&f[1]) : zero;
    joint_output(out, e, F, M, mat3_mulv(&m.H, F), mat3_mulv(&m.H, M));
    if (out->named) {
        deformable_record_columns(s, j, &m, out);
        law_output(s, j->law, strain, rate, out);
        return;
    }
    /* A viscous law has no strain to show. */
    if (j->has_translation)
        record_vec3(out, j->law->kind == LAW_VISCOUS ? zero : jet3_value(&m.strain[0]));
    if (j->has_rotation) {
        const mat3 relative = relative_orientation(s, j);
        record_orientation(out, &relative, j->description);
    }
    if (is_viscous && j->has_translation)
        record_vec3(out, jet3_value(&m.rate[0]));
    if (is_viscous && j->has_rotation)
        record_vec3(out, jet3_value(&m.rate[1]));
    law_output(s, j->law, strain, rate, out);
    record_end(out);
}

void deformable_sample(sampler *from, elem *e, unsigned parts)
{
    deformable *j = e->self;
    set_parts(j, parts);
    sample_sides(from, j->side);
    j->law = sample_law(from, dimension(j));
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

static bool has_part(const deformable *j, int part) { return part == 0 ? j->has_translation : j->has_rotation; }

int deformable_private_index(const elem *e, const char *name)
{
    const deformable *j = e->self;
    int index = 1;
    for (int k = 0; k < ARRAY_LEN(DATA); k++) {
        if (!has_part(j, DATA[k].part))
            continue;
        if (name[0] == DATA[k].letter && name[1] >= 'x' && name[1] <= 'z' && !name[2])
            return index + name[1] - 'x';
        index += 3;
    }
    const int of_law = law_private_index(j->law, name);
    return of_law ? index - 1 + of_law : 0;
}

bool deformable_has_private(const elem *e, int index)
{
    const deformable *j = e->self;
    int own = 0;
    for (int k = 0; k < ARRAY_LEN(DATA); k++)
        own += has_part(j, DATA[k].part) ? 3 : 0;
    return index <= own || law_has_private(j->law, index - own);
}

double deformable_private_value(const state *s, const elem *e, int index)
{
    const deformable *j = e->self;
    int k = 0, at = index - 1;
    for (; k < ARRAY_LEN(DATA); k++)
        if (has_part(j, DATA[k].part)) {
            if (at < 3)
                break;
            at -= 3;
        }
    double strain[LAW_MAX], rate[LAW_MAX];
    deformable_motion m;
    jet3 f[2];
    deformable_set_motion(0, s, j, &m);
    law_input(j, &m, strain, rate);
    if (k == ARRAY_LEN(DATA))
        return law_private_value(s, j->law, strain, rate, at + 1);
    const int part = DATA[k].part;
    if (DATA[k].what == OF_STRAIN)
        return m.strain[part].v[at];
    /* Velocities are seen from the node, not from the joint's orientation on it. */
    if (DATA[k].what == OF_RATE)
        return part == 1 ? m.rate[1].v[at] : vec3_get(mat3_mulv(m.side[0].Rh, jet3_value(&m.rate[0])), at);
    apply_law(0, s, j, &m, f);
    return f[part].v[at];
}
