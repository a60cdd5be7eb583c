/* messages.h - what is said about a deck: for people, with colours on a terminal, or for tools, as JSON. */
#pragma once
#include "torsor/torsor.h"

typedef enum { MESSAGES_PLAIN, MESSAGES_COLOURED, MESSAGES_JSON } message_form;

/* Coloured where standard error is a terminal that can, unless NO_COLOR is set. */
message_form messages_form(bool as_json);
/* A torsor_options.message: `to` is the form. JSON goes to standard output, an object a line; all else to standard
 * error. */
void messages_print(void *to, const torsor_message *message);
