/* drive_drive.c - f = f_1(f_2(t)): the second drive is the argument of the first. f' = f_1'(f_2) f_2'. */
#include "contract/drive.h"
#include "model/reading.h"

typedef struct {
    const drive *outer, *inner;
} chain;

static void drive_drive_read(reader *reader, drive *drive)
{
    chain *chain = drive->self;
    chain->outer = read_drive(reader, "first drive, the function");
    chain->inner = read_drive(reader, "second drive, the argument");
}

static double drive_drive_at(const drive *drive, const state *state, double x)
{
    const chain *chain = drive->self;
    return drive_at(chain->outer, state, drive_at(chain->inner, state, x));
}

static double drive_drive_derivative(const drive *drive, const state *state, double x)
{
    const chain *chain = drive->self;
    return drive_derivative(chain->outer, state, drive_at(chain->inner, state, x)) *
           drive_derivative(chain->inner, state, x);
}

static bool drive_drive_has_derivative(const drive *drive)
{
    const chain *chain = drive->self;
    return drive_has_derivative(chain->outer) && drive_has_derivative(chain->inner);
}

const drive_type drive_drive_type = {
    .keyword = "drive",
    .grammar = "drive, (DRIVE) FUNCTION, (DRIVE) ARGUMENT",
    .summary = "A function of a function: the second drive is the argument of the first.",
    .size = sizeof(chain),
    .read = drive_drive_read,
    .value = drive_drive_at,
    .derivative = drive_drive_derivative,
    .has_derivative = drive_drive_has_derivative,
};
