/* inverse_weights.c - the motion that is chosen where constraints leave it open.
 *
 *     positions        least of    ergonomy(x) + |x - x_before|^2 / 2
 *     velocities       least of    v' R v / 2 + |v - (x - x_before) / h|^2 / 2          R: damping of the ergonomy
 *     accelerations    least of    |a - (v - v_before) / h|^2 / 2
 *
 * with |u|^2 = u' W u, W = w I + w_mass M: two weights for each of the three (`weights` of the deck). Rotations since
 * the instant before are rotation vectors. */
#include "math/rotation.h"
#include "problem/inverse.h"
#include <string.h>

/* --- places in the matrix ----------------------------------------------------------------------------------------- */

static int slot_of(const csc *J, int row, int column)
{
    int k = J->start[column];
    while (J->row[k] != row)
        k++;
    return k;
}

void inverse_blocks(inverse *q)
{
    const model *m = q->x->m;
    q->nodes = ARENA_ARRAY(q->x->memory, node_block, m->nodes.n);
    for (int i = 0; i < m->nodes.n; i++) {
        const node *n = m->nodes.items[i];
        if (n->pose < 0 || n->dof < 0)
            continue;
        node_block *b = &q->nodes[q->n_nodes++];
        *b = (node_block){.n = n, .size = n->has_rotation ? 6 : 3};
        for (int k = 0; k < b->size * b->size; k++)
            b->slot[k] = slot_of(q->x->a->J, n->row + k / b->size, n->dof + k % b->size);
    }
    q->mass = ARENA_ARRAY(q->x->memory, double, 36 * q->n_nodes);
}

/* --- masses ------------------------------------------------------------------------------------------------------- */

/* [m -s x; s x J] about the node */
static void store_mass(const inertia_sum *sum, int size, double *to)
{
    const mat3 s = mat3_skew(sum->s);
    for (int i = 0; i < 3; i++) {
        to[i * size + i] = sum->mass;
        for (int j = 0; size == 6 && j < 3; j++) {
            to[i * size + j + 3] = -s.e[i][j];
            to[(i + 3) * size + j] = s.e[i][j];
            to[(i + 3) * size + j + 3] = sum->J.e[i][j];
        }
    }
}

void inverse_masses(inverse *q)
{
    const model *m = q->x->m;
    const state *s = &q->x->u->s;
    memset(q->mass, 0, (size_t)(36 * q->n_nodes) * sizeof *q->mass);
    for (int k = 0; k < q->n_nodes; k++) {
        const node *n = q->nodes[k].n;
        inertia_sum sum = {0};
        for (int i = 0; i < m->elems.n; i++) {
            const elem *e = m->elems.items[i];
            if (e->type->inertia && e->n > 0 && e->row[0] == n->row && elem_is_on(s, e))
                e->type->inertia->add(s, e, &sum);
        }
        const inertia_sum about = inertia_sum_about(&sum, s->poses[n->pose].x);
        store_mass(&about, q->nodes[k].size, q->mass + 36 * k);
    }
}

/* --- weights ------------------------------------------------------------------------------------------------------ */

static void subtract(const inverse *q, double unit, double mass)
{
    double *entry = q->x->a->J->value;
    for (int i = 0; i < q->n_nodes; i++) {
        const node_block *b = &q->nodes[i];
        for (int k = 0; k < b->size * b->size; k++)
            entry[b->slot[k]] -= mass * q->mass[36 * i + k] + (k / b->size == k % b->size ? unit : 0);
    }
}

void inverse_weigh(const inverse *q, weighed what)
{
    subtract(q, q->settings->weights[what][0], q->settings->weights[what][1]);
}

void inverse_add_masses(const inverse *q) { subtract(q, 0, 1); }

/* x - x_before, or v - v_before. */
static void since_before(const inverse *q, const node *n, weighed what, double *u)
{
    const pose *now = &q->x->u->poses[n->pose], *before = &q->x->u->s.at_prev[n->pose];
    const bool moved = what != WEIGH_ACCELERATIONS;
    vec3_store(u, moved ? vec3_sub(now->x, before->x) : vec3_sub(now->v, before->v));
    if (!n->has_rotation)
        return;
    const mat3 turned = mat3_mult(&now->R, &before->R);
    vec3_store(u + 3, moved ? rotation_log(&turned) : vec3_sub(now->w, before->w));
}

void inverse_pull(const inverse *q, weighed what, double by, double divided, double *rows)
{
    const double *w = q->settings->weights[what];
    for (int k = 0; k < q->n_nodes; k++) {
        const node_block *b = &q->nodes[k];
        double u[6];
        since_before(q, b->n, what, u);
        for (int i = 0; i < b->size; i++) {
            double sum = w[0] * u[i];
            for (int j = 0; j < b->size; j++)
                sum += w[1] * q->mass[36 * k + i * b->size + j] * u[j];
            rows[b->n->row + i] += by * sum / divided;
        }
    }
}
