/* equations.c - residual and Jacobian: each element writes its local rows, which are added according to its layout.
 *
 * Elements of a type are evaluated consecutively, so that the processor executes one kernel at a time. The sum of a row
 * depends only on this order. */
#include "assembly/equations.h"
#include "assembly/inactive.h"
#include "base/bulk.h"
#include "base/interrupt.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- lists made once ---------------------------------------------------------------------------------------------- */

static void list_divided_rows(equations *equations, arena *memory)
{
    const unsigned char *divided = equations->model->divided;
    for (int i = 0; i < equations->model->n_unknowns; i++)
        equations->n_divided_rows += divided[i];
    equations->divided_row = ARENA_ARRAY(memory, int, equations->n_divided_rows);
    for (int i = 0, k = 0; i < equations->model->n_unknowns; i++)
        if (divided[i])
            equations->divided_row[k++] = i;
}

static void list_divided_entries(equations *equations, arena *memory)
{
    const unsigned char *divided = equations->model->divided;
    const int entries = csc_entries(equations->matrix);
    equations->n_divided_entries = 0;
    for (int k = 0; k < entries; k++)
        equations->n_divided_entries += divided[equations->matrix->row[k]];
    equations->divided_entry = ARENA_ARRAY(memory, int, equations->n_divided_entries);
    for (int i = 0, k = 0; i < entries; i++)
        if (divided[equations->matrix->row[i]])
            equations->divided_entry[k++] = i;
}

static bool is_sum(const elem *element, int k) { return element->kinds && element->kinds[k] == INTERNAL_SUM; }

static void list_sums(equations *equations, arena *memory)
{
    for (int i = 0; i < equations->model->elems.n; i++)
        for (int k = 0; k < equations->model->elems.items[i]->n_internal; k++)
            equations->n_sum_rows += is_sum(equations->model->elems.items[i], k);
    int *row = equations->sum_row = ARENA_ARRAY(memory, int, equations->n_sum_rows);
    equations->is_sum_row = ARENA_ARRAY(memory, bool, equations->model->n_unknowns + 1);
    for (int i = 0; i < equations->model->elems.n; i++)
        for (int k = 0; k < equations->model->elems.items[i]->n_internal; k++)
            if (is_sum(equations->model->elems.items[i], k))
                equations->is_sum_row[ *row++ = equations->model->elems.items[i]->internal + k] = true;
}

static void list_elements(equations *equations, arena *memory)
{
    const model *model = equations->model;
    equations->order = ARENA_ARRAY(memory, const elem *, model->elems.n);
    bool *listed = ARENA_ARRAY(memory, bool, model->elems.n);
    for (int first = 0; first < model->elems.n; first++) {
        if (listed[first] || model->elems.items[first]->n == 0)
            continue;
        for (int i = first; i < model->elems.n; i++) {
            const elem *element = model->elems.items[i];
            if (element->type == model->elems.items[first]->type && element->n > 0) {
                listed[i] = true;
                equations->order[equations->n_order++] = element;
            }
        }
    }
}

static void list_rows(equations *equations, arena *memory)
{
    int n = 0;
    for (int i = 0; i < equations->n_order; i++)
        n += equations->order[i]->n;
    int *row = equations->rows = ARENA_ARRAY(memory, int, n);
    for (int i = 0; i < equations->n_order; i++)
        for (int k = 0; k < equations->order[i]->n; k++)
            *row++ = equations->order[i]->row[k] >= 0 ? equations->order[i]->row[k] : equations->model->n_unknowns;
}

void equations_share(equations *equations, thread_pool *pool, int members, arena *memory)
{
    equations->shares = shares_create(pool, thread_pool_workers(pool, members), equations->order, equations->n_order,
                                      equations->model, memory);
}

long equations_work(const equations *equations)
{
    long work = 0;
    for (int i = 0; i < equations->n_order; i++)
        work += (long)equations->order[i]->n * equations->order[i]->ld;
    return work;
}

static void take_whole_matrix(equations *equations, arena *memory)
{
    const csc *pattern = equations->model->matrix;
    equations->matrix = arena_copy(memory, pattern, sizeof *pattern);
    equations->matrix->value = ARENA_ARRAY(memory, double, csc_entries(pattern));
    list_divided_entries(equations, memory);
}

static equations *equations_prepare(const model *model, arena *memory)
{
    equations *a = ARENA_NEW(memory, equations);
    a->model = model;
    a->r = ARENA_ARRAY(memory, double, model->n_unknowns + 1);
    a->d = ARENA_ARRAY(memory, double, model->n_unknowns);
    int n = 0;
    size_t nn = 0;
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        n = element->n > n ? element->n : n;
        const size_t entries = size_product((size_t)element->n, (size_t)element->ld);
        nn = entries > nn ? entries : nn;
    }
    a->local_r = ARENA_ARRAY(memory, double, n);
    a->local_J = ARENA_ARRAY(memory, double, nn);
    list_elements(a, memory);
    list_rows(a, memory);
    list_divided_rows(a, memory);
    a->constraints = constraint_kinds(model, memory);
    list_sums(a, memory);
    return a;
}

equations *equations_create(const model *model, arena *memory)
{
    equations *a = equations_prepare(model, memory);
    take_whole_matrix(a, memory);
    return a;
}

equations *equations_create_divided(const model *model, const ranks *ranks, arena *memory)
{
    equations *a = equations_prepare(model, memory);
    a->regions = regions_create(ranks, a->order, a->n_order, model, memory);
    if (!a->regions)
        return NULL;
    a->matrix = a->regions->matrix;
    a->joined.memory = memory;
    list_divided_entries(a, memory);
    return a;
}

static void leave_regions(equations *equations)
{
    divided_destroy(equations->divided);
    regions_destroy(equations->regions);
    equations->divided = NULL;
    equations->regions = NULL;
}

void equations_destroy(equations *equations)
{
    if (!equations)
        return;
    leave_regions(equations);
    thin_destroy(equations->workspace);
    free(equations->rounding);
    linear_destroy(equations->solver);
}

/* With the whole pattern, also of equations that are divided. */
static bool create_solver(equations *equations, const linear_backend *type, const linear_options *options)
{
    linear_destroy(equations->solver);
    equations->solver = NULL; /* an allocation may fail before there is another */
    equations->solver =
        linear_create(type ? type : linear_default_backend(equations->matrix), equations->matrix, options);
    if (equations->solver)
        linear_allow_redundancy(equations->solver, equations->constraints);
    return equations->solver != NULL;
}

bool equations_choose_solver(equations *equations, const linear_backend *type, const linear_options *options)
{
    if (!equations->regions)
        return create_solver(equations, type, options);
    const regions *regions = equations->regions;
    equations->joined.type = type;
    equations->joined.options = *options;
    divided_destroy(equations->divided);
    equations->divided = NULL;
    equations->divided =
        divided_create(regions->ranks, regions->matrix, equations->model->matrix, regions->sums, options);
    return true;
}

/* The present matrix of all ranks becomes that of each, with a solver of its own. Returns false if the latter is not
 * available. */
static bool join(equations *equations)
{
    take_whole_matrix(equations, equations->joined.memory);
    regions_gather(equations->regions, equations->matrix);
    leave_regions(equations);
    return create_solver(equations, equations->joined.type, &equations->joined.options);
}

/* --- data for convergence tests ----------------------------------------------------------------------------------- */

void equations_want_scales(equations *equations, arena *memory)
{
    if (equations->row_scale)
        return;
    equations->row_scale = ARENA_ARRAY(memory, double, equations->model->n_unknowns);
    for (int row = 0; row < equations->model->n_unknowns; row++)
        equations->row_scale[row] = 1;
    for (int i = 0; i < equations->model->nodes.n; i++) {
        const node *node = equations->model->nodes.items[i];
        for (int k = 0; k < node->n_dof; k++)
            equations->row_scale[node->dof + k] = node->scale;
    }
}

/* Sets of rows: forces, moments, momenta and moments of momenta of structural nodes; each type of scalar node; each
 * kind of internal row of each type of element. */
static void number_node_rows(equations *equations)
{
    enum { FORCE, MOMENT, MOMENTUM, MOMENTUM_MOMENT, STRUCTURAL };
    for (int i = 0; i < equations->model->nodes.n; i++) {
        const node *node = equations->model->nodes.items[i];
        for (int k = 0; k < node->n_dof; k++)
            equations->row_set[node->dof + k] = STRUCTURAL + node_type_index(node->type);
        if (node->pose < 0 || node->n_dof == 0)
            continue;
        for (int k = 0; k < (node->has_rotation ? 6 : 3); k++) {
            if (node->momentum >= 0)
                equations->row_set[node->momentum_row + k] = k < 3 ? MOMENTUM : MOMENTUM_MOMENT;
            equations->row_set[node->row + k] = k < 3 ? FORCE : MOMENT;
        }
    }
    equations->n_sets = STRUCTURAL + node_type_count;
}

static void number_internal_rows(equations *equations)
{
    enum { KINDS = INTERNAL_DIFFERENTIAL + 1 };
    const elem_type *last = NULL;
    for (int i = 0; i < equations->n_order; i++) {
        const elem *element = equations->order[i];
        if (element->n_internal > 0 && element->type != last) {
            last = element->type;
            equations->n_sets += KINDS;
        }
        for (int k = 0; k < element->n_internal; k++)
            equations->row_set[element->internal + k] =
                equations->n_sets - KINDS + (int)(element->kinds ? element->kinds[k] : INTERNAL_CONSTRAINT);
    }
}

void equations_want_magnitudes(equations *equations, arena *memory)
{
    if (equations->magnitude)
        return;
    equations->magnitude = ARENA_ARRAY(memory, double, equations->model->n_unknowns);
    equations->row_set = ARENA_ARRAY(memory, int, equations->model->n_unknowns);
    number_node_rows(equations);
    number_internal_rows(equations);
    equations->set_sums = arena_alloc(memory, (size_t)equations->n_sets * sizeof *equations->set_sums);
}

/* --- residual ----------------------------------------------------------------------------------------------------- */

/* An inactive element contributes nothing. */
static void inactive_residual(const equations *equations, const state *state, const elem *element)
{
    for (int k = 0; k < element->n_internal; k++)
        equations->r[element->internal + k] += inactive_row(state, element, k);
}

static void add_magnitudes(const equations *equations, const elem *element, const double *r)
{
    for (int k = 0; k < element->n; k++)
        if (element->row[k] >= 0)
            equations->magnitude[element->row[k]] += fabs(r[k]);
}

/* Adds the local rows and clears them for the next element. */
static void scatter_rows(double *restrict r, double *restrict from, const int *restrict row, int n)
{
#pragma GCC unroll 4
    for (int k = 0; k < n; k++) {
        r[row[k]] += from[k];
        from[k] = 0;
    }
}

static void begin_rows(const equations *equations)
{
    bulk_zero(equations->r, (size_t)equations->model->n_unknowns * sizeof *equations->r);
    if (equations->magnitude)
        memset(equations->magnitude, 0, (size_t)equations->model->n_unknowns * sizeof *equations->magnitude);
}

static void divide_rows(const equations *equations, double *r, double by)
{
    for (int k = 0; k < equations->n_divided_rows; k++)
        r[equations->divided_row[k]] *= by;
}

static void forgive(const equations *equations)
{
    for (int i = 0; i < equations->model->n_unknowns; i++)
        if (fabs(equations->r[i]) <= equations->forgiven[i])
            equations->r[i] = 0;
}

/* Constraints that repeat others follow from them, within the tolerance with which the model is assembled. */
static void forgive_redundant(equations *equations, const state *state)
{
    static const double LEAST = 1e-9, MOST = 1e-6;
    const int n = equations->solver ? linear_redundant_rows(equations->solver) : 0;
    for (int k = 0; k < n; k++) {
        const int row = linear_redundant_row(equations->solver, k);
        const double violation = equations->model->divided[row] ? equations->r[row] * state->dvalue : equations->r[row];
        if (fabs(violation) <= fmin(fmax(equations->model->options.assembly_tolerance, LEAST), MOST))
            equations->r[row] = 0;
    }
}

static void end_rows(equations *equations, const state *state)
{
    if (equations->forgives)
        forgive(equations);
    divide_rows(equations, equations->r, 1 / state->dvalue);
    forgive_redundant(equations, state);
    if (equations->magnitude)
        divide_rows(equations, equations->magnitude, 1 / state->dvalue);
}

void equations_settle(const equations *equations, solution *solution)
{
    for (int k = 0; k < equations->n_sum_rows; k++)
        solution->y[equations->sum_row[k]] -= equations->r[equations->sum_row[k]];
}

/* --- Jacobian ----------------------------------------------------------------------------------------------------- */

/* The diagonal of the internal block; every element that can be inactive declares it in its layout. */
static void inactive_jacobian(const equations *equations, const state *state, const elem *element, const int *slot)
{
    double *entry = equations->matrix->value;
    for (int k = 0; k < element->n_slots; k++) {
        const unsigned ld = (unsigned)element->ld;
        const int i = (int)(element->source[k] / ld), j = (int)(element->source[k] % ld);
        if (i == j && element->row[i] >= element->internal && element->row[i] < element->internal + element->n_internal)
            entry[slot[k]] += inactive_derivative(state, element, element->row[i] - element->internal);
    }
}

static void scatter_entries(double *restrict entry, const double *restrict J, const elem *element, const int *slot)
{
    const int n = element->n_slots;
    const unsigned *from = element->source;
#pragma GCC unroll 4
    for (int k = 0; k < n; k++)
        entry[slot[k]] += J[from[k]];
}

static void divide_entries(const equations *equations, double by)
{
    double *entry = equations->matrix->value;
    for (int k = 0; k < equations->n_divided_entries; k++)
        entry[equations->divided_entry[k]] *= by;
}

/* --- residual and Jacobian ---------------------------------------------------------------------------------------- */

enum { ROWS = 1, ENTRIES = 2 };

/* Where the rows and entries of an element belong. */
typedef struct {
    const int *row, *slot;
} places;

static inline void equations_evaluate(const elem *element, const state *state, unsigned what, local *out)
{
    out->ld = element->ld;
    if (what & ENTRIES)
        bulk_clear(out->J, (size_t)element->n * (size_t)element->ld * sizeof *out->J);
    element->type->eval(what & ENTRIES ? element->ld : 0, state, element, out);
}

static inline void equations_add(const equations *equations, const elem *element, places to, const local *from,
                                 unsigned what)
{
    if (what & ROWS) {
        if (equations->magnitude)
            add_magnitudes(equations, element, from->r);
        scatter_rows(equations->r, from->r, to.row, element->n);
    } else {
        memset(from->r, 0, (size_t)element->n * sizeof *from->r);
    }
    if (what & ENTRIES)
        scatter_entries(equations->matrix->value, from->J, element, to.slot);
}

static void add_inactive(const equations *equations, const state *state, const elem *element, const int *slot,
                         unsigned what)
{
    if (what & ROWS)
        inactive_residual(equations, state, element);
    if (what & ENTRIES)
        inactive_jacobian(equations, state, element, slot);
}

static inline bool takes_part(const equations *equations, const state *state, int i)
{
    return elem_is_on(state, equations->order[i]) && !(equations->left_out && equations->left_out[i]);
}

/* The shares initialize their sums themselves. */
static void sum_shares(const equations *equations, const state *state, unsigned what)
{
    const shares_sums to = {.r = what & ROWS ? equations->r : NULL,
                            .magnitude = equations->magnitude,
                            .entry = what & ENTRIES ? equations->matrix->value : NULL};
    shares_sum(equations->shares, state, &to);
}

/* Evaluates the elements of this rank. Returns the number of the first that failed, from 1, or 0. */
static int sum_own(const equations *equations, const state *state, unsigned what)
{
    const regions *regions = equations->regions;
    local out = {.r = equations->local_r, .J = equations->local_J};
    const int *slot = regions->slot;
    int failed_at = 0;
    const bool had_failed = state->failed && state->failed->is_set;
    for (int m = 0; m < regions->n; m++) {
        const int i = regions->element[m];
        const elem *element = equations->order[i];
        if (takes_part(equations, state, i)) {
            equations_evaluate(element, state, what, &out);
            equations_add(equations, element, (places){equations->rows + regions->first_row[m], slot}, &out, what);
        } else {
            add_inactive(equations, state, element, slot, what);
        }
        if (!had_failed && failed_at == 0 && state->failed && state->failed->is_set)
            failed_at = i + 1;
        slot += element->n_slots;
    }
    return failed_at;
}

static void sum_regions(const equations *equations, const state *state, unsigned what)
{
    if (what & ROWS)
        begin_rows(equations);
    if (what & ENTRIES)
        csc_zero(equations->matrix);
    const int failed_at = sum_own(equations, state, what);
    if (what & ROWS)
        regions_sum(equations->regions, equations->r, equations->magnitude, failed_at, state);
    else
        regions_report(equations->regions, failed_at, state);
}

static inline __attribute__((always_inline)) void sum_elements(const equations *equations, const state *state,
                                                               unsigned what)
{
    interrupt_point();
    if (equations->shares && !equations->left_out) {
        sum_shares(equations, state, what);
        return;
    }
    if (equations->regions) {
        sum_regions(equations, state, what);
        return;
    }
    local out = {.r = equations->local_r, .J = equations->local_J};
    const int *row = equations->rows;
    if (what & ROWS)
        begin_rows(equations);
    if (what & ENTRIES)
        csc_zero(equations->matrix);
    for (int i = 0; i < equations->n_order; i++) {
        const elem *element = equations->order[i];
        if (takes_part(equations, state, i)) {
            equations_evaluate(element, state, what, &out);
            equations_add(equations, element, (places){row, element->slot}, &out, what);
        } else {
            add_inactive(equations, state, element, element->slot, what);
        }
        row += element->n;
    }
}

static double clock_now(const equations *equations)
{
    struct timespec now = {0};
    if (equations->seconds)
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void take_time(const equations *equations, double since, double *to)
{
    if (equations->seconds)
        *to += clock_now(equations) - since;
}

static void note_matrix(equations *equations, const state *state)
{
    equations->thin = state->now == PHASE_DERIVATIVES ? state->dvalue : 0.0;
}

void equations_residual(equations *equations, const state *state)
{
    const double begin = clock_now(equations);
    sum_elements(equations, state, ROWS);
    end_rows(equations, state);
    equations->y = state->y;
    equations->is_fresh = false;
    take_time(equations, begin, equations->seconds ? &equations->seconds->residual : NULL);
}

const elem *equations_find_not_finite(equations *equations, const state *state, int *row, double *what)
{
    local out = {.r = equations->local_r, .J = equations->local_J};
    const elem *found = NULL;
    for (int i = 0; i < equations->n_order && !found; i++) {
        const elem *element = equations->order[i];
        if (!elem_is_on(state, element))
            continue;
        equations_evaluate(element, state, ROWS, &out);
        for (int k = element->n - 1; k >= 0; k--)
            if (element->row[k] >= 0 && !isfinite(out.r[k])) {
                found = element;
                *row = element->row[k];
                *what = out.r[k];
            }
        memset(out.r, 0, (size_t)element->n * sizeof *out.r);
    }
    return found;
}

const elem *equations_find_largest(equations *equations, const state *state, int row, double *what)
{
    local out = {.r = equations->local_r, .J = equations->local_J};
    const elem *found = NULL;
    *what = 0.0;
    for (int i = 0; i < equations->n_order; i++) {
        const elem *element = equations->order[i];
        double sum = 0.0;
        if (!elem_is_on(state, element))
            continue;
        equations_evaluate(element, state, ROWS, &out);
        for (int k = 0; k < element->n; k++)
            sum += element->row[k] == row ? out.r[k] : 0.0;
        memset(out.r, 0, (size_t)element->n * sizeof *out.r);
        if (fabs(sum) > fabs(*what)) {
            found = element;
            *what = sum;
        }
    }
    return found;
}

void equations_probe(equations *equations, const state *state, const elem *element)
{
    local out = {.r = equations->local_r, .J = equations->local_J};
    equations_evaluate(element, state, ROWS, &out);
    memset(out.r, 0, (size_t)element->n * sizeof *out.r);
}

void equations_jacobian(equations *equations, const state *state)
{
    const double begin = clock_now(equations);
    sum_elements(equations, state, ENTRIES);
    divide_entries(equations, 1 / state->dvalue);
    note_matrix(equations, state);
    equations->is_fresh = false;
    take_time(equations, begin, equations->seconds ? &equations->seconds->jacobian : NULL);
}

void equations_eval(equations *equations, const state *state)
{
    const double begin = clock_now(equations);
    sum_elements(equations, state, ROWS | ENTRIES);
    end_rows(equations, state);
    equations->y = state->y;
    divide_entries(equations, 1 / state->dvalue);
    note_matrix(equations, state);
    equations->is_fresh = true;
    take_time(equations, begin, equations->seconds ? &equations->seconds->jacobian : NULL);
}

static void add_product(const equations *equations, const elem *element, const double *J, const double *v,
                        double *product)
{
    for (int i = 0; i < element->n; i++)
        for (int j = 0; element->row[i] >= 0 && j < element->n; j++)
            if (element->column[j] >= 0)
                product[element->row[i]] += J[(ptrdiff_t)i * element->ld + j] * v[element->column[j]];
    memset(equations->local_r, 0, (size_t)element->n * sizeof *equations->local_r);
}

void equations_product(equations *equations, const state *state, const double *values, double *product)
{
    local out = {.r = equations->local_r, .J = equations->local_J};
    memset(product, 0, (size_t)equations->model->n_unknowns * sizeof *product);
    for (int i = 0; i < equations->n_order; i++) {
        const elem *element = equations->order[i];
        for (int k = 0; !takes_part(equations, state, i) && k < element->n_internal; k++)
            product[element->internal + k] += inactive_derivative(state, element, k) * values[element->internal + k];
        if (!takes_part(equations, state, i))
            continue;
        out.ld = element->ld;
        bulk_clear(out.J, (size_t)element->n * (size_t)element->ld * sizeof *out.J);
        element->type->eval(element->ld, state, element, &out);
        add_product(equations, element, out.J, values, product);
    }
    divide_rows(equations, product, 1 / state->dvalue);
}

/* --- the linear solution ------------------------------------------------------------------------------------------ */

static linear_status factor_thin(equations *equations, int *column)
{
    equations->workspace =
        equations->workspace ? equations->workspace : thin_create(equations->model, equations->matrix);
    equations->by_thin = equations->workspace;
    return linear_factor(equations->solver,
                         thin_scaled(equations->workspace, equations->model, equations->thin, equations->matrix),
                         column);
}

linear_status equations_factor(equations *equations, int *column)
{
    const double begin = clock_now(equations);
    equations->by_thin = NULL;
    if (equations->regions) {
        const linear_status divided = divided_factor(equations->divided);
        take_time(equations, begin, equations->seconds ? &equations->seconds->solution : NULL);
        if (divided != LINEAR_SINGULAR || !join(equations))
            return divided;
    }
    linear_status status = linear_factor(equations->solver, equations->matrix, column);
    if (status == LINEAR_SINGULAR && equations->thin > 0)
        status = factor_thin(equations, column);
    take_time(equations, begin, equations->seconds ? &equations->seconds->solution : NULL);
    return status;
}

static void apply(const equations *equations, void (*with)(linear *solver, double *b), double *b)
{
    for (int i = 0; equations->by_thin && i < equations->model->n_unknowns; i++)
        b[i] *= equations->by_thin->row[i];
    with(equations->solver, b);
    for (int i = 0; equations->by_thin && i < equations->model->n_unknowns; i++)
        b[i] *= equations->by_thin->column[i];
}

void equations_apply_inverse(const equations *equations, double *b)
{
    if (equations->divided)
        divided_solve(equations->divided, b);
    else
        apply(equations, linear_solve, b);
}

void equations_precondition(const equations *equations, double *b)
{
    if (equations->divided)
        divided_solve(equations->divided, b);
    else
        apply(equations, linear_precondition, b);
}

void equations_solve(equations *equations)
{
    for (int i = 0; i < equations->model->n_unknowns; i++)
        equations->d[i] = -equations->r[i];
    const double begin = clock_now(equations);
    equations_apply_inverse(equations, equations->d);
    if (!equations->by_thin && equations->solver)
        linear_release(equations->solver, equations->y, equations->d);
    take_time(equations, begin, equations->seconds ? &equations->seconds->solution : NULL);
}

void equations_multiply(const equations *equations, const double *values, double *product)
{
    csc_multiply(equations->matrix, values, product);
    equations_sum(equations, product);
}

void equations_sum(const equations *equations, double *values)
{
    if (equations->regions)
        row_sums_add(equations->regions->sums, values, 0.0, NULL);
}

linear_products equations_products(const equations *equations)
{
    return equations->divided ? divided_products(equations->divided) : linear_products_now(equations->solver);
}

bool equations_serialize(archive *ar, equations *equations)
{
    archive_int(ar, &equations->expected);
    return linear_serialize(ar, equations->solver);
}
