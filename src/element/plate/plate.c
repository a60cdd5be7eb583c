/* plate.c - what shells and membranes share: cards, columns, output.
 *
 *     plate ::= NODE , ... , { MATRIX | isotropic , DATA } [ , prestress , VECTOR ]
 *
 * isotropic, h thickness, F = G h^3 / 12, C = E h / (1 - nu^2), D = C h^2 / 12; forces and moments per span:
 *
 *     shell        n11 = C (e11 + nu e22)       n12 = 2 G h e12      n21 = 2 G h e21     n22 = C (e22 + nu e11)
 *                  n13 = as G h e13             n23 = as G h e23
 *                  m12 = D (k12 - nu k21)       m21 = D (k21 - nu k12)
 *                  m11 = 2 F k11                m22 = 2 F k22        m13 = at F k13      m23 = at F k23
 *     membrane     n11, n22 as above            n12 = 2 G h g12,     g12: the whole angle of shear */
#include "element/plate/plate.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/reading.h"
#include <string.h>

/* --- law ---------------------------------------------------------------------------------------------------------- */

enum { WITH_E = 1, WITH_NU = 2, WITH_G = 4, MODULI = WITH_E | WITH_NU | WITH_G };

typedef struct {
    unsigned given; /* a bit for each of E, nu, G, and of the others in the order of the words */
    double E, nu, G, shear, drilling, thickness;
} isotropic;

static void read_quantity(reader *r, isotropic *m, int which)
{
    switch (which) {
    case 0:
        m->E = read_positive(r, "Young's modulus");
        break;
    case 1:
        m->nu = read_real(r, "Poisson's ratio");
        break;
    case 2:
        m->G = read_positive(r, "shear modulus");
        break;
    case 3:
        m->thickness = read_positive(r, "thickness");
        break;
    case 4:
        m->shear = read_not_negative(r, "shear factor");
        break;
    default:
        m->drilling = read_not_negative(r, "torsion factor");
        break;
    }
}

static void read_moduli(reader *r, isotropic *m, const plate_kind *kind)
{
    static const char *const MEMBRANE[] = {"E", "Young modulus", "nu",        "Poisson modulus",
                                           "G", "shear modulus", "thickness", NULL};
    static const char *const SHELL[] = {
        "E", "Young modulus", "nu", "Poisson modulus", "G", "shear modulus", "thickness", "as", NULL};
    static const char *const TORSION[] = {
        "E", "Young modulus", "nu", "Poisson modulus", "G", "shear modulus", "thickness", "as", "at", NULL};
    const char *const *words = kind->is_membrane ? MEMBRANE : kind->has_torsion ? TORSION : SHELL;
    for (int i; (i = read_try_choice(r, words)) >= 0;) {
        const int which = i < 6 ? i / 2 : i - 3;
        if (m->given & 1U << which)
            read_error_last(r, E_GIVEN_TWICE, words[i]);
        m->given |= 1U << which;
        read_quantity(r, m, which);
    }
}

/* The modulus that is not given, from the other two. */
static void complete_moduli(reader *r, isotropic *m)
{
    if (!read_ok(r))
        return;
    const unsigned given = m->given & MODULI;
    if (given == (WITH_E | WITH_NU))
        m->G = m->E / (2.0 * (1.0 + m->nu));
    else if (given == (WITH_E | WITH_G))
        m->nu = m->E / (2.0 * m->G) - 1.0;
    else if (given == (WITH_NU | WITH_G))
        m->E = 2.0 * m->G * (1.0 + m->nu);
    else if (given != MODULI)
        read_error_last(r, E_PLATE_MODULI);
    else if (fabs(m->E / (2.0 * (1.0 + m->nu)) - m->G) > 1e-6 * m->G)
        read_error_last(r, E_PLATE_INCONSISTENT, m->E / (2.0 * (1.0 + m->nu)), m->G);
    if (!(m->nu > -1.0 && m->nu <= 0.5))
        read_error_last(r, E_PLATE_POISSON, m->nu);
    if (m->thickness <= 0.0)
        read_error_last(r, E_PLATE_THICKNESS);
}

static void isotropic_membrane(const isotropic *m, plate_law *to)
{
    const double C = m->E * m->thickness / (1.0 - m->nu * m->nu);
    to->C[0][0] = to->C[1][1] = C;
    to->C[0][1] = to->C[1][0] = m->nu * C;
    to->C[2][2] = 2.0 * m->G * m->thickness;
}

static void isotropic_shell(const isotropic *m, plate_law *to)
{
    const double h = m->thickness, C = m->E * h / (1.0 - m->nu * m->nu), D = C * h * h / 12.0, Gh = m->G * h;
    const double F = Gh * h * h / 12.0;
    to->C[0][0] = to->C[4][4] = C;
    to->C[0][4] = to->C[4][0] = m->nu * C;
    to->C[1][1] = to->C[3][3] = 2.0 * Gh;
    to->C[2][2] = to->C[5][5] = m->shear * Gh;
    to->C[6][6] = to->C[10][10] = 2.0 * F;
    to->C[7][7] = to->C[9][9] = D;
    to->C[7][9] = to->C[9][7] = -m->nu * D;
    to->C[8][8] = to->C[11][11] = m->drilling * F;
}

static void plate_read_isotropic(reader *r, const plate_kind *kind, plate_law *to)
{
    isotropic m = {.shear = kind->shear, .drilling = 0.01};
    read_moduli(r, &m, kind);
    complete_moduli(r, &m);
    if (read_ok(r))
        (kind->is_membrane ? isotropic_membrane : isotropic_shell)(&m, to);
}

/* Of a homogeneous shell with these stiffnesses: n11 = E h / (1 - nu^2), m12 = E h^3 / 12 (1 - nu^2). */
static double thickness_of(const plate_law *l)
{
    return l->C[0][0] > 0.0 && l->C[7][7] > 0.0 ? sqrt(12.0 * l->C[7][7] / l->C[0][0]) : 0.0;
}

void read_plate_law(reader *r, plate *q)
{
    plate_law *to = &q->enhanced.law;
    const int n = q->kind->is_membrane ? 3 : PLATE_STRAINS;
    double C[PLATE_STRAINS * PLATE_STRAINS];
    if (read_keyword(r, "isotropic"))
        plate_read_isotropic(r, q->kind, to);
    else {
        read_matrix(r, n, n, C, "matrix of the law");
        for (int i = 0; i < n; i++)
            memcpy(to->C[i], C + i * n, (size_t)n * sizeof *C);
    }
    q->thickness = q->kind->is_membrane ? 0.0 : thickness_of(to);
    if (read_keyword(r, "prestress"))
        read_vector(r, n, to->prestress, "prestress");
}

/* --- card --------------------------------------------------------------------------------------------------------- */

static void number_columns(elem *e)
{
    plate *q = e->self;
    e->kinds = q->kind->modes;
    e->n_own = e->kinds ? PLATE_MODES : 0;
    for (int k = 0; k < q->kind->n_nodes; k++) {
        q->column[k] = q->n_columns;
        q->n_columns += q->node[k]->has_rotation ? 6 : 3;
    }
}

void read_plate_nodes(reader *r, plate *q, const plate_kind *kind)
{
    q->kind = kind;
    for (int k = 0; k < kind->n_nodes; k++)
        q->node[k] = (kind->is_membrane ? read_point_node : read_structural_node)(r, "node of the plate");
}

/* Seen from the centre, all corners have the normal on the same side. */
static bool is_folded(const plate *q)
{
    static const double CENTRE[2];
    plate_surface centre, corner;
    plate_surface_at(q, CENTRE, &centre);
    for (int k = 0; k < q->kind->n_nodes; k++) {
        plate_surface_at(q, q->kind->corner[k], &corner);
        if (!(vec3_dot(mat3_col(&centre.axes, 2), mat3_col(&corner.axes, 2)) > 0.0))
            return true;
    }
    return false;
}

void read_plate_complete(reader *r, elem *e)
{
    plate *q = e->self;
    if (!read_ok(r))
        return;
    number_columns(e);
    if (is_folded(q) || !q->kind->complete(reader_arena(r), q))
        read_error(r, E_PLATE_SHAPE, e->where, e->type->card->name, e->label);
    else if (!enhanced_complete(&q->enhanced))
        read_error(r, E_PLATE_MODES, e->where, e->type->card->name, e->label);
}

void read_plate(reader *r, elem *e, const plate_kind *kind)
{
    read_plate_nodes(r, e->self, kind);
    read_plate_law(r, e->self);
    read_plate_complete(r, e);
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

void plate_connect(const elem *e, layout *l)
{
    const plate *q = e->self;
    for (int k = 0; k < q->kind->n_nodes; k++)
        layout_node(l, q->node[k]);
    if (q->kind->modes)
        layout_own(l);
    if (!q->kind->is_membrane)
        return;
    layout_clear(l);
    for (int a = 0; a < q->kind->n_nodes; a++)
        for (int b = 0; b < q->kind->n_nodes; b++)
            layout_full(l, q->column[a], 3, q->column[b], 3);
}

void plate_add(const plate *q, const state *s, int n, const double *g, plate_stiffness K, local *out)
{
    for (int i = 0; i < q->n_columns; i++) {
        out->r[i] -= g[i];
        double *to = jacobian_row(out, i);
        for (int j = 0; n > 0 && j < q->n_columns; j++)
            to[j] -= s->dvalue * K[i][j];
    }
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void shell_row(const double *stress, int point, record *out)
{
    record_name_numbered(out, "n1", point, QUANTITY_FORCE_PER_SPAN, "force across the face normal to 1 (11, 12, 13)");
    record_vec3(out, vec3_load(stress));
    record_name_numbered(out, "n2", point, QUANTITY_FORCE_PER_SPAN, "force across the face normal to 2 (21, 22, 23)");
    record_vec3(out, vec3_load(stress + 3));
    record_name_numbered(out, "m1", point, QUANTITY_FORCE, "moment across the face normal to 1 (11, 12, 13)");
    record_vec3(out, vec3_load(stress + 6));
    record_name_numbered(out, "m2", point, QUANTITY_FORCE, "moment across the face normal to 2 (21, 22, 23)");
    record_vec3(out, vec3_load(stress + 9));
}

void plate_output(const state *s, const elem *e, record *out)
{
    const plate *q = e->self;
    plate_strains stress;
    q->kind->stress(s, e, stress);
    record_begin(out, e->label);
    for (int k = 0; k < q->enhanced.n_points; k++) {
        if (q->kind->is_membrane) {
            record_name_numbered(out, "n", k + 1, QUANTITY_FORCE_PER_SPAN, "forces per span (11, 22, 12)");
            record_vec3(out, vec3_load(stress[k]));
        } else
            shell_row(stress[k], k + 1, out);
    }
    record_end(out);
}

void plate_log(const elem *e, record *out)
{
    const plate *q = e->self;
    record_word(out, q->kind->log);
    record_unsigned(out, e->label);
    for (int k = 0; k < q->kind->n_nodes; k++)
        record_unsigned(out, q->node[k]->label);
    record_end(out);
}

/* A triangle is a quadrangle whose last corner is there twice. */
void plate_draw(const elem *e, drawing *d)
{
    const plate *q = e->self;
    draw_tie at[PLATE_NODES];
    for (int k = 0; k < PLATE_NODES; k++)
        at[k] = draw_at(q->node[k < q->kind->n_nodes ? k : k - 1], (vec3){0, 0, 0}, NULL);
    const draw_tie trailing[] = {at[3], at[2]};
    draw_surface(d, at, trailing, 2);
    draw_corners(d, q->node, q->kind->n_nodes);
    d->shapes.items[d->shapes.n - 1].size.x = q->thickness;
}

/* --- geometry ----------------------------------------------------------------------------------------------------- */

const double QUADRANGLE_CORNERS[PLATE_NODES][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

void quadrangle_at(const double r[2], double *h, double (*slope)[PLATE_NODES])
{
    for (int k = 0; k < PLATE_NODES; k++) {
        const double *at = QUADRANGLE_CORNERS[k], a = 1.0 + r[0] * at[0], b = 1.0 + r[1] * at[1];
        h[k] = 0.25 * a * b;
        slope[0][k] = 0.25 * at[0] * b;
        slope[1][k] = 0.25 * a * at[1];
    }
}

void quadrangle_point(int i, double r[2])
{
    const double g = 0.5773502691896258;
    r[0] = i == 1 || i == 2 ? g : -g;
    r[1] = i >= 2 ? g : -g;
}

static mat3 axes_of(vec3 along1, vec3 along2)
{
    const vec3 normal = vec3_cross(along1, along2);
    const vec3 t1 = vec3_scale(1.0 / vec3_norm(along1), along1), t3 = vec3_scale(1.0 / vec3_norm(normal), normal);
    return mat3_from_cols(t1, vec3_cross(t3, t1), t3);
}

void plate_surface_at(const plate *q, const double r[2], plate_surface *at)
{
    *at = (plate_surface){.det = 0.0};
    q->kind->functions(r, at->h, at->slope);
    for (int k = 0; k < q->kind->n_nodes; k++)
        for (int i = 0; i < 2; i++)
            at->x[i] = vec3_axpy(at->x[i], at->slope[i][k], plate_x0(q, k));
    at->axes = axes_of(at->x[0], at->x[1]);
    plate_surface_along(at);
}

void plate_surface_along(plate_surface *at)
{
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            at->J[i][k] = vec3_dot(mat3_col(&at->axes, i), at->x[k]);
    at->det = at->J[0][0] * at->J[1][1] - at->J[0][1] * at->J[1][0];
    for (int k = 0; k < PLATE_NODES; k++) {
        at->along[0][k] = (at->slope[0][k] * at->J[1][1] - at->slope[1][k] * at->J[1][0]) / at->det;
        at->along[1][k] = (at->slope[1][k] * at->J[0][0] - at->slope[0][k] * at->J[0][1]) / at->det;
    }
}

/* --- sample ------------------------------------------------------------------------------------------------------- */

/* A matrix near the unit one, so that no mode is without stiffness. */
static void sample_law_matrix(sampler *from, int n, plate_law *to)
{
    for (int i = 0; i < n; i++) {
        to->prestress[i] = sample_real(from, -0.1, 0.1);
        for (int j = 0; j < n; j++)
            to->C[i][j] = from->has_potential && j < i ? to->C[j][i] : sample_real(from, -0.1, 0.1) + 2.0 * (i == j);
    }
}

void plate_sample(sampler *from, elem *e, const plate_kind *kind)
{
    /* round a face of the lattice, and round four nodes of the others that are not on a line */
    static const int LATTICE[] = {24, 6, 0, 18}, AROUND[] = {0, 1, 3, 2};
    plate *q = e->self;
    q->kind = kind;
    for (int k = 0; k < kind->n_nodes; k++)
        q->node[k] = kind->is_membrane ? sample_point(from, LATTICE[k]) : sample_structural(from, AROUND[k]);
    sample_law_matrix(from, kind->is_membrane ? 3 : PLATE_STRAINS, &q->enhanced.law);
    number_columns(e);
    kind->complete(from->memory, q);
    enhanced_complete(&q->enhanced);
}
