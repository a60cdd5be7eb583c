/* accelerations.c - accelerations of dynamic nodes, from momenta and inertia (they are no unknowns).
 *
 *     beta'  = m a + w' x s + w x w x s
 *     gamma' = s x a + J w' + (w x s) x v + w x J w           s, J: first moment and inertia about the node
 *
 * solved for a and w' with the inertia of all the bodies on the node. */
#include "assembly/solution.h"
#include "node/structural.h"

typedef struct {
    double m;
    vec3 s;
    mat3 J;
} node_inertia;

/* Sums of bodies come about the origin; moved to the node at x:  J(x) = J(0) + x x s x + s x x x + m x x x x. */
static node_inertia about(const inertia_sum *sum, vec3 x)
{
    node_inertia i = {.m = sum->mass, .s = vec3_axpy(sum->s, -sum->mass, x)};
    const mat3 a = mat3_skew_skew(x, i.s), b = mat3_skew_skew(i.s, x), c = mat3_skew_skew(x, x);
    for (int k = 0; k < 9; k++)
        i.J.e[k / 3][k % 3] = sum->J.e[k / 3][k % 3] + a.e[k / 3][k % 3] + b.e[k / 3][k % 3] + i.m * c.e[k / 3][k % 3];
    return i;
}

static void solve_node(const node_inertia *i, const pose *p, const double *betap, double *out)
{
    const vec3 b = vec3_scale(1 / i->m, i->s), spin = vec3_cross(p->w, i->s);
    const vec3 f = vec3_sub(vec3_load(betap), vec3_cross(p->w, spin));
    vec3 g = vec3_sub(vec3_load(betap + 3), vec3_cross(spin, p->v));
    g = vec3_sub(g, vec3_cross(p->w, mat3_mulv(&i->J, p->w)));
    /* eliminate a = (f - w' x s) / m:  (J + m b x b x) w' = g - b x f */
    const mat3 bb = mat3_skew_skew(b, b);
    mat3 J = mat3_scale(i->m, &bb);
    J = mat3_add(&i->J, &J);
    const mat3 inverse = mat3_inverse(&J);
    const vec3 dw = mat3_mulv(&inverse, vec3_sub(g, vec3_cross(b, f)));
    vec3_store(out, vec3_scale(1 / i->m, vec3_sub(f, vec3_cross(dw, i->s))));
    vec3_store(out + 3, dw);
}

static bool wanted(const node *n)
{
    return n->pose >= 0 && n->momentum >= 0 && ((const structural *)n->self)->accelerations;
}

void solution_accelerations(solution *u)
{
    if (!u->ypp)
        return;
    for (int i = 0; i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.at[i];
        if (!wanted(n))
            continue;
        inertia_sum sum = {0};
        for (int k = 0; k < u->m->elems.n; k++) {
            const elem *e = u->m->elems.at[k];
            if (e->type->inertia && e->active && e->n > 0 && e->column[0] == n->dof)
                e->type->inertia(&u->s, e, &sum);
        }
        const pose *p = &u->at[n->pose];
        double *out = u->ypp + 6 * n->pose;
        if (sum.mass == 0)
            continue;
        if (n->has_rotation) {
            const node_inertia inertia = about(&sum, p->x);
            solve_node(&inertia, p, u->yp + n->momentum, out);
        } else {
            vec3_store(out, vec3_scale(1 / sum.mass, vec3_load(u->yp + n->momentum)));
        }
    }
}

void solution_want_accelerations(solution *u, arena *memory)
{
    for (int i = 0; i < u->m->nodes.n && !u->ypp; i++)
        if (wanted(u->m->nodes.at[i]))
            u->s.ypp = u->ypp = ARENA_ARRAY(memory, double, 6 * u->m->n_poses);
}
