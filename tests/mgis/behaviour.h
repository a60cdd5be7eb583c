/* behaviour.h - what libraries of behaviours have in common: the view that MGIS passes, and descriptions.
 *
 * Symmetric tensors are (11 22 33 r12 r13 r23), r = sqrt 2; tensors (11 22 33 12 21 13 31 23 32). */
#pragma once
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const double *gradients;
    double *forces;
    const double *mass_density, *properties;
    double *internal, *stored_energy, *dissipated_energy;
    const double *external;
} state;

typedef struct {
    char *message;
    double dt;
    double *K;
    double *rdt, *speed_of_sound;
    state s0, s1;
} view;

/* --- descriptions ------------------------------------------------------------------------------------------------- */

typedef unsigned short number;

#define NAMES(behaviour, what, ...)                   \
    const char *behaviour##_##what[] = {__VA_ARGS__}; \
    const number behaviour##_n##what = sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *);
#define NONE(behaviour, what) const number behaviour##_n##what = 0;

/* type and kinematic: 1, 1 small strain; 2, 3 deformation gradient and Cauchy stress */
#define BEHAVIOUR(name, type, kinematic, gradient, gradient_type)                                                  \
    const char *name##_tfel_version = "4.2.0", *name##_unit_system = "", *name##_mfront_interface = "Generic",     \
               *name##_src = "behaviours.c", *name##_author = "", *name##_date = "", *name##_validator = "",       \
               *name##_build_id = "";                                                                              \
    const number name##_api_version = 1, name##_mfront_mkt = 1, name##_BehaviourType = (type),                     \
                 name##_BehaviourKinematic = (kinematic), name##_SymmetryType = 0, name##_ElasticSymmetryType = 0, \
                 name##_requiresStiffnessTensor = 0, name##_requiresThermalExpansionCoefficientTensor = 0,         \
                 name##_ComputesInternalEnergy = 0, name##_ComputesDissipatedEnergy = 0,                           \
                 name##_nInitializeFunctions = 0, name##_nPostProcessings = 0,                                     \
                 name##_TemperatureRemovedFromExternalStateVariables = 1;                                          \
    NAMES(name, Gradients, gradient)                                                                               \
    NAMES(name, ThermodynamicForces, "Stress")                                                                     \
    const int name##_GradientsTypes[] = {gradient_type}, name##_ThermodynamicForcesTypes[] = {1};                  \
    const char *name##_TangentOperatorBlocks[] = {"Stress", gradient};                                             \
    const number name##_nTangentOperatorBlocks = 2;

#define SMALL(name) BEHAVIOUR(name, 1, 1, "Strain", 1)
#define FINITE(name) BEHAVIOUR(name, 2, 3, "DeformationGradient", 3)

#define WITHOUT_INTERNAL(name)                             \
    NONE(name, InternalStateVariables)                     \
    const int name##_InternalStateVariablesTypes[] = {-1}; \
    const char *name##_InternalStateVariables[] = {""};
#define WITHOUT_EXTERNAL(name)                             \
    NONE(name, ExternalStateVariables)                     \
    const int name##_ExternalStateVariablesTypes[] = {-1}; \
    const char *name##_ExternalStateVariables[] = {""};
#define WITHOUT_PARAMETERS(name) \
    NONE(name, Parameters)       \
    const int name##_ParametersTypes[] = {-1};
#define WITHOUT_PROPERTIES(name) NONE(name, MaterialProperties)
