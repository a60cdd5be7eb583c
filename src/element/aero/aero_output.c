/* aero_output.c - rows of the .aer file, names of the NetCDF file and lines of the .log file of aerodynamic elements.
 *
 *     std    LABEL, for each station: incidence, yaw angle (degrees), Mach number, cl, cd, cm, rates of the incidence
 *     Gauss  LABEL, for each station: wind angle (degrees), forces along axes 2 and 1, moment, per unit of span
 *     node   LABEL, label of the node or beam, for each node: force and moment, global axes
 *     aeroN: LABEL, for each node its label (a body has one), trailing and leading edge at the end of the span */
#include "element/aero/aero.h"
#include "element/aero/airfoil.h"
#include "math/rotation.h"
#include "model/options.h"
#include <math.h>

/* The built-in airfoils define a degree differently (AIRFOIL_DEGREE). */
static double degrees(const aero *aero, double angle)
{
    return angle / (aero->foil->type->is_builtin ? AIRFOIL_DEGREE : M_PI / 180.0);
}

static void aero_output_put_number(record *out, const char *name, int k, physical_quantity unit, const char *words,
                                   double v)
{
    record_name_numbered(out, name, k, unit, words);
    record_real(out, v);
}

static void put_flow(const aero *aero, int k, const aero_load *load, record *out)
{
    aero_output_put_number(out, "alpha", k, QUANTITY_DEGREES, "angle of attack", degrees(aero, load->now.alpha));
    aero_output_put_number(out, "gamma", k, QUANTITY_DEGREES, "sideslip angle",
                           degrees(aero, section_yaw_angle(&load->now)));
    aero_output_put_number(out, "Mach", k, QUANTITY_DIMENSIONLESS, "Mach number", load->now.mach);
    aero_output_put_number(out, "cl", k, QUANTITY_DIMENSIONLESS, "lift coefficient", load->now.c[AIRFOIL_LIFT]);
    aero_output_put_number(out, "cd", k, QUANTITY_DIMENSIONLESS, "drag coefficient", load->now.c[AIRFOIL_DRAG]);
    aero_output_put_number(out, "cm", k, QUANTITY_DIMENSIONLESS, "moment coefficient", load->now.c[AIRFOIL_MOMENT]);
}

static void put_std(const aero *aero, int k, const aero_load *load, record *out)
{
    put_flow(aero, k, load, out);
    record_real(out, load->now.rate[0]);
    record_real(out, load->now.rate[1]);
}

static void put_gauss(const aero *aero, const aero_station *station, const aero_load *load, record *out)
{
    record_real(out, degrees(aero, section_wind_angle(&load->now)));
    record_real(out, station->loss * load->now.load[LOAD_2].v);
    record_real(out, load->now.load[LOAD_1].v);
    record_real(out, load->now.load[LOAD_M3].v);
}

static void aero_output_put_nodes(const aero_view *view, record *out)
{
    const aero *aero = view->aero;
    vec3 F[AERO_NODES] = {{0}}, M[AERO_NODES] = {{0}};
    for (int k = 0; k < aero->n_stations; k++) {
        const int i = aero->stations[k].node;
        aero_motion motion;
        aero_load load;
        aero_motion_set(view, k, &motion);
        aero_load_set(view, k, &motion, &load);
        const vec3 arm = vec3_sub(motion.x, view->node[i]->x);
        F[i] = vec3_add(F[i], load.F);
        M[i] = vec3_add(M[i], vec3_add(load.M, vec3_cross(arm, load.F)));
    }
    record_unsigned(out, aero->carrier);
    for (int i = 0; i < aero->n_nodes; i++) {
        record_vec3(out, F[i]);
        record_vec3(out, M[i]);
    }
}

/* --- named columns ------------------------------------------------------------------------------------------------ */

static void put_vector(record *out, const char *name, int k, physical_quantity unit, const char *words, vec3 v)
{
    record_name_numbered(out, name, k, unit, words);
    record_vec3(out, v);
}

/* Returns the velocity of the reference line relative to the air, including the induced velocity. */
static vec3 velocity_in_air(const aero_view *view, const aero_motion *motion)
{
    air_point air;
    air_at(&view->air, motion->x, &air, NULL);
    return vec3_sub(vec3_sub(motion->v, air.v), inflow_at(&view->inflow, motion->x, NULL));
}

static void put_named(const aero_view *view, int k, record *out)
{
    const aero *aero = view->aero;
    aero_motion motion;
    aero_load load;
    aero_motion_set(view, k, &motion);
    aero_load_set(view, k, &motion, &load);
    record_gauss_point(out, k, aero->n_stations);
    put_flow(aero, k, &load, out);
    const double per_span = 1.0 / motion.length;
    if (aero->output & OUTPUT_POSITION)
        put_vector(out, "X", k, QUANTITY_LENGTH, "global position vector (X, Y, Z)", motion.x);
    if (aero->output & OUTPUT_ORIENTATION) {
        record_name_numbered(out, "", k, QUANTITY_ORIENTATION, "global");
        record_orientation(out, &motion.R, aero->description);
    }
    if (aero->output & OUTPUT_VELOCITY)
        put_vector(out, "V", k, QUANTITY_VELOCITY, "global velocity vector (V_X, V_Y, V_Z)",
                   velocity_in_air(view, &motion));
    if (aero->output & OUTPUT_ANGULAR_VELOCITY)
        put_vector(out, "Omega", k, QUANTITY_ANGULAR_VELOCITY,
                   "global angular velocity vector (Omega_X, Omega_Y, Omega_Z)", motion.w);
    if (aero->output & OUTPUT_FORCE)
        put_vector(out, "F", k, QUANTITY_FORCE_PER_SPAN, "force per unit span in global frame (F_X, F_Y, F_Z)",
                   vec3_scale(per_span, load.F));
    if (aero->output & OUTPUT_MOMENT)
        put_vector(out, "M", k, QUANTITY_FORCE, "moment per unit span in global frame (M_X, M_Y, M_Z)",
                   vec3_scale(per_span, load.M));
    record_gauss_point(out, 0, 0);
}

void aero_output(const state *state, const elem *element, record *out)
{
    static const char *const TYPES[] = {"AerodynamicBody", "AerodynamicBeam2", "AerodynamicBeam3"};
    const aero *aero = element->self;
    aero_view view;
    aero_view_set(false, state, element, &view);
    if (out->named) {
        record_type(out, TYPES[aero->n_nodes - 1]);
        for (int k = 0; k < aero->n_stations; k++)
            put_named(&view, k, out);
        return;
    }
    record_begin(out, element->label);
    if (aero->style == AERO_OUTPUT_NODE)
        aero_output_put_nodes(&view, out);
    for (int k = 0; k < aero->n_stations && aero->style != AERO_OUTPUT_NODE; k++) {
        aero_motion motion;
        aero_load load;
        aero_motion_set(&view, k, &motion);
        aero_load_set(&view, k, &motion, &load);
        aero->style == AERO_OUTPUT_STD ? put_std(aero, k, &load, out) : put_gauss(aero, &aero->stations[k], &load, out);
    }
    record_end(out);
}

/* --- log ---------------------------------------------------------------------------------------------------------- */

/* Positions of the trailing and the leading edge as fractions of the chord, forward of the aerodynamic centre. */
static const double EDGES[] = {-0.75, 0.25};

/* Returns a point of a section, in node axes, at a fraction of its chord. */
static vec3 edge_point(const aero *aero, int which, vec3 at, const aero_edge *edge, double chord_part)
{
    const double c = cos(edge->twist), s = sin(edge->twist);
    const vec3 forward = mat3_mulv(&aero->Ra[which], (vec3){c, s, 0});
    return vec3_axpy(at, edge->centre + chord_part * edge->chord, forward);
}

/* Returns the position of the section at an end of a body's span. */
static vec3 body_end(const aero *aero, int i)
{
    const vec3 along = {0, 0, (i == 0 ? -0.5 : 0.5) * aero->span};
    return vec3_add(aero->offset[0], mat3_mulv(&aero->Ra[0], along));
}

static void put_edges(const aero *aero, int which, vec3 at, const aero_edge *edge, record *out)
{
    for (int i = 0; i < 2; i++)
        record_vec3(out, edge_point(aero, which, at, edge, EDGES[i]));
}

void aero_log(const elem *element, record *out)
{
    const aero *aero = element->self;
    static const char *const WORDS[] = {"aero0:", "aero2:", "aero3:"};
    record_word(out, WORDS[aero->n_nodes - 1]);
    record_unsigned(out, element->label);
    if (aero->n_nodes == 1) {
        record_unsigned(out, aero->node[0]->label);
        for (int i = 0; i < 2; i++)
            put_edges(aero, 0, body_end(aero, i), &aero->edge[i], out);
    }
    for (int i = 0; aero->n_nodes > 1 && i < aero->n_nodes; i++) {
        record_unsigned(out, aero->node[i]->label);
        put_edges(aero, i, aero->offset[i], &aero->edge[i], out);
    }
    record_end(out);
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

/* Draws the surface between leading and trailing edge, with its twist. */
void aero_draw(const elem *element, drawing *drawing)
{
    const aero *aero = element->self;
    const bool is_body = aero->n_nodes == 1;
    const int n = is_body ? 2 : aero->n_nodes;
    draw_tie edge[2][AERO_NODES];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            const int which = is_body ? 0 : i;
            const vec3 at = is_body ? body_end(aero, i) : aero->offset[i];
            edge[k][i] =
                draw_at(aero->node[which], edge_point(aero, which, at, &aero->edge[i], EDGES[k]), &aero->Ra[which]);
        }
    draw_surface(drawing, edge[1], edge[0], n);
}
