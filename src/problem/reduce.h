/* reduce.h - component modes of a model of structural nodes: shapes of unit motions of interfaces, modes with the
 * interfaces held, and all that a modal body needs of them. */
#pragma once
#include "assembly/equations.h"
#include "fem/fem.h"

typedef struct reduce_options {
    const unsigned *interfaces; /* labels of structural nodes: a static shape for each of their freedoms */
    int n_interfaces;
    bool has_origin; /* a node that no shape moves: the modal node is there */
    unsigned origin;
    const unsigned *exposed; /* nodes of the data; none: all */
    int n_exposed;
    int modes;       /* with the interfaces held */
    bool stiffening; /* by inertia, and by loads on interfaces; with an origin */
} reduce_options;

/* In the arena. */
typedef struct reduced {
    fem data;
    int n_modes;      /* normal modes come first, shapes of interfaces behind them */
    double *lambda;   /* squares of the angular frequencies of the normal modes */
    const char **who; /* of each shape of an interface: "node 7, rotation x" */
} reduced;

bool reduce_now(const reduce_options *options, equations *equations, solution *solution, arena *memory, reduced *to);
