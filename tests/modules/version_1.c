/* version_1.c - a module as it was written for version 1, whose table of an element ends before internal_words: what
 * lies behind must not be read. */
#include "torsor/module.h"

static const torsor_host *torsor;

static void read(torsor_reader *reader, void *self)
{
    (void)self;
    torsor->internal(reader, 1, (const torsor_internal_kind[]){TORSOR_DIFFERENTIAL});
}

static void eval(const void *self, const torsor_instant *instant, torsor_rows *out)
{
    (void)self;
    out->r[0] = torsor->internal_rate(instant, 0) - 3.0;
    if (out->J)
        out->J[0] = instant->drate;
}

static void output(const void *self, const torsor_instant *instant, torsor_record *out)
{
    const double x = torsor->internal_value(instant, 0);
    (void)self;
    torsor->put(out, "x", TORSOR_NUMBER, "value", 1, &x);
}

static const char *const NAMES[] = {"value"};
static const torsor_element_type OLD = {
    .keyword = "old",
    .size = 1,
    .read = read,
    .eval = eval,
    .output = output,
    .internal_names = NAMES,
    .internal_words = (const torsor_internal_words *)(const void *)1,
};
static const torsor_element_type *const ELEMENTS[] = {&OLD, NULL};

const torsor_module *torsor_module_open(const torsor_host *host)
{
    static const torsor_module MODULE = {.version = 1, .name = "version 1", .elements = ELEMENTS};
    torsor = host;
    return &MODULE;
}
