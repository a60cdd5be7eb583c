/* gltf.h - shared by the files that write glTF: the scene with its binary data, accessors and meshes. */
#pragma once
#include "app/bytes.h"
#include "app/scene.h"
#include "base/json.h"

/* Indices used in a glTF file: nodes, meshes. */
enum { GLTF_MODEL = 0, GLTF_GROUND = 1, GLTF_FIRST_NODE = 2 };
enum { GLTF_MESH_BOX, GLTF_MESH_SYMBOL, GLTF_MESH_ARROW, GLTF_MESH_LINKS };

/* A force or a moment. */
typedef struct {
    const torsor_shape *shape;
    double *vector; /* three numbers per frame */
    double scale;   /* length in the scene divided by that of the vector */
} gltf_arrow;

typedef struct {
    const scene *scene;
    bytes data;
    bytes views, accessors;                     /* JSON arrays */
    json_writer views_writer, accessors_writer; /* write to the arrays above */
    int n_accessors;
    double unit; /* size of symbols, radius of tubes */
    gltf_arrow *arrows;
    int n_arrows;
} gltf;

/* Appends JSON to bytes, for json_begin. */
void gltf_append(void *to, const char *text, size_t size);
/* Adds the floats of the data from `first` on, n per vertex, as an accessor and returns its index. Positions and times
 * have bounds. */
int gltf_add_floats(gltf *gltf, size_t first, const char *shape, int n, bool has_bounds);
/* Write the materials, and the meshes that use them. gltf_put_meshes returns true if there is a last mesh, of shapes
 * attached to several nodes. */
void gltf_put_materials(json_writer *writer);
bool gltf_put_meshes(gltf *gltf, json_writer *writer);
