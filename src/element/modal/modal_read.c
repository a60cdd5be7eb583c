/* modal_read.c - reads the card of a modal joint and builds the body from its data.
 *
 *     frame, modes, initial values, number of FEM nodes, damping, file, options, interfaces
 *
 * Modes are selected by their number in the file. Damping, with K and M after the application of the thresholds:
 *     rayleigh       C = alpha M + beta K
 *     single, diag   c_kk = 2 xi_k sqrt(k_kk m_kk)
 *     otherwise      record group 13 of the file, if present */
#include "element/modal/modal.h"
#include "deck/diag_rows.h"
#include "element/diag_rows.h"
#include "fem/diag_rows.h"
#include "model/frames.h"
#include "model/reading.h"
#include "node/structural.h"
#include <string.h>

typedef enum { DAMPING_DEFAULT, DAMPING_NONE, DAMPING_FILE, DAMPING_RAYLEIGH, DAMPING_DIAGONAL } damping_kind;

/* Arguments that precede the file. */
typedef struct {
    int fem_nodes; /* 0: as given in the file */
    source_location fem_nodes_at, modes_at;
    damping_kind damping;
    double alpha, beta;
    double *factor; /* factor of each mode */
    double mass_threshold, damping_threshold, stiffness_threshold;
    fem_binary_rules binary;
    const char *file, *echo;
    int precision;
    bool use_invariant_9;
    bool has_initial;
} card;

/* --- before the file ---------------------------------------------------------------------------------------------- */

static void read_frame(reader *reader, modal *modal)
{
    floating_frame *floating_frame = &modal->frame;
    floating_frame->gravity = &model_of(reader)->gravity;
    floating_frame->motion = &model_of(reader)->options.motion;
    floating_frame->R = MAT3_EYE;
    if (!read_keyword(reader, "clamped")) {
        floating_frame->node = read_structural_node(reader, "modal node");
        if (floating_frame->node && !structural_is_modal(floating_frame->node))
            read_error_last(reader, E_MODAL_NODE, floating_frame->node->label, "not a");
        return;
    }
    if (read_keyword(reader, "position"))
        floating_frame->x = read_position_abs(reader, NULL, "position of the clamped body");
    if (read_keyword(reader, "orientation"))
        floating_frame->R = read_orientation_abs(reader, NULL, "orientation of the clamped body");
}

static void read_modes(reader *reader, modal *modal, card *card)
{
    modal->M = read_count(reader, 1, "number of modes");
    modal->M = read_ok(reader) ? modal->M : 0;
    card->modes_at = read_last_location(reader);
    int *number = ARENA_ARRAY(reader_arena(reader), int, modal->M);
    const bool is_list = read_keyword(reader, "list");
    label_map listed = {0};
    for (int i = 0; i < modal->M && read_ok(reader); i++) {
        number[i] = is_list ? read_count(reader, 1, "mode") : i + 1;
        if (is_list && label_map_find(&listed, (unsigned)number[i]) != HASH_NONE && read_ok(reader))
            read_error_last(reader, E_MODE, number[i], "is listed twice");
        if (is_list)
            label_map_put(&listed, (unsigned)number[i], i);
    }
    label_map_free(&listed);
    modal->number = number;
}

static void read_initial(reader *reader, modal *modal, card *card)
{
    if (!read_keyword(reader, "initial value"))
        return;
    double *q = ARENA_ARRAY(reader_arena(reader), double, modal->M),
           *qp = ARENA_ARRAY(reader_arena(reader), double, modal->M);
    card->has_initial = true;
    modal->q0 = q;
    modal->qp0 = qp;
    if (!read_peek(reader, "mode")) {
        for (int i = 0; i < modal->M; i++) {
            q[i] = read_real(reader, "initial amplitude");
            qp[i] = read_real(reader, "initial rate");
        }
        return;
    }
    while (read_keyword(reader, "mode")) {
        const int j = read_integer_in(reader, 1, modal->M, "mode");
        const double amplitude = read_real(reader, "initial amplitude"), rate = read_real(reader, "initial rate");
        if (read_ok(reader))
            q[j - 1] = amplitude, qp[j - 1] = rate;
    }
}

static void read_fem_nodes(reader *reader, card *card)
{
    if (!read_keyword(reader, "from file"))
        card->fem_nodes = read_integer_in(reader, 1, 1000000000, "number of FEM nodes");
    card->fem_nodes_at = read_last_location(reader);
}

static void read_factors(reader *reader, const modal *modal, card *card)
{
    if (read_keyword(reader, "all")) {
        for (int i = 0; i < modal->M; i++)
            card->factor[i] = read_real(reader, "damping factor");
        return;
    }
    const int n = read_integer_in(reader, 0, modal->M, "number of damped modes");
    for (int i = 0; i < n && read_ok(reader); i++) {
        const int j = read_integer_in(reader, 1, modal->M, "damped mode");
        const double factor = read_real(reader, "damping factor");
        if (read_ok(reader))
            card->factor[j - 1] = factor;
    }
}

static void read_damping(reader *reader, const modal *modal, card *card)
{
    static const char *const WORDS[] = {"no damping",
                                        "damping from file",
                                        "rayleigh damping",
                                        "single factor damping",
                                        "proportional damping",
                                        "diag damping",
                                        NULL};
    const int word = read_try_choice(reader, WORDS);
    if (word == 0) {
        card->damping = DAMPING_NONE;
    } else if (word == 1) {
        card->damping = DAMPING_FILE;
    } else if (word == 2) {
        card->damping = DAMPING_RAYLEIGH;
        card->alpha = read_real(reader, "damping by mass");
        card->beta = read_real(reader, "damping by stiffness");
    } else if (word > 2) {
        card->damping = DAMPING_DIAGONAL;
        card->factor = ARENA_ARRAY(reader_arena(reader), double, modal->M);
        if (word == 4)
            diag_report(reader_diag(reader), W_PROPORTIONAL_DAMPING, read_last_location(reader));
        if (word == 5) {
            read_factors(reader, modal, card);
            return;
        }
        const double factor = read_real(reader, "damping factor");
        for (int i = 0; i < modal->M; i++)
            card->factor[i] = factor;
    }
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

/* Reads an option between the file and the origin. */
static bool modal_read_read_option(reader *reader, card *card)
{
    static const char *const WORDS[] = {"threshold",         "mass threshold",
                                        "damping threshold", "stiffness threshold",
                                        "create binary",     "use binary",
                                        "update binary",     "echo",
                                        "use invariant 9",   NULL};
    const int word = read_try_choice(reader, WORDS);
    if (word >= 0 && word <= 3) {
        const double threshold = read_real(reader, "threshold");
        card->mass_threshold = word == 0 || word == 1 ? threshold : card->mass_threshold;
        card->damping_threshold = word == 0 || word == 2 ? threshold : card->damping_threshold;
        card->stiffness_threshold = word == 0 || word == 3 ? threshold : card->stiffness_threshold;
    }
    card->binary.create = card->binary.create || word == 4;
    card->binary.use = card->binary.use || word == 5;
    card->binary.update = card->binary.update || word == 6;
    if (word == 7) {
        card->echo = read_filename(reader, "file for the echo");
        card->precision = read_keyword(reader, "precision") ? read_integer_in(reader, 1, 30, "precision") : 16;
    }
    card->use_invariant_9 = card->use_invariant_9 || word == 8;
    return word >= 0;
}

static void check_data(reader *reader, const modal *modal, const card *card)
{
    const fem *fem = &modal->data;
    if (card->fem_nodes != 0 && card->fem_nodes != fem->n_nodes)
        read_error(reader, E_FEM_NODES, card->fem_nodes_at, card->file, fem->n_nodes, card->fem_nodes);
    for (int i = 0; i < modal->M; i++)
        if (modal->number[i] > fem->n_modes)
            read_error(reader, E_MODE, card->modes_at, modal->number[i],
                       arena_printf(reader_arena(reader), "is not in %s, which has %d", card->file, fem->n_modes));
}

/* Returns NULL, or the reason of the failure. */
static const char *write_echo(reader *reader, const modal *modal, const card *card)
{
    if (sources_rules(reader_texts(reader)) & FILES_UNWRITTEN)
        return NULL;
    return sources_has_file(reader_texts(reader), card->echo)
               ? "it is a file of the deck"
               : fem_write_text(&modal->data, card->echo, card->precision);
}

static void modal_read_load(reader *reader, modal *modal, const card *card, source_location location)
{
    const char *help = reader_set_help(reader, NULL);
    if (fem_load(reader, card->file, card->binary, &modal->data)) {
        check_data(reader, modal, card);
        const char *why = card->echo && read_ok(reader) ? write_echo(reader, modal, card) : NULL;
        if (why)
            read_error(reader, E_NO_OUTPUT_FILE, location, card->echo, why);
    }
    reader_set_help(reader, read_ok(reader) ? help : NULL); /* the grammar of the card does not describe the file */
}

static const char *read_fem_label(reader *reader, const char *what)
{
    const value v = read_value(reader, what);
    if (v.type == TYPE_STRING)
        return v.s;
    return arena_printf(reader_arena(reader), "%d", read_as_integer(reader, v, what));
}

int read_fem_node(reader *reader, const modal *modal, const char *what)
{
    const char *label = read_fem_label(reader, what);
    const int i = read_ok(reader) ? fem_node(&modal->data, label) : -1;
    if (i < 0 && read_ok(reader))
        read_error_last(reader, E_NO_FEM_NODE, label);
    return i;
}

static void read_origin(reader *reader, modal *modal)
{
    if (read_keyword(reader, "origin node")) {
        const int i = read_fem_node(reader, modal, "origin node");
        if (i >= 0)
            modal->origin = vec3_load(modal->data.x + 3 * i);
    } else if (read_keyword(reader, "origin position")) {
        modal->origin = read_vec3(reader, "origin position");
    }
}

/* --- interfaces --------------------------------------------------------------------------------------------------- */

/* Returns the undeformed position of a FEM node in global coordinates. */
static vec3 fem_position(const modal *modal, int i)
{
    const vec3 f = vec3_sub(vec3_load(modal->data.x + 3 * i), modal->origin);
    if (!modal->frame.node)
        return vec3_add(modal->frame.x, mat3_mulv(&modal->frame.R, f));
    return vec3_add(modal->frame.node->initial->x, mat3_mulv(&modal->frame.node->initial->R, f));
}

static int closest_to(const modal *modal, vec3 x)
{
    int best = 0;
    double distance = INFINITY;
    for (int i = 0; i < modal->data.n_nodes; i++) {
        const double d = vec3_norm(vec3_sub(fem_position(modal, i), x));
        if (d < distance)
            distance = d, best = i;
    }
    return best;
}

static void take_shapes(arena *memory, const modal *modal, modal_interface *at)
{
    vec3 *U = ARENA_ARRAY(memory, vec3, modal->M), *V = ARENA_ARRAY(memory, vec3, modal->M);
    for (int j = 0; j < modal->M; j++) {
        const size_t k = 3 * ((size_t)(modal->number[j] - 1) * (size_t)modal->data.n_nodes + (size_t)at->fem_node);
        U[j] = vec3_load(modal->data.U + k);
        V[j] = vec3_load(modal->data.V + k);
    }
    at->U = U;
    at->V = V;
    at->f = vec3_sub(vec3_load(modal->data.x + 3 * at->fem_node), modal->origin);
}

static double read_tolerance(reader *reader, double otherwise)
{
    return read_keyword(reader, "interface tolerance") ? read_real(reader, "interface tolerance") : otherwise;
}

static void read_interface(reader *reader, modal *modal, modal_interface *at, double tolerance)
{
    const bool by_position = read_keyword(reader, "find closest");
    if (by_position)
        tolerance = read_tolerance(reader, tolerance);
    else
        at->fem_node = read_fem_node(reader, modal, "FEM node");
    at->node = read_structural_node(reader, "interface node");
    const source_location location = read_last_location(reader);
    if (!at->node)
        return;
    const frame_context context = {.node_frame = at->node->initial};
    at->offset = read_position_rel(reader, &context, "offset of the FEM node");
    if (!read_ok(reader))
        return;
    const vec3 x = vec3_add(at->node->initial->x, mat3_mulv(&at->node->initial->R, at->offset));
    if (by_position)
        at->fem_node = closest_to(modal, x);
    const double distance = vec3_norm(vec3_sub(fem_position(modal, at->fem_node), x));
    if (distance > tolerance)
        read_error(reader, E_INTERFACE_DISTANCE, location, modal->data.labels[at->fem_node], distance, at->node->label,
                   tolerance);
    else if (at->node == modal->frame.node)
        read_error(reader, E_MODAL_NODE, location, at->node->label, "the");
    take_shapes(reader_arena(reader), modal, at);
}

/* `output` after an interface, including the last one, refers to the interface. */
static void read_interfaces(reader *reader, modal *modal)
{
    modal->n_interfaces = read_count(reader, 0, "number of interface nodes");
    modal->n_interfaces = read_ok(reader) ? modal->n_interfaces : 0;
    modal->interface = ARENA_ARRAY(reader_arena(reader), modal_interface, modal->n_interfaces);
    const bool output =
        modal->n_interfaces > 0 && read_keyword(reader, "output") && read_bool(reader, "output of the interfaces");
    const double tolerance = read_tolerance(reader, INFINITY);
    for (int i = 0; i < modal->n_interfaces && read_ok(reader); i++) {
        modal->interface[i].output = output;
        read_interface(reader, modal, &modal->interface[i], tolerance);
        if (read_keyword(reader, "output"))
            modal->interface[i].output = read_bool(reader, "output of the interface");
    }
}

/* --- the body ----------------------------------------------------------------------------------------------------- */

static double *selected(arena *memory, const modal *modal, const double *from, double threshold)
{
    double *to = ARENA_ARRAY(memory, double, (size_t)modal->M *(size_t)modal->M);
    for (int i = 0; from && i < modal->M; i++)
        for (int j = 0; j < modal->M; j++) {
            const double v =
                from[(size_t)(modal->number[i] - 1) * (size_t)modal->data.n_modes + (size_t)(modal->number[j] - 1)];
            to[i * modal->M + j] = fabs(v) < threshold ? 0.0 : v;
        }
    return to;
}

static void make_damping(reader *reader, modal *modal, const card *card)
{
    const int M = modal->M;
    const bool from_file = card->damping == DAMPING_FILE || card->damping == DAMPING_DEFAULT;
    double *C = selected(reader_arena(reader), modal, from_file ? modal->data.C : NULL, 0.0);
    for (int i = 0; card->damping == DAMPING_RAYLEIGH && i < M * M; i++)
        C[i] = card->alpha * modal->mass[i] + card->beta * modal->stiffness[i];
    for (int i = 0; card->damping == DAMPING_DIAGONAL && i < M; i++) {
        const double km = modal->stiffness[i * M + i] * modal->mass[i * M + i];
        if (km < 0.0 && card->factor[i] != 0.0)
            read_error_last(reader, E_MODE_DAMPING, modal->number[i], km);
        C[i * M + i] = 2.0 * card->factor[i] * sqrt(fmax(km, 0.0));
    }
    for (int i = 0; i < M * M; i++)
        C[i] = fabs(C[i]) < card->damping_threshold ? 0.0 : C[i];
    modal->damping = C;
}

static const double *initial_of(arena *memory, const modal *modal, const double *from)
{
    if (!from)
        return NULL;
    double *q = ARENA_ARRAY(memory, double, modal->M);
    for (int j = 0; j < modal->M; j++)
        q[j] = from[modal->number[j] - 1];
    return q;
}

static void check_stiffening(reader *reader, const modal *modal)
{
    for (int i = 0; i < modal->data.n_stiffening; i++)
        if (modal->data.stiffening[i].index > 12 + 6 * modal->n_interfaces)
            read_error_last(reader, E_FEM_STIFFENING, modal->data.stiffening[i].index);
}

static void make_body(reader *reader, modal *modal, const card *card)
{
    arena *memory = reader_arena(reader);
    modal->mass = selected(memory, modal, modal->data.M, card->mass_threshold);
    modal->stiffness = selected(memory, modal, modal->data.K, card->stiffness_threshold);
    make_damping(reader, modal, card);
    modal_make_inertia(memory, modal, card->use_invariant_9);
    check_stiffening(reader, modal);
    modal_make_stiffening(memory, modal);
    if (!card->has_initial) {
        modal->q0 = initial_of(memory, modal, modal->data.q);
        modal->qp0 = initial_of(memory, modal, modal->data.qp);
    }
}

void modal_read(reader *reader, elem *element)
{
    modal *modal = element->self;
    card card = {0};
    read_frame(reader, modal);
    read_modes(reader, modal, &card);
    read_initial(reader, modal, &card);
    read_fem_nodes(reader, &card);
    read_damping(reader, modal, &card);
    card.file = read_filename(reader, "file of modal data");
    const source_location file_at = read_last_location(reader);
    while (read_ok(reader) && modal_read_read_option(reader, &card))
        ;
    if (read_ok(reader))
        modal_read_load(reader, modal, &card, file_at);
    read_origin(reader, modal);
    read_interfaces(reader, modal);
    if (read_ok(reader))
        make_body(reader, modal, &card);
    modal_finish(reader_arena(reader), element, model_of(reader)->options.is_static);
}
