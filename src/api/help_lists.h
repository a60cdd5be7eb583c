/* help_lists.h - lists of topics of help: one screen for a beginning, all topics, the topics of a kind, those that a
 * word of the field means. */
#pragma once
#include "api/topics.h"
#include "base/text.h"

void help_list_overview(const topics *topics, text *to);
void help_list_all(const topics *topics, text *to);
/* These return false if they have listed nothing. */
bool help_list_kind(const topics *topics, const char *name, text *to);
bool help_list_synonyms(const topics *topics, const char *word, text *to);
bool help_list_related(const topics *topics, const char *words, text *to);
