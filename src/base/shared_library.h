/* shared_library.h - libraries that are loaded when they are first wanted. */
#pragma once
#include <stdbool.h>

/* NULL when it is not there. It stays loaded: asking again is cheap. */
void *shared_library(const char *name);
/* Puts the address where `function`, a pointer to a pointer to a function, says; false, and NULL there, without one. */
bool shared_library_find(void *library, const char *name, void *function);
