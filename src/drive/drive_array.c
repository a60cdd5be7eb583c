/* drive_array.c - f = f_1 + f_2 + ...: the sum of drives. */
#include "drive/arguments.h"

static void drive_array_read(reader *reader, drive *drive)
{
    *(drive_list *)drive->self = read_drive_list(reader, "drive of the array");
}

static double drive_array_at(const drive *drive, const state *state, double x)
{
    const drive_list *list = drive->self;
    double f = 0.0;
    for (int i = 0; i < list->n; i++)
        f += drive_at(list->drives[i], state, x);
    return f;
}

static double drive_array_derivative(const drive *drive, const state *state, double x)
{
    const drive_list *list = drive->self;
    double f = 0.0;
    for (int i = 0; i < list->n; i++)
        f += drive_derivative(list->drives[i], state, x);
    return f;
}

static bool drive_array_has_derivative(const drive *drive) { return drive_list_has_derivative(drive->self); }

const drive_type drive_array_type = {
    .keyword = "array",
    .grammar = "array, N, (DRIVE) 1, (DRIVE) 2, ...",
    .summary = "The sum of drives.",
    .size = sizeof(drive_list),
    .read = drive_array_read,
    .value = drive_array_at,
    .derivative = drive_array_derivative,
    .has_derivative = drive_array_has_derivative,
};
