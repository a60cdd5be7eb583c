/* bearing_soft_test.c - surfaces of a plain bearing that give way: deformations, forces on modes, what is printed.
 *
 *     w = sum of P (C Q p + D a),    E Q p on modes of amplitudes a
 *
 * P and Q are bilinear between nodes of two grids. C of a half space is Love's integral of 1 / r over the rectangles
 * around the nodes of the unrolled film; that of a file is made of numbers. */
#include "physics/bearing_rows.h"
#include "contract/internal_words.h"
#include <unistd.h>

enum { ALONG = 3, AROUND = 5, INTERNAL = ALONG * AROUND, MODES = 3, SHAPES = 2 };
static const double INTERNAL_Z[ALONG] = {-0.7, 0.05, 0.8},
                    INTERNAL_PHI[AROUND + 1] = {-0.3, 0.9, 2.2, 3.1, 4.6, 2 * M_PI - 0.3};
static const double P_REF = 2.5;

/* How a surface gives way. */
typedef enum { RIGID, HALF_SPACE, MATRIX, SHAPED, MODAL, IN_ORDER } softness; /* the last: modes of all numbers */

typedef struct {
    const char *words;
    int carrier;
    softness softness[2]; /* shaft, bearing */
    double E[2], nu[2];
    bool slides;
    unsigned joint[2];
} soft_given;

static char paths[2][40] = {"/tmp/torsor-shaft-XXXXXX", "/tmp/torsor-shell-XXXXXX"},
            fem_path[] = "/tmp/torsor-fem-XXXXXX";

/* --- files -------------------------------------------------------------------------------------------------------- */

static double C_given(int i, int j) { return 0.001 * ((7 * i + 3 * j + i * j) % 11 - 2); }
static double D_given(int i, int m) { return 0.01 * ((5 * i + 4 * m) % 7 - 3); }
static double E_given(int m, int j) { return 0.1 * ((3 * j + 5 * m) % 8 - 3); }
static double S_given(int i, int k) { return 0.05 * ((4 * i + 3 * k) % 9 - 4); }
static double L_given(int k, int j) { return 0.02 * ((2 * j + 5 * k) % 7 - 2); }

static void write_matrix(FILE *to, const char *name, int rows, int columns, double of(int, int))
{
    fprintf(to, "\n%s:\t%d\t%d\n", name, rows, columns);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            fprintf(to, "%.17g%c", of(i, j), j < columns - 1 ? '\t' : '\n');
}

/* One column of nodes repeats the first, a turn later. */
static void write_file(int side, softness is)
{
    FILE *to = fopen(paths[side], "w");
    fprintf(to, "file format: 12\nbearing diameter: %.17g\nbearing width: 1.6\ncircumferential grid: %d\n",
            2.0 * RADIUS[side], AROUND + 1);
    for (int i = 0; i <= AROUND; i++)
        fprintf(to, "%d %.17g\n", i + 1, RADIUS[side] * INTERNAL_PHI[i]);
    fprintf(to, "axial grid: %d\n", ALONG);
    for (int j = 0; j < ALONG; j++)
        fprintf(to, "%d %.17g\n", j + 1, INTERNAL_Z[j]);
    fprintf(to, "nodes: %d %d\n", INTERNAL + ALONG, INTERNAL);
    for (int k = 0; k < INTERNAL + ALONG; k++)
        fprintf(to, "%d %d %d %d\n", k + 1, k % INTERNAL + 1, k / ALONG + 1, k % ALONG + 1);
    fprintf(to, "reference pressure: %g\n", P_REF);
    if (is == MATRIX)
        write_matrix(to, "compliance matrix", INTERNAL, INTERNAL, C_given);
    if (is == SHAPED) {
        write_matrix(to, "mode shapes", INTERNAL, SHAPES, S_given);
        write_matrix(to, "modal load", SHAPES, INTERNAL, L_given);
    }
    if (is == MODAL)
        fprintf(to, "modal subset vector: %d\n3\n1\n2\n", MODES);
    if (is >= MODAL) {
        write_matrix(to, "substruct contrib matrix", INTERNAL, MODES, D_given);
        write_matrix(to, "substruct residual matrix", MODES, INTERNAL, E_given);
        write_matrix(to, "compliance matrix substruct", INTERNAL, INTERNAL, C_given);
    }
    fclose(to);
}

/* Three modes of a body without nodes that matter. */
static void write_fem(void)
{
    FILE *to = fopen(fem_path, "w");
    fprintf(to, "** RECORD GROUP 1, HEADER\nREV0 1 3 0 0 0\n** RECORD GROUP 2, NODES\n101\n"
                "** RECORD GROUP 5, X\n0\n** RECORD GROUP 6, Y\n0\n** RECORD GROUP 7, Z\n0\n"
                "** RECORD GROUP 8, SHAPES\n** SHAPE 1\n1 0 0 0 0 0\n** SHAPE 2\n0 1 0 0 0 0\n** SHAPE 3\n0 0 1 0 0 0\n"
                "** RECORD GROUP 9, MASS\n1 0 0\n0 1 0\n0 0 1\n"
                "** RECORD GROUP 10, STIFFNESS\n1 0 0\n0 1 0\n0 0 1\n** END OF FILE\n");
    fclose(to);
}

/* --- grids -------------------------------------------------------------------------------------------------------- */

typedef struct {
    int n_z, n_phi;
    const double *z, *phi;
} grid;

/* Between the nodes around; around without end, beyond the ends of the axis as at them. */
static double value_at(const grid *grid, const double *v, double phi, double z)
{
    double at = fmod(phi - grid->phi[0], 2.0 * M_PI);
    at += grid->phi[0] + (at < 0.0 ? 2.0 * M_PI : 0.0);
    int i = grid->n_phi - 1, j = grid->n_z - 2;
    while (i > 0 && grid->phi[i] > at)
        i--;
    while (j > 0 && grid->z[j] > z)
        j--;
    const double a = (at - grid->phi[i]) / (grid->phi[i + 1] - grid->phi[i]),
                 limited = fmin(fmax(z, grid->z[0]), grid->z[grid->n_z - 1]);
    const double c = (limited - grid->z[j]) / (grid->z[j + 1] - grid->z[j]);
    const double *low = v + i * grid->n_z + j, *high = v + (i + 1) % grid->n_phi * grid->n_z + j;
    return (1.0 - a) * ((1.0 - c) * low[0] + c * low[1]) + a * ((1.0 - c) * high[0] + c * high[1]);
}

/* --- half spaces -------------------------------------------------------------------------------------------------- */

/* int of 1 / r over the rectangle from the origin to (x, z), with the sign of its area, by logarithms (Johnson, K. L.:
 * Contact mechanics, 3.25). */
static double quarter(double x, double z)
{
    if (x == 0.0 || z == 0.0)
        return 0.0;
    const double a = fabs(x), c = fabs(z), r = hypot(a, c);
    return copysign(a * log((c + r) / a) + c * log((a + r) / c), x * z);
}

/* Over the rectangle around node j, seen from node k; around the shorter way, and what is half way round on both. */
static double love(const bearing_given *bearing_given, int k, int j)
{
    const double r = RADIUS[bearing_given->carrier], around = 2.0 * M_PI * r,
                 half = 0.5 * r * (bearing_given->phi[1] - bearing_given->phi[0]);
    const double middle = r * (bearing_given->phi[j / bearing_given->n_z] - bearing_given->phi[k / bearing_given->n_z]),
                 tall = 0.5 * (bearing_given->z[1] - bearing_given->z[0]);
    const double here = bearing_given->z[k % bearing_given->n_z],
                 low = fmax(bearing_given->z[j % bearing_given->n_z] - tall, bearing_given->z[0]) - here,
                 high =
                     fmin(bearing_given->z[j % bearing_given->n_z] + tall, bearing_given->z[bearing_given->n_z - 1]) -
                     here;
    double sum = 0.0;
    for (int rotation = -1; rotation <= 1; rotation++) {
        const double x0 = fmax(middle - half + rotation * around, -0.5 * around);
        const double x1 = fmin(middle + half + rotation * around, 0.5 * around);
        if (x0 < x1)
            sum += quarter(x1, high) - quarter(x0, high) - quarter(x1, low) + quarter(x0, low);
    }
    return sum;
}

/* --- deformations ------------------------------------------------------------------------------------------------- */

typedef struct {
    row_world *row_world;
    bearing_given bearing_given;
    const soft_given *soft_given;
    place_given grid_point[MOST_NODES];
    film_given film[MOST_NODES];
    int first; /* internal unknown of the first deformation */
} bench;

static grid film_grid_of(const bench *bench)
{
    return (grid){bench->bearing_given.n_z, bench->bearing_given.n_phi, bench->bearing_given.z,
                  bench->bearing_given.phi};
}

/* How far a point of the film is along the axis of the other surface. */
static double shift_now(const bench *bench)
{
    const surface on = surface_now(bench->row_world, bench->bearing_given.carrier, 0.0),
                  other = surface_now(bench->row_world, 1 - bench->bearing_given.carrier, 0.0);
    return bench->soft_given->slides ? mat3_tmulv(&other.A, vec3_sub(on.X, other.X)).z : 0.0;
}

static int joint_internal(const bench *bench, int side)
{
    return model_elem(bench->row_world->world->model, elem_card_find("joint"), bench->soft_given->joint[side])
        ->internal;
}

static double file_compliance(softness is, int i, int j)
{
    return (is == SHAPED ? S_given(i, 0) * L_given(0, j) + S_given(i, 1) * L_given(1, j) : C_given(i, j)) / P_REF;
}

/* Modes 2 and 3 of the body are those of the joint, in this order; the file has 3, 1, 2 or 1, 2, 3. */
static const int USED[2][2] = {{2, 0}, {1, 2}};

/* Deformations of one surface under pressures at the nodes of the film; forces on its modes. */
static void give_way(const bench *bench, int side, const double *p, double *w, double force[2])
{
    const softness is = bench->soft_given->softness[side];
    const bool moves = side != bench->bearing_given.carrier;
    const double rotation = moves ? revolution_now(bench->row_world, &bench->bearing_given) : 0.0,
                 shift = moves ? shift_now(bench) : 0.0;
    const grid film = film_grid_of(bench), internal = {ALONG, AROUND, INTERNAL_Z, INTERNAL_PHI};
    double felt[INTERNAL], gives[INTERNAL] = {0};
    force[0] = force[1] = 0.0;
    for (int j = 0; j < INTERNAL; j++)
        felt[j] = value_at(&film, p, INTERNAL_PHI[j / ALONG] - rotation, INTERNAL_Z[j % ALONG] - shift);
    for (int i = 0; i < INTERNAL; i++) {
        for (int j = 0; j < INTERNAL; j++)
            gives[i] += file_compliance(is, i, j) * felt[j];
        for (int m = 0; is >= MODAL && m < 2; m++) {
            const int at = USED[is - MODAL][m];
            gives[i] += D_given(i, at) * bench->row_world->state.y[joint_internal(bench, side) + m];
            force[m] += E_given(at, i) / P_REF * felt[i];
        }
    }
    for (int k = 0; k < nodes_of(&bench->bearing_given); k++)
        w[k] = value_at(&internal, gives, bench->grid_point[k].phi + rotation, bench->grid_point[k].z + shift);
    for (int k = 0; is == HALF_SPACE && k < nodes_of(&bench->bearing_given); k++) {
        w[k] = 0.0;
        for (int j = 0; j < nodes_of(&bench->bearing_given); j++)
            w[k] += (1.0 - bench->soft_given->nu[side] * bench->soft_given->nu[side]) /
                    (M_PI * bench->soft_given->E[side]) * love(&bench->bearing_given, k, j) * p[j];
    }
}

/* --- the bearing -------------------------------------------------------------------------------------------------- */

static void set_uniform_grid(bearing_given *bearing_given)
{
    bearing_given->n_z = 5;
    bearing_given->n_phi = 6;
    for (int j = 0; j < 5; j++)
        bearing_given->z[j] = -0.8 + 0.4 * j;
    for (int i = 0; i <= 6; i++)
        bearing_given->phi[i] = M_PI / 3.0 * i;
}

static void begin(bench *t, row_world *row_world, const soft_given *soft_given)
{
    char card[4000], model_of[600];
    *t = (bench){.row_world = row_world, .soft_given = soft_given};
    t->bearing_given = (bearing_given){.carrier = soft_given->carrier,
                                       .P = 1.5,
                                       .equation = 0.4,
                                       .is_soft = true,
                                       .edge = {{1, 0.9}, {1, 0.2}},
                                       .friction = COULOMB,
                                       .threshold = 1e-6};
    set_uniform_grid(&t->bearing_given);
    for (int side = 0; side < 2; side++)
        write_file(side, soft_given->softness[side]);
    snprintf(model_of, sizeof model_of, soft_given->words, paths[soft_given->softness[0] >= MATRIX ? 0 : 1], paths[1]);
    snprintf(
        card, sizeof card,
        "joint: 101, modal, clamped, 2, list, 2, 3, 1, no damping, \"%s\", 0; joint: 102, modal, clamped, 2, list, "
        "2, 3, 1, no damping, \"%s\", 0; "
        "user defined: 1, hydrodynamic plain bearing2, hydraulic fluid, incompressible, density, 2., viscosity, 0.7, "
        "pressure, 0.3, mesh, linear finite difference, geometry, cylindrical, mesh position, at %s, bearing width, "
        "1.6, shaft diameter, 3.4, bearing diameter, 4., %s number of nodes z, 5, number of nodes Phi, 8, boundary "
        "conditions, pressure, const, 0.9, pressure, const, 0.2 %s, friction model, coulomb, mu, 0.25, compliance "
        "model, %s, pressure dof scale, 1.5, equation scale, 0.4, output total deformation, yes, output deformation "
        "bearing, yes, output deformation shaft, yes;",
        fem_path, fem_path, soft_given->carrier == ON_SHAFT ? "shaft" : "bearing", SIDES, CONTACT, model_of);
    rows_begin(row_world, card);
    t->first = set_places(&t->bearing_given, t->grid_point);
    assert_int_equal(row_world->element->n_internal, t->first + nodes_of(&t->bearing_given));
    put_shaft(row_world, 1.0, 0.9);
    for (int i = 0; i < t->first; i++)
        set_internal(row_world, i, 0.1 * ((3 * i) % 7) + (i % 3 ? 0.15 : -0.23), 0.0);
    for (int k = 0; k < nodes_of(&t->bearing_given); k++)
        set_internal(row_world, t->first + k, 0.002 * (k % 5) + 0.001, 0.01 * (k % 3));
}

static const soft_given SOFT[] = {
    {"matrix, 1, elastic half space, E1, 25., nu1, 0.4", ON_BEARING, {RIGID, HALF_SPACE}, {1, 25}, {0, 0.4}, 0, {0, 0}},
    {"double nodal, matrix at shaft, elastic half space, matrix at bearing, elastic half space",
     ON_SHAFT,
     {HALF_SPACE, HALF_SPACE},
     {20, 30},
     {0.3, 0.2},
     0,
     {0, 0}},
    {"matrix, 1, from file, \"%s\"", ON_SHAFT, {SHAPED, RIGID}, {0, 0}, {0, 0}, 0, {0, 0}},
    {"double nodal, matrix at shaft, from file, \"%s\", matrix at bearing, from file, \"%s\", modal element, 101, "
     "axial displacement, large",
     ON_SHAFT,
     {MATRIX, MODAL},
     {0, 0},
     {0, 0},
     1,
     {0, 101}},
    {"double nodal, matrix at shaft, from file, \"%s\", modal element, 101, matrix at bearing, from file, \"%s\", "
     "modal element, 102, axial displacement, small",
     ON_BEARING,
     {MODAL, MODAL},
     {0, 0},
     {0, 0},
     0,
     {101, 102}},
    {"double nodal, matrix at shaft, from file, \"%s\", modal element, 102, matrix at bearing, from file, \"%s\", "
     "modal element, 102",
     ON_BEARING,
     {MODAL, MODAL},
     {0, 0},
     {0, 0},
     0,
     {102, 102}},
    {"double nodal, matrix at shaft, from file, \"%s\", modal element, 102, matrix at bearing, elastic half space",
     ON_BEARING,
     {IN_ORDER, HALF_SPACE},
     {0, 30},
     {0, 0.2},
     0,
     {102, 0}},
};
enum { N_SOFT = sizeof SOFT / sizeof *SOFT };

static void each_bearing(row_world *row_world, void check(bench *bench))
{
    static bench t;
    write_fem();
    for (int i = 0; i < N_SOFT; i++) {
        begin(&t, row_world, &SOFT[i]);
        check(&t);
    }
}

/* --- tests -------------------------------------------------------------------------------------------------------- */

/* Parts of shaft and bearing, and forces on the modes of both. */
static void give_way_both(const bench *bench, const double *p, double part[2][MOST_NODES], double force[2][2])
{
    for (int side = 0; side < 2; side++) {
        memset(part[side], 0, sizeof part[side]);
        memset(force[side], 0, sizeof force[side]);
        if (bench->soft_given->softness[side] != RIGID)
            give_way(bench, side, p, part[side], force[side]);
    }
}

static void check_rows(bench *bench)
{
    static const film_before NOTHING;
    const int n = nodes_of(&bench->bearing_given);
    double p[MOST_NODES], part[2][MOST_NODES], force[2][2], row[200];
    set_film(bench->row_world, &bench->bearing_given, bench->grid_point, &NOTHING, bench->film);
    for (int k = 0; k < n; k++)
        p[k] = fmax(P_C, bench->film[k].p) + bench->film[k].contact;
    give_way_both(bench, p, part, force);
    rows_eval(bench->row_world, 0);
    assert_int_equal(printed_row(bench->row_world, row, 200), 1 + 3 * n);
    for (int k = 0; k < n; k++) {
        const double w = bench->row_world->state.y[bench->row_world->element->internal + bench->first + k];
        assert_close(internal_row(bench->row_world, bench->first + k), 0.4 / 0.3 * (w - part[0][k] - part[1][k]));
        assert_close(row[1 + k], w);
        assert_close(row[1 + n + k], part[ON_BEARING][k]);
        assert_close(row[1 + 2 * n + k], part[ON_SHAFT][k]);
    }
    for (int side = 0; side < 2; side++)
        for (int m = 0; bench->soft_given->softness[side] >= MODAL && m < 2; m++) {
            const bool is_shared = bench->soft_given->joint[0] == bench->soft_given->joint[1];
            assert_close(row_now(bench->row_world, joint_internal(bench, side) + m),
                         force[side][m] + (is_shared ? force[1 - side][m] : 0.0));
        }
}
static void deformations_and_modes(void **of) { each_bearing(*of, check_rows); }

static void check_jacobian(bench *bench) { assert_jacobian(bench->row_world, 1e-6, 1e-5); }
static void jacobians(void **of) { each_bearing(*of, check_jacobian); }

/* Under the pressures of the start, which are linear along the axis; asperities do not count yet. */
static void check_initial(bench *bench)
{
    double p[MOST_NODES], part[2][MOST_NODES], force[2][2];
    double y[2000];
    assert_true(bench->row_world->world->model->n_unknowns <= 2000);
    memcpy(y, bench->row_world->state.y, (size_t)bench->row_world->world->model->n_unknowns * sizeof *y);
    initial_values initial = {.y = y, .yp = bench->row_world->state.yp};
    bench->row_world->element->type->initial(&bench->row_world->state.state, bench->row_world->element, &initial);
    for (int k = 0; k < nodes_of(&bench->bearing_given); k++)
        p[k] = fmax(P_C, 0.9 + (0.2 - 0.9) * (bench->grid_point[k].z + 0.8) / 1.6);
    give_way_both(bench, p, part, force);
    for (int k = 0; k < nodes_of(&bench->bearing_given); k++)
        assert_close(y[bench->row_world->element->internal + bench->first + k], part[0][k] + part[1][k]);
}
static void deformations_at_the_start(void **of) { each_bearing(*of, check_initial); }

/* As the `print` card lists them: nodes inside the edges have a pressure, all have a deformation. */
static void check_words(bench *bench)
{
    for (int of_rows = 0; of_rows < 2; of_rows++) {
        text said = {0}, expected = {0};
        internal_words words = {.text = &said, .next = 1, .of_rows = of_rows};
        bench->row_world->element->type->describe(bench->row_world->element, &words);
        for (int k = 0, n = 0; k < nodes_of(&bench->bearing_given); k++)
            if (bench->grid_point[k].unknown >= 0)
                text_printf(&expected, "        %d: %s node number %d\n", ++n,
                            of_rows ? "incompressible Reynolds equation for" : "hydrodynamic pressure of", k + 1);
        for (int k = 0; k < nodes_of(&bench->bearing_given); k++)
            text_printf(&expected, "        %d: %s node number %d\n", bench->first + k + 1,
                        of_rows ? "compliance for" : "radial deformation of", k + 1);
        assert_int_equal(said.n, expected.n);
        assert_memory_equal(said.data, expected.data, said.n);
        text_free(&said);
        text_free(&expected);
    }
    for (int i = 0; i < bench->row_world->element->n_internal; i++)
        assert_int_equal(bench->row_world->element->kinds[i],
                         i < bench->first ? INTERNAL_ALGEBRAIC : INTERNAL_DIFFERENTIAL);
    assert_string_equal(bench->row_world->element->type->internal_name(bench->row_world->element, bench->first - 1),
                        "hydrodynamic pressure");
    assert_string_equal(bench->row_world->element->type->internal_name(bench->row_world->element, bench->first),
                        "deformation");
}
static void unknowns_in_words(void **of) { each_bearing(*of, check_words); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW_TEST(deformations_and_modes),
        ROW_TEST(jacobians),
        ROW_TEST(deformations_at_the_start),
        ROW_TEST(unknowns_in_words),
    };
    for (int i = 0; i < 2; i++)
        close(mkstemp(paths[i]));
    close(mkstemp(fem_path));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(paths[0]);
    unlink(paths[1]);
    unlink(fem_path);
    return failed;
}
