/* child.c - attributes of processes that are started here. */
#include "net/child.h"
#include <signal.h>

int child_set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int error = posix_spawnattr_init(attributes);
    error = error ? error : posix_spawnattr_setsigdefault(attributes, &all);
    error = error ? error : posix_spawnattr_setsigmask(attributes, &none);
    const short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    return error ? error : posix_spawnattr_setflags(attributes, flags);
}
