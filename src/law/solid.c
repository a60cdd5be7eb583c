/* solid.c - code that laws of solids share: moduli, Hooke's law, conversion between six-vectors and symmetric tensors.
 *
 *     mu = E / (2 (1 + nu)),   lambda = E nu / ((1 + nu) (1 - 2 nu))
 *     S = 2 mu G + lambda tr(G) I */
#include "law/solid.h"
#include "law/diag_rows.h"

static void solid_read_word(reader *reader, const char *word, const char *what)
{
    const char *const words[] = {word, NULL};
    read_choice(reader, words, what);
}

double read_positive_parameter(reader *reader, const char *word, const char *what)
{
    solid_read_word(reader, word, what);
    return read_positive(reader, what);
}

double read_not_negative_parameter(reader *reader, const char *word, const char *what)
{
    solid_read_word(reader, word, what);
    return read_not_negative(reader, what);
}

isotropic_moduli read_isotropic_moduli(reader *reader, const law *of)
{
    isotropic_moduli m;
    m.E = read_positive_parameter(reader, "E", "Young's modulus");
    solid_read_word(reader, "nu", "Poisson's ratio");
    m.nu = read_real(reader, "Poisson's ratio");
    if (read_ok(reader) && !(m.nu > -1.0 && (m.nu < 0.5 || (of->dim == 7 && m.nu == 0.5))))
        read_error_last(reader, E_LAW_POISSON, m.nu);
    return m;
}

double compressibility_of(isotropic_moduli m) { return 3.0 * (1.0 - 2.0 * m.nu) / m.E; }

lame lame_of(isotropic_moduli m)
{
    return (lame){.mu = m.E / (2.0 * (1.0 + m.nu)), .lambda = m.E * m.nu / ((1.0 + m.nu) * (1.0 - 2.0 * m.nu))};
}

void add_hooke(const lame *of, double s, const double *strain, double *stress, double *T)
{
    const double trace = strain[0] + strain[1] + strain[2];
    for (int i = 0; i < 3; i++) {
        stress[i] += s * (2.0 * of->mu * strain[i] + of->lambda * trace);
        stress[3 + i] += s * of->mu * strain[3 + i];
        for (int j = 0; j < 3; j++)
            T[6 * i + j] += s * of->lambda;
        T[7 * i] += s * 2.0 * of->mu;
        T[7 * (3 + i)] += s * of->mu;
    }
}

void add_pressure(double compressibility, double share, const double *strain, const double *D, law_result *out)
{
    const double p = strain[6];
    for (int i = 0; i < 6; i++) {
        const double unit = i < 3 ? 1.0 : 0.0;
        for (int j = 0; j < 6; j++)
            out->by_strain[7 * i + j] = D[6 * i + j];
        out->stress[i] -= share * p * unit;
        out->by_strain[7 * i + 6] = -share * unit;
        out->by_strain[42 + i] = -unit;
    }
    out->stress[6] = -(strain[0] + strain[1] + strain[2]) - compressibility * p;
    out->by_strain[48] = -compressibility;
}

/* Row and column of the components of a six-vector. */
static const int ROW[] = {0, 1, 2, 0, 1, 2}, COLUMN[] = {0, 1, 2, 1, 2, 0};

mat3 tensor_of_strain(const double *strain)
{
    mat3 G;
    for (int k = 0; k < 6; k++)
        G.e[ROW[k]][COLUMN[k]] = G.e[COLUMN[k]][ROW[k]] = k < 3 ? strain[k] : 0.5 * strain[k];
    return G;
}

mat3 tensor_of_component(int index)
{
    double strain[6] = {0};
    strain[index] = 1.0;
    return tensor_of_strain(strain);
}

void stress_of_tensor(const mat3 *S, double *stress)
{
    for (int k = 0; k < 6; k++)
        stress[k] = S->e[ROW[k]][COLUMN[k]];
}

double mat3_contract(const mat3 *a, const mat3 *b)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum += a->e[i][j] * b->e[i][j];
    return sum;
}
