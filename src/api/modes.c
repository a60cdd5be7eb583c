/* modes.c - small motions about a state: modes of the linearized equations, multipliers of a period.
 *
 *     likeness of shapes a, b = |a* b|^2 / (|a|^2 |b|^2) */
#include "api/eigen_table.h"
#include "api/handles.h"
#include "api/modes.h"
#include "problem/floquet.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Multipliers of 1 and -1 belong to rigid motions and to momenta along constraints. */
static const double LEAST_MULTIPLIER = 1e-9, NEUTRAL = 1e-5;

typedef struct {
    torsor_analysis *analysis;
    const torsor_rotor *rotor;
    double period;
    torsor_modes *found;
    bool ok;
} asking;

/* --- shapes ------------------------------------------------------------------------------------------------------- */

static double *seen_part(const torsor_modes *modes, int mode, bool imaginary)
{
    return modes->seen + ((size_t)mode * 2 + imaginary) * (size_t)modes->n_seen;
}

static const double *shape_part(const torsor_modes *modes, int mode, bool imaginary)
{
    return modes->shapes + ((size_t)mode * 2 + imaginary) * (size_t)modes->n;
}

static int count_seen(const model *model)
{
    int n = 0;
    for (int i = 0; i < model->nodes.n; i++)
        for (int k = 0; k < model->nodes.items[i]->n_dof && model->nodes.items[i]->dof >= 0; k++)
            n += model->kind[model->nodes.items[i]->dof + k] == DOF_DIFFERENTIAL;
    return n;
}

/* Stores a vector in the axes of the node. */
static int see_vector(const state *state, const node *node, const double *x, double scale, double *to)
{
    const vec3 v = mat3_tmulv(&state->poses[node->pose].R, (vec3){x[0], x[1], x[2]});
    to[0] = scale * v.x, to[1] = scale * v.y, to[2] = scale * v.z;
    return 3;
}

static void see(const model *model, const state *state, const double *x, double size, double *to)
{
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        if (node->dof < 0)
            continue;
        if (node->pose >= 0) {
            to += see_vector(state, node, x + node->dof, 1.0, to);
            to += node->has_rotation ? see_vector(state, node, x + node->dof + 3, size, to) : 0;
        }
        for (int k = 0; k < node->n_dof && node->pose < 0; k++)
            if (model->kind[node->dof + k] == DOF_DIFFERENTIAL)
                *to++ = x[node->dof + k];
    }
}

static void make_unit(double *v, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += v[i] * v[i];
    for (int i = 0; i < n && sum > 0.0; i++)
        v[i] /= sqrt(sum);
}

static void see_all(torsor_modes *modes, const model *of, const state *state)
{
    const double size = eigen_size_of_model(of, state);
    modes->n_seen = count_seen(of);
    modes->seen = ARENA_ARRAY(modes->memory, double, (size_t)modes->count * 2 * (size_t)modes->n_seen + 1);
    for (int k = 0; k < modes->count; k++) {
        see(of, state, shape_part(modes, k, false), size, seen_part(modes, k, false));
        see(of, state, shape_part(modes, k, true), size, seen_part(modes, k, true));
        make_unit(seen_part(modes, k, false), 2 * modes->n_seen);
    }
}

double modes_likeness(const torsor_modes *a, int index, const torsor_modes *b, int k)
{
    const double *ar = seen_part(a, index, false), *ai = seen_part(a, index, true);
    const double *br = seen_part(b, k, false), *bi = seen_part(b, k, true);
    double re = 0.0, im = 0.0;
    for (int j = 0; j < a->n_seen; j++) {
        re += ar[j] * br[j] + ai[j] * bi[j];
        im += ar[j] * bi[j] - ai[j] * br[j];
    }
    return re * re + im * im;
}

/* --- what was found ----------------------------------------------------------------------------------------------- */

static void name_unknowns(torsor_modes *modes, const model *of)
{
    modes->names = ARENA_ARRAY(modes->memory, const char *, modes->n + 1);
    for (int i = 0; i < modes->n; i++) {
        char words[200] = "";
        source_location location;
        model_describe_unknown(of, i, words, sizeof words, &location);
        modes->names[i] = arena_string(modes->memory, words, strlen(words));
    }
}

static torsor_modes *modes_create(int n, int count)
{
    arena *memory = arena_create();
    torsor_modes *modes = ARENA_NEW(memory, torsor_modes);
    *modes = (torsor_modes){.memory = memory,
                            .n = n,
                            .count = count,
                            .re = ARENA_ARRAY(memory, double, count + 1),
                            .im = ARENA_ARRAY(memory, double, count + 1),
                            .multipliers = ARENA_ARRAY(memory, double, size_product(2, count) + 1),
                            .shapes = ARENA_ARRAY(memory, double, (size_t)count * 2 * (size_t)n + 1),
                            .table = ""};
    return modes;
}

static torsor_modes *modes_take(const eigen_values *found, const eigen_row *rows, int count, const state *state)
{
    torsor_modes *modes = modes_create(state->model->n_unknowns, count);
    for (int k = 0; k < count; k++) {
        double *re = modes->shapes + (size_t)k * 2 * (size_t)modes->n;
        modes->re[k] = rows[k].re;
        modes->im[k] = rows[k].im;
        modes->multipliers[2 * k] = 1.0;
        for (int i = 0; i < modes->n; i++)
            eigen_component(found, found->right, rows[k].which, i, re + i, re + modes->n + i);
    }
    name_unknowns(modes, state->model);
    see_all(modes, state->model, state);
    return modes;
}

static bool modes_on_eigen(void *to, const state *state, const eigen_result *result)
{
    asking *asking = to;
    int left_out;
    text table = {0};
    if (!result->found)
        return true;
    eigen_row *rows = heap_resize(NULL, ((size_t)result->n_chosen + 1) * sizeof *rows);
    const int n = eigen_rows(result, rows, &left_out);
    asking->found = modes_take(result->found, rows, n, state);
    eigen_table(state->model, state, result, &table);
    asking->found->resolution = EIGEN_ZERO / result->c;
    asking->found->table = arena_string(asking->found->memory, table.data, table.n);
    text_free(&table);
    free(rows);
    return true;
}

static void find_modes(void *on)
{
    asking *asking = on;
    torsor_analysis *analysis = asking->analysis;
    const eigenanalysis *asked = analysis->problem.eigen;
    if (!asked || asked->method == EIGEN_BY_NOTHING)
        asked = eigenanalysis_at(analysis->problem.t0, analysis->memory);
    rotor_blades blades = {0};
    if (asking->rotor)
        blades = (rotor_blades){.n_blades = asking->rotor->blades,
                                .n_nodes = asking->rotor->nodes,
                                .labels = asking->rotor->labels,
                                .hub = asking->rotor->hub};
    asking->ok = analysis_reconsider(analysis) &&
                 run_modes(analysis->run, asked, asking->rotor ? &blades : NULL, modes_on_eigen, asking);
    diag_flush(analysis->errors);
}

static bool is_ready(const torsor_analysis *analysis)
{
    return analysis && analysis->run && !analysis_is_at_work(analysis) &&
           analysis->problem.type->flags & PROBLEM_LINEARIZABLE &&
           (analysis->status == TORSOR_OK || analysis->status == TORSOR_END);
}

static torsor_modes *outcome_of(asking *asking)
{
    if (!asking->ok && torsor_state(asking->analysis) != TORSOR_NO_MEMORY &&
        torsor_state(asking->analysis) != TORSOR_INTERRUPTED)
        asking->analysis->status = TORSOR_ERROR;
    return asking->found;
}

torsor_modes *torsor_modes_find(torsor_analysis *analysis, const torsor_rotor *rotor)
{
    asking asking = {.analysis = analysis, .rotor = rotor};
    if (!is_ready(analysis) || (rotor && (rotor->blades < 1 || rotor->nodes < 1 || !rotor->labels)))
        return NULL;
    analysis_work(analysis, find_modes, &asking);
    return outcome_of(&asking);
}

/* --- periodic motions --------------------------------------------------------------------------------------------- */

static int by_frequency(const void *a, const void *b)
{
    const eigen_row *x = a, *y = b;
    if (x->im != y->im)
        return x->im < y->im ? -1 : 1;
    return (x->re > y->re) - (x->re < y->re);
}

static int modes_collect(const eigen_values *found, double period, eigen_row *rows)
{
    int n = 0;
    for (int k = 0; k < found->count; k++) {
        const double size = hypot(found->re[k], found->im[k]);
        const bool is_neutral = fabs(found->im[k]) < NEUTRAL && fabs(fabs(found->re[k]) - 1.0) < NEUTRAL;
        if (size >= LEAST_MULTIPLIER && found->im[k] >= 0.0 && !is_neutral)
            rows[n++] =
                (eigen_row){.which = k, .re = log(size) / period, .im = atan2(found->im[k], found->re[k]) / period};
    }
    qsort(rows, (size_t)n, sizeof *rows, by_frequency);
    return n;
}

static void find_multipliers(void *on)
{
    asking *asking = on;
    eigen_values found = {0};
    asking->ok =
        analysis_reconsider(asking->analysis) && floquet_multipliers(asking->analysis->run, asking->period, &found);
    if (asking->ok) {
        eigen_row *rows = heap_resize(NULL, ((size_t)found.count + 1) * sizeof *rows);
        const int n = modes_collect(&found, asking->period, rows);
        asking->found = modes_take(&found, rows, n, &run_solution(asking->analysis->run)->state);
        asking->found->period = asking->period;
        for (int k = 0; k < n; k++) {
            asking->found->multipliers[2 * k] = found.re[rows[k].which];
            asking->found->multipliers[2 * k + 1] = found.im[rows[k].which];
        }
        free(rows);
    }
    eigen_values_free(&found);
    diag_flush(asking->analysis->errors);
}

torsor_modes *torsor_floquet(torsor_analysis *analysis, double period)
{
    asking asking = {.analysis = analysis, .period = period};
    if (!is_ready(analysis) || !(period > 0.0) || !isfinite(period))
        return NULL;
    analysis_work(analysis, find_multipliers, &asking);
    return outcome_of(&asking);
}

/* --- the handle --------------------------------------------------------------------------------------------------- */

void torsor_modes_free(torsor_modes *modes)
{
    if (modes)
        arena_destroy(modes->memory);
}

int torsor_mode_count(const torsor_modes *modes) { return modes ? modes->count : 0; }
int torsor_unknown_count(const torsor_modes *modes) { return modes ? modes->n : 0; }
const char *torsor_modes_table(const torsor_modes *modes) { return modes ? modes->table : ""; }
const char *torsor_unknown_name(const torsor_modes *modes, int index)
{
    return modes && index >= 0 && index < modes->n ? modes->names[index] : "";
}

torsor_mode torsor_mode_at(const torsor_modes *modes, int index)
{
    if (!modes || index < 0 || index >= modes->count)
        return (torsor_mode){.re = (double)NAN, .im = (double)NAN};
    return (torsor_mode){.re = modes->re[index],
                         .im = modes->im[index],
                         .multiplier_re = modes->multipliers[2 * index],
                         .multiplier_im = modes->multipliers[2 * index + 1],
                         .shape_re = shape_part(modes, index, false),
                         .shape_im = shape_part(modes, index, true)};
}
