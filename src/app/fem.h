/* fem.h - `torsor fem`: data of a modal body from results of other programs. */
#pragma once

/* argv[0] is the word "fem". Returns the exit status. */
int fem_command(int argc, char **argv);
