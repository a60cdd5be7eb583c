/* precice_process.c - starts the program that calls preCICE.
 *
 * The program is in the folder of the library (build), in the folder torsor beside it (installed), or where it was
 * configured to be installed, for a library that was copied alone. */
#include "net/precice_process.h"
#include "net/child.h"
#include "net/precice_protocol.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

extern char **environ;

static const char PROGRAM[] = "torsor-precice";

/* Finds the folder of the file that this code was loaded from: an absolute path, whatever the working directory. */
static bool find_own_folder(char *folder, size_t size)
{
    const unsigned long here = (unsigned long)PROGRAM;
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[PATH_MAX + 128];
    bool is_found = false;
    while (maps && !is_found && fgets(line, sizeof line, maps)) {
        unsigned long begin, end;
        const char *path = strchr(line, '/');
        is_found = path && sscanf(line, "%lx-%lx", &begin, &end) == 2 && here >= begin && here < end;
        if (is_found)
            snprintf(folder, size, "%.*s", (int)(strrchr(path, '/') - path), path);
    }
    if (maps)
        fclose(maps);
    return is_found;
}

static bool find_program(char *path, size_t size)
{
    char folder[PATH_MAX];
    if (find_own_folder(folder, sizeof folder)) {
        static const char *const BELOW[] = {"", "/torsor"};
        for (int i = 0; i < 2; i++)
            if (snprintf(path, size, "%s%s/%s", folder, BELOW[i], PROGRAM) < (int)size && access(path, X_OK) == 0)
                return true;
    }
    snprintf(path, size, "%s/%s", TORSOR_PROGRAM_FOLDER, PROGRAM);
    return access(path, X_OK) == 0;
}

static int set_files(posix_spawn_file_actions_t *files, int socket)
{
    int error = posix_spawn_file_actions_init(files);
    error = error ? error : posix_spawn_file_actions_adddup2(files, socket, PRECICE_SOCKET);
    error = error ? error : posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    return error ? error : posix_spawn_file_actions_addclosefrom_np(files, PRECICE_SOCKET + 1);
}

static pid_t spawn(const char *path, const char *library, int socket, int *error)
{
    const char *const words[] = {PROGRAM, TORSOR_VERSION, library, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    pid_t process = 0;
    *error = set_files(&files, socket);
    if (*error == 0) {
        *error = child_set_attributes(&attributes);
        if (*error == 0)
            *error = posix_spawn(&process, path, &files, &attributes, (char *const *)(void *)words, environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&files);
    }
    return *error == 0 ? process : 0;
}

pid_t precice_process_start(const char *library, int *link, char *why, size_t size)
{
    char path[PATH_MAX];
    int ends[2], error = 0;
    if (!find_program(path, sizeof path)) {
        snprintf(why, size, "%.150s does not exist", path);
        return 0;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        snprintf(why, size, "cannot create a socket: %s", strerror(errno));
        return 0;
    }
    const pid_t process = spawn(path, library, ends[1], &error);
    close(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *link = ends[0];
    if (!process) {
        close(ends[0]);
        *link = -1;
        snprintf(why, size, "%.100s: %s", path, strerror(error));
    }
    return process;
}
