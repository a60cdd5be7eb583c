/* progress.h - a line on the terminal that says how far a long run is; silent when piped. */
#pragma once
#include <stdbool.h>

typedef struct {
    bool shown;
    double t0, t_end, begun, last;
} progress;

void progress_begin(progress *p, double t0, double t_end, bool silent);
void progress_show(progress *p, double t, int step);
void progress_end(progress *p);
