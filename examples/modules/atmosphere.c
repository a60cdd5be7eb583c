/* atmosphere.c - functions of expressions: the troposphere of the International Standard Atmosphere.
 *
 *     isa::temperature(H), isa::density(H)             H: altitude in metres, from 0 to 11000
 *
 *     T = T0 - L h,   rho = rho0 (T/T0)^(g/(R L) - 1) */
#include "torsor/module.h"
#include <math.h>

static const torsor_host *torsor;

static const double T0 = 288.15, RHO0 = 1.225, LAPSE = 0.0065, G = 9.80665, GAS = 287.05287;

static double temperature(const double *x, int n, const char **why)
{
    (void)n;
    if (!(x[0] >= 0.0 && x[0] <= 11000.0))
        *why = "the altitude must be between 0 and 11000 m";
    return T0 - LAPSE * x[0];
}

static double temperature_derivative(const double *x, int n, int which)
{
    (void)x, (void)n, (void)which;
    return -LAPSE;
}

static double density(const double *x, int n, const char **why)
{
    return RHO0 * pow(temperature(x, n, why) / T0, G / (GAS * LAPSE) - 1.0);
}

static const torsor_expression_type TEMPERATURE = {
    .name_space = "isa",
    .name = "temperature",
    .summary = "The temperature in kelvin.",
    .least = 1,
    .most = 1,
    .value = temperature,
    .derivative = temperature_derivative,
};
static const torsor_expression_type DENSITY = {
    .name_space = "isa",
    .name = "density",
    .summary = "The density in kg/m^3.",
    .least = 1,
    .most = 1,
    .value = density,
};
static const torsor_expression_type *const EXPRESSIONS[] = {&TEMPERATURE, &DENSITY, NULL};

TORSOR_MODULE("atmosphere", .expressions = EXPRESSIONS)
