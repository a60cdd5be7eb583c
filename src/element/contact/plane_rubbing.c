/* plane_rubbing.c - velocity, force and bristles of two nodes that rub on a plane (plane_rubbing.h). */
#include "element/contact/plane_rubbing.h"

void rubbing_slip(int n, const jet_node on[2], rubbing *k, jet3 *u)
{
    jet3 spun;
    jet3_cross(n, u, &on[0].w, &k->arm[0]);
    jet3_add_to(n, u, 1.0, &on[0].v);
    jet3_add_to(n, u, -1.0, &on[1].v);
    jet3_cross(n, &spun, &on[1].w, &k->arm[1]);
    jet3_add_to(n, u, -1.0, &spun);
    for (int i = 0; i < 2; i++)
        jet3_dot(n, &k->U[i], &k->axis[i], u);
}

void rubbing_put(int n, local *out, const rubbing_places *of, int row, double s, const jet1 *a)
{
    if (of->columns[row] < 0)
        return;
    out->r[of->columns[row]] += s * a->v;
    double *const to = jacobian_row(out, of->columns[row]);
    for (int l = 0; n > 0 && l < RUBBING_LANES; l++)
        if (of->columns[l] >= 0)
            to[of->columns[l]] += s * a->d[l];
}

static void put3(int n, local *out, const rubbing_places *of, int row, double s, const jet3 *a)
{
    for (int k = 0; k < 3; k++) {
        jet1 one = {.v = a->v[k]};
        JET_LANES(n, l) one.d[l] = a->d[k][l];
        rubbing_put(n, out, of, row + k, s, &one);
    }
}

void rubbing_press(int n, const rubbing *k, const jet1 *N, const jet1 tau[2], local *out, const rubbing_places *of)
{
    jet3 F, along, moment;
    jet3_mul1(n, &F, N, &k->axis[2]);
    for (int i = 0; i < 2; i++) {
        jet1 drag = *N;
        jet1_mul_by(n, &drag, &tau[i]);
        jet3_mul1(n, &along, &drag, &k->axis[i]);
        jet3_add_to(n, &F, -1.0, &along);
    }
    for (int i = 0; i < 2; i++) {
        const int row = i == 0 ? RUBBING_ONE : RUBBING_TWO;
        jet3_cross(n, &moment, &k->arm[i], &F);
        put3(n, out, of, row, i == 0 ? 1.0 : -1.0, &F);
        put3(n, out, of, row + 3, i == 0 ? 1.0 : -1.0, &moment);
    }
}

void rubbing_bend(int n, const state *s, int own, int row, const jet1 rate[2], local *out, const rubbing_places *of)
{
    for (int i = 0; i < 2; i++) {
        jet1 change;
        jet1_seed(n, &change, s->yp[own + i], row + i, s->drate);
        rubbing_put(n, out, of, row + i, 1.0, &change);
        rubbing_put(n, out, of, row + i, -1.0, &rate[i]);
    }
}
