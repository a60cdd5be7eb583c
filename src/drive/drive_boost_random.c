/* drive_boost_random.c - normally distributed random numbers, a new one each step.
 *
 *     f = mean + deviation sqrt(-2 ln u) cos(2 pi v),     u in (0, 1], v in [0, 1)
 *     u, v: two numbers of the sequence of the drive, selected by the step number
 *
 * The sequence depends on the seed given when the module was loaded, and on the drive; it differs from that of the
 * Boost library. */
#include "deck/recording.h"
#include "drive/arguments.h"
#include "drive/sequence.h"
#include "model/model.h"

typedef struct {
    double mean, deviation;
    uint64_t sequence;
} normal;

static void drive_boost_random_read(reader *reader, drive *drive)
{
    normal *normal = drive->self;
    model *model = model_of(reader);
    normal->mean = read_real(reader, "mean");
    normal->deviation = read_not_negative(reader, "standard deviation");
    const int which = reader_note(reader, reader_is_replay(reader) ? 0 : (int)model->late.n_random++);
    normal->sequence = sequence_mix(model->random_seed, (unsigned)which);
}

static double drive_boost_random_at(const drive *drive, const state *state, double x)
{
    (void)x;
    const normal *normal = drive->self;
    const double u = 1.0 - sequence_real(normal->sequence, 2 * (uint64_t)state->step);
    const double v = sequence_real(normal->sequence, 2 * (uint64_t)state->step + 1);
    return normal->mean + normal->deviation * sqrt(-2.0 * log(u)) * cos(2.0 * M_PI * v);
}

const drive_type drive_boost_random_type = {
    .keyword = "boost random",
    .grammar = "boost random, MEAN, STANDARD DEVIATION",
    .summary = "Normally distributed random numbers.",
    .module = MODULE_RANDDRIVE,
    .size = sizeof(normal),
    .read = drive_boost_random_read,
    .value = drive_boost_random_at,
};
