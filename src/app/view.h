/* view.h - `torsor view` and `torsor export`: the arguments behind the word, exit status. */
#pragma once

int view_command(int argc, char **argv);
int export_command(int argc, char **argv);
