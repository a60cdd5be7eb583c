/* results.h - results of an analysis, read back from text files or from NetCDF. Part of torsor.h.
 *
 *     torsor_results *r = torsor_results_open("pendulum", m, NULL, NULL);
 *     for (int i = 0; i < torsor_results_count(r); i++)
 *         torsor_results_read(r, i, 0, 1, n_times, values);
 *     torsor_results_close(r); */
#ifndef TORSOR_RESULTS_H
#define TORSOR_RESULTS_H
#ifndef TORSOR_H
#include "torsor/torsor.h"
#else
#ifdef __cplusplus
extern "C" {
#endif

typedef struct torsor_results torsor_results;

/* Opens NAME.nc, or NAME.mov with the files that belong to it; without extension: the first one that exists. Text files
 * contain neither names nor units: these, and the assignment of rows to objects, come from the model. Without a model,
 * text files provide only the motion of structural nodes. The model may be NULL; otherwise it must be closed later.
 * Returns NULL after reporting a message to `message`. */
TORSOR_PUBLIC torsor_results *torsor_results_open(const char *path, torsor_model *model,
                                                  void (*message)(void *context, const torsor_message *message),
                                                  void *to);
TORSOR_PUBLIC void torsor_results_close(torsor_results *results);

TORSOR_PUBLIC int torsor_results_times(const torsor_results *results, const double **times); /* returns their number */
TORSOR_PUBLIC int torsor_results_count(const torsor_results *results);
/* Named as in torsor_quantity_at. */
TORSOR_PUBLIC torsor_quantity torsor_results_at(const torsor_results *results, int index);
TORSOR_PUBLIC int torsor_results_find(const torsor_results *results, const char *name); /* -1: none */
/* Reads the quantity at n times, `size` numbers for each: from index `first` on, every step-th time. NaN where the file
 * has none. */
TORSOR_PUBLIC torsor_status torsor_results_read(torsor_results *results, int index, int first, int step, int n,
                                                double *values);

/* Motion of a structural node: 12 numbers for each time, position and orientation matrix row by row. */
TORSOR_PUBLIC int torsor_results_node_count(const torsor_results *results);
TORSOR_PUBLIC unsigned torsor_results_node(const torsor_results *results, int index); /* returns its label */
TORSOR_PUBLIC torsor_status torsor_results_motion(torsor_results *results, int index, int first, int step, int n,
                                                  double *values);

/* Stress and strain at the nodes of solids and shells: the results of the elements, averaged over the elements that
 * share a node. The stress of shells is that on the side of their normal, or on the other side; strain is that of
 * solids. */
typedef enum { TORSOR_FIELD_STRESS, TORSOR_FIELD_STRESS_BELOW, TORSOR_FIELD_STRAIN } torsor_field_kind;
typedef struct torsor_field torsor_field;
/* Returns NULL if the results have none, or if memory runs out. The results and the model must be closed later. */
TORSOR_PUBLIC torsor_field *torsor_field_open(torsor_results *results, torsor_model *model, torsor_field_kind kind);
TORSOR_PUBLIC void torsor_field_close(torsor_field *field);
/* Reads six numbers, 11 22 33 12 23 31 in global axes, for each node of the drawing; NaN where there are none. */
TORSOR_PUBLIC torsor_status torsor_field_read(torsor_field *field, int time, double *values);
/* From six such numbers: the von Mises stress, and the principal values, the largest first. */
TORSOR_PUBLIC double torsor_von_mises(const double stress[6]);
TORSOR_PUBLIC void torsor_principal(const double stress[6], double values[3]);

/* Eigenanalyses with vectors and geometry. */
typedef struct {
    double time;
    int n_modes, n_nodes;
    const unsigned *nodes;       /* labels */
    const double *configuration; /* 12 numbers for each node, as torsor_results_motion */
    const double *lambda;        /* real and imaginary part of each mode, 1/s */
    const double *shapes; /* by mode, then by node: displacement and rotation, real parts, then imaginary parts */
} torsor_result_modes;
TORSOR_PUBLIC int torsor_results_modes_count(const torsor_results *results);
TORSOR_PUBLIC torsor_result_modes torsor_results_modes(const torsor_results *results, int index);

#ifdef __cplusplus
}
#endif
#endif
#endif
