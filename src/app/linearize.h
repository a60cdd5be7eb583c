/* linearize.h - `torsor linearize`: A, B, C, D of a deck at a state, poles, modes, frequency responses. */
#pragma once

/* argv[0] is the word "linearize". Returns the exit status. */
int linearize_command(int argc, char **argv);
