/* plate.h - shells and membranes: declarations shared by their types.
 *
 * A plate has a law with a constant matrix, sigma = C (epsilon + P beta) + prestress, at each integration point. The
 * parameters beta of enhanced strains are eliminated within the element: they follow from the strains of all points by
 * sum w P' sigma = 0, so that the only unknowns are those of the nodes (enhanced.c). */
#pragma once
#include "contract/law.h"
#include "model/model.h"

enum {
    PLATE_NODES = 4,
    PLATE_POINTS = 6, /* at most; a quadrangle has fewer */
    QUADRANGLE_POINTS = 4,
    PLATE_STRAINS = 12,
    PLATE_MODES = 7,
    PLATE_ENHANCED = 5, /* maximum number of enhanced strains */
    PLATE_COLUMNS = 6 * PLATE_NODES,
};

/* Stiffness matrix and prestress; for n strains, the first n rows and columns are used. */
typedef struct {
    double C[PLATE_STRAINS][PLATE_STRAINS];
    double prestress[PLATE_STRAINS];
} plate_law;

/* Integration points with a law. */
typedef struct {
    int n_points, n, n_modes, n_rows;
    int row[PLATE_ENHANCED]; /* indices of the enhanced strains */
    double *weight;          /* n_points */
    double (*P)[PLATE_ENHANCED][PLATE_MODES];
    double (*back)[PLATE_MODES][PLATE_STRAINS]; /* beta = - sum back epsilon - still */
    double still[PLATE_MODES];
    double by_beta[PLATE_MODES][PLATE_MODES]; /* sum w P' C P */
    bool is_symmetric;                        /* the law, and with it the stiffness */
    plate_law law;
} enhanced;

typedef double plate_strains[PLATE_POINTS][PLATE_STRAINS];
typedef double plate_derivatives[PLATE_POINTS][PLATE_STRAINS][PLATE_COLUMNS];
typedef double plate_stiffness[PLATE_COLUMNS][PLATE_COLUMNS];

/* Allocates the points and sets which of the strains are enhanced. */
void enhanced_begin(arena *memory, enhanced *enhanced, int n_points, int n, const int *rows, int n_rows, int n_modes);
/* Computes the remaining members from weights, P and the law. Returns false if the law leaves a mode without
 * stiffness. */
bool enhanced_complete(enhanced *enhanced);
void enhanced_stress(const enhanced *enhanced, plate_strains strain, plate_strains stress);
/* The same with beta as unknowns of the system. */
typedef struct {
    double r[PLATE_MODES];                    /* sum w P' sigma */
    double by_q[PLATE_MODES][PLATE_COLUMNS];  /* sum w P' C B */
    double of_q[PLATE_MODES][PLATE_COLUMNS];  /* sum w B' C P, transposed */
    double by_beta[PLATE_MODES][PLATE_MODES]; /* sum w P' C P */
} enhanced_rows;

void enhanced_stress_of(const enhanced *enhanced, const double *beta, plate_strains strain, plate_strains stress);
void enhanced_rows_of(const enhanced *enhanced, plate_strains stress, enhanced_rows *to); /* r only */
/* K = sum w B' C (B - P Y), with Y the derivative of beta; if `rows` is not NULL, beta is an unknown, Y = 0, and all
 * members of rows but r are set. Columns of B that do not exist are zero. */
void enhanced_stiffness(const enhanced *enhanced, int columns, plate_derivatives B, plate_stiffness K,
                        enhanced_rows *rows);

typedef struct plate plate;

typedef struct {
    int n_nodes;
    bool is_membrane; /* three strains; the nodes need not have rotations */
    void (*functions)(const double r[2], double *h, double (*derivative)[PLATE_NODES]);
    const double (*corner)[2];  /* r of the nodes */
    const char *log;            /* "shell4:" */
    const internal_kind *modes; /* enhanced strains as unknowns; NULL: they are eliminated */
    bool is_divided;            /* their rows are divided by the coefficient of the time step */
    bool has_torsion;           /* there is a curvature of drilling, with a factor `at` */
    double shear;               /* factor of the transverse shear stiffness, if the deck gives none */
    bool (*complete)(arena *memory, plate *plate); /* false if the reference shape is degenerate */
    void (*stress)(const state *state, const elem *element, plate_strains stress); /* components in output order */
} plate_kind;

/* Self of every type begins with this struct. */
struct plate {
    const plate_kind *kind;
    const node *node[PLATE_NODES];
    int column[PLATE_NODES];
    int n_columns;
    double thickness; /* derived from the law; 0: unknown */
    enhanced enhanced;
};

static inline vec3 plate_x0(const plate *plate, int index) { return plate->node[index]->initial->x; }

void read_plate_nodes(reader *reader, plate *plate, const plate_kind *kind);
/* Reads a matrix or isotropic data, and the prestress. */
void read_plate_law(reader *reader, plate *plate);
void read_plate_complete(reader *reader, elem *element); /* after the last argument: computes the derived data */
void read_plate(reader *reader, elem *element, const plate_kind *kind); /* the whole card */
void plate_sample(sampler *from, elem *element, const plate_kind *kind);

void plate_connect(const elem *element, layout *layout);
/* Adds forces -g and stiffness -K dvalue, for positions and spins. */
void plate_add(const plate *plate, const state *state, int n, const double *g, plate_stiffness K, local *out);
void plate_output(const state *state, const elem *element, record *out);
void plate_log(const elem *element, record *out);
void plate_draw(const elem *element, drawing *drawing);
void plate_carry(const elem *element, vec3 x, struct carrier *c);

/* Shape functions of a quadrangle, with node 1 at (1, 1) and the others around it; and integration point `index`. */
void quadrangle_at(const double r[2], double *h, double (*derivative)[PLATE_NODES]);
void quadrangle_point(int index, double r[2]);
extern const double QUADRANGLE_CORNERS[PLATE_NODES][2];

/* The reference surface at a point: axis 1 along dx/dr1, axis 3 along the normal. */
typedef struct {
    double h[PLATE_NODES], derivative[2][PLATE_NODES]; /* dh/dr */
    vec3 x[2];                                         /* dx/dr */
    mat3 axes;
    double J[2][2], det;          /* t_i . dx/dr_k */
    double along[2][PLATE_NODES]; /* derivatives of h along axes 1 and 2 */
} plate_surface;

void plate_surface_at(const plate *plate, const double r[2], plate_surface *at);
void plate_surface_along(plate_surface *at); /* recomputes J, det and derivatives after a change of axes */

#define PLATE_SLOTS                                                                                                 \
    .drawing = &(const elem_drawing){.draw = plate_draw}, .geometry = &(const elem_geometry){.carry = plate_carry}, \
    .connect = plate_connect, .output = plate_output, .log = plate_log

#define PLATE_LAW_GRAMMAR(data, n)                                                                         \
    "{[matr,] " n "x" n " NUMBERS | sym, UPPER TRIANGLE | diag, DIAGONAL | isotropic, {E | nu | G | " data \
    "thickness}, VALUE [, ...] | plane stress orthotropic, {E_l | E_t | nu_lt | G | " data                 \
    "thickness}, VALUE [, ...]} [, prestress, " n " NUMBERS]"
#define SHELL_GRAMMAR "LABEL, NODE, NODE, NODE, NODE, " PLATE_LAW_GRAMMAR("as | at | ", "12")
