/* blocks.h - iteration over the cards of a block. */
#pragma once
#include "model/model.h"

/* Advances to the next card of the block and executes the cards that are allowed in any block. Returns false at the
 * `end` of the block (which is checked) or at the end of the input. */
bool block_card(model *model, reader *reader, const char *block);
/* Reports the current card as unknown in this block and suggests the nearest of the words. */
void block_unknown_card(reader *reader, const char *block, const char *const *words, int n);
