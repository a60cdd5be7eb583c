/* controller.c - x = G m: outputs as a linear function of measures.
 *
 *     measures m: drives;  outputs x: private data "x[1]", "x[2]" ..., as they are at the last iterate            */
#include "element/elem_drives.h"
#include "element/numbered.h"
#include "contract/element.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    elem_drives measures;
    int n;
    double *gain; /* n rows */
} controller;

static void controller_read(reader *r, elem *e)
{
    static const char *const MEASURES[] = {"measures", NULL}, *const OUTPUTS[] = {"outputs", NULL};
    controller *p = e->self;
    read_choice(r, MEASURES, "measures");
    read_elem_drives(r, &p->measures, "measure");
    read_choice(r, OUTPUTS, "outputs");
    p->n = read_count(r, 1, "number of outputs");
    p->gain = ARENA_ARRAY(reader_arena(r), double, p->n * p->measures.n);
    for (int i = 0; read_ok(r) && i < p->n * p->measures.n; i++)
        p->gain[i] = read_real(r, "gain");
}

static const char *const NAMES[] = {"x[N]", NULL};

static int controller_private_index(const elem *e, const char *name)
{
    return numbered_name(name, "x[", "]", ((const controller *)e->self)->n);
}

static bool controller_has_private(const elem *e, int index) { return index <= ((const controller *)e->self)->n; }

static double controller_private_value(const state *s, const elem *e, int index)
{
    const controller *p = e->self;
    const double *g = p->gain + (index - 1) * p->measures.n;
    double x = 0.0;
    for (int i = 0; i < p->measures.n; i++)
        x += g[i] * drive_now(p->measures.drives[i], s);
    return x;
}

static void controller_output_row(const state *s, const elem *e, record *out)
{
    const controller *p = e->self;
    record_begin(out, e->label);
    for (int i = 0; i < p->measures.n; i++) {
        record_name_numbered(out, "m", i + 1, QUANTITY_NONE, "measure");
        record_real(out, drive_now(p->measures.drives[i], s));
    }
    for (int i = 0; i < p->n; i++) {
        record_name_numbered(out, "x", i + 1, QUANTITY_NONE, "output");
        record_real(out, controller_private_value(s, e, i + 1));
    }
    record_end(out);
}

static void controller_sample(sampler *from, elem *e)
{
    controller *p = e->self;
    *p = (controller){.n = 1, .measures = {.n = 1, .drives = ARENA_ARRAY(from->memory, const drive *, 1)}};
    p->measures.drives[0] = sample_drive(from);
    p->gain = ARENA_ARRAY(from->memory, double, 1);
    p->gain[0] = sample_real(from, 1, 2);
}

const elem_type controller_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "controller",
    .grammar = "user defined: LABEL, controller, measures, N, (DRIVE) 1, ..., outputs, M, GAIN 1 1, GAIN 1 2, ...",
    .summary = "Outputs that are linear functions of measurements.",
    .module = MODULE_CONTROLLER,
    .size = sizeof(controller),
    .read = controller_read,
    .output = controller_output_row,
    .private_names = NAMES,
    .private_index = controller_private_index,
    .has_private = controller_has_private,
    .private_value = controller_private_value,
    .sample = controller_sample,
};
