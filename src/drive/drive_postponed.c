/* drive_postponed.c - a labelled drive that is defined later in the deck. */
#include "model/model.h"
#include "model/diag_rows.h"

typedef struct {
    unsigned label;
    source_location location;
    const drive *drive;
} postponed;

static void drive_postponed_settle(model *model, void *self)
{
    postponed *postponed = self;
    const int i = label_map_find(&model->drive_by_label, postponed->label);
    if (i == HASH_NONE)
        diag_report(model->errors, E_NO_DRIVE, postponed->location, postponed->label);
    else
        postponed->drive = model->drives.items[i];
}

static void drive_postponed_read(reader *reader, drive *drive)
{
    postponed *postponed = drive->self;
    model *model = model_of(reader);
    postponed->label = read_label(reader, "label of the drive caller");
    postponed->location = read_last_location(reader);
    if (!read_ok(reader))
        return;
    model_link_drive(model, postponed->label, USE_LATER, postponed->location);
    model_later(model, drive_postponed_settle, postponed);
}

static double drive_postponed_at(const drive *drive, const state *state, double x)
{
    const postponed *postponed = drive->self;
    if (postponed->drive)
        return drive_at(postponed->drive, state, x);
    state_fail(state, postponed->location, "drive caller %u is not defined yet", postponed->label);
    return 0.0;
}

static double drive_postponed_derivative(const drive *drive, const state *state, double x)
{
    const postponed *postponed = drive->self;
    return postponed->drive ? drive_derivative(postponed->drive, state, x) : 0.0;
}

static bool drive_postponed_has_derivative(const drive *drive)
{
    const postponed *postponed = drive->self;
    return postponed->drive && drive_has_derivative(postponed->drive);
}

const drive_type drive_postponed_type = {
    .keyword = "postponed",
    .grammar = "postponed, LABEL",
    .summary = "A labelled drive that is defined later.",
    .size = sizeof(postponed),
    .read = drive_postponed_read,
    .value = drive_postponed_at,
    .derivative = drive_postponed_derivative,
    .has_derivative = drive_postponed_has_derivative,
};
