/* claims.c - locks on the bytes of one file: open file description locks, which unlike those of processes also keep
 * threads apart. */
#include "study/claims.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int claims_open(const char *path) { return open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666); }

static int set_lock(int claims, int index, short type, bool waits)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = index, .l_len = 1};
    return fcntl(claims, waits ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
}

claim_outcome claims_take(int claims, int index)
{
    if (set_lock(claims, index, F_WRLCK, false) == 0)
        return CLAIM_MINE;
    return errno == EAGAIN || errno == EACCES ? CLAIM_TAKEN : CLAIM_IMPOSSIBLE;
}

void claims_wait(int claims, int index)
{
    while (set_lock(claims, index, F_WRLCK, true) != 0 && errno == EINTR)
        continue;
}

void claims_release(int claims, int index) { set_lock(claims, index, F_UNLCK, false); }
