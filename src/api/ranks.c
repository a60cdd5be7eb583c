/* ranks.c - analyses by several processes. */
#include "base/ranks.h"
#include "api/handles.h"
#include "base/arena.h"
#include <math.h>
#include <stdlib.h>

struct torsor_ranks {
    const ranks *ranks;
};

int torsor_ranks_expected(void) { return ranks_expected(); }

int torsor_ranks_number(void) { return ranks_expected_number(); }

torsor_ranks *torsor_ranks_open(const char **why)
{
    static torsor_ranks opened;
    opened.ranks = ranks_open(why);
    return opened.ranks ? &opened : NULL;
}

torsor_analysis *torsor_begin_with_ranks(torsor_model *model, const torsor_analysis_options *options,
                                         const torsor_ranks *ranks)
{
    return analysis_begin_on(model, options, ranks ? ranks->ranks : NULL);
}

bool torsor_ranks_close(const torsor_ranks *ranks, int *status, int *failed)
{
    static const double PATIENCE = 3.0; /* seconds */
    const int count = ranks->ranks->count;
    int *all = calloc((size_t)count, sizeof *all);
    *failed = -1;
    if (!all || !ranks->ranks->end(*status, *status == 0 ? HUGE_VAL : PATIENCE, all)) {
        free(all);
        return false;
    }
    for (int r = count - 1; r >= 0; r--)
        if (all[r] != 0)
            *status = all[*failed = r];
    free(all);
    ranks->ranks->finish();
    return true;
}

void torsor_ranks_abort(const torsor_ranks *ranks, int status) { ranks->ranks->abort(status); }
