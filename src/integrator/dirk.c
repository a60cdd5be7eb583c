/* dirk.c - L-stable, stiffly accurate Runge-Kutta methods with an explicit first stage (Kennedy, Carpenter, Appl.
 * Numer. Math. 146, 2019).
 *
 *     sum_j A_ij c_j = c_i^2 / 2            every stage is of second order
 *     DIRK33  ESDIRK3(2)4L[2]SA             third order, 4 stages; 1/6 - 3/2 g + 3 g^2 - g^3 = 0, c = 0, 2 g, 3/5, 1
 *     DIRK43  ESDIRK3(2)5L[2]SA             third order, 5 stages; g = 9/40
 *     DIRK54  ESDIRK4(3)6L[2]SA             fourth order, 6 stages; g = 31/125 */
#include "integrator/runge_kutta.h"

#define G33 0.43586652150845899942
static const rk_table DIRK33 = {
    .last = 3,
    .order = 3,
    .c = {0, 2 * G33, 0.6, 1},
    .A = {{0},
          {G33, G33},
          {0.25764824606642724580, -0.093514767574886245216, G33},
          {0.18764102434672382516, -0.59529747357695494806, 0.97178992772177212348, G33}},
};

#define G43 (9.0 / 40)
#define R2 1.4142135623730950488
static const rk_table DIRK43 = {
    .last = 4,
    .order = 3,
    .c = {0, 2 * G43, 9 * (2 + R2) / 40, 0.6, 1},
    .A = {{0},
          {G43, G43},
          {9 * (1 + R2) / 80, 9 * (1 + R2) / 80, G43},
          {(22 + 15 * R2) / (80 * (1 + R2)), (22 + 15 * R2) / (80 * (1 + R2)), -7 / (40 * (1 + R2)), G43},
          {(2398 + 1205 * R2) / (2835 * (4 + 3 * R2)), (2398 + 1205 * R2) / (2835 * (4 + 3 * R2)),
           -2374 * (1 + 2 * R2) / (2835 * (5 + 3 * R2)), 5827.0 / 7560, G43}},
};

#define G54 (31.0 / 125)
static const rk_table DIRK54 = {
    .last = 5,
    .order = 4,
    .c = {0, 2 * G54, 486119545908.0 / 3346201505189.0, 1043.0 / 1706, 1361.0 / 1300, 1},
    .A = {{0},
          {G54, G54},
          {-360286518617.0 / 7014585480527.0, -360286518617.0 / 7014585480527.0, G54},
          {-506388693497.0 / 5937754990171.0, -506388693497.0 / 5937754990171.0, 7149918333491.0 / 13390931526268.0,
           G54},
          {-7628305438933.0 / 11061539393788.0, -7628305438933.0 / 11061539393788.0,
           21592626537567.0 / 14352247503901.0, 11630056083252.0 / 17263101053231.0, G54},
          {-12917657251.0 / 5222094901039.0, -12917657251.0 / 5222094901039.0, 5602338284630.0 / 15643096342197.0,
           9002339615474.0 / 18125249312447.0, -2420307481369.0 / 24731958684496.0, G54}},
};

static void dirk33(const void *self, const step_context *context, stage *out)
{
    (void)self;
    rk_stage(&DIRK33, context, out);
}

static void dirk43(const void *self, const step_context *context, stage *out)
{
    (void)self;
    rk_stage(&DIRK43, context, out);
}

static void dirk54(const void *self, const step_context *context, stage *out)
{
    (void)self;
    rk_stage(&DIRK54, context, out);
}

const integrator_type integrator_dirk33_type = {
    .keyword = "dirk33",
    .grammar = "DIRK33",
    .summary = "Runge-Kutta of third order in four stages, L-stable.",
    .stages = 3,
    .points = 1,
    .holds_step = true,
    .controls_error = true,
    .coefficients = dirk33,
};

const integrator_type integrator_dirk43_type = {
    .keyword = "dirk43",
    .grammar = "DIRK43",
    .summary = "Runge-Kutta of third order in five stages, L-stable.",
    .stages = 4,
    .points = 1,
    .holds_step = true,
    .controls_error = true,
    .coefficients = dirk43,
};

const integrator_type integrator_dirk54_type = {
    .keyword = "dirk54",
    .grammar = "DIRK54",
    .summary = "Runge-Kutta of fourth order in six stages, L-stable.",
    .stages = 5,
    .points = 1,
    .holds_step = true,
    .controls_error = true,
    .coefficients = dirk54,
};
