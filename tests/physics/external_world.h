/* external_world.h - three bodies, external forces by files on them while they are held or fly, and what must come of
 * it: motion by differences of what the nodes do, loads by the reactions of nodes that are held. */
#pragma once
#include "probe_world.h"
#include "base/array.h"
#include <sys/wait.h>
#include <unistd.h>

enum { NODES = 3, MOST_NUMBERS = 200 };

/* A node as the deck has it; the first one is the reference node. */
typedef struct {
    int label;
    vec3 x, rotation, v, w;
} body;

static const body BODY[NODES] = {
    {10, {0.5, -0.5, 1.0}, {-0.2, 0.4, 0.7}, {0.2, -0.1, 0.05}, {0.3, -0.2, 0.5}},
    {20, {1.0, 2.0, 3.0}, {0.3, -0.8, 0.2}, {0.4, 0.5, -0.6}, {0.7, 0.8, -0.9}},
    {30, {-1.5, 0.7, 0.4}, {0.9, 0.1, -0.5}, {-0.3, 0.2, 0.1}, {-0.4, 1.1, 0.6}},
};

static char folder[] = "/tmp/torsor-external-XXXXXX";

static inline const char *file(const char *name)
{
    static char path[4][128];
    static int next;
    char *to = path[next++ % 4];
    snprintf(to, sizeof path[0], "%s/%s", folder, name);
    return to;
}

static inline void write_file(const char *name, const char *words)
{
    FILE *to = fopen(file(name), "w");
    assert_non_null(to);
    fputs(words, to);
    assert_int_equal(fclose(to), 0);
}

/* Its numbers; what is no number is passed over. */
static inline int read_numbers(const char *name, double v[MOST_NUMBERS])
{
    FILE *from = fopen(file(name), "r");
    assert_non_null(from);
    int n = 0, is_number;
    while (n < MOST_NUMBERS && (is_number = fscanf(from, "%lf", &v[n])) != EOF)
        if (is_number)
            n++;
        else
            assert_int_equal(fscanf(from, "%*[^\n]"), 0);
    fclose(from);
    return n;
}

static inline int open_folder(void **of)
{
    (void)of;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **of)
{
    static const char *const NAMES[] = {"loads", "motion", "matrix", "modes.fem", "flag", "echo"};
    (void)of;
    for (int i = 0; i < ARRAY_LEN(NAMES); i++)
        unlink(file(NAMES[i]));
    return rmdir(folder);
}

static inline void put_nodes(char *to, size_t size, bool are_fixed)
{
    size_t n = 0;
    for (int i = 0; i < NODES; i++) {
        const body *body = &BODY[i];
        n += (size_t)snprintf(to + n, size - n, "structural: %d, %s, %.17g, %.17g, %.17g, vector, %.17g, %.17g, %.17g,",
                              body->label, are_fixed ? "static" : "dynamic", body->x.x, body->x.y, body->x.z,
                              body->rotation.x, body->rotation.y, body->rotation.z);
        n += (size_t)(are_fixed
                          ? snprintf(to + n, size - n, "null, null;")
                          : snprintf(to + n, size - n, "%.17g, %.17g, %.17g, %.17g, %.17g, %.17g, accelerations, yes;",
                                     body->v.x, body->v.y, body->v.z, body->w.x, body->w.y, body->w.z));
    }
}

/* The communicator of loads that are always the same. */
static inline const char *by_files(const char *loads)
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
static inline void hold_by(world *world, const char *type, const char *by, const char *options, wrench applied[NODES])
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
    assert_runs(world, reaction, NODES * 6, (march){.until = 3e-3},
                (const char *const[]){"structural nodes: 3; joints: 3; forces: 1;", nodes, elements});
    for (int i = 0; i < NODES; i++)
        applied[i] = (wrench){vec3_load(world_end(world) + 6 * i), vec3_load(world_end(world) + 6 * i + 3)};
}

static inline void hold(world *world, const char *type, const char *options, const char *loads, wrench applied[NODES])
{
    hold_by(world, type, by_files(loads), options, applied);
}

static inline void assert_vec3_at(vec3 a, vec3 b, double tolerance, int line)
{
    if (vec3_norm(vec3_sub(a, b)) <= tolerance)
        return;
    print_error("%g %g %g is not %g %g %g\n", a.x, a.y, a.z, b.x, b.y, b.z);
    _fail(__FILE__, line);
}
#define assert_vec3(a, b, tolerance) assert_vec3_at(a, b, tolerance, __LINE__)

static inline vec3 rotated(int index, vec3 v)
{
    const mat3 R = rotation_exp(BODY[index].rotation);
    return mat3_mulv(&R, v);
}

/* A force and a moment at a point of a node, both along global axes. */
static inline void push(wrench on[NODES], int index, vec3 arm, vec3 F, vec3 M, bool acts_back)
{
    const vec3 at = rotated(index, arm), whole = vec3_add(M, vec3_cross(at, F));
    on[index].F = vec3_add(on[index].F, F);
    on[index].M = vec3_add(on[index].M, whole);
    if (!acts_back)
        return;
    const vec3 away = vec3_add(vec3_sub(BODY[index].x, BODY[0].x), at);
    on[0].F = vec3_sub(on[0].F, F);
    on[0].M = vec3_sub(on[0].M, vec3_add(M, vec3_cross(away, F)));
}

static inline void assert_wrenches(const wrench a[NODES], const wrench b[NODES])
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

/* --- mappings ----------------------------------------------------------------------------------------------------- */

/* Two points of node 20 and one of node 30; the peer has two, which are mixtures of them. */
static const vec3 POINT[3] = {{0.0, 0.0, 0.5}, {0.1, -0.4, 0.0}, {0.0, 0.2, 0.3}};
static const int CARRIER[3] = {1, 1, 2};
#define MAPPED "points number, 3, 20, offset, 0., 0., 0.5, offset, 0.1, -0.4, 0., 30, offset, 0., 0.2, 0.3"
#define MAPPED_LABELS \
    "points number, 3, 20, offset, 1, 0., 0., 0.5, offset, 2, 0.1, -0.4, 0., 30, offset, 3, 0., 0.2, 0.3"

static inline double entry(int row, int column)
{
    return (row * 9 + column) % 5 == 0 ? 0.0 : 0.3 + 0.1 * row - 0.07 * column;
}

typedef enum { FULL, TRANSPOSED, SPARSE, SPARSE_TRANSPOSED, FORMS } matrix_form;
static const char *const FORM[] = {"full mapping file", "full mapping file", "sparse mapping file",
                                   "sparse mapping file"};

/* A matrix to a file; small numbers besides are below the threshold. */
static inline void write_matrix(int rows, int columns, matrix_form as)
{
    FILE *to = fopen(file("matrix"), "w");
    assert_non_null(to);
    fputs("# a matrix\n  % of numbers\n", to);
    const bool is_rotated = as == TRANSPOSED || as == SPARSE_TRANSPOSED, is_full = as < SPARSE;
    const int n = is_rotated ? columns : rows, m = is_rotated ? rows : columns;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            const double v = is_rotated ? entry(j, i) : entry(i, j);
            if (is_full)
                fprintf(to, "%.17g%s", v == 0.0 ? 1e-3 : v, j == m - 1 ? "\n" : ", ");
            else if (v != 0.0)
                fprintf(to, "%d %d %.17g\n", i + 1, j + 1, v);
        }
    fclose(to);
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

typedef struct {
    vec3 x, v, a, w, dw;
    mat3 R;
} motion;

/* Free bodies under loads; what is written last is the state after the last correction. */
static inline void fly_by(world *world, const char *type, const char *by, const char *options, motion of[NODES])
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
    assert_runs(world, at, NODES * DATA, (march){.until = 0.02, .step = 5e-3, .method = "ms, 0.6"},
                (const char *const[]){"structural nodes: 3; rigid bodies: 3; forces: 1;", nodes, elements});
    for (int i = 0; i < NODES; i++) {
        const double *v = world_end(world) + i * DATA;
        of[i] = (motion){.x = vec3_load(v),
                         .v = vec3_load(v + 3),
                         .a = vec3_load(v + 6),
                         .R = rotation_exp(vec3_load(v + 9)),
                         .w = vec3_load(v + 12),
                         .dw = vec3_load(v + 15)};
    }
}

static inline void fly(world *world, const char *type, const char *options, const char *loads, motion of[NODES])
{
    fly_by(world, type, by_files(loads), options, of);
}

/* A point of a node, seen from another or from the ground (NULL), the time h later. */
static inline void seen(const motion *m, vec3 arm, const motion *from, double h, vec3 *x, mat3 *R)
{
    const vec3 rotation = vec3_axpy(vec3_scale(h, m->w), 0.5 * h * h, m->dw);
    const mat3 since = rotation_exp(rotation);
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

static inline vec3 rotate_between(const mat3 *a, const mat3 *b)
{
    const mat3 since = mat3_mult(b, a);
    return rotation_log(&since);
}

/* The same with rates, by differences. */
static inline motion seen_from(const motion *m, vec3 arm, const motion *from)
{
    const double h = 1e-4;
    vec3 x[3];
    mat3 R[3];
    for (int i = 0; i < 3; i++)
        seen(m, arm, from, (i - 1) * h, &x[i], &R[i]);
    const vec3 before = rotate_between(&R[0], &R[1]), after = rotate_between(&R[1], &R[2]);
    return (motion){.x = x[1],
                    .R = R[1],
                    .v = vec3_scale(0.5 / h, vec3_sub(x[2], x[0])),
                    .a = vec3_scale(1.0 / h / h, vec3_sub(vec3_sub(x[2], x[1]), vec3_sub(x[1], x[0]))),
                    .w = vec3_scale(0.5 / h, vec3_add(before, after)),
                    .dw = vec3_scale(1.0 / h / h, vec3_sub(after, before))};
}

typedef enum { NO_ROTATION, VECTOR, MATRIX, EULER } rotation_words;

static inline mat3 rotation_of(const double *values, rotation_words as)
{
    mat3 R = MAT3_EYE;
    for (int k = 0; as == MATRIX && k < 9; k++)
        R.e[k / 3][k % 3] = values[k];
    if (as == VECTOR)
        return rotation_exp(vec3_load(values));
    for (int k = 0; as == EULER && k < 3; k++) {
        const mat3 rotation = rotation_exp(vec3_scale(values[k] * M_PI / 180.0, (vec3){k == 0, k == 1, k == 2}));
        R = mat3_mul(&R, &rotation);
    }
    return R;
}

/* The numbers of a point: x, its rotation, v, w, a, w'; gives those behind. */
static inline const double *check_row(const double *values, const motion *motion, rotation_words as,
                                      bool has_accelerations)
{
    static const int COUNT[] = {0, 3, 9, 3};
    assert_vec3(vec3_load(values), motion->x, 1e-9);
    values += 3;
    if (as != NO_ROTATION) {
        const mat3 R = rotation_of(values, as);
        assert_vec3(rotate_between(&R, &motion->R), ((vec3){0, 0, 0}), 1e-8);
    }
    values += COUNT[as];
    const vec3 rates[] = {motion->v, motion->w, motion->a, motion->dw};
    for (int k = 0; k < (has_accelerations ? 4 : 2); k++) {
        if (as == NO_ROTATION && k % 2)
            continue;
        assert_vec3(vec3_load(values), rates[k], 1e-6);
        values += 3;
    }
    return values;
}
