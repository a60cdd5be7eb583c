/* multifrontal_plan.c - how the multifrontal solver factors and solves systems with one set of pivots.
 *
 *     rows are scaled by powers of two, max_j |s_i a_ij| in [1/2, 1); unused entries are omitted;
 *     singletons, and the core: pivots by Markowitz's rule, or of minimum degree if that fills less; parts, fronts;
 *     parts of one class are processed in groups of LANES; a class of one part is processed alone;
 *     an entry of the core belongs to the step of its row or column that is eliminated first. */
#include "linalg/multifrontal/multifrontal_plan.h"
#include "linalg/multifrontal/minimum_degree.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double NEGLIGIBLE = 1e-12, MUCH = 20.0, MORE = 2.0;

/* The core as a separate matrix. */
typedef struct {
    csc matrix;
    int *origin; /* entry of the whole matrix */
} core;

/* The group and lane of a part. */
typedef struct {
    int group, lane;
} seat;

typedef struct {
    const csc *matrix;
    const bool *used;
    multifrontal_plan *plan;
    arena *scratch;
    singletons *singles;
    core core;
    elimination *steps;
    parts *parts;
    front_tree *tree;
    seat *seat; /* of each part */
} planning;

static double *multifrontal_plan_numbers(arena *memory, size_t n) { return ARENA_ARRAY(memory, double, n + 1); }

static void copy_list_create(copy_list *list, int n, arena *memory)
{
    *list = (copy_list){n, arena_integers(memory, n), multifrontal_plan_numbers(memory, (size_t)n)};
}

/* --- scaling, singletons, core ------------------------------------------------------------------------------------ */

/* Largest entries of rows and columns. */
typedef struct {
    double *row, *column;
} largest;

static largest find_largest(const csc *matrix, arena *memory)
{
    const largest largest = {multifrontal_plan_numbers(memory, (size_t)matrix->n),
                             multifrontal_plan_numbers(memory, (size_t)matrix->n)};
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++) {
            const double size = fabs(matrix->value[e]);
            double *row = &largest.row[matrix->row[e]];
            *row = size > *row ? size : *row;
            largest.column[j] = size > largest.column[j] ? size : largest.column[j];
        }
    return largest;
}

static void scale_rows(const planning *planning, const largest *largest)
{
    for (int i = 0; i < planning->matrix->n; i++) {
        int exponent = 0;
        frexp(largest->row[i], &exponent);
        planning->plan->row_scale[i] = ldexp(1.0, -exponent);
    }
}

static bool all_are_used(const planning *planning)
{
    const int n = csc_entries(planning->matrix);
    for (int e = 0; e < n; e++)
        if (!planning->used[e])
            return false;
    return true;
}

/* Unused entries must stay negligible relative to the largest of their row and of their column. They need not stay
 * zero, since assembled zeros are often the rounding errors of sums. */
static void limit_entries(const planning *planning, const largest *largest)
{
    const csc *matrix = planning->matrix;
    if (all_are_used(planning))
        return;
    if (!planning->plan->most)
        planning->plan->most = multifrontal_plan_numbers(planning->plan->memory, (size_t)csc_entries(matrix));
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++) {
            const double row = largest->row[matrix->row[e]],
                         most = NEGLIGIBLE * (row < largest->column[j] ? row : largest->column[j]);
            planning->plan->most[e] = planning->used[e] ? DBL_MAX : most;
        }
}

static void copy_entry(const planning *planning, copy_list *list, int i, int entry)
{
    list->source[i] = entry;
    list->scale[i] = planning->plan->row_scale[planning->matrix->row[entry]];
}

static int find_entry(const csc *matrix, int row, int column)
{
    int e = matrix->start[column];
    while (matrix->row[e] != row)
        e++;
    return e;
}

static void triangle_allocate(planning *planning, triangle *triangle, int n, const int *row, const int *column,
                              int n_entries)
{
    arena *memory = planning->plan->memory;
    triangle->n = n;
    triangle->row = row;
    triangle->column = column;
    triangle->start = arena_integers(memory, n);
    triangle->other = arena_integers(memory, n_entries);
    triangle->inverse = multifrontal_plan_numbers(memory, (size_t)n);
    triangle->value = multifrontal_plan_numbers(memory, (size_t)n_entries);
    copy_list_create(&triangle->pivots, n, memory);
    copy_list_create(&triangle->entries, n_entries, memory);
    for (int k = 0; k < n; k++)
        copy_entry(planning, &triangle->pivots, k, find_entry(planning->matrix, row[k], column[k]));
}

/* Creates the columns of the unknowns that are solved first. */
static void create_first(planning *planning)
{
    const csc *matrix = planning->matrix;
    const singletons *singletons = planning->singles;
    int n_entries = 0;
    for (int k = 0; k < singletons->n_first; k++)
        n_entries += matrix->start[singletons->first_column[k] + 1] - matrix->start[singletons->first_column[k]];
    triangle *triangle = &planning->plan->first;
    triangle_allocate(planning, triangle, singletons->n_first, singletons->first_row, singletons->first_column,
                      n_entries);
    int to = 0;
    for (int k = 0; k < triangle->n; k++) {
        for (int e = matrix->start[triangle->column[k]]; e < matrix->start[triangle->column[k] + 1]; e++) {
            if (!planning->used[e] || matrix->row[e] == triangle->row[k])
                continue;
            copy_entry(planning, &triangle->entries, to, e);
            triangle->other[to++] = matrix->row[e];
        }
        triangle->start[k + 1] = to;
    }
    triangle->entries.n = to;
}

/* Creates the rows of the unknowns that are solved last, without the columns solved first. */
static void create_last(planning *planning)
{
    const csc *matrix = planning->matrix;
    const singletons *singletons = planning->singles;
    int *position = arena_integers(planning->scratch, matrix->n), *skip = arena_integers(planning->scratch, matrix->n);
    for (int k = 0; k < singletons->n_last; k++)
        position[singletons->last_row[k]] = k + 1;
    for (int k = 0; k < singletons->n_first; k++)
        skip[singletons->first_column[k]] = 1;
    int *start = arena_integers(planning->scratch, singletons->n_last + 1), n_entries = 0;
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1] && !skip[j]; e++) {
            const int k = planning->used[e] ? position[matrix->row[e]] : 0;
            if (k > 0 && singletons->last_column[k - 1] != j) {
                start[k]++;
                n_entries++;
            }
        }
    triangle *triangle = &planning->plan->last;
    triangle_allocate(planning, triangle, singletons->n_last, singletons->last_row, singletons->last_column, n_entries);
    for (int k = 0; k < triangle->n; k++)
        triangle->start[k + 1] = start[k + 1] += start[k];
    for (int j = matrix->n - 1; j >= 0; j--)
        for (int e = matrix->start[j]; e < matrix->start[j + 1] && !skip[j]; e++) {
            const int k = planning->used[e] ? position[matrix->row[e]] : 0;
            if (k > 0 && singletons->last_column[k - 1] != j) {
                copy_entry(planning, &triangle->entries, --start[k], e);
                triangle->other[start[k]] = j;
            }
        }
}

static void create_core(planning *planning)
{
    const csc *a = planning->matrix;
    const singletons *singletons = planning->singles;
    csc *m = &planning->core.matrix;
    m->n = singletons->n_core;
    m->start = arena_integers(planning->scratch, m->n);
    m->row = arena_integers(planning->scratch, csc_entries(a));
    m->value = heap_reals((size_t)csc_entries(a));
    planning->core.origin = arena_integers(planning->scratch, csc_entries(a));
    int to = 0;
    for (int c = 0; c < m->n; c++) {
        const int j = singletons->core_column[c];
        for (int e = a->start[j]; e < a->start[j + 1]; e++) {
            const int i = a->row[e];
            if (!planning->used[e] || singletons->row_core[i] < 0)
                continue;
            m->row[to] = singletons->row_core[i];
            m->value[to] = a->value[e] * planning->plan->row_scale[i];
            planning->core.origin[to++] = e;
        }
        m->start[c + 1] = to;
    }
}

/* --- groups of equal parts ---------------------------------------------------------------------------------------- */

static void create_group(planning *planning, lane_group *group, const lane_program *program)
{
    arena *memory = planning->plan->memory;
    const int stride = program->stride;
    *group =
        (lane_group){.program = program,
                     .wide = stride > 1,
                     .a = multifrontal_plan_numbers(memory, (size_t)program->n_entries * (size_t)stride),
                     .x = multifrontal_plan_numbers(memory, (size_t)(program->n + program->n_rest) * (size_t)stride),
                     .row = arena_integers(memory, size_product(program->n, stride)),
                     .column = arena_integers(memory, size_product(program->n, stride)),
                     .rest = arena_integers(memory, size_product(program->n_rest, stride)),
                     .rest_to = arena_integers(memory, size_product(program->n_rest, stride)),
                     .passed = arena_integers(memory, size_product(program->n_passed, stride))};
    copy_list_create(&group->load, (program->given_end - program->given_begin) * stride, memory);
}

/* Assigns the parts of each class to groups, one after the other. */
static void create_groups(planning *planning)
{
    multifrontal_plan *plan = planning->plan;
    const parts *all = planning->parts;
    const lane_program **program = ARENA_ARRAY(planning->scratch, const lane_program *, all->n_classes + 1);
    int *open = arena_integers(planning->scratch, all->n_classes),
        *seated = arena_integers(planning->scratch, all->n_classes);
    for (int c = 0; c < all->n_classes; c++)
        program[c] = lane_program_create(all->pattern[c], all->class_size[c] == 1 ? 1 : LANES, plan->memory);
    plan->group = ARENA_ARRAY(plan->memory, lane_group, all->n + 1);
    planning->seat = ARENA_ARRAY(planning->scratch, seat, all->n + 1);
    for (int i = 0; i < all->n; i++) {
        const int c = all->class_of[i], lane = seated[c]++ % program[c]->stride;
        if (lane == 0) {
            open[c] = plan->n_groups;
            create_group(planning, &plan->group[plan->n_groups++], program[c]);
        }
        planning->seat[i] = (seat){open[c], lane};
    }
}

/* Loads an entry of a part, given by numbers of steps. */
static void load_group_entry(planning *planning, int entry, int row, int column)
{
    const int part = planning->parts->part_of[row < column ? row : column];
    lane_group *group = &planning->plan->group[planning->seat[part].group];
    const lane_program *program = group->program;
    const int position = lane_program_place(program, parts_number(planning->parts, part, row),
                                            parts_number(planning->parts, part, column));
    copy_entry(planning, &group->load, (position - program->given_begin) * program->stride + planning->seat[part].lane,
               entry);
}

/* Sets the rows and columns of a part in its lane, and the destinations of its rest and of what it passes on. */
static void connect_part(planning *planning, int part)
{
    const seat at = planning->seat[part];
    lane_group *group = &planning->plan->group[at.group];
    const lane_program *program = group->program;
    const fronts *fronts = planning->plan->fronts;
    const int *steps = step_list(&planning->parts->steps, part), *rest = step_list(&planning->parts->rest, part);
    for (int k = 0; k < program->n; k++) {
        group->row[k * program->stride + at.lane] = planning->singles->core_row[planning->steps->row[steps[k]]];
        group->column[k * program->stride + at.lane] =
            planning->singles->core_column[planning->steps->column[steps[k]]];
    }
    for (int i = 0; i < program->n_rest; i++)
        group->rest[i * program->stride + at.lane] = group->rest_to[i * program->stride + at.lane] =
            planning->tree->dense[rest[i]];
    for (int i = 0; i < program->n_passed; i++) {
        const int row = planning->tree->dense[rest[program->passed_row[i]]],
                  column = planning->tree->dense[rest[program->passed_column[i]]];
        group->passed[i * program->stride + at.lane] = (int)fronts_place(fronts, row, column);
    }
}

/* A lane without a part repeats the one before it, but its results are discarded. */
static void repeat_lane(const multifrontal_plan *plan, lane_group *group, int lane)
{
    const lane_program *program = group->program;
    for (int i = lane; i < group->load.n; i += LANES) {
        group->load.source[i] = group->load.source[i - 1];
        group->load.scale[i] = group->load.scale[i - 1];
    }
    for (int i = lane; i < program->n * LANES; i += LANES) {
        group->row[i] = group->row[i - 1];
        group->column[i] = group->column[i - 1];
    }
    for (int i = lane; i < program->n_rest * LANES; i += LANES) {
        group->rest[i] = group->rest[i - 1];
        group->rest_to[i] = plan->fronts->n_steps + LANES;
    }
    for (int i = lane; i < program->n_passed * LANES; i += LANES)
        group->passed[i] = (int)plan->fronts->n_entries;
}

static void connect_groups(planning *planning)
{
    int *n_lanes = arena_integers(planning->scratch, planning->plan->n_groups);
    for (int i = 0; i < planning->parts->n; i++) {
        connect_part(planning, i);
        n_lanes[planning->seat[i].group]++;
    }
    for (int i = 0; i < planning->plan->n_groups; i++)
        for (int lane = n_lanes[i]; planning->plan->group[i].wide && lane < LANES; lane++)
            repeat_lane(planning->plan, &planning->plan->group[i], lane);
}

/* --- the whole plan ----------------------------------------------------------------------------------------------- */

static void create_fronts(planning *planning)
{
    multifrontal_plan *plan = planning->plan;
    planning->tree = front_tree_create(planning->steps, planning->parts->part_of, planning->scratch);
    plan->fronts = fronts_create(planning->tree, plan->memory);
    const int n = planning->tree->n;
    plan->row = arena_integers(plan->memory, n);
    plan->column = arena_integers(plan->memory, n);
    plan->x = multifrontal_plan_numbers(plan->memory, (size_t)n + LANES + 1);
    for (int d = 0; d < n; d++) {
        plan->row[d] = planning->singles->core_row[planning->steps->row[planning->tree->step[d]]];
        plan->column[d] = planning->singles->core_column[planning->steps->column[planning->tree->step[d]]];
    }
}

/* The part that loads the entry of two steps; -1: a front does. */
static int part_of_entry(const planning *planning, int row, int column)
{
    return planning->parts->part_of[row < column ? row : column];
}

static int count_loaded_by_fronts(const planning *planning)
{
    const csc *matrix = &planning->core.matrix;
    int n = 0;
    for (int c = 0; c < matrix->n; c++)
        for (int e = matrix->start[c]; e < matrix->start[c + 1]; e++)
            n +=
                part_of_entry(planning, planning->steps->row_step[matrix->row[e]], planning->steps->column_step[c]) < 0;
    return n;
}

static void load_core(planning *planning)
{
    multifrontal_plan *plan = planning->plan;
    const csc *matrix = &planning->core.matrix;
    const int *dense = planning->tree->dense, n_fronts = count_loaded_by_fronts(planning);
    copy_list_create(&plan->load, n_fronts, plan->memory);
    plan->load_to = arena_integers(plan->memory, n_fronts);
    int n = 0;
    for (int c = 0; c < matrix->n; c++)
        for (int e = matrix->start[c]; e < matrix->start[c + 1]; e++) {
            const int row = planning->steps->row_step[matrix->row[e]], column = planning->steps->column_step[c];
            if (part_of_entry(planning, row, column) >= 0) {
                load_group_entry(planning, planning->core.origin[e], row, column);
                continue;
            }
            copy_entry(planning, &plan->load, n, planning->core.origin[e]);
            plan->load_to[n++] = (int)fronts_place(plan->fronts, dense[row], dense[column]);
        }
}

static double reconsider(const csc *matrix) { return MORE * minimum_degree_products(matrix); }

/* Markowitz's rule looks one step ahead: if it causes much fill, minimum degree may be better. The pattern determines
 * how many products the latter takes at least; the search continues up to MORE times as many. */
static pivot_order *choose_order(const csc *matrix, double threshold, double leniency, int *column)
{
    pivot_rules rules = {threshold, leniency, MUCH * csc_entries(matrix), reconsider};
    pivot_order *order = pivot_order_choose(matrix, &rules, column);
    if (order || *column >= 0)
        return order;
    pivot_order *other = minimum_degree_order(matrix, threshold * leniency);
    rules.most_products = other ? pivot_order_products(other) : HUGE_VAL;
    order = rules.most_products > reconsider(matrix) ? pivot_order_choose(matrix, &rules, column) : NULL;
    if (order && other)
        pivot_order_destroy(other);
    return order ? order : other;
}

static void count_products(multifrontal_plan *plan, const elimination *steps)
{
    plan->n_factors = plan->n;
    for (int k = 0; k < steps->n; k++) {
        const double lower = step_list_length(&steps->lower, k), upper = step_list_length(&steps->upper, k);
        plan->products += lower * upper;
        plan->n_factors += lower + upper;
    }
}

static void measure_entries(const planning *planning)
{
    const largest largest = find_largest(planning->matrix, planning->scratch);
    scale_rows(planning, &largest);
    limit_entries(planning, &largest);
}

static void note_choices(planning *planning, const pivot_order *order)
{
    plan_choices *choices = &planning->plan->choices;
    arena *memory = planning->plan->memory;
    const size_t n = (size_t)order->n, n_entries = (size_t)csc_entries(planning->matrix);
    *choices = (plan_choices){.used = ARENA_ARRAY(memory, bool, n_entries + 1),
                              .singles = planning->singles,
                              .row = arena_integers(memory, n),
                              .column = arena_integers(memory, n)};
    memcpy(choices->used, planning->used, n_entries * sizeof *choices->used);
    memcpy(choices->row, order->row, n * sizeof *choices->row);
    memcpy(choices->column, order->column, n * sizeof *choices->column);
}

static bool multifrontal_plan_type_create(planning *planning, double threshold, double leniency, int *column)
{
    multifrontal_plan *plan = planning->plan;
    plan->row_scale = multifrontal_plan_numbers(plan->memory, (size_t)planning->matrix->n);
    plan->y = multifrontal_plan_numbers(plan->memory, (size_t)planning->matrix->n);
    measure_entries(planning);
    planning->singles = singletons_find(planning->matrix, planning->used, plan->memory);
    create_first(planning);
    create_last(planning);
    create_core(planning);
    pivot_order *order = choose_order(&planning->core.matrix, threshold, leniency, column);
    free(planning->core.matrix.value);
    if (!order) {
        *column = planning->singles->core_column[*column];
        return false;
    }
    planning->steps = elimination_create(&planning->core.matrix, order, planning->scratch);
    note_choices(planning, order);
    pivot_order_destroy(order);
    count_products(plan, planning->steps);
    planning->parts = parts_choose(planning->steps);
    create_groups(planning);
    create_fronts(planning);
    load_core(planning);
    connect_groups(planning);
    return true;
}

multifrontal_plan *multifrontal_plan_create(const csc *matrix, const bool *used, double threshold, double leniency,
                                            int *column)
{
    multifrontal_plan *plan = heap_resize(NULL, sizeof *plan);
    *plan = (multifrontal_plan){.memory = arena_create(), .n = matrix->n};
    planning planning = {.matrix = matrix, .used = used, .plan = plan, .scratch = arena_create()};
    const bool possible = multifrontal_plan_type_create(&planning, threshold, leniency, column);
    parts_destroy(planning.parts);
    arena_destroy(planning.scratch);
    if (possible)
        return plan;
    multifrontal_plan_destroy(plan);
    return NULL;
}

/* --- the same plan for other values ------------------------------------------------------------------------------- */

static bool are_equal(const int *a, const int *b, int n) { return memcmp(a, b, (size_t)n * sizeof *a) == 0; }

static bool singles_are_equal(const singletons *a, const singletons *b, int n)
{
    return a->n_first == b->n_first && a->n_last == b->n_last && are_equal(a->first_row, b->first_row, a->n_first) &&
           are_equal(a->first_column, b->first_column, a->n_first) && are_equal(a->last_row, b->last_row, a->n_last) &&
           are_equal(a->last_column, b->last_column, a->n_last) && are_equal(a->row_core, b->row_core, n) &&
           are_equal(a->column_core, b->column_core, n);
}

/* Places without an entry of the matrix have the scale 0. */
static void rescale(const planning *planning, const copy_list *list)
{
    for (int i = 0; i < list->n; i++)
        if (list->scale[i] != 0.0)
            list->scale[i] = planning->plan->row_scale[planning->matrix->row[list->source[i]]];
}

static bool has_same_pivots(planning *planning, double threshold, double leniency)
{
    const plan_choices *choices = &planning->plan->choices;
    int column;
    planning->singles = singletons_find(planning->matrix, planning->used, planning->scratch);
    if (!singles_are_equal(planning->singles, choices->singles, planning->matrix->n))
        return false;
    create_core(planning);
    pivot_order *order = choose_order(&planning->core.matrix, threshold, leniency, &column);
    free(planning->core.matrix.value);
    if (!order)
        return false;
    const bool same =
        are_equal(order->row, choices->row, order->n) && are_equal(order->column, choices->column, order->n);
    pivot_order_destroy(order);
    return same;
}

bool multifrontal_plan_adapt(multifrontal_plan *plan, const csc *matrix, const bool *used, double threshold,
                             double leniency)
{
    if (memcmp(plan->choices.used, used, (size_t)csc_entries(matrix) * sizeof *used) != 0)
        return false;
    planning planning = {.matrix = matrix, .used = used, .plan = plan, .scratch = arena_create()};
    measure_entries(&planning);
    const bool same = has_same_pivots(&planning, threshold, leniency);
    arena_destroy(planning.scratch);
    if (!same)
        return false;
    rescale(&planning, &plan->first.pivots);
    rescale(&planning, &plan->first.entries);
    rescale(&planning, &plan->last.pivots);
    rescale(&planning, &plan->last.entries);
    rescale(&planning, &plan->load);
    for (int i = 0; i < plan->n_groups; i++)
        rescale(&planning, &plan->group[i].load);
    return true;
}

void multifrontal_plan_destroy(multifrontal_plan *plan)
{
    if (!plan)
        return;
    arena_destroy(plan->memory);
    free(plan);
}
