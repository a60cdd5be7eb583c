/* aero_output.c - rows of the .aer file, names of the NetCDF file and lines of the .log file of aerodynamic elements.
 *
 *     std    LABEL, of each station: incidence, yaw angle (degrees), Mach number, cl, cd, cm, rates of the incidence
 *     Gauss  LABEL, of each station: angle of the wind (degrees), forces along axes 2 and 1, moment, a unit of span
 *     node   LABEL, label of the node or beam, of each node: force and moment, global axes
 *     aeroN: LABEL, of each node its label (of a body one), trailing and leading edge at the end of the span */
#include "element/aero/aero.h"
#include "element/aero/airfoil.h"
#include "math/rotation.h"
#include "model/options.h"
#include <math.h>

/* Built-in airfoils have a degree of their own. */
static double degrees(const aero *a, double angle)
{
    return angle / (a->foil->type->is_builtin ? AIRFOIL_DEGREE : M_PI / 180.0);
}

static void aero_output_put_number(record *out, const char *name, int k, physical_quantity unit, const char *words,
                                   double v)
{
    record_name_numbered(out, name, k, unit, words);
    record_real(out, v);
}

static void put_flow(const aero *a, int k, const aero_load *f, record *out)
{
    aero_output_put_number(out, "alpha", k, QUANTITY_DEGREES, "angle of attack", degrees(a, f->now.alpha));
    aero_output_put_number(out, "gamma", k, QUANTITY_DEGREES, "sideslip angle", degrees(a, f->now.yaw_angle));
    aero_output_put_number(out, "Mach", k, QUANTITY_DIMENSIONLESS, "Mach number", f->now.mach);
    aero_output_put_number(out, "cl", k, QUANTITY_DIMENSIONLESS, "lift coefficient", f->now.c[AIRFOIL_LIFT]);
    aero_output_put_number(out, "cd", k, QUANTITY_DIMENSIONLESS, "drag coefficient", f->now.c[AIRFOIL_DRAG]);
    aero_output_put_number(out, "cm", k, QUANTITY_DIMENSIONLESS, "moment coefficient", f->now.c[AIRFOIL_MOMENT]);
}

static void put_std(const aero *a, int k, const aero_load *f, record *out)
{
    put_flow(a, k, f, out);
    record_real(out, f->now.rate[0]);
    record_real(out, f->now.rate[1]);
}

static void put_gauss(const aero *a, const aero_station *p, const aero_load *f, record *out)
{
    record_real(out, degrees(a, f->now.wind));
    record_real(out, p->loss * f->now.load[LOAD_2].v);
    record_real(out, f->now.load[LOAD_1].v);
    record_real(out, f->now.load[LOAD_M3].v);
}

static void aero_output_put_nodes(const aero_view *v, record *out)
{
    const aero *a = v->a;
    vec3 F[AERO_NODES] = {{0}}, M[AERO_NODES] = {{0}};
    for (int k = 0; k < a->n_stations; k++) {
        const int i = a->stations[k].node;
        aero_motion m;
        aero_load f;
        aero_motion_set(v, k, &m);
        aero_load_set(v, k, &m, &f);
        const vec3 force = jet3_value(&f.F), arm = vec3_sub(jet3_value(&m.x), v->node[i].now->x);
        F[i] = vec3_add(F[i], force);
        M[i] = vec3_add(M[i], vec3_add(jet3_value(&f.M), vec3_cross(arm, force)));
    }
    record_unsigned(out, a->carrier);
    for (int i = 0; i < a->n_nodes; i++) {
        record_vec3(out, F[i]);
        record_vec3(out, M[i]);
    }
}

/* --- columns with names ------------------------------------------------------------------------------------------- */

static void put_vector(record *out, const char *name, int k, physical_quantity unit, const char *words, vec3 v)
{
    record_name_numbered(out, name, k, unit, words);
    record_vec3(out, v);
}

/* The velocity of the reference line in the air, with what is induced. */
static vec3 velocity_in_air(const aero_view *v, const aero_motion *m)
{
    const vec3 x = jet3_value(&m->x);
    air_point air;
    air_at(&v->air, x, &air, NULL);
    return vec3_sub(vec3_sub(jet3_value(&m->v), air.v), inflow_at(&v->inflow, x, NULL));
}

static void put_named(const aero_view *v, int k, record *out)
{
    const aero *a = v->a;
    aero_motion m;
    aero_load f;
    aero_motion_set(v, k, &m);
    aero_load_set(v, k, &m, &f);
    record_gauss_point(out, k, a->n_stations);
    put_flow(a, k, &f, out);
    const double per_span = 1.0 / m.length.v;
    if (a->output & OUTPUT_POSITION)
        put_vector(out, "X", k, QUANTITY_LENGTH, "global position vector (X, Y, Z)", jet3_value(&m.x));
    if (a->output & OUTPUT_ORIENTATION) {
        record_name_numbered(out, "", k, QUANTITY_ORIENTATION, "global");
        record_orientation(out, &m.R, a->description);
    }
    if (a->output & OUTPUT_VELOCITY)
        put_vector(out, "V", k, QUANTITY_VELOCITY, "global velocity vector (V_X, V_Y, V_Z)", velocity_in_air(v, &m));
    if (a->output & OUTPUT_ANGULAR_VELOCITY)
        put_vector(out, "Omega", k, QUANTITY_ANGULAR_VELOCITY,
                   "global angular velocity vector (Omega_X, Omega_Y, Omega_Z)", jet3_value(&m.w));
    if (a->output & OUTPUT_FORCE)
        put_vector(out, "F", k, QUANTITY_FORCE_PER_SPAN, "force per unit span in global frame (F_X, F_Y, F_Z)",
                   vec3_scale(per_span, jet3_value(&f.F)));
    if (a->output & OUTPUT_MOMENT)
        put_vector(out, "M", k, QUANTITY_FORCE, "moment per unit span in global frame (M_X, M_Y, M_Z)",
                   vec3_scale(per_span, jet3_value(&f.M)));
    record_gauss_point(out, 0, 0);
}

void aero_output(const state *s, const elem *e, record *out)
{
    static const char *const TYPES[] = {"AerodynamicBody", "AerodynamicBeam2", "AerodynamicBeam3"};
    const aero *a = e->self;
    aero_view v;
    aero_view_set(0, s, e, &v);
    if (out->named) {
        record_type(out, TYPES[a->n_nodes - 1]);
        for (int k = 0; k < a->n_stations; k++)
            put_named(&v, k, out);
        return;
    }
    record_begin(out, e->label);
    if (a->style == AERO_OUTPUT_NODE)
        aero_output_put_nodes(&v, out);
    for (int k = 0; k < a->n_stations && a->style != AERO_OUTPUT_NODE; k++) {
        aero_motion m;
        aero_load f;
        aero_motion_set(&v, k, &m);
        aero_load_set(&v, k, &m, &f);
        a->style == AERO_OUTPUT_STD ? put_std(a, k, &f, out) : put_gauss(a, &a->stations[k], &f, out);
    }
    record_end(out);
}

/* --- log ---------------------------------------------------------------------------------------------------------- */

/* The part of the chord, from the aerodynamic centre forward, at the trailing and at the leading edge. */
static const double EDGES[] = {-0.75, 0.25};

/* A point of a section, in the axes of a node: at a part of its chord. */
static vec3 edge_point(const aero *a, int which, vec3 at, const aero_edge *edge, double chord_part)
{
    const double c = cos(edge->twist), s = sin(edge->twist);
    const vec3 forward = mat3_mulv(&a->Ra[which], (vec3){c, s, 0});
    return vec3_axpy(at, edge->centre + chord_part * edge->chord, forward);
}

/* Place of the section at an end of a body's span. */
static vec3 body_end(const aero *a, int i)
{
    const vec3 along = {0, 0, (i == 0 ? -0.5 : 0.5) * a->span};
    return vec3_add(a->offset[0], mat3_mulv(&a->Ra[0], along));
}

static void put_edges(const aero *a, int which, vec3 at, const aero_edge *edge, record *out)
{
    for (int i = 0; i < 2; i++)
        record_vec3(out, edge_point(a, which, at, edge, EDGES[i]));
}

void aero_log(const elem *e, record *out)
{
    const aero *a = e->self;
    static const char *const WORDS[] = {"aero0:", "aero2:", "aero3:"};
    record_word(out, WORDS[a->n_nodes - 1]);
    record_unsigned(out, e->label);
    if (a->n_nodes == 1) {
        record_unsigned(out, a->node[0]->label);
        for (int i = 0; i < 2; i++)
            put_edges(a, 0, body_end(a, i), &a->edge[i], out);
    }
    for (int i = 0; a->n_nodes > 1 && i < a->n_nodes; i++) {
        record_unsigned(out, a->node[i]->label);
        put_edges(a, i, a->offset[i], &a->edge[i], out);
    }
    record_end(out);
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

/* The surface between leading and trailing edge, with its twist. */
void aero_draw(const elem *e, drawing *d)
{
    const aero *a = e->self;
    const bool is_body = a->n_nodes == 1;
    const int n = is_body ? 2 : a->n_nodes;
    draw_tie edge[2][AERO_NODES];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            const int which = is_body ? 0 : i;
            const vec3 at = is_body ? body_end(a, i) : a->offset[i];
            edge[k][i] = draw_at(a->node[which], edge_point(a, which, at, &a->edge[i], EDGES[k]), &a->Ra[which]);
        }
    draw_surface(d, edge[1], edge[0], n);
}
