/* problem.h - the problem that a deck defines: its type, and the settings of its block.
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

/* How accelerations and reactions at the initial time are found (consistent_start.c). */
typedef enum {
    START_UNSPECIFIED, /* no card of the deck concerns the derivatives: consistent if the method has no dissipation */
    START_BY_COEFFICIENT, /* by the equations of a step of length zero, as in MBDyn */
    START_CONSISTENT,     /* from the constraints and their derivatives */
} start_rule;

typedef struct problem_type problem_type;

/* Constant once the deck has been read; any number of runs may solve it. */
typedef struct problem {
    const problem_type *type;
    void *self;       /* data of the cards of the type */
    double t0, t_end; /* t_end: HUGE_VAL for `forever`, NAN if not given */
    double dt, dt_min;
    const drive *longest; /* longest time step; NULL if unlimited */
    bool has_dt;          /* dt is given by a card */
    strategy strategy;
    integrator method;
    source_location method_where;
    bool has_method;          /* given by a card */
    bool enforce_constraints; /* scaled by step.constraint_scale, or 1 / dt */
    convergence step, derivatives;
    start_rule start;
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
    const linear_backend *linear; /* NULL: the best available one */
    linear_options linear_options;
    int assembly_threads;
    bool is_divided; /* the deck asks for several processes: block `parallel` */
    source_location divided_where;
    abort_after abort;
    int abort_step;
    unsigned show;
    const drive *show_meter;
    eigenanalysis *eigen; /* NULL if there is none */
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
    RUN_ENDED,     /* the run is complete */
    RUN_FAILED,    /* after an error, which has been reported */
} run_status;

enum {
    PROBLEM_LINEARIZABLE = 1, /* its solutions satisfy the equations of a step, so modes about them are meaningful */
    PROBLEM_EVOLVES = 2,      /* the state at one instant determines the next one: it is a differential equation */
};

/* A slot may be NULL only where this is stated. */
struct problem_type {
    const char *keyword, *grammar, *summary;
    unsigned flags;        /* PROBLEM_... */
    problem_traits traits; /* what nodes and elements need to know about the problem; the keyword is filled in */
    size_t size;           /* size of problem.self, the data of the cards of the type */
    int history_points;    /* number of converged points required; 0: as many as the integration methods require */
    /* cards of the type besides the common ones, terminated by one without a keyword; NULL if there are none */
    const problem_card *cards;
    void (*defaults)(void *of); /* initializes problem.self before cards are read; NULL: zeros */
    /* Bytes of run->own, the data of the type that changes from solution to solution; NULL if there is none. They are
     * part of the solution, and initially zero. */
    size_t (*memory)(const model *model);
    /* Creates run->work, once; NULL if the problem needs none. Called by `begin` when the initial state is known, and
     * by snapshots in a run that has not begun. Returns false after reporting an error. */
    bool (*prepare)(run *run);
    /* Frees what run->work holds outside of run->memory; NULL if there is nothing. */
    void (*release)(run *run);
    /* `begin` leads from the deck to the first solution, `advance` from there to the next one. Each solution is an
     * accepted state that is output. */
    run_status (*begin)(run *run);
    run_status (*advance)(run *run);
    /* Performs what is due at the end, wherever the run ends. Returns false after an error. NULL if there is nothing to
     * do. */
    bool (*end)(run *run);
    /* Serialize or restore everything that `resume` continues from, as stored in a restart file. Both are NULL if the
     * type has no restart files. */
    void (*save)(archive *archive, run *run);
    run_status (*resume)(run *run);
};

extern const problem_type *const problem_types[];
extern const int problem_type_count;
/* Finds a type by its keyword or a former name of it; returns NULL if there is none. */
const problem_type *problem_type_find(const char *keyword);
const problem_type *problem_type_default(void); /* type of a deck that specifies none */
/* Keywords and former names, terminated by NULL. */
enum { PROBLEM_NAMES = 32 };
void problem_names(const char *names[PROBLEM_NAMES]);
problem_traits problem_type_traits(const problem_type *type);

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* As if the deck asked for this accuracy: `strategy: error, TOLERANCE; method: radau;`. Returns false if the tolerance
 * is out of range, or if there is nothing to integrate. */
bool problem_set_accuracy(problem *problem, double tolerance);
problem *problem_create(const problem_type *type, arena *memory);
/* Reads the cards of a block up to its `end`. */
void read_problem(reader *reader, problem *problem, const char *block);
const char *problem_common_card(int index); /* name of the common card `index`; NULL after the last */
