/* integrator.h - the contract of integration methods; each method has one row of integrators.def.
 *
 * A step consists of one or more stages. A stage finds y, y' at one instant from points already known (earlier stages
 * of the step, then earlier steps, newest first):
 *
 *     y  = sum a_j Y_j + h sum b_j Y'_j + h b0 y'            corrector, with c = h b0
 *     y' = sum m_j Y_j / h + sum p_j Y'_j                    predictor of the derivative
 *
 * A method is therefore a table of coefficients. As long as the earlier steps that it requires do not exist yet, it
 * provides the coefficients of its start-up formula. The stages of a collocation method depend on each other and are
 * solved together (radau.h). */
#pragma once
#include "assembly/solution.h"

enum { POINTS_MAX = 8 };

/* A converged instant. */
typedef struct {
    double *t; /* time */
    double *y, *yp;
    double *derivative; /* mean derivative over the step that ended here, for methods that use it; otherwise NULL */
    pose *poses;
} point;

typedef struct {
    int n; /* number of points used */
    double a[POINTS_MAX], b[POINTS_MAX];
    double b0;
    double d[POINTS_MAX];                /* coefficients of the mean derivatives of the points, times h */
    double m[POINTS_MAX], p[POINTS_MAX]; /* predictor: coefficients of values / h, of derivatives */
    double end;                          /* instant of the stage, as a fraction of the step */
    int origin;                          /* point whose value enters; rotations are relative to its orientation */
    bool plain; /* angular velocities are used directly, not as derivatives of parameters relative to the origin */
} stage;

/* The input of a method: the step and the ages of the points available, newest first (t at the beginning of the step
 * minus t of the point). */
typedef struct {
    double t, end;           /* the step goes from t to end */
    double h;                /* length in the formulas */
    int stage;               /* 0, 1, ... */
    int n_points;            /* including the stages of this step */
    double ages[POINTS_MAX]; /* ages: 0 for the beginning of the step, negative for stages within it */
    const state *state;      /* time and number of the step, for coefficients that are drives */
} step_context;

typedef struct integrator_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    void (*read)(reader *reader, void *self);
    int stages;
    int points;          /* maximum number of earlier steps used */
    int startup;         /* number of steps by other methods before it can begin */
    bool fixed_step;     /* has no variable-step form */
    bool holds_step;     /* the time step stays constant, whatever the strategy */
    bool derivatives;    /* uses the mean derivatives of the steps */
    bool is_collocation; /* its stages are solved together: there are no coefficients */
    bool controls_error; /* the error of a step can be estimated, and `strategy: error` applies */
    void (*coefficients)(const void *self, const step_context *context, stage *out);
    bool (*is_undamped)(const void *self); /* known to have no dissipation at any frequency; NULL: is not */
} integrator_type;

extern const integrator_type *const integrator_types[];
extern const int integrator_type_count;
const integrator_type *integrator_type_find(const char *keyword);

/* A method with its options. */
typedef struct {
    const integrator_type *type;
    void *self;
} integrator;

/* Reads the `method` card after its colon. */
integrator read_method(reader *reader);
integrator integrator_default(arena *memory); /* ms with radius 0 */
integrator integrator_accurate(void);         /* radau */

/* --- history ------------------------------------------------------------------------------------------------------ */

typedef struct history history;

/* history_size returns the bytes of a history in the solution. history_create returns a view of these bytes, which has
 * no points if they are zero. */
size_t history_size(const model *model, int points, bool derivatives);
history *history_create(const model *model, int points, bool derivatives, void *bytes, arena *memory);
/* Stores the present solution as the newest point. `g` is the stage that led to it from the stored points; NULL for an
 * initial point. */
void history_push(history *history, const solution *solution, const stage *g);
/* Removes the newest point (a stage of a step that is over or repeated). */
void history_pop(history *history);
int history_count(const history *history);
const point *history_point(const history *history, int index); /* 0: newest */
/* Removes all points but the newest: a method that needs several points starts again. */
void history_restart(history *history);

/* Interpolates the solution at time t from the `points` newest points, or those that exist: values and derivatives by
 * the Hermite polynomial, rotations in the parameters relative to the newest point, algebraic unknowns by the Lagrange
 * polynomial. The time of the solution is not changed. */
void history_interpolate(const history *history, int points, double t, solution *solution);

/* Adds `by` times these directions to the derivatives and values of all points; the derivatives of positions are
 * velocities. */
void history_shift(history *history, double by, const double *rate, const double *value);

/* Serializes or restores the points: as many of the newest as the present method uses. If it uses derivatives and none
 * are stored, only the newest is restored. The solution is not changed. */
void history_serialize(archive *archive, history *history);

/* Sets y, y' and the reference orientations of the solution to the prediction of the stage; c = h b0 is stored in
 * state.dvalue. */
void integrator_predict(solution *solution, const history *history, const stage *g, double step);
/* Moves the prediction to these unknowns and orientations; the derivatives are those that belong to them by the formula
 * of the stage. The orientations become the reference. */
void integrator_begin(solution *solution, const double *y, const pose *poses);
