/* progress.c - "time 0.35 of 2 (17 %), step 350, 4 s left", rewritten in place a few times a second. */
#include "app/progress.h"
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_EVERY = 16 }; /* steps between two looks at the clock */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

progress progress_begin(bool silent)
{
    progress p = {.shown = !silent && isatty(STDERR_FILENO)};
    if (p.shown)
        p.begun = p.last = seconds();
    return p;
}

void progress_show(progress *p, double t, double t_end, int step)
{
    if (!p->has_begun)
        p->t0 = t, p->has_begun = true;
    if (!p->shown || step % LOOK_EVERY)
        return;
    const double now = seconds();
    if (now - p->last < 0.25)
        return;
    p->last = now;
    const double part = (t - p->t0) / (t_end - p->t0);
    if (isfinite(t_end) && part > 0)
        fprintf(stderr, "\r\033[Ktime %g of %g (%.0f %%), step %d, %.0f s left", t, t_end, 100 * part, step,
                (now - p->begun) * (1 - part) / part);
    else
        fprintf(stderr, "\r\033[Ktime %g, step %d", t, step);
    fflush(stderr);
}

void progress_end(const progress *p)
{
    if (p->shown && p->last > p->begun)
        fputs("\r\033[K", stderr);
}
