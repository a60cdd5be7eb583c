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
        return "in a sandbox no symbolic link is followed";
    return S_ISREG(is.st_mode) ? NULL : "in a sandbox only plain files are used";
}

static const char *check_folder(const char *path)
{
    struct stat is;
    if (lstat(path, &is) != 0)
        return strerror(errno);
    return S_ISLNK(is.st_mode) ? "in a sandbox no symbolic link is followed" : NULL;
}

const char *confine_name(const char *folder, int length, const char *name)
{
    char path[PATH_MAX];
    if (name[0] == '/' || name[0] == '~')
        return "in a sandbox no absolute path is used";
    if (leads_upwards(name))
        return "in a sandbox no path leads upwards";
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
