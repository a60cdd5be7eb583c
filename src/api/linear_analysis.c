/* linear_analysis.c - poles, zeros, frequency responses and modes of a linear model.
 *
 *     poles        A v = s v
 *     zeros        [ s - A   -B(s) ]
 *                  [ C        D(s) ]   is singular, B(s) = B0 + s B1 + s^2 B2, D(s) likewise; unknowns u, s u, s^2 u
 *     response     H(s) = C (s - A)^-1 B(s) + D(s) with s = i w, in real numbers:
 *                  [ -A  -w ] [re]   [re B(s)]
 *                  [  w  -A ] [im] = [im B(s)]
 *     modes        kinetic energy of a node in a direction: re(v* p), of the momentum p and the velocity v = Z v_z */
#include "api/guard.h"
#include "api/linear.h"
#include "base/text.h"
#include "linalg/eigen/eigen.h"
#include "linalg/linear_solver.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    torsor_linear *linear;
    int input, output, n;
    double omega;
    double *re, *im;
    torsor_status status;
} question;

static torsor_status answer(void (*work)(void *on), question *question)
{
    question->status = TORSOR_ERROR;
    return guarded(work, question) ? question->status : TORSOR_NO_MEMORY;
}

static int states_of(const torsor_linear *linear) { return torsor_linear_count(linear, TORSOR_LINEAR_STATE); }

static double *dense_of(const linear_matrix *matrix)
{
    const size_t n = (size_t)matrix->rows;
    double *full = heap_aligned(16, (size_product(n, (size_t)matrix->columns) + 1) * sizeof *full);
    for (int k = 0; k < matrix->n; k++)
        full[(size_t)matrix->column[k] * n + (size_t)matrix->row[k]] = matrix->value[k];
    return full;
}

/* --- poles -------------------------------------------------------------------------------------------------------- */

static bool find_poles(const torsor_linear *linear, eigen_values *found)
{
    double *a = dense_of(&linear->matrices[TORSOR_LINEAR_A]);
    const bool ok = states_of(linear) == 0 || eigen_standard(a, states_of(linear), found) == EIGEN_OK;
    free(a);
    return ok;
}

static void ask_poles(void *on)
{
    question *question = on;
    eigen_values found = {0};
    if (find_poles(question->linear, &found))
        question->status = TORSOR_OK;
    for (int i = 0; question->status == TORSOR_OK && i < found.count; i++)
        question->re[i] = found.re[i], question->im[i] = found.im[i];
    eigen_values_free(&found);
}

torsor_status torsor_linear_poles(const torsor_linear *linear, double *re, double *im)
{
    question question = {.linear = (torsor_linear *)linear, .re = re, .im = im};
    return linear && re && im ? answer(ask_poles, &question) : TORSOR_MISUSE;
}

/* --- zeros -------------------------------------------------------------------------------------------------------- */

typedef struct {
    csc_builder *builder;
    double *values;
    int n;
} pair_builder;

static void put(pair_builder *to, int row, int column, double value)
{
    csc_builder_add(to->builder, row, column);
    to->values = heap_resize(to->values, ((size_t)to->n + 1) * sizeof *to->values);
    to->values[to->n++] = value;
}

static csc *finish(pair_builder *from)
{
    int *slot;
    csc *matrix = csc_builder_finish(from->builder, &slot);
    csc_zero(matrix);
    for (int k = 0; k < from->n; k++)
        matrix->value[slot[k]] += from->values[k];
    free(slot);
    free(from->values);
    csc_builder_destroy(from->builder);
    return matrix;
}

/* Unknowns: states, u, u', u''. The last two rows say that s u = u', s u' = u''. */
static void build_zeros(const question *question, csc **left, csc **right)
{
    const torsor_linear *linear = question->linear;
    const int n = states_of(linear);
    pair_builder a = {.builder = csc_builder_create(n + 3)}, b = {.builder = csc_builder_create(n + 3)};
    const linear_matrix *m = linear->matrices;
    const linear_channels *inputs = &linear->channels[TORSOR_LINEAR_INPUT];
    for (int k = 0; k < m[TORSOR_LINEAR_A].n; k++)
        put(&a, m[TORSOR_LINEAR_A].row[k], m[TORSOR_LINEAR_A].column[k], m[TORSOR_LINEAR_A].value[k]);
    for (int part = 0; part < 2; part++) {
        const linear_matrix *of = &m[part ? TORSOR_LINEAR_D : TORSOR_LINEAR_B];
        for (int k = 0; k < of->n; k++)
            if (inputs->items[of->column[k]].source == question->input && (!part || of->row[k] == question->output))
                put(&a, part ? n : of->row[k], n + inputs->items[of->column[k]].order, of->value[k]);
    }
    for (int k = 0; k < m[TORSOR_LINEAR_C].n; k++)
        if (m[TORSOR_LINEAR_C].row[k] == question->output)
            put(&a, n, m[TORSOR_LINEAR_C].column[k], m[TORSOR_LINEAR_C].value[k]);
    for (int i = 0; i < n; i++)
        put(&b, i, i, 1);
    for (int k = 0; k < 2; k++) {
        put(&a, n + 1 + k, n + 1 + k, 1);
        put(&b, n + 1 + k, n + k, 1);
    }
    for (int i = 0; i < n + 3; i++)
        put(&a, i, i, 0), put(&b, i, i, 0);
    *left = finish(&a);
    *right = finish(&b);
}

/* Infinite ones have beta = 0, up to rounding. */
static void ask_zeros(void *on)
{
    static const double INFINITE = 1e-10;
    question *question = on;
    csc *left, *right;
    eigen_values found = {0};
    build_zeros(question, &left, &right);
    if (eigen_dense(left, right, BALANCE_NO, &found) == EIGEN_OK)
        question->status = TORSOR_OK;
    for (int i = 0; question->status == TORSOR_OK && i < found.count; i++) {
        const double size = hypot(found.re[i], found.im[i]);
        if (!(fabs(found.beta[i]) > INFINITE * size) || question->n >= states_of(question->linear) + 2)
            continue;
        question->re[question->n] = found.re[i] / found.beta[i];
        question->im[question->n++] = found.im[i] / found.beta[i];
    }
    eigen_values_free(&found);
    csc_destroy(left);
    csc_destroy(right);
}

static bool is_input(const torsor_linear *linear, int input)
{
    return input >= 0 && input < torsor_linear_count(linear, TORSOR_LINEAR_INPUT) &&
           torsor_linear_at(linear, TORSOR_LINEAR_INPUT, input).order == 0;
}

torsor_status torsor_linear_zeros(const torsor_linear *linear, int input, int output, double *re, double *im, int *n)
{
    question question = {.linear = (torsor_linear *)linear, .input = input, .output = output, .re = re, .im = im};
    if (!re || !im || !n || !is_input(linear, input) || output < 0 ||
        output >= torsor_linear_count(linear, TORSOR_LINEAR_OUTPUT))
        return TORSOR_MISUSE;
    const torsor_status status = answer(ask_zeros, &question);
    *n = question.n;
    return status;
}

/* --- frequency response ------------------------------------------------------------------------------------------- */

static csc *response_matrix(const torsor_linear *linear, double omega)
{
    const int n = states_of(linear);
    const linear_matrix *A = &linear->matrices[TORSOR_LINEAR_A];
    pair_builder to = {.builder = csc_builder_create(2 * n)};
    for (int k = 0; k < A->n; k++)
        for (int part = 0; part < 2; part++)
            put(&to, A->row[k] + part * n, A->column[k] + part * n, -A->value[k]);
    for (int i = 0; i < n; i++) {
        put(&to, i, i, 0);
        put(&to, n + i, n + i, 0);
        put(&to, i, n + i, -omega);
        put(&to, n + i, i, omega);
    }
    return finish(&to);
}

static int count_sources(const torsor_linear *linear)
{
    int n = 0;
    for (int i = 0; i < torsor_linear_count(linear, TORSOR_LINEAR_INPUT); i++)
        n += linear->channels[TORSOR_LINEAR_INPUT].items[i].order == 0;
    return n;
}

/* to += column of B(s) or D(s) of one input, real parts and then imaginary parts of `rows` numbers. */
static void add_column(const question *question, const linear_matrix *of, int input, double *to)
{
    const double w = question->omega;
    const double re[] = {1, 0, -w * w}, im[] = {0, w, 0};
    for (int k = 0; k < of->n; k++) {
        const torsor_linear_channel *channel = &question->linear->channels[TORSOR_LINEAR_INPUT].items[of->column[k]];
        if (channel->source != input)
            continue;
        to[of->row[k]] += re[channel->order] * of->value[k];
        to[of->rows + of->row[k]] += im[channel->order] * of->value[k];
    }
}

static void respond_to(const question *question, linear *solver, int input, int n_inputs)
{
    const torsor_linear *linear = question->linear;
    const linear_matrix *C = &linear->matrices[TORSOR_LINEAR_C];
    const int n = states_of(linear), outputs = torsor_linear_count(linear, TORSOR_LINEAR_OUTPUT);
    double *x = heap_aligned(16, (2 * (size_t)n + 1) * sizeof *x);
    double *y = heap_aligned(16, (2 * (size_t)outputs + 1) * sizeof *y);
    add_column(question, &linear->matrices[TORSOR_LINEAR_B], input, x);
    if (solver)
        linear_solve(solver, x);
    add_column(question, &linear->matrices[TORSOR_LINEAR_D], input, y);
    for (int k = 0; k < C->n; k++) {
        y[C->row[k]] += C->value[k] * x[C->column[k]];
        y[outputs + C->row[k]] += C->value[k] * x[n + C->column[k]];
    }
    for (int i = 0; i < outputs; i++) {
        question->re[i * n_inputs + input] = y[i];
        question->im[i * n_inputs + input] = y[outputs + i];
    }
    free(x);
    free(y);
}

static void ask_response(void *on)
{
    question *question = on;
    const int n_inputs = count_sources(question->linear);
    const linear_options options = {0};
    csc *matrix = response_matrix(question->linear, question->omega);
    linear *solver = matrix->n > 0 ? linear_create(linear_default_backend(matrix), matrix, &options) : NULL;
    int column;
    if (matrix->n == 0 || (solver && linear_factor(solver, matrix, &column) == LINEAR_OK))
        question->status = TORSOR_OK;
    for (int k = 0; question->status == TORSOR_OK && k < n_inputs; k++)
        respond_to(question, solver, k, n_inputs);
    linear_destroy(solver);
    csc_destroy(matrix);
}

torsor_status torsor_linear_response(const torsor_linear *linear, double omega, double *re, double *im)
{
    question question = {.linear = (torsor_linear *)linear, .omega = omega, .re = re, .im = im};
    return linear && re && im && isfinite(omega) ? answer(ask_response, &question) : TORSOR_MISUSE;
}

/* --- modes -------------------------------------------------------------------------------------------------------- */

typedef struct {
    double share;
    const char *name;
} participation;

static int by_share(const void *a, const void *b)
{
    const participation *x = a, *y = b;
    return (x->share < y->share) - (x->share > y->share);
}

static const char *name_mode(torsor_linear *linear, const double *re, const double *im)
{
    enum { NAMED = 3 };
    static const double LEAST = 0.05;
    participation *parts = heap_resize(NULL, ((size_t)linear->n_energies + 1) * sizeof *parts);
    double sum = 0;
    text words = {0};
    for (int k = 0; k < linear->n_energies; k++) {
        const int v = linear->energies[k].velocity, p = linear->energies[k].momentum;
        parts[k] = (participation){fabs(re[v] * re[p] + im[v] * im[p]), linear->energies[k].name};
        sum += parts[k].share;
    }
    qsort(parts, (size_t)linear->n_energies, sizeof *parts, by_share);
    for (int k = 0; k < linear->n_energies && k < NAMED && sum > 0 && parts[k].share >= LEAST * sum; k++)
        text_printf(&words, "%s%s %.0f %%", k > 0 ? ", " : "", parts[k].name, 100 * parts[k].share / sum);
    const char *name = sum > 0 ? arena_string(linear->memory, words.data ? words.data : "", words.n) : "no motion";
    text_free(&words);
    free(parts);
    return name;
}

static int by_frequency(const void *a, const void *b)
{
    const torsor_linear_mode *x = a, *y = b;
    if (x->im != y->im)
        return x->im < y->im ? -1 : 1;
    return (x->re < y->re) - (x->re > y->re);
}

static void add_mode(torsor_linear *linear, const eigen_values *found, int index, double *re, double *im)
{
    const linear_matrix *Z = &linear->matrices[TORSOR_LINEAR_Z];
    memset(re, 0, (size_t)Z->rows * sizeof *re);
    memset(im, 0, (size_t)Z->rows * sizeof *im);
    for (int k = 0; k < Z->n; k++) {
        double a, b;
        eigen_component(found, found->right, index, Z->column[k], &a, &b);
        re[Z->row[k]] += Z->value[k] * a;
        im[Z->row[k]] += Z->value[k] * b;
    }
    linear->modes[linear->n_modes++] =
        (torsor_linear_mode){found->re[index], found->im[index], name_mode(linear, re, im)};
}

static void ask_modes(void *on)
{
    question *question = on;
    torsor_linear *linear = question->linear;
    eigen_values found = {0};
    const size_t rows = (size_t)linear->matrices[TORSOR_LINEAR_Z].rows;
    if (find_poles(linear, &found)) {
        double *re = heap_reals(2 * rows), *im = re + rows;
        linear->modes = ARENA_ARRAY(linear->memory, torsor_linear_mode, found.count + 1);
        for (int i = 0; i < found.count; i++)
            if (found.im[i] >= 0)
                add_mode(linear, &found, i, re, im);
        qsort(linear->modes, (size_t)linear->n_modes, sizeof *linear->modes, by_frequency);
        free(re);
        question->status = TORSOR_OK;
    }
    eigen_values_free(&found);
}

int torsor_linear_mode_count(torsor_linear *linear)
{
    question question = {.linear = linear};
    if (!linear)
        return -1;
    if (!linear->modes && answer(ask_modes, &question) != TORSOR_OK)
        return -1;
    return linear->n_modes;
}

torsor_linear_mode torsor_linear_mode_at(torsor_linear *linear, int index)
{
    if (index < 0 || index >= torsor_linear_mode_count(linear))
        return (torsor_linear_mode){.re = (double)NAN, .im = (double)NAN, .name = ""};
    return linear->modes[index];
}
