/* plate.c - common parts of shells and membranes: cards, columns, output.
 *
 *     plate ::= NODE , ... , { MATRIX | isotropic , DATA | plane stress orthotropic , DATA } [ , prestress , VECTOR ]
 *
 * Plane stress, s11 = Q11 e11 + Q12 e22, s22 = Q12 e11 + Q22 e22, with l along axis 1 and t along axis 2:
 *
 *     orthotropic  Q11 = E_l / d   Q22 = E_t / d   Q12 = nu_lt Q22   d = 1 - nu_lt nu_tl   nu_tl = nu_lt E_t / E_l
 *     isotropic    E_l = E_t = E   nu_lt = nu      G = E / (2 (1 + nu))
 *
 * Forces and moments per unit width, h thickness, I = h^3 / 12:
 *
 *     shell        n11 = h (Q11 e11 + Q12 e22)   n22 = h (Q12 e11 + Q22 e22)   n12 = 2 G h e12     n21 = 2 G h e21
 *                  n13 = as G h e13              n23 = as G h e23
 *                  m12 = I (Q11 k12 - Q12 k21)   m21 = I (Q22 k21 - Q12 k12)
 *                  m11 = 2 G I k11               m22 = 2 G I k22               m13 = at G I k13    m23 = at G I k23
 *     membrane     n11, n22 as above             n12 = 2 G h g12, g12: the total shear angle */
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

static void read_quantity(reader *reader, isotropic *isotropic, int which)
{
    switch (which) {
    case 0:
        isotropic->E = read_positive(reader, "Young's modulus");
        break;
    case 1:
        isotropic->nu = read_real(reader, "Poisson's ratio");
        break;
    case 2:
        isotropic->G = read_positive(reader, "shear modulus");
        break;
    case 3:
        isotropic->thickness = read_positive(reader, "thickness");
        break;
    case 4:
        isotropic->shear = read_not_negative(reader, "shear factor");
        break;
    default:
        isotropic->drilling = read_not_negative(reader, "torsion factor");
        break;
    }
}

static void read_moduli(reader *reader, isotropic *isotropic, const plate_kind *kind)
{
    static const char *const MEMBRANE[] = {"E", "Young modulus", "nu",        "Poisson modulus",
                                           "G", "shear modulus", "thickness", NULL};
    static const char *const SHELL[] = {
        "E", "Young modulus", "nu", "Poisson modulus", "G", "shear modulus", "thickness", "as", NULL};
    static const char *const TORSION[] = {
        "E", "Young modulus", "nu", "Poisson modulus", "G", "shear modulus", "thickness", "as", "at", NULL};
    const char *const *words = kind->is_membrane ? MEMBRANE : kind->has_torsion ? TORSION : SHELL;
    for (int i; (i = read_try_choice(reader, words)) >= 0;) {
        const int which = i < 6 ? i / 2 : i - 3;
        if (isotropic->given & 1U << which)
            read_error_last(reader, E_GIVEN_TWICE, words[i]);
        isotropic->given |= 1U << which;
        read_quantity(reader, isotropic, which);
    }
}

/* Computes the modulus that is not given from the other two. */
static void complete_moduli(reader *reader, isotropic *isotropic)
{
    if (!read_ok(reader))
        return;
    const unsigned given = isotropic->given & MODULI;
    if (given == (WITH_E | WITH_NU))
        isotropic->G = isotropic->E / (2.0 * (1.0 + isotropic->nu));
    else if (given == (WITH_E | WITH_G))
        isotropic->nu = isotropic->E / (2.0 * isotropic->G) - 1.0;
    else if (given == (WITH_NU | WITH_G))
        isotropic->E = 2.0 * isotropic->G * (1.0 + isotropic->nu);
    else if (given != MODULI)
        read_error_last(reader, E_PLATE_MODULI);
    else if (fabs(isotropic->E / (2.0 * (1.0 + isotropic->nu)) - isotropic->G) > 1e-6 * isotropic->G)
        read_error_last(reader, E_PLATE_INCONSISTENT, isotropic->E / (2.0 * (1.0 + isotropic->nu)), isotropic->G);
    if (!(isotropic->nu > -1.0 && isotropic->nu <= 0.5))
        read_error_last(reader, E_PLATE_POISSON, isotropic->nu);
    if (isotropic->thickness <= 0.0)
        read_error_last(reader, E_PLATE_THICKNESS);
}

/* Moduli of plane stress, and the rest of the data of a homogeneous plate. */
typedef struct {
    double Q11, Q22, Q12, G, thickness, shear, drilling;
} homogeneous;

static void homogeneous_membrane(const homogeneous *of, plate_law *to)
{
    const double h = of->thickness;
    to->C[0][0] = of->Q11 * h;
    to->C[1][1] = of->Q22 * h;
    to->C[0][1] = to->C[1][0] = of->Q12 * h;
    to->C[2][2] = 2.0 * of->G * h;
}

static void homogeneous_shell(const homogeneous *of, plate_law *to)
{
    const double h = of->thickness, I = h * h * h / 12.0, Gh = of->G * h, F = of->G * I;
    to->C[0][0] = of->Q11 * h;
    to->C[4][4] = of->Q22 * h;
    to->C[0][4] = to->C[4][0] = of->Q12 * h;
    to->C[1][1] = to->C[3][3] = 2.0 * Gh;
    to->C[2][2] = to->C[5][5] = of->shear * Gh;
    to->C[6][6] = to->C[10][10] = 2.0 * F;
    to->C[7][7] = of->Q11 * I;
    to->C[9][9] = of->Q22 * I;
    to->C[7][9] = to->C[9][7] = -of->Q12 * I;
    to->C[8][8] = to->C[11][11] = of->drilling * F;
}

static homogeneous plate_read_isotropic(reader *reader, const plate_kind *kind)
{
    isotropic isotropic = {.shear = kind->shear, .drilling = 0.01};
    read_moduli(reader, &isotropic, kind);
    complete_moduli(reader, &isotropic);
    const double Q = isotropic.E / (1.0 - isotropic.nu * isotropic.nu);
    return (homogeneous){.Q11 = Q,
                         .Q22 = Q,
                         .Q12 = isotropic.nu * Q,
                         .G = isotropic.G,
                         .thickness = isotropic.thickness,
                         .shear = isotropic.shear,
                         .drilling = isotropic.drilling};
}

enum { ORTHOTROPIC_DATA = 5, ORTHOTROPIC_ALL = (1 << ORTHOTROPIC_DATA) - 1 };

/* Reads the data in any order; the first five are required. */
static homogeneous read_orthotropic(reader *reader, const plate_kind *kind)
{
    static const char *const WORDS[] = {"E_l", "E_t", "nu_lt", "G", "thickness", "as", "at", NULL};
    double data[] = {0.0, 0.0, 0.0, 0.0, 0.0, kind->shear, 0.01};
    unsigned given = 0;
    for (int i; (i = read_try_choice(reader, WORDS)) >= 0;) {
        if (given & 1U << i)
            read_error_last(reader, E_GIVEN_TWICE, WORDS[i]);
        given |= 1U << i;
        data[i] = i == 2 ? read_real(reader, WORDS[i])
                         : (i < ORTHOTROPIC_DATA ? read_positive : read_not_negative)(reader, WORDS[i]);
    }
    if (read_ok(reader) && (given & ORTHOTROPIC_ALL) != ORTHOTROPIC_ALL)
        read_error_last(reader, E_PLATE_ORTHOTROPIC);
    const double d = 1.0 - data[2] * data[2] * data[1] / data[0];
    if (read_ok(reader) && !(d > 0.0))
        read_error_last(reader, E_PLATE_ORTHOTROPIC_POISSON, data[2], sqrt(data[0] / data[1]));
    return (homogeneous){.Q11 = data[0] / d,
                         .Q22 = data[1] / d,
                         .Q12 = data[2] * data[1] / d,
                         .G = data[3],
                         .thickness = data[4],
                         .shear = data[5],
                         .drilling = data[6]};
}

static void set_homogeneous(reader *reader, const plate_kind *kind, homogeneous of, plate_law *to)
{
    if (read_ok(reader))
        (kind->is_membrane ? homogeneous_membrane : homogeneous_shell)(&of, to);
}

/* Thickness of a homogeneous shell with these stiffnesses: n11 = E h / (1 - nu^2), m12 = E h^3 / 12 (1 - nu^2). */
static double thickness_of(const plate_law *law)
{
    return law->C[0][0] > 0.0 && law->C[7][7] > 0.0 ? sqrt(12.0 * law->C[7][7] / law->C[0][0]) : 0.0;
}

void read_plate_law(reader *reader, plate *plate)
{
    plate_law *to = &plate->enhanced.law;
    const int n = plate->kind->is_membrane ? 3 : PLATE_STRAINS;
    double C[PLATE_STRAINS * PLATE_STRAINS];
    if (read_keyword(reader, "isotropic"))
        set_homogeneous(reader, plate->kind, plate_read_isotropic(reader, plate->kind), to);
    else if (read_keyword(reader, "plane stress orthotropic"))
        set_homogeneous(reader, plate->kind, read_orthotropic(reader, plate->kind), to);
    else {
        read_matrix(reader, n, n, C, "matrix of the law");
        for (int i = 0; i < n; i++)
            memcpy(to->C[i], C + i * n, (size_t)n * sizeof *C);
    }
    plate->thickness = plate->kind->is_membrane ? 0.0 : thickness_of(to);
    if (read_keyword(reader, "prestress"))
        read_vector(reader, n, to->prestress, "prestress");
}

/* --- card --------------------------------------------------------------------------------------------------------- */

static void number_columns(elem *element)
{
    plate *plate = element->self;
    element->kinds = plate->kind->modes;
    element->n_internal = element->kinds ? PLATE_MODES : 0;
    for (int k = 0; k < plate->kind->n_nodes; k++) {
        plate->column[k] = plate->n_columns;
        plate->n_columns += plate->node[k]->has_rotation ? 6 : 3;
    }
}

void read_plate_nodes(reader *reader, plate *plate, const plate_kind *kind)
{
    plate->kind = kind;
    for (int k = 0; k < kind->n_nodes; k++)
        plate->node[k] = (kind->is_membrane ? read_point_node : read_structural_node)(reader, "node of the plate");
}

/* False if all corners, seen from the centre, have the normal on the same side. */
static bool is_folded(const plate *plate)
{
    static const double CENTRE[2];
    plate_surface centre, corner;
    plate_surface_at(plate, CENTRE, &centre);
    for (int k = 0; k < plate->kind->n_nodes; k++) {
        plate_surface_at(plate, plate->kind->corner[k], &corner);
        if (!(vec3_dot(mat3_col(&centre.axes, 2), mat3_col(&corner.axes, 2)) > 0.0))
            return true;
    }
    return false;
}

void read_plate_complete(reader *reader, elem *element)
{
    plate *plate = element->self;
    if (!read_ok(reader))
        return;
    number_columns(element);
    if (is_folded(plate) || !plate->kind->complete(reader_arena(reader), plate))
        read_error(reader, E_PLATE_SHAPE, element->location, element->type->card->name, element->label);
    else if (!enhanced_complete(&plate->enhanced))
        read_error(reader, E_PLATE_MODES, element->location, element->type->card->name, element->label);
}

void read_plate(reader *reader, elem *element, const plate_kind *kind)
{
    read_plate_nodes(reader, element->self, kind);
    read_plate_law(reader, element->self);
    read_plate_complete(reader, element);
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

void plate_connect(const elem *element, layout *layout)
{
    const plate *plate = element->self;
    for (int k = 0; k < plate->kind->n_nodes; k++)
        layout_node(layout, plate->node[k]);
    if (plate->kind->modes)
        layout_internal(layout);
    if (!plate->kind->is_membrane)
        return;
    layout_clear(layout);
    for (int a = 0; a < plate->kind->n_nodes; a++)
        for (int b = 0; b < plate->kind->n_nodes; b++)
            layout_full(layout, plate->column[a], 3, plate->column[b], 3);
}

void plate_add(const plate *plate, const state *state, int n, const double *g, plate_stiffness K, local *out)
{
    for (int i = 0; i < plate->n_columns; i++) {
        out->r[i] -= g[i];
        double *to = jacobian_row(out, i);
        for (int j = 0; n > 0 && j < plate->n_columns; j++)
            to[j] -= state->dvalue * K[i][j];
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

void plate_output(const state *state, const elem *element, record *out)
{
    const plate *plate = element->self;
    plate_strains stress;
    plate->kind->stress(state, element, stress);
    record_begin(out, element->label);
    for (int k = 0; k < plate->enhanced.n_points; k++) {
        if (plate->kind->is_membrane) {
            record_name_numbered(out, "n", k + 1, QUANTITY_FORCE_PER_SPAN, "forces per span (11, 22, 12)");
            record_vec3(out, vec3_load(stress[k]));
        } else
            shell_row(stress[k], k + 1, out);
    }
    record_end(out);
}

void plate_log(const elem *element, record *out)
{
    const plate *plate = element->self;
    record_word(out, plate->kind->log);
    record_unsigned(out, element->label);
    for (int k = 0; k < plate->kind->n_nodes; k++)
        record_unsigned(out, plate->node[k]->label);
    record_end(out);
}

/* A triangle is drawn as a quadrangle with the last corner repeated. */
void plate_draw(const elem *element, drawing *drawing)
{
    const plate *plate = element->self;
    draw_tie at[PLATE_NODES];
    for (int k = 0; k < PLATE_NODES; k++)
        at[k] = draw_at(plate->node[k < plate->kind->n_nodes ? k : k - 1], (vec3){0, 0, 0}, NULL);
    const draw_tie trailing[] = {at[3], at[2]};
    draw_surface(drawing, at, trailing, 2);
    draw_corners(drawing, plate->node, plate->kind->n_nodes);
    drawing->shapes.items[drawing->shapes.n - 1].size.x = plate->thickness;
}

/* --- geometry ----------------------------------------------------------------------------------------------------- */

const double QUADRANGLE_CORNERS[PLATE_NODES][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};

void quadrangle_at(const double r[2], double *h, double (*derivative)[PLATE_NODES])
{
    for (int k = 0; k < PLATE_NODES; k++) {
        const double *at = QUADRANGLE_CORNERS[k], a = 1.0 + r[0] * at[0], b = 1.0 + r[1] * at[1];
        h[k] = 0.25 * a * b;
        derivative[0][k] = 0.25 * at[0] * b;
        derivative[1][k] = 0.25 * a * at[1];
    }
}

void quadrangle_point(int index, double r[2])
{
    const double g = 0.5773502691896258;
    r[0] = index == 1 || index == 2 ? g : -g;
    r[1] = index >= 2 ? g : -g;
}

static mat3 axes_of(vec3 along1, vec3 along2)
{
    const vec3 normal = vec3_cross(along1, along2);
    const vec3 t1 = vec3_scale(1.0 / vec3_norm(along1), along1), t3 = vec3_scale(1.0 / vec3_norm(normal), normal);
    return mat3_from_cols(t1, vec3_cross(t3, t1), t3);
}

void plate_surface_at(const plate *plate, const double r[2], plate_surface *at)
{
    *at = (plate_surface){.det = 0.0};
    plate->kind->functions(r, at->h, at->derivative);
    for (int k = 0; k < plate->kind->n_nodes; k++)
        for (int i = 0; i < 2; i++)
            at->x[i] = vec3_axpy(at->x[i], at->derivative[i][k], plate_x0(plate, k));
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
        at->along[0][k] = (at->derivative[0][k] * at->J[1][1] - at->derivative[1][k] * at->J[1][0]) / at->det;
        at->along[1][k] = (at->derivative[1][k] * at->J[0][0] - at->derivative[0][k] * at->J[0][1]) / at->det;
    }
}

/* --- sample ------------------------------------------------------------------------------------------------------- */

/* A matrix near the unit matrix, so that no mode is without stiffness. */
static void sample_law_matrix(sampler *from, int n, plate_law *to)
{
    for (int i = 0; i < n; i++) {
        to->prestress[i] = sample_real(from, -0.1, 0.1);
        for (int j = 0; j < n; j++)
            to->C[i][j] = from->has_potential && j < i ? to->C[j][i] : sample_real(from, -0.1, 0.1) + 2.0 * (i == j);
    }
}

void plate_sample(sampler *from, elem *element, const plate_kind *kind)
{
    /* around a face of the lattice, and around four of the other nodes that are not on a line */
    static const int LATTICE[] = {24, 6, 0, 18}, AROUND[] = {0, 1, 3, 2};
    plate *plate = element->self;
    plate->kind = kind;
    for (int k = 0; k < kind->n_nodes; k++)
        plate->node[k] = kind->is_membrane ? sample_point(from, LATTICE[k]) : sample_structural(from, AROUND[k]);
    sample_law_matrix(from, kind->is_membrane ? 3 : PLATE_STRAINS, &plate->enhanced.law);
    number_columns(element);
    kind->complete(from->memory, plate);
    enhanced_complete(&plate->enhanced);
}
