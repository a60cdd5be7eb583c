/* element_contract_test.c - what every row of the table of elements must keep, on random instances.
 *
 *     jacobian     equals the central difference of the residual, for three weights of value and rate, to 1e-6; also
 *                  where nodes have rotated since the prediction
 *     pattern      entries that the layout does not declare are zero
 *     residual     is the same with and without the Jacobian
 *     rate         equals the central difference of the internal rows in time
 *     columns      a row that has numbers names some of them, each once, with a description, and the same ones each
 *                  time
 *     memory       what an instance remembers begins with the same bytes each time; evaluating and output change none
 *                  of them, a step those of the instance alone; from a copy it goes on with the same rows, bit by bit
 *     drawing      every shape has vertices, at places that are finite when the nodes are, tied with weights whose sum
 *                  is 1; what arrows show is a column of the row
 *     reading      the sample line of element_lines.def is read, its private data have values then, and it is refused
 *                  with a message wherever it is cut short */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/element_world.h"
#include "model/first_value.h"

static world *W;
static world_state X;
enum { ROWS = 164, MOST = ROWS * ROWS };
static double R0[ROWS], R1[ROWS], R2[ROWS], J0[MOST];
static bool declared[MOST];

static void eval(const elem *element, int n, double *r, double *J)
{
    memset(r, 0, sizeof R0);
    if (J)
        memset(J, 0, sizeof J0);
    local out = {.r = r, .J = J, .ld = element->ld};
    element->type->eval(n, &X.state, element, &out);
}

static bool has_equations(const elem *element) { return element->type->eval && element->n > 0; }

/* --- jacobian, pattern, residual ---------------------------------------------------------------------------------- */

/* Derivatives of the rows along a column, from states that differ by h on both sides. */
static void derivatives_by_difference(const elem *element, int j, double h, double *derivative)
{
    const world_state serialize = X;
    const world_saved before = world_save(&X, element->column[j]);
    for (int side = 0; side < 2; side++) {
        world_move(W, &X, element->column[j], side == 0 ? h : -h);
        eval(element, 0, side == 0 ? R1 : R2, NULL);
        world_restore(&X, element->column[j], &before);
    }
    X.state = serialize.state;
    for (int i = 0; i < element->n; i++)
        derivative[i] = (R1[i] - R2[i]) / (2.0 * h);
}

static double error_of(const elem *element, int j, const double *derivative)
{
    double worst = 0.0, scale = 1.0;
    for (int i = 0; i < element->n; i++) {
        const double a = J0[i * element->ld + j];
        scale = fmax(scale, fabs(a));
        worst = fmax(worst, fabs(a - derivative[i]));
    }
    return worst / scale;
}

/* to = (times finer - coarse) / (times - 1) */
static void extrapolate(const elem *element, double times, const double *coarse, const double *finer, double *to)
{
    for (int i = 0; i < element->n; i++)
        to[i] = (times * finer[i] - coarse[i]) / (times - 1.0);
}

/* Differences extrapolated to h = 0, after Richardson, for rows that are strongly curved (a root near zero). */
static double extrapolated(const elem *element, int j, double h)
{
    double derivative[ROWS], half[ROWS], quarter[ROWS], first[ROWS], second[ROWS];
    derivatives_by_difference(element, j, h, derivative);
    derivatives_by_difference(element, j, h / 2, half);
    extrapolate(element, 4.0, derivative, half, first);
    if (error_of(element, j, first) <= 1e-6)
        return error_of(element, j, first);
    derivatives_by_difference(element, j, h / 4, quarter);
    extrapolate(element, 4.0, half, quarter, second);
    extrapolate(element, 16.0, first, second, first);
    return error_of(element, j, first);
}

/* Where rounding is magnified (axes of capsules that nearly meet) a wider step shows more; where a table of an airfoil
 * jumps nearby, a narrower one. */
static double difference(const elem *element, int j)
{
    static const double STEPS[] = {1e-5, 1e-4, 1e-6};
    double derivative[ROWS];
    derivatives_by_difference(element, j, STEPS[0], derivative);
    double error = error_of(element, j, derivative);
    for (int k = 0; k < 3 && !(error <= 1e-6); k++)
        error = fmin(error, extrapolated(element, j, STEPS[k]));
    return error;
}

static int check_jacobian(const elem *element)
{
    memset(declared, 0, sizeof declared);
    for (int k = 0; k < element->n_slots; k++)
        declared[element->source[k]] = true;
    for (int j = 0; j < element->n; j++) {
        if (element->column[j] < 0)
            continue;
        const double error = difference(element, j);
        if (!(error <= 1e-6)) {
            print_error("%s: column %d is off by %.2e (value %g, rate %g)\n", type_name(element->type), j, error,
                        X.state.dvalue, X.state.drate);
            return 1;
        }
        for (int i = 0; i < element->n; i++)
            if (J0[i * element->ld + j] != 0.0 && element->row[i] >= 0 && !declared[i * element->ld + j]) {
                print_error("%s: entry %d, %d is not declared\n", type_name(element->type), i, j);
                return 1;
            }
    }
    return 0;
}

static int check_residual(const elem *element)
{
    eval(element, 0, R1, NULL);
    for (int i = 0; i < element->n; i++)
        if (!(R1[i] == R0[i]) || !isfinite(R0[i])) {
            print_error("%s: row %d is %.17g without the Jacobian, %.17g with it\n", type_name(element->type), i, R1[i],
                        R0[i]);
            return 1;
        }
    return 0;
}

static int check_equations(const elem *element, unsigned long long seed)
{
    static const double WEIGHTS[][2] = {{0.3, 1.0}, {1.0, 0.0}, {0.0, 1.0}, {0.3, 1.0}};
    int failed = 0;
    for (int k = 0; k < 4 && !failed; k++) {
        world_random_state(W, &X, seed);
        X.state.dvalue = WEIGHTS[k][0], X.state.drate = WEIGHTS[k][1];
        if (k == 3)
            world_leave_prediction(W, &X, seed);
        eval(element, element->ld, R0, J0);
        failed = check_residual(element) || check_jacobian(element);
    }
    return failed;
}

/* Those with many columns have many entries each: fewer of them say as much. */
static int instances_of(int type) { return world_elem(W, type, 0)->n > 24 ? INSTANCES / 10 : INSTANCES; }

static void test_jacobians(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < elem_type_count; i++)
        for (int k = 0; k < instances_of(i); k++) {
            const elem *element = world_elem(W, i, k);
            if (has_equations(element) && check_equations(element, state_seed(i, k) + 7)) {
                failed++;
                break;
            }
        }
    assert_int_equal(failed, 0);
}

/* --- rate --------------------------------------------------------------------------------------------------------- */

static int check_rate(const elem *element)
{
    const double h = 1e-5, t = X.state.t;
    double rate[64] = {0};
    element->type->rate(&X.state, element, rate);
    X.state.t = t + h, eval(element, 0, R1, NULL);
    X.state.t = t - h, eval(element, 0, R2, NULL);
    X.state.t = t;
    const int first = element->n - element->n_internal;
    for (int k = 0; k < element->n_internal; k++) {
        const double d = (R1[first + k] - R2[first + k]) / (2.0 * h);
        if ((!element->kinds || element->kinds[k] <= INTERNAL_PLAIN_CONSTRAINT) &&
            !(fabs(d - rate[k]) <= 1e-6 * fmax(1.0, fabs(d)))) {
            print_error("%s: rate of own row %d is %g, by differences %g\n", type_name(element->type), k, rate[k], d);
            return 1;
        }
    }
    return 0;
}

static void test_rates(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < elem_type_count; i++)
        for (int k = 0; k < INSTANCES && elem_types[i]->rate; k++) {
            world_random_state(W, &X, state_seed(i, k) + 3);
            if (check_rate(world_elem(W, i, k))) {
                failed++;
                break;
            }
        }
    assert_int_equal(failed, 0);
}

/* --- columns ------------------------------------------------------------------------------------------------------ */

enum { MOST_COLUMNS = 256 };

typedef struct {
    char names[MOST_COLUMNS][48];
    int n, numbers;
    bool is_wrong;
} columns_received;

static void on_column(void *to, const named_column *column)
{
    columns_received *columns_received = to;
    for (int i = 0; i < columns_received->n; i++)
        columns_received->is_wrong |= strcmp(columns_received->names[i], column->name) == 0;
    columns_received->is_wrong |= !column->description || !*column->description ||
                                  (!column->count && column->n != 1 && column->n != 3 && column->n != 9);
    columns_received->numbers += column->n;
    assert_true(columns_received->n < MOST_COLUMNS);
    snprintf(columns_received->names[columns_received->n++], sizeof columns_received->names[0], "%s", column->name);
}

typedef void elem_row(const state *state, const elem *element, record *out);

static int check_columns(const elem *element, elem_row *row)
{
    columns_received received = {0};
    double values[9 * MOST_COLUMNS];
    column_set define = {.define = on_column, .context = &received},
               gather = {.value = values, .capacity = ARRAY_LEN(values)};
    record named = {.named = &define}, gathered = {.named = &gather};
    text words = {0};
    record plain = {.text = &words, .precision = 6};
    row(&X.state, element, &named);
    row(&X.state, element, &gathered);
    row(&X.state, element, &plain);
    const bool has_numbers = words.n > 0 && memchr(words.data, 'e', words.n);
    text_free(&words);
    if (!received.is_wrong && gather.n == received.numbers && (received.n > 0 || !has_numbers))
        return 0;
    print_error("%s: %d columns of %d numbers, %d gathered%s\n", type_name(element->type), received.n, received.numbers,
                gather.n, received.is_wrong ? ", a name twice or no description" : "");
    return 1;
}

static void test_columns(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < elem_type_count; i++)
        for (int k = 0; k < 10; k++) {
            const elem *element = world_elem(W, i, k);
            world_random_state(W, &X, state_seed(i, k) + 17);
            failed += element->type->output && check_columns(element, element->type->output);
            const elem_files files = elem_files_of(element->type);
            failed += files.second_row && check_columns(element, files.second_row);
        }
    assert_int_equal(failed, 0);
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

/* A step to a random state; the first is the initial one. */
static void make_step(const elem *element, memory_block *memory, unsigned long long seed, bool starts)
{
    world_random_state(W, &X, seed);
    if (starts)
        elem_start(&X.state, element, memory);
    elem_predict(&X.state, element, memory);
    elem_accept(&X.state, element, memory);
}

/* Residual with its Jacobian, output and private data at the state at hand. */
static void look(const elem *element, double *r, text *words)
{
    const elem_type *type = element->type;
    record row = {.text = words, .precision = 16};
    eval(element, element->ld, r, J0);
    if (type->rate)
        type->rate(&X.state, element, R2);
    if (type->output)
        type->output(&X.state, element, &row);
    if (type->files && type->files->second_row)
        type->files->second_row(&X.state, element, &row);
    for (const char *const *name = type->private_names; name && *name; name++) {
        const int index = elem_private_index(element, *name);
        if (index > 0)
            text_scientific(words, type->private_value(&X.state, element, index), 16);
    }
}

enum { STEPS = 3 };

typedef struct {
    double r[2 * STEPS][ROWS];
    text words;
} received;

/* Steps to random states: what it gives as each is predicted, and once it is accepted. */
static void go_on(const elem *element, memory_block *memory, unsigned long long seed, received *to)
{
    X.state.memory = memory;
    for (int k = 0; k < STEPS; k++) {
        world_random_state(W, &X, seed + (unsigned long long)k);
        elem_predict(&X.state, element, memory);
        look(element, to->r[2 * k], &to->words);
        elem_accept(&X.state, element, memory);
        look(element, to->r[2 * k + 1], &to->words);
    }
    X.state.memory = X.remembers;
}

static bool same_received(const received *a, const received *b)
{
    return memcmp(a->r, b->r, sizeof a->r) == 0 && a->words.n == b->words.n &&
           (a->words.n == 0 || memcmp(a->words.data, b->words.data, a->words.n) == 0);
}

/* Its part of one block in another one, at the same place. */
static void copy_part(memory_block *to, const memory_block *from, memory_range memory_range)
{
    if (memory_range.last > memory_range.from)
        memcpy((double *)to + memory_range.from, (const double *)from + memory_range.from,
               memory_bytes(memory_range.last - memory_range.from));
}

/* `begun` is the block as it begins, and so is `other`: X.remembers as well, and all are left like that. */
static const char *check_memory(const elem *element, memory_range internal, const memory_block *begun,
                                memory_block *other, unsigned long long seed)
{
    static received first, again;
    const memory_plan *plan = W->model->plan;
    memory_block *memory = X.remembers;
    const char *wrong = NULL;
    const elem_history history = elem_history_of(element->type);
    if ((history.start || history.predict || history.accept) && internal.from == internal.last)
        return "it has nothing to remember";
    for (int k = 0; k < STEPS; k++)
        make_step(element, memory, seed + (unsigned long long)k, k == 0);
    if (!same_outside(plan, begun, memory, internal))
        wrong = "a step changes what others remember";
    else if (!is_valid(plan, memory, internal))
        wrong = "what it remembers could not be loaded";
    copy_part(other, memory, internal);
    first.words.n = again.words.n = 0;
    look(element, first.r[0], &first.words);
    if (!wrong && (!same_numbers(memory, other, internal) || !same_outside(plan, begun, memory, internal)))
        wrong = "evaluating it changes what is remembered";
    first.words.n = 0;
    go_on(element, memory, seed + 50, &first);
    go_on(element, other, seed + 50, &again);
    if (!wrong && !same_received(&first, &again))
        wrong = "it goes on with other numbers from a copy";
    copy_part(memory, begun, wrong ? (memory_range){0, plan->size} : internal);
    copy_part(other, begun, internal);
    text_free(&first.words), text_free(&again.words);
    return wrong;
}

/* A driven element without another inside has nothing to do in a step, one without equations nothing to give. */
static void test_memory(void **unused)
{
    (void)unused;
    int failed = 0;
    const memory_plan *plan = W->model->plan;
    assert_true(begins_alike(plan));
    memory_block *begun = block_create(plan, 0x5a), *other = block_create(plan, 0xa5);
    for (int i = 0; i < elem_type_count; i++) {
        const elem_type *type = elem_types[i];
        for (int k = 0; k < 10 && has_equations(world_elem(W, i, k)); k++) {
            const char *wrong = check_memory(world_elem(W, i, k), W->internal[REFERRED + i * INSTANCES + k], begun,
                                             other, state_seed(i, k) + 23);
            if (wrong)
                print_error("%s: %s\n", type_name(type), wrong);
            failed += wrong != NULL;
        }
    }
    free(begun), free(other);
    assert_int_equal(failed, 0);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const char *card, *keyword, *arguments;
} line;

static const line LINES[] = {
#define LINE(card, keyword, arguments) {card, keyword, arguments},
#include "contract/element_lines.def"
#undef LINE
};

static const line *line_of(const elem_type *type)
{
    for (int i = 0; i < ARRAY_LEN(LINES); i++)
        if (type_named(LINES[i].card, LINES[i].keyword) == type)
            return &LINES[i];
    return NULL;
}

/* Private data have a value while the deck is read: nothing that a later card or the freeze provides is needed. */
static void ask_for_data(model *model)
{
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        const char *const *names = element->type->private_value ? elem_private_names(element) : NULL;
        for (int k = 0; names && names[k]; k++) {
            const int index = elem_private_index(element, names[k]);
            if (index > 0)
                assert_false(isnan(elem_first_value(model, element, index)));
        }
    }
}

/* True when the line was read without an error. */
static bool is_read(const char *text_of_line, char *message, size_t size)
{
    world *world = world_create();
    char deck[2048];
    const int length =
        snprintf(deck, sizeof deck,
                 "scalar function: \"mu\", const, 0.3;"
                 "joint: 1, total equation, 1, 2, position constraint, active, active, active, null;"
                 "beam3: 1, 1, null, 2, null, 3, null, eye, linear elastic generic, eye, same, same;"
                 "beam2: 2, 1, null, 2, null, eye, linear elastic generic, eye;"
                 "joint: 1003, clamp, 3, node, node;"
                 "user defined: 901, load increment normalization, 0.1; body: 901, 1, 1., null, eye;"
                 "%s %s %s;",
                 strncmp(text_of_line, "air", 3) == 0 ? "" : "air properties: 1., 1., null;",
                 strncmp(text_of_line, "joint:", 6) == 0 ? ""
                                                         : "joint: 1001, spherical hinge, 1, 2;"
                                                           "joint: 1004, modal, clamped, 1, from file, \"" TEST_FOLDER
                                                           "/contract/modal.fem\", 0;",
                 text_of_line);
    const int before = diag_errors(world->errors);
    reader_open_text(world->in, "line", deck, (size_t)length);
    while (reader_card(world->in)) {
        if (model_read_card(world->model, world->in))
            continue;
        model_read_element(world->model, world->in, elem_card_find(reader_card_text(world->in)));
        reader_card_end(world->in);
    }
    diag_flush(world->errors);
    const bool ok = diag_errors(world->errors) == before;
    if (ok)
        ask_for_data(world->model);
    snprintf(message, size, "%s", world->message);
    world_destroy(world);
    return ok;
}

static void put_line(const elem_type *type, const line *line, char *out, size_t size)
{
    const bool is_single = type->card->class->flags & CLASS_IS_SINGLE;
    const char *label = is_single ? "" : type->companion ? "1, " : "1001, ";
    snprintf(out, size, "%s: %s%s%s%s", type->card->name, label, type->keyword ? type->keyword : "",
             type->keyword && *line->arguments ? ", " : "", line->arguments);
}

static int check_line(const elem_type *type)
{
    const line *line = line_of(type);
    char whole[1024], cut[1024], message[512];
    if (!line) {
        print_error("%s: no line in element_lines.def\n", type_name(type));
        return 1;
    }
    put_line(type, line, whole, sizeof whole);
    if (!is_read(whole, message, sizeof message)) {
        print_error("%s: '%s' was refused: %s\n", type_name(type), whole, message);
        return 1;
    }
    strcpy(cut, whole);
    for (char *comma; (comma = strrchr(cut, ',')) != NULL;) {
        *comma = '\0';
        if (is_read(cut, message, sizeof message) || !*message) {
            print_error("%s: '%s' was read though it is cut short\n", type_name(type), cut);
            return 1;
        }
    }
    return 0;
}

static void test_reading(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < elem_type_count; i++)
        if (elem_types[i]->read)
            failed += check_line(elem_types[i]);
    assert_int_equal(failed, 0);
}

static void test_table(void **unused)
{
    (void)unused;
    for (int i = 0; i < elem_alias_count; i++)
        if (!type_named(elem_aliases[i].card->name, elem_aliases[i].means))
            fail_msg("%s: %s stands for a type that does not exist", elem_aliases[i].card->name,
                     elem_aliases[i].keyword);
    for (int i = 0; i < ARRAY_LEN(LINES); i++)
        if (!type_named(LINES[i].card, LINES[i].keyword))
            fail_msg("element_lines.def: no type for %s: %s", LINES[i].card, LINES[i].keyword ? LINES[i].keyword : "");
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

static bool is_finite(const draw_tie *draw_tie)
{
    bool ok = isfinite(draw_tie->weight) && isfinite(vec3_dot(draw_tie->f, draw_tie->f));
    for (int i = 0; i < 9; i++)
        ok = ok && isfinite(draw_tie->A.e[i / 3][i % 3]);
    return ok && (!draw_tie->node || draw_tie->node->pose >= 0);
}

static bool vertex_is_good(const drawing *drawing, int vertex)
{
    const int end = vertex + 1 < drawing->vertices.n ? drawing->vertices.items[vertex + 1] : drawing->ties.n;
    double sum = 0.0;
    for (int i = drawing->vertices.items[vertex]; i < end; i++) {
        if (!is_finite(&drawing->ties.items[i]))
            return false;
        sum += drawing->ties.items[i].weight;
    }
    return fabs(sum - 1.0) < 1e-12;
}

static bool has_column(const elem *element, const char *name)
{
    columns_received found = {0};
    column_set define = {.define = on_column, .context = &found};
    record named = {.named = &define};
    element->type->output(&X.state, element, &named);
    for (int i = 0; i < found.n; i++)
        if (strcmp(found.names[i], name) == 0)
            return true;
    return false;
}

static bool shape_is_good(const elem *element, const drawing *drawing, const draw_shape *shape)
{
    bool ok = shape->n > 0 && isfinite(vec3_dot(shape->size, shape->size)) && isfinite(shape->sign);
    ok = ok && (shape->kind != DRAW_SURFACE || (shape->rows > 1 && shape->n % shape->rows == 0));
    ok = ok && (shape->kind == DRAW_SYMBOL) == (shape->symbol != SYMBOL_NONE);
    ok = ok && (!shape->column || has_column(element, shape->column));
    for (int i = 0; ok && i < shape->n; i++)
        ok = vertex_is_good(drawing, shape->first + i);
    return ok;
}

static int check_drawing(const elem *element)
{
    drawing drawing = {0};
    bool ok = true;
    elem_draw(element, &drawing);
    for (int i = 0; i < drawing.shapes.n; i++)
        ok = ok && shape_is_good(element, &drawing, &drawing.shapes.items[i]);
    if (!ok)
        print_error("%s: a shape without vertices, out of bounds, or of a column that is not there\n",
                    type_name(element->type));
    drawing_free(&drawing);
    return !ok;
}

static void test_drawing(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < elem_type_count; i++)
        for (int k = 0; k < 10; k++) {
            world_random_state(W, &X, state_seed(i, k) + 23);
            failed += check_drawing(world_elem(W, i, k));
        }
    assert_int_equal(failed, 0);
}

static int begin(void **unused)
{
    (void)unused;
    if (!types_are_complete())
        return -1;
    W = world_create();
    assert_int_equal(diag_errors(W->errors), 0);
    world_sample(W, false);
    assert_true(model_freeze(W->model));
    world_state_create(W, &X);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    if (!W)
        return 0;
    free(X.remembers);
    world_destroy(W);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),   cmocka_unit_test(test_jacobians), cmocka_unit_test(test_rates),
        cmocka_unit_test(test_reading), cmocka_unit_test(test_columns),   cmocka_unit_test(test_memory),
        cmocka_unit_test(test_drawing),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
