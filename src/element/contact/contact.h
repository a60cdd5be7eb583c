/* contact.h - contact of shapes that are attached to nodes.
 *
 * A shape is a surface, defined by the distance of a point from it, and a set of probes, points with a radius. Probes
 * of one shape touch the surface of another, and edges of the two touch each other where they cross (contact_edges.c):
 *
 *     g = phi(p) - r        gap; phi: signed distance of the probe p from the surface, n = grad phi
 *     x = -g, x' = -n . u   penetration and its rate; u: relative velocity at the contact point
 *     F = f(x, x') n - mu f u_t / sqrt(u_t^2 + v_s^2)
 *
 * F acts on the body of the probe, and -F on that of the surface, halfway between the two. */
#pragma once
#include "contract/element.h"
#include "contract/sampler.h"

typedef enum { SHAPE_SPHERE, SHAPE_CAPSULE, SHAPE_BOX, SHAPE_CYLINDER, SHAPE_HALF_SPACE, SHAPE_MESH } shape_kind;

typedef struct {
    vec3 v[3], n;
} shape_face;

/* A line with a radius; for sharp edges, with radius 0, also the directions from the edge into the adjacent faces. */
typedef struct {
    vec3 middle, along; /* in the frame of the node */
    double half, r;
    vec3 inward[2];
    int n_into;
} shape_edge;

/* A shape in the frame o, R of its node. Axis 3 is the axis of capsules and cylinders and the normal of half-spaces. */
typedef struct {
    shape_kind kind;
    const node *node;
    int body; /* index of the node in the element */
    vec3 o;
    mat3 R;
    double r, h; /* radius; half length, for a capsule between the centres of its ends */
    vec3 half;   /* half sides of a box */
    const shape_face *face;
    int n_faces;
    const vec3 *probe; /* in the frame of the node */
    double probe_r;
    int n_probes;
    int n_rims; /* for a cylinder: circles that roll on flat faces */
    const shape_edge *edge;
    int n_edges;
    vec3 low, high; /* bounding box in the frame of the shape */
    double reach;   /* distance of its farthest point from the node */
} contact_shape;

typedef struct {
    double phi;
    vec3 n;
    mat3 H; /* second derivatives of phi */
} surface_point;

/* Returns distance, normal and curvature at a point in the frame of the shape. */
surface_point shape_surface(const contact_shape *shape, vec3 p);
void read_contact_shape(reader *reader, contact_shape *shape);
void shape_complete(contact_shape *shape, arena *memory); /* sets probes, edges and bounds from its dimensions */
void shape_edges(contact_shape *shape, arena *memory);
double shape_size(const contact_shape *shape);   /* its smallest dimension; 0 for half-spaces, HUGE_VAL for meshes */
double shape_extent(const contact_shape *shape); /* the same; for meshes, their diagonal, for half-spaces HUGE_VAL */

/* --- laws --------------------------------------------------------------------------------------------------------- */

typedef enum { LAW_LINEAR, LAW_FLORES, LAW_HUNT_CROSSLEY, LAW_LANKARANI_NIKRAVESH, LAW_RIGID } contact_law_kind;

/* linear: f = k x + c x'; otherwise f = x^n (k + C x'), C = c/v0 (law/continuous_contact.c). Never negative: there is
 * no adhesion. rigid: impulses (contact_rigid.h). */
typedef struct {
    contact_law_kind kind;
    double k, n, c;
    double least;       /* v0 below which there is no damping */
    double mu, slip;    /* friction: coefficient, speed around which it changes sign */
    double restitution; /* rigid only */
} contact_law;

double elastic_force(const contact_law *by, double x);
double elastic_energy(const contact_law *by, double x);
/* Energy that a step from x0 to x1 removes from the motion beyond the elastic energy that it stores; x < 0: no
 * contact. */
double energy_lost(const contact_law *by, double x0, double x1);

/* --- the element -------------------------------------------------------------------------------------------------- */

/* A probe near a surface, or two edges that cross. */
typedef struct {
    int a, b;          /* shape of the probe, shape of the surface */
    int probe;         /* index of a probe of a, then of its rims; -1 - i n - k: edges i of a and k of b, which has n */
    int is_touching;   /* as of the last accepted step */
    double v0;         /* approach speed: at first contact, or as of the last accepted step */
    double x, rate;    /* penetration, negative without contact, and its rate as of the last accepted step */
    double lost;       /* energy removed from the motion since first contact, beyond the stored energy */
    double stored;     /* largest elastic energy since first contact */
    double impulse[3]; /* rigid: on the body of a in the last accepted step, global axes */
    double load;       /* rigid: normal impulse that has lasted for some steps */
} contact_pair;

typedef struct {
    int n, n_touching; /* pairs in contact come first, sorted */
    int is_full;       /* there were more pairs than fit */
} pair_count;

typedef struct contact {
    const contact_shape *shape;
    const node **body;
    int n_shapes, n_bodies, capacity; /* capacity: for pairs */
    contact_law law;
    double share;       /* fraction of v0 by which x' may change in a step */
    double slow;        /* v0 below which this limit does not apply */
    double margin;      /* distance below which pairs are considered */
    double extent;      /* smallest dimension of a shape */
    double first_speed; /* v0 of pairs that exist from the start */
    const elem *main;   /* the element of the card */
    /* rigid: */
    int iterations;      /* at most, for the impulses of a step */
    double accuracy;     /* of the motion in a step, as a fraction of the extent */
    double softness;     /* compliance of a point, as a fraction of the response to its impulse */
    const double *reach; /* n_bodies: distance of the farthest point of its shapes from the node */
} contact;

/* Parts of the element's memory, which is stored in the solution. */
typedef struct {
    pair_count *count;
    contact_pair *pair; /* `capacity` pairs */
    int *first;         /* n_bodies + 1: index of the first pair of each body */
    int *of_body;       /* 2 x `capacity`: pairs of the bodies */
    int *order;         /* n_shapes, sorted along an axis */
    double *box;        /* n_shapes x 6: bounding box of each in this step */
    double *expected;   /* n_bodies x 12: predicted position and orientation of each node */
} contact_memory;

size_t contact_pairs_size(const contact *contact);
size_t contact_memory_size(const contact *contact); /* of the pairs, and of what rigid contact adds */
contact_memory contact_memory_in(const contact *contact, void *block);
void contact_begin(const void *self, void *memory);
bool contact_valid(const void *self, const void *memory);
/* Finds the pairs that may touch in the current step: sweep and prune. */
void contact_find(const state *state, const contact *contact, void *memory);
/* Returns true if probes have reached surfaces that the search excluded by the prediction of the step. */
bool contact_has_missed(const state *state, const contact *contact, const contact_memory *memory);
/* Stores, after an accepted step, which pairs touch and how fast. */
void contact_commit(const state *state, const contact *contact, void *memory);

/* --- a pair ------------------------------------------------------------------------------------------------------- */

typedef struct {
    jet_node node[2];
    jet1 g;
    jet3 n, arm[2]; /* normal of the second, from each node to the contact point */
    jet1 part;      /* fraction of the force that applies */
} touch;

/* Computes the contact point: from each node to the middle between the surfaces. radius is that of the first; rel leads
 * from the second node to the centre of the first, and so does arm[0] from the first node. */
void touch_between(int lanes, touch *touch, const jet3 *rel, double radius);
/* Returns false if the edges do not cross or do not face each other. */
bool touch_edges(int n, const contact_shape *a, const contact_shape *b, int pair, touch *touch);
/* Returns true if the axes of two capsules cross: their ends are then ignored. */
bool axes_cross(const contact_shape *a, const contact_shape *b, const touch *touch);

enum { PAIR_LANES = 12, SIDE_LANES = 8 }; /* node of the probe, node of the surface; six of one node */

typedef struct {
    jet3 F;      /* force on the node of the probe */
    jet3 arm[2]; /* from each node to the point where it acts */
    double x, rate, f;
} pair_force;

/* Returns false if they do not touch. */
bool pair_eval(int n, const state *state, const contact *contact, const contact_pair *pair, pair_force *out);
/* The same with derivatives with respect to one node only: 0, that of the probe, or 1. n: 0 or SIDE_LANES. */
bool pair_eval_side(int n, const state *state, const contact *contact, const contact_pair *pair, int side,
                    pair_force *out);
typedef struct {
    double gap, rate;
    vec3 n, arm[2]; /* normal of the second shape, from each node to the contact point */
} contact_point;

/* Computes the contact point at the given poses of the nodes; returns false if there is none. */
bool pair_point(const contact *contact, const contact_pair *pair, const pose *a, const pose *b, contact_point *point);
/* Computes gap and rate x' at the given poses of the nodes. */
void pair_gap(const contact *contact, const contact_pair *pair, const pose *a, const pose *b, double *gap,
              double *rate);
