/* log_units.c - units of physical quantities for the .log file: log_units.def in the units of the deck. */
#include "control/log_units.h"
#include <string.h>

enum { SYSTEMS = 4 };

static const struct {
    const char *name, *made_of;
    const char *internal[SYSTEMS];
} UNITS[] = {
#define UNIT(name, made_of, mks, cgs, mmtms, mmkgms) {name, made_of, {mks, cgs, mmtms, mmkgms}},
#include "control/log_units.def"
#undef UNIT
};

static const char *unit_of(char letter, const output_units *output_units)
{
    static const char LETTERS[] = "LMTAK";
    const char *const units[] = {output_units->length, output_units->mass, output_units->time, output_units->current,
                                 output_units->temperature};
    const char *at = strchr(LETTERS, letter);
    return letter && at ? units[at - LETTERS] : NULL;
}

/* Replaces letters that are single or followed by a power: these are units. */
static void put_made_of(const char *words, const output_units *output_units, text *log)
{
    for (const char *at = words; *at; at++) {
        const bool begins = at == words || at[-1] == ' ', ends = at[1] == '\0' || at[1] == ' ' || at[1] == '^';
        const char *unit = begins && ends ? unit_of(*at, output_units) : NULL;
        if (unit)
            text_string(log, unit);
        else
            text_char(log, *at);
    }
}

static int system_of(const output_units *output_units)
{
    static const char *const NAMES[SYSTEMS] = {"MKS", "CGS", "MMTMS", "MMKGMS"};
    for (int i = 0; i < SYSTEMS; i++)
        if (strcmp(output_units->system, NAMES[i]) == 0)
            return i;
    return -1;
}

void log_units(const output_units *output_units, text *log)
{
    if (!output_units->length)
        return;
    const int system = system_of(output_units);
    text_printf(log, "Unit for the whole model: %s\n", output_units->system);
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
        text_printf(log, "Unit for %s: ", UNITS[i].name);
        if (system >= 0 && UNITS[i].internal[system])
            text_string(log, UNITS[i].internal[system]);
        else
            put_made_of(UNITS[i].made_of, output_units, log);
        text_char(log, '\n');
    }
}
