/* reduce.h - component modes of a model of structural nodes: static shapes of unit motions of interfaces, normal modes
 * with fixed interfaces, and all other data of a modal body. */
#pragma once
#include "assembly/equations.h"
#include "fem/fem.h"

typedef struct reduce_options {
    const unsigned *interfaces; /* labels of structural nodes: one static shape for each of their degrees of freedom */
    int n_interfaces;
    bool has_origin; /* a node that no shape moves: the position of the modal node */
    unsigned origin;
    const unsigned *exposed; /* nodes in the data; none: all */
    int n_exposed;
    int modes;       /* number of normal modes, with fixed interfaces */
    bool stiffening; /* geometric stiffening by inertia and by loads on interfaces; requires an origin */
} reduce_options;

/* Allocated in the arena. */
typedef struct reduced {
    fem data;
    int n_modes;      /* normal modes first, then the shapes of interfaces */
    double *lambda;   /* squares of the angular frequencies of the normal modes */
    const char **who; /* description of each shape of an interface: "node 7, rotation x" */
} reduced;

bool reduce_now(const reduce_options *options, equations *equations, solution *solution, arena *memory, reduced *to);
