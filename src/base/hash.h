/* hash.h - two maps to an int: from a label, and from a name. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASH_NONE = -1 };

/* Labels (unsigned integers of the deck) to an index. Start with {0}. */
typedef struct {
    uint32_t *key;
    int *value;
    int n, limit; /* limit is a power of two */
} label_map;

int label_map_find(const label_map *map, uint32_t label); /* HASH_NONE when absent */
void label_map_put(label_map *map, uint32_t label, int value);
/* Writes some of the labels, those nearest to one, in order: "1, 2, 12, ..."; false when there are none. */
bool label_map_show(const label_map *map, uint32_t label, char *out, size_t size);
void label_map_free(label_map *map);

/* Names to an index; the map keeps the pointers, not copies. Start with {0}. */
typedef struct {
    const char **key;
    int *value;
    int n, limit;
} name_map;

int name_map_find(const name_map *map, const char *name, size_t length);
void name_map_put(name_map *map, const char *name, int value);
void name_map_free(name_map *map);
