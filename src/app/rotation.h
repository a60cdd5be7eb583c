/* rotation.h - `torsor rotation`: conversion between descriptions of rotations. */
#pragma once

/* argv[0] is the word "rotation". Returns the exit status. */
int rotation_command(int argc, char **argv);
