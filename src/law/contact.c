/* contact.c - code that contact laws share. */
#include "law/contact.h"
#include "law/diag_rows.h"
#include <math.h>

void read_contact_side(reader *reader, contact_side *side)
{
    side->sign = -1.0;
    if (!read_keyword(reader, "sign"))
        return;
    if (read_keyword(reader, "positive")) {
        side->sign = 1.0;
    } else if (!read_keyword(reader, "negative")) {
        const double s = read_real(reader, "sign");
        if (read_ok(reader) && s == 0.0)
            read_error_last(reader, E_LAW_ZERO, "sign");
        side->sign = copysign(1.0, s);
    }
}

double read_contact_number(reader *reader, const char *word)
{
    const char *const words[] = {word, NULL};
    read_choice(reader, words, word);
    return read_positive(reader, word);
}
