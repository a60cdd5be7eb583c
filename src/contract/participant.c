/* participant.c - see participant.h. */
#include "contract/participant.h"
#include <math.h>

double participant_time(participant *p, const state *s)
{
    return fmin(fmax(s->t - p->t, 0), precice_call(&p->library, PRECICE_getMaxTimeStepSize, NULL, NULL, 0));
}
