/* log_file.h - the parts of the .log file. */
#pragma once
#include "model/model.h"

void log_model(const model *model, text *to);     /* lines written while the deck was read */
void log_unknowns(const model *model, text *to);  /* indices and labels of structural nodes */
void log_symbols(const symbols *names, text *to); /* the symbol table */
