/* drive_linear.c - f = c0 + c1 t. */
#include "contract/drive.h"

typedef struct {
    double c0, c1;
} linear;

static void drive_linear_read(reader *reader, drive *drive)
{
    linear *solver = drive->self;
    solver->c0 = read_real(reader, "constant coefficient");
    solver->c1 = read_real(reader, "slope coefficient");
}

static double drive_linear_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const linear *solver = drive->self;
    return solver->c0 + solver->c1 * x;
}

static double drive_linear_derivative(const drive *drive, const state *state, double x)
{
    (void)state, (void)x;
    return ((const linear *)drive->self)->c1;
}

const drive_type drive_linear_type = {
    .keyword = "linear",
    .grammar = "linear, CONSTANT COEFFICIENT, SLOPE COEFFICIENT",
    .summary = "A straight line.",
    .size = sizeof(linear),
    .read = drive_linear_read,
    .value = drive_linear_at,
    .derivative = drive_linear_derivative,
};
