/* tpl_drive.c - template drives: vectors and matrices whose components change with time.
 *
 *     value = sum entity_k d_k(t) + sum e_c d_c(t)             slope: the same with the slopes of the drives */
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

void tpl_drive_value(const tpl_drive *d, const state *s, double *out)
{
    d = given(d, s);
    for (int i = 0; i < d->dim; i++)
        out[i] = 0.0;
    for (int k = 0; k < d->n; k++)
        add_term(&d->term[k], d->dim, drive_now(d->term[k].by, s), out);
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
