/* field.c - stress and strain at the nodes, from the results of solids and shells.
 *
 *     solids      sigma_k, tau_k (epsilon_k, gamma_k) of node k, unchanged; engineering shear is halved
 *     shells      at integration points, in the axes of the surface there:
 *                 s11 = n11 / h +- 6 m12 / h^2,   s22 = n22 / h -+ 6 m21 / h^2
 *                 s12 = (n12 + n21) / 2 h -+ 3 (m11 - m22) / h^2
 *                 rotated to global axes; extrapolated from four points to the nodes by the bilinear function through
 *                 them, averaged for a triangle
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
    torsor_results *results;
    const torsor_drawing *drawing;
    torsor_field_kind kind;
    ARRAY(source_of_field) sources;
    ARRAY(int) columns;
    int *moving; /* index of each node of the drawing among those of the results; -1: none */
    int *count;
};

/* --- columns ------------------------------------------------------------------------------------------------------ */

/* Adds the columns NAME_1, OTHER_1, NAME_2 ...; returns false if one is missing. */
static bool add_columns(torsor_field *field, const char *prefix, const char *const *names, int n_names, int n)
{
    const int before = field->columns.n;
    for (int k = 1; k <= n; k++)
        for (int i = 0; i < n_names; i++) {
            char name[200];
            snprintf(name, sizeof name, "%s%s_%d", prefix, names[i], k);
            const int column = torsor_results_find(field->results, name);
            if (column < 0) {
                field->columns.n = before;
                return false;
            }
            array_push(&field->columns, column);
        }
    return true;
}

static void add_source(torsor_field *field, int thing)
{
    static const char *const STRESS[] = {"sigma", "tau"}, *const STRAIN[] = {"epsilon", "gamma"};
    static const char *const SHELL[] = {"n1", "n2", "m1", "m2"};
    const torsor_drawn_thing *drawn_thing = &field->drawing->things[thing];
    source_of_field source_of_field = {.thing = thing, .first = field->columns.n};
    if (drawn_thing->n_corners == 0)
        return;
    if (strcmp(drawn_thing->group, "solid") == 0) {
        if (!add_columns(field, drawn_thing->prefix, field->kind == TORSOR_FIELD_STRAIN ? STRAIN : STRESS, 2,
                         drawn_thing->n_corners))
            return;
    } else if (field->kind != TORSOR_FIELD_STRAIN && drawn_thing->n_shapes > 0) {
        const int points = drawn_thing->n_corners == QUADRANGLE_NODES ? QUADRANGLE_POINTS : TRIANGLE_POINTS;
        source_of_field.thickness = field->drawing->shapes[drawn_thing->first_shape].size[0];
        if (!(source_of_field.thickness > 0.0) ||
            !add_columns(field, drawn_thing->prefix, SHELL, SHELL_COLUMNS, points))
            return;
    } else {
        return;
    }
    source_of_field.n = field->columns.n - source_of_field.first;
    array_push(&field->sources, source_of_field);
}

static void find_motion(torsor_field *field)
{
    field->moving = heap_resize(NULL, ((size_t)field->drawing->n_nodes + 1) * sizeof *field->moving);
    field->count = heap_resize(NULL, ((size_t)field->drawing->n_nodes + 1) * sizeof *field->count);
    for (int i = 0, k = 0; i < field->drawing->n_nodes; i++, k++) {
        const int n = torsor_results_node_count(field->results);
        field->moving[i] = -1;
        for (int tried = 0; tried < n && field->moving[i] < 0; tried++) {
            k = k < n ? k : 0;
            if (torsor_results_node(field->results, k) == field->drawing->nodes[i].label)
                field->moving[i] = k;
            else
                k++;
        }
    }
}

static void open_field(void *on)
{
    torsor_field *field = on;
    for (int i = 0; i < field->drawing->n_things; i++)
        add_source(field, i);
    find_motion(field);
}

torsor_field *torsor_field_open(torsor_results *results, torsor_model *model, torsor_field_kind kind)
{
    const torsor_drawing *drawing = torsor_draw(model);
    torsor_field *field = results && drawing ? calloc(1, sizeof *field) : NULL;
    if (!field)
        return NULL;
    field->results = results, field->drawing = drawing, field->kind = kind;
    if (guarded(open_field, field) && field->sources.n > 0)
        return field;
    torsor_field_close(field);
    return NULL;
}

void torsor_field_close(torsor_field *field)
{
    if (!field)
        return;
    array_free(&field->sources);
    array_free(&field->columns);
    free(field->moving);
    free(field->count);
    free(field);
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

static void read_column(const torsor_field *field, int column, int time, double to[3])
{
    if (torsor_results_read(field->results, field->columns.items[column], time, 1, 1, to) != TORSOR_OK)
        to[0] = to[1] = to[2] = (double)NAN;
}

static void add_to_node(torsor_field *field, int node, const double *six, double *values)
{
    for (int i = 0; i < SIX; i++)
        values[SIX * node + i] += six[i];
    field->count[node]++;
}

static void add_solid(torsor_field *field, const source_of_field *source_of_field, int time, double *values)
{
    const torsor_drawn_thing *thing = &field->drawing->things[source_of_field->thing];
    const double shear = field->kind == TORSOR_FIELD_STRAIN ? 0.5 : 1.0;
    for (int k = 0; k < thing->n_corners; k++) {
        double six[SIX];
        read_column(field, source_of_field->first + 2 * k, time, six);
        read_column(field, source_of_field->first + 2 * k + 1, time, six + 3);
        for (int i = 3; i < SIX; i++)
            six[i] *= shear;
        add_to_node(field, field->drawing->corners[thing->first_corner + k], six, values);
    }
}

/* Positions of the nodes of a shell. */
static void field_places_of(const torsor_field *field, const torsor_drawn_thing *thing, int time, vec3 *x)
{
    for (int k = 0; k < thing->n_corners; k++) {
        const int node = field->drawing->corners[thing->first_corner + k];
        double pose[12];
        memcpy(pose, field->drawing->nodes[node].position, 3 * sizeof *pose);
        if (field->moving[node] >= 0)
            torsor_results_motion(field->results, field->moving[node], time, 1, 1, pose);
        x[k] = vec3_load(pose);
    }
}

/* Axes of the surface at a point of a quadrangle, with node 1 at (1, 1) and the others in order around it; for a
 * triangle they are constant. */
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

static void point_stress(const torsor_field *field, const source_of_field *source_of_field, int point, int time,
                         const mat3 *R, double six[SIX])
{
    double n1[3], n2[3], m1[3], m2[3];
    const double h = source_of_field->thickness, side = field->kind == TORSOR_FIELD_STRESS_BELOW ? -1.0 : 1.0,
                 bend = side * 6.0 / (h * h);
    const int first = source_of_field->first + SHELL_COLUMNS * point;
    read_column(field, first, time, n1);
    read_column(field, first + 1, time, n2);
    read_column(field, first + 2, time, m1);
    read_column(field, first + 3, time, m2);
    const double s11 = n1[0] / h + bend * m1[1], s22 = n2[1] / h - bend * m2[0];
    const double s12 = 0.5 * (n1[1] + n2[0]) / h - 0.5 * bend * (m1[0] - m2[1]);
    const mat3 local = {{{s11, s12, 0.0}, {s12, s22, 0.0}, {0.0, 0.0, 0.0}}};
    const mat3 rotated = mat3_mul(R, &local), S = mat3_mult(&rotated, R);
    six[0] = S.e[0][0], six[1] = S.e[1][1], six[2] = S.e[2][2];
    six[3] = S.e[0][1], six[4] = S.e[1][2], six[5] = S.e[2][0];
}

/* Weight of a point for a node, with points at (-, -), (+, -), (+, +), (-, +) of 1/sqrt(3): bilinear extrapolation. */
static double weight_of_point(int node, int point)
{
    static const signed char NODE[][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}},
                             POINT[][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    return 0.25 * (1.0 + sqrt(3.0) * NODE[node][0] * POINT[point][0]) *
           (1.0 + sqrt(3.0) * NODE[node][1] * POINT[point][1]);
}

static void add_shell(torsor_field *field, const source_of_field *source_of_field, int time, double *values)
{
    static const signed char POINT[][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const torsor_drawn_thing *thing = &field->drawing->things[source_of_field->thing];
    const int points = source_of_field->n / SHELL_COLUMNS;
    const bool is_quadrangle = thing->n_corners == QUADRANGLE_NODES;
    double at[TRIANGLE_POINTS][SIX];
    vec3 x[QUADRANGLE_NODES];
    field_places_of(field, thing, time, x);
    for (int p = 0; p < points; p++) {
        const double r = is_quadrangle ? POINT[p][0] / sqrt(3.0) : 0.0,
                     q = is_quadrangle ? POINT[p][1] / sqrt(3.0) : 0.0;
        const mat3 R = surface_axes(x, thing->n_corners, r, q);
        point_stress(field, source_of_field, p, time, &R, at[p]);
    }
    for (int k = 0; k < thing->n_corners; k++) {
        double six[SIX] = {0};
        for (int p = 0; p < points; p++)
            for (int i = 0; i < SIX; i++)
                six[i] += (is_quadrangle ? weight_of_point(k, p) : 1.0 / points) * at[p][i];
        add_to_node(field, field->drawing->corners[thing->first_corner + k], six, values);
    }
}

torsor_status torsor_field_read(torsor_field *field, int time, double *values)
{
    if (!field || !values || time < 0 || time >= torsor_results_times(field->results, NULL))
        return TORSOR_MISUSE;
    memset(values, 0, SIX * (size_t)field->drawing->n_nodes * sizeof *values);
    memset(field->count, 0, (size_t)field->drawing->n_nodes * sizeof *field->count);
    for (int i = 0; i < field->sources.n; i++)
        if (field->sources.items[i].thickness > 0.0)
            add_shell(field, &field->sources.items[i], time, values);
        else
            add_solid(field, &field->sources.items[i], time, values);
    for (int i = 0; i < field->drawing->n_nodes; i++)
        for (int k = 0; k < SIX; k++)
            values[SIX * i + k] = field->count[i] > 0 ? values[SIX * i + k] / field->count[i] : (double)NAN;
    return TORSOR_OK;
}

/* --- numbers of a tensor ------------------------------------------------------------------------------------------ */

double torsor_von_mises(const double stress[6]) { return six_von_mises(stress); }

void torsor_principal(const double stress[6], double values[3]) { vec3_store(values, six_principal(stress)); }
