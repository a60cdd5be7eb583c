/* hash.c - maps with open addressing.
 *
 * The size of the table is a power of two, and it is at most half full. The search for a key starts at its hash and
 * advances by one entry until the key or a free entry is found. Free entries: labels have HASH_NONE as value, names
 * NULL as key. */
#include "base/hash.h"
#include "base/arena.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 16 };

/* Golden-ratio product: neighbouring labels are mapped far apart. */
static uint32_t label_hash(uint32_t label) { return (label * UINT32_C(2654435769)) ^ (label >> 15); }

static int label_location(const label_map *map, uint32_t label)
{
    const uint32_t mask = (uint32_t)map->limit - 1;
    uint32_t i = label_hash(label) & mask;
    while (map->value[i] != HASH_NONE && map->key[i] != label)
        i = (i + 1) & mask;
    return (int)i;
}

int label_map_find(const label_map *map, uint32_t label)
{
    return map->n == 0 ? HASH_NONE : map->value[label_location(map, label)];
}

static void label_map_grow(label_map *map)
{
    const label_map old = *map;
    map->limit = old.limit ? 2 * old.limit : SMALLEST;
    map->key = heap_resize(NULL, (size_t)map->limit * sizeof *map->key);
    map->value = heap_resize(NULL, (size_t)map->limit * sizeof *map->value);
    for (int i = 0; i < map->limit; i++)
        map->value[i] = HASH_NONE;
    for (int i = 0; i < old.limit; i++) {
        if (old.value[i] == HASH_NONE)
            continue;
        const int at = label_location(map, old.key[i]);
        map->key[at] = old.key[i];
        map->value[at] = old.value[i];
    }
    free(old.key);
    free(old.value);
}

void label_map_put(label_map *map, uint32_t label, int value)
{
    if (2 * map->n >= map->limit)
        label_map_grow(map);
    const int at = label_location(map, label);
    if (map->value[at] == HASH_NONE)
        map->n++;
    map->key[at] = label;
    map->value[at] = value;
}

/* Inserts a label into the list of the nearest ones so far, in order of distance. */
static int keep_nearest(uint32_t *nearest, int n, int most, uint32_t label, uint32_t to)
{
    const uint32_t distance = label > to ? label - to : to - label;
    int at = n;
    for (; at > 0; at--) {
        const uint32_t other = nearest[at - 1] > to ? nearest[at - 1] - to : to - nearest[at - 1];
        if (other <= distance)
            break;
        if (at < most)
            nearest[at] = nearest[at - 1];
    }
    if (at < most)
        nearest[at] = label;
    return n < most ? n + 1 : n;
}

static int by_label(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

bool label_map_show(const label_map *map, uint32_t label, char *out, size_t size)
{
    enum { MOST = 8 };
    uint32_t nearest[MOST];
    int n = 0;
    for (int i = 0; i < map->limit; i++)
        if (map->value[i] != HASH_NONE)
            n = keep_nearest(nearest, n, MOST, map->key[i], label);
    qsort(nearest, (size_t)n, sizeof *nearest, by_label);
    size_t used = 0;
    for (int i = 0; i < n && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%u", i ? ", " : "", nearest[i]);
    if (map->n > n && used < size)
        snprintf(out + used, size - used, ", ...");
    return n > 0;
}

void label_map_free(label_map *map)
{
    free(map->key);
    free(map->value);
    *map = (label_map){0};
}

/* FNV-1a. */
static uint32_t name_hash(const char *name, size_t length)
{
    uint32_t hash = UINT32_C(2166136261);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * UINT32_C(16777619);
    return hash ^ (hash >> 16);
}

static int name_location(const name_map *map, const char *name, size_t length)
{
    const uint32_t mask = (uint32_t)map->limit - 1;
    uint32_t i = name_hash(name, length) & mask;
    while (map->key[i] && (strncmp(map->key[i], name, length) != 0 || map->key[i][length] != '\0'))
        i = (i + 1) & mask;
    return (int)i;
}

int name_map_find(const name_map *map, const char *name, size_t length)
{
    if (map->n == 0)
        return HASH_NONE;
    const int at = name_location(map, name, length);
    return map->key[at] ? map->value[at] : HASH_NONE;
}

static void name_map_grow(name_map *map)
{
    const name_map old = *map;
    map->limit = old.limit ? 2 * old.limit : SMALLEST;
    map->key = heap_resize(NULL, (size_t)map->limit * sizeof *map->key);
    map->value = heap_resize(NULL, (size_t)map->limit * sizeof *map->value);
    memset(map->key, 0, (size_t)map->limit * sizeof *map->key);
    for (int i = 0; i < old.limit; i++) {
        if (!old.key[i])
            continue;
        const int at = name_location(map, old.key[i], strlen(old.key[i]));
        map->key[at] = old.key[i];
        map->value[at] = old.value[i];
    }
    free(old.key);
    free(old.value);
}

void name_map_put(name_map *map, const char *name, int value)
{
    if (2 * map->n >= map->limit)
        name_map_grow(map);
    const int at = name_location(map, name, strlen(name));
    if (!map->key[at]) {
        map->n++;
        map->key[at] = name;
    }
    map->value[at] = value;
}

void name_map_free(name_map *map)
{
    free(map->key);
    free(map->value);
    *map = (name_map){0};
}
