/* movers.c - the nodes that move most in a mode: kept sorted, given in parts of the largest movement. */
#include "api/movers.h"

void movers_add(movers *m, unsigned label, double moves)
{
    int k = m->n;
    while (k > 0 && m->at[k - 1].moves < moves)
        k--;
    if (k == MOVERS_SHOWN)
        return;
    m->n += m->n < MOVERS_SHOWN;
    for (int i = m->n - 1; i > k; i--)
        m->at[i] = m->at[i - 1];
    m->at[k].moves = moves;
    m->at[k].label = label;
}

void movers_put(const movers *m, text *to)
{
    for (int k = 0; k < m->n && m->at[k].moves > 0.01 * m->at[0].moves; k++)
        text_printf(to, "%s%u (%.0f %%)", k > 0 ? ", " : "", m->at[k].label, 100.0 * m->at[k].moves / m->at[0].moves);
    text_char(to, '\n');
}
