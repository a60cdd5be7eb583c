/* template2.c - an element that does nothing: the example of a user defined one. */
#include "contract/element.h"
#include "contract/sampler.h"

static void read(reader *r, elem *e) { (void)r, (void)e; }

static void sample(sampler *from, elem *e) { (void)from, (void)e; }

const elem_type template2_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "template2",
    .grammar = "user defined: LABEL, template2",
    .summary = "An element that does nothing.",
    .module = MODULE_TEMPLATE2,
    .size = 1,
    .read = read,
    .sample = sample,
};
