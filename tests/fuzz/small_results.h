/* small_results.h - results of a small deck, to be damaged. */
#pragma once

/* BASE.nc, and BASE.out, which goes with a .mov file. */
void write_small_results(const char *base);
