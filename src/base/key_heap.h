/* key_heap.h - a heap of numbers: the smallest is removed first. */
#pragma once
#include "base/array.h"
#include <stdint.h>

typedef ARRAY(int64_t) key_heap; /* empty if zero; free with array_free */

void key_heap_push(key_heap *key_heap, int64_t key);
int64_t key_heap_take(key_heap *key_heap); /* removes the smallest; the heap must not be empty */
