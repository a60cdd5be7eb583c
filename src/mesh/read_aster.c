/* read_aster.c - results of Code_Aster: fields printed by IMPR_RESU (FORMAT='RESULTAT'), tables by IMPR_TABLE, and the
 * coordinates of a mesh (.mail).
 *
 *     COOR_3D
 *     N1  0.0  0.0  0.0
 *     FINSF
 *
 *     CHAMP AUX NOEUDS DE NOM SYMBOLIQUE  DEPL
 *     NUMERO D'ORDRE: 1 FREQ:  4.17484E+01
 *     NOEUD    DX           DY           DZ           DRX  ...        perhaps with X, Y, Z (IMPR_COOR='OUI')
 *     N1       0.00000E+00  ...
 *
 *     NUME_ORDRE  FREQ         MASS_GENE     ...                      RECU_TABLE of the modes
 *     1           4.17484E+01  1.00000E+00
 *
 *     LIEU  ENTITE  MASSE  CDG_X  CDG_Y  CDG_Z  IX_G  IY_G  IZ_G ...  POST_ELEM(MASS_INER)
 *
 * Columns of tables are found by their names. */
#include "mesh/diag_rows.h"
#include "mesh/modes.h"

enum { MOST_COLUMNS = 48 };

typedef enum { NOTHING, PLACES, FIELD, FIELD_ROWS, MODE_TABLE, INERTIA_TABLE } section;

typedef struct {
    modes *m;
    scanner s;
    section section;
    int mode;
    span column[MOST_COLUMNS]; /* names */
    int n_columns;
} results;

static int column_of(const results *r, const char *name)
{
    for (int i = 0; i < r->n_columns; i++)
        if (span_is(r->column[i], name))
            return i;
    return -1;
}

/* The number in a column; false: there is no such column, or no number in it. */
static bool number_in(const results *r, const span *word, const char *name, double *to)
{
    const int i = column_of(r, name);
    *to = 0.0;
    return i >= 0 && span_real(&r->s, word[i], to);
}

static void wrong(const results *r, place where, const char *words)
{
    diag_report(r->m->errors, E_MESH_VALUE, where, words);
}

/* --- mesh --------------------------------------------------------------------------------------------------------- */

static void put_place(results *r, span label, const double x[3])
{
    modes_node *n = modes_node_of(r->m, label.start, (size_t)label.n);
    if (n->has_place && vec3_norm(vec3_sub(n->x, vec3_load(x))) > 1e-4 * vec3_norm(n->x))
        wrong(r, label.where, arena_printf(r->m->memory, "node %s is in two places", n->label));
    if (!n->has_place)
        n->x = vec3_load(x);
    n->has_place = true;
}

static void place_row(results *r, const span *word, int n)
{
    double x[3] = {0};
    bool ok = true;
    if (n == 0 || *word[0].start == '%')
        return;
    if (span_is(word[0], "FINSF")) {
        r->section = NOTHING;
        return;
    }
    if (n < 4) {
        diag_report(r->m->errors, E_MESH_FORMAT, word[0].where, "a node has a name and three coordinates");
        return;
    }
    for (int k = 0; k < 3; k++)
        ok = span_real(&r->s, word[1 + k], &x[k]) && ok;
    if (ok)
        put_place(r, word[0], x);
}

/* --- modes -------------------------------------------------------------------------------------------------------- */

/* NUMERO D'ORDRE: 1 FREQ: 4.17484E+01 */
static void order_line(results *r, const span *word, int n)
{
    unsigned number = 0;
    double f;
    if (n < 3 || !span_label(&r->s, word[2], &number) || number > INT32_MAX)
        return;
    r->mode = (int)number;
    modes_mode *one = modes_mode_of(r->m, r->mode, word[0].where);
    for (int i = 3; i + 1 < n; i++)
        if (span_is(word[i], "FREQ:") && !one->has_stiffness && span_real(&r->s, word[i + 1], &f))
            one->stiffness = 4.0 * M_PI * M_PI * f * f, one->has_stiffness = true;
}

static void field_head(results *r, const span *word, int n)
{
    static const char *const KNOWN[] = {"NOEUD", "DX", "DY", "DZ", "DRX", "DRY", "DRZ", "X", "Y", "Z"};
    if (n > 0 && span_is(word[0], "NUMERO"))
        order_line(r, word, n);
    if (n == 0 || !span_is(word[0], "NOEUD"))
        return;
    r->n_columns = n;
    for (int i = 0; i < n; i++) {
        bool is_known = false;
        r->column[i] = word[i];
        for (int k = 0; k < ARRAY_LEN(KNOWN); k++)
            is_known |= span_is(word[i], KNOWN[k]);
        if (!is_known)
            diag_report(r->m->errors, W_MESH_LEFT_OUT, word[i].where, word[i].n, word[i].start);
    }
    r->section = r->mode > 0 ? FIELD_ROWS : NOTHING;
    if (r->mode == 0)
        diag_report(r->m->errors, E_MESH_FORMAT, word[0].where, "the field has no line NUMERO D'ORDRE: ...");
}

static void field_row(results *r, const span *word, int n)
{
    static const char *const MOTION[] = {"DX", "DY", "DZ", "DRX", "DRY", "DRZ"}, *const PLACE[] = {"X", "Y", "Z"};
    double v[6], x[3];
    if (n == 0)
        return;
    if (n != r->n_columns) {
        r->section = NOTHING;
        return;
    }
    for (int k = 0; k < 6; k++)
        number_in(r, word, MOTION[k], &v[k]);
    if (!modes_put(r->m, r->mode, word[0].start, (size_t)word[0].n, v, word[0].where))
        wrong(r, word[0].where, "the node is there a second time in this mode");
    for (int k = 0; k < 3; k++)
        if (!number_in(r, word, PLACE[k], &x[k]))
            return;
    put_place(r, word[0], x);
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static void mode_row(results *r, const span *word)
{
    double number, f, mass, stiffness;
    if (!number_in(r, word, "NUME_ORDRE", &number) && !number_in(r, word, "NUME_MODE", &number))
        return;
    if (!(number >= 1.0 && number <= INT32_MAX) || !number_in(r, word, "MASS_GENE", &mass)) {
        diag_report(r->m->errors, E_MESH_NUMBER, word[0].where, word[0].n, word[0].start,
                    "mode with a generalised mass");
        return;
    }
    modes_mode *one = modes_mode_of(r->m, (int)number, word[0].where);
    if (one->has_mass) {
        diag_report(r->m->errors, E_MESH_SECOND, word[0].where, "mode", (unsigned)number);
        return;
    }
    one->mass = mass, one->has_mass = true;
    if (number_in(r, word, "RIGI_GENE", &stiffness))
        one->stiffness = stiffness, one->has_stiffness = true;
    else if (number_in(r, word, "FREQ", &f))
        one->stiffness = 4.0 * M_PI * M_PI * f * f * mass, one->has_stiffness = true;
    else if (one->has_stiffness) /* of a field: of a unit of mass */
        one->stiffness *= mass;
}

/* The mass matrix about the origin, from what is about the centre. */
static void put_body(modes *m, double mass, vec3 c, const double J[3])
{
    const mat3 s = mat3_skew(vec3_scale(mass, c)), cc = mat3_skew_skew(c, c);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            m->rigid[i][k] = i == k ? mass : 0.0;
            m->rigid[i][3 + k] = -s.e[i][k];
            m->rigid[3 + i][k] = s.e[i][k];
            m->rigid[3 + i][3 + k] = (i == k ? J[i] : 0.0) - mass * cc.e[i][k];
        }
    m->has_rigid = true;
}

static void inertia_row(results *r, const span *word)
{
    static const char *const CENTRE[] = {"CDG_X", "CDG_Y", "CDG_Z"}, *const MOMENT[] = {"IX_G", "IY_G", "IZ_G"},
                             *const PRODUCT[] = {"IXY_G", "IXZ_G", "IYZ_G"};
    double mass, c[3], J[3], product;
    bool ok = number_in(r, word, "MASSE", &mass);
    for (int k = 0; k < 3; k++)
        ok = number_in(r, word, CENTRE[k], &c[k]) && number_in(r, word, MOMENT[k], &J[k]) && ok;
    for (int k = 0; ok && k < 3; k++)
        if (number_in(r, word, PRODUCT[k], &product) && fabs(product) > 1e-6 * (J[0] + J[1] + J[2])) {
            wrong(r, word[0].where, "products of inertia are not taken over: turn the mesh into its principal axes");
            return;
        }
    r->m->rigid_where = word[0].where;
    if (ok)
        put_body(r->m, mass, vec3_load(c), J);
    else
        wrong(r, word[0].where, "the table of MASS_INER has MASSE, CDG_X to CDG_Z and IX_G to IZ_G");
}

static void table_row(results *r, const span *word, int n)
{
    if (n > 0 && n != r->n_columns)
        r->section = NOTHING;
    else if (n > 0 && r->section == MODE_TABLE)
        mode_row(r, word);
    else if (n > 0)
        inertia_row(r, word);
}

/* --- file --------------------------------------------------------------------------------------------------------- */

static void keep_columns(results *r, const span *word, int n, section at)
{
    memcpy(r->column, word, (size_t)n * sizeof *word);
    r->n_columns = n, r->section = at;
}

static bool has_word(const span *word, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (span_is(word[i], name))
            return true;
    return false;
}

/* Whether the line begins something. */
static bool heading(results *r, const span *word, int n)
{
    if (n > 0 && span_is(word[0], "COOR_3D"))
        r->section = PLACES;
    else if (n > 0 && span_is(word[0], "COOR_2D"))
        diag_report(r->m->errors, E_MESH_NOT_TAKEN, word[0].where, "a mesh in a plane is not taken over");
    else if (n > 0 && span_is(word[0], "CHAMP"))
        r->section = span_is(word[n - 1], "DEPL") ? FIELD : NOTHING, r->mode = 0;
    else if (has_word(word, n, "MASS_GENE"))
        keep_columns(r, word, n, MODE_TABLE);
    else if (has_word(word, n, "MASSE") && has_word(word, n, "CDG_X"))
        keep_columns(r, word, n, INERTIA_TABLE);
    else
        return false;
    return true;
}

void read_aster(modes *m, const source *file)
{
    results r = {.m = m, .s = scan_file(m->errors, m->texts, file)};
    span line, word[MOST_COLUMNS];
    while (!diag_full(m->errors) && scan_line(&r.s, &line)) {
        const int n = span_words(&r.s, line, word, MOST_COLUMNS);
        if (heading(&r, word, n) || r.section == NOTHING)
            continue;
        if (r.section == PLACES)
            place_row(&r, word, n);
        else if (r.section == FIELD)
            field_head(&r, word, n);
        else if (r.section == FIELD_ROWS)
            field_row(&r, word, n);
        else
            table_row(&r, word, n);
    }
}
