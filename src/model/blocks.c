/* blocks.c - iterates over the cards of a block: begin: NAME; ... end: NAME; */
#include "model/blocks.h"
#include "base/nearest.h"
#include "contract/element.h"
#include "contract/node.h"
#include "model/diag_rows.h"
#include <string.h>

static bool is_end(reader *reader, const char *block)
{
    if (!reader_card_is(reader, "end"))
        return false;
    if (!read_keyword(reader, block) && read_ok(reader)) {
        read_error(reader, E_WRONG_END, read_place(reader), read_shown(reader), block);
        diag_hint(reader_diag(reader), "write 'end: %s;' here, or where the block ends", block);
    }
    reader_card_end(reader);
    return true;
}

bool block_card(model *model, reader *reader, const char *block)
{
    const source_location from = reader_card_location(reader);
    while (!diag_full(model->errors)) {
        if (!reader_card(reader)) {
            read_error(reader, E_BLOCK_NOT_ENDED, from, block);
            return false;
        }
        if (is_end(reader, block))
            return false;
        if (reader_card_is(reader, "begin")) {
            diag_report(model->errors, E_BLOCK_WITHIN, reader_card_location(reader), block);
            diag_hint(model->errors, "write 'end: %s;' before it", block);
            reader_card_again(reader);
            return false;
        }
        if (!model_read_card(model, reader))
            return true;
    }
    return false;
}

/* Returns the name of the block that a card belongs in, NULL if it belongs in no particular one. */
static const char *block_of_card(const char *card)
{
    return elem_card_find(card) ? "elements" : node_type_find(card) ? "nodes" : NULL;
}

void block_unknown_card(reader *reader, const char *block, const char *const *words, int n)
{
    const char *card = reader_card_text(reader);
    read_error(reader, E_UNKNOWN_CARD, reader_card_location(reader), card, block);
    const char *near = reader_hint_colon(reader) ? NULL : nearest_word(card, words, n);
    const char *other = block_of_card(card);
    if (other && strcmp(other, block) != 0)
        diag_hint(reader_diag(reader), "it belongs to the block '%s'", other);
    else if (near)
        diag_hint(reader_diag(reader), "did you mean '%s'?", near);
    reader_card_end(reader);
}
