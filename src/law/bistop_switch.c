/* bistop_switch.c - the switch of a bistop.
 *
 *     open    -> closed   if the activating condition is nonzero (and the other is zero); reference = strain
 *     closed  -> open     if the deactivating condition is nonzero
 *
 * The status is determined once per step, in the predicted configuration, starting from the end of the last accepted
 * step; it is determined again when a step is repeated. */
#include "law/bistop_switch.h"
#include "model/reading.h"
#include <string.h>

void read_bistop_status(reader *reader, bistop_switch *bistop_switch)
{
    static const char *const WORDS[] = {"inactive", "active", NULL};
    if (!read_keyword(reader, "initial status"))
        return;
    const int word = read_try_choice(reader, WORDS);
    bistop_switch->begins_active = word >= 0 ? word == 1 : read_bool(reader, "initial status");
}

void read_bistop_conditions(reader *reader, bistop_switch *bistop_switch)
{
    bistop_switch->activation = read_drive(reader, "activating condition");
    bistop_switch->off = read_drive(reader, "deactivating condition");
}

void bistop_begin(const bistop_switch *bistop_switch, bistop_memory *of)
{
    of->is_active = of->was_active = bistop_switch->begins_active;
}

void bistop_predict(const state *state, const bistop_switch *bistop_switch, bistop_memory *of, int dim,
                    const double *strain)
{
    of->is_active = of->was_active;
    memcpy(of->reference, of->last_reference, (size_t)dim * sizeof *of->reference);
    if (drive_now(bistop_switch->off, state) != 0.0) {
        of->is_active = false;
    } else if (!of->is_active && drive_now(bistop_switch->activation, state) != 0.0) {
        of->is_active = true;
        if (bistop_switch->captures)
            memcpy(of->reference, strain, (size_t)dim * sizeof *of->reference);
    }
}

bool bistop_switches(const state *state, const bistop_switch *bistop_switch, const bistop_memory *of)
{
    const bool is_off = drive_now(bistop_switch->off, state) != 0.0;
    const bool is_due = of->was_active ? is_off : !is_off && drive_now(bistop_switch->activation, state) != 0.0;
    return is_due || of->is_active != of->was_active;
}

void bistop_accept(bistop_memory *of, int dim)
{
    of->was_active = of->is_active;
    memcpy(of->last_reference, of->reference, (size_t)dim * sizeof *of->reference);
}
