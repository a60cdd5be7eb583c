/* drive_null.c - f = 0. */
#include "contract/drive.h"

static double drive_null_at(const drive *drive, const state *state, double x)
{
    (void)drive, (void)state, (void)x;
    return 0.0;
}

static double drive_null_derivative(const drive *drive, const state *state, double x)
{
    (void)drive, (void)state, (void)x;
    return 0.0;
}

const drive_type drive_null_type = {
    .keyword = "null",
    .grammar = "null",
    .summary = "Zero.",
    .value = drive_null_at,
    .derivative = drive_null_derivative,
    .is_constant = true,
};
