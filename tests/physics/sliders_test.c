/* sliders_test.c - beam sliders against statics and against Coulomb's law.
 *
 * The line of a beam is x(s) = sum N_i(s) p_i with p_i = x_i + R_i f_i, the points on its nodes. A load on the slider
 * goes over to the node on whose piece of the beam it stands, or to two of them where the pieces pass into each other.
 */
#include "probe_world.h"
#include "base/array.h"

/* --- words of a deck ---------------------------------------------------------------------------------------------- */

typedef struct {
    char cursor[6000];
    int n;
} words;

__attribute__((format(printf, 2, 3))) static void say(words *words, const char *format, ...)
{
    va_list more;
    va_start(more, format);
    words->n += vsnprintf(words->cursor + words->n, sizeof words->cursor - (size_t)words->n, format, more);
    va_end(more);
    assert_true(words->n < (int)sizeof words->cursor);
}

static void say_vec3(words *words, vec3 v) { say(words, "%.17g, %.17g, %.17g", v.x, v.y, v.z); }

static void say_axes(words *words, vec3 first, vec3 second)
{
    say(words, "1, "), say_vec3(words, first), say(words, ", 2, "), say_vec3(words, second);
}

/* --- loads on a crooked line -------------------------------------------------------------------------------------- */

enum { POSTS = 5 };

static const vec3 POST[POSTS] = {{0, 0, 0}, {1, 0.1, 0}, {2, 0.1, 0.1}, {3.1, -0.1, 0.2}, {4, -0.3, 0.1}},
                  ROTATION[POSTS] = {{0, 0, 0}, {0.2, 0.1, 0}, {0.3, -0.2, 0.1}, {0.6, 0.1, -0.2}, {1.0, 0.2, 0.1}},
                  ARM[POSTS] = {{0, 0.1, 0}, {0, 0.1, 0.1}, {0.1, 0.1, -0.1}, {0.05, -0.1, 0.2}, {0, 0.2, 0.1}},
                  ROLL[POSTS] = {{0, 0, 0}, {0.1, 0, 0}, {0.2, 0.1, 0}, {-0.1, 0.2, 0.1}, {0.3, 0, 0.1}};

/* The slider's own place: the point of contact and the axes as its node sees them. */
static const vec3 SLIDER_ARM = {0.1, -0.2, 0.15}, SLIDER_ROTATION = {0.3, 0.5, -0.2};
static const vec3 FORCE = {3.0, -4.0, 5.0}, COUPLE = {0.7, 1.1, -0.4};

typedef struct {
    vec3 x, l, a; /* point, tangent, axis 3 of the line */
    vec3 e[3];    /* axes of a slider that fits */
    mat3 R;
    vec3 node; /* where its node is */
} spot;

static spot spot_at(int beam, double s)
{
    const double N[] = {0.5 * s * (s - 1.0), (1.0 - s) * (1.0 + s), 0.5 * s * (s + 1.0)};
    const double D[] = {s - 0.5, -2.0 * s, s + 0.5};
    spot spot = {.R = rotation_exp(SLIDER_ROTATION)};
    for (int i = 0; i < 3; i++) {
        const int k = 2 * beam + i;
        const mat3 R = rotation_exp(ROTATION[k]), Rh = rotation_exp(ROLL[k]), H = mat3_mul(&R, &Rh);
        const vec3 at = vec3_add(POST[k], mat3_mulv(&R, ARM[k]));
        spot.x = vec3_axpy(spot.x, N[i], at), spot.l = vec3_axpy(spot.l, D[i], at),
        spot.a = vec3_axpy(spot.a, N[i], mat3_col(&H, 2));
    }
    const vec3 across = vec3_cross(spot.a, spot.l);
    spot.e[0] = vec3_scale(1.0 / vec3_norm(spot.l), spot.l);
    spot.e[1] = vec3_scale(1.0 / vec3_norm(across), across);
    spot.e[2] = vec3_cross(spot.e[0], spot.e[1]);
    spot.node = vec3_sub(spot.x, mat3_mulv(&spot.R, SLIDER_ARM));
    return spot;
}

static void say_posts(words *nodes, words *elements)
{
    for (int i = 0; i < POSTS; i++) {
        say(nodes, "structural: %d, static, ", i + 1), say_vec3(nodes, POST[i]);
        say(nodes, ", vector, "), say_vec3(nodes, ROTATION[i]), say(nodes, ", null, null;\n");
        say(elements, "joint: %d, clamp, %d, node, node;\n", i + 1, i + 1);
    }
    for (int b = 0; b < 2; b++)
        say(elements,
            "beam3: %d, %d, null, %d, null, %d, null, eye, linear elastic generic, diag, 1.e3, 1.e3, 1.e3, 1.e1, 1.e1, "
            "1.e1, same, same;\n",
            b + 1, 2 * b + 1, 2 * b + 2, 2 * b + 3);
}

static void say_line(words *to)
{
    for (int i = 0; i < 6; i++) {
        const int k = i < 3 ? i : i - 1;
        if (i % 3 == 0)
            say(to, ", %d", i / 3 + 1);
        say(to, ", ");
        if (i == 3) {
            say(to, "same, orientation, same");
            continue;
        }
        say_vec3(to, ARM[k]), say(to, ", orientation, vector, "), say_vec3(to, ROLL[k]);
    }
}

/* The slider, held along the line, and about it where its type does not. */
static void say_slider(words *nodes, words *elements, int type, int beam, const spot *spot)
{
    static const char *const TYPES[] = {"spherical", "classic", "spline"}, *const FIXED[] = {"1, 1, 1", "1, 0, 0",
                                                                                             "0, 0, 0"};
    say(nodes, "structural: 9, static, "), say_vec3(nodes, spot->node);
    say(nodes, ", vector, "), say_vec3(nodes, SLIDER_ROTATION), say(nodes, ", null, null;\n");
    say(elements, "joint: 9, beam slider, 9, "), say_vec3(elements, SLIDER_ARM), say(elements, ", orientation, ");
    say_axes(elements, mat3_tmulv(&spot->R, spot->e[0]), mat3_tmulv(&spot->R, spot->e[1]));
    say(elements, ", type, %s, 2", TYPES[type]), say_line(elements);
    say(elements, ", initial beam, %d, initial node, 2, smearing, 0.3;\n", beam + 1);
    say(elements, "joint: 10, total pin joint, 9, rotation orientation, ");
    say_axes(elements, mat3_tmulv(&spot->R, spot->e[0]), mat3_tmulv(&spot->R, spot->e[1]));
    say(elements, ", position, "), say_vec3(elements, spot->node), say(elements, ", position orientation, ");
    say_axes(elements, spot->e[0], spot->e[1]), say(elements, ", rotation orientation, ");
    say_axes(elements, spot->e[0], spot->e[1]);
    say(elements, ", position constraint, 1, 0, 0, null, orientation constraint, %s, null;\n", FIXED[type]);
    say(elements, "force: 1, absolute, 9, position, null, "), say_vec3(elements, FORCE),
        say(elements, ", const, 1.;\n");
    say(elements, "couple: 2, absolute, 9, "), say_vec3(elements, COUPLE), say(elements, ", const, 1.;\n");
}

/* What the line gets from the slider at x: all but the force along it; of the couple what the type holds. */
static void load_on_line(int type, const spot *spot, vec3 *F, vec3 *M)
{
    *F = vec3_axpy(FORCE, -vec3_dot(FORCE, spot->e[0]), spot->e[0]);
    *M = vec3_add(COUPLE, vec3_cross(vec3_sub(spot->node, spot->x), *F));
    if (type == 1)
        *M = vec3_axpy(*M, -vec3_dot(*M, spot->e[0]), spot->e[0]);
    else if (type == 0)
        *M = (vec3){0, 0, 0};
}

/* A ramp from 0 to 1, at -+ 0.3 around the middle. */
static double passed(double from_middle) { return fmin(fmax(0.5 + from_middle / 0.6, 0.0), 1.0); }

static void check_posts(const world *world, int beam, double s, const spot *spot, vec3 F, vec3 M)
{
    const double second = passed(s + 1.0 / sqrt(3.0)), third = passed(s - 1.0 / sqrt(3.0));
    const double share[] = {1.0 - second, second - third, third};
    vec3 on[POSTS][2] = {0};
    for (int i = 0; i < 3; i++) {
        const int k = 2 * beam + i;
        on[k][0] = vec3_scale(share[i], F);
        on[k][1] = vec3_scale(share[i], vec3_add(M, vec3_cross(vec3_sub(spot->x, POST[k]), F)));
    }
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 2; j++)
            assert_near(vec3_norm(vec3_sub(world_vec3(world, 1, 6 * k + 3 * j), on[2 * beam + k][j])), 0.0, 1e-9);
}

/* The row: force and moment on the slider in its axes and in the global ones, where the couple is printed the other way
 * about and without what holds it about the line; the beam, the abscissa through all of them, and the tangent. */
static void check_row(const world *world, int type, int beam, double s, const spot *spot, vec3 F, vec3 M)
{
    const mat3 H = mat3_from_cols(spot->e[0], spot->e[1], spot->e[2]);
    const vec3 about = vec3_cross(spot->e[1], spot->a);
    vec3 moment = vec3_neg(M);
    if (type == 2)
        moment = vec3_axpy(moment, vec3_dot(M, spot->l) / vec3_dot(about, spot->l), about);
    const vec3 expected[] = {mat3_tmulv(&H, vec3_neg(F)), moment, vec3_neg(F), mat3_mulv(&H, moment)};
    for (int k = 0; k < 4; k++)
        assert_near(vec3_norm(vec3_sub(world_vec3(world, 1, 3 * k), expected[k])), 0.0, 1e-9);
    assert_near(world->v[1][12], beam + 1, 0.0);
    assert_near(world->v[1][13], s + 2.0 * beam, 1e-11);
    assert_near(vec3_norm(vec3_sub(world_vec3(world, 1, 14), spot->l)), 0.0, 1e-11);
}

/* Its node off the line, across it: where it begins is the nearest point. */
static void slider_begins_at_the_nearest_point(void **of)
{
    static const probe probes[] = {{"joint", 9, "#14"}};
    static words nodes, elements;
    world *world = *of;
    for (int beam = 0; beam < 2; beam++) {
        spot spot = spot_at(beam, 0.3);
        spot.node = vec3_axpy(spot.node, 0.05, spot.e[2]);
        nodes.n = elements.n = 0;
        say_posts(&nodes, &elements);
        say_slider(&nodes, &elements, 2, beam, &spot);
        assert_runs(world, probes, 1, (march){.until = 1e-3, .more = "derivatives tolerance: 1.e50;"},
                    (const char *const[]){"structural nodes: 6; joints: 7; beams: 2; forces: 2;", nodes.cursor,
                                          elements.cursor});
        assert_near(world->v[0][0], 0.3 + 2.0 * beam, 1e-11);
    }
}

static void loaded_slider(world *world, int type, int beam, double s, const probe *probes, int n)
{
    static words nodes, elements;
    nodes.n = elements.n = 0;
    const spot spot = spot_at(beam, s);
    say_posts(&nodes, &elements);
    say_slider(&nodes, &elements, type, beam, &spot);
    assert_runs(
        world, probes, n, (march){.until = 1e-3, .tolerance = 1e-10},
        (const char *const[]){"structural nodes: 6; joints: 7; beams: 2; forces: 2;", nodes.cursor, elements.cursor});
}

static const double PLACES[] = {-0.9, -0.5, 0.1, 0.7}; /* on one post, between two of them, on the next, between them */

static void posts_carry_the_slider(void **of)
{
    for (int i = 0; i < 24; i++) {
        const int type = i / 8, beam = i / 4 % 2, first = 2 * beam + 1;
        const spot spot = spot_at(beam, PLACES[i % 4]);
        probe probes[18];
        static const char *const NAMES[] = {"Fx", "Fy", "Fz", "Mx", "My", "Mz"};
        for (int k = 0; k < 18; k++)
            probes[k] = (probe){"joint", (unsigned)(first + k / 6), NAMES[k % 6]};
        vec3 F, M;
        load_on_line(type, &spot, &F, &M);
        loaded_slider(*of, type, beam, PLACES[i % 4], probes, 18);
        check_posts(*of, beam, PLACES[i % 4], &spot, F, M);
    }
}

static void row_of_a_slider(void **of)
{
    static const probe probes[] = {{"joint", 9, "#1"},  {"joint", 9, "#2"},  {"joint", 9, "#3"},  {"joint", 9, "#4"},
                                   {"joint", 9, "#5"},  {"joint", 9, "#6"},  {"joint", 9, "#7"},  {"joint", 9, "#8"},
                                   {"joint", 9, "#9"},  {"joint", 9, "#10"}, {"joint", 9, "#11"}, {"joint", 9, "#12"},
                                   {"joint", 9, "#13"}, {"joint", 9, "#14"}, {"joint", 9, "#15"}, {"joint", 9, "#16"},
                                   {"joint", 9, "#17"}};
    for (int i = 0; i < 6; i++) {
        const int type = i / 2, beam = i % 2;
        const double s = PLACES[1 + i % 3];
        const spot spot = spot_at(beam, s);
        vec3 F, M;
        load_on_line(type, &spot, &F, &M);
        loaded_slider(*of, type, beam, s, probes, 17);
        check_row(*of, type, beam, s, &spot, F, M);
    }
}

/* Beyond the ends of the string there is nothing to pass on to: the line of the last beam goes on. */
static void slider_leaves_the_string(void **of)
{
    static const probe probes[] = {{"joint", 9, "#13"}, {"joint", 9, "#14"}, {"structural", 9, "X[1]"}};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        words nodes = {0}, elements = {0};
        const double from = i == 0 ? 3.8 : 0.2, speed = i == 0 ? 1.0 : -1.0;
        for (int k = 1; k <= POSTS; k++) {
            say(&nodes, "structural: %d, static, %d., 0., 0., eye, null, null;\n", k, k - 1);
            say(&elements, "joint: %d, clamp, %d, node, node;\n", k, k);
        }
        for (int b = 0; b < 2; b++)
            say(&elements,
                "beam3: %d, %d, null, %d, null, %d, null, eye, linear elastic generic, diag, 1.e3, 1.e3, 1.e3, 1.e1, "
                "1.e1, "
                "1.e1, same, same;\n",
                b + 1, 2 * b + 1, 2 * b + 2, 2 * b + 3);
        say(&nodes, "structural: 9, dynamic, %g, 0., 0., eye, %g, 0., 0., null;\n", from, speed);
        say(&elements,
            "body: 9, 9, 2., null, eye; joint: 9, beam slider, 9, null, type, classic, 2, 1, null, null, null, 2, "
            "same, null, "
            "null, initial beam, %d;\n",
            i == 0 ? 2 : 1);
        assert_runs(world, probes, 3, (march){.until = 0.5, .step = 5e-3, .tolerance = 1e-8, .method = "ms, 0.6"},
                    (const char *const[]){"structural nodes: 6; rigid bodies: 1; joints: 6; beams: 2;", nodes.cursor,
                                          elements.cursor});
        assert_near(world_end(world)[0], i == 0 ? 2.0 : 1.0, 0.0);
        assert_near(world_end(world)[2], from + 0.5 * speed, 1e-8);
        assert_near(world_end(world)[1], world_end(world)[2] - 1.0, 1e-8);
    }
}

/* --- friction on a line that moves off ---------------------------------------------------------------------------- */

/* A beam that is drawn away under a mass of 2, x = a t^2 / 2 with a = 4, and takes it along with mu shape N / 2 at the
 * most. N is the weight, 20, or the preload. */
static void mass_on_a_beam_that_moves_off(void **of)
{
    static const struct {
        const char *friction;
        double mu, pull, normal;
    } CASES[] = {{"discrete coulomb, \"rough\", simple", 0.3, 0.3, 20.0},
                 {"preload, 15., discrete coulomb, \"rough\", simple", 0.3, 0.3, 20.0},
                 {"preload, 24., discrete coulomb, \"rough\", simple", 0.3, 0.3, 24.0},
                 {"discrete coulomb, \"rough\", simple plane hinge", 0.3, 0.3 / 1.0440306508910550, 20.0},
                 {"modlugre, 1.e4, 20., 0., 0.5, \"rough\", simple", 0.3, 0.3, 20.0}};
    static const probe probes[] = {{"structural", 9, "X[1]"}, {"structural", 9, "XP[1]"}, {"joint", 9, "#18"},
                                   {"joint", 9, "#19"},       {"joint", 9, "#20"},        {"joint", 2, "Fx"}};
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(CASES); i++) {
        words nodes = {0}, elements = {0};
        say(&nodes, "scalar function: \"rough\", const, 0.3;\n");
        for (int k = 1; k <= 3; k++) {
            say(&nodes, "structural: %d, static, %d., 0., 0., eye, null, null;\n", k, k - 1);
            say(&elements,
                "joint: %d, total pin joint, %d, position, null, position, %d., 0., 0., position constraint, 1, 1, 1, "
                "single, 1., 0., "
                "0., parabolic, 0., 0., 2., orientation constraint, 1, 1, 1, null;\n",
                k, k, k - 1);
        }
        say(&nodes, "structural: 9, dynamic, 1.1, 0., 0., eye, null, null;\n");
        say(&elements,
            "beam3: 1, 1, null, 2, null, 3, null, eye, linear elastic generic, diag, 1.e6, 1.e6, 1.e6, 1.e4, 1.e4, "
            "1.e4, same, same;\nbody: 9, 9, 2., null, eye;\ngravity: uniform, 0., 0., -1., const, 10.;\n"
            "joint: 9, beam slider, 9, null, type, classic, 1, 1, null, null, null, initial node, 2, friction, %s;\n",
            CASES[i].friction);
        assert_runs(world, probes, 6, (march){.until = 0.2, .tolerance = 1e-8, .method = "ms, 0.6"},
                    (const char *const[]){"structural nodes: 4; rigid bodies: 1; joints: 4; beams: 1; gravity;",
                                          nodes.cursor, elements.cursor});
        const double force = CASES[i].pull * CASES[i].normal;
        for (int k = 40; k < world->n; k += 20) {
            const double *v = world->v[k], *before = world->v[20], t = world->t[k] - world->t[20];
            assert_near(v[0] - before[0], before[1] * t + 0.25 * force * t * t, 1e-8);
            assert_near(v[1] - before[1], 0.5 * force * t, 1e-7);
            assert_near(v[2], -force, 1e-6);
            assert_near(v[3], -CASES[i].mu, 1e-9);
            assert_near(v[4], v[1] - 4.0 * world->t[k], 1e-6);
            assert_near(v[5], -force, 1e-6);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(posts_carry_the_slider), TEST(row_of_a_slider),
                                       TEST(slider_leaves_the_string), TEST(slider_begins_at_the_nearest_point),
                                       TEST(mass_on_a_beam_that_moves_off)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
