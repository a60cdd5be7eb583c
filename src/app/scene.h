/* scene.h - a model and its motion, ready to be shown or exported: the shapes of a deck, the motion of its nodes. */
#pragma once
#include "torsor/torsor.h"

typedef struct {
    const char *path;  /* a result or a deck */
    const char *deck;  /* NULL: the one next to the result */
    int most_frames;   /* maximum number; rows of the results are skipped to meet it */
    size_t most_bytes; /* maximum size of the motion; 0: unlimited */
    const torsor_definition *definitions;
    int n_definitions;
    bool sandbox; /* the deck is untrusted */
    bool strain;  /* exports contain strain in addition to stress */
} scene_request;

typedef struct {
    torsor_model *model;     /* NULL: no deck was found */
    torsor_results *results; /* NULL: a deck without results */
    char *base;              /* path of the results, or of the deck, without extension */
    torsor_drawing drawing;  /* of the model, or nodes only */
    torsor_drawn_node *own_nodes;
    int n_times, first, step, n_frames; /* rows of the results, and which of them are frames */
    double *frame_time;
    double *motion;    /* by node, then frame, 12 numbers: position, orientation matrix by rows */
    double *amplitude; /* amplitudes of the drawing, by amplitude, then frame; 0 if not in the results */
    bool wants_strain;
    double extent; /* diagonal of the box around nodes and vertices at the first frame, without bodies */
} scene;

/* Returns false after messages on standard error. scene_close must be called in any case. */
bool scene_open(scene *s, const scene_request *request, const char *program);
void scene_close(scene *scene);

static inline const double *scene_pose(const scene *scene, int node, int frame)
{
    return scene->motion + 12 * ((size_t)node * (size_t)scene->n_frames + (size_t)frame);
}
/* Position and axes of a vertex, the axes by rows; `axes` may be NULL. */
void scene_vertex(const scene *scene, int vertex, int frame, double position[3], double axes[9]);
/* Column of the results that contains the vector of an arrow. */
int scene_column(const scene *scene, const torsor_shape *shape); /* -1: none */
/* Size of a body as it is drawn: bodies larger than the whole model, which have unrealistic inertia, are shown as a
 * small box of the same proportions. Returns the factor by which it was reduced, 1 if unchanged. */
double scene_body_size(const scene *scene, const torsor_shape *shape, double size[3]);
/* Diagonal of the box around the nodes, over all frames; 1 if they all coincide. */
double scene_size(const scene *scene);
/* Quaternion x, y, z, w of a rotation matrix. */
void quaternion_of(const double R[9], double q[4]);
