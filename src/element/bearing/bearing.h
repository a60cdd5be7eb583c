/* bearing.h - a plain bearing whose oil film is solved on a grid, and the contents of its files.
 *
 * The grid lies on one of the two surfaces, the carrier, unrolled: x = r phi along the circumference, z along the axis.
 * Nodes are numbered along z first. Axis 3 of the orientation on each node is the axis of its surface.
 *
 *     bearing_read.c         the arguments
 *     bearing_surface.c      outlines, pockets
 *     bearing_grid.c         nodes of the grid, which of them have an unknown pressure
 *     bearing_film.c         gap, speeds, contact and dry friction at a node
 *     bearing_fluid.c        pressure and density at a node
 *     bearing_difference.c   Reynolds' equation by finite differences
 *     bearing_quadratic.c    Reynolds' equation by finite elements with nine nodes
 *     bearing_compliance.c   compliant surfaces
 *     bearing_half_space.c   compliance of a half space
 *     bearing_matrix.c       compliance matrices from files
 *     bearing_load.c         forces, moments and losses
 *     bearing_output.c       rows, private data
 *     hydrodynamic_plain_bearing2.c   the type */
#pragma once
#include "contract/element.h"
#include "contract/fluid.h"
#include "contract/sampler.h"
#include "element/contact/bristle.h"

/* --- data read from the deck -------------------------------------------------------------------------------------- */

typedef enum { SHAFT, BEARING } bearing_side;

/* A part of a surface: all of it, or a circle or rectangle about (x, z). */
typedef struct {
    enum { OUTLINE_WHOLE, OUTLINE_CIRCLE, OUTLINE_RECTANGLE } kind;
    double x, z;
    double radius;
    double width, height; /* along x, along z */
} outline;

/* Deviation of a surface from its cylinder, positive outward: a constant, or bilinear on a grid about the position of
 * the outline. */
typedef struct {
    outline outline;
    int n_x, n_z; /* 1, 1: constant */
    double *x, *z, *y;
} pocket;

typedef struct {
    const node *node;
    vec3 o;
    mat3 R;
    double radius;
    int n_pockets;
    pocket *pockets;
} bearing_surface;

/* A condition prescribed at an edge or in a groove. */
typedef struct {
    enum { GIVEN_PRESSURE, GIVEN_DENSITY, GIVEN_FILLING } kind;
    const drive *drive;
} condition;

typedef struct {
    bearing_side side;
    outline outline;
    condition given;
} groove;

/* A hole with the pressure of a hydraulic node. */
typedef struct {
    outline outline;
    int port;
} inlet;

/* Model of Greenwood and Tripp: p = stiffness F((h - offset) / sigma), F(H) = 4.4086e-5 (4 - H)^6.804. */
typedef struct {
    double E[2], nu[2];
    double sigma, stiffness, offset;
} asperities;

typedef enum { FRICTION_NONE, FRICTION_COULOMB, FRICTION_LUGRE } dry_friction_kind;
typedef struct {
    dry_friction_kind kind;
    double mu, threshold; /* of Coulomb friction */
    bristle lugre;
} dry_friction;

/* A grid on a surface; nodes are numbered along z first. phi has one entry more than n_phi, a revolution after the
 * first. */
typedef struct {
    int n_z, n_phi;
    const double *z, *phi;
} surface_grid;

/* Compliance of a surface, on its own grid: w = C p + D a widens the gap, E p acts on modes with the amplitudes a. */
typedef struct {
    bearing_side side;
    surface_grid grid;
    const double *C;   /* nodes x nodes; NULL: none */
    const elem *joint; /* joint that has the modes; NULL: there are none */
    int n_modes;
    const int *mode;     /* indices of the modes in the joint */
    const double *D, *E; /* nodes x modes, modes x nodes */
    bool moves;          /* relative to the grid of the film */
} yielding;

enum {
    SHOW_PRESSURE = 1,
    SHOW_CONTACT = 2,
    SHOW_DENSITY = 4,
    SHOW_LOSS = 8,
    SHOW_CLEARANCE = 16,
    SHOW_CLEARANCE_RATE = 32,
    SHOW_VELOCITY = 64,
    SHOW_STRESS = 128,
    SHOW_FORCE = 256,
    SHOW_DEFORMATION = 512,
    SHOW_DEFORMATION_BEARING = 1024,
    SHOW_DEFORMATION_SHAFT = 2048,
    SHOW_MESH = 4096,
};

/* --- the grid ----------------------------------------------------------------------------------------------------- */

enum { GIVEN_NONE = -1, GIVEN_EDGE = 0 }; /* indices of conditions: two edges, then the grooves */

typedef struct {
    double phi, z;
    int pressure; /* index of the internal unknown, or -1 */
    int port;     /* port whose pressure it has, or -1 */
    int given;    /* index of the condition, or -1 */
} grid_node;

typedef struct {
    bearing_surface side[2];
    bearing_side carrier;
    double width;
    const fluid *oil;
    double vapour;     /* viscosity of the vapour */
    bool is_quadratic; /* finite elements instead of finite differences */
    int n_z, n_phi;
    double *z, *phi; /* n_z and n_phi + 1 entries, the last phi is 2 pi */
    grid_node *node; /* n_phi n_z entries */
    bool has_axial_ports;
    condition edge[2];
    int n_ports;
    node_dof *port; /* the two axial ports first */
    int n_grooves, n_inlets;
    groove *groove;
    inlet *inlet;
    bool has_contact;
    asperities rough;
    dry_friction dry;
    int n_soft;
    yielding soft[2];                   /* compliant surfaces */
    bool slides;                        /* the axial position of a moving compliant surface is considered, too */
    int deformation;                    /* index of its first internal unknown */
    double pressure_scale, theta_scale; /* pressure of a unit unknown; fraction of density, once cavitated */
    double equation_scale;
    unsigned shown;
} bearing;

static inline bool bearing_is_compressible(const bearing *bearing) { return bearing->oil->beta > 0.0; }
static inline int bearing_nodes(const bearing *bearing) { return bearing->n_z * bearing->n_phi; }
static inline int grid_at(const bearing *bearing, int index, int j)
{
    return (index + bearing->n_phi) % bearing->n_phi * bearing->n_z + j;
}
static inline double bearing_radius(const bearing *bearing) { return bearing->side[bearing->carrier].radius; }
/* Returns half of the distance between the previous and the next node along the circumference. */
double grid_share_x(const bearing *bearing, int index);

void read_bearing(reader *reader, elem *element);
void bearing_set_grid(bearing *bearing, arena *memory, int n_z, int n_phi);
/* Determines which pressures are unknown, and the number of unknowns. */
void bearing_number(elem *element, arena *memory);
void bearing_reserve(elem *element, memory_plan *plan);
static inline surface_grid film_grid(const bearing *bearing)
{
    return (surface_grid){bearing->n_z, bearing->n_phi, bearing->z, bearing->phi};
}
static inline int grid_nodes(const surface_grid *surface_grid) { return surface_grid->n_z * surface_grid->n_phi; }
/* Returns the compliance of a half space at the nodes of the film. */
yielding half_space(const bearing *bearing, arena *memory, double E, double nu);
/* Reads the compliance file of the surface to->side. */
void read_compliance_file(reader *reader, const bearing *bearing, yielding *to);
/* Interpolates a compliance to the grid of the film. */
void compliance_to_film(const bearing *bearing, arena *memory, yielding *yielding);

bool outline_holds(const outline *of, double circumference, double x, double z);

/* Height of the pockets of a surface: y and its derivatives. */
typedef struct {
    double y, x, z, xz;
} pocket_height;
pocket_height surface_height(const bearing_surface *surface, double phi, double z);

/* --- one evaluation ----------------------------------------------------------------------------------------------- */

/* Lanes of jets at a node: motion of shaft and bearing, and the deformation of this node. */
enum { MOTION = 12, LANE_DEFORMATION = 12, FILM_LANES = 16 };

/* A number and its derivative with respect to the unknown of its node. */
typedef struct {
    double v, d;
} own_number;

typedef struct {
    jet1 h, h_rate, U[2]; /* U: speed of the other surface relative to the carrier, along x and z */
    double carried[2];    /* absolute speed of the carrier at the node, along x and z */
    jet1 contact, rub[2]; /* contact pressure of the asperities, friction on the shell */
    own_number number, rho, rho_rate, eta;
    double w;          /* deformation */
    double part[2];    /* contributions of shaft and bearing to w; set by compliance_parts */
    bool is_given;     /* a groove that passes over the node prescribes its unknown */
    own_number unlike; /* the unknown minus its prescribed value */
} film;

/* History of a node: bristles and density at the end of the last step. */
typedef struct {
    bristle_memory bent;
    double rho;
} node_memory;
static inline const node_memory *node_before(const state *state, const elem *element, int index)
{
    return (const node_memory *)remembered(state, element->memory) + index;
}

/* Computes the film at a node. Requires `film` to be zeroed. */
void film_at(int lanes, const state *state, const elem *element, const jet_node nodes[2], int index, film *film);
void film_fluid(const state *state, const elem *element, int index, film *film);
void film_initial(const state *state, const elem *element, initial_values *initial);
void bearing_start(const state *state, const elem *element, memory_block *memory);
void bearing_accept(const state *state, const elem *element, memory_block *memory);
/* Returns the film at all nodes. The caller must free() it. */
film *film_all(int n, const state *state, const elem *element);

/* A group of nodes that contribute to a row: lanes of jets are the motion, then the pressures, then the deformations of
 * these nodes. */
enum { MEET_MOST = 9 };
typedef struct {
    int n;
    int node[MEET_MOST];
    int lanes; /* 0: values only */
} meeting;

meeting meeting_begin(const bearing *bearing, int n, int count, const int *of);
void meeting_wide(const meeting *meeting, int index, const jet1 *narrow, jet1 *wide);
void meeting_internal(const meeting *meeting, int index, own_number number, jet1 *wide);
/* Adds s times a to a local row. */
void meeting_put(const bearing *bearing, const meeting *meeting, const local *out, int row, double s, const jet1 *a);
/* Returns the first local index of the modes of a compliant surface. */
static inline int soft_modes(const bearing *bearing, int index)
{
    const bool is_second = index == 1 && bearing->soft[0].joint && bearing->soft[0].joint != bearing->soft[1].joint;
    return MOTION + bearing->n_ports + (is_second ? bearing->soft[0].joint->n_internal : 0);
}
/* Returns the first local index of the internal unknowns. */
int bearing_internal(const bearing *bearing);

void bearing_connect(const elem *element, layout *layout);
void difference_rows(int lanes, const elem *element, const film *film, local *out);
void quadratic_rows(int lanes, const elem *element, const film *film, local *out);
/* Sets the initial deformations under the initial pressures. */
void compliance_initial(const state *s, const elem *element, initial_values *initial);
void compliance_rows(int lanes, const state *state, const elem *element, const film *film, local *out);
void compliance_parts(const state *state, const elem *element, film *film);

/* An integration point of the loads: its nodes, their weights, and the weights of the derivatives along x and z. */
typedef struct {
    int n;
    int node[MEET_MOST];
    double N[MEET_MOST], Nx[MEET_MOST], Nz[MEET_MOST];
    double phi, z, area;
} quadrature;

int quadrature_count(const bearing *bearing);
void quadrature_at(const bearing *bearing, int index, quadrature *quadrature);

typedef struct {
    vec3 F[2], M[2]; /* on shaft and bearing, about their nodes */
    double fluid_loss, contact_loss;
} bearing_load;

void load_rows(int lanes, const state *state, const elem *element, const film *film, local *out);
bearing_load load_now(const state *state, const elem *element, const film *film);
/* Computes the stresses of the fluid on shell and shaft along x and z, at a node. */
void stress_at(const bearing *bearing, const film *film, int index, double shell[2], double shaft[2]);

void bearing_output_row(const state *state, const elem *element, record *out);
void bearing_log(const elem *element, record *out);
extern const char *const BEARING_PRIVATE[];
double bearing_private(const state *state, const elem *element, int index);
