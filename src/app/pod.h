/* pod.h - `torsor pod`: proper orthogonal modes and free motions from results. */
#pragma once

/* argv[0] is the word "pod". Returns the exit status. */
int pod_command(int argc, char **argv);
