/* paths.c - the location of a deck and of its results. */
#include "app/paths.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *paths_join(const char *directory, const char *name)
{
    char *path = NULL;
    const size_t n = strlen(directory);
    if (name[0] == '/')
        return strdup(name);
    return asprintf(&path, "%s%s%s", directory, n && directory[n - 1] == '/' ? "" : "/", name) < 0 ? NULL : path;
}

char *absolute_path(const char *name)
{
    char *here = getcwd(NULL, 0);
    char *path = here || name[0] == '/' ? paths_join(here ? here : "", name) : NULL;
    free(here);
    return path;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool is_directory(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

char *results_base(const char *output, const char *deck)
{
    if (!output)
        return absolute_path(deck ? deck : "MBDyn");
    if (!is_directory(output))
        return absolute_path(output);
    char *directory = absolute_path(output);
    char *base = directory ? paths_join(directory, deck ? last_part(deck) : "MBDyn") : NULL;
    free(directory);
    return base;
}

bool is_result(const char *base, const char *extension, const char *path)
{
    struct stat result, given;
    char *name = NULL;
    const bool is_same = asprintf(&name, "%s.%s", base, extension) >= 0 && stat(name, &result) == 0 &&
                         stat(path, &given) == 0 && result.st_dev == given.st_dev && result.st_ino == given.st_ino;
    free(name);
    return is_same;
}

char *enter_directory_of(const char *deck)
{
    const char *slash = strrchr(deck, '/');
    if (slash) {
        char *directory = strndup(deck, slash == deck ? 1 : (size_t)(slash - deck));
        const int failed = !directory || chdir(directory) != 0;
        free(directory);
        if (failed)
            return NULL;
    }
    return strdup(last_part(deck));
}
