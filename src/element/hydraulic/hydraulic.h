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
void read_ports(reader *r, node_dof *port, int count);
/* {hydraulic fluid | fluid}, FLUID */
const fluid *read_hydraulic_fluid(reader *r);
void require_viscosity(reader *r, const fluid *f, place where);
void sample_ports(sampler *from, node_dof *port, int count);
const fluid *sample_fluid(sampler *from);
void layout_ports(layout *l, const node_dof *port, int count);

/* --- flows -------------------------------------------------------------------------------------------------------- */

/* Pressures as jets; the columns of the ports are 0, 1, ... */
void port_pressures(int n, const state *s, const node_dof *port, int count, jet1 *p);
void density_at(int n, jet1 *rho, const fluid *f, const jet1 *p);
/* Turns a pressure into the derivative of the density in it. */
void to_density_slope(int n, const fluid *f, jet1 *p);
/* The pressure that densities go by: p, or, while switches are held, what it was before the step. Where a fluid turns
 * to vapour its density jumps, and its slope by much more. */
void density_pressure(int n, const state *s, const jet1 *p, int unknown, jet1 *at);
void mean_density(int n, jet1 *rho, const fluid *f, const jet1 *p1, const jet1 *p2);
/* Turbulent flow from 1 to 2 through an area that counts in full, C A or A / sqrt K. */
void flow_through(int n, jet1 *q, const jet1 *rho, const jet1 *area, const jet1 *p1, const jet1 *p2);
/* The same with an area that does not change, at the density of the mean pressure. */
void turbulent_flow_at(int n, jet1 *q, const fluid *f, double area, const jet1 *p1, const jet1 *p2);
/* The same at the reference density. */
void reference_flow(int n, jet1 *q, const fluid *f, const jet1 *area, const jet1 *p1, const jet1 *p2);
/* Adds a flow that leaves port `from` and enters port `to`. */
void add_flow(int n, local *out, int from, int to, const jet1 *q);

/* --- moving parts ------------------------------------------------------------------------------------------------- */

/* A part with displacement x and velocity v, own unknowns 1 and 2 of an element, within its stops. */
typedef struct {
    double low, high;        /* where it touches them */
    double by_x, by_v, by_a; /* penalties */
} end_stops;

typedef struct {
    jet1 x, v, x_rate, v_rate;
    double switched_by; /* x, or that of the step before while switches are held */
} moving_part;

void read_penalties(reader *r, end_stops *stops);
void sample_stops(sampler *from, end_stops *stops);
/* Seeds x and v, which are columns `first` and `first` + 1, and writes the row  v - x' = 0. */
void moving_part_begin(int n, const state *s, const elem *e, int first, moving_part *m, local *out);
/* What the stops do: beyond an end f = by_x (x - end), by_v v more while v points out, by_a v' while v' does. These two
 * jump where the end is reached; with switches held they begin one step later, and there is no jump. */
void stop_force(int n, const end_stops *stops, const moving_part *m, jet1 *f);
/* k v |v|, against v. */
void speed_drag(int n, double k, const jet1 *v, jet1 *f);
/* Own unknowns x and v: both differential. */
void set_moving_part(elem *e);
const char *moving_part_name(const elem *e, int i);
/* x, x', x'' as columns of a row. */
void record_moving_part(const state *s, const elem *e, record *out);
/* Numbers with a name. As in the reference they are zero while nothing has been solved (`abort after: input`). */
void record_hydraulic(const state *s, record *out, const char *name, physical_quantity unit, const char *words,
                      double v);
void record_flow(const state *s, record *out, const char *name, double q);
void record_density(const state *s, record *out, const char *name, double rho);
void record_velocity(const state *s, record *out, double v);
void record_reynolds(const state *s, record *out, double reynolds);
void record_turbulent(const state *s, record *out, bool is_turbulent);

#define HYDRAULIC_SLOTS .card = &elem_cards[CARD_HYDRAULIC]
