/* precice_process.h - starts the program that calls preCICE. */
#pragma once
#include <stddef.h>
#include <sys/types.h>

/* Starts the process, and returns it with its non-blocking socket. Returns 0 and the reason in `why` if the program
 * does not exist or cannot be started. The process has the standard output and error of this one, a separate process
 * group, so that signals of the terminal do not reach it, and no other open file. */
pid_t precice_process_start(const char *library, int *socket, char *why, size_t size);
