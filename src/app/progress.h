/* progress.h - a line on the terminal that shows the progress of a long run; silent when piped. */
#pragma once
#include <stdbool.h>

typedef struct {
    bool shown, has_begun;
    double t0, begun, last;
} progress;

progress progress_begin(bool silent);
void progress_show(progress *progress, double t, double t_end, int step);
void progress_end(const progress *progress);
