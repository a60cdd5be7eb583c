/* relative.c - motion of nodes relative to one of them, from a .mov file (appendix D.2 of the input manual).
 *
 *     R'  = R0' R                    x'  = R0' (x - x0)
 *     w'  = R0' (w - w0)             v'  = R0' (v - v0 - w0 x (x - x0))
 *     wp' = R0' (wp - wp0 - w0 x (w - w0))
 *     a'  = R0' (a - a0 - wp0 x (x - x0) - w0 x w0 x (x - x0) - 2 w0 x (v - v0 - w0 x (x - x0)))
 *
 * or, with axes only, R' and x' as above, and R0' w, R0' v, R0' wp, R0' a. The manual prints the last term of a' with
 * v - v0, which is not the derivative of its v'. Rows up to the first one whose label occurs again are one instant. */
#include "api/diag_rows.h"
#include "api/guard.h"
#include "api/messages.h"
#include "api/options.h"
#include "api/orientation.h"
#include "api/text_out.h"
#include "base/array.h"
#include "mesh/scan.h"

enum { MOST_WORDS = 25 };

static const source_location NOWHERE = {0, 0, 0};

typedef struct {
    unsigned label;
    mat3 R;
    vec3 x, v, w, a, wp;
    bool has_acceleration;
} motion_row;

typedef struct {
    const torsor_relative_options *options;
    diag *errors;
    scanner scanner;
    ARRAY(motion_row) rows; /* of one instant */
    text out;
    bool ok;
} relation;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool row_read(const relation *relation, span line, motion_row *row)
{
    const int n_orientation = torsor_orientation_size(relation->options->input), plain = 10 + n_orientation;
    span words[MOST_WORDS + 1];
    double numbers[MOST_WORDS] = {0};
    const int n = span_words(&relation->scanner, line, words, MOST_WORDS + 1);
    if (n != plain && n != plain + 6) {
        diag_report(relation->errors, E_RELATIVE_COLUMNS, line.location, n, plain, plain + 6);
        return false;
    }
    if (!span_label(&relation->scanner, words[0], &row->label))
        return false;
    for (int i = 1; i < n; i++)
        if (!span_real(&relation->scanner, words[i], &numbers[i - 1]))
            return false;
    if (!orientation_read(relation->options->input, numbers + 3, &row->R)) {
        diag_report(relation->errors, E_RELATIVE_ORIENTATION, line.location);
        return false;
    }
    const double *rest = numbers + 3 + n_orientation;
    row->x = vec3_load(numbers), row->v = vec3_load(rest), row->w = vec3_load(rest + 3);
    row->has_acceleration = n > plain;
    row->a = vec3_load(rest + 6 * row->has_acceleration), row->wp = vec3_load(rest + 9 * row->has_acceleration);
    return true;
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

static motion_row relative_to(const motion_row *base, const motion_row *row)
{
    const vec3 d = vec3_sub(row->x, base->x), w = vec3_sub(row->w, base->w);
    const vec3 v = vec3_sub(vec3_sub(row->v, base->v), vec3_cross(base->w, d));
    vec3 a = vec3_sub(vec3_sub(row->a, base->a), vec3_cross(base->wp, d));
    a = vec3_sub(a, vec3_cross(base->w, vec3_cross(base->w, d)));
    a = vec3_axpy(a, -2.0, vec3_cross(base->w, v));
    const vec3 wp = vec3_sub(vec3_sub(row->wp, base->wp), vec3_cross(base->w, w));
    return (motion_row){.x = d, .v = v, .w = w, .a = a, .wp = wp};
}

static void row_write(relation *relation, const motion_row *base, const motion_row *row)
{
    const torsor_relative_options *options = relation->options;
    motion_row now = *row;
    double numbers[9];
    if (options->axes_only)
        now.x = vec3_sub(row->x, base->x);
    else
        now = relative_to(base, row);
    const mat3 R = mat3_tmul(&base->R, &row->R);
    const int n = torsor_orientation_size(options->output), digits = options->digits ? options->digits : 6;
    const vec3 vectors[] = {now.x, now.v, now.w, now.a, now.wp};
    const bool has_acceleration = row->has_acceleration && base->has_acceleration;
    orientation_write(options->output, &R, numbers);
    text_unsigned(&relation->out, row->label, 0);
    for (int k = 0; k < (has_acceleration ? 5 : 3); k++) {
        const vec3 v = mat3_tmulv(&base->R, vectors[k]);
        text_printf(&relation->out, " %.*g %.*g %.*g", digits, v.x, digits, v.y, digits, v.z);
        for (int i = 0; k == 0 && i < n; i++)
            text_printf(&relation->out, " %.*g", digits, numbers[i]);
    }
    text_char(&relation->out, '\n');
}

/* Writes the rows of an instant. */
static bool instant_write(relation *relation)
{
    const motion_row *base = NULL;
    for (int i = 0; i < relation->rows.n && !base; i++)
        base = relation->rows.items[i].label == relation->options->node ? &relation->rows.items[i] : NULL;
    if (!base) {
        diag_report(relation->errors, E_RELATIVE_NODE, NOWHERE, relation->options->node, relation->options->result);
        return false;
    }
    for (int i = 0; i < relation->rows.n; i++)
        row_write(relation, base, &relation->rows.items[i]);
    relation->rows.n = 0;
    return true;
}

static bool is_repeated(const relation *relation, unsigned label)
{
    return relation->rows.n > 0 && relation->rows.items[0].label == label;
}

static bool relate(relation *relation)
{
    span line;
    while (scan_line(&relation->scanner, &line)) {
        motion_row row;
        line = span_trim(&relation->scanner, line);
        if (line.n == 0 || line.start[0] == '#')
            continue;
        if (!row_read(relation, line, &row) || (is_repeated(relation, row.label) && !instant_write(relation)))
            return false;
        array_push(&relation->rows, row);
    }
    return instant_write(relation);
}

/* --- the call ----------------------------------------------------------------------------------------------------- */

static void relative_execute(void *on)
{
    relation *relation = on;
    const char *why = "";
    sources *texts = sources_create();
    sources_set_rules(texts, relation->options->sandbox ? FILES_CONFINED : 0u);
    relation->errors = diag_create(texts);
    message_list received = {.on_message = relation->options->message, .context = relation->options->message_context};
    messages_open(&received, relation->errors);
    const source *file = sources_load(texts, relation->options->result, relation->options->result, NOWHERE, &why);
    if (file) {
        relation->scanner = scan_file(relation->errors, texts, file);
        relation->ok = relate(relation);
    } else {
        diag_report(relation->errors, E_TOOL_FILE, NOWHERE, relation->options->result, why);
    }
    array_free(&relation->rows);
    diag_flush(relation->errors);
    diag_destroy(relation->errors);
    messages_close(&received);
    sources_destroy(texts);
}

static bool is_understood(const torsor_relative_options *options)
{
    return options->result && options->input < TORSOR_QUATERNION && options->output < TORSOR_QUATERNION &&
           options->digits >= 0 && options->digits <= 17;
}

char *torsor_relative(const torsor_relative_options *options, torsor_status *status)
{
    torsor_relative_options copy;
    relation relation = {.options = &copy};
    *status = !options_copy(&copy, sizeof copy, options) || !is_understood(&copy) ? TORSOR_MISUSE
              : !guarded(relative_execute, &relation)                             ? TORSOR_NO_MEMORY
              : relation.ok                                                       ? TORSOR_OK
                                                                                  : TORSOR_ERROR;
    if (*status != TORSOR_OK)
        text_free(&relation.out);
    return *status == TORSOR_OK ? text_out(&relation.out) : NULL;
}
