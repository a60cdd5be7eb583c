/* laws.c - the table of constitutive laws, expanded from laws.def. */
#include "law/laws.h"
#include "base/array.h"

#define LAW(type) &law_##type,
#define LAW_ALIAS(alias, type)
const law_type *const law_types[] = {
#include "law/laws.def"
};
const int law_type_count = ARRAY_LEN(law_types);
#undef LAW
#undef LAW_ALIAS

#define LAW(type)
#define LAW_ALIAS(alias, type) {alias, &law_##type},
const law_alias law_aliases[] = {
#include "law/laws.def"
};
const int law_alias_count = ARRAY_LEN(law_aliases);
