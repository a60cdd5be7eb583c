/* beam_read.c - reads beams.
 *
 *     beam ::= NODE , [ position , ] OFFSET , [ orientation , Rh , ] ... for each node ,
 *              { R | from nodes } , LAW [ , { same | R | from nodes } , { same | LAW } for the second point ]
 *              [ , { piezoelectric actuator | piezoelectric beam } , ... ] [ , custom output , FLAG [ , ... ] ]
 *
 * Section orientations are absolute. */
#include "element/beam/beam.h"
#include "contract/sampler.h"
#include "control/control.h"
#include "element/diag_rows.h"
#include "model/frames.h"
#include "model/reading.h"

static void read_node_part(reader *reader, beam *beam, int i)
{
    beam->Rh[i] = MAT3_EYE;
    beam->node[i] = read_structural_node(reader, "node of the beam");
    const frame_context context = {.node_frame = beam->node[i] ? beam->node[i]->initial : NULL};
    read_keyword(reader, "position");
    beam->f[i] = read_position_rel(reader, &context, "offset of the beam");
    if (read_keyword(reader, "orientation") || read_keyword(reader, "rot"))
        beam->Rh[i] = read_orientation_rel(reader, &context, "orientation of the beam");
}

typedef struct {
    bool from_nodes;
    mat3 R;
} section;

static section read_section(reader *reader)
{
    static const frame_context GLOBAL;
    section section = {.from_nodes = read_keyword(reader, "from nodes"), .R = MAT3_EYE};
    if (!section.from_nodes)
        section.R = read_orientation_abs(reader, &GLOBAL, "orientation of the section");
    return section;
}

static void beam_read_read_points(reader *reader, const elem *element, beam *beam)
{
    section at[BEAM_POINTS];
    for (int i = 0; i < beam->n_points; i++) {
        at[i] = i > 0 && read_keyword(reader, "same") ? at[0] : read_section(reader);
        beam->point[i].law = i > 0 && read_keyword(reader, "same")
                                 ? law_copy(model_of(reader), beam->point[0].law)
                                 : read_law(reader, 6, "constitutive law of the section");
        beam->has_rates |= (beam->point[i].law->kind & LAW_VISCOUS) != 0;
    }
    for (int i = 0; read_ok(reader) && i < beam->n_points; i++)
        beam_point_initialise(beam, i, at[i].from_nodes ? NULL : &at[i].R);
    for (int i = 0; read_ok(reader) && i < beam->n_points; i++)
        if (!(beam->point[i].length > 0.0))
            read_error(reader, E_BEAM_LENGTH, element->location);
}

static void read_electrodes(reader *reader, beam *beam)
{
    beam->n_electrodes = read_integer_in(reader, 1, 1000, "number of electrodes");
    beam->electrode = ARENA_ARRAY(reader_arena(reader), node_dof, beam->n_electrodes);
    for (int i = 0; i < beam->n_electrodes && read_ok(reader); i++) {
        const node *node = read_node(reader, "abstract", "electrode");
        if (node && node->type->kind(node, 0) == DOF_ALGEBRAIC)
            read_error_last(reader, E_BEAM_ELECTRODE, node->label);
        beam->electrode[i] = (node_dof){.node = node};
    }
}

static void read_piezoelectric_matrices(reader *reader, beam *beam, beam_point *point)
{
    const int n = beam->n_electrodes;
    double *P = ARENA_ARRAY(reader_arena(reader), double, size_product(6, n));
    read_mat6xn(reader, n, P, "piezoelectric matrix");
    point->P = P;
    if (!beam->is_coupled)
        return;
    double *Q = ARENA_ARRAY(reader_arena(reader), double, size_product(6, n)),
           *C = ARENA_ARRAY(reader_arena(reader), double, size_product(n, n));
    read_matnx6(reader, n, Q, "charges of strain");
    read_matrix(reader, n, n, C, "charges of potential");
    point->Q = Q;
    point->C = C;
}

static void read_piezoelectric(reader *reader, beam *beam)
{
    const bool is_actuator = read_keyword(reader, "piezoelectric actuator");
    beam->is_coupled = !is_actuator && beam->n_points == 2 && read_keyword(reader, "piezoelectric beam");
    if (!is_actuator && !beam->is_coupled)
        return;
    beam->has_rates |= beam->is_coupled;
    read_electrodes(reader, beam);
    for (int i = 0; i < beam->n_points; i++) {
        beam_point *point = &beam->point[i];
        if (i > 0 && read_keyword(reader, "same"))
            point->P = beam->point[0].P, point->Q = beam->point[0].Q, point->C = beam->point[0].C;
        else
            read_piezoelectric_matrices(reader, beam, point);
    }
}

void read_beam(reader *reader, elem *element, int n_nodes)
{
    beam *beam = element->self;
    const control *options = &model_of(reader)->options;
    beam->n_nodes = n_nodes;
    beam->n_points = n_nodes - 1;
    beam->output = options->beam_output;
    beam->description = options->beam_orientation;
    for (int i = 0; i < n_nodes; i++)
        read_node_part(reader, beam, i);
    beam_read_read_points(reader, element, beam);
    read_piezoelectric(reader, beam);
    if (read_keyword(reader, "custom output"))
        beam->output = read_beam_output(reader, &beam->description);
}

void beam_log(const elem *element, record *out)
{
    const beam *beam = element->self;
    record_word(out, beam->n_nodes == 3 ? "beam3:" : "beam2:");
    record_unsigned(out, element->label);
    for (int i = 0; i < beam->n_nodes; i++) {
        record_unsigned(out, beam->node[i]->label);
        record_vec3(out, beam->f[i]);
    }
    record_end(out);
}

void beam_sample(sampler *from, elem *element, int n_nodes)
{
    beam *beam = element->self;
    beam->n_nodes = n_nodes;
    beam->n_points = n_nodes - 1;
    beam->has_rates = true;
    beam->is_coupled = n_nodes == 3;
    beam->n_electrodes = 2;
    beam->output = OUTPUT_FORCE | OUTPUT_MOMENT | OUTPUT_ANGULAR_STRAIN;
    beam->electrode = ARENA_ARRAY(from->memory, node_dof, 2);
    for (int i = 0; i < n_nodes; i++) {
        beam->node[i] = sample_structural(from, i);
        beam->f[i] = sample_vec3(from, 0.3);
        beam->Rh[i] = sample_rotation(from);
    }
    for (int i = 0; i < 2; i++)
        beam->electrode[i] = sample_dof(from, i);
    for (int i = 0; i < beam->n_points; i++) {
        beam_point *point = &beam->point[i];
        double *numbers = ARENA_ARRAY(from->memory, double, 28);
        for (int j = 0; j < 28; j++)
            numbers[j] = sample_real(from, -1.0, 1.0);
        const mat3 R = sample_rotation(from);
        point->law = sample_law(from, 6);
        point->P = numbers, point->Q = numbers + 12, point->C = numbers + 24;
        beam_point_initialise(beam, i, &R);
    }
}
