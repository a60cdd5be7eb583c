/* field.c - stress and strain at the nodes, from the results of solids and shells.
 *
 *     solids      sigma_k, tau_k (epsilon_k, gamma_k) of node k, as they are; engineering shear is halved
 *     shells      at points of integration, in the axes of the surface there:
 *                 s11 = n11 / h +- 6 m12 / h^2,   s22 = n22 / h -+ 6 m21 / h^2
 *                 s12 = (n12 + n21) / 2 h -+ 3 (m11 - m22) / h^2
 *                 turned to global axes; from four points to the nodes by the bilinear function through them, of a
 *                 triangle the mean
 *
 * The moment on the face normal to 1 is that of the stress at z e3: m12 = int z s11, m11 = - int z s12. */
#include "api/guard.h"
#include "base/array.h"
#include "math/symmetric3.h"
#include "torsor/torsor.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIX = 6, QUADRANGLE_NODES = 4, QUADRANGLE_POINTS = 4, TRIANGLE_POINTS = 6, SHELL_COLUMNS = 4 };

/* An element with results. */
typedef struct {
    int thing, first, n; /* columns of the results: two for each node, or four for each point of a shell */
    double thickness;    /* 0: a solid */
} source_of_field;

struct torsor_field {
    torsor_results *r;
    const torsor_drawing *d;
    torsor_field_kind kind;
    ARRAY(source_of_field) sources;
    ARRAY(int) columns;
    int *moving; /* index of each node of the drawing among those of the results; -1: none */
    int *count;
};

/* --- columns ------------------------------------------------------------------------------------------------------ */

/* Columns NAME_1, OTHER_1, NAME_2 ...; false when one is not there. */
static bool add_columns(torsor_field *f, const char *prefix, const char *const *names, int n_names, int n)
{
    const int before = f->columns.n;
    for (int k = 1; k <= n; k++)
        for (int i = 0; i < n_names; i++) {
            char name[200];
            snprintf(name, sizeof name, "%s%s_%d", prefix, names[i], k);
            const int column = torsor_results_find(f->r, name);
            if (column < 0) {
                f->columns.n = before;
                return false;
            }
            array_push(&f->columns, column);
        }
    return true;
}

static void add_source(torsor_field *f, int thing)
{
    static const char *const STRESS[] = {"sigma", "tau"}, *const STRAIN[] = {"epsilon", "gamma"};
    static const char *const SHELL[] = {"n1", "n2", "m1", "m2"};
    const torsor_drawn_thing *t = &f->d->things[thing];
    source_of_field s = {.thing = thing, .first = f->columns.n};
    if (t->n_corners == 0)
        return;
    if (strcmp(t->group, "solid") == 0) {
        if (!add_columns(f, t->prefix, f->kind == TORSOR_FIELD_STRAIN ? STRAIN : STRESS, 2, t->n_corners))
            return;
    } else if (f->kind != TORSOR_FIELD_STRAIN && t->n_shapes > 0) {
        const int points = t->n_corners == QUADRANGLE_NODES ? QUADRANGLE_POINTS : TRIANGLE_POINTS;
        s.thickness = f->d->shapes[t->first_shape].size[0];
        if (!(s.thickness > 0.0) || !add_columns(f, t->prefix, SHELL, SHELL_COLUMNS, points))
            return;
    } else {
        return;
    }
    s.n = f->columns.n - s.first;
    array_push(&f->sources, s);
}

static void find_motion(torsor_field *f)
{
    f->moving = heap_resize(NULL, ((size_t)f->d->n_nodes + 1) * sizeof *f->moving);
    f->count = heap_resize(NULL, ((size_t)f->d->n_nodes + 1) * sizeof *f->count);
    for (int i = 0, k = 0; i < f->d->n_nodes; i++, k++) {
        const int n = torsor_results_node_count(f->r);
        f->moving[i] = -1;
        for (int tried = 0; tried < n && f->moving[i] < 0; tried++) {
            k = k < n ? k : 0;
            if (torsor_results_node(f->r, k) == f->d->nodes[i].label)
                f->moving[i] = k;
            else
                k++;
        }
    }
}

static void open_field(void *on)
{
    torsor_field *f = on;
    for (int i = 0; i < f->d->n_things; i++)
        add_source(f, i);
    find_motion(f);
}

torsor_field *torsor_field_open(torsor_results *r, torsor_model *m, torsor_field_kind kind)
{
    const torsor_drawing *d = torsor_draw(m);
    torsor_field *f = r && d ? calloc(1, sizeof *f) : NULL;
    if (!f)
        return NULL;
    f->r = r, f->d = d, f->kind = kind;
    if (guarded(open_field, f) && f->sources.n > 0)
        return f;
    torsor_field_close(f);
    return NULL;
}

void torsor_field_close(torsor_field *f)
{
    if (!f)
        return;
    array_free(&f->sources);
    array_free(&f->columns);
    free(f->moving);
    free(f->count);
    free(f);
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

static void read_column(const torsor_field *f, int column, int time, double to[3])
{
    if (torsor_results_read(f->r, f->columns.items[column], time, 1, 1, to) != TORSOR_OK)
        to[0] = to[1] = to[2] = (double)NAN;
}

static void add_to_node(torsor_field *f, int node, const double *six, double *values)
{
    for (int i = 0; i < SIX; i++)
        values[SIX * node + i] += six[i];
    f->count[node]++;
}

static void add_solid(torsor_field *f, const source_of_field *s, int time, double *values)
{
    const torsor_drawn_thing *t = &f->d->things[s->thing];
    const double shear = f->kind == TORSOR_FIELD_STRAIN ? 0.5 : 1.0;
    for (int k = 0; k < t->n_corners; k++) {
        double six[SIX];
        read_column(f, s->first + 2 * k, time, six);
        read_column(f, s->first + 2 * k + 1, time, six + 3);
        for (int i = 3; i < SIX; i++)
            six[i] *= shear;
        add_to_node(f, f->d->corners[t->first_corner + k], six, values);
    }
}

/* Where the nodes of a shell are. */
static void field_places_of(const torsor_field *f, const torsor_drawn_thing *t, int time, vec3 *x)
{
    for (int k = 0; k < t->n_corners; k++) {
        const int node = f->d->corners[t->first_corner + k];
        double pose[12];
        memcpy(pose, f->d->nodes[node].position, 3 * sizeof *pose);
        if (f->moving[node] >= 0)
            torsor_results_motion(f->r, f->moving[node], time, 1, 1, pose);
        x[k] = vec3_load(pose);
    }
}

/* Axes of the surface at a point of a quadrangle, node 1 at (1, 1) and so on round; of a triangle anywhere. */
static mat3 surface_axes(const vec3 *x, int n, double r, double s)
{
    vec3 a = vec3_sub(x[1], x[0]), b = vec3_sub(x[2], x[0]);
    if (n == QUADRANGLE_NODES) {
        a = vec3_add(vec3_scale(1.0 + s, vec3_sub(x[0], x[1])), vec3_scale(1.0 - s, vec3_sub(x[3], x[2])));
        b = vec3_add(vec3_scale(1.0 + r, vec3_sub(x[0], x[3])), vec3_scale(1.0 - r, vec3_sub(x[1], x[2])));
    }
    const vec3 normal = vec3_cross(a, b);
    const vec3 e1 = vec3_scale(1.0 / vec3_norm(a), a), e3 = vec3_scale(1.0 / vec3_norm(normal), normal);
    return mat3_from_cols(e1, vec3_cross(e3, e1), e3);
}

static void point_stress(const torsor_field *f, const source_of_field *s, int point, int time, const mat3 *R,
                         double six[SIX])
{
    double n1[3], n2[3], m1[3], m2[3];
    const double h = s->thickness, side = f->kind == TORSOR_FIELD_STRESS_BELOW ? -1.0 : 1.0,
                 bend = side * 6.0 / (h * h);
    const int first = s->first + SHELL_COLUMNS * point;
    read_column(f, first, time, n1);
    read_column(f, first + 1, time, n2);
    read_column(f, first + 2, time, m1);
    read_column(f, first + 3, time, m2);
    const double s11 = n1[0] / h + bend * m1[1], s22 = n2[1] / h - bend * m2[0];
    const double s12 = 0.5 * (n1[1] + n2[0]) / h - 0.5 * bend * (m1[0] - m2[1]);
    const mat3 local = {{{s11, s12, 0.0}, {s12, s22, 0.0}, {0.0, 0.0, 0.0}}};
    const mat3 turned = mat3_mul(R, &local), S = mat3_mult(&turned, R);
    six[0] = S.e[0][0], six[1] = S.e[1][1], six[2] = S.e[2][2];
    six[3] = S.e[0][1], six[4] = S.e[1][2], six[5] = S.e[2][0];
}

/* Points at (-, -), (+, -), (+, +), (-, +) of 1/sqrt(3): the bilinear function through them, at the nodes. */
static double weight_of_point(int node, int point)
{
    static const signed char NODE[][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}},
                             POINT[][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    return 0.25 * (1.0 + sqrt(3.0) * NODE[node][0] * POINT[point][0]) *
           (1.0 + sqrt(3.0) * NODE[node][1] * POINT[point][1]);
}

static void add_shell(torsor_field *f, const source_of_field *s, int time, double *values)
{
    static const signed char POINT[][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const torsor_drawn_thing *t = &f->d->things[s->thing];
    const int points = s->n / SHELL_COLUMNS;
    const bool is_quadrangle = t->n_corners == QUADRANGLE_NODES;
    double at[TRIANGLE_POINTS][SIX];
    vec3 x[QUADRANGLE_NODES];
    field_places_of(f, t, time, x);
    for (int p = 0; p < points; p++) {
        const double r = is_quadrangle ? POINT[p][0] / sqrt(3.0) : 0.0,
                     q = is_quadrangle ? POINT[p][1] / sqrt(3.0) : 0.0;
        const mat3 R = surface_axes(x, t->n_corners, r, q);
        point_stress(f, s, p, time, &R, at[p]);
    }
    for (int k = 0; k < t->n_corners; k++) {
        double six[SIX] = {0};
        for (int p = 0; p < points; p++)
            for (int i = 0; i < SIX; i++)
                six[i] += (is_quadrangle ? weight_of_point(k, p) : 1.0 / points) * at[p][i];
        add_to_node(f, f->d->corners[t->first_corner + k], six, values);
    }
}

torsor_status torsor_field_read(torsor_field *f, int time, double *values)
{
    if (!f || !values || time < 0 || time >= torsor_results_times(f->r, NULL))
        return TORSOR_MISUSE;
    memset(values, 0, SIX * (size_t)f->d->n_nodes * sizeof *values);
    memset(f->count, 0, (size_t)f->d->n_nodes * sizeof *f->count);
    for (int i = 0; i < f->sources.n; i++)
        if (f->sources.items[i].thickness > 0.0)
            add_shell(f, &f->sources.items[i], time, values);
        else
            add_solid(f, &f->sources.items[i], time, values);
    for (int i = 0; i < f->d->n_nodes; i++)
        for (int k = 0; k < SIX; k++)
            values[SIX * i + k] = f->count[i] > 0 ? values[SIX * i + k] / f->count[i] : (double)NAN;
    return TORSOR_OK;
}

/* --- numbers of a tensor ------------------------------------------------------------------------------------------ */

double torsor_von_mises(const double stress[6]) { return six_von_mises(stress); }

void torsor_principal(const double stress[6], double values[3]) { vec3_store(values, six_principal(stress)); }
