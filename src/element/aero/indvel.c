/* indvel.c - an induced velocity element without an induced velocity: it sums the loads of the attached elements. */
#include "contract/sampler.h"
#include "element/aero/collected.h"
#include "model/reading.h"

typedef struct {
    const node *pole;
} indvel;

static const internal_kind KINDS[INFLOW_LOADS] = {INTERNAL_SUM, INTERNAL_SUM, INTERNAL_SUM,
                                                  INTERNAL_SUM, INTERNAL_SUM, INTERNAL_SUM};

static void indvel_set(elem *element)
{
    element->n_internal = INFLOW_LOADS;
    element->kinds = KINDS;
}

static void indvel_read(reader *reader, elem *element)
{
    ((indvel *)element->self)->pole = read_structural_node(reader, "node about which moments are taken");
    indvel_set(element);
}

static void indvel_connect(const elem *element, layout *layout)
{
    (void)element;
    layout_collected(layout, 0);
}

static vec3 indvel_velocity(const inflow_moment *inflow_moment, vec3 x, inflow_derivatives *derivatives)
{
    (void)inflow_moment, (void)x, (void)derivatives;
    return (vec3){0, 0, 0};
}

static vec3 pole(const elem *element, const state *state)
{
    return state->poses[((const indvel *)element->self)->pole->pose].x;
}

static const struct inflow_slots INFLOW = {.velocity = indvel_velocity, .pole = pole};

static void indvel_sample(sampler *from, elem *element)
{
    ((indvel *)element->self)->pole = sample_structural(from, 0);
    indvel_set(element);
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
