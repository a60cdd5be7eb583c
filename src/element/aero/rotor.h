/* rotor.h - the rotor of an induced velocity element: its disk and the models of the velocity it induces.
 *
 * All models share the disk (rotor_disk.c) and the collected loads; a model defines the distribution of the induced
 * velocity over the disk. rotor_models.def has one row per model. */
#pragma once
#include "contract/drive.h"
#include "element/aero/inflow.h"

typedef struct rotor_model rotor_model;

enum { ROTOR_STATES = 3 }; /* at most, of any model */

typedef struct {
    const node *craft, *hub; /* the craft node is the centre of the disk */
    mat3 rotated;            /* axes of the disk relative to the craft */
    const elem *const *air;
    const rotor_model *model;
    const struct glauert_type *spread; /* of the Glauert model */
    double reference_speed, radius;
    const node *ground;  /* NULL: none */
    const drive *memory; /* weight of the velocity of the previous step; NULL: 0 */
    int max_iterations;  /* of the momentum equation, per evaluation */
    double tolerance, eta;
    double hover, forward;       /* correction factors */
    double states[ROTOR_STATES]; /* initial states of dynamic inflow */
} rotor;

/* The disk at a state. Contains only numbers, so that it fits into an inflow_moment. */
typedef struct {
    mat3 R; /* its axes, global; axis 3 is the shaft */
    vec3 center;
    double speed, tip;           /* of the relative wind, of the blade tips */
    double sin_alpha, cos_alpha; /* angle between wind and disk */
    double sin_psi0, cos_psi0;   /* azimuth of the wind */
    double density;
    double mu, lambda, lambda_u; /* advance ratio, total and induced inflow ratio */
    double by_thrust;            /* derivative of lambda_u with respect to the thrust coefficient */
    double chi;                  /* wake skew angle */
    double mean;                 /* mean induced velocity */
    double radius, k[4];         /* k: numbers of the model */
} disk;

_Static_assert(sizeof(disk) <= INFLOW_NUMBERS * sizeof(double), "a disk fits into the moment of an inflow");

/* History: the mean induced velocity used during the step, the one found at its end, the induced inflow ratio, and the
 * outcome of the iterations. */
typedef struct {
    double mean, found, lambda_u;
    double weight; /* of the mean in the next step: the memory factor at the end of the step */
    int iterations, failed;
    int is_felt; /* loads have been collected */
} rotor_memory;

struct rotor_model {
    const char *keyword;
    const char *title; /* title in the NetCDF file */
    int n_states;
    bool has_memory;                                /* accepts the option `delay` */
    void (*read)(reader *reader, rotor *to);        /* reads what follows the keyword */
    void (*read_states)(reader *reader, rotor *to); /* reads the option `initial value` */
    void (*shape)(const rotor *of, const state *state, const elem *element, disk *disk); /* fills disk->k */
    /* Returns the velocity at (xi, eta) = r (cos psi, sin psi), psi measured from the wind, and its derivatives along
     * both. */
    double (*velocity)(const disk *disk, double xi, double eta, double derivative[2]);
    /* Returns the derivative of this velocity with respect to the thrust coefficient; NULL: 0. */
    double (*by_thrust)(const disk *disk, double xi, double eta);
    void (*eval)(int lanes, const state *state, const elem *element, local *out); /* rows of the states */
};

const char *glauert_title(const struct glauert_type *type); /* title in the NetCDF file */
/* Returns the type of the Glauert model with this keyword, or NULL. */
const struct glauert_type *glauert_find(const char *keyword);
bool rotor_is(const elem *element); /* false for other induced velocity elements */
/* Computes the disk at a state, with the thrust collected so far. */
void rotor_disk(const state *state, const elem *element, disk *disk);

/* Computes wind, speeds and density; the other members are set to 0. */
void disk_motion(const rotor *of, const state *state, disk *d);
/* Returns whether the rotor rotates fast enough to have an inflow. */
bool disk_rotates(const rotor *of, const disk *disk);
double disk_area(const disk *disk);
/* Computes lambda_u from the thrust by momentum theory, starting from that of `disk`. Returns the number of iterations,
 * negative if `most` iterations did not suffice. */
int disk_momentum(const rotor *of, double thrust, int most, disk *disk);
/* Computes lambda and chi from lambda_u, if the rotor rotates. */
void disk_wake(const rotor *of, disk *disk);
/* Computes lambda / kH^2 and mu / kF, which enter the corrected inflow. */
void disk_corrected(const rotor *of, const disk *disk, double *lambda, double *mu);
/* Returns the mean induced velocity for a thrust. */
double disk_mean(const rotor *of, const state *state, const disk *disk, double thrust, const rotor_memory *before);
