/* drive_random.c - uniformly distributed random numbers, each used for a number of steps.
 *
 *     f = m + A (2 u - 1),     u in [0, 1)              between two times
 *     f = m                                             outside
 *     u = h(h(seed, which drive), step/N) 2^-53         h: the finalizer of splitmix64
 *
 * The number is a function of the step, so the drive returns the same value however often it is called. */
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

static uint64_t read_seed(reader *r)
{
    if (!read_keyword(r, "seed"))
        return 1;
    return read_keyword(r, "time") ? (uint64_t)time(NULL) : (uint64_t)(int64_t)read_integer(r, "seed");
}

static void drive_random_read(reader *r, drive *d)
{
    random_drive *p = d->self;
    p->amplitude = read_real(r, "amplitude");
    p->mean = read_real(r, "mean value");
    p->t0 = read_real(r, "initial time");
    p->t1 = read_final_time(r, p->t0);
    p->steps = read_steps(r);
    const uint64_t seed = read_seed(r);
    p->sequence =
        sequence_mix(seed, (unsigned)reader_note(r, reader_is_replay(r) ? 0 : (int)model_of(r)->late.n_random++));
}

static double drive_random_at(const drive *d, const state *s, double x)
{
    const random_drive *p = d->self;
    if (x < p->t0 || x > p->t1)
        return p->mean;
    const double u = sequence_real(*(const uint64_t *)remembered(s, d->memory), (uint64_t)(s->step / p->steps));
    return p->mean + p->amplitude * (2.0 * u - 1.0);
}

/* It goes into the solution, for a restart: a sequence that began with the clock would be another one. */
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
