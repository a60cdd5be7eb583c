/* drive_file.c - a column of a file driver at the current time, times an amplitude; of a packet of FlightGear by its
 * name. */
#include "contract/drive.h"
#include "contract/file_driver.h"
#include "drive/diag_rows.h"
#include "model/flightgear.h"
#include "model/reading.h"

typedef struct {
    const file_driver *driver;
    int column;
    double amplitude;
} file_drive;

static void drive_file_read(reader *r, drive *d)
{
    file_drive *p = d->self;
    p->driver = read_file_driver(r);
    if (read_keyword(r, "flightgear")) {
        if (p->driver && !p->driver->packet)
            read_error_last(r, E_DRIVER_PACKET, p->driver->label);
        else if (p->driver)
            p->column = read_packet_variable(r, p->driver->packet);
    } else if (!read_peek(r, "amplitude") && read_is_number(r)) {
        const int column = read_integer(r, "column");
        if (p->driver && read_ok(r) && (column < 1 || column > p->driver->n_columns))
            read_error_last(r, E_DRIVER_COLUMN, p->driver->label, p->driver->n_columns, column);
        p->column = column - 1;
    }
    p->amplitude = read_keyword(r, "amplitude") ? read_real(r, "amplitude") : 1.0;
}

static double drive_file_at(const drive *d, const state *s, double x)
{
    (void)x;
    const file_drive *p = d->self;
    return p->amplitude * p->driver->type->value(p->driver, s, p->column);
}

const drive_type drive_file_type = {
    .keyword = "file",
    .grammar = "file, LABEL [, {COLUMN | flightgear, VARIABLE}] [, amplitude, AMPLITUDE]",
    .summary = "A column of a file driver.",
    .size = sizeof(file_drive),
    .read = drive_file_read,
    .value = drive_file_at,
};
