/* contacts.c - laws that act only at times: for how many steps they do.
 *
 *     contact    the law gives nothing at two accepted states, then something at n of them, then nothing again
 *
 * Elements are asked as they are at each accepted state, and the laws they ask are heard of. */
#include "assembly/contacts.h"
#include "base/array.h"
#include <string.h>

enum { OPEN_BEFORE = 2 };

typedef struct {
    const law *law;
    int open, closed; /* states in a row */
    int shortest;     /* contact so far; 0: none */
    bool is_contact;  /* was open for long enough before it closed */
} listened;

struct contacts {
    law_ear ear; /* first: the ear is all of it */
    const model *model;
    double *r;
    ARRAY(listened) laws;
    int next; /* law that is likely asked next */
    const law *ended;
    int steps;
};

static listened *entry_of(contacts *contacts, const law *law)
{
    for (int i = 0; i < contacts->laws.n; i++) {
        const int at = (contacts->next + i) % contacts->laws.n;
        if (contacts->laws.items[at].law == law) {
            contacts->next = at + 1;
            return &contacts->laws.items[at];
        }
    }
    array_push(&contacts->laws, ((listened){.law = law}));
    contacts->next = contacts->laws.n;
    return &contacts->laws.items[contacts->laws.n - 1];
}

static void end_contact(contacts *contacts, listened *listened)
{
    if (listened->is_contact && (listened->shortest == 0 || listened->closed < listened->shortest)) {
        listened->shortest = listened->closed;
        contacts->ended = listened->law;
        contacts->steps = listened->closed;
    }
    listened->closed = 0;
}

static void contacts_hear(law_ear *ear, const law *law, const double *strain, const double *rate,
                          const law_result *result)
{
    contacts *c = (contacts *)ear;
    (void)strain;
    (void)rate;
    listened *listened = entry_of(c, law);
    bool acts = false;
    for (int i = 0; i < law->dim; i++)
        acts = acts || result->stress[i] != 0.0;
    if (acts) {
        listened->is_contact = listened->closed > 0 ? listened->is_contact : listened->open >= OPEN_BEFORE;
        listened->closed++;
        listened->open = 0;
        return;
    }
    if (listened->closed > 0)
        end_contact(c, listened);
    listened->open++;
}

contacts *contacts_create(const model *model, arena *memory)
{
    contacts *c = ARENA_NEW(memory, contacts);
    int most = 1;
    for (int i = 0; i < model->elems.n; i++)
        most = model->elems.items[i]->ld > most ? model->elems.items[i]->ld : most;
    c->ear.hear = contacts_hear;
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
    state heard = *s;
    heard.ear = &contacts->ear;
    contacts->next = 0;
    contacts->ended = NULL;
    for (int i = 0; i < contacts->model->elems.n; i++) {
        const elem *element = contacts->model->elems.items[i];
        local out = {.r = contacts->r, .ld = element->ld};
        if (!element->type->eval || !elem_is_on(s, element) || element->type->companion)
            continue;
        memset(contacts->r, 0, (size_t)element->ld * sizeof *contacts->r);
        element->type->eval(0, &heard, element, &out);
    }
    *steps = contacts->steps;
    return contacts->ended;
}
