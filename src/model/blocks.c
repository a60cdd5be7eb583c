/* blocks.c - walking through a block of cards: begin: NAME; ... end: NAME; */
#include "model/blocks.h"
#include "base/nearest.h"
#include "contract/element.h"
#include "contract/node.h"
#include "model/diag_rows.h"
#include <string.h>

static bool is_end(reader *r, const char *block)
{
    if (!reader_card_is(r, "end"))
        return false;
    if (!read_keyword(r, block) && read_ok(r)) {
        read_error(r, E_WRONG_END, read_place(r), read_shown(r), block);
        diag_hint(reader_diag(r), "write 'end: %s;' here, or where the block ends", block);
    }
    reader_card_end(r);
    return true;
}

bool block_card(model *m, reader *r, const char *block)
{
    const place from = reader_card_place(r);
    while (!diag_full(m->errors)) {
        if (!reader_card(r)) {
            read_error(r, E_BLOCK_NOT_ENDED, from, block);
            return false;
        }
        if (is_end(r, block))
            return false;
        if (reader_card_is(r, "begin")) {
            diag_report(m->errors, E_BLOCK_WITHIN, reader_card_place(r), block);
            diag_hint(m->errors, "write 'end: %s;' before it", block);
            reader_card_again(r);
            return false;
        }
        if (!model_read_card(m, r))
            return true;
    }
    return false;
}

/* Of a card that has its own block; NULL when there is none. */
static const char *block_of_card(const char *card)
{
    return elem_card_find(card) ? "elements" : node_type_find(card) ? "nodes" : NULL;
}

void block_unknown_card(reader *r, const char *block, const char *const *words, int n)
{
    const char *card = reader_card_text(r);
    read_error(r, E_UNKNOWN_CARD, reader_card_place(r), card, block);
    const char *near = reader_hint_colon(r) ? NULL : nearest_word(card, words, n);
    const char *other = block_of_card(card);
    if (other && strcmp(other, block) != 0)
        diag_hint(reader_diag(r), "it belongs to the block '%s'", other);
    else if (near)
        diag_hint(reader_diag(r), "did you mean '%s'?", near);
    reader_card_end(r);
}
