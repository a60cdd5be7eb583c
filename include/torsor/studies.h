/* studies.h - part of torsor.h: studies of results and of decks. They return tables, to be freed with torsor_free. */
#ifndef TORSOR_STUDIES_H
#define TORSOR_STUDIES_H
#include "torsor/torsor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Proper orthogonal modes and free motions of results, as a table; NULL if memory runs out. */
typedef struct {
    size_t size;        /* sizeof(torsor_pod_options) */
    const char *result; /* NAME.nc, or NAME.mov with NAME.out beside it; without extension: the first one that exists */
    const char *output; /* NAME.nc for modes and motions; NULL: none */
    const unsigned *nodes; /* labels; none: all */
    int n_nodes;
    unsigned components; /* sum of 1 position, 2 rotation, 4 velocity, 8 angular velocity */
    double start, end;   /* time window */
    int modes;           /* 0: as many as contain the fraction `energy` */
    double energy;
    int delays;       /* number of samples in a state */
    double tolerance; /* directions of the state below this fraction of the largest are noise */
    double time_step; /* between rows of text, if there is no .out file; 0: not known */
    bool keep_mean;
    void (*message)(void *context, const torsor_message *message);
    void *message_context;
} torsor_pod_options;
/* Sets all members except `size`, which the caller must set before. */
TORSOR_PUBLIC void torsor_pod_defaults(torsor_pod_options *options);
TORSOR_PUBLIC char *torsor_pod(const torsor_pod_options *options, torsor_status *status);
/* Modes over a speed: solves the deck for values of a variable, linearizes it and tracks its modes. Returns a table. */
typedef struct {
    size_t size;                    /* sizeof(torsor_campbell_options) */
    const char *deck, *speed;       /* its path, the name of the variable */
    const torsor_options *open;     /* further options: definitions, messages ...; NULL: defaults */
    double first_speed, last_speed; /* range of the speed */
    double time;                    /* of linearization; NAN: eigenanalysis or initial time; infinite: the end */
    int values, revs;               /* number of values; lines in the plot: multiples of the rotor speed */
    const torsor_rotor *rotor;      /* see torsor_modes_find; NULL: none */
    bool floquet, eigen_table; /* multipliers of a period instead (torsor_floquet); print tables of all modes first */
    bool limits;               /* find by bisection the speeds at which modes become unstable or stable */
    double period, tolerance;  /* 0: one revolution of the rotor's hub; of these speeds, relative to the range */
    double highest, margin;    /* frequency of interest, Hz; real part that is not growth; 0: any, rounding error */
    const char *netcdf, *picture,
        *unit; /* NAME, of NAME.nc; an SVG file; unit of the speed, rad/s, rpm, Hz ...; or NULL */
} torsor_campbell_options;
TORSOR_PUBLIC void torsor_campbell_defaults(torsor_campbell_options *options); /* as torsor_pod_defaults */
TORSOR_PUBLIC char *torsor_campbell(const torsor_campbell_options *options, torsor_status *status);

#ifdef __cplusplus
}
#endif

#include "torsor/batch.h"
#include "torsor/ranks.h"
#include "torsor/statistics.h"
#include "torsor/study.h"
#endif
