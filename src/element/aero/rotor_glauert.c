/* rotor_glauert.c - an induced velocity that varies linearly along the wind and across it.
 *
 *     u (1 + kx r cos psi + ky r sin psi)
 *
 *                          kx                                        ky
 *     glauert              4/3 (1 - 1.8 mu^2) tan(chi/2)             0
 *     coleman              tan(chi/2)                                0
 *     drees                4/3 (1 - cos chi - 1.8 mu^2) / sin chi    -2 mu
 *     payne                4/3 (mu/lambda) / (1.2 + mu/lambda)       0
 *     white and blake      sqrt(2) sin chi                           0
 *     pitt and peters      15 pi/32 tan(chi/2)                       0
 *     howlett              sin^2 chi                                 0 */
#include "element/aero/rotor.h"
#include <math.h>
#include <string.h>

/* The factors, and their derivatives with respect to lambda. */
typedef struct {
    double kx, ky, dkx;
} factors;

struct glauert_type {
    const char *keyword, *title;
    factors (*factors)(const disk *disk);
};

/* d chi / d lambda */
static double skew_rate(const disk *disk)
{
    const double square = disk->mu * disk->mu + disk->lambda * disk->lambda;
    return square > 0 ? -disk->mu / square : 0.0;
}

/* a tan(chi/2) */
static factors by_half(const disk *disk, double a)
{
    const double tangent = tan(disk->chi / 2);
    return (factors){.kx = a * tangent, .dkx = 0.5 * a * (1 + tangent * tangent) * skew_rate(disk)};
}

static factors glauert(const disk *disk) { return by_half(disk, 4.0 / 3.0 * (1 - 1.8 * disk->mu * disk->mu)); }

static factors coleman(const disk *disk) { return by_half(disk, 1.0); }

static factors drees(const disk *disk)
{
    const double sine = sin(disk->chi), cosine = cos(disk->chi), above = 1 - cosine - 1.8 * disk->mu * disk->mu;
    factors to = {.ky = -2 * disk->mu};
    if (sine != 0.0) {
        to.kx = 4.0 / 3.0 * above / sine;
        to.dkx = 4.0 / 3.0 * (1 - above * cosine / (sine * sine)) * skew_rate(disk);
    }
    return to;
}

static factors payne(const disk *disk)
{
    const double below = 1.2 * disk->lambda + disk->mu;
    if (disk->mu == 0.0)
        return (factors){0};
    return (factors){.kx = 4.0 / 3.0 * disk->mu / below, .dkx = -1.6 * disk->mu / (below * below)};
}

static factors white_and_blake(const disk *disk)
{
    return (factors){.kx = sqrt(2.0) * sin(disk->chi), .dkx = sqrt(2.0) * cos(disk->chi) * skew_rate(disk)};
}

static factors pitt_and_peters(const disk *disk) { return by_half(disk, 15 * M_PI / 32); }

static factors howlett(const disk *disk)
{
    const double sine = sin(disk->chi);
    return (factors){.kx = sine * sine, .dkx = 2 * sine * cos(disk->chi) * skew_rate(disk)};
}

static const struct glauert_type TYPES[] = {{"glauert", "Rotor:glauert", glauert},
                                            {"coleman", "Rotor:glauert:coleman", coleman},
                                            {"drees", "Rotor:glauert:drees", drees},
                                            {"payne", "Rotor:glauert:payne", payne},
                                            {"white and blake", "Rotor:glauert:whiteandblake", white_and_blake},
                                            {"pitt and peters", "Rotor:glauert:pittandpeters", pitt_and_peters},
                                            {"howlett", "Rotor:glauert:howlett", howlett}};
enum { N_TYPES = sizeof TYPES / sizeof *TYPES };

const char *glauert_title(const struct glauert_type *type) { return type->title; }

const struct glauert_type *glauert_find(const char *keyword)
{
    for (int i = 0; i < N_TYPES; i++)
        if (strcmp(TYPES[i].keyword, keyword) == 0)
            return &TYPES[i];
    return NULL;
}

static void rotor_glauert_read(reader *reader, rotor *to)
{
    const char *words[N_TYPES + 1] = {NULL};
    for (int i = 0; i < N_TYPES; i++)
        words[i] = TYPES[i].keyword;
    const int which = read_keyword(reader, "type") ? read_choice(reader, words, "type of the Glauert model") : 0;
    to->spread = &TYPES[which < 0 ? 0 : which];
}

static void rotor_glauert_shape(const rotor *of, const state *state, const elem *element, disk *disk)
{
    (void)state, (void)element;
    const factors factors = of->spread->factors(disk);
    disk->k[0] = factors.kx;
    disk->k[1] = factors.ky;
    disk->k[2] = factors.dkx * disk->by_thrust;
}

static double rotor_glauert_velocity(const disk *disk, double xi, double eta, double derivative[2])
{
    derivative[0] = disk->mean * disk->k[0];
    derivative[1] = disk->mean * disk->k[1];
    return disk->mean * (1 + disk->k[0] * xi + disk->k[1] * eta);
}

/* The mean velocity is that of the last step; the skew of the wake follows the thrust. */
static double rotor_glauert_by_thrust(const disk *disk, double xi, double eta)
{
    (void)eta;
    return disk->mean * disk->k[2] * xi;
}

const rotor_model rotor_glauert = {
    .keyword = "glauert",
    .title = "Rotor:glauert",
    .has_memory = true,
    .read = rotor_glauert_read,
    .shape = rotor_glauert_shape,
    .velocity = rotor_glauert_velocity,
    .by_thrust = rotor_glauert_by_thrust,
};
