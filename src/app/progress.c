/* progress.c - "time 0.35 of 2 (17 %), step 350, 4 s left", rewritten in place several times per second. */
#include "app/progress.h"
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_EVERY = 16 }; /* steps between two readings of the clock */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

progress progress_begin(bool silent)
{
    progress progress = {.shown = !silent && isatty(STDERR_FILENO)};
    if (progress.shown)
        progress.begun = progress.last = seconds();
    return progress;
}

void progress_show(progress *progress, double t, double t_end, int step)
{
    if (!progress->has_begun)
        progress->t0 = t, progress->has_begun = true;
    if (!progress->shown || step % LOOK_EVERY)
        return;
    const double now = seconds();
    if (now - progress->last < 0.25)
        return;
    progress->last = now;
    const double part = (t - progress->t0) / (t_end - progress->t0);
    if (isfinite(t_end) && part > 0)
        fprintf(stderr, "\r\033[Ktime %g of %g (%.0f %%), step %d, %.0f s left", t, t_end, 100 * part, step,
                (now - progress->begun) * (1 - part) / part);
    else
        fprintf(stderr, "\r\033[Ktime %g, step %d", t, step);
    fflush(stderr);
}

void progress_end(const progress *progress)
{
    if (progress->shown && progress->last > progress->begun)
        fputs("\r\033[K", stderr);
}
