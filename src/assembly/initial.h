/* initial.h - the initial assembly: positions and velocities that satisfy the constraints, as near as possible to those
 * given. */
#pragma once
#include "assembly/solution.h"

enum { ASSEMBLY_WORST = 4 };

typedef struct {
    int iterations; /* done */
    double error;   /* norm of the last residual */
    int worst_row;  /* row of the model with the largest residual, -1: none */
    bool singular;  /* the constraints repeat or contradict each other; worst_row is where it showed */
    /* the constraints violated most, by more than the tolerance, one an element; their rates when positions are
     * right */
    int n_violated;
    struct {
        int row;
        double distance;
    } violated[ASSEMBLY_WORST];
    bool rates;
    bool as_given; /* before anything was moved: it was moved with success, or moving has made it worse */
    /* With success: the node that was moved farthest, and the one that was turned most; NULL: none */
    const node *moved, *rotated;
    double distance, angle;
    double extent; /* of the model: the largest distance of a node from the origin, as given */
} initial_report;

/* True when the constraints are met within the tolerance of the control data (or nothing had to be done). */
bool initial_assembly(solution *solution, initial_report *report);

/* Reactions of the assembly are those of its springs: the derivatives phase begins without them, but for those of types
 * that keep them (elem_assembly.keeps_reactions). */
void initial_reactions_reset(solution *solution);
