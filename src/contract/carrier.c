/* carrier.c - arms of points that follow nodes. */
#include "contract/carrier.h"
#include "contract/frame.h"
#include <math.h>

void carrier_of_node(carrier *c, const node *node, vec3 x)
{
    const vec3 d = vec3_sub(x, node->initial->x);
    *c = (carrier){.n = 1, .node = {node}, .weight = {1}, .reach = HUGE_VAL};
    if (node->has_rotation)
        c->arm[0] = mat3_tmulv(&node->initial->R, d);
    else
        c->distance = vec3_norm(d), c->reach = 0;
}

/* The distance from the foot must be of the order of rounding and of the precision of coordinates in a file, unless a
 * node has an orientation. */
void carrier_complete(carrier *carrier, vec3 foot, vec3 x, double size)
{
    const double ROUNDING = 1e-4;
    const vec3 rest = vec3_sub(x, foot);
    carrier->distance = vec3_norm(rest);
    carrier->reach = HUGE_VAL;
    for (int k = 0; k < carrier->n; k++) {
        if (carrier->node[k]->has_rotation)
            carrier->arm[k] = vec3_add(carrier->arm[k], mat3_tmulv(&carrier->node[k]->initial->R, rest));
        else
            carrier->reach = ROUNDING * size;
    }
}
