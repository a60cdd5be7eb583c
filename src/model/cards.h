/* cards.h - the cards that are allowed in any block and concern the model; each function reads the arguments of its
 * card. */
#pragma once
#include "model/model.h"

void read_drive_card(reader *reader);     /* drive caller */
void read_tpl_drive_card(reader *reader); /* template drive caller */
void read_scalar_function_card(reader *reader);
void read_law_card(reader *reader);   /* constitutive law */
void read_fluid_card(reader *reader); /* hydraulic fluid */
void read_c81_card(reader *reader);   /* c81 data */

/* Grammar of the cards, for messages and help. */
extern const char drive_card_grammar[], tpl_drive_card_grammar[], law_card_grammar[], fluid_card_grammar[],
    c81_card_grammar[];

/* Declares Time, TimeStep and Step, which are defined from the control data on. */
void model_declare_time(model *model, double t);
