/* contacts.c - laws that act only intermittently: for how many steps they act.
 *
 *     contact    the law is zero at two accepted states, then nonzero at n states, then zero again
 *
 * Elements are evaluated at each accepted state, and the laws that they evaluate are observed. */
#include "assembly/contacts.h"
#include "base/array.h"
#include <string.h>

enum { OPEN_BEFORE = 2 };

typedef struct {
    const law *law;
    int open, closed; /* consecutive states */
    int shortest;     /* shortest contact so far; 0 if none */
    bool is_contact;  /* was open long enough before it closed */
} observed_law;

struct contacts {
    law_observer observer; /* first member, so that the observer can be cast to contacts */
    const model *model;
    double *r;
    ARRAY(observed_law) laws;
    int next; /* law that is probably evaluated next */
    const law *ended;
    int steps;
};

static observed_law *entry_of(contacts *contacts, const law *law)
{
    for (int i = 0; i < contacts->laws.n; i++) {
        const int at = (contacts->next + i) % contacts->laws.n;
        if (contacts->laws.items[at].law == law) {
            contacts->next = at + 1;
            return &contacts->laws.items[at];
        }
    }
    array_push(&contacts->laws, ((observed_law){.law = law}));
    contacts->next = contacts->laws.n;
    return &contacts->laws.items[contacts->laws.n - 1];
}

static void end_contact(contacts *contacts, observed_law *observed_law)
{
    if (observed_law->is_contact && (observed_law->shortest == 0 || observed_law->closed < observed_law->shortest)) {
        observed_law->shortest = observed_law->closed;
        contacts->ended = observed_law->law;
        contacts->steps = observed_law->closed;
    }
    observed_law->closed = 0;
}

static void contacts_on_law(law_observer *observer, const law *law, const double *strain, const double *rate,
                            const law_result *result)
{
    contacts *c = (contacts *)observer;
    (void)strain;
    (void)rate;
    observed_law *observed_law = entry_of(c, law);
    bool acts = false;
    for (int i = 0; i < law->dim; i++)
        acts = acts || result->stress[i] != 0.0;
    if (acts) {
        observed_law->is_contact =
            observed_law->closed > 0 ? observed_law->is_contact : observed_law->open >= OPEN_BEFORE;
        observed_law->closed++;
        observed_law->open = 0;
        return;
    }
    if (observed_law->closed > 0)
        end_contact(c, observed_law);
    observed_law->open++;
}

contacts *contacts_create(const model *model, arena *memory)
{
    contacts *c = ARENA_NEW(memory, contacts);
    int most = 1;
    for (int i = 0; i < model->elems.n; i++)
        most = model->elems.items[i]->ld > most ? model->elems.items[i]->ld : most;
    c->observer.on_eval = contacts_on_law;
    c->model = model;
    c->r = ARENA_ARRAY(memory, double, most);
    return c;
}

void contacts_destroy(contacts *contacts)
{
    if (contacts)
        array_free(&contacts->laws);
}

const law *contacts_observe(contacts *contacts, const state *s, int *steps)
{
    state received = *s;
    received.observer = &contacts->observer;
    contacts->next = 0;
    contacts->ended = NULL;
    for (int i = 0; i < contacts->model->elems.n; i++) {
        const elem *element = contacts->model->elems.items[i];
        local out = {.r = contacts->r, .ld = element->ld};
        if (!element->type->eval || !elem_is_on(s, element) || element->type->companion)
            continue;
        memset(contacts->r, 0, (size_t)element->ld * sizeof *contacts->r);
        element->type->eval(0, &received, element, &out);
    }
    *steps = contacts->steps;
    return contacts->ended;
}
