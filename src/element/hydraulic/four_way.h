/* four_way.h - the flows of valves between four nodes.
 *
 *     Q_ij = C A_ij sqrt(2 rho |p_i - p_j|) sign(p_i - p_j),   ij = 12, 13, 24, 34, in some valves also 14 and 23
 *
 * C: pi / (pi + 2), discharge coefficient of a slit in a thick wall. */
#pragma once
#include "element/hydraulic/hydraulic.h"

enum { WAY_12, WAY_13, WAY_24, WAY_34, WAYS, WAY_14 = WAYS, WAY_23, ALL_WAYS };

#define SLIT_COEFFICIENT 0.611015470351657

/* Computes the flows through the first `ways` openings with the effective areas C A_ij. */
void four_way_flows(int lanes, int ways, const jet1 *rho, const jet1 *area, const jet1 p[4], jet1 *q);
void four_way_add(int lanes, int ways, const jet1 *q, local *out);
/* Writes q1 ... q4, positive into the nodes. */
void four_way_record(const state *state, record *out, int ways, const jet1 *q);
