/* initial.h - the initial assembly: positions and velocities that satisfy the constraints, as close as possible to
 * those given. */
#pragma once
#include "assembly/solution.h"

enum { ASSEMBLY_WORST = 4 };

typedef struct {
    int iterations;    /* number done */
    double error;      /* norm of the last residual */
    int worst_row;     /* row of the model with the largest residual; -1 if none */
    bool is_late;      /* it took longer than a step may take */
    bool singular;     /* the constraints are redundant or contradictory; worst_row is where this was detected */
    bool is_redundant; /* constraints repeat each other, and were solved nevertheless */
    /* the constraints violated most, by more than the tolerance, one per element; their rates if positions are right */
    int n_violated;
    struct {
        int row;
        double distance;
    } violated[ASSEMBLY_WORST];
    bool rates;
    bool as_given; /* n_violated etc. describe the given state: the assembly succeeded, or did not reduce the error */
    /* After success: the node that was moved farthest, and the one that was rotated most; NULL if none. */
    const node *moved, *rotated;
    double distance, angle;
    double extent; /* of the model: the largest distance of a node from the origin, as given */
} initial_report;

/* Returns true if the constraints are satisfied within the tolerance of the control data, or nothing had to be done. */
bool initial_assembly(solution *solution, initial_report *report);

/* Resets the reactions of the assembly, which are those of its springs, so that the derivatives phase begins without
 * them. Types that keep them (elem_assembly.keeps_reactions) are excepted. */
void initial_reactions_reset(solution *solution);
