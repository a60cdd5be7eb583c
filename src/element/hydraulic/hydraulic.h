/* hydraulic.h - what hydraulic elements share.
 *
 * Flows are mass flows, in kg/s; the balance row of a hydraulic node counts what is taken out. */
#pragma once
#include "contract/element.h"
#include "contract/fluid.h"

/* The pressure of a hydraulic node. */
node_dof read_pressure(reader *r, const char *what);
/* hydraulic fluid, FLUID */
const fluid *read_hydraulic_fluid(reader *r);
const fluid *sample_fluid(sampler *from);

/* A flow between two nodes, positive from 1 to 2. */
typedef struct {
    double velocity, flow;
    double by_p1, by_p2; /* derivatives of the flow */
} hydraulic_flow;

/* Turbulent flow through a loss K at an area. */
hydraulic_flow turbulent_flow(const fluid *f, double k, double area, double p1, double p2);
/* Adds a flow from port[a] to port[b], whose local rows and columns are a and b. */
void hydraulic_add_flow(int n, const state *s, const node_dof *port, int a, int b, const hydraulic_flow *q, local *out);
