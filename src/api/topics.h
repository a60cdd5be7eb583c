/* topics.h - all topics of `help`: the types of the tables, and cards, blocks and forms that are not types. */
#pragma once
#include <stdbool.h>

typedef struct {
    const char *kind, *keyword, *grammar, *summary;
    const char *module; /* module that makes it known, without the prefix "libmodule-"; NULL: always known */
} topic;

enum { MOST_TOPICS = 1024 };

typedef struct {
    topic entries[MOST_TOPICS];
    int n;
} topics;

void topics_collect(topics *topics);

/* Used by the functions that collect topics. */
void topics_add(topics *topics, topic row);
void topics_collect_types(topics *topics);
void topics_collect_functions(topics *topics);
