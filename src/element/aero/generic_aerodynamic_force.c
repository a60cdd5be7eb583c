/* generic_aerodynamic_force.c - force and moment of a body from tables over angle of attack and sideslip.
 *
 *     v = R' (v_n + arm x w - air),  R = R_n R_h, axes 1 forward, 2 right, 3 down;   q = rho |v|^2/2
 *     alpha = atan2(v3, |v1|),   beta = -atan2(v2, sign(v1) sqrt(v1^2 + v2^2))
 *     alpha first:  alpha = atan2(v3, sign(v1) sqrt(v1^2 + v2^2)),   beta = -atan2(v2, |v1|)
 *     f = q S c_f(alpha, beta),  m = q S L c_m(alpha, beta);     on the node: R f,  R m + arm x R f
 *
 * As in MBDyn, the lever arm enters the velocity with the opposite sign, and beta is within 45 degrees of 0 or 180.
 * The tables are bilinear. File: comment lines (% or #), the numbers of angles, comments, then a row for each pair of
 * angles, alpha varying faster: alpha, beta, three forces, three moments. */
#include "element/aero/c81.h"
#include "contract/sampler.h"
#include "element/aero/air.h"
#include "element/diag_rows.h"
#include "model/model.h"
#include "model/number_lines.h"
#include "model/reading.h"
#include <math.h>

enum { COLUMNS = 6, MOST_ANGLES = C81_MOST };

typedef struct {
    c81_axis alpha, beta;
    const double *c; /* by beta, then by alpha, six numbers each */
} gaf_table;

typedef struct {
    const node *node;
    vec3 o;
    mat3 Rh;
    double surface, length;
    bool alpha_first;
    const gaf_table *table;
    const elem *const *air;
} gaf;

extern const elem_type generic_aerodynamic_force_type;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool next_data_line(number_lines *lines, bool comments)
{
    do {
        if (!lines_next(lines, "the table ends here: rows are missing"))
            return false;
    } while (comments && (*lines->cursor == '#' || *lines->cursor == '%'));
    return true;
}

static int count_angles(number_lines *lines)
{
    const char *from = lines->cursor;
    double n = 0;
    if (lines_number(lines, &n) && !(n >= 2 && n <= MOST_ANGLES && n == floor(n)))
        lines_complain(lines, from, (size_t)(lines->cursor - from), "expected a number of angles from 2 to 1000");
    return read_ok(lines->reader) ? (int)n : 0;
}

/* Checks that the angle of a row is that of the axis, which the first rows define. */
static void check_angle(number_lines *lines, double *axis, int i, bool is_first, double v)
{
    if (is_first)
        axis[i] = v;
    if (is_first ? i > 0 && v <= axis[i - 1] : v != axis[i])
        lines_complain_line(lines,
                            is_first ? "angles must increase" : "this angle differs from that of the previous rows");
}

static void read_rows(number_lines *lines, double angle_scale, double length_scale, gaf_table *table)
{
    arena *memory = reader_arena(lines->reader);
    const int n = table->alpha.n, m = table->beta.n;
    double *alpha = ARENA_ARRAY(memory, double, n), *beta = ARENA_ARRAY(memory, double, m);
    double *c = ARENA_ARRAY(memory, double, size_product(size_product(n, m), COLUMNS));
    const double area = length_scale * length_scale;
    for (int i = 0; i < n * m && read_ok(lines->reader); i++) {
        double a = 0, b = 0;
        if (!next_data_line(lines, i == 0) || !lines_number(lines, &a) || !lines_number(lines, &b))
            return;
        check_angle(lines, alpha, i % n, i < n, angle_scale * a);
        check_angle(lines, beta, i / n, i % n == 0, angle_scale * b);
        for (int k = 0; k < COLUMNS; k++) {
            double *to = &c[i * COLUMNS + k];
            if (!lines_number(lines, to))
                return;
            *to *= k < 3 ? area : area * length_scale;
        }
    }
    table->alpha.values = alpha;
    table->beta.values = beta;
    table->c = c;
    c81_axis_prepare(&table->alpha);
    c81_axis_prepare(&table->beta);
}

static const gaf_table *generic_aerodynamic_force_read_file(reader *reader)
{
    static const char *const UNITS[] = {"radians", "degrees", NULL};
    double angle_scale = 1.0, length_scale = 1.0;
    if (read_keyword(reader, "angle units"))
        angle_scale = read_choice(reader, UNITS, "angle units") == 1 ? M_PI / 180.0 : 1.0;
    else if (read_keyword(reader, "scale angles"))
        angle_scale = read_positive(reader, "scale of the angles");
    if (read_keyword(reader, "scale lengths"))
        length_scale = read_positive(reader, "scale of the lengths");
    const char *path = read_filename(reader, "name of the file");
    gaf_table *table = ARENA_NEW(reader_arena(reader), gaf_table);
    number_lines lines;
    if (!read_ok(reader) || !lines_open(&lines, reader, "aerodynamic data", path, read_last_location(reader)) ||
        !next_data_line(&lines, true))
        return table;
    table->alpha.n = count_angles(&lines);
    table->beta.n = read_ok(reader) ? count_angles(&lines) : 0;
    if (read_ok(reader))
        read_rows(&lines, angle_scale, length_scale, table);
    return table;
}

static const gaf_table *generic_aerodynamic_force_read_table(reader *reader)
{
    static const char *const WORDS[] = {"file", "reference", NULL};
    if (read_choice(reader, WORDS, "aerodynamic data") != 1)
        return generic_aerodynamic_force_read_file(reader);
    const unsigned label = read_label(reader, "label of a generic aerodynamic force");
    const elem *other = read_known_elem(reader, &elem_cards[CARD_GENERIC_AERODYNAMIC_FORCE], label);
    if (other && other->type == &generic_aerodynamic_force_type)
        return ((const gaf *)other->self)->table;
    if (read_ok(reader))
        read_error_last(reader, E_NO_GAF, label);
    return NULL;
}

static void generic_aerodynamic_force_read(reader *reader, elem *element)
{
    gaf *g = element->self;
    *g = (gaf){.Rh = MAT3_EYE, .surface = 1.0, .length = 1.0, .air = air_required(reader, element)};
    g->node = read_structural_node(reader, "node of the force");
    const frame_context context = {.node_frame = g->node ? g->node->initial : NULL};
    if (read_keyword(reader, "position"))
        g->o = read_position_rel(reader, &context, "position");
    if (vec3_norm(g->o) > 0.0)
        diag_report(reader_diag(reader), N_GAF_OFFSET, element->location, element->label);
    if (read_keyword(reader, "orientation"))
        g->Rh = read_orientation_rel(reader, &context, "orientation");
    if (read_keyword(reader, "reference surface"))
        g->surface = read_positive(reader, "reference surface");
    if (read_keyword(reader, "reference length"))
        g->length = read_positive(reader, "reference length");
    if (read_keyword(reader, "alpha first"))
        g->alpha_first = read_bool(reader, "alpha first");
    g->table = generic_aerodynamic_force_read_table(reader);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

typedef struct {
    double alpha, beta;
    jet3 f, m; /* local axes */
    jet3 F, M; /* global axes, on the node */
} gaf_loads;

/* Returns the angle atan2(a, sign(b) sqrt(b^2 + c^2)) and its derivatives. */
static double angle(double a, double b, double c, double derivative[3])
{
    const double h = sqrt(b * b + c * c), signed_h = copysign(h, b), n = a * a + h * h;
    derivative[0] = n > 0 ? signed_h / n : 0.0;
    const double by_h = n > 0 && h > 0 ? -a * copysign(1.0, b) / (n * h) : 0.0;
    derivative[1] = by_h * b;
    derivative[2] = by_h * c;
    return atan2(a, signed_h);
}

/* Returns atan2(a, |b|) and its derivatives. */
static double plain_angle(double a, double b, double derivative[2])
{
    const double n = a * a + b * b;
    derivative[0] = n > 0 ? fabs(b) / n : 0.0;
    derivative[1] = n > 0 ? -a * copysign(1.0, b) / n : 0.0;
    return atan2(a, fabs(b));
}

/* Computes both angles and their derivatives with respect to the velocity. */
static void angles(const gaf *gaf, const double v[3], double at[2], double by[2][3])
{
    double wide[3], plain[2];
    if (gaf->alpha_first) {
        at[0] = angle(v[2], v[0], v[1], wide);
        at[1] = -plain_angle(v[1], v[0], plain);
        by[0][2] = wide[0], by[0][0] = wide[1], by[0][1] = wide[2];
        by[1][1] = -plain[0], by[1][0] = -plain[1], by[1][2] = 0.0;
    } else {
        at[0] = plain_angle(v[2], v[0], plain);
        at[1] = -angle(v[1], v[0], v[1], wide);
        by[0][2] = plain[0], by[0][0] = plain[1], by[0][1] = 0.0;
        by[1][1] = -wide[0] - wide[2], by[1][0] = -wide[1], by[1][2] = 0.0;
    }
}

static double coefficient(const gaf_table *table, const c81_spot *a, const c81_spot *b, int k, double by[2])
{
    const double *c = table->c + ((size_t)b->k * (size_t)table->alpha.n + (size_t)a->k) * COLUMNS + k;
    const double *next = c + (size_t)table->alpha.n * COLUMNS;
    const double low = c[0] + a->u * (c[COLUMNS] - c[0]), high = next[0] + a->u * (next[COLUMNS] - next[0]);
    by[0] = a->per_unit * ((1 - b->u) * (c[COLUMNS] - c[0]) + b->u * (next[COLUMNS] - next[0]));
    by[1] = b->per_unit * (high - low);
    return low + b->u * (high - low);
}

/* The point and the air at it. */
typedef struct {
    jet_node nd;
    mat3 R;
    jet3 arm, v; /* velocity relative to the air, local axes */
    jet1 density;
} gaf_motion;

static void see_air(int n, const state *state, const gaf *gaf, gaf_motion *motion)
{
    jet3 x, air;
    jet3_add(n, &x, &motion->nd.x, 1.0, &motion->arm);
    jet_air_at(n, *gaf->air, state, &x, &air, &motion->density);
    jet3_add_to(n, &motion->v, -1.0, &air);
}

static void motion_set(int n, const state *state, const gaf *gaf, gaf_motion *motion)
{
    jet_node_seed(n, &motion->nd, state, gaf->node->pose, 0);
    motion->R = mat3_mul(&motion->nd.now->R, &gaf->Rh);
    jet_node_arm(n, &motion->arm, &motion->nd, gaf->o);
    jet3_cross(n, &motion->v, &motion->arm, &motion->nd.w);
    jet3_add_to(n, &motion->v, 1.0, &motion->nd.v);
    see_air(n, state, gaf, motion);
    const mat3 Rt = mat3_transpose(&motion->R);
    jet3 t = motion->v;
    jet3_spin_by(n, &t, -1.0, &motion->nd.theta);
    jet3_mul(n, &motion->v, &Rt, &t);
}

static void loads(int n, const state *state, const gaf *gaf, gaf_loads *to)
{
    gaf_motion motion;
    jet1 pressure;
    motion_set(n, state, gaf, &motion);
    double at[2], by[2][3];
    angles(gaf, motion.v.v, at, by);
    to->alpha = at[0], to->beta = at[1];
    jet3_dot(n, &pressure, &motion.v, &motion.v);
    jet1_mul_by(n, &pressure, &motion.density);
    const c81_spot a = c81_find(&gaf->table->alpha, at[0]), b = c81_find(&gaf->table->beta, at[1]);
    for (int k = 0; k < COLUMNS; k++) {
        double derivative[2];
        const double scale = 0.5 * gaf->surface * (k < 3 ? 1.0 : gaf->length);
        const double c = scale * coefficient(gaf->table, &a, &b, k, derivative);
        jet3 *out = k < 3 ? &to->f : &to->m;
        out->v[k % 3] = pressure.v * c;
        JET_LANES(n, l)
        {
            double rotation = 0.0;
            for (int j = 0; j < 3; j++)
                rotation += (derivative[0] * by[0][j] + derivative[1] * by[1][j]) * motion.v.d[j][l];
            out->d[k % 3][l] = pressure.d[l] * c + pressure.v * scale * rotation;
        }
    }
    jet3 revolved;
    jet3_mul(n, &to->F, &motion.R, &to->f);
    jet3_spin_by(n, &to->F, 1.0, &motion.nd.theta);
    jet3_mul(n, &to->M, &motion.R, &to->m);
    jet3_spin_by(n, &to->M, 1.0, &motion.nd.theta);
    jet3_cross(n, &revolved, &motion.arm, &to->F);
    jet3_add_to(n, &to->M, 1.0, &revolved);
}

static void generic_aerodynamic_force_connect(const elem *element, layout *layout)
{
    layout_node(layout, ((const gaf *)element->self)->node);
}

static void generic_aerodynamic_force_eval(int lanes, const state *state, const elem *element, local *out)
{
    gaf_loads gaf_loads;
    loads(lanes, state, element->self, &gaf_loads);
    local_add3(out, 0, lanes, 1.0, &gaf_loads.F);
    local_add3(out, 3, lanes, 1.0, &gaf_loads.M);
}

/* --- output, private data ----------------------------------------------------------------------------------------- */

static void generic_aerodynamic_force_output_row(const state *state, const elem *element, record *out)
{
    gaf_loads gaf_loads;
    loads(0, state, element->self, &gaf_loads);
    record_begin(out, element->label);
    record_name(out, "alpha", QUANTITY_DEGREES, "angle of attack");
    record_real(out, gaf_loads.alpha * 180.0 / M_PI);
    record_name(out, "beta", QUANTITY_DEGREES, "sideslip angle");
    record_real(out, gaf_loads.beta * 180.0 / M_PI);
    record_name(out, "f", QUANTITY_FORCE, "force in local frame (x, y, z)");
    record_vec3(out, jet3_value(&gaf_loads.f));
    record_name(out, "m", QUANTITY_MOMENT, "moment in local frame about the reference point (x, y, z)");
    record_vec3(out, jet3_value(&gaf_loads.m));
    record_name(out, "F", QUANTITY_FORCE, "force in global frame (x, y, z)");
    record_vec3(out, jet3_value(&gaf_loads.F));
    record_name(out, "M", QUANTITY_MOMENT, "moment in global frame about the node (x, y, z)");
    record_vec3(out, jet3_value(&gaf_loads.M));
    record_end(out);
}

static const char *const NAMES[] = {"Fx", "Fy", "Fz", "Mx", "My",    "Mz",   "fx", "fy",
                                    "fz", "mx", "my", "mz", "alpha", "beta", NULL};

static double generic_aerodynamic_force_private_value(const state *state, const elem *element, int index)
{
    gaf_loads gaf_loads;
    loads(0, state, element->self, &gaf_loads);
    const jet3 *const groups[] = {&gaf_loads.F, &gaf_loads.M, &gaf_loads.f, &gaf_loads.m};
    const int k = index - 1;
    return k < 12 ? groups[k / 3]->v[k % 3] : k == 12 ? gaf_loads.alpha : gaf_loads.beta;
}

static void sample_axis(sampler *from, c81_axis *a, double most)
{
    enum { N = 4 };
    double *at = ARENA_ARRAY(from->memory, double, N);
    for (int i = 0; i < N; i++)
        at[i] = most * (-1.0 + 2.0 * i / (N - 1));
    *a = (c81_axis){.n = N, .values = at};
    c81_axis_prepare(a);
}

static void generic_aerodynamic_force_sample(sampler *from, elem *element)
{
    gaf_table *table = ARENA_NEW(from->memory, gaf_table);
    const bool alpha_first = sample_integer(from, 0, 1);
    sample_axis(from, &table->alpha, alpha_first ? M_PI : M_PI / 2);
    sample_axis(from, &table->beta, alpha_first ? M_PI / 2 : M_PI);
    const int n = table->alpha.n * table->beta.n * COLUMNS;
    double *c = ARENA_ARRAY(from->memory, double, n);
    for (int i = 0; i < n; i++)
        c[i] = sample_real(from, -1, 1);
    table->c = c;
    const elem **air = ARENA_NEW(from->memory, const elem *);
    *air = sample_air(from);
    *(gaf *)element->self = (gaf){.node = sample_structural(from, 0),
                                  .o = sample_vec3(from, 0.5),
                                  .Rh = sample_rotation(from),
                                  .surface = 1.0,
                                  .length = 1.0,
                                  .alpha_first = alpha_first,
                                  .table = table,
                                  .air = air};
}

static void generic_aerodynamic_force_draw(const elem *element, drawing *drawing)
{
    const gaf *gaf = element->self;
    draw_arrow(drawing, DRAW_ARROW, draw_at(gaf->node, gaf->o, &gaf->Rh), "F", 1.0);
    draw_arrow(drawing, DRAW_MOMENT, draw_at(gaf->node, gaf->o, &gaf->Rh), "M", 1.0);
}

const elem_type generic_aerodynamic_force_type = {
    .card = &elem_cards[CARD_GENERIC_AERODYNAMIC_FORCE],
    .grammar = "generic aerodynamic force: LABEL, NODE, [position, O,] [orientation, R,] [reference surface, S,] "
               "[reference length, L,] [alpha first, FLAG,] { file, [{ angle units, { radians | degrees } | scale "
               "angles, FACTOR },] [scale lengths, FACTOR,] \"FILE\" | reference, LABEL }",
    .summary = "Force and moment of a body from tables over angle of attack and sideslip.",
    .size = sizeof(gaf),
    .read = generic_aerodynamic_force_read,
    .connect = generic_aerodynamic_force_connect,
    .eval = generic_aerodynamic_force_eval,
    .output = generic_aerodynamic_force_output_row,
    .private_names = NAMES,
    .private_value = generic_aerodynamic_force_private_value,
    .sample = generic_aerodynamic_force_sample,
    .assembly = &(const elem_assembly){.force = true},
    .expectations = &(const elem_expectations){.external_forces = true},
    .drawing = &(const elem_drawing){.draw = generic_aerodynamic_force_draw},
};
