/* linear_files.h - a linear model as files. */
#pragma once
#include "torsor/torsor.h"

typedef struct {
    const torsor_linear *linear;
    const char *deck;
    const double *omega; /* rad/s, of the frequency response */
    int n_omega;
} linear_contents;

/* Whether the extension of the path names a format: .json, .m, .lin, .csv, .svg. */
bool linear_file_is_known(const char *path);
/* Whether it is the frequency response that such a file holds. */
bool linear_file_is_response(const char *path);
/* Writes the file; returns false after a message. */
bool linear_file_write(const linear_contents *contents, const char *path);
