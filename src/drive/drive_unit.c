/* drive_unit.c - f = 1. */
#include "contract/drive.h"

static double drive_unit_at(const drive *drive, const state *state, double x)
{
    (void)drive, (void)state, (void)x;
    return 1.0;
}

static double drive_unit_derivative(const drive *drive, const state *state, double x)
{
    (void)drive, (void)state, (void)x;
    return 0.0;
}

const drive_type drive_unit_type = {
    .keyword = "unit",
    .grammar = "unit",
    .summary = "One.",
    .value = drive_unit_at,
    .derivative = drive_unit_derivative,
    .is_constant = true,
};
