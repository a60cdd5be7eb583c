/* problem_traits.h - what the problem of a deck requires of nodes and elements.
 *
 * The type of a problem (problem/problem.h) sets them once, in the model, before the rest of the deck is read. Without
 * any of them nodes and elements behave as in an initial value problem. */
#pragma once
#include "contract/element.h"

typedef struct problem_traits {
    const char *keyword;            /* keyword of the problem, for messages */
    bool static_nodes_have_inertia; /* static nodes have bodies and accelerations */
    bool reads_imposed_derivatives; /* imposed motions are given with their first and second derivatives */
    bool fixes_driven_elements;     /* driven elements remain on or off as they are initially */
    bool excludes_coupling;         /* the model cannot be a participant of a coupling */
    bool needs_diagonal_blocks;     /* the matrix contains the diagonal blocks of nodes and of internal unknowns */
    /* Reads the arguments that the problem adds to the card of an element, into its `role`; NULL: none. */
    void (*read_element)(reader *reader, elem *element);
} problem_traits;
