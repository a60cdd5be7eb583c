/* law.c - evaluating a constitutive law with its prestress and prestrain.
 *
 *     stress = prestress + f(strain - prestrain(t), rate)
 *     d stress = by_strain d strain + by_rate d rate */
#include "contract/law.h"
#include <string.h>

/* --- evaluation --------------------------------------------------------------------------------------------------- */

/* The strain without the prestrain; in `own` when there is one. */
static const double *own_strain(const law *l, const state *s, const double *strain, double *own)
{
    if (!l->prestrain || l->dim == 9)
        return strain;
    const int n = l->prestrain->dim;
    tpl_drive_value(l->prestrain, s, own);
    for (int i = 0; i < l->dim; i++)
        own[i] = i < n ? strain[i] - own[i] : strain[i];
    return own;
}

/* In nine dimensions P += F S, F listed as in law/solid.h. */
static void add_gradient_prestress(const double *strain, const double *S, law_result *out)
{
    static const int ROW[] = {0, 1, 2, 0, 1, 0, 2, 1, 2}, COLUMN[] = {0, 1, 2, 1, 0, 2, 0, 2, 1};
    static const int SIX[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 9; j++)
            if (ROW[i] == ROW[j]) {
                out->stress[i] += strain[j] * S[SIX[COLUMN[j]][COLUMN[i]]];
                out->by_strain[9 * i + j] += S[SIX[COLUMN[j]][COLUMN[i]]];
            }
}

static void add_driven_prestress(const law *l, const state *s, const double *strain, law_result *out)
{
    double S[6];
    tpl_drive_value(l->driven_prestress, s, S);
    if (l->dim == 9)
        add_gradient_prestress(strain, S, out);
    for (int i = 0; l->dim != 9 && i < 6; i++)
        out->stress[i] += S[i];
}

void law_eval(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    const int n = l->dim;
    double own[LAW_MOST];
    memset(out->stress, 0, (size_t)n * sizeof *out->stress);
    memset(out->by_strain, 0, (size_t)(n * n) * sizeof *out->by_strain);
    memset(out->by_rate, 0, (size_t)(n * n) * sizeof *out->by_rate);
    l->type->eval(l, s, own_strain(l, s, strain, own), rate, out);
    if (l->prestress)
        for (int i = 0; i < n; i++)
            out->stress[i] += l->prestress[i];
    if (l->driven_prestress)
        add_driven_prestress(l, s, strain, out);
    if (s->ear)
        s->ear->hear(s->ear, l, strain, rate, out);
}

void law_predict(const state *s, const law *l, memory_block *m, const double *strain, const double *rate)
{
    double own[LAW_MOST];
    if (l->type->predict)
        l->type->predict(s, l, m, own_strain(l, s, strain, own), rate);
}

void law_accept(const state *s, const law *l, memory_block *m, const double *strain, const double *rate)
{
    double own[LAW_MOST];
    if (l->type->accept)
        l->type->accept(s, l, m, own_strain(l, s, strain, own), rate);
}

int law_private_index(const law *l, const char *name)
{
    static const char PREFIX[] = "constitutiveLaw.";
    if (!l->type->private_index || strncmp(name, PREFIX, sizeof PREFIX - 1) != 0)
        return 0;
    return l->type->private_index(l, name + sizeof PREFIX - 1);
}

bool law_has_private(const law *l, int index)
{
    return index >= 1 && l->type->has_private && l->type->has_private(l, index);
}

double law_private_value(const state *s, const law *l, const double *strain, const double *rate, int index)
{
    double own[LAW_MOST];
    return l->type->private_value(s, l, own_strain(l, s, strain, own), rate, index);
}

void law_output(const state *s, const law *l, const double *strain, const double *rate, record *out)
{
    double own[LAW_MOST];
    if (l->type->output)
        l->type->output(s, l, own_strain(l, s, strain, own), rate, out);
}

/* --- jets --------------------------------------------------------------------------------------------------------- */

/* out[i] += sum M[i][j] in[j], lane by lane */
static void chain(int n, int dim, const double *M, const double *const *in, double *const *out)
{
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) {
            const double m = M[i * dim + j];
            if (m == 0.0)
                continue;
            const double *from = in[j];
            double *to = out[i];
            JET_LANES(n, l) to[l] += m * from[l];
        }
}

static void chain_law(int n, const law *l, const law_result *f, const double *const *strain, const double *const *rate,
                      double *const *out)
{
    if (n == 0)
        return;
    for (int i = 0; i < l->dim; i++)
        JET_LANES(n, k) out[i][k] = 0.0;
    if (l->kind & LAW_ELASTIC)
        chain(n, l->dim, f->by_strain, strain, out);
    if (l->kind & LAW_VISCOUS)
        chain(n, l->dim, f->by_rate, rate, out);
}

void jet_law1(int n, const law *l, const state *s, const jet1 *strain, const jet1 *rate, jet1 *out)
{
    law_result f;
    law_eval(l, s, &strain->v, &rate->v, &f);
    const double *const e = strain->d, *const p = rate->d;
    double *const o = out->d;
    chain_law(n, l, &f, &e, &p, &o);
    out->v = f.stress[0];
}

void jet_law3(int n, const law *l, const state *s, const jet3 *strain, const jet3 *rate, jet3 *out)
{
    law_result f;
    law_eval(l, s, strain->v, rate->v, &f);
    const double *const e[3] = {strain->d[0], strain->d[1], strain->d[2]};
    const double *const p[3] = {rate->d[0], rate->d[1], rate->d[2]};
    double *const o[3] = {out->d[0], out->d[1], out->d[2]};
    chain_law(n, l, &f, e, p, o);
    memcpy(out->v, f.stress, sizeof out->v);
}

void jet_law6(int n, const law *l, const state *s, const jet3 strain[2], const jet3 rate[2], jet3 out[2])
{
    law_result f;
    double now[LAW_MAX], slope[LAW_MAX];
    const double *e[LAW_MAX], *p[LAW_MAX];
    double *o[LAW_MAX];
    for (int i = 0; i < LAW_MAX; i++) {
        now[i] = strain[i / 3].v[i % 3], e[i] = strain[i / 3].d[i % 3];
        slope[i] = rate[i / 3].v[i % 3], p[i] = rate[i / 3].d[i % 3];
        o[i] = out[i / 3].d[i % 3];
    }
    law_eval(l, s, now, slope, &f);
    chain_law(n, l, &f, e, p, o);
    for (int i = 0; i < LAW_MAX; i++)
        out[i / 3].v[i % 3] = f.stress[i];
}
