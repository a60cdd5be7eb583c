/* config.h - what the stand-in takes from a configuration file of preCICE. */
#pragma once
#include <stdbool.h>

enum { NAME = 64, MOST = 16 };

typedef struct {
    char name[NAME], writer[NAME], reader[NAME]; /* participants */
    char from[NAME], text[NAME];                 /* meshes: that it is written to, and read from */
    int components;
    bool is_constant;     /* waveform degree 0 */
    bool has_substeps;    /* every step of the window is sent, not its end alone */
    bool is_initialized;  /* the writer gives it before the coupling begins */
    bool is_conservative; /* what is mapped is a sum, not a value */
    bool is_accelerated;
    double limit; /* of the relative change in an iteration; 0: it is not looked at */
} data_rule;

typedef struct {
    char name[NAME];
    int dimensions;
} mesh_rule;

typedef struct {
    char first[NAME], second[NAME], acceptor[NAME], folder[256];
    bool is_parallel, is_implicit, is_aitken;
    double max_time, window, relaxation;
    int max_iterations, min_iterations;
    int n_data, n_meshes;
    data_rule data[MOST];
    mesh_rule meshes[MOST];
} configuration;

/* Ends the process with a message where the file has what the stand-in does not know. */
void configuration_read(configuration *c, const char *path);
_Noreturn void standin_fail(const char *what, const char *name);
