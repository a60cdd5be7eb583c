/* hydrodynamic_plain_bearing2.c - a plain bearing whose oil film is solved on a grid (bearing.h).
 *
 *     unknowns:       pressures of grid nodes that are not prescribed, deformations of all nodes with compliance
 *     rows:           Reynolds equation at these nodes;  w = C p
 *     nodes:          loads of film and asperities on shaft and bearing
 *     hydraulic nodes at the edges and in inlets:   the mass flow into the film
 *
 * Not in the initial assembly. */
#include "element/bearing/bearing.h"
#include "element/hydraulic/hydraulic.h"
#include "element/modal/modal.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void hydrodynamic_plain_bearing2_eval(int lanes, const state *state, const elem *element, local *out)
{
    const bearing *bearing = element->self;
    film *film = film_all(lanes, state, element);
    load_rows(lanes, state, element, film, out);
    (bearing->is_quadratic ? quadratic_rows : difference_rows)(lanes, element, film, out);
    compliance_rows(lanes, state, element, film, out);
    free(film);
}

static const char *hydrodynamic_plain_bearing2_internal_name(const elem *element, int i)
{
    const bearing *bearing = element->self;
    return i >= bearing->deformation ? "deformation" : "hydrodynamic pressure";
}

static void describe_node(internal_words *d, const char *unknown, const char *equation, int k)
{
    char words[2][80];
    snprintf(words[0], sizeof words[0], "%s of node number %d", unknown, k + 1);
    snprintf(words[1], sizeof words[1], "%s for node number %d", equation, k + 1);
    describe(d, 1, words[0], words[1]);
}

static void hydrodynamic_plain_bearing2_describe_internal(const elem *element, internal_words *words)
{
    const bearing *bearing = element->self;
    const char *reynolds =
        bearing_is_compressible(bearing) ? "compressible Reynolds equation" : "incompressible Reynolds equation";
    for (int k = 0; k < bearing_nodes(bearing); k++)
        if (bearing->node[k].pressure >= 0)
            describe_node(words, "hydrodynamic pressure", reynolds, k);
    for (int k = 0; bearing->n_soft > 0 && k < bearing_nodes(bearing); k++)
        describe_node(words, "radial deformation", "compliance", k);
}

/* --- sample ------------------------------------------------------------------------------------------------------- */

static pocket sample_pocket(sampler *from)
{
    pocket pocket = {.outline = {.kind = OUTLINE_WHOLE}, .n_x = 2, .n_z = 2};
    pocket.x = ARENA_ARRAY(from->memory, double, 2);
    pocket.z = ARENA_ARRAY(from->memory, double, 2);
    pocket.y = ARENA_ARRAY(from->memory, double, 4);
    for (int i = 0; i < 2; i++) {
        pocket.x[i] = 200.0 * (i - 0.5);
        pocket.z[i] = 40.0 * (i - 0.5);
    }
    for (int i = 0; i < 4; i++)
        pocket.y[i] = sample_real(from, 0.0, 0.5);
    return pocket;
}

static void sample_sides(sampler *from, bearing *bearing)
{
    for (int i = 0; i < 2; i++) {
        bearing_surface *surface = &bearing->side[i];
        *surface = (bearing_surface){.node = sample_structural(from, i),
                                     .o = sample_vec3(from, 0.2),
                                     .R = sample_rotation(from),
                                     .radius = i == SHAFT ? 20.0 : 80.0};
        surface->n_pockets = sample_integer(from, 0, 1);
        surface->pockets = ARENA_ARRAY(from->memory, pocket, 1);
        surface->pockets[0] = sample_pocket(from);
    }
    bearing->carrier = sample_integer(from, 0, 1) ? BEARING : SHAFT;
    bearing->width = sample_real(from, 2, 3);
}

static void sample_ports_and_grooves(sampler *from, bearing *bearing)
{
    bearing->has_axial_ports = sample_integer(from, 0, 1);
    bearing->n_inlets = sample_integer(from, 0, 1);
    bearing->n_ports = (bearing->has_axial_ports ? 2 : 0) + bearing->n_inlets;
    bearing->port = ARENA_ARRAY(from->memory, node_dof, 3);
    sample_ports(from, bearing->port, bearing->n_ports);
    for (int i = 0; i < 2; i++)
        bearing->edge[i] = (condition){GIVEN_PRESSURE, sample_drive(from)};
    bearing->inlet = ARENA_ARRAY(from->memory, inlet, 1);
    bearing->inlet[0] = (inlet){{.kind = OUTLINE_CIRCLE, .radius = 1.0}, bearing->n_ports - 1};
    bearing->n_grooves = sample_integer(from, 0, 1);
    bearing->groove = ARENA_ARRAY(from->memory, groove, 1);
    bearing->groove[0] = (groove){.side = sample_integer(from, 0, 1) ? BEARING : SHAFT,
                                  .outline = {.kind = OUTLINE_RECTANGLE, .x = 40.0, .width = 60.0, .height = 10.0},
                                  .given = {GIVEN_PRESSURE, sample_drive(from)}};
}

static void sample_contact(sampler *from, bearing *bearing)
{
    bearing->has_contact = true;
    bearing->rough =
        (asperities){.sigma = 30.0, .stiffness = sample_real(from, 0.01, 0.02), .offset = sample_real(from, 0, 1)};
    bearing->dry.kind = sample_integer(from, 0, 1) ? FRICTION_COULOMB : FRICTION_LUGRE;
    bearing->dry.mu = 0.1;
    bearing->dry.threshold = 1e-3;
    sample_bristle(from, &bearing->dry.lugre);
}

static const double *sample_numbers(sampler *from, int n, double most)
{
    double *at = ARENA_ARRAY(from->memory, double, n);
    for (int i = 0; i < n; i++)
        at[i] = sample_real(from, -most, most);
    return at;
}

/* Samples a half space, and a matrix with a mode on the other surface. */
static void sample_yielding(sampler *from, bearing *bearing)
{
    static const double Z[] = {-1.5, -0.2, 1.5}, PHI[] = {-0.3, 1.1, 3.0, 2.0 * M_PI - 0.3};
    static const int NUMBERS[] = {1, 2}, MODE[] = {1};
    elem *joint = ARENA_NEW(from->memory, elem);
    modal *m = ARENA_NEW(from->memory, modal);
    *m = (modal){.M = 2, .number = NUMBERS};
    *joint = (elem){.type = &joint_modal_type, .self = m, .internal = -1, .n_internal = 4};
    bearing->soft[0] = half_space(bearing, from->memory, 100.0, 0.3);
    bearing->soft[0].side = bearing->carrier;
    bearing->soft[1] = (yielding){.side = bearing->carrier == SHAFT ? BEARING : SHAFT,
                                  .grid = {3, 3, Z, PHI},
                                  .C = sample_numbers(from, 81, 0.01),
                                  .joint = joint,
                                  .n_modes = 1,
                                  .mode = MODE,
                                  .D = sample_numbers(from, 9, 0.1),
                                  .E = sample_numbers(from, 9, 0.1),
                                  .moves = true};
    bearing->n_soft = sample_integer(from, 1, 2);
    bearing->slides = sample_integer(from, 0, 1);
}

static const fluid *sample_oil(sampler *from)
{
    fluid *oil = ARENA_NEW(from->memory, fluid);
    double derivative;
    *oil = *sample_fluid(from);
    oil->viscosity *= 100.0;
    fluid_density(oil, 0.0, &derivative);
    oil->beta = derivative > 0.0 ? oil->beta : 0.0;
    return oil;
}

static void hydrodynamic_plain_bearing2_sample(sampler *from, elem *element)
{
    bearing *bearing = element->self;
    bearing->oil = sample_oil(from);
    bearing->vapour = 0.5 * bearing->oil->viscosity;
    bearing->is_quadratic = !bearing_is_compressible(bearing);
    if (bearing->is_quadratic && sample_integer(from, 0, 1))
        bearing->is_quadratic = false;
    sample_sides(from, bearing);
    bearing_set_grid(bearing, from->memory, bearing_is_compressible(bearing) ? 4 : 5, 4);
    sample_ports_and_grooves(from, bearing);
    sample_contact(from, bearing);
    if (sample_integer(from, 0, 1))
        sample_yielding(from, bearing);
    bearing->pressure_scale = sample_real(from, 1, 2);
    bearing->theta_scale = sample_real(from, 0.1, 0.2);
    bearing->equation_scale = 0.1;
    bearing->shown = SHOW_FORCE | SHOW_LOSS | SHOW_PRESSURE;
    bearing_number(element, from->memory);
    bearing_reserve(element, from->plan);
}

const elem_type hydrodynamic_plain_bearing2_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "hydrodynamic plain bearing2",
    .grammar =
        "user defined: LABEL, hydrodynamic plain bearing2, hydraulic fluid, FLUID [, viscosity vapor, ETA], mesh, "
        "{linear finite difference | quadratic finite element} [, enable mcp, BOOL], geometry, cylindrical, mesh "
        "position, {at shaft | at bearing}, bearing width, B, shaft diameter, D, bearing diameter, D [, pockets, "
        "POCKETS], shaft node, NODE [, offset, O] [, orientation, R], bearing node, NODE [, offset, O] [, orientation, "
        "R], GRID, {boundary conditions, CONDITION, CONDITION | pressure coupling conditions axial, NODE, NODE} [, "
        "lubrication grooves, GROOVES] [, pressure coupling conditions radial, INLETS] [, contact model, CONTACT] [, "
        "friction model, FRICTION] [, compliance model, COMPLIANCE] [, pressure dof scale, S] [, theta dof scale, S] "
        "[, equation scale, S] [, output WHAT, BOOL] ...",
    .summary = "A plain bearing with the Reynolds equation solved on a grid.",
    .module = MODULE_HYDRODYNAMIC_PLAIN_BEARING2,
    .size = sizeof(bearing),
    .read = read_bearing,
    .connect = bearing_connect,
    .eval = hydrodynamic_plain_bearing2_eval,
    .initial = film_initial,
    .history = &(const elem_history){.start = bearing_start, .accept = bearing_accept},
    .output = bearing_output_row,
    .log = bearing_log,
    .private_names = BEARING_PRIVATE,
    .private_value = bearing_private,
    .internal_name = hydrodynamic_plain_bearing2_internal_name,
    .describe = hydrodynamic_plain_bearing2_describe_internal,
    .sample = hydrodynamic_plain_bearing2_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.unbalanced = true, .friction = true},
};
