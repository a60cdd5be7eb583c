/* pipe.h - common part of pipes: friction with hysteresis between laminar and turbulent flow.
 *
 *     dp/dx = -f / D rho v |v| / 2,    Re = |q| D / (A mu),   X = Re / 1000
 *     laminar so far:    64 / Re below 2500,  0.0542 - 0.018 X + 0.0008 X^2 + 0.0007 X^3 up to 4000, then turbulent
 *     turbulent so far:  0.3164 / Re^(1/4) above 3100,  0.0528 - 0.018 X + 0.002 X^2 + 0.0009 X^3 down to 2000,
 *                        then laminar
 *
 * "So far" refers to the regime at the end of the previous step. */
#pragma once
#include "element/hydraulic/hydraulic.h"

typedef struct {
    node_dof port[2];
    double diameter, area, length;
    double flow;      /* initial */
    int is_turbulent; /* initially */
    const fluid *fluid;
} pipe;

typedef struct {
    int is_turbulent;
} pipe_memory;

void read_pipe(reader *reader, elem *element);
void sample_pipe(sampler *from, pipe *self);
void pipe_memory_begin(const void *self, void *memory);
double pipe_reynolds(const pipe *self, double q);
/* Laminar, f = 64 / Re; on the way up from there; turbulent, after Blasius; on the way down from there. */
typedef enum { PIPE_LAMINAR, PIPE_RISING, PIPE_TURBULENT, PIPE_FALLING } pipe_regime;
pipe_regime pipe_regime_at(bool was_turbulent, double reynolds);
/* Returns whether a flow with this Reynolds number is turbulent, given the previous regime. */
bool pipe_becomes_turbulent(bool was_turbulent, double reynolds);
bool pipe_is_turbulent(const state *state, const elem *element);
/* Computes the friction force on a length of pipe, A dp, along a flow q of density rho, in the regime of the pipe. */
void pipe_friction(int lanes, const pipe *self, pipe_regime regime, double length, const jet1 *rho, const jet1 *q,
                   jet1 *force);
