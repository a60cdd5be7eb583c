/* reduce.h - `torsor reduce`: data of a modal body from a deck. */
#pragma once

/* argv[0] is the word "reduce". Returns the exit status. */
int reduce_command(int argc, char **argv);
