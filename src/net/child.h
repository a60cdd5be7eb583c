/* child.h - attributes of processes that are started here. */
#pragma once
#include <spawn.h>

/* A separate process group, so that signals of the terminal do not reach it, and default signals: none blocked, none
 * ignored, whatever the program has set. Returns 0 or the number of an error. */
int child_set_attributes(posix_spawnattr_t *attributes);
