/* mapping.h - `torsor mapping`: the matrix of an external structural mapping. */
#pragma once

/* argv[0] is the word "mapping". Returns the exit status. */
int mapping_command(int argc, char **argv);
