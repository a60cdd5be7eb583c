/* octave_process.c - starts and ends Octave: requests go to its standard input, replies come from a pipe. */
#include "net/octave_process.h"
#include "net/child.h"
#include "net/octave.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static const char DEFAULT_PROGRAM[] = "octave-cli";
enum { WAIT_MILLISECONDS = 20, END_SECONDS = 2 };

static int set_files(posix_spawn_file_actions_t *files, int socket, int replies)
{
    int error = posix_spawn_file_actions_init(files);
    error = error ? error : posix_spawn_file_actions_adddup2(files, replies, OCTAVE_REPLIES);
    error = error ? error : posix_spawn_file_actions_adddup2(files, socket, STDIN_FILENO);
    error = error ? error : posix_spawn_file_actions_adddup2(files, STDERR_FILENO, STDOUT_FILENO);
    return error ? error : posix_spawn_file_actions_addclosefrom_np(files, OCTAVE_REPLIES + 1);
}

static pid_t octave_spawn(const char *program, int socket, int replies, int *error)
{
    const char *const words[] = {program,  "--quiet",     "--norc", "--no-history", "--no-init-file", "--no-gui",
                                 "--eval", octave_script, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    pid_t process = 0;
    *error = set_files(&files, socket, replies);
    if (*error == 0) {
        *error = child_set_attributes(&attributes);
        if (*error == 0)
            *error = posix_spawnp(&process, program, &files, &attributes, (char *const *)(void *)words, environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&files);
    }
    return *error == 0 ? process : 0;
}

/* Creates the socket of requests and the pipe of replies, whose descriptors must not be among the first few: those of
 * the process are copied there. */
static bool make_channels(int ends[2], int pipe_ends[2])
{
    enum { FIRST = 10 };
    int socket[2], reply[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, socket) != 0)
        return false;
    if (pipe2(reply, O_CLOEXEC) != 0) {
        close(socket[0]), close(socket[1]);
        return false;
    }
    bool ok = true;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(socket[i], F_DUPFD_CLOEXEC, FIRST), pipe_ends[i] = fcntl(reply[i], F_DUPFD_CLOEXEC, FIRST);
        close(socket[i]), close(reply[i]);
        ok = ok && ends[i] >= 0 && pipe_ends[i] >= 0;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(pipe_ends[0], F_SETFL, O_NONBLOCK);
    return ok;
}

octave_process octave_process_start(const char *program, char *why, size_t size)
{
    int ends[2], pipe_ends[2], error = 0;
    program = program && *program ? program : DEFAULT_PROGRAM;
    if (!make_channels(ends, pipe_ends)) {
        snprintf(why, size, "cannot create a socket: %s", strerror(errno));
        return (octave_process){0};
    }
    const pid_t process = octave_spawn(program, ends[1], pipe_ends[1], &error);
    close(ends[1]);
    close(pipe_ends[1]);
    if (!process) {
        close(ends[0]);
        close(pipe_ends[0]);
        snprintf(why, size, "%.150s: %s", program, strerror(error));
    }
    return (octave_process){.id = process, .socket = ends[0], .replies = pipe_ends[0]};
}

void octave_process_end(pid_t process)
{
    const struct timespec moment = {.tv_nsec = WAIT_MILLISECONDS * 1000000L};
    for (int i = 0; i < END_SECONDS * 1000 / WAIT_MILLISECONDS; i++) {
        if (waitpid(process, NULL, WNOHANG) != 0)
            return;
        nanosleep(&moment, NULL);
    }
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
}
