/* exit_status.h - the exit status of the program. */
#pragma once

enum { EXIT_ALL_WELL = 0, EXIT_WRONG_DECK = 1, EXIT_WRONG_COMMAND = 2, EXIT_NO_MEMORY = 3 };
