/* array.h - a growing array of any type: ARRAY(int) a = {0}; array_push(&a, 7); ... array_free(&a); */
#pragma once
#include "base/arena.h"
#include <limits.h>
#include <stdlib.h>

#define ARRAY(type)   \
    struct {          \
        type *items;  \
        int n, limit; \
    }

#define ARRAY_LEN(fixed) ((int)(sizeof(fixed) / sizeof *(fixed)))

/* Makes space for one more item and returns its address, uninitialized. */
#define array_add(a) (array_reserve((a), (size_t)(a)->n + 1), &(a)->items[(a)->n++])
#define array_push(a, value) (*array_add(a) = (value))
#define array_free(a) (free((a)->items), (a)->items = NULL, (a)->n = (a)->limit = 0)
#define array_reserve(a, wanted)                                                           \
    ((size_t)(wanted) > (size_t)(a)->limit                                                 \
         ? ((a)->limit = array_limit((a)->limit, (size_t)(wanted)),                        \
            (a)->items = heap_resize((a)->items, (size_t)(a)->limit * sizeof *(a)->items)) \
         : (void *)0)

static inline int array_limit(int limit, size_t size)
{
    const int wanted = size_index(size);
    const int doubled = limit < 8 ? 8 : limit > INT_MAX / 2 ? INT_MAX : 2 * limit;
    return doubled > wanted ? doubled : wanted;
}
