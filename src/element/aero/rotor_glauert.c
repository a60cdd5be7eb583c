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

struct glauert_type {
    const char *keyword, *title;
    void (*factors)(const disk *disk, double *kx, double *ky); /* ky is 0 before the call */
};

static void glauert(const disk *disk, double *kx, double *ky)
{
    (void)ky;
    *kx = 4.0 / 3.0 * (1 - 1.8 * disk->mu * disk->mu) * tan(disk->chi / 2);
}

static void coleman(const disk *disk, double *kx, double *ky)
{
    (void)ky;
    *kx = tan(disk->chi / 2);
}

static void drees(const disk *disk, double *kx, double *ky)
{
    const double sine = sin(disk->chi);
    *kx = sine == 0.0 ? 0.0 : 4.0 / 3.0 * (1 - cos(disk->chi) - 1.8 * disk->mu * disk->mu) / sine;
    *ky = -2 * disk->mu;
}

static void payne(const disk *disk, double *kx, double *ky)
{
    (void)ky;
    *kx = disk->mu == 0.0 ? 0.0 : 4.0 / 3.0 * disk->mu / (1.2 * disk->lambda + disk->mu);
}

static void white_and_blake(const disk *disk, double *kx, double *ky)
{
    (void)ky;
    *kx = sqrt(2.0) * sin(disk->chi);
}

static void pitt_and_peters(const disk *disk, double *kx, double *ky)
{
    (void)ky;
    *kx = 15 * M_PI / 32 * tan(disk->chi / 2);
}

static void howlett(const disk *disk, double *kx, double *ky)
{
    (void)ky;
    *kx = sin(disk->chi) * sin(disk->chi);
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
    of->spread->factors(disk, &disk->k[0], &disk->k[1]);
}

static double rotor_glauert_velocity(const disk *disk, double xi, double eta, double derivative[2])
{
    derivative[0] = disk->mean * disk->k[0];
    derivative[1] = disk->mean * disk->k[1];
    return disk->mean * (1 + disk->k[0] * xi + disk->k[1] * eta);
}

const rotor_model rotor_glauert = {
    .keyword = "glauert",
    .title = "Rotor:glauert",
    .has_memory = true,
    .read = rotor_glauert_read,
    .shape = rotor_glauert_shape,
    .velocity = rotor_glauert_velocity,
};
