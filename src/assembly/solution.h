/* solution.h - everything that changes during an analysis, in one block that can be copied.
 *
 *     block     unknowns, motion of the nodes, variables of the deck, memory of all instances (contract/memory.h),
 *               and what the problem adds: history of the method, memory of its solvers
 *
 * The model is constant: any number of solutions can be at work on it at once. Rotations are kept as orientation
 * matrices; the unknowns g, g' of a node are relative to its reference (predicted) orientation:
 *
 *     R = R(g) R_ref        w = G(g) g' + R(g) w_ref */
#pragma once
#include "contract/hint.h"
#include "model/model.h"

typedef struct solution {
    const model *model;
    state state; /* the view given to elements; its pointers are the arrays below */
    evaluation_error failed;
    int n;
    /* areas of the block */
    double *y, *yp;
    pose *poses;
    mat3 *R_ref;      /* by pose */
    double *ypp;      /* 6 by pose; NULL when no node wants accelerations */
    value *variables; /* of the deck, by index */
    uint64_t *random;
    memory_block *memory;
    void *extra; /* what the problem adds */
    unsigned char *block;
    size_t size;
    /* made of the block's contents, or workspace */
    workspace *hint_instances; /* drives that hints have given */
    inertia_sum *inertia;      /* by pose */
    int *pose_of;              /* by first unknown of a node that wants accelerations, else -1 */
    bool reads_accelerations;  /* drives do, in every iteration */
} solution;

/* `extra` bytes for the problem, zeroed. Messages of the run go to `errors`. */
solution *solution_create(const model *model, size_t extra, diag *errors, arena *arrays);
void solution_destroy(solution *solution); /* what is not in the arena; NULL is allowed */
/* Another one, the same. */
solution *solution_clone(const solution *u, arena *arrays);
/* Makes `to`, created alike, the same to the bit. False after an error in a hint, which has been reported. */
bool solution_copy(solution *to, const solution *from);

/* Time and number of the step, also as variables of the deck. */
void solution_set_time(solution *solution, double t, double dt, int step);
/* The values of the deck. */
void solution_initial(solution *solution);
/* The elements' internal unknowns. */
void solution_internal(solution *solution);
/* The same, and what elements remember of the initial state: positions and velocities are those of the start. */
void solution_start(solution *solution);
/* A step has converged: accelerations, then what elements, nodes and drives remember of it. */
void solution_accept(solution *solution);
/* Motion of the nodes from y, yp. */
void solution_update(solution *solution);
/* Takes the present orientations and angular velocities as reference: g and g' become zero. */
void solution_rebase(solution *solution);
/* A Newton correction: y' += d, y += c d; algebraic unknowns += d. Then updates. In the derivatives phase the entries
 * of d that would move structural nodes are set to zero first. */
void solution_correct(solution *solution, double *d, double c);
/* Lists the nodes that want accelerations: how many. */
int solution_list_accelerated(solution *solution, arena *arrays);
/* Fills ypp of the nodes that want accelerations, from the momenta and the bodies' inertia. */
void solution_accelerations(solution *solution);
