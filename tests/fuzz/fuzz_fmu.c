/* fuzz_fmu.c - archives of functional mock-up units, and their descriptions: the first byte chooses which of both the
 * rest is.
 *
 * What must hold: an archive writes below its folder or not at all; a description that is accepted has what a coupling
 * needs. */
#include "fuzz/fuzz.h"
#include "base/unzip.h"
#include "element/fmu/description.h"
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void read_description(const char *text, size_t length)
{
    arena *memory = arena_create();
    unit_description description;
    if (!unit_description_read(text, length, memory, &description)) {
        if ((description.version != 2 && description.version != 3) || !description.identifier || !description.token)
            abort();
        for (int i = 0; i < description.n; i++)
            if (!unit_description_find(&description, description.variables[i].name) ||
                description.variables[i].size < 0)
                abort();
    }
    arena_destroy(memory);
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *at)
{
    (void)about, (void)kind, (void)at;
    return remove(path);
}

static int entries(const char *folder)
{
    int n = 0;
    DIR *directory = opendir(folder);
    while (directory && readdir(directory))
        n++;
    if (directory)
        closedir(directory);
    return n;
}

static void unpack(const char *path, const char *inside)
{
    const char *why = NULL;
    size_t length = 0;
    unzip *unzip = unzip_open(path, &why);
    if (!unzip != (why != NULL))
        abort();
    if (!unzip)
        return;
    char *words = unzip_file(unzip, "modelDescription.xml", &length);
    if (words)
        read_description(words, length);
    free(words);
    unzip_all(unzip, inside);
    unzip_close(unzip);
}

static void read_archive(const uint8_t *data, size_t size)
{
    enum { THERE = 4, MOST_OPEN = 16 }; /* . .. unit.fmu inside */
    char folder[] = "/tmp/torsor-fuzz-XXXXXX", path[64], inside[64];
    if (!mkdtemp(folder))
        abort();
    snprintf(path, sizeof path, "%s/unit.fmu", folder);
    snprintf(inside, sizeof inside, "%s/inside", folder);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0 || mkdir(inside, S_IRWXU) != 0)
        abort();
    unpack(path, inside);
    if (entries(folder) != THERE)
        abort();
    nftw(folder, remove_one, MOST_OPEN, FTW_DEPTH | FTW_PHYS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    if (data[0] % 2)
        read_archive(data + 1, size - 1);
    else
        read_description((const char *)data + 1, size - 1);
    return 0;
}
