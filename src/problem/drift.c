/* drift.c - moves the velocities of the points of the history with the formula of the first steps. */
#include "problem/drift.h"

bool drift_concerns(const integrator *method)
{
    return method->type->stages == 1 && !method->type->derivatives && !method->type->is_collocation;
}

/* A history that has other points than when it was saved is not moved. */
void drift_serialize(archive *archive, run *run)
{
    drift_progress *now = &run->now->drift;
    const size_t n = (size_t)run->model->n_unknowns;
    archive_begin(archive, "drift");
    archive_bool(archive, &now->is_active);
    archive_int(archive, &now->until);
    archive_double(archive, &now->applied);
    if (now->is_active && run->drift.rate) {
        archive_doubles(archive, run->drift.rate, n);
        archive_doubles(archive, run->drift.value, n);
    } else {
        archive_skip(archive);
        now->is_active = false;
    }
    archive_end(archive);
}

void drift_begin(run *run)
{
    run->now->drift = (drift_progress){.is_active = true, .until = run->sum->steps + run->problem->method.type->points};
}

/* C h^2 */
static double drift_size(const step_context *context, const stage *g)
{
    double sum = 0, weight = g->b0;
    for (int j = 0; j < g->n; j++) {
        const double s = 1 + context->ages[j] / context->h;
        sum += (g->a[j] * s / 6 - g->b[j] / 2) * s * s;
        weight += g->b[j];
    }
    return context->h * context->h * sum / weight;
}

void drift_apply(run *run, const step_context *context, const stage *g)
{
    drift_progress *now = &run->now->drift;
    if (run->sum->steps >= now->until) {
        now->is_active = false;
        return;
    }
    const double size = drift_size(context, g);
    history_shift(run->past, size - now->applied, run->drift.rate, run->drift.value);
    now->applied = size;
}
