/* ranks.c - finds libtorsor-mpi.so, which is beside this library, and the variables that mpirun sets. */
#include "base/ranks.h"
#include "base/arena.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the environment ---------------------------------------------------------------------------------------------- */

/* Open MPI, then MPICH and others that use its interface. */
static int number_in(const char *const *names, int otherwise)
{
    for (; *names; names++) {
        const char *word = getenv(*names);
        char *end;
        const long n = word ? strtol(word, &end, 10) : -1;
        if (word && end != word && *end == '\0' && n >= 0 && n < 1 << 30)
            return (int)n;
    }
    return otherwise;
}

int ranks_expected(void)
{
    static const char *const NAMES[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", NULL};
    const int n = number_in(NAMES, 1);
    return n > 0 ? n : 1;
}

int ranks_expected_number(void)
{
    static const char *const NAMES[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", NULL};
    return number_in(NAMES, 0);
}

/* --- the library -------------------------------------------------------------------------------------------------- */

static char reason[512];

/* The folder of this library, or of its installed parts, has it. */
static void *load(void)
{
    static const char *const PLACES[] = {"", "torsor/"};
    Dl_info own;
    char path[4096];
    if (dladdr(reason, &own) == 0 || !own.dli_fname)
        return NULL;
    const char *slash = strrchr(own.dli_fname, '/');
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        const int length = snprintf(path, sizeof path, "%.*s/%slibtorsor-mpi.so",
                                    slash ? (int)(slash - own.dli_fname) : 1, slash ? own.dli_fname : ".", PLACES[i]);
        if (length < (int)sizeof path && access(path, R_OK) == 0)
            return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    }
    snprintf(reason, sizeof reason, "libtorsor-mpi.so is not installed beside %s", own.dli_fname);
    return NULL;
}

static const ranks *refuse(const char **why)
{
    *why = reason;
    return NULL;
}

const ranks *ranks_open(const char **why)
{
    ranks_entry *entry = NULL;
    reason[0] = '\0';
    void *library = load();
    void *address = library ? dlsym(library, RANKS_ENTRY) : NULL;
    memcpy(&entry, &address, sizeof entry);
    if (!entry) {
        const char *words = reason[0] ? NULL : dlerror();
        if (words)
            snprintf(reason, sizeof reason, "%s", words);
        return refuse(why);
    }
    const ranks *opened = entry();
    if (!opened)
        snprintf(reason, sizeof reason, "MPI does not start");
    else if (opened->size != sizeof *opened)
        snprintf(reason, sizeof reason, "libtorsor-mpi.so belongs to another version");
    else if (opened->count != ranks_expected())
        snprintf(reason, sizeof reason, "the library of MPI finds %d: mpirun belongs to another MPI", opened->count);
    else
        return opened;
    return refuse(why);
}

/* --- agreement ---------------------------------------------------------------------------------------------------- */

bool ranks_any(const ranks *ranks, bool mine)
{
    if (!ranks)
        return mine;
    const unsigned char own = mine;
    unsigned char *all = heap_resize(NULL, (size_t)ranks->count);
    ranks->collect(&own, 1, all);
    const bool any = memchr(all, 1, (size_t)ranks->count);
    free(all);
    return any;
}

/* FNV-1a, of words of 8 bytes and of what remains. */
uint64_t ranks_hash(uint64_t before, const void *bytes, size_t n)
{
    const unsigned char *from = bytes;
    uint64_t hash = before ^ 14695981039346656037u, word;
    size_t i = 0;
    for (; i + sizeof word <= n; i += sizeof word) {
        memcpy(&word, from + i, sizeof word);
        hash = (hash ^ word) * 1099511628211u;
        hash ^= hash >> 29;
    }
    for (; i < n; i++)
        hash = (hash ^ from[i]) * 1099511628211u;
    return hash;
}

bool ranks_agree(const ranks *ranks, uint64_t hash)
{
    if (!ranks)
        return true;
    uint64_t *all = heap_resize(NULL, (size_t)ranks->count * sizeof *all);
    ranks->collect(&hash, sizeof hash, all);
    bool same = true;
    for (int r = 0; r < ranks->count; r++)
        same = same && all[r] == all[0];
    free(all);
    return same;
}
