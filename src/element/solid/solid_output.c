/* solid_output.c - what solid elements write: strain and stress at the nodes, fitted to those at the points.
 *
 *     strain     sqrt(C_aa) - 1 along the axes at rest; sin of the angles between them, C_ab / sqrt(C_aa C_bb)
 *     stress     of Cauchy, F S F' / det F = P F' / det F
 *
 * Six of each in the order 11 22 33 12 23 31, node by node. Named columns have von Mises's and the principal
 * stresses as well. */
#include "element/solid/solid.h"
#include "math/symmetric3.h"
#include <stdio.h>

enum { RESULTS = 12 };

static void results_at(const solid *q, const state *s, solid_motion *m, int point, double *to)
{
    static const int ROW[] = {0, 1, 2, 0, 1, 2}, COLUMN[] = {0, 1, 2, 1, 2, 0};
    solid_strain e;
    solid_stress f;
    double C[3][3];
    solid_strain_at(q, m, point, &e);
    solid_stress_at(q, s, &e, point, false, &f);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C[i][j] = e.F[0][i] * e.F[0][j] + e.F[1][i] * e.F[1][j] + e.F[2][i] * e.F[2][j];
    for (int k = 0; k < 6; k++) {
        const int i = ROW[k], j = COLUMN[k];
        const double *P = f.P + 3 * i, *F = e.F[j];
        to[k] = k < 3 ? sqrt(C[i][i]) - 1.0 : C[i][j] / sqrt(C[i][i] * C[j][j]);
        to[6 + k] = (P[0] * F[0] + P[1] * F[1] + P[2] * F[2]) / e.det;
    }
}

static void record_node(record *out, int k, const double *of)
{
    record_name_numbered(out, "epsilon", k, QUANTITY_LINEAR_STRAIN, "strain at the node (11, 22, 33)");
    record_vec3(out, vec3_load(of));
    record_name_numbered(out, "gamma", k, QUANTITY_LINEAR_STRAIN, "sine of shear at the node (12, 23, 31)");
    record_vec3(out, vec3_load(of + 3));
    record_name_numbered(out, "sigma", k, QUANTITY_PRESSURE, "Cauchy stress at the node (11, 22, 33)");
    record_vec3(out, vec3_load(of + 6));
    record_name_numbered(out, "tau", k, QUANTITY_PRESSURE, "Cauchy shear stress at the node (12, 23, 31)");
    record_vec3(out, vec3_load(of + 9));
    if (!out->named)
        return;
    record_name_numbered(out, "mises", k, QUANTITY_PRESSURE, "von Mises stress at the node");
    record_real(out, six_von_mises(of + 6));
    record_name_numbered(out, "principal", k, QUANTITY_PRESSURE, "principal stresses at the node, the largest first");
    record_vec3(out, six_principal(of + 6));
}

void solid_output(const state *s, const elem *e, record *out)
{
    const solid *q = e->self;
    double at_point[SOLID_POINTS][RESULTS];
    solid_motion m;
    solid_motion_now(q, s, &m);
    for (int k = 0; k < solid_points(q); k++)
        results_at(q, s, &m, k, at_point[k]);
    record_begin(out, e->label);
    for (int k = 0; k < solid_nodes(q); k++) {
        double sum[RESULTS] = {0};
        for (int i = 0; i < solid_points(q); i++)
            for (int j = 0; j < RESULTS; j++)
                sum[j] += q->table->to_nodes[k][i] * at_point[i][j];
        record_node(out, k + 1, sum);
    }
    record_end(out);
}

void solid_log(const elem *e, record *out)
{
    const solid *q = e->self;
    char name[32];
    snprintf(name, sizeof name, "%s:", e->type->card->name);
    record_word(out, name);
    record_unsigned(out, e->label);
    for (int k = 0; k < solid_nodes(q); k++)
        record_unsigned(out, q->node[k]->label);
    record_end(out);
}

const char *const solid_private_names[] = {"E", NULL};

double solid_private_value(const state *s, const elem *e, int index)
{
    (void)index;
    return solid_kinetic_energy(e->self, s);
}
