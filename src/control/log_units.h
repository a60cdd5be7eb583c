/* log_units.h - the units of physical quantities, for the .log file. */
#pragma once
#include "base/text.h"
#include "record/columns.h"

/* Nothing when the deck does not say its units. */
void log_units(const output_units *output_units, text *log);
