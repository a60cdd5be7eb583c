/* messages.h - prints messages about a deck: as text, with colours on a terminal, or as JSON for tools. */
#pragma once
#include "torsor/torsor.h"
#include <stdio.h>

typedef enum { MESSAGES_PLAIN, MESSAGES_COLOURED, MESSAGES_JSON } message_form;

/* Colours are used if standard error is a terminal that supports them and NO_COLOR is not set. */
message_form messages_form(bool as_json);
/* A torsor_options.message: `to` is the form. JSON goes to standard output, one object per line; everything else to
 * standard error. */
void messages_print(void *to, const torsor_message *message);
/* Prints as fprintf does. Control characters other than line ends, which names of files may contain, become '?'. */
void print_visible(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
