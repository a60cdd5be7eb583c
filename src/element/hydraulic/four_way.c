/* four_way.c - the flows of valves between four nodes. */
#include "element/hydraulic/four_way.h"

const int four_way_ends[WAYS][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};

static const double PI = 3.14159265358979323846;

void four_way_flows(int n, const fluid *f, const jet1 area[WAYS], const jet1 p[4], jet1 q[WAYS])
{
    for (int k = 0; k < WAYS; k++) {
        const int *const end = four_way_ends[k];
        reference_flow(n, &q[k], f, &area[k], &p[end[0]], &p[end[1]]);
        jet1_scale(n, &q[k], PI / (PI + 2.0));
    }
}

void four_way_add(int n, const jet1 q[WAYS], local *out)
{
    for (int k = 0; k < WAYS; k++)
        add_flow(n, out, four_way_ends[k][0], four_way_ends[k][1], &q[k]);
}

void four_way_record(record *out, const jet1 q[WAYS])
{
    static const char *const NAMES[] = {"q1", "q2", "q3", "q4"};
    double into[4] = {0};
    for (int k = 0; k < WAYS; k++) {
        into[four_way_ends[k][0]] -= q[k].v;
        into[four_way_ends[k][1]] += q[k].v;
    }
    for (int i = 0; i < 4; i++)
        record_flow(out, NAMES[i], into[i]);
}
