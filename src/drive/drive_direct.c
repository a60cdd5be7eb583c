/* drive_direct.c - f = x: the argument itself, which is the time unless it is supplied by another drive. */
#include "contract/drive.h"

static double drive_direct_at(const drive *drive, const state *state, double x)
{
    (void)drive, (void)state;
    return x;
}

static double drive_direct_derivative(const drive *drive, const state *state, double x)
{
    (void)drive, (void)state, (void)x;
    return 1.0;
}

const drive_type drive_direct_type = {
    .keyword = "direct",
    .grammar = "direct",
    .summary = "The argument itself, for drives that receive their argument from another one.",
    .value = drive_direct_at,
    .derivative = drive_direct_derivative,
};

const drive_type drive_time_type = {
    .keyword = "time",
    .grammar = "time",
    .summary = "The time.",
    .value = drive_direct_at,
    .derivative = drive_direct_derivative,
};
