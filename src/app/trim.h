/* trim.h - `torsor trim`: controls that give wanted means. */
#pragma once

/* argv[0] is the word "trim". Returns the exit status. */
int trim_command(int argc, char **argv);
