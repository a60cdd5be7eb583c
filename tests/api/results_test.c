/* results_test.c - what a model looks like, and results read back: their names, times, motion and modes.
 *
 * The pendulum is a rigid one: the node stays at distance L of the hinge, and its vertex of the hinge stays there. */
#include "client.h"

static const char CONTROL[] = "begin: control data;";

static void solve_to(const char *words, const char *base, const char *more)
{
    char deck[4096];
    const char *at = strstr(words, CONTROL) + strlen(CONTROL);
    snprintf(deck, sizeof deck, "%.*s %s %s", (int)(at - words), words, more, at);
    torsor_model *model = open_good(deck, NULL);
    torsor_analysis *analysis =
        begin_good(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .results = base});
    assert_int_equal(torsor_run(analysis), TORSOR_END);
    assert_int_equal(torsor_end(analysis), TORSOR_END);
    torsor_close(model);
}

static void place_vertex(const torsor_drawing *drawing, int vertex, const double *pose_of_2, double p[3])
{
    static const double REST[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const torsor_vertex *torsor_vertex = &drawing->vertices[vertex];
    p[0] = p[1] = p[2] = 0.0;
    for (int t = 0; t < torsor_vertex->n_ties; t++) {
        const torsor_tie *tie = &drawing->ties[torsor_vertex->first_tie + t];
        const double *at = tie->node == 1 ? pose_of_2 : REST;
        for (int i = 0; i < 3; i++)
            p[i] += tie->weight * at[i] + at[3 + 3 * i] * tie->offset[0] + at[4 + 3 * i] * tie->offset[1] +
                    at[5 + 3 * i] * tie->offset[2];
    }
}

static const torsor_shape *symbol_of(const torsor_drawing *drawing, const char *card, unsigned label)
{
    for (int i = 0; i < drawing->n_shapes; i++) {
        const torsor_drawn_thing *thing = &drawing->things[drawing->shapes[i].thing];
        if (*drawing->shapes[i].symbol && thing->label == label && strcmp(thing->card, card) == 0)
            return &drawing->shapes[i];
    }
    return NULL;
}

static void drawing_follows_its_nodes(void **state)
{
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL);
    const torsor_drawing *drawing = torsor_draw(model);
    assert_ptr_equal(drawing, torsor_draw(model));
    assert_int_equal(drawing->n_nodes, 2);
    const torsor_shape *hinge = symbol_of(drawing, "joint", 2), *clamp = symbol_of(drawing, "joint", 1);
    assert_string_equal(hinge->symbol, "hinge");
    assert_string_equal(clamp->symbol, "clamp");
    /* A quarter of a turn down about y: the node is at 0, 0, -1, and the hinge where it was. */
    const double down[12] = {0, 0, -1, 0, 0, 1, 0, 1, 0, -1, 0, 0};
    double p[3];
    place_vertex(drawing, hinge->first_vertex, down, p);
    for (int i = 0; i < 3; i++)
        assert_near(p[i], 0.0, 1e-15);
    const torsor_passage *at = &drawing->things[hinge->thing].where;
    assert_memory_equal(drawing->texts[at->file].text + at->begin, "joint: 2, revolute hinge", 24);
    torsor_close(model);
    assert_null(torsor_draw(NULL));
}

/* A total joint is drawn as what it leaves free, the axis of the symbol being the third. */
static void total_joints_are_known_by_what_is_free(void **state)
{
    (void)state;
    static const struct {
        const char *position, *orientation, *symbol;
        int axis; /* of the node that is the third of the symbol; -1: of no account */
    } JOINTS[] = {
        {"active, active, active", "active, active, active", "clamp", -1},
        {"active, active, active", "active, active, inactive", "hinge", 2},
        {"active, active, active", "inactive, active, active", "hinge", 0},
        {"active, active, active", "inactive, active, inactive", "general", -1},
        {"active, active, active", "inactive, inactive, inactive", "ball", -1},
        {"active, inactive, active", "active, active, active", "slider", 1},
        {"inactive, inactive, active", "active, active, active", "general", -1},
    };
    for (size_t k = 0; k < sizeof JOINTS / sizeof *JOINTS; k++) {
        char deck[2000];
        snprintf(deck, sizeof deck,
                 PROBLEM("1") "begin: control data; structural nodes: 1; joints: 1; end: control data;"
                              "begin: nodes; structural: 1, static, null, eye, null, null; end: nodes;"
                              "begin: elements; joint: 5, total pin joint, 1, position, null, position, null,"
                              "position constraint, %s, null, orientation constraint, %s, null; end: elements;",
                 JOINTS[k].position, JOINTS[k].orientation);
        torsor_model *model = open_good(deck, NULL);
        const torsor_drawing *drawing = torsor_draw(model);
        const torsor_shape *mark = symbol_of(drawing, "joint", 5);
        assert_string_equal(mark->symbol, JOINTS[k].symbol);
        const double *axes = drawing->ties[drawing->vertices[mark->first_vertex].first_tie].axes;
        for (int i = 0; JOINTS[k].axis >= 0 && i < 3; i++)
            assert_near(axes[3 * i + 2], i == JOINTS[k].axis, 1e-15);
        torsor_close(model);
    }
}

static void check_results(const char *path, torsor_model *model)
{
    const double *time;
    torsor_results *results = torsor_results_open(path, model, NULL, NULL);
    assert_non_null(results);
    const int n = torsor_results_times(results, &time), x = torsor_results_find(results, "node.struct.2.X");
    assert_in_range(n, 2001, 2002); /* a last step when rounding leaves a little to go */
    assert_near(time[2000], 2.0, 1e-9);
    assert_int_equal(torsor_results_at(results, x).size, 3);
    assert_int_equal(torsor_results_node_count(results), 2);
    assert_int_equal(torsor_results_node(results, 1), 2);
    double values[3 * 3], motion[12 * 3];
    assert_int_equal(torsor_results_read(results, x, 500, 700, 3, values), TORSOR_OK);
    assert_int_equal(torsor_results_motion(results, 1, 500, 700, 3, motion), TORSOR_OK);
    for (int k = 0; k < 3; k++) {
        assert_near(hypot(values[3 * k], values[3 * k + 2]), 1.0, 1e-5);
        for (int i = 0; i < 3; i++) {
            assert_near(motion[12 * k + i], values[3 * k + i], 0.0);
            /* The first column of its matrix points from the hinge to the node. */
            assert_near(motion[12 * k + 3 + 3 * i], values[3 * k + i], 1e-5);
        }
    }
    assert_int_equal(torsor_results_read(results, x, 0, 1000, 4, values), TORSOR_MISUSE);
    assert_int_equal(torsor_results_read(results, -1, 0, 1, 1, values), TORSOR_MISUSE);
    assert_int_equal(torsor_results_find(results, "node.struct.3.X"), -1);
    torsor_results_close(results);
}

static void results_are_read_back(void **state)
{
    char folder[64], path[128];
    (void)state;
    make_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/p", folder);
    solve_to(PENDULUM, path, "output results: netcdf, text;");
    torsor_model *model = open_good(PENDULUM, NULL);
    check_results(path, NULL);
    snprintf(path, sizeof path, "%s/p.nc", folder);
    check_results(path, model);
    snprintf(path, sizeof path, "%s/p.mov", folder);
    check_results(path, model);
    check_results(path, NULL);
    torsor_results *results = torsor_results_open(path, model, NULL, NULL);
    const torsor_quantity force = torsor_results_at(results, torsor_results_find(results, "elem.joint.2.F"));
    assert_int_equal(force.size, 3);
    assert_string_equal(force.unit, "N");
    torsor_results_close(results);
    torsor_close(model);
    remove_folder(folder);
}

static void modes_are_read_back(void **state)
{
    char folder[64], path[128];
    (void)state;
    make_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/p", folder);
    /* Held by a spring of 8 N/m: 1 kg goes with sqrt(8) rad/s along x alone. */
    static const char SPRING[] =
        "begin: data; problem: initial value; end: data;\n"
        "begin: initial value; initial time: 0; final time: 1e-3; time step: 1e-3; tolerance: 1e-9; max iterations: "
        "10;\n"
        "eigenanalysis: 0., output eigenvectors, output geometry, use lapack; end: initial value;\n"
        "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 3; end: control data;\n"
        "begin: nodes; structural: 7, dynamic, 1., 2., 3., eye, null, null;\n"
        "structural: 8, static, 2., 2., 3., eye, null, null; end: nodes;\n"
        "begin: elements; body: 7, 7, 1., null, diag, 1., 1., 1.;\n"
        "joint: 1, total pin joint, 7, position, null, position, 1., 2., 3., position constraint, inactive, active, "
        "active, null, orientation constraint, active, active, active, null;\n"
        "joint: 3, clamp, 8, node, node; joint: 2, rod, 7, 8, from nodes, linear elastic, 8.; end: elements;\n";
    solve_to(SPRING, path, "output results: netcdf, text;");
    for (int kind = 0; kind < 2; kind++) {
        snprintf(path, sizeof path, "%s/p.%s", folder, kind == 0 ? "nc" : "mov");
        torsor_results *results = torsor_results_open(path, NULL, NULL, NULL);
        assert_int_equal(torsor_results_modes_count(results), 1);
        const torsor_result_modes modes = torsor_results_modes(results, 0);
        assert_int_equal(modes.n_nodes, 2);
        assert_int_equal(modes.nodes[0], 7);
        assert_near(modes.configuration[1], 2.0, 1e-6);
        int found = 0;
        for (int k = 0; k < modes.n_modes; k++) {
            const double *of = modes.shapes + (size_t)12 * (size_t)(k * modes.n_nodes);
            if (fabs(modes.lambda[2 * k + 1] - sqrt(8.0)) > 1e-4)
                continue;
            found++;
            assert_true(hypot(of[0], of[6]) > 1e-3);
            for (int c = 1; c < 6; c++)
                assert_near(hypot(of[c], of[6 + c]), 0.0, 1e-9);
        }
        assert_int_equal(found, 1);
        torsor_results_close(results);
    }
    remove_folder(folder);
}

static void notify(void *to, const torsor_message *message) { snprintf(to, 256, "%s", message->text); }

static void what_is_not_there_is_said(void **state)
{
    char words[256] = "";
    (void)state;
    assert_null(torsor_results_open("/nowhere/at-all", NULL, notify, words));
    assert_non_null(strstr(words, "/nowhere/at-all"));
    assert_null(torsor_results_open(NULL, NULL, NULL, NULL));
    assert_int_equal(torsor_results_count(NULL), 0);
    assert_int_equal(torsor_results_times(NULL, NULL), 0);
    torsor_results_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawing_follows_its_nodes), cmocka_unit_test(total_joints_are_known_by_what_is_free),
        cmocka_unit_test(results_are_read_back),     cmocka_unit_test(modes_are_read_back),
        cmocka_unit_test(what_is_not_there_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
