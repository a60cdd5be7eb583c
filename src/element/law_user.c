/* law_user.c - elements that follow one constitutive law. */
#include "element/law_user.h"
#include <string.h>

static const law *law_of(const law_user *u, const elem *e)
{
    return *(const law *const *)((const char *)e->self + u->law);
}

static void tell(const law_user *u, const state *s, const elem *e, law_listener *hear, memory_block *to)
{
    double strain[LAW_MAX], rate[LAW_MAX];
    u->input(s, e, strain, rate);
    hear(s, law_of(u, e), to, strain, rate);
}

/* Most laws do not listen, and the motion need not be found for them. */
void law_user_predict(const law_user *u, const state *s, const elem *e, memory_block *to)
{
    if (law_of(u, e)->type->predict)
        tell(u, s, e, law_predict, to);
}

void law_user_accept(const law_user *u, const state *s, const elem *e, memory_block *to)
{
    if (law_of(u, e)->type->accept)
        tell(u, s, e, law_accept, to);
}

void law_user_start(const law_user *u, const state *s, const elem *e, memory_block *to)
{
    law_user_predict(u, s, e, to);
    law_user_accept(u, s, e, to);
}

int law_user_private_index(const law_user *u, const elem *e, const char *name)
{
    int own = 0;
    for (; u->names[own]; own++)
        if (strcmp(name, u->names[own]) == 0)
            return own + 1;
    const int of_law = law_private_index(law_of(u, e), name);
    return of_law ? own + of_law : 0;
}

bool law_user_has_private(const law_user *u, const elem *e, int index)
{
    int own = 0;
    while (u->names[own])
        own++;
    return index <= own || law_has_private(law_of(u, e), index - own);
}
