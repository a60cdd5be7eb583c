/* drawing.h - the geometry of a model: shapes whose vertices follow its nodes. Part of torsor.h.
 *
 * A vertex is a sum over its ties,
 *
 *     p = sum (weight x + c R offset),      axes = sum (weight R axes), made orthonormal
 *
 * with x, R the position and orientation of a node at any time; the weights add up to 1. c is 1, or a quantity of
 * the results: the amplitude of a mode whose shape is the offset, 0 if there are no results. Together with the
 * motion of the nodes (torsor/results.h) this is sufficient to animate the model. Matrices are stored by rows. */
#ifndef TORSOR_DRAWING_H
#define TORSOR_DRAWING_H
#ifndef TORSOR_H
#include "torsor/torsor.h"
#else
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    TORSOR_SHAPE_LINE,    /* straight lines between consecutive vertices */
    TORSOR_SHAPE_TUBE,    /* smooth curve through its vertices, whose axes are those of the section */
    TORSOR_SHAPE_SPRING,  /* between two vertices */
    TORSOR_SHAPE_SURFACE, /* a grid of rows of vertices */
    TORSOR_SHAPE_ARROW,   /* a force at a vertex; `quantity` names the vector */
    TORSOR_SHAPE_MOMENT,
    TORSOR_SHAPE_BODY,   /* an inertia: a box with half sides sqrt(3) size, an ellipsoid with half axes sqrt(5) size */
    TORSOR_SHAPE_DISK,   /* normal to axis 3, of radius size[0] */
    TORSOR_SHAPE_SYMBOL, /* symbol of a joint, about axis 3 of its vertex */
    TORSOR_SHAPE_FRAME,  /* three axes */
} torsor_shape_kind;

typedef struct {
    int node; /* index into the nodes of the drawing; -1: the ground, x = 0, R = I */
    double weight;
    double offset[3], axes[9];
    int amplitude; /* index into the amplitudes of the drawing; -1: c = 1 */
} torsor_tie;

typedef struct {
    int first_tie, n_ties;
} torsor_vertex;

typedef struct {
    torsor_shape_kind kind;
    const char *symbol; /* "hinge", "slider", "ball", "ground" ...; "" for none */
    int thing;          /* index of the thing that the shape belongs to */
    int first_vertex, n_vertices, n_rows;
    double size[3];       /* 0: not known; surface of a shell: its thickness */
    const char *quantity; /* name of the vector that an arrow shows, global axes: "elem.force.3.F"; NULL: none */
    double sign;          /* factor of that vector */
} torsor_shape;

/* Position of something in the texts of the deck. */
typedef struct {
    int file;          /* index into the texts of the drawing; -1: none */
    int line, column;  /* of its label, from 1 */
    size_t begin, end; /* range of its card in bytes */
} torsor_passage;

typedef struct {
    unsigned label;
    const char *name; /* "" for none */
    bool is_dummy;
    double position[3], orientation[9]; /* as given in the deck */
    torsor_passage where;
} torsor_drawn_node;

/* An element, or a reference frame of the deck. */
typedef struct {
    /* "body", "joint", "beam", "force", "aero", "frame", "other": for hiding and colouring together. */
    const char *group;
    const char *card, *type; /* "joint", "revolute hinge"; type is "" if the card has only one */
    unsigned label;
    const char *name;
    const char *prefix; /* prefix of its quantities, "elem.joint.3."; "" for none */
    torsor_passage where;
    int first_shape, n_shapes;
    int first_corner, n_corners; /* nodes of a solid or a shell, in the order of its results */
} torsor_drawn_thing;

typedef struct {
    const char *name;
    const char *text;
    size_t length;
} torsor_deck_text;

typedef struct {
    const torsor_drawn_node *nodes;
    const torsor_drawn_thing *things;
    const torsor_shape *shapes; /* grouped by thing */
    const torsor_vertex *vertices;
    const torsor_tie *ties;
    const int *corners;            /* indices of nodes */
    const char *const *amplitudes; /* names of quantities: "elem.joint.3.a_1" */
    const torsor_deck_text *texts; /* the deck first, then the included files */
    int n_nodes, n_things, n_shapes, n_vertices, n_ties, n_corners, n_amplitudes, n_texts;
} torsor_drawing;

/* Returns the drawing of a valid model, which owns it. Returns NULL if the model is not valid or memory runs out. */
TORSOR_PUBLIC const torsor_drawing *torsor_draw(torsor_model *model);

#ifdef __cplusplus
}
#endif
#endif
#endif
