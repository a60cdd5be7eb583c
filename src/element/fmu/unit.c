/* unit.c - an FMU at work: where it is unpacked, loading, its states, the end. */
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

void unit_note(unit *u, const char *words)
{
    snprintf(u->words, sizeof u->words, "%s", words);
    u->words[strcspn(u->words, "\n")] = '\0';
}

/* A message of the FMU itself says more. */
bool unit_check(unit *u, int how, const char *what)
{
    if (how <= 1) {
        u->words[0] = '\0';
        return true;
    }
    if (!u->words[0])
        snprintf(u->words, sizeof u->words, "%s fails (status %d)", what, how);
    return false;
}

bool unit_find(unit *u, const char *name, void *function)
{
    if (shared_library_find(u->library, name, function))
        return true;
    snprintf(u->words, sizeof u->words, "it has no function %s", name);
    return false;
}

/* --- unpacking and loading ---------------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at)
{
    (void)about, (void)kind, (void)at;
    return remove(path);
}

static bool unit_type_unpack(unit *u, const char *path)
{
    const char *why = NULL;
    unzip *z = unzip_open(path, &why);
    snprintf(u->folder, sizeof u->folder, "/tmp/torsor-unit-XXXXXX");
    if (z && !mkdtemp(u->folder)) {
        why = "there is no room in /tmp";
        u->folder[0] = '\0';
    } else if (z) {
        why = unzip_all(z, u->folder);
    }
    unzip_close(z);
    if (why)
        unit_note(u, why);
    return !why;
}

static bool find_same(unit *u)
{
    const unit_names *of = &u->calls->names;
    unit_functions *f = &u->same;
    if (u->about->keeps_states &&
        !(unit_find(u, of->get_state, &f->get_state) && unit_find(u, of->set_state, &f->set_state) &&
          unit_find(u, of->free_state, &f->free_state)))
        return false;
    if (u->about->packs_states &&
        !(unit_find(u, of->state_size, &f->state_size) && unit_find(u, of->pack_state, &f->pack_state) &&
          unit_find(u, of->unpack_state, &f->unpack_state)))
        return false;
    return unit_find(u, of->exit_initialization, &f->exit_initialization) &&
           unit_find(u, of->terminate, &f->terminate) && unit_find(u, of->free_instance, &f->free_instance);
}

static bool unit_load(unit *u, const char *folder)
{
    char path[PATH_MAX + 64], real[PATH_MAX];
    snprintf(path, sizeof path, "%s/binaries/%s/%s.so", folder, u->calls->platform, u->about->identifier);
    u->library = realpath(path, real) ? dlopen(real, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!u->library) {
        const char *why = access(path, F_OK) == 0 ? dlerror() : NULL;
        snprintf(u->words, sizeof u->words, "binaries/%.40s: %.140s", u->calls->platform,
                 why ? why : "it is not built for this platform");
        return false;
    }
    if (realpath(folder, real))
        snprintf(u->resources, sizeof u->resources, "%.4000s/resources", real);
    return find_same(u) && u->calls->load(u) && u->calls->instantiate(u);
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

unit *unit_create(const unit_description *d, const char *path, char *words)
{
    unit *u = calloc(1, sizeof *u);
    if (!u) {
        snprintf(words, UNIT_WORDS, "no memory");
        return NULL;
    }
    u->about = d;
    u->calls = d->version == 2 ? &unit_calls_2 : &unit_calls_3;
    if ((is_folder(path) || unit_type_unpack(u, path)) && unit_load(u, u->folder[0] ? u->folder : path))
        return u;
    snprintf(words, UNIT_WORDS, "%s", u->words[0] ? u->words : "it cannot be instantiated");
    unit_destroy(u);
    return NULL;
}

void unit_destroy(unit *u)
{
    enum { MOST_OPEN = 16 };
    if (!u)
        return;
    if (u->instance && u->is_initialised)
        u->same.terminate(u->instance);
    if (u->instance)
        u->same.free_instance(u->instance);
    if (u->library)
        dlclose(u->library);
    if (u->folder[0])
        nftw(u->folder, remove_one, MOST_OPEN, FTW_DEPTH | FTW_PHYS);
    free(u->functions);
    free(u);
}

bool unit_begun(unit *u)
{
    return unit_check(u, u->same.exit_initialization(u->instance), u->calls->names.exit_initialization);
}

/* --- states ------------------------------------------------------------------------------------------------------- */

bool unit_keep(unit *u, void **state)
{
    return unit_check(u, u->same.get_state(u->instance, state), u->calls->names.get_state);
}

bool unit_go_back(unit *u, void *state)
{
    return unit_check(u, u->same.set_state(u->instance, state), u->calls->names.set_state);
}

void unit_forget(unit *u, void **state) { u->same.free_state(u->instance, state); }

bool unit_measure(unit *u, void *state, size_t *n)
{
    return unit_check(u, u->same.state_size(u->instance, state, n), u->calls->names.state_size);
}

bool unit_pack(unit *u, void *state, unsigned char *to, size_t n)
{
    return unit_check(u, u->same.pack_state(u->instance, state, to, n), u->calls->names.pack_state);
}

bool unit_unpack(unit *u, const unsigned char *from, size_t n, void **state)
{
    return unit_check(u, u->same.unpack_state(u->instance, from, n, state), u->calls->names.unpack_state);
}
