/* modes.c - small motions about a state: modes of the linear equations, multipliers of a period.
 *
 *     likeness of shapes a, b = |a* b|^2 / (|a|^2 |b|^2)                                                             */
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
    torsor_analysis *a;
    const torsor_rotor *rotor;
    double period;
    torsor_modes *found;
    bool ok;
} asking;

/* --- shapes ------------------------------------------------------------------------------------------------------- */

static double *seen_part(const torsor_modes *m, int mode, bool imaginary)
{
    return m->seen + ((size_t)mode * 2 + imaginary) * (size_t)m->n_seen;
}

static const double *shape_part(const torsor_modes *m, int mode, bool imaginary)
{
    return m->shapes + ((size_t)mode * 2 + imaginary) * (size_t)m->n;
}

static int count_seen(const model *m)
{
    int n = 0;
    for (int i = 0; i < m->nodes.n; i++)
        for (int k = 0; k < m->nodes.items[i]->n_dof && m->nodes.items[i]->dof >= 0; k++)
            n += m->kind[m->nodes.items[i]->dof + k] == DOF_DIFFERENTIAL;
    return n;
}

/* A vector in the axes of the node. */
static int see_vector(const state *s, const node *n, const double *x, double scale, double *to)
{
    const vec3 v = mat3_tmulv(&s->poses[n->pose].R, (vec3){x[0], x[1], x[2]});
    to[0] = scale * v.x, to[1] = scale * v.y, to[2] = scale * v.z;
    return 3;
}

static void see(const model *m, const state *s, const double *x, double size, double *to)
{
    for (int i = 0; i < m->nodes.n; i++) {
        const node *n = m->nodes.items[i];
        if (n->dof < 0)
            continue;
        if (n->pose >= 0) {
            to += see_vector(s, n, x + n->dof, 1.0, to);
            to += n->has_rotation ? see_vector(s, n, x + n->dof + 3, size, to) : 0;
        }
        for (int k = 0; k < n->n_dof && n->pose < 0; k++)
            if (m->kind[n->dof + k] == DOF_DIFFERENTIAL)
                *to++ = x[n->dof + k];
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

static void see_all(torsor_modes *m, const model *of, const state *s)
{
    const double size = eigen_size_of_model(of, s);
    m->n_seen = count_seen(of);
    m->seen = ARENA_ARRAY(m->memory, double, (size_t)m->count * 2 * (size_t)m->n_seen + 1);
    for (int k = 0; k < m->count; k++) {
        see(of, s, shape_part(m, k, false), size, seen_part(m, k, false));
        see(of, s, shape_part(m, k, true), size, seen_part(m, k, true));
        make_unit(seen_part(m, k, false), 2 * m->n_seen);
    }
}

double modes_likeness(const torsor_modes *a, int i, const torsor_modes *b, int k)
{
    const double *ar = seen_part(a, i, false), *ai = seen_part(a, i, true);
    const double *br = seen_part(b, k, false), *bi = seen_part(b, k, true);
    double re = 0.0, im = 0.0;
    for (int j = 0; j < a->n_seen; j++) {
        re += ar[j] * br[j] + ai[j] * bi[j];
        im += ar[j] * bi[j] - ai[j] * br[j];
    }
    return re * re + im * im;
}

/* --- what was found ----------------------------------------------------------------------------------------------- */

static void name_unknowns(torsor_modes *m, const model *of)
{
    m->names = ARENA_ARRAY(m->memory, const char *, m->n + 1);
    for (int i = 0; i < m->n; i++) {
        char words[200] = "";
        place where;
        model_describe_unknown(of, i, words, sizeof words, &where);
        m->names[i] = arena_string(m->memory, words, strlen(words));
    }
}

static torsor_modes *modes_create(int n, int count)
{
    arena *memory = arena_create();
    torsor_modes *m = ARENA_NEW(memory, torsor_modes);
    *m = (torsor_modes){.memory = memory,
                        .n = n,
                        .count = count,
                        .re = ARENA_ARRAY(memory, double, count + 1),
                        .im = ARENA_ARRAY(memory, double, count + 1),
                        .multipliers = ARENA_ARRAY(memory, double, 2 * count + 1),
                        .shapes = ARENA_ARRAY(memory, double, (size_t)count * 2 * (size_t)n + 1),
                        .table = ""};
    return m;
}

static torsor_modes *modes_take(const eigen_values *found, const eigen_row *rows, int count, const state *s)
{
    torsor_modes *m = modes_create(s->model->n_unknowns, count);
    for (int k = 0; k < count; k++) {
        double *re = m->shapes + (size_t)k * 2 * (size_t)m->n;
        m->re[k] = rows[k].re;
        m->im[k] = rows[k].im;
        m->multipliers[2 * k] = 1.0;
        for (int i = 0; i < m->n; i++)
            eigen_component(found, found->right, rows[k].which, i, re + i, re + m->n + i);
    }
    name_unknowns(m, s->model);
    see_all(m, s->model, s);
    return m;
}

static bool modes_hear(void *to, const state *s, const eigen_result *r)
{
    asking *x = to;
    int left_out;
    text table = {0};
    if (!r->found)
        return true;
    eigen_row *rows = heap_resize(NULL, ((size_t)r->n_chosen + 1) * sizeof *rows);
    const int n = eigen_rows(r, rows, &left_out);
    x->found = modes_take(r->found, rows, n, s);
    eigen_table(s->model, s, r, &table);
    x->found->resolution = EIGEN_ZERO / r->c;
    x->found->table = arena_string(x->found->memory, table.data, table.n);
    text_free(&table);
    free(rows);
    return true;
}

static void find_modes(void *on)
{
    asking *x = on;
    torsor_analysis *a = x->a;
    const eigenanalysis *asked = a->problem.eigen;
    if (!asked || asked->method == EIGEN_BY_NOTHING)
        asked = eigenanalysis_at(a->problem.t0, a->memory);
    rotor_blades blades = {0};
    if (x->rotor)
        blades = (rotor_blades){
            .n_blades = x->rotor->blades, .n_nodes = x->rotor->nodes, .labels = x->rotor->labels, .hub = x->rotor->hub};
    x->ok = analysis_reconsider(a) && run_modes(a->x, asked, x->rotor ? &blades : NULL, modes_hear, x);
    diag_flush(a->errors);
}

static bool is_ready(const torsor_analysis *a)
{
    return a && a->x && a->problem.type->flags & PROBLEM_LINEARIZABLE &&
           (a->status == TORSOR_OK || a->status == TORSOR_END);
}

static torsor_modes *outcome_of(asking *x)
{
    if (!x->ok && torsor_state(x->a) != TORSOR_NO_MEMORY && torsor_state(x->a) != TORSOR_INTERRUPTED)
        x->a->status = TORSOR_ERROR;
    return x->found;
}

torsor_modes *torsor_modes_find(torsor_analysis *a, const torsor_rotor *rotor)
{
    asking x = {.a = a, .rotor = rotor};
    if (!is_ready(a) || (rotor && (rotor->blades < 1 || rotor->nodes < 1 || !rotor->labels)))
        return NULL;
    analysis_work(a, find_modes, &x);
    return outcome_of(&x);
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
    asking *x = on;
    eigen_values found = {0};
    x->ok = analysis_reconsider(x->a) && floquet_multipliers(x->a->x, x->period, &found);
    if (x->ok) {
        eigen_row *rows = heap_resize(NULL, ((size_t)found.count + 1) * sizeof *rows);
        const int n = modes_collect(&found, x->period, rows);
        x->found = modes_take(&found, rows, n, &run_solution(x->a->x)->s);
        x->found->period = x->period;
        for (int k = 0; k < n; k++) {
            x->found->multipliers[2 * k] = found.re[rows[k].which];
            x->found->multipliers[2 * k + 1] = found.im[rows[k].which];
        }
        free(rows);
    }
    eigen_values_free(&found);
    diag_flush(x->a->errors);
}

torsor_modes *torsor_floquet(torsor_analysis *a, double period)
{
    asking x = {.a = a, .period = period};
    if (!is_ready(a) || !(period > 0.0) || !isfinite(period))
        return NULL;
    analysis_work(a, find_multipliers, &x);
    return outcome_of(&x);
}

/* --- the handle --------------------------------------------------------------------------------------------------- */

void torsor_modes_free(torsor_modes *m)
{
    if (m)
        arena_destroy(m->memory);
}

int torsor_mode_count(const torsor_modes *m) { return m ? m->count : 0; }
int torsor_unknown_count(const torsor_modes *m) { return m ? m->n : 0; }
const char *torsor_modes_table(const torsor_modes *m) { return m ? m->table : ""; }
const char *torsor_unknown_name(const torsor_modes *m, int i) { return m && i >= 0 && i < m->n ? m->names[i] : ""; }

torsor_mode torsor_mode_at(const torsor_modes *m, int i)
{
    if (!m || i < 0 || i >= m->count)
        return (torsor_mode){.re = (double)NAN, .im = (double)NAN};
    return (torsor_mode){.re = m->re[i],
                         .im = m->im[i],
                         .multiplier_re = m->multipliers[2 * i],
                         .multiplier_im = m->multipliers[2 * i + 1],
                         .shape_re = shape_part(m, i, false),
                         .shape_im = shape_part(m, i, true)};
}
