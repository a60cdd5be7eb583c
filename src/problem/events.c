/* events.c - instants at which equations change.
 *
 *     e0, e1: values at the beginning and at the end of a step of length h, e0 > 0 >= e1
 *     next length: h e0/(e0 - e1), h/2 if e1 is nearly 0; after a second such step less, so that it ends before
 *
 * A step that ends before the event is accepted, and the rest of h is searched in the same way from its end. The step
 * across the event has the length d, in which no unknown changes by more than a hundredth of the error that is allowed:
 * d = 0.01 / max_i |y'_i| w_i. */
#include "problem/events.h"
#include "problem/error_control.h"
#include "problem/radau_step.h"

struct events {
    const elem **elements;
    int n_elements, n;
    double *before, *now; /* values */
    int attempts;         /* steps from the same beginning that passed an event */
    double shortest;
    bool is_crossed; /* the step that was solved passes an event */
};

events *events_create(run *run)
{
    const model *model = run->model;
    events *x = ARENA_NEW(run->memory, events);
    *x = (events){.elements = ARENA_ARRAY(run->memory, const elem *, model->elems.n),
                  .n = model->switching_drives.n + model->switching_laws.n};
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        const elem_history history = elem_history_of(element->type);
        if (!history.event || history.events(element) == 0)
            continue;
        x->elements[x->n_elements++] = element;
        x->n += history.events(element);
    }
    x->before = ARENA_ARRAY(run->memory, double, x->n);
    x->now = ARENA_ARRAY(run->memory, double, x->n);
    return x->n > 0 ? x : NULL;
}

static void evaluate_events(const run *run, double *values)
{
    const model *model = run->model;
    const state *state = &run->solution->state;
    const events *events = run->events;
    int n = 0;
    for (int i = 0; i < model->switching_drives.n; i++) {
        const drive *drive = model->switching_drives.items[i];
        values[n++] = drive->type->switches(drive, state) ? -1 : 1;
    }
    for (int i = 0; i < model->switching_laws.n; i++) {
        const law *law = model->switching_laws.items[i];
        values[n++] = law->type->switches(state, law) ? -1 : 1;
    }
    for (int i = 0; i < events->n_elements; i++) {
        const elem *element = events->elements[i];
        const elem_history *history = element->type->history;
        for (int k = 0; k < history->events(element); k++)
            values[n++] = elem_is_on(state, element) ? history->event(state, element, k) : 1;
    }
}

/* The step has the length 0. */
static void evaluate_at_beginning(run *run)
{
    state *state = &run->solution->state;
    const double dt = state->dt;
    state->dt = 0;
    evaluate_events(run, run->events->before);
    state->dt = dt;
}

/* Values that stop at zero say nothing about the time. */
static double fraction(double before, double after) { return after < -1e-6 * before ? before / (before - after) : 0.5; }

double events_begin(run *run, double h)
{
    events *events = run->events;
    event_memory *memory = &run->now->steps.events;
    events->attempts = 0;
    events->shortest = error_control_resolution(run);
    evaluate_at_beginning(run);
    if (memory->after > 0)
        return fmin(h, events->shortest);
    if (!(memory->left > 0) || memory->which < 0 || memory->which >= events->n || events->before[memory->which] <= 0)
        return h;
    const double next = memory->left * fraction(events->before[memory->which], memory->beyond);
    return fmin(h, fmax(next, events->shortest));
}

double events_shorten(run *run, double h)
{
    events *events = run->events;
    event_memory *memory = &run->now->steps.events;
    int first = -1;
    double least = HUGE_VAL;
    evaluate_events(run, events->now);
    for (int i = 0; i < events->n; i++)
        if (events->before[i] > 0 && events->now[i] <= 0 && fraction(events->before[i], events->now[i]) < least) {
            first = i;
            least = fraction(events->before[i], events->now[i]);
        }
    events->is_crossed = first >= 0;
    events->shortest = fmin(events->shortest, error_control_resolution(run));
    if (first < 0 || h <= 1.5 * events->shortest)
        return 0;
    const double length = h * least, margin = events->attempts++ > 0 ? 0.5 * fmin(h - length, length) : 0;
    memory->left = h;
    memory->beyond = events->now[first];
    memory->which = first;
    return fmax(length - margin - 0.5 * events->shortest, events->shortest);
}

void events_accept(run *run, double h)
{
    event_memory *memory = &run->now->steps.events;
    memory->left = run->events->is_crossed || memory->left <= h ? 0 : memory->left - h;
    memory->beyond *= 0.5; /* the next step rather passes it: the search does not remain on one side */
    memory->restarts = run->events->is_crossed || memory->after > 0;
    memory->after = run->events->is_crossed ? 1 : 0;
    if (memory->restarts && run->radau)
        radau_restart(run->radau);
}
