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
 * beside what the law gives. Nothing is left out, so that iterations converge quadratically. */
#include "element/plate/products.h"
#include <string.h>

/* Of the nodes as they are: positions from the first, which leaves the strains as they are, and axes. Thus y[0] = 0,
 * and sums over y begin with the second. */
typedef struct {
    vec3 y[PLATE_NODES], v[PRODUCT_AXES][PLATE_NODES];
} product_motion;

/* s NULL: at rest. Of nodes that a triangle has not, zeros are left. */
static void products_motion(const product_plate *q, const state *s, product_motion *m)
{
    for (int k = 0; k < q->plate.kind->n_nodes; k++) {
        const node *at = q->plate.node[k];
        const vec3 x = s ? s->poses[at->pose].x : at->initial->x;
        const vec3 origin = s ? s->poses[q->plate.node[0]->pose].x : q->plate.node[0]->initial->x;
        const mat3 *R = s ? &s->poses[at->pose].R : &at->initial->R;
        m->y[k] = vec3_sub(x, origin);
        for (int a = 0; a < PRODUCT_AXES; a++)
            m->v[a][k] = mat3_mulv(R, q->axis[k][a]);
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

static void strains_at(const product_plate *q, product_motion *m, int point, double *e)
{
    product_point *at = &q->point[point];
    for (int i = 0; i < PRODUCT_STRAINS; i++)
        e[i] = -at->rest[i];
    for (int i = 0; i < PRODUCT_MEMBRANE; i++)
        e[i] += 0.5 * products_product(at->c[i], m->y, m->y);
    for (int i = PRODUCT_BENDING; i < PRODUCT_DRILLING && i < q->plate.enhanced.n; i++)
        e[i] += products_product(at->c[i], m->y, m->v[AXIS_DIRECTOR]);
    if (q->plate.enhanced.n > PRODUCT_DRILLING)
        e[PRODUCT_DRILLING] +=
            products_product(at->c[PRODUCT_DRILLING], m->y, m->v[AXIS_1]) + products_product(at->b, m->y, m->v[AXIS_2]);
}

void product_complete(product_plate *q)
{
    product_motion m = {.y = {{0, 0, 0}}};
    products_motion(q, NULL, &m);
    for (int k = 0; k < q->plate.enhanced.n_points; k++) {
        double e[PRODUCT_STRAINS];
        strains_at(q, &m, k, e);
        memcpy(q->point[k].rest, e, (size_t)q->plate.enhanced.n * sizeof *e);
    }
}

/* --- slopes of strains -------------------------------------------------------------------------------------------- */

static void slope_of(const product_plate *q, product_motion *m, node_pairs c, const vec3 *v, double *B)
{
    for (int k = 0; k < q->plate.kind->n_nodes; k++) {
        vec3_accumulate(B + q->plate.column[k], row_sum(c, k, v));
        if (v != m->y)
            vec3_accumulate(B + q->plate.column[k] + 3, vec3_cross(v[k], column_sum(c, k, m->y)));
    }
}

static void slopes_at(const product_plate *q, product_motion *m, int point, double (*B)[PLATE_COLUMNS])
{
    product_point *at = &q->point[point];
    memset(B, 0, (size_t)q->plate.enhanced.n * sizeof *B);
    for (int i = 0; i < q->plate.enhanced.n; i++)
        slope_of(q, m, at->c[i], i < PRODUCT_MEMBRANE ? m->y : m->v[i < PRODUCT_DRILLING ? AXIS_DIRECTOR : AXIS_1],
                 B[i]);
    if (q->plate.enhanced.n > PRODUCT_DRILLING)
        slope_of(q, m, at->b, m->v[AXIS_2], B[PRODUCT_DRILLING]);
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

static void membrane_stiffness(const product_plate *q, node_pairs G, plate_stiffness K)
{
    for (int i = 0; i < q->plate.kind->n_nodes; i++)
        for (int j = 0; j < q->plate.kind->n_nodes; j++)
            add_block(K, q->plate.column[i], q->plate.column[j], G[i][j], &MAT3_EYE);
}

static void axis_stiffness(const product_plate *q, const product_motion *m, int axis, node_pairs G, plate_stiffness K)
{
    for (int j = 0; j < q->plate.kind->n_nodes; j++) {
        const vec3 v = m->v[axis][j];
        const int spin = q->plate.column[j] + 3;
        const mat3 turned = mat3_skew(v), own = mat3_skew_skew(column_sum(G, j, m->y), v);
        add_block(K, spin, spin, 1.0, &own);
        for (int i = 0; i < q->plate.kind->n_nodes; i++) {
            add_block(K, q->plate.column[i], spin, -G[i][j], &turned);
            add_block(K, spin, q->plate.column[i], G[i][j], &turned);
        }
    }
}

static void stress_stiffness(const product_plate *q, const product_motion *m, plate_strains stress, plate_stiffness K)
{
    node_pairs membrane = {{0}}, axis[PRODUCT_AXES] = {{{0}}};
    const int n = q->plate.enhanced.n;
    for (int k = 0; k < q->plate.enhanced.n_points; k++) {
        product_point *at = &q->point[k];
        for (int i = 0; i < n; i++)
            add_pairs(q->plate.enhanced.weight[k] * stress[k][i], at->c[i],
                      i < PRODUCT_MEMBRANE   ? membrane
                      : i < PRODUCT_DRILLING ? axis[AXIS_DIRECTOR]
                                             : axis[AXIS_1]);
        if (n > PRODUCT_DRILLING)
            add_pairs(q->plate.enhanced.weight[k] * stress[k][PRODUCT_DRILLING], at->b, axis[AXIS_2]);
    }
    membrane_stiffness(q, membrane, K);
    for (int a = 0; a < PRODUCT_AXES && n > PRODUCT_MEMBRANE; a++)
        axis_stiffness(q, m, a, axis[a], K);
}

void product_eval(int n, const state *s, const elem *e, local *out)
{
    const product_plate *q = e->self;
    const enhanced *by = &q->plate.enhanced;
    double g[PLATE_COLUMNS] = {0};
    plate_strains strain, stress;
    plate_slopes B;
    plate_stiffness K;
    product_motion m = {.y = {{0, 0, 0}}};
    products_motion(q, s, &m);
    for (int k = 0; k < by->n_points; k++) {
        strains_at(q, &m, k, strain[k]);
        slopes_at(q, &m, k, B[k]);
    }
    enhanced_stress(by, strain, stress);
    for (int k = 0; k < by->n_points; k++)
        for (int i = 0; i < by->n; i++)
            for (int j = 0; j < q->plate.n_columns; j++)
                g[j] += by->weight[k] * stress[k][i] * B[k][i][j];
    if (n > 0) {
        memset(K, 0, sizeof K);
        enhanced_stiffness(by, q->plate.n_columns, false, B, K);
        stress_stiffness(q, &m, stress, K);
    }
    plate_add(&q->plate, s, n, g, K, out);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

void product_strains(const state *s, const elem *e, plate_strains strain, plate_strains stress)
{
    const product_plate *q = e->self;
    product_motion m = {.y = {{0, 0, 0}}};
    products_motion(q, s, &m);
    for (int k = 0; k < q->plate.enhanced.n_points; k++)
        strains_at(q, &m, k, strain[k]);
    enhanced_stress(&q->plate.enhanced, strain, stress);
}

void product_stress(const state *s, const elem *e, plate_strains stress)
{
    plate_strains strain;
    product_strains(s, e, strain, stress);
}
