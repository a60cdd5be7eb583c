/* precice.c - preCICE: its functions are looked up by name; faults come back as such. */
#include "net/precice.h"
#include "base/shared_library.h"
#include <setjmp.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct {
    const char *name;
    size_t at;
} entry;

#define ENTRY(name) {"precicec_" #name, offsetof(precice, name)}

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
    shared_library_find(library, "_ZSt13set_terminatePFvvE", &to->set_terminate);
    return NULL;
}

/* --- exceptions --------------------------------------------------------------------------------------------------- */

/* An exception that nobody catches ends in the handler for termination, on the stack of the call: it jumps back. What
 * C++ had on the stack is lost, as it would be with the process. */
static _Thread_local jmp_buf *way_back;

static void jump_back(void)
{
    if (way_back)
        longjmp(*way_back, 1);
    abort();
}

bool precice_try(const precice *p, void (*f)(void *to), void *to)
{
    jmp_buf here;
    if (!p->set_terminate) {
        f(to);
        return true;
    }
    void (*const before)(void) = p->set_terminate(jump_back);
    volatile bool ok = false;
    way_back = &here;
    if (setjmp(here) == 0) {
        f(to);
        ok = true;
    }
    way_back = NULL;
    p->set_terminate(before);
    return ok;
}

/* --- one a process ------------------------------------------------------------------------------------------------ */

/* The library keeps its participant in a variable of its own: so does what guards it. */
static atomic_flag is_taken = ATOMIC_FLAG_INIT;

bool precice_open(void) { return !atomic_flag_test_and_set(&is_taken); }
void precice_close(void) { atomic_flag_clear(&is_taken); }
