/* meanings.h - changes to what a deck means: its words remain.
 *
 *     count       an integer becomes another one at a border, or a product
 *     list        an argument is repeated, and the integer before it is raised by one
 *     link        a label becomes that of another card, or of its own
 *     reference   a number becomes a drive: by reference, an expression, private data; also of its own card
 *     chain       drives or functions, each of which uses the one before it twice
 *     number      a number becomes an absurd one, or one that changes with time
 *     label       two cards exchange their labels
 *     card        a card is left out, repeated elsewhere, or exchanged with another
 *     argument    two cards of the same kind exchange arguments, or a card two of its own */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* Makes one to three changes; the new length. The seed determines them. */
size_t change_meaning(uint8_t *data, size_t size, size_t most, unsigned seed);
