/* law_user.h - elements that follow one constitutive law: the law hears of steps and tells of itself through them.
 *
 * A type describes itself once, as a law_user; its slots start, predict, accept, private_index and has_private then are
 * one call each. */
#pragma once
#include "contract/element.h"
#include "contract/law.h"

typedef struct {
    size_t law; /* where in self its pointer is: offsetof(rod, by) */
    /* What the law is asked with now. */
    void (*input)(const state *s, const elem *e, double strain[LAW_MAX], double rate[LAW_MAX]);
    const char *const *names; /* private data of the element, NULL-terminated; those of the law follow */
} law_user;

static inline const law *law_user_law(const law_user *u, const elem *e)
{
    return *(const law *const *)((const char *)e->self + u->law);
}

void law_user_tell(const law_user *u, const state *s, const elem *e, law_listener *hear, memory_block *to);

/* Most laws do not listen: then neither a call nor the motion is worth it. */
static inline void law_user_predict(const law_user *u, const state *s, const elem *e, memory_block *to)
{
    if (law_user_law(u, e)->type->predict)
        law_user_tell(u, s, e, law_predict, to);
}
static inline void law_user_accept(const law_user *u, const state *s, const elem *e, memory_block *to)
{
    if (law_user_law(u, e)->type->accept)
        law_user_tell(u, s, e, law_accept, to);
}
static inline void law_user_start(const law_user *u, const state *s, const elem *e, memory_block *to)
{
    law_user_predict(u, s, e, to);
    law_user_accept(u, s, e, to);
}

int law_user_private_index(const law_user *u, const elem *e, const char *name);
bool law_user_has_private(const law_user *u, const elem *e, int index);
