/* contacts.h - laws that act only at times, as those of contacts: for how many steps they do. */
#pragma once
#include "contract/law.h"
#include "model/model.h"

typedef struct contacts contacts;

contacts *contacts_create(const model *model, arena *memory);
void contacts_destroy(contacts *contacts);
/* An accepted state. A law whose contact has just ended, and has been the shortest of its own; NULL: none has. */
const law *contacts_observe(contacts *contacts, const state *s, int *steps);
