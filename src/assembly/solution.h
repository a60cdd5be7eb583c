/* solution.h - everything that changes during an analysis, in one block that can be copied.
 *
 *     block     unknowns, motion of the nodes, variables of the deck, memory of all instances (contract/memory.h),
 *               and what the problem adds: history of the method, memory of its solvers
 *
 * The model is constant: any number of solutions can use it at the same time. Rotations are stored as orientation
 * matrices; the unknowns g, g' of a node are relative to its reference (predicted) orientation:
 *
 *     R = R(g) R_ref        w = G(g) g' + R(g) w_ref
 *
 * Newton's correction d of a rotation is a spin at the present orientation (state.h): dg' = G(g)^-1 d. */
#pragma once
#include "contract/hint.h"
#include "model/model.h"

typedef struct solution {
    const model *model;
    state state; /* the view passed to elements; its pointers are the arrays below */
    evaluation_error failed;
    int n;
    /* parts of the block */
    double *y, *yp;
    pose *poses;
    pose_reference *references; /* by pose */
    double *ypp;                /* 6 per pose; NULL if no node needs accelerations */
    value *variables;           /* of the deck, by index */
    uint64_t *random;
    memory_block *memory;
    void *extra; /* data of the problem */
    unsigned char *block;
    size_t size;
    /* derived from the contents of the block, or workspace */
    hint_instance *hint_instances; /* drives given by hints */
    inertia_sum *inertia;          /* by pose */
    int *pose_of;                  /* by first unknown of a node that needs accelerations; otherwise -1 */
    bool reads_accelerations;      /* drives read accelerations, in every iteration */
} solution;

/* Allocates `extra` zeroed bytes for the problem. Messages of the run go to `errors`. */
solution *solution_create(const model *model, size_t extra, diag *errors, arena *arrays);
void solution_destroy(solution *solution); /* frees what is not in the arena; accepts NULL */
/* Returns a copy. */
solution *solution_clone(const solution *u, arena *arrays);
/* Makes `to`, which was created in the same way, equal to `from` to the last bit. Returns false after reporting an
 * error in a hint. */
bool solution_copy(solution *to, const solution *from);

/* Sets time and number of the step, also as variables of the deck. */
void solution_set_time(solution *solution, double t, double dt, int step);
/* Sets the values of the deck. */
void solution_initial(solution *solution);
/* Sets the internal unknowns of the elements. */
void solution_internal(solution *solution);
/* Does the same and initializes the memory of elements: positions and velocities are those of the start. */
void solution_start(solution *solution);
/* To be called when a step has converged: updates accelerations, then the memory of elements, nodes and drives. */
void solution_accept(solution *solution);
/* Computes the motion of the nodes from y, yp. */
void solution_update(solution *solution);
/* Makes the present orientations and angular velocities the reference: g and g' become zero. */
void solution_rebase(solution *solution);
/* Moves the unknowns along the columns of the Jacobian matrix: y' += d, y += c d; algebraic unknowns += d; rotations by
 * G(g)^-1 d. Then calls solution_update. */
void solution_move(solution *solution, const double *d, double c);
/* Applies a Newton correction. In the derivatives phase, the entries of d that would move structural nodes are set to
 * zero first. */
void solution_correct(solution *solution, double *d, double c);
/* Lists the nodes that need accelerations and returns their number. */
int solution_list_accelerated(solution *solution, arena *arrays);
/* Computes ypp of the nodes that need accelerations, from the momenta and the inertia of the bodies. */
void solution_accelerations(solution *solution);
