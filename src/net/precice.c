/* precice.c - preCICE: its functions are looked up by name; faults come back as such. */
#include "net/precice.h"
#include "base/shared_library.h"
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct {
    const char *name;
    size_t at;
} entry;

#define ENTRY(name)                                \
    {                                              \
        "precicec_" #name, offsetof(precice, name) \
    }

static const entry ENTRIES[] = {
    ENTRY(createParticipant),
    ENTRY(initialize),
    ENTRY(advance),
    ENTRY(finalize),
    ENTRY(requiresInitialData),
    ENTRY(requiresWritingCheckpoint),
    ENTRY(requiresReadingCheckpoint),
    ENTRY(isCouplingOngoing),
    ENTRY(isTimeWindowComplete),
    ENTRY(getMaxTimeStepSize),
    ENTRY(getMeshDimensions),
    ENTRY(getDataDimensions),
    ENTRY(requiresMeshConnectivityFor),
    ENTRY(setMeshVertices),
    ENTRY(setMeshEdges),
    ENTRY(setMeshTriangles),
    ENTRY(setMeshQuads),
    ENTRY(readData),
    ENTRY(writeData),
};

const char *precice_load(precice *to, const char *path)
{
    static const char STANDARD[] = "libprecice.so.3";
    void *library = shared_library(path ? path : STANDARD);
    if (!library)
        return path ? path : STANDARD;
    for (size_t i = 0; i < sizeof ENTRIES / sizeof *ENTRIES; i++)
        if (!shared_library_find(library, ENTRIES[i].name, (char *)to + ENTRIES[i].at))
            return ENTRIES[i].name;
    return NULL;
}

/* --- faults ------------------------------------------------------------------------------------------------------- */

/* Where the library has to give up, it aborts. A handler of that signal need not return: it goes back to the call. What
 * the library had on the stack is lost, as it would be with the process. */
static _Thread_local sigjmp_buf *way_back;

static void go_back(int number)
{
    if (way_back)
        siglongjmp(*way_back, 1);
    signal(number, SIG_DFL);
    raise(number);
}

bool precice_try(void (*f)(void *to), void *to)
{
    const struct sigaction here = {.sa_handler = go_back};
    struct sigaction before;
    sigjmp_buf back;
    volatile bool ok = false;
    sigaction(SIGABRT, &here, &before);
    way_back = &back;
    if (sigsetjmp(back, 1) == 0) {
        f(to);
        ok = true;
    }
    way_back = NULL;
    sigaction(SIGABRT, &before, NULL);
    return ok;
}

/* --- one a process ------------------------------------------------------------------------------------------------ */

/* The library keeps its participant in a variable of its own: so does what guards it. */
static atomic_flag is_taken = ATOMIC_FLAG_INIT;

bool precice_open(void) { return !atomic_flag_test_and_set(&is_taken); }
void precice_close(void) { atomic_flag_clear(&is_taken); }
