/* netcdf_test.c - the NetCDF file of small analyses, read back with the library. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "output/output.h"
#include "problem/deck.h"
#include "unit/output/folder.h"
#include <math.h>
#include <netcdf.h>

typedef struct {
    folder folder;
    deck *deck;
    output *out;
    char said[2048];
    int file;       /* -1: not open */
    int iterations; /* of the last step */
} bench;

static void notify(void *to, const diag *diagnostics, const diag_message *message)
{
    bench *bench = to;
    const size_t n = strlen(bench->said);
    (void)diagnostics;
    snprintf(bench->said + n, sizeof bench->said - n, "%s\n", message->text);
}

static bool begin(void *to, const model *model, const state *state)
{
    bench *bench = to;
    (void)state;
    return (bench->out = output_open(model, bench->folder.base, bench->deck->errors)) != NULL;
}

static void step(void *to, const state *state, const nonlinear_report *report)
{
    const step_line line = {.iterations = report->iterations,
                            .residual_error = report->residual_error,
                            .solution_error = report->solution_error,
                            .by_solution = report->by_solution};
    ((bench *)to)->iterations = report->iterations;
    assert_true(output_step(((bench *)to)->out, state, &line));
}

static bool eigen(void *to, const state *state, const eigen_result *result)
{
    return output_eigen(((bench *)to)->out, state, result);
}

static int set_up(void **of)
{
    static bench b;
    b = (bench){.folder = folder_create(), .file = -1};
    *of = &b;
    return 0;
}

static void invalidate(bench *bench)
{
    if (bench->file >= 0)
        nc_close(bench->file);
    deck_destroy(bench->deck);
    bench->deck = NULL;
    bench->file = -1;
}

static int tear_down(void **of)
{
    bench *bench = *of;
    invalidate(bench);
    folder_remove(&bench->folder);
    return 0;
}

/* A deck with its cards of the problem, control data, nodes and elements; false when anything fails. */
static bool solve(bench *bench, const char *problem, const char *options, const char *nodes, const char *elements)
{
    char words[8192];
    const int n = snprintf(words, sizeof words,
                           "begin: data; problem: initial value; end: data;\n"
                           "begin: initial value; time step: 0.25; tolerance: 1.e-8; max iterations: 20; "
                           "derivatives tolerance: 1.e-4; derivatives max iterations: 10;\n%s\nend: initial value;\n"
                           "begin: control data; %s end: control data;\nbegin: nodes;\n%s\nend: nodes;\n"
                           "begin: elements;\n%s\nend: elements;\n",
                           problem, options, nodes, elements);
    invalidate(bench);
    bench->deck = deck_create();
    bench->out = NULL;
    diag_set_sink(bench->deck->errors, notify, bench);
    const run_options how = {.observer = {.context = bench, .begin = begin, .step = step, .eigen = eigen},
                             .errors = bench->deck->errors};
    run_summary sum;
    bool ok = deck_read_text(bench->deck, "test", words, (size_t)n) &&
              problem_solve(bench->deck->problem, bench->deck->model, &how, &sum);
    if (bench->out)
        ok = output_close(bench->out, ok) && ok;
    diag_flush(bench->deck->errors);
    return ok;
}

static void solve_well(bench *bench, const char *problem, const char *options, const char *nodes, const char *elements)
{
    if (!solve(bench, problem, options, nodes, elements))
        fail_msg("%s", bench->said);
    assert_int_equal(nc_open(folder_file(&bench->folder, "nc"), NC_NOWRITE, &bench->file), NC_NOERR);
}

static int find(const bench *bench, const char *name)
{
    int id = -1;
    if (nc_inq_varid(bench->file, name, &id) != NC_NOERR)
        fail_msg("no variable %s", name);
    return id;
}

static void assert_attribute(const bench *bench, const char *name, const char *attribute, const char *expected)
{
    char words[256] = "";
    assert_int_equal(nc_get_att_text(bench->file, find(bench, name), attribute, words), NC_NOERR);
    assert_string_equal(words, expected);
}

/* Type, dimensions as "time,Vec3", unit. */
static void assert_variable(const bench *bench, const char *name, int type, const char *dimensions, const char *unit)
{
    int n, ids[NC_MAX_VAR_DIMS], found;
    char words[4 * NC_MAX_NAME] = "", one[NC_MAX_NAME + 1];
    const int id = find(bench, name);
    nc_inq_vartype(bench->file, id, &found);
    nc_inq_varndims(bench->file, id, &n);
    nc_inq_vardimid(bench->file, id, ids);
    for (int i = 0; i < n; i++) {
        nc_inq_dimname(bench->file, ids[i], one);
        snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", i > 0 ? "," : "", one);
    }
    assert_int_equal(found, type);
    assert_string_equal(words, dimensions);
    assert_attribute(bench, name, "units", unit);
}

static size_t length(const bench *bench, const char *dimension)
{
    int id;
    size_t n = 0;
    if (nc_inq_dimid(bench->file, dimension, &id) != NC_NOERR)
        fail_msg("no dimension %s", dimension);
    nc_inq_dimlen(bench->file, id, &n);
    return n;
}

static double number(const bench *bench, const char *name, size_t i, size_t j)
{
    const size_t at[] = {i, j, 0};
    double v = NAN;
    assert_int_equal(nc_get_var1_double(bench->file, find(bench, name), at, &v), NC_NOERR);
    return v;
}

static void assert_number(const bench *bench, const char *name, size_t i, size_t j, double expected)
{
    const double v = number(bench, name, i, j);
    if (!(fabs(v - expected) <= 1e-7 * fmax(1.0, fabs(expected))))
        fail_msg("%s(%zu, %zu) is %.12g, not %.12g", name, i, j, v, expected);
}

static bool has(const bench *bench, const char *name)
{
    int id;
    return nc_inq_varid(bench->file, name, &id) == NC_NOERR;
}

#define FREE_NODE "structural: 7, dynamic, 1., 2., 3., eye, 4., 5., 6., 0., 0., 0.002;\n"
#define FREE_BODY "body: 7, 7, 2., null, diag, 0.1, 0.2, 0.3;\n"
#define TWO_STEPS "final time: 0.5;"
#define ONE "structural nodes: 1; rigid bodies: 1; output results: netcdf"

/* x = x0 + v t, beta = m v, gamma = J w. */
static void free_body(void **of)
{
    bench *bench = *of;
    solve_well(bench, TWO_STEPS, ONE ";", FREE_NODE, FREE_BODY);
    assert_int_equal(length(bench, "time"), 3);
    assert_variable(bench, "run.step", NC_INT, "time", "Dimensionless");
    assert_variable(bench, "time", NC_DOUBLE, "time", "Time");
    assert_variable(bench, "node.struct.7.X", NC_DOUBLE, "time,Vec3", "Length");
    assert_variable(bench, "node.struct.7.E", NC_DOUBLE, "time,Vec3", "deg");
    assert_variable(bench, "node.struct.7.BP", NC_DOUBLE, "time,Vec3", "Momentum derivative");
    assert_attribute(bench, "node.struct.7", "type", "dynamic");
    assert_attribute(bench, "node.struct", "description", "Structural nodes labels");
    assert_number(bench, "node.struct", 0, 0, 7);
    assert_number(bench, "elem.autostruct", 0, 0, 7);
    for (size_t i = 0; i < 3; i++) {
        const double t = 0.25 * (double)i;
        assert_number(bench, "run.step", i, 0, (double)i);
        assert_number(bench, "time", i, 0, t);
        assert_number(bench, "run.timestep", i, 0, i == 0 ? 0.0 : 0.25);
        for (size_t k = 0; k < 3; k++) {
            assert_number(bench, "node.struct.7.X", i, k, (double)(k + 1) + (double)(k + 4) * t);
            assert_number(bench, "node.struct.7.B", i, k, 2.0 * (double)(k + 4));
        }
        assert_number(bench, "node.struct.7.G", i, 2, 0.0006);
        assert_number(bench, "node.struct.7.E", i, 2, 0.002 * t * 180.0 / M_PI);
    }
    assert_true(folder_has(&bench->folder, "mov"));
}

static void text_is_written_too_on_request(void **of)
{
    bench *bench = *of;
    solve_well(bench, TWO_STEPS, ONE ", text;", FREE_NODE, FREE_BODY);
    assert_true(folder_has(&bench->folder, "mov"));
}

/* Words of the card in the order of its grammar; the number of digits of text does not matter. */
static void words_of_the_card(void **of)
{
    static const struct {
        const char *words;
        bool text;
    } VARIANTS[] = {{"", true},
                    {", text", true},
                    {", no text", false},
                    {", sync", true},
                    {", no sync, text", true},
                    {", classic, sync, text", true},
                    {", nc4, no sync, no text", false}};
    bench *bench = *of;
    for (int i = 0; i < ARRAY_LEN(VARIANTS); i++) {
        char options[160];
        snprintf(options, sizeof options, ONE "%s; output precision: 1;", VARIANTS[i].words);
        unlink(folder_file(&bench->folder, "mov"));
        solve_well(bench, TWO_STEPS, options, "structural: 7, dynamic, 1./3., 2., 3., eye, null, null;\n", FREE_BODY);
        assert_int_equal(folder_has(&bench->folder, "mov"), VARIANTS[i].text);
        assert_true(folder_has(&bench->folder, "log") && folder_has(&bench->folder, "out"));
        assert_true(number(bench, "node.struct.7.X", 2, 0) == 1.0 / 3.0);
    }
}

static void drives_inertia_and_gravity(void **of)
{
    bench *bench = *of;
    solve_well(
        bench, TWO_STEPS,
        "structural nodes: 1; rigid bodies: 1; inertia: 1; gravity; default output: all; output results: netcdf; "
        "output units: MKS;",
        FREE_NODE "drive caller: 5, ramp, 3., 0., 9., 1., output, yes;\n",
        FREE_BODY "inertia: 2, body, all, output, always;\ngravity: uniform, 0., 0., -1., const, 10.;\n");
    assert_number(bench, "drive", 0, 0, 5);
    assert_attribute(bench, "drive.5", "type", "ramp");
    assert_number(bench, "drive.5.f", 2, 0, 1.0 + 3.0 * 0.5);
    assert_number(bench, "drive.5.fP", 2, 0, 3.0);
    assert_number(bench, "elem.inertiaelement", 0, 0, 2); /* as MBDyn calls it */
    assert_number(bench, "elem.inertia", 0, 0, 2);        /* as its variables are called */
    assert_variable(bench, "run.iterations", NC_INT, "time", "Dimensionless");
    assert_variable(bench, "run.restest", NC_DOUBLE, "time", "Dimensionless");
    assert_variable(bench, "elem.inertia.2.M", NC_DOUBLE, "time", "kg");
    assert_number(bench, "elem.inertia.2.M", 1, 0, 2.0);
    assert_variable(bench, "elem.inertia.2.J_cm", NC_DOUBLE, "time,Vec3,Vec3", "kg m^2");
    assert_number(bench, "elem.inertia.2.B", 1, 0, 2.0 * 4.0);
    assert_number(bench, "elem.inertia.2.X_cm", 1, 1, 2.0 + 5.0 * 0.25);
    assert_variable(bench, "elem.gravity.1.g", NC_DOUBLE, "time,Vec3", "m s^-2");
    assert_number(bench, "elem.gravity.1.g", 2, 2, -10.0);
}

/* x' = -2 x + u, y = x, u = 3 held by a clamp: x goes to 1.5; forces on scalar nodes. */
static void general_elements(void **of)
{
    bench *bench = *of;
    solve_well(
        bench, "final time: 20.;", "abstract nodes: 2; genels: 3; forces: 1; output results: netcdf;",
        "abstract: 1, differential, value, 3.;\nabstract: 2, differential;\n",
        "genel: 1, clamp, 1, abstract, algebraic, const, 3.;\n"
        "genel: 2, state space SISO, 2, abstract, algebraic, 1, abstract, algebraic, 1, matrix A, -2., matrix B, "
        "1., matrix C, 1.;\n"
        "genel: 3, spring support, 2, abstract, algebraic, linear elastic, 0.;\n"
        "force: 4, abstract, 1, abstract, const, 7.;\n");
    assert_attribute(bench, "elem.genel.1", "type", "clamp");
    assert_true(has(bench, "elem.genel.1.F"));
    assert_true(fabs(number(bench, "elem.genel.2.x_1", 80, 0) - 1.5) < 1e-3);
    assert_true(fabs(number(bench, "elem.genel.2.xP_1", 80, 0)) < 1e-3);
    assert_number(bench, "elem.force.4.F", 80, 0, 7.0);
}

static void units_of_the_deck(void **of)
{
    bench *bench = *of;
    solve_well(bench, TWO_STEPS, ONE "; output units: MKS;", FREE_NODE, FREE_BODY);
    assert_variable(bench, "node.struct.7.G", NC_DOUBLE, "time,Vec3", "kg m^2 s^-1");
    assert_variable(bench, "run.step", NC_INT, "time", "Dimensionless");
    assert_variable(bench, "time", NC_DOUBLE, "time", "s");
}

/* More steps than are gathered at a time, in every format: the numbers are the same. */
static void all_formats(void **of)
{
    static const struct {
        const char *word;
        int format;
    } FORMATS[] = {{", classic", NC_FORMAT_CLASSIC},   {", classic64", NC_FORMAT_64BIT_OFFSET},
                   {", nc4", NC_FORMAT_NETCDF4},       {", nc4classic", NC_FORMAT_NETCDF4_CLASSIC},
                   {", nc4, sync", NC_FORMAT_NETCDF4}, {"", NC_FORMAT_64BIT_OFFSET}};
    bench *bench = *of;
    for (int i = 0; i < ARRAY_LEN(FORMATS); i++) {
        char options[128];
        int format;
        snprintf(options, sizeof options, ONE "%s;", FORMATS[i].word);
        solve_well(bench, "final time: 50.;", options, FREE_NODE, FREE_BODY);
        nc_inq_format(bench->file, &format);
        assert_int_equal(format, FORMATS[i].format);
        assert_int_equal(length(bench, "time"), 201);
        for (size_t k = 0; k <= 200; k += 20) {
            assert_number(bench, "node.struct.7.X", k, 0, 1.0 + (double)k);
            assert_number(bench, "run.step", k, 0, (double)k);
        }
    }
}

/* Definitions in the middle of a run move the records; those that wait in the buffer follow. */
static void rows_around_an_eigenanalysis(void **of)
{
    static const char *const FORMATS[] = {", classic", ", classic64", ", classic64, sync", ", nc4"};
    bench *bench = *of;
    for (int i = 0; i < ARRAY_LEN(FORMATS); i++) {
        char options[128];
        snprintf(options, sizeof options, ONE "%s;", FORMATS[i]);
        solve_well(bench, "final time: 50.; eigenanalysis: list, 2, 25., 40., use lapack;", options, FREE_NODE,
                   FREE_BODY);
        assert_int_equal(length(bench, "time"), 201);
        assert_number(bench, "eig.time", 0, 0, 25.0);
        assert_number(bench, "eig.time", 1, 0, 40.0);
        for (size_t k = 0; k <= 200; k++) {
            assert_number(bench, "run.step", k, 0, (double)k);
            assert_number(bench, "node.struct.7.X", k, 2, 3.0 + 6.0 * 0.25 * (double)k);
        }
    }
}

static void meter_decides(void **of)
{
    bench *bench = *of;
    solve_well(bench, "final time: 3.;", ONE "; output meter: meter, 0., forever, steps, 5;", FREE_NODE, FREE_BODY);
    assert_int_equal(length(bench, "time"), 3);
    assert_number(bench, "run.step", 2, 0, 10);
}

/* A matrix is stored by columns: R21 = sin a comes second. */
static void orientation_matrices(void **of)
{
    bench *bench = *of;
    solve_well(bench, TWO_STEPS, ONE "; default orientation: orientation matrix;", FREE_NODE, FREE_BODY);
    assert_variable(bench, "node.struct.7.R", NC_DOUBLE, "time,Vec3,Vec3", "-");
    const size_t second[] = {2, 0, 1};
    double v;
    nc_get_var1_double(bench->file, find(bench, "node.struct.7.R"), second, &v);
    assert_true(fabs(v - sin(0.001)) < 1e-9);
}

/* Displacement nodes have no Euler angles and no moments, and no rotation; nodes without output have no variables, but
 * a label. */
static void what_is_not_there(void **of)
{
    bench *bench = *of;
    solve_well(bench, TWO_STEPS, "structural nodes: 2; rigid bodies: 2; output results: netcdf;",
               "structural: 1, dynamic displacement, null, 1., 0., 0.;\n"
               "structural: 2, dynamic, null, eye, null, null, output, no;\n",
               "body: 1, 1, 1.;\nbody: 2, 2, 1., null, eye;\n");
    assert_attribute(bench, "node.struct.1", "type", "dynamic");
    assert_true(has(bench, "node.struct.1.X") && has(bench, "elem.autostruct.1.G"));
    assert_false(has(bench, "node.struct.1.E") || has(bench, "node.struct.1.G"));
    assert_false(has(bench, "node.struct.2.X") || has(bench, "node.struct.2.B"));
    assert_int_equal(length(bench, "struct_node_labels_dim"), 2);
}

static void joints_and_forces(void **of)
{
    bench *bench = *of;
    solve_well(bench, TWO_STEPS,
               "structural nodes: 1; rigid bodies: 1; joints: 1; forces: 2; gravity; output results: netcdf;",
               "structural: 1, dynamic, null, eye, null, null;\n",
               "body: 1, 1, 2., null, eye;\njoint: 5, clamp, 1, node, node;\n"
               "force: 3, absolute, 1, position, 0.5, 0., 0., 0., 0., 1., const, 30.;\n"
               "couple: 4, follower, 1, 0., 1., 0., const, 7.;\ngravity: uniform, 0., 0., -1., const, 10.;\n");
    assert_attribute(bench, "elem.joint.5", "type", "Clamp");
    assert_number(bench, "elem.joint.5.F", 1, 2, 10.0); /* weight 20 down, force 30 up: what the joint bears */
    assert_number(bench, "elem.joint.5.M", 1, 1, 7.0 - 15.0);
    assert_attribute(bench, "elem.force.3", "type", "absolute");
    assert_number(bench, "elem.force.3.F", 0, 2, 30.0);
    assert_number(bench, "elem.force.3.Arm", 0, 0, 0.5);
    assert_attribute(bench, "elem.couple.4", "type", "follower");
    assert_number(bench, "elem.couple.4.M", 0, 1, 7.0);
    assert_int_equal(length(bench, "force_elem_labels_dim"), 2);
    assert_number(bench, "elem.gravity", 0, 0, 1);
}

/* As a dump of MBDyn of 2025 has them: units, types, words. */
static void how_steps_were_solved(void **of)
{
    bench *bench = *of;
    solve_well(bench, TWO_STEPS, ONE "; gravity;", FREE_NODE, FREE_BODY "gravity: uniform, 0., 0., -1., const, 10.;\n");
    assert_variable(bench, "run.iterations", NC_INT, "time", "Time");
    assert_variable(bench, "run.restest", NC_DOUBLE, "time", "Time");
    assert_variable(bench, "run.soltest", NC_DOUBLE, "time", "Time");
    assert_variable(bench, "run.solconv", NC_INT, "time", "Time");
    assert_attribute(bench, "run.solconv", "description", "convergence from solution (1) or residual (0)");
    assert_number(bench, "run.iterations", 1, 0, bench->iterations);
    assert_number(bench, "run.solconv", 1, 0, 0);
    assert_int_equal(length(bench, "node_types_dim"), 1);
    assert_number(bench, "node", 0, 0, 1);
    assert_attribute(bench, "node", "types", "struct");
    assert_number(bench, "elem", 0, 0, 2);
    assert_attribute(bench, "elem", "types", "autostruct;gravity");
    assert_attribute(bench, "elem", "description", "Element types (in attribute \"types\", semicolon-separated)");
}

/* Lists in the order of the reference of 2025, and the points of an aerodynamic body as it describes them. */
static void order_of_lists_and_gauss_points(void **of)
{
    bench *bench = *of;
    solve_well(
        bench, TWO_STEPS, ONE "; abstract nodes: 1; genels: 1; forces: 1; air properties; aerodynamic elements: 1;",
        "abstract: 2, differential, value, 1.;\n" FREE_NODE,
        FREE_BODY "force: 3, absolute, 7, position, null, 1., 0., 0., const, 1.;\n"
                  "genel: 4, spring support, 2, abstract, algebraic, linear elastic, 1.;\n"
                  "air properties: 1.2, 340., 1., 0., 0., const, 10.;\n"
                  "aerodynamic body: 5, 7, null, eye, 1., const, 0.1, const, 0., const, 0., const, 0., 2, naca0012;\n");
    assert_attribute(bench, "node", "types", "abstr;struct");
    assert_attribute(bench, "elem", "types", "autostruct;force;aerodynamic;genel");
    assert_number(bench, "elem.airproperties", 0, 0, 1);
    assert_number(bench, "elem.airproperties.1.rho", 0, 0, 1.2);
    assert_attribute(bench, "elem.aerodynamic.5.Mach_0", "description", "Gauss point #0/2 Mach number");
    assert_attribute(bench, "elem.aerodynamic.5.cl_1", "description", "Gauss point #1/2 lift coefficient");
    assert_attribute(bench, "elem.force.3.F", "description", "global force components (x, y, z)");
}

/* Off at first, on from 0.4 on. */
static void driven_elements(void **of)
{
    bench *bench = *of;
    solve_well(bench, TWO_STEPS, ONE "; forces: 1;", FREE_NODE,
               FREE_BODY
               "driven: 3, step, 0.4, 1., 0., force: 3, absolute, 7, position, null, 1., 0., 0., const, 1.;\n");
    assert_number(bench, "elem.driven", 0, 0, 3);
    assert_number(bench, "elem.driven.3.activation", 0, 0, 0);
    assert_number(bench, "elem.driven.3.activation", 2, 0, 1);
    assert_attribute(bench, "elem", "types", "autostruct;force;driven");
}

static void scalar_nodes(void **of)
{
    bench *bench = *of;
    solve_well(bench, TWO_STEPS, "abstract nodes: 1; genels: 2; output results: netcdf;",
               "abstract: 3, differential, value, 2.;\n",
               "genel: 1, mass, 3, abstract, algebraic, const, 1.;\n"
               "genel: 2, spring support, 3, abstract, algebraic, linear elastic, 0.;\n");
    assert_attribute(bench, "node.abstr.3", "type", "differential");
    assert_number(bench, "node.abstr.3.X", 0, 0, 2.0);
    assert_true(has(bench, "node.abstr.3.XP"));
}

static void driven_element_says_whether_it_is_active(void **of)
{
    bench *bench = *of;
    solve_well(
        bench, "final time: 1.;", "structural nodes: 1; rigid bodies: 1; forces: 1; output results: netcdf;", FREE_NODE,
        FREE_BODY "driven: 2, step, 0.4, 1., 0., force: 2, absolute, 7, position, null, 1., 0., 0., const, 1.;\n");
    assert_variable(bench, "elem.force.2.driven", NC_INT, "time", "Dimensionless");
    assert_number(bench, "elem.force.2.driven", 0, 0, 0);
    assert_number(bench, "elem.force.2.driven", 3, 0, 1);
    assert_true(number(bench, "elem.force.2.F", 0, 0) == 9.9692099683868690e+36); /* NC_FILL_DOUBLE: it is off */
    assert_number(bench, "elem.force.2.F", 3, 0, 1.0);
}

/* L = (1 + c lambda) / (1 - c lambda), lambda = 20 i, c = 1/2. Two nodes on one line, joined by a deformable joint: a
 * mass of 2 kg on k = 800 N/m along x alone. */
#define OSCILLATOR                                                                                             \
    "body: 4, 4, 2., null, eye;\n"                                                                             \
    "joint: 1, total pin joint, 4, position, null, position, null, position constraint, inactive, active, "    \
    "active, null, orientation constraint, active, active, active, null;\n"                                    \
    "joint: 3, deformable displacement joint, 4, null, 2, null, linear elastic generic, diag, 800., 0., 0.;\n" \
    "joint: 5, clamp, 2, node, node;\n"

static void eigenanalyses(void **of)
{
    bench *bench = *of;
    solve_well(
        bench,
        TWO_STEPS "eigenanalysis: list, 3, 0., 0.25, 99., output eigenvectors, output full matrices, output geometry, "
                  "lower frequency limit, 1., use lapack;",
        "structural nodes: 2; rigid bodies: 1; joints: 3; output results: netcdf; output units: MKS;",
        "structural: 4, dynamic, null, eye, null, null;\nstructural: 2, static, null, eye, null, null;\n", OSCILLATOR);
    assert_int_equal(length(bench, "eigensolutions"), 3);
    assert_int_equal(length(bench, "eig_iSize"), 12 + 6 + 5 + 6);
    assert_int_equal(length(bench, "eig_1_iNVec_out"), 1);
    assert_variable(bench, "eig.time", NC_DOUBLE, "eigensolutions", "s");
    assert_variable(bench, "eig.idx", NC_INT, "eig_iIdxSize", "-");
    assert_variable(bench, "eig.1.alpha", NC_DOUBLE, "eig_1_iNVec_out,Vec3", "-");
    assert_variable(bench, "eig.1.VR", NC_DOUBLE, "complex_var_dim,eig_1_iNVec_out,eig_iSize", "-");
    assert_variable(bench, "eig.0.Aplus", NC_DOUBLE, "eig_iSize,eig_iSize", "-");
    assert_attribute(bench, "eig.0.Aminus", "matrix type", "dense");
    assert_number(bench, "eig.time", 1, 0, 0.25);
    assert_number(bench, "eig.1.step", 0, 0, 2);
    assert_number(bench, "eig.step", 2, 0, -1); /* never reached */
    assert_true(isnan(number(bench, "eig.time", 2, 0)));
    assert_number(bench, "eig.dCoef", 0, 0, 0.5);
    assert_number(bench, "eig.idx", 1, 0, 12);
    assert_number(bench, "eig.labels", 1, 0, 2);
    assert_number(bench, "eig.joint.labels", 1, 0, 5);
    assert_number(bench, "eig.joint.idx", 1, 0, 18 + 5);
    /* L = (1 + 10 i) / (1 - 10 i) = (-99 + 20 i) / 101 */
    const double beta = number(bench, "eig.1.alpha", 0, 2);
    assert_number(bench, "eig.1.alpha", 0, 0, -99.0 / 101.0 * beta);
    assert_number(bench, "eig.1.alpha", 0, 1, 20.0 / 101.0 * beta);
    assert_true(has(bench, "eig.0.VL") && !has(bench, "eig.2.VR"));
    assert_true(access(folder_file(&bench->folder, "nc"), F_OK) == 0);
    /* Momentum row 0, velocity column 0: the mass; by columns, as Octave reads it. */
    assert_number(bench, "eig.0.Aplus", 0, 0, 2.0);
    assert_number(bench, "eig.0.Aplus", 6, 0, -0.5);
    assert_number(bench, "eig.0.Aplus", 0, 6, 400.0);
}

/* The same in the text file that goes with it. */
static void file_for_octave(void **of)
{
    bench *bench = *of;
    solve_well(bench,
               TWO_STEPS "eigenanalysis: 0., output eigenvectors, output geometry, results output precision, 3, "
                         "lower frequency limit, 1., use lapack;",
               "structural nodes: 2; rigid bodies: 1; joints: 3; output results: netcdf;",
               "structural: 4, dynamic, null, eye, null, null;\nstructural: 2, static, null, eye, null, null;\n",
               OSCILLATOR);
    char path[128], words[4096];
    snprintf(path, sizeof path, "%s_0.m", bench->folder.base);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    words[fread(words, 1, sizeof words - 1, in)] = '\0';
    fclose(in);
    static const char HEAD[] = "% time: 0.000e+00\ndTime = 0.000e+00;\n% coefficient\ndCoef = 5.000e-01;\n"
                               "% timestep index of eigensolution\nlStep = int32(0);\n"
                               "% structural nodes labels\nlabels = int32([\n4;\n2;\n]);\n"
                               "% structural nodes base index\nidx = int32([\n0;\n12;\n]);\n"
                               "% structural nodes reference configuration (X, Phi)\nX0 = [\n0.000e+00;\n";
    assert_memory_equal(words, HEAD, strlen(HEAD));
    double re, im, beta;
    assert_int_equal(sscanf(strstr(words, "alpha = ["), "alpha = [%lf %lf %lf;", &re, &im, &beta), 3);
    assert_true(fabs(re / beta + 99. / 101.) < 2e-3 && fabs(im / beta - 20. / 101.) < 2e-3);
    assert_non_null(strstr(words, ";\n];\n% left eigenvectors\nVL = [\n"));
    assert_non_null(strstr(words, "];\n% right eigenvectors\nVR = [\n"));
}

static bool is_left_out(const elem_class *class)
{
    return class == &elem_classes[CLASS_AEROMODALS] || class == &elem_classes[CLASS_SOLIDS] ||
           class == &elem_classes[CLASS_SURFACE_LOADS];
}

/* Whatever has a text file has a place in the NetCDF file, but for aeromodal elements, solids and loads on them,
 * as in MBDyn. */
static void every_class_has_a_level(void **of)
{
    (void)of;
    for (int i = 0; i < CARD_COUNT; i++)
        if (elem_cards[i].class->file && !is_left_out(elem_cards[i].class) && !elem_cards[i].level)
            fail_msg("%s has no level", elem_cards[i].name);
    for (int i = 0; i < node_type_count; i++)
        if (node_types[i]->file && !node_types[i]->level)
            fail_msg("%s has no level", node_types[i]->keyword);
}

static void unwritable_folder(void **of)
{
    bench *bench = *of;
    snprintf(bench->folder.base, sizeof bench->folder.base, "%s/none/out", bench->folder.path);
    assert_false(solve(bench, TWO_STEPS, ONE ";", FREE_NODE, FREE_BODY));
    assert_non_null(strstr(bench->said, "cannot write"));
}

/* What was written before an error stays; a file without a state is removed. */
static void analysis_that_ends_early(void **of)
{
    bench *bench = *of;
    assert_false(solve(bench, TWO_STEPS, ONE "; forces: 1;", FREE_NODE,
                       FREE_BODY "force: 1, absolute, 7, position, null, 1., 0., 0., string, \"1./(Time < 0.2)\";\n"));
    assert_int_equal(nc_open(folder_file(&bench->folder, "nc"), NC_NOWRITE, &bench->file), NC_NOERR);
    assert_int_equal(length(bench, "time"), 1);
    assert_false(solve(bench, TWO_STEPS, ONE "; joints: 2;", FREE_NODE,
                       FREE_BODY "joint: 1, clamp, 7, node, node;\njoint: 2, clamp, 7, 9., 9., 9., eye;\n"));
    assert_false(folder_has(&bench->folder, "nc"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(words_of_the_card),
        TEST(drives_inertia_and_gravity),
        TEST(general_elements),
        TEST(every_class_has_a_level),
        TEST(free_body),
        TEST(text_is_written_too_on_request),
        TEST(units_of_the_deck),
        TEST(all_formats),
        TEST(rows_around_an_eigenanalysis),
        TEST(meter_decides),
        TEST(orientation_matrices),
        TEST(what_is_not_there),
        TEST(joints_and_forces),
        TEST(scalar_nodes),
        TEST(driven_element_says_whether_it_is_active),
        TEST(eigenanalyses),
        TEST(file_for_octave),
        TEST(how_steps_were_solved),
        TEST(order_of_lists_and_gauss_points),
        TEST(driven_elements),
        TEST(unwritable_folder),
        TEST(analysis_that_ends_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
