/* rotor.h - the rotor of an induced velocity element: its disk, and the models of the velocity it induces.
 *
 * All models share the disk (rotor_disk.c) and the collected loads; a model says how the induced velocity is spread
 * over the disk. One row of rotor_models.def a model. */
#pragma once
#include "contract/drive.h"
#include "element/aero/inflow.h"

typedef struct rotor_model rotor_model;

enum { ROTOR_STATES = 3 }; /* of a model, at most */

typedef struct {
    const node *craft, *hub; /* the centre of the disk is the craft */
    mat3 rotated;            /* the axes of the disk, in those of the craft */
    const elem *const *air;
    const rotor_model *model;
    const struct glauert_type *spread; /* of the model of Glauert */
    double reference_speed, radius;
    const node *ground;  /* NULL: none */
    const drive *memory; /* factor of the velocity of the step before; NULL: 0 */
    int max_iterations;  /* of the momentum equation, in an evaluation */
    double tolerance, eta;
    double hover, forward;       /* correction factors */
    double states[ROTOR_STATES]; /* of dynamic inflow, at the start */
} rotor;

/* The disk at a state. Only numbers, so that it fits into an inflow_moment. */
typedef struct {
    mat3 R; /* its axes, global: 3 is the shaft */
    vec3 center;
    double speed, tip;           /* of the relative wind, of the tip of the blades */
    double sin_alpha, cos_alpha; /* angle between wind and disk */
    double sin_psi0, cos_psi0;   /* azimuth of the wind */
    double density;
    double mu, lambda, lambda_u; /* advance ratio, inflow ratios: whole, induced */
    double by_thrust;            /* derivative of lambda_u in the thrust coefficient */
    double chi;                  /* skew of the wake */
    double mean;                 /* induced velocity */
    double radius, k[4];         /* of the model */
} disk;

_Static_assert(sizeof(disk) <= INFLOW_NUMBERS * sizeof(double), "a disk fits into the moment of an inflow");

/* What it remembers: the mean induced velocity during the step, what it was found to be at its end, the induced inflow
 * ratio, and how the iterations went. */
typedef struct {
    double mean, found, lambda_u;
    double weight; /* of the mean in the next: the memory factor at the end of the step */
    int iterations, failed;
    int is_felt; /* loads have been collected */
} rotor_memory;

struct rotor_model {
    const char *keyword;
    const char *title; /* in the NetCDF file */
    int n_states;
    bool has_memory;                                /* the option `delay` */
    void (*read)(reader *reader, rotor *to);        /* what follows the keyword */
    void (*read_states)(reader *reader, rotor *to); /* of the option `initial value` */
    void (*shape)(const rotor *of, const state *state, const elem *element, disk *disk); /* fills d->k */
    /* At (xi, eta) = r (cos psi, sin psi), psi from the wind; derivative: along both. */
    double (*velocity)(const disk *disk, double xi, double eta, double derivative[2]);
    void (*eval)(int lanes, const state *state, const elem *element, local *out); /* rows of the states */
};

const char *glauert_title(const struct glauert_type *type); /* in the NetCDF file */
/* The type of the Glauert model with this keyword; NULL: none. */
const struct glauert_type *glauert_find(const char *keyword);
bool rotor_is(const elem *element); /* and no other induced velocity element */
/* The disk as it is at a state, with the thrust collected so far. */
void rotor_disk(const state *state, const elem *element, disk *disk);

/* Wind, speeds and density; the rest is 0. */
void disk_motion(const rotor *of, const state *state, disk *d);
/* Whether the rotor turns fast enough to have an inflow. */
bool disk_rotates(const rotor *of, const disk *disk);
double disk_area(const disk *disk);
/* lambda_u from the thrust by momentum theory, beginning with that of d; the number of iterations, negative when so
 * many were not enough. */
int disk_momentum(const rotor *of, double thrust, int most, disk *disk);
/* lambda and chi from lambda_u, while it turns. */
void disk_wake(const rotor *of, disk *disk);
/* lambda / kH^2 and mu / kF: what enters the corrected inflow. */
void disk_corrected(const rotor *of, const disk *disk, double *lambda, double *mu);
/* The mean induced velocity of a thrust. */
double disk_mean(const rotor *of, const state *state, const disk *disk, double thrust, const rotor_memory *before);
