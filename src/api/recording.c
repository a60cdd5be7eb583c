/* recording.c - steps whose quantities are recorded without a call of the library for each. */
#include "api/handles.h"
#include "torsor/torsor.h"
#include <math.h>

/* Count of numbers of a quantity, or of one of its components; 0: there is no such quantity. */
static int recorded_size(torsor_analysis *analysis, int which)
{
    const int count = torsor_quantity_count(analysis);
    return count == 0 || which < 0 ? 0 : which < count ? torsor_quantity_at(analysis, which).size : 1;
}

static torsor_status record_row(torsor_analysis *analysis, const int *which, int n, double **to)
{
    torsor_status status = TORSOR_OK;
    for (int i = 0; i < n && status == TORSOR_OK; i++) {
        const int size = recorded_size(analysis, which[i]);
        status = torsor_get_at(analysis, which[i], *to, size);
        *to += size;
    }
    return status;
}

torsor_status torsor_run_recording(torsor_analysis *analysis, double until, const int *which, int n, double *rows,
                                   int most, int *n_rows)
{
    if (!analysis || isnan(until) || n < 0 || most < 0 || !n_rows || (n > 0 && (!which || !rows)))
        return TORSOR_MISUSE;
    torsor_status status = torsor_state(analysis);
    for (*n_rows = 0; *n_rows < most && status == TORSOR_OK && torsor_time(analysis) < until;) {
        status = torsor_step(analysis);
        if (status != TORSOR_OK)
            break;
        status = record_row(analysis, which, n, &rows);
        *n_rows += status == TORSOR_OK;
    }
    return status;
}
