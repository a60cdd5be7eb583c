/* hydraulic.h - what hydraulic elements share.
 *
 * Flows are mass flows, in kg/s; the balance row of a hydraulic node counts what is taken out. */
#pragma once
#include "contract/element.h"
#include "contract/fluid.h"
#include "contract/sampler.h"
#include "model/reading.h"

/* --- reading and sampling ----------------------------------------------------------------------------------------- */

/* The pressures of hydraulic nodes, the first columns of an element. */
void read_ports(reader *reader, node_dof *port, int count);
/* {hydraulic fluid | fluid}, FLUID */
const fluid *read_hydraulic_fluid(reader *reader);
void require_viscosity(reader *reader, const fluid *fluid, source_location location);
void sample_ports(sampler *from, node_dof *port, int count);
const fluid *sample_fluid(sampler *from);
void layout_ports(layout *layout, const node_dof *port, int count);

/* --- flows -------------------------------------------------------------------------------------------------------- */

/* Pressures as jets; the columns of the ports are 0, 1, ... */
void port_pressures(int lanes, const state *state, const node_dof *port, int count, jet1 *p);
void density_at(int lanes, jet1 *rho, const fluid *fluid, const jet1 *p);
/* Turns a pressure into the derivative of the density in it. */
void to_density_derivative(int lanes, const fluid *fluid, jet1 *p);
/* The pressure that densities go by: p, or, while switches are held, what it was before the step. Where a fluid turns
 * to vapour its density jumps, and its derivative by much more. */
void density_pressure(int lanes, const state *state, const jet1 *p, int unknown, jet1 *at);
void mean_density(int lanes, jet1 *rho, const fluid *fluid, const jet1 *p1, const jet1 *p2);
/* Turbulent flow from 1 to 2 through an area that counts in full, C A or A / sqrt K. */
void flow_through(int lanes, jet1 *q, const jet1 *rho, const jet1 *area, const jet1 *p1, const jet1 *p2);
/* The same with an area that does not change, at the density of the mean pressure. */
void turbulent_flow_at(int lanes, jet1 *q, const fluid *fluid, double area, const jet1 *p1, const jet1 *p2);
/* The same at the reference density. */
void reference_flow(int lanes, jet1 *q, const fluid *fluid, const jet1 *area, const jet1 *p1, const jet1 *p2);
/* Adds a flow that leaves port `from` and enters port `to`. */
void add_flow(int lanes, local *out, int from, int to, const jet1 *q);

/* --- moving parts ------------------------------------------------------------------------------------------------- */

/* A part with displacement x and velocity v, internal unknowns 1 and 2 of an element, within its stops. */
typedef struct {
    double low, high;        /* where it touches them */
    double by_x, by_v, by_a; /* penalties */
} end_stops;

typedef struct {
    jet1 x, v, x_rate, v_rate;
    double switched_by; /* x, or that of the step before while switches are held */
} moving_part;

void read_penalties(reader *reader, end_stops *stops);
void sample_stops(sampler *from, end_stops *stops);
/* Seeds x and v, which are columns `first` and `first` + 1, and writes the row  v - x' = 0. */
void moving_part_begin(int lanes, const state *state, const elem *element, int first, moving_part *moving_part,
                       local *out);
/* What the stops do: beyond an end f = by_x (x - end), by_v v more while v points out, by_a v' while v' does. These two
 * jump where the end is reached; with switches held they begin one step later, and there is no jump. */
void stop_force(int lanes, const end_stops *stops, const moving_part *moving_part, jet1 *f);
/* k v |v|, against v. */
void speed_drag(int lanes, double k, const jet1 *v, jet1 *f);
/* Internal unknowns x and v: both differential. */
void set_moving_part(elem *element);
const char *moving_part_name(const elem *element, int index);
/* x, x', x'' as columns of a row. */
void record_moving_part(const state *state, const elem *element, record *out);
/* Numbers with a name. As in the reference they are zero while nothing has been solved (`abort after: input`). */
void record_hydraulic(const state *state, record *out, const char *name, physical_quantity unit, const char *words,
                      double v);
void record_flow(const state *state, record *out, const char *name, double q);
void record_density(const state *state, record *out, const char *name, double rho);
void record_velocity(const state *state, record *out, double v);
void record_reynolds(const state *state, record *out, double reynolds);
void record_turbulent(const state *state, record *out, bool is_turbulent);

#define HYDRAULIC_SLOTS .card = &elem_cards[CARD_HYDRAULIC]
