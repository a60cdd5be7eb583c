/* relative.h - `torsor relative`: motion relative to a node. */
#pragma once

/* argv[0] is the word "relative". Returns the exit status. */
int relative_command(int argc, char **argv);
