/* participant.c - see participant.h. */
#include "contract/participant.h"
#include <math.h>

double participant_time(const participant *p, const state *s)
{
    return fmin(fmax(s->t - p->t, 0), p->call.getMaxTimeStepSize());
}
