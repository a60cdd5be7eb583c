/* calc.h - `torsor calc`: values of expressions of the input language. */
#pragma once

/* argv[0] is the word "calc". Returns the exit status. */
int calc_command(int argc, char **argv);
