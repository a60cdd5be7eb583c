/* watch.c - detects questionable behavior during a run.
 *
 *     contact    shorter than 5 steps: its force depends on the times of the steps
 *     energy     E = kinetic + potential + elastic exceeds E(0) by 2 % of the largest of them, while drives, forces and
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

watch *watch_create(const model *model, arena *memory)
{
    watch *w = ARENA_NEW(memory, watch);
    w->contacts = contacts_create(model, memory);
    return w;
}

void watch_destroy(watch *watch)
{
    if (watch)
        contacts_destroy(watch->contacts);
}

static void watch_contacts(watch *watch, const state *state, diag *errors)
{
    int steps;
    const law *law = contacts_observe(watch->contacts, state, &steps);
    if (!law || steps >= FEW_STEPS || watch->warnings >= MOST_WARNINGS)
        return;
    watch->warnings++;
    diag_report(errors, W_SHORT_CONTACT, law->location, law->type->keyword, steps, steps == 1 ? "" : "s", state->t);
    diag_hint(errors, "a time step of %.1g would give %d steps in the contact", state->dt * steps / WANTED_STEPS,
              WANTED_STEPS);
}

static void watch_energy(watch *watch, const state *state, const double *E, diag *errors)
{
    static const energy_kind STORES[] = {ENERGY_KINETIC, ENERGY_POTENTIAL, ENERGY_ELASTIC};
    static const energy_kind SOURCES[] = {ENERGY_DRIVES, ENERGY_FORCES, ENERGY_OTHER};
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        sum += E[STORES[i]];
        watch->largest = fmax(watch->largest, fabs(E[STORES[i]]));
        watch->work = fmax(watch->work, fabs(E[SOURCES[i]]));
    }
    if (watch->steps++ == 0)
        watch->first = sum;
    if (watch->has_grown || sum - watch->first <= GROWTH * watch->largest || watch->work > NO_WORK * watch->largest)
        return;
    watch->has_grown = true;
    diag_report(errors, W_ENERGY_GROWS, (source_location){0, 0, 0}, watch->first, sum, state->t);
    diag_hint(errors, "halve the time step: an integration error falls to a quarter; otherwise the cause is a law "
                      "without potential, negative damping, or friction with the wrong sign");
}

void watch_step(watch *watch, const state *state, const double energies[ENERGY_COUNT], diag *errors)
{
    watch_contacts(watch, state, errors);
    watch_energy(watch, state, energies, errors);
}
