/* plane_rubbing.c - velocity, force and bristles of two nodes in sliding contact on a plane (plane_rubbing.h). */
#include "element/contact/plane_rubbing.h"

void rubbing_slip(int lanes, const jet_node on[2], rubbing *rubbing, jet3 *u)
{
    jet3 spun;
    jet3_cross(lanes, u, &on[0].w, &rubbing->arm[0]);
    jet3_add_to(lanes, u, 1.0, &on[0].v);
    jet3_add_to(lanes, u, -1.0, &on[1].v);
    jet3_cross(lanes, &spun, &on[1].w, &rubbing->arm[1]);
    jet3_add_to(lanes, u, -1.0, &spun);
    for (int i = 0; i < 2; i++)
        jet3_dot(lanes, &rubbing->U[i], &rubbing->axis[i], u);
}

void rubbing_put(int lanes, local *out, const rubbing_columns *of, int row, double s, const jet1 *a)
{
    if (of->columns[row] < 0)
        return;
    out->r[of->columns[row]] += s * a->v;
    double *const to = jacobian_row(out, of->columns[row]);
    for (int l = 0; lanes > 0 && l < RUBBING_LANES; l++)
        if (of->columns[l] >= 0)
            to[of->columns[l]] += s * a->d[l];
}

static void put3(int lanes, local *out, const rubbing_columns *of, int row, double s, const jet3 *a)
{
    for (int k = 0; k < 3; k++) {
        jet1 one = {.v = a->v[k]};
        JET_LANES(lanes, l) one.d[l] = a->d[k][l];
        rubbing_put(lanes, out, of, row + k, s, &one);
    }
}

void rubbing_press(int lanes, const rubbing *rubbing, const jet1 *N, const jet1 tau[2], local *out,
                   const rubbing_columns *of)
{
    jet3 F, along, moment;
    jet3_mul1(lanes, &F, N, &rubbing->axis[2]);
    for (int i = 0; i < 2; i++) {
        jet1 drag = *N;
        jet1_mul_by(lanes, &drag, &tau[i]);
        jet3_mul1(lanes, &along, &drag, &rubbing->axis[i]);
        jet3_add_to(lanes, &F, -1.0, &along);
    }
    for (int i = 0; i < 2; i++) {
        const int row = i == 0 ? RUBBING_ONE : RUBBING_TWO;
        jet3_cross(lanes, &moment, &rubbing->arm[i], &F);
        put3(lanes, out, of, row, i == 0 ? 1.0 : -1.0, &F);
        put3(lanes, out, of, row + 3, i == 0 ? 1.0 : -1.0, &moment);
    }
}

void rubbing_bend(int lanes, const state *state, int internal, int row, const jet1 rate[2], local *out,
                  const rubbing_columns *of)
{
    for (int i = 0; i < 2; i++) {
        jet1 change;
        jet1_seed(lanes, &change, state->yp[internal + i], row + i, state->drate);
        rubbing_put(lanes, out, of, row + i, 1.0, &change);
        rubbing_put(lanes, out, of, row + i, -1.0, &rate[i]);
    }
}
