/* shell4.h - the four-node shells of MBDyn: rotations are interpolated relative to a mean rotation. Equations in
 * shell4.c. */
#pragma once
#include "element/plate/plate.h"

enum { SHELL_SIDES = 4, SHELL_STATIONS = QUADRANGLE_POINTS + SHELL_SIDES };

/* A point at which strains are evaluated: an integration point, or the middle of a side. */
typedef struct {
    double h[PLATE_NODES], along[2][PLATE_NODES];
    mat3 Q;       /* T = Tm Rot(phi) Q */
    vec3 bent[2]; /* curvatures in the reference configuration */
} shell_station;

typedef struct {
    plate plate;
    mat3 axes[PLATE_NODES]; /* of the surface, in the frames of the nodes */
    mat3 mean;              /* mean of the nodes' axes in the reference configuration */
    int n_stations;
    shell_station station[SHELL_STATIONS];
    /* e13 and e23 at the points: coefficients of the stations */
    double shear[QUADRANGLE_POINTS][2][SHELL_STATIONS];
} shell4;

/* Memory: the mean of the axes at the start of the step. */
typedef struct {
    mat3 mean;
} shell_mean;

/* Sets all members but `shear`. */
void shell4_complete(arena *memory, plate *of, int n_stations);
void shell4_begin(const void *self, void *memory);
void shell4_predict(const state *state, const elem *element, memory_block *to);
void shell4_eval(int lanes, const state *state, const elem *element, local *out);
const char *shell4_internal_name(const elem *element, int index);
void shell4_stress(const state *state, const elem *element, plate_strains stress);

#define SHELL4_SLOTS                                                                            \
    PLATE_SLOTS,                                                                                \
        .history = &(const elem_history){.memory = sizeof(shell_mean),                          \
                                         .begin = shell4_begin,                                 \
                                         .start = shell4_predict,                               \
                                         .predict = shell4_predict},                            \
        .assembly = &(const elem_assembly){.never = true},                                      \
        .expectations = &(const elem_expectations){.unbalanced = true, .reactions_work = true}, \
        .size = sizeof(shell4), .eval = shell4_eval, .internal_name = shell4_internal_name
