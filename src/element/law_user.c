/* law_user.c - elements that use one constitutive law. */
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
    int internal = 0;
    for (; law_user->names[internal]; internal++)
        if (strcmp(name, law_user->names[internal]) == 0)
            return internal + 1;
    const int of_law = law_private_index(law_user_law(law_user, element), name);
    return of_law ? internal + of_law : 0;
}

bool law_user_has_private(const law_user *law_user, const elem *element, int index)
{
    int internal = 0;
    while (law_user->names[internal])
        internal++;
    return index <= internal || law_has_private(law_user_law(law_user, element), index - internal);
}
