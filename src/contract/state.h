/* state.h - the variables of a solution: unknowns, their derivatives, and the resulting motion of the nodes.
 *
 * A differential unknown y has a derivative y'. Newton's method corrects y', and y changes by c times as much, where
 * c = h b0. An algebraic unknown (a multiplier) is corrected itself. An element's Jacobian is therefore, along the
 * unknown of local column j,
 *
 *     dvalue * d/dy + drate * d/dy'        for a differential unknown (dvalue = c, drate = 1 in a time step)
 *     d/dy                                 for an algebraic one
 *
 * The two factors are in the state because other problems require other combinations: the initial assembly
 * differentiates with respect to positions alone (1, 0) or velocities alone (0, 1).
 *
 * The columns of a node's rotation are spins at its present orientation, not increments of the parameters g that the
 * unknowns y contain: a column d stands for dg' = G(g)^-1 d (solution.h), so that along it
 *
 *     spin theta = dvalue d        dw = drate d + dvalue w_theta d
 *     w_theta = d(G(g) g')/dg G(g)^-1 - (R(g) w_ref) x */
#pragma once
#include "math/jet.h"
#include "base/diag.h"
#include "base/source.h"
#include "deck/value.h"
#include <stdbool.h>
#include <stdint.h>

/* Motion of a structural node in global axes. Displacement nodes have R = I and w = 0. */
typedef struct {
    vec3 x, v, w; /* position, velocity, angular velocity */
    mat3 R;
    mat3 w_theta; /* derivative of w along a spin of constant rate */
} pose;

/* What the rotation unknowns g, g' of a node are relative to: the predicted configuration. */
typedef struct {
    mat3 R;
    vec3 w;
} pose_reference;

/* Sets orientation and angular velocity from g, g': R = R(g) R_ref, w = G(g) g' + R(g) w_ref. */
void pose_rotate(pose *pose, const pose_reference *reference, vec3 g, vec3 gp);
/* Sets the angular velocity where g = g' = 0. */
void pose_set_angular_velocity(pose *pose, vec3 w);
/* Returns a pose with g = g' = 0. */
pose pose_make(vec3 x, vec3 v, const mat3 *R, vec3 w);

typedef enum {
    PHASE_INPUT,    /* nothing solved yet */
    PHASE_ASSEMBLY, /* initial assembly */
    PHASE_DERIVATIVES,
    PHASE_DUMMY, /* dummy steps */
    PHASE_STEP,
    PHASE_INVERSE, /* velocities, accelerations and reactions of inverse dynamics: with the axes of the previous step */
} phase;

/* Form of equations for inequalities (complementarity.h). */
typedef enum { COMPLEMENTARY_SMALLER, COMPLEMENTARY_FISCHER } complementarity;

/* Failure of an evaluation; set by the first one, checked by the solver. */
typedef struct {
    bool is_set;
    bool ends_cleanly; /* not an error: a drive ends the analysis */
    source_location location;
    char text[256];
} evaluation_error;

/* Memory of instances of types, in one block (memory.h). */
typedef struct memory_block memory_block;

typedef struct state {
    double t, dt;
    int step;
    int stage; /* of the step: 0 is the first */
    phase now;
    int corrections; /* number of corrections of the last solution; 0: none was necessary */
    double dvalue, drate;
    bool finds_coefficient;         /* the derivatives phase determines its coefficient itself */
    bool freezes_switches;          /* second attempt: switches remain as in the previous step, jumps are bridged */
    bool completes_jacobian;        /* second attempt: with the derivatives that the Jacobian leaves out by default */
    complementarity complement;     /* chosen by the nonlinear solver */
    const double *y, *yp;           /* all unknowns and their derivatives */
    const pose *poses;              /* all structural nodes */
    const double *y_prev, *yp_prev; /* at the last accepted step */
    const pose *poses_prev;
    const double *ypp; /* second derivatives of positions, angular accelerations; NULL unless required */
    /* Inverse dynamics with nodes and time moved along the motion: the unmoved state; otherwise NULL. */
    const struct state *instant;
    const struct model *model;
    diag *errors;                         /* for messages of the run; NULL: none */
    const memory_block *memory;           /* memory of instances at the last accepted step */
    const value *variables;               /* of the deck, by index; NULL: as they were read */
    uint64_t *random;                     /* of random functions in expressions */
    struct hint_instance *hint_instances; /* drives that hints have provided (hint.h) */
    struct peer *peers;                   /* peers of the run, by index (peer.h); NULL: none */
    struct participant *participant;      /* of a coupling, if the run is one (participant.h); NULL: none */
    int calls;                            /* depth of nested drives and private data (state_call) */
    /* Linearized for free motions exp(l t): the derivative of a difference over the step is `rate_factor` times that of
     * the differenced quantity; evaluations with several values give the part proportional to l. Otherwise it is that
     * of the step. */
    bool is_linearised;
    double rate_factor;
    evaluation_error *failed;
    struct law_observer *observer; /* is notified of every law that is evaluated (law.h); may be NULL */
} state;

/* Counts the evaluation of a drive with so many parts, or of private data, that only the run determines, in the copy of
 * the state for it. Returns NULL, or why it is refused: it may call itself, or do so again and again. */
const char *state_call(state *state, double parts);

/* Reports an error; only the first one is recorded. */
void state_fail(const state *state, source_location location, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Unknowns of a node as jets along the six directions from `first`; theta has the spin of its frame. */
typedef struct {
    const pose *now;
    jet3 x, v, theta, w;
} jet_node;

static inline void jet_node_seed(int lanes, jet_node *r, const state *state, int node, int first)
{
    r->now = &state->poses[node];
    jet3_seed(lanes, &r->x, r->now->x, first, state->dvalue);
    jet3_seed(lanes, &r->v, r->now->v, first, state->drate);
    jet3_seed(lanes, &r->theta, (vec3){0, 0, 0}, first + 3, state->dvalue);
    jet3_seed(lanes, &r->w, r->now->w, first + 3, state->drate);
    for (int i = 0; lanes > 0 && i < 3; i++)
        for (int j = 0; j < 3; j++)
            r->w.d[i][first + 3 + j] += state->dvalue * r->now->w_theta.e[i][j];
}

/* The same for a node with positions only (three directions). */
static inline void jet_point_seed(int lanes, jet3 *x, jet3 *v, const state *state, int node, int first)
{
    jet3_seed(lanes, x, state->poses[node].x, first, state->dvalue);
    jet3_seed(lanes, v, state->poses[node].v, first, state->drate);
}

/* r = R o: a vector fixed in the frame of the node. */
static inline void jet_node_arm(int lanes, jet3 *r, const jet_node *nd, vec3 o)
{
    jet3_const(lanes, r, mat3_mulv(&nd->now->R, o));
    jet3_spin_by(lanes, r, 1.0, &nd->theta);
}

/* r = R' a: a global vector in the frame of the node. */
static inline void jet_node_local(int lanes, jet3 *restrict r, const jet_node *nd, const jet3 *a)
{
    const mat3 Rt = mat3_transpose(&nd->now->R);
    jet3 t = *a;
    jet3_spin_by(lanes, &t, -1.0, &nd->theta);
    jet3_mul(lanes, r, &Rt, &t);
}

/* r = R a: a vector in the frame of the node, in the global frame. */
static inline void jet_node_global(int lanes, jet3 *restrict r, const jet_node *nd, const jet3 *a)
{
    jet3_mul(lanes, r, &nd->now->R, a);
    jet3_spin_by(lanes, r, 1.0, &nd->theta);
}
