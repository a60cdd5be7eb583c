/* plan.h - the plan of a study: which cases of a deck are solved, and what is kept of them.
 *
 * A plan is a TOML file. Everything but the deck and the outputs is optional:
 *
 *     deck = "gear.mbd"            relative to the plan
 *     table = "cases.csv"          variables by column, a case by row
 *     combine = "product"          every value of a variable with every value of the others; or "paired": row by row
 *     samples = 200                of all variables that have a distribution, together
 *     sampling = "latin"           "random", "latin" or "sobol"
 *     seed = 1
 *     keep = "nothing"             or "results": the result files of each case
 *     weight = "P"                 variable with the weight of a case in statistics over cases
 *     group = "V"                  variable whose values divide the cases into groups, in these statistics
 *
 *     [variables]
 *     V = 12.5                                       one value
 *     MODE = ["soft", "hard"]                        a list
 *     MASS = {from = 10, to = 20, n = 5}             equal steps
 *     WIND = {files = "wind/?.dat"}                  names of files, sorted
 *     K = {normal = [2e4, 1e3]}                      uniform, normal, lognormal, triangular, weibull
 *     OMEGA = {expression = "2*pi*V"}                evaluated by the deck
 *
 *     [outputs]
 *     tip = "node.struct.3.X[2]"
 *     load = {quantity = "elem.joint.1.F[2]", start = 5, end = 60, exponent = 4, cycles = 600, ultimate = 1e5}
 *
 *     [checks]
 *     "tip.maximum" = {below = 0.1}
 *
 * A plan may also be a CSV file, which is the table; deck and outputs are then given by the caller. */
#pragma once
#include "base/arena.h"
#include "base/array.h"
#include "base/diag.h"
#include "statistics/sampling.h"

/* What is kept of each output; in the order of plan_statistic_names. */
typedef enum {
    PLAN_LAST,
    PLAN_MEAN,
    PLAN_DEVIATION,
    PLAN_RMS,
    PLAN_MINIMUM,
    PLAN_MINIMUM_TIME,
    PLAN_MAXIMUM,
    PLAN_MAXIMUM_TIME,
    PLAN_EQUIVALENT_LOAD,
    PLAN_STATISTICS
} plan_statistic;
extern const char *const plan_statistic_names[PLAN_STATISTICS];

typedef struct {
    const char *name;
    source_location location;
    const char **values; /* expressions of the deck */
    int n_values;
    bool is_sampled, is_expression; /* an expression may use other variables: it comes last */
    distribution distribution;
} plan_variable;

typedef struct {
    const char *name, *quantity;
    source_location location;
    double start, end;                 /* times between which it counts */
    double exponent, cycles, ultimate; /* of its equivalent load; exponent 0: none */
} plan_output;

typedef struct {
    const char *name;
    int output;
    plan_statistic statistic;
    double above, below; /* bounds that it has to satisfy */
} plan_check;

typedef struct plan {
    const char *path, *deck, *weight, *group;
    source_location deck_location, weight_location, group_location;
    ARRAY(plan_variable) variables;
    ARRAY(plan_output) outputs;
    ARRAY(plan_check) checks;
    int n_rows; /* of the table: the first variables have that many values, used row by row */
    int n_columns;
    bool is_paired, keeps_results;
    int samples;
    sampling_kind sampling;
    uint64_t seed;
    int n_cases;
} plan;

/* What the caller adds to a plan; each may be NULL. */
typedef struct {
    const char *deck;
    const char *const *outputs; /* NAME=QUANTITY, or a quantity */
    int n_outputs;
    bool keeps_results;
} plan_additions;

/* Reads the plan and the files it names; returns false after reporting errors. The caller frees the plan in both
 * cases. */
bool plan_read(plan *plan, const char *path, const plan_additions *additions, sources *sources, arena *memory,
               diag *errors);
/* The same for a text; a table if the name ends with .csv. */
bool plan_read_text(plan *plan, const source *file, const plan_additions *additions, sources *sources, arena *memory,
                    diag *errors);
void plan_free(plan *plan);

/* Writes the value of each variable in a case, 0 <= index < n_cases, as expressions of the deck; texts of samples are
 * allocated in `memory`. */
void plan_case(const plan *plan, const double *points, int index, arena *memory, const char **values);
/* The sample points of all cases, to be freed; NULL if there are none. */
double *plan_points(const plan *plan);
