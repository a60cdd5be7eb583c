/* movers.c - the nodes that move most in a mode: kept sorted, given in parts of the largest movement. */
#include "api/movers.h"

void movers_add(movers *m, unsigned label, double moves)
{
    int k = m->n;
    while (k > 0 && m->entries[k - 1].moves < moves)
        k--;
    if (k == MOVERS_SHOWN)
        return;
    m->n += m->n < MOVERS_SHOWN;
    for (int i = m->n - 1; i > k; i--)
        m->entries[i] = m->entries[i - 1];
    m->entries[k].moves = moves;
    m->entries[k].label = label;
}

void movers_put(const movers *m, text *to)
{
    for (int k = 0; k < m->n && m->entries[k].moves > 0.01 * m->entries[0].moves; k++)
        text_printf(to, "%s%u (%.0f %%)", k > 0 ? ", " : "", m->entries[k].label,
                    100.0 * m->entries[k].moves / m->entries[0].moves);
    text_char(to, '\n');
}
