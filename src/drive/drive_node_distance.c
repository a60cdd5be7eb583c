/* drive_node_distance.c - f = e . (p2 - p1): the distance of two points of two nodes along a direction fixed to the
 * second.
 *
 *     p = x + R o,   p' = v + w x R o,   e = R2 e~,   e' = w2 x e                                                */
#include "drive/node_pair.h"
#include "model/frames.h"

typedef struct {
    pair_end end[2];
    vec3 along;
} distance;

static void drive_node_distance_read(reader *r, drive *d)
{
    static const char *const DIRECTION[] = {"direction", NULL};
    distance *p = d->self;
    read_pair_end(r, &p->end[0], "node1", "offset");
    read_pair_end(r, &p->end[1], "node2", "offset");
    read_choice(r, DIRECTION, "direction");
    const frame_context c = {.own = p->end[1].node ? p->end[1].node->initial : NULL};
    p->along = read_direction_rel(r, &c, "direction");
}

/* p2 - p1 and its rate. */
static void between(const distance *p, const state *s, vec3 *d, vec3 *rate)
{
    vec3 x[2], v[2];
    for (int i = 0; i < 2; i++) {
        const pose *n = &s->poses[p->end[i].node->pose];
        const vec3 o = mat3_mulv(&n->R, p->end[i].o);
        x[i] = vec3_add(n->x, o);
        v[i] = vec3_add(n->v, vec3_cross(n->w, o));
    }
    *d = vec3_sub(x[1], x[0]);
    *rate = vec3_sub(v[1], v[0]);
}

static double drive_node_distance_at(const drive *d, const state *s, double x)
{
    (void)x;
    const distance *p = d->self;
    vec3 apart, rate;
    between(p, s, &apart, &rate);
    return vec3_dot(mat3_mulv(&s->poses[p->end[1].node->pose].R, p->along), apart);
}

static double drive_node_distance_slope(const drive *d, const state *s, double x)
{
    (void)x;
    const distance *p = d->self;
    const pose *n = &s->poses[p->end[1].node->pose];
    const vec3 e = mat3_mulv(&n->R, p->along);
    vec3 apart, rate;
    between(p, s, &apart, &rate);
    return vec3_dot(e, rate) + vec3_dot(vec3_cross(n->w, e), apart);
}

const drive_type drive_node_distance_type = {
    .keyword = "node distance",
    .grammar = "node distance, node1, NODE [, offset, F], node2, NODE [, offset, F], direction, V",
    .summary = "The distance between points of two nodes along a direction fixed to the second.",
    .module = MODULE_NODEDISTDRIVE,
    .size = sizeof(distance),
    .read = drive_node_distance_read,
    .value = drive_node_distance_at,
    .slope = drive_node_distance_slope,
};
