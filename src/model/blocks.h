/* blocks.h - walking through a block of cards. */
#pragma once
#include "model/model.h"

/* Goes to the next card of the block, carrying out those that may stand anywhere; false at its `end` (which is checked)
 * or at the end of the input. */
bool block_card(model *model, reader *reader, const char *block);
/* Reports the card at hand as unknown in this block, with the nearest of the words. */
void block_unknown_card(reader *reader, const char *block, const char *const *words, int n);
