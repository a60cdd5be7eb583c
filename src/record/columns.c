/* columns.c - named results, and the names of their units.
 *
 *     unit = mass^a length^b time^c current^d temperature^e,  "rad" before it for angles:     kg m^2 s^-1,  rad s^-1
 *
 * In metres, kilograms and seconds some quantities have a special unit: N, Pa, V. */
#include "record/columns.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *internal;
    int power[5];
    bool is_angle;
} QUANTITIES[] = {
#define QUANTITY(id, name, own, mass, length, time, current, temperature, is_angle) \
    {name, own, {mass, length, time, current, temperature}, is_angle},
#include "record/quantities.def"
#undef QUANTITY
};

static bool has_powers(physical_quantity quantity)
{
    for (int i = 0; i < 5; i++)
        if (QUANTITIES[quantity].power[i] != 0)
            return true;
    return false;
}

static bool is_mks(const output_units *output_units)
{
    return strcmp(output_units->length, "m") == 0 && strcmp(output_units->mass, "kg") == 0 &&
           strcmp(output_units->time, "s") == 0;
}

static size_t columns_append(char *out, size_t size, size_t n, const char *unit, int power)
{
    const char *blank = n > 0 ? " " : "";
    const int more = power == 1 ? snprintf(out + n, size - n, "%s%s", blank, unit)
                                : snprintf(out + n, size - n, "%s%s^%d", blank, unit, power);
    return n + (size_t)more < size ? n + (size_t)more : size - 1;
}

void quantity_unit(physical_quantity quantity, const output_units *output_units, char *out, size_t size)
{
    if (!output_units->length || (!has_powers(quantity) && !QUANTITIES[quantity].internal)) {
        snprintf(out, size, "%s", QUANTITIES[quantity].name);
        return;
    }
    if (QUANTITIES[quantity].internal && (!has_powers(quantity) || is_mks(output_units))) {
        snprintf(out, size, "%s", QUANTITIES[quantity].internal);
        return;
    }
    const char *const units[] = {output_units->mass, output_units->length, output_units->time, output_units->current,
                                 output_units->temperature};
    size_t n = QUANTITIES[quantity].is_angle ? columns_append(out, size, 0, "rad", 1) : 0;
    for (int i = 0; i < 5; i++)
        if (QUANTITIES[quantity].power[i] != 0)
            n = columns_append(out, size, n, units[i], QUANTITIES[quantity].power[i]);
}

void columns_name(column_set *set, const char *name, physical_quantity unit, const char *description)
{
    set->next = (named_column){.name = name, .unit = unit, .description = description};
}

void columns_name_numbered(column_set *set, const char *name, int number, physical_quantity unit,
                           const char *description)
{
    if (set->define)
        snprintf(set->numbered, sizeof set->numbered, "%s_%d", name, number);
    columns_name(set, set->numbered, unit, description);
}

void columns_put(column_set *set, int n, const double *values, bool is_integer)
{
    const int field = set->fields;
    set->fields += n;
    if (!set->next.name)
        return;
    if (set->define) {
        set->next.n = n;
        set->next.field = field;
        set->next.is_integer = is_integer;
        set->define(set->context, &set->next);
    } else if (n <= set->capacity - set->n) {
        memcpy(set->value + set->n, values, (size_t)n * sizeof *values);
        set->n += n;
    }
    set->next.name = NULL;
}
