/* drive_mult.c - f = f_1 f_2: the product of two drives. */
#include "contract/drive.h"
#include "model/reading.h"

typedef struct {
    const drive *drive, *b;
} product;

static void drive_mult_read(reader *reader, drive *drive)
{
    product *product = drive->self;
    product->drive = read_drive(reader, "first drive");
    product->b = read_drive(reader, "second drive");
}

static double drive_mult_at(const drive *drive, const state *state, double x)
{
    const product *product = drive->self;
    return drive_at(product->drive, state, x) * drive_at(product->b, state, x);
}

static double drive_mult_derivative(const drive *drive, const state *state, double x)
{
    const product *product = drive->self;
    return drive_derivative(product->drive, state, x) * drive_at(product->b, state, x) +
           drive_at(product->drive, state, x) * drive_derivative(product->b, state, x);
}

static bool drive_mult_has_derivative(const drive *drive)
{
    const product *product = drive->self;
    return drive_has_derivative(product->drive) && drive_has_derivative(product->b);
}

const drive_type drive_mult_type = {
    .keyword = "mult",
    .grammar = "mult, (DRIVE) 1, (DRIVE) 2",
    .summary = "The product of two drives.",
    .size = sizeof(product),
    .read = drive_mult_read,
    .value = drive_mult_at,
    .derivative = drive_mult_derivative,
    .has_derivative = drive_mult_has_derivative,
};
