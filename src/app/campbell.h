/* campbell.h - `torsor campbell`: modes of a deck as functions of a speed. */
#pragma once

/* argv[0] is the word "campbell". Returns the exit status. */
int campbell_command(int argc, char **argv);
