/* movers.c - the nodes that move most in a mode: sorted, relative to the largest movement. */
#include "api/movers.h"

void movers_add(movers *movers, unsigned label, double moves)
{
    int k = movers->n;
    while (k > 0 && movers->entries[k - 1].moves < moves)
        k--;
    if (k == MOVERS_SHOWN)
        return;
    movers->n += movers->n < MOVERS_SHOWN;
    for (int i = movers->n - 1; i > k; i--)
        movers->entries[i] = movers->entries[i - 1];
    movers->entries[k].moves = moves;
    movers->entries[k].label = label;
}

void movers_put(const movers *movers, text *to)
{
    for (int k = 0; k < movers->n && movers->entries[k].moves > 0.01 * movers->entries[0].moves; k++)
        text_printf(to, "%s%u (%.0f %%)", k > 0 ? ", " : "", movers->entries[k].label,
                    100.0 * movers->entries[k].moves / movers->entries[0].moves);
    text_char(to, '\n');
}
