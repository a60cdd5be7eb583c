/* hbeam2.c - the two-node beam with helicoidal interpolation of positions and orientations.
 *
 *     phi, rho: twist of the screw motion from end 1 to end 2 (helicoid.c);  L: initial distance of the ends
 *     nu = rho / L - nu_0,   k = phi / L - k_0              zero at the start
 *     (f, m) = law(strain, rate),   F = R f,  M = R m,   R = H1 exp(phi/2)
 *     node 1: F, (p - x1) x F + M          node 2: -F, -(p - x2) x F - M        p: midpoint of the line
 *
 * After Merlini and Morandini, The helicoidal modeling in computational finite elasticity, IJSS 41, 2004. Pure bending
 * gives an exact arc for any rotation of an element below half a revolution. The loads follow from equilibrium at the
 * midpoint and not from an energy: they have no potential in a deformed element. */
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

static void hbeam2_read_end(reader *reader, joint_side *side)
{
    *side = (joint_side){.Rh = MAT3_EYE};
    read_side_node(reader, side, NULL);
    const frame_context context = {.node_frame = side->node ? side->node->initial : NULL};
    read_keyword(reader, "position");
    side->f = read_position_rel(reader, &context, "offset of the beam");
    if (read_orientation_word(reader))
        side->Rh = read_orientation_rel(reader, &context, "orientation of the beam");
}

static vec3 hbeam2_initial_point(const joint_side *side)
{
    return vec3_add(side->node->initial->x, mat3_mulv(&side->node->initial->R, side->f));
}

/* If the orientation of the section is given, both ends have it initially and the line is straight. The initial shape
 * is free of strain. */
static void set_ends(hbeam *hbeam, const mat3 *R)
{
    mat3 H[2];
    for (int i = 0; i < 2; i++) {
        const mat3 *at = &hbeam->side[i].node->initial->R;
        if (R)
            hbeam->side[i].Rh = mat3_tmul(at, R);
        H[i] = mat3_mul(at, &hbeam->side[i].Rh);
    }
    const vec3 line = vec3_sub(hbeam2_initial_point(&hbeam->side[1]), hbeam2_initial_point(&hbeam->side[0]));
    const mat3 relative = mat3_tmul(&H[0], &H[1]);
    const vec3 phi = rotation_log(&relative);
    const mat3 inverse = rotation_exp_spin_inverse(phi);
    hbeam->length = vec3_norm(line);
    hbeam->rest[0] = vec3_scale(1.0 / hbeam->length, mat3_mulv(&inverse, mat3_tmulv(&H[0], line)));
    hbeam->rest[1] = vec3_scale(1.0 / hbeam->length, phi);
}

static void read_hbeam(reader *reader, elem *element, bool has_orientation)
{
    static const frame_context GLOBAL;
    hbeam *hbeam = element->self;
    hbeam->output = model_of(reader)->options.beam_output;
    hbeam->description = model_of(reader)->options.beam_orientation;
    hbeam2_read_end(reader, &hbeam->side[0]);
    hbeam2_read_end(reader, &hbeam->side[1]);
    const bool from_nodes = !has_orientation || read_keyword(reader, "from nodes");
    const mat3 R = from_nodes ? MAT3_EYE : read_orientation_abs(reader, &GLOBAL, "orientation of the section");
    hbeam->law = read_law(reader, LAW_MAX, "constitutive law of the section");
    if (read_keyword(reader, "custom output"))
        hbeam->output = read_beam_output(reader, &hbeam->description);
    if (!read_ok(reader))
        return;
    set_ends(hbeam, from_nodes ? NULL : &R);
    if (hbeam->length == 0.0)
        read_error(reader, E_BEAM_LENGTH, element->location);
}

static void hbeam2_read(reader *reader, elem *element) { read_hbeam(reader, element, true); }
static void read_plain(reader *reader, elem *element) { read_hbeam(reader, element, false); }

static void hbeam2_connect(const elem *element, layout *layout)
{
    const hbeam *hbeam = element->self;
    layout_node(layout, hbeam->side[0].node);
    layout_node(layout, hbeam->side[1].node);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void hbeam2_set_motion(int n, const state *state, const hbeam *hbeam, motion *motion)
{
    helicoid *helicoid = &motion->line;
    helicoid_set(n, state, hbeam->side, helicoid);
    const double scale = 1.0 / hbeam->length;
    jet3_scale(n, &motion->strain[0], scale, &helicoid->rho);
    jet3_scale(n, &motion->strain[1], scale, &helicoid->phi);
    jet3_scale(n, &motion->rate[0], scale, &helicoid->rho_dot);
    jet3_scale(n, &motion->rate[1], scale, &helicoid->phi_dot);
    for (int i = 0; i < 2; i++)
        jet3_add_vec3_to(&motion->strain[i], -1.0, hbeam->rest[i]);
}

static void hbeam2_eval(int lanes, const state *state, const elem *element, local *out)
{
    const hbeam *hbeam = element->self;
    motion motion;
    jet3 f[2];
    hbeam2_set_motion(lanes, state, hbeam, &motion);
    jet_law6(lanes, hbeam->law, state, motion.strain, motion.rate, f);
    jet3 F[2], arm;
    for (int k = 0; k < 2; k++)
        helicoid_global(lanes, hbeam->side, &motion.line, &F[k], &f[k]);
    for (int i = 0; i < 2; i++) {
        const double sign = i == 0 ? 1.0 : -1.0;
        jet3_add(lanes, &arm, &motion.line.p, -1.0, &motion.line.side[i].node.x);
        local_force(lanes, out, 6 * i, sign, &F[0], &arm);
        local_moment(lanes, out, 6 * i, sign, &F[1]);
    }
}

static void law_input(const motion *motion, double strain[LAW_MAX], double rate[LAW_MAX])
{
    for (int k = 0; k < 2; k++) {
        memcpy(strain + 3 * k, motion->strain[k].v, sizeof motion->strain[k].v);
        memcpy(rate + 3 * k, motion->rate[k].v, sizeof motion->rate[k].v);
    }
}

static void hbeam2_input(const state *state, const elem *element, double strain[LAW_MAX], double rate[LAW_MAX])
{
    motion motion;
    hbeam2_set_motion(0, state, element->self, &motion);
    law_input(&motion, strain, rate);
}

static const law_user USER = {.law = offsetof(hbeam, law), .input = hbeam2_input};

static void hbeam2_start(const state *state, const elem *element, memory_block *to)
{
    law_user_start(&USER, state, element, to);
}
static void hbeam2_predict(const state *state, const elem *element, memory_block *to)
{
    law_user_predict(&USER, state, element, to);
}
static void hbeam2_accept(const state *state, const elem *element, memory_block *to)
{
    law_user_accept(&USER, state, element, to);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

typedef struct {
    vec3 p;
    mat3 R;
    double strain[LAW_MAX], rate[LAW_MAX];
    law_result result;
} section;

static section section_now(const state *state, const hbeam *hbeam)
{
    section section;
    motion motion;
    hbeam2_set_motion(0, state, hbeam, &motion);
    law_input(&motion, section.strain, section.rate);
    law_eval(hbeam->law, state, section.strain, section.rate, &section.result);
    section.p = jet3_value(&motion.line.p);
    const mat3 H = side_now(state, &hbeam->side[0]).H, rotated = rotation_exp(jet3_value(&motion.line.half));
    section.R = mat3_mul(&H, &rotated);
    return section;
}

static void hbeam2_record_columns(const hbeam *hbeam, const section *section, record *out)
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
    const double *const values[] = {section->result.stress, section->result.stress + 3,
                                    section->strain,        section->strain + 3,
                                    section->rate,          section->rate + 3};
    if (hbeam->output & OUTPUT_POSITION) {
        record_name(out, "X", QUANTITY_LENGTH, "evaluation point global position vector (X, Y, Z)");
        record_vec3(out, section->p);
    }
    if (hbeam->output & OUTPUT_ORIENTATION) {
        record_name(out, "", QUANTITY_ORIENTATION, "evaluation point global");
        record_orientation(out, &section->R, hbeam->description);
    }
    for (int i = 0; i < ARRAY_LEN(COLUMNS); i++)
        if (hbeam->output & COLUMNS[i].flag && (i < 4 || hbeam->law->kind & LAW_VISCOUS)) {
            record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
            record_vec3(out, vec3_load(values[i]));
        }
}

static void hbeam2_output_row(const state *state, const elem *element, record *out)
{
    const hbeam *hbeam = element->self;
    const section section = section_now(state, hbeam);
    if (out->named) {
        record_type(out, hbeam->law->kind & LAW_VISCOUS ? "viscoelastic" : "elastic");
        hbeam2_record_columns(hbeam, &section, out);
        return;
    }
    record_begin(out, element->label);
    record_vec3(out, vec3_load(section.result.stress));
    record_vec3(out, vec3_load(section.result.stress + 3));
    record_end(out);
}

static void hbeam2_log_line(const elem *element, record *out)
{
    const hbeam *hbeam = element->self;
    record_word(out, "hbeam2:");
    record_unsigned(out, element->label);
    for (int i = 0; i < 2; i++) {
        record_unsigned(out, hbeam->side[i].node->label);
        record_vec3(out, hbeam->side[i].f);
    }
    record_end(out);
}

static double hbeam2_private_value(const state *state, const elem *element, int index)
{
    const hbeam *hbeam = element->self;
    const section section = section_now(state, hbeam);
    const int group = (index - 1) / 3, i = (index - 1) % 3;
    const vec3 w =
        vec3_scale(0.5, vec3_add(state->poses[hbeam->side[0].node->pose].w, state->poses[hbeam->side[1].node->pose].w));
    const vec3 of[] = {vec3_load(section.strain),
                       vec3_load(section.strain + 3),
                       vec3_load(section.result.stress),
                       vec3_load(section.result.stress + 3),
                       section.p,
                       rotation_log(&section.R),
                       w,
                       vec3_load(section.rate),
                       vec3_load(section.rate + 3)};
    return vec3_get(of[group], i);
}

static void hbeam2_sample(sampler *from, elem *element)
{
    hbeam *hbeam = element->self;
    sample_sides(from, hbeam->side);
    hbeam->length = sample_real(from, 0.5, 2.0);
    hbeam->law = sample_law(from, LAW_MAX);
    hbeam->output = OUTPUT_FORCE | OUTPUT_MOMENT;
}

static void hbeam2_draw(const elem *element, drawing *drawing)
{
    const hbeam *hbeam = element->self;
    const draw_tie points[] = {side_tie(&hbeam->side[0]), side_tie(&hbeam->side[1])};
    draw_curve(drawing, points, 2);
}

#define HBEAM_SLOTS                                                                                                   \
    .history = &(const elem_history){.start = hbeam2_start, .predict = hbeam2_predict, .accept = hbeam2_accept},      \
    .drawing = &(const elem_drawing){.draw = hbeam2_draw},                                                            \
    .assembly = &(const elem_assembly){.deformable = true, .always = true},                                           \
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
