/* radau.c - Radau IIA with three stages: collocation of fifth order, L-stable and stiffly accurate.
 *
 *     c = (4 - q)/10, (4 + q)/10, 1            q = sqrt(6)
 *     B = A^-1
 *     error = -(13 + 7 q)/3, (-13 + 7 q)/3, -1/3
 *
 * (Hairer, Wanner, Solving Ordinary Differential Equations II, IV.5 and IV.8.) The stages depend on each other and are
 * solved together. */
#include "integrator/radau.h"
#include "integrator/integrator.h"

#define Q 2.4494897427831780982

const radau_table radau_coefficients = {
    .c = {(4 - Q) / 10, (4 + Q) / 10, 1},
    .B = {{3.2247448713915890491, 1.1678400846904054949, -0.25319726474218082619},
          {-3.5678400846904054949, 0.77525512860841095090, 1.0531972647421808262},
          {5.5319726474218082619, -7.5319726474218082619, 5}},
    .T = {{9.1232394870892942792e-2, -0.14125529502095420843, -3.0029194105147424492e-2},
          {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
          {0.96604818261509293619, 1, 0}},
    .inverse = {{4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
                {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
                {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}},
    .real = 3.6378342527444957322,
    .pair_real = 2.6810828736277521339,
    .pair_imaginary = 3.0504301992474105694,
    .error = {-(13 + 7 * Q) / 3, (-13 + 7 * Q) / 3, -1.0 / 3},
};

/* The polynomial through 0 at s = 0 and Z_i at c_i. */
void radau_weights(double s, double weights[RADAU_STAGES])
{
    radau_stage_weights(s, weights);
    for (int i = 0; i < RADAU_STAGES; i++)
        weights[i] *= s / radau_coefficients.c[i];
}

void radau_stage_weights(double s, double weights[RADAU_STAGES])
{
    const double *c = radau_coefficients.c;
    for (int i = 0; i < RADAU_STAGES; i++) {
        weights[i] = 1;
        for (int j = 0; j < RADAU_STAGES; j++)
            weights[i] *= j == i ? 1 : (s - c[j]) / (c[i] - c[j]);
    }
}

const integrator_type integrator_radau_type = {
    .keyword = "radau",
    .grammar = "radau",
    .summary = "Radau IIA of fifth order in three stages, L-stable; also with constraints and rotations. Ours.",
    .stages = 1,
    .points = 3,
    .is_collocation = true,
    .controls_error = true,
};
