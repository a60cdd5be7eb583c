/* control.h - reading the control data block. */
#pragma once
#include "model/model.h"

/* Sets every option to its value without a card. */
void control_defaults(control *c, arena *memory);
/* Reads the cards between `begin: control data` and its end and overrides the defaults. */
void read_control_data(reader *reader, control *control);

/* Returns the name of the card at `index` and stores its grammar; returns NULL after the last card. */
const char *control_card(int index, const char **grammar);

orientation_kind
read_orientation_kind(reader *reader); /* euler123 | euler313 | euler321 | orientation vector | orientation matrix */
/* Reads a list of flags (5.3.12, 5.3.13), also that of the `custom output` of an element; *kind is changed only if
 * the list contains an orientation description. */
unsigned read_beam_output(reader *reader, orientation_kind *kind);
unsigned read_aero_output(reader *reader, orientation_kind *kind);
