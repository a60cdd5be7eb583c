/* view.h - `torsor view` and `torsor export`: argv[0] is the name of the command; they return the exit status. */
#pragma once

int view_command(int argc, char **argv);
int export_command(int argc, char **argv);
