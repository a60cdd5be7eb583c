/* hash.h - two maps to an int: from a label, and from a name. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HASH_NONE = -1 };

/* Maps labels (unsigned integers of the deck) to an index. Initialize with {0}. */
typedef struct {
    uint32_t *key;
    int *value;
    int n, limit; /* limit: capacity, a power of two */
} label_map;

int label_map_find(const label_map *map, uint32_t label); /* HASH_NONE if absent */
void label_map_put(label_map *map, uint32_t label, int value);
/* Writes the labels nearest to the given one, sorted: "1, 2, 12, ..."; returns false if there are none. */
bool label_map_show(const label_map *map, uint32_t label, char *out, size_t size);
void label_map_free(label_map *map);

/* Maps names to an index; stores the pointers, not copies. Initialize with {0}. */
typedef struct {
    const char **key;
    int *value;
    int n, limit;
} name_map;

int name_map_find(const name_map *map, const char *name, size_t length);
void name_map_put(name_map *map, const char *name, int value);
void name_map_free(name_map *map);
