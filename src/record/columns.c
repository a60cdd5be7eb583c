/* columns.c - results with names, and the words for their units.
 *
 *     unit = mass^a length^b time^c current^d temperature^e,  "rad" before it for angles:     kg m^2 s^-1,  rad s^-1
 *
 * In metres, kilograms and seconds some quantities have a unit of their own: N, Pa, V. */
#include "record/columns.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *own;
    int power[5];
    bool is_angle;
} QUANTITIES[] = {
#define QUANTITY(id, name, own, mass, length, time, current, temperature, is_angle) \
    {name, own, {mass, length, time, current, temperature}, is_angle},
#include "record/quantities.def"
#undef QUANTITY
};

static bool has_powers(physical_quantity q)
{
    for (int i = 0; i < 5; i++)
        if (QUANTITIES[q].power[i] != 0)
            return true;
    return false;
}

static bool is_mks(const output_units *u)
{
    return strcmp(u->length, "m") == 0 && strcmp(u->mass, "kg") == 0 && strcmp(u->time, "s") == 0;
}

static size_t columns_append(char *out, size_t size, size_t n, const char *unit, int power)
{
    const char *blank = n > 0 ? " " : "";
    const int more = power == 1 ? snprintf(out + n, size - n, "%s%s", blank, unit)
                                : snprintf(out + n, size - n, "%s%s^%d", blank, unit, power);
    return n + (size_t)more < size ? n + (size_t)more : size - 1;
}

void quantity_unit(physical_quantity q, const output_units *u, char *out, size_t size)
{
    if (!u->length || !has_powers(q)) {
        snprintf(out, size, "%s", QUANTITIES[q].name);
        return;
    }
    if (QUANTITIES[q].own && is_mks(u)) {
        snprintf(out, size, "%s", QUANTITIES[q].own);
        return;
    }
    const char *const units[] = {u->mass, u->length, u->time, u->current, u->temperature};
    size_t n = QUANTITIES[q].is_angle ? columns_append(out, size, 0, "rad", 1) : 0;
    for (int i = 0; i < 5; i++)
        if (QUANTITIES[q].power[i] != 0)
            n = columns_append(out, size, n, units[i], QUANTITIES[q].power[i]);
}

void columns_name(column_set *c, const char *name, physical_quantity unit, const char *description)
{
    c->next = (named_column){.name = name, .unit = unit, .description = description};
}

void columns_name_numbered(column_set *c, const char *name, int number, physical_quantity unit, const char *description)
{
    if (c->define)
        snprintf(c->numbered, sizeof c->numbered, "%s_%d", name, number);
    columns_name(c, c->numbered, unit, description);
}

void columns_put(column_set *c, int n, const double *v, bool is_integer)
{
    const int field = c->fields;
    c->fields += n;
    if (!c->next.name)
        return;
    if (c->define) {
        c->next.n = n;
        c->next.field = field;
        c->next.is_integer = is_integer;
        c->define(c->context, &c->next);
    } else if (n <= c->room - c->n) {
        memcpy(c->value + c->n, v, (size_t)n * sizeof *v);
        c->n += n;
    }
    c->next.name = NULL;
}
