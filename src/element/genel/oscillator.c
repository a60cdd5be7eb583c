/* oscillator.c - rows of a mass with a damper and a spring (oscillator.h). */
#include "element/genel/oscillator.h"

void oscillator_rows(int n, const state *s, const elem *e, const oscillator *p, int at, local *out)
{
    const double *y = s->y + e->own + at, *yp = s->yp + e->own + at;
    const double f = p->f ? drive_now(p->f, s) : 0.0;
    out->r[at] = yp[0] - y[1];
    out->r[at + 1] = p->m * yp[1] + p->d * y[1] + p->k * y[0] - f;
    if (n == 0)
        return;
    double *const first = jacobian_row(out, at) + at, *const second = first + out->ld;
    first[0] = s->drate;
    first[1] = -s->dvalue;
    second[0] = p->k * s->dvalue;
    second[1] = p->m * s->drate + p->d * s->dvalue;
}

void oscillator_connect(const elem *e, layout *l)
{
    (void)e;
    layout_own(l);
}
