/* law_user.c - elements that follow one constitutive law. */
#include "element/law_user.h"
#include <string.h>

void law_user_tell(const law_user *u, const state *s, const elem *e, law_listener *hear, memory_block *to)
{
    double strain[LAW_MAX], rate[LAW_MAX];
    u->input(s, e, strain, rate);
    hear(s, law_user_law(u, e), to, strain, rate);
}

int law_user_private_index(const law_user *u, const elem *e, const char *name)
{
    int own = 0;
    for (; u->names[own]; own++)
        if (strcmp(name, u->names[own]) == 0)
            return own + 1;
    const int of_law = law_private_index(law_user_law(u, e), name);
    return of_law ? own + of_law : 0;
}

bool law_user_has_private(const law_user *u, const elem *e, int index)
{
    int own = 0;
    while (u->names[own])
        own++;
    return index <= own || law_has_private(law_user_law(u, e), index - own);
}
