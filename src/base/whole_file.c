/* whole_file.c - files that are written completely or not at all, and never through a symbolic link. */
#include "base/whole_file.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names of open files, such as /dev/stdout, are links. */
static bool is_device(const char *path)
{
    struct stat is;
    return strncmp(path, "/dev/", 5) == 0 || (lstat(path, &is) == 0 && !S_ISREG(is.st_mode) && !S_ISLNK(is.st_mode));
}

const char *whole_file_refused(const char *path)
{
    struct stat is;
    return !is_device(path) && lstat(path, &is) == 0 && S_ISLNK(is.st_mode) ? "it is a symbolic link" : NULL;
}

static bool name_part(char part[PATH_MAX], const char *path)
{
    const int n = snprintf(part, PATH_MAX, "%s.part", path);
    return n > 0 && n < PATH_MAX;
}

/* A part that is left over from another run is removed; should it be a link, then only the link. */
static FILE *open_part(const char *path)
{
    char part[PATH_MAX];
    if (!name_part(part, path)) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    unlink(part);
    const int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (fd >= 0 && !file)
        close(fd);
    return file;
}

FILE *whole_file_open(const char *path, const char **why)
{
    *why = whole_file_refused(path);
    FILE *file = *why ? NULL : is_device(path) ? fopen(path, "wb") : open_part(path);
    if (!file && !*why)
        *why = strerror(errno);
    return file;
}

const char *whole_file_close(FILE *file, const char *path, bool is_wanted)
{
    char part[PATH_MAX];
    const bool failed = ferror(file), is_part = !is_device(path) && name_part(part, path);
    errno = 0;
    if (failed && write(fileno(file), "", 1) == 1) /* the reason of the first failure is lost: it is asked for again */
        errno = EIO;
    const bool closed = fclose(file) == 0 && !failed;
    const char *why = closed ? NULL : strerror(errno ? errno : EIO);
    if (is_part && closed && is_wanted && rename(part, path) != 0)
        why = strerror(errno);
    if (is_part && (why || !is_wanted))
        unlink(part);
    return is_wanted ? why : NULL;
}

const char *whole_file_write(const char *path, const void *bytes, size_t size)
{
    const char *why;
    FILE *file = whole_file_open(path, &why);
    if (!file)
        return why;
    fwrite(bytes, 1, size, file);
    return whole_file_close(file, path, true);
}
