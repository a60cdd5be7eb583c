/* aero.h - aerodynamic bodies and beams: strips of a lifting surface attached to one node or to the nodes of a beam.
 *
 * The span is divided into portions, one per node, each with the same number of Gauss points (stations); the loads of a
 * portion act on its node. Shapes along the span are evaluated once, when the deck is read. */
#pragma once
#include "contract/drive.h"
#include "element/aero/inflow.h"
#include "element/aero/air.h"
#include "element/aero/section.h"
#include "record/record.h"

enum { AERO_NODES = 3 };

/* A Gauss point. */
typedef struct {
    section section;
    int node;      /* node of its portion */
    double xi;     /* abscissa, -1 to 1 */
    double local;  /* abscissa within its portion, -1 to 1 */
    double weight; /* length of its part of the span, in units of xi */
    double N[AERO_NODES], dN[AERO_NODES];
    double loss;  /* factor of the force along axis 2 */
    mat3 twisted; /* section axes relative to the surface axes: rotated about axis 3, nose up */
    vec3 arm;     /* of a body: its position on the reference line, node axes */
} aero_station;

/* A section written to the log: at the ends of a body, at the nodes of a beam. */
typedef struct {
    double chord, centre, twist;
} aero_edge;

typedef enum { AERO_OUTPUT_STD, AERO_OUTPUT_GAUSS, AERO_OUTPUT_NODE } aero_style;

/* When the Jacobian contains the derivatives of the loads. By default Newton's Jacobian does not, as in MBDyn, so that
 * the iterations and the error left by a loose tolerance are the same; that of an eigenanalysis does, since otherwise
 * the aerodynamics would be missing from it, and so does that of the second attempt at a step. */
typedef enum { JACOBIAN_OF_MODES, JACOBIAN_ALWAYS, JACOBIAN_NEVER } aero_jacobian;

typedef struct {
    int n_nodes, reference; /* reference: node from which orientations are interpolated */
    const node *node[AERO_NODES];
    vec3 offset[AERO_NODES]; /* of the reference line, node axes */
    mat3 Ra[AERO_NODES];     /* axes of the surface */
    double span;             /* of a body; 0: given by the current positions of the beam's nodes */
    int n_stations;
    aero_station *stations;
    airfoil *foil;
    const section_model *model;
    const drive *control; /* NULL: none */
    inflow_link inflow;
    const elem *const *air;
    aero_jacobian jacobian;
    aero_style style;
    aero_edge edge[AERO_NODES];
    unsigned carrier; /* label written before the nodal loads: of the node, or of the beam */
    unsigned output;  /* OUTPUT_* flags */
    orientation_kind description;
} aero;

/* Motion of a station, global axes, as jets along the columns of the nodes. */
typedef struct {
    jet3 x, v, w; /* reference line: position, velocity, angular velocity */
    jet3 theta;   /* rotation variation of its axes */
    jet1 length;  /* length of its part of the span */
    mat3 Rf, R;   /* axes of the surface, and of the section (rotated by the twist) */
} aero_motion;

/* A point fixed to a node. */
typedef struct {
    jet3 x, v;
} aero_carried;

/* The nodes, air and rotor seen by an element: the data shared by its stations. */
typedef struct {
    const aero *aero;
    const state *state;
    const elem *element;
    int n; /* lanes */
    jet_node node[AERO_NODES];
    aero_carried point[AERO_NODES]; /* of the reference line of a beam */
    mat3 Rref;                      /* surface axes at the reference node */
    vec3 rotation[AERO_NODES];      /* rotation vectors from the reference node to the others */
    mat3 spread[AERO_NODES];        /* Gamma^-1 of the rotation vectors */
    air_moment air;
    jet1 density, sound;
    bool air_varies, needs_spin;
    inflow_moment inflow;
    mat3 controlled; /* rotation of the sections by the control; only set for elements with a control */
} aero_view;

/* Loads of a station. */
typedef struct {
    jet3 F, M; /* about the reference line, integrated over the station's part of the span */
    section_input input;
    section_result now;
    inflow_derivatives induced;
} aero_load;

/* Requires n, the number of lanes, to be 0 or a multiple of four not smaller than the number of columns of the
 * nodes. */
void aero_view_set(int n, const state *state, const elem *element, aero_view *view);
void aero_motion_set(const aero_view *view, int station, aero_motion *motion);
void aero_load_set(const aero_view *view, int station, const aero_motion *motion, aero_load *load);

/* --- slots of the types ------------------------------------------------------------------------------------------- */

/* Reads from the shapes to the end of the card. Requires that the nodes and their offsets have been read. */
void aero_read_rest(reader *reader, elem *element);
/* Reads the offset of the reference line from node `index` and the axes of the surface there. */
void aero_read_side(reader *reader, aero *aero, int index);
void aero_read_beam(reader *reader, elem *element, int n_nodes);
inflow_link read_inflow_link(reader *reader, const node *node); /* of an element on this node */

void aero_connect(const elem *element, layout *layout);
void aero_eval(int lanes, const state *state, const elem *element, local *out);
void aero_accept(const state *state, const elem *element, memory_block *to);
void aero_output(const state *state, const elem *element, record *out);
void aero_log(const elem *element, record *out);
const char *aero_internal_name(const elem *element, int index);
void aero_draw(const elem *element, drawing *drawing);
void aero_sample(sampler *from, elem *element, int n_nodes);

#define AERO_SLOTS                                                                                          \
    .history = &(const elem_history){.start = aero_accept, .accept = aero_accept},                          \
    .drawing = &(const elem_drawing){.draw = aero_draw}, .assembly = &(const elem_assembly){.force = true}, \
    .expectations = &(const elem_expectations){.external_forces = true}, .size = sizeof(aero),              \
    .connect = aero_connect, .eval = aero_eval, .output = aero_output, .log = aero_log,                     \
    .internal_name = aero_internal_name

#define AERO_GRAMMAR                                                                                                 \
    "(Shape) CHORD, (Shape) AERODYNAMIC_CENTRE, (Shape) VELOCITY_POINT, (Shape) TWIST, [tip loss, (Shape) LOSS,] "   \
    "POINTS [, control, (drive) CONTROL] [, { naca 0012 | rae 9671 | [theodorsen,] c81, TABLES }] [, unsteady, "     \
    "{ steady | harris | bielawa }] [, jacobian, FLAG] [, custom output, FLAG [, ...]] [, output, FLAG] [, { std | " \
    "Gauss | node }]"
