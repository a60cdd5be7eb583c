/* element_test.c - rows and columns that elements list, drawings of types without one, look-up of data, points that
 * follow nodes, errors: with types that are made up. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/carrier.h"
#include "contract/element.h"
#include "element/aero/inflow.h"
#include "contract/layout.h"
#include "math/rotation.h"
#include <math.h>
#include <string.h>

static dof_kind kind_of(const node *node, int i)
{
    (void)node;
    return i == 1 ? DOF_ALGEBRAIC : DOF_DIFFERENTIAL;
}

static double datum_of(const state *state, const node *node, int index)
{
    (void)state, (void)node;
    return 10.0 + index;
}

static const node_type SCALAR = {.keyword = "made up", .kind = kind_of, .private_value = datum_of};

/* --- layout ------------------------------------------------------------------------------------------------------- */

static const node
    REVOLUTIONS = {.type = &SCALAR, .dof = 10, .row = 20, .momentum = 40, .momentum_row = 50, .has_rotation = true},
    POINT = {.type = &SCALAR, .dof = 60, .row = 70, .momentum = 90, .momentum_row = 95},
    STATIC = {.type = &SCALAR, .dof = 30, .row = 35, .momentum = -1, .momentum_row = -1, .has_rotation = true},
    NONE = {.type = &SCALAR, .dof = -1, .row = -1, .momentum = -1, .momentum_row = -1, .pose = -1};

static void is_range(const layout *layout, int first, int n, int row, int column)
{
    for (int k = 0; k < n; k++) {
        assert_int_equal(layout->row.items[first + k], row < 0 ? -1 : row + k);
        assert_int_equal(layout->column.items[first + k], column < 0 ? -1 : column + k);
    }
}

static void rows_and_columns_follow_each_other(void **unused)
{
    (void)unused;
    const elem internal = {.internal = 100, .n_internal = 2}, other = {.internal = 200, .n_internal = 3};
    const node_dof dof = {.node = &POINT, .index = 1}, momentum = {.node = &REVOLUTIONS, .index = 8},
                   nothing = {.node = &NONE, .index = 0};
    layout layout = {0};
    layout_begin(&layout, &internal);
    assert_int_equal(layout_node(&layout, &REVOLUTIONS), 0);
    assert_int_equal(layout_momentum(&layout, &REVOLUTIONS), 6);
    assert_int_equal(layout_momentum(&layout, &STATIC), -1);
    assert_int_equal(layout_node(&layout, &POINT), 12);
    assert_int_equal(layout_momentum(&layout, &POINT), 15);
    assert_int_equal(layout_internal(&layout), 18);
    assert_int_equal(layout_other(&layout, &other), 20);
    assert_int_equal(layout_dof(&layout, &dof), 23);
    assert_int_equal(layout_dof(&layout, &momentum), 24);
    assert_int_equal(layout_dof(&layout, &nothing), 25);
    assert_int_equal(layout.n, 26);
    is_range(&layout, 0, 6, 20, 10);
    is_range(&layout, 6, 6, 50, 40);
    is_range(&layout, 12, 3, 70, 60);
    is_range(&layout, 15, 3, 95, 90);
    is_range(&layout, 18, 2, 100, 100);
    is_range(&layout, 20, 3, 200, 200);
    is_range(&layout, 23, 1, 71, 61);
    is_range(&layout, 24, 1, 52, 18);
    is_range(&layout, 25, 1, -1, -1);
    assert_int_equal(layout.nodes.n, 2);
    assert_true(layout.nodes.items[0] == &REVOLUTIONS && layout.nodes.items[1] == &POINT);
    layout_divide(&layout, 18);
    layout_divide(&layout, 25);
    assert_int_equal(layout.divided.n, 1);
    assert_int_equal(layout.divided.items[0], 100);
    layout_begin(&layout, &other);
    assert_int_equal(layout.n + layout.nodes.n + layout.row.n + layout.column.n + layout.divided.n, 0);
    assert_null(layout.mask);
    assert_int_equal(layout_internal(&layout), 0);
    is_range(&layout, 0, 3, 200, 200);
    layout_begin(&layout, &(elem){.internal = 0, .n_internal = 1});
    layout_internal(&layout);
    layout_divide(&layout, 0);
    assert_int_equal(layout.divided.n, 1);
    layout_free(&layout);
}

/* All entries count until some are said not to. */
static void blocks_of_the_pattern(void **unused)
{
    (void)unused;
    const elem internal = {.internal = 100, .n_internal = 5};
    layout layout = {0};
    layout_begin(&layout, &internal);
    layout_internal(&layout);
    assert_null(layout.mask);
    layout_zero(&layout, 1, 1, 1, 3);
    for (int k = 0; k < 25; k++)
        assert_int_equal(layout.mask[k], k < 6 || k > 8);
    layout_clear(&layout);
    layout_full(&layout, 2, 2, 3, 2);
    for (int k = 0; k < 25; k++)
        assert_int_equal(layout.mask[k], k == 13 || k == 14 || k == 18 || k == 19);
    layout_free(&layout);
}

/* --- drawings ----------------------------------------------------------------------------------------------------- */

typedef struct {
    int n;
    node nodes[5];
} several;

static void connect(const elem *element, layout *layout)
{
    const several *several = element->self;
    for (int i = 0; i < several->n; i++)
        layout_node(layout, &several->nodes[i]);
    layout_internal(layout);
}

/* One, two or three nodes are joined one after the other, more of them with the first; the mark is on the last. */
static void lines_between_nodes(void **unused)
{
    (void)unused;
    const elem_drawing ball = {.symbol = SYMBOL_BALL};
    const elem_type marked = {.connect = connect, .drawing = &ball}, plain = {.connect = connect}, none = {0};
    for (int n = 0; n <= 5; n++) {
        several several = {.n = n};
        drawing drawing = {0}, bare = {0}, empty = {0};
        elem_draw(&(elem){.type = &marked, .self = &several}, &drawing);
        elem_draw(&(elem){.type = &plain, .self = &several}, &bare);
        elem_draw(&(elem){.type = &none, .self = &several}, &empty);
        const int lines = n > 1 ? n - 1 : 0;
        assert_int_equal(drawing.shapes.n, lines + (n > 0));
        assert_int_equal(bare.shapes.n, lines);
        assert_int_equal(empty.shapes.n, 0);
        for (int i = 0; i < lines; i++) {
            assert_int_equal(drawing.shapes.items[i].kind, DRAW_LINE);
            assert_ptr_equal(drawing.ties.items[2 * i].node, &several.nodes[n > 3 ? 0 : i]);
            assert_ptr_equal(drawing.ties.items[2 * i + 1].node, &several.nodes[i + 1]);
            assert_true(vec3_norm(drawing.ties.items[2 * i].f) == 0.0 &&
                        vec3_norm(drawing.ties.items[2 * i + 1].f) == 0.0);
        }
        if (n > 0) {
            assert_int_equal(drawing.shapes.items[lines].symbol, SYMBOL_BALL);
            assert_ptr_equal(drawing.ties.items[2 * lines].node, &several.nodes[n - 1]);
        }
        drawing_free(&drawing);
        drawing_free(&bare);
        drawing_free(&empty);
    }
}

/* --- facets ------------------------------------------------------------------------------------------------------- */

static const node *const *two_nodes(const elem *element, int *n)
{
    *n = 2;
    return element->self;
}

static void axis_is_found_for_its_number_of_nodes(void **unused)
{
    (void)unused;
    const node ends[2] = {{.label = 1}, {.label = 2}};
    const node *nodes[] = {&ends[0], &ends[1]};
    const elem_geometry along = {.axis = two_nodes}, without = {0};
    const elem_type types[] = {{.geometry = &along}, {.geometry = &without}, {0}};
    const elem beam = {.type = &types[0], .self = nodes};
    assert_ptr_equal(elem_axis(&beam, 2)[1], &ends[1]);
    assert_null(elem_axis(&beam, 3));
    assert_null(elem_axis(&(elem){.type = &types[1]}, 2));
    assert_null(elem_axis(&(elem){.type = &types[2]}, 2));
    assert_null(elem_axis(NULL, 2));
}

static void absent_facets_are_zero(void **unused)
{
    (void)unused;
    const elem_type none = {0};
    const elem element = {.type = &none};
    assert_true(elem_history_of(&none).memory == 0 && !elem_history_of(&none).accept);
    assert_null(elem_files_of(&none).second_row);
    assert_false(elem_assembly_of(&none).never);
    assert_false(elem_expectations_of(&none).internal_forces);
    elem_start(NULL, &element, NULL);
    elem_predict(NULL, &element, NULL);
    elem_inner(NULL, &element, NULL);
    elem_accept(NULL, &element, NULL);
}

/* --- private data ------------------------------------------------------------------------------------------------- */

static int index_of(const elem *element, const char *name)
{
    (void)element;
    return name[0] == 'z' ? 26 : 0;
}
static bool has(const elem *element, int index)
{
    (void)element;
    return index == 26;
}

static void names_of_data(void **unused)
{
    (void)unused;
    static const char *const NAMES[] = {"x", "y", NULL}, *const INTERNAL[] = {"a", NULL};
    const elem_type listed = {.private_names = NAMES}, counted = {.private_index = index_of, .has_private = has},
                    none = {0};
    const elem e = {.type = &listed}, internal = {.type = &listed, .private_names = INTERNAL}, z = {.type = &counted},
               bare = {.type = &none};
    assert_int_equal(elem_private_index(&e, "x"), 1);
    assert_int_equal(elem_private_index(&e, "y"), 2);
    assert_int_equal(elem_private_index(&e, "z"), 0);
    assert_int_equal(elem_private_index(&z, "z"), 26);
    assert_int_equal(elem_private_index(&z, "x"), 0);
    assert_int_equal(elem_private_index(&bare, "x"), 0);
    assert_ptr_equal(elem_private_names(&e), NAMES);
    assert_ptr_equal(elem_private_names(&internal), INTERNAL);
    for (int i = -1; i < 30; i++) {
        assert_true(elem_has_private(&e, i) == (i == 1 || i == 2));
        assert_true(elem_has_private(&z, i) == (i == 26));
        assert_false(elem_has_private(&bare, i));
    }
}

/* --- degrees of freedom ------------------------------------------------------------------------------------------- */

/* Positions and velocities are those of the pose, and so is the angular velocity; the rest are unknowns. */
static void values_of_nodes(void **unused)
{
    (void)unused;
    double y[100], yp[100];
    for (int i = 0; i < 100; i++)
        y[i] = i, yp[i] = -i;
    pose at[] = {{.x = {1.5, 2.5, 3.5}, .v = {4.5, 5.5, 6.5}, .w = {7.5, 8.5, 9.5}},
                 {.x = {-1.5, -2.5, -3.5}, .v = {-4.5, -5.5, -6.5}}};
    const state state = {.y = y, .yp = yp, .poses = at, .dvalue = 0.25, .drate = 2.0};
    const node point = {.type = &SCALAR, .dof = 60, .row = 70, .momentum = 63, .momentum_row = 73, .pose = 1},
               scalar = {.type = &SCALAR, .dof = 30, .pose = -1};
    for (int i = 0; i < 8; i++) {
        const double is = i < 3 ? 1.5 + i : 10 + i, rate = i < 6 ? 4.5 + i : -10 - i;
        assert_true(node_dof_value(&state, &(node_dof){.node = &REVOLUTIONS, .index = i}) == is);
        assert_true(node_dof_value(&state, &(node_dof){.node = &REVOLUTIONS, .index = i, .derivative = true}) == rate);
    }
    for (int i = 0; i < 5; i++) {
        const double is = i < 3 ? -1.5 - i : 60 + i, rate = i < 3 ? -4.5 - i : -60 - i;
        assert_true(node_dof_value(&state, &(node_dof){.node = &point, .index = i}) == is);
        assert_true(node_dof_value(&state, &(node_dof){.node = &point, .index = i, .derivative = true}) == rate);
    }
    assert_true(node_dof_value(&state, &(node_dof){.node = &scalar}) == 30 && node_value(&state, &scalar) == 30);
    assert_true(node_value(&state, &NONE) == 11.0);
    assert_true(dof_weight(&state, &(node_dof){.node = &scalar}) == 0.25);
    assert_true(dof_weight(&state, &(node_dof){.node = &scalar, .index = 1}) == 1.0);
    assert_true(dof_weight(&state, &(node_dof){.node = &scalar, .index = 1, .derivative = true}) == 2.0);
}

static void rows_of_momenta(void **unused)
{
    (void)unused;
    static const struct {
        const node *node;
        int index, unknown, row;
    } DOFS[] = {{&REVOLUTIONS, 0, 10, 20},  {&REVOLUTIONS, 5, 15, 25}, {&REVOLUTIONS, 6, 16, 50},
                {&REVOLUTIONS, 11, 21, 55}, {&POINT, 2, 62, 72},       {&POINT, 3, 63, 95},
                {&STATIC, 5, 35, 40},       {&NONE, 0, -1, -1}};
    for (int i = 0; i < 8; i++) {
        node_dof dof = {.node = DOFS[i].node, .index = DOFS[i].index};
        node_dof_bind(&dof);
        assert_int_equal(dof.unknown, DOFS[i].unknown);
        assert_int_equal(dof.row, DOFS[i].row);
    }
}

/* --- carriers ----------------------------------------------------------------------------------------------------- */

static void points_fixed_to_nodes(void **unused)
{
    (void)unused;
    const frame at = {.x = {1, 2, 3}, .R = rotation_exp((vec3){0.3, -0.4, 0.5})};
    const node revolutions = {.initial = &at, .has_rotation = true}, point = {.initial = &at};
    const vec3 x = {2, 2.5, 1};
    carrier carrier;
    carrier_of_node(&carrier, &revolutions, x);
    assert_true(carrier.n == 1 && carrier.node[0] == &revolutions && carrier.weight[0] == 1.0 &&
                carrier.distance == 0.0 && carrier.reach == HUGE_VAL);
    assert_true(vec3_norm(vec3_sub(vec3_add(at.x, mat3_mulv(&at.R, carrier.arm[0])), x)) < 1e-15);
    carrier_of_node(&carrier, &point, x);
    assert_true(carrier.n == 1 && carrier.node[0] == &point && carrier.weight[0] == 1.0 && carrier.reach == 0.0 &&
                vec3_norm(carrier.arm[0]) == 0.0);
    assert_true(fabs(carrier.distance - sqrt(1 + 0.25 + 4)) < 1e-15);
}

/* Arms that are there already grow by the way from the foot; a node that does not turn bounds the reach. */
static void way_from_the_foot(void **unused)
{
    (void)unused;
    const frame at = {.R = rotation_exp((vec3){0.3, -0.4, 0.5})};
    const node revolutions = {.initial = &at, .has_rotation = true}, point = {.initial = &at};
    const vec3 foot = {1, 1, 1}, x = {1, 2, 3}, arm = {0.1, 0.2, 0.3};
    for (int way = 0; way < 2; way++) {
        carrier carrier = {
            .n = 2, .node = {&revolutions, way ? &point : &revolutions}, .weight = {0.5, 0.5}, .arm = {arm, arm}};
        carrier_complete(&carrier, foot, x, 50.0);
        assert_true(fabs(carrier.distance - sqrt(5.0)) < 1e-15);
        assert_true(way ? fabs(carrier.reach - 5e-3) < 1e-15 : carrier.reach == HUGE_VAL);
        for (int k = 0; k < 2; k++) {
            const vec3 grown = mat3_mulv(&at.R, vec3_sub(carrier.arm[k], arm)), rest = {0, 1, 2};
            assert_true(vec3_norm(vec3_sub(grown, carrier.node[k] == &revolutions ? rest : (vec3){0, 0, 0})) < 1e-15);
        }
    }
}

/* --- induced velocities ------------------------------------------------------------------------------------------- */

static void begin_inflow(const elem *element, const state *state, inflow_moment *inflow_moment)
{
    (void)element, (void)state;
    inflow_moment->k[0] = 5.0;
}
static vec3 blow(const inflow_moment *inflow_moment, vec3 x, inflow_derivatives *derivatives)
{
    if (derivatives)
        derivatives->internal[1] = (vec3){1, 1, 1};
    return vec3_scale(inflow_moment->k[0], x);
}
static bool always(const elem *element)
{
    (void)element;
    return true;
}

/* Derivatives are zero but for what the type says of them; without an element there is no velocity. */
static void induced_velocities(void **unused)
{
    (void)unused;
    const struct inflow_slots steady = {.begin = begin_inflow, .velocity = blow},
                              varying = {.velocity = blow, .varies = always};
    const elem_type types[] = {{.inflow = &steady}, {.inflow = &varying}};
    const elem element = {.type = &types[0], .internal = 30, .n_internal = 8},
               varies = {.type = &types[1], .internal = 30, .n_internal = 8};
    const state state = {.t = 0};
    inflow_moment inflow_moment;
    inflow_derivatives derivatives;
    for (int way = 0; way < 2; way++) {
        memset(&derivatives, 1, sizeof derivatives);
        inflow_begin(way ? &element : NULL, &state, &inflow_moment);
        const vec3 v = inflow_at(&inflow_moment, (vec3){1, 2, 3}, &derivatives),
                   plain = inflow_at(&inflow_moment, (vec3){1, 2, 3}, NULL);
        assert_true(v.x == 5.0 * way && v.y == 10.0 * way && v.z == 15.0 * way && v.z == plain.z);
        for (int k = 0; k < 9; k++)
            assert_true(derivatives.x.e[k / 3][k % 3] == 0.0);
        for (int k = 0; way && k < 8; k++)
            assert_true(vec3_norm(derivatives.internal[k]) == (k == 1 ? sqrt(3.0) : 0.0));
    }
    layout layout = {0};
    layout_begin(&layout, &element);
    assert_int_equal(layout_inflow(&layout, &(inflow_link){NULL, false}), -1);
    assert_int_equal(layout_inflow(&layout, &(inflow_link){&element, true}), -1);
    assert_int_equal(layout_inflow(&layout, &(inflow_link){&element, false}), 0);
    assert_int_equal(layout_inflow(&layout, &(inflow_link){&varies, true}), 8);
    is_range(&layout, 8, 8, 30, 30);
    layout_free(&layout);
}

/* --- errors ------------------------------------------------------------------------------------------------------- */

/* The first that is met is kept. */
static void first_error_counts(void **unused)
{
    (void)unused;
    evaluation_error met = {0};
    const state state = {.failed = &met}, deaf = {0};
    state_fail(&deaf, (source_location){1, 2, 3}, "nobody");
    state_fail(&state, (source_location){1, 2, 3}, "%d of %s", 4, "five");
    state_fail(&state, (source_location){4, 5, 6}, "later");
    assert_true(met.is_set && !met.ends_cleanly);
    assert_string_equal(met.text, "4 of five");
    const source_location first = {1, 2, 3};
    assert_memory_equal(&met.location, &first, sizeof first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_and_columns_follow_each_other),
        cmocka_unit_test(blocks_of_the_pattern),
        cmocka_unit_test(lines_between_nodes),
        cmocka_unit_test(axis_is_found_for_its_number_of_nodes),
        cmocka_unit_test(absent_facets_are_zero),
        cmocka_unit_test(names_of_data),
        cmocka_unit_test(values_of_nodes),
        cmocka_unit_test(rows_of_momenta),
        cmocka_unit_test(points_fixed_to_nodes),
        cmocka_unit_test(way_from_the_foot),
        cmocka_unit_test(induced_velocities),
        cmocka_unit_test(first_error_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
