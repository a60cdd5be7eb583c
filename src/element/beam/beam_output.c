/* beam_output.c - rows of the .act file and private data of beams.
 *
 *     beam3:  LABEL F_I M_I F_II M_II [ nu_I nu_II ] [ k_I k_II ] [ nu'_I nu'_II k'_I k'_II ]
 *     beam2:  LABEL F M
 *
 * Named output has for each point X, orientation, F, M, nu, k, nu', k', as selected by the output flags. */
#include "element/beam/beam.h"
#include "math/rotation.h"
#include <stdio.h>
#include <string.h>

static void point_now(const state *state, const elem *element, int which, beam_motion *motion, law_result *result)
{
    const beam *beam = element->self;
    const beam_memory *last = remembered(state, element->memory);
    beam_shape shape;
    beam_shape_now(beam, state, &shape);
    beam_motion_set(beam, &shape, which, last, motion);
    beam_law(beam, state, &beam->point[which], motion, result);
    if (last->is_waiting)
        memset(result->stress, 0, sizeof result->stress);
}

/* Writes a vector of one point, with the number of the point appended to its name. */
static void record_at(record *out, const beam *beam, int which, const char *name, physical_quantity unit,
                      const char *words, vec3 v)
{
    static const char *const POINTS[] = {"I", "II"};
    char full[16] = "", description[128] = "";
    const column_set *to = record_observer(out);
    if (to && to->define) {
        const bool is_numbered = beam->n_points > 1;
        const char *point = is_numbered ? POINTS[which > 0] : "";
        snprintf(full, sizeof full, "%s%s%s", name, is_numbered ? "_" : "", point);
        snprintf(description, sizeof description, "evaluation point %s%s%s", point, is_numbered ? " " : "", words);
    }
    record_name(out, full, unit, description);
    record_vec3(out, v);
}

static void record_orientation_at(record *out, const beam *beam, int which, const mat3 *R)
{
    static const char *const SUFFIXES[] = {"_I", "_II"};
    static const char *const WORDS[] = {"evaluation point I global", "evaluation point II global"};
    const bool is_numbered = beam->n_points > 1;
    record_name(out, is_numbered ? SUFFIXES[which] : "", QUANTITY_ORIENTATION,
                is_numbered ? WORDS[which] : "evaluation point global");
    record_orientation(out, R, beam->description);
}

static void record_stress(record *out, const beam *beam, int which, const law_result *result, unsigned wanted)
{
    if (wanted & OUTPUT_FORCE)
        record_at(out, beam, which, "F", QUANTITY_FORCE, "internal force in local frame (F_X, F_Y, F_Z)",
                  vec3_load(result->stress));
    if (wanted & OUTPUT_MOMENT)
        record_at(out, beam, which, "M", QUANTITY_MOMENT, "internal moment in local frame (M_X, M_Y, M_Z)",
                  vec3_load(result->stress + 3));
}

/* Writes the quantities selected by the output flags. */
static void beam_output_record_columns(const state *state, const elem *element, int which, record *out)
{
    const beam *beam = element->self;
    beam_motion motion;
    law_result result;
    const unsigned wanted = beam->output;
    point_now(state, element, which, &motion, &result);
    if (wanted & OUTPUT_POSITION)
        record_at(out, beam, which, "X", QUANTITY_LENGTH, "global position vector (X, Y, Z)", motion.p);
    if (wanted & OUTPUT_ORIENTATION)
        record_orientation_at(out, beam, which, &motion.R);
    record_stress(out, beam, which, &result, wanted);
    if (wanted & OUTPUT_LINEAR_STRAIN)
        record_at(out, beam, which, "nu", QUANTITY_LINEAR_STRAIN, "linear strain in local frame (nu_X, nu_Y, nu_Z)",
                  vec3_load(motion.strain));
    if (wanted & OUTPUT_ANGULAR_STRAIN)
        record_at(out, beam, which, "k", QUANTITY_ANGULAR_STRAIN, "angular strain in local frame (K_X, K_Y, K_Z)",
                  vec3_load(motion.strain + 3));
    if (wanted & OUTPUT_LINEAR_STRAIN_RATE && beam->has_rates)
        record_at(out, beam, which, "nuP", QUANTITY_LINEAR_STRAIN_RATE,
                  "linear strain rate in local frame (nuP_X, nuP_Y, nuP_Z)", vec3_load(motion.rate));
    if (wanted & OUTPUT_ANGULAR_STRAIN_RATE && beam->has_rates)
        record_at(out, beam, which, "kP", QUANTITY_ANGULAR_STRAIN_RATE,
                  "angular strain rate in local frame (KP_X, KP_Y, KP_Z)", vec3_load(motion.rate + 3));
}

static void record_part(record *out, const beam_motion *motion, int n, bool of_rates, int first)
{
    for (int i = 0; i < n; i++)
        record_vec3(out, vec3_load((of_rates ? motion[i].rate : motion[i].strain) + first));
}

static const char *type_words(const beam *beam)
{
    const bool is_viscous = beam->point[0].law->kind & LAW_VISCOUS;
    if (beam->n_electrodes > 0)
        return is_viscous ? "piezoelectric viscoelastic" : "piezoelectric elastic";
    return is_viscous ? "viscoelastic" : "elastic";
}

void beam_output(const state *state, const elem *element, record *out)
{
    const beam *beam = element->self;
    const unsigned rates = OUTPUT_LINEAR_STRAIN_RATE | OUTPUT_ANGULAR_STRAIN_RATE;
    beam_motion m[BEAM_POINTS];
    if (out->named) {
        record_type(out, type_words(beam));
        for (int i = 0; i < beam->n_points; i++)
            beam_output_record_columns(state, element, i, out);
        return;
    }
    record_begin(out, element->label);
    for (int i = 0; i < beam->n_points; i++) {
        law_result result;
        point_now(state, element, i, &m[i], &result);
        record_stress(out, beam, i, &result, OUTPUT_FORCE | OUTPUT_MOMENT);
    }
    if (beam->n_points == 2) {
        if (beam->output & OUTPUT_LINEAR_STRAIN)
            record_part(out, m, 2, false, 0);
        if (beam->output & OUTPUT_ANGULAR_STRAIN)
            record_part(out, m, 2, false, 3);
        if (beam->output & rates && beam->has_rates) {
            record_part(out, m, 2, true, 0);
            record_part(out, m, 2, true, 3);
        }
    }
    record_end(out);
}

/* Groups of three, in the order of their indices. */
static const char *const GROUPS[] = {"e", "k", "F", "M", "X", "Phi", "Omega", "eP", "kP"};

enum { OF_NU, OF_K, OF_FORCE, OF_MOMENT, OF_POSITION, OF_ORIENTATION, OF_ANGULAR_VELOCITY, OF_NU_RATE, OF_K_RATE };

enum { DATA_OF_POINT = 27 };

#define DATA_NAMES(p)                                                                                                 \
    p "ex", p "ey", p "ez", p "kx", p "ky", p "kz", p "Fx", p "Fy", p "Fz", p "Mx", p "My", p "Mz", p "Xx", p "Xy",   \
        p "Xz", p "Phix", p "Phiy", p "Phiz", p "Omegax", p "Omegay", p "Omegaz", p "ePx", p "ePy", p "ePz", p "kPx", \
        p "kPy", p "kPz"

const char *const beam2_private_names[] = {DATA_NAMES(""), NULL};
const char *const beam3_private_names[] = {DATA_NAMES("pI."), DATA_NAMES("pII."), NULL};

bool beam_has_private(const elem *element, int index)
{
    return index <= DATA_OF_POINT * ((const beam *)element->self)->n_points;
}

int beam_private_index(const elem *element, const char *name)
{
    const beam *beam = element->self;
    int which = 0;
    if (beam->n_points == 2) {
        if (strncmp(name, "pI.", 3) == 0)
            name += 3;
        else if (strncmp(name, "pII.", 4) == 0)
            name += 4, which = 1;
        else
            return 0;
    }
    for (int i = 0; i < ARRAY_LEN(GROUPS); i++) {
        const size_t n = strlen(GROUPS[i]);
        if (strncmp(name, GROUPS[i], n) == 0 && name[n] >= 'x' && name[n] <= 'z' && !name[n + 1])
            return 1 + DATA_OF_POINT * which + 3 * i + name[n] - 'x';
    }
    return 0;
}

/* For an elastic beam, which does not compute the angular velocity of the section: interpolated from the nodes. */
static vec3 angular_velocity(const state *state, const beam *beam, const beam_point *point)
{
    vec3 w = {0, 0, 0};
    for (int i = 0; i < beam->n_nodes; i++)
        w = vec3_axpy(w, point->N[i], state->poses[beam->node[i]->pose].w);
    return w;
}

double beam_private_value(const state *state, const elem *element, int index)
{
    const beam *beam = element->self;
    const int which = (index - 1) / 27, group = (index - 1) % 27 / 3, i = (index - 1) % 3;
    beam_motion motion;
    law_result result;
    point_now(state, element, which, &motion, &result);
    switch (group) {
    case OF_NU:
        return motion.strain[i];
    case OF_K:
        return motion.strain[3 + i];
    case OF_FORCE:
        return result.stress[i];
    case OF_MOMENT:
        return result.stress[3 + i];
    case OF_POSITION:
        return vec3_get(motion.p, i);
    case OF_ORIENTATION:
        return vec3_get(rotation_log(&motion.R), i);
    case OF_ANGULAR_VELOCITY:
        return vec3_get(beam->has_rates ? motion.w : angular_velocity(state, beam, &beam->point[which]), i);
    case OF_NU_RATE:
        return beam->has_rates ? motion.rate[i] : 0.0;
    default:
        return beam->has_rates ? motion.rate[3 + i] : 0.0;
    }
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

void beam_draw(const elem *element, drawing *drawing)
{
    const beam *beam = element->self;
    draw_tie points[BEAM_NODES];
    for (int i = 0; i < beam->n_nodes; i++)
        points[i] = draw_at(beam->node[i], beam->f[i], &beam->Rh[i]);
    draw_curve(drawing, points, beam->n_nodes);
}
