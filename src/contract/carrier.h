/* carrier.h - a point that follows nodes: tied to one, or carried by the shape of an element.
 *
 *     x = sum w_k (x_k + R_k b_k)          v = sum w_k (v_k + w_k x R_k b_k)
 *
 * A force f at the point is, by equal work, w_k f on node k with its moment R_k b_k x w_k f. Weights add up to one, and
 * the sum is the point where the nodes are as the deck has them: motions of a rigid body carry it along exactly. */
#pragma once
#include "contract/node.h"

enum { CARRIER_NODES = 27 };

typedef struct carrier {
    int n;
    const node *node[CARRIER_NODES];
    double weight[CARRIER_NODES];
    vec3 arm[CARRIER_NODES]; /* b, in the axes of the node */
    double distance;         /* of the point from the element */
    double reach;            /* beyond which its nodes cannot carry it; HUGE_VAL: there is no such limit */
} carrier;

/* A point fixed to the node. */
void carrier_of_node(carrier *c, const node *node, vec3 x);
/* Nodes are listed with weights that make the point `foot`; those that turn take the rest of the way to x along. Nodes
 * that do not must be near. */
void carrier_complete(carrier *carrier, vec3 foot, vec3 x, double size);
