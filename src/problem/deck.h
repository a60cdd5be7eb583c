/* deck.h - a whole deck: its blocks in order, and the problem it poses.
 *
 *     begin: data; problem: NAME; end: data;
 *     begin: NAME; ... end: NAME;
 *     begin: control data; ... end: control data;
 *     [ begin: nodes; ... end: nodes; ]
 *     [ begin: drivers; ... end: drivers; ]
 *     [ begin: elements; ... end: elements; ]
 *     [ begin: parallel; ... end: parallel; ]
 *
 * The blocks of nodes and elements may be left out when the control data announce none. */
#pragma once
#include "problem/run.h"

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    reader *reader;
    model *model;
    problem *problem; /* NULL if the deck defines none (an empty deck, or definitions only) */
} deck;

deck *deck_create(void);
void deck_destroy(deck *deck);
/* Reads the deck and freezes the model. Returns false after errors. */
bool deck_read_file(deck *deck, const char *path, const char *name);
bool deck_read_text(deck *deck, const char *name, const char *words, size_t length);
