/* element_types.h - finding the type that the card of an element names. */
#pragma once
#include "contract/element.h"
#include "deck/reader.h"

/* Reads the type behind the label of an element. Returns NULL after an error. */
const elem_type *read_element_type(reader *reader, const elem_card *card);
