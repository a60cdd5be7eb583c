/* log_units.c - the units of physical quantities, for the .log file: log_units.def in the units of the deck. */
#include "control/log_units.h"
#include <string.h>

enum { SYSTEMS = 4 };

static const struct {
    const char *name, *made_of;
    const char *own[SYSTEMS];
} UNITS[] = {
#define UNIT(name, made_of, mks, cgs, mmtms, mmkgms) {name, made_of, {mks, cgs, mmtms, mmkgms}},
#include "control/log_units.def"
#undef UNIT
};

static const char *unit_of(char letter, const output_units *u)
{
    static const char LETTERS[] = "LMTAK";
    const char *const units[] = {u->length, u->mass, u->time, u->current, u->temperature};
    const char *at = strchr(LETTERS, letter);
    return letter && at ? units[at - LETTERS] : NULL;
}

/* Letters that stand alone or before a power are units. */
static void put_made_of(const char *words, const output_units *u, text *log)
{
    for (const char *at = words; *at; at++) {
        const bool begins = at == words || at[-1] == ' ', ends = at[1] == '\0' || at[1] == ' ' || at[1] == '^';
        const char *unit = begins && ends ? unit_of(*at, u) : NULL;
        if (unit)
            text_string(log, unit);
        else
            text_char(log, *at);
    }
}

static int system_of(const output_units *u)
{
    static const char *const NAMES[SYSTEMS] = {"MKS", "CGS", "MMTMS", "MMKGMS"};
    for (int i = 0; i < SYSTEMS; i++)
        if (strcmp(u->system, NAMES[i]) == 0)
            return i;
    return -1;
}

void log_units(const output_units *u, text *log)
{
    if (!u->length)
        return;
    const int system = system_of(u);
    text_printf(log, "Unit for the whole model: %s\n", u->system);
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++) {
        text_printf(log, "Unit for %s: ", UNITS[i].name);
        if (system >= 0 && UNITS[i].own[system])
            text_string(log, UNITS[i].own[system]);
        else
            put_made_of(UNITS[i].made_of, u, log);
        text_char(log, '\n');
    }
}
