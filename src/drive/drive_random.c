/* drive_random.c - uniformly distributed random numbers, each used for a number of steps.
 *
 *     f = m + A (2 u - 1),     u in [0, 1)              between two times
 *     f = m                                             outside
 *     u = h(h(seed, which drive), step/N) 2^-53         h: the finalizer of splitmix64
 *
 * The number is a function of the step, so the drive returns the same value regardless of how often it is evaluated. */
#include "deck/recording.h"
#include "drive/arguments.h"
#include "drive/sequence.h"
#include "model/model.h"
#include <time.h>

typedef struct {
    double amplitude, mean, t0, t1;
    int steps;
    uint64_t sequence;
} random_drive;

static uint64_t read_seed(reader *reader)
{
    if (!read_keyword(reader, "seed"))
        return 1;
    return read_keyword(reader, "time") ? (uint64_t)time(NULL) : (uint64_t)(int64_t)read_integer(reader, "seed");
}

static void drive_random_read(reader *reader, drive *drive)
{
    random_drive *random_drive = drive->self;
    random_drive->amplitude = read_real(reader, "amplitude");
    random_drive->mean = read_real(reader, "mean value");
    random_drive->t0 = read_real(reader, "initial time");
    random_drive->t1 = read_final_time(reader, random_drive->t0);
    random_drive->steps = read_steps(reader);
    const uint64_t seed = read_seed(reader);
    random_drive->sequence = sequence_mix(
        seed, (unsigned)reader_note(reader, reader_is_replay(reader) ? 0 : (int)model_of(reader)->late.n_random++));
}

static double drive_random_at(const drive *drive, const state *state, double x)
{
    const random_drive *random_drive = drive->self;
    if (x < random_drive->t0 || x > random_drive->t1)
        return random_drive->mean;
    const double u = sequence_real(*(const uint64_t *)remembered(state, drive->memory),
                                   (uint64_t)(state->step / random_drive->steps));
    return random_drive->mean + random_drive->amplitude * (2.0 * u - 1.0);
}

/* The seed is part of the solution, so that a restart continues the same sequence even if it was seeded from the
 * clock. */
static void drive_random_begin(const void *self, void *memory)
{
    *(uint64_t *)memory = ((const random_drive *)self)->sequence;
}

const drive_type drive_random_type = {
    .keyword = "random",
    .grammar = "random, AMPLITUDE, MEAN, INITIAL TIME, {FINAL TIME | forever} [, steps, N] [, seed, {time | SEED}]",
    .summary = "Random numbers between mean - amplitude and mean + amplitude.",
    .size = sizeof(random_drive),
    .read = drive_random_read,
    .value = drive_random_at,
    .memory = sizeof(uint64_t),
    .begin = drive_random_begin,
};
