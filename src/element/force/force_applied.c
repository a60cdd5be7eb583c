/* force_applied.c - force and couple on a node that are set from outside; no card makes it.
 *
 *     node: F, M       as they were set last, global axes; zero at first */
#include "model/model.h"
#include "model/settable.h"

static const node *force_applied_node_of(const elem *e) { return *(const node **)e->self; }

static void force_applied_connect(const elem *e, layout *l)
{
    layout_node(l, force_applied_node_of(e));
    layout_clear(l);
}

static void force_applied_eval(int n, const state *s, const elem *e, local *out)
{
    const applied_memory *now = remembered(s, e->memory);
    (void)n;
    for (int i = 0; i < (force_applied_node_of(e)->has_rotation ? 6 : 3); i++)
        out->r[i] += now->force[i];
}

static const elem_type APPLIED = {
    .card = &elem_cards[CARD_FORCE],
    .keyword = "applied",
    .summary = "Force and couple on a node, set from outside.",
    .size = sizeof(const node *),
    .history = &(const elem_history){.memory = sizeof(applied_memory)},
    .connect = force_applied_connect,
    .eval = force_applied_eval,
};

const node *applied_node(const elem *e) { return e->type == &APPLIED ? force_applied_node_of(e) : NULL; }

void model_add_applied_forces(model *m)
{
    for (int i = 0; i < m->nodes.n; i++) {
        const node *n = m->nodes.items[i];
        if (!n->pose_wanted || n->n_dof == 0)
            continue;
        elem *e = ARENA_NEW(m->memory, elem);
        *e = (elem){.type = &APPLIED, .label = n->label, .where = n->where, .is_hidden = true, .switched = MEMORY_NONE};
        e->self = arena_copy(m->memory, &n, sizeof n);
        e->memory = memory_reserve(
            m->plan,
            (memory_area){.size = sizeof(applied_memory), .self = e->self, .owner = "force", .label = n->label});
        array_push(&m->elems, e);
    }
}
