/* contact.c - what laws of contact share. */
#include "law/contact.h"
#include "law/diag_rows.h"
#include <math.h>

void read_contact_side(reader *r, contact_side *c)
{
    c->sign = -1.0;
    if (!read_keyword(r, "sign"))
        return;
    if (read_keyword(r, "positive")) {
        c->sign = 1.0;
    } else if (!read_keyword(r, "negative")) {
        const double s = read_real(r, "sign");
        if (read_ok(r) && s == 0.0)
            read_error_last(r, E_LAW_ZERO, "sign");
        c->sign = copysign(1.0, s);
    }
}

double read_contact_number(reader *r, const char *word)
{
    const char *const words[] = {word, NULL};
    read_choice(r, words, word);
    return read_positive(r, word);
}
