/* elements.c - tables of the element types and of their alternative keywords. */
#include "contract/element.h"

#define ELEMENT(name) extern const elem_type name##_type;
#include "element/elements.def"
#undef ELEMENT

const elem_type *const elem_types[] = {
#define ELEMENT(name) &name##_type,
#include "element/elements.def"
#undef ELEMENT
};
const int elem_type_count = (int)(sizeof elem_types / sizeof *elem_types);

const elem_alias elem_aliases[] = {
#define ALIAS(card, keyword, means) {&elem_cards[CARD_##card], keyword, means},
#include "element/element_aliases.def"
#undef ALIAS
};
const int elem_alias_count = (int)(sizeof elem_aliases / sizeof *elem_aliases);
