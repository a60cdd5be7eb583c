/* tools.h - part of torsor.h: small tools for decks and results. Texts are freed with torsor_free. */
#ifndef TORSOR_TOOLS_H
#define TORSOR_TOOLS_H
#include "torsor/torsor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Evaluates statements of the input language, separated by semicolons, and returns a line with the value of each. Of
 * the options, definitions, environment, sandbox and messages are used; NULL: none. Returns NULL after messages. */
TORSOR_PUBLIC char *torsor_calculate(const char *statements, const torsor_options *options, torsor_status *status);

/* Descriptions of an orientation. Angles of Euler's sequences are in degrees, the rotation vector in radians, a matrix
 * has its rows one after the other, a quaternion has its scalar first. */
typedef enum {
    TORSOR_EULER123,
    TORSOR_EULER313,
    TORSOR_EULER321,
    TORSOR_ROTATION_VECTOR,
    TORSOR_ROTATION_MATRIX,
    TORSOR_QUATERNION
} torsor_orientation;
TORSOR_PUBLIC int torsor_orientation_size(torsor_orientation kind); /* count of numbers; 0: there is no such kind */
/* Returns TORSOR_ERROR if the numbers are not finite, a matrix is not orthogonal or a quaternion is zero. */
TORSOR_PUBLIC torsor_status torsor_convert_orientation(torsor_orientation from, const double *numbers,
                                                       torsor_orientation to, double *result);

/* Motion of structural nodes relative to one of them, from a .mov file; returns the rows of a .mov file. */
typedef struct {
    size_t size;                      /* sizeof(torsor_relative_options) */
    const char *result;               /* NAME.mov */
    unsigned node;                    /* label of the reference node */
    bool axes_only;                   /* velocities are absolute, in the axes of the reference node */
    torsor_orientation input, output; /* descriptions of orientations in the file and in the result; no quaternions */
    int digits;                       /* of the numbers; 0: 6 */
    bool sandbox;                     /* the file must be a regular one */
    void (*message)(void *context, const torsor_message *message);
    void *message_context;
} torsor_relative_options;
TORSOR_PUBLIC char *torsor_relative(const torsor_relative_options *options, torsor_status *status);

/* Airfoil data (card `c81 data`): coefficients, conversion, and interpolation between airfoils. */
typedef struct {
    size_t size;              /* sizeof(torsor_c81_options) */
    const char *const *files; /* one; or several with positions, which must have the same points */
    int n_files;
    const double *positions; /* of the files, increasing; the airfoil at the position `at` is interpolated */
    double at;
    bool free_format, nrel; /* formats of the files; otherwise traditional, or free if the heading begins with # */
    bool flip;              /* the airfoil is upside down */
    double tolerance;       /* of the linear part of the lift; 0: 1e-6 */
    bool convert;           /* return the data as a file, in free format, or in the traditional one */
    bool traditional;
    const double *alpha, *mach; /* otherwise return a table of coefficients at these, in degrees; none: a summary */
    int n_alpha, n_mach;
    bool sandbox; /* the files must be regular ones below the working directory */
    void (*message)(void *context, const torsor_message *message);
    void *message_context;
} torsor_c81_options;
TORSOR_PUBLIC char *torsor_c81(const torsor_c81_options *options, torsor_status *status);

/* The matrix of `external structural mapping`, by moving least squares. Zero or NULL: as the echo file says. */
typedef struct {
    size_t size;                  /* sizeof(torsor_mapping_options) */
    const char *points, *surface; /* echo file of the element; points of the peer */
    int order, points_each;       /* of the polynomials, 1 to 3; number of points that each point of the peer follows */
    bool has_weight;              /* whether `weight` is set: continuity of the weights, -2 to 6, or infinite */
    double weight;
    bool sandbox; /* the echo file is not trusted: it may name only regular files of its folder */
    void (*message)(void *context, const torsor_message *message);
    void *message_context;
} torsor_mapping_options;
typedef struct {
    char *matrix; /* file of the matrix: ROW COLUMN VALUE */
    char *report; /* what the matrix reproduces */
    char *output; /* path of the file that the echo file names; NULL: none */
} torsor_mapping_result;
/* Returns TORSOR_OK, or a status and an empty result after messages. Each text is freed with torsor_free. */
TORSOR_PUBLIC torsor_status torsor_mapping(const torsor_mapping_options *options, torsor_mapping_result *result);

#ifdef __cplusplus
}
#endif
#endif
