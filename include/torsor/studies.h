/* studies.h - part of torsor.h: studies of results and of decks, as tables to be freed with torsor_free. */
#ifndef TORSOR_STUDIES_H
#define TORSOR_STUDIES_H
#include "torsor/torsor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Proper orthogonal modes and free motions of results, as tables; NULL for want of memory. */
typedef struct {
    size_t size;           /* sizeof(torsor_pod_options) */
    const char *result;    /* NAME.nc, or NAME.mov with NAME.out beside it; without extension: the first there is */
    const char *output;    /* NAME.nc to write modes and motions to; NULL: none */
    const unsigned *nodes; /* labels; none: all */
    int n_nodes;
    unsigned components; /* sum of 1 position, 2 rotation, 4 velocity, 8 angular velocity */
    double start, end;   /* window of time */
    int modes;           /* 0: as many as hold `energy`, a part of 1 */
    double energy;
    int delays;       /* samples that make up a state */
    double tolerance; /* directions of the state below this part of the largest are noise */
    double time_step; /* between rows of text, when there is no .out file; 0: not known */
    bool keep_mean;
    void (*message)(void *to, const torsor_message *message);
    void *message_to;
} torsor_pod_options;
/* Sets all members but the size, which has to be set before. */
TORSOR_PUBLIC void torsor_pod_defaults(torsor_pod_options *options);
TORSOR_PUBLIC char *torsor_pod(const torsor_pod_options *options, torsor_status *status);
/* Modes over a speed: the deck is solved for values of a variable, linearised, and its modes are followed; a table. */
typedef struct {
    size_t size;                /* sizeof(torsor_campbell_options) */
    const char *deck, *speed;   /* its path, the name of the variable */
    const torsor_options *open; /* other definitions, messages ...; NULL: nothing special */
    double lowest, to,
        time;         /* of the speed; when to linearise: NAN: eigenanalysis or initial time; infinite: the end */
    int values, revs; /* how many values; lines of the picture: multiples of the turns */
    const torsor_rotor *rotor; /* see torsor_modes_find; NULL: none */
    bool floquet, eigen_table; /* multipliers of a period instead (torsor_floquet); begin with tables of all modes */
    bool limits;               /* find by bisection the speeds at which modes begin or cease to grow */
    double period, tolerance;  /* 0: a turn of the rotor's hub; of these speeds, relative to the range */
    double highest, margin;    /* frequency of interest, Hz; real part that is no growth; 0: any, rounding */
    const char *netcdf, *picture, *unit; /* NAME, of NAME.nc; an SVG file; of the speed, rad/s, rpm, Hz ...; or NULL */
} torsor_campbell_options;
TORSOR_PUBLIC void torsor_campbell_defaults(torsor_campbell_options *options); /* as torsor_pod_defaults */
TORSOR_PUBLIC char *torsor_campbell(const torsor_campbell_options *options, torsor_status *status);

#ifdef __cplusplus
}
#endif
#endif
