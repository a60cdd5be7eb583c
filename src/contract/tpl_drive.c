/* tpl_drive.c - template drives: vectors and matrices whose components change with time.
 *
 *     value = sum entity_k d_k(t) + sum e_c d_c(t)             slope: the same with the slopes of the drives
 *
 * Strains of Green and Lagrange (G11 G22 G33 2G12 2G23 2G31) from relative changes of length e and sines of shear s:
 *
 *     G_aa = e_a + e_a^2 / 2,   2 G_ab = (1 + e_a) (1 + e_b) s_ab */
#include "contract/hint.h"

static inline void add_term(const tpl_term *t, int dim, double v, double *out)
{
    if (!t->entity) {
        out[t->component] += v;
        return;
    }
    for (int i = 0; i < dim; i++)
        out[i] += t->entity[i] * v;
}

/* The one that a hint has given, if it has. */
static const tpl_drive *given(const tpl_drive *d, const state *s)
{
    const tpl_drive *other = d->hinted && s->rooms ? s->rooms[d->hinted - 1].is : NULL;
    return other ? other : d;
}

static void to_green(double *e)
{
    static const int NEXT[] = {1, 2, 0};
    for (int k = 0; k < 3; k++)
        e[3 + k] *= (1.0 + e[k]) * (1.0 + e[NEXT[k]]);
    for (int k = 0; k < 3; k++)
        e[k] += 0.5 * e[k] * e[k];
}

/* d G from the strains e and their change. */
static void green_slope(const double *e, double *d)
{
    static const int NEXT[] = {1, 2, 0};
    for (int k = 0; k < 3; k++) {
        const int j = NEXT[k];
        const double a = 1.0 + e[k], b = 1.0 + e[j];
        d[3 + k] = a * b * d[3 + k] + (d[k] * b + a * d[j]) * e[3 + k];
    }
    for (int k = 0; k < 3; k++)
        d[k] *= 1.0 + e[k];
}

void tpl_drive_value(const tpl_drive *d, const state *s, double *out)
{
    d = given(d, s);
    for (int i = 0; i < d->dim; i++)
        out[i] = 0.0;
    for (int k = 0; k < d->n; k++)
        add_term(&d->term[k], d->dim, drive_now(d->term[k].by, s), out);
    if (d->is_green && d->dim == 6)
        to_green(out);
}

bool tpl_drive_has_slope(const tpl_drive *d)
{
    for (int k = 0; k < d->n; k++)
        if (!drive_has_slope(d->term[k].by))
            return false;
    return true;
}

void tpl_drive_slope(const tpl_drive *d, const state *s, double *out)
{
    d = given(d, s);
    for (int i = 0; i < d->dim; i++)
        out[i] = 0.0;
    if (!tpl_drive_has_slope(d))
        return;
    for (int k = 0; k < d->n; k++)
        add_term(&d->term[k], d->dim, drive_slope(d->term[k].by, s, s->t), out);
    if (!d->is_green)
        return;
    const tpl_drive plain = {.dim = d->dim, .n = d->n, .term = d->term};
    double e[6];
    tpl_drive_value(&plain, s, e);
    green_slope(e, out);
}

vec3 tpl_drive_vec3(const tpl_drive *d, const state *s)
{
    double v[3];
    tpl_drive_value(d, s, v);
    return vec3_load(v);
}

vec3 tpl_drive_vec3_slope(const tpl_drive *d, const state *s)
{
    double v[3];
    tpl_drive_slope(d, s, v);
    return vec3_load(v);
}
