/* help.h - `torsor help`: what the tables say of a type. */
#pragma once

/* NULL lists all types. Exit status 1 when there is none of that name. */
int print_help(const char *topic);
