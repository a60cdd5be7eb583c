/* octave_process.h - starts and ends Octave. */
#pragma once
#include <stddef.h>
#include <sys/types.h>

typedef struct {
    pid_t id;            /* 0: it could not be started */
    int socket, replies; /* non-blocking: requests are sent, replies are read */
} octave_process;

/* Starts the program, NULL: octave-cli, with the script of octave.h; the reason of a failure is in `why`. */
octave_process octave_process_start(const char *program, char *why, size_t size);
/* Waits for the process to end by itself, because its channels are closed, and kills it if it does not. */
void octave_process_end(pid_t process);
