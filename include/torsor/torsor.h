/* torsor.h - the library: open a deck, solve it step by step, read and set its quantities.
 *
 *     torsor_model *m = torsor_open("pendulum.mbd", NULL);
 *     torsor_analysis *a = torsor_begin(m, NULL);
 *     while (torsor_step(a) == TORSOR_OK)
 *         use(torsor_time(a), torsor_get_real(a, "node.struct.1.X[0]"));
 *     torsor_end(a);
 *     torsor_close(m);
 *
 * The library does not print, exit or have global state. Analyses do not change their model: any number of them may
 * be active at once, each in its own thread. An object may be used by one thread at a time, except that several
 * threads may call torsor_begin with the same model. While a call works with an analysis, other calls that would
 * change it return TORSOR_MISUSE; quantities can be set in `prepare` and `progress`. A model that is closed remains
 * until its last analysis has ended. Returned strings remain valid as long as their object, unless stated otherwise.
 * Without an object (NULL) or solution, calls return TORSOR_MISUSE, numbers are NaN and lists are empty. */
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
    TORSOR_ERROR = -1,      /* see the messages */
    TORSOR_NO_MEMORY = -2,  /* the object can only be closed */
    TORSOR_MISUSE = -3,     /* invalid call: no such name, wrong size, wrong order, no object */
} torsor_status;

typedef struct torsor_model torsor_model;
typedef struct torsor_analysis torsor_analysis;
typedef struct torsor_snapshot torsor_snapshot;

/* --- messages ----------------------------------------------------------------------------------------------------- */

typedef enum { TORSOR_SEVERITY_NOTE, TORSOR_SEVERITY_WARNING, TORSOR_SEVERITY_ERROR } torsor_severity;

typedef struct {
    torsor_severity severity;
    const char *code;         /* "E0112"; its meaning never changes */
    const char *file;         /* NULL: no source location */
    int line, column, length; /* of the token; line and column from 1, in bytes */
    const char *text;
    const char *hint;     /* lines; empty if there is none */
    const char *rendered; /* the whole message as the program shows it, with the line and a caret */
} torsor_message;

/* Messages of a model: from reading and checking it. Messages of an analysis: since it began. In order. */
TORSOR_PUBLIC int torsor_message_count(const torsor_model *model);
TORSOR_PUBLIC torsor_message torsor_message_at(const torsor_model *model, int index);
TORSOR_PUBLIC int torsor_analysis_message_count(const torsor_analysis *analysis);
TORSOR_PUBLIC torsor_message torsor_analysis_message_at(const torsor_analysis *analysis, int index);

/* --- models ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    const char *value; /* an expression: "3.5", "2*pi", "\"text\"" */
} torsor_definition;

/* The first member of a struct of options is its size, so that programs built with an older header work with a newer
 * library: `torsor_options o = {.size = sizeof o, .sandbox = true}`. NULL is equivalent to all zero. */
typedef struct {
    size_t size;
    /* Variables defined before the first card. If the deck declares one of them, this value takes precedence. */
    const torsor_definition *definitions;
    int n_definitions;
    /* Limits that differ from the defaults: names and numbers of --limit ("items" ...; docs/manual/command-line.md). */
    const torsor_definition *limits;
    int n_limits;
    char *const *environment; /* as passed to main: MBDYNVARS and MBDYN_type_name define variables; NULL: none */
    /* A model whose variables, as they were after reading, initialize those of this one, except those in definitions
     * and environment; NULL: none. It may be closed once this model is open. */
    const torsor_model *variables_of;
    bool may_redefine; /* a second declaration of a variable replaces the first; otherwise it is an error */
    bool settable;     /* drives with a label and forces on nodes can be set (torsor_set) */
    bool sandbox;      /* the deck is not trusted: it may use only regular files in its folder (docs/security.md) */
    bool read_only;    /* reading writes no files: neither an echo nor a binary copy of modal data */
    /* Receive what the deck prints (remark, print), and every message when it is complete; may be NULL. */
    void (*print)(void *context, const char *text);
    void (*message)(void *context, const torsor_message *message);
    void *context;
    /* If not NULL, reading is aborted as soon as this is not 0. A signal handler or another thread may set it. */
    const volatile int *give_up;
} torsor_options;

/* Reads a deck. Paths in it are relative to its folder. Returns NULL only if memory runs out; torsor_is_good tells
 * whether the model can be solved, its messages why not. */
TORSOR_PUBLIC torsor_model *torsor_open(const char *path, const torsor_options *options);
/* Reads a deck in memory, called `name` in messages. */
TORSOR_PUBLIC torsor_model *torsor_open_text(const char *name, const char *text, size_t length,
                                             const torsor_options *options);
TORSOR_PUBLIC void torsor_close(torsor_model *model); /* after all its analyses; model may be NULL */
TORSOR_PUBLIC bool torsor_is_good(const torsor_model *model);
TORSOR_PUBLIC bool torsor_has_problem(const torsor_model *model); /* false: only definitions, nothing to solve */

/* The files that a model was read from, the deck first, with the paths that were opened. */
TORSOR_PUBLIC int torsor_file_count(const torsor_model *model);
TORSOR_PUBLIC const char *torsor_file_at(const torsor_model *model, int index); /* NULL if index is out of range */

/* Detects redundant constraints and undetermined motions in the initial state. TORSOR_ERROR: it cannot be solved. */
typedef struct {
    int unknowns, constraints, freedoms, repeated, undetermined;
    double condition, smallest_row, largest_row; /* of a step: scaled (0: not known); range of coefficients */
} torsor_findings;
TORSOR_PUBLIC torsor_status torsor_check(torsor_model *model, torsor_findings *findings);

/* --- analyses ----------------------------------------------------------------------------------------------------- */

typedef struct {
    size_t size;         /* sizeof(torsor_analysis_options) */
    const char *results; /* path of the result files without extension; NULL: none are written */
    const char *resume;  /* restart file to continue from; NULL: start from the beginning */
    bool may_restore;    /* snapshots will be taken: prepare for them from the beginning */
    int threads;         /* overrides the deck; 0: as in the deck; -1: as many as are useful */
    bool endless;        /* continue beyond the final time of the deck */
    bool time_solver;    /* report the time spent by the nonlinear solver in the summary */
    bool energy;         /* compute a balance of energies: torsor_energies, and NAME.nrg among the results */
    bool eigen_table;    /* print the modes of eigenanalyses; if the deck has none, at the initial time */
    /* Receive what the deck prints about the solution, and the progress of each step; false interrupts the analysis. */
    void (*print)(void *context, const char *text);
    bool (*progress)(void *context, double time, double until, int step);
    void *context;
    /* If not NULL, the current call returns TORSOR_INTERRUPTED as soon as this is not 0, by a signal handler or another
     * thread. The analysis can then only be ended; its results are complete. torsor_interrupt waits for the step. */
    const volatile int *give_up;
    /* If not NULL, called before the initial state is computed; drives, forces, parameters, variables may be set. */
    void (*prepare)(void *context, torsor_analysis *analysis);
    bool consistent_start; /* as with `derivatives coefficient: consistent`, whatever the deck says */
    double accuracy;       /* error of a step, 1e-12 to 0.1: variable steps, by the method radau; 0: as in the deck */
    double progress_interval; /* least seconds between two calls of `progress`; 0: it is called after each step */
} torsor_analysis_options;

/* Computes the initial state and the first results. NULL: no memory; other failures: see torsor_state, messages. */
TORSOR_PUBLIC torsor_analysis *torsor_begin(torsor_model *model, const torsor_analysis_options *options);
TORSOR_PUBLIC torsor_status torsor_state(const torsor_analysis *analysis); /* TORSOR_OK while steps remain */
/* Makes one accepted step. Returns TORSOR_OK also after the last step, and TORSOR_END if no step remained. */
TORSOR_PUBLIC torsor_status torsor_step(torsor_analysis *analysis);
/* Make steps until the time is reached or passed; until the end of the deck's problem. */
TORSOR_PUBLIC torsor_status torsor_run_past(torsor_analysis *analysis, double time);
/* As torsor_run_past, but the last step ends exactly at the time; the next one has the length it would have had. Not
 * for methods that choose their own step. */
TORSOR_PUBLIC torsor_status torsor_run_exactly_to(torsor_analysis *analysis, double time);
TORSOR_PUBLIC torsor_status torsor_run(torsor_analysis *analysis);
/* Closes the results and files. Returns TORSOR_ERROR if something could not be written, otherwise `torsor_state`. */
TORSOR_PUBLIC torsor_status torsor_end(torsor_analysis *analysis);
/* Ends the analysis after the current step. May be called from any thread or signal handler. */
TORSOR_PUBLIC void torsor_interrupt(torsor_analysis *analysis);

TORSOR_PUBLIC double torsor_time(const torsor_analysis *analysis);
TORSOR_PUBLIC double torsor_time_step(const torsor_analysis *analysis); /* of the last step, or of the first one */
TORSOR_PUBLIC int torsor_step_number(const torsor_analysis *analysis);
TORSOR_PUBLIC double torsor_final_time(const torsor_analysis *analysis);     /* may be infinite */
TORSOR_PUBLIC void torsor_write_results(torsor_analysis *analysis, bool on); /* of the following steps */

typedef struct {
    double time;
    int steps;
    long iterations, jacobians;
    double error; /* sum of the residual errors */
    /* Processor time of residuals, of residuals with Jacobians and of linear solutions; requires `time_solver`. */
    double residual_seconds, jacobian_seconds, solution_seconds;
} torsor_summary;
TORSOR_PUBLIC torsor_summary torsor_summary_of(const torsor_analysis *analysis);

/* The energy and its sources since the beginning; all NaN without torsor_analysis_options.energy. Work is that of
 * elements on structural nodes. Restoring a snapshot resets the balance. */
typedef struct {
    double kinetic, potential, elastic, dissipated;
    double drives, forces, other; /* work of prescribed motions, of forces and moments, of air and all other elements */
    double imbalance;             /* energy of unknown origin: kinetic - kinetic(0) + potential + ... - other */
} torsor_energy;
TORSOR_PUBLIC torsor_energy torsor_energies(const torsor_analysis *analysis);

/* --- quantities --------------------------------------------------------------------------------------------------- */

/* Quantities that can be read:
 *
 *     node.struct.1.X          results, named as in the NetCDF file; with suffix [i]: one component, from 0
 *     elem.joint.3.F
 *     private.joint.3.rz       private data: private.CLASS.LABEL.DATUM
 *     drive.7                  a drive caller
 *     variable.NAME            a variable of the deck
 *     time, timestep, step
 *
 * and set:
 *
 *     node.struct.1.X, .R, .XP, .Omega     motion of a node; the derivatives are recomputed before the next step
 *     node.struct.1.force                  force and moment on a node, global axes, until it is set again
 *     node.parameter.5                     value of a parameter node
 *     drive.7                              value of a drive caller from now on
 *     variable.NAME                        a number that expressions read during the analysis */
typedef enum { TORSOR_REAL, TORSOR_INTEGER, TORSOR_BOOL } torsor_type;

typedef struct {
    const char *name, *unit; /* the unit is "" if it has none, or if the deck does not state its units */
    const char *description;
    int size; /* count of numbers: 1, 3, 6, 9 (a matrix by columns), the number of modes ... */
    bool can_get, can_set;
    bool is_declared; /* a variable that the deck declares; torsor_options.definitions can override its value */
    torsor_type type; /* of a variable; all other quantities are real */
} torsor_quantity;

TORSOR_PUBLIC int torsor_quantity_count(torsor_analysis *analysis);
TORSOR_PUBLIC torsor_quantity torsor_quantity_at(torsor_analysis *analysis, int index);
/* Returns its index for torsor_get_at and torsor_set_at; -1 if there is none (torsor_nearest_name: a similar name). */
TORSOR_PUBLIC int torsor_find(torsor_analysis *analysis, const char *name);
TORSOR_PUBLIC const char *torsor_nearest_name(torsor_analysis *analysis, const char *name); /* NULL: none */

TORSOR_PUBLIC torsor_status torsor_get_at(torsor_analysis *analysis, int which, double *values, int size);
TORSOR_PUBLIC torsor_status torsor_set_at(torsor_analysis *analysis, int which, const double *values, int size);
TORSOR_PUBLIC torsor_status torsor_get(torsor_analysis *analysis, const char *name, double *values, int size);
TORSOR_PUBLIC torsor_status torsor_set(torsor_analysis *analysis, const char *name, const double *values, int size);
/* One number; NaN if there is no such quantity. */
TORSOR_PUBLIC double torsor_get_real(torsor_analysis *analysis, const char *name);
TORSOR_PUBLIC torsor_status torsor_set_real(torsor_analysis *analysis, const char *name, double number);

/* Derivative of outputs (any quantities) with respect to inputs (drives, forces on nodes, parameter nodes) by index. If
 * the inputs change by `seed` times a small amount in the last step, the outputs change by `result` times this amount:
 * J d = - dr/du with the exact Jacobian of the step. Before the first step the change is immediate. TORSOR_MISUSE: an
 * index is not that of an input; TORSOR_ERROR: the equations are singular. */
typedef struct {
    const int *inputs, *outputs; /* indices of quantities */
    int n_inputs, n_outputs;
    const double *seed; /* all numbers of all inputs */
    double *result;     /* all numbers of all outputs */
} torsor_directional_derivative;
TORSOR_PUBLIC torsor_status torsor_derivative(torsor_analysis *analysis,
                                              const torsor_directional_derivative *derivative);

/* --- snapshots and restart files ---------------------------------------------------------------------------------- */

/* Takes a snapshot in memory, exact to the bit. Returns NULL without `may_restore`, or if memory runs out. The snapshot
 * outlives the analysis; every analysis of the model with the same `eigen_table` can be restored to it. It must be
 * freed before the model is closed. */
TORSOR_PUBLIC torsor_snapshot *torsor_snapshot_take(torsor_analysis *analysis);
/* Overwrites an earlier snapshot of the same model without allocating a new one. */
TORSOR_PUBLIC torsor_status torsor_snapshot_renew(torsor_snapshot *snapshot, torsor_analysis *analysis);
/* Also restores an analysis that has ended, failed or was interrupted; it can then continue. */
TORSOR_PUBLIC torsor_status torsor_restore(torsor_analysis *analysis, const torsor_snapshot *snapshot);
TORSOR_PUBLIC void torsor_snapshot_free(torsor_snapshot *snapshot);
/* Saves the state to a restart file, for torsor_analysis_options.resume. Not for inverse dynamics. */
TORSOR_PUBLIC torsor_status torsor_save(torsor_analysis *analysis, const char *path);

/* --- modes of linearized equations -------------------------------------------------------------------------------- */

/* Blades with equal numbers of structural nodes, in the same order, blade by blade; the hub rotates with them. */
typedef struct {
    int blades, nodes; /* number of blades, number of nodes of each */
    const unsigned *labels;
    unsigned hub;
} torsor_rotor;
typedef struct torsor_modes torsor_modes;
typedef struct {
    double re, im, multiplier_re, multiplier_im; /* exp((re + i im) t); of a period (torsor_floquet), otherwise 1 */
    const double *shape_re, *shape_im;           /* by unknown */
} torsor_mode;
/* Modes of the equations linearized at the current state, by frequency, without zeros, infinities and conjugates. With
 * a rotor, blade motion is relative to the blades, for three or more in multiblade coordinates. NULL: see messages. */
TORSOR_PUBLIC torsor_modes *torsor_modes_find(torsor_analysis *analysis, const torsor_rotor *rotor);
/* Modes of a periodic motion: advances by one period, an even number of equal steps. Without 0, 1, -1. */
TORSOR_PUBLIC torsor_modes *torsor_floquet(torsor_analysis *analysis, double period);
TORSOR_PUBLIC void torsor_modes_free(torsor_modes *modes);
TORSOR_PUBLIC int torsor_mode_count(const torsor_modes *modes);
TORSOR_PUBLIC torsor_mode torsor_mode_at(const torsor_modes *modes, int index);
TORSOR_PUBLIC const char *torsor_modes_table(const torsor_modes *modes); /* as --eigen-table; "" for torsor_floquet */
TORSOR_PUBLIC int torsor_unknown_count(const torsor_modes *modes);       /* unknowns in a shape */
TORSOR_PUBLIC const char *torsor_unknown_name(const torsor_modes *modes, int index); /* "... node 7, position x" */

/* --- texts -------------------------------------------------------------------------------------------------------- */

/* Texts, to be freed with torsor_free; NULL if memory runs out. Without a topic, torsor_help explains how to ask. */
TORSOR_PUBLIC char *torsor_help(const char *topic, bool *found);
TORSOR_PUBLIC char *torsor_help_json(void); /* everything, for programs */
TORSOR_PUBLIC char *torsor_symbols(void);   /* the predefined symbols of every deck */
TORSOR_PUBLIC const char *torsor_license(void);
TORSOR_PUBLIC const char *torsor_warranty(void);
TORSOR_PUBLIC void torsor_free(void *text);

#ifdef __cplusplus
}
#endif

#include "torsor/drawing.h"
#include "torsor/linear.h"
#include "torsor/mesh.h"
#include "torsor/ordinary.h"
#include "torsor/recording.h"
#include "torsor/results.h"
#include "torsor/studies.h"
#include "torsor/tools.h"
#endif
