/* bearing_output.c - what a bearing on a grid writes, and its private data.
 *
 *     F, M on the shaft, F, M on the bearing (about the nodes), losses of fluid and contact; then, each for all nodes
 *     of the grid and as they are asked for: pressure, contact pressure, density, clearance, its rate, speeds along x
 *     and z, stresses of the fluid on shell and shaft along x and z, deformation, that of the bearing, of the shaft
 *
 * With `output mesh` the places of the nodes are in the .log file: label, nodes along z, around; r, phi, z of each. */
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
typedef double number_of(const bearing *b, const film *f, int k);
static double pressure(const bearing *b, const film *f, int k) { return (void)b, f[k].p.v; }
static double contact(const bearing *b, const film *f, int k) { return (void)b, f[k].contact.v; }
static double bearing_output_density(const bearing *b, const film *f, int k) { return (void)b, f[k].rho.v; }
static double clearance(const bearing *b, const film *f, int k) { return (void)b, f[k].h.v; }
static double clearance_rate(const bearing *b, const film *f, int k) { return (void)b, f[k].h_rate.v; }
static double speed_x(const bearing *b, const film *f, int k) { return (void)b, f[k].U[0].v; }
static double speed_z(const bearing *b, const film *f, int k) { return (void)b, f[k].U[1].v; }
static double stress(const bearing *b, const film *f, int k, int which)
{
    double shell[2], shaft[2];
    stress_at(b, f, k, shell, shaft);
    return which < 2 ? shell[which] : shaft[which - 2];
}
static double shell_x(const bearing *b, const film *f, int k) { return stress(b, f, k, 0); }
static double shell_z(const bearing *b, const film *f, int k) { return stress(b, f, k, 1); }
static double shaft_x(const bearing *b, const film *f, int k) { return stress(b, f, k, 2); }
static double shaft_z(const bearing *b, const film *f, int k) { return stress(b, f, k, 3); }
static double deformation(const bearing *b, const film *f, int k) { return (void)b, f[k].w; }
static double of_bearing(const bearing *b, const film *f, int k) { return (void)b, f[k].part[BEARING]; }
static double of_shaft(const bearing *b, const film *f, int k) { return (void)b, f[k].part[SHAFT]; }

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

static void record_fields(record *out, const bearing *b, const film *f)
{
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++)
        for (int k = 0; (b->shown & FIELDS[i].shown) && k < bearing_nodes(b); k++) {
            record_name_numbered(out, FIELDS[i].name, k + 1, FIELDS[i].unit, FIELDS[i].words);
            record_real(out, FIELDS[i].get(b, f, k));
        }
}

void bearing_output_row(const state *s, const elem *e, record *out)
{
    const bearing *b = e->self;
    if (!(b->shown & ~(unsigned)SHOW_MESH))
        return;
    film *f = film_all(0, s, e);
    const bearing_load load = load_now(s, e, f);
    compliance_parts(s, e, f);
    record_begin(out, e->label);
    if (b->shown & SHOW_FORCE)
        record_forces(out, &load);
    if (b->shown & SHOW_LOSS)
        record_losses(out, &load);
    record_fields(out, b, f);
    record_end(out);
    free(f);
}

void bearing_log(const elem *e, record *out)
{
    const bearing *b = e->self;
    if (!(b->shown & SHOW_MESH))
        return;
    record_word(out, "hydrodynamic plain bearing2:");
    record_unsigned(out, e->label);
    record_integer(out, b->n_z);
    record_integer(out, b->n_phi);
    for (int k = 0; k < bearing_nodes(b); k++) {
        record_real(out, bearing_radius(b));
        record_real(out, b->node[k].phi);
        record_real(out, b->node[k].z);
    }
    record_end(out);
}

/* --- private data ------------------------------------------------------------------------------------------------- */

const char *const BEARING_PRIVATE[] = {"Pff",    "Pfc",  "maxp", "maxpc", "minh", "minrho",
                                       "maxrho", "minT", "maxT", "meanT", NULL};

static double extreme(const bearing *b, const film *f, number_of *get, double sign)
{
    double most = get(b, f, 0);
    for (int k = 1; k < bearing_nodes(b); k++)
        most = sign * get(b, f, k) > sign * most ? get(b, f, k) : most;
    return most;
}

double bearing_private(const state *s, const elem *e, int index)
{
    enum { NO_TEMPERATURE = -1 }; /* the film has the same everywhere */
    const bearing *b = e->self;
    film *f = film_all(0, s, e);
    const bearing_load load = load_now(s, e, f);
    const double values[] = {load.fluid_loss,
                             load.contact_loss,
                             extreme(b, f, pressure, 1.0),
                             extreme(b, f, contact, 1.0),
                             extreme(b, f, clearance, -1.0),
                             extreme(b, f, bearing_output_density, -1.0),
                             extreme(b, f, bearing_output_density, 1.0),
                             NO_TEMPERATURE,
                             NO_TEMPERATURE,
                             NO_TEMPERATURE};
    free(f);
    return values[index - 1];
}
