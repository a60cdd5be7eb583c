/* elem_drives.c - elements with a list of drives. */
#include "element/elem_drives.h"
#include "model/reading.h"

void read_elem_drives(reader *r, elem_drives *d, const char *what)
{
    const int n = read_count(r, 1, what);
    d->drives = ARENA_ARRAY(reader_arena(r), const drive *, n);
    for (d->n = 0; read_ok(r) && d->n < n; d->n++)
        d->drives[d->n] = read_drive(r, what);
}
