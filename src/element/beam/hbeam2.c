/* hbeam2.c - the two-node beam with helicoidal interpolation of positions and orientations.
 *
 *     phi, rho: twist of the screw motion from end 1 to end 2 (helicoid.c);  L: distance of the ends at the start
 *     nu = rho / L - nu_0,   k = phi / L - k_0              zero at the start
 *     (f, m) = law(strain, rate),   F = R f,  M = R m,   R = H1 exp(phi/2)
 *     node 1: F, (p - x1) x F + M          node 2: -F, -(p - x2) x F - M        p: the middle of the line
 *
 * After Merlini and Morandini, The helicoidal modeling in computational finite elasticity, IJSS 41, 2004. Pure bending
 * gives an exact arc for any rotation of an element below half a revolution. The loads follow from equilibrium at the
 * middle and not from an energy: they have no potential in a deformed element. */
#include "element/beam/beam.h"
#include "control/control.h"
#include "element/beam/helicoid.h"
#include "element/diag_rows.h"
#include "element/law_user.h"
#include "math/rotation.h"
#include "model/frames.h"
#include "model/reading.h"
#include <string.h>

typedef struct {
    joint_side side[2];
    double length;
    vec3 rest[2]; /* nu_0, k_0 */
    const law *law;
    unsigned output; /* OUTPUT_* flags */
    orientation_kind description;
} hbeam;

typedef struct {
    helicoid line;
    jet3 strain[2], rate[2];
} motion;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void hbeam2_read_end(reader *r, joint_side *j)
{
    *j = (joint_side){.Rh = MAT3_EYE};
    read_side_node(r, j, NULL);
    const frame_context c = {.own = j->node ? j->node->initial : NULL};
    read_keyword(r, "position");
    j->f = read_position_rel(r, &c, "offset of the beam");
    if (read_orientation_word(r))
        j->Rh = read_orientation_rel(r, &c, "orientation of the beam");
}

static vec3 hbeam2_initial_point(const joint_side *j)
{
    return vec3_add(j->node->initial->x, mat3_mulv(&j->node->initial->R, j->f));
}

/* With a given orientation of the section both ends have it at the start, and the line is straight. The shape at the
 * start has no strain. */
static void set_ends(hbeam *b, const mat3 *R)
{
    mat3 H[2];
    for (int i = 0; i < 2; i++) {
        const mat3 *at = &b->side[i].node->initial->R;
        if (R)
            b->side[i].Rh = mat3_tmul(at, R);
        H[i] = mat3_mul(at, &b->side[i].Rh);
    }
    const vec3 line = vec3_sub(hbeam2_initial_point(&b->side[1]), hbeam2_initial_point(&b->side[0]));
    const mat3 relative = mat3_tmul(&H[0], &H[1]);
    const vec3 phi = rotation_log(&relative);
    const mat3 inverse = rotation_exp_spin_inverse(phi);
    b->length = vec3_norm(line);
    b->rest[0] = vec3_scale(1.0 / b->length, mat3_mulv(&inverse, mat3_tmulv(&H[0], line)));
    b->rest[1] = vec3_scale(1.0 / b->length, phi);
}

static void read_hbeam(reader *r, elem *e, bool has_orientation)
{
    static const frame_context GLOBAL;
    hbeam *b = e->self;
    b->output = model_of(r)->options.beam_output;
    b->description = model_of(r)->options.beam_orientation;
    hbeam2_read_end(r, &b->side[0]);
    hbeam2_read_end(r, &b->side[1]);
    const bool from_nodes = !has_orientation || read_keyword(r, "from nodes");
    const mat3 R = from_nodes ? MAT3_EYE : read_orientation_abs(r, &GLOBAL, "orientation of the section");
    b->law = read_law(r, LAW_MAX, "constitutive law of the section");
    if (read_keyword(r, "custom output"))
        b->output = read_beam_output(r, &b->description);
    if (!read_ok(r))
        return;
    set_ends(b, from_nodes ? NULL : &R);
    if (b->length == 0.0)
        read_error(r, E_BEAM_LENGTH, e->where);
}

static void hbeam2_read(reader *r, elem *e) { read_hbeam(r, e, true); }
static void read_plain(reader *r, elem *e) { read_hbeam(r, e, false); }

static void hbeam2_connect(const elem *e, layout *l)
{
    const hbeam *b = e->self;
    layout_node(l, b->side[0].node);
    layout_node(l, b->side[1].node);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void hbeam2_set_motion(int n, const state *s, const hbeam *b, motion *m)
{
    helicoid *h = &m->line;
    helicoid_set(n, s, b->side, h);
    const double scale = 1.0 / b->length;
    jet3_scale(n, &m->strain[0], scale, &h->rho);
    jet3_scale(n, &m->strain[1], scale, &h->phi);
    jet3_scale(n, &m->rate[0], scale, &h->rho_dot);
    jet3_scale(n, &m->rate[1], scale, &h->phi_dot);
    for (int i = 0; i < 2; i++)
        jet3_add_vec3_to(&m->strain[i], -1.0, b->rest[i]);
}

static void hbeam2_eval(int n, const state *s, const elem *e, local *out)
{
    const hbeam *b = e->self;
    motion m;
    jet3 f[2];
    hbeam2_set_motion(n, s, b, &m);
    jet_law6(n, b->law, s, m.strain, m.rate, f);
    jet3 F[2], arm;
    for (int k = 0; k < 2; k++)
        helicoid_global(n, b->side, &m.line, &F[k], &f[k]);
    for (int i = 0; i < 2; i++) {
        const double sign = i == 0 ? 1.0 : -1.0;
        jet3_add(n, &arm, &m.line.p, -1.0, &m.line.side[i].node.x);
        local_force(n, out, 6 * i, sign, &F[0], &arm);
        local_couple(n, out, 6 * i, sign, &F[1]);
    }
}

static void law_input(const motion *m, double strain[LAW_MAX], double rate[LAW_MAX])
{
    for (int k = 0; k < 2; k++) {
        memcpy(strain + 3 * k, m->strain[k].v, sizeof m->strain[k].v);
        memcpy(rate + 3 * k, m->rate[k].v, sizeof m->rate[k].v);
    }
}

static void hbeam2_input(const state *s, const elem *e, double strain[LAW_MAX], double rate[LAW_MAX])
{
    motion m;
    hbeam2_set_motion(0, s, e->self, &m);
    law_input(&m, strain, rate);
}

static const law_user USER = {.law = offsetof(hbeam, law), .input = hbeam2_input};

static void hbeam2_start(const state *s, const elem *e, memory_block *to) { law_user_start(&USER, s, e, to); }
static void hbeam2_predict(const state *s, const elem *e, memory_block *to) { law_user_predict(&USER, s, e, to); }
static void hbeam2_accept(const state *s, const elem *e, memory_block *to) { law_user_accept(&USER, s, e, to); }

/* --- output ------------------------------------------------------------------------------------------------------- */

typedef struct {
    vec3 p;
    mat3 R;
    double strain[LAW_MAX], rate[LAW_MAX];
    law_result f;
} section;

static section section_now(const state *s, const hbeam *b)
{
    section c;
    motion m;
    hbeam2_set_motion(0, s, b, &m);
    law_input(&m, c.strain, c.rate);
    law_eval(b->law, s, c.strain, c.rate, &c.f);
    c.p = jet3_value(&m.line.p);
    const mat3 H = side_now(s, &b->side[0]).H, turned = rotation_exp(jet3_value(&m.line.half));
    c.R = mat3_mul(&H, &turned);
    return c;
}

static void hbeam2_record_columns(const hbeam *b, const section *c, record *out)
{
    static const struct {
        unsigned flag;
        const char *name, *words;
        physical_quantity unit;
    } COLUMNS[] = {
        {OUTPUT_FORCE, "F", "evaluation point internal force in local frame (F_X, F_Y, F_Z)", QUANTITY_FORCE},
        {OUTPUT_MOMENT, "M", "evaluation point internal moment in local frame (M_X, M_Y, M_Z)", QUANTITY_MOMENT},
        {OUTPUT_LINEAR_STRAIN, "nu", "evaluation point linear strain in local frame (nu_X, nu_Y, nu_Z)",
         QUANTITY_LINEAR_STRAIN},
        {OUTPUT_ANGULAR_STRAIN, "k", "evaluation point angular strain in local frame (K_X, K_Y, K_Z)",
         QUANTITY_ANGULAR_STRAIN},
        {OUTPUT_LINEAR_STRAIN_RATE, "nuP", "evaluation point linear strain rate in local frame (nuP_X, nuP_Y, nuP_Z)",
         QUANTITY_LINEAR_STRAIN_RATE},
        {OUTPUT_ANGULAR_STRAIN_RATE, "kP", "evaluation point angular strain rate in local frame (KP_X, KP_Y, KP_Z)",
         QUANTITY_ANGULAR_STRAIN_RATE},
    };
    const double *const values[] = {c->f.stress, c->f.stress + 3, c->strain, c->strain + 3, c->rate, c->rate + 3};
    if (b->output & OUTPUT_POSITION) {
        record_name(out, "X", QUANTITY_LENGTH, "evaluation point global position vector (X, Y, Z)");
        record_vec3(out, c->p);
    }
    if (b->output & OUTPUT_ORIENTATION) {
        record_name(out, "", QUANTITY_ORIENTATION, "evaluation point global");
        record_orientation(out, &c->R, b->description);
    }
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++)
        if (b->output & COLUMNS[i].flag && (i < 4 || b->law->kind & LAW_VISCOUS)) {
            record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
            record_vec3(out, vec3_load(values[i]));
        }
}

static void hbeam2_output_row(const state *s, const elem *e, record *out)
{
    const hbeam *b = e->self;
    const section c = section_now(s, b);
    if (out->named) {
        record_type(out, b->law->kind & LAW_VISCOUS ? "viscoelastic" : "elastic");
        hbeam2_record_columns(b, &c, out);
        return;
    }
    record_begin(out, e->label);
    record_vec3(out, vec3_load(c.f.stress));
    record_vec3(out, vec3_load(c.f.stress + 3));
    record_end(out);
}

static void hbeam2_log_line(const elem *e, record *out)
{
    const hbeam *b = e->self;
    record_word(out, "hbeam2:");
    record_unsigned(out, e->label);
    for (int i = 0; i < 2; i++) {
        record_unsigned(out, b->side[i].node->label);
        record_vec3(out, b->side[i].f);
    }
    record_end(out);
}

static double hbeam2_private_value(const state *s, const elem *e, int index)
{
    const hbeam *b = e->self;
    const section c = section_now(s, b);
    const int group = (index - 1) / 3, i = (index - 1) % 3;
    const vec3 w = vec3_scale(0.5, vec3_add(s->poses[b->side[0].node->pose].w, s->poses[b->side[1].node->pose].w));
    const vec3 of[] = {vec3_load(c.strain),
                       vec3_load(c.strain + 3),
                       vec3_load(c.f.stress),
                       vec3_load(c.f.stress + 3),
                       c.p,
                       rotation_log(&c.R),
                       w,
                       vec3_load(c.rate),
                       vec3_load(c.rate + 3)};
    return vec3_get(of[group], i);
}

static void hbeam2_sample(sampler *from, elem *e)
{
    hbeam *b = e->self;
    sample_sides(from, b->side);
    b->length = sample_real(from, 0.5, 2.0);
    b->law = sample_law(from, LAW_MAX);
    b->output = OUTPUT_FORCE | OUTPUT_MOMENT;
}

static void hbeam2_draw(const elem *e, drawing *d)
{
    const hbeam *b = e->self;
    const draw_tie points[] = {side_tie(&b->side[0]), side_tie(&b->side[1])};
    draw_curve(d, points, 2);
}

#define HBEAM_SLOTS                                                                                                   \
    .history = &(const elem_history){.start = hbeam2_start, .predict = hbeam2_predict, .accept = hbeam2_accept},      \
    .drawing = &(const elem_drawing){.draw = hbeam2_draw}, .assembly = &(const elem_assembly){.deformable = true},    \
    .expectations = &(const elem_expectations){.internal_forces = true, .no_potential = true}, .size = sizeof(hbeam), \
    .connect = hbeam2_connect, .eval = hbeam2_eval, .output = hbeam2_output_row, .log = hbeam2_log_line,              \
    .private_names = beam2_private_names, .private_value = hbeam2_private_value, .sample = hbeam2_sample

const elem_type hbeam2_type = {
    HBEAM_SLOTS,
    .card = &elem_cards[CARD_HBEAM2],
    .grammar = "hbeam2: LABEL, NODE 1, [position,] (vec3) OFFSET, [orientation, ORIENTATION,] NODE 2, ..., "
               "{ORIENTATION | from nodes}, (6D law) LAW [, custom output, FLAG [, ...]]",
    .summary = "A beam with two nodes and helicoidal interpolation; experimental.",
    .read = hbeam2_read,
};

const elem_type hbeam_type = {
    HBEAM_SLOTS,
    .card = &elem_cards[CARD_HBEAM],
    .grammar = "hbeam: LABEL, NODE 1, [position,] (vec3) OFFSET, [orientation, ORIENTATION,] NODE 2, ..., (6D law) LAW "
               "[, custom output, FLAG [, ...]]",
    .summary = "Another name for hbeam2, with the section oriented like the nodes.",
    .read = read_plain,
};
