/* load_increment_force.c - a force or moment on a node, times the load parameter p of a load increment normalization.
 *
 *     F = p f  (absolute)  or  p R f  (follower)         node: F, R o x F;  or the moment F alone */
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
    bool is_couple, is_follower;
    vec3 f, o;
} load_force;

enum { AT_LOAD = 6 };

static const elem *read_load(reader *r)
{
    read_word(r, "load increment normalization");
    const unsigned label = read_label(r, "load increment normalization");
    const elem *e = read_ok(r) ? read_known_elem(r, &elem_cards[CARD_USER_DEFINED], label) : NULL;
    if (read_ok(r) && (!e || e->type != &load_increment_normalization_type))
        read_error_last(r, E_NO_LOAD_INCREMENT, label);
    return e;
}

static void load_increment_force_read(reader *r, elem *e)
{
    static const char *const KINDS[] = {"force", "couple", NULL}, *const AXES[] = {"absolute", "follower", NULL};
    load_force *p = e->self;
    p->is_couple = read_choice(r, KINDS, "kind of load") == 1;
    p->is_follower = read_choice(r, AXES, "axes of the load") == 1;
    p->node = read_structural_node(r, "node");
    const frame_context c = {.own = p->node ? p->node->initial : NULL};
    if (read_keyword(r, "position"))
        p->o = read_position_rel(r, &c, "position");
    p->f = p->is_follower ? read_direction_rel(r, &c, "load") : read_direction_abs(r, &c, "load");
    p->load = read_load(r);
}

static void load_increment_force_connect(const elem *e, layout *l)
{
    const load_force *p = e->self;
    layout_node(l, p->node);
    layout_other(l, p->load);
    layout_clear(l);
    layout_full(l, 0, 6, 3, 3);
    layout_full(l, 0, 6, AT_LOAD, 1);
}

static void load_now(int n, const state *s, const load_force *p, jet3 *F, jet3 *M)
{
    jet_node at;
    jet3 f, arm;
    jet1 load;
    jet_node_seed(n, &at, s, p->node->pose, 0);
    jet1_seed(n, &load, s->y[p->load->own], AT_LOAD, 1.0);
    if (p->is_follower)
        jet_node_arm(n, &f, &at, p->f);
    else
        jet3_const(n, &f, p->f);
    jet3_mul1(n, F, &load, &f);
    jet_node_arm(n, &arm, &at, p->o);
    jet3_cross(n, M, &arm, F);
}

static void load_increment_force_eval(int n, const state *s, const elem *e, local *out)
{
    const load_force *p = e->self;
    jet3 F, M;
    load_now(n, s, p, &F, &M);
    if (p->is_couple) {
        local_add3(out, 3, n, 1.0, &F);
        return;
    }
    local_add3(out, 0, n, 1.0, &F);
    local_add3(out, 3, n, 1.0, &M);
}

static void load_increment_force_output_row(const state *s, const elem *e, record *out)
{
    const load_force *p = e->self;
    jet3 F, M;
    load_now(0, s, p, &F, &M);
    record_begin_at(out, e->label, p->node->label);
    if (p->is_couple) {
        record_name(out, "M", QUANTITY_MOMENT, "moment");
        record_vec3(out, jet3_value(&F));
    } else {
        record_name(out, "F", QUANTITY_FORCE, "force");
        record_vec3(out, jet3_value(&F));
        record_name(out, "M", QUANTITY_MOMENT, "moment about the node");
        record_vec3(out, jet3_value(&M));
    }
    record_end(out);
}

static void load_increment_force_sample(sampler *from, elem *e)
{
    load_force *p = e->self;
    p->node = sample_structural(from, 0);
    p->load = from->constraint;
    p->is_couple = sample_integer(from, 0, 1) == 1;
    p->is_follower = sample_integer(from, 0, 1) == 1;
    p->f = sample_vec3(from, 1.0);
    p->o = sample_vec3(from, 1.0);
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
