/* log_units.h - units of physical quantities for the .log file. */
#pragma once
#include "base/text.h"
#include "record/columns.h"

/* Writes nothing if the deck does not specify its units. */
void log_units(const output_units *output_units, text *log);
