/* spring_valve.h - the body of a valve that is opened by pressures against a spring.
 *
 *     unknowns x, v, after the ports:   v - x' = 0
 *     forces - F0 - k x - d v |v| - stops - m v' = 0          forces: pressures times areas, by valve type
 *     flow through the opening:  C w x sqrt(2 rho |p1 - p2|) sign(p1 - p2)
 *
 * rho is the reference density. Stops at x = 0 and at the largest stroke (hydraulic.h). */
#pragma once
#include "element/hydraulic/hydraulic.h"

static const double VALVE_C = 0.6; /* discharge coefficient */

typedef struct {
    double mass, area, stiffness, preload, width; /* m, A, k, F0, w */
    end_stops stops;
    const fluid *fluid;
} spring_valve;

void read_valve_spring(reader *reader, spring_valve *spring_valve); /* reads stiffness, preload and width */
void read_valve_end(reader *reader, elem *element, spring_valve *spring_valve);
void sample_valve(sampler *from, elem *element, spring_valve *spring_valve);
void layout_valve(layout *layout, const node_dof *port, int n_ports);
void valve_flow(int lanes, const spring_valve *spring_valve, const jet1 *x, const jet1 *p1, const jet1 *p2, jet1 *q);
/* Writes the force balance of the body to row `row`, without the pressures; d: see above. */
void valve_balance(int lanes, const spring_valve *spring_valve, double d, const moving_part *moving_part, int row,
                   local *out);
