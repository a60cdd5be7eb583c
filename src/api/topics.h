/* topics.h - everything `help` knows: the types of the tables, and cards, blocks and forms that are no types. */
#pragma once
#include <stdbool.h>

typedef struct {
    const char *kind, *keyword, *grammar, *summary;
    const char *module; /* that makes it known, "libmodule-..." without that word; NULL: it is always known */
} topic;

enum { MOST_TOPICS = 1024 };

typedef struct {
    topic entries[MOST_TOPICS];
    int n;
} topics;

void topics_collect(topics *topics);

/* Of those who gather them. */
void topics_add(topics *topics, topic row);
void topics_collect_types(topics *topics);
void topics_collect_functions(topics *topics);
