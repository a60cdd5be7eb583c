/* integrator.h - what every integration method provides; one row of integrators.def a method.
 *
 * A step is one or more stages. A stage finds y, y' at one instant from points already known (earlier stages of the
 * step, then earlier steps, newest first):
 *
 *     y  = sum a_j Y_j + h sum b_j Y'_j + h b0 y'            corrector, with c = h b0
 *     y' = sum m_j Y_j / h + sum p_j Y'_j                    predictor of the derivative
 *
 * A method is therefore a table of coefficients. While the earlier steps it works from do not exist yet, it gives the
 * coefficients of its start. */
#pragma once
#include "assembly/solution.h"

enum { POINTS_MAX = 8 };

/* A converged instant. */
typedef struct {
    double *t; /* when */
    double *y, *yp;
    double *derivative; /* mean derivative over the step that ended here, for methods that want it; else NULL */
    pose *poses;
} point;

typedef struct {
    int n; /* points used */
    double a[POINTS_MAX], b[POINTS_MAX];
    double b0;
    double d[POINTS_MAX];                /* on the points' mean derivatives, times h */
    double m[POINTS_MAX], p[POINTS_MAX]; /* predictor: on values / h, on derivatives */
    double end;                          /* instant of the stage, as a fraction of the step */
    int origin;                          /* point whose value enters and whose orientation rotations are counted from */
    bool plain; /* angular velocities enter as they are, not as derivatives of parameters relative to the origin */
} stage;

/* What a method is told: the step and the ages of the points it may use, newest first (t of the step's beginning minus
 * t of the point). */
typedef struct {
    double t, end;               /* the step goes from t to end */
    double h;                    /* length in the formulas */
    int stage;                   /* 0, 1, ... */
    int n_points;                /* the stages of this step included */
    double counters[POINTS_MAX]; /* 0 for the beginning of the step; negative for stages within it */
    const state *state;          /* time and number of the step, for coefficients that are drives */
} step_context;

typedef struct integrator_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    void (*read)(reader *reader, void *self);
    int stages;
    int points;       /* earlier steps it works from, at most */
    int startup;      /* steps by other methods before it can begin */
    bool fixed_step;  /* has no variable-step form */
    bool holds_step;  /* the time step stays as it is, whatever the strategy */
    bool derivatives; /* wants the mean derivatives of the steps */
    void (*coefficients)(const void *self, const step_context *context, stage *out);
} integrator_type;

extern const integrator_type *const integrator_types[];
extern const int integrator_type_count;
const integrator_type *integrator_type_find(const char *keyword);

/* A method with its options. */
typedef struct {
    const integrator_type *type;
    void *self;
} integrator;

/* The `method` card after its colon. */
integrator read_method(reader *reader);
integrator integrator_default(arena *memory); /* ms with radius 0 */

/* --- history ------------------------------------------------------------------------------------------------------ */

typedef struct history history;

/* Bytes of a history in the solution; its view of them, which begins without points when they are zero. */
size_t history_size(const model *model, int points, bool derivatives);
history *history_create(const model *model, int points, bool derivatives, void *bytes, arena *memory);
/* Keeps the present solution as the newest point; g is the stage that led to it from the points at hand, NULL for an
 * initial one. */
void history_push(history *history, const solution *solution, const stage *g);
/* Forgets the newest point (a stage of a step that is over or repeated). */
void history_pop(history *history);
int history_count(const history *history);
const point *history_point(const history *history, int index); /* 0: newest */
/* Drops all but the newest: a method that needs several points starts again. */
void history_restart(history *history);

/* Saves or restores the points: as many of the newest as the method at hand works from. When it wants derivatives and
 * none are kept, the newest alone. The solution is not touched. */
void history_serialize(archive *archive, history *history);

/* Sets y, y' and the reference orientations of u to the prediction of the stage; c = h b0 goes into u->s.dvalue. */
void integrator_predict(solution *solution, const history *history, const stage *g, double step);
