/* chain_torsor.c - a deck by the library: chain_torsor DECK QUANTITY TIME prints the first and the third number of a
 * quantity at a time, and the seconds of processor time that the steps took. */
#include "chain.h"
#include "torsor/torsor.h"

int main(int count, char **words)
{
    double at[3];
    if (count != 4) {
        fprintf(stderr, "usage: %s DECK QUANTITY TIME\n", words[0]);
        return 2;
    }
    torsor_model *model = torsor_open(words[1], NULL);
    torsor_analysis *analysis = torsor_begin(model, NULL);
    const double start = chain_seconds();
    const torsor_status status = torsor_run_exactly_to(analysis, strtod(words[3], NULL));
    const double seconds = chain_seconds() - start;
    const bool is_good =
        (status == TORSOR_OK || status == TORSOR_END) && torsor_get(analysis, words[2], at, 3) == TORSOR_OK;
    if (is_good)
        chain_print(at[0], at[2], seconds);
    torsor_end(analysis);
    torsor_close(model);
    return !is_good;
}
