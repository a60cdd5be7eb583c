/* load_increment_force.c - a force or moment on a node, times the load parameter p of a load increment normalization.
 *
 *     F = p f  (absolute)  or  p R f  (follower)         node: F, R o x F;  or the moment F alone
 *
 * An absolute force without offset may act on a displacement node. */
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "element/force/load_increment.h"
#include "deck/named_values.h"
#include "model/frames.h"
#include "model/model.h"
#include "model/reading.h"

typedef struct {
    const node *node;
    const elem *load;
    bool is_moment, is_follower;
    vec3 f, o;
} load_force;

/* Returns the number of rows of the node; the load parameter follows them. */
static int load_increment_force_rows(const load_force *force) { return force->node->has_rotation ? 6 : 3; }

static const elem *read_load(reader *reader)
{
    read_word(reader, "load increment normalization");
    const unsigned label = read_label(reader, "load increment normalization");
    const elem *element = read_ok(reader) ? read_known_elem(reader, &elem_cards[CARD_USER_DEFINED], label) : NULL;
    if (read_ok(reader) && (!element || element->type != &load_increment_normalization_type))
        read_error_last(reader, E_NO_LOAD_INCREMENT, label);
    return element;
}

static void load_increment_force_read(reader *reader, elem *element)
{
    static const char *const KINDS[] = {"force", "couple", NULL}, *const AXES[] = {"absolute", "follower", NULL};
    load_force *force = element->self;
    force->is_moment = read_choice(reader, KINDS, "kind of load") == 1;
    force->is_follower = read_choice(reader, AXES, "axes of the load") == 1;
    const bool needs_rotation = force->is_moment || force->is_follower;
    force->node = needs_rotation ? read_structural_node(reader, "node") : read_point_node(reader, "node");
    const frame_context context = {.node_frame = force->node ? force->node->initial : NULL};
    if (read_keyword(reader, "position")) {
        force->o = read_position_rel(reader, &context, "position");
        if (read_ok(reader) && !force->node->has_rotation)
            read_error_last(reader, E_OFFSET_WITHOUT_ROTATION, force->node->label);
    }
    force->f = force->is_follower ? read_direction_rel(reader, &context, "load")
                                  : read_direction_abs(reader, &context, "load");
    force->load = read_load(reader);
}

static void load_increment_force_connect(const elem *element, layout *layout)
{
    const load_force *force = element->self;
    layout_node(layout, force->node);
    layout_other(layout, force->load);
    layout_clear(layout);
    const int rows = load_increment_force_rows(force);
    layout_full(layout, 0, rows, 3, rows - 2);
}

static void load_now(int lanes, const state *state, const load_force *force, jet3 *F, jet3 *M)
{
    jet_node at;
    jet3 f, arm;
    jet1 load;
    jet1_seed(lanes, &load, state->y[force->load->internal], load_increment_force_rows(force), 1.0);
    jet3_const(lanes, &f, force->f);
    if (!force->node->has_rotation) {
        jet3_mul1(lanes, F, &load, &f);
        jet3_const(lanes, M, (vec3){0, 0, 0});
        return;
    }
    jet_node_seed(lanes, &at, state, force->node->pose, 0);
    if (force->is_follower)
        jet_node_arm(lanes, &f, &at, force->f);
    jet3_mul1(lanes, F, &load, &f);
    jet_node_arm(lanes, &arm, &at, force->o);
    jet3_cross(lanes, M, &arm, F);
}

static void load_increment_force_eval(int lanes, const state *state, const elem *element, local *out)
{
    const load_force *force = element->self;
    jet3 F, M;
    load_now(lanes, state, force, &F, &M);
    if (force->is_moment) {
        local_add3(out, 3, lanes, 1.0, &F);
        return;
    }
    local_add3(out, 0, lanes, 1.0, &F);
    if (force->node->has_rotation)
        local_add3(out, 3, lanes, 1.0, &M);
}

static void load_increment_force_output_row(const state *state, const elem *element, record *out)
{
    const load_force *force = element->self;
    jet3 F, M;
    load_now(0, state, force, &F, &M);
    record_begin_at(out, element->label, force->node->label);
    if (force->is_moment) {
        record_name(out, "M", QUANTITY_MOMENT, "moment");
        record_vec3(out, jet3_value(&F));
    } else {
        record_name(out, "F", QUANTITY_FORCE, "force");
        record_vec3(out, jet3_value(&F));
    }
    if (!force->is_moment && force->node->has_rotation) {
        record_name(out, "M", QUANTITY_MOMENT, "moment about the node");
        record_vec3(out, jet3_value(&M));
    }
    record_end(out);
}

static void load_increment_force_sample(sampler *from, elem *element)
{
    load_force *force = element->self;
    force->load = from->constraint;
    force->is_moment = sample_integer(from, 0, 1) == 1;
    force->is_follower = sample_integer(from, 0, 1) == 1;
    const bool needs_rotation = force->is_moment || force->is_follower;
    force->node = needs_rotation || sample_integer(from, 0, 1) ? sample_structural(from, 0) : sample_point(from, 0);
    force->f = sample_vec3(from, 1.0);
    force->o = sample_vec3(from, 1.0);
}

const elem_type load_increment_force_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "load increment force",
    .grammar =
        "user defined: LABEL, load increment force, {force | couple}, {absolute | follower}, NODE [, position, O], "
        "F, load increment normalization, LABEL",
    .summary = "A load on a node, proportional to the parameter of a load increment normalization.",
    .module = MODULE_LOADINC,
    .size = sizeof(load_force),
    .read = load_increment_force_read,
    .connect = load_increment_force_connect,
    .eval = load_increment_force_eval,
    .output = load_increment_force_output_row,
    .sample = load_increment_force_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.external_forces = true, .no_potential = true},
};
