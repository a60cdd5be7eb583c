/* watch.c - what is doubtful about a run while it goes on.
 *
 *     contact    shorter than 5 steps: its force is a matter of where the steps fall
 *     energy     E = kinetic + potential + elastic, above E(0) by 2 % of the largest of them, while drives, forces and
 *                others have done no work */
#include "api/watch.h"
#include "api/diag_rows.h"
#include <math.h>

enum { FEW_STEPS = 5, WANTED_STEPS = 20, MOST_WARNINGS = 5 };
static const double GROWTH = 0.02, NO_WORK = 1e-6;

struct watch {
    contacts *contacts;
    double first, largest, work;
    int steps, warnings;
    bool has_grown;
};

watch *watch_create(const model *m, arena *memory)
{
    watch *w = ARENA_NEW(memory, watch);
    w->contacts = contacts_create(m, memory);
    return w;
}

void watch_destroy(watch *w)
{
    if (w)
        contacts_destroy(w->contacts);
}

static void watch_contacts(watch *w, const state *s, diag *errors)
{
    int steps;
    const law *l = contacts_observe(w->contacts, s, &steps);
    if (!l || steps >= FEW_STEPS || w->warnings >= MOST_WARNINGS)
        return;
    w->warnings++;
    diag_report(errors, W_SHORT_CONTACT, l->where, l->type->keyword, steps, steps == 1 ? "" : "s", s->t);
    diag_hint(errors, "a time step of %.1g would have %d in it", s->dt * steps / WANTED_STEPS, WANTED_STEPS);
}

static void watch_energy(watch *w, const state *s, const double *E, diag *errors)
{
    static const energy_kind STORES[] = {ENERGY_KINETIC, ENERGY_POTENTIAL, ENERGY_ELASTIC};
    static const energy_kind SOURCES[] = {ENERGY_DRIVES, ENERGY_FORCES, ENERGY_OTHER};
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        sum += E[STORES[i]];
        w->largest = fmax(w->largest, fabs(E[STORES[i]]));
        w->work = fmax(w->work, fabs(E[SOURCES[i]]));
    }
    if (w->steps++ == 0)
        w->first = sum;
    if (w->has_grown || sum - w->first <= GROWTH * w->largest || w->work > NO_WORK * w->largest)
        return;
    w->has_grown = true;
    diag_report(errors, W_ENERGY_GROWS, (place){0, 0, 0}, w->first, sum, s->t);
    diag_hint(errors, "halve the time step: what the integration adds falls to a quarter; what stays comes from a law "
                      "without potential, a negative damping, or a friction with the wrong sign");
}

void watch_step(watch *w, const state *s, const double energies[ENERGY_COUNT], diag *errors)
{
    watch_contacts(w, s, errors);
    watch_energy(w, s, energies, errors);
}
