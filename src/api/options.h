/* options.h - options of a caller that may be older or newer than this library.
 *
 * The first member of every struct of options is `size`, which the caller sets to the size that the struct has in its
 * header. An older caller's struct is shorter: the members that it lacks are zero, which means what the library did
 * before it had them. A newer caller's struct is longer: the bytes that this library does not know must be zero. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Copies `from`, NULL for none, into `to`, which has `size` bytes in this library, and sets its own size. Returns
 * false, with `to` all zero but for its size, when the caller has not set a size or asks for something unknown. */
bool options_copy(void *to, size_t size, const void *from);
/* Copies as much of `defaults` as the caller's struct has, and leaves its size alone. Does nothing without a size. */
void options_fill(void *to, const void *defaults, size_t size);
