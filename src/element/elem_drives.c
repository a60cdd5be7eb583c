/* elem_drives.c - elements with a list of drives. */
#include "element/elem_drives.h"
#include "model/reading.h"

void read_elem_drives(reader *reader, elem_drives *elem_drives, const char *what)
{
    const int n = read_count(reader, 1, what);
    elem_drives->drives = ARENA_ARRAY(reader_arena(reader), const drive *, n);
    for (elem_drives->n = 0; read_ok(reader) && elem_drives->n < n; elem_drives->n++)
        elem_drives->drives[elem_drives->n] = read_drive(reader, what);
}
