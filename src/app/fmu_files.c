/* fmu_files.c - the files of an FMU.
 *
 *     modelDescription.xml
 *     binaries/PLATFORM/IDENTIFIER.so    the library and the functions of FMI (src/fmu)
 *     resources/deck/...                 the deck and the files it reads, with their relative paths
 *     resources/variables, token         see fmu/instance.h */
#include "app/fmu.h"
#include "app/messages.h"
#include "app/writing.h"
#include "app/zip.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* Finds torsor_fmu.so next to the program or in its installation folder. */
static bool find_object(char *path, size_t size)
{
    static const char *const FOLDERS[] = {".", FMU_FOLDER};
    char self[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
    for (int i = 0; slash && i < 2; i++) {
        snprintf(path, size, "%s/%s/torsor_fmu.so", self, FOLDERS[i]);
        if (access(path, R_OK) == 0)
            return true;
    }
    print_visible(
        stderr,
        "torsor fmu: cannot find torsor_fmu.so beside the program or in its %s; is Torsor installed completely?\n",
        FMU_FOLDER);
    return false;
}

/* The path relative to the folder of the deck; NULL after a message. */
static const char *below(const char *folder, const char *path, char *real)
{
    const size_t n = strlen(folder);
    if (!realpath(path, real)) {
        print_visible(stderr, "%s: %s\n", path, strerror(errno));
        return NULL;
    }
    if (strncmp(real, folder, n) == 0 && real[n] == '/')
        return real + n + 1;
    print_visible(
        stderr, "torsor fmu: %s is outside the folder of the deck, %s; an FMU can only contain files of that folder\n",
        path, folder);
    return NULL;
}

static bool add_decks(const fmu_plan *plan, zip *zip, const char *folder)
{
    char real[PATH_MAX], before[PATH_MAX], name[PATH_MAX + 32];
    for (int i = 0; i < torsor_file_count(plan->model); i++) {
        const char *part = below(folder, torsor_file_at(plan->model, i), real);
        bool is_there = false;
        for (int k = 0; part && k < i && !is_there; k++)
            is_there = realpath(torsor_file_at(plan->model, k), before) && strcmp(before, real) == 0;
        if (!part)
            return false;
        snprintf(name, sizeof name, "resources/deck/%s", part);
        if (!is_there && !zip_add_file(zip, name, real)) {
            print_visible(stderr, "%s: %s\n", real, strerror(errno));
            return false;
        }
    }
    return true;
}

typedef void putter(const fmu_plan *plan, const char *deck, FILE *to);
static void put_description(const fmu_plan *plan, const char *deck, FILE *to)
{
    (void)deck;
    fmu_put_description(plan, to);
}
static void put_token(const fmu_plan *plan, const char *deck, FILE *to)
{
    (void)deck;
    fputs(plan->token, to);
}

static bool add_text(const fmu_plan *plan, zip *zip, const char *name, putter *by, const char *deck)
{
    char *words = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&words, &n);
    if (to)
        by(plan, deck, to);
    const bool ok = to && fclose(to) == 0;
    if (ok)
        zip_add(zip, name, words, n);
    free(words);
    return ok;
}

/* Computes the token from the decks in the archive so far and the names of the variables. */
static void make_token(fmu_plan *plan, const zip *zip)
{
    const uLong about = crc32(0, zip->directory.data, (uInt)zip->directory.n);
    uLong names = 0;
    for (int i = 0; i < plan->n; i++)
        names = crc32(names, (const Bytef *)plan->variables[i].quantity.name,
                      (uInt)strlen(plan->variables[i].quantity.name));
    snprintf(plan->token, sizeof plan->token, "{torsor-%08lx-%08lx-%s}", about, names, torsor_version());
}

static bool add_all(fmu_plan *plan, zip *zip)
{
    char object[PATH_MAX + 64], folder[PATH_MAX], real[PATH_MAX], name[PATH_MAX];
    if (!find_object(object, sizeof object) || !realpath(plan->deck, real))
        return false;
    snprintf(folder, sizeof folder, "%s", real);
    *strrchr(folder, '/') = '\0';
    const char *deck = real + strlen(folder) + 1;
    if (!add_decks(plan, zip, folder))
        return false;
    make_token(plan, zip);
    snprintf(name, sizeof name, "binaries/%s/%s.so", FMU_PLATFORM, plan->identifier);
    return add_text(plan, zip, "modelDescription.xml", put_description, deck) &&
           add_text(plan, zip, "resources/variables", fmu_put_table, deck) &&
           add_text(plan, zip, "resources/token", put_token, deck) && zip_add_file(zip, name, object);
}

bool fmu_write(fmu_plan *plan)
{
    zip zip = {.file = open_written(plan->output)};
    if (!zip.file)
        return false;
    const bool is_complete = add_all(plan, &zip), is_written = zip_end(&zip);
    if (is_complete && !is_written)
        print_visible(stderr, "torsor fmu: cannot write %s\n", plan->output);
    return close_written(zip.file, plan->output, is_complete && is_written);
}
