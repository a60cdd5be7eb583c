/* carrier.h - a point that follows nodes: fixed to one node, or interpolated by the shape functions of an element.
 *
 *     x = sum w_k (x_k + R_k b_k)          v = sum w_k (v_k + w_k x R_k b_k)
 *
 * A force f at the point is, by virtual work, w_k f on node k with its moment R_k b_k x w_k f. The weights add up to
 * one, and in the initial configuration of the deck the sum is the point: rigid-body motions move it exactly. */
#pragma once
#include "contract/node.h"

enum { CARRIER_NODES = 27 };

typedef struct carrier {
    int n;
    const node *node[CARRIER_NODES];
    double weight[CARRIER_NODES];
    vec3 arm[CARRIER_NODES]; /* b, in the axes of the node */
    double distance;         /* from the point to the element */
    double reach;            /* maximum distance at which its nodes can carry the point; HUGE_VAL: no limit */
} carrier;

/* Makes a point that is fixed to the node. */
void carrier_of_node(carrier *c, const node *node, vec3 x);
/* Completes a carrier whose nodes and weights give the point `foot`; the offset from foot to x is attached to the nodes
 * with orientation. Nodes without orientation must be near. */
void carrier_complete(carrier *carrier, vec3 foot, vec3 x, double size);
