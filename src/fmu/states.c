/* states.c - states of an instance: what was set before the initialisation, and a snapshot of the analysis.
 *
 *     bytes    values set early, each behind a flag for each variable; then a restart file, empty before the
 *              initialisation */
#include "fmu/instance.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    double *early;      /* of each variable: whether it was set, and its numbers */
    torsor_snapshot *s; /* NULL: there was no analysis */
} fmu_state;

/* --- what was set early ------------------------------------------------------------------------------------------- */

static size_t early_count(const fmu *f)
{
    size_t n = 0;
    for (size_t i = 0; i < f->n_variables; i++)
        n += 1 + (size_t)f->variables[i].size;
    return n;
}

static void keep_early(const fmu *f, double *to)
{
    for (size_t i = 0; i < f->n_variables; i++) {
        const variable *v = &f->variables[i];
        *to = v->early != NULL;
        if (v->early)
            memcpy(to + 1, v->early, (size_t)v->size * sizeof *to);
        to += 1 + v->size;
    }
}

static bool take_early(fmu *f, const double *from)
{
    bool ok = true;
    for (size_t i = 0; i < f->n_variables; i++) {
        variable *v = &f->variables[i];
        if (*from != 0) {
            ok = variable_keep(v, from + 1) && ok;
        } else {
            free(v->early);
            v->early = NULL;
        }
        from += 1 + v->size;
    }
    return ok;
}

/* --- states ------------------------------------------------------------------------------------------------------- */

static void state_free(fmu_state *k)
{
    if (!k)
        return;
    torsor_snapshot_free(k->s);
    free(k->early);
    free(k);
}

static fmu_state *state_new(const fmu *f)
{
    fmu_state *k = calloc(1, sizeof *k);
    if (k)
        k->early = calloc(early_count(f) + 1, sizeof *k->early);
    if (k && k->early)
        return k;
    state_free(k);
    return NULL;
}

/* Renews a snapshot where it can. */
static bool state_take(const fmu *f, fmu_state *k)
{
    keep_early(f, k->early);
    if (f->a && k->s && torsor_snapshot_renew(k->s, f->a) == TORSOR_OK)
        return true;
    torsor_snapshot_free(k->s);
    k->s = f->a ? torsor_snapshot_take(f->a) : NULL;
    return k->s || !f->a;
}

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *state)
{
    fmu *f = instance;
    if (!*state)
        *state = state_new(f);
    if (!fmu_settle(f) || (f->is_exchange && f->a && !exchange_refresh(f)))
        return fmi3Error;
    return *state && state_take(f, *state) ? fmi3OK : fmu_tell(f, fmi3Error, "the state cannot be taken");
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state)
{
    fmu *f = instance;
    const fmu_state *k = state;
    if (!k->s)
        fmu_end_analysis(f);
    bool ok = take_early(f, k->early);
    f->initialises = f->is_stale = false;
    if (k->s)
        ok = ok && (f->a || fmu_begin_analysis(f, NULL)) && torsor_return(f->a, k->s) == TORSOR_OK;
    if (k->s && ok && f->is_exchange)
        ok = exchange_look(f);
    return ok ? fmi3OK : fmu_tell(f, fmi3Error, "the state cannot be returned to");
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *state)
{
    (void)instance;
    state_free(*state);
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
static bool save_state(const fmu *f, const torsor_snapshot *state, const char *path)
{
    torsor_snapshot *now = torsor_snapshot_take(f->a);
    bool ok = now && torsor_return(f->a, state) == TORSOR_OK && torsor_save(f->a, path) == TORSOR_OK;
    ok = now && torsor_return(f->a, now) == TORSOR_OK && ok;
    torsor_snapshot_free(now);
    return ok;
}

/* The restart file behind `at` bytes; *size: of both. NULL `to`: the size alone. */
static bool add_restart(const fmu *f, const torsor_snapshot *state, fmi3Byte *to, size_t at, size_t *size)
{
    passing_file p;
    struct stat about;
    if (!passing_open(&p))
        return false;
    FILE *from = save_state(f, state, p.path) ? fopen(p.path, "rb") : NULL;
    bool ok = from && fstat(fileno(from), &about) == 0;
    const size_t n = ok ? (size_t)about.st_size : 0;
    if (ok && to)
        ok = *size == at + n && fread(to + at, 1, n, from) == n;
    *size = at + n;
    if (from)
        fclose(from);
    passing_close(&p);
    return ok;
}

static fmi3Status serialise(const fmu *f, const fmu_state *k, fmi3Byte *to, size_t *size)
{
    const size_t n = early_count(f) * sizeof *k->early;
    bool ok = !f->is_exchange && (!to || *size >= n);
    if (ok && to)
        memcpy(to, k->early, n);
    if (k->s)
        ok = ok && add_restart(f, k->s, to, n, size);
    else if (!to)
        *size = n;
    return ok && (k->s || *size == n) ? fmi3OK : fmu_tell(f, fmi3Error, "the state cannot be made a row of bytes");
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
    const torsor_analysis_options o = {.size = sizeof o, .may_return = true, .endless = true, .resume = path};
    torsor_analysis *a = torsor_begin(f->m, &o);
    torsor_snapshot *s = torsor_state(a) == TORSOR_OK ? torsor_snapshot_take(a) : NULL;
    torsor_end(a);
    return s;
}

/* The parameters of the state are those that the deck is read with. */
static bool read_restart(fmu *f, const fmi3Byte *from, size_t size, fmu_state *to)
{
    passing_file p;
    const bool is_new = !f->m && take_early(f, to->early);
    if ((is_new && !fmu_begin_analysis(f, NULL)) || !passing_open(&p))
        return false;
    to->s = write_bytes(p.path, from, size) ? read_state(f, p.path) : NULL;
    passing_close(&p);
    return to->s != NULL;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte *from, size_t size, fmi3FMUState *state)
{
    fmu *f = instance;
    const size_t n = early_count(f) * sizeof(double);
    fmu_state *k = size >= n ? state_new(f) : NULL;
    if (k)
        memcpy(k->early, from, n);
    if (k && (size == n || read_restart(f, from + n, size - n, k))) {
        state_free(*state);
        *state = k;
        return fmi3OK;
    }
    state_free(k);
    return fmu_tell(f, fmi3Error, "these bytes are no state of this model");
}
