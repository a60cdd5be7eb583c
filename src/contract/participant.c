/* participant.c - see participant.h. */
#include "contract/participant.h"
#include <math.h>

double participant_time(participant *participant, const state *state)
{
    return fmin(fmax(state->t - participant->t, 0),
                precice_call(&participant->library, PRECICE_getMaxTimeStepSize, NULL, NULL, 0));
}
