/* states.c - states of an instance: snapshots of its analysis, as bytes a restart file of it. */
#include "fmu/instance.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *state)
{
    const fmu *f = instance;
    torsor_snapshot *s = *state;
    if (s)
        return torsor_snapshot_renew(s, f->a) == TORSOR_OK ? fmi3OK
                                                           : fmu_tell(f, fmi3Error, "the state is of another model");
    *state = torsor_snapshot_take(f->a);
    return *state ? fmi3OK : fmu_tell(f, fmi3Error, "there is no state before the initialisation");
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state)
{
    const fmu *f = instance;
    return torsor_return(f->a, state) == TORSOR_OK ? fmi3OK : fmu_tell(f, fmi3Error, "the state cannot be returned to");
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *state)
{
    (void)instance;
    torsor_snapshot_free(*state);
    *state = NULL;
    return fmi3OK;
}

/* --- bytes -------------------------------------------------------------------------------------------------------- */

/* A file in a folder of its own, both gone afterwards. */
typedef struct {
    char folder[32], path[48];
} passing_file;

static bool passing_open(passing_file *p)
{
    snprintf(p->folder, sizeof p->folder, "/tmp/torsor-fmu-XXXXXX");
    const bool ok = mkdtemp(p->folder) != NULL;
    snprintf(p->path, sizeof p->path, "%s/state", p->folder);
    return ok;
}

static void passing_close(const passing_file *p)
{
    remove(p->path);
    rmdir(p->folder);
}

/* The analysis goes to the state and back, and does not notice. */
static bool save_state(const fmu *f, fmi3FMUState state, const char *path)
{
    torsor_snapshot *now = torsor_snapshot_take(f->a);
    bool ok = now && torsor_return(f->a, state) == TORSOR_OK && torsor_save(f->a, path) == TORSOR_OK;
    ok = now && torsor_return(f->a, now) == TORSOR_OK && ok;
    torsor_snapshot_free(now);
    return ok;
}

static fmi3Status serialise(const fmu *f, fmi3FMUState state, fmi3Byte *to, size_t *size)
{
    passing_file p;
    struct stat about;
    if (!passing_open(&p))
        return fmu_tell(f, fmi3Error, "there is no room in /tmp");
    FILE *from = save_state(f, state, p.path) ? fopen(p.path, "rb") : NULL;
    bool ok = from && fstat(fileno(from), &about) == 0;
    if (ok && to)
        ok = (size_t)about.st_size == *size && fread(to, 1, *size, from) == *size;
    if (ok)
        *size = (size_t)about.st_size;
    if (from)
        fclose(from);
    passing_close(&p);
    return ok ? fmi3OK : fmu_tell(f, fmi3Error, "the state cannot be made a row of bytes");
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t *size)
{
    return serialise(instance, state, NULL, size);
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte *to, size_t size)
{
    return serialise(instance, state, to, &size);
}

static bool write_bytes(const char *path, const fmi3Byte *from, size_t size)
{
    FILE *to = fopen(path, "wb");
    const bool ok = to && fwrite(from, 1, size, to) == size;
    return to && fclose(to) == 0 && ok;
}

/* By an analysis that begins there, and is ended at once. */
static torsor_snapshot *read_state(const fmu *f, const char *path)
{
    const torsor_analysis_options o = {.may_return = true, .endless = true, .resume = path};
    torsor_analysis *a = torsor_begin(f->m, &o);
    torsor_snapshot *s = torsor_state(a) == TORSOR_OK ? torsor_snapshot_take(a) : NULL;
    torsor_end(a);
    return s;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte *from, size_t size, fmi3FMUState *state)
{
    const fmu *f = instance;
    passing_file p;
    torsor_snapshot *s = NULL;
    if (f->m && passing_open(&p)) {
        s = write_bytes(p.path, from, size) ? read_state(f, p.path) : NULL;
        passing_close(&p);
    }
    torsor_snapshot_free(*state);
    *state = s;
    return s ? fmi3OK : fmu_tell(f, fmi3Error, "these bytes are no state of this model");
}
