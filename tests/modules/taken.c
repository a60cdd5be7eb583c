/* taken.c - a module with a drive whose name is built in. */
#include "torsor/module.h"

static const torsor_host *torsor;

static void read(torsor_reader *reader, void *self) { (void)reader, (void)self, (void)torsor; }
static double value(const void *self, const torsor_instant *instant, double x) { return (void)self, (void)instant, x; }

static const torsor_drive_type SINE = {.keyword = "sine", .read = read, .value = value};
static const torsor_drive_type *const DRIVES[] = {&SINE, NULL};

TORSOR_MODULE("taken", .drives = DRIVES)
