/* c81_write.c - tables of airfoil data as text, in the formats that c81_read.c describes. */
#include "element/aero/c81.h"
#include <stdio.h>

enum { FIELD = 7, FIELDS = 9, MOST_COUNT = 99 };

/* Writes as many digits as fit into the field. */
static void put_field(text *to, double v)
{
    char digits[32];
    int precision = FIELD - 1;
    while (snprintf(digits, sizeof digits, "%.*g", precision, v) > FIELD && precision > 1)
        precision--;
    text_printf(to, "%-7s", digits);
}

static void put_fixed(text *to, const double *first, int n, const double *v)
{
    if (first)
        put_field(to, *first);
    for (int i = 0; i < n; i++) {
        if (i % FIELDS == 0 && (i > 0 || !first))
            text_printf(to, "%s%-7s", i > 0 ? "\n" : "", "");
        put_field(to, v[i]);
    }
    text_char(to, '\n');
}

static void put_free(text *to, const double *first, int n, const double *v)
{
    if (first)
        text_printf(to, "%.17g", *first);
    for (int i = 0; i < n; i++)
        text_printf(to, " %.17g", v[i]);
    text_char(to, '\n');
}

static void put_heading(text *to, const c81_data *data, bool is_free)
{
    const char *title = data->title ? data->title : data->name ? data->name : "";
    text_printf(to, is_free ? "# FREE FORMAT\n%s;" : "%-30.30s", title);
    for (int i = 0; i < AIRFOIL_COUNT; i++)
        text_printf(to, is_free ? " %d %d" : "%2d%2d", data->tables[i].mach.n, data->tables[i].alpha.n);
    text_char(to, '\n');
}

const char *c81_write(text *to, const c81_data *data, bool is_free)
{
    void (*const put)(text * to, const double *first, int n, const double *v) = is_free ? put_free : put_fixed;
    for (int i = 0; !is_free && i < AIRFOIL_COUNT; i++)
        if (data->tables[i].mach.n > MOST_COUNT || data->tables[i].alpha.n > MOST_COUNT)
            return "its heading has two columns for a count, and a table has more than 99 rows: use the free format";
    put_heading(to, data, is_free);
    for (int i = 0; i < AIRFOIL_COUNT; i++) {
        const c81_table *table = &data->tables[i];
        put(to, NULL, table->mach.n, table->mach.values);
        for (int k = 0; k < table->alpha.n; k++)
            put(to, &table->alpha.values[k], table->mach.n, table->c + (size_t)k * (size_t)table->mach.n);
    }
    return NULL;
}
