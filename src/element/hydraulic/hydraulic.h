/* hydraulic.h - common part of hydraulic elements.
 *
 * Flows are mass flows, in kg/s; in the balance row of a hydraulic node, flow out of the node is positive. */
#pragma once
#include "contract/element.h"
#include "contract/fluid.h"
#include "contract/sampler.h"
#include "model/reading.h"

/* --- reading and sampling ----------------------------------------------------------------------------------------- */

/* Reads hydraulic nodes; their pressures are the first columns of an element. */
void read_ports(reader *reader, node_dof *port, int count);
/* Reads {hydraulic fluid | fluid}, FLUID. */
const fluid *read_hydraulic_fluid(reader *reader);
void require_viscosity(reader *reader, const fluid *fluid, source_location location);
void sample_ports(sampler *from, node_dof *port, int count);
const fluid *sample_fluid(sampler *from);
void layout_ports(layout *layout, const node_dof *port, int count);

/* --- flows -------------------------------------------------------------------------------------------------------- */

/* Computes the pressures as jets; the columns of the ports are 0, 1, ... */
void port_pressures(int lanes, const state *state, const node_dof *port, int count, jet1 *p);
void density_at(int lanes, jet1 *rho, const fluid *fluid, const jet1 *p);
/* Replaces a pressure by the derivative of the density with respect to it. */
void to_density_derivative(int lanes, const fluid *fluid, jet1 *p);
/* Computes the pressure at which densities are evaluated: p, or, while switches are held, its value before the step.
 * Where a fluid vaporizes its density jumps, and its derivative by much more. */
void density_pressure(int lanes, const state *state, const jet1 *p, int unknown, jet1 *at);
void mean_density(int lanes, jet1 *rho, const fluid *fluid, const jet1 *p1, const jet1 *p2);
/* Turbulent flow from 1 to 2 through an effective area, C A or A / sqrt K. */
void flow_through(int lanes, jet1 *q, const jet1 *rho, const jet1 *area, const jet1 *p1, const jet1 *p2);
/* Turbulent flow through a constant area, at the density of the mean pressure. */
void turbulent_flow_at(int lanes, jet1 *q, const fluid *fluid, double area, const jet1 *p1, const jet1 *p2);
/* Turbulent flow at the reference density. */
void reference_flow(int lanes, jet1 *q, const fluid *fluid, const jet1 *area, const jet1 *p1, const jet1 *p2);
/* Adds a flow out of port `from` and into port `to`. */
void add_flow(int lanes, local *out, int from, int to, const jet1 *q);

/* --- moving parts ------------------------------------------------------------------------------------------------- */

/* Stops at both ends of the stroke. */
typedef struct {
    double low, high;        /* positions of the stops */
    double by_x, by_v, by_a; /* penalties */
} end_stops;

/* A part between stops, with displacement x and velocity v, internal unknowns 1 and 2 of an element. */
typedef struct {
    jet1 x, v, x_rate, v_rate;
    double switched_by; /* x, or that of the previous step while switches are held */
} moving_part;

void read_penalties(reader *reader, end_stops *stops);
void sample_stops(sampler *from, end_stops *stops);
/* Seeds x and v, the columns `first` and `first` + 1, and writes the row  v - x' = 0. */
void moving_part_begin(int lanes, const state *state, const elem *element, int first, moving_part *moving_part,
                       local *out);
/* Computes the force of the stops: beyond an end f = by_x (x - end), plus by_v v while v points outward, plus by_a v'
 * while v' does. The last two jump where the end is reached; with switches held they begin one step later, without a
 * jump. */
void stop_force(int lanes, const end_stops *stops, const moving_part *moving_part, jet1 *f);
/* k v |v|, opposed to v. */
void speed_drag(int lanes, double k, const jet1 *v, jet1 *f);
/* Declares the internal unknowns x and v, both differential. */
void set_moving_part(elem *element);
const char *moving_part_name(const elem *element, int index);
/* Writes x, x', x'' as columns of a row. */
void record_moving_part(const state *state, const elem *element, record *out);
/* Writes a named column. As in MBDyn, its values are zero while nothing has been solved (`abort after: input`). */
void record_hydraulic(const state *state, record *out, const char *name, physical_quantity unit, const char *words,
                      double v);
void record_flow(const state *state, record *out, const char *name, double q);
void record_density(const state *state, record *out, const char *name, double rho);
void record_velocity(const state *state, record *out, double v);
void record_reynolds(const state *state, record *out, double reynolds);
void record_turbulent(const state *state, record *out, bool is_turbulent);

#define HYDRAULIC_SLOTS .card = &elem_cards[CARD_HYDRAULIC]
