/* trim.h - `torsor trim`: finds controls for given means. */
#pragma once

/* argv[0] is the word "trim". Returns the exit status. */
int trim_command(int argc, char **argv);
