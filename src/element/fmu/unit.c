/* unit.c - an instance of an FMU: unpacking, loading, its states, and its end. */
#include "element/fmu/unit.h"
#include "base/shared_library.h"
#include "base/unzip.h"
#include <dlfcn.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void unit_note(unit *unit, const char *words)
{
    snprintf(unit->words, sizeof unit->words, "%s", words);
    unit->words[strcspn(unit->words, "\n")] = '\0';
}

/* A message of the FMU itself is more specific and takes precedence. */
bool unit_check(unit *unit, int how, const char *what)
{
    if (how <= 1) {
        unit->words[0] = '\0';
        return true;
    }
    if (!unit->words[0])
        snprintf(unit->words, sizeof unit->words, "%s fails (status %d)", what, how);
    return false;
}

bool unit_find(unit *unit, const char *name, void *function)
{
    if (shared_library_find(unit->library, name, function))
        return true;
    snprintf(unit->words, sizeof unit->words, "it has no function %s", name);
    return false;
}

/* --- unpacking and loading ---------------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at)
{
    (void)about, (void)kind, (void)at;
    return remove(path);
}

static bool unit_type_unpack(unit *unit, const char *path)
{
    const char *why = NULL;
    unzip *unzip = unzip_open(path, &why);
    snprintf(unit->folder, sizeof unit->folder, "/tmp/torsor-unit-XXXXXX");
    if (unzip && !mkdtemp(unit->folder)) {
        why = "no space left in /tmp";
        unit->folder[0] = '\0';
    } else if (unzip) {
        why = unzip_all(unzip, unit->folder);
    }
    unzip_close(unzip);
    if (why)
        unit_note(unit, why);
    return !why;
}

static bool find_same(unit *unit)
{
    const unit_names *of = &unit->calls->names;
    unit_functions *unit_functions = &unit->same;
    if (unit->about->keeps_states && !(unit_find(unit, of->get_state, &unit_functions->get_state) &&
                                       unit_find(unit, of->set_state, &unit_functions->set_state) &&
                                       unit_find(unit, of->free_state, &unit_functions->free_state)))
        return false;
    if (unit->about->packs_states && !(unit_find(unit, of->state_size, &unit_functions->state_size) &&
                                       unit_find(unit, of->pack_state, &unit_functions->pack_state) &&
                                       unit_find(unit, of->unpack_state, &unit_functions->unpack_state)))
        return false;
    return unit_find(unit, of->exit_initialization, &unit_functions->exit_initialization) &&
           unit_find(unit, of->terminate, &unit_functions->terminate) &&
           unit_find(unit, of->free_instance, &unit_functions->free_instance);
}

static bool unit_load(unit *unit, const char *folder)
{
    char path[PATH_MAX + 64], real[PATH_MAX];
    snprintf(path, sizeof path, "%s/binaries/%s/%s.so", folder, unit->calls->platform, unit->about->identifier);
    unit->library = realpath(path, real) ? dlopen(real, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!unit->library) {
        const char *why = access(path, F_OK) == 0 ? dlerror() : NULL;
        snprintf(unit->words, sizeof unit->words, "binaries/%.40s: %.140s", unit->calls->platform,
                 why ? why : "it is not built for this platform");
        return false;
    }
    if (realpath(folder, real))
        snprintf(unit->resources, sizeof unit->resources, "%.4000s/resources", real);
    return find_same(unit) && unit->calls->load(unit) && unit->calls->instantiate(unit);
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

unit *unit_create(const unit_description *description, const char *path, char *words)
{
    unit *unit = calloc(1, sizeof *unit);
    if (!unit) {
        snprintf(words, UNIT_WORDS, "no memory");
        return NULL;
    }
    unit->about = description;
    unit->calls = description->version == 2 ? &unit_calls_2 : &unit_calls_3;
    if ((is_folder(path) || unit_type_unpack(unit, path)) && unit_load(unit, unit->folder[0] ? unit->folder : path))
        return unit;
    snprintf(words, UNIT_WORDS, "%s", unit->words[0] ? unit->words : "it cannot be instantiated");
    unit_destroy(unit);
    return NULL;
}

void unit_destroy(unit *unit)
{
    enum { MOST_OPEN = 16 };
    if (!unit)
        return;
    if (unit->instance && unit->is_initialised)
        unit->same.terminate(unit->instance);
    if (unit->instance)
        unit->same.free_instance(unit->instance);
    if (unit->library)
        dlclose(unit->library);
    if (unit->folder[0])
        nftw(unit->folder, remove_one, MOST_OPEN, FTW_DEPTH | FTW_PHYS);
    free(unit->functions);
    free(unit);
}

bool unit_begun(unit *unit)
{
    return unit_check(unit, unit->same.exit_initialization(unit->instance), unit->calls->names.exit_initialization);
}

/* --- states ------------------------------------------------------------------------------------------------------- */

bool unit_serialize(unit *unit, void **state)
{
    return unit_check(unit, unit->same.get_state(unit->instance, state), unit->calls->names.get_state);
}

bool unit_restore(unit *unit, void *state)
{
    return unit_check(unit, unit->same.set_state(unit->instance, state), unit->calls->names.set_state);
}

void unit_discard(unit *unit, void **state) { unit->same.free_state(unit->instance, state); }

bool unit_measure(unit *unit, void *state, size_t *count)
{
    return unit_check(unit, unit->same.state_size(unit->instance, state, count), unit->calls->names.state_size);
}

bool unit_pack(unit *unit, void *state, unsigned char *to, size_t size)
{
    return unit_check(unit, unit->same.pack_state(unit->instance, state, to, size), unit->calls->names.pack_state);
}

bool unit_unpack(unit *unit, const unsigned char *from, size_t size, void **state)
{
    return unit_check(unit, unit->same.unpack_state(unit->instance, from, size, state),
                      unit->calls->names.unpack_state);
}
