/* drives.c - the table of drives, and alternative keywords. */
#include "base/array.h"
#include "contract/drive.h"

#define DRIVE(name) extern const drive_type drive_##name##_type;
#include "drive/drives.def"
#undef DRIVE

const drive_type *const drive_types[] = {
#define DRIVE(name) &drive_##name##_type,
#include "drive/drives.def"
#undef DRIVE
};
const int drive_type_count = ARRAY_LEN(drive_types);

const drive_alias drive_aliases[] = {
#define DRIVE_ALIAS(alias, keyword) {alias, keyword},
#include "drive/drive_aliases.def"
#undef DRIVE_ALIAS
};
const int drive_alias_count = ARRAY_LEN(drive_aliases);
