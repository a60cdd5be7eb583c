/* row_world.h - elements from cards, on the nodes of contract/element_world.h, and the rows they write at a state.
 *
 * A test writes the equations of a type once more, in plain numbers, and compares rows: forces on nodes, flows, own
 * equations. Jacobians are compared with differences of the rows. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "contract/element_world.h"
#include <math.h>

enum { MOST_ROWS = 400 };

typedef struct {
    world *world;
    world_state state;
    const elem *element; /* the last one of the cards */
    double r[MOST_ROWS], J[MOST_ROWS * MOST_ROWS];
} row_world;

static inline void rows_read(world *world, const char *cards)
{
    reader_open_text(world->in, "cards", cards, strlen(cards));
    while (reader_card(world->in)) {
        if (model_read_card(world->model, world->in))
            continue;
        model_read_element(world->model, world->in, elem_card_find(reader_card_text(world->in)));
        reader_card_end(world->in);
    }
    diag_flush(world->errors);
    if (diag_errors(world->errors) > 0)
        fail_msg("%s", world->message);
}

static inline void rows_end(row_world *of)
{
    if (!of->world)
        return;
    free(of->state.remembers);
    world_destroy(of->world);
    of->world = NULL;
}

/* Reads the cards, after nodes have been prepared; the state is a random one. */
static inline void rows_begin_with(row_world *of, void prepare(world *world), const char *cards)
{
    rows_end(of);
    of->world = world_create();
    if (prepare)
        prepare(of->world);
    rows_read(of->world, cards);
    assert_true(model_freeze(of->world->model));
    world_state_create(of->world, &of->state);
    world_random_state(of->world, &of->state, 11);
    of->state.state.dvalue = 0.3, of->state.state.drate = 1.0;
    of->element = of->world->model->elems.items[of->world->model->elems.n - 1];
    assert_true(of->element->n <= MOST_ROWS);
}

static inline void rows_begin(row_world *of, const char *cards) { rows_begin_with(of, NULL, cards); }

static inline const node *rows_node(const row_world *of, const char *type, unsigned label)
{
    const node *node = model_node(of->world->model, node_type_find(type), label);
    assert_non_null(node);
    return node;
}

/* Its value, its rate, and what it was before the step. */
static inline void set_unknown(row_world *of, int at, double y, double yp)
{
    of->state.y[at] = of->state.y_prev[at] = y;
    of->state.yp[at] = yp;
}
static inline void set_internal(row_world *of, int index, double y, double yp)
{
    set_unknown(of, of->element->internal + index, y, yp);
}

static inline void rows_eval(row_world *of, int n)
{
    memset(of->r, 0, sizeof of->r);
    memset(of->J, 0, sizeof of->J);
    local out = {.r = of->r, .J = n > 0 ? of->J : NULL, .ld = of->element->ld};
    of->element->type->eval(n, &of->state.state, of->element, &out);
}

/* The sum of what the element writes to a row of the model. */
static inline double row_now(const row_world *of, int global)
{
    double sum = 0.0;
    for (int i = 0; i < of->element->n; i++)
        sum += of->element->row[i] == global ? of->r[i] : 0.0;
    return sum;
}
static inline double internal_row(const row_world *of, int index) { return row_now(of, of->element->internal + index); }
static inline vec3 rows_vec3(const row_world *of, int first)
{
    return (vec3){row_now(of, first), row_now(of, first + 1), row_now(of, first + 2)};
}
static inline vec3 force_on(const row_world *of, unsigned label)
{
    return rows_vec3(of, rows_node(of, "structural", label)->row);
}
static inline vec3 moment_on(const row_world *of, unsigned label)
{
    return rows_vec3(of, rows_node(of, "structural", label)->row + 3);
}
static inline pose *pose_of(const row_world *of, unsigned label)
{
    return &of->state.pose[rows_node(of, "structural", label)->pose];
}

/* The row that the element writes: how many numbers, with its label, and which; at most `room`. */
static inline int printed_row(const row_world *of, double *to, int workspace)
{
    text words = {0};
    record out = {.text = &words, .precision = 16};
    of->element->type->output(&of->state.state, of->element, &out);
    assert_true(words.n > 0 && words.data[words.n - 1] == '\n');
    words.data[words.n - 1] = '\0';
    char *at = words.data, *end;
    int n = 0;
    for (double v = strtod(at, &end); n < workspace && end != at; v = strtod(at, &end)) {
        to[n++] = v;
        at = end;
    }
    text_free(&words);
    return n;
}

/* Number k, behind the label. */
static inline double printed(const row_world *of, int index)
{
    double row[64];
    assert_true(printed_row(of, row, 64) > index);
    return row[index];
}

static inline double private_now(const row_world *of, const char *name)
{
    const int index = elem_private_index(of->element, name);
    assert_true(index > 0);
    return of->element->type->private_value(&of->state.state, of->element, index);
}

/* --- comparing ---------------------------------------------------------------------------------------------------- */

static inline void assert_same_at(double a, double b, const char *file, int line)
{
    if (fabs(a - b) <= 1e-9 * fmax(fabs(b), 1e-6))
        return;
    print_error("%.17g is not %.17g\n", a, b);
    _fail(file, line);
}
#define assert_same(a, b) assert_same_at(a, b, __FILE__, __LINE__)

static inline void assert_same_vec3_at(vec3 a, vec3 b, const char *file, int line)
{
    if (vec3_norm(vec3_sub(a, b)) <= 1e-9 * fmax(vec3_norm(b), 1e-6))
        return;
    print_error("(%.17g %.17g %.17g) is not (%.17g %.17g %.17g)\n", a.x, a.y, a.z, b.x, b.y, b.z);
    _fail(file, line);
}
#define assert_same_vec3(a, b) assert_same_vec3_at(a, b, __FILE__, __LINE__)

/* Rows when unknown c has moved by h. */
static inline void rows_beside(row_world *of, int c, double h, double *to)
{
    const world_saved before = world_save(&of->state, c);
    world_move(of->world, &of->state, c, h);
    rows_eval(of, 0);
    memcpy(to, of->r, (size_t)of->element->n * sizeof *to);
    world_restore(&of->state, c, &before);
}

/* Along the unknown of column j, which may have several. */
static inline double derivative_given(const elem *element, const double *row, int j)
{
    double sum = 0.0;
    for (int k = 0; k < element->n; k++)
        sum += element->column[k] == element->column[j] ? row[k] : 0.0;
    return sum;
}

/* What is not zero is declared. */
static inline void assert_pattern_at(const row_world *of, const char *file, int line)
{
    static bool declared[MOST_ROWS * MOST_ROWS];
    const elem *element = of->element;
    memset(declared, 0, sizeof declared);
    for (int k = 0; k < element->n_slots; k++)
        declared[element->source[k]] = true;
    for (int i = 0; i < element->n; i++)
        for (int j = 0; j < element->n; j++)
            if (of->J[i * element->ld + j] != 0.0 && element->row[i] >= 0 && element->column[j] >= 0 &&
                !declared[i * element->ld + j]) {
                print_error("row %d, column %d is not declared\n", i, j);
                _fail(file, line);
            }
}

/* Each column against a difference over `h` of its unknown, to `part` of the largest entry of the row. */
static inline void assert_jacobian_at(row_world *of, double h, double part, const char *file, int line)
{
    static double J[MOST_ROWS * MOST_ROWS], up[MOST_ROWS], down[MOST_ROWS];
    const elem *element = of->element;
    rows_eval(of, element->ld);
    assert_pattern_at(of, file, line);
    memcpy(J, of->J, sizeof J);
    for (int j = 0; j < element->n; j++) {
        if (element->column[j] < 0)
            continue;
        rows_beside(of, element->column[j], h, up);
        rows_beside(of, element->column[j], -h, down);
        for (int i = 0; i < element->n; i++) {
            double most = 0.0;
            for (int k = 0; k < element->n; k++)
                most = fmax(most, fabs(J[i * element->ld + k]));
            const double derivative = (up[i] - down[i]) / (2.0 * h),
                         given = derivative_given(element, &J[i * element->ld], j);
            if (fabs(given - derivative) <= part * most + 1e-12)
                continue;
            print_error("row %d, column %d: %.10g, by a difference %.10g\n", i, j, given, derivative);
            _fail(file, line);
        }
    }
    rows_eval(of, 0);
}
#define assert_jacobian(of, h, part) assert_jacobian_at(of, h, part, __FILE__, __LINE__)

static inline int rows_create(void **of)
{
    *of = test_calloc(1, sizeof(row_world));
    return 0;
}
static inline int rows_destroy(void **of)
{
    rows_end(*of);
    test_free(*of);
    return 0;
}
#define ROW_TEST(name) cmocka_unit_test_setup_teardown(name, rows_create, rows_destroy)
