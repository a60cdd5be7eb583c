/* mesh.h - decks from meshes of other programs, and modal bodies from decks. Part of torsor.h.
 *
 *     torsor_mesh_options o = {.size = sizeof o};
 *     torsor_mesh_defaults(&o);
 *     o.mesh = "bracket.msh";
 *     char *deck = torsor_mesh(&o, &status); */
#ifndef TORSOR_MESH_H
#define TORSOR_MESH_H
#ifndef TORSOR_H
#include "torsor/torsor.h"
#else
#ifdef __cplusplus
extern "C" {
#endif

/* Properties that a mesh file does not have. A group is a physical group, or a set of nodes, elements or faces. */
typedef enum {
    TORSOR_MESH_MATERIAL,  /* modulus, Poisson's ratio, density; of a group, or of all elements that have none */
    TORSOR_MESH_THICKNESS, /* the surfaces of a group, or all, are shells of this thickness */
    TORSOR_MESH_SECTION,   /* the lines of a group, or all, are beams: sides of a rectangle along axes 2 and 3, and the
                              direction of axis 2 (default: z) */
    TORSOR_MESH_FIX,       /* the nodes of a group are fixed: entirely, or in the freedoms given by the digits 1 to 6 */
    TORSOR_MESH_PRESSURE,  /* on the faces of a group, inwards; on shells opposite to their normals */
    TORSOR_MESH_RIGID,     /* the nodes of a group are attached rigidly to a node at their centre */
    TORSOR_MESH_MEAN       /* a node at the centre of a group follows the mean motion of its nodes */
} torsor_mesh_request_kind;

typedef struct {
    torsor_mesh_request_kind kind;
    const char *group; /* NULL: all; only for the first three kinds */
    double value[5];
    int n; /* number of values */
} torsor_mesh_request;

typedef struct {
    size_t size;      /* sizeof(torsor_mesh_options) */
    const char *mesh; /* .msh: Gmsh 4.1; .inp: Abaqus, CalculiX; .bdf, .dat, .nas, .fem: NASTRAN */
    const torsor_mesh_request *requests;
    int n_requests;
    bool quadratic;         /* solids of first order get midside nodes */
    bool full;              /* bricks of 20 nodes have 27 integration points, whatever the file says */
    bool parts;             /* allow parts that nothing connects */
    bool is_static;         /* no inertia: loads grow from zero in one second */
    bool sandbox;           /* the mesh is not trusted: it may include only regular files of its folder */
    double time, time_step; /* final time and time step of the deck's problem */
    double scale;           /* factor of lengths */
    void (*message)(void *context, const torsor_message *message);
    void *message_context;
} torsor_mesh_options;
/* Sets all members except `size`, which the caller must set before. */
TORSOR_PUBLIC void torsor_mesh_defaults(torsor_mesh_options *options);
/* Returns the deck, to be freed with torsor_free. Returns NULL after messages, or if memory runs out. */
TORSOR_PUBLIC char *torsor_mesh(const torsor_mesh_options *options, torsor_status *status);

/* Component modes of a model of structural nodes at the current state, as data of a modal body. */
typedef struct {
    size_t size;                /* sizeof(torsor_reduction) */
    const char *file;           /* output file, .fem */
    const unsigned *interfaces; /* labels of structural nodes: one static shape for each of their freedoms */
    int n_interfaces;
    bool has_origin; /* whether `origin` is set: a node that no shape moves, the future modal node of the body */
    unsigned origin;
    const unsigned *nodes; /* further nodes in the data; none: all */
    int n_nodes;
    int modes;       /* number of modes with fixed interfaces, from the lowest frequency on */
    bool stiffening; /* stress stiffening by inertia and by loads on interfaces; requires an origin */
} torsor_reduction;
/* Returns a table of the shapes, to be freed with torsor_free. Returns NULL after messages. */
TORSOR_PUBLIC char *torsor_reduce(torsor_analysis *analysis, const torsor_reduction *reduction);

/* Normal modes that another program has computed, as data of a modal body. */
typedef struct {
    size_t size;              /* sizeof(torsor_fem_options) */
    const char *const *files; /* .pch, .f06, .bdf, .dat, .nas: NASTRAN; .resu, .mail: Code_Aster */
    int n_files;
    const char *fem;       /* output file */
    const unsigned *modes; /* their numbers; none: all that deform the body */
    int n_modes;
    bool unit_masses; /* generalized masses that no file contains are 1 */
    bool sandbox;     /* the files are not trusted: they may include only regular files of their folder */
    void (*message)(void *context, const torsor_message *message);
    void *message_context;
} torsor_fem_options;
/* Returns a table of the modes, to be freed with torsor_free. Returns NULL after messages, or if memory runs out. */
TORSOR_PUBLIC char *torsor_fem(const torsor_fem_options *options, torsor_status *status);

#ifdef __cplusplus
}
#endif
#endif
#endif
