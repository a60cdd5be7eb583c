/* study.h - `torsor study`: many cases of one deck. */
#pragma once

/* argv[0] is the word "study". Returns the exit status. */
int study_command(int argc, char **argv);
