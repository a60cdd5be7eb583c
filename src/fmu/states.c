/* states.c - states of an instance: values set before the initialization, and a snapshot of the analysis.
 *
 *     bytes    early values, each preceded by a flag for each variable; then a restart file, empty before the
 *              initialization */
#include "fmu/instance.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    double *early;             /* for each variable whether it was set, and its numbers */
    torsor_snapshot *snapshot; /* NULL: there was no analysis */
} fmu_state;

/* --- what was set early ------------------------------------------------------------------------------------------- */

static size_t early_count(const fmu *fmu)
{
    size_t n = 0;
    for (size_t i = 0; i < fmu->n_variables; i++)
        n += 1 + (size_t)fmu->variables[i].size;
    return n;
}

static void serialize_early(const fmu *fmu, double *to)
{
    for (size_t i = 0; i < fmu->n_variables; i++) {
        const variable *variable = &fmu->variables[i];
        *to = variable->early != NULL;
        if (variable->early)
            memcpy(to + 1, variable->early, (size_t)variable->size * sizeof *to);
        to += 1 + variable->size;
    }
}

static bool take_early(fmu *fmu, const double *from)
{
    bool ok = true;
    for (size_t i = 0; i < fmu->n_variables; i++) {
        variable *variable = &fmu->variables[i];
        if (*from != 0) {
            ok = variable_store(variable, from + 1) && ok;
        } else {
            free(variable->early);
            variable->early = NULL;
        }
        from += 1 + variable->size;
    }
    return ok;
}

/* --- states ------------------------------------------------------------------------------------------------------- */

static void state_free(fmu_state *state)
{
    if (!state)
        return;
    torsor_snapshot_free(state->snapshot);
    free(state->early);
    free(state);
}

static fmu_state *state_new(const fmu *fmu)
{
    fmu_state *state = calloc(1, sizeof *state);
    if (state)
        state->early = calloc(early_count(fmu) + 1, sizeof *state->early);
    if (state && state->early)
        return state;
    state_free(state);
    return NULL;
}

/* Reuses an existing snapshot if possible. */
static bool state_take(const fmu *fmu, fmu_state *state)
{
    serialize_early(fmu, state->early);
    if (fmu->analysis && state->snapshot && torsor_snapshot_renew(state->snapshot, fmu->analysis) == TORSOR_OK)
        return true;
    torsor_snapshot_free(state->snapshot);
    state->snapshot = fmu->analysis ? torsor_snapshot_take(fmu->analysis) : NULL;
    return state->snapshot || !fmu->analysis;
}

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *state)
{
    fmu *fmu = instance;
    if (!*state)
        *state = state_new(fmu);
    if (!fmu_settle(fmu) || (fmu->is_exchange && fmu->analysis && !exchange_refresh(fmu)))
        return fmi3Error;
    return *state && state_take(fmu, *state) ? fmi3OK : fmu_log(fmu, fmi3Error, "cannot get the state");
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state)
{
    fmu *fmu = instance;
    const fmu_state *fmu_state = state;
    if (!fmu_state->snapshot)
        fmu_end_analysis(fmu);
    bool ok = take_early(fmu, fmu_state->early);
    fmu->initialises = fmu->is_stale = false;
    if (fmu_state->snapshot)
        ok = ok && (fmu->analysis || fmu_begin_analysis(fmu, NULL)) &&
             torsor_restore(fmu->analysis, fmu_state->snapshot) == TORSOR_OK;
    if (fmu_state->snapshot && ok && fmu->is_exchange)
        ok = exchange_look(fmu);
    return ok ? fmi3OK : fmu_log(fmu, fmi3Error, "cannot restore the state");
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *state)
{
    (void)instance;
    state_free(*state);
    *state = NULL;
    return fmi3OK;
}

/* --- bytes -------------------------------------------------------------------------------------------------------- */

/* A file in a separate folder; both are removed afterwards. */
typedef struct {
    char folder[32], path[48];
} passing_file;

static bool passing_open(passing_file *file)
{
    snprintf(file->folder, sizeof file->folder, "/tmp/torsor-fmu-XXXXXX");
    const bool ok = mkdtemp(file->folder) != NULL;
    snprintf(file->path, sizeof file->path, "%s/state", file->folder);
    return ok;
}

static void passing_close(const passing_file *file)
{
    remove(file->path);
    rmdir(file->folder);
}

/* Moves the analysis to the state and restores it afterwards. */
static bool save_state(const fmu *fmu, const torsor_snapshot *state, const char *path)
{
    torsor_snapshot *now = torsor_snapshot_take(fmu->analysis);
    bool ok = now && torsor_restore(fmu->analysis, state) == TORSOR_OK && torsor_save(fmu->analysis, path) == TORSOR_OK;
    ok = now && torsor_restore(fmu->analysis, now) == TORSOR_OK && ok;
    torsor_snapshot_free(now);
    return ok;
}

/* Appends the restart file after `at` bytes; *size is the size of both. If `to` is NULL only the size is computed. */
static bool add_restart(const fmu *fmu, const torsor_snapshot *state, fmi3Byte *to, size_t at, size_t *size)
{
    passing_file file;
    struct stat about;
    if (!passing_open(&file))
        return false;
    FILE *from = save_state(fmu, state, file.path) ? fopen(file.path, "rb") : NULL;
    bool ok = from && fstat(fileno(from), &about) == 0;
    const size_t n = ok ? (size_t)about.st_size : 0;
    if (ok && to)
        ok = *size == at + n && fread(to + at, 1, n, from) == n;
    *size = at + n;
    if (from)
        fclose(from);
    passing_close(&file);
    return ok;
}

static fmi3Status serialise(const fmu *fmu, const fmu_state *state, fmi3Byte *to, size_t *size)
{
    const size_t n = early_count(fmu) * sizeof *state->early;
    bool ok = !fmu->is_exchange && (!to || *size >= n);
    if (ok && to)
        memcpy(to, state->early, n);
    if (state->snapshot)
        ok = ok && add_restart(fmu, state->snapshot, to, n, size);
    else if (!to)
        *size = n;
    return ok && (state->snapshot || *size == n) ? fmi3OK : fmu_log(fmu, fmi3Error, "cannot serialize the state");
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

/* Begins an analysis from the restart file, takes a snapshot, and ends the analysis at once. */
static torsor_snapshot *read_state(const fmu *fmu, const char *path)
{
    const torsor_analysis_options options = {
        .size = sizeof options, .may_restore = true, .endless = true, .resume = path};
    torsor_analysis *analysis = torsor_begin(fmu->model, &options);
    torsor_snapshot *snapshot = torsor_state(analysis) == TORSOR_OK ? torsor_snapshot_take(analysis) : NULL;
    torsor_end(analysis);
    return snapshot;
}

/* The deck is read with the parameters of the state. */
static bool read_restart(fmu *fmu, const fmi3Byte *from, size_t size, fmu_state *to)
{
    passing_file file;
    const bool is_new = !fmu->model && take_early(fmu, to->early);
    if ((is_new && !fmu_begin_analysis(fmu, NULL)) || !passing_open(&file))
        return false;
    to->snapshot = write_bytes(file.path, from, size) ? read_state(fmu, file.path) : NULL;
    passing_close(&file);
    return to->snapshot != NULL;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte *from, size_t size, fmi3FMUState *state)
{
    fmu *fmu = instance;
    const size_t n = early_count(fmu) * sizeof(double);
    fmu_state *fmu_state = size >= n ? state_new(fmu) : NULL;
    if (fmu_state)
        memcpy(fmu_state->early, from, n);
    if (fmu_state && (size == n || read_restart(fmu, from + n, size - n, fmu_state))) {
        state_free(*state);
        *state = fmu_state;
        return fmi3OK;
    }
    state_free(fmu_state);
    return fmu_log(fmu, fmi3Error, "the bytes are not a state of this model");
}
