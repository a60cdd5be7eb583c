/* chain.h - the problem that all peers solve: n rods in a plane, hinged in a row, that fall from the horizontal.
 *
 *     length l = 1/n, mass m = 1/n, moment of inertia m l^2 / 12; hinges about y, gravity 9.81 along -z
 *     from rest along x; the first rod is hinged to the ground at its end
 *
 * A peer is called as PEER N TIME SETTING, with an accuracy or a time step as the setting, and prints the position of
 * the centre of the last rod at the end, x and z, and the seconds of processor time that the integration took. */
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CHAIN_GRAVITY 9.81

typedef struct {
    int n;
    double time, setting;
} chain;

static inline chain chain_arguments(int count, char **words)
{
    if (count != 4) {
        fprintf(stderr, "usage: %s N TIME SETTING\n", words[0]);
        exit(2);
    }
    const chain of = {(int)strtol(words[1], NULL, 10), strtod(words[2], NULL), strtod(words[3], NULL)};
    return of;
}

static inline double chain_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void chain_print(double x, double z, double seconds) { printf("%.17g %.17g %.9f\n", x, z, seconds); }
