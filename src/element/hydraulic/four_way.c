/* four_way.c - the flows of valves between four nodes. */
#include "element/hydraulic/four_way.h"

static const int ENDS[ALL_WAYS][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {0, 3}, {1, 2}};

void four_way_flows(int lanes, int ways, const jet1 *rho, const jet1 *area, const jet1 p[4], jet1 *q)
{
    for (int k = 0; k < ways; k++)
        flow_through(lanes, &q[k], rho, &area[k], &p[ENDS[k][0]], &p[ENDS[k][1]]);
}

void four_way_add(int lanes, int ways, const jet1 *q, local *out)
{
    for (int k = 0; k < ways; k++)
        add_flow(lanes, out, ENDS[k][0], ENDS[k][1], &q[k]);
}

void four_way_record(const state *state, record *out, int ways, const jet1 *q)
{
    static const char *const NAMES[] = {"q1", "q2", "q3", "q4"};
    double into[4] = {0};
    for (int k = 0; k < ways; k++) {
        into[ENDS[k][0]] -= q[k].v;
        into[ENDS[k][1]] += q[k].v;
    }
    for (int i = 0; i < 4; i++)
        record_flow(state, out, NAMES[i], into[i]);
}
