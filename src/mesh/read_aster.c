/* read_aster.c - results of Code_Aster: fields printed by IMPR_RESU (FORMAT='RESULTAT'), tables by IMPR_TABLE, and
 * the coordinates of a mesh (.mail).
 *
 *     COOR_3D
 *     N1  0.0  0.0  0.0
 *     FINSF
 *
 *     CHAMP AUX NOEUDS DE NOM SYMBOLIQUE  DEPL
 *     NUMERO D'ORDRE: 1 FREQ:  4.17484E+01
 *     NOEUD    DX           DY           DZ           DRX  ...        optionally with X, Y, Z (IMPR_COOR='OUI')
 *     N1       0.00000E+00  ...
 *
 *     NUME_ORDRE  FREQ         MASS_GENE     ...                      RECU_TABLE of the modes
 *     1           4.17484E+01  1.00000E+00
 *
 *     LIEU  ENTITE  MASSE  CDG_X  CDG_Y  CDG_Z  IX_G  IY_G  IZ_G ...  POST_ELEM(MASS_INER)
 *
 * Columns of tables are identified by their names. */
#include "mesh/diag_rows.h"
#include "mesh/modes.h"

enum { MOST_COLUMNS = 48 };

typedef enum { NOTHING, PLACES, FIELD, FIELD_ROWS, MODE_TABLE, INERTIA_TABLE } section;

typedef struct {
    modes *modes;
    scanner scanner;
    section section;
    int mode;
    span column[MOST_COLUMNS]; /* names of the columns */
    int n_columns;
} results;

static int column_of(const results *results, const char *name)
{
    for (int i = 0; i < results->n_columns; i++)
        if (span_is(results->column[i], name))
            return i;
    return -1;
}

/* Reads the number in a column. Returns false if there is no such column, or no number in it. */
static bool number_in(const results *results, const span *word, const char *name, double *to)
{
    const int i = column_of(results, name);
    *to = 0.0;
    return i >= 0 && span_real(&results->scanner, word[i], to);
}

static void wrong(const results *results, source_location location, const char *words)
{
    diag_report(results->modes->errors, E_MESH_VALUE, location, words);
}

/* --- mesh --------------------------------------------------------------------------------------------------------- */

static void put_location(results *results, span label, const double x[3])
{
    modes_node *node = modes_node_of(results->modes, label.start, (size_t)label.n);
    if (node->has_location && vec3_norm(vec3_sub(node->x, vec3_load(x))) > 1e-4 * vec3_norm(node->x))
        wrong(results, label.location, arena_printf(results->modes->memory, "node %s has two positions", node->label));
    if (!node->has_location)
        node->x = vec3_load(x);
    node->has_location = true;
}

static void place_row(results *results, const span *word, int n)
{
    double x[3] = {0};
    bool ok = true;
    if (n == 0 || *word[0].start == '%')
        return;
    if (span_is(word[0], "FINSF")) {
        results->section = NOTHING;
        return;
    }
    if (n < 4) {
        diag_report(results->modes->errors, E_MESH_FORMAT, word[0].location,
                    "expected the name of a node and three coordinates");
        return;
    }
    for (int k = 0; k < 3; k++)
        ok = span_real(&results->scanner, word[1 + k], &x[k]) && ok;
    if (ok)
        put_location(results, word[0], x);
}

/* --- modes -------------------------------------------------------------------------------------------------------- */

/* NUMERO D'ORDRE: 1 FREQ: 4.17484E+01 */
static void order_line(results *results, const span *word, int n)
{
    unsigned number = 0;
    double f;
    if (n < 3 || !span_label(&results->scanner, word[2], &number) || number > INT32_MAX)
        return;
    results->mode = (int)number;
    modes_mode *one = modes_mode_of(results->modes, results->mode, word[0].location);
    for (int i = 3; i + 1 < n; i++)
        if (span_is(word[i], "FREQ:") && !one->has_stiffness && span_real(&results->scanner, word[i + 1], &f))
            one->stiffness = 4.0 * M_PI * M_PI * f * f, one->has_stiffness = true;
}

static void field_head(results *results, const span *word, int n)
{
    static const char *const KNOWN[] = {"NOEUD", "DX", "DY", "DZ", "DRX", "DRY", "DRZ", "X", "Y", "Z"};
    if (n > 0 && span_is(word[0], "NUMERO"))
        order_line(results, word, n);
    if (n == 0 || !span_is(word[0], "NOEUD"))
        return;
    results->n_columns = n;
    for (int i = 0; i < n; i++) {
        bool is_known = false;
        results->column[i] = word[i];
        for (int k = 0; k < ARRAY_LEN(KNOWN); k++)
            is_known |= span_is(word[i], KNOWN[k]);
        if (!is_known)
            diag_report(results->modes->errors, W_MESH_LEFT_OUT, word[i].location, word[i].n, word[i].start);
    }
    results->section = results->mode > 0 ? FIELD_ROWS : NOTHING;
    if (results->mode == 0)
        diag_report(results->modes->errors, E_MESH_FORMAT, word[0].location,
                    "the field has no line NUMERO D'ORDRE: ...");
}

static void field_row(results *results, const span *word, int n)
{
    static const char *const MOTION[] = {"DX", "DY", "DZ", "DRX", "DRY", "DRZ"}, *const PLACE[] = {"X", "Y", "Z"};
    double v[6], x[3];
    if (n == 0)
        return;
    if (n != results->n_columns) {
        results->section = NOTHING;
        return;
    }
    for (int k = 0; k < 6; k++)
        number_in(results, word, MOTION[k], &v[k]);
    if (!modes_put(results->modes, results->mode, word[0].start, (size_t)word[0].n, v, word[0].location))
        wrong(results, word[0].location, "the node occurs twice in this mode");
    for (int k = 0; k < 3; k++)
        if (!number_in(results, word, PLACE[k], &x[k]))
            return;
    put_location(results, word[0], x);
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static void mode_row(results *results, const span *word)
{
    double number, f, mass, stiffness;
    if (!number_in(results, word, "NUME_ORDRE", &number) && !number_in(results, word, "NUME_MODE", &number))
        return;
    if (!(number >= 1.0 && number <= INT32_MAX) || !number_in(results, word, "MASS_GENE", &mass)) {
        diag_report(results->modes->errors, E_MESH_NUMBER, word[0].location, word[0].n, word[0].start,
                    "mode with a generalised mass");
        return;
    }
    modes_mode *one = modes_mode_of(results->modes, (int)number, word[0].location);
    if (one->has_mass) {
        diag_report(results->modes->errors, E_MESH_SECOND, word[0].location, "mode", (unsigned)number);
        return;
    }
    one->mass = mass, one->has_mass = true;
    if (number_in(results, word, "RIGI_GENE", &stiffness))
        one->stiffness = stiffness, one->has_stiffness = true;
    else if (number_in(results, word, "FREQ", &f))
        one->stiffness = 4.0 * M_PI * M_PI * f * f * mass, one->has_stiffness = true;
    else if (one->has_stiffness) /* from a field: per unit of mass */
        one->stiffness *= mass;
}

/* Computes the mass matrix about the origin from the inertia about the centre of mass. */
static void put_body(modes *modes, double mass, vec3 c, const double J[3])
{
    const mat3 s = mat3_skew(vec3_scale(mass, c)), cc = mat3_skew_skew(c, c);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            modes->rigid[i][k] = i == k ? mass : 0.0;
            modes->rigid[i][3 + k] = -s.e[i][k];
            modes->rigid[3 + i][k] = s.e[i][k];
            modes->rigid[3 + i][3 + k] = (i == k ? J[i] : 0.0) - mass * cc.e[i][k];
        }
    modes->has_rigid = true;
}

static void inertia_row(results *results, const span *word)
{
    static const char *const CENTRE[] = {"CDG_X", "CDG_Y", "CDG_Z"}, *const MOMENT[] = {"IX_G", "IY_G", "IZ_G"},
                             *const PRODUCT[] = {"IXY_G", "IXZ_G", "IYZ_G"};
    double mass, c[3], J[3], product;
    bool ok = number_in(results, word, "MASSE", &mass);
    for (int k = 0; k < 3; k++)
        ok = number_in(results, word, CENTRE[k], &c[k]) && number_in(results, word, MOMENT[k], &J[k]) && ok;
    for (int k = 0; ok && k < 3; k++)
        if (number_in(results, word, PRODUCT[k], &product) && fabs(product) > 1e-6 * (J[0] + J[1] + J[2])) {
            wrong(results, word[0].location,
                  "products of inertia are not supported: rotate the mesh to its principal axes");
            return;
        }
    results->modes->rigid_where = word[0].location;
    if (ok)
        put_body(results->modes, mass, vec3_load(c), J);
    else
        wrong(results, word[0].location, "the table of MASS_INER must contain MASSE, CDG_X to CDG_Z and IX_G to IZ_G");
}

static void table_row(results *results, const span *word, int n)
{
    if (n > 0 && n != results->n_columns)
        results->section = NOTHING;
    else if (n > 0 && results->section == MODE_TABLE)
        mode_row(results, word);
    else if (n > 0)
        inertia_row(results, word);
}

/* --- file --------------------------------------------------------------------------------------------------------- */

static void serialize_columns(results *results, const span *word, int n, section at)
{
    memcpy(results->column, word, (size_t)n * sizeof *word);
    results->n_columns = n, results->section = at;
}

static bool has_word(const span *word, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (span_is(word[i], name))
            return true;
    return false;
}

/* Returns whether the line is a heading. */
static bool heading(results *results, const span *word, int n)
{
    if (n > 0 && span_is(word[0], "COOR_3D"))
        results->section = PLACES;
    else if (n > 0 && span_is(word[0], "COOR_2D"))
        diag_report(results->modes->errors, E_MESH_NOT_TAKEN, word[0].location, "a plane mesh is not supported");
    else if (n > 0 && span_is(word[0], "CHAMP"))
        results->section = span_is(word[n - 1], "DEPL") ? FIELD : NOTHING, results->mode = 0;
    else if (has_word(word, n, "MASS_GENE"))
        serialize_columns(results, word, n, MODE_TABLE);
    else if (has_word(word, n, "MASSE") && has_word(word, n, "CDG_X"))
        serialize_columns(results, word, n, INERTIA_TABLE);
    else
        return false;
    return true;
}

void read_aster(modes *modes, const source *file)
{
    results results = {.modes = modes, .scanner = scan_file(modes->errors, modes->texts, file)};
    span line, word[MOST_COLUMNS];
    while (!diag_full(modes->errors) && scan_line(&results.scanner, &line)) {
        const int n = span_words(&results.scanner, line, word, MOST_COLUMNS);
        if (heading(&results, word, n) || results.section == NOTHING)
            continue;
        if (results.section == PLACES)
            place_row(&results, word, n);
        else if (results.section == FIELD)
            field_head(&results, word, n);
        else if (results.section == FIELD_ROWS)
            field_row(&results, word, n);
        else
            table_row(&results, word, n);
    }
}
