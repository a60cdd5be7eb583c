/* rank_report.c - over-constrained and undetermined models, in words.
 *
 *     constraints   rows of the Jacobian along velocities: phi_x, psi_v. A row that is a combination of rows before it
 *                   repeats them; with the rows it is made of it forms a smallest set of which one can be left out.
 *     motions       columns of  dvalue dr/dy + drate dr/dy'  of everything but multipliers. A combination of columns
 *                   that is zero is a motion (or another unknown) that no mass, force or constraint resists.
 *
 * Both are found by elimination in the order of the deck, so the elements that come last are said to repeat the
 * others. */
#include "problem/rank_report.h"
#include "assembly/initial.h"
#include "linalg/rank.h"
#include "problem/diag_rows.h"
#include <stdio.h>
#include <string.h>

enum { MOST_NOTES = 8, MOST_NAMES = 6 };
static const double TOLERANCE = 1e-8, NO_TIME = 1e-12;

typedef struct {
    const model *m;
    const state *s;
    diag *errors;
    arena *memory;
    const elem **elem_of; /* by unknown: who owns it, one of the two */
    const node **node_of;
    bool *is_constraint; /* by row and multiplier; an element that is off constrains nothing */
    bool *is_off;
} survey;

static void rank_report_begin(survey *v, const state *s, arena *memory)
{
    const model *m = s->model;
    const int n = m->n_unknowns;
    *v = (survey){.m = m, .s = s, .errors = s->errors, .memory = memory};
    v->elem_of = ARENA_ARRAY(memory, const elem *, n);
    v->node_of = ARENA_ARRAY(memory, const node *, n);
    v->is_constraint = ARENA_ARRAY(memory, bool, n);
    v->is_off = ARENA_ARRAY(memory, bool, n);
    for (int i = 0; i < m->nodes.n; i++)
        for (int k = 0; k < m->nodes.items[i]->n_dof; k++)
            v->node_of[m->nodes.items[i]->dof + k] = m->nodes.items[i];
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.items[i];
        for (int k = 0; k < e->n_own; k++) {
            const own_kind kind = e->kinds ? e->kinds[k] : OWN_CONSTRAINT;
            v->elem_of[e->own + k] = e;
            v->is_off[e->own + k] = !elem_is_on(v->s, e);
            v->is_constraint[e->own + k] = elem_is_on(v->s, e) && kind <= OWN_VELOCITY_CONSTRAINT;
        }
    }
}

/* --- matrices ----------------------------------------------------------------------------------------------------- */

static row_matrix empty_matrix(const survey *v, const csc *J)
{
    return (row_matrix){.n_columns = J->n,
                        .start = ARENA_ARRAY(v->memory, int, J->n + 1),
                        .column = ARENA_ARRAY(v->memory, int, csc_entries(J)),
                        .value = ARENA_ARRAY(v->memory, double, csc_entries(J))};
}

/* Rows of constraints; row_of gives the row of J. */
static row_matrix constraint_rows(const survey *v, const csc *J, int *row_of)
{
    row_matrix a = empty_matrix(v, J);
    int *next = ARENA_ARRAY(v->memory, int, J->n), *place_of = ARENA_ARRAY(v->memory, int, J->n);
    for (int k = 0; k < csc_entries(J); k++)
        next[J->row[k]]++;
    for (int i = 0; i < J->n; i++) {
        if (!v->is_constraint[i])
            continue;
        row_of[a.n_rows] = i;
        place_of[i] = a.start[a.n_rows];
        a.start[a.n_rows + 1] = a.start[a.n_rows] + next[i];
        a.n_rows++;
    }
    for (int j = 0; j < J->n; j++)
        for (int k = J->start[j]; k < J->start[j + 1]; k++)
            if (v->is_constraint[J->row[k]]) {
                const int to = place_of[J->row[k]]++;
                a.column[to] = j;
                a.value[to] = v->is_constraint[j] ? 0 : J->value[k];
            }
    return a;
}

/* Columns of all unknowns but multipliers, as rows. */
static row_matrix motion_columns(const survey *v, const csc *J, int *column_of)
{
    row_matrix a = empty_matrix(v, J);
    for (int j = 0, n = 0; j < J->n; j++) {
        if (v->is_constraint[j] || v->is_off[j])
            continue;
        for (int k = J->start[j]; k < J->start[j + 1]; k++, n++) {
            a.column[n] = J->row[k];
            a.value[n] = J->value[k];
        }
        column_of[a.n_rows++] = j;
        a.start[a.n_rows] = n;
    }
    return a;
}

/* --- words -------------------------------------------------------------------------------------------------------- */

typedef struct {
    char text[400];
    int n;
} list;

/* Adds a name; after the most that are useful only counts. */
static void list_add(list *to, const char *name)
{
    const size_t used = strlen(to->text);
    if (to->n < MOST_NAMES)
        snprintf(to->text + used, sizeof to->text - used, "%s%s", to->n > 0 ? ", " : "", name);
    else if (to->n == MOST_NAMES)
        snprintf(to->text + used, sizeof to->text - used, " ...");
    to->n++;
}

static void elem_name(const elem *e, char *out, size_t size)
{
    if (e->type->keyword)
        snprintf(out, size, "%s %u (%s)", e->type->card->name, e->label, e->type->keyword);
    else
        snprintf(out, size, "%s %u", e->type->card->name, e->label);
}

static void own_component(const elem *e, int k, char *out, size_t size)
{
    if (e->type->own_name)
        snprintf(out, size, "%s", e->type->own_name(e, k));
    else
        snprintf(out, size, "constraint %d", k + 1);
}

/* --- constraints -------------------------------------------------------------------------------------------------- */

/* The elements that own the rows which the dependences first to last are made of, but not e itself. */
static void list_others(const survey *v, const rank_report *r, int first, int last, const int *row_of, list *to)
{
    bool *is_in = ARENA_ARRAY(v->memory, bool, v->m->n_unknowns);
    const elem *e = v->elem_of[row_of[r->dependences[first].row]];
    for (int i = first; i < last; i++)
        for (int k = 0; k < r->dependences[i].n; k++)
            is_in[v->elem_of[row_of[r->dependences[i].others[k]]]->own] = true;
    for (int i = 0; i < v->m->elems.n; i++) {
        const elem *other = v->m->elems.items[i];
        char name[128];
        if (other == e || other->n_own == 0 || !is_in[other->own])
            continue;
        elem_name(other, name, sizeof name);
        list_add(to, name);
    }
}

static void note_repeated(const survey *v, const rank_report *r, int first, int last, const int *row_of)
{
    const elem *e = v->elem_of[row_of[r->dependences[first].row]];
    diag *d = v->errors;
    char name[128], component[64];
    list components = {0}, others = {0};
    int of = 0;
    elem_name(e, name, sizeof name);
    for (int i = first; i < last; i++) {
        own_component(e, row_of[r->dependences[i].row] - e->own, component, sizeof component);
        list_add(&components, component);
        of += r->dependences[i].n;
    }
    if (of == 0) {
        diag_report(d, N_EMPTY_CONSTRAINT, e->where, name, components.text);
        diag_hint(d, "both of its sides are fixed, or a direction or distance it needs is zero here");
        return;
    }
    list_others(v, r, first, last, row_of, &others);
    diag_report(d, N_REPEATED_CONSTRAINT, e->where, name, components.text);
    if (others.n > 0)
        diag_hint(d, "imposed already by: %s", others.text);
    diag_hint(d,
              "leave %d constraint%s out of one of them: 'in line', 'spherical hinge', or a total joint with "
              "components inactive",
              last - first, last - first == 1 ? "" : "s");
}

/* One note for all rows of an element. */
static void note_constraints(const survey *v, const rank_report *r, const int *row_of)
{
    int notes = 0;
    for (int i = 0, end; i < r->n; i = end) {
        const elem *e = v->elem_of[row_of[r->dependences[i].row]];
        for (end = i + 1; end < r->n && v->elem_of[row_of[r->dependences[end].row]] == e; end++)
            ;
        if (++notes > MOST_NOTES) {
            diag_report(v->errors, N_MORE_REPEATED, e->where, r->n - i);
            return;
        }
        note_repeated(v, r, i, end, row_of);
    }
}

/* --- motions ------------------------------------------------------------------------------------------------------ */

static bool is_alone(const survey *v, const dependence *d, const int *column_of)
{
    const node *n = v->node_of[column_of[d->row]];
    for (int k = 0; k < d->n; k++)
        if (v->node_of[column_of[d->others[k]]] != n)
            return false;
    return n != NULL;
}

static void note_node(const survey *v, const rank_report *r, int first, int last, const int *column_of)
{
    const node *n = v->node_of[column_of[r->dependences[first].row]];
    list components = {0};
    for (int i = first; i < last; i++) {
        const int k = column_of[r->dependences[i].row] - n->dof;
        list_add(&components, n->type->dof_name ? n->type->dof_name(n, k) : "value");
    }
    diag_report(v->errors, N_FREE_NODE, n->where, n->type->keyword, n->label, components.text);
    diag_hint(v->errors,
              n->pose >= 0
                  ? "no mass, spring, damper or constraint acts there: give the node a body, hold it with a joint, "
                    "or take it out"
                  : "no element gives it an equation: connect one, clamp it, or take the node out");
}

static void note_together(const survey *v, const dependence *d, const int *column_of)
{
    list names = {0};
    place where = {0, 0, 0};
    char name[128];
    for (int k = d->n; k >= 0; k--) {
        model_describe_unknown(v->m, column_of[k < d->n ? d->others[k] : d->row], name, sizeof name, &where);
        list_add(&names, name);
    }
    model_describe_unknown(v->m, column_of[d->row], name, sizeof name, &where);
    diag_report(v->errors, N_FREE_TOGETHER, where, names.text);
    diag_hint(v->errors, "no mass, spring, damper or constraint resists it: a body is missing, or a constraint");
}

static void note_motions(const survey *v, const rank_report *r, const int *column_of)
{
    int notes = 0;
    for (int i = 0, end; i < r->n; i = end) {
        const node *n = v->node_of[column_of[r->dependences[i].row]];
        const bool alone = is_alone(v, &r->dependences[i], column_of);
        for (end = i + 1; alone && end < r->n && v->node_of[column_of[r->dependences[end].row]] == n &&
                          is_alone(v, &r->dependences[end], column_of);
             end++)
            ;
        if (++notes > MOST_NOTES) {
            diag_report(v->errors, N_MORE_FREE, n ? n->where : (place){0, 0, 0}, r->n - i);
            return;
        }
        if (alone)
            note_node(v, r, i, end, column_of);
        else
            note_together(v, &r->dependences[i], column_of);
    }
}

/* --- report ------------------------------------------------------------------------------------------------------- */

static int velocities(const model *m)
{
    int n = 0;
    for (int i = 0; i < m->nodes.n; i++)
        if (m->nodes.items[i]->pose >= 0 && m->nodes.items[i]->dof >= 0)
            n += m->nodes.items[i]->has_rotation ? 6 : 3;
    return n;
}

/* The error that stands before the notes of a check, at the first finding. */
static void report_check(const survey *v, const rank_findings *f, int first_row, int first_column)
{
    char words[8];
    place where = {0, 0, 0};
    if (first_row >= 0)
        model_describe_row(v->m, first_row, words, sizeof words, &where);
    else if (first_column >= 0)
        model_describe_unknown(v->m, first_column, words, sizeof words, &where);
    else
        return;
    diag_report(v->errors, E_CHECK_RANK, where, f->repeated, f->constraints, f->motions);
}

typedef enum { LOOK_CONSTRAINTS, LOOK_ALL, LOOK_CHECK } extent;

static rank_findings rank_report_look(const state *s, extent of)
{
    const model *m = s->model;
    arena *memory = arena_create();
    survey v;
    rank_report_begin(&v, s, memory);
    equations *a = equations_create(m, memory);
    int *row_of = ARENA_ARRAY(memory, int, m->n_unknowns), *column_of = ARENA_ARRAY(memory, int, m->n_unknowns);
    state along = *s;
    along.dvalue = NO_TIME, along.drate = 1;
    equations_jacobian(a, &along);
    row_matrix rows = constraint_rows(&v, a->J, row_of), columns = {0};
    if (of != LOOK_CONSTRAINTS) {
        equations_jacobian(a, s);
        columns = motion_columns(&v, a->J, column_of);
    }
    const rank_report constraints = rank_of_rows(&rows, TOLERANCE, memory);
    const rank_report motions = rank_of_rows(&columns, TOLERANCE, memory);
    rank_findings found = {.constraints = rows.n_rows,
                           .repeated = constraints.n,
                           .motions = motions.n,
                           .freedoms = velocities(m) - constraints.rank};
    if (of == LOOK_CHECK && found.repeated == 0 && found.motions == 0)
        found.scales = scale_report(a, v.errors, memory);
    if (of == LOOK_CHECK)
        report_check(&v, &found, constraints.n > 0 ? row_of[constraints.dependences[0].row] : -1,
                     motions.n > 0 ? column_of[motions.dependences[0].row] : -1);
    note_constraints(&v, &constraints, row_of);
    note_motions(&v, &motions, column_of);
    equations_destroy(a);
    arena_destroy(memory);
    return found;
}

void rank_report_constraints(const state *s) { rank_report_look(s, LOOK_CONSTRAINTS); }
void rank_report_all(const state *s) { rank_report_look(s, LOOK_ALL); }

rank_findings rank_check(const model *m, double t, double dt, diag *errors)
{
    arena *memory = arena_create();
    solution *u = solution_create(m, 0, errors, memory);
    initial_report assembled;
    solution_initial(u);
    solution_set_time(u, t, dt, 0);
    if (!initial_assembly(u, &assembled))
        solution_initial(u);
    solution_start(u);
    solution_rebase(u);
    u->s.now = PHASE_STEP;
    u->s.dvalue = dt, u->s.drate = 1;
    const rank_findings found = rank_report_look(&u->s, LOOK_CHECK);
    solution_destroy(u);
    arena_destroy(memory);
    return found;
}
