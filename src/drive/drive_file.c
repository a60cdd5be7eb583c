/* drive_file.c - a column of a file driver at the current time, times an amplitude; a column of a FlightGear packet
 * is selected by name. */
#include "contract/drive.h"
#include "contract/file_driver.h"
#include "drive/diag_rows.h"
#include "model/flightgear.h"
#include "model/reading.h"
#include <math.h>

typedef struct {
    const file_driver *driver;
    int column;
    double amplitude;
} file_drive;

static void drive_file_read(reader *reader, drive *drive)
{
    file_drive *file_drive = drive->self;
    file_drive->driver = read_file_driver(reader);
    if (read_keyword(reader, "flightgear")) {
        if (file_drive->driver && !file_drive->driver->packet)
            read_error_last(reader, E_DRIVER_PACKET, file_drive->driver->label);
        else if (file_drive->driver)
            file_drive->column = read_packet_variable(reader, file_drive->driver->packet);
    } else if (!read_peek(reader, "amplitude") && read_is_number(reader)) {
        const int column = read_integer(reader, "column");
        if (file_drive->driver && read_ok(reader) && (column < 1 || column > file_drive->driver->n_columns))
            read_error_last(reader, E_DRIVER_COLUMN, file_drive->driver->label, file_drive->driver->n_columns, column);
        file_drive->column = column - 1;
    }
    file_drive->amplitude = read_keyword(reader, "amplitude") ? read_real(reader, "amplitude") : 1.0;
}

static double drive_file_at(const drive *drive, const state *state, double x)
{
    (void)x;
    const file_drive *file_drive = drive->self;
    return file_drive->amplitude * file_drive->driver->type->value(file_drive->driver, state, file_drive->column);
}

static double drive_file_corner(const drive *drive, double x)
{
    const file_driver *driver = ((const file_drive *)drive->self)->driver;
    return driver->type->corner ? driver->type->corner(driver, x) : HUGE_VAL;
}

const drive_type drive_file_type = {
    .keyword = "file",
    .grammar = "file, LABEL [, {COLUMN | flightgear, VARIABLE}] [, amplitude, AMPLITUDE]",
    .summary = "A column of a file driver.",
    .size = sizeof(file_drive),
    .read = drive_file_read,
    .value = drive_file_at,
    .corner = drive_file_corner,
};
