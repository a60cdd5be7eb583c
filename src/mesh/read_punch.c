/* read_punch.c - NASTRAN punch files: real eigenvectors by points (SORT1).
 *
 *     $EIGENVECTOR                                                                 1
 *     $REAL OUTPUT                                                                 2
 *     $EIGENVALUE =  0.1234567E+04  MODE =     1                                   3
 *              7       G      1.000000E+00      0.000000E+00      0.000000E+00     4
 *     -CONT-                  0.000000E+00      0.000000E+00      0.000000E+00     5
 *
 * Columns 73 to 80 contain line numbers. Other results are reported and skipped. */
#include "mesh/diag_rows.h"
#include "mesh/modes.h"

enum { WIDTH = 72, MOST_WORDS = 6 };

typedef struct {
    modes *modes;
    scanner scanner;
    bool is_vector, is_real; /* kind of the current lines */
    int mode;                /* 0: none */
    span point;              /* point whose rotations follow */
    bool has_scalars;        /* scalar points, which have no position, were found and reported */
    double v[6];
} punch;

/* Reads the value after the equals sign, then MODE = number. */
static void eigenvalue(punch *punch, span line)
{
    span rest = line, amount, number = {0};
    unsigned mode;
    double v;
    span_field(&punch->scanner, &rest, '=', &amount);
    span_field(&punch->scanner, &rest, '=', &amount);
    span_field(&punch->scanner, &rest, '=', &number);
    span word[MOST_WORDS];
    punch->mode = 0;
    if (span_words(&punch->scanner, amount, word, MOST_WORDS) < 1 || !span_real(&punch->scanner, word[0], &v) ||
        !span_label(&punch->scanner, number, &mode))
        return;
    if (mode > INT32_MAX) {
        diag_report(punch->modes->errors, E_MESH_NUMBER, number.location, number.n, number.start, "mode");
        return;
    }
    punch->mode = (int)mode;
    modes_mode *one = modes_mode_of(punch->modes, punch->mode, line.location);
    if (!one->has_stiffness)
        one->stiffness = v, one->has_stiffness = true;
}

static void read_punch_head(punch *punch, span line)
{
    static const char *const PLAIN[] = {"$TITLE", "$SUBTITLE", "$LABEL", "$SUBCASE", "$RANDOM", "$SEID"};
    for (int i = 0; i < ARRAY_LEN(PLAIN); i++)
        if (span_begins(line, PLAIN[i]))
            return;
    if (span_begins(line, "$EIGENVALUE")) {
        eigenvalue(punch, line);
    } else if (span_begins(line, "$EIGENVECTOR")) {
        punch->is_vector = true, punch->is_real = true, punch->mode = 0;
    } else if (span_begins(line, "$REAL OUTPUT")) {
        punch->is_real = true;
    } else if (span_begins(line, "$REAL-IMAG") || span_begins(line, "$MAGNITUDE") || span_begins(line, "$POINT ID")) {
        punch->is_real = false;
        if (punch->is_vector)
            diag_report(punch->modes->errors, E_MESH_NOT_TAKEN, line.location,
                        "only real modes sorted by mode are supported: DISPLACEMENT(PUNCH,SORT1,REAL)");
    } else {
        punch->is_vector = false;
        diag_report(punch->modes->errors, W_MESH_LEFT_OUT, line.location, line.n, line.start);
    }
}

static bool read_punch_three(const punch *punch, const span *word, double *to)
{
    return span_real(&punch->scanner, word[0], to) && span_real(&punch->scanner, word[1], to + 1) &&
           span_real(&punch->scanner, word[2], to + 2);
}

static void point(punch *punch, span line)
{
    span word[MOST_WORDS];
    const int n = span_words(&punch->scanner, line, word, MOST_WORDS);
    if (n == 4 && span_is(word[0], "-CONT-") && punch->point.n > 0) {
        if (read_punch_three(punch, word + 1, punch->v + 3) &&
            !modes_put(punch->modes, punch->mode, punch->point.start, (size_t)punch->point.n, punch->v,
                       punch->point.location))
            diag_report(punch->modes->errors, E_MESH_VALUE, punch->point.location,
                        "the point occurs twice in this mode");
        punch->point = (span){0};
    } else if (n == 5 && span_is(word[1], "G") && punch->point.n == 0 && punch->mode > 0) {
        punch->point = read_punch_three(punch, word + 2, punch->v) ? word[0] : (span){0};
    } else if (n >= 3 && span_is(word[1], "S")) {
        if (!punch->has_scalars)
            diag_report(punch->modes->errors, W_MESH_LEFT_OUT, line.location, line.n, line.start);
        punch->has_scalars = true;
    } else {
        diag_report(punch->modes->errors, E_MESH_FORMAT, line.location,
                    "expected POINT G and three numbers, then -CONT- and three numbers");
        punch->point = (span){0};
    }
}

void read_punch(modes *modes, const source *file)
{
    punch punch = {.modes = modes, .scanner = scan_file(modes->errors, modes->texts, file)};
    span line;
    while (!diag_full(modes->errors) && scan_line(&punch.scanner, &line)) {
        line = span_trim(&punch.scanner,
                         span_of(&punch.scanner, line.start, line.start + (line.n < WIDTH ? line.n : WIDTH)));
        if (line.n == 0)
            continue;
        if (*line.start == '$')
            read_punch_head(&punch, line);
        else if (punch.is_vector && punch.is_real)
            point(&punch, line);
    }
}
