/* claims.h - which process solves which case: locks on the bytes of one file.
 *
 * Byte i of the file stands for case i. A lock is atomic, also between machines that share the file, and the system
 * removes it when the process that holds it ends, however that happens: there are no claims of the dead. */
#pragma once
#include <stdbool.h>

typedef enum { CLAIM_MINE, CLAIM_TAKEN, CLAIM_IMPOSSIBLE } claim_outcome;

/* Returns a file descriptor, or -1 with errno. */
int claims_open(const char *path);
/* CLAIM_IMPOSSIBLE: with errno, as where the file system has no locks. */
claim_outcome claims_take(int claims, int index);
/* Waits until the claim is free. */
void claims_wait(int claims, int index);
void claims_release(int claims, int index);
