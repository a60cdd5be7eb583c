/* confine.c - the files that an untrusted deck may name.
 *
 * Each component of the path is checked from the folder on. This does not protect against a folder that another process
 * changes between the check and the opening of the file (docs/security.md). */
#include "base/confine.h"
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool leads_upwards(const char *name)
{
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return true;
    }
    return false;
}

const char *confine_file(const char *path)
{
    struct stat is;
    if (lstat(path, &is) != 0)
        return errno == ENOENT ? NULL : strerror(errno);
    if (S_ISLNK(is.st_mode))
        return "symbolic links are not allowed in a sandbox";
    return S_ISREG(is.st_mode) ? NULL : "only regular files are allowed in a sandbox";
}

static const char *check_folder(const char *path)
{
    struct stat is;
    if (lstat(path, &is) != 0)
        return strerror(errno);
    return S_ISLNK(is.st_mode) ? "symbolic links are not allowed in a sandbox" : NULL;
}

const char *confine_name(const char *folder, int length, const char *name)
{
    char path[PATH_MAX];
    if (name[0] == '/' || name[0] == '~')
        return "absolute paths are not allowed in a sandbox";
    if (leads_upwards(name))
        return "paths with '..' are not allowed in a sandbox";
    const int before = length > 0 ? snprintf(path, sizeof path, "%.*s/", length, folder) : 0;
    if (before < 0 || (size_t)before + strlen(name) >= sizeof path)
        return strerror(ENAMETOOLONG);
    memcpy(path + before, name, strlen(name) + 1);
    for (char *slash = path + before; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        const char *why = slash > path + before ? check_folder(path) : NULL;
        if (why)
            return why;
    }
    return confine_file(path);
}
