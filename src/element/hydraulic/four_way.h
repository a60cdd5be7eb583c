/* four_way.h - the flows of valves between four nodes.
 *
 *     Q_ij = C A_ij sqrt(2 rho |p_i - p_j|) sign(p_i - p_j),   C = pi / (pi + 2),   ij = 12, 13, 24, 34 */
#pragma once
#include "element/hydraulic/hydraulic.h"

enum { WAY_12, WAY_13, WAY_24, WAY_34, WAYS };

extern const int four_way_ends[WAYS][2];

/* Flows through the openings. */
void four_way_flows(int n, const fluid *f, const jet1 area[WAYS], const jet1 p[4], jet1 q[WAYS]);
void four_way_add(int n, const jet1 q[WAYS], local *out);
/* q1 ... q4, positive into the nodes. */
void four_way_record(record *out, const jet1 q[WAYS]);
