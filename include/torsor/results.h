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

/* NAME.nc, or NAME.mov with its relatives; without extension: the first there is. Text has neither names nor units: a
 * model gives them, and says which rows belong to what; without one, text has the motion of structural nodes alone. The
 * model may be NULL, or is closed later. NULL after a message, which `message` is notified of. */
TORSOR_PUBLIC torsor_results *torsor_results_open(const char *path, torsor_model *model,
                                                  void (*message)(void *to, const torsor_message *message), void *to);
TORSOR_PUBLIC void torsor_results_close(torsor_results *results);

TORSOR_PUBLIC int torsor_results_times(const torsor_results *results, const double **times); /* how many */
TORSOR_PUBLIC int torsor_results_count(const torsor_results *results);
TORSOR_PUBLIC torsor_quantity torsor_results_at(const torsor_results *results,
                                                int index); /* names of torsor_quantity_at */
TORSOR_PUBLIC int torsor_results_find(const torsor_results *results, const char *name); /* -1: none */
/* Its numbers at n times, `size` for each: from the time `first` on, every step-th. NaN where the file has none. */
TORSOR_PUBLIC torsor_status torsor_results_read(torsor_results *results, int index, int first, int step, int n,
                                                double *values);

/* Motion of a structural node: 12 numbers for each time, position and orientation matrix row by row. */
TORSOR_PUBLIC int torsor_results_node_count(const torsor_results *results);
TORSOR_PUBLIC unsigned torsor_results_node(const torsor_results *results, int index); /* its label */
TORSOR_PUBLIC torsor_status torsor_results_motion(torsor_results *results, int index, int first, int step, int n,
                                                  double *values);

/* Stress and strain at the nodes, of solids and shells: what stands in the results of the elements, averaged over those
 * that meet at a node. Stress of shells is that on the side of their normal, or on the other one; strain is that of
 * solids. */
typedef enum { TORSOR_FIELD_STRESS, TORSOR_FIELD_STRESS_BELOW, TORSOR_FIELD_STRAIN } torsor_field_kind;
typedef struct torsor_field torsor_field;
/* NULL: the results have none, or for want of memory. The results and the model are closed later. */
TORSOR_PUBLIC torsor_field *torsor_field_open(torsor_results *results, torsor_model *model, torsor_field_kind kind);
TORSOR_PUBLIC void torsor_field_close(torsor_field *field);
/* Six numbers, 11 22 33 12 23 31 in global axes, for each node of the drawing; NaN where there are none. */
TORSOR_PUBLIC torsor_status torsor_field_read(torsor_field *field, int time, double *values);
/* Of six such numbers: von Mises's, and the principal ones, the largest first. */
TORSOR_PUBLIC double torsor_von_mises(const double stress[6]);
TORSOR_PUBLIC void torsor_principal(const double stress[6], double values[3]);

/* Eigenanalyses that have left vectors and geometry. */
typedef struct {
    double time;
    int n_modes, n_nodes;
    const unsigned *nodes;       /* labels */
    const double *configuration; /* 12 numbers for each node, as torsor_results_motion */
    const double *lambda;        /* real and imaginary part for each mode, 1/s */
    const double *shapes; /* mode by mode, node by node: displacement and rotation, real parts, then imaginary ones */
} torsor_result_modes;
TORSOR_PUBLIC int torsor_results_modes_count(const torsor_results *results);
TORSOR_PUBLIC torsor_result_modes torsor_results_modes(const torsor_results *results, int index);

#ifdef __cplusplus
}
#endif
#endif
#endif
