/* drive.c - look-up of drive types, slopes, and the row of output. */
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

bool drive_has_slope(const drive *d) { return d->type->has_slope ? d->type->has_slope(d) : d->type->slope != NULL; }

double drive_slope(const drive *d, const state *s, double x)
{
    return drive_has_slope(d) ? d->type->slope(d, s, x) : 0.0;
}

void drive_output_row(const state *s, const drive *d, record *out)
{
    record_begin_plain(out, d->label);
    record_type(out, d->type->keyword);
    record_name(out, "f", QUANTITY_NONE, "value of the drive");
    record_real(out, drive_now(d, s));
    if (d->output_slope && drive_has_slope(d)) {
        record_name(out, "fP", QUANTITY_NONE, "derivative of the drive");
        record_real(out, drive_slope(d, s, s->t));
    }
    record_end(out);
}
