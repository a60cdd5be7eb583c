/* inverse_weights.c - the motion where the constraints do not determine it.
 *
 *     positions        minimize    ergonomy(x) + |x - x_before|^2 / 2
 *     velocities       minimize    v' R v / 2 + |v - (x - x_before) / h|^2 / 2          R: damping of the ergonomy
 *     accelerations    minimize    |a - (v - v_before) / h|^2 / 2
 *
 * with |u|^2 = u' W u, W = w I + w_mass M: two weights for each of the three (`weights` of the deck). Rotations since
 * the previous instant are rotation vectors. */
#include "math/rotation.h"
#include "problem/inverse.h"
#include <string.h>

/* --- indices in the matrix ---------------------------------------------------------------------------------------- */

static int slot_of(const csc *matrix, int row, int column)
{
    int k = matrix->start[column];
    while (matrix->row[k] != row)
        k++;
    return k;
}

void inverse_blocks(inverse *inverse)
{
    const model *model = inverse->run->model;
    inverse->nodes = ARENA_ARRAY(inverse->run->memory, node_block, model->nodes.n);
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose < 0 || node->dof < 0)
            continue;
        node_block *block = &inverse->nodes[inverse->n_nodes++];
        *block = (node_block){.node = node, .size = node->has_rotation ? 6 : 3};
        for (int k = 0; k < block->size * block->size; k++)
            block->slot[k] =
                slot_of(inverse->run->equations->matrix, node->row + k / block->size, node->dof + k % block->size);
    }
    inverse->mass = ARENA_ARRAY(inverse->run->memory, double, size_product(36, inverse->n_nodes));
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

void inverse_masses(inverse *inverse)
{
    const model *model = inverse->run->model;
    const state *state = &inverse->run->solution->state;
    memset(inverse->mass, 0, size_product(36, inverse->n_nodes) * sizeof *inverse->mass);
    for (int k = 0; k < inverse->n_nodes; k++) {
        const node *node = inverse->nodes[k].node;
        inertia_sum sum = {0};
        for (int i = 0; i < model->elems.n; i++) {
            const elem *element = model->elems.items[i];
            if (element->type->inertia && element->n > 0 && element->row[0] == node->row && elem_is_on(state, element))
                element->type->inertia->add(state, element, &sum);
        }
        const inertia_sum about = inertia_sum_about(&sum, state->poses[node->pose].x);
        store_mass(&about, inverse->nodes[k].size, inverse->mass + 36 * k);
    }
}

/* --- weights ------------------------------------------------------------------------------------------------------ */

static void subtract(const inverse *inverse, double unit, double mass)
{
    double *entry = inverse->run->equations->matrix->value;
    for (int i = 0; i < inverse->n_nodes; i++) {
        const node_block *block = &inverse->nodes[i];
        for (int k = 0; k < block->size * block->size; k++)
            entry[block->slot[k]] -= mass * inverse->mass[36 * i + k] + (k / block->size == k % block->size ? unit : 0);
    }
}

void inverse_weigh(const inverse *inverse, weighed what)
{
    subtract(inverse, inverse->settings->weights[what][0], inverse->settings->weights[what][1]);
}

void inverse_add_masses(const inverse *inverse) { subtract(inverse, 0, 1); }

/* x - x_before, or v - v_before. */
static void since_before(const inverse *inverse, const node *node, weighed what, double *u)
{
    const pose *now = &inverse->run->solution->poses[node->pose],
               *before = &inverse->run->solution->state.poses_prev[node->pose];
    const bool moved = what != WEIGH_ACCELERATIONS;
    vec3_store(u, moved ? vec3_sub(now->x, before->x) : vec3_sub(now->v, before->v));
    if (!node->has_rotation)
        return;
    const mat3 rotated = mat3_mult(&now->R, &before->R);
    vec3_store(u + 3, moved ? rotation_log(&rotated) : vec3_sub(now->w, before->w));
}

void inverse_pull(const inverse *inverse, weighed what, double by, double divided, double *rows)
{
    const double *w = inverse->settings->weights[what];
    for (int k = 0; k < inverse->n_nodes; k++) {
        const node_block *block = &inverse->nodes[k];
        double u[6];
        since_before(inverse, block->node, what, u);
        for (int i = 0; i < block->size; i++) {
            double sum = w[0] * u[i];
            for (int j = 0; j < block->size; j++)
                sum += w[1] * inverse->mass[36 * k + i * block->size + j] * u[j];
            rows[block->node->row + i] += by * sum / divided;
        }
    }
}
