/* springs_test.c - springs between points of two nodes in space, against the energy they store.
 *
 *     E = e' K e / 2,   e = H' (p2 - p1)        H: frame of the first side, or half way between the frames of both
 *
 * What acts on a node is minus the derivative of the energy along its motions, here by differences. */
#include "probe_world.h"
#include "base/array.h"
#include "problem/jacobian_check.h"

static const vec3 F1 = {0.1, 0.2, 0.3}, F2 = {-0.2, 0.1, 0.15}, RH1 = {0.2, 0.1, -0.4};
static const double K[] = {20.0, 35.0, 50.0};

typedef struct {
    vec3 x[2];
    mat3 R[2];
    vec3 Rh2; /* of the second side, as a rotation vector */
    bool is_invariant;
} spring;

static double energy(const spring *spring)
{
    const mat3 T1 = rotation_exp(RH1), T2 = rotation_exp(spring->Rh2), H1 = mat3_mul(&spring->R[0], &T1),
               H2 = mat3_mul(&spring->R[1], &T2);
    const mat3 relative = mat3_tmul(&H1, &H2), half = rotation_exp(vec3_scale(0.5, rotation_log(&relative)));
    const mat3 H = spring->is_invariant ? mat3_mul(&H1, &half) : H1;
    const vec3 d = vec3_sub(vec3_add(spring->x[1], mat3_mulv(&spring->R[1], F2)),
                            vec3_add(spring->x[0], mat3_mulv(&spring->R[0], F1)));
    const vec3 e = mat3_tmulv(&H, d);
    return 0.5 * (K[0] * e.x * e.x + K[1] * e.y * e.y + K[2] * e.z * e.z);
}

/* Along translation k, or rotation k - 3, of a node. */
static double moved_energy(spring spring, int node_of, int k, double h)
{
    double by[6] = {0};
    by[k] = h;
    const mat3 rotation = rotation_exp(vec3_load(by + 3));
    spring.x[node_of] = vec3_add(spring.x[node_of], vec3_load(by));
    spring.R[node_of] = mat3_mul(&rotation, &spring.R[node_of]);
    return energy(&spring);
}

static double load_along(const spring *spring, int node_of, int k)
{
    const double h = 1e-4;
    const double one = moved_energy(*spring, node_of, k, h) - moved_energy(*spring, node_of, k, -h),
                 two = moved_energy(*spring, node_of, k, 2 * h) - moved_energy(*spring, node_of, k, -2 * h);
    return -(8.0 * one - two) / (12.0 * h);
}

/* Frames that differ by a little, by much, and by nearly half a turn. */
static void springs_pull_down_their_energy(void **of)
{
    static const probe probes[] = {{"joint", 1, "Fx"}, {"joint", 1, "Fy"}, {"joint", 1, "Fz"}, {"joint", 1, "Mx"},
                                   {"joint", 1, "My"}, {"joint", 1, "Mz"}, {"joint", 2, "Fx"}, {"joint", 2, "Fy"},
                                   {"joint", 2, "Fz"}, {"joint", 2, "Mx"}, {"joint", 2, "My"}, {"joint", 2, "Mz"}};
    static const vec3 ROTATED[] = {{3e-3, -2e-3, 5e-3}, {0.6, -0.4, 0.8}, {1.8, -1.0, 2.0}};
    const mat3 R1 = rotation_exp((vec3){0.3, -0.2, 0.5}), R2 = rotation_exp((vec3){-0.4, 0.1, 0.6}),
               T1 = rotation_exp(RH1);
    world *world = *of;
    for (int i = 0; i < 6; i++) {
        /* R2 Rh2 = R1 Rh1 exp(turned) */
        const mat3 rotated = rotation_exp(ROTATED[i / 2]), H1 = mat3_mul(&R1, &T1), H2 = mat3_mul(&H1, &rotated);
        const mat3 fit = mat3_tmul(&R2, &H2);
        const spring spring = {
            .x = {{0.2, -0.1, 0.3}, {1.1, 0.4, -0.3}}, .R = {R1, R2}, .Rh2 = rotation_log(&fit), .is_invariant = i % 2};
        char elements[800];
        snprintf(
            elements, sizeof elements,
            "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node; joint: 3, %sdeformable displacement "
            "joint, 1, position, 0.1, 0.2, 0.3, orientation, vector, 0.2, 0.1, -0.4, 2, position, -0.2, 0.1, 0.15, "
            "orientation, vector, %.17g, %.17g, %.17g, linear elastic generic, diag, 20., 35., 50.;",
            spring.is_invariant ? "invariant " : "", spring.Rh2.x, spring.Rh2.y, spring.Rh2.z);
        assert_runs(world, probes, 12, (march){.until = 1e-3},
                    (const char *const[]){"structural nodes: 2; joints: 3;",
                                          "structural: 1, static, 0.2, -0.1, 0.3, vector, 0.3, -0.2, 0.5, null, null;"
                                          "structural: 2, static, 1.1, 0.4, -0.3, vector, -0.4, 0.1, 0.6, null, null;",
                                          elements});
        for (int k = 0; k < 12; k++)
            assert_near(world_end(world)[k], load_along(&spring, k / 6, k % 6), 1e-8);
    }
}

/* --- their derivatives -------------------------------------------------------------------------------------------- */

static double jacobian_error(world *world)
{
    arena *memory = arena_create();
    solution *solution = solution_create(world->deck->model, 0, world->deck->errors, memory);
    equations *equations = equations_create(world->deck->model, memory);
    jacobian_checker *jacobian_checker = jacobian_checker_create(solution, memory);
    const line_observer notify = {.context = world, .line = world_print};
    solution_initial(solution);
    solution->state.dvalue = 0.3;
    equations_jacobian(equations, &solution->state);
    const jacobian_difference found = jacobian_check_now(jacobian_checker, equations->matrix, &notify);
    equations_destroy(equations);
    solution_destroy(solution);
    arena_destroy(memory);
    return found.most / found.size;
}

/* Of springs and dampers whose nodes move, the frames of their sides turned by little, by a little more and by much. */
static void derivatives_of_springs(void **of)
{
    static const char *const JOINTS[] = {
        "invariant deformable displacement joint, 1, position, 0.1, 0.2, 0.3, 2, position, -0.2, 0.1, 0.15, linear "
        "viscoelastic generic, diag, 20., 35., 50., proportional, 0.3",
        "invariant deformable joint, 1, position, 0.1, 0.2, 0.3, 2, position, -0.2, 0.1, 0.15, linear viscoelastic "
        "generic, diag, 20., 35., 50., 10., 15., 5., proportional, 0.3",
        "deformable joint, 1, position, 0.1, 0.2, 0.3, 2, position, -0.2, 0.1, 0.15, linear viscoelastic generic, "
        "diag, "
        "20., 35., 50., 10., 15., 5., proportional, 0.3",
        "gimbal rotation, 1, 2"};
    static const double BY[] = {2e-3, 9e-3, 0.05, 0.15, 1.0};
    world *world = *of;
    for (int i = 0; i < 4 * ARRAY_LEN(BY); i++) {
        char words[2000];
        const vec3 rotation = vec3_scale(BY[i / 4], (vec3){0.6, -0.48, 0.64});
        snprintf(
            words, sizeof words,
            "begin: data; problem: initial value; end: data; begin: initial value; end: initial value;\n"
            "begin: control data; structural nodes: 2; rigid bodies: 2; joints: 1;\n"
            "jacobian check: const, 1., coefficient, 1.e-3, order, 4, output, none; end: control data;\n"
            "begin: nodes; structural: 1, dynamic, 0.2, -0.1, 0.3, eye, 0.1, 0.2, -0.3, 0.5, -0.2, 0.4;\n"
            "structural: 2, dynamic, 1.1, 0.4, -0.3, vector, %.17g, %.17g, %.17g, -0.4, 0.3, 0.2, 0.1, 0.6, -0.3;\n"
            "end: nodes; begin: elements; body: 1, 1, 1., null, eye; body: 2, 2, 1., null, eye; joint: 3, %s;\n"
            "end: elements;\n",
            rotation.x, rotation.y, rotation.z, JOINTS[i % 4]);
        deck_destroy(world->deck);
        world->deck = deck_create();
        diag_set_sink(world->deck->errors, world_say, world);
        if (!deck_read_text(world->deck, "test", words, strlen(words)))
            fail_msg("%s", world->said);
        assert_near(jacobian_error(world), 0.0, 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(springs_pull_down_their_energy), TEST(derivatives_of_springs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
