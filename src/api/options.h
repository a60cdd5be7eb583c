/* options.h - options of a caller that may be older or newer than this library.
 *
 * The first member of every struct of options is `size`, which the caller sets to the size of the struct in its header.
 * The struct of an older caller is shorter: the members that it lacks are zero, which selects the behavior of the
 * library before it had them. The struct of a newer caller is longer: the bytes unknown to this library must be
 * zero. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Copies `from`, which may be NULL, to `to`, which has `size` bytes in this library, and sets its size. Returns false,
 * with `to` all zero except for its size, if the caller has not set a size or requests something unknown. */
bool options_copy(void *to, size_t size, const void *from);
/* Copies as much of `defaults` as fits into the caller's struct, without changing its size member. Does nothing if that
 * is zero. */
void options_fill(void *to, const void *defaults, size_t size);
