/* control.h - reading the control data block. */
#pragma once
#include "model/model.h"

/* Everything as it is when no card says otherwise. */
void control_defaults(control *c, arena *memory);
/* Reads the cards between `begin: control data` and its end, into the defaults. */
void read_control_data(reader *reader, control *control);

/* The name of card i and how it is written; NULL behind the last. */
const char *control_card(int index, const char **grammar);

orientation_kind
read_orientation_kind(reader *reader); /* euler123 | euler313 | euler321 | orientation vector | orientation matrix */
/* A list of flags (5.3.12, 5.3.13), also of an element's own `custom output`; *kind is changed when the list says
 * so. */
unsigned read_beam_output(reader *reader, orientation_kind *kind);
unsigned read_aero_output(reader *reader, orientation_kind *kind);
