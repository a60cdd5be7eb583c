/* indvel.c - an induced velocity element without an induced velocity: it adds up the loads of the elements attached. */
#include "contract/sampler.h"
#include "element/aero/collected.h"
#include "model/reading.h"

typedef struct {
    const node *pole;
} indvel;

static const own_kind KINDS[INFLOW_LOADS] = {OWN_SUM, OWN_SUM, OWN_SUM, OWN_SUM, OWN_SUM, OWN_SUM};

static void indvel_set(elem *e)
{
    e->n_own = INFLOW_LOADS;
    e->kinds = KINDS;
}

static void indvel_read(reader *r, elem *e)
{
    ((indvel *)e->self)->pole = read_structural_node(r, "node about which moments are taken");
    indvel_set(e);
}

static void indvel_connect(const elem *e, layout *l)
{
    (void)e;
    layout_collected(l, 0);
}

static vec3 indvel_velocity(const inflow_moment *m, vec3 x, inflow_slopes *slopes)
{
    (void)m, (void)x, (void)slopes;
    return (vec3){0, 0, 0};
}

static vec3 pole(const elem *e, const state *s) { return s->poses[((const indvel *)e->self)->pole->pose].x; }

static const struct inflow_slots INFLOW = {.velocity = indvel_velocity, .pole = pole};

static void indvel_sample(sampler *from, elem *e)
{
    ((indvel *)e->self)->pole = sample_structural(from, 0);
    indvel_set(e);
}

const elem_type indvel_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "indvel",
    .grammar = "user defined: LABEL, indvel, NODE",
    .summary = "An induced velocity element without an induced velocity.",
    .module = MODULE_INDVEL,
    .size = sizeof(indvel),
    .read = indvel_read,
    .connect = indvel_connect,
    .eval = collected_rows,
    .inflow = &INFLOW,
    .sample = indvel_sample,
    .assembly = &(const elem_assembly){.never = true},
};
