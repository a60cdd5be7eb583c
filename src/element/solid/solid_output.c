/* solid_output.c - output of solid elements: strain and stress at the nodes, fitted to those at the points.
 *
 *     strain     sqrt(C_aa) - 1 along the axes at rest; sin of the angles between them, C_ab / sqrt(C_aa C_bb)
 *     stress     Cauchy stress F S F' / det F = P F' / det F
 *
 * Six of each in the order 11 22 33 12 23 31, node by node. Named columns also contain the von Mises stress and the
 * principal stresses. */
#include "element/solid/solid.h"
#include "math/symmetric3.h"
#include <stdio.h>

enum { RESULTS = 12 };

static void results_at(const solid *solid, const state *state, solid_motion *motion, int point, double *to)
{
    static const int ROW[] = {0, 1, 2, 0, 1, 2}, COLUMN[] = {0, 1, 2, 1, 2, 0};
    solid_strain solid_strain;
    solid_stress solid_stress;
    double C[3][3];
    solid_strain_at(solid, motion, point, &solid_strain);
    solid_stress_at(solid, state, &solid_strain, point, false, &solid_stress);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C[i][j] = solid_strain.F[0][i] * solid_strain.F[0][j] + solid_strain.F[1][i] * solid_strain.F[1][j] +
                      solid_strain.F[2][i] * solid_strain.F[2][j];
    for (int k = 0; k < 6; k++) {
        const int i = ROW[k], j = COLUMN[k];
        const double *P = solid_stress.P + 3 * i, *F = solid_strain.F[j];
        to[k] = k < 3 ? sqrt(C[i][i]) - 1.0 : C[i][j] / sqrt(C[i][i] * C[j][j]);
        to[6 + k] = (P[0] * F[0] + P[1] * F[1] + P[2] * F[2]) / solid_strain.det;
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

void solid_output(const state *state, const elem *element, record *out)
{
    const solid *solid = element->self;
    double at_point[SOLID_POINTS][RESULTS];
    solid_motion motion;
    solid_motion_now(solid, state, &motion);
    for (int k = 0; k < solid_points(solid); k++)
        results_at(solid, state, &motion, k, at_point[k]);
    record_begin(out, element->label);
    for (int k = 0; k < solid_nodes(solid); k++) {
        double sum[RESULTS] = {0};
        for (int i = 0; i < solid_points(solid); i++)
            for (int j = 0; j < RESULTS; j++)
                sum[j] += solid->table->to_nodes[k][i] * at_point[i][j];
        record_node(out, k + 1, sum);
    }
    record_end(out);
}

void solid_log(const elem *element, record *out)
{
    const solid *solid = element->self;
    char name[32];
    snprintf(name, sizeof name, "%s:", element->type->card->name);
    record_word(out, name);
    record_unsigned(out, element->label);
    for (int k = 0; k < solid_nodes(solid); k++)
        record_unsigned(out, solid->node[k]->label);
    record_end(out);
}

const char *const solid_private_names[] = {"E", NULL};

double solid_private_value(const state *state, const elem *element, int index)
{
    (void)index;
    return solid_kinetic_energy(element->self, state);
}
