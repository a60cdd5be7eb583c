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
    folder f = {.path = "/tmp/torsor-test-XXXXXX"};
    if (!mkdtemp(f.path))
        abort();
    snprintf(f.base, sizeof f.base, "%s/out", f.path);
    return f;
}

static inline const char *folder_file(const folder *f, const char *extension)
{
    static char path[96];
    snprintf(path, sizeof path, "%s.%s", f->base, extension);
    return path;
}

static inline int folder_has(const folder *f, const char *extension)
{
    return access(folder_file(f, extension), F_OK) == 0;
}

/* The file's text, terminated; free it. */
static inline char *folder_read(const folder *f, const char *extension)
{
    FILE *in = fopen(folder_file(f, extension), "r");
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

static inline void folder_remove(folder *f)
{
    DIR *d = opendir(f->path);
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.')
            unlinkat(dirfd(d), e->d_name, 0);
    if (d)
        closedir(d);
    rmdir(f->path);
}
