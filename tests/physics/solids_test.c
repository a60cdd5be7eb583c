/* solids_test.c - solids in a state that is set: forces of one form against those of another, of a field against the
 * integral, derivatives against differences, inertia against that of a box.
 *
 *     box of half edges a, b, c about the centre C         m = 8 a b c rho,  J = m/3 diag(b^2 + c^2, ...)
 *     central field                                        f_k = integral of rho h_k g(x),  g = -GM x / |x|^3        */
#include "probe_world.h"
#include <float.h>

enum { CORNERS = 8, ROWS = 2 * 6 * CORNERS };

static const vec3 HALF = {0.2, 0.15, 0.1}, CENTRE = {1.0, 0.5, -0.4};
static const double SIGN[CORNERS][3] = {{1, 1, 1},  {-1, 1, 1},  {-1, -1, 1},  {1, -1, 1},
                                        {1, 1, -1}, {-1, 1, -1}, {-1, -1, -1}, {1, -1, -1}};

static vec3 corner(int k)
{
    return (vec3){CENTRE.x + HALF.x * SIGN[k][0], CENTRE.y + HALF.y * SIGN[k][1], CENTRE.z + HALF.z * SIGN[k][2]};
}

/* What elements do at the first state, with positions as they are set. */
typedef struct {
    deck *deck;
    double r[2][ROWS], J[2][ROWS * ROWS], by_difference[ROWS * ROWS];
    inertia_sum sum;
    int n; /* elements, labels 1 and 2 */
    double bend;
    bool revolutions; /* nodes have rotations */
    const char *cards[2];
} probed;

/* Something that is not linear in x. */
static vec3 moved(vec3 x, double bend)
{
    return (vec3){x.x + bend * (0.3 * x.y + x.y * x.z), x.y + bend * (0.5 * x.x * x.x - 0.2 * x.z),
                  x.z + bend * (0.4 * x.x - 0.6 * x.y * x.x)};
}

static vec3 speed(vec3 x) { return vec3_add((vec3){0.3, -0.2, 0.5}, vec3_cross((vec3){0.7, 0.4, -0.9}, x)); }

static const elem *element_of(const probed *probed, int i)
{
    const elem *element = model_elem(probed->deck->model, elem_card_find(probed->cards[i]), (unsigned)i + 1);
    assert_non_null(element);
    return element;
}

static void rows_of(const elem *element, const state *state, int n, double *r, double *J)
{
    static double unused[ROWS * ROWS];
    local out = {.r = r, .J = J ? J : unused, .ld = ROWS};
    assert_true(element->n <= ROWS && element->ld <= ROWS);
    memset(r, 0, ROWS * sizeof *r);
    memset(out.J, 0, sizeof unused);
    element->type->eval(n, state, element, &out);
}

/* What is left on the stack is nothing that an element may use. */
__attribute__((noinline)) static double dirty(void)
{
    volatile double stack[4096];
    for (int i = 0; i < 4096; i++)
        stack[i] = 1e3 + i;
    return stack[17];
}

static void look(void *to, const state *now, const nonlinear_report *report)
{
    static pose at[64];
    probed *probed = to;
    state state = *now;
    (void)report;
    if (probed->n > 0)
        return;
    state.poses = at, state.dvalue = 1.0, state.drate = 0.0;
    for (int k = 0; k < CORNERS; k++) {
        const node *n = model_node(probed->deck->model, node_type_find("structural"), (unsigned)k + 1);
        at[n->pose] = (pose){.x = moved(corner(k), probed->bend), .v = speed(corner(k)), .R = MAT3_EYE};
    }
    for (; probed->n < 2 && probed->cards[probed->n] && dirty() > 0; probed->n++)
        rows_of(element_of(probed, probed->n), &state, ROWS, probed->r[probed->n], probed->J[probed->n]);
    for (int j = 0; j < 3 * CORNERS; j++) {
        const node *node = model_node(probed->deck->model, node_type_find("structural"), (unsigned)(j / 3) + 1);
        double *x = &at[node->pose].x.x + j % 3, r[2][ROWS];
        const double was = *x, h = 1e-5;
        for (int way = 0; way < 2; way++) {
            *x = way ? was - h : was + h;
            rows_of(element_of(probed, 0), &state, 0, r[way], NULL);
        }
        *x = was;
        for (int i = 0; i < 3 * CORNERS && !probed->revolutions; i++)
            probed->by_difference[i * ROWS + j] = (r[0][i] - r[1][i]) / (2 * h);
    }
    element_of(probed, 0)->type->inertia->add(&state, element_of(probed, 0), &probed->sum);
}

static void probe_at(probed *probed, const char *cards, const char *elements)
{
    static char words[8192], nodes[2048];
    world world = {0};
    for (int k = 0, n = 0; k < CORNERS; k++)
        n += snprintf(nodes + n, sizeof nodes - (size_t)n, "structural: %d, %s, %.17g, %.17g, %.17g, %s null;", k + 1,
                      probed->revolutions ? "dynamic" : "dynamic displacement", corner(k).x, corner(k).y, corner(k).z,
                      probed->revolutions ? "eye, null," : "");
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data; begin: initial value; final time: 1.e-5; "
             "time step: 1.e-5; method: ms, 0.6; tolerance: 1.e-3; max iterations: 20; derivatives tolerance: 1.; "
             "derivatives coefficient: 1.e-9; end: initial value;\n"
             "begin: control data; structural nodes: 8; %s end: control data;\n"
             "begin: nodes; %s end: nodes; begin: elements; %s end: elements;",
             cards, nodes, elements);
    probed->deck = deck_create();
    diag_set_sink(probed->deck->errors, world_say, &world);
    const run_observer observer = {.context = probed, .step = look, .message = world_print, .stop = world_stop};
    const run_options options = {.observer = observer, .errors = probed->deck->errors};
    run_summary sum;
    if (!deck_read_text(probed->deck, "test", words, strlen(words)) ||
        !problem_solve(probed->deck->problem, probed->deck->model, &options, &sum))
        fail_msg("%s", world.said);
    deck_destroy(probed->deck);
}

#define NODES "1, 2, 3, 4, 5, 6, 7, 8, 10., 10., 10., 10., 10., 10., 10., 10., "
#define SAME ", same, same, same, same, same, same, same;"

static void derivatives_are_differences(const probed *probed, double tolerance)
{
    for (int i = 0; i < 3 * CORNERS; i++)
        for (int j = 0; j < 3 * CORNERS; j++)
            assert_near(probed->J[0][i * ROWS + j], probed->by_difference[i * ROWS + j], tolerance);
}

/* --- prestress ---------------------------------------------------------------------------------------------------- */

/* P = F (S(G) + S0), whether the law is asked for S or for P. */
static void prestress_of_both_forms(void **unused)
{
    (void)unused;
#define LAW "mooney rivlin elastic, E, 100., nu, 0.3, delta, 0.2, prestress, 3., -4., 2., 5., -6., 1., const, 2."
    static probed p, without;
    p = (probed){.bend = 0.2, .cards = {"hexahedron8", "hexahedron8f"}};
    without = p;
    probe_at(&p, "solids: 2;", "hexahedron8: 1, " NODES LAW SAME "hexahedron8f: 2, " NODES LAW SAME);
    probe_at(&without, "solids: 2;",
             "hexahedron8: 1, " NODES "mooney rivlin elastic, E, 100., nu, 0.3, delta, 0.2" SAME
             "hexahedron8f: 2, " NODES "mooney rivlin elastic, E, 100., nu, 0.3, delta, 0.2" SAME);
    double most = 0.0;
    for (int i = 0; i < 3 * CORNERS; i++) {
        assert_near(p.r[0][i], p.r[1][i], 1e-12);
        most = fmax(most, fabs(p.r[0][i] - without.r[0][i]));
        for (int j = 0; j < 3 * CORNERS; j++)
            assert_near(p.J[0][i * ROWS + j], p.J[1][i * ROWS + j], 1e-11);
    }
    assert_true(most > 0.1);
    derivatives_are_differences(&p, 1e-6);
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

/* Nodes that can turn have the same forces, and no moments; nothing depends on how they turn. */
static void nodes_with_rotations(void **unused)
{
    (void)unused;
#define BODIES                                                                                          \
    "body: 1, 1, 1., null, eye; body: 2, 2, 1., null, eye; body: 3, 3, 1., null, eye; body: 4, 4, 1., " \
    "null, eye; body: 5, 5, 1., null, eye; body: 6, 6, 1., null, eye; body: 7, 7, 1., null, eye; "      \
    "body: 8, 8, 1., null, eye;"
#define SOLID "hexahedron8: 1, static, " NODES "mooney rivlin elastic, E, 100., nu, 0.3, delta, 0.2" SAME
    static probed points, rotating;
    points = (probed){.bend = 0.2, .cards = {"hexahedron8"}};
    rotating = (probed){.bend = 0.2, .revolutions = true, .cards = {"hexahedron8"}};
    probe_at(&points, "solids: 1;", SOLID);
    probe_at(&rotating, "solids: 1; rigid bodies: 8;", SOLID BODIES);
    for (int i = 0; i < 6 * CORNERS; i++) {
        const bool is_force = i % 6 < 3;
        const int row = i / 6 * 3 + i % 6;
        assert_near(rotating.r[0][i], is_force ? points.r[0][row] : 0.0, 1e-12);
        for (int j = 0; j < 6 * CORNERS; j++) {
            const bool is_entry = is_force && j % 6 < 3;
            assert_near(rotating.J[0][i * ROWS + j], is_entry ? points.J[0][row * ROWS + j / 6 * 3 + j % 6] : 0.0,
                        1e-12);
        }
    }
}

/* --- gravity ------------------------------------------------------------------------------------------------------ */

/* By the rule of Gauss with four points along each edge. */
static void central_forces(double GM, vec3 origin, double bend, double *f)
{
    static const double AT[] = {-0.8611363115940526, -0.3399810435848563, 0.3399810435848563, 0.8611363115940526},
                        WEIGHT[] = {0.3478548451374538, 0.6521451548625461, 0.6521451548625461, 0.3478548451374538};
    memset(f, 0, 3 * CORNERS * sizeof *f);
    for (int i = 0; i < 64; i++) {
        const double r[] = {AT[i % 4], AT[i / 4 % 4], AT[i / 16]};
        const double dm = 10. * HALF.x * HALF.y * HALF.z * WEIGHT[i % 4] * WEIGHT[i / 4 % 4] * WEIGHT[i / 16];
        double h[CORNERS];
        vec3 x = {0, 0, 0};
        for (int k = 0; k < CORNERS; k++) {
            h[k] = (1 + r[0] * SIGN[k][0]) * (1 + r[1] * SIGN[k][1]) * (1 + r[2] * SIGN[k][2]) / 8;
            x = vec3_axpy(x, h[k], moved(corner(k), bend));
        }
        const vec3 d = vec3_sub(x, origin);
        for (int k = 0; k < CORNERS; k++)
            vec3_accumulate(f + 3 * k, vec3_scale(-GM * dm * h[k] / pow(vec3_norm(d), 3), d));
    }
}

/* The law is so soft that it does nothing; the mass is that of the box at rest. */
static void solid_in_a_central_field(void **unused)
{
    (void)unused;
    const vec3 origin = {-2, 1, 3};
    double f[3 * CORNERS];
    static probed p;
    p = (probed){.bend = 0.05, .cards = {"hexahedron8"}};
    probe_at(&p, "solids: 1; gravity;",
             "gravity: central, origin, -2., 1., 3., mass, 500., G, 0.8;"
             "hexahedron8: 1, " NODES "neo hookean elastic, E, 1.e-9, nu, 0.3" SAME);
    central_forces(400., origin, p.bend, f);
    for (int i = 0; i < 3 * CORNERS; i++) {
        assert_true(fabs(f[i]) > 0.01);
        assert_near(p.r[0][i], f[i], 1e-5); /* two points along an edge: (0.2 / 4.5)^4 of the force */
    }
    derivatives_are_differences(&p, 1e-7);
}

/* --- inertia ------------------------------------------------------------------------------------------------------ */

static void inertia_of_a_box(void **unused)
{
    (void)unused;
    const double m = 80. * HALF.x * HALF.y * HALF.z;
    const vec3 d = {HALF.x * HALF.x, HALF.y * HALF.y, HALF.z * HALF.z}, v = speed(CENTRE), W = {0.7, 0.4, -0.9};
    const vec3 J = vec3_scale(m / 3, (vec3){d.y + d.z, d.z + d.x, d.x + d.y});
    const vec3 spin = vec3_add(vec3_scale(m, vec3_cross(CENTRE, v)), (vec3){J.x * W.x, J.y * W.y, J.z * W.z});
    static const char *const CARDS[] = {"hexahedron8: 1, ", "hexahedron8: 1, static, lumped mass, "};
    for (int i = 0; i < 2; i++) {
        char element[400];
        static probed p;
        p = (probed){.cards = {"hexahedron8"}};
        snprintf(element, sizeof element, "%s" NODES "neo hookean elastic, E, 100., nu, 0.3" SAME, CARDS[i]);
        probe_at(&p, "solids: 1;", element);
        assert_near(p.sum.mass, m, 1e-14);
        assert_near(vec3_norm(vec3_sub(p.sum.s, vec3_scale(m, CENTRE))), 0.0, 1e-14);
        assert_near(vec3_norm(vec3_sub(p.sum.beta, vec3_scale(m, v))), 0.0, 1e-14);
        assert_near(vec3_norm(vec3_sub(p.sum.gamma, spin)), 0.0, 1e-14);
        const inertia_sum about = inertia_sum_about(&p.sum, CENTRE);
        for (int k = 0; k < 9; k++)
            assert_near(about.J.e[k / 3][k % 3], k % 4 == 0 ? vec3_get(J, k / 4) : 0.0, 1e-14);
    }
}

/* A mass that is lumped says how its nodes accelerate; half of it is on each end of a body that falls. */
static void accelerations_of_lumped_masses(void **of)
{
    static const probe probes[] = {
        {"structural", 1, "XPP[3]"}, {"structural", 7, "XPP[3]"}, {"structural", 7, "XPP[1]"}};
    world *world = *of;
    char nodes[2048], elements[1024];
    for (int k = 0, n = 0; k < CORNERS; k++)
        n += snprintf(nodes + n, sizeof nodes - (size_t)n,
                      "structural: %d, dynamic displacement, %.17g, %.17g, %.17g, 1., 2., 3., accelerations, yes;",
                      k + 1, corner(k).x, corner(k).y, corner(k).z);
    snprintf(elements, sizeof elements, "%s",
             "gravity: uniform, 0., 0., -1., const, 9.81; body: 7, 7, 3.;"
             "hexahedron8: 1, lumped mass, " NODES "neo hookean elastic, E, 100., nu, 0.3" SAME
             "force: 7, absolute displacement, 7, 1., 0., 0., const, 4.;");
    assert_runs(
        world, probes, 3, (march){.until = 1e-3, .step = 1e-4, .tolerance = 1e-9},
        (const char *const[]){"structural nodes: 8; solids: 1; gravity; rigid bodies: 1; forces: 1;", nodes, elements});
    const double m = 80. * HALF.x * HALF.y * HALF.z / CORNERS;
    assert_near(world->v[0][0], -9.81, 1e-5);
    assert_near(world->v[0][1], -9.81, 1e-5);
    assert_near(world->v[0][2], 4.0 / (3.0 + m), 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prestress_of_both_forms),  cmocka_unit_test(nodes_with_rotations),
        cmocka_unit_test(solid_in_a_central_field), cmocka_unit_test(inertia_of_a_box),
        TEST(accelerations_of_lumped_masses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
