/* multifrontal_plan.c - how the multifrontal solver factors and solves systems with one set of pivots.
 *
 *     rows are scaled by powers of two, max_j |s_i a_ij| in [1/2, 1); entries that are not used are left out;
 *     singletons, and the core: pivots by Markowitz's rule, or of minimum degree where that fills less; parts, fronts;
 *     parts of one class go in groups of LANES; a class of one part goes alone;
 *     an entry of the core belongs to the step of its row or column that is eliminated first. */
#include "linalg/multifrontal/multifrontal_plan.h"
#include "linalg/multifrontal/minimum_degree.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

static const double NEGLIGIBLE = 1e-12, MUCH = 20.0, MORE = 2.0;

/* The core as a matrix of its own. */
typedef struct {
    csc matrix;
    int *origin; /* entry of the whole matrix */
} core;

/* Where a part went. */
typedef struct {
    int group, lane;
} seat;

typedef struct {
    const csc *a;
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

static void copy_list_create(copy_list *l, int n, arena *memory)
{
    *l = (copy_list){n, arena_integers(memory, n), multifrontal_plan_numbers(memory, (size_t)n)};
}

/* --- scaling, singletons, core ------------------------------------------------------------------------------------ */

/* Largest entries of rows and columns. */
typedef struct {
    double *row, *column;
} largest;

static largest find_largest(const csc *a, arena *memory)
{
    const largest l = {multifrontal_plan_numbers(memory, (size_t)a->n),
                       multifrontal_plan_numbers(memory, (size_t)a->n)};
    for (int j = 0; j < a->n; j++)
        for (int e = a->start[j]; e < a->start[j + 1]; e++) {
            const double size = fabs(a->value[e]);
            double *row = &l.row[a->row[e]];
            *row = size > *row ? size : *row;
            l.column[j] = size > l.column[j] ? size : l.column[j];
        }
    return l;
}

static void scale_rows(planning *p, const largest *l)
{
    p->plan->row_scale = multifrontal_plan_numbers(p->plan->memory, (size_t)p->a->n);
    for (int i = 0; i < p->a->n; i++) {
        int exponent = 0;
        frexp(l->row[i], &exponent);
        p->plan->row_scale[i] = ldexp(1.0, -exponent);
    }
}

/* What is not used must stay negligible beside the largest of its row and of its column; it need not stay zero, for
 * assembled zeros are often the rounding errors of sums. */
static void limit_entries(planning *p, const largest *l)
{
    const csc *a = p->a;
    p->plan->most = multifrontal_plan_numbers(p->plan->memory, (size_t)csc_entries(a));
    for (int j = 0; j < a->n; j++)
        for (int e = a->start[j]; e < a->start[j + 1]; e++) {
            const double row = l->row[a->row[e]], most = NEGLIGIBLE * (row < l->column[j] ? row : l->column[j]);
            p->plan->most[e] = p->used[e] ? DBL_MAX : most;
        }
}

static void copy_entry(const planning *p, copy_list *l, int i, int entry)
{
    l->source[i] = entry;
    l->scale[i] = p->plan->row_scale[p->a->row[entry]];
}

static int find_entry(const csc *a, int row, int column)
{
    int e = a->start[column];
    while (a->row[e] != row)
        e++;
    return e;
}

static void triangle_allocate(planning *p, triangle *t, int n, const int *row, const int *column, int n_entries)
{
    arena *memory = p->plan->memory;
    t->n = n;
    t->row = row;
    t->column = column;
    t->start = arena_integers(memory, n);
    t->other = arena_integers(memory, n_entries);
    t->inverse = multifrontal_plan_numbers(memory, (size_t)n);
    t->value = multifrontal_plan_numbers(memory, (size_t)n_entries);
    copy_list_create(&t->pivots, n, memory);
    copy_list_create(&t->entries, n_entries, memory);
    for (int k = 0; k < n; k++)
        copy_entry(p, &t->pivots, k, find_entry(p->a, row[k], column[k]));
}

/* The columns of the unknowns that are solved first. */
static void create_first(planning *p)
{
    const csc *a = p->a;
    const singletons *s = p->singles;
    int n_entries = 0;
    for (int k = 0; k < s->n_first; k++)
        n_entries += a->start[s->first_column[k] + 1] - a->start[s->first_column[k]];
    triangle *t = &p->plan->first;
    triangle_allocate(p, t, s->n_first, s->first_row, s->first_column, n_entries);
    int to = 0;
    for (int k = 0; k < t->n; k++) {
        for (int e = a->start[t->column[k]]; e < a->start[t->column[k] + 1]; e++) {
            if (!p->used[e] || a->row[e] == t->row[k])
                continue;
            copy_entry(p, &t->entries, to, e);
            t->other[to++] = a->row[e];
        }
        t->start[k + 1] = to;
    }
    t->entries.n = to;
}

/* The rows of the unknowns that are solved last, without the columns solved first. */
static void create_last(planning *p)
{
    const csc *a = p->a;
    const singletons *s = p->singles;
    int *place = arena_integers(p->scratch, a->n), *skip = arena_integers(p->scratch, a->n);
    for (int k = 0; k < s->n_last; k++)
        place[s->last_row[k]] = k + 1;
    for (int k = 0; k < s->n_first; k++)
        skip[s->first_column[k]] = 1;
    int *start = arena_integers(p->scratch, s->n_last + 1), n_entries = 0;
    for (int j = 0; j < a->n; j++)
        for (int e = a->start[j]; e < a->start[j + 1] && !skip[j]; e++) {
            const int k = p->used[e] ? place[a->row[e]] : 0;
            if (k > 0 && s->last_column[k - 1] != j) {
                start[k]++;
                n_entries++;
            }
        }
    triangle *t = &p->plan->last;
    triangle_allocate(p, t, s->n_last, s->last_row, s->last_column, n_entries);
    for (int k = 0; k < t->n; k++)
        t->start[k + 1] = start[k + 1] += start[k];
    for (int j = a->n - 1; j >= 0; j--)
        for (int e = a->start[j]; e < a->start[j + 1] && !skip[j]; e++) {
            const int k = p->used[e] ? place[a->row[e]] : 0;
            if (k > 0 && s->last_column[k - 1] != j) {
                copy_entry(p, &t->entries, --start[k], e);
                t->other[start[k]] = j;
            }
        }
}

static void create_core(planning *p)
{
    const csc *a = p->a;
    const singletons *s = p->singles;
    csc *m = &p->core.matrix;
    m->n = s->n_core;
    m->start = arena_integers(p->scratch, m->n);
    m->row = arena_integers(p->scratch, csc_entries(a));
    m->value = multifrontal_plan_numbers(p->scratch, (size_t)csc_entries(a));
    p->core.origin = arena_integers(p->scratch, csc_entries(a));
    int to = 0;
    for (int c = 0; c < m->n; c++) {
        const int j = s->core_column[c];
        for (int e = a->start[j]; e < a->start[j + 1]; e++) {
            const int i = a->row[e];
            if (!p->used[e] || s->row_core[i] < 0)
                continue;
            m->row[to] = s->row_core[i];
            m->value[to] = a->value[e] * p->plan->row_scale[i];
            p->core.origin[to++] = e;
        }
        m->start[c + 1] = to;
    }
}

/* --- groups of equal parts ---------------------------------------------------------------------------------------- */

static void create_group(planning *p, lane_group *g, const lane_program *program)
{
    arena *memory = p->plan->memory;
    const int stride = program->stride;
    *g = (lane_group){.program = program,
                      .wide = stride > 1,
                      .a = multifrontal_plan_numbers(memory, (size_t)program->n_entries * (size_t)stride),
                      .x = multifrontal_plan_numbers(memory, (size_t)(program->n + program->n_rest) * (size_t)stride),
                      .row = arena_integers(memory, program->n * stride),
                      .column = arena_integers(memory, program->n * stride),
                      .rest = arena_integers(memory, program->n_rest * stride),
                      .rest_to = arena_integers(memory, program->n_rest * stride),
                      .passed = arena_integers(memory, program->n_passed * stride)};
    copy_list_create(&g->load, (program->given_end - program->given_begin) * stride, memory);
}

/* Seats the parts of each class in groups, one after the other. */
static void create_groups(planning *p)
{
    multifrontal_plan *plan = p->plan;
    const parts *all = p->parts;
    const lane_program **program = ARENA_ARRAY(p->scratch, const lane_program *, all->n_classes + 1);
    int *open = arena_integers(p->scratch, all->n_classes), *seated = arena_integers(p->scratch, all->n_classes);
    for (int c = 0; c < all->n_classes; c++)
        program[c] = lane_program_create(all->pattern[c], all->class_size[c] == 1 ? 1 : LANES, plan->memory);
    plan->group = ARENA_ARRAY(plan->memory, lane_group, all->n + 1);
    p->seat = ARENA_ARRAY(p->scratch, seat, all->n + 1);
    for (int i = 0; i < all->n; i++) {
        const int c = all->class_of[i], lane = seated[c]++ % program[c]->stride;
        if (lane == 0) {
            open[c] = plan->n_groups;
            create_group(p, &plan->group[plan->n_groups++], program[c]);
        }
        p->seat[i] = (seat){open[c], lane};
    }
}

/* An entry of a part, in numbers of steps. */
static void load_group_entry(planning *p, int entry, int row, int column)
{
    const int part = p->parts->part_of[row < column ? row : column];
    lane_group *g = &p->plan->group[p->seat[part].group];
    const lane_program *l = g->program;
    const int place = lane_program_place(l, parts_number(p->parts, part, row), parts_number(p->parts, part, column));
    copy_entry(p, &g->load, (place - l->given_begin) * l->stride + p->seat[part].lane, entry);
}

/* Rows and columns of a part in its lane, and where its rest and what it passes on go. */
static void connect_part(planning *p, int part)
{
    const seat at = p->seat[part];
    lane_group *g = &p->plan->group[at.group];
    const lane_program *l = g->program;
    const fronts *f = p->plan->fronts;
    const int *steps = step_list(&p->parts->steps, part), *rest = step_list(&p->parts->rest, part);
    for (int k = 0; k < l->n; k++) {
        g->row[k * l->stride + at.lane] = p->singles->core_row[p->steps->row[steps[k]]];
        g->column[k * l->stride + at.lane] = p->singles->core_column[p->steps->column[steps[k]]];
    }
    for (int i = 0; i < l->n_rest; i++)
        g->rest[i * l->stride + at.lane] = g->rest_to[i * l->stride + at.lane] = p->tree->dense[rest[i]];
    for (int i = 0; i < l->n_passed; i++) {
        const int row = p->tree->dense[rest[l->passed_row[i]]], column = p->tree->dense[rest[l->passed_column[i]]];
        g->passed[i * l->stride + at.lane] = (int)fronts_place(f, row, column);
    }
}

/* A lane without a part repeats the one before it, but what comes of it goes nowhere. */
static void repeat_lane(const multifrontal_plan *plan, lane_group *g, int lane)
{
    const lane_program *l = g->program;
    for (int i = lane; i < g->load.n; i += LANES) {
        g->load.source[i] = g->load.source[i - 1];
        g->load.scale[i] = g->load.scale[i - 1];
    }
    for (int i = lane; i < l->n * LANES; i += LANES) {
        g->row[i] = g->row[i - 1];
        g->column[i] = g->column[i - 1];
    }
    for (int i = lane; i < l->n_rest * LANES; i += LANES) {
        g->rest[i] = g->rest[i - 1];
        g->rest_to[i] = plan->fronts->n_steps + LANES;
    }
    for (int i = lane; i < l->n_passed * LANES; i += LANES)
        g->passed[i] = (int)plan->fronts->n_entries;
}

static void connect_groups(planning *p)
{
    int *n_lanes = arena_integers(p->scratch, p->plan->n_groups);
    for (int i = 0; i < p->parts->n; i++) {
        connect_part(p, i);
        n_lanes[p->seat[i].group]++;
    }
    for (int i = 0; i < p->plan->n_groups; i++)
        for (int lane = n_lanes[i]; p->plan->group[i].wide && lane < LANES; lane++)
            repeat_lane(p->plan, &p->plan->group[i], lane);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static void create_fronts(planning *p)
{
    multifrontal_plan *plan = p->plan;
    p->tree = front_tree_create(p->steps, p->parts->part_of, p->scratch);
    plan->fronts = fronts_create(p->tree, plan->memory);
    const int n = p->tree->n;
    plan->row = arena_integers(plan->memory, n);
    plan->column = arena_integers(plan->memory, n);
    plan->x = multifrontal_plan_numbers(plan->memory, (size_t)n + LANES + 1);
    for (int d = 0; d < n; d++) {
        plan->row[d] = p->singles->core_row[p->steps->row[p->tree->step[d]]];
        plan->column[d] = p->singles->core_column[p->steps->column[p->tree->step[d]]];
    }
}

static void load_core(planning *p)
{
    multifrontal_plan *plan = p->plan;
    const csc *m = &p->core.matrix;
    copy_list_create(&plan->load, csc_entries(m), plan->memory);
    plan->load_to = arena_integers(plan->memory, csc_entries(m));
    int n = 0;
    for (int c = 0; c < m->n; c++)
        for (int e = m->start[c]; e < m->start[c + 1]; e++) {
            const int row = p->steps->row_step[m->row[e]], column = p->steps->column_step[c];
            if (p->parts->part_of[row < column ? row : column] >= 0) {
                load_group_entry(p, p->core.origin[e], row, column);
                continue;
            }
            const int *dense = p->tree->dense;
            copy_entry(p, &plan->load, n, p->core.origin[e]);
            plan->load_to[n++] = (int)fronts_place(plan->fronts, dense[row], dense[column]);
        }
    plan->load.n = n;
}

static double reconsider(const csc *a) { return MORE * minimum_degree_products(a); }

/* Markowitz's rule looks one step ahead: where it fills much, minimum degree may do better. The pattern tells how many
 * products that takes at least; the search goes on to MORE times as many. */
static pivot_order *choose_order(const csc *a, double threshold, double leniency, int *column)
{
    pivot_rules rules = {threshold, leniency, MUCH * csc_entries(a), reconsider};
    pivot_order *order = pivot_order_choose(a, &rules, column);
    if (order || *column >= 0)
        return order;
    pivot_order *other = minimum_degree_order(a, threshold * leniency);
    rules.most_products = other ? pivot_order_products(other) : HUGE_VAL;
    order = rules.most_products > reconsider(a) ? pivot_order_choose(a, &rules, column) : NULL;
    if (order && other)
        pivot_order_destroy(other);
    return order ? order : other;
}

static bool multifrontal_plan_type_create(planning *p, double threshold, double leniency, int *column)
{
    multifrontal_plan *plan = p->plan;
    const largest l = find_largest(p->a, p->scratch);
    scale_rows(p, &l);
    limit_entries(p, &l);
    plan->y = multifrontal_plan_numbers(plan->memory, (size_t)p->a->n);
    p->singles = singletons_find(p->a, p->used, plan->memory);
    create_first(p);
    create_last(p);
    create_core(p);
    pivot_order *order = choose_order(&p->core.matrix, threshold, leniency, column);
    if (!order) {
        *column = p->singles->core_column[*column];
        return false;
    }
    p->steps = elimination_create(&p->core.matrix, order, p->scratch);
    pivot_order_destroy(order);
    p->parts = parts_choose(p->steps, p->scratch);
    create_groups(p);
    create_fronts(p);
    load_core(p);
    connect_groups(p);
    return true;
}

multifrontal_plan *multifrontal_plan_create(const csc *a, const bool *used, double threshold, double leniency,
                                            int *column)
{
    multifrontal_plan *plan = heap_resize(NULL, sizeof *plan);
    *plan = (multifrontal_plan){.memory = arena_create(), .n = a->n};
    planning p = {.a = a, .used = used, .plan = plan, .scratch = arena_create()};
    const bool possible = multifrontal_plan_type_create(&p, threshold, leniency, column);
    arena_destroy(p.scratch);
    if (possible)
        return plan;
    multifrontal_plan_destroy(plan);
    return NULL;
}

void multifrontal_plan_destroy(multifrontal_plan *p)
{
    if (!p)
        return;
    arena_destroy(p->memory);
    free(p);
}
