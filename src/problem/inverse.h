/* inverse.h - data of inverse dynamics, private to the files of this layer.
 *
 * phi are the constraints from which the motion is found, theta those whose reactions are found:
 *
 *     fully actuated collocated                    all constraints in both; phi_x is square
 *     fully actuated non collocated                phi without those of torques, theta without those of the motion;
 *                                                  both phi_x and theta_x are square
 *     underdetermined underactuated collocated     all constraints in both; fewer than motions
 *     underdetermined fully actuated               as non collocated, with fewer phi than motions; theta_x is square
 *
 * Motions that phi does not determine are chosen by minimization (inverse_weights.c). */
#pragma once
#include "problem/excursion.h"

/* How the motion and the torques are specified: `problem type` card. */
typedef enum { INVERSE_COLLOCATED, INVERSE_NON_COLLOCATED, INVERSE_UNDERACTUATED, INVERSE_REDUNDANT } inverse_type;

typedef struct {
    inverse_type type;
    double weights[3][2]; /* for positions, velocities, accelerations: of the unit matrix, of the mass */
} inverse_settings;

/* Roles of an element: `inverse dynamics, torque, yes, ...` at the end of its card. */
enum {
    INVERSE_TORQUE = 1,    /* its reactions are found, but it does not constrain the motion */
    INVERSE_MOTION = 2,    /* its constraints prescribe the motion; their reactions are not found */
    INVERSE_NO_FORCES = 4, /* its forces are left out when torques are found */
    INVERSE_ERGONOMY = 8,  /* the motion minimizes the work done on this element */
};

/* Entries of the matrix in the rows and columns of a node. */
typedef struct {
    const node *node;
    int size;
    int slot[36]; /* entries, row by row */
} node_block;

typedef struct {
    run *run;
    const inverse_settings *settings;
    bool is_free, is_found_apart; /* phi does not determine all motions; theta differs from phi */
    bool *is_own;                 /* rows and unknowns of elements */
    /* by equations.order: elements left out when motion, torques or ergonomy are evaluated */
    bool *no_motion, *no_torque, *no_ergonomy;
    bool has_ergonomy;
    node_block *nodes;
    int n_nodes;
    excursion path;    /* along the motion */
    double *plus;      /* workspace, by unknown */
    double *mass;      /* 36 per block, at the previous instant */
    double *stiffness; /* workspace for the entries of a matrix */
    double step;       /* step of finite differences in time */
} inverse;

typedef enum { WEIGH_POSITIONS, WEIGH_VELOCITIES, WEIGH_ACCELERATIONS } weighed;

/* inverse_instant.c: inverse_prepare allocates what is needed to solve an instant and returns false if the model is not
 * suitable; inverse_instant solves the present instant. */
bool inverse_prepare(run *run);
outcome inverse_instant(run *run, nonlinear_report *report);

/* inverse_parts.c: determines in what each element takes part. Returns false if the model is not suitable. */
bool inverse_parts(inverse *inverse);

/* inverse_weights.c */
void inverse_blocks(inverse *inverse);
/* Computes M of the bodies in their present poses. */
void inverse_masses(inverse *inverse);
/* Matrix -= W. */
void inverse_weigh(const inverse *inverse, weighed what);
/* Matrix -= M. */
void inverse_add_masses(const inverse *inverse);
/* Adds by * W (motion since the previous instant / divided) to the rows of the nodes. */
void inverse_pull(const inverse *inverse, weighed what, double by, double divided, double *rows);
