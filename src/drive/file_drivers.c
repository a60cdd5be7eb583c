/* file_drivers.c - the table of file drivers. */
#include "base/array.h"
#include "contract/file_driver.h"

#define FILE_DRIVER(name) extern const file_driver_type file_driver_##name##_type;
#include "drive/file_drivers.def"
#undef FILE_DRIVER

const file_driver_type *const file_driver_types[] = {
#define FILE_DRIVER(name) &file_driver_##name##_type,
#include "drive/file_drivers.def"
#undef FILE_DRIVER
};
const int file_driver_type_count = ARRAY_LEN(file_driver_types);
