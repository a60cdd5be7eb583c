/* pipe.h - what pipes share: friction that remembers whether the flow is turbulent.
 *
 *     dp/dx = -f / D rho v |v| / 2,    Re = |q| D / (A mu),   X = Re / 1000
 *     laminar so far:    64 / Re below 2500,  0.0542 - 0.018 X + 0.0008 X^2 + 0.0007 X^3 up to 4000, then turbulent
 *     turbulent so far:  0.3164 / Re^(1/4) above 3100,  0.0528 - 0.018 X + 0.002 X^2 + 0.0009 X^3 down to 2000,
 *                        then laminar
 *
 * What the flow was so far is what it was when the step before had converged. */
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
/* Whether 64 / Re holds. */
bool pipe_is_laminar(bool was_turbulent, double reynolds);
/* What a flow with this Reynolds number is, after it was turbulent or not. */
bool pipe_becomes_turbulent(bool was_turbulent, double reynolds);
bool pipe_is_turbulent(const state *state, const elem *element);
/* The force of friction on a length of pipe, A dp, along a flow q of density rho. */
void pipe_friction(int lanes, const pipe *self, bool was_turbulent, double length, const jet1 *rho, const jet1 *q,
                   jet1 *force);
