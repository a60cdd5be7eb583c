/* inverse.h - inverse dynamics at work; known only to the files of this layer.
 *
 * phi are the constraints that take part when the motion is found, theta those whose reactions are found:
 *
 *     fully actuated collocated                    all of them, both times; phi_x is square
 *     fully actuated non collocated                phi without those of torques, theta without those of the motion;
 *                                                  both phi_x and theta_x are square
 *     underdetermined underactuated collocated     all of them, both times; fewer than motions
 *     underdetermined fully actuated               as non collocated, with fewer phi than motions; theta_x is square
 *
 * What phi leaves open is chosen (inverse_weights.c). */
#pragma once
#include "problem/run_internals.h"

/* How the motion and the torques are given: `problem type` card. */
typedef enum { INVERSE_COLLOCATED, INVERSE_NON_COLLOCATED, INVERSE_UNDERACTUATED, INVERSE_REDUNDANT } inverse_type;

typedef struct {
    inverse_type type;
    double weights[3][2]; /* of positions, velocities, accelerations: by unit matrix, by mass */
} inverse_settings;

/* Roles of an element: `inverse dynamics, torque, yes, ...` at the end of its card. */
enum {
    INVERSE_TORQUE = 1,    /* what its constraints do is found, not when the motion is */
    INVERSE_MOTION = 2,    /* its constraints prescribe the motion; what they do is not found */
    INVERSE_NO_FORCES = 4, /* its forces are left out when torques are found */
    INVERSE_ERGONOMY = 8,  /* the motion is chosen that does the least work on it */
};

/* Where the rows and columns of a node meet in the matrix. */
typedef struct {
    const node *node;
    int size;
    int slot[36]; /* by row */
} node_block;

typedef struct {
    run *run;
    const inverse_settings *settings;
    bool is_free, is_found_apart;              /* phi leaves motions open; theta are other constraints than phi */
    bool *is_own;                              /* rows and unknowns of elements */
    bool *no_motion, *no_torque, *no_ergonomy; /* by equations.order: left out when this is found */
    bool has_ergonomy;
    node_block *nodes;
    int n_nodes;
    double *motion, *a, *plus; /* velocities and accelerations of the nodes, by unknown; workspace */
    double *mass;              /* 36 by block: of the instant before */
    double *stiffness;         /* space for the entries of a matrix */
    double *rate;              /* space for the rates of one element */
    pose *poses;               /* where the nodes are, while they are displaced */
    state instant;             /* the state there, and its variables */
    value *variables;
    double step; /* step of differences in time */
} inverse;

typedef enum { WEIGH_POSITIONS, WEIGH_VELOCITIES, WEIGH_ACCELERATIONS } weighed;

/* inverse_instant.c: allocates what an instant is solved with, false when the model is none for it; solves the instant
 * at hand. */
bool inverse_prepare(run *run);
outcome inverse_instant(run *run, nonlinear_report *report);

/* inverse_parts.c: which elements take part in what; false when the model is none for it. */
bool inverse_parts(inverse *inverse);

/* inverse_weights.c */
void inverse_blocks(inverse *inverse);
/* M of the bodies as they are. */
void inverse_masses(inverse *inverse);
/* Matrix -= W. */
void inverse_weigh(const inverse *inverse, weighed what);
/* Matrix -= M. */
void inverse_add_masses(const inverse *inverse);
/* Adds by * W (motion since the instant before / divided) to the rows of the nodes. */
void inverse_pull(const inverse *inverse, weighed what, double by, double divided, double *rows);
