/* bistop_switch.c - the memory of a bistop.
 *
 *     open    -> closed   when the activating condition is not zero (and the other is); reference = strain
 *     closed  -> open     when the deactivating condition is not zero
 *
 * Decided once a step, at its predicted configuration, starting from the end of the last accepted step: a step that is
 * repeated decides again. */
#include "law/bistop_switch.h"
#include <string.h>

void read_bistop_status(reader *r, bistop_switch *b)
{
    static const char *const WORDS[] = {"inactive", "active", NULL};
    if (!read_keyword(r, "initial status"))
        return;
    const int word = read_try_choice(r, WORDS);
    b->is_active = b->was_active = word >= 0 ? word == 1 : read_bool(r, "initial status");
}

void read_bistop_conditions(reader *r, bistop_switch *b)
{
    b->on = read_drive(r, "activating condition");
    b->off = read_drive(r, "deactivating condition");
}

void bistop_predict(const state *s, bistop_switch *b, int dim, const double *strain)
{
    b->is_active = b->was_active;
    memcpy(b->reference, b->last_reference, (size_t)dim * sizeof *b->reference);
    if (drive_now(b->off, s) != 0.0) {
        b->is_active = false;
    } else if (!b->is_active && drive_now(b->on, s) != 0.0) {
        b->is_active = true;
        if (b->captures)
            memcpy(b->reference, strain, (size_t)dim * sizeof *b->reference);
    }
}

void bistop_accept(bistop_switch *b, int dim)
{
    b->was_active = b->is_active;
    memcpy(b->last_reference, b->reference, (size_t)dim * sizeof *b->reference);
}

void bistop_keep(archive *a, bistop_switch *b)
{
    archive_bool(a, &b->is_active);
    archive_bool(a, &b->was_active);
    archive_all(a, &b->reference);
    archive_all(a, &b->last_reference);
}
