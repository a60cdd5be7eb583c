/* external_deck.h - a small deck whose force or file driver talks to somebody: bodies, modes, three steps. */
#pragma once
#include "fuzz/fuzz.h"
#include "base/text.h"
#include "problem/deck.h"
#include <string.h>

static const char EXTERNAL_HEAD[] =
    "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: 0.03; time "
    "step: 0.01; tolerance: 1.e-6; max iterations: 10; end: initial value; begin: control data; structural nodes: 3; "
    "rigid bodies: 2; joints: 1; forces: 1; file drivers: %d; end: control data; begin: nodes; structural: 1, dynamic, "
    "null, eye, null, null; structural: 2, dynamic, 1., 2., 3., eye, null, null; structural: 3, modal, null, eye, "
    "null, "
    "null; end: nodes; begin: drivers; ";
static const char EXTERNAL_ELEMENTS[] = " end: drivers; begin: elements; body: 1, 1, 2., null, eye; body: 2, 2, 3., "
                                        "null, eye; joint: 3, modal, 3, 1, 1, no "
                                        "damping, \"" TEST_FOLDER "/contract/modal.fem\", 0; ";

/* @ in a card stands for the address. */
static inline void external_card(text *text, const char *card, const char *address)
{
    for (; *card; card++)
        if (*card == '@')
            text_printf(text, "%s", address);
        else
            text_char(text, *card);
}

static inline deck *external_deck(const char *driver, const char *force, const char *address)
{
    text all = {0};
    text_printf(&all, EXTERNAL_HEAD, *driver != '\0');
    external_card(&all, driver, address);
    text_printf(&all, "%s", EXTERNAL_ELEMENTS);
    external_card(&all, force, address);
    text_printf(&all, " end: elements;");
    deck *deck = deck_create();
    if (!deck_read_text(deck, "fuzz", all.data, all.n) || !deck->problem)
        abort();
    text_free(&all);
    return deck;
}
