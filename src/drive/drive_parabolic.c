/* drive_parabolic.c - f = c0 + c1 t + c2 t^2. */
#include "contract/drive.h"

typedef struct {
    double c0, c1, c2;
} parabolic;

static void drive_parabolic_read(reader *reader, drive *drive)
{
    parabolic *parabolic = drive->self;
    parabolic->c0 = read_real(reader, "constant coefficient");
    parabolic->c1 = read_real(reader, "linear coefficient");
    parabolic->c2 = read_real(reader, "parabolic coefficient");
}

static double drive_parabolic_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const parabolic *parabolic = drive->self;
    return parabolic->c0 + x * (parabolic->c1 + x * parabolic->c2);
}

static double drive_parabolic_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const parabolic *parabolic = drive->self;
    return parabolic->c1 + 2.0 * x * parabolic->c2;
}

const drive_type drive_parabolic_type = {
    .keyword = "parabolic",
    .grammar = "parabolic, CONSTANT COEFFICIENT, LINEAR COEFFICIENT, PARABOLIC COEFFICIENT",
    .summary = "A polynomial of second degree.",
    .size = sizeof(parabolic),
    .read = drive_parabolic_read,
    .value = drive_parabolic_at,
    .derivative = drive_parabolic_derivative,
};
