/* airfoil.h - airfoils as arguments of a card, and what built-in ones share. */
#pragma once
#include "contract/airfoil.h"

/* The table's type with this keyword, or NULL: spellings with and without blanks are the same. */
const airfoil_type *airfoil_type_find(const char *keyword);
/* An airfoil of the type; reads its arguments. */
airfoil *read_airfoil(reader *r, const airfoil_type *type, const airfoil_stations *at);

/* Degrees as the built-in airfoils and the output have them. */
#define AIRFOIL_DEGREE 0.017453293

/* The section without yaw, and its derivatives in alpha and Mach number: the other built-in airfoil is made of it. */
void naca_0012(double alpha, double mach, airfoil_coefficients *c);
/* The same with yaw. */
void naca_0012_with_yaw(const airfoil_flow *f, airfoil_coefficients *c);
static const double AIRFOIL_MOST_MACH = 0.99;
