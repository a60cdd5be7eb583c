/* external_test.c - external forces by files: the motion that is written, against differences of what the nodes do, and
 * what loads do, against the reactions of nodes that are held. */
#include "probe_world.h"
#include "base/array.h"
#include <sys/wait.h>
#include <unistd.h>

enum { NODES = 3, MOST_NUMBERS = 200 };

/* A node as the deck has it; the first one is the reference node. */
typedef struct {
    int label;
    vec3 x, turn, v, w;
} body;

static const body BODY[NODES] = {
    {10, {0.5, -0.5, 1.0}, {-0.2, 0.4, 0.7}, {0.2, -0.1, 0.05}, {0.3, -0.2, 0.5}},
    {20, {1.0, 2.0, 3.0}, {0.3, -0.8, 0.2}, {0.4, 0.5, -0.6}, {0.7, 0.8, -0.9}},
    {30, {-1.5, 0.7, 0.4}, {0.9, 0.1, -0.5}, {-0.3, 0.2, 0.1}, {-0.4, 1.1, 0.6}},
};

static char folder[] = "/tmp/torsor-external-XXXXXX";

static const char *file(const char *name)
{
    static char path[4][128];
    static int next;
    char *to = path[next++ % 4];
    snprintf(to, sizeof path[0], "%s/%s", folder, name);
    return to;
}

static void write_file(const char *name, const char *words)
{
    FILE *to = fopen(file(name), "w");
    assert_non_null(to);
    fputs(words, to);
    assert_int_equal(fclose(to), 0);
}

/* Its numbers; what is no number is passed over. */
static int read_numbers(const char *name, double v[MOST_NUMBERS])
{
    FILE *from = fopen(file(name), "r");
    assert_non_null(from);
    int n = 0, is_number;
    while (n < MOST_NUMBERS && (is_number = fscanf(from, "%lf", &v[n])) != EOF)
        if (is_number)
            n++;
        else
            fscanf(from, "%*[^\n]");
    fclose(from);
    return n;
}

static int open_folder(void **of)
{
    (void)of;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **of)
{
    static const char *const NAMES[] = {"loads", "motion", "matrix", "modes.fem", "flag", "echo"};
    (void)of;
    for (int i = 0; i < ARRAY_LEN(NAMES); i++)
        unlink(file(NAMES[i]));
    return rmdir(folder);
}

static void put_nodes(char *to, size_t size, bool are_held)
{
    size_t n = 0;
    for (int i = 0; i < NODES; i++) {
        const body *b = &BODY[i];
        n += (size_t)snprintf(to + n, size - n, "structural: %d, %s, %.17g, %.17g, %.17g, vector, %.17g, %.17g, %.17g,",
                              b->label, are_held ? "static" : "dynamic", b->x.x, b->x.y, b->x.z, b->turn.x, b->turn.y,
                              b->turn.z);
        n += (size_t)(are_held
                          ? snprintf(to + n, size - n, "null, null;")
                          : snprintf(to + n, size - n, "%.17g, %.17g, %.17g, %.17g, %.17g, %.17g, accelerations, yes;",
                                     b->v.x, b->v.y, b->v.z, b->w.x, b->w.y, b->w.z));
    }
}

/* The communicator of loads that are always the same. */
static const char *by_files(const char *loads)
{
    static char words[300];
    write_file("loads", loads);
    snprintf(words, sizeof words, "\"%s\", \"%s\"", file("loads"), file("motion"));
    return words;
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

typedef struct {
    vec3 F, M;
} wrench;

/* The nodes are held where they are: clamps write what is passed on to the ground, which is the load. */
static void hold_by(world *w, const char *type, const char *by, const char *options, wrench applied[NODES])
{
    static const char *const COLUMN[] = {"#7", "#8", "#9", "#10", "#11", "#12"};
    char nodes[2000], elements[3000];
    probe reaction[NODES * 6];
    put_nodes(nodes, sizeof nodes, true);
    snprintf(elements, sizeof elements,
             "joint: 10, clamp, 10, node, node; joint: 20, clamp, 20, node, node; joint: 30, clamp, 30, node, node;"
             "force: 5, %s, %s, coupling, loose, %s;",
             type, by, options);
    for (int k = 0; k < NODES * 6; k++)
        reaction[k] = (probe){"joint", (unsigned)BODY[k / 6].label, COLUMN[k % 6]};
    assert_runs(w, reaction, NODES * 6, (march){.until = 3e-3},
                (const char *const[]){"structural nodes: 3; joints: 3; forces: 1;", nodes, elements});
    for (int i = 0; i < NODES; i++)
        applied[i] = (wrench){vec3_load(world_end(w) + 6 * i), vec3_load(world_end(w) + 6 * i + 3)};
}

static void hold(world *w, const char *type, const char *options, const char *loads, wrench applied[NODES])
{
    hold_by(w, type, by_files(loads), options, applied);
}

static void assert_vec3_at(vec3 a, vec3 b, double tolerance, int line)
{
    if (vec3_norm(vec3_sub(a, b)) <= tolerance)
        return;
    print_error("%g %g %g is not %g %g %g\n", a.x, a.y, a.z, b.x, b.y, b.z);
    _fail(__FILE__, line);
}
#define assert_vec3(a, b, tolerance) assert_vec3_at(a, b, tolerance, __LINE__)

static vec3 turned(int i, vec3 v)
{
    const mat3 R = rotation_exp(BODY[i].turn);
    return mat3_mulv(&R, v);
}

/* A force and a moment at a point of a node, both along global axes. */
static void push(wrench on[NODES], int i, vec3 arm, vec3 F, vec3 M, bool acts_back)
{
    const vec3 at = turned(i, arm), whole = vec3_add(M, vec3_cross(at, F));
    on[i].F = vec3_add(on[i].F, F);
    on[i].M = vec3_add(on[i].M, whole);
    if (!acts_back)
        return;
    const vec3 away = vec3_add(vec3_sub(BODY[i].x, BODY[0].x), at);
    on[0].F = vec3_sub(on[0].F, F);
    on[0].M = vec3_sub(on[0].M, vec3_add(M, vec3_cross(away, F)));
}

static void assert_wrenches(const wrench a[NODES], const wrench b[NODES])
{
    for (int i = 0; i < NODES; i++) {
        assert_vec3(a[i].F, b[i].F, 1e-8);
        assert_vec3(a[i].M, b[i].M, 1e-8);
    }
}

static const vec3 ARM[NODES] = {{0, 0, 0}, {0.2, 0.0, -0.3}, {0.1, 0.5, 0.0}};
static const vec3 FORCE[NODES] = {{0.7, -0.8, 0.9}, {1.0, 2.0, 3.0}, {4.0, -5.0, 6.0}};
static const vec3 MOMENT[NODES] = {{0.3, 0.5, 0.4}, {0.1, 0.2, 0.3}, {-0.4, 0.5, 0.6}};
#define POINTS "2, 20, offset, 0.2, 0., -0.3, 30, offset, 0.1, 0.5, 0."

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
            wanted[0] = k == 0 ? (wrench){turned(0, FORCE[0]), turned(0, MOMENT[0])} : (wrench){FORCE[0], MOMENT[0]};
        for (int i = 1; i < NODES; i++)
            push(wanted, i, ARM[i], turned(0, FORCE[i]), turned(0, MOMENT[i]), k < 2);
        snprintf(options, sizeof options, "reference node, 10, %s" POINTS, OPTION[k]);
        hold(*of, "external structural", options, ".7 -.8 .9 .3 .5 .4\n1 2 3 .1 .2 .3\n4 -5 6 -.4 .5 .6\n", got);
        assert_wrenches(got, wanted);
        snprintf(options, sizeof options, "reference node, 10, labels, yes, %s" POINTS, OPTION[k]);
        hold(*of, "external structural", options, "10 .7 -.8 .9 .3 .5 .4\n20 1 2 3 .1 .2 .3\n30 4 -5 6 -.4 .5 .6\n",
             got);
        assert_wrenches(got, wanted);
    }
}

/* --- mappings ----------------------------------------------------------------------------------------------------- */

/* Two points of node 20 and one of node 30; the peer has two, which are mixtures of them. */
static const vec3 POINT[3] = {{0.0, 0.0, 0.5}, {0.1, -0.4, 0.0}, {0.0, 0.2, 0.3}};
static const int CARRIER[3] = {1, 1, 2};
#define MAPPED "points number, 3, 20, offset, 0., 0., 0.5, offset, 0.1, -0.4, 0., 30, offset, 0., 0.2, 0.3"
#define MAPPED_LABELS \
    "points number, 3, 20, offset, 1, 0., 0., 0.5, offset, 2, 0.1, -0.4, 0., 30, offset, 3, 0., 0.2, 0.3"

static double entry(int row, int column) { return (row * 9 + column) % 5 == 0 ? 0.0 : 0.3 + 0.1 * row - 0.07 * column; }

typedef enum { FULL, TRANSPOSED, SPARSE, SPARSE_TRANSPOSED, FORMS } matrix_form;
static const char *const FORM[] = {"full mapping file", "full mapping file", "sparse mapping file",
                                   "sparse mapping file"};

/* A matrix to a file; small numbers besides are below the threshold. */
static void write_matrix(int rows, int columns, matrix_form as)
{
    FILE *to = fopen(file("matrix"), "w");
    assert_non_null(to);
    fputs("# a matrix\n  % of numbers\n", to);
    const bool is_turned = as == TRANSPOSED || as == SPARSE_TRANSPOSED, is_full = as < SPARSE;
    const int n = is_turned ? columns : rows, m = is_turned ? rows : columns;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            const double v = is_turned ? entry(j, i) : entry(i, j);
            if (is_full)
                fprintf(to, "%.17g%s", v == 0.0 ? 1e-3 : v, j == m - 1 ? "\n" : ", ");
            else if (v != 0.0)
                fprintf(to, "%d %d %.17g\n", i + 1, j + 1, v);
        }
    fclose(to);
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
        const vec3 F = has_reference ? turned(0, vec3_load(f)) : vec3_load(f);
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
                wanted[0] = (wrench){turned(0, FORCE[0]), turned(0, MOMENT[0])};
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
            wanted[0] = k == 1 ? (wrench){turned(0, FORCE[0]), turned(0, MOMENT[0])} : (wrench){FORCE[0], MOMENT[0]};
        for (int i = 0; i < 2; i++) {
            double load[6] = {0};
            for (int j = 0; j < 6; j++)
                load[j] = entry(0, 6 * i + j) * f[0] + entry(1, 6 * i + j) * f[1];
            const vec3 F = vec3_load(load), M = vec3_load(load + 3);
            push(wanted, 1 + i, (vec3){0, 0, 0}, k ? turned(0, F) : F, k ? turned(0, M) : M, k > 0);
        }
        hold(*of, "external modal mapping", options, k ? "10 .7 -.8 .9 .3 .5 .4\n1.5\n-.5\n" : "1.5 -.5", got);
        assert_wrenches(got, wanted);
    }
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

typedef struct {
    vec3 x, v, a, w, dw;
    mat3 R;
} motion;

/* Free bodies under loads; what is written last is the state after the last correction. */
static void fly_by(world *w, const char *type, const char *by, const char *options, motion of[NODES])
{
    enum { DATA = 18 };
    static const char *const WORDS[] = {"X", "XP", "XPP", "Phi", "Omega", "OmegaP"};
    char nodes[2000], elements[3000], names[DATA][16];
    probe at[NODES * DATA];
    put_nodes(nodes, sizeof nodes, false);
    snprintf(elements, sizeof elements,
             "body: 10, 10, 4., null, diag, 2., 3., 4.; body: 20, 20, 2., null, diag, 1., 2., 3.;"
             "body: 30, 30, 3., 0.1, 0., 0., diag, 1., 2., 3.; force: 5, %s, %s, coupling, tight, %s;",
             type, by, options);
    for (int k = 0; k < DATA; k++)
        snprintf(names[k], sizeof names[k], "%s[%d]", WORDS[k / 3], k % 3 + 1);
    for (int k = 0; k < NODES * DATA; k++)
        at[k] = (probe){"structural", (unsigned)BODY[k / DATA].label, names[k % DATA]};
    assert_runs(w, at, NODES * DATA, (march){.until = 0.02, .step = 5e-3, .method = "ms, 0.6"},
                (const char *const[]){"structural nodes: 3; rigid bodies: 3; forces: 1;", nodes, elements});
    for (int i = 0; i < NODES; i++) {
        const double *v = world_end(w) + i * DATA;
        of[i] = (motion){.x = vec3_load(v),
                         .v = vec3_load(v + 3),
                         .a = vec3_load(v + 6),
                         .R = rotation_exp(vec3_load(v + 9)),
                         .w = vec3_load(v + 12),
                         .dw = vec3_load(v + 15)};
    }
}

static void fly(world *w, const char *type, const char *options, const char *loads, motion of[NODES])
{
    fly_by(w, type, by_files(loads), options, of);
}

/* A point of a node, seen from another or from the ground (NULL), the time h later. */
static void seen(const motion *m, vec3 arm, const motion *from, double h, vec3 *x, mat3 *R)
{
    const vec3 turn = vec3_axpy(vec3_scale(h, m->w), 0.5 * h * h, m->dw);
    const mat3 since = rotation_exp(turn);
    *R = mat3_mul(&since, &m->R);
    *x = vec3_add(vec3_axpy(vec3_axpy(m->x, h, m->v), 0.5 * h * h, m->a), mat3_mulv(R, arm));
    if (!from)
        return;
    vec3 at;
    mat3 of;
    seen(from, (vec3){0, 0, 0}, NULL, h, &at, &of);
    *x = mat3_tmulv(&of, vec3_sub(*x, at));
    *R = mat3_tmul(&of, R);
}

static vec3 turn_between(const mat3 *a, const mat3 *b)
{
    const mat3 since = mat3_mult(b, a);
    return rotation_log(&since);
}

/* The same with rates, by differences. */
static motion seen_from(const motion *m, vec3 arm, const motion *from)
{
    const double h = 1e-4;
    vec3 x[3];
    mat3 R[3];
    for (int i = 0; i < 3; i++)
        seen(m, arm, from, (i - 1) * h, &x[i], &R[i]);
    const vec3 before = turn_between(&R[0], &R[1]), after = turn_between(&R[1], &R[2]);
    return (motion){.x = x[1],
                    .R = R[1],
                    .v = vec3_scale(0.5 / h, vec3_sub(x[2], x[0])),
                    .a = vec3_scale(1.0 / h / h, vec3_sub(vec3_sub(x[2], x[1]), vec3_sub(x[1], x[0]))),
                    .w = vec3_scale(0.5 / h, vec3_add(before, after)),
                    .dw = vec3_scale(1.0 / h / h, vec3_sub(after, before))};
}

typedef enum { NO_ROTATION, VECTOR, MATRIX, EULER } rotation_words;

static mat3 rotation_of(const double *v, rotation_words as)
{
    mat3 R = MAT3_EYE;
    for (int k = 0; as == MATRIX && k < 9; k++)
        R.e[k / 3][k % 3] = v[k];
    if (as == VECTOR)
        return rotation_exp(vec3_load(v));
    for (int k = 0; as == EULER && k < 3; k++) {
        const mat3 turn = rotation_exp(vec3_scale(v[k] * M_PI / 180.0, (vec3){k == 0, k == 1, k == 2}));
        R = mat3_mul(&R, &turn);
    }
    return R;
}

/* The numbers of a point: x, its rotation, v, w, a, w'; gives those behind. */
static const double *check_row(const double *v, const motion *m, rotation_words as, bool has_accelerations)
{
    static const int COUNT[] = {0, 3, 9, 3};
    assert_vec3(vec3_load(v), m->x, 1e-9);
    v += 3;
    if (as != NO_ROTATION) {
        const mat3 R = rotation_of(v, as);
        assert_vec3(turn_between(&R, &m->R), ((vec3){0, 0, 0}), 1e-8);
    }
    v += COUNT[as];
    const vec3 rates[] = {m->v, m->w, m->a, m->dw};
    for (int k = 0; k < (has_accelerations ? 4 : 2); k++) {
        if (as == NO_ROTATION && k % 2)
            continue;
        assert_vec3(vec3_load(v), rates[k], 1e-6);
        v += 3;
    }
    return v;
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
            const motion m = seen_from(&is[i], ARM[i], i && has_reference ? &is[0] : NULL);
            if (has_labels)
                assert_near(*at++, BODY[i].label, 0.0);
            at = check_row(at, &m, (rotation_words)(k % 4), has_accelerations);
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

/* The frame, if there is one: label, x, R by rows, v, w, a, w'. */
static const double *check_frame(const double *v, const motion *m, int label, bool has_accelerations)
{
    assert_near(v[0], label, 0.0);
    return check_row(v + 1, m, MATRIX, has_accelerations);
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
        const motion first = {.x = BODY[0].x, .R = rotation_exp(BODY[0].turn)};
        for (int i = 0; i < 2; i++) {
            const motion then = {.x = BODY[1 + i].x, .R = rotation_exp(BODY[1 + i].turn)};
            const motion now = seen_from(&is[1 + i], (vec3){0, 0, 0}, k ? &is[0] : NULL);
            const motion before = seen_from(&then, (vec3){0, 0, 0}, k ? &first : NULL);
            const vec3 turn = turn_between(&before.R, &now.R);
            vec3_store(d[0] + 6 * i, vec3_sub(now.x, before.x));
            vec3_store(d[0] + 6 * i + 3, vec3_scale(sin(vec3_norm(turn)) / vec3_norm(turn), turn));
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

/* What is there to begin with, for who makes a matrix of it. */
static void echo_of_points(void **of)
{
    motion is[NODES], at[3];
    char options[900], name[16], word[128];
    for (int i = 0; i < NODES; i++)
        is[i] = (motion){.x = BODY[i].x, .R = rotation_exp(BODY[i].turn)};
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
        fscanf(from, "%*[^\n]\n");
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
    world *w = *of;
    char nodes[2000], elements[900];
    unlink(file("motion"));
    put_nodes(nodes, sizeof nodes, true);
    snprintf(elements, sizeof elements,
             "force: 5, external structural mapping, \"%s\", \"%s\", coupling, loose, " MAPPED ", echo, \"%s\", stop;",
             file("nothing"), file("motion"), file("echo"));
    assert_runs(w, NULL, 0, (march){.until = 1.0},
                (const char *const[]){"structural nodes: 3; forces: 1;", nodes, elements});
    assert_true(w->n <= 1);
    assert_int_equal(access(file("echo"), F_OK), 0);
    assert_int_not_equal(access(file("motion"), F_OK), 0);
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

static void run_modal(world *w, const char *by, const char *options)
{
    char elements[1000];
    write_file("modes.fem", FEM);
    snprintf(elements, sizeof elements, MODAL, file("modes.fem"), by, options);
    assert_runs(w, AMPLITUDES, 12,
                (march){.until = 0.1, .step = 0.01, .method = "ms, 0.6", .more = "derivatives tolerance: 1.e6;"},
                (const char *const[]){"structural nodes: 1; joints: 2; forces: 1;",
                                      "structural: 7, modal, 1., 2., 3., vector, 0.3, -0.8, 0.2, null, null;",
                                      elements});
}

static void assert_accelerated(const world *w)
{
    for (int k = 1; k < w->n; k++)
        for (int i = 0; i < 2; i++)
            assert_near(w->v[k][4 + i], MODE_FORCE[i] / MODE_MASS[i], 1e-9);
}

static void forces_on_modes_and_frame(void **of)
{
    static const char *const TYPE[] = {"", ", type, rigid", ", type, modal", ", accelerations"};
    static const char *const LOADS[] = {"7 .7 -.8 .9 .3 .5 .4 3 -1", "7 .7 -.8 .9 .3 .5 .4", "3 -1"};
    for (int k = 0; k < ARRAY_LEN(TYPE); k++) {
        world *w = *of;
        const bool has_frame = k != 2, has_modes = k != 1;
        double v[MOST_NUMBERS];
        run_modal(w, by_files(LOADS[k % 3]), TYPE[k]);
        if (has_modes)
            assert_accelerated(w);
        assert_vec3(vec3_load(world_end(w) + 6), has_frame ? FORCE[0] : ((vec3){0, 0, 0}), 1e-8);
        assert_vec3(vec3_load(world_end(w) + 9), has_frame ? MOMENT[0] : ((vec3){0, 0, 0}), 1e-8);
        const motion is = {.x = {1, 2, 3}, .R = rotation_exp((vec3){0.3, -0.8, 0.2})};
        const int n = read_numbers("motion", v);
        const double *at = has_frame ? check_frame(v, &is, 7, k == 3) : v, *before = w->v[w->n - 2];
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
    world *w = *of;
    double v[MOST_NUMBERS];
    const pid_t edge = begin_edge("* forces\n\n* of two modes\nmodal_force_flow,R,2,1,0\n* now\n3 -1\n", 1000);
    run_modal(w, by_edge(), ", type, modal");
    end_edge(edge);
    assert_accelerated(w);
    assert_vec3(vec3_load(world_end(w) + 6), ((vec3){0, 0, 0}), 1e-9);
    assert_int_equal(read_numbers("motion", v), 4);
    for (int i = 0; i < 4; i++)
        assert_near(v[i], w->v[w->n - 2][i], 2e-6);
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
    assert_vec3(on[0].F, turned(0, FORCE[0]), 1e-8);
    assert_vec3(on[0].M, turned(0, MOMENT[0]), 1e-8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(loads_on_nodes),
        TEST(loads_with_a_reference_node),
        TEST(loads_through_a_matrix),
        TEST(loads_on_points_themselves),
        TEST(loads_by_modes),
        TEST(motion_of_points),
        TEST(motion_through_a_matrix),
        TEST(motion_of_modes),
        TEST(echo_of_points),
        TEST(echo_and_stop),
        TEST(forces_on_modes_and_frame),
        TEST(modes_by_edge),
        TEST(frame_by_edge),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
