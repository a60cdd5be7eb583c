/* friction_model.h - the interface of friction models to friction.c. */
#pragma once
#include "contract/friction.h"
#include "contract/sampler.h"
#include "contract/scalar_function.h"

typedef struct {
    double f, f_z, f_rate, f_v; /* coefficient and its derivatives */
    double g, g_z, g_rate, g_v; /* internal row and its derivatives */
} friction_point;

typedef struct {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    internal_kind kind; /* of the internal unknown */
    void (*read)(reader *reader, void *self);
    /* Evaluates the coefficient f and the internal row g as functions of the unknown z, its derivative, and the
     * sliding velocity. */
    void (*eval)(const void *self, const state *state, double z, double z_rate, double v, friction_point *out);
    double (*initial)(const void *self, double v);
    void (*sample)(sampler *from, void *self);
} friction_model;

extern const friction_model friction_modlugre;
extern const friction_model friction_discrete_coulomb;
extern const friction_model *const friction_models[];
extern const int friction_model_count;
