/* modal_read.c - the card of a modal joint, and the body that its data make.
 *
 *     frame, modes, initial values, number of FEM nodes, damping, file, options, interfaces
 *
 * Modes are chosen by their number in the file. Damping, with K and M as they are after the thresholds:
 *     rayleigh       C = alpha M + beta K
 *     single, diag   c_kk = 2 xi_k sqrt(k_kk m_kk)
 *     neither said   record group 13 of the file, if it has it */
#include "element/modal/modal.h"
#include "deck/diag_rows.h"
#include "element/diag_rows.h"
#include "fem/diag_rows.h"
#include "model/frames.h"
#include "model/reading.h"
#include "node/structural.h"
#include <string.h>

typedef enum { DAMPING_DEFAULT, DAMPING_NONE, DAMPING_FILE, DAMPING_RAYLEIGH, DAMPING_DIAGONAL } damping_kind;

/* What is said before the file is known. */
typedef struct {
    int fem_nodes; /* 0: as the file says */
    place fem_nodes_at, modes_at;
    damping_kind damping;
    double alpha, beta;
    double *factor; /* of each mode */
    double mass_threshold, damping_threshold, stiffness_threshold;
    fem_binary_rules binary;
    const char *file, *echo;
    int precision;
    bool use_invariant_9;
    bool has_initial;
} card;

/* --- before the file ---------------------------------------------------------------------------------------------- */

static void read_frame(reader *r, modal *m)
{
    floating_frame *f = &m->frame;
    f->gravity = &model_of(r)->gravity;
    f->motion = &model_of(r)->options.motion;
    f->R = MAT3_EYE;
    if (!read_keyword(r, "clamped")) {
        f->node = read_structural_node(r, "modal node");
        if (f->node && !structural_is_modal(f->node))
            read_error_last(r, E_MODAL_NODE, f->node->label, "not a");
        return;
    }
    if (read_keyword(r, "position"))
        f->x = read_position_abs(r, NULL, "position of the clamped body");
    if (read_keyword(r, "orientation"))
        f->R = read_orientation_abs(r, NULL, "orientation of the clamped body");
}

static void read_modes(reader *r, modal *m, card *c)
{
    m->M = read_count(r, 1, "number of modes");
    m->M = read_ok(r) ? m->M : 0;
    c->modes_at = read_last_place(r);
    int *number = ARENA_ARRAY(reader_arena(r), int, m->M);
    const bool is_list = read_keyword(r, "list");
    label_map listed = {0};
    for (int i = 0; i < m->M && read_ok(r); i++) {
        number[i] = is_list ? read_count(r, 1, "mode") : i + 1;
        if (is_list && label_map_find(&listed, (unsigned)number[i]) != HASH_NONE && read_ok(r))
            read_error_last(r, E_MODE, number[i], "is listed twice");
        if (is_list)
            label_map_put(&listed, (unsigned)number[i], i);
    }
    label_map_free(&listed);
    m->number = number;
}

static void read_initial(reader *r, modal *m, card *c)
{
    if (!read_keyword(r, "initial value"))
        return;
    double *q = ARENA_ARRAY(reader_arena(r), double, m->M), *qp = ARENA_ARRAY(reader_arena(r), double, m->M);
    c->has_initial = true;
    m->q0 = q;
    m->qp0 = qp;
    if (!read_peek(r, "mode")) {
        for (int i = 0; i < m->M; i++) {
            q[i] = read_real(r, "initial amplitude");
            qp[i] = read_real(r, "initial rate");
        }
        return;
    }
    while (read_keyword(r, "mode")) {
        const int j = read_integer_in(r, 1, m->M, "mode");
        const double amplitude = read_real(r, "initial amplitude"), rate = read_real(r, "initial rate");
        if (read_ok(r))
            q[j - 1] = amplitude, qp[j - 1] = rate;
    }
}

static void read_fem_nodes(reader *r, card *c)
{
    if (!read_keyword(r, "from file"))
        c->fem_nodes = read_integer_in(r, 1, 1000000000, "number of FEM nodes");
    c->fem_nodes_at = read_last_place(r);
}

static void read_factors(reader *r, const modal *m, card *c)
{
    if (read_keyword(r, "all")) {
        for (int i = 0; i < m->M; i++)
            c->factor[i] = read_real(r, "damping factor");
        return;
    }
    const int n = read_integer_in(r, 0, m->M, "number of damped modes");
    for (int i = 0; i < n && read_ok(r); i++) {
        const int j = read_integer_in(r, 1, m->M, "damped mode");
        const double factor = read_real(r, "damping factor");
        if (read_ok(r))
            c->factor[j - 1] = factor;
    }
}

static void read_damping(reader *r, const modal *m, card *c)
{
    static const char *const WORDS[] = {"no damping",
                                        "damping from file",
                                        "rayleigh damping",
                                        "single factor damping",
                                        "proportional damping",
                                        "diag damping",
                                        NULL};
    const int word = read_try_choice(r, WORDS);
    if (word == 0) {
        c->damping = DAMPING_NONE;
    } else if (word == 1) {
        c->damping = DAMPING_FILE;
    } else if (word == 2) {
        c->damping = DAMPING_RAYLEIGH;
        c->alpha = read_real(r, "damping by mass");
        c->beta = read_real(r, "damping by stiffness");
    } else if (word > 2) {
        c->damping = DAMPING_DIAGONAL;
        c->factor = ARENA_ARRAY(reader_arena(r), double, m->M);
        if (word == 4)
            diag_report(reader_diag(r), W_PROPORTIONAL_DAMPING, read_last_place(r));
        if (word == 5) {
            read_factors(r, m, c);
            return;
        }
        const double factor = read_real(r, "damping factor");
        for (int i = 0; i < m->M; i++)
            c->factor[i] = factor;
    }
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

/* An option that stands between the file and the origin. */
static bool modal_read_read_option(reader *r, card *c)
{
    static const char *const WORDS[] = {"threshold",         "mass threshold",
                                        "damping threshold", "stiffness threshold",
                                        "create binary",     "use binary",
                                        "update binary",     "echo",
                                        "use invariant 9",   NULL};
    const int word = read_try_choice(r, WORDS);
    if (word >= 0 && word <= 3) {
        const double threshold = read_real(r, "threshold");
        c->mass_threshold = word == 0 || word == 1 ? threshold : c->mass_threshold;
        c->damping_threshold = word == 0 || word == 2 ? threshold : c->damping_threshold;
        c->stiffness_threshold = word == 0 || word == 3 ? threshold : c->stiffness_threshold;
    }
    c->binary.create = c->binary.create || word == 4;
    c->binary.use = c->binary.use || word == 5;
    c->binary.update = c->binary.update || word == 6;
    if (word == 7) {
        c->echo = read_filename(r, "file for the echo");
        c->precision = read_keyword(r, "precision") ? read_integer_in(r, 1, 30, "precision") : 16;
    }
    c->use_invariant_9 = c->use_invariant_9 || word == 8;
    return word >= 0;
}

static void check_data(reader *r, const modal *m, const card *c)
{
    const fem *d = &m->data;
    if (c->fem_nodes != 0 && c->fem_nodes != d->n_nodes)
        read_error(r, E_FEM_NODES, c->fem_nodes_at, c->file, d->n_nodes, c->fem_nodes);
    for (int i = 0; i < m->M; i++)
        if (m->number[i] > d->n_modes)
            read_error(r, E_MODE, c->modes_at, m->number[i],
                       arena_printf(reader_arena(r), "is not in %s, which has %d", c->file, d->n_modes));
}

/* NULL, or why not. */
static const char *write_echo(reader *r, const modal *m, const card *c)
{
    if (sources_rules(reader_texts(r)) & FILES_UNWRITTEN)
        return NULL;
    return sources_has_file(reader_texts(r), c->echo) ? "it is a file of the deck"
                                                      : fem_write_text(&m->data, c->echo, c->precision);
}

static void modal_read_load(reader *r, modal *m, const card *c, place at)
{
    const char *help = reader_set_help(r, NULL);
    if (fem_load(r, c->file, c->binary, &m->data)) {
        check_data(r, m, c);
        const char *why = c->echo && read_ok(r) ? write_echo(r, m, c) : NULL;
        if (why)
            read_error(r, E_NO_OUTPUT_FILE, at, c->echo, why);
    }
    reader_set_help(r, read_ok(r) ? help : NULL); /* the grammar of the card says nothing about the file */
}

static const char *read_fem_label(reader *r, const char *what)
{
    const value v = read_value(r, what);
    if (v.type == TYPE_STRING)
        return v.s;
    return arena_printf(reader_arena(r), "%d", read_as_integer(r, v, what));
}

int read_fem_node(reader *r, const modal *m, const char *what)
{
    const char *label = read_fem_label(r, what);
    const int i = read_ok(r) ? fem_node(&m->data, label) : -1;
    if (i < 0 && read_ok(r))
        read_error_last(r, E_NO_FEM_NODE, label);
    return i;
}

static void read_origin(reader *r, modal *m)
{
    if (read_keyword(r, "origin node")) {
        const int i = read_fem_node(r, m, "origin node");
        if (i >= 0)
            m->origin = vec3_load(m->data.x + 3 * i);
    } else if (read_keyword(r, "origin position")) {
        m->origin = read_vec3(r, "origin position");
    }
}

/* --- interfaces --------------------------------------------------------------------------------------------------- */

/* Where a FEM node is, undeformed, in global coordinates. */
static vec3 fem_position(const modal *m, int i)
{
    const vec3 f = vec3_sub(vec3_load(m->data.x + 3 * i), m->origin);
    if (!m->frame.node)
        return vec3_add(m->frame.x, mat3_mulv(&m->frame.R, f));
    return vec3_add(m->frame.node->initial->x, mat3_mulv(&m->frame.node->initial->R, f));
}

static int closest_to(const modal *m, vec3 x)
{
    int best = 0;
    double distance = INFINITY;
    for (int i = 0; i < m->data.n_nodes; i++) {
        const double d = vec3_norm(vec3_sub(fem_position(m, i), x));
        if (d < distance)
            distance = d, best = i;
    }
    return best;
}

static void take_shapes(arena *memory, const modal *m, modal_interface *at)
{
    vec3 *U = ARENA_ARRAY(memory, vec3, m->M), *V = ARENA_ARRAY(memory, vec3, m->M);
    for (int j = 0; j < m->M; j++) {
        const size_t k = 3 * ((size_t)(m->number[j] - 1) * (size_t)m->data.n_nodes + (size_t)at->fem_node);
        U[j] = vec3_load(m->data.U + k);
        V[j] = vec3_load(m->data.V + k);
    }
    at->U = U;
    at->V = V;
    at->f = vec3_sub(vec3_load(m->data.x + 3 * at->fem_node), m->origin);
}

static double read_tolerance(reader *r, double otherwise)
{
    return read_keyword(r, "interface tolerance") ? read_real(r, "interface tolerance") : otherwise;
}

static void read_interface(reader *r, modal *m, modal_interface *at, double tolerance)
{
    const bool by_position = read_keyword(r, "find closest");
    if (by_position)
        tolerance = read_tolerance(r, tolerance);
    else
        at->fem_node = read_fem_node(r, m, "FEM node");
    at->node = read_structural_node(r, "interface node");
    const place where = read_last_place(r);
    if (!at->node)
        return;
    const frame_context c = {.own = at->node->initial};
    at->offset = read_position_rel(r, &c, "offset of the FEM node");
    if (!read_ok(r))
        return;
    const vec3 x = vec3_add(at->node->initial->x, mat3_mulv(&at->node->initial->R, at->offset));
    if (by_position)
        at->fem_node = closest_to(m, x);
    const double distance = vec3_norm(vec3_sub(fem_position(m, at->fem_node), x));
    if (distance > tolerance)
        read_error(r, E_INTERFACE_DISTANCE, where, m->data.labels[at->fem_node], distance, at->node->label, tolerance);
    else if (at->node == m->frame.node)
        read_error(r, E_MODAL_NODE, where, at->node->label, "the");
    take_shapes(reader_arena(r), m, at);
}

/* `output` behind an interface, the last one included, is that of the interface. */
static void read_interfaces(reader *r, modal *m)
{
    m->n_interfaces = read_count(r, 0, "number of interface nodes");
    m->n_interfaces = read_ok(r) ? m->n_interfaces : 0;
    m->interface = ARENA_ARRAY(reader_arena(r), modal_interface, m->n_interfaces);
    const bool output = m->n_interfaces > 0 && read_keyword(r, "output") && read_bool(r, "output of the interfaces");
    const double tolerance = read_tolerance(r, INFINITY);
    for (int i = 0; i < m->n_interfaces && read_ok(r); i++) {
        m->interface[i].output = output;
        read_interface(r, m, &m->interface[i], tolerance);
        if (read_keyword(r, "output"))
            m->interface[i].output = read_bool(r, "output of the interface");
    }
}

/* --- the body ----------------------------------------------------------------------------------------------------- */

static double *selected(arena *memory, const modal *m, const double *from, double threshold)
{
    double *to = ARENA_ARRAY(memory, double, (size_t)m->M *(size_t)m->M);
    for (int i = 0; from && i < m->M; i++)
        for (int j = 0; j < m->M; j++) {
            const double v = from[(size_t)(m->number[i] - 1) * (size_t)m->data.n_modes + (size_t)(m->number[j] - 1)];
            to[i * m->M + j] = fabs(v) < threshold ? 0.0 : v;
        }
    return to;
}

static void make_damping(reader *r, modal *m, const card *c)
{
    const int M = m->M;
    const bool from_file = c->damping == DAMPING_FILE || c->damping == DAMPING_DEFAULT;
    double *C = selected(reader_arena(r), m, from_file ? m->data.C : NULL, 0.0);
    for (int i = 0; c->damping == DAMPING_RAYLEIGH && i < M * M; i++)
        C[i] = c->alpha * m->mass[i] + c->beta * m->stiffness[i];
    for (int i = 0; c->damping == DAMPING_DIAGONAL && i < M; i++) {
        const double km = m->stiffness[i * M + i] * m->mass[i * M + i];
        if (km < 0.0 && c->factor[i] != 0.0)
            read_error_last(r, E_MODE_DAMPING, m->number[i], km);
        C[i * M + i] = 2.0 * c->factor[i] * sqrt(fmax(km, 0.0));
    }
    for (int i = 0; i < M * M; i++)
        C[i] = fabs(C[i]) < c->damping_threshold ? 0.0 : C[i];
    m->damping = C;
}

static const double *initial_of(arena *memory, const modal *m, const double *from)
{
    if (!from)
        return NULL;
    double *q = ARENA_ARRAY(memory, double, m->M);
    for (int j = 0; j < m->M; j++)
        q[j] = from[m->number[j] - 1];
    return q;
}

static void check_stiffening(reader *r, const modal *m)
{
    for (int i = 0; i < m->data.n_stiffening; i++)
        if (m->data.stiffening[i].index > 12 + 6 * m->n_interfaces)
            read_error_last(r, E_FEM_STIFFENING, m->data.stiffening[i].index);
}

static void make_body(reader *r, modal *m, const card *c)
{
    arena *memory = reader_arena(r);
    m->mass = selected(memory, m, m->data.M, c->mass_threshold);
    m->stiffness = selected(memory, m, m->data.K, c->stiffness_threshold);
    make_damping(r, m, c);
    modal_make_inertia(memory, m, c->use_invariant_9);
    check_stiffening(r, m);
    modal_make_stiffening(memory, m);
    if (!c->has_initial) {
        m->q0 = initial_of(memory, m, m->data.q);
        m->qp0 = initial_of(memory, m, m->data.qp);
    }
}

void modal_read(reader *r, elem *e)
{
    modal *m = e->self;
    card c = {0};
    read_frame(r, m);
    read_modes(r, m, &c);
    read_initial(r, m, &c);
    read_fem_nodes(r, &c);
    read_damping(r, m, &c);
    c.file = read_filename(r, "file of modal data");
    const place file_at = read_last_place(r);
    while (read_ok(r) && modal_read_read_option(r, &c))
        ;
    if (read_ok(r))
        modal_read_load(r, m, &c, file_at);
    read_origin(r, m);
    read_interfaces(r, m);
    if (read_ok(r))
        make_body(r, m, &c);
    modal_finish(reader_arena(r), e, model_of(r)->options.is_static);
}
