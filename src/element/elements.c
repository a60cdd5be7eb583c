/* elements.c - the tables of element types, of their other spellings and of element classes. */
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
#define ALIAS(card, keyword, means) {card, keyword, means},
#include "element/element_aliases.def"
#undef ALIAS
};
const int elem_alias_count = (int)(sizeof elem_aliases / sizeof *elem_aliases);

const elem_class elem_classes[] = {
#define ELEMENT_CLASS(card, counter, file, single) {card, counter, file, single},
#include "element/element_classes.def"
#undef ELEMENT_CLASS
};
const int elem_class_count = (int)(sizeof elem_classes / sizeof *elem_classes);
