/* data_hint.c - lists the available private data by name, broken into lines. */
#include "model/data_hint.h"
#include "base/nearest.h"
#include <stdio.h>

enum { MOST_NAMES = 128, LIST_SIZE = 1024, LINE = 100 };

static void list_names(diag *errors, const char *const *names, int n)
{
    char list[LIST_SIZE] = "";
    size_t used = 0, line = 0;
    for (int i = 0; i < n && used + LINE < sizeof list; i++) {
        const bool is_long = used - line > LINE;
        line = is_long ? used : line;
        used += (size_t)snprintf(list + used, LINE, "%s%s\"%s\"", i == 0 ? "" : ",",
                                 is_long  ? "\n  "
                                 : i == 0 ? ""
                                          : " ",
                                 names[i]);
    }
    diag_hint(errors, "it has %s", list);
}

static void hint_names(diag *errors, const char *const *names, int n, const char *name)
{
    const char *near = name ? nearest_word(name, names, n) : NULL;
    if (near)
        diag_hint(errors, "did you mean \"%s\"?", near);
    if (n > 0)
        list_names(errors, names, n);
}

void hint_node_data(diag *errors, const node *node, const char *name)
{
    const char *has[MOST_NAMES] = {NULL};
    int count = 0;
    for (const char *const *k = node->type->private_names; k && *k && count < MOST_NAMES; k++)
        if (node->type->private_index(node, *k) > 0)
            has[count++] = *k;
    hint_names(errors, has, count, name);
}

void hint_elem_data(diag *errors, const elem *element, const char *name)
{
    const char *const *names = elem_private_names(element);
    int count = 0;
    while (names && names[count])
        count++;
    hint_names(errors, names, count, name);
}
