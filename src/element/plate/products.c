/* products.c - forces and stiffness of plates whose strains are sums of products of vectors of the nodes.
 *
 *     de = sum_i dy_i . h_i + sum_j dt_j . (v_j x k_j),      h_i = sum_j c_ij v_j,     k_j = sum_i c_ij y_i
 *
 * with dt the spin of a node. Stresses N = w sigma give, with G_ij = sum N c_ij over strains and points,
 *
 *     K(y_i, y_j) = G_ij I            of membrane strains
 *     K(y_i, t_j) = - G_ij v_j x      K(t_j, y_i) = G_ij v_j x
 *     K(t_j, t_j) = k_j x v_j x       k_j = sum_i G_ij y_i
 *
 * in addition to the terms of the law. The stiffness is exact, so that iterations converge quadratically. */
#include "element/plate/products.h"
#include <string.h>

/* Motion of the nodes: positions relative to the first node, which does not change the strains, and axes. Thus y[0] =
 * 0, and sums over y begin with the second. */
typedef struct {
    vec3 y[PLATE_NODES], v[PRODUCT_AXES][PLATE_NODES];
} product_motion;

/* state NULL: reference configuration. Entries of nodes that a triangle does not have remain zero. */
static void products_motion(const product_plate *product_plate, const state *state, product_motion *motion)
{
    for (int k = 0; k < product_plate->plate.kind->n_nodes; k++) {
        const node *at = product_plate->plate.node[k];
        const vec3 x = state ? state->poses[at->pose].x : at->initial->x;
        const vec3 origin =
            state ? state->poses[product_plate->plate.node[0]->pose].x : product_plate->plate.node[0]->initial->x;
        const mat3 *R = state ? &state->poses[at->pose].R : &at->initial->R;
        motion->y[k] = vec3_sub(x, origin);
        for (int a = 0; a < PRODUCT_AXES; a++)
            motion->v[a][k] = mat3_mulv(R, product_plate->axis[k][a]);
    }
}

static vec3 row_sum(node_pairs c, int i, const vec3 *v)
{
    vec3 sum = vec3_scale(c[i][0], v[0]);
    for (int j = 1; j < PLATE_NODES; j++)
        sum = vec3_axpy(sum, c[i][j], v[j]);
    return sum;
}

static vec3 column_sum(node_pairs c, int j, const vec3 *y)
{
    vec3 sum = {0, 0, 0};
    for (int i = 1; i < PLATE_NODES; i++)
        sum = vec3_axpy(sum, c[i][j], y[i]);
    return sum;
}

static double products_product(node_pairs c, const vec3 *y, const vec3 *v)
{
    double sum = 0.0;
    for (int i = 1; i < PLATE_NODES; i++)
        sum += vec3_dot(y[i], row_sum(c, i, v));
    return sum;
}

static void strains_at(const product_plate *product_plate, product_motion *motion, int point, double *e)
{
    product_point *at = &product_plate->point[point];
    for (int i = 0; i < PRODUCT_STRAINS; i++)
        e[i] = -at->rest[i];
    for (int i = 0; i < PRODUCT_MEMBRANE; i++)
        e[i] += 0.5 * products_product(at->c[i], motion->y, motion->y);
    for (int i = PRODUCT_BENDING; i < PRODUCT_DRILLING && i < product_plate->plate.enhanced.n; i++)
        e[i] += products_product(at->c[i], motion->y, motion->v[AXIS_DIRECTOR]);
    if (product_plate->plate.enhanced.n > PRODUCT_DRILLING)
        e[PRODUCT_DRILLING] += products_product(at->c[PRODUCT_DRILLING], motion->y, motion->v[AXIS_1]) +
                               products_product(at->b, motion->y, motion->v[AXIS_2]);
}

void product_complete(product_plate *product_plate)
{
    product_motion motion = {.y = {{0, 0, 0}}};
    products_motion(product_plate, NULL, &motion);
    for (int k = 0; k < product_plate->plate.enhanced.n_points; k++) {
        double e[PRODUCT_STRAINS];
        strains_at(product_plate, &motion, k, e);
        memcpy(product_plate->point[k].rest, e, (size_t)product_plate->plate.enhanced.n * sizeof *e);
    }
}

/* --- derivatives of strains --------------------------------------------------------------------------------------- */

static void derivative_of(const product_plate *product_plate, product_motion *motion, node_pairs c, const vec3 *v,
                          double *B)
{
    for (int k = 0; k < product_plate->plate.kind->n_nodes; k++) {
        vec3_accumulate(B + product_plate->plate.column[k], row_sum(c, k, v));
        if (v != motion->y)
            vec3_accumulate(B + product_plate->plate.column[k] + 3, vec3_cross(v[k], column_sum(c, k, motion->y)));
    }
}

static void derivatives_at(const product_plate *product_plate, product_motion *motion, int point,
                           double (*B)[PLATE_COLUMNS])
{
    product_point *at = &product_plate->point[point];
    memset(B, 0, (size_t)product_plate->plate.enhanced.n * sizeof *B);
    for (int i = 0; i < product_plate->plate.enhanced.n; i++)
        derivative_of(product_plate, motion, at->c[i],
                      i < PRODUCT_MEMBRANE ? motion->y : motion->v[i < PRODUCT_DRILLING ? AXIS_DIRECTOR : AXIS_1],
                      B[i]);
    if (product_plate->plate.enhanced.n > PRODUCT_DRILLING)
        derivative_of(product_plate, motion, at->b, motion->v[AXIS_2], B[PRODUCT_DRILLING]);
}

/* --- stiffness of stresses ---------------------------------------------------------------------------------------- */

static void add_pairs(double f, node_pairs c, node_pairs to)
{
    for (int i = 0; i < PLATE_NODES; i++)
        for (int j = 0; j < PLATE_NODES; j++)
            to[i][j] += f * c[i][j];
}

static void add_block(plate_stiffness K, int row, int column, double f, const mat3 *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            K[row + i][column + j] += f * m->e[i][j];
}

static void membrane_stiffness(const product_plate *product_plate, node_pairs G, plate_stiffness K)
{
    for (int i = 0; i < product_plate->plate.kind->n_nodes; i++)
        for (int j = 0; j < product_plate->plate.kind->n_nodes; j++)
            add_block(K, product_plate->plate.column[i], product_plate->plate.column[j], G[i][j], &MAT3_EYE);
}

static void axis_stiffness(const product_plate *product_plate, const product_motion *motion, int axis, node_pairs G,
                           plate_stiffness K)
{
    for (int j = 0; j < product_plate->plate.kind->n_nodes; j++) {
        const vec3 v = motion->v[axis][j];
        const int spin = product_plate->plate.column[j] + 3;
        const mat3 rotated = mat3_skew(v), internal = mat3_skew_skew(column_sum(G, j, motion->y), v);
        add_block(K, spin, spin, 1.0, &internal);
        for (int i = 0; i < product_plate->plate.kind->n_nodes; i++) {
            add_block(K, product_plate->plate.column[i], spin, -G[i][j], &rotated);
            add_block(K, spin, product_plate->plate.column[i], G[i][j], &rotated);
        }
    }
}

static void stress_stiffness(const product_plate *product_plate, const product_motion *motion, plate_strains stress,
                             plate_stiffness K)
{
    node_pairs membrane = {{0}}, axis[PRODUCT_AXES] = {{{0}}};
    const int n = product_plate->plate.enhanced.n;
    for (int k = 0; k < product_plate->plate.enhanced.n_points; k++) {
        product_point *at = &product_plate->point[k];
        for (int i = 0; i < n; i++)
            add_pairs(product_plate->plate.enhanced.weight[k] * stress[k][i], at->c[i],
                      i < PRODUCT_MEMBRANE   ? membrane
                      : i < PRODUCT_DRILLING ? axis[AXIS_DIRECTOR]
                                             : axis[AXIS_1]);
        if (n > PRODUCT_DRILLING)
            add_pairs(product_plate->plate.enhanced.weight[k] * stress[k][PRODUCT_DRILLING], at->b, axis[AXIS_2]);
    }
    membrane_stiffness(product_plate, membrane, K);
    for (int a = 0; a < PRODUCT_AXES && n > PRODUCT_MEMBRANE; a++)
        axis_stiffness(product_plate, motion, a, axis[a], K);
}

void product_eval(int lanes, const state *state, const elem *element, local *out)
{
    const product_plate *product_plate = element->self;
    const enhanced *by = &product_plate->plate.enhanced;
    double g[PLATE_COLUMNS] = {0};
    plate_strains strain, stress;
    plate_derivatives B;
    plate_stiffness K;
    product_motion motion = {.y = {{0, 0, 0}}};
    products_motion(product_plate, state, &motion);
    for (int k = 0; k < by->n_points; k++) {
        strains_at(product_plate, &motion, k, strain[k]);
        derivatives_at(product_plate, &motion, k, B[k]);
    }
    enhanced_stress(by, strain, stress);
    for (int k = 0; k < by->n_points; k++)
        for (int i = 0; i < by->n; i++)
            for (int j = 0; j < product_plate->plate.n_columns; j++)
                g[j] += by->weight[k] * stress[k][i] * B[k][i][j];
    if (lanes > 0) {
        enhanced_stiffness(by, product_plate->plate.n_columns, B, K, NULL);
        stress_stiffness(product_plate, &motion, stress, K);
    }
    plate_add(&product_plate->plate, state, lanes, g, K, out);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

void product_strains(const state *state, const elem *element, plate_strains strain, plate_strains stress)
{
    const product_plate *product_plate = element->self;
    product_motion motion = {.y = {{0, 0, 0}}};
    products_motion(product_plate, state, &motion);
    for (int k = 0; k < product_plate->plate.enhanced.n_points; k++)
        strains_at(product_plate, &motion, k, strain[k]);
    enhanced_stress(&product_plate->plate.enhanced, strain, stress);
}

void product_stress(const state *state, const elem *element, plate_strains stress)
{
    plate_strains strain;
    product_strains(state, element, strain, stress);
}
