/* hash.c - maps with open addressing.
 *
 * The table has a power of two of places and is at most half full. A key starts at its hash and moves on by one place
 * until it is found or a free place is met. Labels: free places hold HASH_NONE as value; names: NULL as key. */
#include "base/hash.h"
#include "base/arena.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 16 };

/* Golden-ratio product: neighbouring labels land far apart. */
static uint32_t label_hash(uint32_t label) { return (label * UINT32_C(2654435769)) ^ (label >> 15); }

static int label_place(const label_map *m, uint32_t label)
{
    const uint32_t mask = (uint32_t)m->limit - 1;
    uint32_t i = label_hash(label) & mask;
    while (m->value[i] != HASH_NONE && m->key[i] != label)
        i = (i + 1) & mask;
    return (int)i;
}

int label_map_find(const label_map *m, uint32_t label)
{
    return m->n == 0 ? HASH_NONE : m->value[label_place(m, label)];
}

static void label_map_grow(label_map *m)
{
    const label_map old = *m;
    m->limit = old.limit ? 2 * old.limit : SMALLEST;
    m->key = heap_resize(NULL, (size_t)m->limit * sizeof *m->key);
    m->value = heap_resize(NULL, (size_t)m->limit * sizeof *m->value);
    for (int i = 0; i < m->limit; i++)
        m->value[i] = HASH_NONE;
    for (int i = 0; i < old.limit; i++) {
        if (old.value[i] == HASH_NONE)
            continue;
        const int at = label_place(m, old.key[i]);
        m->key[at] = old.key[i];
        m->value[at] = old.value[i];
    }
    free(old.key);
    free(old.value);
}

void label_map_put(label_map *m, uint32_t label, int value)
{
    if (2 * m->n >= m->limit)
        label_map_grow(m);
    const int at = label_place(m, label);
    if (m->value[at] == HASH_NONE)
        m->n++;
    m->key[at] = label;
    m->value[at] = value;
}

/* Puts a label among those that are nearest so far, in order of distance. */
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

bool label_map_show(const label_map *m, uint32_t label, char *out, size_t size)
{
    enum { MOST = 8 };
    uint32_t nearest[MOST];
    int n = 0;
    for (int i = 0; i < m->limit; i++)
        if (m->value[i] != HASH_NONE)
            n = keep_nearest(nearest, n, MOST, m->key[i], label);
    qsort(nearest, (size_t)n, sizeof *nearest, by_label);
    size_t used = 0;
    for (int i = 0; i < n && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%u", i ? ", " : "", nearest[i]);
    if (m->n > n && used < size)
        snprintf(out + used, size - used, ", ...");
    return n > 0;
}

void label_map_free(label_map *m)
{
    free(m->key);
    free(m->value);
    *m = (label_map){0};
}

/* FNV-1a. */
static uint32_t name_hash(const char *name, size_t length)
{
    uint32_t hash = UINT32_C(2166136261);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * UINT32_C(16777619);
    return hash ^ (hash >> 16);
}

static int name_place(const name_map *m, const char *name, size_t length)
{
    const uint32_t mask = (uint32_t)m->limit - 1;
    uint32_t i = name_hash(name, length) & mask;
    while (m->key[i] && (strncmp(m->key[i], name, length) != 0 || m->key[i][length] != '\0'))
        i = (i + 1) & mask;
    return (int)i;
}

int name_map_find(const name_map *m, const char *name, size_t length)
{
    if (m->n == 0)
        return HASH_NONE;
    const int at = name_place(m, name, length);
    return m->key[at] ? m->value[at] : HASH_NONE;
}

static void name_map_grow(name_map *m)
{
    const name_map old = *m;
    m->limit = old.limit ? 2 * old.limit : SMALLEST;
    m->key = heap_resize(NULL, (size_t)m->limit * sizeof *m->key);
    m->value = heap_resize(NULL, (size_t)m->limit * sizeof *m->value);
    memset(m->key, 0, (size_t)m->limit * sizeof *m->key);
    for (int i = 0; i < old.limit; i++) {
        if (!old.key[i])
            continue;
        const int at = name_place(m, old.key[i], strlen(old.key[i]));
        m->key[at] = old.key[i];
        m->value[at] = old.value[i];
    }
    free(old.key);
    free(old.value);
}

void name_map_put(name_map *m, const char *name, int value)
{
    if (2 * m->n >= m->limit)
        name_map_grow(m);
    const int at = name_place(m, name, strlen(name));
    if (!m->key[at]) {
        m->n++;
        m->key[at] = name;
    }
    m->value[at] = value;
}

void name_map_free(name_map *m)
{
    free(m->key);
    free(m->value);
    *m = (name_map){0};
}
