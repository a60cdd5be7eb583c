/* solid_eval.c - internal forces of solid elements, sums over points of integration, and their Jacobian.
 *
 *     force on node k                      - sum w P s_k                        s_k = d h_k / d x at rest
 *     row of the node with pressure k      - sum w c g_k                        c: what the law says of the pressure
 *
 * A change of node l along component k changes F by e_k s_l', so that with T_l = dP/dF : (. s_l')
 *
 *     row (a, i), column (l, k)            - w sum_J s_aJ T_l[i J, k]
 *
 * T has a row for each component of P and the columns of the element: each row of the block is a sum of three of T. */
#include "element/solid/solid.h"
#include <string.h>

enum { MOST_COLUMNS = 6 * SOLID_NODES };

static void add_forces(const solid *q, double w, double (*slope)[3], const double *P, double *r)
{
    for (int k = 0; k < solid_nodes(q); k++)
        for (int i = 0; i < 3; i++)
            r[q->column[k] + i] -=
                w * (P[3 * i] * slope[k][0] + P[3 * i + 1] * slope[k][1] + P[3 * i + 2] * slope[k][2]);
}

/* T times w */
static void solid_eval_spread(const solid *q, double w, double (*slope)[3], double (*A)[9],
                              double (*restrict T)[MOST_COLUMNS])
{
    for (int k = 0; k < solid_nodes(q); k++) {
        const double s0 = w * slope[k][0], s1 = w * slope[k][1], s2 = w * slope[k][2];
        const int column = q->column[k];
        for (int a = 0; a < 9; a++)
            for (int i = 0; i < 3; i++)
                T[a][column + i] = A[a][3 * i] * s0 + A[a][3 * i + 1] * s1 + A[a][3 * i + 2] * s2;
    }
}

/* Of a symmetric block the part on the right of the diagonal alone; complete_stiffness makes the rest of it. */
static void add_stiffness(const solid *q, double (*slope)[3], double (*restrict T)[MOST_COLUMNS], local *out)
{
    const int n = q->n_columns;
    for (int k = 0; k < solid_nodes(q); k++)
        for (int i = 0; i < 3; i++) {
            double *restrict to = out->J + (q->column[k] + i) * out->ld;
            const double *restrict x = T[3 * i], *restrict y = T[3 * i + 1], *restrict z = T[3 * i + 2];
            const double s0 = slope[k][0], s1 = slope[k][1], s2 = slope[k][2];
            for (int j = q->is_symmetric ? q->column[k] : 0; j < n; j++)
                to[j] -= s0 * x[j] + s1 * y[j] + s2 * z[j];
        }
}

static void complete_stiffness(const solid *q, local *out)
{
    for (int i = 1; i < q->n_columns; i++)
        for (int j = 0; j < i; j++)
            out->J[i * out->ld + j] = out->J[j * out->ld + i];
}

static void add_pressure_rows(const solid *q, int point, const solid_stress *f, double *r)
{
    const double w = q->point[point].weight, *g = q->table->pressure[point];
    for (int k = 0; k < solid_pressures(q); k++)
        r[q->n_columns + k] -= w * g[k] * f->c;
}

static void add_pressure_columns(const solid *q, const state *s, int point, const solid_stress *f, local *out)
{
    double weighted[SOLID_PRESSURES];
    const solid_point *at = &q->point[point];
    const double *g = q->table->pressure[point];
    const int n = solid_pressures(q);
    for (int j = 0; j < n; j++)
        weighted[j] = g[j] * dof_weight(s, &q->pressure[j]);
    for (int k = 0; k < solid_nodes(q); k++)
        for (int i = 0; i < 3; i++) {
            const double *d = at->slope[k], *P = f->P_by_p + 3 * i, *c = f->c_by_F + 3 * i;
            const double by_p = at->weight * (P[0] * d[0] + P[1] * d[1] + P[2] * d[2]);
            const double by_u = at->weight * (c[0] * d[0] + c[1] * d[1] + c[2] * d[2]);
            for (int j = 0; j < n; j++) {
                out->J[(q->column[k] + i) * out->ld + q->n_columns + j] -= by_p * weighted[j];
                out->J[(q->n_columns + j) * out->ld + q->column[k] + i] -= by_u * g[j];
            }
        }
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            out->J[(q->n_columns + k) * out->ld + q->n_columns + j] -= at->weight * g[k] * f->c_by_p * weighted[j];
}

static void check_volume(const state *s, const elem *e, int point, double det)
{
    if (!(det > 0.0))
        state_fail(s, e->where,
                   "%s %u is distorted too much: at integration point %d the volume is %g times what it was",
                   e->type->card->name, e->label, point + 1, det);
}

void solid_eval(int n, const state *s, const elem *e, local *out)
{
    const solid *q = e->self;
    double T[9][MOST_COLUMNS];
    solid_motion m;
    solid_motion_now(q, s, &m);
    for (int a = 0; n > 0 && a < 9; a++)
        memset(T[a], 0, (size_t)q->n_columns * sizeof **T);
    for (int k = 0; k < solid_points(q); k++) {
        const solid_point *at = &q->point[k];
        solid_strain strain;
        solid_stress stress;
        solid_strain_at(q, &m, k, &strain);
        check_volume(s, e, k, strain.det);
        solid_stress_at(q, s, &strain, k, n > 0, &stress);
        add_forces(q, at->weight, at->slope, stress.P, out->r);
        add_pressure_rows(q, k, &stress, out->r);
        if (n == 0)
            continue;
        solid_eval_spread(q, at->weight, at->slope, stress.by_F, T);
        add_stiffness(q, at->slope, T, out);
        add_pressure_columns(q, s, k, &stress, out);
    }
    if (n > 0 && q->is_symmetric)
        complete_stiffness(q, out);
    solid_inertia(n, s, e, out);
}

/* --- what laws remember ------------------------------------------------------------------------------------------- */

static void solid_eval_tell(const state *s, const elem *e, law_listener *hear, memory_block *to)
{
    const solid *q = e->self;
    solid_motion m;
    solid_motion_now(q, s, &m);
    for (int k = 0; k < solid_points(q); k++) {
        solid_strain strain;
        solid_strain_at(q, &m, k, &strain);
        hear(s, q->point[k].law, to, strain.strain, strain.rate);
    }
}

void solid_predict(const state *s, const elem *e, memory_block *to)
{
    if (((const solid *)e->self)->remembers)
        solid_eval_tell(s, e, law_predict, to);
}

void solid_accept(const state *s, const elem *e, memory_block *to)
{
    if (((const solid *)e->self)->remembers)
        solid_eval_tell(s, e, law_accept, to);
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

static void connect_inertia(const solid *q, layout *l)
{
    const int n = solid_nodes(q);
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            for (int i = 0; i < 3 && (!q->is_lumped || a == b); i++)
                layout_full(l, q->momentum + 3 * a + i, 1, q->column[b] + i, 1);
}

void solid_connect(const elem *e, layout *l)
{
    const solid *q = e->self;
    const int n = solid_nodes(q), n_pressures = solid_pressures(q);
    for (int k = 0; k < n; k++)
        layout_node(l, q->node[k]);
    for (int k = 0; k < n_pressures; k++)
        layout_dof(l, &q->pressure[k]);
    for (int k = 0; k < n && !q->is_static; k++)
        layout_momentum(l, q->node[k]);
    layout_clear(l);
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++)
            layout_full(l, q->column[a], 3, q->column[b], 3);
        layout_full(l, q->column[a], 3, q->n_columns, n_pressures);
        layout_full(l, q->n_columns, n_pressures, q->column[a], 3);
    }
    layout_full(l, q->n_columns, n_pressures, q->n_columns, n_pressures);
    if (!q->is_static)
        connect_inertia(q, l);
}
