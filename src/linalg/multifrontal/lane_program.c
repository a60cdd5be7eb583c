/* lane_program.c - the elimination of a small part as a list of operations.
 *
 *     u_kj = a_kj - sum_m l_km u_mj        1 / u_kk       l_ik = (a_ik - sum_m l_im u_mk) / u_kk
 *     passed on: -sum_m l_im u_mj for i, j in the rest
 *     forward: x_k -= sum l_km x_m          backward: x_k = (x_k - sum u_kj x_j) / u_kk
 *
 * Every number is computed once, with all its terms. Its level is one above the highest level of its operands; within a
 * level the order is arbitrary, so equal operations with equal numbers of terms are grouped and executed as one
 * loop. */
#include "linalg/multifrontal/lane_program.h"
#include "base/array.h"
#include <stdlib.h>

/* --- targets and their order -------------------------------------------------------------------------------------- */

typedef struct {
    int next; /* next pair of the same target; -1 at the end */
    int a, x;
} pair;

typedef struct {
    lane_operation operation;
    int index, factor;
    int first_pair, last_pair, n_pairs;
    int level;
} target;

typedef struct {
    ARRAY(target) targets;
    ARRAY(pair) pairs;
} builder;

static int add_target(builder *builder, lane_operation operation, int to, int by)
{
    array_push(&builder->targets, ((target){.operation = operation, .index = to, .factor = by, .first_pair = -1}));
    return builder->targets.n - 1;
}

static void add_pair(builder *builder, int of, int a, int x)
{
    target *target = &builder->targets.items[of];
    array_push(&builder->pairs, ((pair){.next = -1, .a = a, .x = x}));
    const int added = builder->pairs.n - 1;
    if (target->n_pairs++ == 0)
        target->first_pair = added;
    else
        builder->pairs.items[target->last_pair].next = added;
    target->last_pair = added;
}

static int by_key(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Returns the indices of the targets in the order of the program: by level, operation, number of pairs, creation. */
static int *sort_targets(const builder *builder)
{
    enum { OPERATIONS = 8, PAIRS = 1 << 17, TARGETS = 1 << 24 };
    const int n = builder->targets.n;
    uint64_t *key = heap_resize(NULL, ((size_t)n + 1) * sizeof *key);
    for (int i = 0; i < n; i++) {
        const target *target = &builder->targets.items[i];
        const uint64_t pairs = target->n_pairs < PAIRS ? (uint64_t)target->n_pairs : PAIRS - 1;
        key[i] = (((uint64_t)target->level * OPERATIONS + target->operation) * PAIRS + pairs) * TARGETS + (uint64_t)i;
    }
    qsort(key, (size_t)n, sizeof *key, by_key);
    int *sorted = heap_resize(NULL, ((size_t)n + 1) * sizeof *sorted);
    for (int i = 0; i < n; i++)
        sorted[i] = (int)(key[i] % TARGETS);
    free(key);
    return sorted;
}

static bool go_together(const target *a, const target *b)
{
    return a->level == b->level && a->operation == b->operation && a->n_pairs == b->n_pairs;
}

static bool does_nothing(const target *target) { return target->operation == LANE_SUBTRACT && target->n_pairs == 0; }

static void emit_target(const builder *builder, const target *target, int stride, uint32_t **out)
{
    *(*out)++ = (uint32_t)(target->index * stride);
    if (target->factor >= 0)
        *(*out)++ = (uint32_t)(target->factor * stride);
    for (int e = target->first_pair; e >= 0; e = builder->pairs.items[e].next) {
        *(*out)++ = (uint32_t)(builder->pairs.items[e].a * stride);
        *(*out)++ = (uint32_t)(builder->pairs.items[e].x * stride);
    }
}

/* Returns the program of all targets, whose levels must be known. Empties the builder. */
static const uint32_t *emit(builder *builder, int stride, arena *memory)
{
    const int n = builder->targets.n;
    const target *targets = builder->targets.items;
    int *sorted = sort_targets(builder);
    uint32_t *program = ARENA_ARRAY(memory, uint32_t, size_product(5, n) + size_product(2, builder->pairs.n) + 3),
             *out = program;
    for (int i = 0, end; i < n; i = end) {
        const target *first = &targets[sorted[i]];
        for (end = i + 1; end < n && go_together(first, &targets[sorted[end]]);)
            end++;
        if (does_nothing(first))
            continue;
        *out++ = (uint32_t)LANE_CODE(first->operation, first->n_pairs < LANE_MANY ? first->n_pairs : LANE_MANY);
        *out++ = (uint32_t)(end - i);
        *out++ = (uint32_t)first->n_pairs;
        for (int k = i; k < end; k++)
            emit_target(builder, &targets[sorted[k]], stride, &out);
    }
    free(sorted);
    *out = LANE_END;
    array_free(&builder->targets);
    array_free(&builder->pairs);
    return program;
}

/* --- indices in a ------------------------------------------------------------------------------------------------- */

/* Assigns the next indices to the items of a list that are (not) given. */
static int place_items(int next, int n, const bool *is_given, bool given, int *position)
{
    for (int e = 0; e < n; e++)
        if (is_given[e] == given)
            position[e] = next++;
    return next;
}

static void place_entries(lane_program *program, const part_pattern *part_pattern, arena *memory)
{
    const int n_lower = part_pattern->lower.start[part_pattern->n],
              n_upper = part_pattern->upper.start[part_pattern->n];
    program->lower_place = arena_integers(memory, n_lower);
    program->upper_place = arena_integers(memory, n_upper);
    program->given_begin = place_items(0, n_lower, part_pattern->lower_is_given, false, program->lower_place);
    program->lower_end =
        place_items(program->given_begin, n_lower, part_pattern->lower_is_given, true, program->lower_place);
    program->pivot_begin = program->lower_end;
    program->given_end = place_items(program->pivot_begin + part_pattern->n, n_upper, part_pattern->upper_is_given,
                                     true, program->upper_place);
    program->passed_begin =
        place_items(program->given_end, n_upper, part_pattern->upper_is_given, false, program->upper_place);
}

int lane_program_place(const lane_program *program, int row, int column)
{
    if (row == column)
        return program->pivot_begin + row;
    if (row > column)
        return program->lower_place[program->lower.start[column] + step_list_find(&program->lower, column, row)];
    return program->upper_place[program->upper.start[row] + step_list_find(&program->upper, row, column)];
}

/* --- factorization ------------------------------------------------------------------------------------------------ */

/* Targets are created in the order of their indices in a, so that the index is also that of the target. */
static void add_entries(builder *builder, const lane_program *program, const part_pattern *part_pattern)
{
    for (int i = 0; i < program->passed_begin; i++)
        add_target(builder, i < program->given_end ? LANE_SUBTRACT : LANE_SET, i, -1);
    for (int k = 0; k < part_pattern->n; k++) {
        builder->targets.items[program->pivot_begin + k].operation = LANE_INVERT;
        for (int e = part_pattern->lower.start[k]; e < part_pattern->lower.start[k + 1]; e++) {
            target *target = &builder->targets.items[program->lower_place[e]];
            target->operation = part_pattern->lower_is_given[e] ? LANE_SUBTRACT_SCALE : LANE_SET_SCALE;
            target->factor = program->pivot_begin + k;
        }
    }
}

/* Returns the target of an entry; those passed on are created when first encountered. */
static int find_target(builder *builder, lane_program *program, int row, int column, int *passed)
{
    const int n = program->n;
    if (row < n || column < n)
        return lane_program_place(program, row, column);
    int *known = &passed[(row - n) * program->n_rest + column - n];
    if (*known == 0) {
        *known = add_target(builder, LANE_SET, builder->targets.n, -1);
        program->passed_row[program->n_passed] = row - n;
        program->passed_column[program->n_passed++] = column - n;
    }
    return *known;
}

static void add_products(builder *builder, lane_program *program, int *passed)
{
    for (int m = 0; m < program->n; m++)
        for (int i = program->lower.start[m]; i < program->lower.start[m + 1]; i++)
            for (int j = program->upper.start[m]; j < program->upper.start[m + 1]; j++) {
                const int to = find_target(builder, program, program->lower.step[i], program->upper.step[j], passed);
                add_pair(builder, to, program->lower_place[i], program->upper_place[j]);
            }
}

static void find_level(builder *builder, int position)
{
    target *target = &builder->targets.items[position];
    if (does_nothing(target))
        return;
    int highest = target->factor >= 0 ? builder->targets.items[target->factor].level : 0;
    for (int e = target->first_pair; e >= 0; e = builder->pairs.items[e].next) {
        const int one = builder->targets.items[builder->pairs.items[e].a].level,
                  other = builder->targets.items[builder->pairs.items[e].x].level;
        highest = one > highest ? one : highest;
        highest = other > highest ? other : highest;
    }
    target->level = highest + 1;
}

static void create_factor(lane_program *program, const part_pattern *part_pattern, arena *memory)
{
    builder builder = {0};
    arena *scratch = arena_create();
    int *passed = arena_integers(scratch, size_product(part_pattern->n_rest, part_pattern->n_rest));
    program->passed_row = arena_integers(memory, size_product(part_pattern->n_rest, part_pattern->n_rest));
    program->passed_column = arena_integers(memory, size_product(part_pattern->n_rest, part_pattern->n_rest));
    add_entries(&builder, program, part_pattern);
    add_products(&builder, program, passed);
    for (int k = 0; k < part_pattern->n; k++) {
        find_level(&builder, program->pivot_begin + k);
        for (int e = part_pattern->upper.start[k]; e < part_pattern->upper.start[k + 1]; e++)
            find_level(&builder, program->upper_place[e]);
        for (int e = part_pattern->lower.start[k]; e < part_pattern->lower.start[k + 1]; e++)
            find_level(&builder, program->lower_place[e]);
    }
    for (int i = program->passed_begin; i < builder.targets.n; i++)
        find_level(&builder, i);
    program->n_entries = builder.targets.n;
    program->factor = emit(&builder, program->stride, memory);
    arena_destroy(scratch);
}

/* --- solution ----------------------------------------------------------------------------------------------------- */

/* L x = b; the rest receives the values to be added to it. */
static const uint32_t *create_forward(const lane_program *program, arena *memory)
{
    builder builder = {0};
    for (int k = 0; k < program->n + program->n_rest; k++)
        add_target(&builder, k < program->n ? LANE_SUBTRACT : LANE_SET, k, -1);
    for (int k = 0; k < program->n; k++)
        for (int e = program->lower.start[k]; e < program->lower.start[k + 1]; e++) {
            target *target = &builder.targets.items[program->lower.step[e]];
            if (target->level <= builder.targets.items[k].level)
                target->level = builder.targets.items[k].level + 1;
            add_pair(&builder, program->lower.step[e], program->lower_place[e], k);
        }
    return emit(&builder, program->stride, memory);
}

/* U x = b, with the rest known. */
static const uint32_t *create_backward(const lane_program *program, arena *memory)
{
    builder builder = {0};
    for (int k = 0; k < program->n; k++)
        add_target(&builder, LANE_SUBTRACT_SCALE, k, program->pivot_begin + k);
    for (int k = program->n - 1; k >= 0; k--)
        for (int e = program->upper.start[k]; e < program->upper.start[k + 1]; e++) {
            const int j = program->upper.step[e];
            target *target = &builder.targets.items[k];
            if (j < program->n && target->level <= builder.targets.items[j].level)
                target->level = builder.targets.items[j].level + 1;
            add_pair(&builder, k, program->upper_place[e], j);
        }
    return emit(&builder, program->stride, memory);
}

static step_lists copy_lists(const step_lists *from, int n, arena *memory)
{
    return (step_lists){arena_copy(memory, from->start, ((size_t)n + 1) * sizeof(int)),
                        arena_copy(memory, from->step, (size_t)from->start[n] * sizeof(int))};
}

lane_program *lane_program_create(const part_pattern *part_pattern, int stride, arena *memory)
{
    lane_program *program = ARENA_NEW(memory, lane_program);
    *program = (lane_program){.n = part_pattern->n,
                              .n_rest = part_pattern->n_rest,
                              .lower = copy_lists(&part_pattern->lower, part_pattern->n, memory),
                              .upper = copy_lists(&part_pattern->upper, part_pattern->n, memory),
                              .stride = stride};
    place_entries(program, part_pattern, memory);
    create_factor(program, part_pattern, memory);
    program->forward = create_forward(program, memory);
    program->backward = create_backward(program, memory);
    return program;
}

/* U' y = x; the rest receives the values to be added to it. */
void lane_program_forward_transposed(const lane_program *program, const double *a, double *x)
{
    for (int lane = 0; lane < program->stride; lane++, a++, x++) {
        for (int i = program->n; i < program->n + program->n_rest; i++)
            x[i * program->stride] = 0.0;
        for (int k = 0; k < program->n; k++) {
            const double now = x[k * program->stride] *= a[(program->pivot_begin + k) * program->stride];
            for (int e = program->upper.start[k]; e < program->upper.start[k + 1]; e++)
                x[program->upper.step[e] * program->stride] -= a[program->upper_place[e] * program->stride] * now;
        }
    }
}

/* L' y = x, with the rest known. */
void lane_program_backward_transposed(const lane_program *program, const double *a, double *x)
{
    for (int lane = 0; lane < program->stride; lane++, a++, x++)
        for (int k = program->n - 1; k >= 0; k--)
            for (int e = program->lower.start[k]; e < program->lower.start[k + 1]; e++)
                x[k * program->stride] -=
                    a[program->lower_place[e] * program->stride] * x[program->lower.step[e] * program->stride];
}
