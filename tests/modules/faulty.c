/* faulty.c - a module whose types cannot be taken: an element without equations. */
#include "torsor/module.h"

static const torsor_host *torsor;

static void read(torsor_reader *reader, void *self) { (void)reader, (void)self, (void)torsor; }

static const torsor_element_type EMPTY = {.keyword = "empty", .read = read};
static const torsor_element_type *const ELEMENTS[] = {&EMPTY, NULL};

TORSOR_MODULE("faulty", .elements = ELEMENTS)
