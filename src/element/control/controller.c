/* controller.c - x = G m: outputs as a linear function of measurements.
 *
 *     measurements m: drives;  outputs x: private data "x[1]", "x[2]" ..., evaluated at the last iterate */
#include "element/elem_drives.h"
#include "element/numbered.h"
#include "contract/element.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    elem_drives measures;
    int n;
    double *gain; /* a row per output */
} controller;

static void controller_read(reader *reader, elem *element)
{
    static const char *const MEASURES[] = {"measures", NULL}, *const OUTPUTS[] = {"outputs", NULL};
    controller *controller = element->self;
    read_choice(reader, MEASURES, "measures");
    read_elem_drives(reader, &controller->measures, "measure");
    read_choice(reader, OUTPUTS, "outputs");
    controller->n = read_count(reader, 1, "number of outputs");
    const int gains = read_limited(reader, controller->n, controller->measures.n, "number of gains");
    controller->gain = ARENA_ARRAY(reader_arena(reader), double, gains);
    for (int i = 0; read_ok(reader) && i < gains; i++)
        controller->gain[i] = read_real(reader, "gain");
}

static const char *const NAMES[] = {"x[N]", NULL};

static int controller_private_index(const elem *element, const char *name)
{
    return numbered_name(name, "x[", "]", ((const controller *)element->self)->n);
}

static bool controller_has_private(const elem *element, int index)
{
    return index <= ((const controller *)element->self)->n;
}

static double controller_private_value(const state *state, const elem *element, int index)
{
    const controller *controller = element->self;
    const double *g = controller->gain + (index - 1) * controller->measures.n;
    double x = 0.0;
    for (int i = 0; i < controller->measures.n; i++)
        x += g[i] * drive_now(controller->measures.drives[i], state);
    return x;
}

static void controller_output_row(const state *state, const elem *element, record *out)
{
    const controller *controller = element->self;
    record_begin(out, element->label);
    for (int i = 0; i < controller->measures.n; i++) {
        record_name_numbered(out, "m", i + 1, QUANTITY_NONE, "measure");
        record_real(out, drive_now(controller->measures.drives[i], state));
    }
    for (int i = 0; i < controller->n; i++) {
        record_name_numbered(out, "x", i + 1, QUANTITY_NONE, "output");
        record_real(out, controller_private_value(state, element, i + 1));
    }
    record_end(out);
}

static void controller_sample(sampler *from, elem *element)
{
    controller *p = element->self;
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
