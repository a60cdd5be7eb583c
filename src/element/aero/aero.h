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

/* Motion of a station, global axes. */
typedef struct {
    vec3 x, v, w;  /* reference line: position, velocity, angular velocity */
    vec3 g;        /* derivative of the line through the nodes with respect to xi; zero for a body */
    double length; /* length of its part of the span */
    vec3 t;        /* rotation from the axes of the surface at the reference node; only set on several nodes */
    mat3 Rf, R;    /* axes of the surface, and of the section (rotated by the twist) */
} aero_motion;

/* A point fixed to a node: position, velocity, vector from the node. */
typedef struct {
    vec3 x, v, b;
} aero_point;

static inline aero_point aero_point_fixed(const pose *at, vec3 offset)
{
    const vec3 b = mat3_mulv(&at->R, offset);
    return (aero_point){vec3_add(b, at->x), vec3_add(vec3_cross(at->w, b), at->v), b};
}

/* Derivatives of the motion of a point fixed to a node, at b from it, along the spin of the node. */
typedef struct {
    vec3 b;
    mat3 P, W; /* of its velocity, and of the angular velocity */
} aero_node_motion;

aero_node_motion aero_node_motion_now(const state *state, const pose *at, vec3 b);

/* The nodes, air and rotor seen by an element: the data shared by its stations. */
typedef struct {
    const aero *aero;
    const state *state;
    const elem *element;
    bool with_derivatives;
    const pose *node[AERO_NODES];
    aero_point point[AERO_NODES]; /* of the reference line of a beam */
    mat3 Rref;                    /* surface axes at the reference node */
    vec3 rotation[AERO_NODES];    /* rotation vectors from the reference node to the others */
    air_moment air;
    double density, sound;
    bool air_varies; /* with the position; otherwise its velocity is `wind` everywhere */
    vec3 wind;
    inflow_moment inflow;
    mat3 controlled; /* rotation of the sections by the control; only set for elements with a control */
    /* Only set with derivatives. */
    mat3 spread[AERO_NODES];            /* Gamma^-1 of the rotation vectors, for spins in global axes */
    aero_node_motion moved[AERO_NODES]; /* of the points of the reference line of a beam */
    vec3 density_by_x, sound_by_x;
    bool needs_spin;
} aero_view;

/* Loads of a station. */
typedef struct {
    vec3 a, V; /* from the reference line to the point where the velocity is measured; its velocity in the air */
    vec3 f, m; /* force and moment about the reference line, per unit of span */
    vec3 F, M; /* the same, integrated over the station's part of the span */
    section_input input;
    section_result now;
    /* Only set with derivatives. */
    bool air_varies;
    mat3 air_by_x; /* velocity of the air, with the induced one */
    inflow_derivatives induced;
} aero_load;

void aero_view_set(bool with_derivatives, const state *state, const elem *element, aero_view *view);
void aero_motion_set(const aero_view *view, int station, aero_motion *motion);
void aero_load_set(const aero_view *view, int station, const aero_motion *motion, aero_load *load);

/* Local indices of rows and columns that do not belong to nodes. */
typedef struct {
    int internal, inflow; /* inflow: -1 if there are no such rows */
} aero_rows;

aero_rows aero_rows_of(const elem *element);
/* Adds the derivatives of the rows of a station. */
void aero_add_derivatives(const aero_view *view, const aero_rows *rows, int station, const aero_motion *motion,
                          const aero_load *load, local *out);

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
