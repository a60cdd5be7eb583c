/* contact_rigid.h - rigid contact of shapes: impulses that keep them apart at the end of each step.
 *
 * The step is that of the implicit Euler method, so that an impulse P over a step of length h is a constant force P/h
 * (Moreau's time stepping; Stewart, Trinkle: Int. J. Numer. Meth. Engng. 39, 1996). Contact points, normals and gaps
 * are those at the beginning of the step, and the relative velocity u is the one at its end:
 *
 *     0 <= u_n + s min(p, p1) - bound    complementary to    p >= 0
 *     |q| <= mu p,                       u_t = 0, or q = -mu p u_t/|u_t|                P = p n + q
 *
 *     bound = -g/h       the gap g closes at the end of the step at the earliest; shapes that overlap part
 *     bound = -e u_n0    if they meet in this step with the speed -u_n0; e: coefficient of restitution
 *
 * Points in excess of those that a body needs to rest make the impulses undetermined. s is a small fraction of the
 * response of the point's velocity to its impulse: g = -h s p at rest, as with a spring of the compliance h^2 s between
 * the shapes. It would store energy of impacts, too; therefore only impulses that last count, up to p1, which at most
 * doubles from step to step. Shapes that meet in the step have s = 0. */
#pragma once
#include "element/contact/contact.h"

/* Inertia of a node, about the centre of mass and in the axes of the node. */
typedef struct {
    double mass; /* 0: its motion is prescribed */
    vec3 centre; /* from the node */
    mat3 inverse_inertia;
} rigid_inertia;

/* Its motion at the end of the step, with the present impulses. */
typedef struct {
    double inverse_mass;
    mat3 inverse_inertia; /* global axes */
    vec3 centre;          /* from the node */
    vec3 v, w;            /* velocity of the centre, angular velocity */
} rigid_motion;

/* A contact point of the step. */
typedef struct {
    int body[2], pair;
    double gap, bound;
    vec3 axis[3]; /* normal towards the first body, two tangents */
    vec3 arm[2];  /* from the centres of mass */
    double G[4];  /* change of u_n, u_t1, u_t2 by a normal impulse; of u_t by a tangential one, an upper bound */
    double soft, most, inverse[2]; /* s and p1; 1/(G + s), 1/G of the tangential direction */
    double impulse[3];
    vec3 spin[2][3];                /* change of the angular velocities by a unit impulse along each axis */
    double direction[3], change[3]; /* of the conjugate gradients: d and r */
} rigid_row;

typedef struct {
    int n_rows;
    int n_touching;
    double deepest, pressing; /* largest penetration and sum of the normal forces as of the last accepted step */
    double length;            /* of the last accepted step */
    double difference;        /* of the velocities before the last correction from those that belong to the impulses */
} rigid_count;

typedef struct {
    rigid_count *count;
    rigid_inertia *inertia; /* n_bodies */
    rigid_motion *motion;   /* n_bodies */
    double *force;          /* n_bodies x 6: force and moment about the node */
    rigid_row *row;         /* `capacity` */
} rigid_memory;

size_t rigid_memory_size(const contact *contact);
rigid_memory rigid_memory_in(const contact *contact, void *block);
bool rigid_valid(const contact *contact, const rigid_memory *memory);

/* Finds masses; is called once. */
void rigid_start(const state *state, const contact *contact, void *memory);
/* Finds the contact points of a step and a first estimate of their impulses. */
void rigid_predict(const state *state, const contact *contact, void *memory);
/* Adapts the impulses to the velocities of a corrected state; returns whether another correction must
 * follow. */
bool rigid_correct(const state *state, const contact *contact, void *memory);
void rigid_accept(const state *state, const contact *contact, void *memory);
/* Returns true if shapes met across a distance at which their normals are not those of the beginning of the step. */
bool rigid_rejects_step(const contact *contact, const void *memory);

/* Changes impulses and motion so that they satisfy the conditions; tolerance: of the velocities. */
void rigid_solve(const contact *contact, const rigid_memory *memory, double tolerance);
void rigid_apply(const rigid_memory *memory, const rigid_row *row, const double impulse[3]);
