/* report.h - `torsor report`: a page about the results of a study. */
#pragma once

/* argv[0] is the word "report". Returns the exit status. */
int report_command(int argc, char **argv);
