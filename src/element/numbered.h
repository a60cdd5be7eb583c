/* numbered.h - private data with a number in their names: "x[2]", "d3". */
#pragma once

/* 1 to n of the name `before` NUMBER `after`, both as they are written; 0 when it is none. */
int numbered_name(const char *name, const char *before, const char *after, int n);
