/* bearing_matrix_test.c - which files with compliance matrices fit a bearing, and what is said of the others.
 *
 * A file of a surface of radius 2 and width 1.6 with six nodes. In each try some of its words are others. */
#include "physics/bearing_rows.h"
#include <unistd.h>

static char path[] = "/tmp/torsor-matrix-XXXXXX", fem_path[] = "/tmp/torsor-fem-XXXXXX";

#define GRID                                                                                                         \
    "file format: 12\nbearing diameter: 4\nbearing width: 1.6\ncircumferential grid: 3\n1 0\n2 4\n3 8\naxial grid: " \
    "2\n1 -0.8\n2 0.8\nnodes: 6 6\n1 1 1 1\n2 2 1 2\n3 3 2 1\n4 4 2 2\n5 5 3 1\n6 6 3 2\nreference pressure: 2\n"
#define ROW6 "1 2 3 4 5 6\n"
#define ROW5 "1 2 3 4 5\n"
#define COMPLIANCE GRID "compliance matrix: 6 6\n" ROW6 ROW6 ROW6 ROW6 ROW6 ROW6
#define CONTRIB "contrib matrix: 6 2\n1 2\n3 4\n5 6\n7 8\n9 10\n11 12\n"
#define RESIDUAL "residual matrix: 2 6\n" ROW6 ROW6
#define WITH_MODES GRID "substruct " CONTRIB "substruct " RESIDUAL

static void write_text(const char *to, const char *words)
{
    FILE *file = fopen(to, "w");
    fputs(words, file);
    fclose(file);
}

/* The file with `words` in place of `old`, which is in it. */
static void write_other(const char *whole, const char *old, const char *words)
{
    char other[4000];
    const char *at = strstr(whole, old);
    assert_non_null(at);
    snprintf(other, sizeof other, "%.*s%s%s", (int)(at - whole), whole, words, at + strlen(old));
    write_text(path, other);
}

/* What is said of it; empty: nothing. */
static const char *said(const char *modal)
{
    static char message[512];
    char card[2000];
    snprintf(
        card, sizeof card,
        "joint: 101, modal, clamped, 2, 1, no damping, \"%s\", 0; user defined: 1, hydrodynamic plain bearing2, "
        "hydraulic "
        "fluid, incompressible, density, 2., viscosity, 0.7, mesh, linear finite difference, geometry, cylindrical, "
        "mesh position, at bearing, bearing width, 1.6, shaft diameter, 3.4, bearing diameter, 4., " SIDES
        "number of nodes z, 5, number of nodes Phi, 8, boundary conditions, pressure, const, 0.9, pressure, const, "
        "0.2, compliance model, matrix, 1, from file, \"%s\" %s;",
        fem_path, path, modal);
    world *world = world_create();
    reader_open_text(world->in, "cards", card, strlen(card));
    while (reader_card(world->in)) {
        model_read_element(world->model, world->in, elem_card_find(reader_card_text(world->in)));
        reader_card_end(world->in);
    }
    diag_flush(world->errors);
    snprintf(message, sizeof message, "%s", diag_errors(world->errors) > 0 ? world->message : "");
    world_destroy(world);
    return message;
}

typedef struct {
    const char *old, *words;
    const char *why; /* NULL: it fits */
} change;

static void try_change(const char *whole, const change *change, const char *modal)
{
    write_other(whole, change->old, change->words);
    const char *message = said(modal);
    if (change->why ? strstr(message, change->why) == NULL : *message != '\0')
        fail_msg("with '%s': '%s', not '%s'", change->words, message, change->why ? change->why : "");
}
#define TRY(whole, changes, modal)                                \
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) \
    try_change(whole, &changes[i], modal)

/* Diameter and width may be off by a hundredth of the radius, 0.02. */
static void size_of_the_surface(void **unused)
{
    (void)unused;
    static const change CHANGES[] = {
        {"12", "12", NULL},
        {"diameter: 4", "diameter: 4.019", NULL},
        {"diameter: 4", "diameter: 3.981", NULL},
        {"diameter: 4", "diameter: 4.021", "a different diameter"},
        {"diameter: 4", "diameter: 3.979", "a different diameter"},
        {"width: 1.6", "width: 1.619", NULL},
        {"width: 1.6", "width: 1.581", NULL},
        {"width: 1.6", "width: 1.621", "a different diameter"},
        {"width: 1.6", "width: 1.579", "a different diameter"},
        {"pressure: 2", "pressure: 0.5", NULL},
        {"pressure: 2", "pressure: 0", "a positive number"},
        {"diameter: 4", "diameter: -4", "a positive number"},
        {"bearing diameter: 4\n", "", "lacks"},
        {"bearing width: 1.6\n", "", "lacks"},
        {"reference pressure: 2\n", "", "lacks"},
        {"nodes: 6 6\n1 1 1 1\n2 2 1 2\n3 3 2 1\n4 4 2 2\n5 5 3 1\n6 6 3 2\n", "", "lacks"},
    };
    TRY(COMPLIANCE, CHANGES, "");
}

static void grids(void **unused)
{
    (void)unused;
    static const change CHANGES[] = {
        {"axial grid: 2\n1 -0.8\n2 0.8\n", "axial grid: 1\n1 -0.8\n", "out of range"},
        {"nodes: 6 6\n1 1 1 1\n2 2 1 2\n3 3 2 1\n4 4 2 2\n5 5 3 1\n6 6 3 2\n",
         "nodes: 5 5\n1 1 1 1\n2 2 1 2\n3 3 2 1\n4 4 2 2\n5 5 3 1\n", "one is missing"},
        {"nodes: 6 6\n1 1 1 1\n2 2 1 2\n3 3 2 1\n4 4 2 2\n5 5 3 1\n6 6 3 2\n", "nodes: 2 2\n1 1 1 1\n2 2 1 2\n",
         "too few nodes"},
        {"axial grid: 2\n1 -0.8\n2 0.8\nnodes: 6 6\n1 1 1 1\n2 2 1 2\n3 3 2 1\n4 4 2 2\n5 5 3 1\n6 6 3 2\n",
         "axial grid: 1\n1 -0.8\nnodes: 3 3\n1 1 1 1\n2 2 2 1\n3 3 3 1\n", "too few nodes"},
        {"5 5 3 1\n6 6 3 2\n", "5 5 3 2\n6 6 3 1\n", "along the axis first"},
        {"1 1 1 1\n2 2 1 2\n", "1 1 1 2\n2 2 1 1\n", "along the axis first"},
        {"1 1 1 1\n", "1 1 1 2\n", "along the axis first"},
        {"2 2 1 2\n3 3 2 1\n", "2 3 1 2\n3 2 2 1\n", "along the axis first"},
        {"nodes: 6 6\n1 1 1 1\n2 2 1 2\n3 3 2 1\n4 4 2 2\n5 5 3 1\n6 6 3 2\n",
         "nodes: 5 6\n1 1 1 1\n2 2 1 2\n3 3 2 1\n4 4 2 2\n5 5 3 1\n", "along the axis first"},
        {"2 4\n", "2 9\n", "within one revolution"},
        {"1 0\n", "1 5\n", "within one revolution"},
        {"2 4\n", "2 0\n", "within one revolution"},
        {"3 8\n", "3 12.5\n", NULL},
        {"3 8\n", "3 12.6\n", "within one revolution"},
        {"1 -0.8\n2 0.8\n", "1 0.8\n2 -0.8\n", "axial positions that do not increase"},
        {"3 3 2 1\n", "3.5 3 2 1\n", "out of range"},
        {"3 3 2 1\n", "3 7 2 1\n", "out of range"},
        {"3 3 2 1\n", "3 0 2 1\n", "out of range"},
        {"3 3 2 1\n", "3 3 2 0\n", "out of range"},
    };
    TRY(COMPLIANCE, CHANGES, "");
}

/* Three places along the axis, of which the last two do not ascend; a list that would be longer than the file. */
static void longer_grids(void **unused)
{
    (void)unused;
    static const change CHANGES[] = {
        {"axial grid: 2\n1 -0.8\n2 0.8\nnodes: 6 6\n1 1 1 1\n2 2 1 2\n3 3 2 1\n4 4 2 2\n5 5 3 1\n6 6 3 2\n",
         "axial grid: 3\n1 -0.8\n2 0.8\n3 0.5\nnodes: 6 6\n1 1 1 1\n2 2 1 2\n3 3 1 3\n4 4 2 1\n5 5 2 2\n6 6 2 3\n",
         "axial positions that do not increase"},
        {COMPLIANCE, "axial grid: 9\n1 2\n2 4\n", "out of range"},
        {COMPLIANCE, "file format: 12\nbearing diameter: 4", "lacks"},
    };
    TRY(COMPLIANCE, CHANGES, "");
}

static void sizes_of_matrices(void **unused)
{
    (void)unused;
    static const change OF_ONE[] = {
        {"6 6\n" ROW6 ROW6 ROW6 ROW6 ROW6 ROW6, "5 6\n" ROW6 ROW6 ROW6 ROW6 ROW6, "do not match the nodes"},
        {"6 6\n" ROW6 ROW6 ROW6 ROW6 ROW6 ROW6, "6 5\n" ROW5 ROW5 ROW5 ROW5 ROW5 ROW5, "do not match the nodes"},
        {"compliance matrix: 6 6\n" ROW6 ROW6 ROW6 ROW6 ROW6 ROW6, "", "has no matrix"},
    };
    static const change OF_TWO[] = {
        {"shapes", "shapes", NULL},
        {"mode shapes: 6 2\n1 2\n3 4\n5 6\n7 8\n9 10\n11 12\n", "", "do not match the nodes"},
        {"modal load: 2 6\n" ROW6 ROW6, "", "do not match the nodes"},
        {"modal load: 2 6\n", "modal load: 3 6\n" ROW6, "do not match the nodes"},
        {"modal load: 2 6\n" ROW6 ROW6, "modal load: 2 5\n" ROW5 ROW5, "do not match the nodes"},
        {"mode shapes: 6 2\n1 2\n", "mode shapes: 5 2\n", "do not match the nodes"},
    };
    TRY(COMPLIANCE, OF_ONE, "");
    TRY(GRID "mode shapes: 6 2\n1 2\n3 4\n5 6\n7 8\n9 10\n11 12\nmodal load: 2 6\n" ROW6 ROW6, OF_TWO, "");
}

static void modes_of_files(void **unused)
{
    (void)unused;
    static const change ANY[] = {
        {"contrib", "contrib", NULL},
        {"substruct " CONTRIB, "", "no modes for a modal element"},
        {"substruct " RESIDUAL, "", "no modes for a modal element"},
        {"matrix: 6 2\n1 2\n", "matrix: 5 2\n", "do not match the nodes and modes"},
        {"matrix: 2 6\n", "matrix: 3 6\n" ROW6, "do not match the nodes and modes"},
        {RESIDUAL, "residual matrix: 2 5\n" ROW5 ROW5, "do not match the nodes and modes"},
        {"reference pressure: 2\n", "reference pressure: 2\nmodal subset vector: 2\n1\n2\n", NULL},
        {"reference pressure: 2\n", "reference pressure: 2\nmodal subset vector: 3\n1\n2\n3\n",
         "do not match the nodes and modes"},
        {"reference pressure: 2\n", "reference pressure: 2\nmodal subset vector: 2\n7\n8\n", "has no matrix"},
    };
    static const change ALONE[] = {{"contrib", "contrib", "must be followed by 'modal element"}};
    TRY(WITH_MODES, ANY, ", modal element, 101");
    TRY(WITH_MODES, ALONE, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(size_of_the_surface), cmocka_unit_test(grids),          cmocka_unit_test(longer_grids),
        cmocka_unit_test(sizes_of_matrices),   cmocka_unit_test(modes_of_files),
    };
    close(mkstemp(path));
    close(mkstemp(fem_path));
    write_text(fem_path,
               "** RECORD GROUP 1, HEADER\nREV0 1 2 0 0 0\n** RECORD GROUP 2, NODES\n101\n"
               "** RECORD GROUP 5, X\n0\n** RECORD GROUP 6, Y\n0\n** RECORD GROUP 7, Z\n0\n"
               "** RECORD GROUP 8, SHAPES\n** SHAPE 1\n1 0 0 0 0 0\n** SHAPE 2\n0 1 0 0 0 0\n"
               "** RECORD GROUP 9, MASS\n1 0\n0 1\n** RECORD GROUP 10, STIFFNESS\n1 0\n0 1\n** END OF FILE\n");
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    unlink(fem_path);
    return failed;
}
