/* contact.h - contact of shapes that are attached to nodes.
 *
 * A shape is a surface, defined by the distance of a point from it, and a set of probes, points with a radius. Probes
 * of one shape touch the surface of another, and edges of the two touch each other where they cross (contact_edges.c):
 *
 *     g = phi(p) - r        gap; phi: signed distance of the probe p from the surface, n = grad phi
 *     x = -g, x' = -n . u   penetration and its rate; u: velocity of the one against the other where they touch
 *     F = f(x, x') n - mu f u_t / sqrt(u_t^2 + v_s^2)
 *
 * F acts on the body of the probe, and minus F on that of the surface, halfway between the two. */
#pragma once
#include "contract/element.h"
#include "contract/sampler.h"

typedef enum { SHAPE_SPHERE, SHAPE_CAPSULE, SHAPE_BOX, SHAPE_CYLINDER, SHAPE_HALF_SPACE, SHAPE_MESH } shape_kind;

typedef struct {
    vec3 v[3], n;
} shape_face;

/* A line with a radius; of the sharp ones, radius 0, the directions from it into the faces that meet there. */
typedef struct {
    vec3 middle, along; /* in the frame of the node */
    double half, r;
    vec3 inward[2];
    int n_into;
} shape_edge;

/* In the frame o, R of its node. Axis of capsules and cylinders, normal of half-spaces: 3. */
typedef struct {
    shape_kind kind;
    const node *node;
    int body; /* index of the node in the element */
    vec3 o;
    mat3 R;
    double r, h; /* radius; half length, of a capsule between the centres of its ends */
    vec3 half;   /* sides of a box */
    const shape_face *face;
    int n_faces;
    const vec3 *probe; /* in the frame of the node */
    double probe_r;
    int n_probes;
    int n_rims; /* of a cylinder: circles that roll on flat faces */
    const shape_edge *edge;
    int n_edges;
    vec3 low, high; /* what it fills, in its own frame */
    double reach;   /* of its farthest point from the node */
} contact_shape;

typedef struct {
    double phi;
    vec3 n;
    mat3 H; /* second derivatives of phi */
} surface_point;

/* At a point of the frame of the shape. */
surface_point shape_surface(const contact_shape *shape, vec3 p);
void read_contact_shape(reader *reader, contact_shape *shape);
void shape_complete(contact_shape *shape, arena *memory); /* probes, edges and bounds, from its measures */
void shape_edges(contact_shape *shape, arena *memory);
double shape_size(const contact_shape *shape); /* its smallest measure; of half-spaces 0, of meshes HUGE_VAL */

/* --- laws --------------------------------------------------------------------------------------------------------- */

typedef enum { LAW_LINEAR, LAW_FLORES, LAW_HUNT_CROSSLEY, LAW_LANKARANI_NIKRAVESH } contact_law_kind;

/* linear: f = k x + c x'; else f = x^n (k + C x'), C = c/v0 (law/continuous_contact.c). Never negative: nothing
 * sticks. */
typedef struct {
    contact_law_kind kind;
    double k, n, c;
    double least;    /* v0 below which there is no damping */
    double mu, slip; /* friction: coefficient, speed about which it changes sign */
} contact_law;

double elastic_force(const contact_law *by, double x);
double elastic_energy(const contact_law *by, double x);
/* What a step from x0 to x1 takes off the motion beyond the elastic energy that it stores; x < 0: no contact. */
double energy_lost(const contact_law *by, double x0, double x1);

/* --- the element -------------------------------------------------------------------------------------------------- */

/* A probe near a surface, or two edges that cross. */
typedef struct {
    int a, b;        /* shape of the probe, shape of the surface */
    int probe;       /* of a, behind them its rims; -1 - i n - k: edges i of a and k of b, which has n */
    int is_touching; /* as of the last accepted step */
    double v0;       /* speed of approach: when they touched, or as of the last accepted step */
    double x, rate;  /* penetration, negative without, and its rate as of the last accepted step */
    double lost;     /* energy that steps have taken off the motion since they touched, beyond what is stored */
    double stored;   /* the largest elastic energy since then */
} contact_pair;

typedef struct {
    int n, n_touching; /* those that touch come first, in order */
    int is_full;       /* there were more than there is space for */
} pair_count;

typedef struct contact {
    const contact_shape *shape;
    const node **body;
    int n_shapes, n_bodies, workspace; /* workspace: for pairs */
    contact_law law;
    double share;       /* of v0 that x' may change by in a step */
    double slow;        /* v0 below which that does not count */
    double margin;      /* distance at which pairs are looked at */
    double first_speed; /* v0 of pairs that are there from the beginning */
    const elem *main;   /* the element of the card */
} contact;

/* Parts of its memory; kept in the solution. */
typedef struct {
    pair_count *count;
    contact_pair *pair; /* workspace */
    int *first;         /* n_bodies + 1: where the pairs of each body begin */
    int *of_body;       /* 2 room: pairs of the bodies */
    int *order;         /* n_shapes, along an axis */
    double *box;        /* n_shapes x 6: what each fills in this step */
    double *expected;   /* n_bodies x 12: position and orientation of each node as predicted */
} contact_memory;

size_t contact_memory_size(const contact *contact);
contact_memory contact_memory_in(const contact *contact, void *block);
void contact_begin(const void *self, void *memory);
bool contact_valid(const void *self, const void *memory);
/* Finds the pairs that may touch in the step at hand: sweep and prune. */
void contact_find(const state *state, const contact *contact, void *memory);
/* Whether probes have met surfaces that the search, by the prediction of the step, kept apart. */
bool contact_has_missed(const state *state, const contact *contact, const contact_memory *memory);
/* The step is accepted: who touches, and how fast. */
void contact_commit(const state *state, const contact *contact, void *memory);

/* --- a pair ------------------------------------------------------------------------------------------------------- */

typedef struct {
    jet_node node[2];
    jet1 g;
    jet3 n, arm[2]; /* normal of the second, from each node to where they touch */
    jet1 part;      /* of the force that counts */
} touch;

/* Where the pair touches: from each node to the middle between the surfaces. radius: of the first; rel: from the second
 * node to the middle of the first, arm[0] leads there. */
void touch_between(int lanes, touch *touch, const jet3 *rel, double radius);
/* False where the edges do not cross, or are not those that face each other. */
bool touch_edges(int n, const contact_shape *a, const contact_shape *b, int pair, touch *touch);
/* Whether the axes of two capsules cross: then their ends do not count. */
bool axes_cross(const contact_shape *a, const contact_shape *b, const touch *touch);

enum { PAIR_LANES = 12 }; /* node of the probe, node of the surface */

typedef struct {
    jet3 F;      /* on the node of the probe */
    jet3 arm[2]; /* from each node to where it acts */
    double x, rate, f;
} pair_force;

/* False when they do not touch. */
bool pair_eval(int n, const state *state, const contact *contact, const contact_pair *pair, pair_force *out);
/* Gap and rate x' at given poses of the nodes. */
void pair_gap(const contact *contact, const contact_pair *pair, const pose *a, const pose *b, double *gap,
              double *rate);
