/* carrier.c - arms of points that follow nodes. */
#include "contract/carrier.h"
#include "contract/frame.h"
#include <math.h>

void carrier_of_node(carrier *c, const node *n, vec3 x)
{
    const vec3 d = vec3_sub(x, n->initial->x);
    *c = (carrier){.n = 1, .node = {n}, .weight = {1}, .reach = HUGE_VAL};
    if (n->has_rotation)
        c->arm[0] = mat3_tmulv(&n->initial->R, d);
    else
        c->distance = vec3_norm(d), c->reach = 0;
}

/* The way from the foot is of the order of rounding and of coordinates in a file, or nodes must turn. */
void carrier_complete(carrier *c, vec3 foot, vec3 x, double size)
{
    const double ROUNDING = 1e-4;
    const vec3 rest = vec3_sub(x, foot);
    c->distance = vec3_norm(rest);
    c->reach = HUGE_VAL;
    for (int k = 0; k < c->n; k++) {
        if (c->node[k]->has_rotation)
            c->arm[k] = vec3_add(c->arm[k], mat3_tmulv(&c->node[k]->initial->R, rest));
        else
            c->reach = ROUNDING * size;
    }
}
