/* read_punch.c - punch files of NASTRAN: eigenvectors, a point after the other (SORT1), real.
 *
 *     $EIGENVECTOR                                                                 1
 *     $REAL OUTPUT                                                                 2
 *     $EIGENVALUE =  0.1234567E+04  MODE =     1                                   3
 *              7       G      1.000000E+00      0.000000E+00      0.000000E+00     4
 *     -CONT-                  0.000000E+00      0.000000E+00      0.000000E+00     5
 *
 * Columns 73 to 80 count the lines. Other results are told and left out. */
#include "mesh/diag_rows.h"
#include "mesh/modes.h"

enum { WIDTH = 72, MOST_WORDS = 6 };

typedef struct {
    modes *m;
    scanner s;
    bool is_vector, is_real; /* what the lines are */
    int mode;                /* 0: none */
    span point;              /* whose rotations come next */
    bool has_scalars;        /* points without a place, which was told */
    double v[6];
} punch;

/* Behind the equals sign: the value; then MODE = number. */
static void eigenvalue(punch *p, span line)
{
    span rest = line, amount, number = {0};
    unsigned mode;
    double v;
    span_field(&p->s, &rest, '=', &amount);
    span_field(&p->s, &rest, '=', &amount);
    span_field(&p->s, &rest, '=', &number);
    span word[MOST_WORDS];
    p->mode = 0;
    if (span_words(&p->s, amount, word, MOST_WORDS) < 1 || !span_real(&p->s, word[0], &v) ||
        !span_label(&p->s, number, &mode))
        return;
    if (mode > INT32_MAX) {
        diag_report(p->m->errors, E_MESH_NUMBER, number.where, number.n, number.start, "mode");
        return;
    }
    p->mode = (int)mode;
    modes_mode *one = modes_mode_of(p->m, p->mode, line.where);
    if (!one->has_stiffness)
        one->stiffness = v, one->has_stiffness = true;
}

static void read_punch_head(punch *p, span line)
{
    static const char *const PLAIN[] = {"$TITLE", "$SUBTITLE", "$LABEL", "$SUBCASE", "$RANDOM", "$SEID"};
    for (int i = 0; i < ARRAY_LEN(PLAIN); i++)
        if (span_begins(line, PLAIN[i]))
            return;
    if (span_begins(line, "$EIGENVALUE")) {
        eigenvalue(p, line);
    } else if (span_begins(line, "$EIGENVECTOR")) {
        p->is_vector = true, p->is_real = true, p->mode = 0;
    } else if (span_begins(line, "$REAL OUTPUT")) {
        p->is_real = true;
    } else if (span_begins(line, "$REAL-IMAG") || span_begins(line, "$MAGNITUDE") || span_begins(line, "$POINT ID")) {
        p->is_real = false;
        if (p->is_vector)
            diag_report(p->m->errors, E_MESH_NOT_TAKEN, line.where,
                        "only real modes, a point after the other, are taken over: DISPLACEMENT(PUNCH,SORT1,REAL)");
    } else {
        p->is_vector = false;
        diag_report(p->m->errors, W_MESH_LEFT_OUT, line.where, line.n, line.start);
    }
}

static bool read_punch_three(const punch *p, const span *word, double *to)
{
    return span_real(&p->s, word[0], to) && span_real(&p->s, word[1], to + 1) && span_real(&p->s, word[2], to + 2);
}

static void point(punch *p, span line)
{
    span word[MOST_WORDS];
    const int n = span_words(&p->s, line, word, MOST_WORDS);
    if (n == 4 && span_is(word[0], "-CONT-") && p->point.n > 0) {
        if (read_punch_three(p, word + 1, p->v + 3) &&
            !modes_put(p->m, p->mode, p->point.start, (size_t)p->point.n, p->v, p->point.where))
            diag_report(p->m->errors, E_MESH_VALUE, p->point.where, "the point is there a second time in this mode");
        p->point = (span){0};
    } else if (n == 5 && span_is(word[1], "G") && p->point.n == 0 && p->mode > 0) {
        p->point = read_punch_three(p, word + 2, p->v) ? word[0] : (span){0};
    } else if (n >= 3 && span_is(word[1], "S")) {
        if (!p->has_scalars)
            diag_report(p->m->errors, W_MESH_LEFT_OUT, line.where, line.n, line.start);
        p->has_scalars = true;
    } else {
        diag_report(p->m->errors, E_MESH_FORMAT, line.where,
                    "a row of an eigenvector is POINT G and three numbers, then -CONT- and three numbers");
        p->point = (span){0};
    }
}

void read_punch(modes *m, const source *file)
{
    punch p = {.m = m, .s = scan_file(m->errors, m->texts, file)};
    span line;
    while (!diag_full(m->errors) && scan_line(&p.s, &line)) {
        line = span_trim(&p.s, span_of(&p.s, line.start, line.start + (line.n < WIDTH ? line.n : WIDTH)));
        if (line.n == 0)
            continue;
        if (*line.start == '$')
            read_punch_head(&p, line);
        else if (p.is_vector && p.is_real)
            point(&p, line);
    }
}
