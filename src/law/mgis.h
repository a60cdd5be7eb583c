/* mgis.h - MFront behaviours through the C interface of MFrontGenericInterfaceSupport (MGIS, 1.2 and later). The
 * library is loaded when a law needs it.
 *
 * Vectors and matrices are those of TFEL: symmetric tensors (11 22 33 r12 r13 r23) with r = sqrt 2, tensors (11 22
 * 33 12 21 13 31 23 32). Parameters belong to the library of the behaviour and are common to all its users; all
 * other variable data belong to the caller, so that any number of threads may integrate. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Structures of the interface, with the same order of members. */
typedef struct {
    int is_failure;
    const char *message; /* of the calling thread; valid until the next call */
} mgis_status;

typedef struct mgis_behaviour mgis_behaviour;
typedef struct mgis_options mgis_options; /* for finite strains */

typedef struct {
    const double *gradients;
    double *forces; /* stress */
    const double *mass_density, *properties;
    double *internal, *stored_energy, *dissipated_energy;
    const double *external; /* such as the temperature */
} mgis_state;

/* Integration from `first` over the time dt to `last`, whose forces, internal variables and energies are computed. */
typedef struct {
    char *message; /* 512 bytes */
    double dt;
    double *tangent;        /* d forces/d gradients by rows; on input, the first number selects the kind */
    double *step_factor;    /* suggested by the behaviour for the next step */
    double *speed_of_sound; /* not requested */
    mgis_state first, last;
} mgis_view;

enum { MGIS_MESSAGE = 512, MGIS_CONSISTENT_TANGENT = 4 };

typedef struct {
    mgis_status (*load_behaviour)(mgis_behaviour **, const char *library, const char *name, const char *hypothesis);
    mgis_status (*load_finite_strain_behaviour)(mgis_behaviour **, const mgis_options *, const char *library,
                                                const char *name, const char *hypothesis);
    mgis_status (*free_behaviour)(mgis_behaviour **);
    mgis_status (*create_finite_strain_behaviour_options)(mgis_options **);
    mgis_status (*finite_strain_behaviour_options_set_stress_measure)(mgis_options *, int);
    mgis_status (*finite_strain_behaviour_options_set_tangent_operator)(mgis_options *, int);
    mgis_status (*free_finite_strain_behaviour_options)(mgis_options **);
    mgis_status (*is_standard_finite_strain_behaviour)(int *, const char *library, const char *name);
    mgis_status (*behaviour_get_behaviour_type)(int *, const mgis_behaviour *);
    mgis_status (*behaviour_get_tangent_operator_array_size)(size_t *, const mgis_behaviour *);
    mgis_status (*behaviour_get_number_of_material_properties)(size_t *, const mgis_behaviour *);
    mgis_status (*behaviour_get_material_property_name)(const char **, const mgis_behaviour *, size_t);
    mgis_status (*behaviour_get_internal_state_variables_size)(size_t *, const mgis_behaviour *);
    mgis_status (*behaviour_get_number_of_external_state_variables)(size_t *, const mgis_behaviour *);
    mgis_status (*behaviour_get_external_state_variable_name)(const char **, const mgis_behaviour *, size_t);
    mgis_status (*behaviour_get_number_of_parameters)(size_t *, const mgis_behaviour *);
    mgis_status (*behaviour_get_parameter_name)(const char **, const mgis_behaviour *, size_t);
    mgis_status (*behaviour_get_parameter_default_value)(double *, const mgis_behaviour *, const char *name);
    mgis_status (*behaviour_set_parameter)(const mgis_behaviour *, const char *name, double);
    mgis_status (*integrate)(int *result, mgis_view *, const mgis_behaviour *); /* result: -1 if it failed */
} mgis;

extern const char mgis_library[]; /* name of the library */

/* Returns NULL, or what is missing: the library, or one of its functions. */
const char *mgis_load(mgis *to);

/* Loads a three-dimensional behaviour, either of small strains or with the first Piola-Kirchhoff stress as a
 * function of the deformation gradient. Otherwise returns NULL and stores the reason. */
mgis_behaviour *mgis_open(const mgis *call, bool is_finite, const char *library, const char *name,
                          char why[MGIS_MESSAGE]);
