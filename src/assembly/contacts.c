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
    const model *m;
    double *r;
    ARRAY(listened) laws;
    int next; /* law that is likely asked next */
    const law *ended;
    int steps;
};

static listened *entry_of(contacts *c, const law *l)
{
    for (int i = 0; i < c->laws.n; i++) {
        const int at = (c->next + i) % c->laws.n;
        if (c->laws.items[at].law == l) {
            c->next = at + 1;
            return &c->laws.items[at];
        }
    }
    array_push(&c->laws, ((listened){.law = l}));
    c->next = c->laws.n;
    return &c->laws.items[c->laws.n - 1];
}

static void end_contact(contacts *c, listened *h)
{
    if (h->is_contact && (h->shortest == 0 || h->closed < h->shortest)) {
        h->shortest = h->closed;
        c->ended = h->law;
        c->steps = h->closed;
    }
    h->closed = 0;
}

static void contacts_hear(law_ear *ear, const law *l, const double *strain, const double *rate, const law_result *f)
{
    contacts *c = (contacts *)ear;
    (void)strain;
    (void)rate;
    listened *h = entry_of(c, l);
    bool acts = false;
    for (int i = 0; i < l->dim; i++)
        acts = acts || f->stress[i] != 0.0;
    if (acts) {
        h->is_contact = h->closed > 0 ? h->is_contact : h->open >= OPEN_BEFORE;
        h->closed++;
        h->open = 0;
        return;
    }
    if (h->closed > 0)
        end_contact(c, h);
    h->open++;
}

contacts *contacts_create(const model *m, arena *memory)
{
    contacts *c = ARENA_NEW(memory, contacts);
    int most = 1;
    for (int i = 0; i < m->elems.n; i++)
        most = m->elems.items[i]->ld > most ? m->elems.items[i]->ld : most;
    c->ear.hear = contacts_hear;
    c->m = m;
    c->r = ARENA_ARRAY(memory, double, most);
    return c;
}

void contacts_destroy(contacts *c)
{
    if (c)
        array_free(&c->laws);
}

const law *contacts_observe(contacts *c, const state *s, int *steps)
{
    state heard = *s;
    heard.ear = &c->ear;
    c->next = 0;
    c->ended = NULL;
    for (int i = 0; i < c->m->elems.n; i++) {
        const elem *e = c->m->elems.items[i];
        local out = {.r = c->r, .ld = e->ld};
        if (!e->type->eval || !elem_is_on(s, e) || e->type->companion)
            continue;
        memset(c->r, 0, (size_t)e->ld * sizeof *c->r);
        e->type->eval(0, &heard, e, &out);
    }
    *steps = c->steps;
    return c->ended;
}
