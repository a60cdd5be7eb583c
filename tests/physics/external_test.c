/* external_test.c - external forces at points of nodes, by files: the motion that is written, and what loads do. */
#include "external_world.h"

static void loads_on_nodes(void **of)
{
    wrench got[NODES], wanted[NODES] = {0};
    for (int i = 1; i < NODES; i++)
        push(wanted, i, ARM[i], FORCE[i], MOMENT[i], false);
    hold(*of, "external structural", POINTS, "# of 20\n1 2 3 .1 .2 .3\n4, -5, 6 -.4 .5 .6\n", got);
    assert_wrenches(got, wanted);
    hold(*of, "external structural", "labels, yes, " POINTS, "20 1 2 3 .1 .2 .3 30 4 -5 6 -.4 .5 .6", got);
    assert_wrenches(got, wanted);
    hold(*of, "external structural", "labels, yes, sorted, no, " POINTS, "30 4 -5 6 -.4 .5 .6 20 1 2 3 .1 .2 .3", got);
    assert_wrenches(got, wanted);
    const wrench forces[NODES] = {{.F = {0, 0, 0}}, {.F = FORCE[1]}, {.F = FORCE[2]}};
    hold(*of, "external structural", "orientation, none, " POINTS, "1 2 3 4 -5 6", got);
    assert_wrenches(got, forces);
}

/* With a reference node loads are along its axes, and act back on it; its own are along its axes or global ones. */
static void loads_with_a_reference_node(void **of)
{
    static const char *const OPTION[] = {"", "rotate reference node forces, no,", "use reference node forces, no,"};
    for (int k = 0; k < ARRAY_LEN(OPTION); k++) {
        wrench got[NODES], wanted[NODES] = {0};
        char options[300];
        if (k < 2)
            wanted[0] = k == 0 ? (wrench){rotated(0, FORCE[0]), rotated(0, MOMENT[0])} : (wrench){FORCE[0], MOMENT[0]};
        for (int i = 1; i < NODES; i++)
            push(wanted, i, ARM[i], rotated(0, FORCE[i]), rotated(0, MOMENT[i]), k < 2);
        snprintf(options, sizeof options, "reference node, 10, %s" POINTS, OPTION[k]);
        hold(*of, "external structural", options, ".7 -.8 .9 .3 .5 .4\n1 2 3 .1 .2 .3\n4 -5 6 -.4 .5 .6\n", got);
        assert_wrenches(got, wanted);
        snprintf(options, sizeof options, "reference node, 10, labels, yes, %s" POINTS, OPTION[k]);
        hold(*of, "external structural", options, "10 .7 -.8 .9 .3 .5 .4\n20 1 2 3 .1 .2 .3\n30 4 -5 6 -.4 .5 .6\n",
             got);
        assert_wrenches(got, wanted);
    }
}

/* Forces of the peer to its points, back through the matrix, and on the nodes. */
static void mapped_wrenches(bool has_reference, wrench wanted[NODES])
{
    static const double G[6] = {1.0, -2.0, 3.0, 0.5, 0.25, -0.75};
    for (int p = 0; p < 3; p++) {
        double f[3] = {0.0, 0.0, 0.0};
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 6; i++)
                f[k] += entry(i, 3 * p + k) * G[i];
        const vec3 F = has_reference ? rotated(0, vec3_load(f)) : vec3_load(f);
        push(wanted, CARRIER[p], POINT[p], F, (vec3){0, 0, 0}, has_reference);
    }
}

static void loads_through_a_matrix(void **of)
{
    for (int form = 0; form < FORMS; form++)
        for (int k = 0; k < 4; k++) {
            wrench got[NODES], wanted[NODES] = {0};
            const bool has_reference = k % 2, has_labels = k / 2;
            char options[800];
            write_matrix(6, 9, (matrix_form)form);
            snprintf(options, sizeof options, "%s %s %s, mapped points number, %s, %s, \"%s\", threshold, 0.01%s%s",
                     has_reference ? "reference node, 10," : "", has_labels ? "labels, yes," : "",
                     has_labels ? MAPPED_LABELS : MAPPED, k == 0 && form != TRANSPOSED ? "from file" : "2", FORM[form],
                     file("matrix"), form % 2 ? ", transpose" : "", has_labels ? ", 71, 72" : "");
            if (has_reference)
                wanted[0] = (wrench){rotated(0, FORCE[0]), rotated(0, MOMENT[0])};
            mapped_wrenches(has_reference, wanted);
            hold(*of, "external structural mapping", options,
                 k == 0   ? "1 -2 3\n.5 .25 -.75\n"
                 : k == 1 ? ".7 -.8 .9 .3 .5 .4\n1 -2 3\n.5 .25 -.75\n"
                 : k == 2 ? "71 1 -2 3\n72 .5 .25 -.75\n"
                          : ".7 -.8 .9 .3 .5 .4\n71 1 -2 3\n72 .5 .25 -.75\n",
                 got);
            assert_wrenches(got, wanted);
        }
}

static void loads_on_points_themselves(void **of)
{
    wrench got[NODES], wanted[NODES] = {0};
    for (int p = 0; p < 3; p++)
        push(wanted, CARRIER[p], POINT[p], FORCE[p], (vec3){0, 0, 0}, false);
    hold(*of, "external structural mapping", MAPPED, ".7 -.8 .9 1 2 3 4 -5 6", got);
    assert_wrenches(got, wanted);
}

static void motion_of_points(void **of)
{
    static const char *const WORDS[] = {"none", "orientation vector", "orientation matrix", "euler 123"};
    for (int k = 0; k < 16; k++) {
        const bool has_reference = k / 4 % 2, has_accelerations = k / 8, has_labels = k % 3 == 1;
        const int forces = has_labels + (k % 4 ? 6 : 3);
        motion is[NODES];
        double v[MOST_NUMBERS];
        char options[300], loads[400] = "";
        snprintf(options, sizeof options, "%s %s orientation, %s, %s" POINTS,
                 has_reference ? "reference node, 10," : "", has_labels ? "labels, yes," : "", WORDS[k % 4],
                 has_accelerations ? "accelerations, yes," : "");
        for (int i = has_reference ? 0 : 1; i < NODES; i++)
            for (int j = 0; j < forces; j++)
                snprintf(loads + strlen(loads), sizeof loads - strlen(loads), "%g ",
                         has_labels && j == 0 ? BODY[i].label : 0.5 * i - 0.3 * j);
        fly(*of, "external structural", options, loads, is);
        const int n = read_numbers("motion", v);
        const double *at = v;
        for (int i = has_reference ? 0 : 1; i < NODES; i++) {
            const motion motion = seen_from(&is[i], ARM[i], i && has_reference ? &is[0] : NULL);
            if (has_labels)
                assert_near(*at++, BODY[i].label, 0.0);
            at = check_row(at, &motion, (rotation_words)(k % 4), has_accelerations);
        }
        assert_int_equal(at - v, n);
    }
}

static void motion_through_a_matrix(void **of)
{
    for (int k = 0; k < 8; k++) {
        const bool has_reference = k % 2, has_labels = k / 2 % 2, has_accelerations = k / 4;
        motion is[NODES], m[3];
        double v[MOST_NUMBERS];
        char options[800];
        write_matrix(6, 9, FULL);
        snprintf(options, sizeof options,
                 "%s %s %s %s, mapped points number, 2, full mapping file, \"%s\", threshold, 0.01%s",
                 has_reference ? "reference node, 10," : "", has_labels ? "labels, yes," : "",
                 has_accelerations ? "accelerations, yes," : "", has_labels ? MAPPED_LABELS : MAPPED, file("matrix"),
                 has_labels ? ", 71, 72" : "");
        fly(*of, "external structural mapping", options,
            k % 4 == 0   ? "1 -2 3 .5 .25 -.75"
            : k % 4 == 1 ? ".7 -.8 .9 .3 .5 .4 1 -2 3 .5 .25 -.75"
            : k % 4 == 2 ? "71 1 -2 3 72 .5 .25 -.75"
                         : ".7 -.8 .9 .3 .5 .4 71 1 -2 3 72 .5 .25 -.75",
            is);
        const int n = read_numbers("motion", v);
        const double *at = v;
        for (int p = 0; p < 3; p++)
            m[p] = seen_from(&is[CARRIER[p]], POINT[p], has_reference ? &is[0] : NULL);
        if (has_reference) {
            assert_vec3(vec3_load(at), is[0].x, 1e-9);
            assert_vec3(vec3_load(at + 3), is[0].v, 1e-9);
            at += 6;
        }
        for (int i = 0; i < 2; i++) {
            if (has_labels)
                assert_near(*at++, 71 + i, 0.0);
            for (int order = 0; order < (has_accelerations ? 3 : 2); order++)
                for (int row = 3 * i; row < 3 * i + 3; row++) {
                    double sum = 0.0;
                    for (int c = 0; c < 9; c++) {
                        const vec3 of_point[] = {m[c / 3].x, m[c / 3].v, m[c / 3].a};
                        sum += entry(row, c) * vec3_get(of_point[order], c % 3);
                    }
                    assert_near(*at++, sum, 1e-6);
                }
        }
        assert_int_equal(at - v, n);
    }
}

/* What is there to begin with, for who makes a matrix of it. */
static void echo_of_points(void **of)
{
    motion is[NODES], at[3];
    char options[900], name[16], word[128];
    for (int i = 0; i < NODES; i++)
        is[i] = (motion){.x = BODY[i].x, .R = rotation_exp(BODY[i].rotation)};
    for (int k = 0; k < 4; k++) {
        const bool has_reference = k % 2, has_labels = k / 2;
        wrench got[NODES];
        for (int p = 0; p < 3; p++)
            at[p] = seen_from(&is[CARRIER[p]], POINT[p], has_reference ? &is[0] : NULL);
        snprintf(
            options, sizeof options,
            "%s %s %s, echo, \"%s\", precision, 12, surface, \"s\", output, \"o\", order, 2, basenode, 12, weight, "
            "%s",
            has_reference ? "reference node, 10," : "", has_labels ? "labels, yes," : "",
            has_labels ? MAPPED_LABELS : MAPPED, file("echo"), k ? "inf" : "2.5");
        hold(*of, "external structural mapping", options,
             k == 0   ? "1 2 3 4 5 6 7 8 9"
             : k == 1 ? "1 2 3 4 5 6 1 2 3 4 5 6 7 8 9"
             : k == 2 ? "1 1 2 3 2 4 5 6 3 7 8 9"
                      : "1 2 3 4 5 6 1 1 2 3 2 4 5 6 3 7 8 9",
             got);
        static const char *const HEAD[] = {"labels", "points", "surface", "output", "order", "basenode", "weight"};
        const char *const is_said[] = {has_labels ? "on" : "off", "3", "s", "o", "2", "12", k ? "inf" : "2.5"};
        FILE *from = fopen(file("echo"), "r");
        assert_non_null(from);
        assert_int_equal(fscanf(from, "%*[^\n]\n"), 0);
        for (int i = 0; i < ARRAY_LEN(HEAD); i++) {
            assert_int_equal(fscanf(from, "# %15[^:]: %127s\n", name, word), 2);
            assert_string_equal(name, HEAD[i]);
            assert_string_equal(word, is_said[i]);
        }
        for (int p = 0; p < 3; p++) {
            int label = p + 1;
            vec3 x;
            assert_true(!has_labels || (fscanf(from, "%d", &label) == 1 && label == p + 1));
            assert_int_equal(fscanf(from, "%lf %lf %lf", &x.x, &x.y, &x.z), 3);
            assert_vec3(x, at[p].x, 1e-11);
        }
        fclose(from);
    }
}

/* It may be all that is wanted: the run ends before the first step, and nothing is exchanged. */
static void echo_and_stop(void **of)
{
    world *world = *of;
    char nodes[2000], elements[900];
    unlink(file("motion"));
    put_nodes(nodes, sizeof nodes, true);
    snprintf(elements, sizeof elements,
             "force: 5, external structural mapping, \"%s\", \"%s\", coupling, loose, " MAPPED ", echo, \"%s\", stop;",
             file("nothing"), file("motion"), file("echo"));
    assert_runs(world, NULL, 0, (march){.until = 1.0},
                (const char *const[]){"structural nodes: 3; forces: 1;", nodes, elements});
    assert_true(world->n <= 1);
    assert_int_equal(access(file("echo"), F_OK), 0);
    assert_int_not_equal(access(file("motion"), F_OK), 0);
}

/* Of nodes that are held it is what is sent later on. */
static void echo_of_nodes(void **of)
{
    wrench got[NODES];
    char options[400];
    double begun[MOST_NUMBERS], sent[MOST_NUMBERS];
    unlink(file("echo"));
    snprintf(options, sizeof options, POINTS ", echo, \"%s\"", file("echo"));
    hold_by(*of, "external structural", by_files("1 2 3 4 5 6 7 8 9 10 11 12"), options, got);
    const int n = read_numbers("echo", begun);
    assert_true(n >= 2 * 12);
    assert_int_equal(read_numbers("motion", sent), n);
    for (int i = 0; i < n; i++)
        assert_near(begun[i], sent[i], 1e-9);
}

/* A peer that takes each motion away, and leaves loads that grow: 1, 2, 3 ... along x on node 20. It ends with how many
 * motions there were, or 100 when loads it had left were still there. */
static pid_t begin_taking(void)
{
    unlink(file("end")), unlink(file("motion")), unlink(file("loads"));
    const pid_t child = fork();
    if (child != 0)
        return child;
    int n = 0;
    for (int waits = 0; access(file("end"), F_OK) != 0 && waits < 100000; waits++) {
        char words[64];
        if (access(file("motion"), F_OK) != 0) {
            usleep(100);
            continue;
        }
        if (access(file("loads"), F_OK) == 0)
            _exit(100);
        unlink(file("motion"));
        snprintf(words, sizeof words, "%d 0 0 0 0 0 0 0 0 0 0 0", ++n);
        write_file("loads.new", words);
        rename(file("loads.new"), file("loads"));
    }
    _exit(n);
}

static void files_that_are_taken_away(void **of)
{
    wrench got[NODES];
    char by[400];
    int how;
    const pid_t peer = begin_taking();
    snprintf(by, sizeof by, "\"%s\", unlink, \"%s\", no clobber, sleep time, 1.e-4", file("loads"), file("motion"));
    hold_by(*of, "external structural", by, POINTS, got);
    const int steps = ((world *)*of)->n - 1;
    write_file("end", "");
    waitpid(peer, &how, 0);
    unlink(file("end"));
    assert_int_equal(WEXITSTATUS(how), 1 + steps);
    assert_vec3(got[1].F, ((vec3){1 + steps, 0, 0}), 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(loads_on_nodes),         TEST(loads_with_a_reference_node),
        TEST(loads_through_a_matrix), TEST(loads_on_points_themselves),
        TEST(motion_of_points),       TEST(motion_through_a_matrix),
        TEST(echo_of_points),         TEST(echo_and_stop),
        TEST(echo_of_nodes),          TEST(files_that_are_taken_away),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
