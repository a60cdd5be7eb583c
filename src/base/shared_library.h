/* shared_library.h - libraries that are loaded at their first use. */
#pragma once
#include <stdbool.h>

/* Returns NULL if it is not available. The library remains loaded: further calls are cheap. */
void *shared_library(const char *name);
/* Stores the address in *function, where `function` is a pointer to a function pointer. Returns false and stores NULL
 * if there is none. */
bool shared_library_find(void *library, const char *name, void *function);
