/* bearing_output.c - output of a bearing on a grid, and its private data.
 *
 *     F, M on the shaft, F, M on the bearing (about the nodes), losses of fluid and contact; then, each for all nodes
 *     of the grid and if requested: pressure, contact pressure, density, clearance, its rate, speeds along x and z,
 *     stresses of the fluid on shell and shaft along x and z, deformation, that of the bearing, of the shaft
 *
 * With `output mesh` the positions of the nodes are written to the .log file: label, number of nodes along z, around;
 * r, phi, z of each. */
#include "element/bearing/bearing.h"
#include <math.h>
#include <stdlib.h>

static void record_forces(record *out, const bearing_load *load)
{
    static const char *const NAMES[] = {"F1", "M1", "F2", "M2"};
    static const char *const WORDS[] = {"force on the shaft (x, y, z)", "moment on the shaft (x, y, z)",
                                        "force on the bearing (x, y, z)", "moment on the bearing (x, y, z)"};
    for (int i = 0; i < 4; i++) {
        record_name(out, NAMES[i], i % 2 ? QUANTITY_MOMENT : QUANTITY_FORCE, WORDS[i]);
        record_vec3(out, i % 2 ? load->M[i / 2] : load->F[i / 2]);
    }
}

static void record_losses(record *out, const bearing_load *load)
{
    record_name(out, "Pff", QUANTITY_NONE, "power of friction in the fluid");
    record_real(out, load->fluid_loss);
    record_name(out, "Pfc", QUANTITY_NONE, "power of dry friction");
    record_real(out, load->contact_loss);
}

/* One number of a node. */
typedef double number_of(const bearing *bearing, const film *film, int k);
static double pressure(const bearing *bearing, const film *film, int k) { return (void)bearing, film[k].number.v; }
static double contact(const bearing *bearing, const film *film, int k) { return (void)bearing, film[k].contact.v; }
static double bearing_output_density(const bearing *bearing, const film *film, int k)
{
    return (void)bearing, film[k].rho.v;
}
static double clearance(const bearing *bearing, const film *film, int k) { return (void)bearing, film[k].h.v; }
static double clearance_rate(const bearing *bearing, const film *film, int k)
{
    return (void)bearing, film[k].h_rate.v;
}
static double speed_x(const bearing *bearing, const film *film, int k) { return (void)bearing, film[k].U[0].v; }
static double speed_z(const bearing *bearing, const film *film, int k) { return (void)bearing, film[k].U[1].v; }
static double stress(const bearing *bearing, const film *film, int k, int which)
{
    double shell[2], shaft[2];
    stress_at(bearing, film, k, shell, shaft);
    return which < 2 ? shell[which] : shaft[which - 2];
}
static double shell_x(const bearing *bearing, const film *film, int k) { return stress(bearing, film, k, 0); }
static double shell_z(const bearing *bearing, const film *film, int k) { return stress(bearing, film, k, 1); }
static double shaft_x(const bearing *bearing, const film *film, int k) { return stress(bearing, film, k, 2); }
static double shaft_z(const bearing *bearing, const film *film, int k) { return stress(bearing, film, k, 3); }
static double deformation(const bearing *bearing, const film *film, int k) { return (void)bearing, film[k].w; }
static double of_bearing(const bearing *bearing, const film *film, int k)
{
    return (void)bearing, film[k].part[BEARING];
}
static double of_shaft(const bearing *bearing, const film *film, int k) { return (void)bearing, film[k].part[SHAFT]; }

static const struct {
    unsigned shown;
    const char *name;
    physical_quantity unit;
    const char *words;
    number_of *get;
} FIELDS[] = {
    {SHOW_PRESSURE, "p", QUANTITY_PRESSURE, "pressure", pressure},
    {SHOW_CONTACT, "pc", QUANTITY_PRESSURE, "contact pressure", contact},
    {SHOW_DENSITY, "rho", QUANTITY_DENSITY, "density", bearing_output_density},
    {SHOW_CLEARANCE, "h", QUANTITY_LENGTH, "clearance", clearance},
    {SHOW_CLEARANCE_RATE, "hP", QUANTITY_VELOCITY, "rate of clearance", clearance_rate},
    {SHOW_VELOCITY, "Ux", QUANTITY_VELOCITY, "speed of the other surface around", speed_x},
    {SHOW_VELOCITY, "Uz", QUANTITY_VELOCITY, "speed of the other surface along the axis", speed_z},
    {SHOW_STRESS, "tau2x", QUANTITY_PRESSURE, "shear stress on the shell around", shell_x},
    {SHOW_STRESS, "tau2z", QUANTITY_PRESSURE, "shear stress on the shell along the axis", shell_z},
    {SHOW_STRESS, "tau1x", QUANTITY_PRESSURE, "shear stress on the shaft around", shaft_x},
    {SHOW_STRESS, "tau1z", QUANTITY_PRESSURE, "shear stress on the shaft along the axis", shaft_z},
    {SHOW_DEFORMATION, "w", QUANTITY_LENGTH, "deformation", deformation},
    {SHOW_DEFORMATION_BEARING, "w2", QUANTITY_LENGTH, "deformation of the bearing", of_bearing},
    {SHOW_DEFORMATION_SHAFT, "w1", QUANTITY_LENGTH, "deformation of the shaft", of_shaft},
};

static void record_fields(record *out, const bearing *bearing, const film *film)
{
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++)
        for (int k = 0; (bearing->shown & FIELDS[i].shown) && k < bearing_nodes(bearing); k++) {
            record_name_numbered(out, FIELDS[i].name, k + 1, FIELDS[i].unit, FIELDS[i].words);
            record_real(out, FIELDS[i].get(bearing, film, k));
        }
}

void bearing_output_row(const state *state, const elem *element, record *out)
{
    const bearing *bearing = element->self;
    if (!(bearing->shown & ~(unsigned)SHOW_MESH))
        return;
    film *film = film_all(0, state, element);
    const bearing_load load = load_now(state, element, film);
    compliance_parts(state, element, film);
    record_begin(out, element->label);
    if (bearing->shown & SHOW_FORCE)
        record_forces(out, &load);
    if (bearing->shown & SHOW_LOSS)
        record_losses(out, &load);
    record_fields(out, bearing, film);
    record_end(out);
    free(film);
}

void bearing_log(const elem *element, record *out)
{
    const bearing *bearing = element->self;
    if (!(bearing->shown & SHOW_MESH))
        return;
    record_word(out, "hydrodynamic plain bearing2:");
    record_unsigned(out, element->label);
    record_integer(out, bearing->n_z);
    record_integer(out, bearing->n_phi);
    for (int k = 0; k < bearing_nodes(bearing); k++) {
        record_real(out, bearing_radius(bearing));
        record_real(out, bearing->node[k].phi);
        record_real(out, bearing->node[k].z);
    }
    record_end(out);
}

/* --- private data ------------------------------------------------------------------------------------------------- */

const char *const BEARING_PRIVATE[] = {"Pff",    "Pfc",  "maxp", "maxpc", "minh", "minrho",
                                       "maxrho", "minT", "maxT", "meanT", NULL};

static double extreme(const bearing *bearing, const film *film, number_of *get, double sign)
{
    double most = get(bearing, film, 0);
    for (int k = 1; k < bearing_nodes(bearing); k++)
        most = sign * get(bearing, film, k) > sign * most ? get(bearing, film, k) : most;
    return most;
}

double bearing_private(const state *state, const elem *element, int index)
{
    enum { NO_TEMPERATURE = -1 }; /* the temperature of the film is uniform */
    const bearing *bearing = element->self;
    film *film = film_all(0, state, element);
    const bearing_load load = load_now(state, element, film);
    const double values[] = {load.fluid_loss,
                             load.contact_loss,
                             extreme(bearing, film, pressure, 1.0),
                             extreme(bearing, film, contact, 1.0),
                             extreme(bearing, film, clearance, -1.0),
                             extreme(bearing, film, bearing_output_density, -1.0),
                             extreme(bearing, film, bearing_output_density, 1.0),
                             NO_TEMPERATURE,
                             NO_TEMPERATURE,
                             NO_TEMPERATURE};
    free(film);
    return values[index - 1];
}
