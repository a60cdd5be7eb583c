/* contacts.h - laws that act only intermittently, such as those of contacts: for how many steps they act. */
#pragma once
#include "contract/law.h"
#include "model/model.h"

typedef struct contacts contacts;

contacts *contacts_create(const model *model, arena *memory);
void contacts_destroy(contacts *contacts);
/* Observes an accepted state. Returns a law whose contact has just ended and was its shortest so far, or NULL. */
const law *contacts_observe(contacts *contacts, const state *s, int *steps);
