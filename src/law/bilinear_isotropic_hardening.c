/* bilinear_isotropic_hardening.c - von Mises plasticity with linear isotropic hardening, for small strains.
 *
 *     trial:  e'' = dev(G) - e_p,   q = sqrt(3/2 s : s), s = 2 mu e''          elastic if q <= sigma_y
 *     else:   de = (q - sigma_y) / (3 mu + E_p),   E_p = E ET / (E - ET),   s = (1 - 3 mu de / q) 2 mu e''
 *             n = s / |s|,  e_p += sqrt(3/2) de n,  sigma_y += E_p de
 *     S = s + K tr(G) I
 *     tangent of s:  2 mu (1 - 3 mu de / q) dev - 6 mu^2 (1 / (3 mu + E_p) - de / q) n n'
 *
 * With a pressure: S = s - p I,   q = - tr G - p / kappa. Plastic strain and yield stress are updated when a step is
 * accepted. After Bathe, Finite Element Procedures, 6.6.3. */
#include "law/laws.h"
#include "law/diag_rows.h"
#include "law/solid.h"

typedef struct {
    lame lame;
    double bulk, compressibility, hardening; /* K, 1 / K, E_p */
    double yield;                            /* initial yield stress */
} plasticity;

typedef struct {
    double yield; /* current yield stress */
    mat3 plastic; /* plastic strain */
} plastic_memory;

typedef struct {
    mat3 trial;  /* elastic part of the deviator, assuming no plastic flow in the step */
    double q;    /* effective stress of the trial deviator */
    double flow; /* increment of the effective plastic strain */
} return_map;

static void bilinear_isotropic_hardening_read(reader *reader, law *law)
{
    plasticity *self = law->self;
    const isotropic_moduli m = read_isotropic_moduli(reader, law);
    const double ET = read_not_negative_parameter(reader, "ET", "plastic tangent modulus");
    if (read_ok(reader) && !(ET < m.E))
        read_error_last(reader, E_LAW_TANGENT, ET, m.E);
    self->yield = read_positive_parameter(reader, "sigmayv", "initial yield stress");
    self->lame = lame_of(m);
    self->compressibility = compressibility_of(m);
    self->bulk = law->dim == 7 ? 0.0 : 1.0 / self->compressibility;
    self->hardening = m.E * ET / (m.E - ET);
}

static return_map return_to_yield(const plasticity *self, const plastic_memory *last, const double *strain)
{
    const mat3 G = tensor_of_strain(strain);
    const double mean = (strain[0] + strain[1] + strain[2]) / 3.0, mu = self->lame.mu;
    return_map map;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            map.trial.e[i][j] = G.e[i][j] - (i == j ? mean : 0.0) - last->plastic.e[i][j];
    map.q = 2.0 * mu * sqrt(1.5 * mat3_contract(&map.trial, &map.trial));
    map.flow = map.q > last->yield ? (map.q - last->yield) / (3.0 * mu + self->hardening) : 0.0;
    return map;
}

static void add_tangent(const plasticity *self, const return_map *map, double factor, double *D)
{
    const double mu = self->lame.mu, norm = sqrt(mat3_contract(&map->trial, &map->trial));
    const double softening =
        map->flow > 0.0 ? 6.0 * mu * mu * (1.0 / (3.0 * mu + self->hardening) - map->flow / map->q) : 0.0;
    const mat3 n = mat3_scale(norm > 0.0 ? 1.0 / norm : 0.0, &map->trial);
    for (int k = 0; k < 6; k++) {
        const mat3 dG = tensor_of_component(k);
        const double trace = k < 3 ? 1.0 : 0.0, along = mat3_contract(&n, &dG);
        mat3 dS;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                dS.e[i][j] = 2.0 * mu * factor * (dG.e[i][j] - (i == j ? trace / 3.0 : 0.0)) -
                             softening * along * n.e[i][j] + (i == j ? self->bulk * trace : 0.0);
        double column[6];
        stress_of_tensor(&dS, column);
        for (int i = 0; i < 6; i++)
            D[6 * i + k] = column[i];
    }
}

static void bilinear_isotropic_hardening_eval(const law *law, const state *state, const double *strain,
                                              const double *rate, law_result *out)
{
    (void)rate;
    const plasticity *self = law->self;
    const return_map map = return_to_yield(self, remembered(state, law->memory), strain);
    const double mu = self->lame.mu, factor = map.flow > 0.0 ? 1.0 - 3.0 * mu * map.flow / map.q : 1.0;
    const double pressure = self->bulk * (strain[0] + strain[1] + strain[2]);
    mat3 S = mat3_scale(2.0 * mu * factor, &map.trial);
    for (int i = 0; i < 3; i++)
        S.e[i][i] += pressure;
    stress_of_tensor(&S, out->stress);
    double D[36];
    add_tangent(self, &map, factor, law->dim == 7 ? D : out->by_strain);
    if (law->dim == 7)
        add_pressure(self->compressibility, 1.0, strain, D, out);
}

static void bilinear_isotropic_hardening_begin(const void *self, void *memory)
{
    ((plastic_memory *)memory)->yield = ((const plasticity *)self)->yield;
}

static void bilinear_isotropic_hardening_accept(const state *state, const law *law, memory_block *memory,
                                                const double *strain, const double *rate)
{
    (void)state, (void)rate;
    const plasticity *self = law->self;
    plastic_memory *last = memory_at(memory, law->memory);
    const return_map map = return_to_yield(self, last, strain);
    if (map.flow == 0.0)
        return;
    /* sqrt(3/2) de n, with n along the trial deviator */
    const mat3 increment = mat3_scale(3.0 * self->lame.mu * map.flow / map.q, &map.trial);
    last->plastic = mat3_add(&last->plastic, &increment);
    last->yield += self->hardening * map.flow;
}

const law_type law_bilinear_isotropic_hardening = {
    .keyword = "bilinear isotropic hardening",
    .grammar = "bilinear isotropic hardening, E, YOUNG'S MODULUS, nu, POISSON'S RATIO, ET, TANGENT MODULUS, sigmayv, "
               "YIELD STRESS",
    .summary = "Von Mises plasticity with linear isotropic hardening.",
    .dims = LAW_6D | LAW_7D,
    .kind = LAW_ELASTIC,
    .size = sizeof(plasticity),
    .read = bilinear_isotropic_hardening_read,
    .eval = bilinear_isotropic_hardening_eval,
    .accept = bilinear_isotropic_hardening_accept,
    .memory = sizeof(plastic_memory),
    .begin = bilinear_isotropic_hardening_begin,
    .flags = LAW_SYMMETRIC,
};
