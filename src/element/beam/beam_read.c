/* beam_read.c - beams in the deck.
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

static void read_node_part(reader *r, beam *b, int i)
{
    b->Rh[i] = MAT3_EYE;
    b->node[i] = read_structural_node(r, "node of the beam");
    const frame_context c = {.own = b->node[i] ? b->node[i]->initial : NULL};
    read_keyword(r, "position");
    b->f[i] = read_position_rel(r, &c, "offset of the beam");
    if (read_keyword(r, "orientation") || read_keyword(r, "rot"))
        b->Rh[i] = read_orientation_rel(r, &c, "orientation of the beam");
}

typedef struct {
    bool from_nodes;
    mat3 R;
} section;

static section read_section(reader *r)
{
    static const frame_context GLOBAL;
    section c = {.from_nodes = read_keyword(r, "from nodes"), .R = MAT3_EYE};
    if (!c.from_nodes)
        c.R = read_orientation_abs(r, &GLOBAL, "orientation of the section");
    return c;
}

static void beam_read_read_points(reader *r, const elem *e, beam *b)
{
    section at[BEAM_POINTS];
    for (int i = 0; i < b->n_points; i++) {
        at[i] = i > 0 && read_keyword(r, "same") ? at[0] : read_section(r);
        b->point[i].law = i > 0 && read_keyword(r, "same") ? law_copy(model_of(r), b->point[0].law)
                                                           : read_law(r, 6, "constitutive law of the section");
        b->has_rates |= (b->point[i].law->kind & LAW_VISCOUS) != 0;
    }
    for (int i = 0; read_ok(r) && i < b->n_points; i++)
        beam_point_initialise(b, i, at[i].from_nodes ? NULL : &at[i].R);
    for (int i = 0; read_ok(r) && i < b->n_points; i++)
        if (!(b->point[i].length > 0.0))
            read_error(r, E_BEAM_LENGTH, e->where);
}

static void read_electrodes(reader *r, beam *b)
{
    b->n_electrodes = read_integer_in(r, 1, 1000, "number of electrodes");
    b->electrode = ARENA_ARRAY(reader_arena(r), node_dof, b->n_electrodes);
    for (int i = 0; i < b->n_electrodes && read_ok(r); i++) {
        const node *n = read_node(r, "abstract", "electrode");
        if (n && n->type->kind(n, 0) == DOF_ALGEBRAIC)
            read_error_last(r, E_BEAM_ELECTRODE, n->label);
        b->electrode[i] = (node_dof){.node = n};
    }
}

static void read_piezoelectric_matrices(reader *r, beam *b, beam_point *k)
{
    const int n = b->n_electrodes;
    double *P = ARENA_ARRAY(reader_arena(r), double, 6 * n);
    read_mat6xn(r, n, P, "piezoelectric matrix");
    k->P = P;
    if (!b->is_coupled)
        return;
    double *Q = ARENA_ARRAY(reader_arena(r), double, 6 * n), *C = ARENA_ARRAY(reader_arena(r), double, n *n);
    read_matnx6(r, n, Q, "charges of strain");
    read_matrix(r, n, n, C, "charges of potential");
    k->Q = Q;
    k->C = C;
}

static void read_piezoelectric(reader *r, beam *b)
{
    const bool is_actuator = read_keyword(r, "piezoelectric actuator");
    b->is_coupled = !is_actuator && b->n_points == 2 && read_keyword(r, "piezoelectric beam");
    if (!is_actuator && !b->is_coupled)
        return;
    b->has_rates |= b->is_coupled;
    read_electrodes(r, b);
    for (int i = 0; i < b->n_points; i++) {
        beam_point *k = &b->point[i];
        if (i > 0 && read_keyword(r, "same"))
            k->P = b->point[0].P, k->Q = b->point[0].Q, k->C = b->point[0].C;
        else
            read_piezoelectric_matrices(r, b, k);
    }
}

void read_beam(reader *r, elem *e, int n_nodes)
{
    beam *b = e->self;
    const control *options = &model_of(r)->options;
    b->n_nodes = n_nodes;
    b->n_points = n_nodes - 1;
    b->output = options->beam_output;
    b->description = options->beam_orientation;
    for (int i = 0; i < n_nodes; i++)
        read_node_part(r, b, i);
    beam_read_read_points(r, e, b);
    read_piezoelectric(r, b);
    if (read_keyword(r, "custom output"))
        b->output = read_beam_output(r, &b->description);
}

void beam_log(const elem *e, record *out)
{
    const beam *b = e->self;
    record_word(out, b->n_nodes == 3 ? "beam3:" : "beam2:");
    record_unsigned(out, e->label);
    for (int i = 0; i < b->n_nodes; i++) {
        record_unsigned(out, b->node[i]->label);
        record_vec3(out, b->f[i]);
    }
    record_end(out);
}

void beam_sample(sampler *from, elem *e, int n_nodes)
{
    beam *b = e->self;
    b->n_nodes = n_nodes;
    b->n_points = n_nodes - 1;
    b->has_rates = true;
    b->is_coupled = n_nodes == 3;
    b->n_electrodes = 2;
    b->output = OUTPUT_FORCE | OUTPUT_MOMENT | OUTPUT_ANGULAR_STRAIN;
    b->electrode = ARENA_ARRAY(from->memory, node_dof, 2);
    for (int i = 0; i < n_nodes; i++) {
        b->node[i] = sample_structural(from, i);
        b->f[i] = sample_vec3(from, 0.3);
        b->Rh[i] = sample_rotation(from);
    }
    for (int i = 0; i < 2; i++)
        b->electrode[i] = sample_dof(from, i);
    for (int i = 0; i < b->n_points; i++) {
        beam_point *k = &b->point[i];
        double *numbers = ARENA_ARRAY(from->memory, double, 28);
        for (int j = 0; j < 28; j++)
            numbers[j] = sample_real(from, -1.0, 1.0);
        const mat3 R = sample_rotation(from);
        k->law = sample_law(from, 6);
        k->P = numbers, k->Q = numbers + 12, k->C = numbers + 24;
        beam_point_initialise(b, i, &R);
    }
}
