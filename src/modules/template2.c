/* template2.c - the module template2 of MBDyn: an element without any effect.
 *
 *     user defined: LABEL, template2; */
#include "torsor/module.h"

static const torsor_host *torsor;

static void template2_read(torsor_reader *reader, void *self) { (void)reader, (void)self; }

static void template2_eval(const void *self, const torsor_instant *instant, torsor_rows *out)
{
    (void)self, (void)instant, (void)out;
}

static const torsor_element_type TEMPLATE2 = {
    .keyword = "template2",
    .grammar = "user defined: LABEL, template2",
    .summary = "An element that does nothing.",
    .size = 1,
    .read = template2_read,
    .eval = template2_eval,
};
static const torsor_element_type *const ELEMENTS[] = {&TEMPLATE2, NULL};

TORSOR_MODULE("template2", .elements = ELEMENTS)
