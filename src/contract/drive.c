/* drive.c - look-up of drive types, derivatives, and the row of output. */
#include "contract/drive.h"
#include "base/words.h"

const drive_type *drive_type_find(const char *keyword)
{
    for (int i = 0; i < drive_alias_count; i++)
        if (words_equal(drive_aliases[i].alias, keyword))
            keyword = drive_aliases[i].keyword;
    for (int i = 0; i < drive_type_count; i++)
        if (words_equal(drive_types[i]->keyword, keyword))
            return drive_types[i];
    return NULL;
}

bool drive_has_derivative(const drive *drive)
{
    return drive->type->has_derivative ? drive->type->has_derivative(drive) : drive->type->derivative != NULL;
}

double drive_derivative(const drive *drive, const state *state, double x)
{
    return drive_has_derivative(drive) ? drive->type->derivative(drive, state, x) : 0.0;
}

void drive_output_row(const state *state, const drive *drive, record *out)
{
    record_begin_plain(out, drive->label);
    record_type(out, drive->type->keyword);
    record_name(out, "f", QUANTITY_NONE, "value of the drive");
    record_real(out, drive_now(drive, state));
    if (drive->output_derivative && drive_has_derivative(drive)) {
        record_name(out, "fP", QUANTITY_NONE, "derivative of the drive");
        record_real(out, drive_derivative(drive, state, state->t));
    }
    record_end(out);
}
