/* taken.c - a module with a drive whose name is built in. */
#include "torsor/module.h"

static const torsor_host *torsor;

static void read(torsor_reader *r, void *self) { (void)r, (void)self, (void)torsor; }
static double value(const void *self, const torsor_instant *s, double x) { return (void)self, (void)s, x; }

static const torsor_drive_type SINE = {.keyword = "sine", .read = read, .value = value};
static const torsor_drive_type *const DRIVES[] = {&SINE, NULL};

TORSOR_MODULE("taken", .drives = DRIVES)
