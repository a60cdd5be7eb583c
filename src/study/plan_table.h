/* plan_table.h - tables with commas between fields (CSV, RFC 4180). */
#pragma once
#include "study/plan.h"

/* Reads a table: its head has the names of variables, each further row a case. Lines that begin with # are comments.
 * The variables of the plan are those of the table. Returns false after reporting an error. */
bool plan_table_read(plan *plan, const source *table, const sources *sources, arena *memory, diag *errors);
/* Returns the value as an expression of the deck: a number, or a text in quotes. */
const char *plan_expression(const char *word, arena *memory);
