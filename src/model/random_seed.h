/* random_seed.h - the arguments of `module load: "libmodule-randdrive"`. */
#pragma once
#include "deck/reader.h"

void read_random_seed(reader *reader);
