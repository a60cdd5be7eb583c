/* gltf.h - what the files that write glTF share: the scene with its binary data, accessors and meshes. */
#pragma once
#include "app/bytes.h"
#include "app/scene.h"
#include "base/json.h"

/* Numbers that a glTF file refers to: nodes, meshes. */
enum { GLTF_MODEL = 0, GLTF_GROUND = 1, GLTF_FIRST_NODE = 2 };
enum { GLTF_MESH_BOX, GLTF_MESH_SYMBOL, GLTF_MESH_ARROW, GLTF_MESH_LINKS };

/* A force or a couple. */
typedef struct {
    const torsor_shape *shape;
    double *vector; /* three a frame */
    double scale;   /* its length in the picture over that of the vector */
} gltf_arrow;

typedef struct {
    const scene *scene;
    bytes data;
    bytes views, accessors;                     /* JSON arrays, */
    json_writer views_writer, accessors_writer; /* which these write */
    int n_accessors;
    double unit; /* size of symbols, radius of tubes */
    gltf_arrow *arrows;
    int n_arrows;
} gltf;

/* Writer of JSON to bytes, for json_begin. */
void gltf_append(void *to, const char *text, size_t size);
/* Floats of the data from `first` on, n a vertex, as an accessor: its number. Positions and times have bounds. */
int gltf_add_floats(gltf *gltf, size_t first, const char *shape, int n, bool has_bounds);
/* Materials, and the meshes that use them. True when there is the last of them: what is tied to several nodes. */
void gltf_put_materials(json_writer *writer);
bool gltf_put_meshes(gltf *gltf, json_writer *writer);
