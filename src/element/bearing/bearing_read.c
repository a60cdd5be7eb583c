/* bearing_read.c - the arguments of `hydrodynamic plain bearing2`.
 *
 * Sections up to the boundary conditions stand in their order, those behind them in any. `number of nodes Phi` counts
 * two nodes that stand for others at the seam: the grid has two fewer around. Finite elements need an odd number along
 * z and an even one around: one is added where it is not. */
#include "element/bearing/bearing.h"
#include "element/diag_rows.h"
#include "element/hydraulic/hydraulic.h"
#include "deck/named_values.h"
#include "model/frames.h"
#include "model/model.h"
#include <math.h>

/* --- surfaces ----------------------------------------------------------------------------------------------------- */

static void read_outline_shape(reader *r, outline *of, bool may_be_whole)
{
    static const char *const KINDS[] = {"complete surface", "circle", "rectangle", NULL};
    const int kind = read_choice(r, may_be_whole ? KINDS : KINDS + 1, "outline");
    of->kind = kind < 0 ? OUTLINE_WHOLE : (unsigned)(kind + (may_be_whole ? 0 : 1));
    if (of->kind == OUTLINE_CIRCLE)
        of->radius = read_named_positive(r, "radius");
    if (of->kind == OUTLINE_RECTANGLE) {
        of->width = read_named_positive(r, "width");
        of->height = read_named_positive(r, "height");
    }
}

static void read_position(reader *r, outline *of)
{
    of->x = read_real(r, "position along the circumference");
    of->z = read_real(r, "position along the axis");
}

static double *read_ascending(reader *r, const char *word, int *n)
{
    read_word(r, word);
    *n = read_count(r, 1, "number of points");
    double *x = ARENA_ARRAY(reader_arena(r), double, *n);
    for (int i = 0; read_ok(r) && i < *n; i++) {
        x[i] = read_real(r, word);
        if (read_ok(r) && i > 0 && x[i] <= x[i - 1])
            read_error_last(r, E_HARMONIC_ORDER, x[i], x[i - 1]);
    }
    return x;
}

static void read_pocket(reader *r, pocket *p)
{
    static const char *const KINDS[] = {"const", "surface grid", NULL};
    read_word(r, "position");
    read_position(r, &p->outline);
    read_outline_shape(r, &p->outline, true);
    read_word(r, "pocket height");
    const bool is_grid = read_choice(r, KINDS, "pocket height") == 1;
    p->n_x = p->n_z = 1;
    if (is_grid) {
        p->x = read_ascending(r, "x", &p->n_x);
        p->z = read_ascending(r, "z", &p->n_z);
        read_word(r, "delta y");
    }
    const int n = p->n_x * p->n_z;
    p->y = ARENA_ARRAY(reader_arena(r), double, n);
    for (int i = 0; read_ok(r) && i < n; i++)
        p->y[i] = read_real(r, "pocket height");
}

static void read_pockets(reader *r, bearing *b)
{
    static const char *const SIDES[] = {"shaft", "bearing", NULL};
    int side;
    while ((side = read_try_choice(r, SIDES)) >= 0) {
        bearing_surface *s = &b->side[side];
        s->n_pockets = read_count(r, 1, "number of pockets");
        s->pockets = ARENA_ARRAY(reader_arena(r), pocket, s->n_pockets);
        for (int i = 0; read_ok(r) && i < s->n_pockets; i++)
            read_pocket(r, &s->pockets[i]);
    }
}

static void bearing_read_read_side(reader *r, const char *word, bearing_surface *s)
{
    read_word(r, word);
    s->node = read_structural_node(r, word);
    s->R = MAT3_EYE;
    const frame_context c = {.own = s->node ? s->node->initial : NULL};
    if (read_keyword(r, "offset"))
        s->o = read_position_rel(r, &c, "offset");
    if (read_keyword(r, "orientation"))
        s->R = read_orientation_rel(r, &c, "orientation");
}

static void read_geometry(reader *r, bearing *b)
{
    static const char *const PLACES[] = {"at shaft", "at bearing", NULL};
    read_word(r, "geometry");
    read_word(r, "cylindrical");
    read_word(r, "mesh position");
    b->carrier = read_choice(r, PLACES, "mesh position") == 1 ? BEARING : SHAFT;
    b->width = read_named_positive(r, "bearing width");
    b->side[SHAFT].radius = 0.5 * read_named_positive(r, "shaft diameter");
    b->side[BEARING].radius = 0.5 * read_named_positive(r, "bearing diameter");
    if (read_ok(r) && b->side[BEARING].radius <= b->side[SHAFT].radius)
        read_error_last(r, E_BEARING_CLEARANCE, 2.0 * b->side[BEARING].radius, 2.0 * b->side[SHAFT].radius);
    if (read_keyword(r, "pockets"))
        read_pockets(r, b);
    bearing_read_read_side(r, "shaft node", &b->side[SHAFT]);
    bearing_read_read_side(r, "bearing node", &b->side[BEARING]);
}

/* --- the grid ----------------------------------------------------------------------------------------------------- */

static void read_uniform(reader *r, bearing *b)
{
    static const char *const KINDS[] = {"number of nodes z", "number of elements z", NULL};
    const bool by_elements = read_choice(r, KINDS, "grid") == 1;
    int n_z = read_count(r, by_elements ? 1 : 3, "number along z");
    read_word(r, by_elements ? "number of elements Phi" : "number of nodes Phi");
    int n_phi = read_count(r, by_elements ? 2 : 5, "number around");
    const int each = b->is_quadratic ? 2 : 1;
    n_z = by_elements ? each * n_z + 1 : n_z;
    n_phi = by_elements ? each * n_phi : n_phi - 2;
    if (b->is_quadratic)
        n_z += 1 - n_z % 2, n_phi += n_phi % 2;
    if (!read_ok(r))
        return;
    if (n_z < 3 || n_phi < 3)
        read_error_last(r, E_BEARING_GRID);
    else
        bearing_set_grid(b, reader_arena(r), n_z, n_phi);
}

typedef ARRAY(double) real_list;

/* Intervals from a position to the next one, the last to `end`; the point at the end is not among them. */
static void read_intervals(reader *r, const char *word, double begin, double end, real_list *to)
{
    ARRAY(int) counts = {0};
    real_list borders = {0};
    read_word(r, word);
    const int n = read_count(r, 1, word);
    for (int i = 0; read_ok(r) && i < n; i++) {
        const double at = read_real(r, "position");
        const double low = i == 0 ? begin : borders.items[i - 1];
        if (read_ok(r) && (i == 0 ? fabs(at - begin) > 1e-9 * (end - begin) : at <= low || at >= end))
            read_error_last(r, E_BEARING_INTERVALS, begin, end);
        array_push(&borders, at);
        array_push(&counts, read_count(r, 1, "number of nodes"));
    }
    for (int i = 0; read_ok(r) && i < n; i++) {
        const double next = i + 1 < n ? borders.items[i + 1] : end;
        for (int k = 0; k < counts.items[i]; k++)
            array_push(to, borders.items[i] + (next - borders.items[i]) * k / counts.items[i]);
    }
    array_free(&borders);
    array_free(&counts);
}

static void read_grid_of_intervals(reader *r, bearing *b)
{
    real_list z = {0}, x = {0};
    const double radius = bearing_radius(b);
    read_intervals(r, "number of intervals z", -0.5 * b->width, 0.5 * b->width, &z);
    read_intervals(r, "number of intervals x", 0.0, 2.0 * M_PI * radius, &x);
    const bool fits = !b->is_quadratic || (z.n % 2 == 0 && x.n % 2 == 0);
    if (read_ok(r) && (z.n < 2 || x.n < 3 || !fits))
        read_error_last(r, E_BEARING_GRID);
    if (read_ok(r)) {
        bearing_set_grid(b, reader_arena(r), z.n + 1, x.n);
        for (int j = 0; j < z.n; j++)
            b->z[j] = z.items[j];
        for (int i = 0; i < x.n; i++)
            b->phi[i] = x.items[i] / radius;
    }
    array_free(&z);
    array_free(&x);
}

static void read_grid(reader *r, bearing *b)
{
    static const char *const KINDS[] = {"uniform", "uniform intervals", NULL};
    if (read_keyword(r, "grid spacing") && read_choice(r, KINDS, "grid spacing") == 1)
        read_grid_of_intervals(r, b);
    else
        read_uniform(r, b);
}

/* --- conditions --------------------------------------------------------------------------------------------------- */

static void read_condition(reader *r, const bearing *b, condition *c)
{
    static const char *const KINDS[] = {"pressure", "density", "filling ratio", NULL};
    const int kind = read_try_choice(r, KINDS);
    c->kind = kind < 0 ? GIVEN_PRESSURE : (unsigned)kind;
    if (c->kind != GIVEN_PRESSURE && !bearing_is_compressible(b))
        read_error_last(r, E_BEARING_CONDITION);
    c->drive = read_drive(r, "boundary condition");
}

static int add_port(reader *r, bearing *b)
{
    node_dof *grown = ARENA_ARRAY(reader_arena(r), node_dof, b->n_ports + 1);
    for (int i = 0; i < b->n_ports; i++)
        grown[i] = b->port[i];
    read_ports(r, &grown[b->n_ports], 1);
    b->port = grown;
    return b->n_ports++;
}

static void read_edges(reader *r, bearing *b)
{
    static const char *const KINDS[] = {"boundary conditions", "pressure coupling conditions axial", NULL};
    b->has_axial_ports = read_choice(r, KINDS, "boundary conditions") == 1;
    for (int i = 0; i < 2; i++) {
        if (b->has_axial_ports)
            add_port(r, b);
        else
            read_condition(r, b, &b->edge[i]);
    }
}

static void read_grooves(reader *r, bearing *b)
{
    static const char *const PLACES[] = {"at shaft", "at bearing", NULL};
    b->n_grooves = read_count(r, 1, "number of grooves");
    b->groove = ARENA_ARRAY(reader_arena(r), groove, b->n_grooves);
    for (int i = 0; read_ok(r) && i < b->n_grooves; i++) {
        groove *g = &b->groove[i];
        g->side = read_choice(r, PLACES, "place of the groove") == 1 ? BEARING : SHAFT;
        read_condition(r, b, &g->given);
        read_word(r, "position");
        read_position(r, &g->outline);
        read_outline_shape(r, &g->outline, false);
    }
}

static void read_inlets(reader *r, bearing *b)
{
    b->n_inlets = read_count(r, 1, "number of inlets");
    b->inlet = ARENA_ARRAY(reader_arena(r), inlet, b->n_inlets);
    for (int i = 0; read_ok(r) && i < b->n_inlets; i++) {
        if (read_keyword(r, "position"))
            read_position(r, &b->inlet[i].outline);
        read_outline_shape(r, &b->inlet[i].outline, false);
        read_word(r, "pressure node");
        b->inlet[i].port = add_port(r, b);
    }
}

/* --- contact, friction, compliance -------------------------------------------------------------------------------- */

static void read_contact(reader *r, bearing *b)
{
    asperities *a = &b->rough;
    b->has_contact = true;
    read_word(r, "greenwood tripp");
    a->E[0] = read_named_positive(r, "E1");
    a->nu[0] = read_named_real(r, "nu1");
    a->E[1] = read_named_positive(r, "E2");
    a->nu[1] = read_named_real(r, "nu2");
    if (read_keyword(r, "base unit"))
        read_word(r, "meters");
    const double M0 = read_named_positive(r, "M0"), M2 = read_named_positive(r, "M2"),
                 M4 = read_named_positive(r, "M4");
    a->offset = read_real_after(r, "offset", 0.0);
    if (!read_ok(r))
        return;
    const double E = 1.0 / ((1.0 - a->nu[0] * a->nu[0]) / a->E[0] + (1.0 - a->nu[1] * a->nu[1]) / a->E[1]);
    const double density = M4 / (6.0 * M_PI * sqrt(3.0) * M2), tip = 3.0 * sqrt(M_PI) / (8.0 * sqrt(M4));
    a->sigma = sqrt(M0);
    const double rough = density * tip * a->sigma;
    a->stiffness = 16.0 * M_SQRT2 / 15.0 * M_PI * rough * rough * E * sqrt(a->sigma / tip);
}

static void read_friction(reader *r, bearing *b)
{
    static const char *const KINDS[] = {"coulomb", "lugre", NULL};
    dry_friction *d = &b->dry;
    d->kind = read_choice(r, KINDS, "friction model") == 0 ? FRICTION_COULOMB : FRICTION_LUGRE;
    if (d->kind == FRICTION_COULOMB) {
        read_word(r, "mu");
        d->mu = read_not_negative(r, "mu");
        d->threshold = 1e-6;
        if (read_keyword(r, "sliding velocity threshold"))
            d->threshold = read_positive(r, "sliding velocity threshold");
        return;
    }
    read_stepping_bristle(r, &d->lugre);
}

/* How the surface gives way: matrix 0 or 1, of a surface that the grid lies on or not. */
static void read_yielding(reader *r, bearing *b, int which, bearing_side of)
{
    static const char *const KINDS[] = {"elastic half space", "from file", NULL};
    yielding *y = &b->soft[b->n_soft];
    y->side = of;
    if (read_choice(r, KINDS, "compliance matrix") == 1) {
        read_compliance_file(r, b, y);
        y->moves = of != b->carrier;
        if (read_ok(r) && !y->moves)
            compliance_to_film(b, reader_arena(r), y);
        b->n_soft++;
        return;
    }
    double E = b->rough.E[which], nu = b->rough.nu[which];
    if (read_keyword(r, "E1"))
        E = read_positive(r, "E1");
    if (read_keyword(r, "nu1"))
        nu = read_real(r, "nu1");
    if (read_ok(r) && E <= 0.0)
        read_error_last(r, E_BEARING_MATERIAL);
    if (!read_ok(r))
        return;
    *y = half_space(b, reader_arena(r), E, nu);
    y->side = of;
    b->n_soft++;
}

static void read_compliance(reader *r, bearing *b)
{
    static const char *const REACH[] = {"small", "large", NULL};
    b->n_soft = 0;
    if (read_keyword(r, "double nodal")) {
        for (int i = 0; i < 2; i++) {
            read_word(r, i == SHAFT ? "matrix at shaft" : "matrix at bearing");
            read_yielding(r, b, i, i);
        }
        if (read_keyword(r, "axial displacement"))
            b->slides = read_choice(r, REACH, "axial displacement") == 1;
        return;
    }
    for (int i = 0; i < 2 && (i == 0 || read_peek(r, "matrix")); i++) {
        read_word(r, "matrix");
        read_integer_in(r, i + 1, i + 1, "number of the matrix");
        read_yielding(r, b, i, b->carrier);
    }
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    unsigned shown;
} OUTPUTS[] = {
    {"output pressure", SHOW_PRESSURE},
    {"output contact pressure", SHOW_CONTACT},
    {"output density", SHOW_DENSITY},
    {"output friction loss", SHOW_LOSS},
    {"output clearance", SHOW_CLEARANCE},
    {"output clearance derivative", SHOW_CLEARANCE_RATE},
    {"output velocity", SHOW_VELOCITY},
    {"output stress", SHOW_STRESS},
    {"output reaction force", SHOW_FORCE},
    {"output total deformation", SHOW_DEFORMATION},
    {"output deformation bearing", SHOW_DEFORMATION_BEARING},
    {"output deformation shaft", SHOW_DEFORMATION_SHAFT},
    {"output mesh", SHOW_MESH},
};

static bool bearing_read_read_output(reader *r, bearing *b)
{
    for (size_t i = 0; i < sizeof OUTPUTS / sizeof *OUTPUTS; i++)
        if (read_keyword(r, OUTPUTS[i].word)) {
            const bool is_shown = read_bool(r, OUTPUTS[i].word);
            b->shown = is_shown ? b->shown | OUTPUTS[i].shown : b->shown & ~OUTPUTS[i].shown;
            return true;
        }
    return false;
}

static bool read_model(reader *r, bearing *b)
{
    static const char *const WORDS[] = {"lubrication grooves",
                                        "pressure coupling conditions radial",
                                        "pressure coupling condition radial",
                                        "contact model",
                                        "friction model",
                                        "compliance model",
                                        NULL};
    switch (read_try_choice(r, WORDS)) {
    case 0:
        read_grooves(r, b);
        return true;
    case 1:
    case 2:
        read_inlets(r, b);
        return true;
    case 3:
        read_contact(r, b);
        return true;
    case 4:
        read_friction(r, b);
        return true;
    case 5:
        read_compliance(r, b);
        return true;
    default:
        return false;
    }
}

static bool read_scale(reader *r, bearing *b)
{
    static const char *const WORDS[] = {"pressure dof scale", "theta dof scale", "equation scale", NULL};
    double *const to[] = {&b->pressure_scale, &b->theta_scale, &b->equation_scale};
    const int which = read_try_choice(r, WORDS);
    if (which >= 0)
        *to[which] = read_positive(r, WORDS[which]);
    return which >= 0;
}

static void read_fluid_and_mesh(reader *r, bearing *b)
{
    static const char *const MESHES[] = {"linear finite difference", "quadratic finite element", NULL};
    const place where = read_place(r);
    b->oil = read_hydraulic_fluid(r);
    require_viscosity(r, b->oil, where);
    b->vapour = b->oil->viscosity;
    if (read_keyword(r, "viscosity vapor"))
        b->vapour = read_positive(r, "viscosity vapor");
    read_word(r, "mesh");
    b->is_quadratic = read_choice(r, MESHES, "mesh") == 1;
    if (b->is_quadratic && bearing_is_compressible(b))
        read_error_last(r, E_BEARING_ELEMENTS);
    if (read_keyword(r, "enable mcp") && read_bool(r, "enable mcp") && !bearing_is_compressible(b))
        read_error_last(r, E_BEARING_MCP);
}

void read_bearing(reader *r, elem *e)
{
    bearing *b = e->self;
    b->pressure_scale = b->equation_scale = 1.0;
    read_fluid_and_mesh(r, b);
    read_geometry(r, b);
    read_grid(r, b);
    read_edges(r, b);
    while (read_ok(r) && (read_model(r, b) || read_scale(r, b) || bearing_read_read_output(r, b)))
        continue;
    if (!read_ok(r))
        return;
    if (b->theta_scale == 0.0 && bearing_is_compressible(b))
        b->theta_scale = b->pressure_scale / b->oil->beta;
    bearing_number(e, reader_arena(r));
    bearing_reserve(e, model_of(r)->plan);
}
