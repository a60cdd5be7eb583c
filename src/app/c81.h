/* c81.h - `torsor c81`: airfoil data: coefficients, conversion, interpolation between airfoils. */
#pragma once

/* argv[0] is the word "c81". Returns the exit status. */
int c81_command(int argc, char **argv);
