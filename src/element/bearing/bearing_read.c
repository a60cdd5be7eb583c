/* bearing_read.c - the arguments of `hydrodynamic plain bearing2`.
 *
 * Sections up to the boundary conditions have a fixed order, those after them may appear in any order. `number of nodes
 * Phi` includes two nodes that duplicate others at the seam: the grid has two fewer around the circumference. Finite
 * elements need an odd number along z and an even one around: if necessary, one is added. */
#include "element/bearing/bearing.h"
#include "element/diag_rows.h"
#include "element/hydraulic/hydraulic.h"
#include "deck/named_values.h"
#include "model/frames.h"
#include "model/model.h"
#include <math.h>

/* --- surfaces ----------------------------------------------------------------------------------------------------- */

static void read_outline_shape(reader *reader, outline *of, bool may_be_whole)
{
    static const char *const KINDS[] = {"complete surface", "circle", "rectangle", NULL};
    const int kind = read_choice(reader, may_be_whole ? KINDS : KINDS + 1, "outline");
    of->kind = kind < 0 ? OUTLINE_WHOLE : (unsigned)(kind + (may_be_whole ? 0 : 1));
    if (of->kind == OUTLINE_CIRCLE)
        of->radius = read_named_positive(reader, "radius");
    if (of->kind == OUTLINE_RECTANGLE) {
        of->width = read_named_positive(reader, "width");
        of->height = read_named_positive(reader, "height");
    }
}

static void read_position(reader *reader, outline *of)
{
    of->x = read_real(reader, "position along the circumference");
    of->z = read_real(reader, "position along the axis");
}

static double *read_ascending(reader *reader, const char *word, int *n)
{
    read_word(reader, word);
    *n = read_count(reader, 1, "number of points");
    double *x = ARENA_ARRAY(reader_arena(reader), double, *n);
    for (int i = 0; read_ok(reader) && i < *n; i++) {
        x[i] = read_real(reader, word);
        if (read_ok(reader) && i > 0 && x[i] <= x[i - 1])
            read_error_last(reader, E_HARMONIC_ORDER, x[i], x[i - 1]);
    }
    return x;
}

static void read_pocket(reader *reader, pocket *pocket)
{
    static const char *const KINDS[] = {"const", "surface grid", NULL};
    read_word(reader, "position");
    read_position(reader, &pocket->outline);
    read_outline_shape(reader, &pocket->outline, true);
    read_word(reader, "pocket height");
    const bool is_grid = read_choice(reader, KINDS, "pocket height") == 1;
    pocket->n_x = pocket->n_z = 1;
    if (is_grid) {
        pocket->x = read_ascending(reader, "x", &pocket->n_x);
        pocket->z = read_ascending(reader, "z", &pocket->n_z);
        read_word(reader, "delta y");
    }
    const int n = read_limited(reader, pocket->n_x, pocket->n_z, "points of the pocket");
    pocket->y = ARENA_ARRAY(reader_arena(reader), double, n);
    for (int i = 0; read_ok(reader) && i < n; i++)
        pocket->y[i] = read_real(reader, "pocket height");
}

static void read_pockets(reader *reader, bearing *bearing)
{
    static const char *const SIDES[] = {"shaft", "bearing", NULL};
    int side;
    while ((side = read_try_choice(reader, SIDES)) >= 0) {
        bearing_surface *surface = &bearing->side[side];
        surface->n_pockets = read_count(reader, 1, "number of pockets");
        surface->pockets = ARENA_ARRAY(reader_arena(reader), pocket, surface->n_pockets);
        for (int i = 0; read_ok(reader) && i < surface->n_pockets; i++)
            read_pocket(reader, &surface->pockets[i]);
    }
}

static void bearing_read_read_side(reader *reader, const char *word, bearing_surface *surface)
{
    read_word(reader, word);
    surface->node = read_structural_node(reader, word);
    surface->R = MAT3_EYE;
    const frame_context context = {.node_frame = surface->node ? surface->node->initial : NULL};
    if (read_keyword(reader, "offset"))
        surface->o = read_position_rel(reader, &context, "offset");
    if (read_keyword(reader, "orientation"))
        surface->R = read_orientation_rel(reader, &context, "orientation");
}

static void read_geometry(reader *reader, bearing *bearing)
{
    static const char *const PLACES[] = {"at shaft", "at bearing", NULL};
    read_word(reader, "geometry");
    read_word(reader, "cylindrical");
    read_word(reader, "mesh position");
    bearing->carrier = read_choice(reader, PLACES, "mesh position") == 1 ? BEARING : SHAFT;
    bearing->width = read_named_positive(reader, "bearing width");
    bearing->side[SHAFT].radius = 0.5 * read_named_positive(reader, "shaft diameter");
    bearing->side[BEARING].radius = 0.5 * read_named_positive(reader, "bearing diameter");
    if (read_ok(reader) && bearing->side[BEARING].radius <= bearing->side[SHAFT].radius)
        read_error_last(reader, E_BEARING_CLEARANCE, 2.0 * bearing->side[BEARING].radius,
                        2.0 * bearing->side[SHAFT].radius);
    if (read_keyword(reader, "pockets"))
        read_pockets(reader, bearing);
    bearing_read_read_side(reader, "shaft node", &bearing->side[SHAFT]);
    bearing_read_read_side(reader, "bearing node", &bearing->side[BEARING]);
}

/* --- the grid ----------------------------------------------------------------------------------------------------- */

static const char *const GRID_NODES = "nodes of the grid";

static void read_uniform(reader *reader, bearing *bearing)
{
    static const char *const KINDS[] = {"number of nodes z", "number of elements z", NULL};
    const bool by_elements = read_choice(reader, KINDS, "grid") == 1;
    int n_z = read_count(reader, by_elements ? 1 : 3, "number along z");
    read_word(reader, by_elements ? "number of elements Phi" : "number of nodes Phi");
    int n_phi = read_count(reader, by_elements ? 2 : 5, "number around");
    const int each = bearing->is_quadratic ? 2 : 1;
    read_limited(reader, each * each, read_limited(reader, n_z, n_phi, GRID_NODES), GRID_NODES);
    if (!read_ok(reader))
        return;
    n_z = by_elements ? each * n_z + 1 : n_z;
    n_phi = by_elements ? each * n_phi : n_phi - 2;
    if (bearing->is_quadratic)
        n_z += 1 - n_z % 2, n_phi += n_phi % 2;
    read_limited(reader, n_z, n_phi, GRID_NODES);
    if (!read_ok(reader))
        return;
    if (n_z < 3 || n_phi < 3)
        read_error_last(reader, E_BEARING_GRID);
    else
        bearing_set_grid(bearing, reader_arena(reader), n_z, n_phi);
}

typedef ARRAY(double) real_list;

/* Reads intervals from a position to the next one, the last to `end`; the end point is not included. */
static void read_intervals(reader *reader, const char *word, double begin, double end, real_list *to)
{
    ARRAY(int) counts = {0};
    real_list borders = {0};
    read_word(reader, word);
    const int n = read_count(reader, 1, word);
    for (int i = 0; read_ok(reader) && i < n; i++) {
        const double at = read_real(reader, "position");
        const double low = i == 0 ? begin : borders.items[i - 1];
        if (read_ok(reader) && (i == 0 ? fabs(at - begin) > 1e-9 * (end - begin) : at <= low || at >= end))
            read_error_last(reader, E_BEARING_INTERVALS, begin, end);
        array_push(&borders, at);
        array_push(&counts, read_count(reader, 1, "number of nodes"));
    }
    for (int i = 0; read_ok(reader) && i < n; i++) {
        const double next = i + 1 < n ? borders.items[i + 1] : end;
        for (int k = 0; k < counts.items[i]; k++)
            array_push(to, borders.items[i] + (next - borders.items[i]) * k / counts.items[i]);
    }
    array_free(&borders);
    array_free(&counts);
}

static void read_grid_of_intervals(reader *reader, bearing *bearing)
{
    real_list z = {0}, x = {0};
    const double radius = bearing_radius(bearing);
    read_intervals(reader, "number of intervals z", -0.5 * bearing->width, 0.5 * bearing->width, &z);
    read_intervals(reader, "number of intervals x", 0.0, 2.0 * M_PI * radius, &x);
    const bool fits = !bearing->is_quadratic || (z.n % 2 == 0 && x.n % 2 == 0);
    if (read_ok(reader) && (z.n < 2 || x.n < 3 || !fits))
        read_error_last(reader, E_BEARING_GRID);
    read_limited(reader, z.n + 1, x.n, GRID_NODES);
    if (read_ok(reader)) {
        bearing_set_grid(bearing, reader_arena(reader), z.n + 1, x.n);
        for (int j = 0; j < z.n; j++)
            bearing->z[j] = z.items[j];
        for (int i = 0; i < x.n; i++)
            bearing->phi[i] = x.items[i] / radius;
    }
    array_free(&z);
    array_free(&x);
}

static void read_grid(reader *reader, bearing *bearing)
{
    static const char *const KINDS[] = {"uniform", "uniform intervals", NULL};
    if (read_keyword(reader, "grid spacing") && read_choice(reader, KINDS, "grid spacing") == 1)
        read_grid_of_intervals(reader, bearing);
    else
        read_uniform(reader, bearing);
}

/* --- conditions --------------------------------------------------------------------------------------------------- */

static void read_condition(reader *reader, const bearing *bearing, condition *condition)
{
    static const char *const KINDS[] = {"pressure", "density", "filling ratio", NULL};
    const int kind = read_try_choice(reader, KINDS);
    condition->kind = kind < 0 ? GIVEN_PRESSURE : (unsigned)kind;
    if (condition->kind != GIVEN_PRESSURE && !bearing_is_compressible(bearing))
        read_error_last(reader, E_BEARING_CONDITION);
    condition->drive = read_drive(reader, "boundary condition");
}

static int add_port(reader *reader, bearing *bearing)
{
    node_dof *grown = ARENA_ARRAY(reader_arena(reader), node_dof, bearing->n_ports + 1);
    for (int i = 0; i < bearing->n_ports; i++)
        grown[i] = bearing->port[i];
    read_ports(reader, &grown[bearing->n_ports], 1);
    bearing->port = grown;
    return bearing->n_ports++;
}

static void read_edges(reader *reader, bearing *bearing)
{
    static const char *const KINDS[] = {"boundary conditions", "pressure coupling conditions axial", NULL};
    bearing->has_axial_ports = read_choice(reader, KINDS, "boundary conditions") == 1;
    for (int i = 0; i < 2; i++) {
        if (bearing->has_axial_ports)
            add_port(reader, bearing);
        else
            read_condition(reader, bearing, &bearing->edge[i]);
    }
}

static void read_grooves(reader *reader, bearing *bearing)
{
    static const char *const PLACES[] = {"at shaft", "at bearing", NULL};
    bearing->n_grooves = read_count(reader, 1, "number of grooves");
    bearing->groove = ARENA_ARRAY(reader_arena(reader), groove, bearing->n_grooves);
    for (int i = 0; read_ok(reader) && i < bearing->n_grooves; i++) {
        groove *groove = &bearing->groove[i];
        groove->side = read_choice(reader, PLACES, "place of the groove") == 1 ? BEARING : SHAFT;
        read_condition(reader, bearing, &groove->given);
        read_word(reader, "position");
        read_position(reader, &groove->outline);
        read_outline_shape(reader, &groove->outline, false);
    }
}

static void read_inlets(reader *reader, bearing *bearing)
{
    bearing->n_inlets = read_count(reader, 1, "number of inlets");
    bearing->inlet = ARENA_ARRAY(reader_arena(reader), inlet, bearing->n_inlets);
    for (int i = 0; read_ok(reader) && i < bearing->n_inlets; i++) {
        if (read_keyword(reader, "position"))
            read_position(reader, &bearing->inlet[i].outline);
        read_outline_shape(reader, &bearing->inlet[i].outline, false);
        read_word(reader, "pressure node");
        bearing->inlet[i].port = add_port(reader, bearing);
    }
}

/* --- contact, friction, compliance -------------------------------------------------------------------------------- */

static void read_contact(reader *reader, bearing *bearing)
{
    asperities *asperities = &bearing->rough;
    bearing->has_contact = true;
    read_word(reader, "greenwood tripp");
    asperities->E[0] = read_named_positive(reader, "E1");
    asperities->nu[0] = read_named_real(reader, "nu1");
    asperities->E[1] = read_named_positive(reader, "E2");
    asperities->nu[1] = read_named_real(reader, "nu2");
    if (read_keyword(reader, "base unit"))
        read_word(reader, "meters");
    const double M0 = read_named_positive(reader, "M0"), M2 = read_named_positive(reader, "M2"),
                 M4 = read_named_positive(reader, "M4");
    asperities->offset = read_real_after(reader, "offset", 0.0);
    if (!read_ok(reader))
        return;
    const double E = 1.0 / ((1.0 - asperities->nu[0] * asperities->nu[0]) / asperities->E[0] +
                            (1.0 - asperities->nu[1] * asperities->nu[1]) / asperities->E[1]);
    const double density = M4 / (6.0 * M_PI * sqrt(3.0) * M2), tip = 3.0 * sqrt(M_PI) / (8.0 * sqrt(M4));
    asperities->sigma = sqrt(M0);
    const double rough = density * tip * asperities->sigma;
    asperities->stiffness = 16.0 * M_SQRT2 / 15.0 * M_PI * rough * rough * E * sqrt(asperities->sigma / tip);
}

static void read_friction(reader *reader, bearing *bearing)
{
    static const char *const KINDS[] = {"coulomb", "lugre", NULL};
    dry_friction *dry_friction = &bearing->dry;
    dry_friction->kind = read_choice(reader, KINDS, "friction model") == 0 ? FRICTION_COULOMB : FRICTION_LUGRE;
    if (dry_friction->kind == FRICTION_COULOMB) {
        read_word(reader, "mu");
        dry_friction->mu = read_not_negative(reader, "mu");
        dry_friction->threshold = 1e-6;
        if (read_keyword(reader, "sliding velocity threshold"))
            dry_friction->threshold = read_positive(reader, "sliding velocity threshold");
        return;
    }
    read_stepping_bristle(reader, &dry_friction->lugre);
}

/* Reads the compliance of a surface: matrix 0 or 1, of a surface that is the carrier or not. */
static void read_yielding(reader *reader, bearing *bearing, int which, bearing_side of)
{
    static const char *const KINDS[] = {"elastic half space", "from file", NULL};
    yielding *yielding = &bearing->soft[bearing->n_soft];
    yielding->side = of;
    if (read_choice(reader, KINDS, "compliance matrix") == 1) {
        read_compliance_file(reader, bearing, yielding);
        yielding->moves = of != bearing->carrier;
        if (read_ok(reader) && !yielding->moves)
            compliance_to_film(bearing, reader_arena(reader), yielding);
        bearing->n_soft++;
        return;
    }
    double E = bearing->rough.E[which], nu = bearing->rough.nu[which];
    if (read_keyword(reader, "E1"))
        E = read_positive(reader, "E1");
    if (read_keyword(reader, "nu1"))
        nu = read_real(reader, "nu1");
    if (read_ok(reader) && E <= 0.0)
        read_error_last(reader, E_BEARING_MATERIAL);
    if (!read_ok(reader))
        return;
    *yielding = half_space(bearing, reader_arena(reader), E, nu);
    yielding->side = of;
    bearing->n_soft++;
}

static void read_compliance(reader *reader, bearing *bearing)
{
    static const char *const REACH[] = {"small", "large", NULL};
    bearing->n_soft = 0;
    if (read_keyword(reader, "double nodal")) {
        for (int i = 0; i < 2; i++) {
            read_word(reader, i == SHAFT ? "matrix at shaft" : "matrix at bearing");
            read_yielding(reader, bearing, i, i);
        }
        if (read_keyword(reader, "axial displacement"))
            bearing->slides = read_choice(reader, REACH, "axial displacement") == 1;
        return;
    }
    for (int i = 0; i < 2 && (i == 0 || read_peek(reader, "matrix")); i++) {
        read_word(reader, "matrix");
        read_integer_in(reader, i + 1, i + 1, "number of the matrix");
        read_yielding(reader, bearing, i, bearing->carrier);
    }
}

/* --- all arguments ------------------------------------------------------------------------------------------------ */

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

static bool bearing_read_read_output(reader *reader, bearing *bearing)
{
    for (size_t i = 0; i < sizeof OUTPUTS / sizeof *OUTPUTS; i++)
        if (read_keyword(reader, OUTPUTS[i].word)) {
            const bool is_shown = read_bool(reader, OUTPUTS[i].word);
            bearing->shown = is_shown ? bearing->shown | OUTPUTS[i].shown : bearing->shown & ~OUTPUTS[i].shown;
            return true;
        }
    return false;
}

static bool read_model(reader *reader, bearing *bearing)
{
    static const char *const WORDS[] = {"lubrication grooves",
                                        "pressure coupling conditions radial",
                                        "pressure coupling condition radial",
                                        "contact model",
                                        "friction model",
                                        "compliance model",
                                        NULL};
    switch (read_try_choice(reader, WORDS)) {
    case 0:
        read_grooves(reader, bearing);
        return true;
    case 1:
    case 2:
        read_inlets(reader, bearing);
        return true;
    case 3:
        read_contact(reader, bearing);
        return true;
    case 4:
        read_friction(reader, bearing);
        return true;
    case 5:
        read_compliance(reader, bearing);
        return true;
    default:
        return false;
    }
}

static bool read_scale(reader *reader, bearing *bearing)
{
    static const char *const WORDS[] = {"pressure dof scale", "theta dof scale", "equation scale", NULL};
    double *const to[] = {&bearing->pressure_scale, &bearing->theta_scale, &bearing->equation_scale};
    const int which = read_try_choice(reader, WORDS);
    if (which >= 0)
        *to[which] = read_positive(reader, WORDS[which]);
    return which >= 0;
}

static void read_fluid_and_mesh(reader *reader, bearing *bearing)
{
    static const char *const MESHES[] = {"linear finite difference", "quadratic finite element", NULL};
    const source_location location = read_place(reader);
    bearing->oil = read_hydraulic_fluid(reader);
    require_viscosity(reader, bearing->oil, location);
    bearing->vapour = bearing->oil->viscosity;
    if (read_keyword(reader, "viscosity vapor"))
        bearing->vapour = read_positive(reader, "viscosity vapor");
    read_word(reader, "mesh");
    bearing->is_quadratic = read_choice(reader, MESHES, "mesh") == 1;
    if (bearing->is_quadratic && bearing_is_compressible(bearing))
        read_error_last(reader, E_BEARING_ELEMENTS);
    if (read_keyword(reader, "enable mcp") && read_bool(reader, "enable mcp") && !bearing_is_compressible(bearing))
        read_error_last(reader, E_BEARING_MCP);
}

void read_bearing(reader *reader, elem *element)
{
    bearing *bearing = element->self;
    bearing->pressure_scale = bearing->equation_scale = 1.0;
    read_fluid_and_mesh(reader, bearing);
    read_geometry(reader, bearing);
    read_grid(reader, bearing);
    read_edges(reader, bearing);
    while (read_ok(reader) &&
           (read_model(reader, bearing) || read_scale(reader, bearing) || bearing_read_read_output(reader, bearing)))
        continue;
    if (!read_ok(reader))
        return;
    if (bearing->theta_scale == 0.0 && bearing_is_compressible(bearing))
        bearing->theta_scale = bearing->pressure_scale / bearing->oil->beta;
    bearing_number(element, reader_arena(reader));
    bearing_reserve(element, model_of(reader)->plan);
}
