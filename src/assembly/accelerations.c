/* accelerations.c - accelerations of dynamic nodes, from momenta and inertia (they are not unknowns).
 *
 *     beta'  = m a + w' x s + w x w x s
 *     gamma' = s x a + J w' + (w x s) x v + w x J w           s, J: first moment and inertia about the node
 *     plus, on the right, the contribution of changing bodies (inertia_sum: beta_drift, gamma_drift)
 *
 * solved for a and w' with the inertia of all the bodies on the node. */
#include "assembly/solution.h"
#include "math/symmetric3.h"
#include <string.h>

/* Returns J^-1 g; zero about axes without inertia, for which inertia does not determine the motion. */
static vec3 angular_rate(const mat3 *J, vec3 g)
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

static void solve_node(const inertia_sum *inertia_sum, const pose *pose, const double *betap, double *out)
{
    const vec3 b = vec3_scale(1 / inertia_sum->mass, inertia_sum->s), spin = vec3_cross(pose->w, inertia_sum->s);
    const vec3 f = vec3_sub(vec3_sub(vec3_load(betap), inertia_sum->beta_drift), vec3_cross(pose->w, spin));
    vec3 g = vec3_sub(vec3_sub(vec3_load(betap + 3), inertia_sum->gamma_drift), vec3_cross(spin, pose->v));
    g = vec3_sub(g, vec3_cross(pose->w, mat3_mulv(&inertia_sum->J, pose->w)));
    /* eliminate a = (f - w' x s) / m:  (J + m b x b x) w' = g - b x f */
    const mat3 J = inertia_moved(&inertia_sum->J, -inertia_sum->mass, b);
    const vec3 dw = angular_rate(&J, vec3_sub(g, vec3_cross(b, f)));
    vec3_store(out, vec3_scale(1 / inertia_sum->mass, vec3_sub(f, vec3_cross(dw, inertia_sum->s))));
    vec3_store(out + 3, dw);
}

static bool wanted(const node *node) { return node->pose >= 0 && node->type->accelerations(node).is_wanted; }

/* Sums the inertia of everything attached to each node that needs accelerations. */
static void sum_inertia(solution *solution)
{
    const model *model = solution->model;
    memset(solution->inertia, 0, (size_t)model->n_poses * sizeof *solution->inertia);
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        if (!element->type->inertia || !elem_is_on(&solution->state, element) || element->n == 0)
            continue;
        if (element->type->inertia->add_to_nodes) {
            element->type->inertia->add_to_nodes(&solution->state, element, solution->pose_of, solution->inertia);
            continue;
        }
        const int pose_of = solution->pose_of[element->column[0]];
        if (pose_of >= 0)
            element->type->inertia->add(&solution->state, element, &solution->inertia[pose_of]);
    }
}

void solution_accelerations(solution *solution)
{
    if (!solution->ypp)
        return;
    sum_inertia(solution);
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (!wanted(node) || node->momentum < 0)
            continue;
        const pose *pose = &solution->poses[node->pose];
        double *out = solution->ypp + 6 * node->pose;
        const bool momentum_is_velocity = node->type->accelerations(node).momentum_is_velocity;
        if (momentum_is_velocity)
            memcpy(out, solution->yp + node->momentum, 6 * sizeof *out);
        if (momentum_is_velocity || solution->inertia[node->pose].mass == 0)
            continue;
        const inertia_sum inertia = inertia_sum_about(&solution->inertia[node->pose], pose->x);
        if (node->has_rotation)
            solve_node(&inertia, pose, solution->yp + node->momentum, out);
        else
            vec3_store(out, vec3_scale(1 / inertia.mass, vec3_load(solution->yp + node->momentum)));
    }
}

int solution_list_accelerated(solution *solution, arena *arrays)
{
    const model *model = solution->model;
    int n = 0;
    for (int i = 0; i < model->nodes.n; i++)
        n += wanted(model->nodes.items[i]);
    if (n == 0)
        return 0;
    solution->inertia = ARENA_ARRAY(arrays, inertia_sum, model->n_poses);
    solution->pose_of = ARENA_ARRAY(arrays, int, solution->n);
    memset(solution->pose_of, -1, (size_t)solution->n * sizeof *solution->pose_of);
    for (int i = 0; i < model->nodes.n; i++)
        if (wanted(model->nodes.items[i])) {
            solution->reads_accelerations |= model->nodes.items[i]->type->accelerations(model->nodes.items[i]).is_read;
            solution->pose_of[model->nodes.items[i]->dof] = model->nodes.items[i]->pose;
        }
    return n;
}
