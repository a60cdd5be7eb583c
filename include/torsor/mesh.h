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

/* What is asked for besides the file. The group is a physical group, or a set of nodes, elements or faces. */
typedef enum {
    TORSOR_MESH_MATERIAL,  /* modulus, Poisson's ratio, density; of a group, or of all that have none */
    TORSOR_MESH_THICKNESS, /* the surfaces of a group, or all, are shells */
    TORSOR_MESH_SECTION,   /* the lines of a group, or all, are beams: sides of a rectangle along axes 2 and 3, and the
                              direction of axis 2 (that of z) */
    TORSOR_MESH_FIX,       /* the nodes of a group are held: all they have, or the digits 1 to 6 of the number */
    TORSOR_MESH_PRESSURE,  /* on the faces of a group, inwards; on shells against their normals */
    TORSOR_MESH_RIGID,     /* the nodes of a group are carried rigidly by a node in their middle */
    TORSOR_MESH_MEAN       /* a node in the middle of those of a group follows their mean motion */
} torsor_mesh_request_kind;

typedef struct {
    torsor_mesh_request_kind kind;
    const char *group; /* NULL: all, for the first three */
    double value[5];
    int n; /* how many values are given */
} torsor_mesh_request;

typedef struct {
    size_t size;      /* sizeof(torsor_mesh_options) */
    const char *mesh; /* .msh: Gmsh 4.1; .inp: Abaqus, CalculiX; .bdf, .dat, .nas, .fem: NASTRAN */
    const torsor_mesh_request *requests;
    int n_requests;
    bool quadratic;         /* solids of first order get a node in the middle of each edge */
    bool full;              /* boxes of 20 nodes have 27 points of integration, whatever the file says */
    bool parts;             /* parts that nothing connects are allowed */
    bool is_static;         /* no inertia: loads grow from nothing in a second */
    bool sandbox;           /* the mesh is not trusted: it includes plain files of its own folder, nothing else */
    double time, time_step; /* of the deck's problem */
    double scale;           /* of lengths */
    void (*message)(void *to, const torsor_message *message);
    void *message_to;
} torsor_mesh_options;
/* Sets all members but the size, which has to be set before. */
TORSOR_PUBLIC void torsor_mesh_defaults(torsor_mesh_options *options);
/* The deck, to be freed with torsor_free. NULL after messages, or for want of memory. */
TORSOR_PUBLIC char *torsor_mesh(const torsor_mesh_options *options, torsor_status *status);

/* Component modes of a model of structural nodes, at the present state, as data of a modal body. */
typedef struct {
    size_t size;                /* sizeof(torsor_reduction) */
    const char *file;           /* to write, .fem */
    const unsigned *interfaces; /* labels of structural nodes: a static shape for each of their freedoms */
    int n_interfaces;
    bool has_origin; /* a node that no shape moves, where the modal node of the body will be */
    unsigned origin;
    const unsigned *nodes; /* that the data have besides these; none: all */
    int n_nodes;
    int modes;       /* with the interfaces held, from the lowest frequency on */
    bool stiffening; /* stress stiffening by inertia and by loads on interfaces; needs an origin */
} torsor_reduction;
/* A table of the shapes, to be freed with torsor_free; NULL: see messages. */
TORSOR_PUBLIC char *torsor_reduce(torsor_analysis *analysis, const torsor_reduction *reduction);

/* Normal modes that another program has computed, as data of a modal body. */
typedef struct {
    size_t size;              /* sizeof(torsor_fem_options) */
    const char *const *files; /* .pch, .f06, .bdf, .dat, .nas: NASTRAN; .resu, .mail: Code_Aster */
    int n_files;
    const char *fem;       /* to write */
    const unsigned *modes; /* by their numbers; none: all that deform the body */
    int n_modes;
    bool unit_masses; /* generalised masses that no file has are 1 */
    bool sandbox;     /* the files are not trusted: they include plain files of their own folder, nothing else */
    void (*message)(void *to, const torsor_message *message);
    void *message_to;
} torsor_fem_options;
/* A table of the modes, to be freed with torsor_free. NULL after messages, or for want of memory. */
TORSOR_PUBLIC char *torsor_fem(const torsor_fem_options *options, torsor_status *status);

#ifdef __cplusplus
}
#endif
#endif
#endif
