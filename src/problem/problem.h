/* problem.h - what a deck wants to be solved: the type of the problem, and the settings of its block.
 *
 *     begin: data; problem: KEYWORD; end: data;
 *     begin: KEYWORD; CARDS end: KEYWORD;
 *
 * A type of problem is one file, problem_NAME.c, and one row of problems.def (docs/adding-a-problem.md). */
#pragma once
#include "contract/problem_traits.h"
#include "integrator/integrator.h"
#include "nonlinear/nonlinear.h"
#include "problem/eigen.h"
#include "problem/real_time.h"
#include "problem/strategy.h"
#include "problem/threads.h"

typedef enum { ABORT_NEVER, ABORT_INPUT, ABORT_ASSEMBLY, ABORT_DERIVATIVES, ABORT_DUMMY_STEPS, ABORT_STEP } abort_after;

enum {
    SHOW_ITERATIONS = 1,
    SHOW_RESIDUAL = 2,
    SHOW_SOLUTION = 4,
    SHOW_JACOBIAN = 8,
    SHOW_MESSAGES = 16,
    SHOW_COUNTER = 32,
    SHOW_BAILOUT = 64,
    SHOW_MATRIX_CONDITION = 128,
    SHOW_SOLVER_CONDITION = 256,
    SHOW_CPU_TIME = 512,
};

typedef struct problem_type problem_type;

/* Constant once the deck is read; any number of runs may solve it. */
typedef struct problem {
    const problem_type *type;
    void *self;       /* of the type: what its own cards say */
    double t0, t_end; /* t_end: HUGE_VAL for `forever`; NAN when not given */
    double dt, dt_min;
    const drive *longest; /* of the time steps; NULL: unlimited */
    bool has_dt;          /* given by a card */
    strategy strategy;
    integrator method;
    source_location method_where;
    bool enforce_constraints; /* with the scale in `step`, or 1 / dt */
    convergence step, derivatives;
    double derivatives_coefficient;
    bool derivatives_auto;
    int derivatives_auto_iterations;
    double derivatives_auto_factor;
    int dummy_steps;
    double dummy_ratio;
    convergence dummy;
    integrator dummy_method;
    const nonlinear_type *nonlinear;
    void *nonlinear_options;
    const linear_backend *linear; /* NULL: the best present one */
    linear_options linear_options;
    int assembly_threads;
    abort_after abort;
    int abort_step;
    unsigned show;
    const drive *show_meter;
    eigenanalysis *eigen; /* NULL: none */
    real_time clock;
    source_location location;
} problem;

/* --- types of problems -------------------------------------------------------------------------------------------- */

/* A card of the block of a problem. */
typedef struct {
    const char *keyword;
    void (*read)(reader *reader, problem *problem);
    const char *grammar, *summary; /* of the common cards: in api/topics.def */
} problem_card;

typedef struct run run;

typedef enum {
    RUN_CONTINUES, /* there is a next step */
    RUN_ENDED,     /* it is complete */
    RUN_FAILED,    /* after an error, which has been reported */
} run_status;

enum {
    PROBLEM_LINEARIZABLE = 1, /* its solutions satisfy the equations of a step: modes about them have a meaning */
    PROBLEM_EVOLVES = 2,      /* the state at one instant determines the next one: it is a differential equation */
};

/* A slot may be NULL where that is said. */
struct problem_type {
    const char *keyword, *grammar, *summary;
    unsigned flags;             /* PROBLEM_... */
    problem_traits traits;      /* what nodes and elements have to know of it; the keyword is filled in */
    size_t size;                /* of what its own cards say, problem.self */
    int history_points;         /* converged points that it needs; 0: as many as its integration methods do */
    const problem_card *cards;  /* its own, besides the common ones, up to one without a keyword; NULL: none */
    void (*defaults)(void *of); /* sets what problem.self is without cards; NULL: zeros */
    /* Makes run->work, once, where the problem needs it; NULL: it does not. `begin` calls it when the initial state is
     * known, and snapshots in a run that has not begun. False after an error, which has been reported. */
    bool (*prepare)(run *run);
    /* Frees what run->work holds outside of run->memory; NULL: nothing. */
    void (*release)(run *run);
    /* From the deck to the first solution; from there to the next one, each an accepted state that is output. */
    run_status (*begin)(run *run);
    run_status (*advance)(run *run);
    /* Does what is due at the end, wherever that is; false after an error; NULL: nothing. */
    bool (*end)(run *run);
    /* Saves or restores all that `resume` continues from, as a restart file holds it; both NULL: there is no such
     * file. */
    void (*save)(archive *archive, run *run);
    run_status (*resume)(run *run);
};

extern const problem_type *const problem_types[];
extern const int problem_type_count;
/* By keyword or by an old name of one; NULL: there is none. */
const problem_type *problem_type_find(const char *keyword);
const problem_type *problem_type_default(void); /* of a deck that names none */
/* Keywords and old names, up to NULL. */
enum { PROBLEM_NAMES = 32 };
void problem_names(const char *names[PROBLEM_NAMES]);
problem_traits problem_type_traits(const problem_type *type);

/* --- reading ------------------------------------------------------------------------------------------------------ */

problem *problem_create(const problem_type *type, arena *memory);
/* Reads the cards of a block up to its `end`. */
void read_problem(reader *reader, problem *problem, const char *block);
const char *problem_common_card(int index); /* the name of common card i; NULL behind the last */
