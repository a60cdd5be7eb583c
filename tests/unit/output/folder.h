/* folder.h - a folder of its own for a test's files. */
#pragma once
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char path[64];
    char base[80]; /* PATH/out */
} folder;

static inline folder folder_create(void)
{
    folder folder = {.path = "/tmp/torsor-test-XXXXXX"};
    if (!mkdtemp(folder.path))
        abort();
    snprintf(folder.base, sizeof folder.base, "%s/out", folder.path);
    return folder;
}

static inline const char *folder_file(const folder *folder, const char *extension)
{
    static char path[96];
    snprintf(path, sizeof path, "%s.%s", folder->base, extension);
    return path;
}

static inline int folder_has(const folder *folder, const char *extension)
{
    return access(folder_file(folder, extension), F_OK) == 0;
}

/* The file's text, terminated; free it. */
static inline char *folder_read(const folder *folder, const char *extension)
{
    FILE *in = fopen(folder_file(folder, extension), "r");
    if (!in)
        return strdup("(no such file)");
    char *words = NULL;
    size_t n = 0;
    for (size_t got = 1; got > 0; n += got) {
        words = realloc(words, n + 4096 + 1);
        got = fread(words + n, 1, 4096, in);
    }
    words[n] = '\0';
    fclose(in);
    return words;
}

static inline void folder_remove(folder *folder)
{
    DIR *directory = opendir(folder->path);
    for (struct dirent *e; directory && (e = readdir(directory));)
        if (e->d_name[0] != '.')
            unlinkat(dirfd(directory), e->d_name, 0);
    if (directory)
        closedir(directory);
    rmdir(folder->path);
}
