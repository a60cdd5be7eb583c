/* drive_cubic.c - f = c0 + c1 t + c2 t^2 + c3 t^3. */
#include "contract/drive.h"

typedef struct {
    double c0, c1, c2, c3;
} cubic;

static void drive_cubic_read(reader *reader, drive *drive)
{
    cubic *cubic = drive->self;
    cubic->c0 = read_real(reader, "constant coefficient");
    cubic->c1 = read_real(reader, "linear coefficient");
    cubic->c2 = read_real(reader, "parabolic coefficient");
    cubic->c3 = read_real(reader, "cubic coefficient");
}

static double drive_cubic_at(const drive *drive, const state *state, double x)
{
    (void)state;
    const cubic *cubic = drive->self;
    return cubic->c0 + x * (cubic->c1 + x * (cubic->c2 + x * cubic->c3));
}

static double drive_cubic_derivative(const drive *drive, const state *state, double x)
{
    (void)state;
    const cubic *cubic = drive->self;
    return cubic->c1 + x * (2.0 * cubic->c2 + x * 3.0 * cubic->c3);
}

const drive_type drive_cubic_type = {
    .keyword = "cubic",
    .grammar = "cubic, CONSTANT COEFFICIENT, LINEAR COEFFICIENT, PARABOLIC COEFFICIENT, CUBIC COEFFICIENT",
    .summary = "A polynomial of third degree.",
    .size = sizeof(cubic),
    .read = drive_cubic_read,
    .value = drive_cubic_at,
    .derivative = drive_cubic_derivative,
};
