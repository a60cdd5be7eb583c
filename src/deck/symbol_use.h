/* symbol_use.h - which variables a model depends on: those whose value was used while the deck was read.
 *
 * Other variables occur only in expressions that are evaluated during an analysis, which has values of its own. */
#pragma once
#include "deck/symbols.h"

void symbol_note_use(const symbol *symbol);
bool symbol_was_used(const symbol *symbol);

/* The value of a variable while the deck is read. */
static inline const value *symbol_value(const symbol *symbol)
{
    symbol_note_use(symbol);
    return &symbol->now;
}

/* A statement that declares or assigns a variable has its value. symbols_note_result is called before this value is
 * used (NULL: there is no such statement, or it is part of another), symbols_drop_result if it is not used after
 * all. */
void symbols_note_result(symbols *symbols, const symbol *symbol);
void symbols_drop_result(symbols *symbols);
