/* beam_slider.h - a point that slides along a chain of three-node beams: declarations shared by reading and
 * equations. */
#pragma once
#include "element/joint/joint.h"
#include "contract/friction.h"

/* A beam of the chain: its nodes with the points and frames of the line on them. */
typedef struct {
    unsigned label;
    joint_side node[3];
} segment;

typedef enum { SPHERICAL, CLASSIC, SPLINE } slider_type;

typedef struct {
    joint_side side;
    slider_type type;
    int n_beams;
    segment *beam;
    int first;          /* index of the beam in contact at the start */
    double start;       /* abscissa at which the search for the first contact begins */
    double smearing;    /* half the width in s over which the load passes from one node to the next */
    friction *friction; /* or NULL */
    double preload;
} slider;

/* Index of the beam in contact with the slider. */
static inline int slider_beam(const state *state, const elem *element)
{
    return *(const int *)remembered(state, element->memory);
}

/* Local rows: those of the slider, of the nodes of every beam, then the internal rows. */
static inline int slider_node_row(int beam_index, int index) { return 6 + 6 * (3 * beam_index + index); }
static inline int slider_internal_row(const slider *joint) { return slider_node_row(joint->n_beams, 0); }

void slider_eval(int n, const state *state, const elem *element, local *out);
vec3 slider_direction(const state *state, const elem *element); /* returns l */

typedef struct {
    double force, coefficient, velocity;
} slider_friction;
slider_friction slider_friction_now(const state *state, const elem *element);
