/* bistop_switch.c - the switch of a bistop.
 *
 *     open    -> closed   when the activating condition is not zero (and the other is); reference = strain
 *     closed  -> open     when the deactivating condition is not zero
 *
 * Decided once a step, at its predicted configuration, starting from the end of the last accepted step: a step that is
 * repeated decides again. */
#include "law/bistop_switch.h"
#include "model/reading.h"
#include <string.h>

void read_bistop_status(reader *r, bistop_switch *b)
{
    static const char *const WORDS[] = {"inactive", "active", NULL};
    if (!read_keyword(r, "initial status"))
        return;
    const int word = read_try_choice(r, WORDS);
    b->begins_active = word >= 0 ? word == 1 : read_bool(r, "initial status");
}

void read_bistop_conditions(reader *r, bistop_switch *b)
{
    b->activation = read_drive(r, "activating condition");
    b->off = read_drive(r, "deactivating condition");
}

void bistop_begin(const bistop_switch *b, bistop_memory *of) { of->is_active = of->was_active = b->begins_active; }

void bistop_predict(const state *s, const bistop_switch *b, bistop_memory *of, int dim, const double *strain)
{
    of->is_active = of->was_active;
    memcpy(of->reference, of->last_reference, (size_t)dim * sizeof *of->reference);
    if (drive_now(b->off, s) != 0.0) {
        of->is_active = false;
    } else if (!of->is_active && drive_now(b->activation, s) != 0.0) {
        of->is_active = true;
        if (b->captures)
            memcpy(of->reference, strain, (size_t)dim * sizeof *of->reference);
    }
}

void bistop_accept(bistop_memory *of, int dim)
{
    of->was_active = of->is_active;
    memcpy(of->last_reference, of->reference, (size_t)dim * sizeof *of->reference);
}
