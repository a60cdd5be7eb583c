/* module.h - modules of users: elements, constitutive laws, drives, scalar functions and gusts in a shared object.
 *
 *     module load: "PATH/name.so";
 *
 * The object has one function, torsor_module_open. It is handed the functions of the solver and gives back the table of
 * what it brings; TORSOR_MODULE writes it. A type is a table of functions. `self` is what an instance has read: it is
 * constant afterwards, since any number of analyses may use it at once, in threads of their own. What changes from step
 * to step is memory of the solution: plain data without pointers, which the solver copies and keeps.
 *
 * This header stands alone and is stable: a solver takes modules of its own version and of those before. A later
 * version adds to the ends of tables. docs/writing-a-module.md explains it with examples; module_jet.h has numbers that
 * carry their derivatives. */
#ifndef TORSOR_MODULE_H
#define TORSOR_MODULE_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TORSOR_MODULE_VERSION 2

typedef struct torsor_reader torsor_reader;     /* the card at hand */
typedef struct torsor_node torsor_node;         /* a structural node */
typedef struct torsor_dof torsor_dof;           /* a degree of freedom of any node */
typedef struct torsor_drive torsor_drive;       /* a drive */
typedef struct torsor_law torsor_law;           /* a constitutive law inside an element */
typedef struct torsor_function torsor_function; /* a scalar function */
typedef struct torsor_record torsor_record;     /* a row of output */
typedef struct torsor_canvas torsor_canvas;     /* what an element looks like */
typedef struct torsor_inside torsor_inside;     /* of the solver */

/* --- the state ---------------------------------------------------------------------------------------------------- */

typedef enum {
    TORSOR_INPUT,    /* nothing solved yet */
    TORSOR_ASSEMBLY, /* initial assembly */
    TORSOR_DERIVATIVES,
    TORSOR_DUMMY, /* dummy steps */
    TORSOR_STEP,
} torsor_phase;

/* Newton corrects the derivative y' of a differential unknown, and y moves along by dvalue / drate. The column of the
 * Jacobian of such an unknown is dvalue d/dy + drate d/dy', that of an algebraic one d/dy. */
typedef struct {
    double time, time_step;
    int step;
    torsor_phase phase;
    double dvalue, drate;
    const void *memory; /* of the instance, as of the last accepted step */
    const torsor_inside *inside;
} torsor_instant;

/* Motion of a node in global axes; R row by row. Along the columns of the node, in the order positions, rotations:
 * dx = dvalue, dv = drate; R turns by the spin dvalue, dw = drate - dvalue w_ref x. Of a node without orientation R is
 * the unit matrix, and it has three columns. */
typedef struct {
    double x[3], v[3], R[9], w[3], w_ref[3];
} torsor_motion;

/* --- elements ----------------------------------------------------------------------------------------------------- */

/* What an internal unknown and its row are. */
typedef enum {
    TORSOR_CONSTRAINT,          /* multiplier of a constraint on positions, phi(x, t) = 0, which is its row */
    TORSOR_VELOCITY_CONSTRAINT, /* multiplier of a constraint on velocities, psi(v, x, t) = 0 */
    TORSOR_ALGEBRAIC,           /* another algebraic unknown */
    TORSOR_DIFFERENTIAL,        /* a state with a derivative */
} torsor_internal_kind;

/* Where eval writes; zeroed beforehand. J has ld numbers in a row; NULL: rows alone are wanted. */
typedef struct {
    double *r, *J;
    int ld;
} torsor_rows;

enum {
    TORSOR_BY_DIFFERENCES = 1, /* the solver finds the derivatives by central differences: J is never asked for */
    TORSOR_DEFORMABLE = 2,     /* takes part in the initial assembly where deformable elements do */
    TORSOR_NOT_ASSEMBLED = 4,  /* takes no part in the initial assembly; since version 2 */
};

/* n internal unknowns and their equations in words, as the `print` card lists them. */
typedef struct {
    int n;
    const char *unknowns, *equations;
} torsor_internal_words;

/* Rows of nodes hold what the element puts ON the node: force and moment about the node in global axes, flow, current.
 * Internal rows are its internal equations. The functions after eval may be NULL: nothing to do. */
typedef struct {
    const char *keyword; /* user defined: LABEL, KEYWORD, ... */
    const char *grammar; /* the card, shown after a mistake in it */
    const char *summary; /* one sentence */
    unsigned flags;
    size_t size; /* bytes of self, zeroed */
    void (*read)(torsor_reader *reader, void *self);
    void (*eval)(const void *self, const torsor_instant *instant, torsor_rows *out);
    void (*rate)(const void *self, const torsor_instant *instant, double *internal_t); /* partial derivatives in time */
    void (*initial)(const void *self, const torsor_instant *instant, double *y,
                    double *yp); /* internal unknowns at the start */
    size_t memory;               /* bytes of it, zeroed */
    void (*begin)(const void *self, void *memory);
    int (*valid)(const void *self, const void *memory); /* whether memory from a restart file can be used */
    void (*start)(const void *self, const torsor_instant *instant, void *memory);   /* the initial state is known */
    void (*predict)(const void *self, const torsor_instant *instant, void *memory); /* a step begins */
    void (*accept)(const void *self, const torsor_instant *instant, void *memory);  /* a step has converged */
    void (*output)(const void *self, const torsor_instant *instant, torsor_record *out);
    const char *const *private_names;                                                    /* ends with NULL */
    double (*private_value)(const void *self, const torsor_instant *instant, int index); /* 0, 1, ... */
    const char *const *internal_names; /* of internal unknowns, for messages; as many as there are */
    void (*draw)(const void *self, torsor_canvas *canvas);
    /* Since version 2. Lists end with n = 0; NULL: internal_names are listed. */
    const torsor_internal_words *internal_words;
    const torsor_internal_words *assembly_words; /* what follows them in the initial assembly: rates of constraints */
} torsor_element_type;

/* --- the other kinds ---------------------------------------------------------------------------------------------- */

/* Stress from strain and strain rate, dim numbers each. The derivatives are zeroed, row by row: d stress[i] / d
 * strain[j] at i * dim + j. */
typedef struct {
    double *stress, *by_strain, *by_rate;
} torsor_stress;

typedef struct {
    const char *keyword, *grammar, *summary;
    unsigned flags; /* TORSOR_BY_DIFFERENCES: eval writes the stress alone */
    unsigned dims;  /* sum of 1 << dimension, of 1, 3, 6 */
    int uses_rate;  /* 0: elastic */
    size_t size;
    void (*read)(torsor_reader *reader, void *self, int dim);
    void (*eval)(const void *self, const torsor_instant *instant, int dim, const double *strain, const double *rate,
                 torsor_stress *out);
    size_t memory;
    void (*begin)(const void *self, void *memory);
    int (*valid)(const void *self, const void *memory);
    void (*predict)(const void *self, const torsor_instant *instant, int dim, const double *strain, const double *rate,
                    void *memory);
    void (*accept)(const void *self, const torsor_instant *instant, int dim, const double *strain, const double *rate,
                   void *memory);
} torsor_law_type;

/* A number that changes with its argument, by default the time. */
typedef struct {
    const char *keyword, *grammar, *summary;
    size_t size;
    void (*read)(torsor_reader *reader, void *self);
    double (*value)(const void *self, const torsor_instant *instant, double x);
    double (*derivative)(const void *self, const torsor_instant *instant, double x); /* NULL: it has none */
    size_t memory;
    void (*begin)(const void *self, void *memory);
    int (*valid)(const void *self, const void *memory);
    void (*accept)(const void *self, const torsor_instant *instant, void *memory);
} torsor_drive_type;

/* A function of one number: its value (order 0), first or second derivative. Outside its domain it says why. */
typedef struct {
    const char *keyword, *grammar, *summary;
    size_t size;
    void (*read)(torsor_reader *reader, void *self);
    double (*eval)(const void *self, double x, int order, const char **why);
} torsor_function_type;

/* The velocity that it adds to the air at x, global axes, and its gradient, row by row: d v[i] / d x[j]. */
typedef struct {
    const char *keyword, *grammar, *summary;
    unsigned flags; /* TORSOR_BY_DIFFERENCES: gradient is never asked for */
    size_t size;
    void (*read)(torsor_reader *reader, void *self);
    void (*velocity)(const void *self, const torsor_instant *instant, const double x[3], double v[3], double *gradient);
} torsor_gust_type;

/* --- what the solver offers --------------------------------------------------------------------------------------- */

typedef enum {
    TORSOR_NUMBER, /* without a dimension */
    TORSOR_LENGTH,
    TORSOR_VELOCITY,
    TORSOR_FORCE,
    TORSOR_MOMENT,
    TORSOR_ANGLE,
    TORSOR_ANGULAR_VELOCITY,
    TORSOR_ENERGY,
    TORSOR_ACCELERATION, /* since version 2 */
} torsor_unit;

/* Reading. Errors are sticky: after the first one in a card every function returns zero and is silent, so read needs no
 * `if`. `what` names the argument in messages. Pointers that are returned are NULL after an error, and live as long as
 * the model. */
typedef struct {
    unsigned version;
    double (*read_real)(torsor_reader *reader, const char *what);
    double (*read_positive)(torsor_reader *reader, const char *what);
    int (*read_integer)(torsor_reader *reader, int low, int high, const char *what);
    int (*read_bool)(torsor_reader *reader, const char *what);
    const char *(*read_string)(torsor_reader *reader, const char *what);
    const char *(*read_file_name)(torsor_reader *reader, const char *what); /* relative to the deck */
    int (*read_keyword)(torsor_reader *reader, const char *word);           /* takes the word if it stands there */
    int (*read_choice)(torsor_reader *reader, const char *const *words, const char *what); /* words end with NULL */
    int (*read_more)(torsor_reader *reader); /* another argument follows */
    void (*read_vec3)(torsor_reader *reader, double v[3], const char *what);
    void (*read_mat3)(torsor_reader *reader, double m[9], const char *what);
    void (*read_position)(torsor_reader *reader, const torsor_node *node, double v[3],
                          const char *what); /* in its frame */
    void (*read_orientation)(torsor_reader *reader, const torsor_node *node, double m[9], const char *what);
    const torsor_node *(*read_node)(torsor_reader *reader, const char *what);  /* structural, with orientation */
    const torsor_node *(*read_point)(torsor_reader *reader, const char *what); /* structural, with or without */
    const torsor_dof *(*read_dof)(torsor_reader *reader, const char *what);    /* LABEL, TYPE [, INDEX], ... */
    const torsor_drive *(*read_drive)(torsor_reader *reader, const char *what);
    const torsor_law *(*read_law)(torsor_reader *reader, int dim, const char *what); /* by elements alone */
    const torsor_function *(*read_function)(torsor_reader *reader, const char *what);
    void *(*allocate)(torsor_reader *reader, size_t bytes); /* zeroed; lives as long as the model */
    void (*error)(torsor_reader *reader, const char *text); /* at the argument read last */
    int (*ok)(const torsor_reader *reader);                 /* no error in this card so far */
    /* What an element touches, in its read: rows and columns in the order of the calls. Each gives the first local
     * index. own: once; kinds may be NULL, constraints all. uncoupled: that block of J is always zero. */
    int (*touch_node)(torsor_reader *reader, const torsor_node *node);     /* 6, or 3 without orientation */
    int (*touch_momentum)(torsor_reader *reader, const torsor_node *node); /* -1: the node has none */
    int (*touch_dof)(torsor_reader *reader, const torsor_dof *dof);
    int (*internal)(torsor_reader *reader, int n, const torsor_internal_kind *kinds);
    void (*uncoupled)(torsor_reader *reader, int row, int n_rows, int column, int n_columns);
    /* Asking the state. */
    void (*motion)(const torsor_instant *instant, const torsor_node *node, torsor_motion *to);
    double (*dof_value)(const torsor_instant *instant, const torsor_dof *dof);
    double (*dof_weight)(const torsor_instant *instant, const torsor_dof *dof); /* d value / d column */
    double (*internal_value)(const torsor_instant *instant, int i);
    double (*internal_rate)(const torsor_instant *instant, int i);
    double (*drive_value)(const torsor_instant *instant, const torsor_drive *drive);
    double (*drive_derivative)(const torsor_instant *instant, const torsor_drive *drive); /* in time */
    void (*law)(const torsor_instant *instant, const torsor_law *law, const double *strain, const double *rate,
                torsor_stress *out);
    void (*law_predict)(const torsor_instant *instant, const torsor_law *law, const double *strain, const double *rate);
    void (*law_accept)(const torsor_instant *instant, const torsor_law *law, const double *strain, const double *rate);
    double (*function)(const torsor_instant *instant, const torsor_function *function, double x, int order);
    void (*fail)(const torsor_instant *instant, const char *text); /* the state makes no sense: the step is given up */
    /* Output: n numbers (1, 3 or 9) under a name. */
    void (*put)(torsor_record *out, const char *name, torsor_unit unit, const char *words, int n, const double *v);
    /* Drawing: points are fixed to nodes (NULL: to the ground). arrow: the vector is the named output. */
    void (*line)(torsor_canvas *canvas, int n, const torsor_node *const *nodes, const double (*at)[3]);
    void (*spring)(torsor_canvas *canvas, const torsor_node *const nodes[2], const double at[2][3]);
    void (*mark)(torsor_canvas *canvas, const torsor_node *node, const double at[3]);
    void (*arrow)(torsor_canvas *canvas, const torsor_node *node, const double at[3], const char *output);
    /* Since version 2. An inequality: row `row` of eval, which holds g with its derivatives, becomes the equation of
     * 0 <= y, 0 <= g, y g = 0. y is an own algebraic unknown, `column` its local index. The nonlinear solver chooses
     * the form of the equation. */
    void (*complement)(const torsor_instant *instant, torsor_rows *out, int row, int column, double y);
} torsor_host;

/* --- the module --------------------------------------------------------------------------------------------------- */

/* Lists end with NULL; NULL: none of the kind. */
typedef struct {
    unsigned version; /* TORSOR_MODULE_VERSION */
    const char *name;
    const torsor_element_type *const *elements;
    const torsor_law_type *const *laws;
    const torsor_drive_type *const *drives;
    const torsor_function_type *const *functions;
    const torsor_gust_type *const *gusts;
} torsor_module;

#if defined(__GNUC__)
#define TORSOR_EXPORT __attribute__((visibility("default")))
#else
#define TORSOR_EXPORT
#endif

/* NULL: it cannot work with this solver. */
TORSOR_EXPORT const torsor_module *torsor_module_open(const torsor_host *host);

/* TORSOR_MODULE("name", .elements = MY_ELEMENTS, ...) stands once in the object, after `static const torsor_host
 * *torsor;`, through which it calls the functions above. */
#define TORSOR_MODULE(title, ...)                                                                           \
    const torsor_module *torsor_module_open(const torsor_host *host)                                        \
    {                                                                                                       \
        static const torsor_module MODULE = {.version = TORSOR_MODULE_VERSION, .name = title, __VA_ARGS__}; \
        torsor = host;                                                                                      \
        return &MODULE;                                                                                     \
    }

#ifdef __cplusplus
}
#endif
#endif
