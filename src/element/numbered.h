/* numbered.h - private data with an index in their names: "x[2]", "d3". */
#pragma once

/* Returns the number, 1 to n, in a name of the form `before` NUMBER `after`, with both texts matched literally; 0 if
 * the name does not have this form. */
int numbered_name(const char *name, const char *before, const char *after, int n);
