/* radau_step.c - the three stages of a step of Radau IIA, by Newton's method with one Jacobian.
 *
 *     (r_y + e/h r_y') W = -T^-1 r        e: the eigenvalues of B = T diag(e) T^-1        dZ = T W
 *
 * With c = h/e and the columns of the core, dY' = dY / c for a differential unknown, each system has the matrix c r_y
 * + r_y', in which rows of constraints on positions are divided by c: one real matrix, and a complex one whose
 * unknowns are pairs of real numbers. r_y and r_y' are evaluated at the predicted second stage, near the middle of the
 * step. Their columns of rotations are spins at that orientation, dZ = G(g_2)^-1 T W. They are kept for the next steps
 * while q, below, is small with them, and their factors while the length is the same.
 *
 * The iterations begin with the collocation polynomial of the last step, extrapolated. They end, if the error of the
 * step is controlled, when the remaining error q/(1 - q) |dZ|, q = |dZ| / |dZ before|, is below a fraction of that
 * allowed, otherwise by the test of the deck for the residual of every stage. */
#include "problem/radau_step.h"
#include "base/size.h"
#include "integrator/radau.h"
#include "math/rotation.h"
#include "problem/initial_phases.h"
#include "problem/step_end.h"
#include <string.h>

enum { MIDDLE = 1 };  /* the stage at which the Jacobian is evaluated */
enum { FEWEST = 12 }; /* iterations that are allowed whatever the deck says */
static const double ROUNDING = 1e-13;
static const double CAUTION = 0.8;           /* exponent by which a contraction of the last step counts */
static const double KEPT = 0.03, LOST = 0.1; /* contractions up to which a Jacobian is kept, from which it is not */
enum { LONGEST_PAUSE = 63 };

/* What a step leaves for the prediction of the next one, followed by Z and the poses at its beginning. */
typedef struct {
    double h;          /* length of the step; 0: there is none */
    double t;          /* its beginning */
    double factor;     /* by which the last correction was smaller than the one before it; 0: not known */
    int pause, wait;   /* steps after which a Jacobian is kept again, and how many of them are left */
    bool is_redundant; /* constraints repeat each other */
} radau_trace;

struct radau {
    run *run;
    step_end *end;
    int n;
    double h, t;
    double *by_value, *by_rate; /* entries of r_y, r_y' */
    bool has_jacobian;          /* of this step or an earlier one */
    double factored_h;          /* length for which there are factors; 0: none */
    long factored;              /* count of the real solver when they were made: others may use it */
    csc real;                   /* the real matrix: the pattern of the equations, with separate values */
    csc pair;                   /* the complex matrix, 2 n */
    constraint_kind *pair_kinds;
    linear *solver; /* of the complex matrix */
    double *Z[RADAU_STAGES], *r[RADAU_STAGES], *y, *yp, *w, *two;
    vec3 *middle; /* rotation parameters for which the Jacobian was evaluated, by pose */
    /* in the solution */
    radau_trace *trace;
    double *last[RADAU_STAGES]; /* Z of the last step that was accepted */
    pose *poses;                /* at its beginning */
};

/* --- memory ------------------------------------------------------------------------------------------------------- */

/* Every entry of the matrix becomes a block [re -im; im re]. */
static void make_pair(csc *to, const csc *from, arena *memory)
{
    const size_t entries = size_product(4, (size_t)csc_entries(from));
    to->n = 2 * from->n;
    to->start = ARENA_ARRAY(memory, int, to->n + 1);
    to->row = ARENA_ARRAY(memory, int, entries);
    to->value = ARENA_ARRAY(memory, double, entries);
    int next = 0;
    for (int j = 0; j < from->n; j++)
        for (int part = 0; part < 2; part++) {
            to->start[2 * j + part] = next;
            for (int k = from->start[j]; k < from->start[j + 1]; k++) {
                to->row[next++] = 2 * from->row[k];
                to->row[next++] = 2 * from->row[k] + 1;
            }
        }
    to->start[to->n] = next;
}

static bool make_solver(radau *radau, const linear_options *options, arena *memory)
{
    const run *run = radau->run;
    const linear_backend *backend = run->problem->linear ? run->problem->linear : linear_default_backend(&radau->pair);
    radau->solver = linear_create(backend, &radau->pair, options);
    if (!radau->solver)
        return false;
    radau->pair_kinds = ARENA_ARRAY(memory, constraint_kind, radau->pair.n);
    for (int i = 0; i < radau->pair.n; i++)
        radau->pair_kinds[i] = run->equations->constraints[i / 2];
    linear_allow_redundancy(radau->solver, radau->pair_kinds);
    return true;
}

size_t radau_memory_size(const model *model)
{
    return sizeof(radau_trace) + RADAU_STAGES * (size_t)model->n_unknowns * sizeof(double) +
           (size_t)model->n_poses * sizeof(pose);
}

static void attach(radau *radau, void *bytes)
{
    radau->trace = bytes;
    double *next = (double *)(radau->trace + 1);
    for (int i = 0; i < RADAU_STAGES; i++, next += radau->n)
        radau->last[i] = next;
    radau->poses = (pose *)next;
}

radau *radau_create(run *run, const linear_options *options, void *bytes, arena *memory)
{
    const int n = run->model->n_unknowns, entries = csc_entries(run->equations->matrix);
    radau *x = ARENA_NEW(memory, radau);
    *x = (radau){.run = run, .n = n};
    x->by_value = ARENA_ARRAY(memory, double, entries);
    x->by_rate = ARENA_ARRAY(memory, double, entries);
    for (int i = 0; i < RADAU_STAGES; i++) {
        x->Z[i] = ARENA_ARRAY(memory, double, n);
        x->r[i] = ARENA_ARRAY(memory, double, n);
    }
    x->y = ARENA_ARRAY(memory, double, n);
    x->yp = ARENA_ARRAY(memory, double, n);
    x->w = ARENA_ARRAY(memory, double, n);
    x->two = ARENA_ARRAY(memory, double, size_product(2, (size_t)n));
    x->middle = ARENA_ARRAY(memory, vec3, run->model->n_poses);
    attach(x, bytes);
    x->real = *run->equations->matrix;
    x->real.value = ARENA_ARRAY(memory, double, entries);
    make_pair(&x->pair, run->equations->matrix, memory);
    x->end = step_end_create(run, options, memory);
    return make_solver(x, options, memory) ? x : NULL;
}

void radau_destroy(radau *radau)
{
    if (!radau)
        return;
    linear_destroy(radau->solver);
    step_end_destroy(radau->end);
}

void radau_serialize_solvers(archive *archive, radau *radau)
{
    const size_t entries = (size_t)csc_entries(&radau->real);
    const long factored = linear_counters_now(radau->run->equations->solver).factored;
    radau->factored_h = archive_is_loading(archive) || radau->factored == factored ? radau->factored_h : 0;
    radau->factored = factored;
    archive_bool(archive, &radau->has_jacobian);
    archive_double(archive, &radau->factored_h);
    archive_doubles(archive, radau->by_value, entries);
    archive_doubles(archive, radau->by_rate, entries);
    linear_serialize(archive, radau->solver);
    step_end_serialize(archive, radau->end);
}

/* A step that is not finite is not continued. */
void radau_serialize(archive *archive, radau *radau)
{
    archive_double(archive, &radau->trace->h);
    archive_double(archive, &radau->trace->t);
    archive_double(archive, &radau->trace->factor);
    archive_int(archive, &radau->trace->pause);
    archive_int(archive, &radau->trace->wait);
    archive_bool(archive, &radau->trace->is_redundant);
    for (int i = 0; i < RADAU_STAGES; i++)
        archive_doubles(archive, radau->last[i], (size_t)radau->n);
    archive_doubles(archive, (double *)radau->poses,
                    (size_t)radau->run->model->n_poses * sizeof *radau->poses / sizeof(double));
    radau_serialize_solvers(archive, radau);
    if (!isfinite(radau->trace->h))
        radau->trace->h = 0;
}

/* --- the beginning of the step ------------------------------------------------------------------------------------ */

/* Sets the state to the newest point, with its orientations as the reference and g' = w. */
static void go_to_beginning(radau *radau)
{
    solution *solution = radau->run->solution;
    solution->state.dvalue = solution->state.drate = 1;
    solution->state.stage = 0;
    const point *from = history_point(radau->run->past, 0);
    memcpy(solution->y, from->y, (size_t)radau->n * sizeof *solution->y);
    memcpy(solution->yp, from->yp, (size_t)radau->n * sizeof *solution->yp);
    memcpy(solution->poses, from->poses, (size_t)solution->model->n_poses * sizeof *solution->poses);
    for (int i = 0; i < solution->model->nodes.n; i++) {
        const node *node = solution->model->nodes.items[i];
        if (node->pose < 0 || !node->has_rotation)
            continue;
        const pose *pose = &solution->poses[node->pose];
        solution->references[node->pose] = (pose_reference){.R = pose->R};
        vec3_store(solution->y + node->dof + 3, (vec3){0, 0, 0});
        vec3_store(solution->yp + node->dof + 3, pose->w);
    }
    solution_update(solution);
    if (history_count(radau->run->past) == 1)
        find_momenta(radau->run); /* the derivatives phase has moved them by its coefficient */
    memcpy(radau->y, solution->y, (size_t)radau->n * sizeof *radau->y);
    memcpy(radau->yp, solution->yp, (size_t)radau->n * sizeof *radau->yp);
}

/* The matrices of r_y and of r_y + r_y' give both; columns of algebraic unknowns are those of r_y. */
static void evaluate_jacobian(radau *radau)
{
    equations *equations = radau->run->equations;
    state *state = &radau->run->solution->state;
    const int entries = csc_entries(equations->matrix);
    state->dvalue = 1, state->drate = 0;
    equations_jacobian(equations, state);
    memcpy(radau->by_value, equations->matrix->value, (size_t)entries * sizeof(double));
    state->drate = 1;
    equations_jacobian(equations, state);
    for (int k = 0; k < entries; k++)
        radau->by_rate[k] = equations->matrix->value[k] - radau->by_value[k];
    radau->has_jacobian = true;
    radau->factored_h = 0;
}

/* Spins are those at the predicted second stage, also if the Jacobian is that of an earlier step. */
static void load_middle(radau *radau)
{
    for (int i = 0; i < radau->run->model->nodes.n; i++) {
        const node *node = radau->run->model->nodes.items[i];
        if (node->pose >= 0 && node->has_rotation)
            radau->middle[node->pose] =
                radau->trace->is_redundant ? (vec3){0, 0, 0} : vec3_load(radau->Z[MIDDLE] + node->dof + 3);
    }
}

/* Columns of algebraic unknowns are not multiplied by c; rows of constraints on positions are divided by it. */
static void combine_real(const radau *radau, double c, double *value)
{
    const csc *matrix = &radau->real;
    const unsigned char *kind = radau->run->model->kind;
    const unsigned char *divided = radau->run->model->divided;
    const double *A = radau->by_value, *B = radau->by_rate;
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
            const double v = kind[j] == DOF_DIFFERENTIAL ? c * A[k] + B[k] : A[k];
            value[k] = divided[matrix->row[k]] ? v / c : v;
        }
}

/* The same with a complex c, by powers of it: -1, 0, 1. */
static void combine_pair(const radau *radau, double complex c)
{
    const csc *matrix = radau->run->equations->matrix;
    const unsigned char *kind = radau->run->model->kind, *divided = radau->run->model->divided;
    const double complex inverse = 1 / c;
    const double re[] = {creal(inverse), 1, creal(c)}, im[] = {cimag(inverse), 0, cimag(c)};
    for (int j = 0; j < matrix->n; j++) {
        double *left = radau->pair.value + radau->pair.start[2 * j],
               *right = radau->pair.value + radau->pair.start[2 * j + 1];
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
            const double A = radau->by_value[k], B = radau->by_rate[k];
            const int by_rate = divided[matrix->row[k]] ? 0 : 1,
                      by_value = by_rate + (kind[j] == DOF_DIFFERENTIAL ? 1 : 0);
            const double real = re[by_value] * A + re[by_rate] * B, imaginary = im[by_value] * A + im[by_rate] * B;
            *left++ = real, *left++ = imaginary;
            *right++ = -imaginary, *right++ = real;
        }
    }
}

static double real_c(const radau *radau) { return radau->h / radau_coefficients.real; }
static double complex pair_c(const radau *radau)
{
    /* CMPLX is not defined in the headers of every compiler. */
    return radau->h / __builtin_complex(radau_coefficients.pair_real, radau_coefficients.pair_imaginary);
}

static outcome factor_both(radau *radau, nonlinear_report *report)
{
    equations *equations = radau->run->equations;
    int column = -1;
    combine_real(radau, real_c(radau), radau->real.value);
    combine_pair(radau, pair_c(radau));
    equations->by_thin = NULL;
    linear_status status = linear_factor(equations->solver, &radau->real, &report->column);
    if (status == LINEAR_OK) {
        status = linear_factor(radau->solver, &radau->pair, &column);
        report->column = column >= 0 ? column / 2 : -1;
    }
    radau->factored_h = status == LINEAR_OK ? radau->h : 0;
    radau->factored = linear_counters_now(equations->solver).factored;
    return status == LINEAR_OK ? SOLVED : status == LINEAR_SINGULAR ? SINGULAR_MATRIX : NOT_FINITE;
}

/* --- prediction --------------------------------------------------------------------------------------------------- */

/* Rotation parameters that the last step's polynomial has at this stage, relative to the new beginning. */
static void predict_rotations(radau *radau, const double *weights, double *Z)
{
    const model *model = radau->run->model;
    const pose *now = history_point(radau->run->past, 0)->poses;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose < 0 || !node->has_rotation)
            continue;
        vec3 g = {0, 0, 0};
        for (int k = 0; k < RADAU_STAGES; k++)
            g = vec3_axpy(g, weights[k], vec3_load(radau->last[k] + node->dof + 3));
        const mat3 rotation = rotation_from_cgr(g), R = mat3_mul(&rotation, &radau->poses[node->pose].R),
                   D = mat3_mult(&R, &now[node->pose].R);
        vec3_store(Z + node->dof + 3, rotation_to_cgr(&D));
    }
}

static void predict_stage(radau *radau, int stage, bool is_continued)
{
    const unsigned char *kind = radau->run->model->kind;
    const double s = is_continued ? 1 + radau_coefficients.c[stage] * radau->h / radau->trace->h : 0;
    double weights[RADAU_STAGES], algebraic[RADAU_STAGES];
    radau_weights(s, weights);
    radau_stage_weights(s, algebraic);
    for (int i = 0; i < radau->n; i++) {
        const bool is_algebraic = kind[i] != DOF_DIFFERENTIAL;
        double Z = is_algebraic ? radau->y[i] : radau_coefficients.c[stage] * radau->h * radau->yp[i];
        if (is_continued && !is_algebraic)
            Z = weights[0] * radau->last[0][i] + weights[1] * radau->last[1][i] + weights[2] * radau->last[2][i] -
                radau->last[2][i];
        radau->Z[stage][i] = Z;
    }
    if (is_continued)
        predict_rotations(radau, weights, radau->Z[stage]);
}

/* A polynomial is continued over steps of similar length, if nothing has intervened. */
static void predict_stages(radau *radau)
{
    const bool is_continued =
        radau->trace->h > 0 && radau->trace->t + radau->trace->h == radau->t && radau->h <= 4 * radau->trace->h;
    for (int stage = 0; stage < RADAU_STAGES; stage++)
        predict_stage(radau, stage, is_continued);
}

/* --- iterations --------------------------------------------------------------------------------------------------- */

static void set_stage(radau *radau, int stage)
{
    solution *solution = radau->run->solution;
    const unsigned char *kind = solution->model->kind;
    const double *B = radau_coefficients.B[stage], by = 1 / radau->h;
    for (int i = 0; i < radau->n; i++) {
        const double Z = radau->Z[stage][i];
        const bool is_differential = kind[i] == DOF_DIFFERENTIAL;
        solution->y[i] = is_differential ? radau->y[i] + Z : Z;
        solution->yp[i] =
            is_differential ? by * (B[0] * radau->Z[0][i] + B[1] * radau->Z[1][i] + B[2] * radau->Z[2][i]) : 0;
    }
    const double c = radau_coefficients.c[stage]; /* what is integrated elsewhere has reached the stage */
    solution_set_time(solution, radau->t + c * radau->h, c * radau->h, solution->state.step);
    solution->state.stage = stage;
    solution_update(solution);
    if (solution->reads_accelerations)
        solution_accelerations(solution);
}

/* Evaluates the residuals of all stages. Returns the largest error by the test of the deck; NAN if one is not
 * finite. */
static double evaluate_stages(radau *radau, const convergence *test)
{
    const run *run = radau->run;
    double largest = 0;
    for (int stage = 0; stage < RADAU_STAGES; stage++) {
        set_stage(radau, stage);
        equations_residual(run->equations, &run->solution->state);
        memcpy(radau->r[stage], run->equations->r, (size_t)radau->n * sizeof(double));
        const double error = residual_error(test, run->equations, &run->solution->state);
        if (!isfinite(error))
            return NAN;
        largest = fmax(largest, error);
    }
    return largest;
}

/* W of the real eigenvalue, in radau->w. */
static void solve_real(radau *radau)
{
    const run *run = radau->run;
    const double *by = radau_coefficients.inverse[0], c = real_c(radau);
    for (int i = 0; i < radau->n; i++) {
        const double r = by[0] * radau->r[0][i] + by[1] * radau->r[1][i] + by[2] * radau->r[2][i];
        radau->w[i] = -r / (run->model->divided[i] ? c : 1);
    }
    equations_apply_inverse(run->equations, radau->w);
    for (int i = 0; i < radau->n; i++)
        radau->w[i] *= run->model->kind[i] == DOF_DIFFERENTIAL ? c : 1;
}

/* Multiplies a pair by a complex number. */
static inline void multiply_pair(double *pair, double re, double im)
{
    const double real = pair[0] * re - pair[1] * im;
    pair[1] = pair[0] * im + pair[1] * re;
    pair[0] = real;
}

/* W of the pair, in radau->two. */
static void solve_pair(radau *radau)
{
    const unsigned char *kind = radau->run->model->kind, *divided = radau->run->model->divided;
    const double *re = radau_coefficients.inverse[1], *im = radau_coefficients.inverse[2];
    const double complex c = pair_c(radau), inverse = 1 / c;
    for (int i = 0; i < radau->n; i++) {
        const double a = radau->r[0][i], b = radau->r[1][i], d = radau->r[2][i];
        double *to = radau->two + 2 * (size_t)i;
        to[0] = -(re[0] * a + re[1] * b + re[2] * d);
        to[1] = -(im[0] * a + im[1] * b + im[2] * d);
        if (divided[i])
            multiply_pair(to, creal(inverse), cimag(inverse));
    }
    linear_solve(radau->solver, radau->two);
    for (int i = 0; i < radau->n; i++)
        if (kind[i] == DOF_DIFFERENTIAL)
            multiply_pair(radau->two + 2 * (size_t)i, creal(c), cimag(c));
}

/* Replaces spins at the middle stage by changes of the rotation parameters, in W. */
static void to_parameters(radau *radau)
{
    const model *model = radau->run->model;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->pose < 0 || !node->has_rotation)
            continue;
        const int at = node->dof + 3;
        const mat3 inverse = rotation_cgr_spin_inverse(radau->middle[node->pose]);
        double *two = radau->two + 2 * at;
        const vec3 real = mat3_mulv(&inverse, vec3_load(radau->w + at)),
                   re = mat3_mulv(&inverse, (vec3){two[0], two[2], two[4]}),
                   im = mat3_mulv(&inverse, (vec3){two[1], two[3], two[5]});
        vec3_store(radau->w + at, real);
        two[0] = re.x, two[2] = re.y, two[4] = re.z;
        two[1] = im.x, two[3] = im.y, two[5] = im.z;
    }
}

/* Moves the stages. Returns the largest correction, weighted; without weights, relative to the unknowns. */
static double correct_stages(radau *radau, const double *weights)
{
    const unsigned char *kind = radau->run->model->kind;
    double largest = 0;
    for (int stage = 0; stage < RADAU_STAGES; stage++) {
        const double *T = radau_coefficients.T[stage];
        for (int i = 0; i < radau->n; i++) {
            const double d = T[0] * radau->w[i] + T[1] * radau->two[2 * i] + T[2] * radau->two[2 * i + 1];
            radau->Z[stage][i] += d;
            const double size = weights                       ? fabs(d) * weights[i]
                                : kind[i] == DOF_DIFFERENTIAL ? fabs(d) / (1 + fabs(radau->y[i]))
                                                              : 0;
            largest = size > largest ? size : largest;
        }
    }
    return largest;
}

typedef struct {
    double correction, factor; /* size of the last correction; ratio of the last two */
} contraction;

/* Which fraction of the error that is allowed the iterations may leave: less if it is small, since the error of the
 * step is then far below its estimate, which is of lower order; less in a step that ends early, since what they leave
 * in velocities acts in the next steps. */
static double negligible(const radau *radau)
{
    const double next = radau->run->now->steps.error.next, part = next > radau->h ? radau->h / next : 1;
    return part * fmin(0.03, 0.3 * sqrt(radau->run->problem->strategy.tolerance));
}

/* Tells whether the iterations have converged after a correction. */
static bool is_negligible(contraction *now, double correction, double fraction)
{
    now->factor = now->correction > 0 ? correction / now->correction : now->factor;
    now->correction = correction;
    const double left = now->factor < 1 ? now->factor / (1 - now->factor) * correction : HUGE_VAL;
    return correction == 0 || (fraction > 0 ? left <= fraction : correction <= ROUNDING);
}

/* Keeps the contraction for the next step, larger if it was not measured. */
static void keep_contraction(radau *radau, const contraction *now, int corrections)
{
    double *kept = &radau->trace->factor;
    *kept = corrections > 1 ? fmax(now->factor, ROUNDING) : *kept > 0 ? pow(*kept, CAUTION) : 0;
}

static outcome check_stages(const radau *radau, double error)
{
    const evaluation_error *failed = &radau->run->solution->failed;
    if (failed->is_set)
        return failed->ends_cleanly ? ENDED : EVALUATION_FAILED;
    return isfinite(error) ? SOLVED : NOT_FINITE;
}

/* A Jacobian of an earlier step is given up sooner than a new one: `worst` is the contraction that is still good. */
static outcome iterate_stages(radau *radau, const convergence *test, const double *weights, double worst,
                              nonlinear_report *report)
{
    const int most = test->max_iterations > FEWEST ? test->max_iterations : FEWEST;
    contraction now = {.factor = radau->trace->factor > 0 ? pow(radau->trace->factor, CAUTION) : 0.5};
    for (int k = 0; k < most; k++) {
        report->residual_error = evaluate_stages(radau, test);
        report->first_error = k == 0 ? report->residual_error : report->first_error;
        const outcome valid = check_stages(radau, report->residual_error);
        if (valid != SOLVED || (!weights && report->residual_error <= test->residual && k > 0))
            return valid;
        solve_real(radau);
        solve_pair(radau);
        to_parameters(radau);
        const double correction = correct_stages(radau, weights);
        report->iterations++;
        if (!isfinite(correction))
            return NOT_FINITE;
        const bool is_solved = is_negligible(&now, correction, weights ? negligible(radau) : 0);
        keep_contraction(radau, &now, k + 1);
        if (is_solved)
            return SOLVED;
        if ((weights || worst < 1) && k > (worst < 1 ? 0 : 1) && now.factor >= worst)
            return NOT_CONVERGED;
    }
    report->residual_error = evaluate_stages(radau, test);
    const outcome valid = check_stages(radau, report->residual_error);
    return valid == SOLVED && !weights && report->residual_error <= test->residual ? SOLVED
           : valid == SOLVED                                                       ? NOT_CONVERGED
                                                                                   : valid;
}

/* --- the step ----------------------------------------------------------------------------------------------------- */

/* Evaluates the Jacobian at the predicted second stage; where constraints repeat each other, at the beginning. */
static void renew_jacobian(radau *radau, nonlinear_report *report)
{
    if (!radau->trace->is_redundant)
        set_stage(radau, MIDDLE);
    evaluate_jacobian(radau);
    report->jacobians++;
}

/* Tells whether a Jacobian of an earlier step, and its factors, are good enough for this one. */
static bool keeps_jacobian(const radau *radau)
{
    const radau_trace *trace = radau->trace;
    return radau->has_jacobian && !trace->is_redundant && trace->wait == 0 && trace->factor > 0 &&
           trace->factor <= KEPT;
}

/* Where a Jacobian was not good for another step, the next ones are not kept either: twice as many as the last time. */
static void note_kept(radau_trace *trace, bool is_kept)
{
    if (!is_kept) {
        trace->wait -= trace->wait > 0;
        return;
    }
    trace->pause = trace->factor <= KEPT ? 0 : trace->pause < LONGEST_PAUSE ? 2 * trace->pause + 1 : LONGEST_PAUSE;
    trace->wait = trace->pause;
}

bool radau_keeps_factors(const radau *radau) { return keeps_jacobian(radau); }

static bool has_factors(const radau *radau)
{
    return radau->factored_h == radau->h &&
           radau->factored == linear_counters_now(radau->run->equations->solver).factored;
}

static outcome solve_stages(radau *radau, const convergence *test, const double *weights, nonlinear_report *report)
{
    const bool is_kept = keeps_jacobian(radau);
    if (!is_kept)
        renew_jacobian(radau, report);
    load_middle(radau);
    outcome done = has_factors(radau) ? SOLVED : factor_both(radau, report);
    done = done == SOLVED ? iterate_stages(radau, test, weights, is_kept ? LOST : 1, report) : done;
    note_kept(radau->trace, is_kept);
    if (done != NOT_CONVERGED || !is_kept)
        return done;
    predict_stages(radau);
    renew_jacobian(radau, report);
    done = factor_both(radau, report);
    return done == SOLVED ? iterate_stages(radau, test, weights, 1, report) : done;
}

outcome radau_step(radau *radau, const convergence *test, double h, const double *weights, nonlinear_report *report)
{
    run *run = radau->run;
    const double end = run->solution->state.t + h;
    radau->h = h;
    radau->t = run->solution->state.t;
    go_to_beginning(radau);
    run_predict(run);
    predict_stages(radau);
    radau->trace->is_redundant |= run->has_announced_redundancy;
    const outcome done = solve_stages(radau, test, weights, report);
    run_set_time(run, end, h, run->solution->state.step);
    if (done != SOLVED)
        return done;
    set_stage(radau, RADAU_STAGES - 1);
    run_set_time(run, end, h, run->solution->state.step);
    run->solution->state.stage = 0;
    run->solution->state.corrections = report->iterations;
    return SOLVED;
}

/* err = (r_y' + c r_y)^-1 r_y' c (Y'_0 + sum error_i Z_i / h), without violation of the constraints. */
double radau_error(radau *radau, const double *weights)
{
    const run *run = radau->run;
    const equations *equations = run->equations;
    const double c = real_c(radau), *e = radau_coefficients.error;
    const csc *matrix = equations->matrix;
    memset(radau->w, 0, (size_t)radau->n * sizeof *radau->w);
    for (int j = 0; j < radau->n; j++) {
        if (run->model->kind[j] != DOF_DIFFERENTIAL)
            continue;
        const double error =
            radau->yp[j] + (e[0] * radau->Z[0][j] + e[1] * radau->Z[1][j] + e[2] * radau->Z[2][j]) / radau->h;
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            if (!run->model->divided[matrix->row[k]])
                radau->w[matrix->row[k]] += radau->by_rate[k] * error;
    }
    equations_apply_inverse(equations, radau->w);
    double largest = 0;
    for (int i = 0; i < radau->n; i++)
        largest = fmax(largest, fabs(radau->w[i]) * c * weights[i]);
    return largest;
}

void radau_restart(radau *radau)
{
    radau->trace->h = 0;
    radau->has_jacobian = false;
}

/* Keeps the stages for the prediction of the next step. */
void radau_accept(radau *radau)
{
    for (int stage = 0; stage < RADAU_STAGES; stage++)
        memcpy(radau->last[stage], radau->Z[stage], (size_t)radau->n * sizeof(double));
    memcpy(radau->poses, history_point(radau->run->past, 0)->poses,
           (size_t)radau->run->model->n_poses * sizeof *radau->poses);
    radau->trace->h = radau->h;
    radau->trace->t = radau->t;
    step_end_settle(radau->end, radau->h);
}
