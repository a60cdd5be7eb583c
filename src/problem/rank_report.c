/* rank_report.c - reports over-constrained and undetermined models.
 *
 *     constraints   rows of the Jacobian along velocities: phi_x, psi_v. A row that is a combination of rows before it
 *                   is redundant; with the rows of the combination it forms a smallest set of which one can be omitted.
 *     motions       columns of  dvalue dr/dy + drate dr/dy'  of everything but multipliers. A combination of columns
 *                   that is zero is a motion (or another unknown) that no mass, force or constraint resists.
 *
 * Both are found by elimination in the order of the deck, so the elements that come last are reported as redundant. */
#include "problem/rank_report.h"
#include "assembly/initial.h"
#include "assembly/constraints.h"
#include "problem/diag_rows.h"
#include <stdio.h>
#include <string.h>

enum { MOST_NOTES = 8, MOST_NAMES = 6 };
static const double TOLERANCE = 1e-8, NO_TIME = 1e-12;

typedef struct {
    const model *model;
    const state *state;
    diag *errors;
    arena *memory;
    const elem **elem_of; /* by unknown: its owner, one of the two */
    const node **node_of;
    const constraint_kind *kinds; /* by row */
    bool *is_constraint;          /* by row and multiplier; an inactive element constrains nothing */
    bool *is_off;
} survey;

static void rank_report_begin(survey *v, const state *state, arena *memory)
{
    const model *model = state->model;
    const int n = model->n_unknowns;
    *v = (survey){.model = model, .state = state, .errors = state->errors, .memory = memory};
    v->elem_of = ARENA_ARRAY(memory, const elem *, n);
    v->node_of = ARENA_ARRAY(memory, const node *, n);
    v->is_constraint = ARENA_ARRAY(memory, bool, n);
    v->is_off = ARENA_ARRAY(memory, bool, n);
    v->kinds = constraint_kinds(model, memory);
    for (int i = 0; i < model->nodes.n; i++)
        for (int k = 0; k < model->nodes.items[i]->n_dof; k++)
            v->node_of[model->nodes.items[i]->dof + k] = model->nodes.items[i];
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        for (int k = 0; k < element->n_internal; k++) {
            v->elem_of[element->internal + k] = element;
            v->is_off[element->internal + k] = !elem_is_on(v->state, element);
            v->is_constraint[element->internal + k] =
                elem_is_on(v->state, element) && v->kinds[element->internal + k] != NO_CONSTRAINT;
        }
    }
}

/* --- matrices ----------------------------------------------------------------------------------------------------- */

/* Returns the rows of constraints along everything but multipliers; row_of gives the row of J. */
static row_matrix constraint_rows(const survey *survey, const csc *matrix, int *row_of)
{
    row_matrix a = matrix_rows(matrix, survey->is_constraint, row_of, survey->memory);
    for (int k = 0; k < a.start[a.n_rows]; k++)
        if (survey->is_constraint[a.column[k]])
            a.value[k] = 0;
    return a;
}

/* Returns the columns of all unknowns but multipliers, as rows. */
static row_matrix motion_columns(const survey *survey, const csc *matrix, int *column_of)
{
    row_matrix a = {.n_columns = matrix->n,
                    .start = ARENA_ARRAY(survey->memory, int, matrix->n + 1),
                    .column = ARENA_ARRAY(survey->memory, int, csc_entries(matrix)),
                    .value = ARENA_ARRAY(survey->memory, double, csc_entries(matrix))};
    for (int j = 0, n = 0; j < matrix->n; j++) {
        if (survey->is_constraint[j] || survey->is_off[j])
            continue;
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++, n++) {
            a.column[n] = matrix->row[k];
            a.value[n] = matrix->value[k];
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

/* Adds a name; beyond a useful number of names, only counts. */
static void list_add(list *to, const char *name)
{
    const size_t used = strlen(to->text);
    if (to->n < MOST_NAMES)
        snprintf(to->text + used, sizeof to->text - used, "%s%s", to->n > 0 ? ", " : "", name);
    else if (to->n == MOST_NAMES)
        snprintf(to->text + used, sizeof to->text - used, " ...");
    to->n++;
}

static void elem_name(const elem *element, char *out, size_t size)
{
    if (element->type->keyword)
        snprintf(out, size, "%s %u (%s)", element->type->card->name, element->label, element->type->keyword);
    else
        snprintf(out, size, "%s %u", element->type->card->name, element->label);
}

static void own_component(const elem *element, int k, char *out, size_t size)
{
    if (element->type->internal_name)
        snprintf(out, size, "%s", element->type->internal_name(element, k));
    else
        snprintf(out, size, "constraint %d", k + 1);
}

/* --- constraints -------------------------------------------------------------------------------------------------- */

/* Lists the elements that own the rows in the dependences first to last, except the element itself. */
static void list_others(const survey *survey, const rank_report *report, int first, int last, const int *row_of,
                        list *to)
{
    bool *is_in = ARENA_ARRAY(survey->memory, bool, survey->model->n_unknowns);
    const elem *element = survey->elem_of[row_of[report->dependences[first].row]];
    for (int i = first; i < last; i++)
        for (int k = 0; k < report->dependences[i].n; k++)
            is_in[survey->elem_of[row_of[report->dependences[i].others[k]]]->internal] = true;
    for (int i = 0; i < survey->model->elems.n; i++) {
        const elem *other = survey->model->elems.items[i];
        char name[128];
        if (other == element || other->n_internal == 0 || !is_in[other->internal])
            continue;
        elem_name(other, name, sizeof name);
        list_add(to, name);
    }
}

static void note_repeated(const survey *survey, const rank_report *report, int first, int last, const int *row_of)
{
    const elem *element = survey->elem_of[row_of[report->dependences[first].row]];
    diag *diagnostics = survey->errors;
    char name[128], component[64];
    list components = {0}, others = {0};
    int of = 0;
    elem_name(element, name, sizeof name);
    for (int i = first; i < last; i++) {
        own_component(element, row_of[report->dependences[i].row] - element->internal, component, sizeof component);
        list_add(&components, component);
        of += report->dependences[i].n;
    }
    if (of == 0) {
        diag_report(diagnostics, N_EMPTY_CONSTRAINT, element->location, name, components.text);
        diag_hint(diagnostics, "both of its sides are fixed, or a direction or distance that it needs is zero");
        return;
    }
    list_others(survey, report, first, last, row_of, &others);
    diag_report(diagnostics, N_REPEATED_CONSTRAINT, element->location, name, components.text);
    if (others.n > 0)
        diag_hint(diagnostics, "already imposed by: %s", others.text);
    if (redundancy_is_refused(&report->dependences[first], row_of, survey->kinds))
        diag_hint(diagnostics, "a static node is the ground, and cannot be fixed twice: remove one of them");
    else
        diag_hint(diagnostics,
                  "reactions are those of the least norm; for others, remove %d constraint%s from one of them: use 'in "
                  "line', 'spherical hinge', or a total joint with inactive components",
                  last - first, last - first == 1 ? "" : "s");
}

/* One note for all rows of an element. */
static void note_constraints(const survey *survey, const rank_report *report, const int *row_of)
{
    int notes = 0;
    for (int i = 0, end; i < report->n; i = end) {
        const elem *element = survey->elem_of[row_of[report->dependences[i].row]];
        for (end = i + 1; end < report->n && survey->elem_of[row_of[report->dependences[end].row]] == element; end++)
            ;
        if (++notes > MOST_NOTES) {
            diag_report(survey->errors, N_MORE_REPEATED, element->location, report->n - i);
            return;
        }
        note_repeated(survey, report, i, end, row_of);
    }
}

/* --- motions ------------------------------------------------------------------------------------------------------ */

static bool is_alone(const survey *survey, const dependence *dependence, const int *column_of)
{
    const node *node = survey->node_of[column_of[dependence->row]];
    for (int k = 0; k < dependence->n; k++)
        if (survey->node_of[column_of[dependence->others[k]]] != node)
            return false;
    return node != NULL;
}

static void note_node(const survey *survey, const rank_report *report, int first, int last, const int *column_of)
{
    const node *node = survey->node_of[column_of[report->dependences[first].row]];
    list components = {0};
    for (int i = first; i < last; i++) {
        const int k = column_of[report->dependences[i].row] - node->dof;
        list_add(&components, node->type->dof_name ? node->type->dof_name(node, k) : "value");
    }
    diag_report(survey->errors, N_FREE_NODE, node->location, node->type->keyword, node->label, components.text);
    diag_hint(survey->errors,
              node->pose >= 0 ? "no mass, spring, damper or constraint acts there: add a body, constrain the node with "
                                "a joint, or remove it"
                              : "no element contributes to its equation: connect one, clamp the node, or remove it");
}

static void note_together(const survey *survey, const dependence *dependence, const int *column_of)
{
    list names = {0};
    source_location location = {0, 0, 0};
    char name[128];
    for (int k = dependence->n; k >= 0; k--) {
        model_describe_unknown(survey->model, column_of[k < dependence->n ? dependence->others[k] : dependence->row],
                               name, sizeof name, &location);
        list_add(&names, name);
    }
    model_describe_unknown(survey->model, column_of[dependence->row], name, sizeof name, &location);
    diag_report(survey->errors, N_FREE_TOGETHER, location, names.text);
    diag_hint(survey->errors, "no mass, spring, damper or constraint resists it: add a body or a constraint");
}

static void note_motions(const survey *survey, const rank_report *report, const int *column_of)
{
    int notes = 0;
    for (int i = 0, end; i < report->n; i = end) {
        const node *node = survey->node_of[column_of[report->dependences[i].row]];
        const bool alone = is_alone(survey, &report->dependences[i], column_of);
        for (end = i + 1;
             alone && end < report->n && survey->node_of[column_of[report->dependences[end].row]] == node &&
             is_alone(survey, &report->dependences[end], column_of);
             end++)
            ;
        if (++notes > MOST_NOTES) {
            diag_report(survey->errors, N_MORE_FREE, node ? node->location : (source_location){0, 0, 0}, report->n - i);
            return;
        }
        if (alone)
            note_node(survey, report, i, end, column_of);
        else
            note_together(survey, &report->dependences[i], column_of);
    }
}

/* --- report ------------------------------------------------------------------------------------------------------- */

static int velocities(const model *model)
{
    int n = 0;
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->pose >= 0 && model->nodes.items[i]->dof >= 0)
            n += model->nodes.items[i]->has_rotation ? 6 : 3;
    return n;
}

/* Reports the error that precedes the notes of a check, at the first finding. */
static void report_check(const survey *survey, const rank_findings *findings, int first_row, int first_column)
{
    char words[8];
    source_location location = {0, 0, 0};
    if (first_row >= 0)
        model_describe_row(survey->model, first_row, words, sizeof words, &location);
    else if (first_column >= 0)
        model_describe_unknown(survey->model, first_column, words, sizeof words, &location);
    else
        return;
    diag_report(survey->errors, E_CHECK_RANK, location, findings->refused, findings->constraints, findings->motions);
}

static int count_refused(const survey *survey, const rank_report *report, const int *row_of)
{
    int n = 0;
    for (int i = 0; i < report->n; i++)
        n += redundancy_is_refused(&report->dependences[i], row_of, survey->kinds);
    return n;
}

typedef enum { LOOK_CONSTRAINTS, LOOK_ALL, LOOK_CHECK } extent;

static rank_findings rank_report_look(const state *s, extent of)
{
    const model *model = s->model;
    arena *memory = arena_create();
    survey survey;
    rank_report_begin(&survey, s, memory);
    equations *equations = equations_create(model, memory);
    int *row_of = ARENA_ARRAY(memory, int, model->n_unknowns), *column_of = ARENA_ARRAY(memory, int, model->n_unknowns);
    state along = *s;
    along.dvalue = NO_TIME, along.drate = 1;
    equations_jacobian(equations, &along);
    row_matrix rows = constraint_rows(&survey, equations->matrix, row_of), columns = {0};
    if (of != LOOK_CONSTRAINTS) {
        equations_jacobian(equations, s);
        columns = motion_columns(&survey, equations->matrix, column_of);
    }
    const rank_report constraints = rank_of_rows(&rows, TOLERANCE, memory);
    const rank_report motions = rank_of_rows(&columns, TOLERANCE, memory);
    rank_findings found = {.constraints = rows.n_rows,
                           .repeated = constraints.n,
                           .refused = count_refused(&survey, &constraints, row_of),
                           .motions = motions.n,
                           .freedoms = velocities(model) - constraints.rank};
    if (of == LOOK_CHECK && found.repeated == 0 && found.motions == 0)
        found.scales = scale_report(equations, survey.errors, memory);
    if (of == LOOK_CHECK && found.refused + found.motions > 0)
        report_check(&survey, &found, found.refused > 0 ? row_of[constraints.dependences[0].row] : -1,
                     motions.n > 0 ? column_of[motions.dependences[0].row] : -1);
    note_constraints(&survey, &constraints, row_of);
    note_motions(&survey, &motions, column_of);
    equations_destroy(equations);
    arena_destroy(memory);
    return found;
}

void rank_report_constraints(const state *state) { rank_report_look(state, LOOK_CONSTRAINTS); }
void rank_report_all(const state *state) { rank_report_look(state, LOOK_ALL); }

rank_findings rank_check(const model *model, double t, double dt, diag *errors)
{
    arena *memory = arena_create();
    solution *solution = solution_create(model, 0, errors, memory);
    initial_report assembled;
    solution_initial(solution);
    solution_set_time(solution, t, dt, 0);
    if (!initial_assembly(solution, &assembled))
        solution_initial(solution);
    solution_start(solution);
    solution_rebase(solution);
    solution->state.now = PHASE_STEP;
    solution->state.dvalue = dt, solution->state.drate = 1;
    const rank_findings found = rank_report_look(&solution->state, LOOK_CHECK);
    solution_destroy(solution);
    arena_destroy(memory);
    return found;
}
