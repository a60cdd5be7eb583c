/* precice_process.h - starts the program that calls preCICE. */
#pragma once
#include <stddef.h>
#include <sys/types.h>

/* The process, and the socket to it, which does not block; 0, and why: it is not there, or cannot be started. It has
 * the standard output and error of this process, a process group of its own, so that signals of the terminal do not
 * reach it, and no other file. */
pid_t precice_process_start(const char *library, int *socket, char *why, size_t size);
