/* law_user.c - elements that follow one constitutive law. */
#include "element/law_user.h"
#include <string.h>

void law_user_notify(const law_user *law_user, const state *state, const elem *element, law_event *notify,
                     memory_block *to)
{
    double strain[LAW_MAX], rate[LAW_MAX];
    law_user->input(state, element, strain, rate);
    notify(state, law_user_law(law_user, element), to, strain, rate);
}

int law_user_private_index(const law_user *law_user, const elem *element, const char *name)
{
    int own = 0;
    for (; law_user->names[own]; own++)
        if (strcmp(name, law_user->names[own]) == 0)
            return own + 1;
    const int of_law = law_private_index(law_user_law(law_user, element), name);
    return of_law ? own + of_law : 0;
}

bool law_user_has_private(const law_user *law_user, const elem *element, int index)
{
    int own = 0;
    while (law_user->names[own])
        own++;
    return index <= own || law_has_private(law_user_law(law_user, element), index - own);
}
