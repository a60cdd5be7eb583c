/* accelerations.c - accelerations of dynamic nodes, from momenta and inertia (they are no unknowns).
 *
 *     beta'  = m a + w' x s + w x w x s
 *     gamma' = s x a + J w' + (w x s) x v + w x J w           s, J: first moment and inertia about the node
 *     and on the right what changing bodies add (inertia_sum: beta_drift, gamma_drift)
 *
 * solved for a and w' with the inertia of all the bodies on the node. */
#include "assembly/solution.h"
#include "math/symmetric3.h"
#include <string.h>

/* J^-1 g; zero about axes without inertia, whose motion the inertia says nothing about. */
static vec3 turn_by(const mat3 *J, vec3 g)
{
    vec3 values;
    mat3 axes;
    symmetric3_principal(J, &values, &axes);
    const double largest = fmax(fabs(values.x), fmax(fabs(values.y), fabs(values.z)));
    vec3 dw = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        const vec3 axis = mat3_col(&axes, k);
        if (fabs(vec3_get(values, k)) > 1e-14 * largest)
            dw = vec3_axpy(dw, vec3_dot(axis, g) / vec3_get(values, k), axis);
    }
    return dw;
}

static void solve_node(const inertia_sum *i, const pose *p, const double *betap, double *out)
{
    const vec3 b = vec3_scale(1 / i->mass, i->s), spin = vec3_cross(p->w, i->s);
    const vec3 f = vec3_sub(vec3_sub(vec3_load(betap), i->beta_drift), vec3_cross(p->w, spin));
    vec3 g = vec3_sub(vec3_sub(vec3_load(betap + 3), i->gamma_drift), vec3_cross(spin, p->v));
    g = vec3_sub(g, vec3_cross(p->w, mat3_mulv(&i->J, p->w)));
    /* eliminate a = (f - w' x s) / m:  (J + m b x b x) w' = g - b x f */
    const mat3 J = inertia_moved(&i->J, -i->mass, b);
    const vec3 dw = turn_by(&J, vec3_sub(g, vec3_cross(b, f)));
    vec3_store(out, vec3_scale(1 / i->mass, vec3_sub(f, vec3_cross(dw, i->s))));
    vec3_store(out + 3, dw);
}

static bool wanted(const node *n) { return n->pose >= 0 && n->type->accelerations(n).is_wanted; }

/* The inertia of every node that wants accelerations, from all that is attached to it. */
static void sum_inertia(solution *u)
{
    const model *m = u->m;
    memset(u->inertia, 0, (size_t)m->n_poses * sizeof *u->inertia);
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.items[i];
        if (!e->type->inertia || !elem_is_on(&u->s, e) || e->n == 0)
            continue;
        if (e->type->inertia->add_to_nodes) {
            e->type->inertia->add_to_nodes(&u->s, e, u->pose_of, u->inertia);
            continue;
        }
        const int pose_of = u->pose_of[e->column[0]];
        if (pose_of >= 0)
            e->type->inertia->add(&u->s, e, &u->inertia[pose_of]);
    }
}

void solution_accelerations(solution *u)
{
    if (!u->ypp)
        return;
    sum_inertia(u);
    for (int i = 0; i < u->m->nodes.n; i++) {
        const node *n = u->m->nodes.items[i];
        if (!wanted(n) || n->momentum < 0)
            continue;
        const pose *p = &u->poses[n->pose];
        double *out = u->ypp + 6 * n->pose;
        const bool momentum_is_velocity = n->type->accelerations(n).momentum_is_velocity;
        if (momentum_is_velocity)
            memcpy(out, u->yp + n->momentum, 6 * sizeof *out);
        if (momentum_is_velocity || u->inertia[n->pose].mass == 0)
            continue;
        const inertia_sum inertia = inertia_sum_about(&u->inertia[n->pose], p->x);
        if (n->has_rotation)
            solve_node(&inertia, p, u->yp + n->momentum, out);
        else
            vec3_store(out, vec3_scale(1 / inertia.mass, vec3_load(u->yp + n->momentum)));
    }
}

int solution_list_accelerated(solution *u, arena *arrays)
{
    const model *m = u->m;
    int n = 0;
    for (int i = 0; i < m->nodes.n; i++)
        n += wanted(m->nodes.items[i]);
    if (n == 0)
        return 0;
    u->inertia = ARENA_ARRAY(arrays, inertia_sum, m->n_poses);
    u->pose_of = ARENA_ARRAY(arrays, int, u->n);
    memset(u->pose_of, -1, (size_t)u->n * sizeof *u->pose_of);
    for (int i = 0; i < m->nodes.n; i++)
        if (wanted(m->nodes.items[i])) {
            u->reads_accelerations |= m->nodes.items[i]->type->accelerations(m->nodes.items[i]).is_read;
            u->pose_of[m->nodes.items[i]->dof] = m->nodes.items[i]->pose;
        }
    return n;
}
