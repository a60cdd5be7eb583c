/* scene.h - a model and its motion, ready to be shown or exported: what a deck draws, where its nodes are over time. */
#pragma once
#include "torsor/torsor.h"

typedef struct {
    const char *path;  /* a result or a deck */
    const char *deck;  /* NULL: the one beside the result */
    int most_frames;   /* rows of the results are left out until there are no more */
    size_t most_bytes; /* of the motion; 0: any */
    const torsor_definition *definitions;
    int n_definitions;
    bool sandbox; /* the deck is not trusted */
    bool strain;  /* exports have strain besides stress */
} scene_request;

typedef struct {
    torsor_model *model;     /* NULL: no deck was found */
    torsor_results *results; /* NULL: a deck without results */
    char *base;              /* of the results, or of the deck, without extension */
    torsor_drawing drawing;  /* the model's, or nodes alone */
    torsor_drawn_node *own_nodes;
    int n_times, first, step, n_frames; /* of the results, and which of them are frames */
    double *frame_time;
    double *motion;    /* node by node, frame by frame, 12 numbers: position, orientation matrix row by row */
    double *amplitude; /* of the drawing: one by one, frame by frame; 0 where results have none */
    bool wants_strain;
    double extent; /* diagonal of the box around nodes and vertices at the first frame, bodies left out */
} scene;

/* False after messages on stderr. To be closed in any case. */
bool scene_open(scene *s, const scene_request *request, const char *program);
void scene_close(scene *scene);

static inline const double *scene_pose(const scene *scene, int node, int frame)
{
    return scene->motion + 12 * ((size_t)node * (size_t)scene->n_frames + (size_t)frame);
}
/* Place and axes, row by row, of a vertex; axes may be NULL. */
void scene_vertex(const scene *scene, int vertex, int frame, double source_location[3], double axes[9]);
/* The vector that an arrow shows at a frame; false when there is none. `column` is found by scene_column. */
int scene_column(const scene *scene, const torsor_shape *shape); /* -1: none */
/* Of a body, as it is drawn: inertias that are no real ones, larger than the whole model, are shown by a small box of
 * their proportions. Gives by how much it was made smaller, 1: as it is. */
double scene_body_size(const scene *scene, const torsor_shape *shape, double size[3]);
/* Diagonal of the box around the nodes, over all frames; 1 when they are all in one place. */
double scene_size(const scene *scene);
/* A quaternion x, y, z, w of a matrix. */
void quaternion_of(const double R[9], double q[4]);
