/* mesh.h - `torsor mesh`: a deck from a mesh of another program. */
#pragma once

/* argv[0] is the word "mesh". Returns the exit status. */
int mesh_command(int argc, char **argv);
