/* key_heap.c - a heap of numbers: the smallest is removed first.
 *
 * Keys i and 2 i + 1, 2 i + 2 are parent and children; a parent is not larger than its children. */
#include "base/key_heap.h"
#include <assert.h>

void key_heap_push(key_heap *key_heap, int64_t key)
{
    array_push(key_heap, key);
    int at = key_heap->n - 1;
    for (int up = (at - 1) / 2; at > 0 && key < key_heap->items[up]; up = (at - 1) / 2) {
        key_heap->items[at] = key_heap->items[up];
        at = up;
    }
    key_heap->items[at] = key;
}

int64_t key_heap_take(key_heap *key_heap)
{
    assert(key_heap->n > 0);
    int64_t *heap = key_heap->items;
    const int n = --key_heap->n;
    const int64_t first = heap[0], key = heap[n];
    int at = 0;
    for (int down = 1; down < n; down = 2 * at + 1) {
        down += down + 1 < n && heap[down + 1] < heap[down];
        if (heap[down] >= key)
            break;
        heap[at] = heap[down];
        at = down;
    }
    heap[at] = key;
    return first;
}
