/* module.h - modules of users: elements, laws, drives, functions and gusts in a shared object.
 *
 *     module load: "PATH/name.so";
 *
 * The object exports one function, torsor_module_open. It receives the functions of the solver and returns the table
 * of the types that the module provides; TORSOR_MODULE defines it. A type is a table of functions. `self` is the
 * data that an instance has read. It is constant after reading, since any number of analyses may use it at the same
 * time, each in its own thread. Data that change from step to step are in the memory of the instance: plain data
 * without pointers, which the solver allocates and copies.
 *
 * This header needs no other and is stable: a solver accepts modules of its version and of earlier ones, and later
 * versions only append to the tables. See docs/writing-a-module.md, and module_jet.h for numbers with derivatives. */
#ifndef TORSOR_MODULE_H
#define TORSOR_MODULE_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TORSOR_MODULE_VERSION 3

typedef struct torsor_reader torsor_reader;     /* the current card */
typedef struct torsor_node torsor_node;         /* a structural node */
typedef struct torsor_dof torsor_dof;           /* a degree of freedom of any node */
typedef struct torsor_drive torsor_drive;       /* a drive */
typedef struct torsor_law torsor_law;           /* a constitutive law inside an element */
typedef struct torsor_function torsor_function; /* a scalar function */
typedef struct torsor_record torsor_record;     /* a row of output */
typedef struct torsor_canvas torsor_canvas;     /* the drawing of an element */
typedef struct torsor_inside torsor_inside;     /* private to the solver */

/* --- the state ---------------------------------------------------------------------------------------------------- */

typedef enum {
    TORSOR_INPUT,    /* nothing solved yet */
    TORSOR_ASSEMBLY, /* initial assembly */
    TORSOR_DERIVATIVES,
    TORSOR_DUMMY, /* dummy steps */
    TORSOR_STEP,
} torsor_phase;

/* Newton's method corrects the derivative y' of a differential unknown, and y changes by dvalue / drate times as much.
 * The column of the Jacobian of such an unknown is dvalue d/dy + drate d/dy', that of an algebraic unknown is d/dy. */
typedef struct {
    double time, time_step;
    int step;
    torsor_phase phase;
    double dvalue, drate;
    const void *memory; /* memory of the instance at the last accepted step */
    const torsor_inside *inside;
} torsor_instant;

/* Motion of a node in global axes; R is stored by rows. The derivatives along the columns of the node, positions before
 * rotations, are: dx = dvalue, dv = drate; R rotates by the spin dvalue; dw = drate + dvalue w_theta. For a node
 * without orientation R is the unit matrix, and it has three columns. */
typedef struct {
    double x[3], v[3], R[9], w[3], w_theta[9];
} torsor_motion;

/* --- elements ----------------------------------------------------------------------------------------------------- */

/* Kind of an internal unknown and its row. */
typedef enum {
    TORSOR_CONSTRAINT,          /* multiplier of a constraint on positions, phi(x, t) = 0, which is its row */
    TORSOR_VELOCITY_CONSTRAINT, /* multiplier of a constraint on velocities, psi(v, x, t) = 0 */
    TORSOR_ALGEBRAIC,           /* another algebraic unknown */
    TORSOR_DIFFERENTIAL,        /* a state with a derivative */
} torsor_internal_kind;

/* Output of eval, set to zero before. J has ld numbers in a row; it is NULL if only the rows are required. */
typedef struct {
    double *r, *J;
    int ld;
} torsor_rows;

enum {
    TORSOR_BY_DIFFERENCES = 1, /* the solver computes the derivatives by central differences; J is always NULL */
    TORSOR_DEFORMABLE = 2,     /* participates in the initial assembly if deformable elements do */
    TORSOR_NOT_ASSEMBLED = 4,  /* does not participate in the initial assembly; since version 2 */
};

/* Descriptions of n internal unknowns and their equations, listed by the `print` card. */
typedef struct {
    int n;
    const char *unknowns, *equations;
} torsor_internal_words;

/* Rows of nodes contain the load that the element exerts ON the node: force and moment about the node in global axes,
 * flow, current. Internal rows are its internal equations. The functions after eval may be NULL if there is nothing to
 * do. */
typedef struct {
    const char *keyword; /* user defined: LABEL, KEYWORD, ... */
    const char *grammar; /* syntax of the card, shown after an error in it */
    const char *summary; /* one sentence */
    unsigned flags;
    size_t size; /* bytes of self, initially zero */
    void (*read)(torsor_reader *reader, void *self);
    void (*eval)(const void *self, const torsor_instant *instant, torsor_rows *out);
    /* Partial derivatives with respect to time. */
    void (*rate)(const void *self, const torsor_instant *instant, double *internal_t);
    /* Initial internal unknowns. */
    void (*initial)(const void *self, const torsor_instant *instant, double *y, double *yp);
    size_t memory; /* bytes of memory, initially zero */
    void (*begin)(const void *self, void *memory);
    int (*valid)(const void *self, const void *memory); /* 0 if memory from a restart file is unusable */
    void (*start)(const void *self, const torsor_instant *instant, void *memory); /* once the initial state is known */
    void (*predict)(const void *self, const torsor_instant *instant, void *memory); /* at the beginning of a step */
    void (*accept)(const void *self, const torsor_instant *instant, void *memory);  /* when a step has converged */
    void (*output)(const void *self, const torsor_instant *instant, torsor_record *out);
    const char *const *private_names;                                                    /* NULL-terminated */
    double (*private_value)(const void *self, const torsor_instant *instant, int index); /* 0, 1, ... */
    const char *const *internal_names; /* names of the internal unknowns for messages, one for each */
    void (*draw)(const void *self, torsor_canvas *canvas);
    /* Since version 2. Lists end with n = 0; if NULL, internal_names are listed. */
    const torsor_internal_words *internal_words;
    const torsor_internal_words *assembly_words; /* further unknowns in the initial assembly: rates of constraints */
} torsor_element_type;

/* --- laws, drives, functions and gusts ---------------------------------------------------------------------------- */

/* Stress from strain and strain rate, dim numbers each. The matrices of derivatives are set to zero before and are
 * stored by rows: d stress[i] / d strain[j] is at i * dim + j. */
typedef struct {
    double *stress, *by_strain, *by_rate;
} torsor_stress;

typedef struct {
    const char *keyword, *grammar, *summary;
    unsigned flags; /* TORSOR_BY_DIFFERENCES: eval writes only the stress */
    unsigned dims;  /* sum of 1 << dimension over the dimensions 1, 3, 6 */
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

/* A number that depends on an argument, by default the time. */
typedef struct {
    const char *keyword, *grammar, *summary;
    size_t size;
    void (*read)(torsor_reader *reader, void *self);
    double (*value)(const void *self, const torsor_instant *instant, double x);
    double (*derivative)(const void *self, const torsor_instant *instant, double x); /* NULL: not available */
    size_t memory;
    void (*begin)(const void *self, void *memory);
    int (*valid)(const void *self, const void *memory);
    void (*accept)(const void *self, const torsor_instant *instant, void *memory);
} torsor_drive_type;

/* A function of one number: its value (order 0), first or second derivative. Outside its domain it reports an error. */
typedef struct {
    const char *keyword, *grammar, *summary;
    size_t size;
    void (*read)(torsor_reader *reader, void *self);
    double (*eval)(const void *self, double x, int order, const char **why);
} torsor_function_type;

/* The velocity that it adds to the air at x in global axes, and its gradient by rows: d v[i] / d x[j]. */
typedef struct {
    const char *keyword, *grammar, *summary;
    unsigned flags; /* TORSOR_BY_DIFFERENCES: gradient is always NULL */
    size_t size;
    void (*read)(torsor_reader *reader, void *self);
    void (*velocity)(const void *self, const torsor_instant *instant, const double x[3], double v[3], double *gradient);
} torsor_gust_type;

/* A function of expressions, NAMESPACE::NAME(X, ...), that depends only on its arguments; since version 3. It may be
 * called from any thread. `why`: set to a constant text if the arguments are outside its domain. */
typedef struct {
    const char *name_space, *name, *summary; /* name_space NULL: the name of the module */
    int least, most;                         /* number of arguments, at most 16 */
    double (*value)(const double *x, int n, const char **why);
    double (*derivative)(const double *x, int n, int which); /* with respect to x[which]; NULL: by differences */
} torsor_expression_type;

/* --- functions of the solver -------------------------------------------------------------------------------------- */

typedef enum {
    TORSOR_NUMBER, /* dimensionless */
    TORSOR_LENGTH,
    TORSOR_VELOCITY,
    TORSOR_FORCE,
    TORSOR_MOMENT,
    TORSOR_ANGLE,
    TORSOR_ANGULAR_VELOCITY,
    TORSOR_ENERGY,
    TORSOR_ACCELERATION, /* since version 2 */
} torsor_unit;

/* Reading. Errors are sticky: after the first error in a card every function returns zero and reports nothing, so that
 * read needs no `if`. `what` names the argument in messages. Returned pointers are NULL after an error, and remain
 * valid as long as the model. */
typedef struct {
    unsigned version;
    double (*read_real)(torsor_reader *reader, const char *what);
    double (*read_positive)(torsor_reader *reader, const char *what);
    int (*read_integer)(torsor_reader *reader, int low, int high, const char *what);
    int (*read_bool)(torsor_reader *reader, const char *what);
    const char *(*read_string)(torsor_reader *reader, const char *what);
    const char *(*read_file_name)(torsor_reader *reader, const char *what); /* relative to the deck */
    int (*read_keyword)(torsor_reader *reader, const char *word);           /* reads the word if it is next */
    /* words are NULL-terminated. */
    int (*read_choice)(torsor_reader *reader, const char *const *words, const char *what);
    int (*read_more)(torsor_reader *reader); /* whether another argument follows */
    void (*read_vec3)(torsor_reader *reader, double v[3], const char *what);
    void (*read_mat3)(torsor_reader *reader, double m[9], const char *what);
    /* In the frame of the node. */
    void (*read_position)(torsor_reader *reader, const torsor_node *node, double v[3], const char *what);
    void (*read_orientation)(torsor_reader *reader, const torsor_node *node, double m[9], const char *what);
    const torsor_node *(*read_node)(torsor_reader *reader, const char *what); /* structural, with orientation */
    /* A structural node, with or without orientation. */
    const torsor_node *(*read_point)(torsor_reader *reader, const char *what);
    const torsor_dof *(*read_dof)(torsor_reader *reader, const char *what); /* LABEL, TYPE [, INDEX], ... */
    const torsor_drive *(*read_drive)(torsor_reader *reader, const char *what);
    const torsor_law *(*read_law)(torsor_reader *reader, int dim, const char *what); /* only for elements */
    const torsor_function *(*read_function)(torsor_reader *reader, const char *what);
    void *(*allocate)(torsor_reader *reader, size_t bytes); /* initially zero; valid as long as the model */
    void (*error)(torsor_reader *reader, const char *text); /* at the last argument read */
    int (*ok)(const torsor_reader *reader);                 /* whether this card has had no error so far */
    /* Layout of an element, declared in its read: rows and columns are in the order of the calls. Each function returns
     * the first local index. internal: call once; kinds may be NULL if all are constraints. uncoupled: that block of J
     * is always zero. */
    int (*touch_node)(torsor_reader *reader, const torsor_node *node);     /* 6 indices, or 3 without orientation */
    int (*touch_momentum)(torsor_reader *reader, const torsor_node *node); /* -1: the node has no momentum */
    int (*touch_dof)(torsor_reader *reader, const torsor_dof *dof);
    int (*internal)(torsor_reader *reader, int n, const torsor_internal_kind *kinds);
    void (*uncoupled)(torsor_reader *reader, int row, int n_rows, int column, int n_columns);
    /* Queries of the state. */
    void (*motion_2)(const torsor_instant *instant, const torsor_node *node, void *to); /* of versions 1 and 2 */
    double (*dof_value)(const torsor_instant *instant, const torsor_dof *dof);
    double (*dof_weight)(const torsor_instant *instant, const torsor_dof *dof); /* d value / d column */
    double (*internal_value)(const torsor_instant *instant, int i);
    double (*internal_rate)(const torsor_instant *instant, int i);
    double (*drive_value)(const torsor_instant *instant, const torsor_drive *drive);
    double (*drive_derivative)(const torsor_instant *instant, const torsor_drive *drive); /* with respect to time */
    void (*law)(const torsor_instant *instant, const torsor_law *law, const double *strain, const double *rate,
                torsor_stress *out);
    void (*law_predict)(const torsor_instant *instant, const torsor_law *law, const double *strain, const double *rate);
    void (*law_accept)(const torsor_instant *instant, const torsor_law *law, const double *strain, const double *rate);
    double (*function)(const torsor_instant *instant, const torsor_function *function, double x, int order);
    void (*fail)(const torsor_instant *instant, const char *text); /* the state is invalid: rejects the step */
    /* Output: n numbers (1, 3 or 9) with a name. */
    void (*put)(torsor_record *out, const char *name, torsor_unit unit, const char *words, int n, const double *v);
    /* Drawing: points are fixed to nodes (NULL: to the ground). arrow: the vector is the named output. */
    void (*line)(torsor_canvas *canvas, int n, const torsor_node *const *nodes, const double (*at)[3]);
    void (*spring)(torsor_canvas *canvas, const torsor_node *const nodes[2], const double at[2][3]);
    void (*mark)(torsor_canvas *canvas, const torsor_node *node, const double at[3]);
    void (*arrow)(torsor_canvas *canvas, const torsor_node *node, const double at[3], const char *output);
    /* Since version 2. An inequality: row `row` of eval, g with its derivatives, becomes the equation, in the form that
     * the nonlinear solver chooses, of 0 <= y, 0 <= g, y g = 0. y is internal, algebraic, with local index `column`. */
    void (*complement)(const torsor_instant *instant, torsor_rows *out, int row, int column, double y);
    void (*motion)(const torsor_instant *instant, const torsor_node *node, torsor_motion *to); /* since version 3 */
} torsor_host;

/* --- the module --------------------------------------------------------------------------------------------------- */

/* Lists are NULL-terminated; NULL: none of this kind. */
typedef struct {
    unsigned version; /* TORSOR_MODULE_VERSION */
    const char *name;
    const torsor_element_type *const *elements;
    const torsor_law_type *const *laws;
    const torsor_drive_type *const *drives;
    const torsor_function_type *const *functions;
    const torsor_gust_type *const *gusts;
    const torsor_expression_type *const *expressions; /* since version 3 */
} torsor_module;

#if defined(__GNUC__)
#define TORSOR_EXPORT __attribute__((visibility("default")))
#else
#define TORSOR_EXPORT
#endif

/* Returns NULL if the module cannot work with this solver. */
TORSOR_EXPORT const torsor_module *torsor_module_open(const torsor_host *host);

/* TORSOR_MODULE("name", .elements = MY_ELEMENTS, ...) must appear once in the object, after `static const torsor_host
 * *torsor;`, through which the module calls the functions above. */
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
