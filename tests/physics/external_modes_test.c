/* external_modes_test.c - external forces on modes, by files and by those of EDGE: the motion that is written, and what
 * loads do. */
#include "external_world.h"

/* Modes of two nodes: loads = H' f, six of each node. */
static void loads_by_modes(void **of)
{
    static const double f[2] = {1.5, -0.5};
    for (int k = 0; k < 3;
         k++) { /* with modes alone, with a reference node, with that node's loads along global axes */
        wrench got[NODES], wanted[NODES] = {0};
        char options[500];
        write_matrix(2, 12, FULL);
        snprintf(options, sizeof options,
                 "%s %s nodes number, 2, 20, 30, modes number, 2, full mapping file, \"%s\", threshold, 0.01",
                 k ? "reference node, 10," : "type, modal,", k == 2 ? "rotate rigid body forces, no," : "",
                 file("matrix"));
        if (k)
            wanted[0] = k == 1 ? (wrench){rotated(0, FORCE[0]), rotated(0, MOMENT[0])} : (wrench){FORCE[0], MOMENT[0]};
        for (int i = 0; i < 2; i++) {
            double load[6] = {0};
            for (int j = 0; j < 6; j++)
                load[j] = entry(0, 6 * i + j) * f[0] + entry(1, 6 * i + j) * f[1];
            const vec3 F = vec3_load(load), M = vec3_load(load + 3);
            push(wanted, 1 + i, (vec3){0, 0, 0}, k ? rotated(0, F) : F, k ? rotated(0, M) : M, k > 0);
        }
        hold(*of, "external modal mapping", options, k ? "10 .7 -.8 .9 .3 .5 .4\n1.5\n-.5\n" : "1.5 -.5", got);
        assert_wrenches(got, wanted);
    }
}

/* The frame, if there is one: label, x, R by rows, v, w, a, w'. */
static const double *check_frame(const double *v, const motion *motion, int label, bool has_accelerations)
{
    assert_near(v[0], label, 0.0);
    return check_row(v + 1, motion, MATRIX, has_accelerations);
}

/* d: how far each node has come, and n sin(phi) of its rotation, as seen from the reference node then and now. */
static void motion_of_modes(void **of)
{
    for (int k = 0; k < 3; k++) { /* modes alone; with a reference node; with its accelerations */
        motion is[NODES];
        double v[MOST_NUMBERS], d[2][12];
        char options[500];
        write_matrix(2, 12, FULL);
        snprintf(options, sizeof options,
                 "%s nodes number, 2, 20, 30, modes number, 2, full mapping file, \"%s\", threshold, 0.01",
                 k == 0   ? "type, modal,"
                 : k == 1 ? "reference node, 10,"
                          : "reference node, 10, accelerations, yes,",
                 file("matrix"));
        fly(*of, "external modal mapping", options, k ? "10 .7 -.8 .9 .3 .5 .4\n1.5\n-.5\n" : "1.5 -.5", is);
        const motion first = {.x = BODY[0].x, .R = rotation_exp(BODY[0].rotation)};
        for (int i = 0; i < 2; i++) {
            const motion then = {.x = BODY[1 + i].x, .R = rotation_exp(BODY[1 + i].rotation)};
            const motion now = seen_from(&is[1 + i], (vec3){0, 0, 0}, k ? &is[0] : NULL);
            const motion before = seen_from(&then, (vec3){0, 0, 0}, k ? &first : NULL);
            const vec3 rotation = rotate_between(&before.R, &now.R);
            vec3_store(d[0] + 6 * i, vec3_sub(now.x, before.x));
            vec3_store(d[0] + 6 * i + 3, vec3_scale(sin(vec3_norm(rotation)) / vec3_norm(rotation), rotation));
            vec3_store(d[1] + 6 * i, now.v);
            vec3_store(d[1] + 6 * i + 3, now.w);
        }
        const int n = read_numbers("motion", v);
        const double *at = k ? check_frame(v, &is[0], 10, k == 2) : v;
        for (int mode = 0; mode < 2; mode++)
            for (int order = 0; order < 2; order++) {
                double sum = 0.0;
                for (int c = 0; c < 12; c++)
                    sum += entry(mode, c) * d[order][c];
                assert_near(*at++, sum, 1e-7);
            }
        assert_int_equal(at - v, n);
    }
}

/* --- modes of a modal joint --------------------------------------------------------------------------------------- */

/* Two modes without stiffness on a frame that is held: m q'' = f. */
static const char FEM[] = "** RECORD GROUP 1, HEADER\n REV0 1 2 0 0 0\n** RECORD GROUP 2, NODES\n 1\n"
                          "** RECORD GROUP 5, X\n 0\n** RECORD GROUP 6, Y\n 0\n** RECORD GROUP 7, Z\n 0\n"
                          "** RECORD GROUP 8, SHAPES\n** MODE 1\n 1 0 0 0 0 0\n** MODE 2\n 0 1 0 0 0 0\n"
                          "** RECORD GROUP 9, MASS\n 2 0 0 4\n** RECORD GROUP 10, STIFFNESS\n 0 0 0 0\n";
static const double MODE_MASS[2] = {2.0, 4.0}, MODE_FORCE[2] = {3.0, -1.0};

#define MODAL                                                                                                         \
    "joint: 2, clamp, 7, node, node; joint: 1, modal, 7, 2, 1, no damping, \"%s\", 0; force: 5, external modal, %s, " \
    "coupling, loose, 1"                                                                                              \
    " %s;"

static const probe AMPLITUDES[] = {{"joint", 1, "q[1]"},  {"joint", 1, "q[2]"},   {"joint", 1, "qP[1]"},
                                   {"joint", 1, "qP[2]"}, {"joint", 1, "qPP[1]"}, {"joint", 1, "qPP[2]"},
                                   {"joint", 2, "#7"},    {"joint", 2, "#8"},     {"joint", 2, "#9"},
                                   {"joint", 2, "#10"},   {"joint", 2, "#11"},    {"joint", 2, "#12"}};

static void run_modal(world *world, const char *by, const char *options)
{
    char elements[1000];
    write_file("modes.fem", FEM);
    snprintf(elements, sizeof elements, MODAL, file("modes.fem"), by, options);
    assert_runs(world, AMPLITUDES, 12,
                (march){.until = 0.1, .step = 0.01, .method = "ms, 0.6", .more = "derivatives tolerance: 1.e6;"},
                (const char *const[]){"structural nodes: 1; joints: 2; forces: 1;",
                                      "structural: 7, modal, 1., 2., 3., vector, 0.3, -0.8, 0.2, null, null;",
                                      elements});
}

static void assert_accelerated(const world *world)
{
    for (int k = 1; k < world->n; k++)
        for (int i = 0; i < 2; i++)
            assert_near(world->v[k][4 + i], MODE_FORCE[i] / MODE_MASS[i], 1e-9);
}

static void forces_on_modes_and_frame(void **of)
{
    static const char *const TYPE[] = {"", ", type, rigid", ", type, modal", ", accelerations"};
    static const char *const LOADS[] = {"7 .7 -.8 .9 .3 .5 .4 3 -1", "7 .7 -.8 .9 .3 .5 .4", "3 -1"};
    for (int k = 0; k < ARRAY_LEN(TYPE); k++) {
        world *world = *of;
        const bool has_frame = k != 2, has_modes = k != 1;
        double v[MOST_NUMBERS];
        run_modal(world, by_files(LOADS[k % 3]), TYPE[k]);
        if (has_modes)
            assert_accelerated(world);
        assert_vec3(vec3_load(world_end(world) + 6), has_frame ? FORCE[0] : ((vec3){0, 0, 0}), 1e-8);
        assert_vec3(vec3_load(world_end(world) + 9), has_frame ? MOMENT[0] : ((vec3){0, 0, 0}), 1e-8);
        const motion is = {.x = {1, 2, 3}, .R = rotation_exp((vec3){0.3, -0.8, 0.2})};
        const int n = read_numbers("motion", v);
        const double *at = has_frame ? check_frame(v, &is, 7, k == 3) : v, *before = world->v[world->n - 2];
        for (int i = 0; has_modes && i < 2; i++) { /* as they were a step before */
            assert_near(*at++, before[i], 1e-9);
            assert_near(*at++, before[2 + i], 1e-9);
            if (k == 3) /* predicted */
                assert_near(*at++, MODE_FORCE[i] / MODE_MASS[i], 1e-3);
        }
        assert_int_equal(at - v, n);
    }
}

/* --- EDGE --------------------------------------------------------------------------------------------------------- */

static int flag_now(void)
{
    FILE *from = fopen(file("flag"), "r");
    int flag = -1;
    if (from && fscanf(from, "%*[^\n]\n%*[^\n]\n%d", &flag) != 1)
        flag = -1;
    if (from)
        fclose(from);
    return flag;
}

static void set_flag(int flag)
{
    char words[64];
    snprintf(words, sizeof words, "UPDATE,N,0,0,1\nFLAG,I,1,1,0\n%d\n", flag);
    write_file("flag.new", words);
    rename(file("flag.new"), file("flag"));
}

/* Takes what was written (3), keeps it as "motion", and answers with forces: go on (2), or after the n-th the next step
 * (4); ends with the solver (5). */
static pid_t begin_edge(const char *forces, int n)
{
    set_flag(2);
    const pid_t child = fork();
    if (child != 0)
        return child;
    for (int i = 0, flag = 0, waits = 0; flag != 5 && waits < 100000; flag = flag_now(), waits++) {
        if (flag != 3) {
            usleep(100);
            continue;
        }
        rename(file("data"), file("motion"));
        write_file("data", forces);
        set_flag(++i % n ? 2 : 4);
    }
    _exit(0);
}

static void end_edge(pid_t child)
{
    waitpid(child, NULL, 0);
    assert_int_equal(flag_now(), 5);
    unlink(file("data"));
}

static const char *by_edge(void)
{
    static char words[300];
    snprintf(words, sizeof words, "edge, \"%s\", \"%s\", sleep time, 1.e-4", file("flag"), file("data"));
    return words;
}

static void modes_by_edge(void **of)
{
    world *world = *of;
    double v[MOST_NUMBERS];
    const pid_t edge = begin_edge("* forces\n\n* of two modes\nmodal_force_flow,R,2,1,0\n* now\n3 -1\n", 1000);
    run_modal(world, by_edge(), ", type, modal");
    end_edge(edge);
    assert_accelerated(world);
    assert_vec3(vec3_load(world_end(world) + 6), ((vec3){0, 0, 0}), 1e-9);
    assert_int_equal(read_numbers("motion", v), 4);
    for (int i = 0; i < 4; i++)
        assert_near(v[i], world->v[world->n - 2][i], 2e-6);
}

/* Velocities along the axes of the frame, and its axes one after another; its loads are along them too. */
static void frame_by_edge(void **of)
{
    static const char FORCES[] = "body_forces,R,1,6,0\n.7 -.8 .9 .3 .5 .4\n", TYPE[] = "external modal mapping";
    motion is[NODES];
    wrench on[NODES];
    char options[300];
    double v[MOST_NUMBERS];
    write_matrix(2, 12, FULL);
    snprintf(options, sizeof options,
             "reference node, 10, type, rigid, nodes number, 2, 20, 30, modes number, 2, full mapping file, \"%s\"",
             file("matrix"));
    pid_t edge = begin_edge(FORCES, 4);
    fly_by(*of, TYPE, by_edge(), options, is);
    end_edge(edge);
    assert_int_equal(read_numbers("motion", v), 15);
    assert_vec3(vec3_load(v), mat3_tmulv(&is[0].R, is[0].v), 2e-6);
    assert_vec3(vec3_load(v + 3), mat3_tmulv(&is[0].R, is[0].w), 2e-6);
    for (int j = 0; j < 3; j++)
        assert_vec3(vec3_load(v + 6 + 3 * j), mat3_col(&is[0].R, j), 2e-6);
    edge = begin_edge(FORCES, 1000);
    hold_by(*of, TYPE, by_edge(), options, on);
    end_edge(edge);
    assert_vec3(on[0].F, rotated(0, FORCE[0]), 1e-8);
    assert_vec3(on[0].M, rotated(0, MOMENT[0]), 1e-8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(loads_by_modes), TEST(motion_of_modes), TEST(forces_on_modes_and_frame),
        TEST(modes_by_edge),  TEST(frame_by_edge),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
