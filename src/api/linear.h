/* linear.h - a linear model as the library returns it. */
#pragma once
#include "api/quantities.h"
#include "problem/linear_model.h"
#include "torsor/linear.h"

enum { LINEAR_MATRICES = TORSOR_LINEAR_Z + 1, LINEAR_KINDS = TORSOR_LINEAR_UNKNOWN + 1 };

typedef struct {
    int *row, *column;
    double *value;
    int rows, columns, n;
} linear_matrix;

typedef ARRAY(torsor_linear_channel) linear_channels;

struct torsor_linear {
    arena *memory;
    double time;
    linear_channels channels[LINEAR_KINDS];
    linear_matrix matrices[LINEAR_MATRICES];
    int *states; /* unknowns of the states, from 0 */
    /* for the names of modes: unknowns with kinetic energy v p / 2, and words for their directions */
    struct linear_energy {
        int velocity, momentum;
        const char *name;
    } * energies;
    int n_energies;
    torsor_linear_mode *modes; /* NULL until requested */
    int n_modes;
};

/* A model while its outputs are differentiated. */
typedef struct {
    const quantities *quantities;
    const linear_model *model;
    const linear_inputs *inputs;
    solution *solution; /* a copy, with rotations relative to the present orientations */
    const int *outputs; /* one number each: index of a quantity with component */
    int n_outputs;
    arena *memory;
    /* by output: derivatives with respect to unknowns, their rates, and inputs */
    linear_entries values, rates, loads;
} linear_outputs;

/* The number of a quantity, with a component. */
double linear_output_get(const linear_outputs *outputs, int which);
void linear_outputs_differentiate(linear_outputs *outputs);
