/* renewal.c - when it pays to renew the factors of a Jacobian matrix that have been kept.
 *
 *     price     of new factors, in corrections with kept ones
 *     m         ln(error / target) / ln(1 / rate), rounded up: corrections still needed at a rate of convergence
 *
 *     in a solution      renew if   m(rate) > price + m(rate of new factors)
 *                        where new factors converge as they did before; or, if the present ones were made in this
 *                        solution, with the square of their rate (Newton's method converges quadratically)
 *     before a solution  renew if   its cost > (price + cost of all since the renewal) / their number
 *                        where corrections increase as they have since the renewal; the mean cost of a solution is
 *                        then at its minimum
 *
 * Rates above SLOWEST do not last: new factors are always used then. If factors of the same solution were as slow, the
 * model is so nonlinear that every correction needs new ones, for 3, 15, 63, 255 solutions.
 *
 * If the solutions that began with old factors cost as much as those with new ones, all begin with new ones for a
 * while: 3, 15, 63, 255 solutions. */
#include "nonlinear/renewal.h"
#include <limits.h>
#include <math.h>

enum { LONGEST_PAUSE = 255 };

bool renewal_is_valid(const renewal *renewal)
{
    return renewal->solves >= 0 && renewal->solves < INT_MAX && renewal->pause >= 0 && renewal->patience >= 0 &&
           renewal->patience <= LONGEST_PAUSE && renewal->exact >= 0 && renewal->caution >= 0 &&
           renewal->caution <= LONGEST_PAUSE;
}

double renewal_corrections(double error, double target, double rate)
{
    if (error <= target)
        return 0.0;
    return rate < 1.0 ? fmax(1.0, ceil(log(error / target) / -log(rate))) : HUGE_VAL;
}

bool renewal_is_due(const renewal *renewal)
{
    const int old = renewal->solves - 1;
    const double growth = old > 1 ? fmax(0.0, (double)(renewal->last - renewal->first) / (old - 1)) : 0.0;
    return renewal->pause > 0 || (renewal->last + growth) * renewal->solves > renewal->cost;
}

bool renewal_pays(const renewal *renewal, double error, double target, double rate, bool is_new)
{
    const double other = is_new ? rate * rate : renewal->gain;
    return rate > RENEWAL_SLOWEST ||
           renewal_corrections(error, target, rate) > renewal->price + renewal_corrections(error, target, other);
}

static int longer(int pause) { return pause < LONGEST_PAUSE ? 4 * pause + 3 : LONGEST_PAUSE; }

void renewal_trust(renewal *renewal, bool has_served)
{
    renewal->caution = has_served ? 0 : longer(renewal->caution);
    renewal->exact = renewal->caution;
}

/* The present factors are replaced. If keeping them has saved nothing, the next ones are not kept for a while. */
static void set_pause(renewal *renewal)
{
    static const double LEAST = 0.05; /* of the cost of a solution with new factors */
    if (renewal->saved > LEAST * renewal->fresh)
        renewal->patience = 0;
    else
        renewal->patience = longer(renewal->patience);
    renewal->pause = renewal->patience;
    renewal->saved = 0.0;
}

void renewal_observe(renewal *renewal, int uses, double rate)
{
    if (uses == 1)
        renewal->gain = rate;
}

void renewal_record(renewal *renewal, bool began_with_old, int corrections, int matrices)
{
    const double cost = corrections + matrices * renewal->price;
    if (began_with_old)
        renewal->saved += renewal->fresh - cost;
    else if (renewal->pause > 0)
        renewal->pause--;
    if (matrices > 0) {
        if (renewal->solves > 1 || began_with_old)
            set_pause(renewal);
        renewal->solves = 0;
        renewal->cost = 0.0;
    }
    if (!began_with_old) {
        renewal->fresh = cost;
        renewal->matrices = matrices;
    }
    renewal->last = corrections;
    renewal->cost += cost;
    renewal->solves++;
    if (renewal->solves == 2)
        renewal->first = corrections;
}
