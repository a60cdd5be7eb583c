/* bulk.c - clearing large memory of which few pages are in use. */
#include "base/bulk.h"
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

const size_t bulk_piece = 1536;

void bulk_clear_pages(void *to, size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t before = (page - (uintptr_t)to % page) % page, whole = (size - before) / page * page;
    char *begin = (char *)to + before;
    memset(to, 0, before);
    if (madvise(begin, whole, MADV_DONTNEED) != 0)
        memset(begin, 0, whole);
    memset(begin + whole, 0, size - before - whole);
}
