/* law.c - evaluation of a constitutive law with its prestress and prestrain.
 *
 *     stress = prestress + f(strain - prestrain(t), rate)
 *     d stress = by_strain d strain + by_rate d rate */
#include "contract/law.h"
#include <string.h>

/* --- evaluation --------------------------------------------------------------------------------------------------- */

/* Returns the strain without the prestrain; in `internal` if there is one. */
static const double *own_strain(const law *law, const state *state, const double *strain, double *internal)
{
    if (!law->prestrain || law->dim == 9)
        return strain;
    const int n = law->prestrain->dim;
    tpl_drive_value(law->prestrain, state, internal);
    for (int i = 0; i < law->dim; i++)
        internal[i] = i < n ? strain[i] - internal[i] : strain[i];
    return internal;
}

/* In nine dimensions adds F S to P, with the components of F in the order of law/solid.h. */
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

static void add_driven_prestress(const law *law, const state *state, const double *strain, law_result *out)
{
    double S[6];
    tpl_drive_value(law->driven_prestress, state, S);
    if (law->dim == 9)
        add_gradient_prestress(strain, S, out);
    for (int i = 0; law->dim != 9 && i < 6; i++)
        out->stress[i] += S[i];
}

void law_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const int n = law->dim;
    double internal[LAW_MOST];
    memset(out->stress, 0, (size_t)n * sizeof *out->stress);
    memset(out->by_strain, 0, (size_t)n * (size_t)n * sizeof *out->by_strain);
    memset(out->by_rate, 0, (size_t)n * (size_t)n * sizeof *out->by_rate);
    law->type->eval(law, state, own_strain(law, state, strain, internal), rate, out);
    if (law->prestress)
        for (int i = 0; i < n; i++)
            out->stress[i] += law->prestress[i];
    if (law->driven_prestress)
        add_driven_prestress(law, state, strain, out);
    if (state->observer)
        state->observer->on_eval(state->observer, law, strain, rate, out);
}

void law_predict(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate)
{
    double internal[LAW_MOST];
    if (law->type->predict)
        law->type->predict(state, law, memory, own_strain(law, state, strain, internal), rate);
}

void law_accept(const state *state, const law *law, memory_block *memory, const double *strain, const double *rate)
{
    double internal[LAW_MOST];
    if (law->type->accept)
        law->type->accept(state, law, memory, own_strain(law, state, strain, internal), rate);
}

int law_private_index(const law *law, const char *name)
{
    static const char PREFIX[] = "constitutiveLaw.";
    if (!law->type->private_index || strncmp(name, PREFIX, sizeof PREFIX - 1) != 0)
        return 0;
    return law->type->private_index(law, name + sizeof PREFIX - 1);
}

bool law_has_private(const law *law, int index)
{
    return index >= 1 && law->type->has_private && law->type->has_private(law, index);
}

double law_private_value(const state *state, const law *law, const double *strain, const double *rate, int index)
{
    double internal[LAW_MOST];
    return law->type->private_value(state, law, own_strain(law, state, strain, internal), rate, index);
}

void law_output(const state *state, const law *law, const double *strain, const double *rate, record *out)
{
    double internal[LAW_MOST];
    if (law->type->output)
        law->type->output(state, law, own_strain(law, state, strain, internal), rate, out);
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

static void chain_law(int n, const law *law, const law_result *result, const double *const *strain,
                      const double *const *rate, double *const *out)
{
    if (n == 0)
        return;
    for (int i = 0; i < law->dim; i++)
        JET_LANES(n, k) out[i][k] = 0.0;
    if (law->kind & LAW_ELASTIC)
        chain(n, law->dim, result->by_strain, strain, out);
    if (law->kind & LAW_VISCOUS)
        chain(n, law->dim, result->by_rate, rate, out);
}

void jet_law1(int lanes, const law *law, const state *state, const jet1 *strain, const jet1 *rate, jet1 *out)
{
    law_result result;
    law_eval(law, state, &strain->v, &rate->v, &result);
    const double *const e = strain->d, *const p = rate->d;
    double *const o = out->d;
    chain_law(lanes, law, &result, &e, &p, &o);
    out->v = result.stress[0];
}

void jet_law3(int lanes, const law *law, const state *state, const jet3 *strain, const jet3 *rate, jet3 *out)
{
    law_result result;
    law_eval(law, state, strain->v, rate->v, &result);
    const double *const e[3] = {strain->d[0], strain->d[1], strain->d[2]};
    const double *const p[3] = {rate->d[0], rate->d[1], rate->d[2]};
    double *const o[3] = {out->d[0], out->d[1], out->d[2]};
    chain_law(lanes, law, &result, e, p, o);
    memcpy(out->v, result.stress, sizeof out->v);
}

void jet_law6(int lanes, const law *law, const state *state, const jet3 strain[2], const jet3 rate[2], jet3 out[2])
{
    law_result result;
    double now[LAW_MAX], derivative[LAW_MAX];
    const double *e[LAW_MAX], *p[LAW_MAX];
    double *o[LAW_MAX];
    for (int i = 0; i < LAW_MAX; i++) {
        now[i] = strain[i / 3].v[i % 3], e[i] = strain[i / 3].d[i % 3];
        derivative[i] = rate[i / 3].v[i % 3], p[i] = rate[i / 3].d[i % 3];
        o[i] = out[i / 3].d[i % 3];
    }
    law_eval(law, state, now, derivative, &result);
    chain_law(lanes, law, &result, e, p, o);
    for (int i = 0; i < LAW_MAX; i++)
        out[i / 3].v[i % 3] = result.stress[i];
}
