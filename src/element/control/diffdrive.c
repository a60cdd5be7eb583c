/* diffdrive.c - derivatives of drives by finite differences.
 *
 *     d' = alpha (d - d_before)/dt - beta d'_before
 *
 * implicit euler: alpha 1, beta 0;  x2mv: 2, 1 (trapezoidal rule);  x2pvd3: 2/3, 1/3. The derivatives are computed when
 * a step has converged; within a step they are those of the previous step. Private data: "d1", "d2" ... the drives,
 * "dp1", "dp2" ... the derivatives. */
#include "element/elem_drives.h"
#include "element/numbered.h"
#include "contract/sampler.h"
#include "model/model.h"
#include "model/reading.h"

typedef struct {
    elem_drives elem_drives;
    double alpha, beta;
    const double *first; /* of.n entries, or NULL: zeros */
} differences;

/* Per drive. */
typedef struct {
    double value, rate;
} difference;

static void diffdrive_begin(const void *self, void *memory)
{
    const differences *differences = self;
    difference *difference = memory;
    for (int i = 0; differences->first && i < differences->elem_drives.n; i++)
        difference[i].value = differences->first[i];
}

static void read_method(reader *reader, differences *differences)
{
    static const char *const WORD[] = {"method", NULL};
    static const char *const METHODS[] = {"implicit euler", "x2mv", "x2pvd3", "alphaxbetav", NULL};
    static const double ALPHA[] = {1.0, 2.0, 2.0 / 3.0}, BETA[] = {0.0, 1.0, 1.0 / 3.0};
    read_choice(reader, WORD, "method");
    const int k = read_choice(reader, METHODS, "method");
    if (k < 0)
        return;
    differences->alpha = k < 3 ? ALPHA[k] : read_real(reader, "alpha");
    differences->beta = k < 3 ? BETA[k] : read_real(reader, "beta");
}

static void diffdrive_read(reader *reader, elem *element)
{
    differences *differences = element->self;
    read_elem_drives(reader, &differences->elem_drives, "drive");
    read_method(reader, differences);
    double *first = ARENA_ARRAY(reader_arena(reader), double, differences->elem_drives.n);
    for (int i = 0; i < differences->elem_drives.n && read_keyword(reader, "initial value"); i++)
        first[i] = read_real(reader, "initial value");
    differences->first = first;
    if (read_ok(reader))
        element->memory = memory_reserve(model_of(reader)->plan,
                                         (memory_area){.size = (size_t)differences->elem_drives.n * sizeof(difference),
                                                       .self = differences,
                                                       .begin = diffdrive_begin,
                                                       .owner = element->type->card->name,
                                                       .keyword = element->type->keyword,
                                                       .label = element->label});
}

static void diffdrive_accept(const state *state, const elem *element, memory_block *memory)
{
    const differences *differences = element->self;
    difference *difference = memory_at(memory, element->memory);
    if (state->now != PHASE_STEP)
        return;
    for (int i = 0; i < differences->elem_drives.n; i++) {
        const double now = drive_now(differences->elem_drives.drives[i], state);
        difference[i].rate =
            differences->alpha * (now - difference[i].value) / state->dt - differences->beta * difference[i].rate;
        difference[i].value = now;
    }
}

static const char *const NAMES[] = {"dN", "dpN", NULL};

static int diffdrive_private_index(const elem *element, const char *name)
{
    const int n = ((const differences *)element->self)->elem_drives.n;
    const int rate = numbered_name(name, "dp", "", n);
    return rate ? n + rate : numbered_name(name, "d", "", n);
}

static bool diffdrive_has_private(const elem *element, int index)
{
    return index <= 2 * ((const differences *)element->self)->elem_drives.n;
}

static double diffdrive_private_value(const state *state, const elem *element, int index)
{
    const int n = ((const differences *)element->self)->elem_drives.n;
    const difference *difference = remembered(state, element->memory);
    return index > n ? difference[index - n - 1].rate : difference[index - 1].value;
}

static void diffdrive_output_row(const state *state, const elem *element, record *out)
{
    const difference *difference = remembered(state, element->memory);
    record_begin(out, element->label);
    for (int i = 0; i < ((const differences *)element->self)->elem_drives.n; i++) {
        record_name_numbered(out, "d", i + 1, QUANTITY_NONE, "value of the drive");
        record_real(out, difference[i].value);
        record_name_numbered(out, "dp", i + 1, QUANTITY_NONE, "its derivative");
        record_real(out, difference[i].rate);
    }
    record_end(out);
}

static void diffdrive_sample(sampler *from, elem *element)
{
    differences *p = element->self;
    *p = (differences){.alpha = 1.0, .elem_drives = {.n = 1, .drives = ARENA_ARRAY(from->memory, const drive *, 1)}};
    p->elem_drives.drives[0] = sample_drive(from);
    element->memory =
        memory_reserve(from->plan, (memory_area){.size = sizeof(difference), .self = p, .begin = diffdrive_begin});
}

const elem_type diffdrive_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "diffdrive",
    .grammar =
        "user defined: LABEL, diffdrive, N, (DRIVE) 1, ..., method, {implicit euler | x2mv | x2pvd3 | alphaxbetav, "
        "ALPHA, BETA} [, initial value, V 1, ...]",
    .summary = "Derivatives of drives by finite differences.",
    .module = MODULE_DIFF,
    .size = sizeof(differences),
    .read = diffdrive_read,
    .history = &(const elem_history){.accept = diffdrive_accept},
    .output = diffdrive_output_row,
    .private_names = NAMES,
    .private_index = diffdrive_private_index,
    .has_private = diffdrive_has_private,
    .private_value = diffdrive_private_value,
    .sample = diffdrive_sample,
};
