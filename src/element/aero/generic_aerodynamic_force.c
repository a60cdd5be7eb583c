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

static bool next_data_line(number_lines *l, bool comments)
{
    do {
        if (!lines_next(l, "the table ends here: rows are missing"))
            return false;
    } while (comments && (*l->cursor == '#' || *l->cursor == '%'));
    return true;
}

static int count_angles(number_lines *l)
{
    const char *from = l->cursor;
    double n = 0;
    if (lines_number(l, &n) && !(n >= 2 && n <= MOST_ANGLES && n == floor(n)))
        lines_complain(l, from, (size_t)(l->cursor - from), "expected a number of angles from 2 to 1000");
    return read_ok(l->r) ? (int)n : 0;
}

/* The angle of a row is that of the axis, which the first rows make. */
static void check_angle(number_lines *l, double *axis, int i, bool is_first, double v)
{
    if (is_first)
        axis[i] = v;
    if (is_first ? i > 0 && v <= axis[i - 1] : v != axis[i])
        lines_complain_line(l, is_first ? "angles must grow" : "this angle is not that of the rows before");
}

static void read_rows(number_lines *l, double angle_scale, double length_scale, gaf_table *t)
{
    arena *memory = reader_arena(l->r);
    const int n = t->alpha.n, m = t->beta.n;
    double *alpha = ARENA_ARRAY(memory, double, n), *beta = ARENA_ARRAY(memory, double, m);
    double *c = ARENA_ARRAY(memory, double, n *m *COLUMNS);
    const double area = length_scale * length_scale;
    for (int i = 0; i < n * m && read_ok(l->r); i++) {
        double a = 0, b = 0;
        if (!next_data_line(l, i == 0) || !lines_number(l, &a) || !lines_number(l, &b))
            return;
        check_angle(l, alpha, i % n, i < n, angle_scale * a);
        check_angle(l, beta, i / n, i % n == 0, angle_scale * b);
        for (int k = 0; k < COLUMNS; k++) {
            double *to = &c[i * COLUMNS + k];
            if (!lines_number(l, to))
                return;
            *to *= k < 3 ? area : area * length_scale;
        }
    }
    t->alpha.values = alpha;
    t->beta.values = beta;
    t->c = c;
    c81_axis_prepare(&t->alpha);
    c81_axis_prepare(&t->beta);
}

static const gaf_table *generic_aerodynamic_force_read_file(reader *r)
{
    static const char *const UNITS[] = {"radians", "degrees", NULL};
    double angle_scale = 1.0, length_scale = 1.0;
    if (read_keyword(r, "angle units"))
        angle_scale = read_choice(r, UNITS, "angle units") == 1 ? M_PI / 180.0 : 1.0;
    else if (read_keyword(r, "scale angles"))
        angle_scale = read_positive(r, "scale of the angles");
    if (read_keyword(r, "scale lengths"))
        length_scale = read_positive(r, "scale of the lengths");
    const char *path = read_filename(r, "name of the file");
    gaf_table *t = ARENA_NEW(reader_arena(r), gaf_table);
    number_lines l;
    if (!read_ok(r) || !lines_open(&l, r, "aerodynamic data", path, read_last_place(r)) || !next_data_line(&l, true))
        return t;
    t->alpha.n = count_angles(&l);
    t->beta.n = read_ok(r) ? count_angles(&l) : 0;
    if (read_ok(r))
        read_rows(&l, angle_scale, length_scale, t);
    return t;
}

static const gaf_table *generic_aerodynamic_force_read_table(reader *r)
{
    static const char *const WORDS[] = {"file", "reference", NULL};
    if (read_choice(r, WORDS, "aerodynamic data") != 1)
        return generic_aerodynamic_force_read_file(r);
    const unsigned label = read_label(r, "label of a generic aerodynamic force");
    const elem *other = read_known_elem(r, &elem_cards[CARD_GENERIC_AERODYNAMIC_FORCE], label);
    if (other && other->type == &generic_aerodynamic_force_type)
        return ((const gaf *)other->self)->table;
    if (read_ok(r))
        read_error_last(r, E_NO_GAF, label);
    return NULL;
}

static void generic_aerodynamic_force_read(reader *r, elem *e)
{
    gaf *g = e->self;
    *g = (gaf){.Rh = MAT3_EYE, .surface = 1.0, .length = 1.0, .air = &model_of(r)->air};
    g->node = read_structural_node(r, "node of the force");
    const frame_context c = {.own = g->node ? g->node->initial : NULL};
    if (read_keyword(r, "position"))
        g->o = read_position_rel(r, &c, "position");
    if (read_keyword(r, "orientation"))
        g->Rh = read_orientation_rel(r, &c, "orientation");
    if (read_keyword(r, "reference surface"))
        g->surface = read_positive(r, "reference surface");
    if (read_keyword(r, "reference length"))
        g->length = read_positive(r, "reference length");
    if (read_keyword(r, "alpha first"))
        g->alpha_first = read_bool(r, "alpha first");
    g->table = generic_aerodynamic_force_read_table(r);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

typedef struct {
    double alpha, beta;
    jet3 f, m; /* local axes */
    jet3 F, M; /* global axes, on the node */
} gaf_loads;

/* atan2(a, sign(b) sqrt(b^2 + c^2)): the angle and its slopes. */
static double angle(double a, double b, double c, double slope[3])
{
    const double h = sqrt(b * b + c * c), signed_h = copysign(h, b), n = a * a + h * h;
    slope[0] = n > 0 ? signed_h / n : 0.0;
    const double by_h = n > 0 && h > 0 ? -a * copysign(1.0, b) / (n * h) : 0.0;
    slope[1] = by_h * b;
    slope[2] = by_h * c;
    return atan2(a, signed_h);
}

/* atan2(a, |b|) */
static double plain_angle(double a, double b, double slope[2])
{
    const double n = a * a + b * b;
    slope[0] = n > 0 ? fabs(b) / n : 0.0;
    slope[1] = n > 0 ? -a * copysign(1.0, b) / n : 0.0;
    return atan2(a, fabs(b));
}

/* Both angles and their derivatives in the velocity. */
static void angles(const gaf *g, const double v[3], double at[2], double by[2][3])
{
    double wide[3], plain[2];
    if (g->alpha_first) {
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

static double coefficient(const gaf_table *t, const c81_spot *a, const c81_spot *b, int k, double by[2])
{
    const double *c = t->c + ((size_t)b->k * (size_t)t->alpha.n + (size_t)a->k) * COLUMNS + k;
    const double *next = c + (size_t)t->alpha.n * COLUMNS;
    const double low = c[0] + a->u * (c[COLUMNS] - c[0]), high = next[0] + a->u * (next[COLUMNS] - next[0]);
    by[0] = a->per_unit * ((1 - b->u) * (c[COLUMNS] - c[0]) + b->u * (next[COLUMNS] - next[0]));
    by[1] = b->per_unit * (high - low);
    return low + b->u * (high - low);
}

/* The point and the air there. */
typedef struct {
    jet_node nd;
    mat3 R;
    jet3 arm, v; /* velocity relative to the air, local axes */
    jet1 density;
} gaf_motion;

static void see_air(int n, const state *s, const gaf *g, gaf_motion *m)
{
    jet3 x, air;
    jet3_add(n, &x, &m->nd.x, 1.0, &m->arm);
    jet_air_at(n, *g->air, s, &x, &air, &m->density);
    jet3_add_to(n, &m->v, -1.0, &air);
}

static void motion_set(int n, const state *s, const gaf *g, gaf_motion *m)
{
    jet_node_seed(n, &m->nd, s, g->node->pose, 0);
    m->R = mat3_mul(&m->nd.now->R, &g->Rh);
    jet_node_arm(n, &m->arm, &m->nd, g->o);
    jet3_cross(n, &m->v, &m->arm, &m->nd.w);
    jet3_add_to(n, &m->v, 1.0, &m->nd.v);
    see_air(n, s, g, m);
    const mat3 Rt = mat3_transpose(&m->R);
    jet3 t = m->v;
    jet3_spin_by(n, &t, -1.0, &m->nd.theta);
    jet3_mul(n, &m->v, &Rt, &t);
}

static void loads(int n, const state *s, const gaf *g, gaf_loads *to)
{
    gaf_motion m;
    jet1 pressure;
    motion_set(n, s, g, &m);
    double at[2], by[2][3];
    angles(g, m.v.v, at, by);
    to->alpha = at[0], to->beta = at[1];
    jet3_dot(n, &pressure, &m.v, &m.v);
    jet1_mul_by(n, &pressure, &m.density);
    const c81_spot a = c81_find(&g->table->alpha, at[0]), b = c81_find(&g->table->beta, at[1]);
    for (int k = 0; k < COLUMNS; k++) {
        double slope[2];
        const double scale = 0.5 * g->surface * (k < 3 ? 1.0 : g->length);
        const double c = scale * coefficient(g->table, &a, &b, k, slope);
        jet3 *out = k < 3 ? &to->f : &to->m;
        out->v[k % 3] = pressure.v * c;
        JET_LANES(n, l)
        {
            double turn = 0.0;
            for (int j = 0; j < 3; j++)
                turn += (slope[0] * by[0][j] + slope[1] * by[1][j]) * m.v.d[j][l];
            out->d[k % 3][l] = pressure.d[l] * c + pressure.v * scale * turn;
        }
    }
    jet3 turn;
    jet3_mul(n, &to->F, &m.R, &to->f);
    jet3_spin_by(n, &to->F, 1.0, &m.nd.theta);
    jet3_mul(n, &to->M, &m.R, &to->m);
    jet3_spin_by(n, &to->M, 1.0, &m.nd.theta);
    jet3_cross(n, &turn, &m.arm, &to->F);
    jet3_add_to(n, &to->M, 1.0, &turn);
}

static void generic_aerodynamic_force_connect(const elem *e, layout *l)
{
    layout_node(l, ((const gaf *)e->self)->node);
}

static void generic_aerodynamic_force_eval(int n, const state *s, const elem *e, local *out)
{
    gaf_loads f;
    loads(n, s, e->self, &f);
    local_add3(out, 0, n, 1.0, &f.F);
    local_add3(out, 3, n, 1.0, &f.M);
}

/* --- output, private data ----------------------------------------------------------------------------------------- */

static void generic_aerodynamic_force_output_row(const state *s, const elem *e, record *out)
{
    gaf_loads f;
    loads(0, s, e->self, &f);
    record_begin(out, e->label);
    record_name(out, "alpha", QUANTITY_DEGREES, "angle of attack");
    record_real(out, f.alpha * 180.0 / M_PI);
    record_name(out, "beta", QUANTITY_DEGREES, "sideslip angle");
    record_real(out, f.beta * 180.0 / M_PI);
    record_name(out, "f", QUANTITY_FORCE, "force in local frame (x, y, z)");
    record_vec3(out, jet3_value(&f.f));
    record_name(out, "m", QUANTITY_MOMENT, "moment in local frame about the reference point (x, y, z)");
    record_vec3(out, jet3_value(&f.m));
    record_name(out, "F", QUANTITY_FORCE, "force in global frame (x, y, z)");
    record_vec3(out, jet3_value(&f.F));
    record_name(out, "M", QUANTITY_MOMENT, "moment in global frame about the node (x, y, z)");
    record_vec3(out, jet3_value(&f.M));
    record_end(out);
}

static const char *const NAMES[] = {"Fx", "Fy", "Fz", "Mx", "My",    "Mz",   "fx", "fy",
                                    "fz", "mx", "my", "mz", "alpha", "beta", NULL};

static double generic_aerodynamic_force_private_value(const state *s, const elem *e, int index)
{
    gaf_loads f;
    loads(0, s, e->self, &f);
    const jet3 *const groups[] = {&f.F, &f.M, &f.f, &f.m};
    const int k = index - 1;
    return k < 12 ? groups[k / 3]->v[k % 3] : k == 12 ? f.alpha : f.beta;
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

static void generic_aerodynamic_force_sample(sampler *from, elem *e)
{
    gaf_table *t = ARENA_NEW(from->memory, gaf_table);
    const bool alpha_first = sample_integer(from, 0, 1);
    sample_axis(from, &t->alpha, alpha_first ? M_PI : M_PI / 2);
    sample_axis(from, &t->beta, alpha_first ? M_PI / 2 : M_PI);
    const int n = t->alpha.n * t->beta.n * COLUMNS;
    double *c = ARENA_ARRAY(from->memory, double, n);
    for (int i = 0; i < n; i++)
        c[i] = sample_real(from, -1, 1);
    t->c = c;
    const elem **air = ARENA_NEW(from->memory, const elem *);
    *air = sample_air(from);
    *(gaf *)e->self = (gaf){.node = sample_structural(from, 0),
                            .o = sample_vec3(from, 0.5),
                            .Rh = sample_rotation(from),
                            .surface = 1.0,
                            .length = 1.0,
                            .alpha_first = alpha_first,
                            .table = t,
                            .air = air};
}

static void generic_aerodynamic_force_draw(const elem *e, drawing *d)
{
    const gaf *g = e->self;
    draw_arrow(d, DRAW_ARROW, draw_at(g->node, g->o, &g->Rh), "F", 1.0);
    draw_arrow(d, DRAW_COUPLE, draw_at(g->node, g->o, &g->Rh), "M", 1.0);
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
