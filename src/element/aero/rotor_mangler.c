/* rotor_mangler.c - the induced velocity of Mangler and Squire for a rounded load distribution over the disk (type
 * III).
 *
 *     u(r, psi) = 4 u (c0/2 - sum c_n cos n psi),    n = 1, 2, 3, 4, 6, 8, 10
 *
 *     h = sqrt(1 - r^2),  S = (1 - |sin a|) / (1 + |sin a|),  q = sqrt((1 - h) / (1 + h)) = r / (1 + h)
 *     c0 = 15/8 h r^2
 *     c1 = -15 pi/256 (5 - 9 h^2) r S^(1/2)
 *     c3 = 45 pi/256 r^3 S^(3/2)
 *     c_n = (-1)^(n/2 - 1) 15/8 ((h + n)/(n^2 - 1) (9 h^2 + n^2 - 6)/(n^2 - 9) + 3 h/(n^2 - 9)) q^n S^(n/4)   even n
 *
 * Beyond the disk h = 0 and q = 1, while h^2 is still 1 - r^2. */
#include "element/aero/rotor.h"
#include <math.h>

/* Functions of r, with their derivatives. */
typedef struct {
    double v, d;
} dual;

static dual times(dual a, dual b) { return (dual){a.v * b.v, a.d * b.v + a.v * b.d}; }
static dual linear(double a, double b, dual x) { return (dual){a + b * x.v, b * x.d}; }

typedef struct {
    dual r, h, h2, q;
    double S;
} place_on_disk;

/* The derivatives of h and q are unbounded at the edge and neglected there. */
static place_on_disk find_position(double r, double S)
{
    place_on_disk place_on_disk = {.r = {r, 1}, .h2 = {1 - r * r, -2 * r}, .q = {1, 0}, .S = S};
    if (place_on_disk.h2.v > 1e-12) {
        const double h = sqrt(place_on_disk.h2.v);
        place_on_disk.h = (dual){h, -r / h};
        place_on_disk.q = (dual){r / (1 + h), (1 + r * r / (h * (1 + h))) / (1 + h)};
    }
    return place_on_disk;
}

static dual power(dual x, int n)
{
    dual y = {1, 0};
    for (int i = 0; i < n; i++)
        y = times(y, x);
    return y;
}

static dual even_harmonic(const place_on_disk *place_on_disk, int n)
{
    const double n2 = (double)n * n, sign = n % 4 == 0 ? -1.0 : 1.0;
    const dual product = times(linear(n, 1, place_on_disk->h), linear(n2 - 6, 9, place_on_disk->h2));
    const dual sum = {product.v / ((n2 - 1) * (n2 - 9)) + 3 * place_on_disk->h.v / (n2 - 9),
                      product.d / ((n2 - 1) * (n2 - 9)) + 3 * place_on_disk->h.d / (n2 - 9)};
    return linear(0, sign * 15.0 / 8.0 * pow(place_on_disk->S, n / 4.0), times(sum, power(place_on_disk->q, n)));
}

static dual harmonic(const place_on_disk *place_on_disk, int n)
{
    if (n == 0)
        return linear(0, 15.0 / 8.0, times(place_on_disk->h, power(place_on_disk->r, 2)));
    if (n == 1)
        return linear(0, -15 * M_PI / 256 * sqrt(place_on_disk->S),
                      times(linear(5, -9, place_on_disk->h2), place_on_disk->r));
    if (n == 3)
        return linear(0, 45 * M_PI / 256 * place_on_disk->S * sqrt(place_on_disk->S), power(place_on_disk->r, 3));
    return even_harmonic(place_on_disk, n);
}

static void rotor_mangler_shape(const rotor *of, const state *state, const elem *element, disk *disk)
{
    (void)of, (void)state, (void)element;
    const double sine = fabs(disk->sin_alpha);
    disk->k[0] = (1 - sine) / (1 + sine);
}

static double rotor_mangler_velocity(const disk *disk, double xi, double eta, double derivative[2])
{
    static const int HARMONICS[] = {1, 2, 3, 4, 6, 8, 10};
    const double r = hypot(xi, eta), psi = atan2(eta, xi);
    const place_on_disk place_on_disk = find_position(r, disk->k[0]);
    const dual c0 = harmonic(&place_on_disk, 0);
    double sum = c0.v / 2, by_r = c0.d / 2, by_psi = 0;
    for (int i = 0; i < (int)(sizeof HARMONICS / sizeof *HARMONICS); i++) {
        const int n = HARMONICS[i];
        const dual c = harmonic(&place_on_disk, n);
        sum -= c.v * cos(n * psi);
        by_r -= c.d * cos(n * psi);
        by_psi += c.v * n * sin(n * psi);
    }
    const double across = r > 0 ? by_psi / r : 0.0, cosine = cos(psi), sine = sin(psi);
    derivative[0] = 4 * disk->mean * (by_r * cosine - across * sine);
    derivative[1] = 4 * disk->mean * (by_r * sine + across * cosine);
    return 4 * disk->mean * sum;
}

const rotor_model rotor_mangler = {
    .keyword = "mangler",
    .title = "Rotor:mangler",
    .has_memory = true,
    .shape = rotor_mangler_shape,
    .velocity = rotor_mangler_velocity,
};
