/* element.c - look-up of element classes and of private data. */
#include "contract/element.h"
#include "base/words.h"
#include <string.h>

int elem_card_index(const char *card)
{
    for (int i = 0; i < elem_class_count; i++)
        if ((elem_classes[i].card[0] | 32) == (card[0] | 32) && words_equal(elem_classes[i].card, card))
            return i;
    return -1;
}

/* Cards with the same counter are one class; its index is that of the first of them. */
int elem_class_index(const char *card)
{
    const int row = elem_card_index(card);
    const char *counter = row < 0 ? NULL : elem_classes[row].counter;
    for (int i = 0; counter && i < row; i++)
        if (elem_classes[i].counter && elem_classes[i].counter[0] == counter[0] &&
            words_equal(elem_classes[i].counter, counter))
            return i;
    return row;
}

bool elem_has_private(const elem *e, int index)
{
    if (index < 1 || e->type->has_private)
        return index >= 1 && e->type->has_private(e, index);
    int n = 0;
    while (e->type->private_names && e->type->private_names[n])
        n++;
    return index <= n;
}

int elem_private_index(const elem *e, const char *name)
{
    if (e->type->private_index)
        return e->type->private_index(e, name);
    for (int i = 0; e->type->private_names && e->type->private_names[i]; i++)
        if (strcmp(e->type->private_names[i], name) == 0)
            return i + 1;
    return 0;
}
