/* law_user.h - elements that use one constitutive law: they notify the law of steps and expose its private data.
 *
 * A type describes itself once, as a law_user; its slots start, predict, accept, private_index and has_private are then
 * one call each. */
#pragma once
#include "contract/element.h"
#include "contract/law.h"

typedef struct {
    size_t law; /* offset of the pointer to the law in self: offsetof(rod, by) */
    /* Computes the strain and strain rate at which the law is evaluated in this state. */
    void (*input)(const state *state, const elem *element, double strain[LAW_MAX], double rate[LAW_MAX]);
    const char *const *names; /* private data of the element, NULL-terminated; those of the law follow */
} law_user;

static inline const law *law_user_law(const law_user *law_user, const elem *element)
{
    return *(const law *const *)((const char *)element->self + law_user->law);
}

void law_user_notify(const law_user *law_user, const state *state, const elem *element, law_event *notify,
                     memory_block *to);

/* Most laws have no predict slot; the call and the kinematics are then skipped. */
static inline void law_user_predict(const law_user *law_user, const state *state, const elem *element, memory_block *to)
{
    if (law_user_law(law_user, element)->type->predict)
        law_user_notify(law_user, state, element, law_predict, to);
}
static inline void law_user_accept(const law_user *law_user, const state *state, const elem *element, memory_block *to)
{
    if (law_user_law(law_user, element)->type->accept)
        law_user_notify(law_user, state, element, law_accept, to);
}
static inline void law_user_start(const law_user *law_user, const state *state, const elem *element, memory_block *to)
{
    law_user_predict(law_user, state, element, to);
    law_user_accept(law_user, state, element, to);
}

int law_user_private_index(const law_user *law_user, const elem *element, const char *name);
bool law_user_has_private(const law_user *law_user, const elem *element, int index);
