/* torsor.h - the library: open a deck, solve it step by step, look into it and act on it.
 *
 *     torsor_model *m = torsor_open("pendulum.mbd", NULL);
 *     torsor_analysis *a = torsor_begin(m, NULL);
 *     while (torsor_step(a) == TORSOR_OK)
 *         use(torsor_time(a), torsor_get_real(a, "node.struct.1.X[0]"));
 *     torsor_end(a);
 *     torsor_close(m);
 *
 * Nothing here prints, exits or keeps global state. A model is not changed by its analyses: any number of them may be
 * under way at once, each in a thread of its own. One object is used by one thread at a time, but for torsor_begin,
 * which several threads may call with one model. Strings that are returned live as long as the object they come from,
 * unless it says otherwise. Where there is no object (NULL) or no solution, calls return TORSOR_MISUSE, numbers are NaN
 * and lists are empty. */
#ifndef TORSOR_H
#define TORSOR_H
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TORSOR_PUBLIC __attribute__((visibility("default")))

TORSOR_PUBLIC const char *torsor_version(void); /* "0.1.0" */

typedef enum {
    TORSOR_OK = 0,
    TORSOR_END = 1,         /* the analysis is complete */
    TORSOR_INTERRUPTED = 2, /* by torsor_interrupt */
    TORSOR_ERROR = -1,      /* the messages say what */
    TORSOR_NO_MEMORY = -2,  /* the object can only be closed */
    TORSOR_MISUSE = -3,     /* a call that makes no sense here: no such name, wrong size, wrong order, no object */
} torsor_status;

typedef struct torsor_model torsor_model;
typedef struct torsor_analysis torsor_analysis;
typedef struct torsor_snapshot torsor_snapshot;

/* --- messages ----------------------------------------------------------------------------------------------------- */

typedef enum { TORSOR_SEVERITY_NOTE, TORSOR_SEVERITY_WARNING, TORSOR_SEVERITY_ERROR } torsor_severity;

typedef struct {
    torsor_severity severity;
    const char *code;         /* "E0112"; never changes its meaning */
    const char *file;         /* NULL: nowhere in a text */
    int line, column, length; /* from 1; of the token, in bytes */
    const char *text;
    const char *hint;     /* lines; empty when there is none */
    const char *rendered; /* all of it as the program shows it, with the line and a caret */
} torsor_message;

/* Of a model: what was found when it was read or checked. Of an analysis: what was found since it began. In order. */
TORSOR_PUBLIC int torsor_message_count(const torsor_model *model);
TORSOR_PUBLIC torsor_message torsor_message_at(const torsor_model *model, int index);
TORSOR_PUBLIC int torsor_analysis_message_count(const torsor_analysis *analysis);
TORSOR_PUBLIC torsor_message torsor_analysis_message_at(const torsor_analysis *analysis, int index);

/* --- models ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    const char *value; /* an expression: "3.5", "2*pi", "\"text\"" */
} torsor_definition;

/* The first member of a struct of options is its size, so that a program built with an older header goes on working
 * with a newer library: `torsor_options o = {.size = sizeof o, .sandbox = true}`. NULL stands for all zero. */
typedef struct {
    size_t size;
    /* Variables known before the first card; where the deck declares one of them, the value given here stays. */
    const torsor_definition *definitions;
    int n_definitions;
    /* How much a deck may ask for, where it is not the standard: names and numbers of --limit ("items", "nesting",
     * "step_seconds" ...; docs/manual/command-line.md). */
    const torsor_definition *limits;
    int n_limits;
    char *const *environment; /* as main has it: MBDYNVARS and MBDYN_type_name define variables; NULL: none */
    /* A model whose deck's variables this one begins with, as they were after reading, but for those that definitions
     * and environment have; NULL: none. It may be closed once this one is open. */
    const torsor_model *variables_of;
    bool may_redefine; /* a second declaration of a variable replaces the first; otherwise it is an error */
    bool settable;     /* drives with a label and forces on nodes can be set (torsor_set) */
    bool sandbox;      /* the deck is not trusted: plain files in its own folder, nothing else (docs/security.md) */
    bool read_only;    /* reading writes nothing: neither an echo nor a binary copy of modal data */
    /* Is notified of what the deck prints (remark, print), and of every message when it is complete; NULL: nobody. */
    void (*print)(void *to, const char *text);
    void (*message)(void *to, const torsor_message *message);
    void *context;
    /* Not 0, set by a signal handler or another thread: reading is given up, wherever it is. NULL: never. */
    const volatile int *give_up;
} torsor_options;

/* Reads a deck. Files that it names are found beside it. Never NULL but for want of memory: torsor_is_good says whether
 * it can be solved, and its messages why not. */
TORSOR_PUBLIC torsor_model *torsor_open(const char *path, const torsor_options *options);
/* The same with a deck in memory, which messages call `name`. */
TORSOR_PUBLIC torsor_model *torsor_open_text(const char *name, const char *text, size_t length,
                                             const torsor_options *options);
TORSOR_PUBLIC void torsor_close(torsor_model *model); /* after all its analyses; NULL is allowed */
TORSOR_PUBLIC bool torsor_is_good(const torsor_model *model);
TORSOR_PUBLIC bool torsor_has_problem(const torsor_model *model); /* false: definitions only, nothing to solve */

/* The files that a model was read from, the deck first: as their paths were opened. */
TORSOR_PUBLIC int torsor_file_count(const torsor_model *model);
TORSOR_PUBLIC const char *torsor_file_at(const torsor_model *model, int index); /* NULL behind the last */

/* Looks for constraints that repeat others, motions that nothing determines, at first; TORSOR_ERROR: see messages. */
typedef struct {
    int unknowns, constraints, freedoms, repeated, undetermined;
    double condition, smallest_row, largest_row; /* of a step's equations: scaled (0: not known); their coefficients */
} torsor_findings;
TORSOR_PUBLIC torsor_status torsor_check(torsor_model *model, torsor_findings *findings);

/* --- analyses ----------------------------------------------------------------------------------------------------- */

typedef struct {
    size_t size;         /* sizeof(torsor_analysis_options) */
    const char *results; /* path of the result files without extension; NULL: none are written */
    const char *resume;  /* restart file to go on from; NULL: from the beginning */
    bool may_restore;    /* snapshots will be taken: what they need is kept from the beginning */
    int threads;         /* how many, whatever the deck says; 0: as the deck says; -1: as many as it can keep busy */
    bool endless;        /* steps go on beyond the final time of the deck */
    bool time_solver;    /* the summary tells what the nonlinear solver has taken */
    bool energy;         /* a balance of energies is kept: torsor_energies, and NAME.nrg among the results */
    bool eigen_table;    /* tell `print` the modes of eigenanalyses; without one in the deck, at the initial time */
    /* Is notified of what the deck wants to be shown of the solution, and after each step how far it has come; false
     * from `progress` interrupts it. */
    void (*print)(void *to, const char *text);
    bool (*progress)(void *to, double time, double until, int step);
    void *context;
    /* Not 0, set by a signal handler or another thread: the call at hand is given up, wherever it is, and comes back
     * with TORSOR_INTERRUPTED. The analysis can then only be ended; the results up to the last step are whole. NULL:
     * never. torsor_interrupt waits for the end of the step instead. */
    const volatile int *give_up;
    /* Called before the initial state is found, which belongs to what is set there: drives, forces on nodes, parameter
     * nodes, variables; not motion. NULL: nothing is. */
    void (*prepare)(void *to, torsor_analysis *analysis);
} torsor_analysis_options;

/* From the deck to the initial state: assembly, derivatives, first results. NULL for want of memory; what went wrong
 * otherwise is in torsor_state and the messages. */
TORSOR_PUBLIC torsor_analysis *torsor_begin(torsor_model *model, const torsor_analysis_options *options);
/* How it stands: TORSOR_OK while there are steps to make. */
TORSOR_PUBLIC torsor_status torsor_state(const torsor_analysis *analysis);
/* One accepted step: TORSOR_OK after the last one too, TORSOR_END when there was none left to make. */
TORSOR_PUBLIC torsor_status torsor_step(torsor_analysis *analysis);
/* Steps until the time is reached or passed; until the end of the deck's problem. */
TORSOR_PUBLIC torsor_status torsor_run_past(torsor_analysis *analysis, double time);
/* The same, but the last step is cut to end at the time, and the next one has the length it would have had. Not for
 * methods with a step of their own. */
TORSOR_PUBLIC torsor_status torsor_run_exactly_to(torsor_analysis *analysis, double time);
TORSOR_PUBLIC torsor_status torsor_run(torsor_analysis *analysis);
/* Closes the results, and what was opened. TORSOR_ERROR when something could not be written; then as `torsor_state`. */
TORSOR_PUBLIC torsor_status torsor_end(torsor_analysis *analysis);
/* From any thread or signal handler: the analysis ends after the step at hand. */
TORSOR_PUBLIC void torsor_interrupt(torsor_analysis *analysis);

TORSOR_PUBLIC double torsor_time(const torsor_analysis *analysis);
TORSOR_PUBLIC double
torsor_time_step(const torsor_analysis *analysis); /* length of the last step, or of the first to come */
TORSOR_PUBLIC int torsor_step_number(const torsor_analysis *analysis);
TORSOR_PUBLIC double torsor_final_time(const torsor_analysis *analysis);     /* may be infinite */
TORSOR_PUBLIC void torsor_write_results(torsor_analysis *analysis, bool on); /* steps from now on */

typedef struct {
    double time;
    int steps;
    long iterations, jacobians;
    double error; /* sum of the residual errors */
    /* Processor time of evaluating equations, of doing so with derivatives, of linear solutions; with `time_solver`. */
    double residual_seconds, jacobian_seconds, solution_seconds;
} torsor_summary;
TORSOR_PUBLIC torsor_summary torsor_summary_of(const torsor_analysis *analysis);

/* Where the energy is, and where it came from since the beginning; all NaN without torsor_analysis_options.energy. Work
 * is that of elements on structural nodes; a return to a snapshot begins anew. */
typedef struct {
    double kinetic, potential, elastic, dissipated;
    double drives, forces, other; /* work of prescribed motions, of forces and moments, of air and whatever else */
    double imbalance;             /* what came from nowhere: kinetic - kinetic(0) + potential + ... - other */
} torsor_energy;
TORSOR_PUBLIC torsor_energy torsor_energies(const torsor_analysis *analysis);

/* --- quantities --------------------------------------------------------------------------------------------------- */

/* Everything that can be got has a name:
 *
 *     node.struct.1.X          results, by the names of the NetCDF file; [i] behind it: one component, from 0
 *     elem.joint.3.F
 *     private.joint.3.rz       private data: private.CLASS.LABEL.DATUM
 *     drive.7                  a drive caller
 *     variable.NAME            a variable of the deck
 *     time, timestep, step
 *
 * and what can be set:
 *
 *     node.struct.1.X, .R, .XP, .Omega     motion of a node; the derivatives are found anew before the next step
 *     node.struct.1.force                  force and moment on a node, global axes, until it is set again
 *     node.parameter.5                     value of a parameter node
 *     drive.7                              value of a drive caller from now on
 *     variable.NAME                        a number that expressions read while the analysis is under way            */
typedef enum { TORSOR_REAL, TORSOR_INTEGER, TORSOR_BOOL } torsor_type;

typedef struct {
    const char *name, *unit; /* the unit is "" when it has none, or the deck does not say its units */
    const char *description;
    int size; /* numbers: 1, 3, 6, 9 (a matrix by columns), as many as there are modes ... */
    bool can_get, can_set;
    bool is_declared; /* a variable that the deck declares, and a definition (torsor_options) can give another value */
    torsor_type type; /* of a variable; anything else is real */
} torsor_quantity;

TORSOR_PUBLIC int torsor_quantity_count(torsor_analysis *analysis);
TORSOR_PUBLIC torsor_quantity torsor_quantity_at(torsor_analysis *analysis, int index);
/* Its number, for torsor_get_at and torsor_set_at; -1: no such name (torsor_nearest_name says which is near). */
TORSOR_PUBLIC int torsor_find(torsor_analysis *analysis, const char *name);
TORSOR_PUBLIC const char *torsor_nearest_name(torsor_analysis *analysis, const char *name); /* NULL: none */

TORSOR_PUBLIC torsor_status torsor_get_at(torsor_analysis *analysis, int which, double *values, int size);
TORSOR_PUBLIC torsor_status torsor_set_at(torsor_analysis *analysis, int which, const double *values, int size);
TORSOR_PUBLIC torsor_status torsor_get(torsor_analysis *analysis, const char *name, double *values, int size);
TORSOR_PUBLIC torsor_status torsor_set(torsor_analysis *analysis, const char *name, const double *values, int size);
/* One number; NaN when there is none of this name. */
TORSOR_PUBLIC double torsor_get_real(torsor_analysis *analysis, const char *name);
TORSOR_PUBLIC torsor_status torsor_set_real(torsor_analysis *analysis, const char *name, double number);

/* How quantities change with what acts: drives, forces on nodes, parameter nodes, by numbers as torsor_find has them.
 * Their values change by `seed` (all numbers of all of them) times a small amount in the last step, and the numbers of
 * `of` by `to` times as much: J d = - dr/du with the exact Jacobian of the step. Before the first step: at once.
 * TORSOR_MISUSE: one that does not act; TORSOR_ERROR: the equations are singular. */
typedef struct {
    const int *inputs, *outputs; /* numbers of quantities */
    int n_by, n_of;
    const double *seed; /* as many as those of `by` have */
    double *result;     /* as many as those of `of` have */
} torsor_directional_derivative;
TORSOR_PUBLIC torsor_status torsor_derivative(torsor_analysis *analysis,
                                              const torsor_directional_derivative *derivative);

/* --- going back --------------------------------------------------------------------------------------------------- */

/* A point to return to, in memory, exact to the bit; for analyses that may return. NULL for others, or for want of
 * memory. It outlives the analysis, and every analysis of the model with the same `eigen_table` can go on from it. To
 * be freed before the model is closed. */
TORSOR_PUBLIC torsor_snapshot *torsor_snapshot_take(torsor_analysis *analysis);
/* The same into a snapshot that was taken before, of the same model: no new one is allocated. */
TORSOR_PUBLIC torsor_status torsor_snapshot_renew(torsor_snapshot *snapshot, torsor_analysis *analysis);
/* Also from an analysis that has ended, failed or was interrupted: it can go on. */
TORSOR_PUBLIC torsor_status torsor_restore(torsor_analysis *analysis, const torsor_snapshot *snapshot);
TORSOR_PUBLIC void torsor_snapshot_free(torsor_snapshot *snapshot);
/* The same on disk: a restart file, for torsor_analysis_options.resume. Not for inverse dynamics. */
TORSOR_PUBLIC torsor_status torsor_save(torsor_analysis *analysis, const char *path);

/* --- small motions ------------------------------------------------------------------------------------------------ */

/* Blades with as many structural nodes each, listed alike, those of the first blade first; the hub turns with them. */
typedef struct {
    int blades, nodes; /* number of blades, of nodes on each */
    const unsigned *labels;
    unsigned hub;
} torsor_rotor;
typedef struct torsor_modes torsor_modes;
typedef struct {
    double re, im, multiplier_re, multiplier_im; /* exp((re + i im) t); of a period (torsor_floquet), 1 otherwise */
    const double *shape_re, *shape_im;           /* by unknown */
} torsor_mode;
/* Modes of the equations linearised at the present state, by frequency, without zeros, infinities, conjugates. With a
 * rotor, its blades' motion is seen from them, with three or more in multiblade coordinates. NULL: see messages. */
TORSOR_PUBLIC torsor_modes *torsor_modes_find(torsor_analysis *analysis, const torsor_rotor *rotor);
/* The same of a periodic motion: the analysis goes on for a period, an even number of equal steps. Without 0, 1, -1. */
TORSOR_PUBLIC torsor_modes *torsor_floquet(torsor_analysis *analysis, double period);
TORSOR_PUBLIC void torsor_modes_free(torsor_modes *modes);
TORSOR_PUBLIC int torsor_mode_count(const torsor_modes *modes);
TORSOR_PUBLIC torsor_mode torsor_mode_at(const torsor_modes *modes, int index);
TORSOR_PUBLIC const char *torsor_modes_table(const torsor_modes *modes); /* as --eigen-table; "" of torsor_floquet */
TORSOR_PUBLIC int torsor_unknown_count(const torsor_modes *modes);       /* that shapes are made of */
TORSOR_PUBLIC const char *torsor_unknown_name(const torsor_modes *modes,
                                              int index); /* "structural node 7, position x" */

/* --- texts -------------------------------------------------------------------------------------------------------- */

/* To be freed with torsor_free; NULL for want of memory. Help of no topic (NULL) is a list of all. */
TORSOR_PUBLIC char *torsor_help(const char *topic, bool *found);
TORSOR_PUBLIC char *torsor_help_json(void); /* all of it, for programs */
TORSOR_PUBLIC char *torsor_symbols(void);   /* the symbols every deck begins with */
TORSOR_PUBLIC const char *torsor_license(void);
TORSOR_PUBLIC const char *torsor_warranty(void);
TORSOR_PUBLIC void torsor_free(void *text);

#ifdef __cplusplus
}
#endif

#include "torsor/drawing.h"
#include "torsor/mesh.h"
#include "torsor/ordinary.h"
#include "torsor/results.h"
#include "torsor/studies.h"
#endif
